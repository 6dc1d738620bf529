//! Images: textures' and renderbuffers' storage.
//!
//! An [`Image`] is a handle; its clones are the same image. Contents are planes, one for each level, face, layer or slice,
//! shared until one of those that share them is written. A plane has no memory until it is written with more than one value.

use crate::format::Format;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The shape of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImageKind {
    /// Two dimensions; renderbuffers too.
    D2,
    /// Six faces.
    Cube,
    /// Three dimensions.
    D3,
    /// Layers of two dimensions.
    Array2D,
}

/// What a level of an image is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LevelInfo {
    /// Format.
    pub format: Format,
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
    /// Slices or layers; 1 otherwise.
    pub depth: u32,
    /// Samples a texel: 1 or 4.
    pub samples: u32,
}

/// More memory was asked for than the device gives one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

impl std::fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an image is larger than the device allows")
    }
}

impl std::error::Error for OutOfMemory {}

/// Most bytes of one level's planes.
pub const MAX_LEVEL_BYTES: u64 = 1 << 30;

/// Most levels of an image.
pub const MAX_LEVELS: u32 = 16;

/// Texels of one kind: rows from the first, samples of a texel side by side. Without memory all are `fill`.
#[derive(Clone, Debug)]
pub(crate) struct Plane {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) samples: u32,
    /// Bytes of a sample.
    pub(crate) size: usize,
    pub(crate) fill: [u8; 16],
    pub(crate) data: Vec<u8>,
    /// Another number for any other contents; for comparing only.
    pub(crate) stamp: u64,
}

/// A number that no plane has had before.
fn stamp() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Plane {
    fn new(info: &LevelInfo, size: usize, fill: [u8; 16]) -> Plane {
        Plane {
            width: info.width,
            height: info.height,
            samples: info.samples,
            size,
            fill,
            data: Vec::new(),
            stamp: stamp(),
        }
    }

    /// Bytes of a row.
    pub(crate) fn stride(&self) -> usize {
        self.width as usize * self.samples as usize * self.size
    }

    fn len(&self) -> usize {
        self.stride() * self.height as usize
    }

    /// The bytes, to read and write.
    pub(crate) fn bytes_mut(&mut self) -> &mut Vec<u8> {
        let len = self.len();
        if self.data.is_empty() && len > 0 {
            let fill = &self.fill[..self.size];
            if fill.iter().all(|b| *b == fill[0]) {
                self.data.resize(len, fill[0]);
            } else {
                self.data.reserve_exact(len);
                self.data.extend_from_slice(fill);
                while self.data.len() < len {
                    let more = self.data.len().min(len - self.data.len());
                    self.data.extend_from_within(..more);
                }
            }
        }
        &mut self.data
    }

    /// A texel's bytes.
    #[inline]
    pub(crate) fn texel(&self, x: u32, y: u32, sample: u32) -> &[u8] {
        if self.data.is_empty() {
            return &self.fill[..self.size];
        }
        let at = ((y as usize * self.width as usize + x as usize) * self.samples as usize + sample as usize) * self.size;
        self.data.get(at..at + self.size).unwrap_or(&self.fill[..self.size])
    }

    /// All samples become one value. The memory is kept: what is cleared is drawn to again, mostly.
    pub(crate) fn fill(&mut self, fill: [u8; 16]) {
        self.fill = fill;
        self.data.clear();
    }
}

/// The planes of one layer: what the level is, colour or depth, stencil.
pub(crate) type Shared = (LevelInfo, Option<Arc<Plane>>, Option<Arc<Plane>>);

/// The planes of a level (or a cube's face of a level).
#[derive(Clone, Debug)]
pub(crate) struct Slab {
    pub(crate) info: LevelInfo,
    /// Colour or depth, by slice.
    pub(crate) planes: Vec<Arc<Plane>>,
    /// Stencil, by slice.
    pub(crate) stencil: Vec<Arc<Plane>>,
}

impl Slab {
    fn new(info: LevelInfo) -> Result<Slab, OutOfMemory> {
        let texels = u64::from(info.width) * u64::from(info.height) * u64::from(info.depth) * u64::from(info.samples);
        let size = info.format.texel_bytes();
        if texels.saturating_mul((size + 1) as u64) > MAX_LEVEL_BYTES {
            return Err(OutOfMemory);
        }
        let n = info.depth as usize;
        let main = Arc::new(Plane::new(&info, size, crate::format::convert::zero(info.format)));
        let stencil = Arc::new(Plane::new(&info, 1, [0; 16]));
        Ok(Slab {
            info,
            planes: if size > 0 { vec![main; n] } else { Vec::new() },
            stencil: if info.format.has_stencil() {
                vec![stencil; n]
            } else {
                Vec::new()
            },
        })
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// By level, and by face within it for cubes.
    pub(crate) slabs: Vec<Option<Slab>>,
}

#[derive(Debug)]
struct Inner {
    kind: ImageKind,
    state: Mutex<State>,
}

/// An image: see the module.
#[derive(Clone, Debug)]
pub struct Image {
    inner: Arc<Inner>,
}

impl PartialEq for Image {
    /// Whether they are the same image.
    fn eq(&self, other: &Image) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }
}

impl Eq for Image {}

impl Image {
    /// An image without levels.
    pub fn new(kind: ImageKind) -> Image {
        Image::with(kind, State::default())
    }

