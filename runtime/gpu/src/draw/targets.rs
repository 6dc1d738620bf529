//! The attachments of a draw, taken out of their images while it runs.

use crate::format::Format;
use crate::image::{Attachment, Framebuffer};
use crate::raster::Band;

/// An attachment's samples, in rows of the draw's width.
pub(super) struct Taken {
    attachment: Attachment,
    stencil: bool,
    pub(super) format: Format,
    /// Bytes of a row.
    stride: usize,
    /// Whether only the first columns of the rows were taken.
    part: bool,
    data: Vec<u8>,
}

impl Taken {
    fn new(attachment: &Attachment, stencil: bool, width: u32, samples: u32) -> Option<Taken> {
        attachment
            .image
            .edit(attachment.level, attachment.layer, |info, main, other| {
                let plane = if stencil { other } else { main }?;
                if info.samples != samples || plane.width < width {
                    return None;
                }
                let full = plane.stride();
                let stride = width as usize * samples as usize * plane.size;
                let part = stride != full;
                let bytes = plane.bytes_mut();
                let data = if part {
                    bytes.chunks_exact(full).flat_map(|row| &row[..stride]).copied().collect()
                } else {
                    std::mem::take(bytes)
                };
                Some(Taken {
                    attachment: attachment.clone(),
                    stencil,
                    format: info.format,
                    stride,
                    part,
                    data,
                })
            })?
    }
}

impl Drop for Taken {
    /// Gives the samples back.
    fn drop(&mut self) {
        let data = std::mem::take(&mut self.data);
        let (stride, part, stencil) = (self.stride, self.part, self.stencil);
        self.attachment
            .image
            .edit(self.attachment.level, self.attachment.layer, |_, main, other| {
                let Some(plane) = (if stencil { other } else { main }) else {
                    return;
                };
                if !part {
                    plane.data = data;
                    return;
                }
                let full = plane.stride();
                for (to, from) in plane.bytes_mut().chunks_exact_mut(full).zip(data.chunks_exact(stride)) {
                    to[..stride].copy_from_slice(from);
                }
            });
    }
}

/// All attachments of a draw.
pub(super) struct Targets {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) samples: u32,
    pub(super) colour: [Option<Taken>; 8],
    pub(super) depth: Option<Taken>,
    pub(super) stencil: Option<Taken>,
}

/// Which attachments a draw needs.
pub(super) struct Needs {
    pub(super) colour: [bool; 8],
    pub(super) depth: bool,
    pub(super) stencil: bool,
}

impl Targets {
    /// Nothing if there is nothing to draw to.
    pub(super) fn take(target: &Framebuffer, needs: &Needs) -> Option<Targets> {
        let (width, height, samples) = target.size()?;
        let samples = if samples > 1 { 4 } else { 1 };
        let colour = std::array::from_fn(|i| {
            let attachment = target.colour[i].as_ref().filter(|_| needs.colour[i])?;
            Taken::new(attachment, false, width, samples)
        });
        let depth = target.depth.as_ref().filter(|_| needs.depth);
        let stencil = target.stencil.as_ref().filter(|_| needs.stencil);
        Some(Targets {
            width,
            height,
            samples,
            colour,
            depth: depth
                .and_then(|a| Taken::new(a, false, width, samples))
                .filter(|t| t.format.has_depth()),
            stencil: stencil.and_then(|a| Taken::new(a, true, width, samples)),
        })
    }

    /// Cuts the attachments into bands of some rows.
    pub(super) fn bands(&mut self, rows: u32) -> Vec<Band<'_>> {
        let height = self.height;
        fn cut(taken: &mut Option<Taken>, rows: u32) -> Option<std::slice::ChunksMut<'_, u8>> {
            taken.as_mut().map(|t| t.data.chunks_mut((t.stride * rows as usize).max(1)))
        }
        let [c0, c1, c2, c3, c4, c5, c6, c7] = &mut self.colour;
        let mut colour = [c0, c1, c2, c3, c4, c5, c6, c7].map(|t| cut(t, rows));
        let mut depth = cut(&mut self.depth, rows);
        let mut stencil = cut(&mut self.stencil, rows);
        let mut bands = Vec::new();
        let mut first = 0;
        while first < height {
            bands.push(Band {
                first: first as i32,
                end: (first + rows).min(height) as i32,
                colour: std::array::from_fn(|i| colour[i].as_mut().and_then(Iterator::next)),
                depth: depth.as_mut().and_then(Iterator::next),
                stencil: stencil.as_mut().and_then(Iterator::next),
            });
            first += rows;
        }
        bands
    }
}
