//! The nursery's side: a process that answers, and forks when it is asked to.

use super::wire::{Answer, Channel, Evaluated, Failure, Reply, Request, Status, Text};
use super::{ForkError, sys};
use crate::buffers;
use crate::engine::Engine;
use crate::guest::Guest;
use crate::page_error::PageError;
use crate::watchdog;
use serde_json::Value;
use std::sync::Arc;

/// Stack of the thread that pages live on, in bytes: deeply nested elements are laid out recursively.
const STACK_BYTES: u64 = 64 << 20;
/// Processes of the user, beyond which forks fail, whoever asks for them.
const PROCESSES: u64 = 4_096;

/// Opens the page that a specification names.
pub type PageOpener<'a> = dyn FnMut(&'static Engine, &Value) -> Result<Box<dyn Guest>, PageError> + 'a;

/// Serves whoever started this program until nobody can ask any more; does not return. To be called first, while the process has one
/// thread; pages will live on that. `walls` puts the process behind its walls, before the first page is opened and after the last file
/// is needed that is no page's.
pub fn serve(walls: impl FnOnce(), open: &mut PageOpener<'_>) -> ! {
    let mut channel = Channel::new(sys::take_stdin());
    sys::set_limits(STACK_BYTES, PROCESSES);
    let failed = |channel: &mut Channel, why: String| -> ! {
        let _ = channel.answer(&refusal(Failure::Fork(ForkError::Gone(why))));
        sys::exit_now(1)
    };
    let engine = match Engine::get() {
        Ok(engine) => engine,
        Err(error) => failed(&mut channel, error.to_string()),
    };
    sys::die_with_parent();
    // V8's platform has a thread, to which it gives parts of a collection that it waits for. Now it sleeps; the fork leaves it behind,
    // and the parts are done by the thread that waits, as V8 provides for.
    if let Err(error) = sys::wait_for_sleep() {
        failed(&mut channel, error.to_string());
    }
    match sys::fork() {
        Err(error) => failed(&mut channel, error.to_string()),
        Ok(sys::Forked::Parent) => {
            // Somebody has to be waited for, and its end is the nursery's.
            drop(channel);
            sys::exit_now(sys::wait_for_child())
        }
        Ok(sys::Forked::Child) => {}
    }
    sys::die_with_parent();
    sys::forget_children();
    if let Err(error) = settle(engine) {
        failed(&mut channel, error);
    }
    walls();
    let mut guest = None;
    let ready = Answer {
        status: Status::default(),
        result: Ok(Reply::Done),
    };
    if channel.answer(&ready).is_err() {
        sys::exit_now(1);
    }
    loop {
        let Ok(Some((request, descriptor))) = channel.asked() else {
            sys::exit_now(0)
        };
        let answer = match (request, descriptor) {
            (Request::Branch { spec }, Some(socket)) => match branch() {
                Err(error) => refusal(Failure::Fork(error)),
                Ok(sys::Forked::Parent) => answer(&guest, Ok(Reply::Done)),
                Ok(sys::Forked::Child) => {
                    // The other end of the old channel belongs to the process this one was.
                    channel = Channel::new(socket);
                    let opened = match &guest {
                        Some(_) => Ok(()),
                        None => open(engine, &spec).map(|opened| guest = Some(opened)),
                    };
                    answer(&guest, opened.map(|()| Reply::Done))
                }
            },
            (request, _) => {
                let result = match &mut guest {
                    Some(guest) => perform(guest.as_mut(), request),
                    None => Err(PageError::BadInput("there is no page in this process".to_owned())),
                };
                answer(&guest, result)
            }
        };
        if channel.answer(&answer).is_err() {
            sys::exit_now(0);
        }
    }
}

/// Lets V8 collect garbage once, for which it posts work and wakes its sleeping thread. The thread is not there any more, and this takes
/// it off the list of those that could be woken, while what it left on its stack, which the list looks at, still stands: the next thread
/// that is started may be given that stack.
fn settle(engine: &'static Engine) -> Result<(), String> {
    const HEAP_BYTES: usize = 256 << 20;
    const GARBAGE: &str = "let kept = []; for (let i = 0; i < 4e5; i += 1) kept[i % 1000] = { i, text: [i, i, i] }; kept.length";
    let buffers = buffers::allocator(buffers::budget(HEAP_BYTES), Arc::default());
    let mut runtime = engine.new_runtime(HEAP_BYTES, buffers)?;
    let done = runtime.execute_script("oracade:settle", GARBAGE);
    done.map(drop).map_err(|error| error.to_string())
}

fn refusal(failure: Failure) -> Answer {
    Answer {
        status: Status::default(),
        result: Err(failure),
    }
}

fn answer(guest: &Option<Box<dyn Guest>>, result: Result<Reply, PageError>) -> Answer {
    Answer {
        status: guest.as_deref().map(Status::of).unwrap_or_default(),
        result: result.map_err(Failure::Page),
    }
}

fn branch() -> Result<sys::Forked, ForkError> {
    watchdog::rest();
    sys::fork_alone()
}

fn perform(guest: &mut dyn Guest, request: Request) -> Result<Reply, PageError> {
    match request {
        Request::Branch { .. } => Err(PageError::BadInput("a branch needs a socket".to_owned())),
        Request::Advance { until_us } => guest.advance_to(until_us).map(|()| Reply::Done),
        Request::Input { event } => guest.input(&event.value()?).map(Reply::Ack),
        Request::Evaluate { expression } => guest.evaluate(&expression).map(Evaluated::of).map(Reply::Evaluation),
        Request::Poll { id } => guest.poll_evaluation(id).map(Evaluated::of).map(Reply::Evaluation),
        Request::Forget { id } => {
            guest.drop_evaluation(id);
            Ok(Reply::Done)
        }
        Request::Snapshot => guest.snapshot().map(|value| Reply::Value(Text::of(&value))),
        Request::Snapshots { moments } => Ok(Reply::snapshots(guest, &moments)),
        Request::Capture => guest.capture().map(Reply::picture),
        Request::Look => guest.look().map(|seen| seen.map_or(Reply::Done, Reply::picture)),
        Request::CaptureCanvas { selector } => guest.capture_canvas(&selector).map(Reply::picture),
        Request::Reload => guest.reload().map(|()| Reply::Done),
        Request::Viewport {
            width,
            height,
            dpr,
            mobile,
        } => guest.set_viewport(width, height, dpr, mobile).map(|()| Reply::Done),
        Request::Touch { points } => guest.set_touch(points).map(|()| Reply::Done),
        Request::Console { from } => Ok(Reply::Console(guest.console_since(from))),
        Request::Exceptions { from } => Ok(Reply::Exceptions(guest.exceptions_since(from))),
        Request::Digests => Ok(Reply::Digests {
            page: guest.digest(),
            order: guest.order_digest(),
            storage: guest.storage_digest(),
        }),
        Request::Thread => {
            // Its end is the process's: nobody waits for it.
            let thread = std::thread::Builder::new().spawn(|| std::thread::sleep(std::time::Duration::from_secs(3_600)));
            thread
                .map(|_| Reply::Done)
                .map_err(|error| PageError::Internal(error.to_string()))
        }
    }
}
