//! What script sees and does of CSS animations and transitions (CSS Animations 2 §2, CSS Transitions 2 §3): each has a number of its
//! own while it exists, and script can put it at a time, hold it there or let it run at another rate.
//!
//! The style engine knows neither rates nor seeking. A controlled animation is therefore put to its time by its fields whenever time or
//! style has moved; one that script never touched is left alone.

use super::animation::{AnimationEvent, hint};
use super::computed::declaration_text;
use crate::Document;
use std::collections::{BTreeMap, BTreeSet};
use style::Atom;
use style::animation::{Animation, AnimationSetKey, AnimationState, ElementAnimationSet, KeyframesIterationState, Transition};
use style::computed_values::animation_direction::single_value::T as Direction;
use style::computed_values::animation_fill_mode::single_value::T as Fill;
use style::selector_parser::PseudoElement;
use style_traits::ToCss;

/// An animation or transition as script sees it; times are milliseconds of the timeline.
#[derive(Clone, Debug, PartialEq)]
pub struct AnimationFacts {
    /// Its number, which no other animation of the document ever has.
    pub id: u32,
    /// Its element.
    pub node: u32,
    /// `::before`, `::after` or nothing.
    pub pseudo: &'static str,
    /// A transition, not an animation.
    pub is_transition: bool,
    /// Its first frame has been.
    pub begun: bool,
    /// Name of the animation, or of the property.
    pub name: String,
    /// When its current time was 0; `None` while it is held.
    pub start: Option<f64>,
    /// The current time at which it is held (paused).
    pub hold: Option<f64>,
    /// Of one iteration.
    pub duration: f64,
    /// Before the first iteration.
    pub delay: f64,
    /// How many; may be infinite.
    pub iterations: f64,
    /// `normal`, `reverse`, `alternate`, `alternate-reverse`.
    pub direction: String,
    /// `none`, `forwards`, `backwards`, `both`.
    pub fill: String,
    /// First and last value of a transition.
    pub values: Option<(String, String)>,
}

/// What script made of an animation; times are milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AnimationControl {
    /// It is no more.
    Cancelled,
    /// It is no more here, since script runs it itself: nothing is said of its end.
    TakenOver,
    /// It is at `hold`, or runs since `start` at a rate.
    Timed {
        /// When its current time was 0.
        start: f64,
        /// The current time it stays at.
        hold: Option<f64>,
        /// How fast; below 0 it runs backwards.
        rate: f64,
    },
}

/// The progress of an animation that has come to its end. The style engine forgets what is finished, and with it the values that stay and
/// that it has been; so such an animation is held past its end, where no rounding can bring it back.
pub(super) const PAST_THE_END: f64 = 2.0;

/// Where an animation is found: element, pseudo-element, transition, name.
type Place = (u32, u8, bool, String);

/// An animation that has been given a number.
#[derive(Debug)]
pub(crate) struct Known {
    id: u32,
    /// It had not begun when it was given; an animation of its place that begins afterwards is another one.
    fresh: bool,
    control: Option<AnimationControl>,
}

/// All of a document that script has seen, and which are under way.
#[derive(Default, Debug)]
pub(crate) struct KnownAnimations {
    by_place: BTreeMap<Place, Known>,
    /// Animations whose first frame has been; whether they are over.
    begun: BTreeMap<Place, bool>,
    /// Cancelled since the last frame, and taken out of the element's style.
    cancelled: BTreeSet<Place>,
    /// Those that began by the end of the last frame, with it; and how many of their places were cancelled by then.
    ready: BTreeMap<Place, usize>,
    last: u32,
}

/// What was cancelled of an element since the last frame; what has the place of such a one came after it.
pub(super) struct Gone {
    animations: Vec<Atom>,
    transitions: Vec<String>,
}

impl Gone {
    pub(super) fn of(set: &ElementAnimationSet) -> Self {
        let animations = set.animations.iter().filter(|a| a.state == AnimationState::Canceled);
        let transitions = set.transitions.iter().filter(|t| t.state == AnimationState::Canceled);
        Self {
            animations: animations.map(|a| a.name.clone()).collect(),
            transitions: transitions.map(property).collect(),
        }
    }

