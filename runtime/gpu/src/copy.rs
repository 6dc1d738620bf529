//! Copies within the device: blits, resolves, copies from framebuffers to textures.

mod mipmap;

use crate::format::convert::{decode, decode_integer, encode, encode_integer};
use crate::format::numbers::nearest;
use crate::format::{Format, Layout};
use crate::image::{Attachment, Framebuffer, Plane};
use crate::state::Rect;
use crate::transfer::plain;
pub use mipmap::generate_mipmap;

/// Corners of a rectangle as `blitFramebuffer` takes them: it is mirrored if the second lie before the first.
pub type Corners = [i32; 4];

/// What `blitFramebuffer` copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlitMask {
    /// Colour, into all draw buffers.
    pub colour: bool,
    /// Depth.
    pub depth: bool,
    /// Stencil.
    pub stencil: bool,
}

/// A blit: section 4.3.3 of OpenGL ES 3.0.
#[derive(Clone, Copy, Debug)]
pub struct Blit {
    /// In the source.
    pub from: Corners,
    /// In the target.
    pub to: Corners,
    /// What is copied.
    pub mask: BlitMask,
    /// `LINEAR` instead of `NEAREST`; of colours only.
    pub linear: bool,
    /// The scissor test, if it is enabled.
    pub scissor: Option<Rect>,
}

/// Copies a rectangle of a framebuffer into another's, stretched if sizes differ; several samples become one. `read` is the
/// attachment that the read buffer means.
pub fn blit(source: &Framebuffer, read: Option<&Attachment>, target: &Framebuffer, blit: &Blit) {
    if blit.mask.colour
        && let Some(read) = read
    {
        for to in target.colour.iter().flatten() {
            copy_plane(read, to, false, blit);
        }
    }
    for (wanted, stencil, from, to) in [
        (blit.mask.depth, false, &source.depth, &target.depth),
        (blit.mask.stencil, true, &source.stencil, &target.stencil),
    ] {
        if wanted && let (Some(from), Some(to)) = (from, to) {
            let nearest = Blit { linear: false, ..*blit };
            copy_plane(from, to, stencil, &nearest);
        }
    }
}

/// Makes one sample of the several of an attachment, into another of the same size and format.
pub fn resolve(source: &Attachment, target: &Attachment) {
    let Some(info) = source.info() else { return };
    let all = [0, 0, info.width as i32, info.height as i32];
    let mask = BlitMask {
        colour: true,
        depth: false,
        stencil: false,
    };
    let whole = Blit {
        from: all,
        to: all,
        mask,
        linear: false,
        scissor: None,
    };
    copy_plane(source, target, false, &whole);
}

/// One direction of a blit: the source's place for each of the target's columns (or rows), as a float, and the range of them.
struct Axis {
    first: i32,
    end: i32,
    origin: f64,
    scale: f64,
    size: u32,
}

impl Axis {
    fn new(from: [i32; 2], to: [i32; 2], clip: [u32; 2], size: u32) -> Axis {
        let length = f64::from(to[1]) - f64::from(to[0]);
        let scale = if length == 0.0 {
            0.0
        } else {
            (f64::from(from[1]) - f64::from(from[0])) / length
        };
        let (low, high) = (to[0].min(to[1]), to[0].max(to[1]));
        Axis {
            first: low.max(clip[0] as i32),
            end: high.min(clip[1] as i32),
            origin: f64::from(from[0]) - f64::from(to[0]) * scale,
            scale,
            size,
        }
    }

    /// The place in the source of the middle of a column, if there is one.
    fn place(&self, i: i32) -> Option<f64> {
        let at = self.origin + (f64::from(i) + 0.5) * self.scale;
        (at >= 0.0 && at < f64::from(self.size)).then_some(at)
    }

    /// The two texels around a place, and how far it is from the first.
    fn around(&self, at: f64) -> (u32, u32, f32) {
        let t = at - 0.5;
        let low = if t < 0.0 { -1.0 } else { t as u32 as f64 };
        let last = self.size - 1;
        let first = if low < 0.0 { 0 } else { low as u32 };
        let second = if low < 0.0 { 0 } else { (low as u32 + 1).min(last) };
        (first, second, (t - low) as f32)
    }
}

