//! A second page that has lived through what this one has.

use super::{Page, PageError};
use crate::call_log::{Call, CallRecord};
use crate::evaluation::{Evaluation, EvaluationId};
use crate::page_options::PageOptions;
use std::collections::BTreeMap;

impl Page {
    /// A page of its own that is, to the last bit, where this one is: script state, chance, clock, timers, input, storage, pixels.
    /// From here on neither sees what the other does. Calls must have been kept ([`Page::keep_calls`]) from the start.
    ///
    /// It is made by doing again all that was done, so it costs what the page's life so far cost (pixels that were captured
    /// included), and no memory until then.
    ///
    /// # Errors
    /// `NotKept` if the calls were not kept; as [`Page::open`]; or the error this page died of.
    pub fn branch(&self) -> Result<Page, PageError> {
        let (Some(log), Some(calls)) = (&self.calls, self.calls()) else {
            return Err(PageError::NotKept);
        };
        let options = PageOptions {
            bundle: self.options.bundle.clone(),
            document: self.options.document.clone(),
            library: self.options.library.clone(),
            profile: self.options.profile.clone(),
            storage: log.storage(),
            init_scripts: self.options.init_scripts.clone(),
        };
        let mut page = Page::open(self.engine, options)?;
        page.keep_calls();
        let mut pending = BTreeMap::new();
        for record in calls.records {
            page.repeat(record, &mut pending)?;
        }
        if !calls.hold {
            page.advance_to(calls.advanced_to_us)?;
        }
        Ok(page)
    }

    fn repeat(&mut self, record: &CallRecord, pending: &mut BTreeMap<u32, EvaluationId>) -> Result<(), PageError> {
        if !record.hold {
            self.advance_to(record.at_us)?;
        }
        let outcome = match &record.call {
            Call::Input(event) => self.input(event).map(|_| ()),
            Call::Evaluate(expression) => self.evaluate(expression).map(|result| {
                if let Evaluation::Pending(id) = result {
                    pending.insert(id.number(), id);
                }
            }),
            Call::Settle(number) => match pending.remove(number) {
                Some(id) => self.poll_evaluation(id).map(|_| ()),
                None => Ok(()),
            },
            Call::Snapshot => self.snapshot().map(|_| ()),
            Call::Reload => self.reload(),
            Call::Viewport {
                width,
                height,
                dpr,
                mobile,
            } => self.set_viewport(*width, *height, *dpr, *mobile),
            Call::TouchPoints(points) => self.set_touch(*points),
            Call::Capture(None) => self.capture().map(|_| ()),
            Call::Capture(Some(selector)) => self.capture_canvas(selector).map(|_| ()),
        };
        match outcome {
            // What was refused then is refused now.
            Err(PageError::BadInput(_) | PageError::Snapshot(_) | PageError::NoCanvas(_)) => Ok(()),
            other => other,
        }
    }
}
