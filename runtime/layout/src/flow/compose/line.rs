//! What a line holds: inline boxes opened and closed on it, text and atomic boxes put on it, and where they end up once its
//! height is known.

use super::*;

impl Composer<'_, '_> {
    pub(super) fn claims(&self, span: BoxId) -> bool {
        let claims = self.pass.style(span).is_containing_block();
        claims.absolute || claims.fixed
    }

    pub(super) fn push_open(&mut self, id: BoxId, pen: f32, occupied: bool) {
        let mut state = self.open_box(Some(id));
        let parent = self.open[self.open.len() - 1].clone();
        let style = self.pass.tree.get(id).style.clone();
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
        if occupied {
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

    pub(super) fn add_cluster(&mut self, line: usize, cluster: u32, owner: BoxId, x: f32, width: f32, justification: f32) {
        let c = self.content.shaped.clusters[cluster as usize];
        let state = &self.open[self.open.len() - 1];
        let (group, shift, offset, is_normal) = (state.group, state.shift, state.offset, state.is_normal);
        if let Some(last) = self.runs.last_mut()
            && last.line == line
            && last.run.owner == owner
            && last.run.run == c.run
            && last.run.clusters.end == cluster
        {
            last.run.clusters.end = cluster + 1;
            last.run.width += width;
            return;
        }
        // A fallback font widens the line only if the line height comes from the fonts.
        if is_normal && let Some(run) = self.content.shaped.runs.get(c.run as usize) {
            let extent = with_leading(run.ascent, run.descent, run.line_spacing);
            self.add_extent(group, shift, extent);
        }
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
            },
            group,
            shift,
            offset,
        });
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