/// Bytes of the resolved texel of a plane.
fn texel(plane: &Plane, format: Format, stencil: bool, x: u32, y: u32) -> [u8; 16] {
    let mut out = [0; 16];
    if plane.samples == 1 || stencil || format.has_depth() || format.is_integer() {
        out[..plane.size].copy_from_slice(plane.texel(x, y, 0));
    } else if format.layout() == Layout::Rgba8 && !format.is_srgb() {
        // Pairs, and pairs of pairs, each rounded up.
        let s = |i: u32| plane.texel(x, y, i);
        let average = |a: u8, b: u8| (u16::from(a) + u16::from(b)).div_ceil(2) as u8;
        for (i, out) in out.iter_mut().enumerate().take(4) {
            *out = average(average(s(0)[i], s(1)[i]), average(s(2)[i], s(3)[i]));
        }
    } else {
        let mut sum = [0.0f32; 4];
        for i in 0..plane.samples {
            let v = decode(format, plane.texel(x, y, i));
            (0..4).for_each(|c| sum[c] += v[c]);
        }
        encode(format, sum.map(|v| v / plane.samples as f32), &mut out);
    }
    out
}

/// A row of four samples of bytes each, made one: as `texel` does it.
fn means(from: &[u8], to: &mut [u8], columns: &Axis) {
    let average = |a: u32, b: u32| (a | b).wrapping_sub(((a ^ b) >> 1) & 0x7F7F_7F7F);
    let (from, to) = (from.as_chunks::<16>().0, to.as_chunks_mut::<4>().0);
    let offset = columns.origin as i64;
    for x in columns.first..columns.end {
        let (Some(sx), Some(to)) = (usize::try_from(i64::from(x) + offset).ok(), to.get_mut(x as usize)) else {
            continue;
        };
        let Some(texel) = from.get(sx) else { continue };
        let s = |i: usize| u32::from_le_bytes([texel[i], texel[i + 1], texel[i + 2], texel[i + 3]]);
        *to = average(average(s(0), s(4)), average(s(8), s(12))).to_le_bytes();
    }
}

/// A texel in another format.
pub(crate) fn convert(from: Format, to: Format, texel: &[u8]) -> [u8; 16] {
    let mut out = [0; 16];
    if from == to {
        out[..texel.len()].copy_from_slice(texel);
    } else if from.is_integer() {
        encode_integer(to, decode_integer(from, texel), &mut out);
    } else {
        encode(to, decode(from, texel), &mut out);
    }
    out
}

