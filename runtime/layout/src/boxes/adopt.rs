//! Layout that is kept from one box tree to the next. Boxes are generated anew after every change; where a whole subtree came
//! out as it was, its boxes take over their predecessors' results and caches, so that a changed score costs the layout of its
//! ancestors and not that of the page.

use super::inline::InlineContext;
use super::{BoxId, BoxKind, BoxTree, LayoutBox};
use style::computed_values::float::T as Float;
use style::servo_arc::Arc;

/// Moves the results of `old` into the unchanged subtrees of `new`. Both were made for the same viewport and fonts.
pub(crate) fn adopt(mut old: BoxTree, new: &mut BoxTree) {
    let count = new.boxes.len();
    // Ids are indices: results name boxes by them, so the trees must have the same shape.
    let same_shape = old.boxes.len() == count
        && old.boxes.iter().zip(&new.boxes).all(|(a, b)| {
            a.node == b.node && a.part == b.part && a.kind == b.kind && a.parent == b.parent && a.children == b.children
        });
    // Floats reach into boxes beside them, which no cache knows of.
    let floats = |b: &LayoutBox| !b.is_anonymous() && b.style.get_box().float != Float::None;
    if !same_shape || new.boxes.iter().any(floats) || old.boxes.iter().any(floats) {
        return;
    }
    let mut changed: Vec<bool> = old.boxes.iter().zip(&new.boxes).map(|(a, b)| !alike(a, b)).collect();
    let order = preorder(new);
    for index in order.iter().rev() {
        if changed[*index]
            && let Some(parent) = new.boxes[*index].parent
        {
            changed[parent.index()] = true;
        }
    }
    // A table's layout moves what is deep inside, and lines place the inline boxes of their block.
    let mut in_table = vec![false; count];
    let mut reached = vec![false; count];
    for index in order {
        reached[index] = true;
        let b = &new.boxes[index];
        let Some(parent) = b.parent.map(BoxId::index) else { continue };
        let is_part = matches!(new.boxes[parent].kind, BoxKind::Table | BoxKind::RowGroup | BoxKind::Row);
        in_table[index] = changed[parent] && (is_part || in_table[parent]);
        if in_table[index] || (b.kind == BoxKind::Inline && changed[parent]) {
            changed[index] = true;
        }
    }
    for (changed, reached) in changed.iter_mut().zip(reached) {
        *changed |= !reached;
    }
    for index in 0..count {
        if changed[index] {
            continue;
        }
        let (a, b) = (&mut old.boxes[index], &mut new.boxes[index]);
        b.fragments = std::mem::take(&mut a.fragments);
        b.hoisted = std::mem::take(&mut a.hoisted);
        b.cache = std::mem::take(&mut a.cache);
        b.baselines = std::mem::take(&mut a.baselines);
        b.layout = a.layout;
        b.legend_room = a.legend_room;
        b.content_shift = a.content_shift;
        b.grid_info = std::mem::replace(&mut a.grid_info, taffy::DetailedLayoutInfo::None);
        b.claimed_by = a.claimed_by.filter(|claimer| changed.get(claimer.index()) == Some(&false));
        if let (Some(from), Some(to)) = (&mut a.inline, &mut b.inline) {
            to.lines = std::mem::take(&mut from.lines);
        }
    }
}

/// Indices of the boxes from the root down, parents first.
fn preorder(tree: &BoxTree) -> Vec<usize> {
    let mut order = Vec::with_capacity(tree.boxes.len());
    let mut todo = vec![0];
    while let Some(index) = todo.pop() {
        order.push(index);
        todo.extend(tree.boxes[index].children.iter().rev().map(|id| id.index()));
    }
    order
}

/// True if nothing that layout reads of a box itself differs.
fn alike(a: &LayoutBox, b: &LayoutBox) -> bool {
    Arc::ptr_eq(&a.style, &b.style)
        && a.marker == b.marker
        && a.natural_size == b.natural_size
        && a.natural_ratio == b.natural_ratio
        && a.options_width == b.options_width
        && a.own_size == b.own_size
        && a.is_button == b.is_button
        && a.inline_level == b.inline_level
        && a.cell == b.cell
        && a.has_legend == b.has_legend
        && match (&a.inline, &b.inline) {
            (None, None) => true,
            (Some(a), Some(b)) => inline_alike(a, b),
            _ => false,
        }
}

fn inline_alike(a: &InlineContext, b: &InlineContext) -> bool {
    // Text that is the same is not shaped again: same glyphs, same text.
    std::rc::Rc::ptr_eq(&a.shaped, &b.shaped)
        && a.text == b.text
        && a.items == b.items
        && a.styles.len() == b.styles.len()
        && a.styles
            .iter()
            .zip(&b.styles)
            .all(|(a, b)| a.0 == b.0 && Arc::ptr_eq(&a.1, &b.1))
        && match (&a.first_line, &b.first_line) {
            (None, None) => true,
            (Some(a), Some(b)) => Arc::ptr_eq(&a.style, &b.style) && inline_alike(&a.content, &b.content),
            _ => false,
        }
}
