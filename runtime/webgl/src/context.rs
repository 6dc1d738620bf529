//! A context: objects, bindings, state, errors, and its drawing buffer.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use oracade_glsl::Cache;
use oracade_gpu::clear::ClearColour;
use oracade_gpu::{Attachment, DeviceOptions, Format, Image, ImageKind, LevelInfo};

use crate::answer::Answer;
use crate::commands::{Kind, Op, Reader, StreamError};
use crate::extensions::Enabled;
use crate::formats::Rules;
use crate::framebuffer::{Framebuffer, Renderbuffer};
use crate::objects::{Buffer, Query, Range, Ref, Sync, Table, TransformFeedback, VertexArray};
use crate::pending::{ClearTo, Pending, Work};
use crate::program::{Executable, Program, Shader};
use crate::sampling::SamplerObject;
use crate::state::State;
use crate::texture::Texture;
use crate::{Version, gl, limits};

/// What a context was asked for, as far as Rust has to know.
#[derive(Clone, Copy, Debug)]
pub struct Attributes {
    /// The drawing buffer has alpha.
    pub alpha: bool,
    /// It has depth.
    pub depth: bool,
    /// It has stencil.
    pub stencil: bool,
    /// It has four samples a pixel.
    pub antialias: bool,
    /// Its colours are multiplied by alpha.
    pub premultiplied_alpha: bool,
    /// It is not cleared after it has been shown.
    pub preserve: bool,
}

impl Default for Attributes {
    fn default() -> Self {
        Self {
            alpha: true,
            depth: true,
            stencil: false,
            antialias: true,
            premultiplied_alpha: true,
            preserve: false,
        }
    }
}

/// Pixels of the drawing buffer: premultiplied RGBA, the uppermost row first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
    /// Bytes.
    pub rgba: Vec<u8>,
}

/// One of the two drawing buffers: that which is drawn to, and that which was shown.
pub(crate) struct Buffers {
    pub(crate) color: Image,
    pub(crate) depth: Option<Image>,
}

/// A texture unit: what is bound to its targets (see `texture::slot_of`), and a sampler.
#[derive(Default, Clone)]
pub(crate) struct Unit {
    pub(crate) textures: [Option<Ref<Texture>>; 4],
    pub(crate) sampler: Option<Ref<SamplerObject>>,
}

/// The buffer bindings that belong to no other object.
#[derive(Default)]
pub(crate) struct BufferBindings {
    pub(crate) array: Option<Ref<Buffer>>,
    pub(crate) copy_read: Option<Ref<Buffer>>,
    pub(crate) copy_write: Option<Ref<Buffer>>,
    pub(crate) pixel_pack: Option<Ref<Buffer>>,
    pub(crate) pixel_unpack: Option<Ref<Buffer>>,
    pub(crate) uniform: Option<Ref<Buffer>>,
    pub(crate) feedback: Option<Ref<Buffer>>,
    pub(crate) uniforms: Vec<Range>,
}