fn copy_plane(source: &Attachment, target: &Attachment, stencil: bool, blit: &Blit) {
    let Some((from, main, other)) = source.image.planes(source.level, source.layer) else {
        return;
    };
    let Some(source_plane) = (if stencil { other } else { main }) else {
        return;
    };
    let (from, format) = (from.format, target.info().map(|i| i.format));
    let Some(to) = format else { return };
    if !stencil && (from.kind() != to.kind()) {
        return;
    }
    let [fx0, fy0, fx1, fy1] = blit.from;
    let [tx0, ty0, tx1, ty1] = blit.to;
    target.image.edit(target.level, target.layer, |_, main, other| {
        let Some(plane) = (if stencil { other } else { main }) else {
            return;
        };
        let (width, height, size) = (plane.width, plane.height, plane.size);
        let clip = blit.scissor.map_or([0, 0, width, height], |r| r.within(width, height));
        let columns = Axis::new([fx0, fx1], [tx0, tx1], [clip[0], clip[2]], source_plane.width);
        let rows = Axis::new([fy0, fy1], [ty0, ty1], [clip[1], clip[3]], source_plane.height);
        if columns.first >= columns.end || rows.first >= rows.end {
            return;
        }
        let (stride, samples) = (plane.stride(), plane.samples as usize);
        let filters = blit.linear && source_plane.samples == 1 && !from.is_integer();
        let straight =
            columns.scale == 1.0 && from == to && source_plane.samples == 1 && samples == 1 && !source_plane.data.is_empty();
        let even = columns.scale == 1.0
            && from == to
            && samples == 1
            && source_plane.samples == 4
            && from.layout() == Layout::Rgba8
            && !from.is_srgb()
            && !stencil
            && !source_plane.data.is_empty();
        let bytes = plane.bytes_mut();
        for y in rows.first..rows.end {
            let Some(sy) = rows.place(y) else { continue };
            if even {
                let from = &source_plane.data[sy as usize * source_plane.stride()..][..source_plane.stride()];
                let to = &mut bytes[y as usize * stride..][..stride];
                means(from, to, &columns);
                continue;
            }
            let row = &mut bytes[y as usize * stride..(y as usize + 1) * stride];
            if straight && !(filters && rows.scale != 1.0) {
                let inside = |x: &i32| columns.place(*x).is_some();
                let (Some(a), Some(b)) = (
                    (columns.first..columns.end).find(inside),
                    (columns.first..columns.end).rfind(inside),
                ) else {
                    continue;
                };
                let start = columns.place(a).unwrap_or(0.0) as usize * size + sy as usize * source_plane.stride();
                let n = (b - a + 1) as usize * size;
                row[a as usize * size..][..n].copy_from_slice(&source_plane.data[start..start + n]);
                continue;
            }
            for x in columns.first..columns.end {
                let Some(sx) = columns.place(x) else { continue };
                let out = if filters {
                    let (x0, x1, fx) = columns.around(sx);
                    let (y0, y1, fy) = rows.around(sy);
                    let at = |x: u32, y: u32| decode(from, source_plane.texel(x, y, 0));
                    let mix =
                        |a: [f32; 4], b: [f32; 4], f: f32| -> [f32; 4] { std::array::from_fn(|i| a[i] + (b[i] - a[i]) * f) };
                    let colour = mix(mix(at(x0, y0), at(x1, y0), fx), mix(at(x0, y1), at(x1, y1), fx), fy);
                    let mut out = [0; 16];
                    encode(to, colour, &mut out);
                    out
                } else {
                    let t = texel(&source_plane, from, stencil, sx as u32, sy as u32);
                    if stencil {
                        t
                    } else {
                        convert(from, to, &t[..source_plane.size])
                    }
                };
                let at = x as usize * samples * size;
                for sample in row[at..at + samples * size].chunks_exact_mut(size) {
                    sample.copy_from_slice(&out[..size]);
                }
            }
        }
    });
}

/// Copies a rectangle of an attachment to a place in a level, converting formats: `copyTexSubImage2D`. What lies outside of the
/// source is left as it is. Values are copied as they are kept: sRGB is not made linear.
pub fn copy_texels(source: &Attachment, from: Rect, target: &Attachment, x: u32, y: u32) {
    let Some((info, Some(source_plane), _)) = source.image.planes(source.level, source.layer) else {
        return;
    };
    let format = plain(info.format);
    let [x0, y0, x1, y1] = from.within(source_plane.width, source_plane.height);
    target.image.edit(target.level, target.layer, |info, plane, _| {
        let Some(plane) = plane else { return };
        let to = plain(info.format);
        if to.kind() != format.kind() {
            return;
        }
        let (width, height, size, stride) = (plane.width, plane.height, plane.size, plane.stride());
        let bytes = plane.bytes_mut();
        for sy in y0..y1 {
            let Some(ty) = target_place(sy, from.y, y, height) else {
                continue;
            };
            for sx in x0..x1 {
                let Some(tx) = target_place(sx, from.x, x, width) else {
                    continue;
                };
                let t = texel(&source_plane, format, false, sx, sy);
                let out = convert(format, to, &t[..source_plane.size]);
                let at = ty * stride + tx * size;
                bytes[at..at + size].copy_from_slice(&out[..size]);
            }
        }
    });
}

/// Where a column of a copied rectangle goes.
fn target_place(at: u32, first: i32, to: u32, size: u32) -> Option<usize> {
    let place = i64::from(at) - i64::from(first) + i64::from(to);
    (place >= 0 && place < i64::from(size)).then_some(place as usize)
}

/// A fraction of 8 bits that is the mean of four: nearest, ties to even.
pub(crate) fn mean(values: [u8; 4]) -> u8 {
    nearest(values.iter().map(|v| f32::from(*v)).sum::<f32>() * 0.25) as u8
}
