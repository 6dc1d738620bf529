//! The first line, where it has a style of its own (CSS Pseudo-Elements 4 §2.1), and the change to the lines after it.

use super::*;
use crate::boxes::inline::InlineContext;
use style::servo_arc::Arc;

impl Composer<'_, '_> {
    /// True while the line at hand is a first line with a style of its own.
    pub(super) fn on_first_line(&self) -> bool {
        !std::ptr::eq(self.shown, self.content)
    }

    /// The style of an inline box on the line at hand, or of the block's own text.
    pub(super) fn style_of(&self, id: Option<BoxId>) -> &Arc<ComputedValues> {
        match &self.content.first_line {
            Some(first) if self.on_first_line() => first.style_of(id),
            _ => &self.pass.tree.get(id.unwrap_or(self.id)).style,
        }
    }

    /// Goes on after the first line in the usual styles: the place of the next unit among theirs.
    pub(super) fn leave_first_line(&mut self, at: usize) -> usize {
        let at = place(
            &self.units[..at.min(self.units.len())],
            self.shown,
            &self.measured.units,
            self.content,
        );
        self.units = &self.measured.units;
        self.shown = self.content;
        let open = std::mem::take(&mut self.open);
        for was in open {
            let mut state = self.open_box(was.id);
            (state.group, state.first, state.offset) = (0, was.first, was.offset);
            if let (Some(id), Some(parent)) = (was.id, self.open.last().cloned()) {
                let style = self.style_of(Some(id)).clone();
                let extent = Extent {
                    ascent: state.metrics.ascent,
                    descent: state.metrics.descent,
                };
                state.shift = parent.shift + self.align(&style, extent, state.line_height, &parent).0;
            }
            self.open.push(state);
        }
        at
    }
}

/// How many units of `usual` show what these units show: as much text, and as many boxes and edges of boxes.
fn place(units: &[Unit], shown: &InlineContext, usual: &[Unit], content: &InlineContext) -> usize {
    let cluster = |unit: &Unit, content: &InlineContext| match unit.kind {
        UnitKind::Cluster { index, .. } | UnitKind::Newline { index, .. } => content.shaped.clusters.get(index as usize).copied(),
        _ => None,
    };
    let text = units
        .iter()
        .filter_map(|unit| cluster(unit, shown))
        .map(|cluster| cluster.end)
        .max();
    let text = text.unwrap_or(0);
    let others = units.iter().filter(|unit| cluster(unit, shown).is_none()).count();
    let mut seen = 0;
    for (at, unit) in usual.iter().enumerate() {
        match cluster(unit, content) {
            Some(cluster) if cluster.start >= text && seen == others => return at,
            None if seen == others => return at,
            None => seen += 1,
            Some(_) => {}
        }
    }
    usual.len()
}
