//! The ABI of docs/wasm-abi.md for games in Rust: what a game may ask, and a pen that records canvas commands. Included by a game
//! with `#[path = "../sdk/oracade.rs"] mod oracade;`.
#![allow(dead_code, reason = "a game uses what it needs")]

mod raw {
    #[link(wasm_import_module = "oracade")]
    unsafe extern "C" {
        pub fn log(level: i32, text: *const u8, bytes: usize);
        pub fn now() -> f64;
        pub fn random() -> f64;
        #[link_name = "fileSize"]
        pub fn file_size(path: *const u8, bytes: usize) -> i32;
        #[link_name = "fileRead"]
        pub fn file_read(path: *const u8, bytes: usize, offset: usize, to: *mut u8, room: usize) -> i32;
        #[link_name = "storageGet"]
        pub fn storage_get(key: *const u8, bytes: usize, to: *mut u8, room: usize) -> i32;
        #[link_name = "storageSet"]
        pub fn storage_set(key: *const u8, key_bytes: usize, value: *const u8, value_bytes: usize) -> i32;
        pub fn font(css: *const u8, bytes: usize) -> i32;
        pub fn image(path: *const u8, bytes: usize) -> i32;
        #[link_name = "imagePixels"]
        pub fn image_pixels(rgba: *const u8, width: u32, height: u32) -> i32;
        pub fn measure(font: i32, text: *const u8, bytes: usize) -> f64;
        pub fn text(text: *const u8, bytes: usize) -> i32;
        pub fn commands(words: *const f64, count: usize);
    }
}

/// Writes a console line.
pub fn log(text: &str) {
    unsafe { raw::log(1, text.as_ptr(), text.len()) }
}

/// 0 ≤ x < 1.
pub fn random() -> f64 {
    unsafe { raw::random() }
}

/// A whole number below `n`.
pub fn below(n: usize) -> usize {
    (random() * n as f64) as usize
}

/// A file of the bundle.
pub fn file(path: &str) -> Option<String> {
    let size = unsafe { raw::file_size(path.as_ptr(), path.len()) };
    let mut bytes = vec![0; usize::try_from(size).ok()?];
    unsafe { raw::file_read(path.as_ptr(), path.len(), 0, bytes.as_mut_ptr(), bytes.len()) };
    String::from_utf8(bytes).ok()
}

/// A stored value.
pub fn stored(key: &str) -> Option<String> {
    let mut bytes = vec![0; 256];
    let size = unsafe { raw::storage_get(key.as_ptr(), key.len(), bytes.as_mut_ptr(), bytes.len()) };
    bytes.truncate(usize::try_from(size).ok()?);
    String::from_utf8(bytes).ok()
}

/// Stores a value.
pub fn store(key: &str, value: &str) {
    unsafe { raw::storage_set(key.as_ptr(), key.len(), value.as_ptr(), value.len()) };
}

/// The number of a CSS font.
pub fn font(css: &str) -> i32 {
    unsafe { raw::font(css.as_ptr(), css.len()) }
}

/// The number of a picture of the bundle.
pub fn image(path: &str) -> i32 {
    unsafe { raw::image(path.as_ptr(), path.len()) }
}

/// The number of a picture of straight RGBA bytes.
pub fn image_pixels(rgba: &[u8], width: u32) -> i32 {
    unsafe { raw::image_pixels(rgba.as_ptr(), width, rgba.len() as u32 / 4 / width) }
}

/// Width of a text in px.
pub fn measure(font: i32, text: &str) -> f64 {
    unsafe { raw::measure(font, text.as_ptr(), text.len()) }
}

/// Straight, 0 to 1.
pub type Color = [f64; 4];

/// A colour of 0xRRGGBB.
pub const fn rgb(hex: u32) -> Color {
    [
        (hex >> 16 & 255) as f64 / 255.0,
        (hex >> 8 & 255) as f64 / 255.0,
        (hex & 255) as f64 / 255.0,
        1.0,
    ]
}

/// The same, less opaque.
pub const fn faded(color: Color, alpha: f64) -> Color {
    [color[0], color[1], color[2], alpha]
}

/// Records the commands of a picture; they are handed over when it is dropped.
#[derive(Default)]
pub struct Pen {
    words: Vec<f64>,
}

/// Where a text stands.
#[derive(Clone, Copy)]
pub enum Align {
    Left = 2,
    Right = 3,
    Center = 4,
}

