//! What a line holds: inline boxes opened and closed on it, text and atomic boxes put on it, and where they end up once its
//! height is known.

use super::*;
use crate::boxes::inline::{Cluster, ClusterKind};
use crate::boxes::marker::Marker;

impl LineState {
    /// Rounds the pen up to Chromium's layout unit, where a text item ends.
    pub(super) fn end_item(&mut self) {
        self.pen = self.item_start + ((self.pen - self.item_start) * 64.0 - 0.01).ceil() / 64.0;
        self.item_start = self.pen;
    }

    /// The line holds a cluster's text.
    fn cover(&mut self, cluster: Cluster) {
        let (start, end) = (cluster.start as usize, cluster.end as usize);
        let range = self.text.get_or_insert(start..end);
        range.start = range.start.min(start);
        range.end = range.end.max(end);
    }
}

impl Composer<'_, '_> {
    /// Extents of the boxes that are open when a line starts.
    pub(super) fn open_extents(&mut self) {
        if self.quirks {
            // Inline boxes count only with text of their own on the line (Quirks Mode Standard §3.3); a list item's marker is some.
            let marked = self.pass.tree.get(self.id).marker.is_some() && self.lines.is_empty();
            if marked {
                let root = self.open[0].clone();
                self.add_extent(0, root.shift, root.extent);
            }
            return;
        }
        for depth in 0..self.open.len() {
            let state = self.open[depth].clone();
            self.add_extent(0, state.shift, state.extent);
        }
        if self.lines.is_empty() {
            self.add_marker();
        }
    }

    /// A marker outside with a font of its own makes the first line as high as it is itself; symbols stand on the baseline.
    fn add_marker(&mut self) {
        let b = self.pass.tree.get(self.id);
        let (Some(marker), Some(style)) = (&b.marker, &b.marker_style) else {
            return;
        };
        let is_symbol = matches!(marker, Marker::Symbol(_));
        let metrics = metrics_of(self.pass, style);
        let mut extent = with_leading(metrics.ascent, metrics.descent, line_height_of(style, &metrics).0);
        if is_symbol {
            extent.descent = 0.0;
        }
        self.add_extent(0, 0.0, extent);
    }

    /// Puts the units of a line where they stand in the text, from left to right.
    pub(super) fn put_in_order(&mut self, state: &mut LineState, end: usize) {
        for open in &mut self.open {
            open.start = state.pen;
        }
        for i in state.first_unit..end {
            let unit = self.units[i];
            // A text item ends on Chromium's layout unit.
            let in_item = matches!((i > state.first_unit).then(|| self.units[i - 1].kind), Some(UnitKind::Cluster { owner: a, .. }) if matches!(unit.kind, UnitKind::Cluster { owner: b, .. } if a == b));
            if !in_item {
                state.end_item();
            }
            match unit.kind {
                UnitKind::Open(id) => {
                    self.push_open(id, state.pen, state.occupied);
                    state.pen += unit.width;
                }
                UnitKind::Close(id) => {
                    state.pen += unit.width;
                    self.close(id, state.pen, state.index);
                }
                _ => {
                    let atomic = self.next_atomic;
                    self.next_atomic += usize::from(matches!(unit.kind, UnitKind::Atomic(_)));
                    self.put(state, i, atomic);
                }
            }
        }
    }

    /// Puts the hyphen at the pen that a line shows which ends before a unit.
    pub(super) fn put_hyphen(&mut self, state: &mut LineState, end: usize) {
        if hyphen_before(self.units, end) == 0.0 {
            return;
        }
        let soft = self.units[..end].iter().rev().find_map(|unit| match unit.kind {
            UnitKind::Cluster { index, owner } => Some((index, owner, unit.level)),
            _ => None,
        });
        let Some((index, owner, level)) = soft else { return };
        let content = self.shown;
        let start = content.shaped.clusters[index as usize].start;
        let Some(hyphen) = content.hyphen_at(start) else { return };
        let width = content.advance(&content.shaped.clusters[hyphen as usize]);
        let depth = self.open.iter().rposition(|open| open.id == Some(owner)).unwrap_or(0);
        self.add_cluster_in(depth, state.index, hyphen, owner, state.pen, width, 0.0, level % 2 == 1);
        state.pen += width;
    }

    /// Puts a unit that is not the edge of an inline box at the pen.
    pub(super) fn put(&mut self, state: &mut LineState, i: usize, atomic: usize) {
        let unit = self.units[i];
        let trailing = i - state.first_unit >= state.trailing;
        match unit.kind {
            UnitKind::Cluster { index: cluster, owner } => {
                state.cover(self.shown.shaped.clusters[cluster as usize]);
                if trailing && unit.hangs && unit.collapses {
                    return;
                }
                state.seen_content = true;
                let mut width = unit.width;
                if unit.hangs && !trailing {
                    width += state.justification;
                }
                self.add_cluster(
                    state.index,
                    cluster,
                    owner,
                    state.pen,
                    width,
                    state.justification,
                    unit.level % 2 == 1,
                );
                state.pen += width;
            }
            UnitKind::Newline { index: cluster, .. } => {
                state.cover(self.shown.shaped.clusters[cluster as usize]);
                self.add_strut(self.open.len() - 1);
            }
            UnitKind::Atomic(id) => {
                state.atomics.push(id);
                self.add_atomic(atomic, state.pen, state.index);
                state.seen_content = true;
                state.pen += unit.width;
            }
            UnitKind::OutOfFlow(id) => {
                let span = self.open.iter().rev().filter_map(|o| o.id).find(|span| self.claims(*span));
                self.out_of_flow.push(OutOfFlowAt {
                    id,
                    x: state.pen,
                    line: state.index,
                    before: !state.seen_content,
                    span,
                });
            }
            UnitKind::Open(_) | UnitKind::Close(_) | UnitKind::Float(_) => {}
        }
    }

