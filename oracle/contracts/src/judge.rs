//! Judges: who answers what cannot be calculated, under rules that hold for all of them.
//!
//! A [`Judge`] gets a [`Request`], which carries everything it may look at, and gives a [`Reply`] that cites what it looked at. The
//! default judges are calculations ([`offline`]); others are programs ([`command`]) or models behind an HTTP interface ([`http`]).
//! Around any of them stand: [`Checked`] (a reply that cites what it was not given is refused), [`Budgeted`], [`Cached`] (the same
//! request gets the same reply, on any machine), and [`vote`] (several replies, strict majority). A report names the judge of every
//! number.

mod axis;
pub mod cache;
pub mod command;
mod config;
mod guard;
pub mod http;
pub mod offline;
mod prompt;
mod votes;

pub use crate::service::{Budget, CacheMode, Cost};
pub use axis::{Judged, JudgedSource, judge_source};
pub use cache::Cached;
pub use command::CommandJudge;
pub use config::{JudgeConfig, JudgeFormat, Who};
pub use guard::{Budgeted, Checked, Seeing};
pub use http::HttpJudge;
pub use offline::{PredicateJudge, StructuralJudge};
pub use votes::{MAX_VOTES, Voted, majority, vote};

use crate::canonical;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Bytes a request may have as canonical JSON.
pub const MAX_REQUEST: usize = 16 << 20;
/// Bytes of PNG that go into one request: in Base64 they are a third more, and leave room for what else is in it.
pub const MAX_PICTURES: usize = 8 << 20;
/// Bytes a reply may have.
pub const MAX_REPLY: usize = 1 << 20;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestKind {
    /// How much of a rule a program has.
    SourceRule,
    /// Whether a program keeps an invariant.
    Invariant,
    /// How well an item of a replayed scenario is met.
    ReplayItem,
    /// Whether a rule was satisfied in play.
    PlaytestVerdict,
    /// An item of a user's score sheet.
    UserItem,
    /// An item of a code review.
    ReviewItem,
    /// An item about content.
    ContentItem,
    /// What a picture shows.
    VisionDescribe,
    /// What an agent should think about.
    Reflect,
    /// A shorter text.
    Summarise,
    /// Another wording.
    Rewrite,
    /// Whether a memory is wrong.
    MemoryAnnotation,
    /// How good a line of reasoning is.
    ReasoningQuality,
}

/// What kind of answer is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerKind {
    /// A number from 0 to 1.
    Score,
    /// Satisfied, violated or unverified.
    Verdict,
    /// A text.
    Text,
}

/// Something a judge may look at and cite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvidenceItem {
    /// How it is cited. A file is cited with a line: `game.js:12`.
    pub id: String,
    /// `file`, `frame`, `snapshot`, `text`.
    pub kind: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// How many lines a file has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<u32>,
    /// Its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// A picture as PNG in Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub png_base64: Option<String>,
}

impl EvidenceItem {
    /// A text under a name.
    pub fn text(kind: &str, id: &str, text: &str) -> EvidenceItem {
        EvidenceItem {
            id: id.to_owned(),
            kind: kind.to_owned(),
            sha256: canonical::sha256(text.as_bytes()),
            lines: (kind == "file").then(|| text.lines().count().max(1) as u32),
            text: Some(text.to_owned()),
            png_base64: None,
        }
    }

    /// A picture under a name: its PNG.
    pub fn picture(id: &str, png: &[u8]) -> EvidenceItem {
        EvidenceItem {
            id: id.to_owned(),
            kind: "frame".to_owned(),
            sha256: canonical::sha256(png),
            lines: None,
            text: None,
            png_base64: Some(STANDARD.encode(png)),
        }
    }
}

/// A question with all that may be looked at for the answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// What is asked.
    pub kind: RequestKind,
    /// About what: the id of a rule, an invariant, an item.
    pub subject: String,
    /// The question, for a reader.
    pub question: String,
    /// The same for a program: the rule, the predicates, the snapshots.
    #[serde(default)]
    pub payload: Value,
    /// What may be looked at.
    #[serde(default)]
    pub evidence: Vec<EvidenceItem>,
    /// What kind of answer is expected.
    pub answer: AnswerKind,
}

