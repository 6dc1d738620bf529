//! Batches of mutations in the words of the boundary.

use crate::{Document, ReplacedPixels};
use thiserror::Error;

/// Namespace of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Namespace {
    /// HTML.
    Html,
    /// SVG.
    Svg,
    /// MathML.
    MathMl,
    /// Any other, or none.
    Other,
}

/// Why a batch of mutations was refused. Mutations before the faulty one have been applied.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum MutationError {
    /// The batch ends inside a mutation.
    #[error("the mutation batch ends early at word {0}")]
    Truncated(usize),
    /// There is no mutation with this code.
    #[error("unknown mutation code {code} at word {at}")]
    UnknownCode {
        /// The code.
        code: u32,
        /// Index of its word.
        at: usize,
    },
    /// A string index is out of range.
    #[error("no string {0} in the mutation batch")]
    UnknownString(u32),
}

struct Reader<'a> {
    words: &'a [u32],
    strings: &'a [String],
    at: usize,
}

impl<'a> Reader<'a> {
    fn word(&mut self) -> Result<u32, MutationError> {
        let word = self.words.get(self.at).copied().ok_or(MutationError::Truncated(self.at))?;
        self.at += 1;
        Ok(word)
    }

    fn string(&mut self) -> Result<&'a str, MutationError> {
        let index = self.word()?;
        self.strings
            .get(index as usize)
            .map(String::as_str)
            .ok_or(MutationError::UnknownString(index))
    }

    /// A count and as many words.
    fn words(&mut self) -> Result<Vec<u32>, MutationError> {
        let count = self.word()? as usize;
        let words = self.at.checked_add(count).and_then(|end| self.words.get(self.at..end));
        let words = words.ok_or(MutationError::Truncated(self.words.len()))?;
        self.at += count;
        Ok(words.to_vec())
    }

    fn float(&mut self) -> Result<f64, MutationError> {
        Ok(f64::from(f32::from_bits(self.word()?)))
    }
}

impl Document {
    /// Applies a batch of mutations in the words of the boundary between script and layout.
    ///
    /// # Errors
    /// [`MutationError`] if the batch is malformed. Unknown node ids are ignored.
    pub fn apply(&mut self, words: &[u32], strings: &[String]) -> Result<(), MutationError> {
        let mut r = Reader { words, strings, at: 0 };
        self.revision += u64::from(!words.is_empty());
        while r.at < words.len() {
            let at = r.at;
            match r.word()? {
                1 => {
                    let id = r.word()?;
                    let namespace = match r.word()? {
                        0 => Namespace::Html,
                        1 => Namespace::Svg,
                        2 => Namespace::MathMl,
                        _ => Namespace::Other,
                    };
                    let name = r.string()?;
                    self.create_element(id, namespace, name);
                    for _ in 0..r.word()? {
                        let name = r.string()?;
                        let value = r.string()?;
                        self.set_attribute(id, name, value);
                    }
                }
                2 => {
                    let id = r.word()?;
                    self.create_text(id, r.string()?);
                }
                3 => self.insert(r.word()?, r.word()?, r.word()?),
                4 => self.remove(r.word()?),
                5 => {
                    let id = r.word()?;
                    let name = r.string()?;
                    self.set_attribute(id, name, r.string()?);
                }
                6 => {
                    let id = r.word()?;
                    self.remove_attribute(id, r.string()?);
                }
                7 => {
                    let id = r.word()?;
                    self.set_text(id, r.string()?);
                }
                8 => {
                    let id = r.word()?;
                    let css = r.string()?;
                    self.set_style_sheet(id, css, r.string()?);
                }
                9 => self.remove_style_sheet(r.word()?),
                10 => self.set_state(r.word()?, r.word()?),
                11 => self.set_natural_size(r.word()?, r.float()?, r.float()?),
                12 => {
                    let id = r.word()?;
                    let text = r.string()?;
                    self.set_control_text(id, text, r.word()? != 0);
                }
                13 => {
                    let id = r.word()?;
                    let kind = r.word()?;
                    let handle = r.word()?;
                    self.set_pixels(
                        id,
                        match kind {
                            1 => ReplacedPixels::Image(handle),
                            2 => ReplacedPixels::Canvas(handle),
                            _ => ReplacedPixels::None,
                        },
                    );
                }
                14 => {
                    let id = r.word()?;
                    self.set_inline_style(id, r.string()?);
                }
                15 => self.attach_shadow(r.word()?, r.word()?, r.word()? != 0),
                16 => {
                    let root = r.word()?;
                    let sheets = r.words()?;
                    self.set_adopted_sheets(root, sheets);
                }
                17 => {
                    let slot = r.word()?;
                    let nodes = r.words()?;
                    self.assign_slot(slot, nodes);
                }
                18 => {
                    let id = r.word()?;
                    let states: Result<Vec<&str>, _> = (0..r.word()?).map(|_| r.string()).collect();
                    self.set_custom_states(id, &states?);
                }
                19 => self.set_quirks(),
                code => return Err(MutationError::UnknownCode { code, at }),
            }
        }
        Ok(())
    }
}
