//! CSS animations and transitions on the virtual clock, and their events (CSS Animations 2 §4, CSS Transitions 2 §5).

use super::animation_control::{Gone, KnownAnimations, PAST_THE_END, property};
use crate::Document;
use crate::dom::tree::Node;
use style::animation::{Animation, AnimationSetKey, AnimationState, ElementAnimationSet, KeyframesIterationState, Transition};
use style::dom::OpaqueNode;
use style::invalidation::element::restyle_hints::RestyleHint;
use style::selector_parser::PseudoElement;

/// An event to fire at an element.
#[derive(Clone, Debug, PartialEq)]
pub struct AnimationEvent {
    /// The element.
    pub node: u32,
    /// `animationstart`, `animationiteration`, `animationend`, `animationcancel`, `transitionrun`, `transitionstart`,
    /// `transitionend` or `transitioncancel`.
    pub kind: &'static str,
    /// Name of the animation, or of the property.
    pub name: String,
    /// Elapsed time in seconds.
    pub elapsed: f64,
    /// `::before`, `::after` or nothing.
    pub pseudo: &'static str,
}

impl Document {
    /// Sets the time of the animation timeline in ms. Styles computed from now on are those of that time.
    pub fn set_time(&mut self, milliseconds: f64) {
        let now = milliseconds / 1000.0;
        if now.is_finite() && now != self.engine.now {
            self.engine.now = now;
            self.impose_controls();
            self.mark_animated();
        }
    }

    /// Restyles every element with a running animation.
    fn mark_animated(&mut self) {
        let sets = self.engine.animations.sets.read();
        for (key, set) in sets.iter() {
            if set.needs_animation_ticks()
                && let Some(node) = self.tree.get(key.node.0 as u32)
            {
                node.add_restyle_hint(hint(key));
                self.engine.dirty = true;
            }
        }
    }

    /// Moves the timeline to a frame's time in ms if that is all there is to do: nothing has changed and nothing moves. Otherwise
    /// true: [`Document::anim_tick`] has to.
    pub fn anim_due(&mut self, milliseconds: f64) -> bool {
        let rests = !self.engine.needs_restyle()
            && !self.tree.has_stale_slots()
            && self.events.is_empty()
            && self.known_animations.is_at_rest()
            && self.engine.animations.sets.read().values().all(is_at_rest);
        if rests && milliseconds.is_finite() {
            self.engine.now = milliseconds / 1000.0;
        }
        !rests
    }

    /// Moves animations and transitions on to a time in ms and returns the events due, in order.
    pub fn anim_tick(&mut self, milliseconds: f64) -> Vec<AnimationEvent> {
        self.begin_with_frame(milliseconds / 1000.0 - self.engine.now);
        self.set_time(milliseconds);
        self.update_style();
        let now = self.engine.now;
        let mut events = std::mem::take(&mut self.events);
        let mut touched = Vec::new();
        {
            let mut sets = self.engine.animations.sets.write();
            let mut keys: Vec<AnimationSetKey> = sets.keys().cloned().collect();
            keys.sort_by_key(|key| (key.node.0, key.pseudo_element.map_or(0, |p| p as usize + 1)));
            // Events of transitions come before those of animations (Web Animations §4.19.1).
            let mut running = Vec::new();
            for key in keys {
                let Some(set) = sets.get_mut(&key) else {
                    continue;
                };
                let alive = self.tree.get(key.node.0 as u32).is_some_and(Node::has_style_data);
                if !alive {
                    set.cancel_all_animations();
                }
                let mut changed = false;
                for transition in &mut set.transitions {
                    if transition.is_new {
                        self.known_animations.begins(&key, true, &property(transition));
                    }
                    let cancelled = transition.state == AnimationState::Canceled;
                    if cancelled && self.known_animations.is_taken_over(&key, true, &property(transition)) {
                        continue;
                    }
                    changed |= tick_transition(transition, &key, now, &mut events);
                }
                for animation in &mut set.animations {
                    let known = &mut self.known_animations;
                    if animation.state == AnimationState::Canceled {
                        let over = known.ends(&key, &animation.name);
                        if over || known.is_cancelled(&key, false, &animation.name) {
                            continue;
                        }
                    } else if animation.is_new {
                        // The style engine calls one new whose properties changed, too.
                        animation.is_new = known.begins_to_run(&key, &animation.name);
                    }
                    changed |= tick_animation(animation, &key, now, known, &mut running);
                }
                set.clear_canceled_animations();
                set.transitions.retain(|t| t.state != AnimationState::Finished);
                if changed {
                    touched.push(key.clone());
                }
            }
            sets.retain(|_, set| !set.is_empty());
            events.append(&mut running);
            self.known_animations.frame();
        }
        for key in touched {
            if let Some(node) = self.tree.get(key.node.0 as u32) {
                node.add_restyle_hint(hint(&key));
                self.engine.dirty = true;
            }
        }
        events
    }

