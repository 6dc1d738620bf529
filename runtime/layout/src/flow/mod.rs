//! Layout of the box tree: block, flex and grid by Taffy; lines, replaced content, controls and tables here.

mod box_style;
mod collapse;
mod compose;
mod control;
mod fieldset;
mod inline;
mod lines;
mod place;
mod quirks;
mod ratio;
mod replaced;
mod table;

pub(crate) use box_style::BoxStyle;
pub(crate) use compose::line_height_of;
pub(crate) use quirks::Quirk;

use crate::SharedFonts;
use crate::boxes::{BoxId, BoxKind, BoxTree, Control};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use style::Atom;
use taffy::{
    AvailableSpace, Baselines, BlockContext, CacheTree, DetailedGridInfo, DetailedLayoutInfo, Layout, LayoutBlockContainer,
    LayoutContainingBlock, LayoutFlexboxContainer, LayoutGridContainer, LayoutInput, LayoutOutput, LayoutPartialTree, NodeId,
    RunMode, Size, TraversePartialTree, TraverseTree, compute_block_layout, compute_cached_layout, compute_flexbox_layout,
    compute_grid_layout, compute_oof_layout, compute_root_layout,
};

/// Sizes of a box whose baselines are remembered.
const BASELINES_MAX: usize = 9;

/// One pass of layout.
pub(crate) struct Pass<'t> {
    pub(crate) tree: &'t mut BoxTree,
    pub(crate) fonts: &'t SharedFonts,
    pub(crate) viewport: (f32, f32),
    /// Metrics by address of the computed font, which the boxes keep alive for the pass.
    pub(crate) metrics: RefCell<FxHashMap<usize, oracade_text::FontMetrics>>,
}

pub(crate) fn node(id: BoxId) -> NodeId {
    NodeId::from(u64::from(id.0))
}

pub(crate) fn box_id(node: NodeId) -> BoxId {
    BoxId(u64::from(node) as u32)
}

/// Resolves a `calc()` of the computed style.
pub(crate) fn resolve_calc(value: *const (), basis: f32) -> f32 {
    stylo_taffy::convert::resolve_calc_value(value, basis)
}

/// Lays the whole tree out in a viewport.
pub(crate) fn layout(tree: &mut BoxTree, fonts: &SharedFonts, viewport: (f32, f32)) {
    if tree.quirks {
        quirks::apply(tree, viewport);
    }
    let mut pass = Pass {
        tree,
        fonts,
        viewport,
        metrics: RefCell::default(),
    };
    collapse::collapse_all(&mut pass);
    let available = Size {
        width: AvailableSpace::Definite(viewport.0),
        height: AvailableSpace::Definite(viewport.1),
    };
    compute_root_layout(&mut pass, node(BoxId::ROOT), available);
    resolve_geometry_parents(tree);
}

/// Out-of-flow boxes hang from their containing block, all others from the nearest box with a layout of its own.
fn resolve_geometry_parents(tree: &mut BoxTree) {
    for index in 0..tree.boxes.len() {
        let id = BoxId(index as u32);
        let mut parent = tree.get(id).parent;
        while let Some(p) = parent
            && tree.get(p).kind == BoxKind::Inline
        {
            parent = tree.get(p).parent;
        }
        let b = tree.get_mut(id);
        b.geometry_parent = b.claimed_by.or(parent);
    }
    for index in 0..tree.boxes.len() {
        for child in std::mem::take(&mut tree.boxes[index].hoisted) {
            tree.get_mut(child).geometry_parent = Some(BoxId(index as u32));
            tree.boxes[index].hoisted.push(child);
        }
    }
}

