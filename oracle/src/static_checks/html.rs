//! Tags and scripts of a document as Python 3.12's `html.parser` reports them.
//!
//! That parser is no browser's: an unterminated comment, tag or script ends everything, `<script/>` is an empty script,
//! and a script ends at `</script` only if blanks and `>` follow. Verdicts follow it, so its behaviour is kept, quirks
//! included. (Patch releases from 3.12.11 on changed how comments, scripts and `<title>` end; this is the behaviour before.)

use super::entities;
use super::python_re::is_space;
use std::collections::BTreeSet;

/// An inline script, in document order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlineScript {
    /// The text between the tags.
    pub content: String,
    /// `type`, trimmed and in lower case.
    pub kind: String,
}

/// A script with an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedScript {
    /// `src`, with character references decoded.
    pub src: String,
    /// `type`, trimmed and in lower case.
    pub kind: String,
}

/// What the checks need of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Names of all start tags, in lower case.
    pub tags: BTreeSet<String>,
    /// Scripts without an address (an empty `src` is none).
    pub inline: Vec<InlineScript>,
    /// Scripts with one.
    pub linked: Vec<LinkedScript>,
}

/// The reference parser raises an exception here, which ends its run without a report.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("malformed marked section at character {position}")]
pub struct HtmlError {
    /// Where the section begins, in code points.
    pub position: usize,
}

/// Parses `text`, whose line ends are already `\n`.
///
/// # Errors
/// [`HtmlError`] for `<![` without one of the known section names.
pub fn parse(text: &str) -> Result<Page, HtmlError> {
    let chars: Vec<char> = text.chars().collect();
    let mut parser = Parser {
        text: &chars,
        page: Page::default(),
        raw: None,
        script: None,
    };
    parser.run()?;
    Ok(parser.page)
}

struct Attribute {
    name: (usize, usize),
    /// The value without quotes, if there is an `=`.
    value: Option<(usize, usize)>,
    /// Behind blanks and slashes that follow.
    end: usize,
}

struct Parser<'a> {
    text: &'a [char],
    page: Page,
    /// Inside `<script>` or `<style>`: only the matching end tag counts.
    raw: Option<&'static str>,
    /// The inline script being read.
    script: Option<InlineScript>,
}

