//! The leaderboard: our conditions beside what was published.

use crate::analysis::Condition;
use crate::baselines::{CAVEAT, GAMES, ORIGINALS, PUBLISHED, SOURCE};
use serde::Serialize;
use std::fmt::Write;

/// A score of a row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// The mean.
    pub mean: f64,
    /// The standard deviation of our runs; nobody published theirs here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deviation: Option<f64>,
    /// Our runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs: Option<usize>,
}

/// A row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Who played.
    pub player: String,
    /// With which modules, or `harness` and `no harness` of published rows.
    pub with: String,
    /// Whether it is published.
    pub published: bool,
    /// Scores in the order of the columns.
    pub scores: Vec<Option<Score>>,
}

/// The whole board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Board {
    /// The games.
    pub columns: Vec<String>,
    /// Rows: ours, best first, then those that were published.
    pub rows: Vec<Row>,
    /// Where published rows are from.
    pub source: &'static str,
    /// What has to be known to compare.
    pub caveat: &'static str,
}

/// Makes a board of conditions. Ours are ranked by their mean on scales from 1 to 100, over the games they have played.
pub fn board(conditions: &[Condition]) -> Board {
    let mut columns: Vec<String> = GAMES.iter().map(|game| (*game).to_owned()).collect();
    for condition in conditions {
        if !columns.contains(&condition.game) {
            columns.push(condition.game.clone());
        }
    }
    // Games that nobody played here say nothing.
    columns.retain(|game| conditions.iter().any(|condition| condition.game == *game));
    let mut ours: Vec<(f64, u32, Row)> = Vec::new();
    for condition in conditions {
        let with = condition.modules.to_string();
        let place = ours
            .iter()
            .position(|(.., row)| row.player == condition.player && row.with == with);
        let place = place.unwrap_or_else(|| {
            let row = Row {
                player: condition.player.clone(),
                with,
                published: false,
                scores: vec![None; columns.len()],
            };
            ours.push((0.0, 0, row));
            ours.len() - 1
        });
        let (sum, count, row) = &mut ours[place];
        (*sum, *count) = (*sum + condition.normalised, *count + 1);
        if let Some(column) = columns.iter().position(|game| *game == condition.game) {
            row.scores[column] = Some(Score {
                mean: condition.mean,
                deviation: Some(condition.deviation),
                runs: Some(condition.runs),
            });
        }
    }
    ours.sort_by(|(a, n, _), (b, m, _)| (b / f64::from(*m)).total_cmp(&(a / f64::from(*n))));
    let published = PUBLISHED.iter().map(|row| Row {
        player: row.player.to_owned(),
        with: match row.harness {
            Some(true) => "harness",
            Some(false) => "no harness",
            None => "",
        }
        .to_owned(),
        published: true,
        scores: columns
            .iter()
            .map(|game| {
                let column = GAMES.iter().position(|known| known == game)?;
                Some(Score {
                    mean: row.scores[column],
                    deviation: None,
                    runs: None,
                })
            })
            .collect(),
    });
    Board {
        rows: ours.into_iter().map(|(.., row)| row).chain(published).collect(),
        columns,
        source: SOURCE,
        caveat: CAVEAT,
    }
}

impl Score {
    fn text(&self) -> String {
        match (self.deviation, self.runs) {
            (Some(deviation), Some(runs)) => format!("{:.1} ± {deviation:.1} ({runs})", self.mean),
            _ => format!("{:.1}", self.mean),
        }
    }
}

/// The head of a column: of games that stand for another, with the other's name.
fn head(game: &str) -> String {
    let original = GAMES.iter().position(|known| *known == game).map(|n| ORIGINALS[n]);
    match original {
        Some(original) if !crate::baselines::comparable(game) => format!("{game} (published: {original})"),
        _ => game.to_owned(),
    }
}

