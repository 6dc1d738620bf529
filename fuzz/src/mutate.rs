//! Inputs from seeds: mutations that know the shape of what they change.

use crate::random::Random;
use serde_json::{Map, Number, Value, json};

/// What an input looks like.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// Any bytes.
    Bytes,
    /// PNG: as bytes, but the checksums of the chunks are mended, or nothing behind them would ever be reached.
    Png,
    /// Text of a language; with words of it.
    Text(&'static [&'static str]),
    /// One JSON value.
    Json,
    /// A JSON value a line.
    Lines,
    /// A stream of `f64` commands.
    Words,
}

/// Longest input.
const LENGTH_MAX: usize = 1 << 20;
const BYTES: [u8; 9] = [0, 1, 2, 0x7f, 0x80, 0xff, b'0', b'<', b' '];
const LENGTHS: [u32; 11] = [
    0,
    1,
    2,
    0x7f,
    0xff,
    0x7fff,
    0xffff,
    0x10000,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
];
const NUMBERS: [&str; 21] = [
    "0",
    "-0",
    "1",
    "-1",
    "0.5",
    "1e-9",
    "1e9",
    "1e38",
    "1e300",
    "1e400",
    "-1e400",
    "255",
    "256",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "9007199254740993",
    "1e-400",
    "16777217",
];

/// An input made from one of `seeds` (and pieces of another).
#[must_use]
pub fn mutate(shape: Shape, seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let seed = &seeds[random.below(seeds.len())];
    let other = &seeds[random.below(seeds.len())];
    let mut input = match shape {
        Shape::Bytes | Shape::Png => bytes(seed, other, random),
        Shape::Text(words) => match random.below(8) {
            0 => bytes(seed, other, random),
            _ => text(&String::from_utf8_lossy(seed), &String::from_utf8_lossy(other), words, random).into_bytes(),
        },
        Shape::Json => match random.below(8) {
            0 => bytes(seed, other, random),
            _ => document(seed, random),
        },
        Shape::Lines => lines(seed, random),
        Shape::Words => words(seed, other, random),
    };
    input.truncate(LENGTH_MAX);
    if matches!(shape, Shape::Png) {
        mend_png(&mut input);
    }
    input
}

/// A piece of `bytes`: where it begins and ends.
fn piece(bytes: &[u8], random: &mut Random) -> (usize, usize) {
    let from = random.below(bytes.len() + 1);
    let longest = if random.one_in(4) { bytes.len() } else { 32 };
    (from, (from + random.below(longest + 1)).min(bytes.len()))
}

fn bytes(seed: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut out = seed.to_vec();
    for _ in 0..random.few().min(200) {
        let at = random.below(out.len() + 1);
        let (from, to) = piece(&out, random);
        match random.below(10) {
            0 if at < out.len() => out[at] ^= 1 << random.below(8),
            1 if at < out.len() => out[at] = BYTES[random.below(BYTES.len())],
            2 if at < out.len() => out[at] = random.next() as u8,
            3 | 4 if at + 4 <= out.len() => {
                let length = LENGTHS[random.below(LENGTHS.len())];
                let two = random.one_in(2);
                let four = if random.one_in(2) {
                    length.to_be_bytes()
                } else {
                    length.to_le_bytes()
                };
                if two {
                    out[at..at + 2].copy_from_slice(&(length as u16).to_be_bytes());
                } else {
                    out[at..at + 4].copy_from_slice(&four);
                }
            }
            5 => {
                out.drain(from..to);
            }
            6 => {
                let copy = out[from..to].to_vec();
                out.splice(at..at, copy);
            }
            7 => {
                let copy = out[from..to].repeat(random.few());
                out.splice(at..at, copy);
            }
            8 => {
                let (from, to) = piece(other, random);
                out.splice(at..at, other[from..to].iter().copied());
            }
            9 if random.one_in(4) => out.truncate(at),
            _ => {}
        }
        out.truncate(LENGTH_MAX);
    }
    out
}

