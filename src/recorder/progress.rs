//! How far long work is, for the person who waits for it. Wall time is looked at here only, and reaches nothing but standard error.

use std::io::Write;
use std::time::{Duration, Instant};

/// Work that is over before this is told nothing of, and what is told is this far apart.
const EVERY: Duration = Duration::from_secs(3);

/// Tells how far a run is on its way to its end.
pub(crate) struct Progress {
    what: &'static str,
    end_us: u64,
    started: Instant,
    told: Instant,
}

impl Progress {
    /// Work of that name, which ends at that virtual time.
    pub(crate) fn new(what: &'static str, end_us: u64) -> Progress {
        let now = Instant::now();
        Progress {
            what,
            end_us,
            started: now,
            told: now,
        }
    }

    /// It has come to a virtual time.
    pub(crate) fn at(&mut self, at_us: u64) {
        if self.told.elapsed() < EVERY {
            return;
        }
        self.told = Instant::now();
        let line = line(self.what, at_us, self.end_us, self.started.elapsed());
        // Nobody who waits is no reason to stop.
        let _ = writeln!(std::io::stderr(), "{line}");
    }
}

fn line(what: &str, at_us: u64, end_us: u64, passed: Duration) -> String {
    let part = at_us as f64 / end_us.max(1) as f64;
    let left = (passed.as_secs_f64() / part.max(1e-6) * (1.0 - part)).clamp(0.0, 1e6);
    let speed = at_us as f64 / 1e6 / passed.as_secs_f64().max(1e-3);
    format!(
        "{what}: {:.1} of {:.1} s ({:.0} %), {speed:.1} times real time, about {left:.0} s left",
        at_us as f64 / 1e6,
        end_us as f64 / 1e6,
        part * 100.0
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_how_long_it_will_take() {
        let told = line("recorded", 2_000_000, 8_000_000, Duration::from_secs(5));
        assert_eq!(told, "recorded: 2.0 of 8.0 s (25 %), 0.4 times real time, about 15 s left");
        assert!(line("recorded", 0, 0, Duration::ZERO).contains("0 %"));
    }
}
