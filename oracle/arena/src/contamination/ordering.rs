//! A level cut into pieces that are stamped with letters and shuffled: who puts them in order knows it.

use crate::model::{Ask, Message, Model, Purpose};
use crate::picture::{cropped, enlarged, fill, png, write};
use crate::stats::{kendall_tau, position_accuracy, rank_biased_overlap, rounded};
use oracade_gym::agents::Agent;
use oracade_gym::{Chance, Env, EnvError, Picture, Result};
use serde::Serialize;

/// Letters that do not look like others.
pub const LETTERS: &str = "ABCDEFGHJKLMNPRSTWXY";
/// Width of a piece in px.
const CHUNK_WIDTH: u32 = 256;
/// Pieces of a test.
const CHUNKS: usize = 10;
/// Weight of depths in the overlap of orders.
const PERSISTENCE: f64 = 0.9;
/// Purpose of the chance that letters and orders are of.
const SHUFFLES: u64 = 47;
/// Widest panorama, in px.
const PANORAMA_MAX: u32 = 65_536;

/// A piece with its letter.
#[derive(Clone, Debug, PartialEq)]
pub struct Chunk {
    /// Its letter.
    pub letter: char,
    /// The stamped picture.
    pub picture: Picture,
}

/// A test: pieces as they are shown, and their true order.
#[derive(Clone, Debug, PartialEq)]
pub struct Ordering {
    /// The pieces, shuffled.
    pub shown: Vec<Chunk>,
    /// Their letters from left to right.
    pub truth: Vec<char>,
}

/// How near an answer is to the truth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OrderingScore {
    /// The run's seed.
    pub seed: u64,
    /// The letters of the answer.
    pub answer: String,
    /// The letters in truth.
    pub truth: String,
    /// Kendall's τ; `None` of an answer with less than two letters.
    pub tau: Option<f64>,
    /// Rank-biased overlap.
    pub overlap: f64,
    /// The share of letters in their places.
    pub accuracy: f64,
}

/// A level as one picture: a player walks through it, and what comes into sight is put beside what was seen. `field` is the snapshot's
/// number of px that the picture was moved.
///
/// # Errors
/// The environment cannot be played, or has no such number.
pub fn panorama(env: &mut Env, agent: &mut dyn Agent, seed: u64, field: &str) -> Result<Picture> {
    let at = |env: &Env| {
        let number = env
            .snapshot()
            .get(field)
            .and_then(serde_json::Value::as_f64)
            .filter(|number| *number >= 0.0);
        number.map(|number| number as u32).ok_or_else(|| {
            EnvError::State(format!(
                "the snapshot has no number `{field}`; name the one by which the picture is moved"
            ))
        })
    };
    env.restart(Some(seed), None)?;
    agent.begin(seed);
    let mut strip = env.render()?;
    let begin = at(env)?;
    while !env.has_ended() {
        let action = agent.act(env)?;
        env.apply(&action)?;
        let moved = at(env)?.saturating_sub(begin);
        let view = env.render()?;
        let right = moved.saturating_add(view.width);
        if right > strip.width && right <= PANORAMA_MAX {
            let new = right - strip.width;
            let column = view.width - new.min(view.width);
            let more = cropped(&view, (column, 0), (new.min(view.width), view.height));
            // What was jumped over stays black.
            let place = right - more.width;
            let mut wide = cropped(&strip, (0, 0), (right, strip.height));
            for row in 0..more.height.min(wide.height) as usize {
                let (from, to) = (
                    row * more.width as usize * 4,
                    (row * wide.width as usize + place as usize) * 4,
                );
                let length = more.width as usize * 4;
                wide.rgba[to..to + length].copy_from_slice(&more.rgba[from..from + length]);
            }
            strip = wide;
        }
    }
    Ok(strip)
}

