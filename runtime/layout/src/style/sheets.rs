//! Style sheets: the user agent's, `@import`, and `@font-face` rules.

use crate::Resources;
use std::rc::Rc;
use std::sync::LazyLock;
use style::context::QuirksMode;
use style::font_face::Source;
use style::media_queries::MediaList;
use style::parser::ParserContext;
use style::servo_arc::Arc;
use style::shared_lock::{Locked, SharedRwLock, SharedRwLockReadGuard};
use style::stylesheets::import_rule::{ImportLayer, ImportSheet, ImportSupportsCondition};
use style::stylesheets::{
    AllowImportRules, CssRule, CssRuleType, DocumentStyleSheet, ImportRule, Origin, Stylesheet, StylesheetLoader, UrlExtraData,
};
use style::url::CssUrl;
use style::values::specified::font::{FontWidth, MetricsOverride};
use style_traits::ParsingMode;

/// Deepest chain of `@import`s followed.
const MAX_IMPORT_DEPTH: usize = 8;

/// Chromium's defaults, parsed once.
pub(super) fn user_agent_sheet() -> DocumentStyleSheet {
    static SHEET: LazyLock<DocumentStyleSheet> = LazyLock::new(|| {
        let lock = SharedRwLock::read_only();
        let media = Arc::new(lock.wrap(MediaList::empty()));
        DocumentStyleSheet(Arc::new(Stylesheet::from_str(
            include_str!("ua.css"),
            super::base_url(),
            Origin::UserAgent,
            media,
            lock,
            None,
            None,
            QuirksMode::NoQuirks,
            AllowImportRules::No,
        )))
    });
    SHEET.clone()
}

/// What Chromium adds to its defaults in quirks mode, parsed once.
pub(super) fn quirks_sheet() -> DocumentStyleSheet {
    static SHEET: LazyLock<DocumentStyleSheet> = LazyLock::new(|| {
        let lock = SharedRwLock::read_only();
        let media = Arc::new(lock.wrap(MediaList::empty()));
        DocumentStyleSheet(Arc::new(Stylesheet::from_str(
            include_str!("quirks.css"),
            super::base_url(),
            Origin::UserAgent,
            media,
            lock,
            None,
            None,
            QuirksMode::Quirks,
            AllowImportRules::No,
        )))
    });
    SHEET.clone()
}

/// Parses an author sheet with its `media` attribute; imports come from the page's resources.
pub(super) fn author_sheet(
    css: &str,
    media: &str,
    url: &UrlExtraData,
    quirks: QuirksMode,
    lock: &SharedRwLock,
    resources: &Rc<dyn Resources>,
) -> DocumentStyleSheet {
    let media = Arc::new(lock.wrap(parse_media(media, url)));
    let loader = Importer {
        resources: Rc::clone(resources),
        quirks,
        depth: 0,
    };
    let css = css_in(css);
    let rewritten = super::containers::rewrite(&css);
    let sheet = Stylesheet::from_str(
        rewritten.as_ref().map_or(css.as_str(), |r| r.css.as_str()),
        url.clone(),
        Origin::Author,
        media,
        lock.clone(),
        Some(&loader),
        None,
        quirks,
        AllowImportRules::Yes,
    );
    if let Some(rewritten) = rewritten {
        let rules = sheet.contents.read_with(&lock.read()).rules.clone();
        super::containers::restore(&rules, &rewritten, url, lock, 0);
    }
    DocumentStyleSheet(Arc::new(sheet))
}

/// The text of a sheet as the parser knows it.
fn css_in(css: &str) -> String {
    let css = super::stand_in::css_in(css);
    let css = super::selector_stand_in::host_context_in(&css);
    super::selector_stand_in::selectors_in(&css).into_owned()
}

/// A parser context for text that is no sheet.
pub(super) fn context<'a>(url: &'a UrlExtraData, rule: CssRuleType) -> ParserContext<'a> {
    ParserContext::new(
        Origin::Author,
        url,
        Some(rule),
        ParsingMode::DEFAULT,
        QuirksMode::NoQuirks,
        Default::default(),
        None,
        None,
        Default::default(),
    )
}

/// Parses a media query list; a list that makes no sense matches nothing.
pub(super) fn parse_media(text: &str, url: &UrlExtraData) -> MediaList {
    let mut context = context(url, CssRuleType::Media);
    let mut parser = cssparser::Parser::new(text);
    MediaList::parse(&mut context, &mut parser)
}

struct Importer {
    resources: Rc<dyn Resources>,
    quirks: QuirksMode,
    depth: usize,
}

