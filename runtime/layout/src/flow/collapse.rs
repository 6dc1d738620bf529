//! Collapsing borders (CSS 2 §17.6.2): of all borders that meet at an edge of the grid the strongest is drawn, half of it in each
//! of the two cells.

use super::Pass;
use super::table::{Cell, Grid, grid};
use crate::boxes::{BoxId, BoxKind, CollapsedSide, LayoutBox};
use style::computed_values::border_collapse::T as BorderCollapse;
use style::properties::ComputedValues;
use style::values::specified::border::BorderStyle;

/// A side of a part of the table: top, right, bottom, left.
type Sides = [CollapsedSide; 4];

/// Finds the borders of all tables with collapsing borders.
pub(super) fn collapse_all(pass: &mut Pass<'_>) {
    let tables: Vec<BoxId> = pass
        .tree
        .ids()
        .filter(|id| {
            let b = pass.tree.get(*id);
            b.kind == BoxKind::Table && b.style.get_inherited_table().border_collapse == BorderCollapse::Collapse
        })
        .collect();
    for table in tables {
        collapse(pass, table);
    }
}

/// Which part a border belongs to: cells win over rows, rows over groups, all over the table.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Rank {
    Table,
    Group,
    Row,
    Cell,
}

#[derive(Clone)]
struct Offer {
    side: CollapsedSide,
    rank: Rank,
}

impl Offer {
    /// True if a border wins over another at the same edge.
    fn beats(&self, other: &Self) -> bool {
        let (a, b) = (&self.side, &other.side);
        if b.style == BorderStyle::Hidden || a.style == BorderStyle::Hidden {
            return b.style != BorderStyle::Hidden;
        }
        if strength(a.style) == 0 || strength(b.style) == 0 {
            return strength(b.style) == 0 && strength(a.style) > 0;
        }
        if a.width != b.width {
            return a.width > b.width;
        }
        if a.style != b.style {
            return strength(a.style) > strength(b.style);
        }
        self.rank > other.rank
    }
}

fn strength(style: BorderStyle) -> u8 {
    match style {
        BorderStyle::None | BorderStyle::Hidden => 0,
        BorderStyle::Inset => 1,
        BorderStyle::Groove => 2,
        BorderStyle::Outset => 3,
        BorderStyle::Ridge => 4,
        BorderStyle::Dotted => 5,
        BorderStyle::Dashed => 6,
        BorderStyle::Solid => 7,
        BorderStyle::Double => 8,
    }
}

fn sides(style: &ComputedValues) -> Sides {
    let border = style.get_border();
    let current = style.get_inherited_text().color;
    let side = |width: f32, style: BorderStyle, color: &style::values::computed::Color| CollapsedSide {
        width,
        style,
        color: color.resolve_to_absolute(&current),
    };
    [
        side(
            border.border_top_width.0.to_f32_px(),
            border.border_top_style,
            &border.border_top_color,
        ),
        side(
            border.border_right_width.0.to_f32_px(),
            border.border_right_style,
            &border.border_right_color,
        ),
        side(
            border.border_bottom_width.0.to_f32_px(),
            border.border_bottom_style,
            &border.border_bottom_color,
        ),
        side(
            border.border_left_width.0.to_f32_px(),
            border.border_left_style,
            &border.border_left_color,
        ),
    ]
}

/// The edges of the grid, with the strongest border offered for each.
struct Edges {
    columns: usize,
    /// Above each row, and below the last.
    horizontal: Vec<Option<Offer>>,
    /// Before each column, and after the last.
    vertical: Vec<Option<Offer>>,
}

impl Edges {
    fn new(rows: usize, columns: usize) -> Self {
        Self {
            columns,
            horizontal: vec![None; (rows + 1) * columns],
            vertical: vec![None; rows * (columns + 1)],
        }
    }

    fn take(slot: Option<&mut Option<Offer>>, side: &CollapsedSide, rank: Rank) {
        let Some(slot) = slot else { return };
        let offer = Offer {
            side: side.clone(),
            rank,
        };
        if slot.as_ref().is_none_or(|old| offer.beats(old)) {
            *slot = Some(offer);
        }
    }

    fn above(&mut self, row: usize, column: usize) -> Option<&mut Option<Offer>> {
        self.horizontal.get_mut(row * self.columns + column)
    }

    fn before(&mut self, row: usize, column: usize) -> Option<&mut Option<Offer>> {
        self.vertical.get_mut(row * (self.columns + 1) + column)
    }

