//! `putImageData`.

use tiny_skia::Pixmap;

use crate::source::premultiply_px;
use crate::surface::Put;

/// Puts straight pixels, replacing what is there.
pub(crate) fn put_pixels(pixmap: &mut Pixmap, put: &Put) {
    let [dx, dy, dw, dh] = put.dirty;
    let (width, height) = (pixmap.width() as i32, pixmap.height() as i32);
    let clip = |v: i32, high: i32| v.clamp(0, high);
    let left = clip(put.x.saturating_add(dx), width);
    let right = clip(put.x.saturating_add(dx).saturating_add(dw), width);
    let top = clip(put.y.saturating_add(dy), height);
    let bottom = clip(put.y.saturating_add(dy).saturating_add(dh), height);
    let source = put.data.as_chunks::<4>().0;
    let target = pixmap.data_mut().as_chunks_mut::<4>().0;
    for y in top..bottom {
        for x in left..right {
            let from = (y - put.y) as usize * put.width as usize + (x - put.x) as usize;
            let to = y as usize * width as usize + x as usize;
            if let (Some(from), Some(to)) = (source.get(from), target.get_mut(to)) {
                *to = premultiply_px(*from);
            }
        }
    }
}
