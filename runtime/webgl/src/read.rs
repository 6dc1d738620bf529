//! `readPixels`.

use oracade_gpu::format::Kind;
use oracade_gpu::state::Rect;
use oracade_gpu::transfer::{self, PixelStore};
use oracade_gpu::{Attachment, Format};
use std::sync::Arc;

use crate::context::Context;
use crate::formats::element_bytes;
use crate::{Version, gl};

/// The format and type that a framebuffer's colours are read in besides the standard's own pair.
pub(crate) fn preferred(format: Format, version: Version) -> (u32, u32) {
    use oracade_gpu::format::Channels;
    if version == Version::One {
        let float = crate::formats::component_type(format) == gl::FLOAT;
        return (gl::RGBA, if float { gl::FLOAT } else { gl::UNSIGNED_BYTE });
    }
    let kind = format.kind();
    let channels = match (format.channels(), kind) {
        (Channels::R, Kind::Float) => gl::RED,
        (Channels::Rg, Kind::Float) => gl::RG,
        (Channels::Rgb, Kind::Float) => gl::RGB,
        (_, Kind::Float) => gl::RGBA,
        (Channels::R, _) => gl::RED_INTEGER,
        (Channels::Rg, _) => gl::RG_INTEGER,
        (Channels::Rgb, _) => gl::RGB_INTEGER,
        _ => gl::RGBA_INTEGER,
    };
    let bits = format.bits()[0];
    let ty = match (kind, bits, crate::formats::component_type(format)) {
        _ if format == Format::Rgb10A2 => gl::UNSIGNED_INT_2_10_10_10_REV,
        _ if format == Format::Rgb565 => gl::UNSIGNED_SHORT_5_6_5,
        _ if format == Format::Rgba4 => gl::UNSIGNED_SHORT_4_4_4_4,
        _ if format == Format::Rgb5A1 => gl::UNSIGNED_SHORT_5_5_5_1,
        _ if format == Format::Rgb10A2Ui => gl::UNSIGNED_INT_2_10_10_10_REV,
        _ if format == Format::R11fG11fB10f => gl::UNSIGNED_INT_10F_11F_11F_REV,
        (Kind::Float, 16, gl::FLOAT) => gl::HALF_FLOAT,
        (Kind::Float, 32, gl::FLOAT) => gl::FLOAT,
        (Kind::Int, 8, _) => gl::BYTE,
        (Kind::Int, 16, _) => gl::SHORT,
        (Kind::Int, _, _) => gl::INT,
        (Kind::Uint, 16, _) => gl::UNSIGNED_SHORT,
        (Kind::Uint, 32, _) => gl::UNSIGNED_INT,
        _ => gl::UNSIGNED_BYTE,
    };
    (channels, ty)
}

impl Context {
    /// What a read needs: the attachment and how pixels are stored; records what is wrong.
    fn prepare_read(&mut self, rect: [i32; 4], format: u32, kind: u32) -> Option<(Attachment, PixelStore)> {
        let known_format = match format {
            gl::ALPHA | gl::RGB | gl::RGBA => true,
            gl::RED | gl::RG | gl::RED_INTEGER | gl::RG_INTEGER | gl::RGB_INTEGER | gl::RGBA_INTEGER => self.two(),
            _ => false,
        };
        let depths = matches!(kind, gl::FLOAT_32_UNSIGNED_INT_24_8_REV | gl::UNSIGNED_INT_24_8);
        let known_type = crate::formats::pixel_bytes(gl::RGBA, kind).is_some() && !depths;
        if !known_format || !known_type {
            self.error(gl::INVALID_ENUM);
            return None;
        }
        if rect[2] < 0 || rect[3] < 0 {
            self.error(gl::INVALID_VALUE);
            return None;
        }
        let (source, info) = self.read_source()?;
        let own = match info.format.kind() {
            Kind::Int => (gl::RGBA_INTEGER, gl::INT),
            Kind::Uint => (gl::RGBA_INTEGER, gl::UNSIGNED_INT),
            _ if crate::formats::component_type(info.format) == gl::FLOAT => (gl::RGBA, gl::FLOAT),
            _ => (gl::RGBA, gl::UNSIGNED_BYTE),
        };
        let float = own.1 == gl::FLOAT;
        // Chromium reads floats as bytes too in WebGL 1.
        let pair = (format, kind);
        let ten = info.format == Format::Rgb10A2 && pair == (gl::RGBA, gl::UNSIGNED_INT_2_10_10_10_REV);
        let bytes_of_float = float && pair == (gl::RGBA, gl::UNSIGNED_BYTE) && !self.two();
        if pair != own && pair != preferred(info.format, self.version) && !ten && !bytes_of_float {
            self.error(gl::INVALID_OPERATION);
            return None;
        }
        let pack = self.state.pack;
        if !crate::upload::skip_fits(pack.skip_pixels, rect[2] as u32, pack.row_length) {
            self.error(gl::INVALID_OPERATION);
            return None;
        }
        let store = PixelStore {
            alignment: pack.alignment,
            row_length: pack.row_length,
            image_height: 0,
            skip_pixels: pack.skip_pixels,
            skip_rows: pack.skip_rows,
            skip_images: 0,
        };
        Some((source, store))
    }