    pub(super) fn animations(&self, name: &str) -> usize {
        self.animations.iter().filter(|gone| ***gone == *name).count()
    }

    fn count(&self, is_transition: bool, name: &str) -> usize {
        if is_transition {
            self.transitions.iter().filter(|gone| *gone == name).count()
        } else {
            self.animations(name)
        }
    }
}

impl KnownAnimations {
    /// Whether script holds none, and a frame would change nothing of what is known.
    pub(super) fn is_at_rest(&self) -> bool {
        self.cancelled.is_empty() && self.ready.is_empty() && self.by_place.values().all(|known| known.control.is_none())
    }

    /// True if an animation's first frame has been.
    pub(super) fn has_begun(&self, key: &AnimationSetKey, name: &str) -> bool {
        !self.begun.is_empty() && self.begun.contains_key(&place(key, false, name))
    }

    /// An animation's frame: true if it is its first.
    pub(super) fn begins_to_run(&mut self, key: &AnimationSetKey, name: &str) -> bool {
        let place = place(key, false, name);
        let first = !self.begun.contains_key(&place);
        if first {
            self.begun.insert(place, false);
            self.begins(key, false, name);
        }
        first
    }

    /// Whether an animation has come to its end.
    pub(super) fn is_over(&self, key: &AnimationSetKey, name: &str) -> bool {
        self.begun.get(&place(key, false, name)).is_some_and(|over| *over)
    }

    /// An animation has come to its end, or runs again.
    pub(super) fn set_over(&mut self, key: &AnimationSetKey, name: &str, over: bool) {
        self.begun.insert(place(key, false, name), over);
    }

    /// An animation is no more; answers whether it had come to its end.
    pub(super) fn ends(&mut self, key: &AnimationSetKey, name: &str) -> bool {
        self.begun.remove(&place(key, false, name)).unwrap_or(false)
    }

    /// A frame has been.
    pub(super) fn frame(&mut self) {
        self.cancelled.clear();
        self.ready.clear();
    }

    /// The end of a frame: what is new on an element has begun with it.
    pub(super) fn set_ready(&mut self, key: &AnimationSetKey, set: &ElementAnimationSet) {
        let gone = Gone::of(set);
        let transitions = set
            .transitions
            .iter()
            .filter(|t| t.is_new && t.state != AnimationState::Canceled);
        let animations = set
            .animations
            .iter()
            .filter(|a| a.is_new && a.state != AnimationState::Canceled);
        let names = transitions
            .map(|t| (true, property(t)))
            .chain(animations.map(|a| (false, a.name.to_string())));
        for (is_transition, name) in names {
            let before = gone.count(is_transition, &name);
            self.ready.insert(place(key, is_transition, &name), before);
        }
    }

    /// True if what is new began with the last frame, and is not in the place of one that did.
    pub(super) fn is_ready(&self, key: &AnimationSetKey, is_transition: bool, name: &str, gone: &Gone) -> bool {
        !self.ready.is_empty() && self.ready.get(&place(key, is_transition, name)) == Some(&gone.count(is_transition, name))
    }

    /// An element is no more.
    pub(super) fn forget(&mut self, node: u32) {
        self.begun.retain(|place, _| place.0 != node);
        self.by_place.retain(|place, _| place.0 != node);
    }

    /// An animation begins: what has its place, unless it was seen waiting, is one of before.
    pub(super) fn begins(&mut self, key: &AnimationSetKey, is_transition: bool, name: &str) {
        if self.by_place.is_empty() {
            return;
        }
        let place = place(key, is_transition, name);
        match self.by_place.get_mut(&place) {
            Some(known) if known.fresh => known.fresh = false,
            Some(_) => {
                self.by_place.remove(&place);
            }
            None => {}
        }
    }

    /// True if script runs it itself, so that its cancelling here is not told.
    pub(super) fn is_taken_over(&self, key: &AnimationSetKey, is_transition: bool, name: &str) -> bool {
        let known = self.by_place.get(&place(key, is_transition, name));
        known.is_some_and(|known| known.control == Some(AnimationControl::TakenOver))
    }

