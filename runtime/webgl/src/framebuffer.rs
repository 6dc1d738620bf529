//! Framebuffers and renderbuffers.

use oracade_gpu::{Attachment, Format, Image, ImageKind, LevelInfo};

use crate::formats::Rules;
use crate::gl;
use crate::limits::DRAW_BUFFERS;
use crate::objects::Ref;
use crate::texture::Texture;

/// A renderbuffer.
pub(crate) struct Renderbuffer {
    pub(crate) name: u32,
    pub(crate) bound: bool,
    pub(crate) image: Image,
    pub(crate) info: Option<LevelInfo>,
    /// As the page named it.
    pub(crate) internal: u32,
}

impl Renderbuffer {
    pub(crate) fn new(name: u32) -> Self {
        Self {
            name,
            bound: false,
            image: Image::new(ImageKind::D2),
            info: None,
            internal: gl::RGBA4,
        }
    }
}

/// What is attached.
#[derive(Clone)]
pub(crate) enum Attached {
    Renderbuffer(Ref<Renderbuffer>),
    Texture {
        texture: Ref<Texture>,
        level: u32,
        /// Face of a cube, layer or slice.
        layer: u32,
    },
}

impl Attached {
    pub(crate) fn info(&self) -> Option<LevelInfo> {
        match self {
            Attached::Renderbuffer(renderbuffer) => renderbuffer.borrow().info,
            Attached::Texture { texture, level, layer } => {
                let texture = texture.borrow();
                let face = if texture.faces() == 6 { *layer } else { 0 };
                texture.level(*level, face).map(|l| l.info)
            }
        }
    }

    pub(crate) fn device(&self) -> Attachment {
        match self {
            Attached::Renderbuffer(renderbuffer) => Attachment::of(&renderbuffer.borrow().image),
            Attached::Texture { texture, level, layer } => Attachment {
                image: texture.borrow().image.clone(),
                level: *level,
                layer: *layer,
            },
        }
    }

    fn same(&self, other: &Attached) -> bool {
        self.device() == other.device()
    }

    /// Whether a texture's level is in the range that sampling uses, as ES 3.0 § 4.4.4.1 asks.
    fn level_fits(&self, rules: Rules) -> bool {
        let Attached::Texture { texture, level, layer } = self else {
            return true;
        };
        let texture = texture.borrow();
        if rules.version == crate::Version::One || texture.immutable.is_some() {
            return true;
        }
        let depth = texture
            .level(*level, if texture.faces() == 6 { *layer } else { 0 })
            .map_or(0, |l| l.info.depth);
        if texture.faces() == 1 && *layer >= depth {
            return false;
        }
        let (base, max) = texture.range();
        if *level == base {
            return true;
        }
        *level >= base && *level <= max && texture.chain().is_some()
    }
}

/// The attachment points: colours, depth, stencil, and (in WebGL 1) both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Point {
    Color(usize),
    Depth,
    Stencil,
    DepthStencil,
}

/// A framebuffer.
pub(crate) struct Framebuffer {
    pub(crate) name: u32,
    pub(crate) bound: bool,
    pub(crate) color: [Option<Attached>; DRAW_BUFFERS],
    pub(crate) depth: Option<Attached>,
    pub(crate) stencil: Option<Attached>,
    /// WebGL 1 keeps it apart.
    pub(crate) depth_stencil: Option<Attached>,
    pub(crate) draw_buffers: [u32; DRAW_BUFFERS],
    pub(crate) read_buffer: u32,
}

impl Framebuffer {
    pub(crate) fn new(name: u32) -> Self {
        let mut draw_buffers = [gl::NONE; DRAW_BUFFERS];
        draw_buffers[0] = gl::COLOR_ATTACHMENT0;
        Self {
            name,
            bound: false,
            color: Default::default(),
            depth: None,
            stencil: None,
            depth_stencil: None,
            draw_buffers,
            read_buffer: gl::COLOR_ATTACHMENT0,
        }
    }

    /// The slots of a point.
    pub(crate) fn slots(&mut self, point: Point, two: bool) -> Vec<&mut Option<Attached>> {
        match point {
            Point::Color(index) => vec![&mut self.color[index]],
            Point::Depth => vec![&mut self.depth],
            Point::Stencil => vec![&mut self.stencil],
            Point::DepthStencil if two => vec![&mut self.depth, &mut self.stencil],
            Point::DepthStencil => vec![&mut self.depth_stencil],
        }
    }

    pub(crate) fn get(&self, point: Point) -> Option<&Attached> {
        match point {
            Point::Color(index) => self.color[index].as_ref(),
            Point::Depth => self.depth.as_ref(),
            Point::Stencil => self.stencil.as_ref(),
            Point::DepthStencil => self.depth_stencil.as_ref(),
        }
    }

    pub(crate) fn depth_attachment(&self) -> Option<&Attached> {
        self.depth.as_ref().or(self.depth_stencil.as_ref())
    }

