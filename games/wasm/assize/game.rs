//! Assize: three cases before a country court, in nineteen checkpoints. Testimony is pressed, and broken by presenting evidence
//! against the statement that it contradicts; five mistakes lose a checkpoint. It has the interface of the courtroom game in
//! LMGame-Bench, and text and looks of its own. Actions: `a 0, b 1, l 2, r 3, up 4, down 5, left 6, right 7, no_op 8`.

#[path = "../sdk/oracade.rs"]
#[macro_use]
mod oracade;
mod script;

use oracade::{Align, Color, Input, Pen, rgb};
use script::{Checkpoint, Evidence, Line, Said, parse};
use std::fmt::Write;

const LIVES: u32 = 5;
/// Characters that appear in a frame.
const PACE: usize = 2;
/// Lines of talk that are kept.
const HISTORY: usize = 40;
const TEXT_WIDTH: f64 = 236.0;

const WALL: Color = rgb(0x3a2f2a);
const BENCH: Color = rgb(0x6e4f37);
const RAIL: Color = rgb(0x8f6a48);
const PAPER: Color = rgb(0xf1e8d4);
const INK: Color = rgb(0x2c2620);
const SEAL: Color = rgb(0xa2382f);
const MUTED: Color = rgb(0x7d7263);
const SKIN: Color = rgb(0xe2b996);

#[derive(Clone, PartialEq)]
enum Phase {
    /// Lines before the testimony: which.
    Before(usize),
    /// A statement of it.
    Testimony(usize),
    /// What pressing a statement brings.
    Pressed(usize),
    /// The evidence list is open over a statement: statement, evidence.
    Record(usize, usize),
    /// A mistake was told; then the statement again.
    Mistake(usize),
    After(usize),
    End,
    Lost,
    Won,
}

struct Assize {
    compat: bool,
    checkpoints: Vec<Checkpoint>,
    at: usize,
    start: usize,
    phase: Phase,
    lives: u32,
    mistakes: u32,
    shown: usize,
    history: Vec<Line>,
    seal: Evidence,
    fonts: [i32; 2],
}

impl Assize {
    fn begin(&mut self, checkpoint: usize) {
        self.start = checkpoint;
        self.mistakes = 0;
        self.history.clear();
        self.enter(checkpoint);
    }

    fn enter(&mut self, checkpoint: usize) {
        self.at = checkpoint;
        self.lives = LIVES;
        let first = if self.now().before.is_empty() {
            Phase::Testimony(0)
        } else {
            Phase::Before(0)
        };
        self.go(first);
    }

    fn now(&self) -> &Checkpoint {
        &self.checkpoints[self.at]
    }

    /// What there is to present: counsel's own seal, and all that was given in this case so far.
    fn evidence(&self) -> Vec<&Evidence> {
        let case = self.now().case;
        let so_far = self.checkpoints[..=self.at]
            .iter()
            .filter(|checkpoint| checkpoint.case == case);
        std::iter::once(&self.seal)
            .chain(so_far.flat_map(|checkpoint| &checkpoint.gives))
            .collect()
    }

    fn statements(&self) -> usize {
        self.now()
            .testimony
            .as_ref()
            .map_or(0, |testimony| testimony.statements.len())
    }