/// Words, numbers, white space and single marks.
fn tokens(text: &str) -> Vec<&str> {
    let kind = |c: char| match c {
        c if c.is_alphabetic() || c == '-' || c == '_' => 0,
        c if c.is_ascii_digit() || c == '.' => 1,
        c if c.is_whitespace() => 2,
        _ => 3,
    };
    let mut out = Vec::new();
    let mut from = 0;
    let mut last = None;
    for (at, c) in text.char_indices() {
        let now = kind(c);
        if last.is_some_and(|last| last != now || now == 3) {
            out.push(&text[from..at]);
            from = at;
        }
        last = Some(now);
    }
    out.push(&text[from..]);
    out
}

fn text(seed: &str, other: &str, words: &'static [&'static str], random: &mut Random) -> String {
    let mut out: Vec<String> = tokens(seed).into_iter().map(str::to_owned).collect();
    let others = tokens(other);
    for _ in 0..random.few().min(100) {
        let at = random.below(out.len() + 1);
        let end = (at + random.below(12)).min(out.len());
        match random.below(10) {
            0 if at < out.len() => out[at] = random.of(words).to_owned(),
            1 => out.insert(at, random.of(words).to_owned()),
            2 if at < out.len() => out[at] = random.of(&NUMBERS).to_owned(),
            3 => {
                if let Some(number) = (at..out.len()).find(|&at| out[at].starts_with(|c: char| c.is_ascii_digit())) {
                    out[number] = random.of(&NUMBERS).to_owned();
                }
            }
            4 => {
                out.drain(at..end);
            }
            5 => {
                let copy = out[at..end].to_vec();
                out.splice(at..at, copy);
            }
            6 => {
                // Deep nesting.
                let copy = out[at..end].concat();
                out.insert(at, copy.repeat(random.few() * random.few()));
            }
            7 => {
                let from = random.below(others.len() + 1);
                let to = (from + random.below(20)).min(others.len());
                out.splice(at..at, others[from..to].iter().map(|&token| token.to_owned()));
            }
            8 if at < out.len() => {
                let with = random.below(out.len());
                out.swap(at, with);
            }
            9 => {
                let odd = [
                    "\u{0}",
                    "\u{202e}",
                    "\u{1f468}\u{200d}\u{1f469}",
                    "\u{300}",
                    "\u{feff}",
                    "\\",
                    "\"",
                    "\r\n",
                    "\u{10ffff}",
                ];
                out.insert(at, random.of(&odd).to_owned());
            }
            _ => {}
        }
        if out.iter().map(String::len).sum::<usize>() > LENGTH_MAX {
            break;
        }
    }
    out.concat()
}

fn any_number(random: &mut Random) -> Number {
    let text = NUMBERS[random.below(NUMBERS.len())];
    serde_json::from_str(text).unwrap_or_else(|_| Number::from(random.next()))
}

/// Another value in place of one.
fn change(value: &mut Value, random: &mut Random) {
    *value = match random.below(10) {
        0 => Value::Null,
        1 => Value::Bool(random.one_in(2)),
        2 | 3 => Value::Number(any_number(random)),
        4 => json!([value.clone(), value.clone()]),
        5 => Value::String("x".repeat(random.few() * random.few())),
        6 => Value::String(
            random
                .of(&["", "\u{0}", "..", "/", "NaN", "__proto__", "*", "\u{1f600}", "a\nb", "<b>"])
                .to_owned(),
        ),
        7 => {
            let mut deep = value.clone();
            for _ in 0..random.few().min(300) {
                deep = json!([deep]);
            }
            deep
        }
        8 => Value::Object(Map::new()),
        _ => Value::Array(Vec::new()),
    };
}

/// Changes something inside of a value.
fn inside(value: &mut Value, random: &mut Random) {
    if random.one_in(6) {
        return change(value, random);
    }
    match value {
        Value::Array(items) if !items.is_empty() => {
            let at = random.below(items.len());
            match random.below(8) {
                0 => {
                    items.remove(at);
                }
                1 => {
                    let copy = items[at].clone();
                    for _ in 0..random.few().min(200) {
                        items.insert(at, copy.clone());
                    }
                }
                _ => inside(&mut items[at], random),
            }
        }
        Value::Object(members) if !members.is_empty() => {
            let at = random.below(members.len());
            let Some(key) = members.keys().nth(at).cloned() else { return };
            match random.below(10) {
                0 => {
                    members.remove(&key);
                }
                1 => {
                    let value = members.remove(&key).unwrap_or_default();
                    members.insert(format!("{key}x"), value);
                }
                2 => {
                    members.insert("unknown".to_owned(), Value::Null);
                }
                _ => {
                    if let Some(value) = members.get_mut(&key) {
                        inside(value, random);
                    }
                }
            }
        }
        _ => change(value, random),
    }
}