    pub(crate) fn stencil_attachment(&self) -> Option<&Attached> {
        self.stencil.as_ref().or(self.depth_stencil.as_ref())
    }

    fn all(&self) -> impl Iterator<Item = &Attached> {
        self.color
            .iter()
            .flatten()
            .chain(&self.depth)
            .chain(&self.stencil)
            .chain(&self.depth_stencil)
    }

    /// Detaches an object that is deleted.
    pub(crate) fn forget(&mut self, gone: impl Fn(&Attached) -> bool) {
        let rest = [&mut self.depth, &mut self.stencil, &mut self.depth_stencil];
        for slot in self.color.iter_mut().chain(rest) {
            if slot.as_ref().is_some_and(&gone) {
                *slot = None;
            }
        }
    }

    /// `checkFramebufferStatus`.
    pub(crate) fn status(&self, rules: Rules) -> u32 {
        let two = rules.version == crate::Version::Two;
        // WebGL 1 § 6.8: only one of the three may be used.
        let depths = [&self.depth, &self.stencil, &self.depth_stencil];
        if !two && depths.iter().filter(|slot| slot.is_some()).count() > 1 {
            return gl::FRAMEBUFFER_UNSUPPORTED;
        }
        let mut size = None;
        let mut samples = None;
        let mut any = false;
        let check = |attached: &Attached, fits: &dyn Fn(Format) -> bool, internal: Option<u32>| -> Option<LevelInfo> {
            let info = attached.info()?;
            let named = match (attached, internal) {
                (Attached::Renderbuffer(r), Some(internal)) => r.borrow().internal == internal,
                _ => true,
            };
            (info.width > 0 && info.height > 0 && fits(info.format) && named && attached.level_fits(rules)).then_some(info)
        };
        let color = |format: Format| rules.color_renderable(format);
        let depth = |format: Format| format.has_depth() && (two || !format.has_stencil());
        let stencil = |format: Format| format.has_stencil() && (two || !format.has_depth());
        let both = |format: Format| format.has_depth() && format.has_stencil();
        // What is attached, which formats may be, and the internal format a renderbuffer must have been given.
        type Needed<'a> = (&'a Attached, &'a dyn Fn(Format) -> bool, Option<u32>);
        let mut points: Vec<Needed<'_>> = Vec::new();
        for attached in self.color.iter().flatten() {
            points.push((attached, &color, None));
        }
        if let Some(attached) = &self.depth {
            points.push((attached, &depth, None));
        }
        if let Some(attached) = &self.stencil {
            points.push((attached, &stencil, None));
        }
        if let Some(attached) = &self.depth_stencil {
            points.push((attached, &both, (!two).then_some(gl::DEPTH_STENCIL)));
        }
        for (attached, fits, internal) in points {
            any = true;
            let Some(info) = check(attached, fits, internal) else {
                return gl::FRAMEBUFFER_INCOMPLETE_ATTACHMENT;
            };
            if *size.get_or_insert((info.width, info.height)) != (info.width, info.height) {
                return gl::FRAMEBUFFER_INCOMPLETE_DIMENSIONS;
            }
            if *samples.get_or_insert(info.samples) != info.samples {
                return gl::FRAMEBUFFER_INCOMPLETE_MULTISAMPLE;
            }
        }
        if !any {
            return gl::FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT;
        }
        if let (true, Some(depth), Some(stencil)) = (two, &self.depth, &self.stencil)
            && !depth.same(stencil)
        {
            return gl::FRAMEBUFFER_UNSUPPORTED;
        }
        // One image at two colour points.
        let colors: Vec<&Attached> = self.color.iter().flatten().collect();
        for (index, attached) in colors.iter().enumerate() {
            if colors[..index].iter().any(|other| other.same(attached)) {
                return gl::FRAMEBUFFER_UNSUPPORTED;
            }
        }
        gl::FRAMEBUFFER_COMPLETE
    }

    /// Width, height and samples of a complete framebuffer.
    pub(crate) fn size(&self) -> (u32, u32, u32) {
        self.all()
            .find_map(Attached::info)
            .map_or((0, 0, 0), |info| (info.width, info.height, info.samples))
    }

    /// What draws go to.
    pub(crate) fn device(&self) -> oracade_gpu::Framebuffer {
        let mut out = oracade_gpu::Framebuffer::default();
        for (index, slot) in out.colour.iter_mut().enumerate() {
            if self.draw_buffers[index] != gl::NONE {
                *slot = self.color[index].as_ref().map(Attached::device);
            }
        }
        out.depth = self.depth_attachment().map(Attached::device);
        out.stencil = self.stencil_attachment().map(Attached::device);
        out
    }

    /// What is read from.
    pub(crate) fn read(&self) -> Option<&Attached> {
        if self.read_buffer == gl::NONE {
            return None;
        }
        self.color.get((self.read_buffer - gl::COLOR_ATTACHMENT0) as usize)?.as_ref()
    }
}