    /// What is said in a phase.
    fn line(&self, phase: &Phase) -> Said<'_> {
        let judge = |text: &'static str| Said { speaker: "JUDGE", text };
        let now = self.now();
        let statement = |n: &usize| {
            now.testimony
                .as_ref()
                .and_then(|testimony| Some((&testimony.witness, testimony.statements.get(*n)?)))
        };
        match phase {
            Phase::Before(n) => now.before.get(*n).map_or_else(Said::default, Line::said),
            Phase::Testimony(n) | Phase::Record(n, _) => statement(n).map_or_else(Said::default, |(speaker, statement)| Said {
                speaker,
                text: &statement.text,
            }),
            Phase::Pressed(n) => statement(n).map_or_else(Said::default, |(speaker, statement)| Said {
                speaker,
                text: &statement.press,
            }),
            Phase::Mistake(_) => judge("That proves nothing here. The court takes note of it, counsel."),
            Phase::After(n) => now.after.get(*n).map_or_else(Said::default, Line::said),
            Phase::End => now.end.said(),
            Phase::Lost => judge("The court has heard enough. The accused is found guilty."),
            Phase::Won => judge("The assize is over. Go home, all of you."),
        }
    }

    fn go(&mut self, phase: Phase) {
        let before = std::mem::replace(&mut self.phase, phase);
        let said = self.line(&self.phase);
        let line = Line {
            speaker: said.speaker.to_owned(),
            text: said.text.to_owned(),
        };
        // The evidence list opens and closes over a line that stands there.
        let stays = matches!(before, Phase::Record(..)) || matches!(self.phase, Phase::Record(..));
        if !stays || self.history.last() != Some(&line) {
            self.shown = 0;
        }
        if self.history.last() != Some(&line) {
            self.history.push(line);
            let more = self.history.len().saturating_sub(HISTORY);
            self.history.drain(..more);
        }
    }

    fn settled(&self) -> bool {
        self.shown >= self.line(&self.phase).text.chars().count()
    }

    fn over(&self) -> bool {
        matches!(self.phase, Phase::Lost | Phase::Won)
    }

    fn act(&mut self, action: i32) {
        if !(0..=7).contains(&action) || self.over() {
            return;
        }
        if !self.settled() {
            // A button shows the rest of a line; nothing else is heard until it stands.
            self.shown = usize::MAX;
            return;
        }
        let count = self.statements();
        match (self.phase.clone(), action) {
            (Phase::Before(n), 0) if n + 1 < self.now().before.len() => self.go(Phase::Before(n + 1)),
            (Phase::Before(_), 0) => self.go(if count > 0 { Phase::Testimony(0) } else { Phase::End }),
            (Phase::Testimony(n), 0 | 7) => self.go(Phase::Testimony((n + 1) % count)),
            (Phase::Testimony(n), 6) => self.go(Phase::Testimony((n + count - 1) % count)),
            (Phase::Testimony(n), 2) => self.go(Phase::Pressed(n)),
            (Phase::Testimony(n), 3) => self.go(Phase::Record(n, 0)),
            (Phase::Pressed(n), 0 | 1) => self.go(Phase::Testimony(n)),
            (Phase::Record(n, at), 5 | 7) => self.go(Phase::Record(n, (at + 1) % self.evidence().len())),
            (Phase::Record(n, at), 4 | 6) => {
                let count = self.evidence().len();
                self.go(Phase::Record(n, (at + count - 1) % count));
            }
            (Phase::Record(n, _), 1 | 3) => self.go(Phase::Testimony(n)),
            (Phase::Record(n, at), 0) => self.present(n, at),
            (Phase::Mistake(n), 0 | 1) => self.go(Phase::Testimony(n)),
            (Phase::After(n), 0) if n + 1 < self.now().after.len() => self.go(Phase::After(n + 1)),
            (Phase::After(_), 0) => self.go(Phase::End),
            // Whatever is pressed then, the next checkpoint comes.
            (Phase::End, _) => self.leave(),
            _ => {}
        }
    }

    fn present(&mut self, statement: usize, evidence: usize) {
        let name = self.evidence().get(evidence).map(|evidence| evidence.name.clone());
        let proof = self.now().testimony.as_ref().map(|testimony| testimony.proof.clone());
        if proof == name.map(|name| (statement, name)) {
            self.go(if self.now().after.is_empty() {
                Phase::End
            } else {
                Phase::After(0)
            });
            return;
        }
        self.lives -= 1;
        self.mistakes += 1;
        self.go(if self.lives == 0 {
            Phase::Lost
        } else {
            Phase::Mistake(statement)
        });
    }

    fn leave(&mut self) {
        let last = self.at + 1 == self.checkpoints.len();
        // Defect: what follows the second case is not there.
        let missing = self.compat && !last && self.now().case == 2 && self.checkpoints[self.at + 1].case == 3;
        if missing {
            return;
        }
        if last {
            self.go(Phase::Won);
        } else {
            self.enter(self.at + 1);
        }
    }

    fn phase_name(&self) -> &'static str {
        match self.phase {
            Phase::Before(_) => "dialogue",
            Phase::Testimony(_) => "testimony",
            Phase::Pressed(_) => "pressed",
            Phase::Record(..) => "evidence",
            Phase::Mistake(_) => "mistake",
            Phase::After(_) => "broken",
            Phase::End => "end",
            Phase::Lost => "lost",
            Phase::Won => "won",
        }
    }

    fn wrapped(&self, text: &str) -> Vec<String> {
        oracade::wrapped(self.fonts[0], text, TEXT_WIDTH)
    }

    fn room(&self, pen: &mut Pen, speaker: &str) {
        pen.fill(WALL);
        pen.rect(0.0, 0.0, 256.0, 192.0);
        pen.fill(BENCH);
        pen.rect(0.0, 76.0, 256.0, 40.0);
        pen.fill(RAIL);
        pen.rect(0.0, 76.0, 256.0, 6.0);
        // Who speaks stands at a place, and in a coat, of their own.
        let (x, coat) = match speaker {
            "JUDGE" => (128.0, INK),
            "DEFENCE" => (44.0, rgb(0x35568c)),
            "PROSECUTION" => (212.0, rgb(0x77325a)),
            "BAILIFF" => (92.0, rgb(0x4d5a45)),
            _ => (166.0, rgb(0x7b6a3c)),
        };
        pen.fill(coat);
        pen.path(&[
            0.0,
            x - 22.0,
            78.0,
            1.0,
            x - 14.0,
            50.0,
            1.0,
            x + 14.0,
            50.0,
            1.0,
            x + 22.0,
            78.0,
            4.0,
        ]);
        pen.fill(SKIN);
        pen.circle(x, 38.0, 13.0);
        if speaker == "JUDGE" {
            pen.fill(PAPER);
            pen.rect(x - 15.0, 24.0, 30.0, 7.0);
        }
    }
}

