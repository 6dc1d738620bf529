//! What the host keeps for a game besides its memory and globals. A copy of a game gets a copy of this.

use crate::commands::{Commands, Names};
use crate::error::{Beyond, Fault};
use crate::files::Files;
use crate::painter::Painter;
use oracade_canvas::Image;
use oracade_canvas::css_filter::Filter;
use oracade_canvas::css_font::CssFont;
use std::cell::RefCell;
use std::rc::Rc;
use wasmtime::{Memory, StoreLimits};

/// Fonts and filter lists a game may have.
pub(crate) const STYLES_MAX: usize = 256;
/// Pictures a game may have, and their bytes.
pub(crate) const IMAGES_MAX: usize = 1024;
pub(crate) const IMAGE_BYTES_MAX: u64 = 256 << 20;
/// Texts of one picture, and their bytes.
const TEXTS_MAX: usize = 64 << 10;
const TEXT_BYTES_MAX: usize = 4 << 20;
/// Bytes of console lines that one call may write.
const LINES_BYTES_MAX: usize = 16 << 20;

/// Keys and values that outlive a game.
pub trait Storage {
    /// A value.
    fn get(&self, key: &str) -> Option<String>;
    /// Sets a value; false if there is no room.
    fn set(&self, key: &str, value: &str) -> bool;
    /// Removes a value.
    fn remove(&self, key: &str);
}

/// A console line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// `debug`, `log`, `info`, `warning` or `error`.
    pub kind: &'static str,
    /// The text.
    pub text: String,
    /// Virtual time in µs.
    pub at_us: u64,
}

/// A picture that is being drawn.
#[derive(Default)]
pub(crate) struct Picture {
    pub(crate) commands: Commands,
    pub(crate) texts: Vec<String>,
    text_bytes: usize,
}

pub(crate) struct Host {
    pub(crate) limits: StoreLimits,
    pub(crate) memory: Option<Memory>,
    pub(crate) files: Files,
    pub(crate) storage: Rc<dyn Storage>,
    pub(crate) painter: Rc<RefCell<Painter>>,
    pub(crate) canvas: (u32, u32),
    pub(crate) epoch_ms: f64,
    pub(crate) seed: u64,
    pub(crate) now_us: u64,
    pub(crate) random: u64,
    pub(crate) fonts: Vec<Rc<CssFont>>,
    pub(crate) filters: Vec<Rc<Vec<Filter>>>,
    pub(crate) images: Vec<Rc<Image>>,
    pub(crate) image_bytes: u64,
    pub(crate) lines: Vec<Line>,
    lines_bytes: usize,
    /// Only while `draw` runs: then nothing else may change.
    pub(crate) picture: Option<Picture>,
    pub(crate) scale: [f64; 2],
}

impl Host {
    pub(crate) fn new(setup: &crate::game::Setup, limits: StoreLimits) -> Host {
        Host {
            limits,
            memory: None,
            files: setup.files.clone(),
            storage: setup.storage.clone(),
            painter: setup.painter.clone(),
            canvas: setup.canvas,
            epoch_ms: setup.epoch_ms,
            seed: setup.seed,
            now_us: setup.now_us,
            random: setup.seed ^ 0x6f72_6163_6164_6531,
            // The initial font, and no filter.
            fonts: vec![Rc::new(CssFont::initial())],
            filters: vec![Rc::default()],
            images: Vec::new(),
            image_bytes: 0,
            lines: Vec::new(),
            lines_bytes: 0,
            picture: None,
            scale: [1.0, 1.0],
        }
    }

    /// Takes on what another game's host has, but for its storage.
    pub(crate) fn copy_from(&mut self, other: &Host) {
        self.now_us = other.now_us;
        self.random = other.random;
        self.seed = other.seed;
        self.epoch_ms = other.epoch_ms;
        self.files = other.files.clone();
        self.canvas = other.canvas;
        self.fonts.clone_from(&other.fonts);
        self.filters.clone_from(&other.filters);
        self.images.clone_from(&other.images);
        self.image_bytes = other.image_bytes;
        self.lines.clear();
        self.lines_bytes = 0;
        self.picture = None;
    }

    pub(crate) fn take_lines(&mut self) -> Vec<Line> {
        self.lines_bytes = 0;
        std::mem::take(&mut self.lines)
    }

    pub(crate) fn line(&mut self, kind: &'static str, text: String) {
        if self.picture.is_some() || self.lines_bytes > LINES_BYTES_MAX {
            return;
        }
        self.lines_bytes += text.len() + 32;
        self.lines.push(Line {
            kind,
            text,
            at_us: self.now_us,
        });
    }

    /// The clock, in ms since the opening; each look moves it on.
    pub(crate) fn look_at_clock(&mut self) -> f64 {
        let now = self.now_us;
        self.now_us += 1;
        now as f64 / 1e3
    }

    pub(crate) fn next_random(&mut self) -> f64 {
        // SplitMix64; the upper 53 bits as a fraction.
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.random;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn names(&self, texts: usize) -> Names {
        Names {
            images: self.images.len(),
            texts,
            fonts: self.fonts.len(),
            filters: self.filters.len(),
            scale: self.scale,
        }
    }

    pub(crate) fn begin_picture(&mut self, scale: [f64; 2]) {
        self.scale = scale;
        let mut picture = Picture::default();
        picture.commands.begin(&self.names(0));
        self.picture = Some(picture);
    }

    pub(crate) fn draw(&mut self, words: &[f64]) -> wasmtime::Result<()> {
        let Some(mut picture) = self.picture.take() else {
            return Ok(());
        };
        let names = self.names(picture.texts.len());
        let added = picture.commands.add(words, &names);
        self.picture = Some(picture);
        added.map_err(|fault| wasmtime::Error::new(Fault(fault.to_string())))
    }

    pub(crate) fn text(&mut self, text: String) -> wasmtime::Result<i32> {
        let Some(picture) = &mut self.picture else { return Ok(0) };
        picture.text_bytes += text.len();
        if picture.texts.len() >= TEXTS_MAX || picture.text_bytes > TEXT_BYTES_MAX {
            return Err(wasmtime::Error::new(Beyond("the picture has too many texts".to_owned())));
        }
        picture.texts.push(text);
        Ok(picture.texts.len() as i32 - 1)
    }

    pub(crate) fn add_image(&mut self, image: Image) -> i32 {
        let bytes = u64::from(image.width()) * u64::from(image.height()) * 4;
        if self.images.len() >= IMAGES_MAX || self.image_bytes + bytes > IMAGE_BYTES_MAX {
            return -1;
        }
        self.image_bytes += bytes;
        self.images.push(Rc::new(image));
        self.images.len() as i32 - 1
    }
}