    pub(super) fn claims(&self, span: BoxId) -> bool {
        let claims = self.pass.style(span).is_containing_block();
        claims.absolute || claims.fixed
    }

    pub(super) fn push_open(&mut self, id: BoxId, pen: f32, occupied: bool) {
        let mut state = self.open_box(Some(id));
        let parent = self.open[self.open.len() - 1].clone();
        let style = self.style_of(Some(id)).clone();
        let (shift, line_edge) = self.align(
            &style,
            Extent {
                ascent: state.metrics.ascent,
                descent: state.metrics.descent,
            },
            state.line_height,
            &parent,
        );
        match line_edge {
            Some(to_bottom) => {
                self.groups.push(Group {
                    extent: None,
                    to_bottom,
                    shift: 0.0,
                });
                state.group = self.groups.len() - 1;
                state.shift = 0.0;
            }
            None => {
                state.group = parent.group;
                state.shift = parent.shift + shift;
            }
        }
        let own = self.relative_offset(id);
        state.offset = (parent.offset.0 + own.0, parent.offset.1 + own.1);
        state.start = pen + state.edges.map_or(0.0, |e| e.margin.left);
        let decorated = state.edges.is_some_and(|e| e.left() != 0.0 || e.right() != 0.0);
        if occupied && (decorated || !self.quirks) {
            self.add_extent(state.group, state.shift, state.extent);
        }
        self.open.push(state);
    }

    pub(super) fn close(&mut self, id: BoxId, pen: f32, line: usize) {
        if let Some(depth) = self.open.iter().rposition(|o| o.id == Some(id)) {
            self.fragment(depth, pen, line, true);
            self.open.truncate(depth.max(1));
        }
    }

    pub(super) fn fragment(&mut self, depth: usize, pen: f32, line: usize, last: bool) {
        let state = self.open[depth].clone();
        let (Some(id), Some(edges)) = (state.id, state.edges) else {
            return;
        };
        let right = if last { pen - edges.margin.right } else { pen };
        let width = (right - state.start).max(0.0);
        self.fragments.push(PendingFragment {
            id,
            fragment: Fragment {
                rect: BoxRect {
                    x: f64::from(state.start),
                    y: 0.0,
                    width: f64::from(width),
                    height: 0.0,
                },
                line: line as u32,
                first: state.first,
                last,
            },
            line,
            group: state.group,
            shift: state.shift,
            above: state.metrics.ascent + edges.border.top + edges.padding.top,
            below: state.metrics.descent + edges.border.bottom + edges.padding.bottom,
            offset: state.offset,
        });
    }

    #[expect(clippy::too_many_arguments, reason = "a cluster and its place")]
    pub(super) fn add_cluster(
        &mut self,
        line: usize,
        cluster: u32,
        owner: BoxId,
        x: f32,
        width: f32,
        justification: f32,
        rtl: bool,
    ) {
        self.add_cluster_in(self.open.len() - 1, line, cluster, owner, x, width, justification, rtl);
    }

    /// Adds a cluster that is in the inline box open at a depth.
    #[expect(clippy::too_many_arguments, reason = "a cluster and its place")]
    fn add_cluster_in(
        &mut self,
        depth: usize,
        line: usize,
        cluster: u32,
        owner: BoxId,
        x: f32,
        width: f32,
        justification: f32,
        rtl: bool,
    ) {
        let content = self.shown;
        let c = content.shaped.clusters[cluster as usize];
        let state = &self.open[depth];
        let (group, shift, offset, is_normal) = (state.group, state.shift, state.offset, state.is_normal);
        let extent = (state.metrics.ascent, state.metrics.descent);
        if let Some(last) = self.runs.last_mut()
            && last.line == line
            && last.run.owner == owner
            && last.run.run == c.run
            && last.run.rtl == rtl
            && (if rtl { last.run.clusters.start == cluster + 1 } else { last.run.clusters.end == cluster })
            // A tab's width is the line's affair.
            && !is_tab(content, if rtl { cluster } else { last.run.clusters.end - 1 })
            && !(rtl && is_tab(content, cluster + 1))
        {
            if rtl {
                last.run.clusters.start = cluster;
            } else {
                last.run.clusters.end = cluster + 1;
            }
            last.run.width += width;
            return;
        }
        self.add_strut(depth);
        // A fallback font widens the line only if the line height comes from the fonts.
        if is_normal && let Some(run) = self.shown.shaped.runs.get(c.run as usize) {
            let extent = with_leading(run.ascent, run.descent, run.line_spacing);
            self.add_extent(group, shift, extent);
        }
        let on_first_line = self.on_first_line();
        self.runs.push(PendingRun {
            line,
            run: TextRun {
                owner,
                run: c.run,
                clusters: cluster..cluster + 1,
                x,
                width,
                baseline: 0.0,
                justification,
                rtl,
                extent,
                on_first_line,
            },
            group,
            shift,
            offset,
        });
    }

