//! Uploads from client memory and reads into it.

mod client;

use crate::format::convert;
use crate::format::{Component, Format, Kind, Layout};
use crate::image::{Attachment, Image, ImageKind};
use crate::state::Rect;
use client::Group;
pub use client::group_bytes;

/// `pixelStorei`: how groups lie in client memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PixelStore {
    /// `*_ALIGNMENT`: 1, 2, 4 or 8.
    pub alignment: u32,
    /// `*_ROW_LENGTH`, or 0.
    pub row_length: u32,
    /// `UNPACK_IMAGE_HEIGHT`, or 0.
    pub image_height: u32,
    /// `*_SKIP_PIXELS`.
    pub skip_pixels: u32,
    /// `*_SKIP_ROWS`.
    pub skip_rows: u32,
    /// `UNPACK_SKIP_IMAGES`.
    pub skip_images: u32,
}

impl Default for PixelStore {
    fn default() -> Self {
        PixelStore {
            alignment: 4,
            row_length: 0,
            image_height: 0,
            skip_pixels: 0,
            skip_rows: 0,
            skip_images: 0,
        }
    }
}

/// Byte distances in client memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientLayout {
    /// First byte of the first group.
    pub start: usize,
    /// From row to row.
    pub row: usize,
    /// From slice to slice.
    pub image: usize,
    /// Bytes that must be there: the end of the last group. 0 if there are no groups.
    pub end: usize,
}

impl PixelStore {
    /// Where groups lie. Nothing if format and type mean nothing, or the numbers are too large.
    pub fn layout(&self, format: u32, ty: u32, width: u32, height: u32, depth: u32) -> Option<ClientLayout> {
        let group = group_bytes(format, ty)? as u64;
        let columns = u64::from(if self.row_length > 0 { self.row_length } else { width });
        let rows = u64::from(if self.image_height > 0 { self.image_height } else { height });
        let row = columns
            .checked_mul(group)?
            .checked_next_multiple_of(u64::from(self.alignment.max(1)))?;
        let image = row.checked_mul(rows)?;
        let start = u64::from(self.skip_images)
            .checked_mul(image)?
            .checked_add(u64::from(self.skip_rows).checked_mul(row)?)?
            .checked_add(u64::from(self.skip_pixels).checked_mul(group)?)?;
        let end = if width == 0 || height == 0 || depth == 0 {
            0
        } else {
            start
                .checked_add(image.checked_mul(u64::from(depth - 1))?)?
                .checked_add(row.checked_mul(u64::from(height - 1))?)?
                .checked_add(group.checked_mul(u64::from(width))?)?
        };
        let size = |v: u64| usize::try_from(v).ok().filter(|v| *v <= isize::MAX as usize);
        Some(ClientLayout {
            start: size(start)?,
            row: size(row)?,
            image: size(image)?,
            end: size(end)?,
        })
    }
}

/// A box of texels of a level: `z` is a slice, a layer, or the face of a cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Left edge.
    pub x: u32,
    /// First row.
    pub y: u32,
    /// First slice, layer or face.
    pub z: u32,
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
    /// Slices or layers.
    pub depth: u32,
}

/// Texels in client memory.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The bytes.
    pub data: &'a [u8],
    /// `format`.
    pub format: u32,
    /// `type`.
    pub ty: u32,
    /// Where they lie.
    pub layout: ClientLayout,
    /// `UNPACK_FLIP_Y_WEBGL`: the last row of the source is the image's first.
    pub flip_y: bool,
    /// `UNPACK_PREMULTIPLY_ALPHA_WEBGL`: colours are multiplied by their alpha.
    pub premultiply: bool,
}

/// Formats' values are transferred as they are: colours kept in sRGB are not made linear.
pub(crate) fn plain(format: Format) -> Format {
    match format {
        Format::Srgb8 => Format::Rgb8,
        Format::Srgb8Alpha8 => Format::Rgba8,
        other => other,
    }
}

/// Whether client memory has texels as the image has them.
fn same(format: Format, group: Group, ty: u32) -> bool {
    let components = match format.layout() {
        Layout::Rgba8 => return format == Format::Rgba8 && group == Group::Rgba && ty == 0x1401,
        Layout::Array(component, n) => {
            let types: &[u32] = match component {
                Component::U8 => &[0x1401],
                Component::I8 | Component::Snorm8 => &[0x1400],
                Component::U16 | Component::Unorm16 => &[0x1403],
                Component::I16 | Component::Snorm16 => &[0x1402],
                Component::U32 => &[0x1405],
                Component::I32 => &[0x1404],
                Component::F16 => &[0x140B, 0x8D61],
                Component::F32 => &[0x1406],
            };
            if !types.contains(&ty) {
                return false;
            }
            usize::from(n)
        }
        Layout::P565 => return ty == 0x8363,
        Layout::P4444 => return ty == 0x8033,
        Layout::P5551 => return ty == 0x8034,
        Layout::P2101010 | Layout::P2101010Uint => return ty == 0x8368,
        Layout::F111110 => return ty == 0x8C3B,
        Layout::E5999 => return ty == 0x8C3E,
        Layout::Depth16 => return group == Group::Depth && ty == 0x1403,
        Layout::DepthF32 | Layout::None => return false,
    };
    use crate::format::Channels::*;
    components == group.components()
        && matches!(
            (format.channels(), group),
            (R, Group::Red)
                | (Rg, Group::Rg)
                | (Rgb, Group::Rgb)
                | (Rgba, Group::Rgba)
                | (L, Group::Luminance)
                | (La, Group::LuminanceAlpha)
                | (A, Group::Alpha)
        )
}

