//! Pictures by the canvas's rasteriser. Games of one thread share one: all it keeps is shaped words, glyphs and numbers of styles.

use crate::commands::Named;
use crate::host::{Host, Picture};
use oracade_canvas::again::Again;
use oracade_canvas::css_font::CssFont;
use oracade_canvas::surface::{Chunk, ImageRef};
use oracade_canvas::text::{TextEngine, TextStyle};
use oracade_text::Fonts;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use tiny_skia::Pixmap;

/// Draws pictures and measures texts.
pub struct Painter {
    text: TextEngine,
}

impl Painter {
    /// One that writes with these fonts.
    pub fn new(fonts: Arc<Mutex<Fonts>>) -> Painter {
        Painter {
            text: TextEngine::new(fonts),
        }
    }

    pub(crate) fn measure(&mut self, font: &Rc<CssFont>, text: &str) -> f64 {
        let style = TextStyle {
            font: self.text.intern_shared(font),
            ..TextStyle::default()
        };
        self.text.width(text, &style)
    }

    /// Draws a picture of a series; premultiplied.
    pub(crate) fn paint(&mut self, again: &mut Again, host: &Host, picture: Picture, size: (u32, u32)) -> Option<Pixmap> {
        let Picture { commands, texts, .. } = picture;
        let mut words = commands.words;
        for named in commands.named {
            let (place, number) = match named {
                Named::Font(place) => {
                    let font = words.get(place).and_then(|font| host.fonts.get(*font as usize))?;
                    (place, self.text.intern_shared(font))
                }
                Named::Filter(place) => {
                    let filter = words.get(place).and_then(|filter| host.filters.get(*filter as usize))?;
                    (place, self.text.intern_filter(filter.to_vec()))
                }
            };
            if let Some(word) = words.get_mut(place) {
                *word = number as f64;
            }
        }
        let chunk = Chunk {
            words,
            strings: texts,
            images: host.images.iter().map(|image| ImageRef::Image(image.clone())).collect(),
        };
        again.paint(size, chunk, commands.starts, &mut self.text)
    }
}