impl Request {
    /// The request's digest: equal requests have equal ones.
    pub fn digest(&self) -> String {
        canonical::digest_of(self)
    }
}

/// A verdict about a rule in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It was seen to hold.
    Satisfied,
    /// It was seen not to hold.
    Violated,
    /// It was not seen.
    Unverified,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// From 0 to 1.
    Score(f64),
    /// A verdict.
    Verdict(Verdict),
    /// A text.
    Text(String),
}

impl Answer {
    /// Its kind.
    pub fn kind(&self) -> AnswerKind {
        match self {
            Answer::Score(_) => AnswerKind::Score,
            Answer::Verdict(_) => AnswerKind::Verdict,
            Answer::Text(_) => AnswerKind::Text,
        }
    }
}

/// A judge's reply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// Who replied; filled in by the judge's wrapper where a program or model does not say.
    #[serde(default)]
    pub judge: String,
    /// The answer.
    pub answer: Answer,
    /// What it rests on: ids of evidence, files with lines.
    #[serde(default)]
    pub cited: Vec<String>,
    /// Why.
    #[serde(default)]
    pub rationale: String,
    /// What it cost.
    #[serde(default)]
    pub cost: Cost,
}

/// Why there is no reply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JudgeError {
    /// The judge does not answer such questions.
    #[error("{judge} does not judge {kind:?}")]
    NotMine {
        /// The judge.
        judge: String,
        /// What was asked.
        kind: RequestKind,
    },
    /// The request is too long.
    #[error("the request has {0} bytes; at most {MAX_REQUEST} are sent")]
    TooLong(usize),
    /// The judge could not be reached or failed.
    #[error("the judge failed: {0}")]
    Failed(String),
    /// It took too long.
    #[error("the judge took longer than {0} ms")]
    Timeout(u64),
    /// The reply is not what was asked for.
    #[error("the reply is refused: {0}")]
    Refused(String),
    /// The budget is used up.
    #[error("the budget of {0} is used up")]
    Budget(String),
    /// Only recorded replies may be used, and there is none.
    #[error("no reply is recorded for the request {0}")]
    NotRecorded(String),
}

/// Someone who answers.
pub trait Judge: Send + Sync {
    /// Who it is, with everything its answers depend on: a model's name, a program's version.
    fn id(&self) -> String;

    /// Answers. `vote` counts the times the same question is put, from 0.
    ///
    /// # Errors
    /// See [`JudgeError`].
    fn judge(&self, request: &Request, vote: u32) -> Result<Reply, JudgeError>;

    /// How many pictures of a question it looks at: they are taken, and sent, only for judges that see. None by default.
    fn pictures(&self) -> usize {
        0
    }
}

impl<J: Judge + ?Sized> Judge for &J {
    fn id(&self) -> String {
        (**self).id()
    }

    fn judge(&self, request: &Request, vote: u32) -> Result<Reply, JudgeError> {
        (**self).judge(request, vote)
    }

    fn pictures(&self) -> usize {
        (**self).pictures()
    }
}

impl<J: Judge + ?Sized> Judge for Box<J> {
    fn id(&self) -> String {
        (**self).id()
    }

    fn judge(&self, request: &Request, vote: u32) -> Result<Reply, JudgeError> {
        (**self).judge(request, vote)
    }

    fn pictures(&self) -> usize {
        (**self).pictures()
    }
}

/// The canonical text of a request, within bounds.
fn request_text(request: &Request) -> Result<String, JudgeError> {
    let text = canonical::text_of(request);
    if text.len() > MAX_REQUEST {
        return Err(JudgeError::TooLong(text.len()));
    }
    Ok(text)
}

#[cfg(test)]
pub(crate) mod tests;
