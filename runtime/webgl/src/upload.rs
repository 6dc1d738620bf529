//! `texImage*` and `texSubImage*`.

use oracade_gpu::transfer::{self, PixelStore, Region};
use oracade_gpu::{Format, LevelInfo};

use crate::commands::{Args, StreamError};
use crate::context::{Context, div255};
use crate::formats::{element_bytes, pixel_bytes};
use crate::objects::Ref;
use crate::texture::{Level, Texture, face_of, level_bytes, slot_of};
use crate::{gl, limits};

/// Pixels of an image, a canvas, a video or an `ImageData`.
#[derive(Clone, Debug)]
pub struct Source {
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
    /// RGBA bytes, the uppermost row first.
    pub rgba: Vec<u8>,
    /// Colours are multiplied by alpha.
    pub premultiplied: bool,
    /// An `ImageBitmap`'s: texels are what it holds, whatever `UNPACK_FLIP_Y_WEBGL` and `UNPACK_PREMULTIPLY_ALPHA_WEBGL` say.
    pub as_is: bool,
}

/// Texels on their way to a level.
struct Texels {
    bytes: Vec<u8>,
    store: PixelStore,
    /// They are a picture's: RGBA, multiplied by alpha already if they are to be,
    /// and the right way up.
    picture: bool,
}

impl Source {
    /// The bytes as a texture wants them.
    fn into_bytes(mut self, premultiply: bool) -> Vec<u8> {
        if self.premultiplied != premultiply && !self.as_is {
            for px in self.rgba.as_chunks_mut::<4>().0 {
                let alpha = u32::from(px[3]);
                if alpha == 255 {
                    continue;
                }
                for channel in &mut px[..3] {
                    let value = u32::from(*channel);
                    *channel = match (premultiply, alpha) {
                        (true, _) => div255(value * alpha),
                        (false, 0) => 0,
                        (false, _) => ((value * 255 + alpha / 2) / alpha).min(255) as u8,
                    };
                }
            }
        }
        self.rgba
    }

    /// The lowermost row first, for good: what is chosen by rows then counts from below.
    fn flipped(mut self) -> Source {
        let row = self.width as usize * 4;
        self.rgba = self.rgba.chunks_exact(row.max(1)).rev().flatten().copied().collect();
        self
    }

    /// A rectangle of it, or several of a size below one another, whose first rows are `step` apart.
    fn slices(&self, [x, y]: [u32; 2], [width, height, depth]: [u32; 3], step: u32) -> Option<Source> {
        let rows = u64::from(step) * u64::from(depth.saturating_sub(1)) + u64::from(height);
        if x.checked_add(width)? > self.width || u64::from(y) + rows > u64::from(self.height) {
            return None;
        }
        let row = self.width as usize * 4;
        let columns = x as usize * 4..(x as usize + width as usize) * 4;
        let rgba = (0..depth as usize)
            .flat_map(|slice| {
                let first = y as usize + slice * step as usize;
                self.rgba.chunks_exact(row.max(1)).skip(first).take(height as usize)
            })
            .flat_map(|r| &r[columns.clone()])
            .copied()
            .collect();
        Some(Source {
            width,
            height: height.saturating_mul(depth),
            rgba,
            ..*self
        })
    }
}

/// Where texels come from.
enum From<'a> {
    Nothing,
    /// Bytes, and the class of the array they were in.
    Bytes(&'a [u8], u32),
    /// The unpack buffer, from an offset on.
    Buffer(i64),
    Source(Source),
}

/// Arguments of `texImage*` and `texSubImage*`.
struct Call {
    target: u32,
    level: i32,
    at: [i32; 3],
    size: [i32; 3],
    format: u32,
    kind: u32,
    /// 2 or 3.
    dimensions: u32,
}

fn from<'a>(args: &mut Args<'a>) -> Result<From<'a>, StreamError> {
    Ok(match args.u()? {
        1 => {
            let class = args.u()?;
            From::Bytes(args.data()?, class)
        }
        2 => From::Buffer(args.l()?),
        _ => From::Nothing,
    })
}

