//! The whole run as one JSON document.

use super::{Count, GameReport, behaviour_report, score::LEVELS, summarize};
use serde_json::{Map, Value, json};

/// Under which conditions a run was made: enough to make it again.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// Version of Oracade.
    pub version: String,
    /// V8's version.
    pub v8: String,
    /// Digest over what V8 is built and started with.
    pub engine_digest: String,
    /// Font profile: `default` or `reference`.
    pub fonts: String,
    /// Digest of the bundled fonts.
    pub fonts_digest: String,
    /// The seed.
    pub seed: u64,
    /// Viewport width and height in CSS px.
    pub viewport: (u32, u32),
    /// `devicePixelRatio`.
    pub dpr: f64,
    /// Locale.
    pub locale: String,
    /// Time zone.
    pub time_zone: String,
    /// Date at virtual time 0, in ms since 1970.
    pub epoch_ms: f64,
}

impl Conditions {
    /// As reports have it.
    pub fn json(&self) -> Value {
        let (width, height) = self.viewport;
        json!({
            "version": self.version,
            "v8": self.v8,
            "engine_digest": self.engine_digest,
            "fonts": { "profile": self.fonts, "digest": self.fonts_digest },
            "seed": self.seed,
            "profile": {
                "width": width, "height": height, "dpr": self.dpr, "locale": self.locale, "time_zone": self.time_zone,
                "epoch_ms": self.epoch_ms,
            },
        })
    }
}

/// The report of a run, with a final newline: two-space indentation, keys in a fixed order.
pub fn json(conditions: &Conditions, games: &[GameReport]) -> String {
    let summary = summarize(games);
    let document = json!({
        "oracade": conditions.json(),
        "games": games.iter().map(game_json).collect::<Vec<_>>(),
        "summary": {
            "games": summary.games,
            "evaluated": summary.evaluated,
            "passed": summary.passed,
            "strict": summary.strict,
            "strict_percent": rounded(Count { passed: summary.strict, total: summary.games }.percent()),
            "l1_mean_percent": rounded(summary.static_mean),
            "l2_mean_percent": rounded(summary.behaviour_mean),
            "levels": levels_json(&summary.levels),
        },
    });
    // A document of strings, numbers and lists always serialises.
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}

fn rounded(percent: Option<f64>) -> Value {
    percent.map_or(Value::Null, |percent| ((percent * 100.0).round() / 100.0).into())
}

fn count_json(count: Count) -> Value {
    json!({ "passed": count.passed, "total": count.total, "percent": rounded(count.percent()) })
}

fn levels_json(levels: &super::Levels) -> Value {
    let pairs = LEVELS
        .iter()
        .zip(levels)
        .map(|(level, count)| ((*level).to_owned(), count_json(*count)));
    Value::Object(pairs.collect::<Map<_, _>>())
}

fn game_json(game: &GameReport) -> Value {
    let outcome = game
        .outcome
        .as_ref()
        .map(|outcome| json!({ "name": outcome.name, "message": outcome.message, "fatal": outcome.fatal }));
    json!({
        "game": game.name,
        "given": game.given,
        "outcome": outcome,
        "bundle_digest": game.bundle,
        "partial": game.partial,
        "passed": game.score.passed,
        "strict": game.score.strict,
        "l1": game.static_report.as_ref().map(|report| json!({ "count": game.score.statics.map(count_json), "report": report })),
        "l2": behaviour_report(game).map(|report| json!({
            "count": game.score.behaviour.map(count_json),
            "levels": levels_json(&game.score.levels),
            "report": report,
        })),
    })
}
