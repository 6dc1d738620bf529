//! What can be done to a page in another process: what can be done to any.

use super::ForkedPage;
use super::wire::{Reply, Request, Text};
use crate::call_log::{Call, Calls};
use crate::evaluation::{Evaluation, EvaluationId};
use crate::frame::Frame;
use crate::guest::{Branching, Guest, Snapshots};
use crate::page::{Counters, InputAck};
use crate::page_error::PageError;
use crate::page_state::{ConsoleEntry, ExceptionEntry};
use serde_json::Value;

/// The answer to another question than was asked.
fn wrong(_: Reply) -> PageError {
    PageError::Crashed("its process answers something else".to_owned())
}

impl ForkedPage {
    fn do_it(&self, request: &Request) -> Result<(), PageError> {
        match self.ask(request)? {
            Reply::Done => Ok(()),
            other => Err(wrong(other)),
        }
    }

    fn evaluation(&self, request: &Request) -> Result<Evaluation, PageError> {
        match self.ask(request)? {
            Reply::Evaluation(evaluation) => evaluation.evaluation(),
            other => Err(wrong(other)),
        }
    }

    fn picture(&self, request: &Request) -> Result<Frame, PageError> {
        match self.ask(request)? {
            Reply::Picture { width, height, rgba } => Ok(Frame { width, height, rgba }),
            other => Err(wrong(other)),
        }
    }

    /// Digests of the page, of the order of what ran, and of what is stored; empty if its process is no more.
    fn digests(&self) -> [String; 3] {
        match self.ask(&Request::Digests) {
            Ok(Reply::Digests { page, order, storage }) => [page, order, storage],
            _ => Default::default(),
        }
    }
}

impl Guest for ForkedPage {
    fn now_us(&self) -> u64 {
        self.status.get().now_us
    }

    fn next_due_us(&self) -> Option<u64> {
        self.status.get().next_due_us
    }

    fn next_frame_us(&self) -> u64 {
        self.status.get().next_frame_us
    }

    fn loaded(&self) -> bool {
        self.status.get().loaded
    }

    fn advance_to(&mut self, until_us: u64) -> Result<(), PageError> {
        self.calls.advance(until_us);
        self.do_it(&Request::Advance { until_us })
    }

    fn input(&mut self, event: &Value) -> Result<InputAck, PageError> {
        self.calls.add(Call::Input(event.clone()));
        match self.ask(&Request::Input { event: Text::of(event) })? {
            Reply::Ack(ack) => Ok(ack),
            other => Err(wrong(other)),
        }
    }

    fn evaluate(&mut self, expression: &str) -> Result<Evaluation, PageError> {
        self.calls.add(Call::Evaluate(expression.to_owned()));
        self.evaluation(&Request::Evaluate {
            expression: expression.to_owned(),
        })
    }

    fn poll_evaluation(&mut self, id: EvaluationId) -> Result<Evaluation, PageError> {
        let found = self.evaluation(&Request::Poll { id })?;
        // To ask for what has not come changes nothing.
        if !matches!(found, Evaluation::Pending(_)) {
            self.calls.add(Call::Settle(id.number()));
        }
        Ok(found)
    }

    fn drop_evaluation(&mut self, id: EvaluationId) {
        // If its process is no more, the next call says so.
        let _ = self.do_it(&Request::Forget { id });
    }

    fn snapshot(&mut self) -> Result<Value, PageError> {
        self.calls.add(Call::Snapshot);
        self.calls.begin_composite();
        let reply = self.ask(&Request::Snapshot);
        self.calls.end_composite(self.status.get().now_us);
        match reply? {
            Reply::Value(value) => value.value(),
            other => Err(wrong(other)),
        }
    }

    fn snapshots(&mut self, moments: &[u64]) -> Snapshots {
        let died = |error: PageError| Snapshots {
            list: Vec::new(),
            died: Some((error, false)),
        };
        let request = Request::Snapshots {
            moments: moments.to_vec(),
        };
        let taken = match self.ask(&request) {
            Ok(reply) => match reply.taken() {
                Some(taken) => taken,
                None => return died(PageError::Crashed("its process answers something else".to_owned())),
            },
            Err(error) => return died(error),
        };
        for (moment, (now_us, _)) in moments.iter().zip(&taken.list) {
            self.calls.advance(*moment);
            self.calls.add(Call::Snapshot);
            self.calls.begin_composite();
            self.calls.end_composite(*now_us);
        }
        if let (Some((_, looking)), Some(moment)) = (&taken.died, moments.get(taken.list.len())) {
            self.calls.advance(*moment);
            if *looking {
                self.calls.add(Call::Snapshot);
            }
        }
        taken
    }

    fn capture(&mut self) -> Result<Frame, PageError> {
        self.calls.add(Call::Capture(None));
        self.picture(&Request::Capture)
    }

    fn look(&mut self) -> Result<Option<Frame>, PageError> {
        match self.ask(&Request::Look)? {
            Reply::Done => Ok(None),
            Reply::Picture { width, height, rgba } => Ok(Some(Frame { width, height, rgba })),
            other => Err(wrong(other)),
        }
    }

    fn capture_canvas(&mut self, selector: &str) -> Result<Frame, PageError> {
        self.calls.add(Call::Capture(Some(selector.to_owned())));
        self.picture(&Request::CaptureCanvas {
            selector: selector.to_owned(),
        })
    }

    fn reload(&mut self) -> Result<(), PageError> {
        self.calls.add(Call::Reload);
        self.do_it(&Request::Reload)
    }

    fn set_viewport(&mut self, width: u32, height: u32, dpr: f64, mobile: bool) -> Result<(), PageError> {
        self.calls.add(Call::Viewport {
            width,
            height,
            dpr,
            mobile,
        });
        self.do_it(&Request::Viewport {
            width,
            height,
            dpr,
            mobile,
        })
    }

    fn clear_viewport(&mut self) -> Result<(), PageError> {
        let (width, height, dpr) = self.viewport;
        self.set_viewport(width, height, dpr, false)
    }

    fn set_touch(&mut self, max_touch_points: u32) -> Result<(), PageError> {
        self.calls.add(Call::TouchPoints(max_touch_points));
        self.do_it(&Request::Touch {
            points: max_touch_points,
        })
    }

    fn console_since(&self, from: usize) -> Vec<ConsoleEntry> {
        match self.ask(&Request::Console { from }) {
            Ok(Reply::Console(lines)) => lines,
            _ => Vec::new(),
        }
    }

    fn exceptions_since(&self, from: usize) -> Vec<ExceptionEntry> {
        match self.ask(&Request::Exceptions { from }) {
            Ok(Reply::Exceptions(exceptions)) => exceptions,
            _ => Vec::new(),
        }
    }

    fn counters(&self) -> Counters {
        self.status.get().counters
    }

    fn digest(&self) -> String {
        let [page, _, _] = self.digests();
        page
    }

    fn order_digest(&self) -> String {
        let [_, order, _] = self.digests();
        order
    }

    fn storage_digest(&self) -> String {
        let [_, _, storage] = self.digests();
        storage
    }

    fn keep_calls(&mut self) {
        self.calls_wanted = true;
    }

    fn calls(&self) -> Option<Calls<'_>> {
        self.calls.calls().filter(|_| self.calls_wanted)
    }

    fn branch(&self) -> Result<Box<dyn Guest>, PageError> {
        Ok(Box::new(self.branch()?))
    }

    fn branching(&self) -> Branching {
        Branching::Forks
    }
}