    fn with(kind: ImageKind, state: State) -> Image {
        Image {
            inner: Arc::new(Inner {
                kind,
                state: Mutex::new(state),
            }),
        }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.inner.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number that no other living image has. It differs from run to run: for comparing only.
    pub fn id(&self) -> usize {
        Arc::as_ptr(&self.inner).addr()
    }

    /// Its shape.
    pub fn kind(&self) -> ImageKind {
        self.inner.kind
    }

    pub(crate) fn faces(&self) -> u32 {
        if self.kind() == ImageKind::Cube { 6 } else { 1 }
    }

    /// Another image with the same contents, shared until one of them is written.
    pub fn snapshot(&self) -> Image {
        Image::with(self.kind(), self.lock().clone())
    }

    /// A level (of a face of a cube; 0 otherwise) gets new storage, all zeros: `texImage2D` and its kin without data.
    pub fn define(&self, level: u32, face: u32, info: LevelInfo) -> Result<(), OutOfMemory> {
        if level >= MAX_LEVELS || face >= self.faces() {
            return Err(OutOfMemory);
        }
        let slab = Slab::new(info)?;
        let at = (level * self.faces() + face) as usize;
        let mut state = self.lock();
        if state.slabs.len() <= at {
            state.slabs.resize(at + 1, None);
        }
        state.slabs[at] = Some(slab);
        Ok(())
    }

    /// All levels and faces get storage, sizes halving: `texStorage2D` and its kin, `renderbufferStorage`. Former levels are gone.
    pub fn allocate(&self, levels: u32, info: LevelInfo) -> Result<(), OutOfMemory> {
        self.lock().slabs.clear();
        for level in 0..levels {
            let half = |v: u32| (v >> level).max(1);
            let info = LevelInfo {
                width: half(info.width),
                height: half(info.height),
                depth: if self.kind() == ImageKind::D3 {
                    half(info.depth)
                } else {
                    info.depth
                },
                ..info
            };
            for face in 0..self.faces() {
                self.define(level, face, info)?;
            }
        }
        Ok(())
    }

    /// A level's description, if it has been defined.
    pub fn info(&self, level: u32, face: u32) -> Option<LevelInfo> {
        let at = level.checked_mul(self.faces())?.checked_add(face)? as usize;
        self.lock().slabs.get(at)?.as_ref().map(|s| s.info)
    }

    /// Bytes its planes take.
    pub fn bytes(&self) -> usize {
        let state = self.lock();
        let planes = state.slabs.iter().flatten().flat_map(|s| s.planes.iter().chain(&s.stencil));
        planes.map(|p| p.data.len()).sum()
    }

    /// Gives the planes of one layer to a function, its own copy of them. Layers are slices, layers, or faces of a cube.
    pub(crate) fn edit<T>(
        &self,
        level: u32,
        layer: u32,
        f: impl FnOnce(&LevelInfo, Option<&mut Plane>, Option<&mut Plane>) -> T,
    ) -> Option<T> {
        let (at, slice) = self.place(level, layer)?;
        let mut state = self.lock();
        let slab = state.slabs.get_mut(at)?.as_mut()?;
        let info = slab.info;
        if slice >= info.depth as usize {
            return None;
        }
        fn own(plane: &mut Arc<Plane>) -> &mut Plane {
            let plane = Arc::make_mut(plane);
            plane.stamp = stamp();
            plane
        }
        let main = slab.planes.get_mut(slice).map(own);
        let stencil = slab.stencil.get_mut(slice).map(own);
        Some(f(&info, main, stencil))
    }

    /// The planes of one layer, shared.
    pub(crate) fn planes(&self, level: u32, layer: u32) -> Option<Shared> {
        let (at, slice) = self.place(level, layer)?;
        let state = self.lock();
        let slab = state.slabs.get(at)?.as_ref()?;
        if slice >= slab.info.depth as usize {
            return None;
        }
        Some((slab.info, slab.planes.get(slice).cloned(), slab.stencil.get(slice).cloned()))
    }

    fn place(&self, level: u32, layer: u32) -> Option<(usize, usize)> {
        if level >= MAX_LEVELS {
            return None;
        }
        Some(if self.kind() == ImageKind::Cube {
            ((level * 6).checked_add(layer.min(5))? as usize, 0)
        } else {
            (level as usize, layer as usize)
        })
    }
}

/// One layer of a level as a place to draw to or read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The image.
    pub image: Image,
    /// Its level.
    pub level: u32,
    /// Slice, layer, or face of a cube.
    pub layer: u32,
}

impl Attachment {
    /// The first layer of the first level.
    pub fn of(image: &Image) -> Attachment {
        Attachment {
            image: image.clone(),
            level: 0,
            layer: 0,
        }
    }

    /// The level's description.
    pub fn info(&self) -> Option<LevelInfo> {
        let face = if self.image.kind() == ImageKind::Cube { self.layer } else { 0 };
        self.image.info(self.level, face)
    }
}

/// What is drawn to. The caller has found it complete; `colour` is by draw buffer, `NONE` being nothing.
#[derive(Clone, Debug, Default)]
pub struct Framebuffer {
    /// By draw buffer.
    pub colour: [Option<Attachment>; 8],
    /// Depth.
    pub depth: Option<Attachment>,
    /// Stencil; the same attachment as depth if its format has both.
    pub stencil: Option<Attachment>,
}

impl Framebuffer {
    /// Width, height and samples: the smallest of the attachments'. Nothing if there are none.
    pub fn size(&self) -> Option<(u32, u32, u32)> {
        let all = self.colour.iter().flatten().chain(&self.depth).chain(&self.stencil);
        all.filter_map(Attachment::info)
            .map(|i| (i.width, i.height, i.samples))
            .reduce(|a, b| (a.0.min(b.0), a.1.min(b.1), a.2.min(b.2)))
    }
}