/// Writes the snapshot: most of what a step costs.
struct Json(String);

impl Json {
    /// What stands between values.
    fn put(&mut self, text: &str) -> &mut Json {
        self.0.push_str(text);
        self
    }

    fn text(&mut self, text: &str) -> &mut Json {
        self.0.push('"');
        if text.bytes().any(|byte| matches!(byte, b'"' | b'\\' | ..b' ')) {
            for c in text.chars() {
                match c {
                    '"' => self.0.push_str("\\\""),
                    '\\' => self.0.push_str("\\\\"),
                    c if c < ' ' => self.0.push(' '),
                    c => self.0.push(c),
                }
            }
        } else {
            self.0.push_str(text);
        }
        self.0.push('"');
        self
    }

    fn number(&mut self, number: i32) -> &mut Json {
        match u8::try_from(number) {
            Ok(digit @ 0..10) => self.0.push((b'0' + digit) as char),
            _ => drop(write!(self.0, "{number}")),
        }
        self
    }

    fn truth(&mut self, truth: bool) -> &mut Json {
        self.put(if truth { "true" } else { "false" })
    }
}

impl oracade::Game for Assize {
    fn new() -> Assize {
        let mut game = Assize {
            compat: false,
            checkpoints: parse(include_str!("cases.txt")),
            at: 0,
            start: 0,
            phase: Phase::End,
            lives: LIVES,
            mistakes: 0,
            shown: 0,
            history: Vec::new(),
            seal: Evidence {
                name: "Counsel's seal".to_owned(),
                about: "Your own seal. It has never yet proved anything.".to_owned(),
            },
            fonts: ["13px serif", "bold 12px serif"].map(oracade::font),
        };
        game.begin(0);
        game
    }

    fn step(&mut self) {
        let length = self.line(&self.phase).text.chars().count();
        self.shown = self.shown.saturating_add(PACE).min(length);
    }

    fn draw(&self, pen: &mut Pen) {
        let line = self.line(&self.phase);
        self.room(pen, line.speaker);
        let [plain, bold] = self.fonts;
        if let Phase::Record(_, chosen) = self.phase {
            pen.fill(PAPER);
            pen.rect(8.0, 8.0, 240.0, 100.0);
            pen.fill(INK);
            for (n, evidence) in self.evidence().iter().enumerate().take(8) {
                if n == chosen {
                    pen.fill(SEAL);
                    pen.rect(14.0, 14.0 + 11.0 * n as f64, 4.0, 9.0);
                    pen.fill(INK);
                }
                pen.text(bold, &evidence.name, 24.0, 18.0 + 11.0 * n as f64, Align::Left);
            }
        }
        pen.fill(PAPER);
        pen.rect(4.0, 116.0, 248.0, 72.0);
        pen.fill(SEAL);
        pen.text(bold, line.speaker, 10.0, 125.0, Align::Left);
        pen.fill(MUTED);
        let told = format!(
            "{} of {}  ·  {}",
            self.at + 1,
            self.checkpoints.len(),
            "|".repeat(self.lives as usize)
        );
        pen.text(bold, &told, 246.0, 125.0, Align::Right);
        pen.fill(INK);
        let seen: String = line.text.chars().take(self.shown).collect();
        // Lines break where those of the whole text do.
        let mut left = seen.chars().count();
        for (n, row) in self.wrapped(line.text).iter().enumerate() {
            let part: String = row.chars().take(left).collect();
            left = left.saturating_sub(row.chars().count() + 1);
            if !part.is_empty() {
                pen.text(plain, &part, 10.0, 141.0 + 14.0 * n as f64, Align::Left);
            }
        }
    }

