//! Tables (CSS 2 §17.5), simplified: automatic column widths from the cells' intrinsic widths, rows as tall as their cells.

mod columns;

use super::{Pass, node, resolve_calc};
use crate::boxes::{BoxId, BoxKind};
use columns::{column_widths, distribute};
use style::computed_values::{border_collapse::T as BorderCollapse, table_layout::T as TableLayout};
use style::values::specified::box_::DisplayOutside;
use style::values::specified::table::CaptionSide;
use taffy::{
    AvailableSpace, AxisStaticEdge, AxisStaticPosition, BoxSizing, CoreStyle, LayoutInput, LayoutOutput, LayoutPartialTree,
    MaybeMath, MaybeResolve, OofCandidate, OofCandidates, OofPositioningArea, Point, Rect, RequestedAxis, ResolveOrZero, RunMode,
    Size, SizingMode,
};

/// Most columns a table may have.
const MAX_COLUMNS: usize = 1000;

pub(super) struct Cell {
    pub(super) id: BoxId,
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) columns: usize,
    pub(super) rows: usize,
}

#[derive(Default)]
pub(super) struct Grid {
    pub(super) cells: Vec<Cell>,
    /// Row box (if any) and its group.
    pub(super) rows: Vec<(Option<BoxId>, Option<BoxId>)>,
    pub(super) columns: usize,
    captions: Vec<BoxId>,
    out_of_flow: Vec<BoxId>,
}

pub(super) fn grid(pass: &Pass<'_>, id: BoxId) -> Grid {
    let mut grid = Grid::default();
    let mut taken: Vec<Vec<bool>> = Vec::new();
    let mut stray = None;
    for child in &pass.tree.get(id).children {
        add_part(pass, &mut grid, &mut taken, *child, None, &mut stray);
    }
    grid
}

/// `stray` is the next column of the anonymous row that cells without a row of their own are in.
fn add_part(
    pass: &Pass<'_>,
    grid: &mut Grid,
    taken: &mut Vec<Vec<bool>>,
    id: BoxId,
    group: Option<BoxId>,
    stray: &mut Option<usize>,
) {
    let b = pass.tree.get(id);
    if pass.style(id).position().is_out_of_flow() {
        grid.out_of_flow.push(id);
        return;
    }
    match b.kind {
        BoxKind::RowGroup => {
            *stray = None;
            let mut inner = None;
            for child in &b.children {
                add_part(pass, grid, taken, *child, Some(id), &mut inner);
            }
        }
        BoxKind::Row => {
            *stray = None;
            let row = grid.rows.len();
            grid.rows.push((Some(id), group));
            let mut column = 0;
            for child in &b.children {
                if pass.style(*child).position().is_out_of_flow() {
                    grid.out_of_flow.push(*child);
                } else {
                    add_cell(pass, grid, taken, *child, row, &mut column);
                }
            }
        }
        _ if b.style.clone_display().outside() == DisplayOutside::TableCaption && !b.is_anonymous() => grid.captions.push(id),
        _ => {
            let mut column = match *stray {
                Some(column) => column,
                None => {
                    grid.rows.push((None, group));
                    0
                }
            };
            add_cell(pass, grid, taken, id, grid.rows.len() - 1, &mut column);
            *stray = Some(column);
        }
    }
}

fn add_cell(pass: &Pass<'_>, grid: &mut Grid, taken: &mut Vec<Vec<bool>>, id: BoxId, row: usize, column: &mut usize) {
    let (columns, rows) = pass.tree.get(id).cell;
    let (columns, rows) = (usize::from(columns), usize::from(rows).min(1000));
    let is_taken = |taken: &Vec<Vec<bool>>, r: usize, c: usize| taken.get(r).and_then(|row| row.get(c)).copied().unwrap_or(false);
    while is_taken(taken, row, *column) {
        *column += 1;
    }
    if *column >= MAX_COLUMNS {
        return;
    }
    let columns = columns.min(MAX_COLUMNS - *column);
    for r in row..row + rows {
        if taken.len() <= r {
            taken.resize(r + 1, Vec::new());
        }
        if taken[r].len() < *column + columns {
            taken[r].resize(*column + columns, false);
        }
        taken[r][*column..*column + columns].fill(true);
    }
    grid.cells.push(Cell {
        id,
        row,
        column: *column,
        columns,
        rows,
    });
    *column += columns;
    grid.columns = grid.columns.max(*column);
}

