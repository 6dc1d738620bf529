//! Base64 and zlib for what crosses into a suite: pictures out, compressed picture data in.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use std::io::Read;

/// Largest result of one `inflateSync`, in bytes; a picture of 8192×8192 RGBA is a quarter of it.
const INFLATE_LIMIT: u64 = 1 << 30;

/// RFC 4648 base64 with padding.
pub(super) fn base64(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}

/// The bytes of padded base64.
pub(super) fn from_base64(text: &str) -> Option<Vec<u8>> {
    BASE64_STANDARD.decode(text).ok()
}

/// Decompresses a zlib stream (RFC 1950), as Node's `zlib.inflateSync` does.
///
/// # Errors
/// A corrupt or truncated stream, or more than a gibibyte of output.
pub(super) fn inflate(data: &[u8]) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let mut reader = flate2::read::ZlibDecoder::new(data).take(INFLATE_LIMIT + 1);
    reader.read_to_end(&mut out).map_err(|error| match error.kind() {
        std::io::ErrorKind::UnexpectedEof => "unexpected end of file".to_owned(),
        _ => "incorrect data check".to_owned(),
    })?;
    if out.len() as u64 > INFLATE_LIMIT {
        return Err("Cannot create a Buffer larger than 1 GiB".to_owned());
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inflate_reads_zlib_and_refuses_what_is_not() {
        let stream = from_base64("eJzLSM3JyQcABiwCFQ==").unwrap();
        assert_eq!(inflate(&stream).as_deref(), Ok(&b"hello"[..]));
        assert!(inflate(&stream[..6]).is_err());
        assert!(inflate(b"hello").is_err());
    }
}