/// A context of WebGL 1 or 2.
pub struct Context {
    pub(crate) version: Version,
    pub(crate) attributes: Attributes,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) enabled: Enabled,
    pub(crate) cache: Arc<Cache>,
    pub(crate) state: State,
    errors: Vec<u32>,
    pub(crate) lost: bool,
    pub(crate) links: u32,
    /// Bytes of buffers and images, written or not.
    pub(crate) memory: u64,

    pub(crate) buffers: Table<Buffer>,
    pub(crate) framebuffers: Table<Framebuffer>,
    pub(crate) programs: Table<Program>,
    pub(crate) queries: Table<Query>,
    pub(crate) renderbuffers: Table<Renderbuffer>,
    pub(crate) samplers: Table<SamplerObject>,
    pub(crate) shaders: Table<Shader>,
    pub(crate) syncs: Table<Sync>,
    pub(crate) textures: Table<Texture>,
    pub(crate) feedbacks: Table<TransformFeedback>,
    pub(crate) vertex_arrays: Table<VertexArray>,

    pub(crate) bound: BufferBindings,
    pub(crate) vertex_array: Ref<VertexArray>,
    pub(crate) default_vertex_array: Ref<VertexArray>,
    pub(crate) feedback: Ref<TransformFeedback>,
    pub(crate) default_feedback: Ref<TransformFeedback>,
    pub(crate) units: Vec<Unit>,
    pub(crate) active_unit: usize,
    pub(crate) draw_framebuffer: Option<Ref<Framebuffer>>,
    pub(crate) read_framebuffer: Option<Ref<Framebuffer>>,
    pub(crate) renderbuffer: Option<Ref<Renderbuffer>>,
    pub(crate) current: Option<Ref<Program>>,
    pub(crate) executable: Option<Rc<Executable>>,
    /// Active queries: samples (of both kinds), primitives.
    pub(crate) active_queries: [Option<Ref<Query>>; 2],

    pub(crate) back: Buffers,
    front: Option<Buffers>,
    /// The drawing buffer has been shown and is to be cleared before it is used again.
    shown: bool,
    /// It has been cleared for that and nothing has been drawn since: the canvas still shows the front buffer.
    blank: bool,
    /// `drawBuffers` and `readBuffer` of the drawing buffer.
    pub(crate) default_draw: u32,
    pub(crate) default_read: u32,
    pub(crate) pending: Pending,
    /// Counts what changes the drawing buffer.
    changes: u64,
}

fn buffers(attributes: &Attributes, width: u32, height: u32) -> Buffers {
    let info = |format| LevelInfo {
        format,
        width,
        height,
        depth: 1,
        samples: if attributes.antialias { limits::SAMPLES } else { 1 },
    };
    let image = |format| {
        let image = Image::new(ImageKind::D2);
        // Sizes are within the limits.
        let _ = image.define(0, 0, info(format));
        image
    };
    Buffers {
        color: image(if attributes.alpha { Format::Rgba8 } else { Format::Rgb8 }),
        depth: match (attributes.depth, attributes.stencil) {
            (_, true) => Some(image(Format::Depth24Stencil8)),
            (true, false) => Some(image(Format::Depth24)),
            (false, false) => None,
        },
    }
}

impl Context {
    /// A context whose drawing buffer has a size (not more than a texture may have).
    pub fn new(
        version: Version,
        attributes: Attributes,
        width: u32,
        height: u32,
        cache: Arc<Cache>,
        options: DeviceOptions,
    ) -> Self {
        let (width, height) = (width.clamp(1, limits::TEXTURE_SIZE), height.clamp(1, limits::TEXTURE_SIZE));
        let vertex_array = Rc::new(RefCell::new(VertexArray::default()));
        let feedback = Rc::new(RefCell::new(TransformFeedback::default()));
        let back = buffers(&attributes, width, height);
        let mut context = Self {
            version,
            attributes,
            width,
            height,
            enabled: Enabled::default(),
            cache,
            state: State::new(width as i32, height as i32),
            errors: Vec::new(),
            lost: false,
            links: 0,
            memory: 0,
            buffers: Table::default(),
            framebuffers: Table::default(),
            programs: Table::default(),
            queries: Table::default(),
            renderbuffers: Table::default(),
            samplers: Table::default(),
            shaders: Table::default(),
            syncs: Table::default(),
            textures: Table::default(),
            feedbacks: Table::default(),
            vertex_arrays: Table::default(),
            bound: BufferBindings {
                uniforms: vec![Range::default(); limits::UNIFORM_BUFFER_BINDINGS as usize],
                ..BufferBindings::default()
            },
            vertex_array: vertex_array.clone(),
            default_vertex_array: vertex_array,
            feedback: feedback.clone(),
            default_feedback: feedback,
            units: vec![Unit::default(); limits::COMBINED_TEXTURE_UNITS],
            active_unit: 0,
            draw_framebuffer: None,
            read_framebuffer: None,
            renderbuffer: None,
            current: None,
            executable: None,
            active_queries: [None, None],
            back,
            front: None,
            shown: false,
            blank: false,
            default_draw: gl::BACK,
            default_read: gl::BACK,
            pending: Pending::new(options),
            changes: 0,
        };
        context.clear_back();
        context
    }

