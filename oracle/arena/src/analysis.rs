//! What results come to: conditions, what modules add, how games go together, and what lies behind them.

use crate::baselines;
use crate::grid::Run;
use crate::harness::Modules;
use crate::stats::{
    Correlation, Factoring, Paired, factors, glass_delta, mean, normalised, paired_t, population_deviation, principal, ranks,
    regression, rounded, share_above, spearman,
};
use oracade_contracts::results;
use serde::Serialize;
use std::collections::BTreeMap;

/// Resamples of intervals.
const RESAMPLES: u32 = 2000;
/// What ranks are multiplied by before factors are looked for.
const RANK_SCALE: f64 = 0.2;

/// The kind of models.
const MODEL: &str = "model";
/// The kind of players of chance.
const CHANCE: &str = "agent random";

/// A player with a set of modules in a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Condition {
    /// Who.
    pub player: String,
    /// What kind of player.
    pub kind: String,
    /// Whether it counts as one that reasons by itself.
    pub reasoning: bool,
    /// With what.
    pub modules: Modules,
    /// Where.
    pub game: String,
    /// Runs.
    pub runs: usize,
    /// The mean score.
    pub mean: f64,
    /// The standard deviation of the scores, as of a population.
    pub deviation: f64,
    /// The lower end of the mean's 95 % interval by resampling.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// The mean on a scale from 1 to 100 among all conditions of the game.
    pub normalised: f64,
    /// The share of runs above players of chance.
    pub above_random: Option<f64>,
    /// The share of runs that ended because the player was stuck.
    pub stuck: f64,
    #[serde(skip)]
    scores: BTreeMap<u64, f64>,
}

/// A cell of the table of ablations: models of a class with a set of modules in a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// Models that reason by themselves, or those that do not.
    pub reasoning: bool,
    /// Where.
    pub game: String,
    /// With what.
    pub modules: Modules,
    /// Models.
    pub models: usize,
    /// The mean of their means.
    pub mean: f64,
}

/// What a set of modules adds to a player in a game, against none.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Effect {
    /// Who.
    pub player: String,
    /// Where.
    pub game: String,
    /// With what.
    pub modules: Modules,
    /// Runs of one seed compared.
    pub paired: Option<Paired>,
    /// Glass's Δ.
    pub glass: Option<f64>,
}

/// How two columns go together over players.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Together {
    /// A game.
    pub a: String,
    /// Another, or a benchmark from outside.
    pub b: String,
    /// Spearman's correlation.
    pub spearman: Correlation,
}

/// Non-negative factors behind ranks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Latent {
    /// Rows of `weights`, in order.
    pub players: Vec<String>,
    /// Rows of `shares`, in order.
    pub tasks: Vec<String>,
    /// How much of each factor a player has.
    pub weights: Vec<Vec<f64>>,
    /// How a task is shared among the factors.
    pub shares: Vec<Vec<f64>>,
    /// The loss.
    pub loss: f64,
}

/// The directions in which players differ most: principal components of their ranks, over those who played everything.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// Rows of `scores`, in order.
    pub players: Vec<String>,
    /// What rows of `directions` are of, in order.
    pub tasks: Vec<String>,
    /// Directions, the one along which players differ most first.
    pub directions: Vec<Vec<f64>>,
    /// Their shares of all variance.
    pub shares: Vec<f64>,
    /// Where players lie along them.
    pub scores: Vec<Vec<f64>>,
}

/// Ranks in a game as what ranks in benchmarks from outside make of them: polynomials of the second degree without negative factors.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Predicted {
    /// The game.
    pub game: String,
    /// Players.
    pub players: usize,
    /// Terms whose factor is not 0: the benchmarks that are multiplied, and the factor.
    pub terms: Vec<(Vec<String>, f64)>,
    /// What is added.
    pub constant: f64,
    /// The share of the variance that is accounted for.
    pub r2: Option<f64>,
}