    /// True if script ended it, which has been told already.
    pub(super) fn is_cancelled(&self, key: &AnimationSetKey, is_transition: bool, name: &str) -> bool {
        let known = self.by_place.get(&place(key, is_transition, name));
        known.is_some_and(|known| matches!(known.control, Some(AnimationControl::Cancelled | AnimationControl::TakenOver)))
    }
}

fn place(key: &AnimationSetKey, is_transition: bool, name: &str) -> Place {
    let pseudo = match key.pseudo_element {
        None => 0,
        Some(PseudoElement::Before) => 1,
        Some(PseudoElement::After) => 2,
        Some(_) => 3,
    };
    (key.node.0 as u32, pseudo, is_transition, name.to_owned())
}

/// Seconds as milliseconds to the nanosecond.
fn milliseconds(seconds: f64) -> f64 {
    (seconds * 1e9).round() / 1e6
}

/// A time of a style, which is held in single precision, as the milliseconds that were written.
fn style_milliseconds(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e3
}

/// Name of the property of a transition.
pub(super) fn property(transition: &Transition) -> String {
    transition.property_animation.property_id().to_css_string()
}

impl Document {
    /// All CSS animations and transitions there are, in order of elements' numbers.
    pub fn css_animations(&mut self) -> Vec<AnimationFacts> {
        self.update_style();
        let sets = self.engine.animations.sets.read();
        let mut keys: Vec<&AnimationSetKey> = sets.keys().collect();
        keys.sort_by_key(|key| place(key, false, ""));
        let mut facts = Vec::new();
        let mut seen = BTreeMap::new();
        let KnownAnimations {
            by_place, begun, last, ..
        } = &mut self.known_animations;
        let mut number = |place: Place, is_new: bool| {
            let mut entry = match by_place.remove(&place) {
                Some(entry) if !is_new || entry.fresh => entry,
                _ => {
                    *last += 1;
                    Known {
                        id: *last,
                        fresh: is_new,
                        control: None,
                    }
                }
            };
            entry.fresh &= is_new;
            let id = entry.id;
            seen.insert(place, entry);
            id
        };
        for key in keys {
            let set = &sets[key];
            for transition in set.transitions.iter().filter(|t| t.state != AnimationState::Canceled) {
                let id = number(place(key, true, &property(transition)), transition.is_new);
                facts.push(transition_facts(transition, key, id));
            }
            for animation in set.animations.iter().filter(|a| a.state != AnimationState::Canceled) {
                let place = place(key, false, &animation.name);
                let over = begun.get(&place).copied();
                // The style engine calls one new whose properties changed, too.
                let id = number(place, animation.is_new && over.is_none());
                facts.push(animation_facts(animation, key, id, over));
            }
        }
        self.known_animations.by_place = seen;
        facts
    }

    /// Does to an animation what script asks; nothing if it is there no more.
    pub fn control_animation(&mut self, id: u32, control: AnimationControl) {
        let known = self.known_animations.by_place.values_mut().find(|known| known.id == id);
        if let Some(known) = known {
            known.control = Some(control);
            self.impose_controls();
        }
    }

    /// The restyle that cancels an animation still shows its values, which were collected before: its element is styled once more.
    /// Answers whether there is one. What script made of an animation has the last word likewise ([`Document::impose_controls`]).
    pub(crate) fn settle_cancelled(&mut self) -> bool {
        let mut touched = Vec::new();
        for (key, set) in self.engine.animations.sets.read().iter() {
            let animations = set.animations.iter().filter(|a| a.state == AnimationState::Canceled);
            let transitions = set.transitions.iter().filter(|t| t.state == AnimationState::Canceled);
            let places = animations
                .map(|a| place(key, false, &a.name))
                .chain(transitions.map(|t| place(key, true, &property(t))));
            let mut any = false;
            for place in places {
                any |= self.known_animations.cancelled.insert(place);
            }
            if any {
                touched.push(key.clone());
            }
        }
        for key in &touched {
            if let Some(node) = self.tree.get(key.node.0 as u32) {
                node.add_restyle_hint(hint(key));
                self.engine.dirty = true;
            }
        }
        !touched.is_empty()
    }