impl Ordering {
    /// Cuts a panorama into pieces, stamps each with a letter of chance, and shuffles them.
    ///
    /// # Errors
    /// It is too narrow.
    pub fn new(panorama: &Picture, seed: u64) -> std::result::Result<Ordering, String> {
        let count = (panorama.width / CHUNK_WIDTH) as usize;
        if count < 2 {
            return Err(format!(
                "the panorama is {} px wide; it takes two pieces of {CHUNK_WIDTH} px at least",
                panorama.width
            ));
        }
        let count = count.min(CHUNKS);
        let mut chance = Chance::new(seed, SHUFFLES);
        let mut letters: Vec<char> = LETTERS.chars().collect();
        shuffle(&mut letters, &mut chance);
        letters.truncate(count);
        let mut shown: Vec<Chunk> = (0_u32..)
            .zip(&letters)
            .map(|(n, letter)| {
                let mut picture = cropped(panorama, (n * CHUNK_WIDTH, 0), (CHUNK_WIDTH, panorama.height));
                stamp(&mut picture, *letter);
                Chunk {
                    letter: *letter,
                    picture,
                }
            })
            .collect();
        shuffle(&mut shown, &mut chance);
        Ok(Ordering { shown, truth: letters })
    }

    /// Asks a model for the order.
    ///
    /// # Errors
    /// It gives no answer.
    pub fn ask(&self, model: &dyn Model, game: &str, seed: u64) -> std::result::Result<OrderingScore, String> {
        let text = format!(
            "These are {} pieces of one level of {game}, in no order. Each is stamped with a letter. Put them in the order in which a player who \
             goes from left to right meets them. Answer with a JSON list of the letters and nothing else, such as [\"A\", \"B\"].",
            self.shown.len()
        );
        let ask = Ask {
            purpose: Purpose::Order,
            messages: vec![Message {
                role: "user",
                text,
                pictures: self.shown.iter().map(|chunk| png(&enlarged(&chunk.picture))).collect(),
            }],
            seed,
            scope: format!("{game} ordering seed {seed}"),
            number: 0,
        };
        let answer = model.answer(&ask).map_err(|error| error.to_string())?;
        Ok(score_order(&parse_letters(&answer.text), &self.truth, seed))
    }
}

/// Fisher and Yates.
fn shuffle<T>(things: &mut [T], chance: &mut Chance) {
    for last in (1..things.len()).rev() {
        things.swap(last, chance.below(last as u64 + 1) as usize);
    }
}

/// A square in the middle, a sixth of the shorter side, with the letter on it.
fn stamp(picture: &mut Picture, letter: char) {
    let side = (picture.width.min(picture.height) / 6).max(9);
    let (x, y) = (
        picture.width.saturating_sub(side) / 2,
        picture.height.saturating_sub(side) / 2,
    );
    fill(picture, (x, y), (side, side), [255, 255, 255]);
    let scale = (side / 9).max(1);
    let place = (x + (side - 5 * scale) / 2, y + (side - 7 * scale) / 2);
    write(picture, place, &letter.to_string(), scale, [0, 0, 0]);
}

/// The letters of an answer: of the first JSON list of texts in it, or else single capital letters of the alphabet used, in order.
pub fn parse_letters(answer: &str) -> Vec<char> {
    let known = |letter: char| LETTERS.contains(letter);
    let list = answer
        .find('[')
        .zip(answer.rfind(']'))
        .and_then(|(begin, end)| answer.get(begin..=end));
    let listed: Option<Vec<String>> = list.and_then(|list| serde_json::from_str(list).ok());
    let words: Vec<String> = listed.unwrap_or_else(|| {
        let parted = answer.split(|letter: char| !letter.is_alphanumeric());
        parted
            .filter(|word| word.len() == 1 && *word == word.to_ascii_uppercase())
            .map(str::to_owned)
            .collect()
    });
    let letters = words
        .iter()
        .filter_map(|word| word.trim().chars().next().map(|letter| letter.to_ascii_uppercase()));
    letters.filter(|letter| known(*letter)).collect()
}

