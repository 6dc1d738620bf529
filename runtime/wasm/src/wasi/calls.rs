//! The calls of WASI preview 1 that are ours: descriptors, paths and waiting.

use super::Program;
use super::fs::{Answer, Errno, ROOT, Stat};
use crate::error::Fault;
use wasmtime::{Caller, Linker, Result};

/// All functions of preview 1.
pub(super) const NAMES: [&str; 46] = [
    "args_get",
    "args_sizes_get",
    "environ_get",
    "environ_sizes_get",
    "clock_res_get",
    "clock_time_get",
    "fd_advise",
    "fd_allocate",
    "fd_close",
    "fd_datasync",
    "fd_fdstat_get",
    "fd_fdstat_set_flags",
    "fd_fdstat_set_rights",
    "fd_filestat_get",
    "fd_filestat_set_size",
    "fd_filestat_set_times",
    "fd_pread",
    "fd_prestat_get",
    "fd_prestat_dir_name",
    "fd_pwrite",
    "fd_read",
    "fd_readdir",
    "fd_renumber",
    "fd_seek",
    "fd_sync",
    "fd_tell",
    "fd_write",
    "path_create_directory",
    "path_filestat_get",
    "path_filestat_set_times",
    "path_link",
    "path_open",
    "path_readlink",
    "path_remove_directory",
    "path_rename",
    "path_symlink",
    "path_unlink_file",
    "poll_oneoff",
    "proc_exit",
    "proc_raise",
    "sched_yield",
    "random_get",
    "sock_accept",
    "sock_recv",
    "sock_send",
    "sock_shutdown",
];

type Guest<'a> = Caller<'a, Program>;

const MODULE: &str = super::MODULE;
/// Most subscriptions of one `poll_oneoff`, and most buffers of one read or write.
const LIST_MAX: u32 = 1024;
const FOLDER: u8 = 3;
const REGULAR: u8 = 4;
const CHARACTERS: u8 = 2;
const ALL_RIGHTS: u64 = 0x1fff_ffff;

/// A view of the program's memory that is checked at each use.
struct Memory<'a, 'b>(&'a mut Guest<'b>);

impl Memory<'_, '_> {
    fn bytes(&mut self, at: u32, count: u32) -> Result<&mut [u8]> {
        let range = at as usize..(at as usize).saturating_add(count as usize);
        let found = match self.0.data().memory {
            Some(memory) => memory.data_mut(&mut *self.0).get_mut(range),
            None => None,
        };
        found.ok_or_else(|| wasmtime::Error::new(Fault("a call was given a range that is not in memory".to_owned())))
    }

    fn put(&mut self, at: u32, bytes: &[u8]) -> Result<()> {
        self.bytes(at, bytes.len() as u32)?.copy_from_slice(bytes);
        Ok(())
    }

    fn get<const N: usize>(&mut self, at: u32) -> Result<[u8; N]> {
        let bytes = self.bytes(at, N as u32)?;
        Ok(std::array::from_fn(|place| bytes.get(place).copied().unwrap_or_default()))
    }

    fn text(&mut self, at: u32, count: u32) -> Result<String> {
        charge(self.0, count as usize)?;
        Ok(String::from_utf8_lossy(self.bytes(at, count)?).into_owned())
    }

    /// Address and length of each buffer of a list.
    fn buffers(&mut self, at: u32, count: u32) -> Result<Vec<(u32, u32)>> {
        let mut list = Vec::new();
        for index in 0..count.min(LIST_MAX) {
            let entry = self.get::<8>(at.saturating_add(index * 8))?;
            let word = |from: usize| u32::from_le_bytes(std::array::from_fn(|place| entry[from + place]));
            list.push((word(0), word(4)));
        }
        Ok(list)
    }
}

/// Takes fuel for work that the host does.
fn charge(guest: &mut Guest<'_>, fuel: usize) -> Result<()> {
    match guest.get_fuel()?.checked_sub(100 + fuel as u64) {
        Some(left) => guest.set_fuel(left),
        None => Err(wasmtime::Error::new(wasmtime::Trap::OutOfFuel)),
    }
}