/// Whether what is skipped, and what is taken then, lie within a row (or an image): as long as is said or, if nothing is, as what is taken
/// (WebGL 2 § 3.7.6).
pub(crate) fn skip_fits(skip: u32, size: u32, length: u32) -> bool {
    let length = if length == 0 { size } else { length };
    skip.checked_add(size).is_some_and(|end| end <= length)
}

/// Whether an array's class goes with a type (WebGL § 5.14.8): classes are in the order of `CLASSES` in shims/js/webgl/commands.js.
pub(crate) fn class_fits(class: u32, kind: u32) -> bool {
    match kind {
        gl::UNSIGNED_BYTE => matches!(class, 1 | 2),
        gl::BYTE => class == 0,
        gl::SHORT => class == 3,
        gl::UNSIGNED_SHORT
        | gl::UNSIGNED_SHORT_5_6_5
        | gl::UNSIGNED_SHORT_4_4_4_4
        | gl::UNSIGNED_SHORT_5_5_5_1
        | gl::HALF_FLOAT
        | gl::HALF_FLOAT_OES => class == 4,
        gl::INT => class == 5,
        gl::UNSIGNED_INT
        | gl::UNSIGNED_INT_5_9_9_9_REV
        | gl::UNSIGNED_INT_2_10_10_10_REV
        | gl::UNSIGNED_INT_10F_11F_11F_REV
        | gl::UNSIGNED_INT_24_8 => class == 6,
        gl::FLOAT => class == 7,
        _ => false,
    }
}

impl Context {
    /// Width and height limits of a level, or the error.
    pub(crate) fn check_size(&self, target: u32, level: i32, size: [i32; 3]) -> Result<(), u32> {
        let most = match target {
            gl::TEXTURE_3D => limits::DEPTH_3D,
            gl::TEXTURE_2D | gl::TEXTURE_2D_ARRAY => limits::TEXTURE_SIZE,
            _ => limits::CUBE_SIZE,
        };
        if level < 0 || level > most.ilog2() as i32 {
            return Err(gl::INVALID_VALUE);
        }
        let deepest = if target == gl::TEXTURE_3D {
            (limits::DEPTH_3D >> level) as i32
        } else {
            limits::DEPTH_3D as i32
        };
        let side = (most >> level) as i32;
        let [width, height, depth] = size;
        if !(0..=side).contains(&width) || !(0..=side).contains(&height) || !(0..=deepest).contains(&depth) {
            return Err(gl::INVALID_VALUE);
        }
        if face_of(target).0 == gl::TEXTURE_CUBE_MAP && width != height {
            return Err(gl::INVALID_VALUE);
        }
        let whole = |v: i32| v == 0 || (v as u32).is_power_of_two();
        if !self.two() && level > 0 && !(whole(width) && whole(height)) {
            return Err(gl::INVALID_VALUE);
        }
        Ok(())
    }

    /// The texture bound to a target of `texImage*`, and the face; records what is wrong.
    pub(crate) fn texture_at(&mut self, target: u32, dimensions: u32) -> Option<(Ref<Texture>, u32)> {
        let (bound_as, face) = face_of(target);
        let fits = match dimensions {
            2 => (bound_as == gl::TEXTURE_2D || bound_as == gl::TEXTURE_CUBE_MAP) && target != gl::TEXTURE_CUBE_MAP,
            _ => matches!(bound_as, gl::TEXTURE_3D | gl::TEXTURE_2D_ARRAY),
        };
        let Some(slot) = slot_of(bound_as, self.two()).filter(|_| fits) else {
            self.error(gl::INVALID_ENUM);
            return None;
        };
        let texture = self.units[self.active_unit].textures[slot].clone();
        if texture.is_none() {
            self.error(gl::INVALID_OPERATION);
        }
        texture.map(|t| (t, face))
    }

