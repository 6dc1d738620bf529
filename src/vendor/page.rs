//! What a game's own files ask of the network: addresses, bare imports and import maps.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use serde::{Deserialize, Serialize};
use url::Url;

use super::{script, style};

/// Files of a game that are searched, at most.
const FILE_COUNT: usize = 4096;
/// Bytes of one file that is searched, at most.
const FILE_SIZE: u64 = 32 << 20;
/// Depth of folders that is searched, at most.
const FOLDER_DEPTH: usize = 16;

/// How the game uses an address; a later one also does what the earlier ones do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Role {
    /// The folder of an import map; files in it are fetched when they are imported by name.
    Prefix,
    /// A string that may or may not be fetched: a script's literal, an unused entry of an import map.
    Mention,
    /// An image, a sound, a preload.
    File,
    /// A style sheet.
    Style,
    /// A classic script.
    Script,
    /// An ES module.
    Module,
}

/// What the files of a game refer to.
#[derive(Debug, Default)]
pub(crate) struct References {
    /// Absolute addresses without fragment.
    pub(crate) addresses: BTreeMap<String, Role>,
    /// Bare module specifiers.
    pub(crate) bare: Vec<String>,
    /// Import maps: specifier, or its beginning up to a slash, to address.
    pub(crate) imports: BTreeMap<String, String>,
    /// A script imports by a computed specifier.
    pub(crate) computed: bool,
    /// How many files were read.
    pub(crate) files: usize,
}

impl References {
    /// Reads a game: one page, or every page, script and style sheet of a folder.
    pub(crate) fn of_game(game: &Path) -> anyhow::Result<Self> {
        let mut found = Self::default();
        let meta = fs::metadata(game).with_context(|| format!("cannot read {}", game.display()))?;
        if meta.is_dir() {
            found.folder(game, 0)?;
        } else {
            found.file(game)?;
        }
        Ok(found)
    }

