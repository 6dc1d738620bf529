//! What happened in the checks of a suite, kept to be told again.

use super::subject::Transcript;
use std::sync::Arc;

/// What was done to the page of each check of a suite, and what it answered; in the order of the checks run.
#[derive(Clone, Debug, Default)]
pub struct Transcripts(Vec<Option<Arc<Transcript>>>);

impl Transcripts {
    /// Adds the next check's; `None`: it was too long, or had more than one page.
    pub(super) fn push(&mut self, transcript: Option<Transcript>) {
        self.0.push(transcript.map(Arc::new));
    }

    pub(super) fn at(&self, index: usize) -> Option<&Arc<Transcript>> {
        self.0.get(index)?.as_ref()
    }
}