impl Pen {
    fn put(&mut self, words: &[f64]) {
        self.words.extend_from_slice(words);
    }

    pub fn fill(&mut self, [r, g, b, a]: Color) {
        self.put(&[2.0, 0.0, r, g, b, a]);
    }

    pub fn stroke(&mut self, [r, g, b, a]: Color, width: f64) {
        self.put(&[3.0, 0.0, r, g, b, a, 6.0, width, 1.0, 1.0, 10.0]);
    }

    pub fn gradient(&mut self, from: [f64; 2], to: [f64; 2], stops: &[(f64, Color)]) {
        self.put(&[2.0, 1.0, from[0], from[1], to[0], to[1], stops.len() as f64]);
        for (at, [r, g, b, a]) in stops {
            self.put(&[*at, *r, *g, *b, *a]);
        }
    }

    pub fn transform(&mut self, m: [f64; 6]) {
        self.words.push(1.0);
        self.put(&m);
    }

    /// Turned by an angle about a place, which becomes the origin.
    pub fn place(&mut self, x: f64, y: f64, angle: f64, scale: f64) {
        let (sin, cos) = (angle.sin() * scale, angle.cos() * scale);
        self.transform([cos, sin, -sin, cos, x, y]);
    }

    pub fn home(&mut self) {
        self.transform([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    }

    pub fn put_smoothing(&mut self, on: bool) {
        self.put(&[9.0, f64::from(u8::from(on)), 0.0]);
    }

    pub fn alpha(&mut self, alpha: f64) {
        self.put(&[4.0, alpha]);
    }

    pub fn rect(&mut self, x: f64, y: f64, w: f64, h: f64) {
        self.put(&[15.0, x, y, w, h]);
    }

    /// Fills a path under the transform.
    pub fn path(&mut self, words: &[f64]) {
        self.put(&[13.0, 0.0, 1.0, words.len() as f64]);
        self.put(words);
    }

    /// Strokes a path under the transform.
    pub fn line(&mut self, words: &[f64]) {
        self.put(&[14.0, 1.0, words.len() as f64]);
        self.put(words);
    }

    pub fn circle(&mut self, x: f64, y: f64, r: f64) {
        self.path(&[5.0, x, y, r, r, 0.0, 0.0, core::f64::consts::TAU, 0.0]);
    }

    pub fn ring(&mut self, x: f64, y: f64, r: f64) {
        self.line(&[5.0, x, y, r, r, 0.0, 0.0, core::f64::consts::TAU, 0.0]);
    }

    pub fn rounded(&mut self, x: f64, y: f64, w: f64, h: f64, r: f64) {
        self.path(&[7.0, x, y, w, h, r, r, r, r, r, r, r, r]);
    }

    /// A picture's part onto a place.
    pub fn image(&mut self, image: i32, part: [f64; 4], at: [f64; 4]) {
        self.put(&[18.0, f64::from(image)]);
        self.put(&part);
        self.put(&at);
    }

    pub fn text(&mut self, font: i32, text: &str, x: f64, y: f64, align: Align) {
        let number = unsafe { raw::text(text.as_ptr(), text.len()) };
        self.put(&[20.0, f64::from(font), align as i32 as f64, 3.0, 0.0, 0.0, 0.0, 1.0]);
        self.put(&[19.0, 0.0, f64::from(number), x, y, f64::NAN]);
    }
}

impl Drop for Pen {
    fn drop(&mut self) {
        unsafe { raw::commands(self.words.as_ptr(), self.words.len()) }
    }
}

/// What a game is asked.
pub trait Game: Sized + 'static {
    fn new() -> Self;
    fn step(&mut self);
    fn draw(&self, pen: &mut Pen);
    fn input(&mut self, input: Input);
    /// JSON.
    fn snapshot(&self) -> String;
    /// `scenario` is the text of a JSON value.
    fn load_scenario(&mut self, scenario: &str) -> bool;
    fn reset(&mut self);
    /// The state for those who read rather than look; exported by `exports!(Game, text)`.
    fn text(&self) -> String {
        String::new()
    }
}

/// The kind of an input that is an action by its number.
pub const ACTION: i32 = 13;

/// An input record.
#[derive(Clone, Copy)]
pub struct Input {
    pub kind: i32,
    pub code: i32,
    pub x: f64,
    pub y: f64,
    pub detail: i32,
    pub modifiers: i32,
}

/// A string field of a flat JSON object, or the text of a JSON string.
pub fn string_of<'a>(json: &'a str, key: &str) -> Option<&'a str> {
    let quoted = format!("\"{key}\"");
    let rest = match json.find(&quoted) {
        Some(at) => json[at + quoted.len()..].trim_start().strip_prefix(':')?.trim_start(),
        None => json.trim_start(),
    };
    let rest = rest.strip_prefix('"')?;
    rest.find('"').map(|end| &rest[..end])
}