    /// The end of a frame's own work: what its callbacks have started begins with it. Nothing to do unless something may have been.
    pub fn anim_ready(&mut self) {
        if !self.engine.uses_motion {
            return;
        }
        self.update_style();
        for (key, set) in self.engine.animations.sets.read().iter() {
            self.known_animations.set_ready(key, set);
        }
    }

    /// What was started since the last frame's end, by somebody who asked for a style, begins with this frame and not with that one
    /// (Web Animations §4.4.9: the start time of a pending animation is that of the frame in which it is ready).
    fn begin_with_frame(&mut self, since: f64) {
        if !(since.is_finite() && since > 0.0) {
            return;
        }
        let known = &self.known_animations;
        for (key, set) in self.engine.animations.sets.write().iter_mut() {
            let gone = Gone::of(set);
            for transition in set.transitions.iter_mut().filter(|transition| transition.is_new) {
                if !known.is_ready(key, true, &property(transition), &gone) {
                    transition.start_time += since;
                }
            }
            let alive = set.animations.iter_mut().filter(|a| a.state != AnimationState::Canceled);
            for animation in alive.filter(|a| a.is_new) {
                let name = &animation.name;
                let begins = gone.animations(name) > 0 || !known.has_begun(key, name);
                if begins && !known.is_ready(key, false, name, &gone) {
                    animation.started_at += since;
                }
            }
        }
    }

    /// True while some animation or transition still runs.
    pub fn anim_active(&mut self) -> bool {
        self.update_style();
        self.engine
            .animations
            .sets
            .read()
            .values()
            .any(|set| set.needs_animation_ticks())
    }

    pub(crate) fn forget_animations(&mut self, node: u32) {
        let mut sets = self.engine.animations.sets.write();
        if !sets.is_empty() {
            sets.retain(|key, _| key.node != OpaqueNode(node as usize));
        }
        self.known_animations.forget(node);
    }
}

pub(super) fn hint(key: &AnimationSetKey) -> RestyleHint {
    if key.pseudo_element.is_some() {
        RestyleHint::RESTYLE_SELF | RestyleHint::RESTYLE_PSEUDOS
    } else {
        RestyleHint::RESTYLE_SELF
    }
}

pub(super) fn pseudo_name(key: &AnimationSetKey) -> &'static str {
    match key.pseudo_element {
        Some(PseudoElement::Before) => "::before",
        Some(PseudoElement::After) => "::after",
        _ => "",
    }
}

fn push(events: &mut Vec<AnimationEvent>, key: &AnimationSetKey, kind: &'static str, name: String, elapsed: f64) {
    events.push(AnimationEvent {
        node: key.node.0 as u32,
        kind,
        name,
        elapsed,
        pseudo: pseudo_name(key),
    });
}

