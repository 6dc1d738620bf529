//! The system calls that the standard library has no safe form of.

use super::ForkError;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::sync::OnceLock;

/// Which of the two a process is after a fork.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Forked {
    /// The one that was.
    Parent,
    /// The copy.
    Child,
}

/// Forks a process that has one thread.
///
/// # Errors
/// `Threads`; `Refused` with the system's message.
pub(super) fn fork_alone() -> Result<Forked, ForkError> {
    // Linux lets a process leave its thread group only if it is alone in it; then it is no change. Asked this way because a process in a
    // sandbox cannot read /proc.
    // SAFETY: a number; the call changes nothing.
    if unsafe { libc::unshare(libc::CLONE_THREAD) } != 0 {
        let error = io::Error::last_os_error();
        return Err(match error.raw_os_error() {
            Some(libc::EINVAL) => ForkError::Threads,
            _ => ForkError::Refused(error.to_string()),
        });
    }
    fork()
}

/// Forks a process whose other threads, if there are any, wait for what never comes.
pub(super) fn fork() -> Result<Forked, ForkError> {
    keep_memory().map_err(|error| ForkError::Refused(error.to_string()))?;
    // SAFETY: no other thread runs (see the callers), so none can hold a lock that the child would wait for.
    match unsafe { libc::fork() } {
        -1 => Err(ForkError::Refused(io::Error::last_os_error().to_string())),
        0 => Ok(Forked::Child),
        _ => Ok(Forked::Parent),
    }
}

/// V8 asks for its memory not to be there in a fork, as the browser it is made for has no use for it. Takes that back for all memory
/// that it can have.
fn keep_memory() -> io::Result<()> {
    /// Where the system's own pages begin, which take no such advice; the same in every fork.
    static END: OnceLock<usize> = OnceLock::new();
    if let Some(end) = END.get() {
        return keep_memory_below(*end);
    }
    let here = 0_u8;
    let stack = std::ptr::from_ref(&here).addr() / PAGE * PAGE;
    // SAFETY: a number; the answer is one, 0 if there is no such page.
    let code = unsafe { libc::getauxval(libc::AT_SYSINFO_EHDR) } as usize;
    // Data lies just below the system's code, how much of it differs from version to version.
    let top = if code == 0 { stack } else { stack.min(code) };
    let mut outcome = Ok(());
    for pages in 0..64 {
        let end = top - pages * PAGE;
        outcome = keep_memory_below(end);
        match &outcome {
            Ok(()) => {
                let _ = END.set(end);
                return Ok(());
            }
            Err(error) if error.raw_os_error() == Some(libc::EINVAL) => {}
            Err(_) => break,
        }
    }
    outcome
}

/// Size of a page, and of the lowest part of the address space, where nothing is ever mapped.
const PAGE: usize = 4_096;
const LOWEST: usize = 1 << 16;

fn keep_memory_below(end: usize) -> io::Result<()> {
    // SAFETY: the advice changes nothing of what this process sees of its memory.
    let advised = unsafe { libc::madvise(std::ptr::without_provenance_mut(LOWEST), end - LOWEST, libc::MADV_DOFORK) };
    match io::Error::last_os_error() {
        _ if advised == 0 => Ok(()),
        // What is not mapped in so wide a range is passed over, and told at the end (madvise(2), "Linux notes").
        error if error.raw_os_error() == Some(libc::ENOMEM) => Ok(()),
        error => Err(error),
    }
}

