//! What is made of a picture's pixels and kept beside them.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use tiny_skia::Pixmap;

use crate::color_space::{ColorSpace, Converter};
use crate::picture::halve;

/// The pixels of one picture in other forms, each made when it is first drawn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Derived {
    /// In the other colour space: there are only two.
    converted: OnceCell<Rc<Pixmap>>,
    /// By colour space: a half, a quarter, … of the size.
    halves: RefCell<[Vec<Rc<Pixmap>>; 2]>,
}

impl Derived {
    /// The picture in a colour space.
    pub(crate) fn converted(&self, pixels: &Rc<Pixmap>, from: ColorSpace, to: ColorSpace) -> Rc<Pixmap> {
        match Converter::between(from, to) {
            None => pixels.clone(),
            Some(mut converter) => self.converted.get_or_init(|| Rc::new(converter.picture(pixels))).clone(),
        }
    }

    /// The picture, given in a colour space, halved a number of times.
    pub(crate) fn halved(&self, pixels: &Rc<Pixmap>, space: ColorSpace, times: usize) -> Option<Rc<Pixmap>> {
        let Some(index) = times.checked_sub(1) else {
            return Some(pixels.clone());
        };
        let mut halves = self.halves.borrow_mut();
        let list = &mut halves[usize::from(space == ColorSpace::DisplayP3)];
        while list.len() < times {
            let half = halve(list.last().unwrap_or(pixels))?;
            list.push(Rc::new(half));
        }
        list.get(index).cloned()
    }
}