pub(super) fn layout(pass: &mut Pass<'_>, id: BoxId, inputs: LayoutInput) -> LayoutOutput {
    let grid = grid(pass, id);
    let style = pass.style(id);
    let parent = inputs.parent_size;
    let padding = style.padding().resolve_or_zero(parent.width, resolve_calc);
    let border = style.border().resolve_or_zero(parent.width, resolve_calc);
    let table = style.computed().get_inherited_table();
    let collapsed = table.border_collapse == BorderCollapse::Collapse;
    let (padding, spacing) = if collapsed {
        (Rect::zero(), Size::ZERO)
    } else {
        let spacing = &table.border_spacing.0;
        (
            padding,
            Size {
                width: spacing.width.0.px(),
                height: spacing.height.0.px(),
            },
        )
    };
    let inset = padding + border;
    let frame = inset.sum_axes();
    let fixed = style.computed().get_table().table_layout == TableLayout::Fixed;
    let adjust = if style.box_sizing() == BoxSizing::ContentBox {
        frame
    } else {
        Size::ZERO
    };
    let own = if inputs.sizing_mode == SizingMode::ContentSize {
        Size::NONE
    } else {
        style.size().maybe_resolve(parent, resolve_calc).maybe_add(adjust)
    };
    let min = style.min_size().maybe_resolve(parent, resolve_calc).maybe_add(adjust);
    let max = style.max_size().maybe_resolve(parent, resolve_calc).maybe_add(adjust);
    let known_width = inputs.known_dimensions.width.or(own.width.maybe_clamp(min.width, max.width));
    let gaps = spacing.width * (grid.columns + 1) as f32;

    let columns = column_widths(pass, &grid, &inputs, known_width.map(|w| w - frame.width - gaps), fixed);
    let (total_min, total_max): (f32, f32) = columns.iter().fold((0.0, 0.0), |(a, b), c| (a + c.min, b + c.max));
    let width = match known_width {
        Some(width) => width.max(total_min + gaps + frame.width),
        None => {
            let content = match inputs.available_space.width {
                AvailableSpace::MinContent => total_min,
                AvailableSpace::MaxContent => total_max,
                AvailableSpace::Definite(available) => total_max.min((available - frame.width - gaps).max(total_min)),
            };
            (content + gaps + frame.width).max(min.width.unwrap_or(0.0))
        }
    };
    let widths = distribute(&columns, width - frame.width - gaps);
    if inputs.run_mode == RunMode::ComputeSize && inputs.axis == RequestedAxis::Horizontal {
        return LayoutOutput::from_outer_size(Size { width, height: 0.0 });
    }

    let mut offsets = Vec::with_capacity(widths.len() + 1);
    let mut x = inset.left + spacing.width;
    for w in &widths {
        offsets.push(x);
        x += w + spacing.width;
    }
    let cell_width = |cell: &Cell| {
        let end = (cell.column + cell.columns).min(widths.len());
        widths[cell.column.min(end)..end].iter().sum::<f32>() + spacing.width * (end.saturating_sub(cell.column + 1)) as f32
    };
    // Row heights: of single-row cells first, then what spanning cells lack goes to their last row.
    let mut heights: Vec<f32> = grid
        .rows
        .iter()
        .map(|(row, _)| {
            row.and_then(|row| pass.style(row).size().height.maybe_resolve(None, resolve_calc))
                .unwrap_or(0.0)
        })
        .collect();
    let mut cell_heights = Vec::with_capacity(grid.cells.len());
    let mut ascents = vec![0.0f32; heights.len()];
    let mut cell_ascents = Vec::with_capacity(grid.cells.len());
    for cell in &grid.cells {
        let output = pass.compute_child_layout(node(cell.id), cell_inputs(cell_width(cell), None, RunMode::ComputeSize));
        let own = pass
            .style(cell.id)
            .size()
            .height
            .maybe_resolve(None, resolve_calc)
            .unwrap_or(0.0);
        cell_heights.push(output.size.height.max(own));
        let ascent = output.baselines.first.unwrap_or(output.size.height);
        cell_ascents.push(ascent);
        if cell.rows == 1 && vertical_align(pass, cell.id) == Vertical::Baseline {
            ascents[cell.row] = ascents[cell.row].max(ascent);
        }
    }
    for ((cell, height), ascent) in grid.cells.iter().zip(&cell_heights).zip(&cell_ascents) {
        if cell.rows == 1 {
            let shift = if vertical_align(pass, cell.id) == Vertical::Baseline {
                ascents[cell.row] - ascent
            } else {
                0.0
            };
            heights[cell.row] = heights[cell.row].max(height + shift);
        }
    }
    for (cell, height) in grid.cells.iter().zip(&cell_heights).filter(|(cell, _)| cell.rows > 1) {
        let end = (cell.row + cell.rows).min(heights.len());
        let have: f32 = heights[cell.row..end].iter().sum::<f32>() + spacing.height * (end - cell.row - 1) as f32;
        if *height > have
            && let Some(last) = heights[cell.row..end].last_mut()
        {
            *last += height - have;
        }
    }
    let mut captions = Vec::new();
    for caption in grid.captions.clone() {
        let out = pass.compute_child_layout(node(caption), cell_inputs(width, None, inputs.run_mode));
        let below = pass.tree.get(caption).style.get_inherited_table().caption_side == CaptionSide::Bottom;
        captions.push((caption, out, below));
    }
    let caption_sum = |wanted: bool| -> f32 {
        let side = captions.iter().filter(|(_, _, below)| *below == wanted);
        side.map(|(_, out, _)| out.size.height).sum()
    };
    let (caption_height, below_height) = (caption_sum(false), caption_sum(true));
    let vertical_gaps = spacing.height * (heights.len() + 1) as f32;
    let mut height = caption_height + below_height + frame.height + vertical_gaps + heights.iter().sum::<f32>();
    if let Some(wanted) = inputs
        .known_dimensions
        .height
        .or(own.height)
        .map(|h| h.max(min.height.unwrap_or(0.0)))
        .or(min.height)
        && wanted > height
        && !heights.is_empty()
    {
        let extra = (wanted - height) / heights.len() as f32;
        heights.iter_mut().for_each(|h| *h += extra);
        height = wanted;
    }
    let size = Size { width, height };
    let mut candidates = OofCandidates::new();
    if inputs.run_mode == RunMode::PerformLayout {
        let (mut above_y, mut below_y) = (0.0, height - below_height);
        for (caption, out, below) in &captions {
            let y = if *below { &mut below_y } else { &mut above_y };
            place(pass, *caption, Point { x: 0.0, y: *y }, out, width);
            *y += out.size.height;
        }
        let mut tops = Vec::with_capacity(heights.len());
        let mut y = caption_height + inset.top + spacing.height;
        for h in &heights {
            tops.push(y);
            y += h + spacing.height;
        }
        place_rows(pass, &grid, &tops, &heights, inset, width, spacing);
        for (cell, ascent) in grid.cells.iter().zip(&cell_ascents) {
            let end = (cell.row + cell.rows).min(heights.len());
            let cell_height = heights[cell.row..end].iter().sum::<f32>() + spacing.height * (end - cell.row - 1) as f32;
            let output = pass.compute_child_layout(
                node(cell.id),
                cell_inputs(cell_width(cell), Some(cell_height), RunMode::PerformLayout),
            );
            let mut location = Point {
                x: offsets.get(cell.column).copied().unwrap_or(0.0),
                y: tops[cell.row],
            };
            let parent = pass.tree.get(cell.id).parent;
            shift_content(pass, cell.id, cell_height, ascents[cell.row] - ascent, &output);
            let mut output = output;
            output.oof_candidates.translate(location);
            candidates.append(&mut output.oof_candidates);
            if let Some(parent) = parent.filter(|p| *p != id) {
                let origin = origin_in(pass, parent, id);
                location.x -= origin.x;
                location.y -= origin.y;
            }
            place(pass, cell.id, location, &output, cell_width(cell));
        }
        for (order, child) in grid.out_of_flow.iter().enumerate() {
            let position = pass.style(*child).position();
            candidates.push(OofCandidate {
                node: node(*child),
                order: order as u32,
                position,
                static_position: Point {
                    x: AxisStaticPosition::from_edge(inset.left, AxisStaticEdge::Start),
                    y: AxisStaticPosition::from_edge(inset.top, AxisStaticEdge::Start),
                },
            });
        }
    }
    let first = ascents.first().map(|a| caption_height + inset.top + spacing.height + a);
    LayoutOutput {
        baselines: taffy::Baselines { first, last: first },
        oof_candidates: candidates,
        oof_positioning_area: Some(OofPositioningArea {
            size: size - border.sum_axes(),
            offset: Point {
                x: border.left,
                y: border.top,
            },
        }),
        ..LayoutOutput::from_sizes(
            size,
            Rect {
                left: 0.0,
                right: width,
                top: 0.0,
                bottom: height,
            },
        )
    }
}

