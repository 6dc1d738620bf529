//! Compressed streams (Compression Streams): chunks go in, and what can be said so far comes out.

use std::cell::RefCell;

use deno_core::{GarbageCollected, OpState, ToJsBuffer, op2, v8};
use flate2::{Compress, Compression, Crc, Decompress, FlushCompress, FlushDecompress, Status};

/// Most bytes that one chunk may grow to when it is decompressed.
const GROWTH_LIMIT: usize = 256 << 20;
/// Longest gzip header that is read; names and comments have no limit of their own.
const HEADER_LIMIT: usize = 1 << 20;
const STEP: usize = 64 << 10;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Gzip,
    Zlib,
    Raw,
}

impl Format {
    fn of(name: &str) -> Format {
        match name {
            "gzip" => Format::Gzip,
            "deflate" => Format::Zlib,
            _ => Format::Raw,
        }
    }
}

/// The checksum of a format: CRC-32 or Adler-32.
struct Sum {
    format: Format,
    crc: Crc,
    adler: (u32, u32),
}

impl Sum {
    fn new(format: Format) -> Sum {
        Sum {
            format,
            crc: Crc::new(),
            adler: (1, 0),
        }
    }

    fn update(&mut self, bytes: &[u8]) {
        match self.format {
            Format::Gzip => self.crc.update(bytes),
            Format::Zlib => {
                // Few enough bytes at a time that nothing overflows before the remainder is taken.
                for part in bytes.chunks(5552) {
                    for byte in part {
                        self.adler.0 += u32::from(*byte);
                        self.adler.1 += self.adler.0;
                    }
                    self.adler.0 %= 65521;
                    self.adler.1 %= 65521;
                }
            }
            Format::Raw => {}
        }
    }

    fn trailer(&self) -> Vec<u8> {
        match self.format {
            Format::Gzip => [self.crc.sum().to_le_bytes(), self.crc.amount().to_le_bytes()].concat(),
            Format::Zlib => ((self.adler.1 << 16) | self.adler.0).to_be_bytes().to_vec(),
            Format::Raw => Vec::new(),
        }
    }
}

struct Packing {
    deflate: Compress,
    sum: Sum,
    begun: bool,
}

impl Packing {
    fn feed(&mut self, mut bytes: &[u8], last: bool) -> Vec<u8> {
        let mut out = Vec::new();
        if !std::mem::replace(&mut self.begun, true) {
            out.extend_from_slice(match self.sum.format {
                Format::Gzip => &[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3],
                Format::Zlib => &[0x78, 0x9c],
                Format::Raw => &[],
            });
        }
        self.sum.update(bytes);
        let flush = if last { FlushCompress::Finish } else { FlushCompress::None };
        loop {
            let (read, written) = (self.deflate.total_in(), self.deflate.total_out());
            out.reserve(STEP);
            let status = self.deflate.compress_vec(bytes, &mut out, flush);
            bytes = &bytes[(self.deflate.total_in() - read) as usize..];
            let idle = self.deflate.total_out() == written && self.deflate.total_in() == read;
            let full = out.len() == out.capacity();
            match status {
                Ok(Status::StreamEnd) | Err(_) => break,
                Ok(_) if idle || (!last && bytes.is_empty() && !full) => break,
                Ok(_) => {}
            }
        }
        if last {
            out.extend(self.sum.trailer());
        }
        out
    }
}

enum Stage {
    Header(Vec<u8>),
    Body,
    Trailer(Vec<u8>),
    Over,
}

struct Unpacking {
    inflate: Decompress,
    sum: Sum,
    stage: Stage,
}

const JUNK: &str = "Junk found after end of compressed data.";

fn invalid(why: &str) -> String {
    format!("The compressed data was not valid: {why}.")
}