    /// A level gets new storage; records what is wrong.
    pub(crate) fn define_level(&mut self, texture: &Ref<Texture>, level: u32, face: u32, value: Level) -> bool {
        let mut inner = texture.borrow_mut();
        let before = inner.level(level, face).map_or(0, |l| level_bytes(&l.info));
        let bytes = level_bytes(&value.info);
        let memory = self.memory.saturating_sub(before).saturating_add(bytes);
        if memory > limits::MEMORY || bytes > oracade_gpu::image::MAX_LEVEL_BYTES / 2 {
            drop(inner);
            self.error(gl::OUT_OF_MEMORY);
            return false;
        }
        self.memory = memory;
        let (image, info) = (inner.image.clone(), value.info);
        self.pending.other(vec![inner.image.clone()], 0, move || {
            // The size is within the limits.
            let _ = image.define(level, face, info);
        });
        inner.set_level(level, face, value);
        true
    }

    pub(crate) fn tex_image_command(&mut self, args: &mut Args<'_>) -> Result<(), StreamError> {
        let [
            target,
            level,
            internal,
            width,
            height,
            depth,
            border,
            format,
            kind,
            dimensions,
        ] = args.array()?;
        let call = Call {
            target,
            level: level as i32,
            at: [0; 3],
            size: [width, height, depth].map(|v| v as i32),
            format,
            kind,
            dimensions,
        };
        let from = from(args)?;
        self.tex_image(&call, internal, border as i32, from);
        Ok(())
    }

    pub(crate) fn tex_sub_image_command(&mut self, args: &mut Args<'_>) -> Result<(), StreamError> {
        let [target, level, x, y, z, width, height, depth, format, kind, dimensions] = args.array()?;
        let call = Call {
            target,
            level: level as i32,
            at: [x, y, z].map(|v| v as i32),
            size: [width, height, depth].map(|v| v as i32),
            format,
            kind,
            dimensions,
        };
        let from = from(args)?;
        self.tex_sub_image(&call, from);
        Ok(())
    }

    /// `texImage*` and `texSubImage*` of a picture. The words are those of the commands without the data's; a size below 0 is the picture's.
    ///
    /// # Errors
    /// When the words are no such command.
    pub fn upload_source(&mut self, words: &[u32], source: Source) -> Result<(), StreamError> {
        let mut reader = crate::commands::Reader::new(words, &[]);
        let Some((op, mut args)) = reader.next()? else { return Ok(()) };
        if self.lost {
            return Ok(());
        }
        let size = |size: [u32; 3]| {
            let [width, height, depth] = size.map(|v| v as i32);
            [
                if width < 0 { source.width as i32 } else { width },
                if height < 0 { source.height as i32 } else { height },
                depth,
            ]
        };
        match op {
            crate::Op::TexImage => {
                let [
                    target,
                    level,
                    internal,
                    width,
                    height,
                    depth,
                    border,
                    format,
                    kind,
                    dimensions,
                ] = args.array()?;
                let call = Call {
                    target,
                    level: level as i32,
                    at: [0; 3],
                    size: size([width, height, depth]),
                    format,
                    kind,
                    dimensions,
                };
                self.tex_image(&call, internal, border as i32, From::Source(source));
            }
            crate::Op::TexSubImage => {
                let [target, level, x, y, z, width, height, depth, format, kind, dimensions] = args.array()?;
                let call = Call {
                    target,
                    level: level as i32,
                    at: [x, y, z].map(|v| v as i32),
                    size: size([width, height, depth]),
                    format,
                    kind,
                    dimensions,
                };
                self.tex_sub_image(&call, From::Source(source));
            }
            op => return Err(StreamError::WrongKind { op }),
        }
        self.note_failure();
        Ok(())
    }

