//! Lines with right-to-left text: what they hold in visual order (UAX #9 rule L2), inline boxes in as many pieces as that takes
//! (CSS Writing Modes 3 §2.4.5).

use super::*;
use oracade_text::bidi::visual_order;
use rustc_hash::FxHashMap;
use style::computed_values::direction::T as Direction;

/// Something that takes its place by its level: a unit, or an inline box with nothing in it.
struct Entry {
    unit: Option<usize>,
    level: u8,
    /// The inline boxes around it.
    within: Vec<BoxId>,
    atomic: usize,
}

/// What a line knows of an inline box.
#[derive(Default)]
struct Edges {
    opens: bool,
    closes: bool,
    /// Pieces that are still to come.
    pieces: usize,
    begun: bool,
}

impl Composer<'_, '_> {
    /// Puts the units of a line in visual order.
    pub(super) fn put_reordered(&mut self, state: &mut LineState, end: usize) {
        let base = self.shown.shaped.levels.as_ref().map_or(0, |levels| levels.base);
        let (entries, mut edges, open_after) = self.entries(state, end, base);
        let levels: Vec<u8> = entries.iter().map(|entry| entry.level).collect();
        let order = visual_order(&levels);
        // Preserved white space at the end hangs at the left of a right-to-left line.
        if base == 1 {
            let trailing = state.first_unit + state.trailing;
            let hanging: f32 = entries
                .iter()
                .filter_map(|entry| entry.unit.filter(|unit| *unit >= trailing))
                .map(|unit| &self.units[unit])
                .filter(|unit| unit.hangs && !unit.collapses)
                .map(|unit| unit.width)
                .sum();
            state.pen -= hanging;
            state.item_start = state.pen;
        }
        let mut around: &[BoxId] = &[];
        for at in &order {
            let within = entries[*at].within.as_slice();
            for id in &within[piece_starts(around, within)..] {
                edges.entry(*id).or_default().pieces += 1;
            }
            around = within;
        }
        self.open.truncate(1);
        self.open[0].start = state.pen;
        let mut around: &[BoxId] = &[];
        let mut previous: Option<usize> = None;
        for at in order {
            let entry = &entries[at];
            let common = piece_starts(around, &entry.within);
            if !self.continues_item(previous, entry.unit) {
                state.end_item();
            }
            self.close_pieces(state, &around[common..], &edges);
            for id in &entry.within[common..] {
                self.open_piece(state, *id, &mut edges);
            }
            if let Some(unit) = entry.unit {
                self.put(state, unit, entry.atomic);
            }
            previous = entry.unit;
            around = &entry.within;
        }
        state.end_item();
        self.close_pieces(state, around, &edges);
        self.next_atomic += entries
            .iter()
            .filter_map(|entry| entry.unit)
            .filter(|unit| matches!(self.units[*unit].kind, UnitKind::Atomic(_)))
            .count();
        // The boxes that go on are open again for the next line.
        self.open.truncate(1);
        for id in open_after {
            self.push_open(id, state.pen, false);
        }
    }

    /// The entries of a line in the order of the text, its inline boxes, and those open at its end.
    fn entries(&self, state: &LineState, end: usize, base: u8) -> (Vec<Entry>, FxHashMap<BoxId, Edges>, Vec<BoxId>) {
        let mut open: Vec<BoxId> = self.open.iter().filter_map(|open| open.id).collect();
        let mut edges: FxHashMap<BoxId, Edges> = FxHashMap::default();
        let mut entries: Vec<Entry> = Vec::new();
        let mut atomic = self.next_atomic;
        // Whether the innermost open box has had something in it on this line.
        let mut filled = vec![true; open.len()];
        for index in state.first_unit..end {
            let unit = self.units[index];
            // White space at the end of a line is at the paragraph's level (rule L1).
            let level = if index - state.first_unit >= state.trailing {
                base
            } else {
                unit.level
            };
            let mut push = |open: &[BoxId], filled: &mut [bool], unit: Option<usize>, atomic: usize| {
                filled.fill(true);
                entries.push(Entry {
                    unit,
                    level,
                    within: open.to_vec(),
                    atomic,
                });
            };
            match unit.kind {
                UnitKind::Open(id) => {
                    open.push(id);
                    filled.push(false);
                    edges.entry(id).or_default().opens = true;
                }
                UnitKind::Close(id) => {
                    if filled.last() == Some(&false) {
                        push(&open, &mut filled, None, 0);
                    }
                    edges.entry(id).or_default().closes = true;
                    open.pop();
                    filled.pop();
                }
                UnitKind::Atomic(_) => {
                    push(&open, &mut filled, Some(index), atomic);
                    atomic += 1;
                }
                _ => push(&open, &mut filled, Some(index), 0),
            }
        }
        if filled.last() == Some(&false) {
            entries.push(Entry {
                unit: None,
                level: base,
                within: open.clone(),
                atomic: 0,
            });
        }
        (entries, edges, open)
    }

    /// True if two neighbours are of one text item.
    fn continues_item(&self, previous: Option<usize>, next: Option<usize>) -> bool {
        let (Some(previous), Some(next)) = (previous, next) else {
            return false;
        };
        let (a, b) = (&self.units[previous], &self.units[next]);
        matches!((a.kind, b.kind), (UnitKind::Cluster { owner: a, .. }, UnitKind::Cluster { owner: b, .. }) if a == b)
            && a.level == b.level
    }

    fn has_edges(&self, id: BoxId, edges: &Edges) -> (bool, bool) {
        let rtl = self.pass.tree.get(id).style.get_inherited_box().direction == Direction::Rtl;
        if rtl {
            (edges.closes, edges.opens)
        } else {
            (edges.opens, edges.closes)
        }
    }

    fn open_piece(&mut self, state: &mut LineState, id: BoxId, edges: &mut FxHashMap<BoxId, Edges>) {
        self.push_open(id, state.pen, state.occupied);
        let known = edges.entry(id).or_default();
        known.pieces = known.pieces.saturating_sub(1);
        let begun = std::mem::replace(&mut known.begun, true);
        let has_left = self.has_edges(id, &edges[&id]).0 && !begun;
        let depth = self.open.len() - 1;
        let open = &mut self.open[depth];
        open.first = has_left;
        if has_left {
            state.pen += open.edges.map_or(0.0, |e| e.left());
            state.item_start = state.pen;
        } else {
            open.start = state.pen;
        }
    }

    fn close_pieces(&mut self, state: &mut LineState, ids: &[BoxId], edges: &FxHashMap<BoxId, Edges>) {
        for id in ids.iter().rev() {
            let Some(depth) = self.open.iter().rposition(|open| open.id == Some(*id)) else {
                continue;
            };
            let last = edges
                .get(id)
                .is_some_and(|known| known.pieces == 0 && self.has_edges(*id, known).1);
            if last {
                state.pen += self.open[depth].edges.map_or(0.0, |e| e.right());
                state.item_start = state.pen;
            }
            self.fragment(depth, state.pen, state.index, last);
            self.open.truncate(depth.max(1));
        }
    }
}

/// How many of the boxes around one entry are around its neighbour too.
fn piece_starts(before: &[BoxId], after: &[BoxId]) -> usize {
    before.iter().zip(after).take_while(|(a, b)| a == b).count()
}