    /// Puts each controlled animation to its time; true if that changed one.
    pub(crate) fn impose_controls(&mut self) -> bool {
        let controlled = self
            .known_animations
            .by_place
            .iter()
            .filter_map(|(place, known)| Some((place, known.control?)));
        let controlled: Vec<(Place, AnimationControl)> = controlled.map(|(place, control)| (place.clone(), control)).collect();
        if controlled.is_empty() {
            return false;
        }
        let now = self.engine.now;
        let mut touched = Vec::new();
        let begun = &mut self.known_animations.begun;
        let mut sets = self.engine.animations.sets.write();
        for (key, set) in sets.iter_mut() {
            let mine = controlled.iter().filter(|(at, _)| at.0 == key.node.0 as u32);
            for (at, control) in mine {
                if place(key, at.2, &at.3) != *at {
                    continue;
                }
                let mut over = begun.get(at).copied();
                if impose(set, at, *control, now, &mut over, &mut self.events) {
                    touched.push(key.clone());
                }
                if let Some(over) = over {
                    begun.insert(at.clone(), over);
                }
            }
        }
        drop(sets);
        for key in &touched {
            if let Some(node) = self.tree.get(key.node.0 as u32) {
                node.add_restyle_hint(hint(key));
                self.engine.dirty = true;
            }
        }
        !touched.is_empty()
    }
}

/// `over`: whether the animation has come to its end; `None` if its first frame is still to come.
fn impose(
    set: &mut ElementAnimationSet,
    at: &Place,
    control: AnimationControl,
    now: f64,
    over: &mut Option<bool>,
    events: &mut Vec<AnimationEvent>,
) -> bool {
    let current = match control {
        AnimationControl::Cancelled | AnimationControl::TakenOver => None,
        AnimationControl::Timed { start, hold, rate } => Some(hold.unwrap_or((now * 1000.0 - start) * rate)),
    };
    let held = matches!(control, AnimationControl::Timed { hold: Some(_), .. });
    if at.2 {
        let Some(transition) = set.transitions.iter_mut().find(|t| property(t) == at.3) else {
            return false;
        };
        return impose_transition(transition, current, now);
    }
    let alive = set.animations.iter_mut().filter(|a| a.state != AnimationState::Canceled);
    let Some(animation) = alive.into_iter().find(|a| *a.name == *at.3) else {
        return false;
    };
    let before = (
        animation.state.clone(),
        animation.started_at,
        iteration(animation),
        animation.fill_mode,
    );
    match current {
        Some(current) => impose_time(animation, current, held, now, over),
        None => {
            if *over == Some(false) && control == AnimationControl::Cancelled {
                events.push(AnimationEvent {
                    node: at.0,
                    kind: "animationcancel",
                    name: at.3.clone(),
                    elapsed: (now - animation.started_at + iteration(animation) * animation.duration).max(0.0),
                    pseudo: ["", "::before", "::after", ""][usize::from(at.1)],
                });
            }
            animation.state = AnimationState::Paused(PAST_THE_END);
            animation.fill_mode = Fill::None;
            animation.iteration_state = KeyframesIterationState::Finite(0.0, 1.0);
            animation.is_new = false;
            *over = Some(true);
        }
    }
    before
        != (
            animation.state.clone(),
            animation.started_at,
            iteration(animation),
            animation.fill_mode,
        )
}

fn impose_transition(transition: &mut Transition, current: Option<f64>, now: f64) -> bool {
    let before = (transition.state.clone(), transition.start_time);
    match current {
        None => transition.state = AnimationState::Canceled,
        Some(current) => {
            let active = current / 1000.0 - transition.delay;
            // Well past the end, so that no rounding keeps it from being over.
            let duration = transition.property_animation.duration;
            let over = style_milliseconds(active) >= style_milliseconds(duration);
            transition.start_time = if over { now - 2.0 * duration } else { now - active };
            if active < 0.0 {
                transition.state = AnimationState::Pending;
            }
        }
    }
    before != (transition.state.clone(), transition.start_time)
}

