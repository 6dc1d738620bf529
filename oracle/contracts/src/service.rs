//! Models and programs that are asked: an interface like OpenAI's, what asking costs, and what was answered once.
//!
//! Judges and players ask alike. What is theirs alone (what a question is made of, when an answer is refused) stands with them.

mod client;
mod endpoint;
mod message;
mod meter;
mod program;
mod records;

pub use endpoint::{Answered, Completion, Endpoint, PricedEndpoint, ServiceError};
pub use message::Message;
pub use meter::{Budget, Cost, Meter};
pub use program::{Said, TalkError, converse};
pub use records::{CacheMode, Question, Records};