impl Pass<'_> {
    pub(crate) fn style(&self, id: BoxId) -> BoxStyle<'_> {
        BoxStyle::new(self.tree.get(id), self.viewport)
    }

    fn compute(&mut self, id: BoxId, inputs: LayoutInput, context: Option<&mut BlockContext<'_>>) -> LayoutOutput {
        let mut inputs = inputs;
        if self.tree.get(id).parent == Some(BoxId::ROOT) {
            // The root element's margins do not collapse with those inside: it starts a formatting context (CSS 2 §8.3.1).
            inputs.vertical_margins_are_collapsible = taffy::Line::FALSE;
        }
        stacker::maybe_grow(192 * 1024, 2 * 1024 * 1024, || {
            if inputs.run_mode == RunMode::PerformLayout {
                self.tree.get_mut(id).content_shift = 0.0;
            }
            let mut waiting = taffy::OofCandidates::new();
            let legend = fieldset::legend(self, id, &inputs, &mut waiting);
            let mut output = self.dispatch(id, inputs, context);
            if let Some(width) = legend {
                output.size.width = output.size.width.max(width);
            }
            output.oof_candidates.append(&mut waiting);
            if inputs.run_mode == RunMode::PerformLayout {
                compute_oof_layout(self, node(id), &mut output);
            }
            output
        })
    }

    fn dispatch(&mut self, id: BoxId, inputs: LayoutInput, context: Option<&mut BlockContext<'_>>) -> LayoutOutput {
        let b = self.tree.get(id);
        match b.kind {
            BoxKind::Replaced => replaced::layout(self, id, inputs),
            BoxKind::Control(Control::Button) if b.inline.is_some() => inline::layout(self, id, inputs, None),
            BoxKind::Control(control) => control::layout(self, id, control, inputs),
            BoxKind::Flex => {
                let inputs = ratio::with_height(self, id, inputs, |pass, inputs| {
                    compute_flexbox_layout(pass, node(id), inputs)
                });
                compute_flexbox_layout(self, node(id), inputs)
            }
            BoxKind::Grid => {
                let inputs = ratio::with_height(self, id, inputs, |pass, inputs| compute_grid_layout(pass, node(id), inputs));
                compute_grid_layout(self, node(id), inputs)
            }
            BoxKind::Table => table::layout(self, id, inputs),
            BoxKind::Inline => LayoutOutput::HIDDEN,
            BoxKind::Block | BoxKind::RowGroup | BoxKind::Row => {
                let flow_root = self.style(id).is_flow_root();
                let context = if flow_root { None } else { context };
                if b.inline.is_some() {
                    inline::layout(self, id, inputs, context)
                } else {
                    compute_block_layout(self, node(id), inputs, context)
                }
            }
        }
    }
}

/// Children Taffy lays out: none of a block of lines, whose content the line layout places, and no legend in a border.
pub(crate) struct ChildIds<'a>(std::slice::Iter<'a, BoxId>);

impl Iterator for ChildIds<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        self.0.next().map(|id| node(*id))
    }
}

impl Pass<'_> {
    fn children(&self, id: NodeId) -> &[BoxId] {
        let b = self.tree.get(box_id(id));
        match (&b.inline, b.children.as_slice()) {
            (Some(_), _) => &[],
            (None, [_, others @ ..]) if b.has_legend => others,
            (None, all) => all,
        }
    }
}

impl TraversePartialTree for Pass<'_> {
    type ChildIter<'a>
        = ChildIds<'a>
    where
        Self: 'a;

    fn child_ids(&self, id: NodeId) -> ChildIds<'_> {
        ChildIds(self.children(id).iter())
    }

    fn child_count(&self, id: NodeId) -> usize {
        self.children(id).len()
    }

    fn get_child_id(&self, id: NodeId, index: usize) -> NodeId {
        node(self.children(id)[index])
    }
}

impl TraverseTree for Pass<'_> {}

impl LayoutPartialTree for Pass<'_> {
    type CoreContainerStyle<'a>
        = BoxStyle<'a>
    where
        Self: 'a;
    type CustomIdent = Atom;

    fn get_core_container_style(&self, id: NodeId) -> BoxStyle<'_> {
        self.style(box_id(id))
    }

    fn resolve_calc_value(&self, value: *const (), basis: f32) -> f32 {
        resolve_calc(value, basis)
    }

    fn set_unrounded_layout(&mut self, id: NodeId, layout: &Layout) {
        self.tree.get_mut(box_id(id)).layout = *layout;
    }

    fn compute_child_layout(&mut self, id: NodeId, inputs: LayoutInput) -> LayoutOutput {
        compute_cached_layout(self, id, inputs, |pass, id, inputs| pass.compute(box_id(id), inputs, None))
    }
}

