//! Files and descriptors of a program: the bundle, which cannot be changed, and `/tmp`, which is empty at first and lies in memory.

use crate::files::Files;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Files and folders below `/tmp`, and their bytes.
const FILES_MAX: usize = 1024;
const BYTES_MAX: usize = 16 << 20;
const OPEN_MAX: usize = 256;
const PATH_MAX: usize = 1024;
/// The folder that can be written to.
const TMP: &str = "tmp";
/// The root's descriptor.
pub(super) const ROOT: u32 = 3;

/// Numbers of WASI's errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub(super) enum Errno {
    Badf = 8,
    Exist = 20,
    Fbig = 22,
    Inval = 28,
    Isdir = 31,
    Mfile = 33,
    Nametoolong = 37,
    Noent = 44,
    Nospc = 51,
    Nosys = 52,
    Notdir = 54,
    Notempty = 55,
    Notsup = 58,
    Rofs = 69,
    Spipe = 70,
    Notcapable = 76,
}

pub(super) type Answer<T> = Result<T, Errno>;

#[derive(Clone, Debug)]
enum Content {
    /// Nothing: its name and its last descriptor are gone.
    Free,
    Folder,
    Bundled(Arc<[u8]>),
    Own(Vec<u8>),
}

/// What lies at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stat {
    pub(super) node: usize,
    pub(super) is_folder: bool,
    pub(super) size: u64,
}

/// An open descriptor.
#[derive(Clone, Debug)]
pub(super) struct Open {
    pub(super) node: usize,
    pub(super) at: u64,
    pub(super) append: bool,
    /// Path of a folder, for what is opened below it.
    folder: String,
}

/// See the module's documentation. Paths have no `/` at their begin or end; the root is "".
pub(crate) struct Fs {
    nodes: Vec<Content>,
    names: BTreeMap<String, usize>,
    open: BTreeMap<u32, Open>,
    stdin: (Arc<[u8]>, usize),
    free: Vec<usize>,
    /// Of what is below `/tmp`, or was and is still open.
    own_bytes: usize,
    own_nodes: usize,
}

impl Fs {
    pub(super) fn new(files: &Files, stdin: Option<Arc<[u8]>>) -> Fs {
        let mut fs = Fs {
            nodes: Vec::new(),
            names: BTreeMap::new(),
            open: BTreeMap::new(),
            stdin: (stdin.unwrap_or_else(|| Arc::from([])), 0),
            free: Vec::new(),
            own_bytes: 0,
            own_nodes: 0,
        };
        let root = fs.add("", Content::Folder);
        fs.add(TMP, Content::Folder);
        for path in files.paths() {
            // The bundle's own tmp is hidden behind the one that can be written to.
            if path == TMP || path.starts_with("tmp/") {
                continue;
            }
            for (end, _) in path.match_indices('/') {
                let folder = path.get(..end).unwrap_or_default();
                if !fs.names.contains_key(folder) {
                    fs.add(folder, Content::Folder);
                }
            }
            if let Some(bytes) = files.get(path) {
                fs.add(path, Content::Bundled(bytes.clone()));
            }
        }
        fs.open.insert(ROOT, fs.opened(root, String::new(), false));
        fs
    }

    fn opened(&self, node: usize, folder: String, append: bool) -> Open {
        Open {
            node,
            at: 0,
            append,
            folder,
        }
    }

    fn add(&mut self, path: &str, content: Content) -> usize {
        let node = self.free.pop().unwrap_or(self.nodes.len());
        match self.nodes.get_mut(node) {
            Some(slot) => *slot = content,
            None => self.nodes.push(content),
        }
        self.names.insert(path.to_owned(), node);
        node
    }

    /// Makes something below `/tmp`.
    fn make(&mut self, path: &str, content: Content) -> Answer<usize> {
        self.writable(path)?;
        if self.own_nodes >= FILES_MAX {
            return Err(Errno::Nospc);
        }
        self.own_nodes += 1;
        Ok(self.add(path, content))
    }

    /// Gives up a node that has neither a name nor a descriptor.
    fn let_go(&mut self, node: usize) {
        if self.open.values().any(|open| open.node == node) || self.names.values().any(|named| *named == node) {
            return;
        }
        if let Some(slot) = self.nodes.get_mut(node) {
            if let Content::Own(bytes) = slot {
                self.own_bytes -= bytes.len();
            }
            *slot = Content::Free;
            self.own_nodes -= 1;
            self.free.push(node);
        }
    }

