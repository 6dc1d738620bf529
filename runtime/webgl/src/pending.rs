//! Recorded work: what touches pixels waits here until somebody looks.
//!
//! Before work is done, or when much has gathered, the list is gone through backwards: a draw whose every target is
//! overwritten by a later clear, with nothing in between that reads it, is dropped. So frames nobody looks at cost their recording only.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use oracade_glsl::RunError;
use oracade_gpu::clear::ClearColour;
use oracade_gpu::state::Rect;
use oracade_gpu::{Attachment, Device, DeviceOptions, DrawCall, DrawError, Framebuffer, Image, clear};

/// What of an attachment is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Aspect {
    /// Colour or depth: an image has one of them.
    Main,
    Stencil,
}

/// What to clear to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ClearTo {
    Color(ClearColour, [bool; 4]),
    Depth(f32),
    Stencil(u8, u8),
}

/// One piece of work.
pub(crate) enum Work {
    Draw {
        call: Box<DrawCall>,
        target: Arc<Framebuffer>,
        /// Where samples that pass are counted.
        count: Option<Arc<AtomicU64>>,
    },
    Clear {
        target: Attachment,
        to: ClearTo,
        scissor: Option<Rect>,
        /// It covers the attachment, all channels of it.
        whole: bool,
    },
    /// Uploads, copies, mipmaps: small things that are always done.
    Other {
        /// All images that are read or written.
        images: Vec<Image>,
        run: Box<dyn FnOnce() + Send>,
    },
}

/// A place in an image; the image by its address, which is used for comparing only.
type Key = (usize, u32, u32, Aspect);

fn places(target: &Framebuffer) -> Vec<Key> {
    let main = target.colour.iter().flatten().chain(&target.depth);
    main.map(|a| (a.image.id(), a.level, a.layer, Aspect::Main))
        .chain(
            target
                .stencil
                .iter()
                .map(|a| (a.image.id(), a.level, a.layer, Aspect::Stencil)),
        )
        .collect()
}

/// Pieces of work after which the list is looked through.
const LOOK_THROUGH: usize = 1024;
/// Most instructions, each of four lanes, that the shaders of all draws done at once may take: about a minute of one thread.
const MOST_INSTRUCTIONS: u64 = 60_000_000_000;
/// Pieces of work, and bytes that uploads hold, after which they are done.
const MOST: usize = 16384;
const MOST_BYTES: usize = 64 << 20;

/// The list.
pub(crate) struct Pending {
    list: Vec<Work>,
    bytes: usize,
    next_look: usize,
    /// Images of the list, by address.
    touched: HashSet<usize>,
    device: Device,
    options: DeviceOptions,
    /// Why work could not be done: the context is lost then.
    pub(crate) failed: Option<DrawError>,
    /// Draws that were run and those that were dropped.
    pub(crate) drawn: u64,
    pub(crate) dropped: u64,
}

impl Pending {
    pub(crate) fn new(options: DeviceOptions) -> Self {
        Self {
            device: Device::new(options),
            options,
            list: Vec::new(),
            bytes: 0,
            next_look: LOOK_THROUGH,
            touched: HashSet::new(),
            failed: None,
            drawn: 0,
            dropped: 0,
        }
    }

    /// How the device works.
    pub(crate) fn options(&self) -> DeviceOptions {
        self.options
    }

    fn touch(&mut self, work: &Work) {
        match work {
            Work::Draw { call, target, .. } => {
                let attached = target.colour.iter().flatten().chain(&target.depth).chain(&target.stencil);
                self.touched.extend(attached.map(|a| a.image.id()));
                self.touched.extend(call.textures.iter().flatten().map(|t| t.image.id()));
            }
            Work::Clear { target, .. } => {
                self.touched.insert(target.image.id());
            }
            Work::Other { images, .. } => self.touched.extend(images.iter().map(Image::id)),
        }
    }

    pub(crate) fn push(&mut self, work: Work) {
        if self.failed.is_some() {
            return;
        }
        self.touch(&work);
        self.list.push(work);
        if self.list.len() >= self.next_look {
            self.drop_dead();
            self.next_look = (self.list.len() * 2).max(LOOK_THROUGH);
            if self.list.len() > MOST {
                self.run();
            }
        }
    }

