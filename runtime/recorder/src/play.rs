//! Putting a tape on a page.

use crate::tape::{Act, Event};
use oracade_runtime::{Evaluation, EvaluationId, Guest, PageError};
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;

/// How long the promise of an `eval` is awaited, in virtual time.
const EVAL_LIMIT: Duration = Duration::from_secs(5);

/// What an event came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Nothing to tell.
    Done,
    /// The result of an expression, of a scenario or of a snapshot.
    Evaluated(Evaluation),
}

/// Evaluations of a tape whose promises are still open.
#[derive(Default)]
pub struct Player {
    pending: BTreeMap<u32, EvaluationId>,
}

impl Player {
    /// Brings the page to the event's time, unless it holds, and does what the event says. A checkpoint only moves the clock:
    /// whoever plays the tape looks.
    ///
    /// # Errors
    /// `BadInput` if the page refuses the input; any other error is the page's end.
    pub fn perform(&mut self, page: &mut dyn Guest, event: &Event) -> Result<Answer, PageError> {
        if !event.hold {
            page.advance_to(event.at_us)?;
        }
        match &event.act {
            Act::Input(input) => page.input(input).map(|_| Answer::Done),
            Act::Eval(expression) => self.awaited(page, expression),
            Act::Scenario(scenario) => self.awaited(page, &scenario_expression(scenario)),
            Act::Evaluate(expression) => {
                let result = page.evaluate(expression)?;
                if let Evaluation::Pending(id) = result {
                    self.pending.insert(id.number(), id);
                }
                Ok(Answer::Evaluated(result))
            }
            Act::Settle(number) => match self.pending.remove(number) {
                Some(id) => page.poll_evaluation(id).map(Answer::Evaluated),
                None => Ok(Answer::Done),
            },
            Act::Snapshot => match page.snapshot() {
                Ok(value) => Ok(Answer::Evaluated(Evaluation::Value(Some(value)))),
                Err(PageError::Snapshot(message)) => Ok(Answer::Evaluated(Evaluation::Failed(message))),
                Err(error) => Err(error),
            },
            Act::Reload => page.reload().map(|()| Answer::Done),
            Act::Viewport {
                width,
                height,
                dpr,
                mobile,
            } => page.set_viewport(*width, *height, *dpr, *mobile).map(|()| Answer::Done),
            Act::TouchPoints(points) => page.set_touch(*points).map(|()| Answer::Done),
            Act::Capture(None) => page.capture().map(|_| Answer::Done),
            Act::Capture(Some(selector)) => match page.capture_canvas(selector) {
                Ok(_) | Err(PageError::NoCanvas(_)) => Ok(Answer::Done),
                Err(error) => Err(error),
            },
            Act::Checkpoint(_) => Ok(Answer::Done),
        }
    }

    fn awaited(&mut self, page: &mut dyn Guest, expression: &str) -> Result<Answer, PageError> {
        let result = page.evaluate_within(expression, EVAL_LIMIT)?;
        if let Evaluation::Pending(id) = result {
            page.drop_evaluation(id);
            let message = format!("its promise was not settled within {} s", EVAL_LIMIT.as_secs());
            return Ok(Answer::Evaluated(Evaluation::Failed(message)));
        }
        Ok(Answer::Evaluated(result))
    }
}

pub(crate) fn scenario_expression(scenario: &Value) -> String {
    format!("window.__gameTest.loadScenario({scenario})")
}

/// Plays events to the end; `watch` is called after each with the page as the event left it.
///
/// # Errors
/// As [`Player::perform`], or what `watch` says.
pub fn play<E: From<PageError>>(
    page: &mut dyn Guest,
    events: &[Event],
    mut watch: impl FnMut(&mut dyn Guest, &Event, Answer) -> Result<(), E>,
) -> Result<(), E> {
    let mut player = Player::default();
    for event in events {
        let answer = player.perform(page, event)?;
        watch(page, event, answer)?;
    }
    Ok(())
}
