//! Tasks on several threads, with their results in order.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Stack of a thread on which pages live: deeply nested elements are laid out recursively.
const STACK_BYTES: usize = 64 << 20;

/// Does `count` tasks on at most `jobs` threads; each takes the next one when it is free. Results are in the order of the tasks, whoever did
/// them. `None`: a defect of this program ended the task's thread.
pub fn each<R: Send>(count: usize, jobs: usize, task: impl Fn(usize) -> R + Sync) -> Vec<Option<R>> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<R>>> = (0..count).map(|_| Mutex::new(None)).collect();
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(place) = results.get(at) else { return };
            let result = task(at);
            if let Ok(mut place) = place.lock() {
                *place = Some(result);
            }
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.clamp(1, count.max(1)))
            .filter_map(|_| {
                std::thread::Builder::new()
                    .name("play".to_owned())
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, work)
                    .ok()
            })
            .collect();
        for thread in threads {
            // What a thread that panicked has not done is missing from the results.
            let _ = thread.join();
        }
    });
    results.into_iter().map(|place| place.into_inner().ok().flatten()).collect()
}