/// What a call answers: 0, or the number of an error.
fn code<T>(answer: Answer<T>, then: impl FnOnce(T) -> Result<()>) -> Result<i32> {
    match answer {
        Ok(value) => then(value).map(|()| 0),
        Err(errno) => Ok(errno as i32),
    }
}

pub(super) fn add(linker: &mut Linker<Program>) -> Result<()> {
    descriptors(linker)?;
    transfer(linker)?;
    paths(linker)?;
    others(linker)
}

fn is_standard(fd: i32) -> bool {
    (0..=2).contains(&fd)
}

fn descriptors(linker: &mut Linker<Program>) -> Result<()> {
    linker.func_wrap(MODULE, "fd_close", |mut guest: Guest<'_>, fd: i32| -> Result<i32> {
        if is_standard(fd) {
            return Ok(0);
        }
        code(guest.data_mut().fs.close(fd as u32), |()| Ok(()))
    })?;
    linker.func_wrap(
        MODULE,
        "fd_renumber",
        |mut guest: Guest<'_>, from: i32, to: i32| -> Result<i32> {
            code(guest.data_mut().fs.renumber(from as u32, to as u32), |()| Ok(()))
        },
    )?;
    linker.func_wrap(
        MODULE,
        "fd_fdstat_get",
        |mut guest: Guest<'_>, fd: i32, to: i32| -> Result<i32> {
            let (kind, flags) = if is_standard(fd) {
                (Ok(CHARACTERS), 0)
            } else {
                let fs = &mut guest.data_mut().fs;
                let append = fs.descriptor(fd as u32).is_ok_and(|open| open.append);
                let node = fs.descriptor(fd as u32).map(|open| open.node);
                let kind = node.and_then(|node| fs.stat(node)).map(|stat| kind_of(&stat));
                (kind, u8::from(append))
            };
            code(kind, |kind| {
                let mut stat = [0; 24];
                stat[0] = kind;
                stat[2] = flags;
                stat[8..16].copy_from_slice(&ALL_RIGHTS.to_le_bytes());
                stat[16..24].copy_from_slice(&ALL_RIGHTS.to_le_bytes());
                Memory(&mut guest).put(to as u32, &stat)
            })
        },
    )?;
    linker.func_wrap(
        MODULE,
        "fd_fdstat_set_flags",
        |mut guest: Guest<'_>, fd: i32, flags: i32| -> Result<i32> {
            if is_standard(fd) {
                return Ok(0);
            }
            code(guest.data_mut().fs.descriptor(fd as u32), |open| {
                open.append = flags & 1 != 0;
                Ok(())
            })
        },
    )?;
    linker.func_wrap(MODULE, "fd_fdstat_set_rights", |_: i32, _: i64, _: i64| 0_i32)?;
    linker.func_wrap(
        MODULE,
        "fd_filestat_get",
        |mut guest: Guest<'_>, fd: i32, to: i32| -> Result<i32> {
            let fs = &mut guest.data_mut().fs;
            let stat = if is_standard(fd) {
                Ok(None)
            } else {
                let node = fs.descriptor(fd as u32).map(|open| open.node);
                node.and_then(|node| fs.stat(node)).map(Some)
            };
            code(stat, |stat| put_stat(&mut guest, to, stat))
        },
    )?;
    linker.func_wrap(
        MODULE,
        "fd_filestat_set_size",
        |mut guest: Guest<'_>, fd: i32, size: i64| -> Result<i32> {
            charge(&mut guest, size.clamp(0, 1 << 24) as usize)?;
            let fs = &mut guest.data_mut().fs;
            let node = fs.descriptor(fd as u32).map(|open| open.node);
            code(node.and_then(|node| fs.resize(node, size as u64)), |()| Ok(()))
        },
    )?;
    linker.func_wrap(MODULE, "fd_filestat_set_times", |_: i32, _: i64, _: i64, _: i32| {
        Errno::Notsup as i32
    })?;
    linker.func_wrap(MODULE, "fd_advise", |_: i32, _: i64, _: i64, _: i32| 0_i32)?;
    linker.func_wrap(MODULE, "fd_allocate", |_: i32, _: i64, _: i64| Errno::Notsup as i32)?;
    linker.func_wrap(MODULE, "fd_sync", |_: i32| 0_i32)?;
    linker.func_wrap(MODULE, "fd_datasync", |_: i32| 0_i32)?;
    linker.func_wrap(
        MODULE,
        "fd_prestat_get",
        |mut guest: Guest<'_>, fd: i32, to: i32| -> Result<i32> {
            if fd as u32 != ROOT || guest.data_mut().fs.descriptor(ROOT).is_err() {
                return Ok(Errno::Badf as i32);
            }
            // A folder, whose name is one byte long.
            Memory(&mut guest).put(to as u32, &[0, 0, 0, 0, 1, 0, 0, 0]).map(|()| 0)
        },
    )?;
    linker.func_wrap(
        MODULE,
        "fd_prestat_dir_name",
        |mut guest: Guest<'_>, fd: i32, to: i32, room: i32| -> Result<i32> {
            match (fd as u32, room) {
                (ROOT, 0) => Ok(Errno::Nametoolong as i32),
                (ROOT, _) => Memory(&mut guest).put(to as u32, b"/").map(|()| 0),
                _ => Ok(Errno::Badf as i32),
            }
        },
    )?;
    Ok(())
}

