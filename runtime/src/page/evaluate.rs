//! Evaluating expressions in a page, and taking its snapshot.

use super::{Page, PageError};
use crate::call_log::Call;
use crate::evaluation::{Evaluation, EvaluationId, Looked, start_evaluation};
use serde_json::Value;
use std::time::Duration;

impl Page {
    /// Evaluates an expression at the present instant (`Runtime.evaluate` with `returnByValue` and `awaitPromise`).
    ///
    /// # Errors
    /// As [`Page::advance_to`]. What the expression throws is not an error but [`Evaluation::Thrown`].
    pub fn evaluate(&mut self, expression: &str) -> Result<Evaluation, PageError> {
        self.alive()?;
        self.log(|| Call::Evaluate(expression.to_owned()));
        let at = self.now_us();
        self.journal.borrow_mut().digest.add("evaluate", at, expression.as_bytes());
        let started = self.turn(|scope, state, _| start_evaluation(scope, &state.evaluations, expression))?;
        let result = match started {
            Evaluation::Pending(id) => self.poll_evaluation(id)?,
            done => done,
        };
        self.navigate_if_asked()?;
        Ok(result)
    }

    /// Looks at an evaluation that was pending.
    ///
    /// # Errors
    /// As [`Page::advance_to`]. An id that is not known any more (after a reload) is `Failed`.
    pub fn poll_evaluation(&mut self, id: EvaluationId) -> Result<Evaluation, PageError> {
        self.alive()?;
        let settled = match self.state().evaluations.look(id) {
            Looked::Unknown => return Ok(Evaluation::Failed("Inspected target navigated or closed".to_owned())),
            Looked::Waiting => return Ok(Evaluation::Pending(id)),
            Looked::Settled(settled) => settled,
        };
        self.log(|| Call::Settle(id.0));
        self.turn(|scope, _, _| settled.result(scope))
    }

    /// Forgets a pending evaluation; its promise goes on.
    pub fn drop_evaluation(&mut self, id: EvaluationId) {
        self.state().evaluations.forget(id);
    }

    /// Evaluates and advances the clock until the result is there or `limit` of virtual time has passed (then `Pending`).
    ///
    /// # Errors
    /// As [`Page::evaluate`].
    pub fn evaluate_within(&mut self, expression: &str, limit: Duration) -> Result<Evaluation, PageError> {
        let until = self.now_us() + u64::try_from(limit.as_micros()).unwrap_or(u64::MAX / 2);
        let mut result = self.evaluate(expression)?;
        while let Evaluation::Pending(id) = result {
            let Some(due) = self.next_due_us().filter(|due| *due <= until) else {
                return Ok(result);
            };
            self.advance_to(due)?;
            result = self.poll_evaluation(id)?;
        }
        Ok(result)
    }

    /// `__gameTest.getSnapshot()` by value.
    ///
    /// # Errors
    /// `Snapshot` if the page has no such function or it threw, or as [`Page::advance_to`].
    pub fn snapshot(&mut self) -> Result<Value, PageError> {
        const EXPRESSION: &str = "window.__gameTest.getSnapshot()";
        let evaluated = self.as_one_call(
            || Call::Snapshot,
            |page| page.evaluate_within(EXPRESSION, Duration::from_secs(5)),
        );
        match evaluated? {
            Evaluation::Value(value) => {
                let value = value.unwrap_or(Value::Null);
                let at = self.now_us();
                self.journal
                    .borrow_mut()
                    .digest
                    .add("snapshot", at, value.to_string().as_bytes());
                Ok(value)
            }
            Evaluation::Thrown(thrown) => Err(PageError::Snapshot(thrown.description.unwrap_or(thrown.text))),
            Evaluation::Failed(message) => Err(PageError::Snapshot(message)),
            Evaluation::Pending(_) => Err(PageError::Snapshot("its promise was not settled within 5 s".to_owned())),
        }
    }
}
