//! Ctrl-C ends a run as its End button does, so that the tape gets its last line.

use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on the first Ctrl-C only sets [`asked`]; the second ends the process, as if nothing had been caught.
pub(crate) fn catch() {
    #[cfg(target_os = "linux")]
    {
        extern "C" fn note(_: libc::c_int) {
            ASKED.store(true, Ordering::Relaxed);
        }
        // SAFETY: the handler does nothing but store to an atomic, which is safe in a signal handler; the structure is plain data
        // for which zeros are valid, and outlives the calls.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = note as *const () as usize;
            action.sa_flags = libc::SA_RESETHAND | libc::SA_RESTART;
            libc::sigemptyset(&mut action.sa_mask);
            for signal in [libc::SIGINT, libc::SIGTERM] {
                libc::sigaction(signal, &action, std::ptr::null_mut());
            }
        }
    }
}

/// Whether the person has pressed Ctrl-C.
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