fn kind_of(stat: &Stat) -> u8 {
    if stat.is_folder { FOLDER } else { REGULAR }
}

/// `None`: a standard stream.
fn put_stat(guest: &mut Guest<'_>, to: i32, stat: Option<Stat>) -> Result<()> {
    let time = (guest.data().clock.epoch_us() * 1_000).to_le_bytes();
    let mut bytes = [0; 64];
    bytes[16] = CHARACTERS;
    if let Some(stat) = stat {
        bytes[0] = 1;
        bytes[8..16].copy_from_slice(&(stat.node as u64 + 1).to_le_bytes());
        bytes[16] = kind_of(&stat);
        bytes[24] = 1;
        bytes[32..40].copy_from_slice(&stat.size.to_le_bytes());
        for place in [40, 48, 56] {
            bytes[place..place + 8].copy_from_slice(&time);
        }
    }
    Memory(guest).put(to as u32, &bytes)
}

/// Reads into the buffers of a list; at a place, or where the descriptor is.
fn read(guest: &mut Guest<'_>, fd: i32, list: i32, count: i32, place: Option<u64>) -> Result<Answer<u32>> {
    let mut total = 0_u32;
    for (to, room) in Memory(guest).buffers(list as u32, count as u32)? {
        charge(guest, room as usize / 8)?;
        let fs = &mut guest.data_mut().fs;
        let bytes = if fd == 0 {
            fs.read_stdin(room as usize).to_vec()
        } else {
            let (node, at) = match fs.descriptor(fd as u32) {
                Ok(open) => (open.node, place.map_or(open.at, |place| place + u64::from(total))),
                Err(errno) => return Ok(Err(errno)),
            };
            match fs.read(node, at, room as usize) {
                Ok(bytes) => bytes.to_vec(),
                Err(errno) => return Ok(Err(errno)),
            }
        };
        if place.is_none()
            && let Ok(open) = guest.data_mut().fs.descriptor(fd as u32)
        {
            open.at += bytes.len() as u64;
        }
        Memory(guest).put(to, &bytes)?;
        total += bytes.len() as u32;
        if bytes.len() < room as usize {
            break;
        }
    }
    Ok(Ok(total))
}