impl Parser<'_> {
    fn at(&self, i: usize) -> Option<char> {
        self.text.get(i).copied()
    }

    fn starts(&self, i: usize, prefix: &str) -> bool {
        prefix.chars().enumerate().all(|(k, c)| self.at(i + k) == Some(c))
    }

    fn find(&self, i: usize, wanted: char) -> Option<usize> {
        self.text.get(i..)?.iter().position(|c| *c == wanted).map(|at| i + at)
    }

    fn blanks(&self, mut i: usize) -> usize {
        while self.at(i).is_some_and(is_space) {
            i += 1;
        }
        i
    }

    fn slice(&self, (from, to): (usize, usize)) -> String {
        self.text.get(from..to).unwrap_or_default().iter().collect()
    }

    fn run(&mut self) -> Result<(), HtmlError> {
        let mut i = 0;
        loop {
            let next = match self.raw {
                Some(name) => self.end_of_raw(i, name),
                None => self.find(i, '<'),
            };
            let Some(j) = next else { return Ok(()) };
            if let Some(script) = &mut self.script {
                script.content.extend(self.text.get(i..j).unwrap_or_default());
            }
            i = match self.markup(j)? {
                Some(end) => end,
                None => return Ok(()),
            };
        }
    }

    /// The next `</name>`, blanks allowed around the name.
    fn end_of_raw(&self, mut i: usize, name: &str) -> Option<usize> {
        loop {
            i = self.find(i, '<')?;
            if self.at(i + 1) == Some('/') {
                let start = self.blanks(i + 2);
                let word = self.text.get(start..start + name.len()).unwrap_or_default();
                let same = word.len() == name.len() && word.iter().zip(name.chars()).all(|(a, b)| a.eq_ignore_ascii_case(&b));
                if same && self.at(self.blanks(start + name.len())) == Some('>') {
                    return Some(i);
                }
            }
            i += 1;
        }
    }

    /// Handles what starts with `<` at `i`; the position behind it, or `None` if it does not end.
    fn markup(&mut self, i: usize) -> Result<Option<usize>, HtmlError> {
        Ok(match self.at(i + 1) {
            Some(c) if c.is_ascii_alphabetic() => self.start_tag(i),
            Some('/') => self.end_tag(i),
            Some('!') if self.starts(i, "<!--") => self.comment_end(i + 4),
            Some('!') if self.starts(i, "<![") => self.section(i)?,
            Some('!' | '?') => {
                let doctype = "doctype".chars().enumerate().all(|(k, c)| {
                    self.at(i + 2 + k)
                        .is_some_and(|found| found.to_lowercase().eq(std::iter::once(c)))
                });
                self.find(if doctype { i + 9 } else { i + 2 }, '>').map(|at| at + 1)
            }
            Some(_) => Some(i + 1),
            None => None,
        })
    }

    fn comment_end(&self, mut i: usize) -> Option<usize> {
        loop {
            i = self.find(i, '-')?;
            if self.at(i + 1) == Some('-') {
                let end = self.blanks(i + 2);
                if self.at(end) == Some('>') {
                    return Some(end + 1);
                }
            }
            i += 1;
        }
    }

    /// `<![name…]]>`, or `<![if …]>` as word processors write it.
    fn section(&self, i: usize) -> Result<Option<usize>, HtmlError> {
        let start = i + 3;
        let Some(first) = self.at(start) else {
            return Ok(None);
        };
        if !first.is_ascii_alphabetic() {
            return Err(HtmlError { position: i });
        }
        let mut end = start;
        while self
            .at(end)
            .is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
        {
            end += 1;
        }
        if self.blanks(end) == self.text.len() {
            return Ok(None);
        }
        let brackets = match self.slice((start, end)).to_ascii_lowercase().as_str() {
            "temp" | "cdata" | "ignore" | "include" | "rcdata" => 2,
            "if" | "else" | "endif" => 1,
            _ => return Err(HtmlError { position: i }),
        };
        let mut from = start;
        while let Some(open) = self.find(from, ']') {
            let mut at = self.blanks(open + 1);
            if brackets == 2 {
                if self.at(at) != Some(']') {
                    from = open + 1;
                    continue;
                }
                at = self.blanks(at + 1);
            }
            if self.at(at) == Some('>') {
                return Ok(Some(at + 1));
            }
            from = open + 1;
        }
        Ok(None)
    }

    /// Behind a tag's name: everything up to a blank, a slash, `>` or NUL.
    fn name_end(&self, mut i: usize) -> usize {
        while self
            .at(i)
            .is_some_and(|c| !matches!(c, '\t' | '\n' | '\r' | '\x0c' | ' ' | '/' | '>' | '\0'))
        {
            i += 1;
        }
        i
    }

    /// Blanks and slashes, but not the slash of `/>`.
    fn gap(&self, mut i: usize) -> usize {
        while let Some(c) = self.at(i) {
            if !(is_space(c) || (c == '/' && self.at(i + 1) != Some('>'))) {
                break;
            }
            i += 1;
        }
        i
    }

    /// An attribute at `i`; there must be a quote, a blank or a slash before it.
    fn attribute(&self, i: usize) -> Option<Attribute> {
        let before = self.at(i.checked_sub(1)?)?;
        if !(matches!(before, '\'' | '"' | '/') || is_space(before)) {
            return None;
        }
        let first = self.at(i)?;
        if is_space(first) || matches!(first, '/' | '>') {
            return None;
        }
        let mut end = i + 1;
        while self.at(end).is_some_and(|c| !is_space(c) && !matches!(c, '/' | '=' | '>')) {
            end += 1;
        }
        let value = self.value(end);
        let behind = value.map_or(end, |(_, behind)| behind);
        Some(Attribute {
            name: (i, end),
            value: value.map(|(value, _)| value),
            end: self.gap(behind),
        })
    }

    /// `= value` at `i`: the value, and the position behind it. A quote that never closes is no value; what the reference
    /// falls back to is then an empty one before the blanks, or one that starts at the last of several `=`.
    fn value(&self, i: usize) -> Option<((usize, usize), usize)> {
        let equals = self.blanks(i);
        let mut start = equals;
        while self.at(start) == Some('=') {
            start += 1;
        }
        if start == equals {
            return None;
        }
        let after = self.blanks(start);
        if let Some(quote @ ('\'' | '"')) = self.at(after) {
            if let Some(close) = self.find(after + 1, quote) {
                return Some(((after + 1, close), close + 1));
            }
            if after > start {
                return Some(((after - 1, after - 1), after - 1));
            }
            return if start - equals > 1 {
                Some(self.bare(start - 1))
            } else {
                None
            };
        }
        Some(self.bare(after))
    }

    fn bare(&self, start: usize) -> ((usize, usize), usize) {
        let mut end = start;
        while self.at(end).is_some_and(|c| c != '>' && !is_space(c)) {
            end += 1;
        }
        ((start, end), end)
    }

    /// Behind the whole start tag, or `None` if the text ends before or goes on in a way that makes the reference wait.
    fn start_tag_end(&self, i: usize) -> Option<usize> {
        let mut j = self.name_end(i + 1);
        while self.at(j).is_some_and(|c| is_space(c) || c == '/') {
            j += 1;
        }
        while let Some(attribute) = self.attribute(j) {
            j = attribute.end;
        }
        j = self.blanks(j);
        match self.at(j)? {
            '>' => Some(j + 1),
            '/' if self.at(j + 1) == Some('>') => Some(j + 2),
            c if c == '/' || c == '=' || c.is_ascii_alphabetic() => None,
            _ => Some(j),
        }
    }

    fn start_tag(&mut self, i: usize) -> Option<usize> {
        let end = self.start_tag_end(i)?;
        let name_end = self.name_end(i + 1);
        let tag = self.slice((i + 1, name_end)).to_lowercase();
        let mut k = self.gap(name_end);
        let (mut src, mut kind) = (None, None);
        while k < end {
            let Some(attribute) = self.attribute(k) else {
                break;
            };
            let name = self.slice(attribute.name).to_lowercase();
            let value = || attribute.value.map(|value| entities::unescape(&self.slice(value)));
            match name.as_str() {
                "src" => src = value(),
                "type" => kind = value(),
                _ => {}
            }
            k = attribute.end;
        }
        let rest = self.slice((k.min(end), end));
        let rest = rest.trim_matches(is_space);
        if rest != ">" && rest != "/>" {
            // Taken for text.
            return Some(end);
        }
        self.page.tags.insert(tag.clone());
        if tag == "script" {
            let kind = kind.unwrap_or_default().trim_matches(is_space).to_lowercase();
            match src.filter(|src| !src.is_empty()) {
                Some(src) => self.page.linked.push(LinkedScript { src, kind }),
                None => {
                    self.script = Some(InlineScript {
                        content: String::new(),
                        kind,
                    })
                }
            }
        }
        if rest == "/>" {
            self.close(&tag);
        } else {
            self.raw = match tag.as_str() {
                "script" => Some("script"),
                "style" => Some("style"),
                _ => self.raw,
            };
        }
        Some(end)
    }

    fn end_tag(&mut self, i: usize) -> Option<usize> {
        let close = self.find(i + 1, '>')?;
        let start = self.blanks(i + 2);
        let mut end = start;
        if self.at(start).is_some_and(|c| c.is_ascii_alphabetic()) {
            while self
                .at(end)
                .is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | ':' | '_'))
            {
                end += 1;
            }
            if self.at(self.blanks(end)) == Some('>') {
                let name = self.slice((start, end)).to_ascii_lowercase();
                self.close(&name);
                self.raw = None;
                return Some(close + 1);
            }
        }
        if !self.at(i + 2).is_some_and(|c| c.is_ascii_alphabetic()) {
            return Some(close + 1);
        }
        let end = self.name_end(i + 2);
        let name = self.slice((i + 2, end)).to_lowercase();
        self.close(&name);
        self.find(self.gap(end), '>').map(|at| at + 1)
    }

    fn close(&mut self, tag: &str) {
        if tag == "script" {
            self.page.inline.extend(self.script.take());
        }
    }
}