fn iteration(animation: &Animation) -> f64 {
    match animation.iteration_state {
        KeyframesIterationState::Infinite(current) | KeyframesIterationState::Finite(current, _) => current,
    }
}

/// Puts an animation to a current time in milliseconds.
fn impose_time(animation: &mut Animation, current: f64, held: bool, now: f64, over: &mut Option<bool>) {
    // In the milliseconds that script knows: its end is to be the end, not a rounding of single precision before it.
    let active = current - style_milliseconds(animation.delay);
    let duration = animation.duration;
    let most = match animation.iteration_state {
        KeyframesIterationState::Infinite(_) => f64::INFINITY,
        KeyframesIterationState::Finite(_, max) => max,
    };
    let progress = active / style_milliseconds(duration);
    let number = progress.floor().clamp(0.0, (most.ceil() - 1.0).max(0.0));
    match &mut animation.iteration_state {
        KeyframesIterationState::Infinite(current) | KeyframesIterationState::Finite(current, _) => *current = number,
    }
    let turned = number % 2.0 == 1.0;
    animation.current_direction = match animation.direction {
        Direction::Normal => Direction::Normal,
        Direction::Reverse => Direction::Reverse,
        Direction::Alternate if turned => Direction::Reverse,
        Direction::Alternate => Direction::Normal,
        Direction::AlternateReverse if turned => Direction::Normal,
        Direction::AlternateReverse => Direction::Reverse,
    };
    if progress >= most {
        // Well past the end, so that no rounding keeps it from being over; the value shown is that of the end.
        animation.started_at = now - (most - number + 1.0) * duration;
        animation.state = match over {
            Some(true) => AnimationState::Paused(PAST_THE_END),
            _ => AnimationState::Running,
        };
        return;
    }
    if *over == Some(true) {
        *over = Some(false);
    }
    let within = progress - number;
    animation.started_at = now - within * duration;
    animation.state = match animation.state {
        _ if held => AnimationState::Paused(within),
        // Whether it begins with this frame is for the frame to say.
        AnimationState::Pending => AnimationState::Pending,
        _ if active < 0.0 => AnimationState::Pending,
        _ => AnimationState::Running,
    };
}

/// `over`: whether it has come to its end; `None` if its first frame is still to come.
fn animation_facts(animation: &Animation, key: &AnimationSetKey, id: u32, over: Option<bool>) -> AnimationFacts {
    let number = iteration(animation);
    let (mut start, mut hold) = (None, None);
    match animation.state {
        AnimationState::Paused(progress) if over != Some(true) => {
            hold = Some(milliseconds(animation.delay + (number + progress) * animation.duration))
        }
        _ => {
            start = Some(milliseconds(
                animation.started_at - number * animation.duration - animation.delay,
            ))
        }
    }
    AnimationFacts {
        id,
        node: key.node.0 as u32,
        pseudo: super::animation::pseudo_name(key),
        is_transition: false,
        begun: over.is_some(),
        name: animation.name.to_string(),
        start,
        hold,
        duration: style_milliseconds(animation.duration),
        delay: style_milliseconds(animation.delay),
        iterations: match animation.iteration_state {
            KeyframesIterationState::Infinite(_) => f64::INFINITY,
            KeyframesIterationState::Finite(_, max) => max,
        },
        direction: animation.direction.to_css_string(),
        fill: animation.fill_mode.to_css_string(),
        values: None,
    }
}

fn transition_facts(transition: &Transition, key: &AnimationSetKey, id: u32) -> AnimationFacts {
    let duration = transition.property_animation.duration;
    let value = |time: f64| declaration_text(&transition.calculate_value(time).uncompute());
    AnimationFacts {
        id,
        node: key.node.0 as u32,
        pseudo: super::animation::pseudo_name(key),
        is_transition: true,
        begun: !transition.is_new,
        name: property(transition),
        start: Some(milliseconds(transition.start_time - transition.delay)),
        hold: None,
        duration: style_milliseconds(duration),
        delay: style_milliseconds(transition.delay),
        iterations: 1.0,
        direction: "normal".to_owned(),
        fill: "backwards".to_owned(),
        values: Some((value(transition.start_time), value(transition.start_time + duration))),
    }
}
