//! One page's fonts: the bundled ones of its profile and those the page registered, with parley's contexts.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use fontique::{
    Attributes, Blob, Collection, CollectionOptions, FontInfoOverride, GenericFamily, QueryFamily, QueryStatus, Script,
    ScriptExt, SourceCache, Synthesis,
};
use indexmap::IndexMap;
use parley::{FontContext, FontData, FontFamily, FontFamilyName, LayoutContext};

use crate::bundled::{CJK, EMOJI, FontProfile, SERIF, SYMBOLS};
use crate::family::{CssFamily, bundled_family};
use crate::metrics::{DrawnHeights, FontMetrics};
use crate::webfont::{FontFaceDescriptors, FontFaceError, MetricsOverride, decode_font};

/// What marks a run of a parley layout for its painter: an index into a table of the caller (0 where there is none).
pub type TextBrush = u32;

/// The fonts of one page. Not shared between pages: a page's `@font-face` rules are its own.
pub struct Fonts {
    /// Parley's font context. Use it together with a [`LayoutContext`] to build layouts; do not register fonts in it.
    pub context: FontContext,
    /// Parley's scratch space for layouts with [`TextBrush`].
    pub layout: LayoutContext<TextBrush>,
    profile: FontProfile,
    /// Lower-case family name → the unique name its faces are registered under, in registration order.
    page_families: IndexMap<String, String>,
    /// Lower-case family name → its faces that are for some characters only, the last registered first.
    partial: IndexMap<String, Vec<PartialFace>>,
    overrides: IndexMap<FaceKey, MetricsOverride>,
    heights: DrawnHeights,
    generation: u64,
}

/// A face with a `unicode-range`, which is a family of its own.
struct PartialFace {
    unique: String,
    characters: Vec<(u32, u32)>,
}

impl PartialFace {
    fn covers(&self, c: char) -> bool {
        let c = c as u32;
        self.characters.iter().any(|(first, last)| (*first..=*last).contains(&c))
    }
}

/// Names a font face of this process: the key for per-face caches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FaceKey {
    /// The font data's id.
    pub blob: u64,
    /// Index in a font collection file.
    pub index: u32,
}

impl FaceKey {
    /// The key of a font of a parley run.
    pub fn of(font: &FontData) -> Self {
        Self {
            blob: font.data.id(),
            index: font.index,
        }
    }
}

/// A matched face: its data and what must be synthesised to give the asked weight and slope.
#[derive(Clone, Debug)]
pub struct FaceSource {
    /// The font's bytes and index.
    pub font: FontData,
    /// Variation settings, faux bold and skew.
    pub synthesis: Synthesis,
}

fn base_collection(profile: FontProfile) -> Collection {
    static DEFAULT: OnceLock<Collection> = OnceLock::new();
    static REFERENCE: OnceLock<Collection> = OnceLock::new();
    let cell = match profile {
        FontProfile::Default => &DEFAULT,
        FontProfile::Reference => &REFERENCE,
    };
    cell.get_or_init(|| build_collection(profile)).clone()
}

fn build_collection(profile: FontProfile) -> Collection {
    let mut collection = Collection::new(CollectionOptions {
        shared: false,
        system_fonts: false,
    });
    for font in profile.fonts() {
        let over = FontInfoOverride {
            family_name: Some(font.family),
            ..FontInfoOverride::default()
        };
        collection.register_fonts(Blob::new(Arc::new(font.bytes)), Some(over));
    }
    // The order of Chromium's fallback for characters the list lacks: the colour emoji font for emoji (parley asks the
    // generic family first there), then what fontconfig finds, which is DejaVu Sans for every script it covers.
    let emoji = collection.family_id(EMOJI);
    collection.set_generic_families(GenericFamily::Emoji, emoji.into_iter());
    let serif = collection.family_id(SERIF);
    collection.set_generic_families(GenericFamily::Serif, serif.into_iter());
    let fallback: Vec<_> = [SYMBOLS, EMOJI, CJK]
        .into_iter()
        .filter_map(|name| collection.family_id(name))
        .collect();
    let common = [*b"Zyyy", *b"Zinh", *b"Zzzz", *b"Zsym", *b"Zsye", *b"Zmth"].map(Script::from_bytes);
    for script in Script::all_samples().iter().map(|sample| sample.0).chain(common) {
        collection.set_fallbacks(script, fallback.iter().copied());
    }
    collection
}