/// A number field of a flat JSON object.
pub fn number_of(json: &str, key: &str) -> Option<f64> {
    let rest = after(json, key)?;
    let end = rest
        .find(|c: char| !(c.is_ascii_digit() || "+-.eE".contains(c)))
        .unwrap_or(rest.len());
    rest[..end].parse().ok()
}

/// A truth value of a flat JSON object.
pub fn flag_of(json: &str, key: &str) -> Option<bool> {
    let rest = after(json, key)?;
    match () {
        () if rest.starts_with("true") => Some(true),
        () if rest.starts_with("false") => Some(false),
        () => None,
    }
}

/// A list of numbers of a flat JSON object; lists in it are joined.
pub fn numbers_of(json: &str, key: &str) -> Option<Vec<f64>> {
    let rest = after(json, key)?;
    let mut depth = 0;
    let end = rest.find(|c: char| {
        depth += i32::from(c == '[') - i32::from(c == ']');
        depth == 0
    })?;
    let words = rest[..end].split(['[', ']', ',', ' ', '\n', '\t']);
    words.filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect()
}

fn after<'a>(json: &'a str, key: &str) -> Option<&'a str> {
    let quoted = format!("\"{key}\"");
    let at = json.find(&quoted)?;
    Some(json[at + quoted.len()..].trim_start().strip_prefix(':')?.trim_start())
}

/// Defines the exports for a game.
#[macro_export]
macro_rules! exports {
    ($game:ty, text) => {
        exports!($game);

        #[unsafe(no_mangle)]
        pub extern "C" fn text() -> u64 {
            let told = with(|game| oracade::Game::text(game)).into_bytes();
            TEXT.with_borrow_mut(|text| {
                *text = told;
                (text.as_ptr() as u64) << 32 | text.len() as u64
            })
        }
    };
    ($game:ty) => {
        use std::cell::RefCell;

        thread_local! {
            static GAME: RefCell<Option<$game>> = const { RefCell::new(None) };
            static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
        }

        fn with<R>(work: impl FnOnce(&mut $game) -> R) -> R {
            GAME.with_borrow_mut(|game| work(game.as_mut().expect("init comes first")))
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn oracade_abi() -> i32 {
            1
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn init() {
            GAME.set(Some(<$game as oracade::Game>::new()));
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn step(_time: f64) {
            with(oracade::Game::step);
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn draw() {
            let mut pen = oracade::Pen::default();
            with(|game| oracade::Game::draw(game, &mut pen));
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn input(kind: i32, code: i32, x: f64, y: f64, detail: i32, modifiers: i32) {
            with(|game| {
                oracade::Game::input(
                    game,
                    oracade::Input {
                        kind,
                        code,
                        x,
                        y,
                        detail,
                        modifiers,
                    },
                )
            });
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn alloc(bytes: usize) -> *mut u8 {
            TEXT.with_borrow_mut(|text| {
                text.clear();
                text.resize(bytes, 0);
                text.as_mut_ptr()
            })
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn snapshot() -> u64 {
            let json = with(|game| oracade::Game::snapshot(game)).into_bytes();
            TEXT.with_borrow_mut(|text| {
                *text = json;
                (text.as_ptr() as u64) << 32 | text.len() as u64
            })
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn loadScenario(_text: *const u8, bytes: usize) -> i32 {
            let json = TEXT.with_borrow(|text| String::from_utf8_lossy(&text[..bytes]).into_owned());
            i32::from(with(|game| oracade::Game::load_scenario(game, &json)))
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn reset() {
            with(oracade::Game::reset);
        }
    };
}

/// The lines of a text that is no wider than `width`, broken between words.
pub fn wrapped(font: i32, text: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if measure(font, &format!("{line} {word}")) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
