//! Making on a guest the calls that were made on another one.

use crate::call_log::{Call, Calls};
use crate::evaluation::{Evaluation, EvaluationId};
use crate::guest::Guest;
use crate::page_error::PageError;
use std::collections::BTreeMap;

/// Makes the calls; a guest opened as the other one was is then where that one is.
pub(crate) fn repeat(guest: &mut dyn Guest, calls: Calls<'_>) -> Result<(), PageError> {
    let mut pending: BTreeMap<u32, EvaluationId> = BTreeMap::new();
    for record in calls.records {
        if !record.hold {
            guest.advance_to(record.at_us)?;
        }
        let outcome = match &record.call {
            Call::Input(event) => guest.input(event).map(|_| ()),
            Call::Evaluate(expression) => guest.evaluate(expression).map(|result| {
                if let Evaluation::Pending(id) = result {
                    pending.insert(id.number(), id);
                }
            }),
            Call::Settle(number) => match pending.remove(number) {
                Some(id) => guest.poll_evaluation(id).map(|_| ()),
                None => Ok(()),
            },
            Call::Snapshot => guest.snapshot().map(|_| ()),
            Call::Reload => guest.reload(),
            Call::Viewport {
                width,
                height,
                dpr,
                mobile,
            } => guest.set_viewport(*width, *height, *dpr, *mobile),
            Call::TouchPoints(points) => guest.set_touch(*points),
            Call::Capture(None) => guest.capture().map(|_| ()),
            Call::Capture(Some(selector)) => guest.capture_canvas(selector).map(|_| ()),
        };
        match outcome {
            // What was refused then is refused now.
            Ok(()) | Err(PageError::BadInput(_) | PageError::Snapshot(_) | PageError::NoCanvas(_)) => {}
            Err(error) => return Err(error),
        }
    }
    if !calls.hold {
        guest.advance_to(calls.advanced_to_us)?;
    }
    Ok(())
}