fn document(seed: &[u8], random: &mut Random) -> Vec<u8> {
    let Ok(mut value) = serde_json::from_slice::<Value>(seed) else {
        return seed.to_vec();
    };
    for _ in 0..random.few().min(20) {
        inside(&mut value, random);
    }
    value.to_string().into_bytes()
}

fn lines(seed: &[u8], random: &mut Random) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = seed.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    for _ in 0..random.few().min(20) {
        let at = random.below(lines.len());
        match random.below(8) {
            0 => {
                lines.remove(at);
                if lines.is_empty() {
                    return Vec::new();
                }
            }
            1 => {
                let copy = lines[at].clone();
                lines.insert(random.below(lines.len() + 1), copy);
            }
            2 => {
                let line = lines[at].clone();
                lines[at] = bytes(&line, seed, random);
            }
            _ => {
                let line = lines[at].clone();
                lines[at] = document(&line, random);
            }
        }
    }
    let mut out = lines.join(&b'\n');
    if random.one_in(8) {
        out.truncate(random.below(out.len() + 1));
    }
    out
}

/// Streams of numbers: commands are likely, arguments small and now and then absurd.
fn words(seed: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let read = |bytes: &[u8]| -> Vec<f64> {
        bytes
            .as_chunks::<8>()
            .0
            .iter()
            .map(|word| f64::from_le_bytes(*word))
            .collect()
    };
    let mut out = read(seed);
    let others = read(other);
    for _ in 0..2 * random.few().min(100) {
        let at = random.below(out.len() + 1);
        let end = (at + random.below(12)).min(out.len());
        let number = match random.below(6) {
            0 | 1 => random.below(24) as f64,
            2 => random.below(300) as f64 - 50.0,
            3 => random.of(&NUMBERS).parse().unwrap_or(f64::NAN),
            4 => f64::from_bits(random.next()),
            _ => random.below(1000) as f64 / 1000.0,
        };
        match random.below(8) {
            0..=2 if at < out.len() => out[at] = number,
            3 => out.insert(at, number),
            4 => {
                out.drain(at..end);
            }
            5 => {
                let copy = out[at..end].to_vec();
                out.splice(at..at, copy);
            }
            6 => {
                let from = random.below(others.len() + 1);
                let to = (from + random.below(20)).min(others.len());
                out.splice(at..at, others[from..to].iter().copied());
            }
            _ => {}
        }
    }
    out.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Writes the right checksum behind each chunk.
fn mend_png(bytes: &mut [u8]) {
    let mut at = 8;
    while at + 12 <= bytes.len() {
        let length = u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]) as usize;
        let Some(end) = at.checked_add(8).and_then(|start| start.checked_add(length)) else {
            return;
        };
        if end + 4 > bytes.len() {
            return;
        }
        let sum = crc32(&bytes[at + 4..end]);
        bytes[end..end + 4].copy_from_slice(&sum.to_be_bytes());
        at = end + 4;
    }
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            if crc & 1 == 0 { crc >> 1 } else { (crc >> 1) ^ 0xedb8_8320 }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_png() {
        assert_eq!(crc32(b"IEND"), 0xae42_6082);
    }

    #[test]
    fn the_same_seed_gives_the_same_inputs_and_another_others() {
        let seeds = [b"<p class=a>text</p>".to_vec(), b"{\"a\":[1,2]}".to_vec()];
        for shape in [Shape::Bytes, Shape::Text(&["<b>"]), Shape::Json, Shape::Lines, Shape::Words] {
            let of = |seed| -> Vec<Vec<u8>> {
                (0..50)
                    .map(|index| mutate(shape, &seeds, &mut Random::new(seed, index)))
                    .collect()
            };
            assert_eq!(of(1), of(1));
            assert_ne!(of(1), of(2));
        }
    }
}
