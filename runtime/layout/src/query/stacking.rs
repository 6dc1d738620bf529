//! Painting order (CSS 2 Appendix E): stacking contexts as a tree, shared by painting and hit testing.

use super::geometry::is_transformed;
use crate::Document;
use crate::boxes::{BoxId, BoxKind, BoxTree, LayoutBox};
use style::computed_values::{
    float::T as Float, isolation::T as Isolation, mix_blend_mode::T as MixBlendMode, position::T as Position,
    transform_style::T as TransformStyle,
};
use style::values::computed::ZIndex;
use style::values::specified::box_::{Contain, WillChangeBits};

/// One stacking context, or a box painted as if it were one.
#[derive(Debug)]
pub struct StackingContext {
    /// The box that makes it. Its own background and borders are the first of [`Self::flow`].
    pub root: BoxId,
    /// `z-index` (0 for `auto`).
    pub z_index: i32,
    /// True for a real stacking context: opacity, transforms and filters apply to it as a group.
    pub is_real: bool,
    /// Stacking contexts with negative `z-index`, in order; painted after the root's own background.
    pub negative: Vec<StackingContext>,
    /// Content in flow: backgrounds of blocks, then floats, then inline content.
    pub flow: Vec<FlowItem>,
    /// Positioned content with `z-index` `auto` or not negative, in order.
    pub above: Vec<StackingContext>,
}

/// A step of painting a stacking context's content in flow.
#[derive(Debug)]
pub enum FlowItem {
    /// Background and borders of a box (not of the context's root), or the pixels of replaced content.
    Box(BoxId),
    /// The lines of a block: text, and backgrounds of inline boxes; atomic boxes of the lines come as [`Self::Atomic`] after.
    Lines(BoxId),
    /// A float or atomic inline box, painted as a whole.
    Atomic(StackingContext),
}

/// True if a box establishes a stacking context (CSS 2 §9.9.1 and later modules).
pub(crate) fn establishes(boxes: &BoxTree, b: &LayoutBox) -> bool {
    if b.is_anonymous() {
        return false;
    }
    let style = &b.style;
    let box_style = style.get_box();
    let effects = style.get_effects();
    let positioned = box_style.position != Position::Static;
    let is_item = b
        .parent
        .is_some_and(|p| matches!(boxes.get(p).kind, BoxKind::Flex | BoxKind::Grid));
    matches!(box_style.position, Position::Fixed | Position::Sticky)
        || (matches!(style.get_position().z_index, ZIndex::Integer(_)) && (positioned || is_item))
        || effects.opacity < 1.0
        || is_transformed(style)
        || b.hides_back()
        || box_style.transform_style == TransformStyle::Preserve3d
        || !effects.filter.0.is_empty()
        || !effects.backdrop_filter.0.is_empty()
        || effects.mix_blend_mode != MixBlendMode::Normal
        || box_style.isolation == Isolation::Isolate
        || !matches!(box_style.perspective, style::values::computed::Perspective::None)
        || box_style.contain.intersects(Contain::LAYOUT | Contain::PAINT)
        || box_style
            .will_change
            .bits
            .intersects(WillChangeBits::TRANSFORM | WillChangeBits::OPACITY | WillChangeBits::STACKING_CONTEXT_UNCONDITIONAL)
        || box_style.container_type.intersects(
            style::values::specified::box_::ContainerType::SIZE | style::values::specified::box_::ContainerType::INLINE_SIZE,
        )
        || crate::style::svg_properties::value(style, "filter").is_some()
        || !matches!(
            style.get_svg().clip_path,
            style::values::computed::basic_shape::ClipPath::None
        )
        || style
            .get_svg()
            .mask_image
            .0
            .iter()
            .any(|image| !matches!(image, style::values::computed::Image::None))
}

fn z_index(b: &LayoutBox) -> i32 {
    match b.style.get_position().z_index {
        ZIndex::Integer(z) => z,
        ZIndex::Auto => 0,
    }
}

struct Collector<'b> {
    document: &'b Document,
    boxes: &'b BoxTree,
}

/// Backgrounds, floats and inline content being collected for a context.
#[derive(Default)]
struct Layers {
    backgrounds: Vec<FlowItem>,
    floats: Vec<FlowItem>,
    inlines: Vec<FlowItem>,
    positioned: Vec<StackingContext>,
}