    /// Does something with images now if no work waits that has to do with them, else after that. `bytes` is what it holds.
    pub(crate) fn other(&mut self, images: Vec<Image>, bytes: usize, run: impl FnOnce() + Send + 'static) {
        if images.iter().all(|image| !self.touched.contains(&image.id())) {
            run();
            return;
        }
        self.bytes += bytes;
        self.push(Work::Other {
            images,
            run: Box::new(run),
        });
        if self.bytes > MOST_BYTES {
            self.run();
        }
    }

    /// Drops what nobody will see.
    fn drop_dead(&mut self) {
        let mut dead: HashSet<Key> = HashSet::new();
        let mut kept = Vec::with_capacity(self.list.len());
        for work in core::mem::take(&mut self.list).into_iter().rev() {
            match &work {
                Work::Draw { call, target, count } => {
                    let places = places(target);
                    if count.is_none() && places.iter().all(|key| dead.contains(key)) {
                        self.dropped += 1;
                        continue;
                    }
                    let read: Vec<usize> = call.textures.iter().flatten().map(|t| t.image.id()).collect();
                    dead.retain(|key| !read.contains(&key.0));
                    for key in &places {
                        dead.remove(key);
                    }
                }
                Work::Clear { target, to, whole, .. } => {
                    let aspect = if matches!(to, ClearTo::Stencil(..)) {
                        Aspect::Stencil
                    } else {
                        Aspect::Main
                    };
                    let key = (target.image.id(), target.level, target.layer, aspect);
                    if dead.contains(&key) {
                        continue;
                    }
                    if *whole {
                        dead.insert(key);
                    }
                }
                Work::Other { images, .. } => {
                    let used: Vec<usize> = images.iter().map(Image::id).collect();
                    dead.retain(|key| !used.contains(&key.0));
                }
            }
            kept.push(work);
        }
        kept.reverse();
        self.touched.clear();
        for work in &kept {
            self.touch(work);
        }
        self.list = kept;
    }

    /// Does all work.
    pub(crate) fn run(&mut self) {
        if self.list.is_empty() {
            return;
        }
        self.drop_dead();
        let most = self.device.spent().saturating_add(MOST_INSTRUCTIONS);
        for work in core::mem::take(&mut self.list) {
            if self.device.spent() > most {
                self.failed = Some(RunError::OutOfFuel.into());
                break;
            }
            match work {
                Work::Draw { call, target, count } => {
                    self.drawn += 1;
                    match self.device.draw(&call, &target) {
                        Ok(drawn) => {
                            if let Some(count) = count {
                                count.fetch_add(drawn.samples, Ordering::Relaxed);
                            }
                        }
                        Err(error) => {
                            self.failed = Some(error);
                            break;
                        }
                    }
                }
                Work::Clear { target, to, scissor, .. } => match to {
                    ClearTo::Color(color, mask) => clear::colour(&target, color, mask, scissor),
                    ClearTo::Depth(value) => clear::depth(&target, value, scissor),
                    ClearTo::Stencil(value, mask) => clear::stencil(&target, value, mask, scissor),
                },
                Work::Other { run, .. } => run(),
            }
        }
        self.list.clear();
        self.touched.clear();
        self.bytes = 0;
        self.next_look = LOOK_THROUGH;
    }

    /// Runs a draw now, after what waits, for what it gives besides pixels.
    pub(crate) fn draw_now(&mut self, call: &DrawCall, target: &Framebuffer) -> oracade_gpu::Drawn {
        self.run();
        self.drawn += 1;
        match self.device.draw(call, target) {
            Ok(drawn) => drawn,
            Err(error) => {
                self.failed = Some(error);
                oracade_gpu::Drawn::default()
            }
        }
    }

    /// Forgets everything.
    pub(crate) fn abandon(&mut self) {
        self.list.clear();
        self.touched.clear();
        self.bytes = 0;
    }
}
