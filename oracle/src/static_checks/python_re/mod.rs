//! Python's `re` for `str` patterns (3.12): the dialect the static checks are written in.
//!
//! Patterns are parsed and matched as the reference does it: by backtracking, with its notion of words, blanks and case,
//! its rules for empty matches, and positions in code points. What differs is that nothing hangs: matching counts its
//! steps and bounds its memory, and gives up with a named [`MatchError`].
//!
//! Not supported: `\N{…}` character names (refused at compilation) and `bytes` patterns.

mod analysis;
mod ast;
mod compile;
mod escape;
mod machine;
mod parse;
mod repeat;
mod set;
mod source;
mod tables;

pub use ast::Flags;

/// A pattern that Python would refuse, too.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} at position {position}")]
pub struct CompileError {
    /// What is wrong.
    pub message: String,
    /// Where, in code points from the start of the pattern.
    pub position: usize,
}

impl CompileError {
    fn new(message: String, position: usize) -> Self {
        CompileError { message, position }
    }
}

/// Matching ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// Backtracking took more steps than [`Limit::steps`].
    #[error("pattern step limit exceeded")]
    StepLimit,
    /// Backtracking had to remember more than [`Limit::frames`] choices.
    #[error("pattern memory limit exceeded")]
    MemoryLimit,
    /// The text has 2³² − 2 code points or more.
    #[error("text too long for pattern matching")]
    TextTooLong,
}

/// How much one search (or one run over all matches) may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// Machine steps; a scan over eight code points counts as one. A million takes some milliseconds.
    pub steps: u64,
    /// Backtracking frames of 20 bytes.
    pub frames: usize,
}

impl Default for Limit {
    /// About a second, 160 MB.
    fn default() -> Self {
        Limit {
            steps: 100_000_000,
            frames: 8_000_000,
        }
    }
}

/// Text as code points, the unit of Python's positions.
#[derive(Clone, Debug, Default)]
pub struct Text(Vec<u32>);

impl Text {
    /// The code points of `text`.
    pub fn new(text: &str) -> Text {
        Text(text.chars().map(u32::from).collect())
    }

    /// The code points.
    pub fn code_points(&self) -> &[u32] {
        &self.0
    }
}

/// A compiled pattern.
#[derive(Clone, Debug)]
pub struct Regex {
    program: compile::Program,
    analysis: analysis::Analysis,
    names: Vec<(String, u32)>,
}

/// Where a match lies, in code points.
pub type Span = (usize, usize);

impl Regex {
    /// `re.compile(pattern, flags)`.
    ///
    /// # Errors
    /// [`CompileError`] where Python raises `re.error`, and for what the module says it does not support.
    pub fn new(pattern: &str, flags: Flags) -> Result<Regex, CompileError> {
        let units: Vec<u32> = pattern.chars().map(u32::from).collect();
        let parsed = parse::parse(&units, flags)?;
        let program = compile::compile(&parsed)?;
        let analysis = analysis::analyse(&program);
        Ok(Regex {
            program,
            analysis,
            names: parsed.names,
        })
    }

    /// Group names and the numbers they stand for.
    pub fn names(&self) -> &[(String, u32)] {
        &self.names
    }

    /// `re.search`: where the first match lies.
    ///
    /// # Errors
    /// [`MatchError`] if the answer would cost more than `limit`.
    pub fn search(&self, text: &Text, limit: Limit) -> Result<Option<Span>, MatchError> {
        self.matches(text, limit).next().transpose()
    }

    /// `re.finditer`: all matches, none overlapping. An empty match may directly follow another match.
    pub fn matches<'a>(&'a self, text: &'a Text, limit: Limit) -> Matches<'a> {
        Matches {
            machine: machine::Machine::new(&self.program, &self.analysis, &text.0, limit, true),
            from: 0,
            advance: false,
            over: text.0.len() >= u32::MAX as usize - 1,
            too_long: text.0.len() >= u32::MAX as usize - 1,
        }
    }

    /// All matches with all groups, group 0 first, without the shortcuts that groups would notice.
    ///
    /// # Errors
    /// [`MatchError`] if the answer would cost more than `limit`.
    pub fn captures(&self, text: &Text, limit: Limit) -> Result<Vec<Vec<Option<Span>>>, MatchError> {
        let mut matches = self.matches(text, limit);
        matches.machine = machine::Machine::new(&self.program, &self.analysis, &text.0, limit, false);
        let mut all = Vec::new();
        while let Some(span) = matches.next().transpose()? {
            let groups = (1..self.program.groups).map(|group| matches.machine.group(group));
            all.push(std::iter::once(Some(span)).chain(groups).collect());
        }
        Ok(all)
    }
}

/// The iterator of [`Regex::matches`]; ends after an error.
pub struct Matches<'a> {
    machine: machine::Machine<'a>,
    from: usize,
    advance: bool,
    over: bool,
    too_long: bool,
}

impl Iterator for Matches<'_> {
    type Item = Result<Span, MatchError>;

    fn next(&mut self) -> Option<Self::Item> {
        if std::mem::take(&mut self.too_long) {
            return Some(Err(MatchError::TextTooLong));
        }
        if self.over {
            return None;
        }
        match self.machine.find(self.from, self.advance) {
            Ok(Some((start, end))) => {
                self.from = end;
                self.advance = start == end;
                Some(Ok((start, end)))
            }
            Ok(None) => {
                self.over = true;
                None
            }
            Err(stop) => {
                self.over = true;
                Some(Err(match stop {
                    machine::Stop::Steps => MatchError::StepLimit,
                    machine::Stop::Memory => MatchError::MemoryLimit,
                }))
            }
        }
    }
}

/// `str.isspace()` for one character: what `\s` matches and `str.strip()` strips.
pub fn is_space(c: char) -> bool {
    set::is_space(u32::from(c))
}

/// `str.strip()`.
pub fn strip(text: &str) -> &str {
    text.trim_matches(is_space)
}
