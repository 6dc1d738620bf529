//! What is said, and what it brings about.

use crate::land::{HARBOUR, LOFT};

/// What was reached; each is told by a bit, in the order in which an errand comes to them.
pub const OUT: u16 = 1;
pub const CALLED: u16 = 2;
pub const KITE: u16 = 4;
pub const DUEL: u16 = 8;
pub const ARRIVED: u16 = 16;
pub const PARCEL: u16 = 32;
pub const DELIVERED: u16 = 64;
pub const BOOK: u16 = 128;

/// Names of the bits, and what they are worth.
pub const MILESTONES: [(&str, u32); 8] = [
    ("out", 1),
    ("called", 1),
    ("kite", 2),
    ("duel", 2),
    ("arrived", 2),
    ("parcel", 3),
    ("delivered", 4),
    ("book", 5),
];

pub const KITES: [&str; 3] = ["Heron", "Sparrow", "Lark"];

/// What a line brings about when it has been read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    None,
    Reach(u16),
    /// One is led elsewhere: place, column, row.
    Lead(usize, i32, i32),
    /// Asks whether to take the kite of this number.
    Ask(usize),
    Duel,
}

#[derive(Clone, Copy)]
pub struct Line {
    pub speaker: &'static str,
    pub text: &'static str,
    pub effect: Effect,
}

const fn line(speaker: &'static str, text: &'static str) -> Line {
    Line {
        speaker,
        text,
        effect: Effect::None,
    }
}

const fn deed(speaker: &'static str, text: &'static str, effect: Effect) -> Line {
    Line { speaker, text, effect }
}

/// The kite-maker stops whoever leaves without a kite.
pub const CALL: [Line; 3] = [
    line(
        "Ottoline",
        "Stop there! Nobody walks the ridge road without a kite. The wind up there carries off sheep.",
    ),
    line(
        "Ottoline",
        "Come to my loft. You may have one, and run an errand for me in return.",
    ),
    deed("Ottoline", "In here, mind the strings.", Effect::Reach(CALLED)),
];

pub const LED: Line = deed(
    "Ottoline",
    "Three kites lie on the table by the window. Choose one.",
    Effect::Lead(LOFT, 6, 5),
);

pub const NOT_YOURS: Line = line("", "A kite, new and well made. It is not yours.");

pub fn kite(number: usize) -> Line {
    let text = match number {
        0 => "The Heron: slow to turn, and never tears. Take it?",
        1 => "The Sparrow: small, quick and stubborn. Take it?",
        _ => "The Lark: climbs as if the sky were a stair. Take it?",
    };
    deed("", text, Effect::Ask(number))
}

pub const CHOSEN: [Line; 2] = [
    line(
        "Ottoline",
        "A good choice. They all are. Fetch my roll of sailcloth from Pask the chandler, in Gullmere.",
    ),
    line(
        "Ottoline",
        "Gullmere lies north, at the end of the ridge road. Bring the roll back to me here.",
    ),
];

pub const CHALLENGE: [Line; 2] = [
    line("Bram", "So you got one too! Let us see whose kite stays up."),
    deed("Bram", "Watch my feet and guess what I fly. First to three!", Effect::Duel),
];

pub const WON: [Line; 1] = [deed(
    "Bram",
    "Down I come. You read me like a notice board.",
    Effect::Reach(DUEL),
)];
pub const LOST: [Line; 1] = [deed(
    "Bram",
    "Ha! Still, you kept it off the rocks. Go on, errand runner.",
    Effect::Reach(DUEL),
)];

const fn given() -> [Line; 3] {
    [
        line(
            "Pask",
            "From Ottoline? The sailcloth has been lying here since the last moon.",
        ),
        deed("Pask", "Here, take the roll. Keep it dry.", Effect::Reach(PARCEL)),
        line("Pask", "And straight back to her loft with it. She waits for nobody gladly."),
    ]
}

const fn brought() -> [Line; 4] {
    [
        deed(
            "Ottoline",
            "My sailcloth! Dry, too. You have done what you were asked.",
            Effect::Reach(DELIVERED),
        ),
        line("Ottoline", "Bram is late, as always. Then you shall hear it first."),
        line(
            "Ottoline",
            "I have begun a book of all the winds of Windle, and my knees are too old to finish it.",
        ),
        deed(
            "Ottoline",
            "Take it. Write down every wind you meet. It is your book now.",
            Effect::Reach(BOOK),
        ),
    ]
}

/// What somebody says to one who has reached so much.
pub fn said(name: &str, reached: u16) -> Vec<Line> {
    let has = |bit: u16| reached & bit != 0;
    match name {
        "Aunt Nell" if has(KITE) => vec![line("Aunt Nell", "A kite of your own! Hold on to your hat up there.")],
        "Aunt Nell" => vec![
            line(
                "Aunt Nell",
                "Up at last. Ottoline from the kite loft has been asking for a pair of good legs.",
            ),
            line(
                "Aunt Nell",
                "Her loft is the long house in the south of the village. Or wait for her at the north gate.",
            ),
        ],
        "Ottoline" if has(BOOK) => vec![line("Ottoline", "Every wind, mind. Even the small ones.")],
        "Ottoline" if has(PARCEL) => brought().to_vec(),
        "Ottoline" if has(KITE) => vec![line(
            "Ottoline",
            "The sailcloth is at Pask's, in Gullmere. North, along the ridge road.",
        )],
        "Ottoline" if has(CALLED) => vec![line("Ottoline", "Go on, choose. The three on the table.")],
        "Ottoline" => vec![line(
            "Ottoline",
            "Not now, I am counting spars. Meet me at the north gate in a while.",
        )],
        "Pask" if has(DELIVERED) => vec![line("Pask", "She liked it? She never says so.")],
        "Pask" if has(PARCEL) => vec![line("Pask", "You have the roll. Back to Hillfold with it.")],
        "Pask" if has(KITE) => given().to_vec(),
        "Pask" => vec![line("Pask", "We are closed to people without errands.")],
        "Fisher" => vec![line(
            "Fisher",
            "The chandlery is the long house east of here. Its door faces the square.",
        )],
        "Goatherd" => vec![line(
            "Goatherd",
            "Gullmere is just north. Both ways round the pond are as long.",
        )],
        _ => vec![line("Bram's mother", "Bram is out flying. He sleeps with that kite.")],
    }
}

/// What stands on a board.
pub fn board(place: usize, y: i32) -> Line {
    match (place, y) {
        (HARBOUR, _) => line(
            "Notice board",
            "GULLMERE. Chandlery: east side of the square. No kites on the quay.",
        ),
        (1, 4) => line(
            "Notice board",
            "HILLFOLD. North: the ridge road to Gullmere. South: the kite loft.",
        ),
        (1, _) => line("Notice board", "O. MARSH, KITES. Wipe your feet. Do not touch the strings."),
        _ => line(
            "Notice board",
            "RIDGE ROAD. North: Gullmere. South: Hillfold. Beware of the wind.",
        ),
    }
}
