//! Line breaking (CSS Text 3 §5): inline content as units with widths, and where a line ends.

use crate::boxes::BoxId;
use crate::boxes::inline::{ClusterKind, InlineContext, InlineItem};
use crate::style::text_properties;
use style::computed_values::{text_wrap_mode::T as TextWrapMode, white_space_collapse::T as WhiteSpaceCollapse};
use style::properties::ComputedValues;
use style::values::computed::text::OverflowWrap;
use style::values::computed::{LineBreak, WordBreak};

/// The smallest piece line breaking knows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    pub(super) kind: UnitKind,
    pub(super) width: f32,
    /// The line may end before this unit.
    pub(super) break_before: bool,
    /// The line may end before this unit only if it would overflow otherwise.
    pub(super) emergency: bool,
    /// A space that does not count at the end of a line.
    pub(super) hangs: bool,
    /// A hanging space that disappears there (it is not preserved).
    pub(super) collapses: bool,
    /// Embedding level; of what is no text, that of the text before.
    pub(super) level: u8,
    /// Width of the hyphen that is shown if the line ends after this soft hyphen.
    pub(super) hyphen: f32,
    /// The part of the width that rounding the text item added: a line is not broken for it.
    pub(super) rounding: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum UnitKind {
    Cluster { index: u32, owner: BoxId },
    Newline { index: u32, owner: BoxId },
    Open(BoxId),
    Close(BoxId),
    Atomic(BoxId),
    OutOfFlow(BoxId),
    Float(BoxId),
}

/// Where a line ends and how wide its content is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Break {
    pub(super) end: usize,
    pub(super) forced: bool,
}

/// Slack for sums of floats against widths that went through other arithmetic.
const TOLERANCE: f32 = 0.01;