impl Fonts {
    /// A page's fonts as its profile has them, without any of the page's own.
    pub fn new(profile: FontProfile) -> Self {
        Self {
            context: FontContext {
                collection: base_collection(profile),
                source_cache: SourceCache::default(),
            },
            layout: LayoutContext::new(),
            profile,
            page_families: IndexMap::new(),
            partial: IndexMap::new(),
            overrides: IndexMap::new(),
            heights: DrawnHeights::default(),
            generation: 0,
        }
    }

    /// The profile the page was given.
    pub fn profile(&self) -> FontProfile {
        self.profile
    }

    /// Changes whenever a font is registered or removed, so that measured text can be dropped.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The parley family stack of a CSS family list. It always ends with the standard font (Liberation Serif), so a layout
    /// never lacks a font.
    pub fn family_list(&self, list: &[CssFamily]) -> FontFamily<'static> {
        // The first available font is the first one for the space (CSS Fonts 4 §5.2).
        self.family_list_for(list, ' ')
    }

    /// The parley family stack of a CSS family list for a character: faces with a `unicode-range` without it are left out.
    fn family_list_for(&self, list: &[CssFamily], c: char) -> FontFamily<'static> {
        let mut names: Vec<FontFamilyName<'static>> = Vec::with_capacity(list.len() + 1);
        let mut push = |name: Cow<'static, str>| {
            let name = FontFamilyName::Named(name);
            if !names.contains(&name) {
                names.push(name);
            }
        };
        for family in list {
            match family {
                CssFamily::Named(name) => {
                    let partial = self.partial.get(&name.to_ascii_lowercase());
                    for face in partial.into_iter().flatten().filter(|face| face.covers(c)) {
                        push(Cow::Owned(face.unique.clone()));
                    }
                    if let Some(unique) = self.page_families.get(&name.to_ascii_lowercase()) {
                        push(Cow::Owned(unique.clone()));
                    }
                    if let Some(bundled) = bundled_family(name) {
                        push(Cow::Borrowed(bundled));
                    }
                }
                CssFamily::Generic(generic) => {
                    if let Some(bundled) = generic.bundled() {
                        push(Cow::Borrowed(bundled));
                    }
                }
            }
        }
        push(Cow::Borrowed(SERIF));
        FontFamily::List(Cow::Owned(names))
    }

    /// The parts of a text for which a family list stands for another stack than [`Self::family_list`] gives, because of faces with
    /// a `unicode-range`. Empty for nearly all lists.
    pub fn partial_stretches(&self, list: &[CssFamily], text: &str) -> Vec<(Range<usize>, FontFamily<'static>)> {
        let faces: Vec<&PartialFace> = list
            .iter()
            .filter_map(|family| match family {
                CssFamily::Named(name) => self.partial.get(&name.to_ascii_lowercase()),
                CssFamily::Generic(_) => None,
            })
            .flatten()
            .collect();
        let mut stretches: Vec<(Range<usize>, FontFamily<'static>)> = Vec::new();
        if faces.is_empty() {
            return stretches;
        }
        let covering = |c: char| faces.iter().map(|face| face.covers(c)).collect::<Vec<bool>>();
        let usual = covering(' ');
        let mut last: Option<Vec<bool>> = None;
        for (at, c) in text.char_indices() {
            let end = at + c.len_utf8();
            let by = covering(c);
            if by == usual {
                last = None;
                continue;
            }
            match stretches.last_mut() {
                Some((range, _)) if last.as_ref() == Some(&by) => range.end = end,
                _ => stretches.push((at..end, self.family_list_for(list, c))),
            }
            last = Some(by);
        }
        stretches
    }

    /// What a face's metrics are changed by.
    pub fn metrics_override(&self, font: &FontData) -> MetricsOverride {
        self.overrides.get(&FaceKey::of(font)).copied().unwrap_or_default()
    }

    /// Adds a face of the page (`@font-face`, `FontFace`): TrueType, OpenType, WOFF or WOFF2. Faces of one family name are
    /// matched by their descriptors. A page family hides a bundled one of the same name.
    ///
    /// # Errors
    /// When the bytes are no font we can read, or too large ([`FontFaceError`]).
    pub fn register(&mut self, family: &str, bytes: &[u8], descriptors: &FontFaceDescriptors) -> Result<(), FontFaceError> {
        let data = decode_font(bytes)?;
        let name = family.to_ascii_lowercase();
        let faces = self.partial.get(&name).map_or(0, Vec::len);
        let unique = if descriptors.characters.is_empty() {
            format!("page {name}")
        } else {
            // A family name of a page does not hold this character.
            format!("page {name}\0{faces}")
        };
        let over = FontInfoOverride {
            family_name: Some(&unique),
            width: descriptors.width,
            style: descriptors.style,
            weight: descriptors.weight,
            axes: None,
        };
        let blob = Blob::new(Arc::new(data));
        let key = FaceKey {
            blob: blob.id(),
            index: 0,
        };
        let added = self.context.collection.register_fonts(blob, Some(over));
        if added.iter().all(|(_, fonts)| fonts.is_empty()) {
            return Err(FontFaceError::Malformed);
        }
        if descriptors.metrics != MetricsOverride::default() {
            self.overrides.insert(key, descriptors.metrics);
        }
        if descriptors.characters.is_empty() {
            self.page_families.insert(name, unique);
        } else {
            let face = PartialFace {
                unique,
                characters: descriptors.characters.clone(),
            };
            // Of faces that cover a character the one defined last is used.
            self.partial.entry(name).or_default().insert(0, face);
        }
        self.generation += 1;
        Ok(())
    }

    /// Removes a page's face again (`document.fonts.delete`, a removed style sheet). True if there was one.
    pub fn unregister(&mut self, family: &str, descriptors: &FontFaceDescriptors) -> bool {
        let Some(unique) = self.page_families.get(&family.to_ascii_lowercase()) else {
            return false;
        };
        let Some(id) = self.context.collection.family_id(unique) else {
            return false;
        };
        let removed = self.context.collection.unregister_font(
            id,
            descriptors.width.unwrap_or_default(),
            descriptors.style.unwrap_or_default(),
            descriptors.weight.unwrap_or_default(),
        );
        self.generation += u64::from(removed);
        removed
    }

    /// True if a CSS family list names at least one family this page has (a bundled one or one it registered).
    pub fn has_family(&self, family: &CssFamily) -> bool {
        match family {
            CssFamily::Named(name) => {
                let lower = name.to_ascii_lowercase();
                self.page_families.contains_key(&lower) || self.partial.contains_key(&lower) || bundled_family(name).is_some()
            }
            CssFamily::Generic(generic) => generic.bundled().is_some(),
        }
    }

    /// The first available font (CSS Fonts 4 §5.2) of a list: the one whose metrics size line boxes and relative units.
    pub fn primary_face(&mut self, list: &[CssFamily], attributes: Attributes) -> Option<FaceSource> {
        let FontFamily::List(names) = self.family_list(list) else {
            return None;
        };
        let mut query = self.context.collection.query(&mut self.context.source_cache);
        query.set_families(names.iter().filter_map(|name| match name {
            FontFamilyName::Named(name) => Some(QueryFamily::Named(name)),
            FontFamilyName::Generic(_) => None,
        }));
        query.set_attributes(attributes);
        let mut found = None;
        query.matches_with(|font| {
            found = Some(FaceSource {
                font: FontData {
                    data: font.blob.clone(),
                    index: font.index,
                },
                synthesis: font.synthesis,
            });
            QueryStatus::Stop
        });
        found
    }

    /// Metrics of the first available font of a list at a size in CSS px.
    pub fn primary_metrics(&mut self, list: &[CssFamily], attributes: Attributes, size: f32) -> FontMetrics {
        let Some(face) = self.primary_face(list, attributes) else {
            return FontMetrics::default();
        };
        let mut metrics = self.metrics_of(&face.font, size);
        let adjust = self.metrics_override(&face.font).size.unwrap_or(1.0);
        self.heights.complete(&face.font, size * adjust, &mut metrics);
        metrics
    }

    /// Metrics of a font at a size, with what its face changes of them.
    pub fn metrics_of(&self, font: &FontData, size: f32) -> FontMetrics {
        let by = self.metrics_override(font);
        FontMetrics::of(font, size * by.size.unwrap_or(1.0)).overridden(&by, size)
    }
}
