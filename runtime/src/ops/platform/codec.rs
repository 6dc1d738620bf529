//! Text encodings, base64 and digests.

use std::cell::RefCell;

use base64::Engine as _;
use deno_core::{GarbageCollected, op2, v8};
use deno_error::JsErrorBox;
use encoding_rs::{Decoder, DecoderResult, Encoding};
use sha2::Digest as _;

/// The state of a `TextDecoder` between chunks.
pub(super) struct DecoderState {
    encoding: &'static Encoding,
    fatal: bool,
    ignore_bom: bool,
    decoder: RefCell<Option<Decoder>>,
}

// SAFETY: the object holds no reference to anything that V8's collector manages, so there is nothing to trace.
unsafe impl GarbageCollected for DecoderState {
    fn trace(&self, _visitor: &mut v8::cppgc::Visitor) {}

    fn get_name(&self) -> &'static std::ffi::CStr {
        c"DecoderState"
    }
}

impl DecoderState {
    fn new(label: &str, fatal: bool, ignore_bom: bool) -> Option<Self> {
        let encoding = Encoding::for_label_no_replacement(label.as_bytes())?;
        Some(Self {
            encoding,
            fatal,
            ignore_bom,
            decoder: RefCell::new(None),
        })
    }

    /// Decodes a chunk; `None` if it is malformed and the decoder is fatal.
    fn decode(&self, bytes: &[u8], last: bool) -> Option<String> {
        let mut slot = self.decoder.borrow_mut();
        let mut decoder = slot.take().unwrap_or_else(|| {
            if self.ignore_bom {
                self.encoding.new_decoder_without_bom_handling()
            } else {
                self.encoding.new_decoder_with_bom_removal()
            }
        });
        let mut text = String::new();
        if self.fatal {
            let room = decoder.max_utf8_buffer_length_without_replacement(bytes.len())?;
            text.reserve(room);
            let (result, _) = decoder.decode_to_string_without_replacement(bytes, &mut text, last);
            if result != DecoderResult::InputEmpty {
                return None;
            }
        } else {
            let room = decoder.max_utf8_buffer_length(bytes.len())?;
            text.reserve(room);
            let _ = decoder.decode_to_string(bytes, &mut text, last);
        }
        if !last {
            *slot = Some(decoder);
        }
        Some(text)
    }
}

/// The name of the encoding a label stands for in lower case, or `null` (Encoding § 4.2).
#[op2]
#[string]
pub(super) fn op_encoding_label(#[string] label: &str) -> Option<String> {
    Encoding::for_label_no_replacement(label.as_bytes()).map(|encoding| encoding.name().to_ascii_lowercase())
}

/// A decoder for a label that [`op_encoding_label`] accepts.
#[op2]
#[cppgc]
pub(super) fn op_encoding_decoder(#[string] label: &str, fatal: bool, ignore_bom: bool) -> Option<DecoderState> {
    DecoderState::new(label, fatal, ignore_bom)
}

/// Decodes a chunk; `last` ends the stream. Throws `TypeError` on malformed input if the decoder is fatal.
#[op2]
#[string]
pub(super) fn op_encoding_decode(
    #[cppgc] decoder: &DecoderState,
    #[anybuffer] bytes: &[u8],
    last: bool,
) -> Result<String, JsErrorBox> {
    decoder
        .decode(bytes, last)
        .ok_or_else(|| JsErrorBox::type_error("The encoded data was not valid."))
}

/// Infra's "forgiving-base64 decode": white space is dropped, padding may be missing.
fn forgiving_decode(text: &str) -> Option<Vec<u8>> {
    use base64::alphabet::STANDARD;
    use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
    let config = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::RequireNone)
        .with_decode_allow_trailing_bits(true);
    let mut bytes: Vec<u8> = text
        .bytes()
        .filter(|b| !matches!(b, b'\t' | b'\n' | 0x0c | b'\r' | b' '))
        .collect();
    if bytes.len().is_multiple_of(4) {
        for _ in 0..2 {
            if bytes.last() == Some(&b'=') {
                bytes.pop();
            }
        }
    }
    GeneralPurpose::new(&STANDARD, config).decode(bytes).ok()
}

/// Forgiving base64 decode, or `null`.
#[op2]
#[buffer]
pub(super) fn op_base64_decode(#[string] text: &str) -> Result<Vec<u8>, JsErrorBox> {
    forgiving_decode(text).ok_or_else(|| JsErrorBox::type_error("not base64"))
}

/// Base64 with padding.
#[op2]
#[string]
pub(super) fn op_base64_encode(#[anybuffer] bytes: &[u8]) -> String {
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

fn digest(algorithm: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    Some(match algorithm {
        "SHA-1" => sha1::Sha1::digest(bytes).to_vec(),
        "SHA-256" => sha2::Sha256::digest(bytes).to_vec(),
        "SHA-384" => sha2::Sha384::digest(bytes).to_vec(),
        "SHA-512" => sha2::Sha512::digest(bytes).to_vec(),
        _ => return None,
    })
}

/// `SubtleCrypto.digest` for `SHA-1`, `SHA-256`, `SHA-384` and `SHA-512`.
#[op2]
#[buffer]
pub(super) fn op_digest(#[string] algorithm: &str, #[anybuffer] bytes: &[u8]) -> Result<Vec<u8>, JsErrorBox> {
    digest(algorithm, bytes).ok_or_else(|| JsErrorBox::type_error("unknown digest"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoder_keeps_state_between_chunks() {
        let utf8 = DecoderState::new("utf8", false, false).unwrap();
        let euro = "\u{feff}a€".as_bytes();
        let mut text = utf8.decode(&euro[..5], false).unwrap();
        text += &utf8.decode(&euro[5..], true).unwrap();
        assert_eq!(text, "a€");
        let fatal = DecoderState::new("utf-8", true, true).unwrap();
        assert_eq!(fatal.decode(b"a\xff", true), None);
        assert_eq!(fatal.decode("\u{feff}b".as_bytes(), true).unwrap(), "\u{feff}b");
        assert!(DecoderState::new("no such", false, false).is_none());
    }

    #[test]
    fn base64_is_forgiving() {
        assert_eq!(forgiving_decode(" aGk \n").unwrap(), b"hi");
        assert_eq!(forgiving_decode("aGk=").unwrap(), b"hi");
        assert_eq!(forgiving_decode("aR==").unwrap(), b"i");
        for bad in ["a", "aGk==", "a===", "aG=k", "a-_b"] {
            assert_eq!(forgiving_decode(bad), None, "{bad}");
        }
    }

    #[test]
    fn digests() {
        assert_eq!(
            crate::bundle::hex(&digest("SHA-1", b"abc").unwrap()),
            "a9993e364706816aba3e25717850c26c9cd0d89d"
        );
        assert!(digest("MD5", b"").is_none());
    }
}