/// All of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    /// Conditions in the order of the results.
    pub conditions: Vec<Condition>,
    /// Models by class, game and modules.
    pub groups: Vec<Group>,
    /// What modules add.
    pub effects: Vec<Effect>,
    /// Share of runs above chance with any module, and without; `None` without such runs.
    pub above_random: BTreeMap<&'static str, Option<f64>>,
    /// Correlations of games with each other and with benchmarks from outside.
    pub together: Vec<Together>,
    /// Factors, where there are players and tasks enough.
    pub factors: Option<Latent>,
    /// Principal components, where three players at least played everything.
    pub spread: Option<Spread>,
    /// Games by benchmarks from outside, where there are some and three players at least are in all of them.
    pub predicted: Vec<Predicted>,
}

/// Scores of other benchmarks: by benchmark, then by player.
pub type External = BTreeMap<String, BTreeMap<String, f64>>;

/// The score of players of chance in a game: that of the results, if there is one, or the published one.
fn chance(runs: &[Run], game: &str) -> Option<f64> {
    let of_chance = runs.iter().filter(|run| run.game == game && run.kind == CHANCE);
    mean(&of_chance.map(|run| run.score).collect::<Vec<_>>()).or_else(|| baselines::random(game))
}

fn conditions(runs: &[Run]) -> Vec<Condition> {
    let mut found: Vec<Condition> = Vec::new();
    let mut places: BTreeMap<(&str, Modules, &str), usize> = BTreeMap::new();
    for run in runs {
        let place = *places.entry((&run.player, run.modules, &run.game)).or_insert_with(|| {
            found.push(Condition {
                player: run.player.clone(),
                kind: run.kind.clone(),
                reasoning: run.reasoning,
                modules: run.modules,
                game: run.game.clone(),
                runs: 0,
                mean: 0.0,
                deviation: 0.0,
                low: 0.0,
                high: 0.0,
                normalised: 0.0,
                above_random: None,
                stuck: 0.0,
                scores: BTreeMap::new(),
            });
            found.len() - 1
        });
        found[place].runs += 1;
        found[place].stuck += f64::from(u8::from(run.stuck));
        found[place].scores.insert(run.seed, run.score);
    }
    for condition in &mut found {
        let scores: Vec<f64> = condition.scores.values().copied().collect();
        condition.mean = rounded(mean(&scores).unwrap_or(0.0));
        condition.deviation = rounded(population_deviation(&scores).unwrap_or(0.0));
        condition.stuck = rounded(condition.stuck / condition.runs.max(1) as f64);
        if let Some(interval) = results::mean(&scores, RESAMPLES, 0) {
            (condition.low, condition.high) = (rounded(interval.low), rounded(interval.high));
        }
        condition.above_random = chance(runs, &condition.game)
            .and_then(|chance| share_above(&scores, chance))
            .map(rounded);
    }
    let games: Vec<String> = found.iter().map(|condition| condition.game.clone()).collect();
    for game in games.iter().collect::<std::collections::BTreeSet<_>>() {
        let of_game: Vec<usize> = (0..found.len()).filter(|n| &found[*n].game == game).collect();
        let means: Vec<f64> = of_game.iter().map(|n| found[*n].mean).collect();
        for (n, value) in of_game.into_iter().zip(normalised(&means)) {
            found[n].normalised = rounded(value);
        }
    }
    found
}

fn groups(conditions: &[Condition]) -> Vec<Group> {
    let mut found: BTreeMap<(bool, &str, Modules), Vec<f64>> = BTreeMap::new();
    for condition in conditions.iter().filter(|condition| condition.kind == MODEL) {
        let group = (condition.reasoning, condition.game.as_str(), condition.modules);
        found.entry(group).or_default().push(condition.mean);
    }
    let group = |((reasoning, game, modules), means): ((bool, &str, Modules), Vec<f64>)| Group {
        reasoning,
        game: game.to_owned(),
        modules,
        models: means.len(),
        mean: rounded(mean(&means).unwrap_or(0.0)),
    };
    found.into_iter().map(group).collect()
}

