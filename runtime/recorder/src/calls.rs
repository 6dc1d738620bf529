//! From the calls a host made on a page to the events of a tape.

use crate::tape::{Act, Event};
use oracade_runtime::{Call, CallRecord};

/// The events that make the same calls again.
pub fn events(calls: &[CallRecord]) -> Vec<Event> {
    calls.iter().map(event).collect()
}

fn event(record: &CallRecord) -> Event {
    let act = match &record.call {
        Call::Input(input) => Act::Input(input.clone()),
        Call::Evaluate(expression) => Act::Evaluate(expression.clone()),
        Call::Settle(number) => Act::Settle(*number),
        Call::Snapshot => Act::Snapshot,
        Call::Reload => Act::Reload,
        Call::Viewport {
            width,
            height,
            dpr,
            mobile,
        } => Act::Viewport {
            width: *width,
            height: *height,
            dpr: *dpr,
            mobile: *mobile,
        },
        Call::TouchPoints(points) => Act::TouchPoints(*points),
        Call::Capture(canvas) => Act::Capture(canvas.clone()),
    };
    Event {
        at_us: record.at_us,
        hold: record.hold,
        act,
    }
}
