//! Textures: parameters, fixed storage, mipmaps, copies from framebuffers.

use oracade_gpu::copy;
use oracade_gpu::format::{Channels, Kind};
use oracade_gpu::state::Rect;
use oracade_gpu::{Attachment, Format, LevelInfo};

use crate::context::Context;
use crate::extensions::Extension;
use crate::formats::sized;
use crate::sampling::{Allowed, Value};
use crate::texture::{Level, face_of, slot_of};
use crate::{gl, limits};

impl Context {
    pub(crate) fn allowed_sampling(&self) -> Allowed {
        Allowed {
            two: self.two(),
            anisotropy: self.enabled.has(Extension::ExtTextureFilterAnisotropic),
        }
    }

    pub(crate) fn tex_parameter(&mut self, target: u32, parameter: u32, value: Value) {
        let Some(slot) = slot_of(target, self.two()) else {
            return self.error(gl::INVALID_ENUM);
        };
        let Some(texture) = self.units[self.active_unit].textures[slot].clone() else {
            return self.error(gl::INVALID_OPERATION);
        };
        let two = self.two();
        let mut texture = texture.borrow_mut();
        if two && matches!(parameter, gl::TEXTURE_BASE_LEVEL | gl::TEXTURE_MAX_LEVEL) {
            let Ok(level) = u32::try_from(value.int()) else {
                return self.error(gl::INVALID_VALUE);
            };
            if parameter == gl::TEXTURE_BASE_LEVEL {
                texture.base_level = level;
            } else {
                texture.max_level = level;
            }
            return;
        }
        match texture.sampling.set(parameter, value, self.allowed_sampling()) {
            Some(Ok(())) => {}
            Some(Err(error)) => self.error(error),
            None => self.error(gl::INVALID_ENUM),
        }
    }

    pub(crate) fn sampler_parameter(&mut self, name: u32, parameter: u32, value: Value) {
        let Some(sampler) = self.samplers.get(name).cloned() else {
            return self.error(gl::INVALID_OPERATION);
        };
        let set = sampler.borrow_mut().sampling.set(parameter, value, self.allowed_sampling());
        match set {
            Some(Ok(())) => {}
            Some(Err(error)) => self.error(error),
            None => self.error(gl::INVALID_ENUM),
        }
    }

    pub(crate) fn tex_storage(&mut self, target: u32, levels: i32, internal: u32, size: [i32; 3], dimensions: u32) {
        let fits = match dimensions {
            2 => matches!(target, gl::TEXTURE_2D | gl::TEXTURE_CUBE_MAP),
            _ => matches!(target, gl::TEXTURE_3D | gl::TEXTURE_2D_ARRAY),
        };
        let Some(slot) = slot_of(target, self.two()).filter(|_| fits) else {
            return self.error(gl::INVALID_ENUM);
        };
        let Some(texture) = self.units[self.active_unit].textures[slot].clone() else {
            return self.error(gl::INVALID_OPERATION);
        };
        let format = match sized(internal) {
            Some(_) => Format::from_gl(internal),
            None => None,
        };
        let Some(format) = format else {
            return self.error(gl::INVALID_ENUM);
        };
        let [width, height, depth] = size;
        if levels < 1 || width < 1 || height < 1 || depth < 1 {
            return self.error(gl::INVALID_VALUE);
        }
        if let Err(error) = self.check_size(target, 0, size) {
            return self.error(error);
        }
        let longest = width.max(height).max(if target == gl::TEXTURE_3D { depth } else { 1 });
        if levels > longest.ilog2() as i32 + 1
            || texture.borrow().immutable.is_some()
            || (target == gl::TEXTURE_3D && format.has_depth())
        {
            return self.error(gl::INVALID_OPERATION);
        }
        let faces = texture.borrow().faces();
        for level in 0..levels as u32 {
            let half = |v: i32| (v as u32 >> level).max(1);
            let info = LevelInfo {
                format,
                width: half(width),
                height: half(height),
                depth: if target == gl::TEXTURE_3D { half(depth) } else { depth as u32 },
                samples: 1,
            };
            for face in 0..faces {
                let level_info = Level { info, unsized_as: None };
                if !self.define_level(&texture, level, face, level_info) {
                    return;
                }
            }
        }
        texture.borrow_mut().immutable = Some(levels as u32);
    }