    pub(crate) fn two(&self) -> bool {
        self.version == Version::Two
    }

    pub(crate) fn rules(&self) -> Rules {
        Rules {
            version: self.version,
            enabled: self.enabled,
        }
    }

    /// Records an error; each kind is kept once until it is asked for.
    pub(crate) fn error(&mut self, error: u32) {
        if !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }

    /// Records an error and answers null.
    pub(crate) fn refuse(&mut self, error: u32) -> Answer {
        self.error(error);
        Answer::Null
    }

    pub(crate) fn take_error(&mut self) -> u32 {
        if self.errors.is_empty() {
            gl::NO_ERROR
        } else {
            self.errors.remove(0)
        }
    }

    /// Takes a batch of commands.
    ///
    /// # Errors
    /// When the batch cannot be read; what came before the fault has been done.
    pub fn submit(&mut self, words: &[u32], bytes: &[u8]) -> Result<(), StreamError> {
        let mut reader = Reader::new(words, bytes);
        while let Some((op, mut args)) = reader.next()? {
            self.command(op, &mut args)?;
        }
        self.note_failure();
        Ok(())
    }

    /// Answers a question: a batch of one command.
    ///
    /// # Errors
    /// As [`Self::submit`].
    pub fn ask(&mut self, words: &[u32], bytes: &[u8]) -> Result<Answer, StreamError> {
        let Some((op, mut args)) = Reader::new(words, bytes).next()? else {
            return Ok(Answer::Null);
        };
        let answer = self.question(op, &mut args);
        self.note_failure();
        answer
    }

    /// A shader that could not be run to its end loses the context.
    pub(crate) fn note_failure(&mut self) {
        if self.pending.failed.is_some() && !self.lost {
            self.lose();
        }
    }

    /// Loses the context: nothing has an effect until it is restored as a new one.
    pub(crate) fn lose(&mut self) {
        self.lost = true;
        self.pending.abandon();
        self.errors = vec![gl::CONTEXT_LOST_WEBGL];
    }

    /// Why the context was lost, if a draw was the reason.
    pub fn failure(&self) -> Option<String> {
        self.pending.failed.as_ref().map(ToString::to_string)
    }

    /// Whether the context is lost.
    pub fn is_lost(&self) -> bool {
        self.lost
    }

    /// Everything as it was at the beginning.
    pub(crate) fn restore(&mut self) {
        let options = self.pending.options();
        *self = Context::new(
            self.version,
            self.attributes,
            self.width,
            self.height,
            self.cache.clone(),
            options,
        );
    }

    /// Draws that were run, and those that were dropped because nobody would have seen them.
    pub fn draws(&self) -> (u64, u64) {
        (self.pending.drawn, self.pending.dropped)
    }

    // ------------------------------------------------------------------------------------------------- drawing buffer

    /// Everything in the drawing buffer becomes what a page finds at first.
    fn clear_back(&mut self) {
        let color = Attachment::of(&self.back.color);
        let all = ClearTo::Color(ClearColour::Float([0.0; 4]), [true; 4]);
        self.push_clear(color, all);
        if let Some(depth) = &self.back.depth {
            let depth = Attachment::of(depth);
            self.push_clear(depth.clone(), ClearTo::Depth(1.0));
            if self.attributes.stencil {
                self.push_clear(depth, ClearTo::Stencil(0, 0xff));
            }
        }
    }

    fn push_clear(&mut self, target: Attachment, to: ClearTo) {
        self.pending.push(Work::Clear {
            target,
            to,
            scissor: None,
            whole: true,
        });
    }

    /// Before the drawing buffer is used: if it has been shown since, it is a cleared one.
    pub(crate) fn use_back(&mut self) {
        if !self.shown {
            return;
        }
        self.shown = false;
        if self.attributes.preserve {
            return;
        }
        let fresh = self
            .front
            .take()
            .unwrap_or_else(|| buffers(&self.attributes, self.width, self.height));
        self.front = Some(core::mem::replace(&mut self.back, fresh));
        self.clear_back();
        self.blank = true;
    }

