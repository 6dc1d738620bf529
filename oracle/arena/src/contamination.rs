//! Whether a model knows a game by heart (docs/arena.md, "Contamination"): pictures of a level put in order, texts of a game recited, and
//! games told in other words.

mod masking;
mod ordering;
mod quality;
mod recital;
mod similarity;

pub use masking::{Masking, masked};
pub use ordering::{Chunk, LETTERS, Ordering, OrderingScore, panorama, parse_letters, score_order};
pub use quality::{Quality, quality_of_text, reasoning_quality};
pub use recital::{Passage, Recital, Recitation, Recited, Suspicion, suspicion};
pub use similarity::{Embedder, HashedTfIdf, cosine, similarity};