    fn folder(&mut self, folder: &Path, depth: usize) -> anyhow::Result<()> {
        if depth > FOLDER_DEPTH {
            bail!("{}: folders nest deeper than {FOLDER_DEPTH}", folder.display());
        }
        let read = || format!("cannot read {}", folder.display());
        let mut entries = fs::read_dir(folder)
            .with_context(read)?
            .collect::<Result<Vec<_>, _>>()
            .with_context(read)?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let name = entry.file_name();
            let kind = entry.file_type().with_context(read)?;
            if kind.is_dir() {
                if name != "node_modules" && !name.to_string_lossy().starts_with('.') {
                    self.folder(&entry.path(), depth + 1)?;
                }
            } else if kind.is_file() && kind_of(&entry.path()).is_some() {
                self.file(&entry.path())?;
            }
        }
        Ok(())
    }

    fn file(&mut self, path: &Path) -> anyhow::Result<()> {
        self.files += 1;
        if self.files > FILE_COUNT {
            bail!("more than {FILE_COUNT} pages, scripts and style sheets; name the game's own folder");
        }
        let read = || format!("cannot read {}", path.display());
        if fs::metadata(path).with_context(read)?.len() > FILE_SIZE {
            bail!("{} is larger than {FILE_SIZE} bytes", path.display());
        }
        let bytes = fs::read(path).with_context(read)?;
        let text = String::from_utf8_lossy(&bytes);
        match kind_of(path).unwrap_or(FileKind::Page) {
            FileKind::Page => self.page(&text),
            FileKind::Script => self.script(&text),
            FileKind::Style => self.style(&text),
        }
        Ok(())
    }

    /// Adds what an HTML document refers to.
    pub(crate) fn page(&mut self, html: &str) {
        let tokenizer = Tokenizer::new(
            Sink {
                state: RefCell::new((self, Content::None)),
            },
            TokenizerOpts::default(),
        );
        let input = BufferQueue::default();
        input.push_back(StrTendril::from_slice(html));
        let _ = tokenizer.feed(&input);
        tokenizer.end();
    }

    /// Adds what a script of the game refers to.
    pub(crate) fn script(&mut self, source: &str) {
        let found = script::scan(source);
        self.computed |= found.computed;
        for import in found.imports {
            if absolute(&import.specifier).is_some() {
                self.address(&import.specifier, Role::Module);
            } else if !import.specifier.starts_with(['.', '/']) {
                self.bare.push(import.specifier);
            }
        }
        for text in found.strings {
            self.address(&text, Role::Mention);
        }
    }

    fn style(&mut self, css: &str) {
        for (address, import) in style::scan(css) {
            self.address(&address, if import { Role::Style } else { Role::File });
        }
    }

    fn address(&mut self, text: &str, role: Role) {
        if let Some(address) = absolute(text) {
            let known = self.addresses.entry(address).or_insert(role);
            *known = (*known).max(role);
        }
    }

    fn import_map(&mut self, json: &str) {
        #[derive(Deserialize)]
        struct Map {
            #[serde(default)]
            imports: BTreeMap<String, serde_json::Value>,
            #[serde(default)]
            scopes: BTreeMap<String, BTreeMap<String, serde_json::Value>>,
        }
        // A map that is not JSON is an error of the page, which it will see when it runs.
        let Ok(map) = serde_json::from_str::<Map>(json) else {
            return;
        };
        for (key, value) in map.imports.into_iter().chain(map.scopes.into_values().flatten()) {
            if let Some(address) = value.as_str().and_then(absolute) {
                self.imports.entry(key).or_insert(address);
            }
        }
    }

    /// Where the import maps lead a specifier: the exact key, else the longest that ends in a slash.
    pub(crate) fn mapped(&self, specifier: &str) -> Option<String> {
        if let Some(address) = self.imports.get(specifier) {
            return Some(address.clone());
        }
        let prefix = self
            .imports
            .iter()
            .filter(|(key, _)| key.ends_with('/') && specifier.starts_with(key.as_str()));
        let (key, address) = prefix.max_by_key(|(key, _)| key.len())?;
        Url::parse(address)
            .ok()?
            .join(specifier.get(key.len()..)?)
            .ok()
            .map(String::from)
    }

    fn start_tag(&mut self, tag: &Tag) -> Content {
        let attribute = |name: &str| {
            tag.attrs
                .iter()
                .find(|a| &*a.name.local == name)
                .map(|a| a.value.trim().to_owned())
        };
        if let Some(css) = attribute("style") {
            self.style(&css);
        }
        let name: &str = &tag.name;
        match name {
            "script" => {
                let kind = attribute("type").unwrap_or_default().to_ascii_lowercase();
                let role = match kind.as_str() {
                    "module" => Role::Module,
                    "importmap" => return Content::ImportMap(String::new()),
                    "" | "text/javascript" | "application/javascript" | "application/ecmascript" | "text/ecmascript" => {
                        Role::Script
                    }
                    // Data the page reads for itself, such as shaders.
                    _ => return Content::Data,
                };
                if let Some(src) = attribute("src") {
                    self.address(&src, role);
                }
                Content::Script(String::new())
            }
            "style" => Content::Style(String::new()),
            "link" => {
                let rel = attribute("rel").unwrap_or_default().to_ascii_lowercase();
                let role = match rel.split_ascii_whitespace().next() {
                    Some("stylesheet") => Role::Style,
                    Some("modulepreload") => Role::Module,
                    Some("preload" | "prefetch") => Role::File,
                    _ => return Content::None,
                };
                if let Some(href) = attribute("href") {
                    self.address(&href, role);
                }
                Content::None
            }
            "img" | "audio" | "video" | "source" | "track" | "embed" | "iframe" | "input" => {
                if let Some(src) = attribute("src") {
                    self.address(&src, Role::File);
                }
                Content::None
            }
            _ => Content::None,
        }
    }

    fn end_of(&mut self, content: Content) {
        match content {
            Content::Script(text) => self.script(&text),
            Content::Style(text) => self.style(&text),
            Content::ImportMap(text) => self.import_map(&text),
            Content::Data | Content::None => {}
        }
    }
}

enum FileKind {
    Page,
    Script,
    Style,
}

fn kind_of(path: &Path) -> Option<FileKind> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "html" | "htm" => Some(FileKind::Page),
        "js" | "mjs" | "cjs" => Some(FileKind::Script),
        "css" => Some(FileKind::Style),
        _ => None,
    }
}

