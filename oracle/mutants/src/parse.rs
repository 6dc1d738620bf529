//! From a game's files to its mutants.

use crate::finder::{self, Edit};
use crate::survey::{self, Survey};
use crate::{Mutant, Operator};
use oracade_contracts::source::{Script, SourceFile, Sources};
use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_parser::{ParseOptions, Parser};
use oxc_span::SourceType;
use std::collections::BTreeMap;

/// Stack a script may be given at most; only what is used is ever touched.
const MAX_STACK_BYTES: usize = 4 << 30;
/// Upper bounds of what one level of nesting takes: for a bracket, and for anything else a byte can open.
const STACK_PER_BRACKET: usize = 12_000;
const STACK_PER_BYTE: usize = 2400;
/// Mutants a game may have; no game that people wrote comes near.
const MAX_MUTANTS: usize = 500_000;

/// Why a game has no mutants.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum FindError {
    /// A script cannot be parsed.
    #[error("{file}:{line}: {message}")]
    Syntax {
        /// The file.
        file: String,
        /// The line.
        line: u32,
        /// The parser's message.
        message: String,
    },
    /// There are more places than anybody could look at.
    #[error("the game's scripts have more than {MAX_MUTANTS} places to change; deliver libraries as packages")]
    TooMany,
}

/// All mutants of a game.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// In the order of files and places.
    pub mutants: Vec<Mutant>,
    scripts: BTreeMap<String, Vec<Script>>,
}

impl Found {
    /// Whether a mutant's script can still be parsed.
    pub fn parses(&self, mutant: &Mutant) -> bool {
        let holds = |script: &&Script| script.start <= mutant.start && mutant.end <= script.start + script.text.len();
        let Some(script) = self.scripts.get(&mutant.file).into_iter().flatten().find(holds) else {
            return false;
        };
        let (from, to) = (mutant.start - script.start, mutant.end - script.start);
        let (Some(before), Some(after)) = (script.text.get(..from), script.text.get(to..)) else {
            return false;
        };
        let changed = Script {
            text: [before, &mutant.replacement, after].concat(),
            ..script.clone()
        };
        parsed(&changed, |_, _| ()).is_ok()
    }
}

/// Finds all mutants of a game's files: scripts within HTML documents, `.js` and `.mjs`.
///
/// # Errors
/// A script cannot be parsed, or there are too many.
pub fn find(files: Vec<SourceFile>, operators: &[Operator]) -> Result<Found, FindError> {
    let sources = Sources::from_files(files);
    let mut surveys = Vec::new();
    for script in &sources.scripts {
        surveys.push(parsed(script, |program, _| survey::survey(program))?);
    }
    let survey = Survey::joined(surveys);
    let mut found = Found::default();
    for script in sources.scripts {
        let edits = parsed(&script, |program, text| finder::edits(program, text, &survey))?;
        let mut seen: BTreeMap<(Operator, u32), usize> = BTreeMap::new();
        let lines = Lines::new(&script.text, script.line);
        for Edit {
            operator,
            start,
            end,
            text,
        } in edits
        {
            let count = seen.entry((operator, start)).or_default();
            *count += 1;
            if !operators.contains(&operator) {
                continue;
            }
            let (line, column) = lines.place(&script.text, start as usize);
            let more = if *count == 1 { String::new() } else { format!(".{count}") };
            found.mutants.push(Mutant {
                id: format!("{operator}@{}:{line}:{column}{more}", script.file),
                operator,
                file: script.file.clone(),
                line,
                column,
                start: script.start + start as usize,
                end: script.start + end as usize,
                replacement: text,
            });
        }
        if found.mutants.len() > MAX_MUTANTS {
            return Err(FindError::TooMany);
        }
        found.scripts.entry(script.file.clone()).or_default().push(script);
    }
    Ok(found)
}

/// Parses a script on a thread whose stack holds however it nests, and works on what was parsed.
pub(crate) fn parsed<T: Send>(script: &Script, work: impl FnOnce(&Program<'_>, &str) -> T + Send) -> Result<T, FindError> {
    let text = script.text.as_str();
    let refused = |line: u32, message: String| FindError::Syntax {
        file: script.file.clone(),
        line,
        message,
    };
    let brackets = text.bytes().filter(|byte| matches!(byte, b'(' | b'[' | b'{' | b'`')).count();
    let stack = (32 << 20) + brackets * STACK_PER_BRACKET + text.len() * STACK_PER_BYTE;
    if stack > MAX_STACK_BYTES {
        let message = "the script is too large to be changed; deliver libraries as packages";
        return Err(refused(script.line, message.to_owned()));
    }
    let parse = || {
        let allocator = Allocator::default();
        let kind = if script.module {
            SourceType::mjs()
        } else {
            SourceType::script()
        };
        let parsed = Parser::new(&allocator, text, kind)
            .with_options(ParseOptions::default())
            .parse();
        if let Some(error) = parsed.diagnostics.errors().next() {
            let at = error.labels.first().map_or(0, |label| label.offset() as usize);
            let (line, _) = Lines::new(text, script.line).place(text, at);
            return Err(refused(line, error.message.to_string()));
        }
        Ok(work(&parsed.program, text))
    };
    std::thread::scope(
        |scope| match std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, parse) {
            Ok(thread) => thread
                .join()
                .unwrap_or_else(|_| Err(refused(script.line, "the parser failed".to_owned()))),
            Err(error) => Err(refused(script.line, format!("no thread for the parser: {error}"))),
        },
    )
}

/// Line starts of a script, counted from the line it stands on. Columns of its first line are the script's own.
struct Lines {
    starts: Vec<usize>,
    first: u32,
}

impl Lines {
    fn new(text: &str, first: u32) -> Lines {
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        Lines {
            starts: std::iter::once(0).chain(breaks).collect(),
            first,
        }
    }

    fn place(&self, text: &str, at: usize) -> (u32, u32) {
        let line = self.starts.partition_point(|start| *start <= at).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let column = text.get(start..at).unwrap_or_default().chars().count();
        (self.first + line as u32, column as u32 + 1)
    }
}