impl Board {
    /// As Markdown.
    pub fn markdown(&self) -> String {
        let mut out = String::from("| player | with |");
        for game in &self.columns {
            let _ = write!(out, " {} |", plain(&head(game)));
        }
        let _ = writeln!(out, "\n|---|---|{}", "--:|".repeat(self.columns.len()));
        for row in &self.rows {
            let _ = write!(
                out,
                "| {}{} | {} |",
                plain(&row.player),
                if row.published { " †" } else { "" },
                plain(&row.with)
            );
            for score in &row.scores {
                let _ = write!(out, " {} |", score.as_ref().map_or_else(String::new, Score::text));
            }
            out.push('\n');
        }
        let _ = write!(
            out,
            "\nOurs: mean ± standard deviation (runs).\n\n† {}. {}\n",
            self.source, self.caveat
        );
        out
    }

    /// As one HTML file without scripts.
    pub fn html(&self) -> String {
        let mut out = String::from(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" \
             content=\"default-src 'none'; style-src 'unsafe-inline'\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
             <meta name=\"color-scheme\" content=\"light dark\"><title>Leaderboard</title>\n<style>\
             body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem}\
             table{border-collapse:collapse;width:100%}th,td{padding:.3rem .6rem;border-bottom:1px solid #8886;text-align:right}\
             th:first-child,td:first-child,th:nth-child(2),td:nth-child(2){text-align:left}.published{opacity:.75}\
             </style></head>\n<body><h1>Leaderboard</h1>\n<table><thead><tr><th scope=\"col\">player</th><th scope=\"col\">with</th>",
        );
        for game in &self.columns {
            let _ = write!(out, "<th scope=\"col\">{}</th>", escaped(&head(game)));
        }
        out.push_str("</tr></thead><tbody>\n");
        for row in &self.rows {
            let (class, mark) = if row.published {
                (" class=\"published\"", " †")
            } else {
                ("", "")
            };
            let _ = write!(
                out,
                "<tr{class}><th scope=\"row\">{}{mark}</th><td>{}</td>",
                escaped(&row.player),
                escaped(&row.with)
            );
            for score in &row.scores {
                let _ = write!(out, "<td>{}</td>", score.as_ref().map_or_else(String::new, Score::text));
            }
            out.push_str("</tr>\n");
        }
        let _ = write!(
            out,
            "</tbody></table>\n<p>Ours: mean ± standard deviation (runs).</p>\n<p>† {}. {}</p>\n</body></html>\n",
            escaped(self.source),
            escaped(self.caveat)
        );
        out
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A text in a cell of a Markdown table.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '|' | '\\' | '<' | '>' | '`' | '*' | '_' | '[' | ']' => out.extend(['\\', letter]),
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{External, analyse};
    use crate::grid::Run;
    use oracade_contracts::service::Cost;

    fn run(player: &str, game: &str, score: f64) -> Run {
        Run {
            player: player.to_owned(),
            kind: "model".to_owned(),
            reasoning: false,
            game: game.to_owned(),
            modules: "memory".parse().unwrap(),
            run: 1,
            seed: 0,
            score,
            reward: score,
            steps: 1,
            turns: None,
            terminated: true,
            stuck: false,
            cost: Cost::default(),
            cell: String::new(),
        }
    }

    #[test]
    fn ours_stand_beside_what_was_published() {
        let runs = [
            run("low", "Tetris-v0", 9.0),
            run("<b>", "Tetris-v0", 30.0),
            run("<b>", "Ridgeway-v0", 400.0),
            run("low", "hopper", 1.0),
        ];
        let board = board(&analyse(&runs, &External::new(), 4).conditions);
        assert_eq!(board.columns, ["Ridgeway-v0", "Tetris-v0", "hopper"]);
        assert_eq!(
            (board.rows[0].player.as_str(), board.rows[1].player.as_str(), board.rows.len()),
            ("<b>", "low", 10)
        );
        let o3 = board
            .rows
            .iter()
            .find(|row| row.player == "o3" && row.with == "harness")
            .unwrap();
        assert_eq!(o3.scores[1].as_ref().unwrap().mean, 42.0);
        assert_eq!(o3.scores[2], None);
        let markdown = board.markdown();
        assert!(markdown.contains("| Human † |  | 4333.0 | 353.3 |  |"), "{markdown}");
        assert!(
            markdown.contains("Ridgeway-v0 (published: Super Mario Bros)")
                && markdown.contains("| low | memory |  | 9.0 ± 0.0 (1) |")
        );
        let html = board.html();
        assert!(html.contains("&lt;b&gt;") && !html.contains("<b>"));
    }
}
