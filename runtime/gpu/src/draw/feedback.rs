//! Transform feedback (section 2.15 of OpenGL ES 3.0).

use super::clip::Vertices;
use super::{Drawn, Feedback};
use oracade_glsl::Capture;

/// Captures the corners of primitives in order, as long as whole primitives fit.
pub(super) fn capture(
    captures: &[Capture],
    vertices: &Vertices,
    primitives: &[[u32; 3]],
    corners: usize,
    feedback: &Feedback,
    drawn: &mut Drawn,
) {
    let buffers = if feedback.interleaved {
        captures.len().min(1)
    } else {
        captures.len()
    };
    drawn.feedback.resize(buffers, Vec::new());
    let bytes = |c: &Capture| c.slots.len() * 4;
    let all: usize = captures.iter().map(bytes).sum();
    for primitive in primitives {
        let fits = (0..buffers).all(|b| {
            let one = if feedback.interleaved { all } else { bytes(&captures[b]) };
            drawn.feedback[b].len() + one * corners <= feedback.room.get(b).copied().unwrap_or(0)
        });
        if !fits {
            return;
        }
        for corner in &primitive[..corners] {
            let words = vertices.words(*corner);
            for (i, c) in captures.iter().enumerate() {
                let buffer = &mut drawn.feedback[if feedback.interleaved { 0 } else { i }];
                for slot in &c.slots {
                    let word = words.get(*slot as usize).copied().unwrap_or(0);
                    buffer.extend_from_slice(&word.to_le_bytes());
                }
            }
        }
        drawn.primitives += 1;
    }
}
