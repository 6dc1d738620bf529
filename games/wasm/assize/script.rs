//! The cases, read from their text.

/// A line that somebody says.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Line {
    pub speaker: String,
    pub text: String,
}

impl Line {
    pub fn said(&self) -> Said<'_> {
        Said {
            speaker: &self.speaker,
            text: &self.text,
        }
    }
}

/// A line as it stands in the script.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Said<'a> {
    pub speaker: &'a str,
    pub text: &'a str,
}

#[derive(Clone, Default)]
pub struct Evidence {
    pub name: String,
    pub about: String,
}

#[derive(Clone, Default)]
pub struct Statement {
    pub text: String,
    pub press: String,
}

#[derive(Clone, Default)]
pub struct Testimony {
    pub witness: String,
    pub title: String,
    pub statements: Vec<Statement>,
    /// The statement, from 0, and the evidence that breaks it.
    pub proof: (usize, String),
}

#[derive(Clone, Default)]
pub struct Checkpoint {
    pub case: usize,
    pub title: String,
    pub scene: String,
    pub gives: Vec<Evidence>,
    pub before: Vec<Line>,
    pub testimony: Option<Testimony>,
    pub after: Vec<Line>,
    pub end: Line,
}

fn parted(text: &str) -> (String, String) {
    let (first, second) = text.split_once('|').unwrap_or((text, ""));
    (first.trim().to_owned(), second.trim().to_owned())
}

fn line(text: &str) -> Line {
    let (speaker, text) = parted(text);
    Line { speaker, text }
}

/// All checkpoints, in order.
pub fn parse(text: &str) -> Vec<Checkpoint> {
    let mut checkpoints: Vec<Checkpoint> = Vec::new();
    let (mut case, mut title) = (0, String::new());
    for row in text.lines().filter(|row| !row.is_empty() && !row.starts_with('#')) {
        let (word, rest) = row.split_once(' ').unwrap_or((row, ""));
        if word == "case" {
            case += 1;
            title = rest.to_owned();
            continue;
        }
        if word == "checkpoint" {
            checkpoints.push(Checkpoint {
                case,
                title: title.clone(),
                ..Checkpoint::default()
            });
            continue;
        }
        let Some(now) = checkpoints.last_mut() else { continue };
        match (word, &mut now.testimony) {
            ("scene", _) => now.scene = rest.to_owned(),
            ("give", _) => {
                let (name, about) = parted(rest);
                now.gives.push(Evidence { name, about });
            }
            ("testimony", _) => {
                let (witness, title) = parted(rest);
                now.testimony = Some(Testimony {
                    witness,
                    title,
                    ..Testimony::default()
                });
            }
            ("state", Some(testimony)) => testimony.statements.push(Statement {
                text: rest.to_owned(),
                press: String::new(),
            }),
            ("press", Some(testimony)) => {
                if let Some(last) = testimony.statements.last_mut() {
                    last.press = rest.to_owned();
                }
            }
            ("proof", Some(testimony)) => {
                let (number, name) = rest.split_once(' ').unwrap_or((rest, ""));
                testimony.proof = (number.parse().unwrap_or(1) - 1, name.to_owned());
            }
            ("say", None) => now.before.push(line(rest)),
            ("say", Some(_)) => now.after.push(line(rest)),
            ("end", _) => now.end = line(rest),
            _ => {}
        }
    }
    checkpoints
}
