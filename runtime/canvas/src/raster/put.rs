//! `putImageData`.

use tiny_skia::Pixmap;

use crate::color_space::{ColorSpace, Converter};
use crate::source::premultiply_px;
use crate::surface::Put;

/// Puts straight pixels, replacing what is there.
pub(crate) fn put_pixels(pixmap: &mut Pixmap, space: ColorSpace, put: &Put) {
    let mut converter = Converter::between(put.space, space);
    let [dx, dy, dw, dh] = put.dirty;
    let (width, height) = (pixmap.width() as i32, pixmap.height() as i32);
    let clip = |v: i32, high: i32| v.clamp(0, high);
    let left = clip(put.x.saturating_add(dx), width);
    let right = clip(put.x.saturating_add(dx).saturating_add(dw), width);
    let top = clip(put.y.saturating_add(dy), height);
    let bottom = clip(put.y.saturating_add(dy).saturating_add(dh), height);
    let source = put.data.as_chunks::<4>().0;
    let target = pixmap.data_mut().as_chunks_mut::<4>().0;
    if left >= right {
        return;
    }
    let count = (right - left) as usize;
    for y in top..bottom {
        let from = (y - put.y) as usize * put.width as usize + (left - put.x) as usize;
        let to = y as usize * width as usize + left as usize;
        let (Some(from), Some(to)) = (source.get(from..from + count), target.get_mut(to..to + count)) else {
            continue;
        };
        match &mut converter {
            None => {
                for (from, to) in from.iter().zip(to) {
                    *to = if from[3] == 255 { *from } else { premultiply_px(*from) };
                }
            }
            Some(converter) => {
                for (from, to) in from.iter().zip(to) {
                    *to = premultiply_px(converter.straight(*from));
                }
            }
        }
    }
}
