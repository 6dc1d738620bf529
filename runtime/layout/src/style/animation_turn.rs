//! Iterations in reverse (Web Animations §4.10), which the style engine samples otherwise.

use style::animation::{Animation, AnimationSetKey, AnimationState, ElementAnimationSet, KeyframesIterationState};
use style::context::SharedStyleContext;
use style::properties::PropertyDeclarationBlock;
use style::properties::longhands::{
    animation_direction::computed_value::single_value::T as AnimationDirection,
    animation_fill_mode::computed_value::single_value::T as AnimationFillMode,
};
use style::servo_arc::Arc;
use style::shared_lock::{Locked, SharedRwLock};

/// What an element's animations declare now.
///
/// The style engine runs an iteration in reverse as if its keyframes' timing functions were mirrored. They are not: the iteration shows at
/// each moment what one forwards shows at the moment as far from its end (Web Animations §4.10). So it is sampled as that.
pub(crate) fn declarations(
    context: &SharedStyleContext<'_>,
    key: &AnimationSetKey,
    lock: &SharedRwLock,
) -> Option<Arc<Locked<PropertyDeclarationBlock>>> {
    let now = context.current_time_for_animations;
    let sets = context.animations.sets.read();
    let set = sets.get(key)?;
    if !set.animations.iter().any(|animation| runs_backwards(animation, now)) {
        drop(sets);
        return context.animations.get_animation_declarations(key, now, lock);
    }
    let mut turned = ElementAnimationSet {
        animations: set.animations.clone(),
        ..ElementAnimationSet::default()
    };
    for animation in &mut turned.animations {
        if runs_backwards(animation, now) {
            turn(animation, now);
        }
    }
    let map = turned.get_value_map_for_active_animations(now)?;
    Some(Arc::new(lock.wrap(PropertyDeclarationBlock::from_animation_value_map(&map))))
}

/// True if an animation is in an iteration in reverse.
fn runs_backwards(animation: &Animation, now: f64) -> bool {
    let progress = match animation.state {
        AnimationState::Running | AnimationState::Pending | AnimationState::Finished => {
            (now - animation.started_at) / animation.duration
        }
        AnimationState::Paused(progress) => progress,
        AnimationState::Canceled => return false,
    };
    animation.current_direction == AnimationDirection::Reverse && progress > 0.0 && progress.is_finite()
}

/// Makes an iteration in reverse one forwards that stands at the same place.
fn turn(animation: &mut Animation, now: f64) {
    let end = animation.current_iteration_end_progress();
    let turned = |progress: f64| 1.0 - progress.min(end).max(0.0);
    let fills = matches!(animation.fill_mode, AnimationFillMode::Forwards | AnimationFillMode::Both);
    if animation.has_ended(now) && !fills {
        return;
    }
    match &mut animation.state {
        AnimationState::Paused(progress) => *progress = turned(*progress),
        _ => {
            let progress = turned((now - animation.started_at) / animation.duration);
            animation.state = AnimationState::Paused(progress);
        }
    }
    animation.current_direction = AnimationDirection::Normal;
    animation.iteration_state = KeyframesIterationState::Infinite(0.0);
}