impl StylesheetLoader for Importer {
    fn request_stylesheet(
        &self,
        url: CssUrl,
        location: cssparser::SourceLocation,
        lock: &SharedRwLock,
        media: Arc<Locked<MediaList>>,
        supports: Option<ImportSupportsCondition>,
        layer: ImportLayer,
    ) -> Arc<Locked<ImportRule>> {
        let wanted = self.depth < MAX_IMPORT_DEPTH && supports.as_ref().is_none_or(|s| s.enabled);
        let text = url
            .url()
            .filter(|_| wanted)
            .and_then(|address| Some((address.clone(), self.resources.bytes(address.as_str())?)));
        let stylesheet = match text {
            Some((address, bytes)) => {
                let loader = Importer {
                    resources: Rc::clone(&self.resources),
                    quirks: self.quirks,
                    depth: self.depth + 1,
                };
                ImportSheet::new(Arc::new(Stylesheet::from_str(
                    &css_in(&String::from_utf8_lossy(&bytes)),
                    UrlExtraData(address),
                    Origin::Author,
                    media,
                    lock.clone(),
                    Some(&loader),
                    None,
                    self.quirks,
                    AllowImportRules::Yes,
                )))
            }
            None => ImportSheet::new_refused(),
        };
        Arc::new(lock.wrap(ImportRule {
            url,
            stylesheet,
            supports,
            layer,
            source_location: location,
        }))
    }
}

/// A `@font-face` rule that names a file.
pub(super) struct FontFace {
    pub(super) family: String,
    pub(super) weight: Option<f32>,
    pub(super) italic: Option<bool>,
    pub(super) width: Option<f32>,
    pub(super) characters: Vec<(u32, u32)>,
    pub(super) metrics: oracade_text::MetricsOverride,
    pub(super) urls: Vec<String>,
}

/// The `@font-face` rules of a sheet, imported sheets included.
pub(super) fn font_faces(sheet: &Stylesheet, guard: &SharedRwLockReadGuard<'_>) -> Vec<FontFace> {
    let mut faces = Vec::new();
    use style::stylesheets::StylesheetInDocument;
    collect_faces(sheet.contents(guard).rules(guard), guard, 0, &mut faces);
    faces
}

/// An override as a part of one; `normal` is none.
fn part(value: Option<&MetricsOverride>) -> Option<f32> {
    value?.compute().map(|part| part.0).filter(|part| *part >= 0.0)
}

fn collect_faces(rules: &[CssRule], guard: &SharedRwLockReadGuard<'_>, depth: usize, faces: &mut Vec<FontFace>) {
    use style::stylesheets::StylesheetInDocument;
    if depth > 2 * MAX_IMPORT_DEPTH {
        return;
    }
    for rule in rules {
        match rule {
            CssRule::FontFace(face) => {
                let descriptors = &face.read_with(guard).descriptors;
                let (Some(family), Some(sources)) = (&descriptors.font_family, &descriptors.src) else {
                    continue;
                };
                faces.push(FontFace {
                    family: family.name.to_string(),
                    weight: descriptors
                        .font_weight
                        .as_ref()
                        .and_then(|range| range.0.compute())
                        .map(|w| w.value()),
                    italic: descriptors
                        .font_style
                        .as_ref()
                        .map(|style| matches!(style, style::font_face::FontStyleRange::Italic)),
                    width: descriptors.font_width.as_ref().and_then(|range| match &range.0 {
                        FontWidth::Width(percentage) => percentage.compute().map(|part| part.0),
                        FontWidth::Keyword(keyword) => Some(keyword.compute().0.to_float() / 100.0),
                        FontWidth::System(_) => None,
                    }),
                    characters: descriptors
                        .unicode_range
                        .iter()
                        .flatten()
                        .map(|range| (range.start, range.end))
                        .collect(),
                    metrics: oracade_text::MetricsOverride {
                        size: descriptors.size_adjust.as_ref().and_then(|p| p.compute()).map(|p| p.0),
                        ascent: part(descriptors.ascent_override.as_ref()),
                        descent: part(descriptors.descent_override.as_ref()),
                        line_gap: part(descriptors.line_gap_override.as_ref()),
                    },
                    urls: sources
                        .0
                        .iter()
                        .filter_map(|source| match source {
                            Source::Url(url) => Some(url.url.as_str().to_owned()),
                            Source::Local(_) => None,
                        })
                        .collect(),
                });
            }
            CssRule::Import(import) => {
                if let Some(sheet) = import.read_with(guard).stylesheet.as_sheet() {
                    collect_faces(sheet.contents(guard).rules(guard), guard, depth + 1, faces);
                }
            }
            CssRule::Media(media) => collect_faces(&media.rules.read_with(guard).0, guard, depth + 1, faces),
            CssRule::Supports(supports) => collect_faces(&supports.rules.read_with(guard).0, guard, depth + 1, faces),
            _ => {}
        }
    }
}
