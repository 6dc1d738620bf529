//! Lists of animations (CSS Animations 1 §3.1, `animation-name`): all of a list are run and follow changes of their properties, and
//! later ones override earlier ones.
//!
//! The style engine looks at a list from its start and ends with the first animation that runs already. What is behind it in the
//! list is looked at here.

use crate::dom::handle::Handle;
use style::Atom;
use style::animation::{Animation, AnimationSetKey, AnimationState, ElementAnimationSet, maybe_start_animations};
use style::context::StyleContext;
use style::data::ElementData;
use style::dom::{TElement, TNode};
use style::properties::ComputedValues;
use style::selector_parser::PseudoElement;
use style::servo_arc::Arc;
use style::style_resolver::{PseudoElementResolution, StyleResolverForElement};
use style::stylist::RuleInclusion;

/// Brings the animations of an element and of its `::before` and `::after`, whose style has just been computed, in line with their lists.
/// True if that changed any, so that the style does not show it yet.
pub(super) fn complete<'d>(context: &mut StyleContext<'_, Handle<'d>>, element: Handle<'d>, data: &ElementData) -> bool {
    if context.shared.animations.sets.read().is_empty() {
        return false;
    }
    let node = element.as_node().opaque();
    let mut changed = complete_one(
        context,
        element,
        &AnimationSetKey::new_for_non_pseudo(node),
        data.styles.primary(),
    );
    for pseudo in [PseudoElement::Before, PseudoElement::After] {
        if let Some(style) = data.styles.pseudos.get(&pseudo) {
            changed |= complete_one(context, element, &AnimationSetKey::new_for_pseudo(node, pseudo), style);
        }
    }
    changed
}

fn complete_one<'d>(
    context: &mut StyleContext<'_, Handle<'d>>,
    element: Handle<'d>,
    key: &AnimationSetKey,
    style: &Arc<ComputedValues>,
) -> bool {
    let names = names(style);
    if names.len() < 2 {
        return false;
    }
    let place = |animation: &Animation| names.iter().rposition(|one| *one == animation.name);
    let is_behind = match context.shared.animations.sets.read().get(key) {
        Some(set) if is_behind(set, &names) => true,
        Some(set) if !set.animations.is_sorted_by_key(place) => false,
        _ => return false,
    };
    if !is_behind {
        // The same animations in another order: only which of them wins is new.
        let mut sets = context.shared.animations.sets.write();
        if let Some(set) = sets.get_mut(key) {
            set.animations.sort_by_key(place);
        }
        return true;
    }
    let shared = context.shared;
    let mut resolver = StyleResolverForElement::new(element, context, RuleInclusion::All, PseudoElementResolution::IfApplicable);
    let mut wanted = ElementAnimationSet::default();
    maybe_start_animations(element, shared, style, &mut wanted, &mut resolver);
    let now = shared.current_time_for_animations;
    let mut sets = shared.animations.sets.write();
    let Some(set) = sets.get_mut(key) else { return false };
    let mut changed = false;
    for animation in wanted.animations {
        let alive = set.animations.iter_mut().filter(|a| a.state != AnimationState::Canceled);
        match alive.into_iter().find(|a| a.name == animation.name) {
            None => set.animations.push(animation),
            // The style engine has seen this one.
            Some(known) if known.is_new => continue,
            Some(known) => known.update_from_other(&animation, now),
        }
        changed = true;
    }
    set.animations.sort_by_key(place);
    changed
}

/// The animations that a style names and that have a duration.
fn names(style: &ComputedValues) -> Vec<Atom> {
    let ui = style.get_ui();
    if !ui.specifies_animations() {
        return Vec::new();
    }
    let lasting = ui
        .animation_name_iter()
        .enumerate()
        .filter(|(at, _)| ui.animation_duration_mod(*at).seconds() != 0.0);
    lasting.filter_map(|(_, name)| name.as_atom().cloned()).collect()
}

/// True if the style engine has just looked at a list, which makes what it sees new, and has not come to the end.
fn is_behind(set: &ElementAnimationSet, names: &[Atom]) -> bool {
    let alive = || set.animations.iter().filter(|a| a.state != AnimationState::Canceled);
    let is_new = |name: &Atom| alive().find(|a| a.name == *name).map(|a| a.is_new);
    let seen: Vec<_> = names.iter().map(is_new).collect();
    seen.contains(&Some(true)) && seen.iter().any(|new| *new != Some(true))
}