    /// Offers the borders of a part that covers some rows and columns.
    fn offer(&mut self, (top, bottom): (usize, usize), (left, right): (usize, usize), sides: &Sides, rank: Rank) {
        for column in left..right {
            Self::take(self.above(top, column), &sides[0], rank);
            Self::take(self.above(bottom, column), &sides[2], rank);
        }
        for row in top..bottom {
            Self::take(self.before(row, right), &sides[1], rank);
            Self::take(self.before(row, left), &sides[3], rank);
        }
    }

    /// The strongest border along each side of some rows and columns.
    fn around(&mut self, (top, bottom): (usize, usize), (left, right): (usize, usize)) -> Sides {
        let mut found: [Option<Offer>; 4] = [None, None, None, None];
        let mut see = |index: usize, offer: Option<Offer>| {
            if let Some(offer) = offer
                && found[index].as_ref().is_none_or(|old| offer.beats(old))
            {
                found[index] = Some(offer);
            }
        };
        for column in left..right {
            see(0, self.above(top, column).and_then(|slot| slot.clone()));
            see(2, self.above(bottom, column).and_then(|slot| slot.clone()));
        }
        for row in top..bottom {
            see(1, self.before(row, right).and_then(|slot| slot.clone()));
            see(3, self.before(row, left).and_then(|slot| slot.clone()));
        }
        found.map(|offer| match offer {
            Some(offer) if strength(offer.side.style) > 0 => offer.side,
            _ => CollapsedSide::none(),
        })
    }
}

fn collapse(pass: &mut Pass<'_>, table: BoxId) {
    let grid = grid(pass, table);
    let (rows, columns) = (grid.rows.len(), grid.columns);
    if rows == 0 || columns == 0 {
        return;
    }
    let mut edges = Edges::new(rows, columns);
    let real = |b: &LayoutBox| !b.is_anonymous();
    if real(pass.tree.get(table)) {
        edges.offer((0, rows), (0, columns), &sides(&pass.tree.get(table).style), Rank::Table);
    }
    let extent = |cell: &Cell| {
        (
            (cell.row, (cell.row + cell.rows).min(rows)),
            (cell.column, (cell.column + cell.columns).min(columns)),
        )
    };
    offer_rows(pass, &grid, &mut edges);
    for cell in &grid.cells {
        let (down, across) = extent(cell);
        // Nothing runs through a cell.
        for row in down.0..down.1 {
            for column in across.0..across.1 {
                if row > down.0
                    && let Some(slot) = edges.above(row, column)
                {
                    *slot = None;
                }
            }
        }
        let b = pass.tree.get(cell.id);
        if real(b) {
            edges.offer(down, across, &sides(&b.style), Rank::Cell);
        }
    }
    for cell in &grid.cells {
        let (down, across) = extent(cell);
        let around = edges.around(down, across);
        pass.tree.get_mut(cell.id).collapsed = Some(Box::new(around));
    }
    let outer = edges.around((0, rows), (0, columns));
    pass.tree.get_mut(table).collapsed = Some(Box::new(outer));
}

fn offer_rows(pass: &Pass<'_>, grid: &Grid, edges: &mut Edges) {
    let columns = grid.columns;
    let mut start = 0;
    for (index, (row, group)) in grid.rows.iter().enumerate() {
        if let Some(row) = row {
            edges.offer(
                (index, index + 1),
                (0, columns),
                &sides(&pass.tree.get(*row).style),
                Rank::Row,
            );
        }
        if grid.rows.get(index + 1).map(|(_, next)| *next) != Some(*group) {
            if let Some(group) = group {
                edges.offer(
                    (start, index + 1),
                    (0, columns),
                    &sides(&pass.tree.get(*group).style),
                    Rank::Group,
                );
            }
            start = index + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use style::color::AbsoluteColor;

    fn offer(width: f32, style: BorderStyle, rank: Rank) -> Offer {
        Offer {
            side: CollapsedSide {
                width,
                style,
                color: AbsoluteColor::BLACK,
            },
            rank,
        }
    }

    #[test]
    fn the_stronger_border_wins() {
        let solid = offer(1.0, BorderStyle::Solid, Rank::Cell);
        assert!(offer(2.0, BorderStyle::Dotted, Rank::Table).beats(&solid));
        assert!(offer(1.0, BorderStyle::Double, Rank::Row).beats(&solid));
        assert!(!offer(1.0, BorderStyle::Solid, Rank::Row).beats(&solid));
        assert!(offer(0.0, BorderStyle::Hidden, Rank::Table).beats(&solid));
        assert!(!solid.beats(&offer(0.0, BorderStyle::Hidden, Rank::Table)));
        assert!(solid.beats(&offer(0.0, BorderStyle::None, Rank::Cell)));
    }
}
