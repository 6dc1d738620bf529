//! A page as a guest: the trait's methods are the page's own.

use super::{Counters, InputAck, Page, PageError};
use crate::call_log::Calls;
use crate::evaluation::{Evaluation, EvaluationId};
use crate::frame::Frame;
use crate::guest::Guest;
use crate::page_state::{ConsoleEntry, ExceptionEntry};
use serde_json::Value;

impl Guest for Page {
    fn now_us(&self) -> u64 {
        self.now_us()
    }

    fn next_due_us(&self) -> Option<u64> {
        self.next_due_us()
    }

    fn next_frame_us(&self) -> u64 {
        self.next_frame_us()
    }

    fn loaded(&self) -> bool {
        self.loaded()
    }

    fn advance_to(&mut self, until_us: u64) -> Result<(), PageError> {
        self.advance_to(until_us)
    }

    fn input(&mut self, event: &Value) -> Result<InputAck, PageError> {
        self.input(event)
    }

    fn evaluate(&mut self, expression: &str) -> Result<Evaluation, PageError> {
        self.evaluate(expression)
    }

    fn poll_evaluation(&mut self, id: EvaluationId) -> Result<Evaluation, PageError> {
        self.poll_evaluation(id)
    }

    fn drop_evaluation(&mut self, id: EvaluationId) {
        self.drop_evaluation(id);
    }

    fn snapshot(&mut self) -> Result<Value, PageError> {
        self.snapshot()
    }

    fn capture(&mut self) -> Result<Frame, PageError> {
        self.capture()
    }

    fn look(&mut self) -> Result<Option<Frame>, PageError> {
        self.look()
    }

    fn look_at(&mut self, width: u32, height: u32) -> Result<Option<Frame>, PageError> {
        self.look_at(width, height)
    }

    fn capture_canvas(&mut self, selector: &str) -> Result<Frame, PageError> {
        self.capture_canvas(selector)
    }

    fn reload(&mut self) -> Result<(), PageError> {
        self.reload()
    }

    fn set_viewport(&mut self, width: u32, height: u32, dpr: f64, mobile: bool) -> Result<(), PageError> {
        self.set_viewport(width, height, dpr, mobile)
    }

    fn clear_viewport(&mut self) -> Result<(), PageError> {
        self.clear_viewport()
    }

    fn set_touch(&mut self, max_touch_points: u32) -> Result<(), PageError> {
        self.set_touch(max_touch_points)
    }

    fn console_since(&self, from: usize) -> Vec<ConsoleEntry> {
        self.console_since(from)
    }

    fn exceptions_since(&self, from: usize) -> Vec<ExceptionEntry> {
        self.exceptions_since(from)
    }

    fn counters(&self) -> Counters {
        self.counters()
    }

    fn digest(&self) -> String {
        self.digest()
    }

    fn order_digest(&self) -> String {
        self.order_digest()
    }

    fn storage_digest(&self) -> String {
        self.storage_digest()
    }

    fn keep_calls(&mut self) {
        self.keep_calls();
    }

    fn calls(&self) -> Option<Calls<'_>> {
        self.calls()
    }

    fn branch(&self) -> Result<Box<dyn Guest>, PageError> {
        Ok(Box::new(self.branch()?))
    }
}