    /// The drawing buffer is changed by a draw or a clear.
    pub(crate) fn change_back(&mut self) {
        self.use_back();
        self.blank = false;
        self.changes += 1;
    }

    /// The canvas has been shown.
    pub(crate) fn present(&mut self) {
        // A buffer that nothing was drawn to is not shown: what was shown before stays.
        self.shown |= !self.blank;
    }

    /// Whether a page that reads the drawing buffer finds it empty, as it has been shown.
    pub fn is_empty(&self) -> bool {
        !self.attributes.preserve && (self.shown || self.blank)
    }

    /// The canvas has a new size.
    pub(crate) fn resize(&mut self, width: u32, height: u32) {
        let size = |v: u32| v.clamp(1, limits::TEXTURE_SIZE);
        (self.width, self.height) = (size(width), size(height));
        self.back = buffers(&self.attributes, self.width, self.height);
        self.front = None;
        self.shown = false;
        self.blank = false;
        self.changes += 1;
        self.clear_back();
    }

    /// Counts changes of what the canvas shows.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// What the canvas shows.
    pub fn picture(&mut self) -> Picture {
        let (width, height) = (self.width, self.height);
        let mut rgba = vec![0; width as usize * height as usize * 4];
        self.pending.run();
        self.note_failure();
        if !self.lost {
            let shown = self.front.as_ref().filter(|_| self.blank).unwrap_or(&self.back);
            let color = Attachment::of(&shown.color);
            self.read_rgba(&color, &mut rgba);
        }
        turn_over(&mut rgba, width as usize * 4);
        for px in rgba.as_chunks_mut::<4>().0 {
            let alpha = px[3];
            for channel in &mut px[..3] {
                *channel = if self.attributes.premultiplied_alpha {
                    (*channel).min(alpha)
                } else {
                    div255(u32::from(*channel) * u32::from(alpha))
                };
            }
        }
        Picture { width, height, rgba }
    }

    /// Creates an object of a kind that has no arguments.
    pub(crate) fn create(&mut self, kind: Kind, name: u32) {
        match kind {
            Kind::Buffer => self.buffers.add(name, Buffer::new(name)),
            Kind::Framebuffer => self.framebuffers.add(name, Framebuffer::new(name)),
            Kind::Program => self.programs.add(
                name,
                Program {
                    name,
                    ..Program::default()
                },
            ),
            Kind::Query => self.queries.add(
                name,
                Query {
                    name,
                    target: None,
                    active: false,
                    result: Arc::default(),
                },
            ),
            Kind::Renderbuffer => self.renderbuffers.add(name, Renderbuffer::new(name)),
            Kind::Sampler => self.samplers.add(
                name,
                SamplerObject {
                    name,
                    ..SamplerObject::default()
                },
            ),
            Kind::Texture => self.textures.add(name, Texture::new(name)),
            Kind::TransformFeedback => self.feedbacks.add(
                name,
                TransformFeedback {
                    name,
                    ..TransformFeedback::default()
                },
            ),
            Kind::VertexArray => self.vertex_arrays.add(
                name,
                VertexArray {
                    name,
                    ..VertexArray::default()
                },
            ),
            // These are made with arguments.
            Kind::Shader | Kind::Sync => {}
        }
    }

    /// Whether a command has an effect on a lost context.
    pub(crate) fn works_lost(op: Op) -> bool {
        matches!(op, Op::Restore | Op::Resize | Op::GetError | Op::IsLost | Op::Error)
    }
}

/// Rows in the other order.
pub(crate) fn turn_over(bytes: &mut [u8], row: usize) {
    if row == 0 {
        return;
    }
    let rows = bytes.len() / row;
    let (upper, lower) = bytes.split_at_mut(rows / 2 * row);
    let rest = lower.len() - upper.len();
    for (a, b) in upper.chunks_exact_mut(row).zip(lower[rest..].chunks_exact_mut(row).rev()) {
        a.swap_with_slice(b);
    }
}

/// Divided by 255 and rounded.
pub(crate) fn div255(value: u32) -> u8 {
    ((value + 128 + ((value + 128) >> 8)) >> 8) as u8
}