fn effects(conditions: &[Condition]) -> Vec<Effect> {
    let control = |of: &Condition| {
        conditions
            .iter()
            .find(|other| other.player == of.player && other.game == of.game && !other.modules.any())
    };
    let treated = conditions.iter().filter(|condition| condition.modules.any());
    let with_control = treated.filter_map(|condition| Some((condition, control(condition)?)));
    with_control
        .map(|(condition, control)| {
            let seeds: std::collections::BTreeSet<u64> = condition.scores.keys().chain(control.scores.keys()).copied().collect();
            let pair = |seed: u64| (condition.scores.get(&seed).copied(), control.scores.get(&seed).copied());
            let pairs: Vec<_> = seeds.into_iter().map(pair).collect();
            let values = |of: &Condition| of.scores.values().copied().collect::<Vec<f64>>();
            Effect {
                player: condition.player.clone(),
                game: condition.game.clone(),
                modules: condition.modules,
                paired: paired_t(&pairs).map(|found| Paired {
                    difference: rounded(found.difference),
                    low: rounded(found.low),
                    high: rounded(found.high),
                    t: found.t.map(rounded),
                    p: found.p.map(rounded),
                    ..found
                }),
                glass: glass_delta(&values(condition), &values(control)).map(rounded),
            }
        })
        .collect()
}

/// The name of a row: who plays with what.
fn row_of(condition: &Condition) -> String {
    if condition.modules.any() {
        format!("{} {}", condition.player, condition.modules)
    } else {
        condition.player.clone()
    }
}

/// A table of rows (players with modules) and columns (games, benchmarks).
struct Table {
    rows: Vec<String>,
    columns: Vec<String>,
    /// How many of the columns are games; the others are benchmarks.
    games: usize,
    cells: Vec<Vec<Option<f64>>>,
}

fn table(conditions: &[Condition], external: &External) -> Table {
    let (mut rows, mut columns): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for condition in conditions {
        for (list, name) in [(&mut rows, row_of(condition)), (&mut columns, condition.game.clone())] {
            if !list.contains(&name) {
                list.push(name);
            }
        }
    }
    let games = columns.len();
    columns.extend(external.keys().cloned());
    let mut cells = vec![vec![None; columns.len()]; rows.len()];
    for condition in conditions {
        let row = rows.iter().position(|row| *row == row_of(condition)).unwrap_or(0);
        let column = columns.iter().position(|column| *column == condition.game).unwrap_or(0);
        cells[row][column] = Some(condition.mean);
        for (offset, scores) in external.values().enumerate() {
            cells[row][games + offset] = scores.get(&condition.player).copied();
        }
    }
    Table {
        rows,
        columns,
        games,
        cells,
    }
}

fn together(table: &Table) -> Vec<Together> {
    let mut found = Vec::new();
    for a in 0..table.columns.len() {
        for b in a + 1..table.columns.len() {
            let pairs: Vec<(f64, f64)> = table.cells.iter().filter_map(|row| Some((row[a]?, row[b]?))).collect();
            if let Some(correlation) = spearman(&pairs).filter(|found| found.pairs > 2) {
                found.push(Together {
                    a: table.columns[a].clone(),
                    b: table.columns[b].clone(),
                    spearman: Correlation {
                        r: rounded(correlation.r),
                        p: correlation.p.map(rounded),
                        ..correlation
                    },
                });
            }
        }
    }
    found
}

/// Ranks of all cells there are, by column, scaled.
fn ranked(table: &Table) -> Vec<Vec<Option<f64>>> {
    let mut cells = vec![vec![None; table.columns.len()]; table.rows.len()];
    for column in 0..table.columns.len() {
        let there: Vec<(usize, f64)> = table
            .cells
            .iter()
            .enumerate()
            .filter_map(|(n, row)| Some((n, row[column]?)))
            .collect();
        let values: Vec<f64> = there.iter().map(|(_, value)| *value).collect();
        for ((row, _), rank) in there.into_iter().zip(ranks(&values)) {
            cells[row][column] = Some(rank * RANK_SCALE);
        }
    }
    cells
}