fn write(guest: &mut Guest<'_>, fd: i32, list: i32, count: i32, place: Option<u64>) -> Result<Answer<u32>> {
    let mut total = 0_u32;
    for (from, length) in Memory(guest).buffers(list as u32, count as u32)? {
        charge(guest, length as usize)?;
        let bytes = Memory(guest).bytes(from, length)?.to_vec();
        if fd == 1 || fd == 2 {
            guest.data_mut().write_line(fd as usize - 1, &bytes);
        } else {
            charge(guest, 2_000)?;
            let fs = &mut guest.data_mut().fs;
            let (node, at, append) = match fs.descriptor(fd as u32) {
                Ok(open) => (
                    open.node,
                    place.map_or(open.at, |place| place + u64::from(total)),
                    open.append,
                ),
                Err(errno) => return Ok(Err(errno)),
            };
            let at = if append {
                fs.stat(node).map_or(at, |stat| stat.size)
            } else {
                at
            };
            if let Err(errno) = fs.write(node, at, &bytes) {
                return Ok(Err(errno));
            }
            if place.is_none()
                && let Ok(open) = fs.descriptor(fd as u32)
            {
                open.at = at + u64::from(length);
            }
        }
        total += length;
    }
    Ok(Ok(total))
}

fn count_to(guest: &mut Guest<'_>, answer: Answer<u32>, to: i32) -> Result<i32> {
    code(answer, |count| Memory(guest).put(to as u32, &count.to_le_bytes()))
}

fn seek(guest: &mut Guest<'_>, fd: i32, offset: i64, whence: i32) -> Answer<u64> {
    if is_standard(fd) {
        return Err(Errno::Spipe);
    }
    let fs = &mut guest.data_mut().fs;
    let (node, at) = fs.descriptor(fd as u32).map(|open| (open.node, open.at))?;
    let base = match whence {
        0 => 0,
        1 => at,
        2 => fs.stat(node)?.size,
        _ => return Err(Errno::Inval),
    };
    let at = base
        .checked_add_signed(offset)
        .filter(|at| *at <= i64::MAX as u64)
        .ok_or(Errno::Inval)?;
    fs.descriptor(fd as u32)?.at = at;
    Ok(at)
}

fn transfer(linker: &mut Linker<Program>) -> Result<()> {
    linker.func_wrap(
        MODULE,
        "fd_read",
        |mut guest: Guest<'_>, fd: i32, list: i32, count: i32, to: i32| -> Result<i32> {
            let answer = read(&mut guest, fd, list, count, None)?;
            count_to(&mut guest, answer, to)
        },
    )?;
    linker.func_wrap(
        MODULE,
        "fd_pread",
        |mut guest: Guest<'_>, fd: i32, list: i32, count: i32, at: i64, to: i32| -> Result<i32> {
            if is_standard(fd) {
                return Ok(Errno::Spipe as i32);
            }
            let answer = read(&mut guest, fd, list, count, Some(at as u64 & (u64::MAX >> 1)))?;
            count_to(&mut guest, answer, to)
        },
    )?;
    linker.func_wrap(
        MODULE,
        "fd_write",
        |mut guest: Guest<'_>, fd: i32, list: i32, count: i32, to: i32| -> Result<i32> {
            let answer = write(&mut guest, fd, list, count, None)?;
            count_to(&mut guest, answer, to)
        },
    )?;
    linker.func_wrap(
        MODULE,
        "fd_pwrite",
        |mut guest: Guest<'_>, fd: i32, list: i32, count: i32, at: i64, to: i32| -> Result<i32> {
            if is_standard(fd) {
                return Ok(Errno::Spipe as i32);
            }
            let answer = write(&mut guest, fd, list, count, Some(at as u64 & (u64::MAX >> 1)))?;
            count_to(&mut guest, answer, to)
        },
    )?;
    linker.func_wrap(
        MODULE,
        "fd_seek",
        |mut guest: Guest<'_>, fd: i32, offset: i64, whence: i32, to: i32| -> Result<i32> {
            let answer = seek(&mut guest, fd, offset, whence);
            code(answer, |at| Memory(&mut guest).put(to as u32, &at.to_le_bytes()))
        },
    )?;
    linker.func_wrap(MODULE, "fd_tell", |mut guest: Guest<'_>, fd: i32, to: i32| -> Result<i32> {
        let answer = seek(&mut guest, fd, 0, 1);
        code(answer, |at| Memory(&mut guest).put(to as u32, &at.to_le_bytes()))
    })?;
    linker.func_wrap(
        MODULE,
        "fd_readdir",
        |mut guest: Guest<'_>, fd: i32, to: i32, room: i32, cookie: i64, used: i32| -> Result<i32> {
            charge(&mut guest, 10_000)?;
            let list = match guest.data_mut().fs.list_open(fd as u32) {
                Ok(list) => list,
                Err(errno) => return Ok(errno as i32),
            };
            let mut bytes = Vec::new();
            for ((name, stat), next) in list.iter().zip(1_u64..).skip(usize::try_from(cookie).unwrap_or(usize::MAX)) {
                bytes.extend(next.to_le_bytes());
                bytes.extend((stat.node as u64 + 1).to_le_bytes());
                bytes.extend((name.len() as u32).to_le_bytes());
                bytes.extend([kind_of(stat), 0, 0, 0]);
                bytes.extend(name.as_bytes());
                if bytes.len() >= room as u32 as usize {
                    break;
                }
            }
            bytes.truncate(room as u32 as usize);
            let mut memory = Memory(&mut guest);
            memory.put(to as u32, &bytes)?;
            memory.put(used as u32, &(bytes.len() as u32).to_le_bytes())?;
            Ok(0)
        },
    )?;
    Ok(())
}