/// Waits until every other thread of this process sleeps, and has slept at two looks in a row. The threads are V8's, which it gives
/// parts of a garbage collection and waits for; between calls into V8 they have nothing to do.
pub(super) fn wait_for_sleep() -> io::Result<()> {
    let own = std::process::id().to_string();
    let awake = || -> io::Result<bool> {
        for thread in std::fs::read_dir("/proc/self/task")? {
            let thread = thread?;
            if thread.file_name().to_string_lossy() == own {
                continue;
            }
            let stat = std::fs::read_to_string(thread.path().join("stat"))?;
            // The state follows the name, which may hold anything, in parentheses.
            let state = stat.rsplit_once(')').and_then(|(_, rest)| rest.trim_start().chars().next());
            if state != Some('S') {
                return Ok(true);
            }
        }
        Ok(false)
    };
    let mut quiet = 0;
    for _ in 0..2_000 {
        quiet = if awake()? { 0 } else { quiet + 1 };
        if quiet == 2 {
            return Ok(());
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    Err(io::Error::new(
        io::ErrorKind::TimedOut,
        "a thread of the engine does not come to rest",
    ))
}

/// This process's standard input, as its owner.
pub(super) fn take_stdin() -> OwnedFd {
    // SAFETY: the program that calls this reads nothing else from it, and the standard library's own handle is never used.
    unsafe { OwnedFd::from_raw_fd(0) }
}

/// Ends this process now, without what is done at a program's end: that belongs to the process this one was forked from.
pub(super) fn exit_now(code: i32) -> ! {
    // SAFETY: a number; does not return.
    unsafe { libc::_exit(code) }
}

/// The calling process is ended by the system when the one that started it ends.
pub(super) fn die_with_parent() {
    // SAFETY: plain numbers.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
}

/// Children that end leave nothing behind that somebody would have to wait for.
pub(super) fn forget_children() {
    // SAFETY: the disposition is one of the system's own.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_IGN) };
}

/// Lets the main thread's stack grow as far as those of other threads that pages live on, and bounds how many processes there may be
/// (the system counts those of the user, and not those of its administrator).
pub(super) fn set_limits(stack_bytes: u64, processes: u64) {
    for (resource, wanted) in [(libc::RLIMIT_STACK, stack_bytes), (libc::RLIMIT_NPROC, processes)] {
        let mut limit = libc::rlimit {
            rlim_cur: 0,
            rlim_max: 0,
        };
        // SAFETY: the struct is whole and outlives both calls.
        unsafe {
            if libc::getrlimit(resource, &raw mut limit) == 0 {
                limit.rlim_cur = wanted.min(limit.rlim_max);
                libc::setrlimit(resource, &raw const limit);
            }
        }
    }
}

/// Waits for the only child and answers with its exit code; 1 if a signal has ended it.
pub(super) fn wait_for_child() -> i32 {
    let mut status = 0;
    loop {
        // SAFETY: writes to a local.
        let ended = unsafe { libc::waitpid(-1, &raw mut status, 0) };
        if ended > 0 {
            return if libc::WIFEXITED(status) {
                libc::WEXITSTATUS(status)
            } else {
                1
            };
        }
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return 1;
        }
    }
}

/// Ends all processes of a group.
pub(super) fn kill_group(leader: u32) {
    if let Ok(leader) = i32::try_from(leader) {
        // SAFETY: plain numbers; the group is one that this process has started, and its leader has not been waited for.
        unsafe { libc::killpg(leader, libc::SIGKILL) };
    }
}

/// Room for one descriptor beside a message, aligned as the system wants it.
#[repr(C, align(8))]
struct Control([u8; 64]);

fn message(bytes: &mut libc::iovec, control: &mut Control) -> libc::msghdr {
    // SAFETY: of a struct of numbers and pointers, zero is a value.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    message.msg_iov = bytes;
    message.msg_iovlen = 1;
    message.msg_control = control.0.as_mut_ptr().cast();
    message
}

/// Sends bytes, the first of them with a descriptor.
pub(super) fn send_with(socket: &impl AsRawFd, bytes: &[u8], descriptor: &OwnedFd) -> io::Result<usize> {
    let mut part = libc::iovec {
        iov_base: bytes.as_ptr().cast_mut().cast(),
        iov_len: bytes.len(),
    };
    let mut control = Control([0; 64]);
    let mut message = message(&mut part, &mut control);
    let size = size_of::<libc::c_int>() as u32;
    // SAFETY: the header and one descriptor fit into the 64 aligned bytes that the message points to (24 bytes on Linux); all of it
    // outlives the call, which writes nothing.
    let sent = unsafe {
        message.msg_controllen = libc::CMSG_SPACE(size) as _;
        let header = libc::CMSG_FIRSTHDR(&raw const message);
        (*header).cmsg_level = libc::SOL_SOCKET;
        (*header).cmsg_type = libc::SCM_RIGHTS;
        (*header).cmsg_len = libc::CMSG_LEN(size) as _;
        libc::CMSG_DATA(header)
            .cast::<libc::c_int>()
            .write_unaligned(descriptor.as_raw_fd());
        libc::sendmsg(socket.as_raw_fd(), &raw const message, libc::MSG_NOSIGNAL)
    };
    usize::try_from(sent).map_err(|_| io::Error::last_os_error())
}

/// Receives bytes, and the descriptor that came with the first of them.
pub(super) fn receive_with(socket: &impl AsRawFd, bytes: &mut [u8]) -> io::Result<(usize, Option<OwnedFd>)> {
    let mut part = libc::iovec {
        iov_base: bytes.as_mut_ptr().cast(),
        iov_len: bytes.len(),
    };
    let mut control = Control([0; 64]);
    let mut message = message(&mut part, &mut control);
    message.msg_controllen = size_of::<Control>() as _;
    // SAFETY: the message points to the bytes and the control room, which outlive the call.
    let received = unsafe { libc::recvmsg(socket.as_raw_fd(), &raw mut message, libc::MSG_CMSG_CLOEXEC) };
    let received = usize::try_from(received).map_err(|_| io::Error::last_os_error())?;
    let mut found = None;
    // SAFETY: the system has filled the control room; the macros stay within the length that it has set. Each descriptor in it is new
    // in this process and nobody else's.
    unsafe {
        let mut header = libc::CMSG_FIRSTHDR(&raw const message);
        while !header.is_null() {
            if (*header).cmsg_level == libc::SOL_SOCKET && (*header).cmsg_type == libc::SCM_RIGHTS {
                let count = ((*header).cmsg_len as usize - libc::CMSG_LEN(0) as usize) / size_of::<libc::c_int>();
                let data = libc::CMSG_DATA(header).cast::<libc::c_int>();
                for index in 0..count {
                    let descriptor = OwnedFd::from_raw_fd(data.add(index).read_unaligned());
                    found.get_or_insert(descriptor);
                }
            }
            header = libc::CMSG_NXTHDR(&raw const message, header);
        }
    }
    Ok((received, found))
}