/// Lists the units of a context. `edge` gives the width of an inline box's start or end edge, `atomic` that of an atomic
/// box's margin box.
pub(super) fn units(
    context: &InlineContext,
    edge: &mut dyn FnMut(BoxId, bool) -> f32,
    atomic: &mut dyn FnMut(BoxId) -> f32,
) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::with_capacity(context.shaped.clusters.len() + context.items.len());
    let clusters = &context.shaped.clusters;
    let mut cursor = 0usize;
    let mut previous_wraps = true;
    // Width since the last forced break, which tab stops count from.
    let mut line = 0.0f32;
    // A break before a control that CSS put there is one before what follows.
    let mut pending_break = false;
    let levels = context.shaped.levels.as_ref();
    let level_at = |cursor: usize| match (levels, clusters.get(cursor)) {
        (Some(levels), Some(cluster)) => levels.at(cluster.start as usize),
        _ => 0,
    };
    let mut level = levels.map_or(0, |levels| levels.base);
    let plain = |kind, width, level| Unit {
        kind,
        width,
        break_before: false,
        emergency: false,
        hangs: false,
        collapses: false,
        level,
        hyphen: 0.0,
        rounding: 0.0,
    };
    // A break before text moves before the start tags that precede it.
    let push_break = |units: &mut Vec<Unit>| {
        let mut at = units.len();
        while at > 0 && matches!(units[at - 1].kind, UnitKind::Open(_) | UnitKind::OutOfFlow(_)) {
            at -= 1;
        }
        if at < units.len() {
            units[at].break_before = true;
            false
        } else {
            true
        }
    };
    for item in &context.items {
        match *item {
            InlineItem::Text { end, owner, .. } => {
                let mut total = 0.0f32;
                let Some(style) = clusters.get(cursor).and_then(|c| context.style_at(c.start as usize)) else {
                    continue;
                };
                let wraps = wraps(style);
                let preserved = preserves(style);
                let breaks_spaces = style.get_inherited_text().white_space_collapse == WhiteSpaceCollapse::BreakSpaces;
                let hyphenates = text_properties::keyword(style, "hyphens").as_deref() != Some("none");
                let mut after_soft_hyphen = false;
                let (break_all, emergency) = breaking(style);
                let tab = tab_width(style, context, cursor);
                while let Some(cluster) = clusters.get(cursor)
                    && (cluster.end as usize) <= end
                {
                    let index = cursor as u32;
                    level = level_at(cursor);
                    cursor += 1;
                    if cluster.kind == ClusterKind::Newline {
                        units.push(plain(UnitKind::Newline { index, owner }, 0.0, level));
                        line = 0.0;
                        previous_wraps = wraps;
                        continue;
                    }
                    let mut width = context.advance(cluster);
                    if cluster.kind == ClusterKind::Tab {
                        width = tab_advance(line, tab);
                    }
                    let hangs = matches!(cluster.kind, ClusterKind::Space) || (preserved && cluster.kind == ClusterKind::Tab);
                    let mut unit = plain(UnitKind::Cluster { index, owner }, width, level);
                    unit.hangs = hangs && (wraps || !preserved) && !breaks_spaces;
                    unit.collapses = hangs && !preserved;
                    if cluster.kind == ClusterKind::SoftHyphen && hyphenates {
                        unit.hyphen = context
                            .hyphen_at(cluster.start)
                            .and_then(|hyphen| clusters.get(hyphen as usize))
                            .map_or(0.0, |hyphen| context.advance(hyphen));
                    }
                    let forbidden =
                        std::mem::replace(&mut after_soft_hyphen, cluster.kind == ClusterKind::SoftHyphen && !hyphenates);
                    let opportunity = !forbidden
                        && (cluster.break_before
                            || std::mem::take(&mut pending_break)
                            || (break_all && cluster.kind == ClusterKind::Text))
                        && (previous_wraps || wraps && total == 0.0);
                    if opportunity && !units.is_empty() {
                        unit.break_before = push_break(&mut units);
                    }
                    unit.emergency = emergency && wraps;
                    total += width;
                    line += width;
                    units.push(unit);
                    previous_wraps = wraps;
                }
                // Chromium rounds the width of a text item up to its layout unit.
                if let Some(last) = units.last_mut()
                    && total > 0.0
                {
                    last.rounding = (total * 64.0).ceil() / 64.0 - total;
                    last.width += last.rounding;
                }
            }
            InlineItem::Open(id) => units.push(plain(UnitKind::Open(id), edge(id, true), level)),
            InlineItem::Close(id) => units.push(plain(UnitKind::Close(id), edge(id, false), level)),
            InlineItem::Atomic(id) => {
                let opportunity = clusters.get(cursor).is_some_and(|c| c.break_before) || std::mem::take(&mut pending_break);
                let wraps = clusters
                    .get(cursor)
                    .and_then(|c| context.style_at(c.start as usize))
                    .is_none_or(|s| wraps(s));
                level = level_at(cursor);
                cursor += 1;
                let mut unit = plain(UnitKind::Atomic(id), atomic(id), level);
                if opportunity && previous_wraps && !units.is_empty() {
                    unit.break_before = push_break(&mut units);
                }
                units.push(unit);
                previous_wraps = wraps;
            }
            InlineItem::OutOfFlow(id) => units.push(plain(UnitKind::OutOfFlow(id), 0.0, level)),
            InlineItem::Float(id) => units.push(plain(UnitKind::Float(id), 0.0, level)),
            InlineItem::Control { end } => {
                while let Some(cluster) = clusters.get(cursor)
                    && (cluster.end as usize) <= end
                {
                    pending_break |= cluster.break_before;
                    cursor += 1;
                }
            }
        }
    }
    units
}

fn wraps(style: &ComputedValues) -> bool {
    style.get_inherited_text().text_wrap_mode == TextWrapMode::Wrap
}

fn preserves(style: &ComputedValues) -> bool {
    matches!(
        style.get_inherited_text().white_space_collapse,
        WhiteSpaceCollapse::Preserve | WhiteSpaceCollapse::BreakSpaces
    )
}

/// Whether every cluster may start a line, and whether it may where nothing else helps.
fn breaking(style: &ComputedValues) -> (bool, bool) {
    let text = style.get_inherited_text();
    let word_break = text.word_break;
    let anywhere = text.line_break == LineBreak::Anywhere;
    (
        (word_break == WordBreak::BreakAll || anywhere) && wraps(style),
        text.overflow_wrap != OverflowWrap::Normal,
    )
}

/// From the pen to the next tab stop, or the one after if that is nearer than half a space.
fn tab_advance(pen: f32, (tab, space): (f32, f32)) -> f32 {
    let rest = tab - pen % tab;
    if rest < space / 2.0 { rest + tab } else { rest }
}