    /// In quirks mode: the inline box open at a depth has text, so that it counts.
    fn add_strut(&mut self, depth: usize) {
        if self.quirks {
            let state = self.open[depth].clone();
            self.add_extent(state.group, state.shift, state.extent);
        }
    }

    pub(super) fn add_atomic(&mut self, atomic: usize, x: f32, line: usize) {
        let Some(size) = self.measured.atomics.get(atomic).copied() else {
            return;
        };
        let parent = self.open[self.open.len() - 1].clone();
        let height = size.margin.top + size.size.height + size.margin.bottom;
        let ascent = size.baseline.map_or(height, |b| size.margin.top + b);
        let extent = Extent {
            ascent,
            descent: height - ascent,
        };
        let style = self.pass.tree.get(size.id).style.clone();
        let metrics_height = line_height_of(&style, &parent.metrics).0;
        let (shift, line_edge) = self.align(&style, extent, metrics_height, &parent);
        let (group, shift) = match line_edge {
            Some(to_bottom) => {
                self.groups.push(Group {
                    extent: None,
                    to_bottom,
                    shift: 0.0,
                });
                (self.groups.len() - 1, 0.0)
            }
            None => (parent.group, parent.shift + shift),
        };
        self.add_extent(group, shift, extent);
        let own = self.relative_offset(size.id);
        let offset = (parent.offset.0 + own.0, parent.offset.1 + own.1);
        self.placed.push(Placed {
            atomic,
            x,
            line,
            group,
            shift,
            offset,
            extent,
        });
    }

    /// Height and baseline of the line; groups aligned with its edges are placed.
    pub(super) fn finish_line(&mut self, y: f32, occupied: bool) -> (f32, f32) {
        if !occupied && self.groups.iter().all(|g| g.extent.is_none()) {
            return (0.0, y);
        }
        let zero = Extent {
            ascent: 0.0,
            descent: 0.0,
        };
        let mut main = self.groups[0].extent.unwrap_or(zero);
        for group in &self.groups[1..] {
            if let Some(extent) = group.extent {
                let missing = (extent.ascent + extent.descent) - (main.ascent + main.descent);
                if missing > 0.0 {
                    if group.to_bottom {
                        main.ascent += missing;
                    } else {
                        main.descent += missing;
                    }
                }
            }
        }
        for group in &mut self.groups[1..] {
            if let Some(extent) = group.extent {
                group.shift = if group.to_bottom {
                    extent.descent - main.descent
                } else {
                    main.ascent - extent.ascent
                };
            }
        }
        (main.ascent + main.descent, y + main.ascent)
    }

    /// Gives everything on a finished line its place.
    pub(super) fn resolve_line(&mut self, line: usize, y: f32, occupied: bool, baseline: f32) {
        let shift_of = |groups: &[Group], group: usize, shift: f32| shift + groups[group].shift;
        for mut pending in self.runs.drain(..) {
            let up = shift_of(&self.groups, pending.group, pending.shift);
            pending.run.baseline = baseline - up + pending.offset.1;
            pending.run.x += pending.offset.0;
            self.lines[pending.line].runs.push(pending.run);
        }
        for pending in self.fragments.drain(..) {
            let up = shift_of(&self.groups, pending.group, pending.shift);
            let mut fragment = pending.fragment;
            debug_assert_eq!(pending.line, line);
            fragment.rect.x += f64::from(pending.offset.0);
            fragment.rect.y = f64::from(baseline - up - pending.above + pending.offset.1);
            fragment.rect.height = f64::from(pending.above + pending.below);
            if !occupied {
                (fragment.rect.y, fragment.rect.height) = (f64::from(y), 0.0);
            }
            self.done_fragments.push((pending.id, fragment));
        }
        for placed in self.placed.drain(..) {
            debug_assert_eq!(placed.line, line);
            let up = shift_of(&self.groups, placed.group, placed.shift);
            let Some(size) = self.measured.atomics.get(placed.atomic).copied() else {
                continue;
            };
            let x = placed.x + size.margin.left + placed.offset.0;
            let y = baseline - up - placed.extent.ascent + size.margin.top + placed.offset.1;
            self.done_atomics.push((size, x, y));
        }
    }
}

fn is_tab(content: &InlineContext, cluster: u32) -> bool {
    content
        .shaped
        .clusters
        .get(cluster as usize)
        .is_some_and(|cluster| cluster.kind == ClusterKind::Tab)
}