    fn tex_image(&mut self, call: &Call, internal: u32, border: i32, from: From<'_>) {
        let Some((texture, face)) = self.texture_at(call.target, call.dimensions) else {
            return;
        };
        let format = match self.rules().image(internal, call.format, call.kind) {
            Ok(format) => format,
            Err(error) => return self.error(error),
        };
        if let Err(error) = self.check_size(call.target, call.level, call.size) {
            return self.error(error);
        }
        if border != 0 {
            return self.error(gl::INVALID_VALUE);
        }
        if texture.borrow().immutable.is_some() {
            return self.error(gl::INVALID_OPERATION);
        }
        if format.has_depth() && !self.depth_fits(call, &from) {
            return self.error(gl::INVALID_OPERATION);
        }
        let [width, height, depth] = call.size.map(|v| v as u32);
        let level = Level {
            info: LevelInfo {
                format,
                width,
                height,
                depth: if call.dimensions == 2 { 1 } else { depth },
                samples: 1,
            },
            unsized_as: (crate::formats::sized(internal).is_none()).then_some((call.format, call.kind)),
        };
        let Some(data) = self.texels(call, from) else { return };
        if self.define_level(&texture, call.level as u32, face, level)
            && let Some(data) = data
        {
            self.write_texels(&texture, call, face, format, data);
        }
    }

    /// Depth textures: none of three dimensions, and in WebGL 1 only whole and empty ones.
    fn depth_fits(&self, call: &Call, from: &From<'_>) -> bool {
        if self.two() {
            return call.target != gl::TEXTURE_3D;
        }
        call.target == gl::TEXTURE_2D && call.level == 0 && matches!(from, From::Nothing)
    }

    fn tex_sub_image(&mut self, call: &Call, from: From<'_>) {
        let Some((texture, face)) = self.texture_at(call.target, call.dimensions) else {
            return;
        };
        if let Err(error) = self.check_size(call.target, call.level, [0; 3]) {
            return self.error(error);
        }
        if let Err(error) = self.rules().check_names(call.format, call.kind) {
            return self.error(error);
        }
        if call.size.iter().any(|v| *v < 0) || call.at.iter().any(|v| *v < 0) {
            return self.error(gl::INVALID_VALUE);
        }
        let Some(level) = texture.borrow().level(call.level as u32, face).copied() else {
            return self.error(gl::INVALID_OPERATION);
        };
        let info = level.info;
        let depth = if call.dimensions == 2 { 1 } else { info.depth };
        let fits = [info.width, info.height, depth]
            .iter()
            .zip(call.at.iter().zip(call.size))
            .all(|(most, (at, size))| i64::from(*at) + i64::from(size) <= i64::from(*most));
        if !fits {
            return self.error(gl::INVALID_VALUE);
        }
        if let Err(error) = self.rules().sub_image(info.format, level.unsized_as, call.format, call.kind) {
            return self.error(error);
        }
        if info.format.has_depth() && !self.two() {
            return self.error(gl::INVALID_OPERATION);
        }
        if matches!(from, From::Nothing) {
            return self.error(gl::INVALID_VALUE);
        }
        let Some(Some(data)) = self.texels(call, from) else { return };
        self.write_texels(&texture, call, face, info.format, data);
    }

