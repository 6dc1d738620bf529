//! The pattern as a stream of tokens.

use super::CompileError;

/// A pattern unit: a code point, or a backslash with the one that follows it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    Char(u32),
    Escaped(u32),
}

/// The token stream with one token of look-ahead.
pub(super) struct Source<'a> {
    text: &'a [u32],
    index: usize,
    pub(super) next: Option<Token>,
}

impl<'a> Source<'a> {
    pub(super) fn new(text: &'a [u32]) -> Result<Self, CompileError> {
        let mut source = Source {
            text,
            index: 0,
            next: None,
        };
        source.advance()?;
        Ok(source)
    }

    fn advance(&mut self) -> Result<(), CompileError> {
        self.next = match self.text.get(self.index) {
            None => None,
            Some(&c) if c == u32::from('\\') => match self.text.get(self.index + 1) {
                None => {
                    return Err(CompileError::new(
                        "bad escape (end of pattern)".to_owned(),
                        self.text.len() - 1,
                    ));
                }
                Some(&escaped) => {
                    self.index += 2;
                    Some(Token::Escaped(escaped))
                }
            },
            Some(&c) => {
                self.index += 1;
                Some(Token::Char(c))
            }
        };
        Ok(())
    }

    pub(super) fn get(&mut self) -> Result<Option<Token>, CompileError> {
        let token = self.next;
        self.advance()?;
        Ok(token)
    }

    pub(super) fn take(&mut self, wanted: char) -> Result<bool, CompileError> {
        let hit = self.next_is(wanted);
        if hit {
            self.advance()?;
        }
        Ok(hit)
    }

    pub(super) fn next_is(&self, wanted: char) -> bool {
        self.next == Some(Token::Char(u32::from(wanted)))
    }

    /// The next plain character, if it satisfies `test`.
    pub(super) fn take_if(&mut self, test: impl Fn(char) -> bool) -> Result<Option<char>, CompileError> {
        let Some(Token::Char(c)) = self.next else {
            return Ok(None);
        };
        let Some(c) = char::from_u32(c).filter(|c| test(*c)) else {
            return Ok(None);
        };
        self.advance()?;
        Ok(Some(c))
    }

    /// Characters up to `end`, which is consumed; an empty run and a missing end are errors.
    pub(super) fn until(&mut self, end: char, what: &str) -> Result<String, CompileError> {
        let mut name = String::new();
        loop {
            match self.get()? {
                None if name.is_empty() => return Err(self.error(&format!("missing {what}"), 0)),
                None => {
                    return Err(self.error(&format!("missing {end}, unterminated name"), name.chars().count()));
                }
                Some(Token::Char(c)) if c == u32::from(end) => break,
                Some(Token::Char(c)) => name.push(char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER)),
                Some(Token::Escaped(c)) => {
                    name.push('\\');
                    name.push(char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER));
                }
            }
        }
        if name.is_empty() {
            return Err(self.error(&format!("missing {what}"), 1));
        }
        Ok(name)
    }

    /// Position, in code points, of the token to come.
    pub(super) fn tell(&self) -> usize {
        self.index
            - match self.next {
                None => 0,
                Some(Token::Char(_)) => 1,
                Some(Token::Escaped(_)) => 2,
            }
    }

    pub(super) fn seek(&mut self, index: usize) -> Result<(), CompileError> {
        self.index = index;
        self.advance()
    }

    /// An error `back` code points before the token to come.
    pub(super) fn error(&self, message: &str, back: usize) -> CompileError {
        CompileError::new(message.to_owned(), self.tell().saturating_sub(back))
    }
}
