//! What animations and transitions show at a moment, where the style engine samples them otherwise: iterations in reverse (Web
//! Animations §4.10), and easing curves (CSS Easing 2 §2.2).
//!
//! The style engine solves an easing curve the less exactly the shorter an animation is: in half a second it may be wrong by a hundredth
//! of its way. Nothing but the length decides that, so an animation is sampled as one of a fixed length that stands at the same place.

use style::animation::{Animation, AnimationSetKey, AnimationState, ElementAnimationSet, KeyframesIterationState};
use style::context::SharedStyleContext;
use style::properties::PropertyDeclarationBlock;
use style::properties::longhands::{
    animation_direction::computed_value::single_value::T as AnimationDirection,
    animation_fill_mode::computed_value::single_value::T as AnimationFillMode,
};
use style::servo_arc::Arc;
use style::shared_lock::{Locked, SharedRwLock};

type Declarations = Arc<Locked<PropertyDeclarationBlock>>;

/// Seconds at which a curve is solved to a ten-millionth.
const LENGTH: f64 = 50_000.0;

/// Start and duration of what stands at the same place of a length of [`LENGTH`] now; as they are where there is no length.
fn stretched(start: f64, duration: f64, now: f64) -> (f64, f64) {
    let scale = LENGTH / duration;
    if duration > 0.0 && scale.is_finite() {
        (now - (now - start) * scale, LENGTH)
    } else {
        (start, duration)
    }
}

/// What an element's animations declare now.
///
/// The style engine runs an iteration in reverse as if its keyframes' timing functions were mirrored. They are not: the iteration shows at
/// each moment what one forwards shows at the moment as far from its end. So it is sampled as that.
pub(crate) fn declarations(context: &SharedStyleContext<'_>, key: &AnimationSetKey, lock: &SharedRwLock) -> Option<Declarations> {
    let now = context.current_time_for_animations;
    let mut sets = context.animations.sets.write();
    let set = sets.get_mut(key)?;
    if set.animations.is_empty() {
        return None;
    }
    let map = if set.animations.iter().any(|animation| runs_backwards(animation, now)) {
        let mut turned = ElementAnimationSet {
            animations: set.animations.clone(),
            ..ElementAnimationSet::default()
        };
        for animation in &mut turned.animations {
            if runs_backwards(animation, now) {
                turn(animation, now);
            }
            (animation.started_at, animation.duration) = stretched(animation.started_at, animation.duration, now);
        }
        turned.get_value_map_for_active_animations(now)
    } else {
        let kept: Vec<(f64, f64)> = set.animations.iter().map(|a| (a.started_at, a.duration)).collect();
        for animation in &mut set.animations {
            (animation.started_at, animation.duration) = stretched(animation.started_at, animation.duration, now);
        }
        let map = set.get_value_map_for_active_animations(now);
        for (animation, kept) in set.animations.iter_mut().zip(kept) {
            (animation.started_at, animation.duration) = kept;
        }
        map
    };
    Some(Arc::new(lock.wrap(PropertyDeclarationBlock::from_animation_value_map(&map?))))
}

/// What an element's transitions declare now.
pub(crate) fn transitions(context: &SharedStyleContext<'_>, key: &AnimationSetKey, lock: &SharedRwLock) -> Option<Declarations> {
    let now = context.current_time_for_animations;
    let kept: Vec<(f64, f64)> = {
        let mut sets = context.animations.sets.write();
        let transitions = sets.get_mut(key)?.transitions.iter_mut();
        transitions
            .map(|transition| {
                let duration = &mut transition.property_animation.duration;
                let kept = (transition.start_time, *duration);
                (transition.start_time, *duration) = stretched(transition.start_time, *duration, now);
                kept
            })
            .collect()
    };
    if kept.is_empty() {
        return None;
    }
    let declarations = context.animations.get_transition_declarations(key, now, lock);
    if let Some(set) = context.animations.sets.write().get_mut(key) {
        for (transition, kept) in set.transitions.iter_mut().zip(kept) {
            (transition.start_time, transition.property_animation.duration) = kept;
        }
    }
    declarations
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
