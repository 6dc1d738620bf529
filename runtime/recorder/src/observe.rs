//! What is seen of a page at a frame, and the chain that joins it all.

use crate::tape::{Checkpoint, frame_us};
use oracade_runtime::{DigestChain, Frame, Guest, PageError, hex};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Longest snapshot that is kept in a tape, in bytes of JSON. Longer ones are compared by their digest alone.
const SNAPSHOT_MAX: usize = 64 << 10;
/// Lines of the console kept in one checkpoint, and their length in characters.
const SAID_MAX: (usize, usize) = (20, 200);

/// Looks at a page again and again; keeps the chain.
pub struct Observer {
    pixels: bool,
    chain: DigestChain,
    console: DigestChain,
    console_seen: usize,
    exceptions_seen: usize,
    /// The pixels that were seen last.
    pub frame: Option<Frame>,
}

impl Default for Observer {
    fn default() -> Self {
        Observer::new(true)
    }
}

impl Observer {
    /// Without `pixels` no picture is taken, and pixels are never found to differ.
    pub fn new(pixels: bool) -> Self {
        Observer {
            pixels,
            chain: DigestChain::default(),
            console: DigestChain::default(),
            console_seen: 0,
            exceptions_seen: 0,
            frame: None,
        }
    }

    /// Whether the next checkpoints take a picture. One without is found to differ in pixels from one with.
    pub fn take_pixels(&mut self, pixels: bool) {
        self.pixels = pixels;
    }

    /// The chain over all checkpoints.
    pub fn chain(&self) -> String {
        self.chain.hex()
    }

    /// Takes a picture and a snapshot of the page as it is now.
    ///
    /// # Errors
    /// The page is dead, or dies of it. A game without snapshots, or whose snapshot throws, has `null`.
    pub fn checkpoint(&mut self, page: &mut dyn Guest, frame: u64) -> Result<Checkpoint, PageError> {
        let picture = if self.pixels { Some(page.capture()?) } else { None };
        let value = match page.snapshot() {
            Ok(value) => value,
            Err(PageError::Snapshot(_)) => Value::Null,
            Err(error) => return Err(error),
        };
        let said = self.hear(page);
        let text = value.to_string();
        let mut checkpoint = Checkpoint {
            frame,
            chain: String::new(),
            pixels: picture.as_ref().map(pixels_digest).unwrap_or_default(),
            snapshot: hex(&Sha256::digest(&text)),
            value: if text.len() <= SNAPSHOT_MAX { value } else { Value::Null },
            console: self.console.hex(),
            said,
            storage: page.storage_digest(),
            order: page.order_digest(),
        };
        let seen = [
            &checkpoint.pixels,
            &checkpoint.snapshot,
            &checkpoint.console,
            &checkpoint.storage,
            &checkpoint.order,
        ];
        for part in seen {
            self.chain.add("checkpoint", frame_us(frame), part.as_bytes());
        }
        checkpoint.chain = self.chain.hex();
        self.frame = picture;
        Ok(checkpoint)
    }

    /// Takes up what the page has said since the last time.
    fn hear(&mut self, page: &dyn Guest) -> Vec<String> {
        let mut said = Vec::new();
        let mut keep = |line: String| {
            if said.len() < SAID_MAX.0 {
                said.push(line.chars().take(SAID_MAX.1).collect());
            }
        };
        let console = page.console_since(self.console_seen);
        self.console_seen += console.len();
        for line in console {
            let text = format!("{}: {}", line.kind, line.text);
            self.console.add("console", line.at_us, text.as_bytes());
            keep(text);
        }
        let exceptions = page.exceptions_since(self.exceptions_seen);
        self.exceptions_seen += exceptions.len();
        for exception in exceptions {
            let text = exception.description.unwrap_or(exception.text);
            self.console.add("exception", exception.at_us, text.as_bytes());
            keep(format!("exception: {text}"));
        }
        said
    }
}

/// Digest of a picture's size and pixels.
pub fn pixels_digest(picture: &Frame) -> String {
    let mut hash = Sha256::new();
    hash.update(picture.width.to_le_bytes());
    hash.update(picture.height.to_le_bytes());
    hash.update(&picture.rgba);
    hex(&hash.finalize())
}
