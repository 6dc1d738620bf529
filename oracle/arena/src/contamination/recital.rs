//! A model is asked to recite what a game says, as it is and masked; how near it comes is set beside its score.

use super::{Embedder, Masking, masked, similarity};
use crate::model::{Ask, Message, Model, Purpose};
use crate::stats::{Correlation, mean, pearson, rounded, spearman, stars};
use serde::{Deserialize, Serialize};

/// A text of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Passage {
    /// What it is, so that it can be asked for: "the evidence of the second case".
    pub title: String,
    /// The text.
    pub text: String,
}

/// What is asked, as a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recital {
    /// What the game is called.
    pub game: String,
    /// Its texts.
    pub passages: Vec<Passage>,
    /// How they are masked.
    #[serde(default)]
    pub masking: Masking,
}

/// How near a passage was recited.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Recited {
    /// Which.
    pub title: String,
    /// The cosine to the text as it is.
    pub plain: f64,
    /// The cosine to the masked text.
    pub masked: f64,
}

/// What a model recited.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Recitation {
    /// Who.
    pub player: String,
    /// Passage by passage.
    pub passages: Vec<Recited>,
    /// The mean cosine to the texts as they are.
    pub plain: f64,
    /// The mean cosine to the masked texts.
    pub masked: f64,
}

impl Recital {
    /// Asks a model for each passage by its title alone.
    ///
    /// # Errors
    /// It gives no answer.
    pub fn ask(&self, player: &str, model: &dyn Model, embedder: &dyn Embedder, seed: u64) -> Result<Recitation, String> {
        let mut answers = Vec::new();
        for (number, passage) in (0_u32..).zip(&self.passages) {
            let text = format!(
                "Recite {} of the game {} word by word, as far as you know it. Answer with the text and nothing else.",
                passage.title, self.game
            );
            let ask = Ask {
                purpose: Purpose::Recite,
                messages: vec![Message {
                    role: "user",
                    text,
                    pictures: Vec::new(),
                }],
                seed,
                scope: format!("{} recital seed {seed}", self.game),
                number,
            };
            answers.push(model.answer(&ask).map_err(|error| error.to_string())?.text);
        }
        let hidden: Vec<String> = self
            .passages
            .iter()
            .map(|passage| masked(&passage.text, &self.masking))
            .collect();
        let pairs = answers
            .iter()
            .zip(&self.passages)
            .map(|(answer, passage)| (answer.as_str(), passage.text.as_str()));
        let hidden_pairs = answers
            .iter()
            .zip(&hidden)
            .map(|(answer, text)| (answer.as_str(), text.as_str()));
        let plain = similarity(embedder, &pairs.collect::<Vec<_>>());
        let masked = similarity(embedder, &hidden_pairs.collect::<Vec<_>>());
        let passages = self
            .passages
            .iter()
            .zip(&plain)
            .zip(&masked)
            .map(|((passage, plain), masked)| Recited {
                title: passage.title.clone(),
                plain: rounded(*plain),
                masked: rounded(*masked),
            });
        Ok(Recitation {
            player: player.to_owned(),
            passages: passages.collect(),
            plain: rounded(mean(&plain).unwrap_or(0.0)),
            masked: rounded(mean(&masked).unwrap_or(0.0)),
        })
    }
}

/// Whether what a test found goes together with how well players play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Suspicion {
    /// Pearson's correlation.
    pub pearson: Option<Correlation>,
    /// Spearman's correlation.
    pub spearman: Option<Correlation>,
    /// Stars of the latter.
    pub stars: &'static str,
}

/// Sets what a test found of each player beside its score.
pub fn suspicion(pairs: &[(f64, f64)]) -> Suspicion {
    let told = |found: Option<Correlation>| {
        found.map(|found| Correlation {
            r: rounded(found.r),
            p: found.p.map(rounded),
            ..found
        })
    };
    let ranked = told(spearman(pairs));
    Suspicion {
        pearson: told(pearson(pairs)),
        stars: ranked.and_then(|found| found.p).map_or("", stars),
        spearman: ranked,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contamination::HashedTfIdf;
    use crate::model::{ScriptRule, Service, Who};
    use oracade_contracts::service::Budget;

    #[test]
    fn who_knows_a_text_by_heart_is_found_and_masking_hides_it() {
        let text = "Osric Pell kept the ferry. The bell of the landing was gone, and Osric Pell had no word for it.";
        let recital = Recital {
            game: "Assize".to_owned(),
            passages: vec![Passage {
                title: "the background of the first case".to_owned(),
                text: text.to_owned(),
            }],
            masking: Masking {
                names: [("Osric Pell", "Hugo Brandt"), ("bell", "gong"), ("ferry", "toll")]
                    .map(|(a, b)| (a.to_owned(), b.to_owned()))
                    .into(),
                ..Masking::default()
            },
        };
        let ask = |answer: &str| {
            let rules = vec![ScriptRule {
                purpose: Some(Purpose::Recite),
                contains: "the background of the first case of the game Assize".to_owned(),
                answers: vec![answer.to_owned()],
            }];
            let model = Service::new("m", Who::Script { rules }, 1, Budget::default(), None);
            recital.ask("m", &model, &HashedTfIdf::default(), 0).unwrap()
        };
        let knows = ask(text);
        assert!(knows.plain > 0.999 && knows.masked < 0.8, "{knows:?}");
        assert!(ask("I do not know that game.").plain < 0.2);
        let together = suspicion(&[(0.1, 1.0), (0.2, 2.0), (0.4, 3.0), (0.5, 4.0)]);
        assert_eq!((together.spearman.unwrap().r, together.stars), (1.0, "***"));
        assert_eq!(suspicion(&[]).spearman, None);
    }
}