fn tick_transition(transition: &mut Transition, key: &AnimationSetKey, now: f64, events: &mut Vec<AnimationEvent>) -> bool {
    let name = || property(transition);
    let duration = transition.property_animation.duration;
    let before = transition.state.clone();
    let is_new = transition.is_new;
    let mut name_text = None;
    let mut emit = |kind, elapsed, events: &mut Vec<AnimationEvent>| {
        let text = name_text.get_or_insert_with(name).clone();
        push(events, key, kind, text, elapsed);
    };
    if is_new && before != AnimationState::Canceled {
        emit("transitionrun", (-transition.delay).clamp(0.0, duration), events);
    }
    if before == AnimationState::Canceled {
        if !is_new {
            emit("transitioncancel", (now - transition.start_time).clamp(0.0, duration), events);
        }
        return true;
    }
    let mut state = before.clone();
    if state == AnimationState::Pending && transition.start_time <= now {
        state = AnimationState::Running;
        emit("transitionstart", (-transition.delay).clamp(0.0, duration), events);
    } else if is_new && state == AnimationState::Running {
        emit("transitionstart", (-transition.delay).clamp(0.0, duration), events);
    }
    if state == AnimationState::Running && transition.has_ended(now) {
        state = AnimationState::Finished;
        emit("transitionend", duration, events);
    }
    transition.is_new = false;
    let changed = state != before;
    transition.state = state;
    changed
}

/// Whether all of an element's animations stand still and have said so: they are over, or held by style.
fn is_at_rest(set: &ElementAnimationSet) -> bool {
    let stands = |animation: &Animation| !animation.is_new && matches!(animation.state, AnimationState::Paused(_));
    set.transitions.is_empty() && set.animations.iter().all(stands)
}

/// True if an animation is past its delay, be it running or held there.
fn is_in_effect(animation: &Animation) -> bool {
    match animation.state {
        AnimationState::Running => true,
        AnimationState::Paused(progress) => progress >= 0.0,
        _ => false,
    }
}

fn tick_animation(
    animation: &mut Animation,
    key: &AnimationSetKey,
    now: f64,
    known: &mut KnownAnimations,
    events: &mut Vec<AnimationEvent>,
) -> bool {
    let name = animation.name.to_string();
    if known.is_over(key, &name) {
        if matches!(animation.state, AnimationState::Paused(_)) {
            return false;
        }
        // A restyle lets it run again: only if it has become longer is that so.
        animation.state = AnimationState::Running;
        if animation.has_ended(now) {
            animation.state = AnimationState::Paused(PAST_THE_END);
            return true;
        }
        known.set_over(key, &name, false);
    }
    if animation.state == AnimationState::Canceled {
        if !animation.is_new {
            push(events, key, "animationcancel", name, (now - animation.started_at).max(0.0));
        }
        return true;
    }
    let mut changed = false;
    let was_new = std::mem::replace(&mut animation.is_new, false);
    if animation.state == AnimationState::Pending && animation.started_at <= now {
        animation.state = AnimationState::Running;
        changed = true;
        push(events, key, "animationstart", name.clone(), (-animation.delay).max(0.0));
    } else if was_new && is_in_effect(animation) {
        push(events, key, "animationstart", name.clone(), (-animation.delay).max(0.0));
    }
    // At most one iteration event is fired a frame, however many iterations it spans.
    let mut iterated = false;
    for _ in 0..10_000 {
        if !animation.iterate_if_necessary(now) {
            break;
        }
        iterated = true;
    }
    if iterated {
        changed = true;
        let done = match animation.iteration_state {
            KeyframesIterationState::Infinite(current) | KeyframesIterationState::Finite(current, _) => current,
        };
        push(events, key, "animationiteration", name.clone(), done * animation.duration);
    }
    if animation.state == AnimationState::Running && animation.has_ended(now) {
        animation.state = AnimationState::Paused(PAST_THE_END);
        known.set_over(key, &name, true);
        changed = true;
        let total = match animation.iteration_state {
            KeyframesIterationState::Finite(_, max) => max,
            KeyframesIterationState::Infinite(current) => current,
        };
        push(events, key, "animationend", name, total * animation.duration);
    }
    changed
}