/// The path below a descriptor that a call names.
fn path(guest: &mut Guest<'_>, fd: i32, at: i32, count: i32) -> Result<Answer<String>> {
    let text = Memory(guest).text(at as u32, count as u32)?;
    Ok(guest.data_mut().fs.path(fd as u32, &text))
}

fn paths(linker: &mut Linker<Program>) -> Result<()> {
    linker.func_wrap(
        MODULE,
        "path_open",
        |mut guest: Guest<'_>,
         fd: i32,
         _follow: i32,
         at: i32,
         count: i32,
         flags: i32,
         rights: i64,
         _inherited: i64,
         mode: i32,
         to: i32|
         -> Result<i32> {
            const WRITE: i64 = 1 << 6;
            let path = path(&mut guest, fd, at, count)?;
            charge(&mut guest, 5_000)?;
            let fs = &mut guest.data_mut().fs;
            let opened = path.and_then(|path| fs.open(&path, flags, rights & WRITE != 0, mode & 1 != 0));
            code(opened, |fd| Memory(&mut guest).put(to as u32, &fd.to_le_bytes()))
        },
    )?;
    linker.func_wrap(
        MODULE,
        "path_filestat_get",
        |mut guest: Guest<'_>, fd: i32, _follow: i32, at: i32, count: i32, to: i32| -> Result<i32> {
            let path = path(&mut guest, fd, at, count)?;
            let stat = path.and_then(|path| guest.data().fs.stat_path(&path));
            code(stat, |stat| put_stat(&mut guest, to, Some(stat)))
        },
    )?;
    linker.func_wrap(
        MODULE,
        "path_create_directory",
        |mut guest: Guest<'_>, fd: i32, at: i32, count: i32| -> Result<i32> {
            let path = path(&mut guest, fd, at, count)?;
            charge(&mut guest, 5_000)?;
            code(path.and_then(|path| guest.data_mut().fs.make_folder(&path)), |()| Ok(()))
        },
    )?;
    for (name, folder) in [("path_unlink_file", false), ("path_remove_directory", true)] {
        linker.func_wrap(
            MODULE,
            name,
            move |mut guest: Guest<'_>, fd: i32, at: i32, count: i32| -> Result<i32> {
                let path = path(&mut guest, fd, at, count)?;
                code(path.and_then(|path| guest.data_mut().fs.remove(&path, folder)), |()| Ok(()))
            },
        )?;
    }
    linker.func_wrap(
        MODULE,
        "path_rename",
        |mut guest: Guest<'_>, fd: i32, at: i32, count: i32, to_fd: i32, to: i32, to_count: i32| -> Result<i32> {
            charge(&mut guest, 20_000)?;
            let from = path(&mut guest, fd, at, count)?;
            let to = path(&mut guest, to_fd, to, to_count)?;
            let renamed = from.and_then(|from| guest.data_mut().fs.rename(&from, &to?));
            code(renamed, |()| Ok(()))
        },
    )?;
    linker.func_wrap(
        MODULE,
        "path_filestat_set_times",
        |_: i32, _: i32, _: i32, _: i32, _: i64, _: i64, _: i32| Errno::Notsup as i32,
    )?;
    linker.func_wrap(
        MODULE,
        "path_link",
        |_: i32, _: i32, _: i32, _: i32, _: i32, _: i32, _: i32| Errno::Notsup as i32,
    )?;
    linker.func_wrap(MODULE, "path_symlink", |_: i32, _: i32, _: i32, _: i32, _: i32| {
        Errno::Notsup as i32
    })?;
    linker.func_wrap(MODULE, "path_readlink", |_: i32, _: i32, _: i32, _: i32, _: i32, _: i32| {
        Errno::Inval as i32
    })?;
    Ok(())
}