/// Distance of tab stops, and the width of a space.
fn tab_width(style: &ComputedValues, context: &InlineContext, near: usize) -> (f32, f32) {
    use style::values::generics::length::LengthOrNumber;
    let size = crate::style::font_size::of(style.get_font());
    let space = context
        .shaped
        .clusters
        .iter()
        .skip(near)
        .chain(&context.shaped.clusters)
        .find(|c| c.kind == ClusterKind::Space)
        .map_or(size * 0.278, |c| c.advance);
    let width = match &style.get_inherited_text().tab_size {
        LengthOrNumber::Number(n) => n.0 * space,
        LengthOrNumber::Length(l) => l.0.px(),
    };
    (width.max(1.0), space)
}

/// Finds the end of the line that starts at `start` with `width` available.
pub(super) fn find_break(units: &[Unit], start: usize, width: f32) -> Break {
    let mut used = 0.0f32;
    let mut last: Option<usize> = None;
    let mut has_content = false;
    for (i, unit) in units.iter().enumerate().skip(start) {
        if unit.break_before && i > start && has_content {
            let hyphen = hyphen_before(units, i);
            if hyphen == 0.0 || used + hyphen <= width + TOLERANCE {
                last = Some(i);
            }
        }
        match unit.kind {
            UnitKind::Newline { .. } => {
                // Close tags right after a forced break stay on its line.
                let mut end = i + 1;
                while units.get(end).is_some_and(|u| matches!(u.kind, UnitKind::Close(_))) {
                    end += 1;
                }
                return Break { end, forced: true };
            }
            _ if unit.hangs => {
                used += unit.width;
                has_content = true;
                continue;
            }
            UnitKind::OutOfFlow(_) | UnitKind::Float(_) => continue,
            _ => {}
        }
        let next = used + unit.width;
        let is_content = matches!(unit.kind, UnitKind::Cluster { .. } | UnitKind::Atomic(_));
        if next - unit.rounding > width + TOLERANCE && has_content {
            if let Some(end) = last {
                return Break { end, forced: false };
            }
            if unit.emergency && is_content && i > start {
                return Break { end: i, forced: false };
            }
        }
        used = next;
        has_content |= is_content;
    }
    Break {
        end: units.len(),
        forced: false,
    }
}

/// Width of the hyphen a line shows that ends before a unit.
pub(super) fn hyphen_before(units: &[Unit], at: usize) -> f32 {
    units[..at]
        .iter()
        .rev()
        .find(|unit| !matches!(unit.kind, UnitKind::Close(_) | UnitKind::OutOfFlow(_) | UnitKind::Float(_)))
        .map_or(0.0, |unit| unit.hyphen)
}

/// Widths with every opportunity taken and with none.
pub(super) fn intrinsic_widths(units: &[Unit], anywhere: bool) -> (f32, f32) {
    let (mut min, mut max) = (0.0f32, 0.0f32);
    let (mut word, mut line) = (0.0f32, 0.0f32);
    let (mut word_hang, mut line_hang) = (0.0f32, 0.0f32);
    for (index, unit) in units.iter().enumerate() {
        if unit.break_before && index > 0 {
            word += hyphen_before(units, index);
        }
        if unit.break_before || (anywhere && unit.emergency) {
            min = min.max(word - word_hang);
            word = 0.0;
            word_hang = 0.0;
        }
        if matches!(unit.kind, UnitKind::Newline { .. }) {
            min = min.max(word - word_hang);
            max = max.max(line - line_hang);
            (word, line, word_hang, line_hang) = (0.0, 0.0, 0.0, 0.0);
            continue;
        }
        word += unit.width;
        line += unit.width;
        if unit.hangs {
            word_hang += unit.width;
            if unit.collapses {
                line_hang += unit.width;
            } else {
                line_hang = 0.0;
            }
        } else if unit.width != 0.0 || matches!(unit.kind, UnitKind::Cluster { .. } | UnitKind::Atomic(_)) {
            word_hang = 0.0;
            line_hang = 0.0;
        }
    }
    (min.max(word - word_hang).max(0.0), max.max(line - line_hang).max(0.0))
}