    /// The bytes of texels and how they lie. `None`: an error was recorded; `Some(None)`: there are no data.
    fn texels(&mut self, call: &Call, from: From<'_>) -> Option<Option<Texels>> {
        let unpack = self.state.unpack;
        let mut store = PixelStore {
            alignment: unpack.alignment,
            row_length: unpack.row_length,
            image_height: unpack.image_height,
            skip_pixels: unpack.skip_pixels,
            skip_rows: unpack.skip_rows,
            skip_images: unpack.skip_images,
        };
        if call.dimensions == 2 {
            (store.image_height, store.skip_images) = (0, 0);
        }
        let plain = |bytes: &[u8]| Texels {
            bytes: bytes.to_vec(),
            store,
            picture: false,
        };
        let bound = self.bound.pixel_unpack.clone();
        let [width, height, depth] = call.size.map(|v| v as u32);
        let apart = matches!(from, From::Bytes(..) | From::Buffer(_))
            && !(skip_fits(store.skip_pixels, width, store.row_length)
                && (call.dimensions == 2 || skip_fits(store.skip_rows, height, store.image_height)));
        if apart {
            self.error(gl::INVALID_OPERATION);
            return None;
        }
        let end = store
            .layout(call.format, call.kind, width, height, depth)
            .map(|layout| layout.end);
        match (from, bound) {
            (From::Nothing, None) => return Some(None),
            (From::Bytes(bytes, class), None) => {
                // Arrays of three dimensions are neither turned nor multiplied (WebGL 2, section 3.7.6).
                let changes = call.dimensions == 3 && (self.state.flip_y || self.state.premultiply);
                if changes || !class_fits(class, call.kind) || end.is_none_or(|end| end > bytes.len()) {
                    self.error(gl::INVALID_OPERATION);
                    return None;
                }
                return Some(Some(plain(bytes)));
            }
            (From::Buffer(offset), Some(buffer)) => {
                let bytes = buffer.borrow().bytes.clone();
                let start = usize::try_from(offset).ok();
                let slice = start.and_then(|start| bytes.get(start..));
                if start.is_none() {
                    self.error(gl::INVALID_VALUE);
                } else if self.state.flip_y
                    || self.state.premultiply
                    || offset % i64::from(element_bytes(call.kind)) != 0
                    || end.is_none()
                    || slice.is_none_or(|slice| end.is_some_and(|end| end > slice.len()))
                {
                    self.error(gl::INVALID_OPERATION);
                } else {
                    return Some(slice.map(plain));
                }
            }
            (From::Source(source), None) => {
                // A picture is its own layout; a part of it is taken if a size is given.
                let at = [store.skip_pixels, store.skip_rows];
                let turned = if self.state.flip_y && !source.as_is {
                    source.flipped()
                } else {
                    source
                };
                let whole = (turned.width, turned.height) == (width, height.saturating_mul(depth)) && at == [0, 0];
                let step = if store.image_height == 0 { height } else { store.image_height };
                let part = if whole && step == height {
                    Some(turned)
                } else {
                    turned.slices(at, call.size.map(|v| v as u32), step)
                };
                let Some(part) = part else {
                    self.error(gl::INVALID_VALUE);
                    return None;
                };
                return Some(Some(Texels {
                    bytes: part.into_bytes(self.state.premultiply),
                    store: PixelStore {
                        alignment: 1,
                        ..PixelStore::default()
                    },
                    picture: true,
                }));
            }
            _ => self.error(gl::INVALID_OPERATION),
        }
        None
    }

    fn write_texels(&mut self, texture: &Ref<Texture>, call: &Call, face: u32, format: Format, data: Texels) {
        let Texels { bytes, store, picture } = data;
        let [width, height, depth] = call.size.map(|v| v as u32);
        let [x, y, z] = call.at.map(|v| v as u32);
        let (data_format, kind) = match (picture, format.is_integer()) {
            (false, _) => (call.format, call.kind),
            (true, false) => (gl::RGBA, gl::UNSIGNED_BYTE),
            (true, true) => (gl::RGBA_INTEGER, gl::UNSIGNED_BYTE),
        };
        debug_assert!(pixel_bytes(data_format, kind).is_some());
        let Some(layout) = store.layout(data_format, kind, width, height, depth) else {
            return;
        };
        let region = Region {
            x,
            y,
            z: if call.dimensions == 2 { face } else { z },
            width,
            height,
            depth,
        };
        let flip_y = self.state.flip_y && !picture;
        let premultiply = self.state.premultiply && !picture;
        let image = texture.borrow().image.clone();
        let (level, size) = (call.level as u32, bytes.len());
        self.pending.other(vec![image.clone()], size, move || {
            let source = transfer::Source {
                data: &bytes,
                format: data_format,
                ty: kind,
                layout,
                flip_y,
                premultiply,
            };
            transfer::upload(&image, level, region, &source);
        });
    }
}