fn rows_of(matrix: &nalgebra::DMatrix<f64>) -> Vec<Vec<f64>> {
    let row = |n| matrix.row(n).iter().map(|value| rounded(*value)).collect();
    (0..matrix.nrows()).map(row).collect()
}

fn latent(table: &Table, rank: usize) -> Option<Latent> {
    if table.rows.len() < 3 || table.columns.len() < 2 {
        return None;
    }
    let how = Factoring {
        rank: rank.min(table.columns.len()).min(table.rows.len()),
        ..Factoring::default()
    };
    let found = factors(&ranked(table), &how)?;
    Some(Latent {
        players: table.rows.clone(),
        tasks: table.columns.clone(),
        weights: rows_of(&found.models),
        shares: rows_of(&found.shares()),
        loss: rounded(found.loss),
    })
}

/// The rows of a table that have all cells.
fn whole(table: &Table) -> (Vec<String>, Vec<Vec<f64>>) {
    let rows = table.rows.iter().zip(ranked(table));
    rows.filter_map(|(name, row)| Some((name.clone(), row.into_iter().collect::<Option<Vec<f64>>>()?)))
        .unzip()
}

fn spread(table: &Table) -> Option<Spread> {
    let (players, rows) = whole(table);
    if players.len() < 3 || table.columns.len() < 2 {
        return None;
    }
    let found = principal(&rows)?;
    Some(Spread {
        players,
        tasks: table.columns.clone(),
        directions: rows_of(&found.components),
        shares: found.shares.into_iter().map(rounded).collect(),
        scores: rows_of(&found.scores),
    })
}

fn predicted(table: &Table) -> Vec<Predicted> {
    let outside = &table.columns[table.games..];
    let ranks = ranked(table);
    let game = |column: usize| {
        let row = |row: &Vec<Option<f64>>| {
            let variables = row[table.games..].iter().copied().collect::<Option<Vec<f64>>>();
            Some((variables?, row[column]?))
        };
        let rows: Vec<(Vec<f64>, f64)> = ranks.iter().filter_map(row).collect();
        if rows.len() < 3 || outside.is_empty() {
            return None;
        }
        let found = regression(&rows, 2, true)?;
        let terms = found.terms.iter().zip(&found.factors).filter(|(_, factor)| **factor > 0.0);
        let named = |(term, factor): (&Vec<usize>, &f64)| {
            let names = term.iter().map(|n| outside[*n].clone());
            (names.collect(), rounded(*factor))
        };
        Some(Predicted {
            game: table.columns[column].clone(),
            players: rows.len(),
            terms: terms.map(named).collect(),
            constant: rounded(found.constant),
            r2: found.r2.map(rounded),
        })
    };
    (0..table.games).filter_map(game).collect()
}

/// What results come to. `rank` is how many factors are looked for.
pub fn analyse(runs: &[Run], external: &External, rank: usize) -> Analysis {
    let conditions = conditions(runs);
    let share = |with: bool| {
        let of = conditions
            .iter()
            .filter(|condition| condition.modules.any() == with && condition.kind == MODEL);
        let (mut above, mut count) = (0.0, 0.0);
        for condition in of {
            if let Some(share) = condition.above_random {
                above += share * condition.runs as f64;
                count += condition.runs as f64;
            }
        }
        (count > 0.0).then(|| rounded(above / count))
    };
    let table = table(&conditions, external);
    Analysis {
        groups: groups(&conditions),
        effects: effects(&conditions),
        above_random: [("harness", share(true)), ("none", share(false))].into_iter().collect(),
        together: together(&table),
        factors: latent(&table, rank),
        spread: spread(&table),
        predicted: predicted(&table),
        conditions,
    }
}

#[cfg(test)]
#[path = "analysis/tests.rs"]
mod tests;