impl LayoutContainingBlock for Pass<'_> {
    type OofItemStyle<'a>
        = BoxStyle<'a>
    where
        Self: 'a;

    fn get_oof_item_style(&self, id: NodeId) -> BoxStyle<'_> {
        self.style(box_id(id))
    }

    fn clear_hoisted_children(&mut self, id: NodeId) {
        self.tree.get_mut(box_id(id)).hoisted.clear();
    }

    fn add_hoisted_children(&mut self, id: NodeId, hoisted: &[NodeId]) {
        self.tree
            .get_mut(box_id(id))
            .hoisted
            .extend(hoisted.iter().map(|child| box_id(*child)));
    }

    fn get_detailed_layout_info(&self, id: NodeId) -> &DetailedLayoutInfo<Atom> {
        &self.tree.get(box_id(id)).grid_info
    }
}

impl CacheTree for Pass<'_> {
    fn cache_get(&mut self, id: NodeId, input: &LayoutInput) -> Option<LayoutOutput> {
        let b = self.tree.get_mut(box_id(id));
        let mut output = b.cache.get(input)?;
        if input.run_mode == RunMode::ComputeSize && output.baselines == Baselines::NONE {
            // The cache keeps only sizes of measurements, but lines stand on baselines.
            let known = b.baselines.iter().find(|(size, _)| *size == output.size);
            output.baselines = known.map_or(Baselines::NONE, |(_, baselines)| *baselines);
        }
        Some(output)
    }

    fn cache_store(&mut self, id: NodeId, input: &LayoutInput, output: LayoutOutput) {
        let b = self.tree.get_mut(box_id(id));
        if output.baselines != Baselines::NONE && !b.baselines.contains(&(output.size, output.baselines)) {
            b.baselines.retain(|(size, _)| *size != output.size);
            if b.baselines.len() >= BASELINES_MAX {
                b.baselines.remove(0);
            }
            b.baselines.push((output.size, output.baselines));
        }
        b.cache.store(input, output);
    }

    fn cache_clear(&mut self, id: NodeId) {
        let b = self.tree.get_mut(box_id(id));
        b.cache = taffy::Cache::new();
        b.baselines.clear();
    }
}

impl LayoutBlockContainer for Pass<'_> {
    type BlockContainerStyle<'a>
        = BoxStyle<'a>
    where
        Self: 'a;
    type BlockItemStyle<'a>
        = BoxStyle<'a>
    where
        Self: 'a;

    fn get_block_container_style(&self, id: NodeId) -> BoxStyle<'_> {
        self.style(box_id(id))
    }

    fn get_block_child_style(&self, id: NodeId) -> BoxStyle<'_> {
        self.style(box_id(id))
    }

    fn compute_block_child_layout(
        &mut self,
        id: NodeId,
        inputs: LayoutInput,
        context: Option<&mut BlockContext<'_>>,
    ) -> LayoutOutput {
        compute_cached_layout(self, id, inputs, |pass, id, inputs| pass.compute(box_id(id), inputs, context))
    }
}

impl LayoutFlexboxContainer for Pass<'_> {
    type FlexboxContainerStyle<'a>
        = BoxStyle<'a>
    where
        Self: 'a;
    type FlexboxItemStyle<'a>
        = BoxStyle<'a>
    where
        Self: 'a;

    fn get_flexbox_container_style(&self, id: NodeId) -> BoxStyle<'_> {
        self.style(box_id(id))
    }

    fn get_flexbox_child_style(&self, id: NodeId) -> BoxStyle<'_> {
        self.style(box_id(id))
    }
}

impl LayoutGridContainer for Pass<'_> {
    type GridContainerStyle<'a>
        = BoxStyle<'a>
    where
        Self: 'a;
    type GridItemStyle<'a>
        = BoxStyle<'a>
    where
        Self: 'a;

    fn get_grid_container_style(&self, id: NodeId) -> BoxStyle<'_> {
        self.style(box_id(id))
    }

    fn get_grid_child_style(&self, id: NodeId) -> BoxStyle<'_> {
        self.style(box_id(id))
    }

    fn set_detailed_grid_info(&mut self, id: NodeId, info: DetailedGridInfo<Atom>) {
        self.tree.get_mut(box_id(id)).grid_info = DetailedLayoutInfo::Grid(Box::new(info));
    }
}
