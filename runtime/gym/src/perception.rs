//! What lies where, made from the snapshot: what a harness tells a player beside the text.

use crate::env::Env;
use crate::error::Result;
use crate::scope::{at, json_of};
use serde_json::Value;

impl Env {
    /// What the description's `[perception]` makes of the snapshot: each kind of thing with its places, from the top left (0, 0) on, and
    /// facts. `None` if there is no such section.
    ///
    /// # Errors
    /// The snapshot has no such rows, or a formula has no value.
    pub fn perceived(&self) -> Result<Option<String>> {
        let Some(perception) = &self.spec().config.perception else {
            return Ok(None);
        };
        let wrong = || {
            self.wrong(
                "perception.grid",
                "the snapshot has no rows of numbers there; name those it has",
            )
        };
        let rows = at(self.snapshot(), &perception.grid)
            .and_then(Value::as_array)
            .ok_or_else(wrong)?;
        let mut places = vec![Vec::new(); perception.cells.len()];
        let mut columns = 0;
        for (y, row) in rows.iter().enumerate() {
            let row = row.as_array().ok_or_else(wrong)?;
            columns = columns.max(row.len());
            for (x, cell) in row.iter().enumerate() {
                let number = cell.as_u64().ok_or_else(wrong)?;
                if let Some(places) = usize::try_from(number).ok().and_then(|number| places.get_mut(number)) {
                    places.push(format!("({x}, {y})"));
                }
            }
        }
        let mut text = format!(
            "{columns} columns, {} rows; places as (column, row) from the top left.\n",
            rows.len()
        );
        for (name, places) in perception.cells.iter().zip(&places) {
            if !name.is_empty() && !places.is_empty() {
                text.push_str(&format!("{name}: {}\n", places.join(" ")));
            }
        }
        for (name, rule) in &perception.facts {
            let value = rule
                .formula
                .evaluate(&self.states())
                .map_err(|error| self.wrong(&rule.key, error))?;
            text.push_str(&format!("{name}: {}\n", json_of(value)));
        }
        Ok(Some(text))
    }
}
