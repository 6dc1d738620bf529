//! The island: its places as rows of tiles, the ways between them, and who stands where.

/// A place.
pub struct Place {
    pub id: &'static str,
    /// What stands on the board at the top of the picture.
    pub title: &'static str,
    pub rows: &'static [&'static str],
    pub indoors: bool,
}

/// A tile that leads elsewhere: place, column, row; place, column, row.
pub struct Way {
    pub from: (usize, i32, i32),
    pub to: (usize, i32, i32),
}

/// Somebody who stands somewhere.
pub struct Person {
    pub name: &'static str,
    pub place: usize,
    pub x: i32,
    pub y: i32,
    /// Their coat, 0xRRGGBB.
    pub coat: u32,
}

pub const HOUSE: usize = 0;
pub const TOWN: usize = 1;
pub const LOFT: usize = 2;
pub const BRAMS: usize = 3;
pub const ROAD: usize = 4;
pub const HARBOUR: usize = 5;
pub const SHOP: usize = 6;

// Walls `#`, roofs `h`, fronts `w`, doors `D`, trees `T`, water `~`, boards `S`, tables `t`, beds `b`, shelves `s`, counters `C`,
// fences `f`, kites on a table `k`, boats `u`; paths `.`, grass `,`, long grass `"`, floors `_`, mats `m`, planks `=`.
pub const PLACES: [Place; 7] = [
    Place {
        id: "house",
        title: "Your house",
        indoors: true,
        rows: &[
            "###########",
            "#b__s__tt_#",
            "#b_____tt_#",
            "#_________#",
            "#_________#",
            "#_____s___#",
            "#____m____#",
            "#####D#####",
        ],
    },
    Place {
        id: "town",
        title: "Hillfold",
        indoors: false,
        rows: &[
            "TTTTTTTTT..TTTTTTTTT",
            "T,,,,,,,,..,,,,,,,,T",
            "T,hhhh,,,..,,,hhhh,T",
            "T,hhhh,,,..,,,hhhh,T",
            "T,wDww,,S..,,,wwDw,T",
            "T,,.,,,,,..,,,,,.,,T",
            "T,,..............,,T",
            "T,,,,,,,....,,,,,,,T",
            "T,ff,,,,,..,,,,,ff,T",
            "T,,,,,hhhhhhh,,,,,,T",
            "T,,,,,hhhhhhh,,,\"\",T",
            "T,,,,,wwwDwww,,,\"\",T",
            "T,\"\",,,,S.,,,,,,,,,T",
            "T,\"\",.......,,,,,,,T",
            "T,,,,,,,,,,,,,,,~~~T",
            "TTTTTTTTTTTTTTTTTTTT",
        ],
    },
    Place {
        id: "loft",
        title: "The kite loft",
        indoors: true,
        rows: &[
            "#############",
            "#ss__ss__sss#",
            "#___________#",
            "#___________#",
            "#_tt____kkk_#",
            "#_tt________#",
            "#___________#",
            "#_____m_____#",
            "######D######",
        ],
    },
    Place {
        id: "bram",
        title: "Bram's house",
        indoors: true,
        rows: &["#########", "#s__b_tt#", "#___b___#", "#_______#", "#___m___#", "####D####"],
    },
    Place {
        id: "road",
        title: "The ridge road",
        indoors: false,
        rows: &[
            "TTTTTT..TTTTTTTT",
            "TTTTTT..TTTTTTTT",
            "T,,,,,..,,,\"\"\"TT",
            "T,\"\"\",..,,,\"\"\"TT",
            "T,\"\"\",..,,,,,,TT",
            "TTTTT,..,TTTTTTT",
            "TTT,,,..,,,,,TTT",
            "TTT,........,TTT",
            "TTT,.,,,,,,.,TTT",
            "TTT,.,TTTT,.,TTT",
            "TTT,.,T~~T,.,TTT",
            "TTT,.,T~~T,.,TTT",
            "TTT,.,TTTT,.,TTT",
            "TTT,.,,\"\",,.,TTT",
            "TTT,........,TTT",
            "TTT,,,,..,,,,TTT",
            "TTTTTT,..,TTTTTT",
            "T\"\",,,,..S,,,TTT",
            "T\"\",,,,..,,,,,TT",
            "TTTTTT,..,TTTTTT",
            "TTTTTTT..TTTTTTT",
        ],
    },
    Place {
        id: "harbour",
        title: "Gullmere",
        indoors: false,
        rows: &[
            "~~~~~~~~~~~~~~~~~~~~",
            "~~~u~~~~~~~~~~~u~~~~",
            "====================",
            ",,,,,,,,,,,,,,,,,,,,",
            "T,hhhh,,,,,,,,hhhhhT",
            "T,hhhh,,,,,,,,hhhhhT",
            "T,wwww,,,S,,,,wwDwwT",
            "T,,,,,,,,,,,,,,,.,,T",
            "T,,..............,,T",
            "T,,.,,,ff..ff,,,,,,T",
            "T,,.,,,,,..,,,\"\",,,T",
            "T,,,,,,,,..,,,\"\",,,T",
            "TTTTTTTTT..TTTTTTTTT",
        ],
    },
    Place {
        id: "shop",
        title: "The chandlery",
        indoors: true,
        rows: &[
            "#########",
            "#sss_sss#",
            "#_______#",
            "#CCCCC__#",
            "#_______#",
            "#_tt____#",
            "#___m___#",
            "####D####",
        ],
    },
];