    /// `readPixels` into an array's bytes. `class` is the array's (see shims/js/webgl/commands.js).
    pub fn read_pixels(&mut self, rect: [i32; 4], format: u32, kind: u32, class: u32, out: &mut [u8]) {
        if self.lost {
            return;
        }
        if self.bound.pixel_pack.is_some() {
            return self.error(gl::INVALID_OPERATION);
        }
        let Some((source, store)) = self.prepare_read(rect, format, kind) else {
            return;
        };
        let layout = store.layout(format, kind, rect[2] as u32, rect[3] as u32, 1);
        let Some(layout) = layout.filter(|l| l.end <= out.len() && crate::upload::class_fits(class, kind)) else {
            return self.error(gl::INVALID_OPERATION);
        };
        self.read_now(&source, rect, format, kind, &layout, out);
    }

    fn read_now(
        &mut self,
        source: &Attachment,
        rect: [i32; 4],
        format: u32,
        kind: u32,
        layout: &transfer::ClientLayout,
        out: &mut [u8],
    ) {
        let source = self.single_sampled(source);
        self.pending.run();
        self.note_failure();
        if self.lost {
            return;
        }
        let rect = Rect {
            x: rect[0],
            y: rect[1],
            width: rect[2] as u32,
            height: rect[3] as u32,
        };
        transfer::read(&source, rect, format, kind, layout, out);
    }

    /// `readPixels` into the buffer bound for packing.
    pub(crate) fn read_to_buffer(&mut self, rect: [i32; 4], format: u32, kind: u32, offset: i64) {
        let Some(buffer) = self.bound.pixel_pack.clone() else {
            return self.error(gl::INVALID_OPERATION);
        };
        let Ok(start) = usize::try_from(offset) else {
            return self.error(gl::INVALID_VALUE);
        };
        let Some((source, store)) = self.prepare_read(rect, format, kind) else {
            return;
        };
        let length = buffer.borrow().bytes.len();
        let layout = store.layout(format, kind, rect[2] as u32, rect[3] as u32, 1);
        let fits = |l: &transfer::ClientLayout| start.checked_add(l.end).is_some_and(|end| end <= length);
        let Some(layout) = layout.filter(|l| fits(l) && start.is_multiple_of(element_bytes(kind) as usize)) else {
            return self.error(gl::INVALID_OPERATION);
        };
        let mut bytes = buffer.borrow().bytes.to_vec();
        if let Some(out) = bytes.get_mut(start..) {
            self.read_now(&source, rect, format, kind, &layout, out);
        }
        let mut buffer = buffer.borrow_mut();
        buffer.bytes = Arc::new(bytes);
        buffer.greatest.clear();
    }

    /// All pixels of a colour attachment as RGBA bytes, the lowest row first.
    pub(crate) fn read_rgba(&mut self, source: &Attachment, out: &mut [u8]) {
        let Some(info) = source.info() else { return };
        let store = PixelStore {
            alignment: 1,
            ..PixelStore::default()
        };
        let rect = [0, 0, info.width as i32, info.height as i32];
        if let Some(layout) = store.layout(gl::RGBA, gl::UNSIGNED_BYTE, info.width, info.height, 1) {
            self.read_now(source, rect, gl::RGBA, gl::UNSIGNED_BYTE, &layout, out);
        }
    }
}