/// Length of the header at the beginning of `bytes`; None: more is needed to say.
fn header_length(format: Format, bytes: &[u8]) -> Result<Option<usize>, String> {
    let at = |index: usize| bytes.get(index).copied();
    match format {
        Format::Raw => Ok(Some(0)),
        Format::Zlib => {
            let (Some(method), Some(flags)) = (at(0), at(1)) else {
                return Ok(None);
            };
            if !((u16::from(method) << 8) | u16::from(flags)).is_multiple_of(31) || flags & 0x20 != 0 {
                return Err(invalid("incorrect header check"));
            }
            if method & 15 != 8 {
                return Err(invalid("unknown compression method"));
            }
            Ok(Some(2))
        }
        Format::Gzip => {
            if at(0).is_some_and(|b| b != 0x1f) || at(1).is_some_and(|b| b != 0x8b) {
                return Err(invalid("incorrect header check"));
            }
            if at(2).is_some_and(|b| b != 8) {
                return Err(invalid("unknown compression method"));
            }
            let Some(flags) = at(3) else { return Ok(None) };
            if flags & 0xe0 != 0 {
                return Err(invalid("unknown header flags set"));
            }
            let mut end = 10;
            if flags & 4 != 0 {
                let (Some(low), Some(high)) = (at(end), at(end + 1)) else {
                    return Ok(None);
                };
                end += 2 + usize::from(u16::from_le_bytes([low, high]));
            }
            for text in [8, 16] {
                if flags & text != 0 {
                    let Some(rest) = bytes.get(end..) else { return Ok(None) };
                    let Some(zero) = rest.iter().position(|b| *b == 0) else {
                        return Ok(None);
                    };
                    end += zero + 1;
                }
            }
            end += if flags & 2 != 0 { 2 } else { 0 };
            Ok((bytes.len() >= end).then_some(end))
        }
    }
}

impl Unpacking {
    /// What the bytes give, and what is wrong with them.
    fn feed(&mut self, bytes: &[u8], last: bool) -> (Vec<u8>, Option<String>) {
        let mut out = Vec::new();
        let error = self.take(bytes, &mut out).err();
        let truncated = last && error.is_none() && !matches!(self.stage, Stage::Over);
        let error = error.or_else(|| truncated.then(|| "Compressed input was truncated.".to_owned()));
        (out, error)
    }

    fn take(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
        let mut bytes = bytes.to_vec();
        if let Stage::Header(seen) = &mut self.stage {
            seen.append(&mut bytes);
            let Some(end) = header_length(self.sum.format, seen)? else {
                return if seen.len() > HEADER_LIMIT {
                    Err(invalid("incorrect header check"))
                } else {
                    Ok(())
                };
            };
            bytes = seen.split_off(end);
            self.stage = Stage::Body;
        }
        let mut rest = bytes.as_slice();
        if matches!(self.stage, Stage::Body) {
            let ended = self.body(&mut rest, out)?;
            if ended {
                self.stage = Stage::Trailer(Vec::new());
            }
        }
        if let Stage::Trailer(seen) = &mut self.stage {
            let wanted = self.sum.trailer();
            let missing = (wanted.len() - seen.len()).min(rest.len());
            seen.extend_from_slice(&rest[..missing]);
            rest = &rest[missing..];
            if seen.len() == wanted.len() {
                let first = wanted.len().min(4);
                if seen[..first] != wanted[..first] {
                    return Err(invalid("incorrect data check"));
                }
                if seen[first..] != wanted[first..] {
                    return Err(invalid("incorrect length check"));
                }
                self.stage = Stage::Over;
            }
        }
        if matches!(self.stage, Stage::Over) && !rest.is_empty() {
            return Err(JUNK.to_owned());
        }
        Ok(())
    }

    /// Inflates; true at the end of the compressed data.
    fn body(&mut self, rest: &mut &[u8], out: &mut Vec<u8>) -> Result<bool, String> {
        loop {
            let (read, written) = (self.inflate.total_in(), out.len());
            out.reserve(STEP);
            let status = self.inflate.decompress_vec(rest, out, FlushDecompress::None);
            *rest = &rest[(self.inflate.total_in() - read) as usize..];
            self.sum.update(&out[written..]);
            let idle = out.len() == written && self.inflate.total_in() == read;
            match status {
                Ok(Status::StreamEnd) => return Ok(true),
                Err(_) => return Err(invalid("invalid block type")),
                Ok(_) if out.len() > GROWTH_LIMIT => {
                    return Err(format!("The decompressed data is larger than {GROWTH_LIMIT} bytes."));
                }
                Ok(_) if idle => return Ok(false),
                Ok(_) => {}
            }
        }
    }
}

enum Work {
    Pack(Box<Packing>),
    Unpack(Box<Unpacking>),
}

/// A stream that compresses or decompresses.
pub(super) struct Packer(RefCell<Work>);

// SAFETY: the object holds no reference to anything that V8's collector manages, so there is nothing to trace.
unsafe impl GarbageCollected for Packer {
    fn trace(&self, _visitor: &mut v8::cppgc::Visitor) {}

    fn get_name(&self) -> &'static std::ffi::CStr {
        c"Packer"
    }
}