pub const WAYS: [Way; 14] = [
    Way {
        from: (HOUSE, 5, 7),
        to: (TOWN, 3, 5),
    },
    Way {
        from: (TOWN, 3, 4),
        to: (HOUSE, 5, 6),
    },
    Way {
        from: (BRAMS, 4, 5),
        to: (TOWN, 16, 5),
    },
    Way {
        from: (TOWN, 16, 4),
        to: (BRAMS, 4, 4),
    },
    Way {
        from: (LOFT, 6, 8),
        to: (TOWN, 9, 12),
    },
    Way {
        from: (TOWN, 9, 11),
        to: (LOFT, 6, 7),
    },
    Way {
        from: (TOWN, 9, 0),
        to: (ROAD, 7, 19),
    },
    Way {
        from: (TOWN, 10, 0),
        to: (ROAD, 8, 19),
    },
    Way {
        from: (ROAD, 7, 20),
        to: (TOWN, 9, 1),
    },
    Way {
        from: (ROAD, 8, 20),
        to: (TOWN, 10, 1),
    },
    Way {
        from: (ROAD, 6, 0),
        to: (HARBOUR, 9, 11),
    },
    Way {
        from: (ROAD, 7, 0),
        to: (HARBOUR, 10, 11),
    },
    Way {
        from: (HARBOUR, 16, 6),
        to: (SHOP, 4, 6),
    },
    Way {
        from: (SHOP, 4, 7),
        to: (HARBOUR, 16, 7),
    },
];

/// The harbour's south end leads back; kept apart, since it is two tiles wide as the road is.
pub const SOUTH: [Way; 2] = [
    Way {
        from: (HARBOUR, 9, 12),
        to: (ROAD, 6, 1),
    },
    Way {
        from: (HARBOUR, 10, 12),
        to: (ROAD, 7, 1),
    },
];

pub const PEOPLE: [Person; 6] = [
    Person {
        name: "Aunt Nell",
        place: HOUSE,
        x: 7,
        y: 4,
        coat: 0x9a4f6b,
    },
    Person {
        name: "Ottoline",
        place: LOFT,
        x: 6,
        y: 3,
        coat: 0x3f6f8c,
    },
    Person {
        name: "Pask",
        place: SHOP,
        x: 3,
        y: 2,
        coat: 0x5d6b3a,
    },
    Person {
        name: "Fisher",
        place: HARBOUR,
        x: 6,
        y: 3,
        coat: 0x6b6f7a,
    },
    Person {
        name: "Goatherd",
        place: ROAD,
        x: 10,
        y: 4,
        coat: 0x8a6a3f,
    },
    Person {
        name: "Bram's mother",
        place: BRAMS,
        x: 2,
        y: 3,
        coat: 0x7a5a8c,
    },
];

/// The tile of a place; trees beyond its edge, or walls.
pub fn tile(place: usize, x: i32, y: i32) -> u8 {
    let found = usize::try_from(y).ok().and_then(|y| PLACES[place].rows.get(y));
    let found = found.and_then(|row| row.as_bytes().get(usize::try_from(x).ok()?));
    found.copied().unwrap_or(if PLACES[place].indoors { b' ' } else { b'T' })
}

/// Whether one can stand there.
pub fn is_open(tile: u8) -> bool {
    matches!(tile, b'.' | b',' | b'"' | b'_' | b'm' | b'=' | b'D')
}

pub fn way(place: usize, x: i32, y: i32) -> Option<(usize, i32, i32)> {
    let found = WAYS.iter().chain(&SOUTH).find(|way| way.from == (place, x, y));
    found.map(|way| way.to)
}

pub fn person_at(place: usize, x: i32, y: i32) -> Option<&'static Person> {
    PEOPLE
        .iter()
        .find(|person| (person.place, person.x, person.y) == (place, x, y))
}

/// A tile in words.
pub fn name(tile: u8) -> &'static str {
    match tile {
        b'#' => "wall",
        b'h' => "roof",
        b'w' => "house front",
        b'D' => "door",
        b'T' => "tree",
        b'~' => "water",
        b'S' => "notice board",
        b't' => "table",
        b'b' => "bed",
        b's' => "shelf",
        b'C' => "counter",
        b'f' => "fence",
        b'k' => "kite on a table",
        b'u' => "boat",
        b'.' => "path",
        b',' => "grass",
        b'"' => "long grass",
        b'_' => "floor",
        b'm' => "mat",
        b'=' => "planks",
        b'@' => "you",
        b'P' => "somebody",
        _ => "nothing",
    }
}