    /// What the program left in `/tmp`.
    pub(super) fn temporary(&self) -> BTreeMap<String, Vec<u8>> {
        let inside = self.names.iter().filter_map(|(path, node)| {
            let name = path.strip_prefix("tmp/")?;
            match self.nodes.get(*node)? {
                Content::Own(bytes) => Some((name.to_owned(), bytes.clone())),
                _ => None,
            }
        });
        inside.collect()
    }

    pub(super) fn descriptor(&mut self, fd: u32) -> Answer<&mut Open> {
        self.open.get_mut(&fd).ok_or(Errno::Badf)
    }

    /// The path that is meant by one below a descriptor's folder. `..` does not lead out of the root.
    pub(super) fn path(&self, fd: u32, path: &str) -> Answer<String> {
        let open = self.open.get(&fd).ok_or(Errno::Badf)?;
        if !matches!(self.nodes.get(open.node), Some(Content::Folder)) {
            return Err(Errno::Notdir);
        }
        if path.len() > PATH_MAX {
            return Err(Errno::Nametoolong);
        }
        let mut parts: Vec<&str> = open.folder.split('/').filter(|part| !part.is_empty()).collect();
        for part in path.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop().ok_or(Errno::Notcapable)?;
                }
                part => parts.push(part),
            }
        }
        Ok(parts.join("/"))
    }

    pub(super) fn stat_path(&self, path: &str) -> Answer<Stat> {
        self.stat(*self.names.get(path).ok_or(Errno::Noent)?)
    }

    pub(super) fn stat(&self, node: usize) -> Answer<Stat> {
        let content = self.nodes.get(node).ok_or(Errno::Badf)?;
        let (is_folder, size) = match content {
            Content::Free => return Err(Errno::Badf),
            Content::Folder => (true, 0),
            Content::Bundled(bytes) => (false, bytes.len()),
            Content::Own(bytes) => (false, bytes.len()),
        };
        Ok(Stat {
            node,
            is_folder,
            size: size as u64,
        })
    }

    /// A path whose parent is a folder below `/tmp`, where things can be made.
    fn writable(&self, path: &str) -> Answer<()> {
        let Some((folder, _)) = path.rsplit_once('/') else {
            return Err(Errno::Rofs);
        };
        if folder != TMP && !folder.starts_with("tmp/") {
            return Err(Errno::Rofs);
        }
        if self.stat_path(folder)?.is_folder {
            Ok(())
        } else {
            Err(Errno::Notdir)
        }
    }

    /// `flags`: 1 create, 2 a folder, 4 only if it is new, 8 empty it.
    pub(super) fn open(&mut self, path: &str, flags: i32, write: bool, append: bool) -> Answer<u32> {
        if self.open.len() >= OPEN_MAX {
            return Err(Errno::Mfile);
        }
        let node = match self.stat_path(path) {
            Ok(_) if flags & 5 == 5 => return Err(Errno::Exist),
            Ok(stat) => stat.node,
            Err(Errno::Noent) if flags & 1 != 0 => self.make(path, Content::Own(Vec::new()))?,
            Err(error) => return Err(error),
        };
        let is_folder = self.stat(node)?.is_folder;
        if flags & 2 != 0 && !is_folder {
            return Err(Errno::Notdir);
        }
        match self.nodes.get_mut(node) {
            Some(Content::Folder) if flags & 8 != 0 => return Err(Errno::Isdir),
            Some(Content::Bundled(_)) if flags & 8 != 0 || append || (write && flags & 1 != 0) => return Err(Errno::Rofs),
            Some(Content::Own(bytes)) if flags & 8 != 0 => {
                self.own_bytes -= bytes.len();
                bytes.clear();
            }
            _ => {}
        }
        let fd = (ROOT + 1..).find(|fd| !self.open.contains_key(fd)).ok_or(Errno::Mfile)?;
        let folder = if is_folder { path.to_owned() } else { String::new() };
        let open = self.opened(node, folder, append);
        self.open.insert(fd, open);
        Ok(fd)
    }

    pub(super) fn close(&mut self, fd: u32) -> Answer<()> {
        let open = self.open.remove(&fd).ok_or(Errno::Badf)?;
        self.let_go(open.node);
        Ok(())
    }

    pub(super) fn renumber(&mut self, from: u32, to: u32) -> Answer<()> {
        if from <= 2 || to <= 2 {
            return Err(Errno::Notsup);
        }
        let open = self.open.remove(&from).ok_or(Errno::Badf)?;
        if let Some(old) = self.open.insert(to, open) {
            self.let_go(old.node);
        }
        Ok(())
    }

    /// Up to `room` bytes of a file from a place on.
    pub(super) fn read(&self, node: usize, at: u64, room: usize) -> Answer<&[u8]> {
        let bytes: &[u8] = match self.nodes.get(node).ok_or(Errno::Badf)? {
            Content::Folder => return Err(Errno::Isdir),
            Content::Free => return Err(Errno::Badf),
            Content::Bundled(bytes) => bytes,
            Content::Own(bytes) => bytes,
        };
        let from = usize::try_from(at).unwrap_or(usize::MAX).min(bytes.len());
        let rest = bytes.get(from..).unwrap_or_default();
        Ok(rest.get(..room).unwrap_or(rest))
    }

    pub(super) fn read_stdin(&mut self, room: usize) -> &[u8] {
        let (bytes, at) = &mut self.stdin;
        let from = *at;
        *at = (*at + room).min(bytes.len());
        bytes.get(from..*at).unwrap_or_default()
    }

    /// Gives a file of its own a length.
    pub(super) fn resize(&mut self, node: usize, size: u64) -> Answer<()> {
        let now = self.stat(node)?.size;
        let size = usize::try_from(size)
            .ok()
            .filter(|size| *size <= BYTES_MAX)
            .ok_or(Errno::Fbig)?;
        let all = (self.own_bytes + size).saturating_sub(now as usize);
        match self.nodes.get_mut(node) {
            Some(Content::Own(_)) if all > BYTES_MAX => Err(Errno::Nospc),
            Some(Content::Own(bytes)) => {
                bytes.resize(size, 0);
                self.own_bytes = all;
                Ok(())
            }
            Some(Content::Folder) => Err(Errno::Isdir),
            _ => Err(Errno::Rofs),
        }
    }

    pub(super) fn write(&mut self, node: usize, at: u64, bytes: &[u8]) -> Answer<()> {
        let end = at.checked_add(bytes.len() as u64).ok_or(Errno::Fbig)?;
        if end > self.stat(node)?.size && !bytes.is_empty() {
            self.resize(node, end)?;
        }
        match self.nodes.get_mut(node) {
            Some(Content::Own(own)) => {
                let at = at as usize;
                if let Some(room) = own.get_mut(at..at + bytes.len()) {
                    room.copy_from_slice(bytes);
                }
                Ok(())
            }
            Some(Content::Folder) => Err(Errno::Isdir),
            _ => Err(Errno::Rofs),
        }
    }

    pub(super) fn make_folder(&mut self, path: &str) -> Answer<()> {
        if self.names.contains_key(path) {
            return Err(Errno::Exist);
        }
        self.make(path, Content::Folder).map(|_| ())
    }

    /// Removes a file, or a folder that is empty.
    pub(super) fn remove(&mut self, path: &str, folder: bool) -> Answer<()> {
        let stat = self.stat_path(path)?;
        match (folder, stat.is_folder) {
            (true, false) => return Err(Errno::Notdir),
            (false, true) => return Err(Errno::Isdir),
            _ => {}
        }
        self.writable(path)?;
        if stat.is_folder && !self.list(path).is_empty() {
            return Err(Errno::Notempty);
        }
        self.names.remove(path);
        self.let_go(stat.node);
        Ok(())
    }

    pub(super) fn rename(&mut self, from: &str, to: &str) -> Answer<()> {
        let stat = self.stat_path(from)?;
        self.writable(from)?;
        self.writable(to)?;
        if let Ok(there) = self.stat_path(to) {
            if there.node == stat.node {
                return Ok(());
            }
            self.remove(to, stat.is_folder)?;
        }
        let inside = format!("{from}/");
        if to.starts_with(&inside) {
            return Err(Errno::Inval);
        }
        let moved: Vec<String> = self
            .names
            .keys()
            .filter(|path| *path == from || path.starts_with(&inside))
            .cloned()
            .collect();
        for path in moved {
            if let Some(node) = self.names.remove(&path) {
                let rest = path.get(from.len()..).unwrap_or_default();
                self.names.insert(format!("{to}{rest}"), node);
            }
        }
        Ok(())
    }

    /// What lies in an open folder: names and what they are, in the order of their bytes.
    pub(super) fn list_open(&self, fd: u32) -> Answer<Vec<(String, Stat)>> {
        let open = self.open.get(&fd).ok_or(Errno::Badf)?;
        if !self.stat(open.node)?.is_folder {
            return Err(Errno::Notdir);
        }
        Ok(self.list(&open.folder))
    }

    fn list(&self, folder: &str) -> Vec<(String, Stat)> {
        let inside = if folder.is_empty() {
            String::new()
        } else {
            format!("{folder}/")
        };
        let found = self
            .names
            .range(inside.clone()..)
            .take_while(|(path, _)| path.starts_with(&inside));
        let direct = found.filter_map(|(path, node)| {
            let name = path
                .get(inside.len()..)
                .filter(|name| !name.is_empty() && !name.contains('/'))?;
            Some((name.to_owned(), self.stat(*node).ok()?))
        });
        direct.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fs() -> Fs {
        let files = [("a.txt", "one"), ("maps/1.txt", "two"), ("tmp/hidden", "x")];
        let files = files.map(|(path, text)| (path.to_owned(), Arc::from(text.as_bytes())));
        Fs::new(&Files::new(files), None)
    }

    fn at(fs: &Fs, path: &str) -> String {
        fs.path(ROOT, path).unwrap()
    }

    #[test]
    fn the_bundle_can_be_read_and_not_changed() {
        let mut fs = fs();
        let fd = fs.open(&at(&fs, "./maps/../maps/1.txt"), 0, false, false).unwrap();
        let node = fs.descriptor(fd).unwrap().node;
        assert_eq!(fs.read(node, 1, 9), Ok(&b"wo"[..]));
        assert_eq!(fs.write(node, 0, b"x"), Err(Errno::Rofs));
        assert_eq!(fs.open("new", 1, true, false), Err(Errno::Rofs));
        assert_eq!(fs.open("a.txt", 8, true, false), Err(Errno::Rofs));
        assert_eq!(fs.remove("a.txt", false), Err(Errno::Rofs));
        assert_eq!(fs.rename("a.txt", "tmp/a"), Err(Errno::Rofs));
        assert_eq!(fs.stat_path("tmp/hidden"), Err(Errno::Noent));
        assert_eq!(fs.path(ROOT, "../etc/passwd"), Err(Errno::Notcapable));
        let names: Vec<String> = fs.list("").into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["a.txt", "maps", "tmp"]);
    }

    #[test]
    fn tmp_can_be_filled_to_its_limits() {
        let mut fs = fs();
        fs.make_folder("tmp/d").unwrap();
        let fd = fs.open("tmp/d/f", 5, true, false).unwrap();
        assert_eq!(fs.open("tmp/d/f", 5, true, false), Err(Errno::Exist));
        let node = fs.descriptor(fd).unwrap().node;
        fs.write(node, 2, b"ab").unwrap();
        assert_eq!(fs.read(node, 0, 9), Ok(&b"\0\0ab"[..]));
        assert_eq!(fs.write(node, 17 << 20, b"x"), Err(Errno::Fbig));
        assert_eq!(fs.remove("tmp/d", true), Err(Errno::Notempty));
        fs.rename("tmp/d", "tmp/e").unwrap();
        assert_eq!(fs.temporary().keys().collect::<Vec<_>>(), ["e/f"]);
        fs.remove("tmp/e/f", false).unwrap();
        assert_eq!(fs.read(node, 2, 9), Ok(&b"ab"[..]), "open files outlive their names");
        let made = (0..2000)
            .map(|n| fs.make_folder(&format!("tmp/{n}")))
            .filter(Result::is_ok)
            .count();
        assert_eq!(made, FILES_MAX - 2);
    }
}