/// How near an order is to the true one.
pub fn score_order(found: &[char], truth: &[char], seed: u64) -> OrderingScore {
    OrderingScore {
        seed,
        answer: found.iter().collect(),
        truth: truth.iter().collect(),
        tau: kendall_tau(found, truth).map(rounded),
        overlap: rounded(rank_biased_overlap(found, truth, PERSISTENCE)),
        accuracy: rounded(position_accuracy(found, truth)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracade_gym::{Item, Settings, named};
    use std::sync::Arc;

    /// Walks right and leaps now and then.
    struct Walker(u32);

    impl Agent for Walker {
        fn begin(&mut self, _: u64) {}

        fn act(&mut self, _: &mut Env) -> Result<Item> {
            self.0 += 1;
            Ok(Item::Discrete(if self.0 % 9 < 6 { 4 } else { 3 }))
        }
    }

    #[test]
    fn a_level_is_seen_as_one_picture() {
        let spec = named("Ridgeway-v0", &Settings::default()).unwrap();
        let mut env = Env::new(Arc::new(spec)).unwrap();
        let strip = panorama(&mut env, &mut Walker(0), 0, "camera").unwrap();
        let again = panorama(&mut env, &mut Walker(0), 0, "camera").unwrap();
        assert_eq!(strip, again);
        assert!(strip.width > 2 * 256, "{}", strip.width);
        assert!(
            panorama(&mut env, &mut Walker(0), 0, "lens")
                .unwrap_err()
                .to_string()
                .contains("`lens`")
        );
    }

    #[test]
    fn pieces_are_stamped_and_shuffled_by_seed() {
        let level = Picture {
            width: 2700,
            height: 240,
            rgba: vec![90; 2700 * 240 * 4],
        };
        let test = Ordering::new(&level, 4).unwrap();
        assert_eq!(
            (test.shown.len(), test.truth.len(), test.shown[0].picture.width),
            (10, 10, 256)
        );
        assert_eq!(Ordering::new(&level, 4).unwrap(), test);
        assert_ne!(Ordering::new(&level, 5).unwrap().truth, test.truth);
        let shown: Vec<char> = test.shown.iter().map(|chunk| chunk.letter).collect();
        assert_ne!(shown, test.truth);
        // The square is white but for the letter, and all around is as it was.
        let at = |x: usize, y: usize| test.shown[0].picture.rgba[(y * 256 + x) * 4];
        assert_eq!((at(0, 0), at(109, 101)), (90, 255));
        let dark = (100..140)
            .flat_map(|y| (108..148).map(move |x| (x, y)))
            .filter(|(x, y)| at(*x, *y) == 0)
            .count();
        assert!(dark > 100, "{dark}");
        assert!(
            Ordering::new(&cropped(&level, (0, 0), (300, 240)), 0)
                .unwrap_err()
                .contains("300 px")
        );
    }

    #[test]
    fn answers_are_read_and_scored() {
        assert_eq!(parse_letters("Here: [\"B\", \"a\", \"O\"]."), ['B', 'A']);
        assert_eq!(parse_letters("I think B, then A and C"), ['B', 'A', 'C']);
        assert_eq!(parse_letters(""), [] as [char; 0]);
        let truth = ['A', 'B', 'C', 'D'];
        let score = score_order(&['B', 'A', 'C', 'D'], &truth, 0);
        assert_eq!((score.tau, score.accuracy), (Some(0.666_667), 0.5));
        assert_eq!(score_order(&[], &truth, 0).tau, None);
        // Orders of chance are in place one time in ten, and go neither with nor against the truth.
        let mut chance = Chance::new(9, 0);
        let truth: Vec<char> = LETTERS.chars().take(10).collect();
        let (mut accuracy, mut tau) = (0.0, 0.0);
        for _ in 0..2000 {
            let mut order = truth.clone();
            shuffle(&mut order, &mut chance);
            let score = score_order(&order, &truth, 0);
            (accuracy, tau) = (accuracy + score.accuracy / 2000.0, tau + score.tau.unwrap() / 2000.0);
        }
        assert!((0.09..0.11).contains(&accuracy) && tau.abs() < 0.02, "{accuracy} {tau}");
    }
}
