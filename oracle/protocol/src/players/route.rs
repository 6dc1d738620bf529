//! The errand of the game Windle as a script: legs of button presses, and what a careful player would note at each.

use crate::answer::Kind;

/// A fact: subject, predicate, object.
pub(super) type Told = (&'static str, &'static str, &'static str);

/// What is done to the memory at the first decision of a leg.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Note {
    /// Where the player is now, in place of where it was.
    Here,
    /// A fact that the frame shows.
    Keep(Kind, Told),
    /// A fact without a frame for it, with this confidence.
    Guess(Kind, Told, f64),
    /// A fact in place of another.
    Replace(Kind, Told, Told),
    /// A guess in place of another fact.
    Overwrite(Kind, Told, Told, f64),
    /// A goal that is reached.
    Done(Told),
}

/// A leg.
#[derive(Clone, Debug)]
pub(super) struct Leg {
    /// Where it begins.
    pub(super) place: &'static str,
    /// What it is for.
    pub(super) goal: &'static str,
    /// Buttons, each with how often: `U3 A1`.
    pub(super) presses: &'static str,
    /// What is noted.
    pub(super) notes: Vec<Note>,
    /// What the player says of where it is, if that is not the place.
    pub(super) says: Option<&'static str>,
    /// A fact that each decision rests on.
    pub(super) rests_on: Option<Told>,
}

pub(super) const HOME: &str = "Your house";
pub(super) const TOWN: &str = "Hillfold";
pub(super) const LOFT: &str = "The kite loft";
const ROAD: &str = "The ridge road";
const HARBOUR: &str = "Gullmere";
const SHOP: &str = "The chandlery";

pub(super) const CHOOSE: Told = ("self", "must", "choose a kite");
pub(super) const FETCH: Told = ("self", "must", "fetch the sailcloth");
const DELIVER: Told = ("self", "must", "deliver the sailcloth");
pub(super) const GATE: Told = ("the north gate", "needs", "a kite");
pub(super) const HOLDS: Told = ("self", "holds", "the sailcloth");
pub(super) const AT_HARBOUR: Told = ("the sailcloth", "is at", "Gullmere");
pub(super) const AT_TOWN: Told = ("the sailcloth", "is at", "Hillfold");
const IN_BAG: Told = ("the sailcloth", "is at", "my bag");
const AT_LOFT: Told = ("the sailcloth", "is at", "the kite loft");
pub(super) const KITE: Told = ("self", "holds", "a kite");

/// Numbers of legs that faults are planted into.
pub(super) const LEG_TOWN: usize = 1;
pub(super) const LEG_LOFT: usize = 3;
pub(super) const LEG_CHOSEN: usize = 4;
pub(super) const LEG_ROAD: usize = 7;
pub(super) const LEG_HARBOUR: usize = 8;
pub(super) const LEG_SHOP: usize = 9;
pub(super) const LEG_BACK: usize = 12;
pub(super) const LEG_HOME: usize = 13;
pub(super) const LEG_END: usize = 15;

pub(super) fn leg(place: &'static str, goal: &'static str, presses: &'static str, notes: &[Note]) -> Leg {
    Leg {
        place,
        goal,
        presses,
        notes: notes.to_vec(),
        says: None,
        rests_on: None,
    }
}

/// The legs.
pub(super) fn errand() -> Vec<Leg> {
    use Kind::{Inventory, Location, Objective, Warning};
    use Note::{Done, Here, Keep, Replace};
    let (choose, fetch, deliver) = ("choose a kite", "fetch the sailcloth", "deliver the sailcloth");
    vec![
        leg(HOME, "leave the house", "D2 R1 D1", &[Here]),
        leg(TOWN, "look for the kite-maker", "D1 R6 U5 A3", &[Here]),
        leg(TOWN, choose, "A1", &[Keep(Objective, CHOOSE), Keep(Warning, GATE)]),
        leg(LOFT, choose, "R2 U1 A2", &[Here]),
        leg(
            LOFT,
            fetch,
            "A2 D2 L2 D1",
            &[Done(CHOOSE), Keep(Objective, FETCH), Keep(Location, AT_HARBOUR)],
        ),
        leg(TOWN, fetch, "A2", &[Here]),
        leg(TOWN, fetch, "A1 U1 A1 U1 A1 A1 R4 U6 L3 U6", &[]),
        leg(ROAD, fetch, "U5 R3 U7 L4 U7", &[Here]),
        leg(HARBOUR, fetch, "U3 R6 U2", &[Here]),
        leg(SHOP, fetch, "U2 L1 U1 A3", &[Here]),
        leg(
            SHOP,
            deliver,
            "A1 R1 D3",
            &[
                Done(FETCH),
                Keep(Objective, DELIVER),
                Keep(Inventory, HOLDS),
                Replace(Location, AT_HARBOUR, IN_BAG),
            ],
        ),
        leg(HARBOUR, deliver, "D1 L6 D4", &[Here]),
        leg(ROAD, deliver, "D6 R4 D7 L4 D6", &[Here]),
        leg(TOWN, deliver, "D5 R4 D6 L4 U1", &[Here]),
        leg(LOFT, deliver, "U3 A2", &[Here]),
        leg(
            LOFT,
            "hear Ottoline out",
            "A3",
            &[
                Done(DELIVER),
                Replace(Inventory, HOLDS, KITE),
                Replace(Location, IN_BAG, AT_LOFT),
            ],
        ),
    ]
}

/// The actions of a leg, by their names in manifests.
pub(super) fn actions(presses: &str) -> Vec<&'static str> {
    let name = |letter: &str| match letter {
        "U" => "UP",
        "D" => "DOWN",
        "L" => "LEFT",
        "R" => "RIGHT",
        "B" => "B",
        _ => "A",
    };
    let run = |run: &str| {
        let (letter, count) = run.split_at(1);
        vec![name(letter); count.parse().unwrap_or(1)]
    };
    presses.split_whitespace().flat_map(run).collect()
}