/// Writes texels into a level. What lies outside of it or of the data is left out.
pub fn upload(image: &Image, level: u32, region: Region, source: &Source<'_>) {
    let (Some((group, _)), Some(bytes)) = (Group::of(source.format), group_bytes(source.format, source.ty)) else {
        return;
    };
    for slice in 0..region.depth {
        let Some(layer) = region.z.checked_add(slice) else { return };
        image.edit(level, layer, |info, plane, stencil| {
            let format = plain(info.format);
            let (width, height) = (info.width, info.height);
            let columns = region.width.min(width.saturating_sub(region.x)) as usize;
            if columns == 0 {
                return;
            }
            let copies = same(format, group, source.ty) && !source.premultiply;
            let integer = format.is_integer();
            let size = format.texel_bytes();
            let mut plane = plane.map(|p| (p.stride(), p.bytes_mut()));
            let mut stencil = stencil
                .filter(|_| group == Group::DepthStencil)
                .map(|p| (p.stride(), p.bytes_mut()));
            for row in 0..region.height.min(height.saturating_sub(region.y)) {
                let from = if source.flip_y { region.height - 1 - row } else { row };
                let at = source.layout.start + slice as usize * source.layout.image + from as usize * source.layout.row;
                let Some(data) = source.data.get(at..).map(|d| &d[..d.len().min(columns * bytes)]) else {
                    continue;
                };
                let y = (region.y + row) as usize;
                if let Some((stride, bytes_out)) = &mut plane {
                    let to = &mut bytes_out[y * *stride + region.x as usize * size..];
                    if copies {
                        let n = data.len().min(columns * size);
                        to[..n].copy_from_slice(&data[..n]);
                    } else {
                        for (to, b) in to.chunks_exact_mut(size).zip(data.chunks_exact(bytes)) {
                            let mut texel = [0; 16];
                            if integer {
                                convert::encode_integer(format, client::decode_integer(group, source.ty, b), &mut texel);
                            } else if format.layout() == Layout::Rgba8 && source.ty == 0x1401 && !source.premultiply {
                                let c = match group {
                                    Group::Rgb => [b[0], b[1], b[2], 255],
                                    Group::Rgba => [b[0], b[1], b[2], b[3]],
                                    Group::Luminance | Group::Red => [b[0], b[0], b[0], 255],
                                    Group::LuminanceAlpha => [b[0], b[0], b[0], b[1]],
                                    Group::Rg => [b[0], b[1], 0, 255],
                                    _ => [0, 0, 0, b[0]],
                                };
                                texel[..4].copy_from_slice(&convert::expand8(format.channels(), c));
                            } else {
                                let mut v = client::decode(group, source.ty, b);
                                if source.premultiply {
                                    (0..3).for_each(|i| v[i] *= v[3]);
                                }
                                convert::encode(format, v, &mut texel);
                            }
                            to.copy_from_slice(&texel[..size]);
                        }
                    }
                }
                if let Some((stride, bytes_out)) = &mut stencil {
                    let to = &mut bytes_out[y * *stride + region.x as usize..];
                    for (to, b) in to.iter_mut().zip(data.chunks_exact(bytes)) {
                        *to = client::decode_stencil(source.ty, b);
                    }
                }
            }
        });
    }
}

/// Reads a rectangle as groups of a format and type: `readPixels`. What lies outside of the attachment leaves the memory as it is.
pub fn read(source: &Attachment, rect: Rect, format: u32, ty: u32, layout: &ClientLayout, out: &mut [u8]) {
    let (Some((group, integer)), Some(bytes)) = (Group::of(format), group_bytes(format, ty)) else {
        return;
    };
    let Some((info, Some(plane), _)) = source.image.planes(source.level, source.layer) else {
        return;
    };
    let from = plain(info.format);
    let [x0, y0, x1, y1] = rect.within(plane.width, plane.height);
    // Formats of four bytes are read as they lie: what they lack has been filled in.
    let bytes_of_four = from.layout() == Layout::Rgba8 && !from.is_srgb() && group == Group::Rgba && ty == 0x1401;
    let copies = (same(from, group, ty) || bytes_of_four) && plane.samples == 1;
    for y in y0..y1 {
        let row = (i64::from(y) - i64::from(rect.y)) as usize;
        let column = (i64::from(x0) - i64::from(rect.x)) as usize;
        let at = layout.start + row * layout.row + column * bytes;
        let Some(to) = out.get_mut(at..).map(|o| {
            let n = o.len().min((x1.max(x0) - x0) as usize * bytes);
            &mut o[..n]
        }) else {
            continue;
        };
        if copies && !plane.data.is_empty() {
            let start = y as usize * plane.stride() + x0 as usize * plane.size;
            let n = to.len();
            to.copy_from_slice(&plane.data[start..start + n]);
            continue;
        }
        for (x, to) in (x0..x1).zip(to.chunks_exact_mut(bytes)) {
            let texel = plane.texel(x, y, 0);
            if from.is_integer() {
                if integer {
                    let v = convert::decode_integer(from, texel);
                    client::encode_integer(group, ty, from.kind() == Kind::Int, v, to);
                }
            } else {
                client::encode(group, ty, convert::decode(from, texel), to);
            }
        }
    }
}

/// The first layer and the number of layers of a level: faces of a cube count.
pub fn layers(image: &Image, level: u32) -> u32 {
    match image.kind() {
        ImageKind::Cube => 6,
        _ => image.info(level, 0).map_or(0, |i| i.depth),
    }
}