/// The normal form of an absolute network address, without its fragment. Addresses without a scheme are taken for https.
pub(crate) fn absolute(text: &str) -> Option<String> {
    let text = text.trim();
    let with_scheme = if text.starts_with("//") {
        format!("https:{text}")
    } else {
        text.to_owned()
    };
    if !(with_scheme.starts_with("https://") || with_scheme.starts_with("http://")) {
        return None;
    }
    let mut url = Url::parse(&with_scheme).ok()?;
    url.set_fragment(None);
    Some(url.into())
}

enum Content {
    None,
    Script(String),
    Style(String),
    ImportMap(String),
    Data,
}

struct Sink<'a> {
    state: RefCell<(&'a mut References, Content)>,
}

impl TokenSink for Sink<'_> {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut state = self.state.borrow_mut();
        let (references, content) = &mut *state;
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                *content = references.start_tag(&tag);
                let name: &str = &tag.name;
                return match name {
                    "script" => TokenSinkResult::RawData(RawKind::ScriptData),
                    "style" | "noframes" | "iframe" | "xmp" | "noembed" => TokenSinkResult::RawData(RawKind::Rawtext),
                    "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
                    _ => TokenSinkResult::Continue,
                };
            }
            Token::TagToken(_) | Token::EOFToken => {
                let done = std::mem::replace(content, Content::None);
                references.end_of(done);
            }
            Token::CharacterTokens(text) => {
                if let Content::Script(to) | Content::Style(to) | Content::ImportMap(to) = content {
                    to.push_str(&text);
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(html: &str) -> References {
        let mut found = References::default();
        found.page(html);
        found
    }

    #[test]
    fn a_page_asks_for_scripts_styles_modules_and_mentions() {
        let found = page(
            r#"<!doctype html><!-- <script src="https://unpkg.com/no"></script> -->
            <script src="//unpkg.com/a@1/a.js#frag"></script>
            <script type=module src="https://unpkg.com/b@1/b.js"></script>
            <link rel="stylesheet" href="https://unpkg.com/c@1/c.css"><link rel="icon" href="https://unpkg.com/no2">
            <style>@import "https://unpkg.com/d@1/d.css"; p { background: url(https://unpkg.com/e@1/e.png) }</style>
            <script type="module">import { x } from "https://esm.sh/f@1"; import "g"; import("./local.js")
              s.src = 'https://unpkg.com/h@1/h.js'</script>
            <script type="x-shader">"https://unpkg.com/no3"</script><a href="https://unpkg.com/no4">x</a>"#,
        );
        let got: Vec<_> = found
            .addresses
            .iter()
            .map(|(address, role)| (address.as_str(), *role))
            .collect();
        assert_eq!(
            got,
            [
                ("https://esm.sh/f@1", Role::Module),
                ("https://unpkg.com/a@1/a.js", Role::Script),
                ("https://unpkg.com/b@1/b.js", Role::Module),
                ("https://unpkg.com/c@1/c.css", Role::Style),
                ("https://unpkg.com/d@1/d.css", Role::Style),
                ("https://unpkg.com/e@1/e.png", Role::File),
                ("https://unpkg.com/h@1/h.js", Role::Mention),
            ]
        );
        assert_eq!(found.bare, ["g"]);
    }

    #[test]
    fn import_maps_lead_bare_specifiers() {
        let found = page(
            r#"<script type="importmap">{"imports":{"three":"https://unpkg.com/three@0.180.0/build/three.module.js",
            "three/addons/":"https://unpkg.com/three@0.180.0/examples/jsm/","local":"./x.js"}}</script>"#,
        );
        let leads = |specifier: &str| found.mapped(specifier);
        assert_eq!(
            leads("three").as_deref(),
            Some("https://unpkg.com/three@0.180.0/build/three.module.js")
        );
        assert_eq!(
            leads("three/addons/controls/O.js").as_deref(),
            Some("https://unpkg.com/three@0.180.0/examples/jsm/controls/O.js")
        );
        assert_eq!(leads("local"), None);
        assert_eq!(leads("threefold"), None);
    }
}
