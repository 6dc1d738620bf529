//! Backslash escapes, inside and outside of bracketed sets.

use super::CompileError;
use super::ast::{At, Category};
use super::parse::Parser;

/// What an escape stands for.
pub(super) enum Escape {
    Literal(u32),
    Category(Category),
    At(At),
    Group(u32),
}

/// An escape outside of a set; `escaped` is the code point after the backslash.
pub(super) fn in_pattern(parser: &mut Parser, escaped: u32) -> Result<Escape, CompileError> {
    let c = char::from_u32(escaped).unwrap_or(char::REPLACEMENT_CHARACTER);
    match c {
        'A' => return Ok(Escape::At(At::BeginningOfString)),
        'b' => return Ok(Escape::At(At::Boundary)),
        'B' => return Ok(Escape::At(At::NotBoundary)),
        'Z' => return Ok(Escape::At(At::EndOfString)),
        '0' => {
            let mut value = 0;
            for _ in 0..2 {
                let Some(digit) = octal(parser)? else { break };
                value = value * 8 + digit;
            }
            return Ok(Escape::Literal(value));
        }
        '1'..='9' => return digits(parser, c),
        _ => {}
    }
    shared(parser, escaped, c)
}

/// An escape inside of a set: no places, no groups, `\b` is the backspace.
pub(super) fn in_set(parser: &mut Parser, escaped: u32) -> Result<Escape, CompileError> {
    let c = char::from_u32(escaped).unwrap_or(char::REPLACEMENT_CHARACTER);
    match c {
        'b' => return Ok(Escape::Literal(8)),
        '0'..='7' => {
            let mut value = u32::from(c) - u32::from('0');
            for _ in 0..2 {
                let Some(digit) = octal(parser)? else { break };
                value = value * 8 + digit;
            }
            if value > 0o377 {
                return Err(parser.source.error("octal escape value outside of range 0-0o377", 4));
            }
            return Ok(Escape::Literal(value));
        }
        _ => {}
    }
    shared(parser, escaped, c)
}

fn shared(parser: &mut Parser, escaped: u32, c: char) -> Result<Escape, CompileError> {
    Ok(match c {
        'a' => Escape::Literal(7),
        'f' => Escape::Literal(12),
        'n' => Escape::Literal(10),
        'r' => Escape::Literal(13),
        't' => Escape::Literal(9),
        'v' => Escape::Literal(11),
        'd' => Escape::Category(Category::Digit),
        'D' => Escape::Category(Category::NotDigit),
        's' => Escape::Category(Category::Space),
        'S' => Escape::Category(Category::NotSpace),
        'w' => Escape::Category(Category::Word),
        'W' => Escape::Category(Category::NotWord),
        'x' => Escape::Literal(hex(parser, c, 2)?),
        'u' => Escape::Literal(hex(parser, c, 4)?),
        'U' => {
            let value = hex(parser, c, 8)?;
            if value > 0x10_ffff {
                return Err(parser.source.error("bad escape \\U: no such code point", 10));
            }
            Escape::Literal(value)
        }
        'N' => {
            return Err(parser.source.error("character names (\\N{…}) are not supported", 2));
        }
        _ if c.is_ascii_alphanumeric() => {
            return Err(parser.source.error(&format!("bad escape \\{c}"), 2));
        }
        _ => Escape::Literal(escaped),
    })
}

fn hex(parser: &mut Parser, letter: char, wanted: usize) -> Result<u32, CompileError> {
    let mut value = 0u32;
    for seen in 0..wanted {
        let Some(digit) = parser.source.take_if(|c| c.is_ascii_hexdigit())? else {
            return Err(parser.source.error(&format!("incomplete escape \\{letter}"), seen + 2));
        };
        value = value.wrapping_mul(16).wrapping_add(digit.to_digit(16).unwrap_or(0));
    }
    Ok(value)
}

fn octal(parser: &mut Parser) -> Result<Option<u32>, CompileError> {
    Ok(parser
        .source
        .take_if(|c| ('0'..='7').contains(&c))?
        .and_then(|c| c.to_digit(8)))
}

/// `\1` … `\99` name groups, three octal digits a character.
fn digits(parser: &mut Parser, first: char) -> Result<Escape, CompileError> {
    let mut text = String::from(first);
    if let Some(second) = parser.source.take_if(|c| c.is_ascii_digit())? {
        text.push(second);
        if first < '8'
            && second < '8'
            && let Some(third) = parser.source.take_if(|c| ('0'..='7').contains(&c))?
        {
            text.push(third);
            let value = u32::from_str_radix(&text, 8).unwrap_or(u32::MAX);
            if value > 0o377 {
                return Err(parser.source.error("octal escape value outside of range 0-0o377", 4));
            }
            return Ok(Escape::Literal(value));
        }
    }
    let group = text.parse::<u32>().unwrap_or(u32::MAX);
    if group >= parser.group_count() {
        return Err(parser.source.error(&format!("invalid group reference {group}"), text.len()));
    }
    parser.check_closed(group)?;
    Ok(Escape::Group(group))
}