impl Collector<'_> {
    fn context(&self, root: BoxId, is_real: bool, depth: u32) -> (StackingContext, Vec<StackingContext>) {
        let b = self.boxes.get(root);
        let mut layers = Layers::default();
        self.content(root, &mut layers, depth);
        let mut flow = layers.backgrounds;
        flow.append(&mut layers.floats);
        flow.append(&mut layers.inlines);
        let mut context = StackingContext {
            root,
            z_index: if is_real { z_index(b) } else { 0 },
            is_real,
            negative: Vec::new(),
            flow,
            above: Vec::new(),
        };
        if !is_real {
            // Positioned descendants take part in the stacking context around.
            return (context, layers.positioned);
        }
        layers.positioned.sort_by_key(|child| child.z_index);
        for child in layers.positioned {
            if child.z_index < 0 {
                context.negative.push(child)
            } else {
                context.above.push(child)
            }
        }
        if b.keeps_depth() {
            self.sort_by_depth(&mut context);
        }
        (context, Vec::new())
    }

    /// Puts what shares a three-dimensional space in the order of depth, whatever its `z-index` (CSS Transforms 2 §4.2): contexts
    /// behind the root's own plane before it.
    fn sort_by_depth(&self, context: &mut StackingContext) {
        // Planes that are as far count as one.
        const SAME: f64 = 1e-3;
        let depth = |id| (self.document.standing(self.boxes, id).depth / SAME).round();
        let own = depth(context.root);
        let mut children: Vec<(f64, StackingContext)> = context
            .negative
            .drain(..)
            .chain(context.above.drain(..))
            .map(|child| (depth(child.root), child))
            .collect();
        children.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (depth, child) in children {
            if depth < own {
                context.negative.push(child)
            } else {
                context.above.push(child)
            }
        }
    }

    /// True if only the back of a box is towards the viewer, and it does not show that.
    fn is_turned_away(&self, b: &LayoutBox, id: BoxId) -> bool {
        b.hides_back() && !b.keeps_depth() && self.document.standing(self.boxes, id).turned
    }

    /// Adds the children of a box.
    fn content(&self, id: BoxId, layers: &mut Layers, depth: u32) {
        if depth > 4096 {
            return;
        }
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            let b = self.boxes.get(id);
            if b.inline.is_some() {
                layers.inlines.push(FlowItem::Lines(id));
            }
            for child in &b.children {
                self.child(*child, layers, depth + 1);
            }
        });
    }

    fn child(&self, id: BoxId, layers: &mut Layers, depth: u32) {
        let b = self.boxes.get(id);
        if b.top_layer {
            // Above everything, in the order of the layer.
            let (mut context, _) = self.context(id, true, depth);
            context.z_index = i32::MAX;
            layers.positioned.push(context);
            return;
        }
        let real = establishes(self.boxes, b);
        if real && self.is_turned_away(b, id) {
            return;
        }
        let positioned = !b.is_anonymous() && b.style.get_box().position != Position::Static;
        if real || positioned {
            let (context, mut escaped) = self.context(id, real, depth);
            layers.positioned.push(context);
            layers.positioned.append(&mut escaped);
            return;
        }
        if b.kind == BoxKind::Inline {
            self.content(id, layers, depth);
            return;
        }
        let float = !b.is_anonymous() && b.style.get_box().float != Float::None;
        let is_item = b
            .parent
            .is_some_and(|p| matches!(self.boxes.get(p).kind, BoxKind::Flex | BoxKind::Grid));
        if float || b.inline_level || is_item {
            let (context, mut escaped) = self.context(id, false, depth);
            layers.positioned.append(&mut escaped);
            let item = FlowItem::Atomic(context);
            if float {
                layers.floats.push(item)
            } else if b.inline_level {
                layers.inlines.push(item)
            } else {
                layers.backgrounds.push(item)
            }
            return;
        }
        layers.backgrounds.push(FlowItem::Box(id));
        self.content(id, layers, depth);
    }
}

impl Document {
    /// The stacking contexts of the document, the root's first. Brings layout up to date.
    pub fn stacking(&mut self) -> StackingContext {
        self.update();
        self.stacking_now()
    }

    pub(crate) fn stacking_now(&self) -> StackingContext {
        match self.current_boxes() {
            Some(boxes) => Collector { document: self, boxes }.context(BoxId::ROOT, true, 0).0,
            None => StackingContext {
                root: BoxId::ROOT,
                z_index: 0,
                is_real: true,
                negative: Vec::new(),
                flow: Vec::new(),
                above: Vec::new(),
            },
        }
    }
}
