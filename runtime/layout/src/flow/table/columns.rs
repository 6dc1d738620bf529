//! Widths of columns (CSS 2 §17.5.2).

use super::*;

#[derive(Clone, Copy, Default)]
pub(super) struct Column {
    pub(super) min: f32,
    pub(super) max: f32,
    pub(super) fixed: bool,
    pub(super) percent: Option<f32>,
}

pub(super) fn column_widths(
    pass: &mut Pass<'_>,
    grid: &Grid,
    inputs: &LayoutInput,
    known: Option<f32>,
    fixed: bool,
) -> Vec<Column> {
    let mut columns = vec![Column::default(); grid.columns];
    let measure = |pass: &mut Pass<'_>, id: BoxId, space: AvailableSpace| {
        let input = LayoutInput {
            run_mode: RunMode::ComputeSize,
            sizing_mode: SizingMode::InherentSize,
            axis: RequestedAxis::Horizontal,
            known_dimensions: Size::NONE,
            known_dimensions_are_definite: Size {
                width: true,
                height: true,
            },
            parent_size: Size {
                width: None,
                height: None,
            },
            available_space: Size {
                width: space,
                height: AvailableSpace::MaxContent,
            },
            vertical_margins_are_collapsible: taffy::Line::FALSE,
        };
        pass.compute_child_layout(node(id), input).size.width
    };
    let _ = inputs;
    for cell in grid.cells.iter().filter(|cell| cell.columns == 1) {
        let style = pass.style(cell.id);
        let width = style.size().width;
        let percent = (width.tag() == taffy::CompactLength::PERCENT_TAG).then(|| width.value());
        let definite = width.maybe_resolve(None, resolve_calc).is_some();
        let column = &mut columns[cell.column];
        column.percent = column.percent.or(percent);
        if fixed && cell.row > 0 {
            continue;
        }
        if fixed && known.is_some() && !definite {
            continue;
        }
        let min = measure(pass, cell.id, AvailableSpace::MinContent);
        let max = measure(pass, cell.id, AvailableSpace::MaxContent);
        let column = &mut columns[cell.column];
        column.min = column.min.max(min);
        column.max = column.max.max(max);
        column.fixed |= definite;
    }
    for cell in grid.cells.iter().filter(|cell| cell.columns > 1) {
        let min = measure(pass, cell.id, AvailableSpace::MinContent);
        let max = measure(pass, cell.id, AvailableSpace::MaxContent);
        let end = (cell.column + cell.columns).min(columns.len());
        let span = &mut columns[cell.column..end];
        let (have_min, have_max) = span.iter().fold((0.0, 0.0), |(a, b), c| (a + c.min, b + c.max));
        let share = span.len().max(1) as f32;
        for column in span {
            column.min += (min - have_min).max(0.0) / share;
            column.max += (max - have_max).max(0.0) / share;
        }
    }
    columns
}

/// Gives the columns a total width: percentages first, then in proportion to what each wants.
pub(super) fn distribute(columns: &[Column], total: f32) -> Vec<f32> {
    let mut widths: Vec<f32> = columns
        .iter()
        .map(|c| c.percent.map_or(c.min, |p| (p * total).max(c.min)))
        .collect();
    let mut free = total - widths.iter().sum::<f32>();
    let wants: Vec<f32> = columns
        .iter()
        .zip(&widths)
        .map(|(c, w)| if c.percent.is_some() { 0.0 } else { (c.max - w).max(0.0) })
        .collect();
    let wanted: f32 = wants.iter().sum();
    if wanted > 0.0 && free > 0.0 {
        let share = (free / wanted).min(1.0);
        for (width, want) in widths.iter_mut().zip(&wants) {
            *width += want * share;
        }
        free -= wanted * share;
    }
    if free > 0.01 {
        let flexible: f32 = columns
            .iter()
            .filter(|c| !c.fixed && c.percent.is_none())
            .map(|c| c.max.max(1.0))
            .sum();
        let all: f32 = columns.iter().map(|c| c.max.max(1.0)).sum();
        for (width, column) in widths.iter_mut().zip(columns) {
            if flexible > 0.0 {
                if !column.fixed && column.percent.is_none() {
                    *width += free * column.max.max(1.0) / flexible;
                }
            } else if all > 0.0 {
                *width += free * column.max.max(1.0) / all;
            }
        }
    }
    widths
}
