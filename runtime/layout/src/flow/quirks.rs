//! Heights in quirks mode (Quirks Mode Standard §3.5 to §3.7): the root fills the viewport, the body fills the root, and percentage
//! heights look for a height beyond parents that have none.

use super::{BoxStyle, resolve_calc};
use crate::boxes::{BoxId, BoxKind, BoxPart, BoxTree};
use style::computed_values::float::T as Float;
use taffy::style_helpers::TaffyAuto;
use taffy::{BoxSizing, CoreStyle, Dimension, MaybeResolve, ResolveOrZero, Size};

/// What quirks mode makes of a box's height.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Quirk {
    /// The used height, as `height` counts it.
    pub(crate) height: Option<f32>,
    /// The least height, as `min-height` counts it.
    pub(crate) least: Option<f32>,
}

/// Vertical edges of a box: margins, and borders with padding.
fn edges(style: &BoxStyle<'_>, width: f32) -> (f32, f32) {
    let margin = style.margin().resolve_or_zero(Some(width), resolve_calc);
    let padding = style.padding().resolve_or_zero(Some(width), resolve_calc);
    let border = style.border().resolve_or_zero(Some(width), resolve_calc);
    (
        margin.top + margin.bottom,
        padding.top + padding.bottom + border.top + border.bottom,
    )
}

/// Gives the boxes of a document in quirks mode their heights.
pub(super) fn apply(tree: &mut BoxTree, viewport: (f32, f32)) {
    // Content height of each box, as far as it is known without layout. Parents come before their children.
    let mut known: Vec<Option<f32>> = vec![None; tree.boxes.len()];
    known[0] = Some(viewport.1);
    let root = tree.boxes.iter().position(|b| b.parent == Some(BoxId::ROOT));
    for index in 1..tree.boxes.len() {
        let id = BoxId(index as u32);
        let b = tree.get(id);
        if b.part != BoxPart::Element || b.kind == BoxKind::Inline {
            continue;
        }
        let style = BoxStyle::new(b, viewport);
        let declared = style.size().height;
        let (margins, inner) = edges(&style, viewport.0);
        let content_box = style.box_sizing() == BoxSizing::ContentBox;
        let fills = Some(index) == root || b.parent.map(BoxId::index) == root && is_body(b);
        let mut quirk = Quirk::default();
        if declared == Dimension::AUTO {
            if fills
                && !style.position().is_out_of_flow()
                && b.style.get_box().float == Float::None
                && let Some(around) = b.parent.and_then(|parent| known[parent.index()])
            {
                let outer = (around - margins).max(0.0);
                let content = (outer - inner).max(0.0);
                quirk.least = Some(if content_box { content } else { outer });
                known[index] = Some(content);
            }
        } else {
            let basis = basis(tree, id, &known);
            let size = Size {
                width: declared,
                height: declared,
            };
            let parent = Size {
                width: basis,
                height: basis,
            };
            let resolved = size.maybe_resolve(parent, resolve_calc).height;
            let parent_known = b.parent.and_then(|parent| known[parent.index()]).is_some();
            if let Some(height) = resolved {
                known[index] = Some(if content_box { height } else { (height - inner).max(0.0) });
                // A basis of zero tells lengths from what depends on one.
                let of_basis = size
                    .maybe_resolve(
                        Size {
                            width: Some(0.0),
                            height: Some(0.0),
                        },
                        resolve_calc,
                    )
                    .height
                    != Some(height);
                if of_basis && (!parent_known || fills_parent(tree, id, root)) {
                    quirk.height = Some(height);
                }
            }
        }
        tree.get_mut(id).quirk = quirk;
    }
}

fn is_body(b: &crate::boxes::LayoutBox) -> bool {
    b.kind == BoxKind::Block
}

/// True if the parent's height is one that only quirks mode knows.
fn fills_parent(tree: &BoxTree, id: BoxId, root: Option<usize>) -> bool {
    tree.get(id)
        .parent
        .is_some_and(|parent| Some(parent.index()) == root || tree.get(parent).quirk.least.is_some())
}

/// What a percentage height refers to: the nearest height around, beyond blocks that have none.
fn basis(tree: &BoxTree, id: BoxId, known: &[Option<f32>]) -> Option<f32> {
    let mut around = tree.get(id).parent;
    while let Some(parent) = around {
        if let Some(height) = known[parent.index()] {
            return Some(height);
        }
        let b = tree.get(parent);
        let display = b.style.clone_display().inside();
        let stops = !b.is_anonymous()
            && (matches!(display, style::values::specified::box_::DisplayInside::TableCell)
                || !matches!(b.kind, BoxKind::Block | BoxKind::Inline)
                || matches!(
                    b.style.get_box().position,
                    style::computed_values::position::T::Absolute | style::computed_values::position::T::Fixed
                ));
        if stops {
            return None;
        }
        around = b.parent;
    }
    None
}
