//! What a page is told about the machine it runs on, and the limits it runs under.

use crate::engine::WATCHDOG_DEFAULT;
use std::time::Duration;

pub use oracade_text::FontProfile;

/// What a page can learn about its host. The default is the reference Chromium: headless, 1280×800 window, desktop, no touch.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Viewport width in CSS px.
    pub width: u32,
    /// Viewport height in CSS px.
    pub height: u32,
    /// `devicePixelRatio`. Captures are in device pixels.
    pub dpr: f64,
    /// BCP 47 tag for `navigator.language` and Intl's default.
    pub locale: String,
    /// IANA zone. Only `UTC` for now: ICU's default zone is the process's.
    pub time_zone: String,
    /// Wall date at virtual time 0, in ms since 1970.
    pub epoch_ms: f64,
    /// Seed of everything random a page can see.
    pub seed: u64,
    /// Which fonts exist.
    pub fonts: FontProfile,
    /// `navigator.maxTouchPoints`; 0 is a desktop without touch.
    pub touch_points: u32,
    /// `navigator.userAgent`.
    pub user_agent: String,
    /// Limits of one page.
    pub limits: Limits,
}

/// Limits of one page. Each ends the page, or the call that went too far, with a named error.
#[derive(Clone, Debug)]
pub struct Limits {
    /// V8 heap in bytes. V8 counts buffers to its heap, so the page ends as out of memory when both together pass the sum of
    /// this and `buffer_bytes`. Default 512 MiB.
    pub heap_bytes: usize,
    /// Bytes of all ArrayBuffers together; more is a RangeError in the page. Default 512 MiB.
    pub buffer_bytes: usize,
    /// Processor time of one uninterrupted run of page code. Default 20 s. Its outcome is never a verdict.
    pub watchdog: Duration,
    /// Timers open at once. Default 100 000.
    pub timers: usize,
    /// Nodes one document or fragment parse may make, and nodes of the document (which ends the page). Default 1 000 000.
    pub nodes: u32,
    /// Console bytes kept; later lines are counted, not kept. Default 16 MiB.
    pub log_bytes: usize,
}

impl Limits {
    /// What V8's heap and the buffers may take together, in bytes.
    pub(crate) fn total_bytes(&self) -> usize {
        self.heap_bytes + self.buffer_bytes
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            heap_bytes: 512 << 20,
            buffer_bytes: 512 << 20,
            watchdog: WATCHDOG_DEFAULT,
            timers: 100_000,
            nodes: 1_000_000,
            log_bytes: 16 << 20,
        }
    }
}

/// 2026-01-01T00:00:00Z: a date after any game's own "released in".
pub const EPOCH_MS: f64 = 1_767_225_600_000.0;

impl Default for Profile {
    fn default() -> Self {
        Profile {
            width: 1280,
            height: 713,
            dpr: 1.0,
            locale: "en-US".to_owned(),
            time_zone: "UTC".to_owned(),
            epoch_ms: EPOCH_MS,
            seed: 1,
            fonts: FontProfile::Default,
            touch_points: 0,
            user_agent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36"
                .to_owned(),
            limits: Limits::default(),
        }
    }
}
