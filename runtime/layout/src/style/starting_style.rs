//! `@starting-style` (CSS Transitions 2 §3.3).

use crate::dom::handle::Handle;
use style::animation::AnimationSetKey;
use style::context::StyleContext;
use style::dom::{TElement, TNode};
use style::properties::ComputedValues;
use style::servo_arc::Arc;
use style::style_resolver::{PseudoElementResolution, StyleResolverForElement};
use style::stylist::RuleInclusion;

/// Starts the transitions of an element that had no style or was not shown, from what `@starting-style` says (CSS Transitions 2 §3.3).
/// True if there are any.
pub(super) fn begin<'d>(
    context: &mut StyleContext<'_, Handle<'d>>,
    element: Handle<'d>,
    before: Option<&ComputedValues>,
    style: &Arc<ComputedValues>,
) -> bool {
    let was_shown = before.is_some_and(|before| !before.clone_display().is_none());
    if was_shown || style.clone_display().is_none() || !style.get_ui().specifies_transitions() {
        return false;
    }
    let mut resolver = StyleResolverForElement::new(element, context, RuleInclusion::All, PseudoElementResolution::IfApplicable);
    let Some(starting) = resolver.resolve_starting_style(style) else {
        return false;
    };
    if starting.style().clone_display().is_none() {
        return false;
    }
    let key = AnimationSetKey::new_for_non_pseudo(element.as_node().opaque());
    let mut sets = context.shared.animations.sets.write();
    let mut set = sets.remove(&key).unwrap_or_default();
    set.update_transitions_for_new_style(true, context.shared, Some(&starting.0), style);
    let begun = std::mem::take(&mut set.dirty);
    if !set.is_empty() {
        sets.insert(key, set);
    }
    begun
}
