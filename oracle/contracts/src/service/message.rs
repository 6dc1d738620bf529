//! Conversations in the form that interfaces like OpenAI's take.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// A part of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// `system` or `user`.
    pub role: &'static str,
    /// Its text.
    pub text: String,
    /// Pictures after it, as PNG.
    pub pictures: Vec<Vec<u8>>,
}

impl Message {
    /// In the interface's form: pictures are addresses that hold their bytes.
    pub fn to_json(&self) -> Value {
        if self.pictures.is_empty() {
            return json!({ "role": self.role, "content": self.text });
        }
        let mut parts = vec![json!({ "type": "text", "text": self.text })];
        parts.extend(self.pictures.iter().map(|png| {
            let url = format!("data:image/png;base64,{}", STANDARD.encode(png));
            json!({ "type": "image_url", "image_url": { "url": url } })
        }));
        json!({ "role": self.role, "content": parts })
    }
}
