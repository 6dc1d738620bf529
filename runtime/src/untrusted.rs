//! The readers of untrusted bytes that are no part of the public surface otherwise, for fuzzing.

use crate::html_parser;
use crate::ops::platform::{decode_sound, packed, unpacked};

/// Decodes a sound file; the number of its channels.
pub fn decode_audio(bytes: &[u8]) -> Option<usize> {
    decode_sound(bytes)
}

/// Compresses in `gzip`, `deflate` or `deflate-raw`.
pub fn pack(format: &str, bytes: &[u8]) -> Vec<u8> {
    packed(format, bytes)
}

/// Decompresses; the number of bytes that came out before the end or the first error.
pub fn unpack(format: &str, bytes: &[u8]) -> usize {
    unpacked(format, bytes)
}

/// Parses a document and, as a fragment, the contents of several elements. The number of nodes.
pub fn parse_html(html: &str) -> u32 {
    let first = 1 << 31;
    let nodes = 100_000;
    let mut count = html_parser::parse_document(html, first, nodes).1 - first;
    for (context, namespace) in [
        ("body", 0),
        ("table", 0),
        ("select", 0),
        ("template", 0),
        ("svg", 1),
        ("math", 2),
    ] {
        count += html_parser::parse_fragment(context, namespace, html, true, first, nodes).1 - first;
    }
    count
}