fn others(linker: &mut Linker<Program>) -> Result<()> {
    linker.func_wrap(
        MODULE,
        "poll_oneoff",
        |mut guest: Guest<'_>, from: i32, to: i32, count: i32, used: i32| -> Result<i32> {
            let count = count as u32;
            if count == 0 || count > LIST_MAX {
                return Ok(Errno::Inval as i32);
            }
            poll(&mut guest, from as u32, to as u32, count, used as u32).map(|()| 0)
        },
    )?;
    linker.func_wrap(MODULE, "proc_raise", |_: i32| Errno::Nosys as i32)?;
    linker.func_wrap(MODULE, "sock_accept", |_: i32, _: i32, _: i32| Errno::Notsup as i32)?;
    linker.func_wrap(MODULE, "sock_recv", |_: i32, _: i32, _: i32, _: i32, _: i32, _: i32| {
        Errno::Notsup as i32
    })?;
    linker.func_wrap(MODULE, "sock_send", |_: i32, _: i32, _: i32, _: i32, _: i32| {
        Errno::Notsup as i32
    })?;
    linker.func_wrap(MODULE, "sock_shutdown", |_: i32, _: i32| Errno::Notsup as i32)?;
    Ok(())
}

/// Streams and files are always ready; clocks are waited for by moving the clock on.
fn poll(guest: &mut Guest<'_>, from: u32, to: u32, count: u32, used: u32) -> Result<()> {
    const SUBSCRIPTION: u32 = 48;
    const EVENT: u32 = 32;
    let clock = guest.data().clock.clone();
    let now = clock.now_us();
    let mut wanted = Vec::new();
    for index in 0..count {
        let entry = Memory(guest).get::<48>(from.saturating_add(index * SUBSCRIPTION))?;
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|place| entry[at + place]));
        let due = if entry[8] == 0 {
            // Nanoseconds, rounded up to our microseconds.
            let time = word(24).div_ceil(1_000);
            let is_date = entry[16] == 0;
            match (entry[40] & 1 != 0, is_date) {
                (false, _) => now.saturating_add(time),
                (true, true) => time.saturating_sub(clock.epoch_us()),
                (true, false) => time,
            }
        } else {
            now
        };
        wanted.push((due, word(0), entry[8]));
    }
    let first = wanted.iter().map(|(due, ..)| *due).min().unwrap_or(now);
    // A week at most, as everywhere.
    clock.wait_until(first.min(now.saturating_add(7 * 86_400_000_000)));
    let now = clock.now_us();
    let mut events = 0;
    for (due, userdata, kind) in wanted {
        if due > now.max(first) {
            continue;
        }
        let mut event = [0; 32];
        event[..8].copy_from_slice(&userdata.to_le_bytes());
        event[10] = kind;
        event[16] = u8::from(kind != 0);
        Memory(guest).put(to.saturating_add(events * EVENT), &event)?;
        events += 1;
    }
    Memory(guest).put(used, &events.to_le_bytes())
}
