//! Objects by name, and the small kinds of them. A deleted object loses its name; what still uses it keeps it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::gl;

/// A shared object.
pub(crate) type Ref<T> = Rc<RefCell<T>>;

/// Objects of a kind.
pub(crate) struct Table<T>(BTreeMap<u32, Ref<T>>);

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T> Table<T> {
    pub(crate) fn add(&mut self, name: u32, object: T) {
        self.0.insert(name, Rc::new(RefCell::new(object)));
    }

    pub(crate) fn get(&self, name: u32) -> Option<&Ref<T>> {
        self.0.get(&name)
    }

    pub(crate) fn remove(&mut self, name: u32) -> Option<Ref<T>> {
        self.0.remove(&name)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = &Ref<T>> {
        self.0.values()
    }
}

/// Whether two bindings are of the same object.
pub(crate) fn same<T>(a: &Option<Ref<T>>, b: &Ref<T>) -> bool {
    a.as_ref().is_some_and(|a| Rc::ptr_eq(a, b))
}

/// What a buffer may be bound to, decided by its first binding (WebGL § 5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BufferUse {
    Undecided,
    Elements,
    Other,
}

/// A buffer.
pub(crate) struct Buffer {
    pub(crate) name: u32,
    pub(crate) bound: bool,
    pub(crate) deleted: bool,
    pub(crate) for_what: BufferUse,
    /// The bytes; draws that are recorded share them.
    pub(crate) bytes: Arc<Vec<u8>>,
    pub(crate) usage: u32,
    /// Greatest indices of ranges asked for since the bytes changed: (type, offset, count) and the answer.
    pub(crate) greatest: Vec<((u32, usize, usize), Option<u32>)>,
}

impl Buffer {
    pub(crate) fn new(name: u32) -> Self {
        Self {
            name,
            bound: false,
            deleted: false,
            for_what: BufferUse::Undecided,
            bytes: Arc::default(),
            usage: gl::STATIC_DRAW,
            greatest: Vec::new(),
        }
    }

    /// Writes bytes. If all are written, what draws share is not copied first.
    pub(crate) fn write(&mut self, at: usize, bytes: &[u8]) {
        self.greatest.clear();
        if at == 0 && bytes.len() == self.bytes.len() && Arc::strong_count(&self.bytes) > 1 {
            self.bytes = Arc::new(bytes.to_vec());
            return;
        }
        if let Some(slice) = Arc::make_mut(&mut self.bytes).get_mut(at..at + bytes.len()) {
            slice.copy_from_slice(bytes);
        }
    }

    /// Greatest index of a range that is inside the buffer; `None` if there is none but the restart index.
    pub(crate) fn greatest(&mut self, kind: u32, offset: usize, count: usize, restart: bool) -> Option<u32> {
        let key = (kind, offset, count);
        if let Some((_, answer)) = self.greatest.iter().find(|(k, _)| *k == key) {
            return *answer;
        }
        let size = index_size(kind).unwrap_or(1);
        let bytes = self.bytes.get(offset..offset + count * size).unwrap_or_default();
        let answer = match kind {
            gl::UNSIGNED_BYTE => bytes.iter().map(|b| u32::from(*b)).filter(|v| !restart || *v != 0xff).max(),
            gl::UNSIGNED_SHORT => bytes
                .as_chunks::<2>()
                .0
                .iter()
                .map(|b| u32::from(u16::from_le_bytes(*b)))
                .filter(|v| !restart || *v != 0xffff)
                .max(),
            _ => bytes
                .as_chunks::<4>()
                .0
                .iter()
                .map(|b| u32::from_le_bytes(*b))
                .filter(|v| !restart || *v != u32::MAX)
                .max(),
        };
        if self.greatest.len() >= 64 {
            self.greatest.clear();
        }
        self.greatest.push((key, answer));
        answer
    }
}

/// Bytes of an index.
pub(crate) fn index_size(kind: u32) -> Option<usize> {
    match kind {
        gl::UNSIGNED_BYTE => Some(1),
        gl::UNSIGNED_SHORT => Some(2),
        gl::UNSIGNED_INT => Some(4),
        _ => None,
    }
}

/// An attribute's array.
#[derive(Clone)]
pub(crate) struct Attrib {
    pub(crate) enabled: bool,
    pub(crate) buffer: Option<Ref<Buffer>>,
    pub(crate) size: u32,
    pub(crate) kind: u32,
    pub(crate) normalized: bool,
    pub(crate) integer: bool,
    pub(crate) stride: u32,
    pub(crate) offset: u64,
    pub(crate) divisor: u32,
}

impl Default for Attrib {
    fn default() -> Self {
        Self {
            enabled: false,
            buffer: None,
            size: 4,
            kind: gl::FLOAT,
            normalized: false,
            integer: false,
            stride: 0,
            offset: 0,
            divisor: 0,
        }
    }
}

impl Attrib {
    /// Bytes of one element.
    pub(crate) fn element(&self) -> u64 {
        let component = match self.kind {
            gl::BYTE | gl::UNSIGNED_BYTE => 1,
            gl::SHORT | gl::UNSIGNED_SHORT | gl::HALF_FLOAT => 2,
            gl::INT_2_10_10_10_REV | gl::UNSIGNED_INT_2_10_10_10_REV => return 4,
            _ => 4,
        };
        component * u64::from(self.size)
    }

    /// Distance of elements.
    pub(crate) fn pitch(&self) -> u64 {
        if self.stride == 0 {
            self.element()
        } else {
            u64::from(self.stride)
        }
    }
}

/// A vertex array object; name 0 is the default one.
#[derive(Default)]
pub(crate) struct VertexArray {
    pub(crate) name: u32,
    pub(crate) bound: bool,
    pub(crate) attribs: [Attrib; 16],
    pub(crate) elements: Option<Ref<Buffer>>,
}

/// A query.
pub(crate) struct Query {
    pub(crate) name: u32,
    pub(crate) target: Option<u32>,
    pub(crate) active: bool,
    /// What came of it; draws that are recorded add to it.
    pub(crate) result: Arc<std::sync::atomic::AtomicU64>,
}

/// A sync object. Everything before it is done as soon as anybody can ask.
pub(crate) struct Sync {
    pub(crate) condition: u32,
}

/// A binding of a part of a buffer; no size: all of it.
#[derive(Clone, Default)]
pub(crate) struct Range {
    pub(crate) buffer: Option<Ref<Buffer>>,
    pub(crate) offset: i64,
    pub(crate) size: Option<i64>,
}

impl Range {
    /// The bytes it covers now.
    pub(crate) fn span(&self) -> (usize, usize) {
        let length = self.buffer.as_ref().map_or(0, |b| b.borrow().bytes.len());
        let start = usize::try_from(self.offset).unwrap_or(0).min(length);
        let end = self
            .size
            .map_or(length, |size| start.saturating_add(usize::try_from(size).unwrap_or(0)));
        (start, end.min(length))
    }
}

/// A transform feedback object; name 0 is the default one.
#[derive(Default)]
pub(crate) struct TransformFeedback {
    pub(crate) name: u32,
    pub(crate) bound: bool,
    pub(crate) active: bool,
    pub(crate) paused: bool,
    pub(crate) mode: u32,
    pub(crate) bindings: [Range; 4],
    /// Bytes written to each binding so far.
    pub(crate) written: [usize; 4],
    /// The program it was begun with.
    pub(crate) program: Option<Ref<crate::program::Program>>,
}