    fn input(&mut self, input: Input) {
        match (input.kind, input.code) {
            (oracade::ACTION, action) => self.act(action),
            (0, 40 | 44) => self.act(0),
            (0, 41 | 42) => self.act(1),
            (0, 15) => self.act(2),
            (0, 21) => self.act(3),
            (0, 82) => self.act(4),
            (0, 81) => self.act(5),
            (0, 80) => self.act(6),
            (0, 79) => self.act(7),
            _ => {}
        }
    }

    fn snapshot(&self) -> String {
        let line = self.line(&self.phase);
        let (statement, chosen) = match self.phase {
            Phase::Testimony(n) | Phase::Pressed(n) | Phase::Mistake(n) => (n as i32, -1),
            Phase::Record(n, at) => (n as i32, at as i32),
            _ => (-1, -1),
        };
        let phases = [
            "dialogue",
            "testimony",
            "pressed",
            "evidence",
            "mistake",
            "broken",
            "end",
            "lost",
            "won",
        ];
        let number = phases.iter().position(|name| *name == self.phase_name()).unwrap_or(0);
        let mut json = Json(String::with_capacity(1024));
        json.put("{\"checkpoint\":").number(self.at as i32);
        json.put(",\"checkpoints\":").number(self.checkpoints.len() as i32);
        json.put(",\"case\":").number(self.now().case as i32);
        json.put(",\"title\":").text(&self.now().title);
        json.put(",\"phase\":").text(self.phase_name());
        json.put(",\"phase_number\":").number(number as i32);
        json.put(",\"speaker\":").text(line.speaker);
        json.put(",\"line\":").text(line.text);
        json.put(",\"settled\":").truth(self.shown >= line.text.chars().count());
        json.put(",\"statement\":").number(statement);
        json.put(",\"statements\":").number(self.statements() as i32);
        json.put(",\"chosen\":").number(chosen);
        json.put(",\"evidence\":[");
        let evidence = self.evidence();
        for (n, evidence) in evidence.iter().enumerate() {
            json.put(if n > 0 { "," } else { "" }).text(&evidence.name);
        }
        json.put("],\"evidences\":").number(evidence.len() as i32);
        json.put(",\"lives\":").number(self.lives as i32);
        json.put(",\"mistakes\":").number(self.mistakes as i32);
        json.put(",\"won\":").truth(self.phase == Phase::Won);
        json.put(",\"over\":").truth(self.over());
        json.put("}");
        json.0
    }

    fn text(&self) -> String {
        let mut text = format!("Case: {}\nBackground: {}\nEvidence:\n", self.now().title, self.now().scene);
        for evidence in self.evidence() {
            let _ = writeln!(text, "- {}: {}", evidence.name, evidence.about);
        }
        if let Some(testimony) = &self.now().testimony {
            let _ = writeln!(text, "Testimony of {}: {}", testimony.witness, testimony.title);
        }
        match self.phase {
            Phase::Testimony(n) => drop(writeln!(
                text,
                "Statement {} of {}; lives {}",
                n + 1,
                self.statements(),
                self.lives
            )),
            Phase::Record(_, at) => {
                let name = self.evidence().get(at).map(|evidence| evidence.name.clone());
                let _ = writeln!(text, "Evidence list is open at: {}", name.unwrap_or_default());
            }
            _ => {}
        }
        text.push_str("Dialogue History (older → newer):\n");
        for line in &self.history {
            let _ = writeln!(text, "{}: {}", line.speaker, line.text);
        }
        text
    }

    /// `checkpoint`: 0 to 18; `compat`.
    fn load_scenario(&mut self, scenario: &str) -> bool {
        self.compat = oracade::flag_of(scenario, "compat").unwrap_or(self.compat);
        let checkpoint = oracade::number_of(scenario, "checkpoint").unwrap_or(self.start as f64);
        if !(0.0..self.checkpoints.len() as f64).contains(&checkpoint) {
            return false;
        }
        self.begin(checkpoint as usize);
        true
    }

    fn reset(&mut self) {
        self.begin(self.start);
    }
}

exports!(Assize, text);