impl Packer {
    fn new(format: &str, compress: bool) -> Packer {
        let format = Format::of(format);
        let sum = Sum::new(format);
        Packer(RefCell::new(if compress {
            Work::Pack(Box::new(Packing {
                deflate: Compress::new(Compression::default(), false),
                sum,
                begun: false,
            }))
        } else {
            Work::Unpack(Box::new(Unpacking {
                inflate: Decompress::new(false),
                sum,
                stage: Stage::Header(Vec::new()),
            }))
        }))
    }

    fn feed(&self, bytes: &[u8], last: bool) -> (Vec<u8>, Option<String>) {
        match &mut *self.0.borrow_mut() {
            Work::Pack(packing) => (packing.feed(bytes, last), None),
            Work::Unpack(unpacking) => unpacking.feed(bytes, last),
        }
    }
}

/// All of a text compressed.
pub(crate) fn packed(format: &str, bytes: &[u8]) -> Vec<u8> {
    let packer = Packer::new(format, true);
    let mut out = packer.feed(bytes, false).0;
    out.extend(packer.feed(&[], true).0);
    out
}

/// How many bytes come out of a stream.
pub(crate) fn unpacked(format: &str, bytes: &[u8]) -> usize {
    Packer::new(format, false).feed(bytes, true).0.len()
}

/// A compressor or decompressor of `gzip`, `deflate` or `deflate-raw`.
#[op2]
#[cppgc]
pub(super) fn op_pack_new(_state: &mut OpState, #[string] format: &str, compress: bool) -> Packer {
    Packer::new(format, compress)
}

/// Takes bytes; `last`: there are no more. `[what comes out, what is wrong or null]`.
#[op2]
#[serde]
pub(super) fn op_pack_feed(#[cppgc] packer: &Packer, #[buffer] bytes: &[u8], last: bool) -> (ToJsBuffer, Option<String>) {
    let (out, error) = packer.feed(bytes, last);
    (out.into(), error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(format: &str, parts: &[&[u8]]) -> Vec<u8> {
        let packer = Packer::new(format, true);
        let mut out: Vec<u8> = parts.iter().flat_map(|part| packer.feed(part, false).0).collect();
        out.extend(packer.feed(&[], true).0);
        out
    }

    fn unpack(format: &str, bytes: &[u8], step: usize) -> (Vec<u8>, Option<String>) {
        let packer = Packer::new(format, false);
        let mut out = Vec::new();
        for part in bytes.chunks(step) {
            let (more, error) = packer.feed(part, false);
            out.extend(more);
            if error.is_some() {
                return (out, error);
            }
        }
        let (more, error) = packer.feed(&[], true);
        out.extend(more);
        (out, error)
    }

    #[test]
    fn all_formats_come_back_whatever_the_chunks() {
        let long: Vec<u8> = (0..300_000_u32)
            .map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8)
            .collect();
        for format in ["gzip", "deflate", "deflate-raw"] {
            for parts in [vec![], vec![b"hello ".as_slice(), b"hello"], vec![&long[..], &long[..7]]] {
                let packed = pack(format, &parts);
                for step in [1, 13, usize::MAX] {
                    assert_eq!(unpack(format, &packed, step), (parts.concat(), None), "{format} {step}");
                }
            }
        }
    }

    #[test]
    fn small_texts_are_what_zlib_makes_of_them() {
        let hello = [
            31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 203, 72, 205, 201, 201, 7, 0, 134, 166, 16, 54, 5, 0, 0, 0,
        ];
        assert_eq!(pack("gzip", &[b"hello"]), hello);
        assert_eq!(pack("deflate", &[b"hello"])[7..], [7, 0, 6, 44, 2, 21]);
    }

    #[test]
    fn broken_data_is_named() {
        let good = pack("gzip", &[b"hello"]);
        let why = |bytes: &[u8]| unpack("gzip", bytes, usize::MAX).1.unwrap_or_default();
        assert!(why(&[1, 2, 3]).contains("incorrect header check"));
        assert!(why(&good[..16]).contains("truncated"));
        assert!(why(&[]).contains("truncated"));
        assert!(why(&[good.as_slice(), &[1]].concat()).contains("Junk"));
        let mut broken = good.clone();
        broken[17] ^= 1;
        assert!(why(&broken).contains("incorrect data check"));
        broken = good;
        *broken.last_mut().unwrap() = 9;
        assert!(why(&broken).contains("incorrect length check"));
    }
}