    pub(crate) fn generate_mipmap(&mut self, target: u32) {
        let Some(slot) = slot_of(target, self.two()) else {
            return self.error(gl::INVALID_ENUM);
        };
        let Some(texture) = self.units[self.active_unit].textures[slot].clone() else {
            return self.error(gl::INVALID_OPERATION);
        };
        let (base, max, first, faces) = {
            let texture = texture.borrow();
            let (base, max) = texture.range();
            (base, max, texture.level(base, 0).copied(), texture.faces())
        };
        let Some(first) = first else {
            return self.error(gl::INVALID_OPERATION);
        };
        let info = first.info;
        let square = (0..faces).all(|face| texture.borrow().level(base, face).is_some_and(|l| l.info == info));
        let whole = self.two() || (info.width.is_power_of_two() && info.height.is_power_of_two());
        if !square
            || !whole
            || (faces == 6 && info.width != info.height)
            || !self.rules().mipmaps(info.format, first.unsized_as.is_none())
        {
            return self.error(gl::INVALID_OPERATION);
        }
        if info.width == 0 || info.height == 0 || info.depth == 0 {
            return self.error(gl::INVALID_OPERATION);
        }
        let deep = target == gl::TEXTURE_3D;
        let longest = info.width.max(info.height).max(if deep { info.depth } else { 1 });
        let last = (base + longest.ilog2()).min(max);
        for level in base + 1..=last {
            let half = |v: u32| (v >> (level - base)).max(1);
            let info = LevelInfo {
                width: half(info.width),
                height: half(info.height),
                depth: if deep { half(info.depth) } else { info.depth },
                ..info
            };
            for face in 0..faces {
                let same = texture
                    .borrow()
                    .level(level, face)
                    .is_some_and(|l| l.info == info && l.unsized_as == first.unsized_as);
                if !same && !self.define_level(&texture, level, face, Level { info, ..first }) {
                    return;
                }
            }
        }
        let image = texture.borrow().image.clone();
        self.pending
            .other(vec![image.clone()], 0, move || copy::generate_mipmap(&image, base, last));
    }

    // -------------------------------------------------------------------------------------------- copies from framebuffers

    /// What `copyTex*` and `readPixels` read; records what is wrong.
    pub(crate) fn read_source(&mut self) -> Option<(Attachment, LevelInfo)> {
        let Some(framebuffer) = self.read_framebuffer.clone() else {
            if self.default_read == gl::NONE {
                self.error(gl::INVALID_OPERATION);
                return None;
            }
            self.use_back();
            let attachment = Attachment::of(&self.back.color);
            let info = attachment.info()?;
            // It has several samples, but is read as if it had one.
            return Some((attachment, LevelInfo { samples: 1, ..info }));
        };
        let framebuffer = framebuffer.borrow();
        if framebuffer.status(self.rules()) != gl::FRAMEBUFFER_COMPLETE {
            self.error(gl::INVALID_FRAMEBUFFER_OPERATION);
            return None;
        }
        let found = framebuffer.read().and_then(|a| Some((a.device(), a.info()?)));
        match found {
            Some((_, info)) if info.samples > 1 => self.error(gl::INVALID_OPERATION),
            Some(found) => return Some(found),
            None => self.error(gl::INVALID_OPERATION),
        }
        None
    }

    /// An attachment that can be read: one with a sample a pixel.
    pub(crate) fn single_sampled(&mut self, attachment: &Attachment) -> Attachment {
        let Some(info) = attachment.info().filter(|i| i.samples > 1) else {
            return attachment.clone();
        };
        let image = oracade_gpu::Image::new(oracade_gpu::ImageKind::D2);
        let _ = image.define(0, 0, LevelInfo { samples: 1, ..info });
        let single = Attachment::of(&image);
        let (from, to) = (attachment.clone(), single.clone());
        let images = vec![from.image.clone(), image];
        self.pending.other(images, 0, move || copy::resolve(&from, &to));
        single
    }

    /// The format of a texture that `copyTexImage2D` makes of a source.
    fn copy_format(&self, internal: u32, from: Format) -> Result<Format, u32> {
        let is_unsized = matches!(internal, gl::RGBA | gl::RGB | gl::LUMINANCE | gl::LUMINANCE_ALPHA | gl::ALPHA);
        let to = if is_unsized {
            Format::of_unsized(internal, gl::UNSIGNED_BYTE)
        } else if self.two() && sized(internal).is_some() {
            Format::from_gl(internal)
        } else {
            None
        };
        let Some(to) = to else { return Err(gl::INVALID_ENUM) };
        // Channels the source does not have cannot come from it.
        let has = |format: Format| match format.channels() {
            Channels::R | Channels::L => [true, false, false, false],
            Channels::Rg => [true, true, false, false],
            Channels::Rgb => [true, true, true, false],
            Channels::Rgba => [true; 4],
            Channels::La => [true, false, false, true],
            Channels::A => [false, false, false, true],
            Channels::Depth => [false; 4],
        };
        let missing = has(to).iter().zip(has(from)).any(|(to, from)| *to && !from);
        let differ = to.kind() != from.kind() || to.kind() == Kind::Depth || (to.is_srgb() != from.is_srgb() && !is_unsized);
        if missing || differ || (is_unsized && from.is_integer()) {
            return Err(gl::INVALID_OPERATION);
        }
        // Fixed-point stays fixed-point, floats stay floats.
        let float = |f: Format| crate::formats::component_type(f) == gl::FLOAT;
        if float(to) != float(from) && !(is_unsized && float(from)) {
            return Err(gl::INVALID_OPERATION);
        }
        if is_unsized && float(from) {
            return Format::of_unsized(internal, if from.bits()[0] == 32 { gl::FLOAT } else { gl::HALF_FLOAT })
                .ok_or(gl::INVALID_OPERATION);
        }
        Ok(to)
    }