fn cell_inputs(width: f32, height: Option<f32>, run_mode: RunMode) -> LayoutInput {
    LayoutInput {
        run_mode,
        sizing_mode: SizingMode::ContentSize,
        axis: RequestedAxis::Both,
        known_dimensions: Size {
            width: Some(width),
            height,
        },
        known_dimensions_are_definite: Size {
            width: true,
            height: true,
        },
        parent_size: Size {
            width: Some(width),
            height: None,
        },
        available_space: Size {
            width: AvailableSpace::Definite(width),
            height: AvailableSpace::MaxContent,
        },
        vertical_margins_are_collapsible: taffy::Line::FALSE,
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Vertical {
    Baseline,
    Top,
    Middle,
    Bottom,
}

fn vertical_align(pass: &Pass<'_>, id: BoxId) -> Vertical {
    use style::values::computed::box_::{AlignmentBaseline, BaselineShift};
    use style::values::generics::box_::BaselineShiftKeyword;
    let b = pass.tree.get(id);
    if b.is_anonymous() {
        return Vertical::Baseline;
    }
    let style = b.style.get_box();
    match style.clone_baseline_shift() {
        BaselineShift::Keyword(BaselineShiftKeyword::Top) => return Vertical::Top,
        BaselineShift::Keyword(BaselineShiftKeyword::Bottom) => return Vertical::Bottom,
        _ => {}
    }
    if style.clone_alignment_baseline() == AlignmentBaseline::Middle {
        Vertical::Middle
    } else {
        Vertical::Baseline
    }
}

/// Moves a cell's content down inside its stretched box.
fn shift_content(pass: &mut Pass<'_>, id: BoxId, height: f32, baseline_shift: f32, output: &LayoutOutput) {
    let natural = pass
        .compute_child_layout(node(id), cell_inputs(output.size.width, None, RunMode::ComputeSize))
        .size
        .height;
    let free = (height - natural).max(0.0);
    let shift = match vertical_align(pass, id) {
        Vertical::Top => 0.0,
        Vertical::Middle => free / 2.0,
        Vertical::Bottom => free,
        Vertical::Baseline => baseline_shift.clamp(0.0, free),
    };
    let b = pass.tree.get_mut(id);
    // A layout that was kept is moved already.
    let shift = shift - std::mem::replace(&mut b.content_shift, shift);
    if shift == 0.0 {
        return;
    }
    let mut children = std::mem::take(&mut b.children);
    if let Some(content) = &mut b.inline {
        for line in &mut content.lines {
            line.top += shift;
            line.baseline += shift;
            line.runs.iter_mut().for_each(|run| run.baseline += shift);
        }
    }
    let mut at = 0;
    while at < children.len() {
        let child = pass.tree.get_mut(children[at]);
        child.layout.location.y += shift;
        for fragment in &mut child.fragments {
            fragment.rect.y += f64::from(shift);
        }
        // Boxes inside an inline box are placed relative to the cell, too.
        if child.kind == BoxKind::Inline {
            let inner = child.children.clone();
            children.extend(inner);
        }
        at += 1;
    }
    let b = pass.tree.get(id);
    let inline = b.inline.is_some();
    children.retain(|child| !inline || pass.tree.get(*child).parent == Some(id));
    pass.tree.get_mut(id).children = children;
}

fn place(pass: &mut Pass<'_>, id: BoxId, location: Point<f32>, output: &LayoutOutput, basis: f32) {
    let style = pass.style(id);
    let padding = style.padding().resolve_or_zero(Some(basis), resolve_calc);
    let border = style.border().resolve_or_zero(Some(basis), resolve_calc);
    pass.tree.get_mut(id).layout = taffy::Layout {
        location,
        size: output.size,
        scrollable_overflow_rect: output.scrollable_overflow_rect,
        border,
        padding,
        ..taffy::Layout::new()
    };
}

/// Where a part of the table lies in it.
fn origin_in(pass: &Pass<'_>, part: BoxId, table: BoxId) -> Point<f32> {
    let mut origin = Point::ZERO;
    let mut current = part;
    while current != table {
        let b = pass.tree.get(current);
        origin.x += b.layout.location.x;
        origin.y += b.layout.location.y;
        match b.parent {
            Some(parent) => current = parent,
            None => break,
        }
    }
    origin
}

fn place_rows(pass: &mut Pass<'_>, grid: &Grid, tops: &[f32], heights: &[f32], inset: Rect<f32>, width: f32, spacing: Size<f32>) {
    let left = inset.left + spacing.width;
    let row_width = (width - inset.horizontal_axis_sum() - 2.0 * spacing.width).max(0.0);
    let mut group_top: Vec<(BoxId, f32, f32)> = Vec::new();
    for (index, (_, group)) in grid.rows.iter().enumerate() {
        if let Some(group) = group {
            let bottom = tops[index] + heights[index];
            match group_top.iter_mut().find(|(id, ..)| id == group) {
                Some(entry) => entry.2 = bottom,
                None => group_top.push((*group, tops[index], bottom)),
            }
        }
    }
    for (group, top, bottom) in &group_top {
        pass.tree.get_mut(*group).layout = taffy::Layout {
            location: Point { x: left, y: *top },
            size: Size {
                width: row_width,
                height: bottom - top,
            },
            ..taffy::Layout::new()
        };
    }
    for (index, (row, group)) in grid.rows.iter().enumerate() {
        let Some(row) = row else { continue };
        let origin = group
            .and_then(|group| group_top.iter().find(|(id, ..)| *id == group))
            .map_or(Point::ZERO, |(_, top, _)| Point { x: left, y: *top });
        pass.tree.get_mut(*row).layout = taffy::Layout {
            location: Point {
                x: left - origin.x,
                y: tops[index] - origin.y,
            },
            size: Size {
                width: row_width,
                height: heights[index],
            },
            ..taffy::Layout::new()
        };
    }
}