    pub(crate) fn copy_tex_image(&mut self, target: u32, level: i32, internal: u32, rect: [i32; 4], border: i32) {
        let Some((texture, face)) = self.texture_at(target, 2) else {
            return;
        };
        let [x, y, width, height] = rect;
        if !crate::formats::known_copy(internal) {
            return self.error(gl::INVALID_ENUM);
        }
        if let Err(error) = self.check_size(target, level, [width, height, 1]) {
            return self.error(error);
        }
        if border != 0 {
            return self.error(gl::INVALID_VALUE);
        }
        let Some((source, from)) = self.read_source() else { return };
        let format = match self.copy_format(internal, from.format) {
            Ok(format) => format,
            Err(error) => return self.error(error),
        };
        if texture.borrow().immutable.is_some() || self.reads_itself(&source, &texture, level as u32, face) {
            return self.error(gl::INVALID_OPERATION);
        }
        let kind = if sized(internal).is_none() {
            Some((internal, gl::UNSIGNED_BYTE))
        } else {
            None
        };
        let value = Level {
            info: LevelInfo {
                format,
                width: width as u32,
                height: height as u32,
                depth: 1,
                samples: 1,
            },
            unsized_as: kind,
        };
        if self.define_level(&texture, level as u32, face, value) {
            self.copy_to(&source, [x, y, width, height], &texture, level as u32, face, [0, 0]);
        }
    }

    pub(crate) fn copy_tex_sub_image(&mut self, target: u32, level: i32, at: [i32; 3], rect: [i32; 4]) {
        let dimensions = if matches!(face_of(target).0, gl::TEXTURE_3D | gl::TEXTURE_2D_ARRAY) {
            3
        } else {
            2
        };
        let Some((texture, face)) = self.texture_at(target, dimensions) else {
            return;
        };
        if let Err(error) = self.check_size(target, level, [0; 3]) {
            return self.error(error);
        }
        let [_, _, width, height] = rect;
        if width < 0 || height < 0 || at.iter().any(|v| *v < 0) {
            return self.error(gl::INVALID_VALUE);
        }
        let Some(info) = texture.borrow().level(level as u32, face).map(|l| l.info) else {
            return self.error(gl::INVALID_OPERATION);
        };
        let inside = |at: i32, size: i32, most: u32| i64::from(at) + i64::from(size) <= i64::from(most);
        if !inside(at[0], width, info.width)
            || !inside(at[1], height, info.height)
            || (dimensions == 3 && at[2] as u32 >= info.depth)
        {
            return self.error(gl::INVALID_VALUE);
        }
        let Some((source, from)) = self.read_source() else { return };
        let internal = info.format.gl();
        let unsized_as = texture.borrow().level(level as u32, face).and_then(|l| l.unsized_as);
        if let Err(error) = self.copy_format(unsized_as.map_or(internal, |u| u.0), from.format) {
            return self.error(if error == gl::INVALID_ENUM {
                gl::INVALID_OPERATION
            } else {
                error
            });
        }
        let layer = if dimensions == 3 { at[2] as u32 } else { face };
        if self.reads_itself(&source, &texture, level as u32, layer) {
            return self.error(gl::INVALID_OPERATION);
        }
        self.copy_to(&source, rect, &texture, level as u32, layer, [at[0] as u32, at[1] as u32]);
    }

    fn reads_itself(
        &self,
        source: &Attachment,
        texture: &crate::objects::Ref<crate::texture::Texture>,
        level: u32,
        layer: u32,
    ) -> bool {
        source.image == texture.borrow().image && source.level == level && source.layer == layer
    }

    fn copy_to(
        &mut self,
        source: &Attachment,
        [x, y, width, height]: [i32; 4],
        texture: &crate::objects::Ref<crate::texture::Texture>,
        level: u32,
        layer: u32,
        at: [u32; 2],
    ) {
        let source = self.single_sampled(source);
        let target = Attachment {
            image: texture.borrow().image.clone(),
            level,
            layer,
        };
        let rect = Rect {
            x,
            y,
            width: width as u32,
            height: height as u32,
        };
        let images = vec![source.image.clone(), target.image.clone()];
        self.pending.other(images, 0, move || {
            // WebGL § 6.8 of OpenGL ES 3: what lies outside of the framebuffer is left as it was.
            copy::copy_texels(&source, rect, &target, at[0], at[1]);
        });
    }
}

const _: () = assert!(limits::CUBE_SIZE <= limits::TEXTURE_SIZE);
