//! The readers.

use crate::{Shape, Target};
use oracade_canvas::css_font::{CssFont, FontContextSizes};
use oracade_canvas::image::Image;
use oracade_canvas::{CanvasStore, ColorSpace};
use oracade_layout::paint::PaintSource;
use oracade_layout::{Document, Namespace, ReplacedPixels, Viewport};
use oracade_oracle::static_checks;
use oracade_runtime::{Bundle, Engine, FontProfile, Page, PageOptions, Profile, Storage, untrusted};
use oracade_text::Fonts;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tiny_skia::Pixmap;

/// All targets.
#[must_use]
pub fn targets() -> &'static [Target] {
    &TARGETS
}

static TARGETS: [Target; 13] = [
    Target {
        name: "tape",
        about: "tapes, line by line",
        seeds: tapes,
        shape: Shape::Lines,
        run: tape,
        test_runs: 3000,
    },
    Target {
        name: "events",
        about: "lists of events of other systems",
        seeds: event_lists,
        shape: Shape::Json,
        run: events,
        test_runs: 3000,
    },
    Target {
        name: "html",
        about: "documents: parsed, run, laid out, painted",
        seeds: documents,
        shape: Shape::Text(&HTML_WORDS),
        run: html,
        test_runs: 40,
    },
    Target {
        name: "fragment",
        about: "the HTML parser",
        seeds: documents,
        shape: Shape::Text(&HTML_WORDS),
        run: fragment,
        test_runs: 1500,
    },
    Target {
        name: "css",
        about: "style sheets: parsed, cascaded, laid out, painted",
        seeds: sheets,
        shape: Shape::Text(&CSS_WORDS),
        run: css,
        test_runs: 150,
    },
    Target {
        name: "image",
        about: "PNG, JPEG, GIF, WebP and BMP files",
        seeds: images,
        shape: Shape::Bytes,
        run: image,
        test_runs: 800,
    },
    Target {
        name: "png",
        about: "PNG files whose checksums are right",
        seeds: images,
        shape: Shape::Png,
        run: image,
        test_runs: 800,
    },
    Target {
        name: "svg",
        about: "SVG images and path data",
        seeds: drawings,
        shape: Shape::Text(&SVG_WORDS),
        run: svg,
        test_runs: 400,
    },
    Target {
        name: "font",
        about: "font files: registered, shaped with, painted",
        seeds: fonts,
        shape: Shape::Bytes,
        run: font,
        test_runs: 100,
    },
    Target {
        name: "canvas",
        about: "command buffers of a 2D context",
        seeds: commands,
        shape: Shape::Words,
        run: canvas,
        test_runs: 1500,
    },
    Target {
        name: "audio",
        about: "sound files",
        seeds: sounds,
        shape: Shape::Bytes,
        run: |bytes| {
            untrusted::decode_audio(bytes);
        },
        test_runs: 800,
    },
    Target {
        name: "compressed",
        about: "gzip and deflate streams",
        seeds: streams,
        shape: Shape::Bytes,
        run: |bytes| {
            for format in ["gzip", "deflate", "deflate-raw"] {
                untrusted::unpack(format, bytes);
            }
        },
        test_runs: 1500,
    },
    Target {
        name: "checks",
        about: "static checks, judged on a document",
        seeds: checks,
        shape: Shape::Json,
        run: judge,
        test_runs: 300,
    },
];

fn owned(list: &[&str]) -> Vec<Vec<u8>> {
    list.iter().map(|text| text.as_bytes().to_vec()).collect()
}

fn tapes() -> Vec<Vec<u8>> {
    owned(&[
        concat!(
            r#"{"tape":1,"oracade":"0.1.0","engine":"e","fonts":"f","game":"g","bundle":"b","profile":{"viewport":[1280,713]},"every":10}"#,
            "\n",
            r#"{"at_ms":100,"input":{"kind":"mouse","type":"mousePressed","x":640,"y":353,"button":"left","clickCount":1}}"#,
            "\n",
            r#"{"at_ms":166.667,"checkpoint":{"frame":10,"chain":"00","pixels":"01","snapshot":"02","value":{"score":0},"console":"03","storage":"04","order":"05"}}"#,
            "\n",
            r#"{"at_ms":200,"eval":"1 + 1"}"#,
            "\n",
            r#"{"at_ms":10000,"end":{"chain":"06","digest":"07"}}"#,
            "\n",
        ),
        concat!(
            r#"{"at_ms":0,"input":{"kind":"gamepad","index":0,"id":"pad","buttons":[1,{"value":0.5,"pressed":true}],"axes":[-1,0.5]}}"#,
            "\n",
            r#"{"at_ms":5,"scenario":{"level":2}}"#,
            "\n",
            r#"{"at_ms":5,"viewport":{"width":400,"height":300,"dpr":2,"mobile":true}}"#,
            "\n",
            r#"{"at_ms":7.5,"reload":true}"#,
            "\n",
            r##"{"at_ms":8,"capture":"#canvas","hold":true}"##,
            "\n",
        ),
    ])
}

fn tape(bytes: &[u8]) {
    if let Ok(tape) = oracade_recorder::read::read(bytes)
        && let Some(header) = &tape.header
    {
        let _ = header.profile.to_profile();
    }
}

fn event_lists() -> Vec<Vec<u8>> {
    owned(&[
        r#"{"scenario":{"level":2},"duration_frames":300,"events":[{"frame":30,"type":"key_press","keycode":65},{"frame":45,"type":"mouse_click","x":640,"y":360,"button":1},{"frame":50,"type":"wait"}]}"#,
        r#"[{"action":"click","x":640,"y":353},{"action":"wait","ms":200},{"action":"press","key":"ArrowLeft"},{"action":"wheel","deltaY":5},{"action":"type","text":"ab"},{"action":"tap","x":1,"y":2}]"#,
    ])
}

fn events(bytes: &[u8]) {
    if let Ok(value) = serde_json::from_slice(bytes) {
        let _ = oracade_recorder::import::import(&value, (1280, 713));
    }
}

const HTML_WORDS: [&str; 40] = [
    "<div>",
    "</div>",
    "<p>",
    "<table>",
    "<tr>",
    "<td rowspan=65535 colspan=1000>",
    "</table>",
    "<b>",
    "</b>",
    "<a href=x>",
    "<form>",
    "<select>",
    "<option>",
    "<svg>",
    "</svg>",
    "<foreignObject>",
    "<math>",
    "<mi>",
    "<template>",
    "</template>",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<!--",
    "-->",
    "<![CDATA[",
    "<!doctype html>",
    "<frameset>",
    "<textarea>",
    "</textarea>",
    "<plaintext>",
    "&amp;",
    "&notin;",
    "&#x10ffff;",
    "&#0;",
    "<canvas>",
    "<input type=range>",
    "<li value=99999999999>",
    "<iframe srcdoc='<p>'>",
];

fn documents() -> Vec<Vec<u8>> {
    owned(&[
        "<!doctype html><title>t</title><style>.a{display:flex}p::before{content:'x'}</style><div class=a><p>one<p>two <b>bold<i>both</b>italic</i></div>",
        "<table><caption>c</caption><tr><td>1<td>2<tr><th colspan=2>3</table><select><option>a<optgroup label=g><option selected>b</select><input value=x>",
        "<svg width=100 height=50><defs><linearGradient id=g><stop offset=0 stop-color=red /></linearGradient></defs><rect fill='url(#g)' width=50 height=20 /><text x=5 y=20>svg</text></svg>",
        "<body><canvas id=c></canvas><script>const x = c.getContext('2d'); x.fillRect(1, 2, 30, 40); document.write('<p>written'); c.after('text'); document.body.append(document.createElement('hr'))</script>",
        "<template><p>inert</template><details open><summary>s</summary>d</details><dialog open>x</dialog><ruby>a<rt>b</ruby><math><mi>x</mi></math><textarea rows=3>t</textarea>",
    ])
}

fn html(bytes: &[u8]) {
    let mut profile = Profile::default();
    (profile.width, profile.height) = (300, 200);
    profile.limits.watchdog = Duration::from_secs(2);
    profile.limits.heap_bytes = 128 << 20;
    profile.limits.buffer_bytes = 64 << 20;
    let options = PageOptions {
        bundle: Arc::new(Bundle::from_bytes([("index.html".to_owned(), bytes.to_vec())])),
        document: String::new(),
        library: None,
        profile,
        storage: Storage::default(),
        init_scripts: Vec::new(),
    };
    let engine = Engine::get().expect("the engine");
    let Ok(mut page) = Page::open(engine, options) else { return };
    let _ = page.advance(Duration::from_millis(40));
    let ask = "document.documentElement?.outerHTML.length + document.body?.innerText.length";
    for result in [
        page.evaluate(ask).err(),
        page.capture().err(),
        page.advance(Duration::from_millis(40)).err(),
    ] {
        if let Some(oracade_runtime::PageError::Internal(text)) = result {
            panic!("{text}");
        }
    }
}

fn fragment(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    untrusted::parse_html(&text);
}

const CSS_WORDS: [&str; 56] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ":",
    "calc(",
    "var(--a,",
    "min(",
    "clamp(1px,",
    "rgb(1 2 3 / 4%)",
    "color-mix(in lab,",
    "url(x)",
    "!important",
    "@media (width > 1px)",
    "@container (width > 1px)",
    "@layer a,b;",
    "@supports (a:b)",
    "@keyframes k",
    "@font-face",
    "@property --p",
    ":not(",
    ":has(",
    ":is(",
    "::before",
    ":nth-child(2n+1 of a)",
    "> * + ~",
    "display:grid",
    "display:flex",
    "display:inline-block",
    "display:table",
    "display:contents",
    "position:absolute",
    "position:sticky",
    "float:left",
    "grid-template-columns:repeat(auto-fill,minmax(1px,1fr))",
    "grid-area:1/2/3/999999",
    "order:-2147483648",
    "width:100%",
    "height:50vh",
    "margin:auto",
    "transform:rotate3d(1,1,1,45deg) perspective(1px)",
    "filter:blur(9px) drop-shadow(1px 1px 1px red)",
    "border-radius:1e9px",
    "box-shadow:1px 1px 99px 99px red inset",
    "background:conic-gradient(red,blue) 1px/2px round",
    "columns:3",
    "writing-mode:vertical-rl",
    "line-height:1e30",
    "font:9px/2 x,serif",
    "text-shadow:0 0 5px",
    "clip-path:polygon(0 0,1px 1px,9px 1px)",
    "animation:k 1s infinite",
    "mask:linear-gradient(red,blue)",
];

fn sheets() -> Vec<Vec<u8>> {
    owned(&[
        "body{margin:0;font:16px sans-serif}.a{display:grid;grid-template-columns:1fr 2fr minmax(10px,auto);gap:5px}.a>p{padding:2px 3px;border:1px solid rgb(1 2 3)}p:nth-child(2n+1)::after{content:counter(x) 'y'}",
        "@media (min-width:100px){:root{--w:calc(10px + 2%)}p{width:var(--w,5px);transform:rotate(10deg) scale(2)}}@layer base{b{color:hsl(120deg 50% 50%/.5)}}@keyframes k{from{opacity:0}50%{transform:none}to{opacity:1}}p{animation:k 1s}",
        "div{display:flex;flex-wrap:wrap;position:relative}b{float:left;position:absolute;inset:1px auto 2px;background:linear-gradient(45deg,red 10%,blue),radial-gradient(circle at 5px,green,#0000);box-shadow:1px 2px 3px 4px #123}i{filter:blur(2px);clip-path:circle(5px)}",
        "@supports (display:grid){p:is(.a,#b):not(:has(i)){columns:2;writing-mode:vertical-rl;text-shadow:1px 1px 2px red}}@container (width>5px){p{height:1cqw}}div{container-type:inline-size;overflow:auto;height:20px}table{border-collapse:collapse}td{border:2px dotted}",
    ])
}

struct NoResources;

impl oracade_layout::Resources for NoResources {
    fn bytes(&self, _: &str) -> Option<Arc<[u8]>> {
        None
    }
}

struct NoPixels;

impl PaintSource for NoPixels {
    fn pixels(&mut self, _: ReplacedPixels) -> Option<Rc<Pixmap>> {
        None
    }

    fn image(&mut self, _: &str) -> Option<Rc<Pixmap>> {
        None
    }
}

fn css(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let fonts = Arc::new(Mutex::new(Fonts::new(FontProfile::Reference)));
    let mut document = Document::new(fonts, Viewport::new(200.0, 150.0, 1.0), Rc::new(NoResources));
    // html > (style, body.a > (div > p*3 > (b, i, text)), table > tr > td)
    let mut next = 2;
    let mut add = |document: &mut Document, parent: u32, name: &str| {
        let id = next;
        next += 1;
        if let Some(text) = name.strip_prefix('"') {
            document.create_text(id, text);
        } else {
            document.create_element(id, Namespace::Html, name);
        }
        document.insert(parent, id, 0);
        id
    };
    let root = add(&mut document, 1, "html");
    let style = add(&mut document, root, "style");
    let body = add(&mut document, root, "body");
    document.set_attribute(body, "class", "a");
    let div = add(&mut document, body, "div");
    for _ in 0..3 {
        let p = add(&mut document, div, "p");
        document.set_attribute(p, "id", "b");
        for name in ["b", "i", "\"some text of a few words"] {
            let child = add(&mut document, p, name);
            if !name.starts_with('"') {
                add(&mut document, child, "\"inside");
            }
        }
    }
    let table = add(&mut document, body, "table");
    let row = add(&mut document, table, "tr");
    for _ in 0..2 {
        let cell = add(&mut document, row, "td");
        add(&mut document, cell, "\"cell");
    }
    document.set_style_sheet(style, &text, "");
    document.set_inline_style(
        div,
        text.split('}')
            .next()
            .unwrap_or_default()
            .rsplit('{')
            .next()
            .unwrap_or_default(),
    );
    document.update();
    document.boxes();
    for property in [
        "width",
        "transform",
        "background-image",
        "grid-template-columns",
        "font-family",
    ] {
        document.computed(div, "", property);
        document.computed(div, "::before", property);
    }
    document.anim_tick(500.0);
    document.paint(&mut NoPixels);
    document.supports(&text);
    document.media_matches(&text);
    document.parse_block(&text);
}

/// A PNG of 6×4 pixels and others of its kind, made by the encoders.
fn images() -> Vec<Vec<u8>> {
    let mut store = CanvasStore::new(Arc::new(Mutex::new(Fonts::new(FontProfile::Reference))));
    let mut out = vec![BMP.to_vec(), GIF.to_vec()];
    for (width, height) in [(6, 4), (33, 17)] {
        let handle = store.create_surface(width, height, false, ColorSpace::of(false));
        store.submit(handle, vec![15.0, 1.0, 1.0, 3.0, 2.0], Vec::new(), &[], false);
        for mime in ["image/png", "image/jpeg", "image/webp"] {
            out.extend(store.encode(handle, mime, 0.8).map(|encoded| encoded.bytes));
        }
    }
    out
}

/// 2×2 pixels, 24 bits.
const BMP: [u8; 70] = {
    let mut file = [0; 70];
    let head = [
        b'B', b'M', 70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 24, 0,
    ];
    let mut at = 0;
    while at < head.len() {
        file[at] = head[at];
        at += 1;
    }
    file[54] = 255;
    file[66] = 127;
    file
};

/// One red pixel.
const GIF: [u8; 35] = [
    b'G', b'I', b'F', b'8', b'9', b'a', 1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44,
    1, 0, 0x3b,
];

fn image(bytes: &[u8]) {
    if let Ok(image) = Image::decode(bytes, "image/png") {
        image.pixels();
    }
}

const SVG_WORDS: [&str; 37] = [
    "<g>",
    "</g>",
    "<rect width='9' height='9'/>",
    "<use href='#a'/>",
    "<text>x</text>",
    "<tspan>",
    "</tspan>",
    "<clipPath id='a'>",
    "</clipPath>",
    "<mask id='a'>",
    "</mask>",
    "<pattern id='a' width='1' height='1'>",
    "</pattern>",
    "<marker id='a'>",
    "</marker>",
    "<symbol id='a'>",
    "</symbol>",
    "<filter id='a'>",
    "<feGaussianBlur stdDeviation='9'/>",
    "</filter>",
    "fill='url(#a)'",
    "transform='matrix(1 2 3 4 5 6)'",
    "transform='scale(1e30)'",
    "viewBox='0 0 1 1'",
    "preserveAspectRatio='none'",
    "stroke-dasharray='0.001'",
    "M0 0",
    "L9 9",
    "C1 2 3 4 5 6",
    "A1 2 3 0 1 6 7",
    "q1 1 2 2",
    "z",
    "1e9",
    "%",
    "<image href='data:image/svg+xml,&lt;svg/>'/>",
    "<svg>",
    "</svg>",
];

fn drawings() -> Vec<Vec<u8>> {
    owned(&[
        "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30' viewBox='0 0 80 60'><defs><linearGradient id='a'><stop offset='0' stop-color='red'/><stop offset='1' stop-color='#00f8'/></linearGradient></defs><rect x='5' y='5' width='50' height='20' rx='4' fill='url(#a)' stroke='black' stroke-width='2' stroke-dasharray='3 1'/><circle cx='20' cy='20' r='9' transform='rotate(10 5 5)'/></svg>",
        "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'><path d='M5 5 L20 5 20 20 C1 2 3 4 5 6 Q1 2 3 4 T5 6 A5 6 10 0 1 20 20 z' fill='none' stroke='#123456'/><text x='2' y='20' font-size='12'>hi<tspan dx='3'>there</tspan></text><clipPath id='c'><circle r='9'/></clipPath><g clip-path='url(#c)'><use href='#u'/></g><symbol id='u' viewBox='0 0 9 9'><rect width='9' height='9'/></symbol></svg>",
        "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'><filter id='f'><feGaussianBlur stdDeviation='2'/><feOffset dx='1'/></filter><mask id='m'><rect width='20' height='20' fill='white'/></mask><pattern id='p' width='4' height='4' patternUnits='userSpaceOnUse'><circle r='2'/></pattern><polygon points='1,1 20,1 10,20' fill='url(#p)' mask='url(#m)' filter='url(#f)'/><ellipse rx='5' ry='3'/><line x2='9' y2='9' stroke='red'/></svg>",
    ])
}

fn svg(bytes: &[u8]) {
    if let Ok(image) = Image::decode(bytes, "image/svg+xml") {
        image.pixels();
    }
    let text = String::from_utf8_lossy(bytes);
    oracade_layout::measure_path(&text, 5.0);
}

fn fonts() -> Vec<Vec<u8>> {
    // The smallest of those we bundle: all tables of a TrueType font.
    let mut all: Vec<Vec<u8>> = FontProfile::Reference.fonts().map(|font| font.bytes.to_vec()).collect();
    all.sort_by_key(Vec::len);
    all.truncate(2);
    all
}

fn font(bytes: &[u8]) {
    let mut fonts = Fonts::new(FontProfile::Reference);
    if fonts
        .register("Probe", bytes, &oracade_text::FontFaceDescriptors::default())
        .is_err()
    {
        return;
    }
    let mut store = CanvasStore::new(Arc::new(Mutex::new(fonts)));
    let handle = store.create_surface(200, 60, false, ColorSpace::of(false));
    let Some(face) = CssFont::parse("40px Probe", &FontContextSizes::default()) else {
        return;
    };
    let number = store.text.intern(face) as f64;
    let words = vec![
        20.0,
        number,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        1.0,
        19.0,
        0.0,
        0.0,
        5.0,
        40.0,
        f64::NAN,
    ];
    store.submit(
        handle,
        words,
        vec!["Affluent \u{e9}\u{301} 0123 \u{4e2d}".to_owned()],
        &[],
        false,
    );
    store.pixels(handle);
}

fn commands() -> Vec<Vec<u8>> {
    let streams: [&[f64]; 3] = [
        // Rectangles with styles, clip, shadow.
        &[
            2.0, 0.0, 1.0, 0.5, 0.0, 1.0, 15.0, 5.0, 5.0, 50.0, 40.0, 8.0, 0.0, 0.0, 0.0, 0.5, 4.0, 2.0, 2.0, 4.0, 0.5, 16.0,
            1.0, 1.0, 20.0, 20.0, 17.0, 10.0, 10.0, 5.0, 5.0,
        ],
        // A gradient, a transform, lines with dashes, a path.
        &[
            3.0, 1.0, 0.0, 0.0, 50.0, 0.0, 2.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.1, 0.0, 1.0, 3.0,
            4.0, 6.0, 5.0, 1.0, 2.0, 10.0, 7.0, 0.0, 2.0, 3.0, 1.0, 14.0, 7.0, 0.0, 5.0, 5.0, 1.0, 50.0, 9.0, 1.0, 20.0, 40.0,
        ],
        // Text, pictures, compositing.
        &[
            20.0,
            1.0,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
            1.0,
            19.0,
            0.0,
            0.0,
            10.0,
            30.0,
            f64::NAN,
            5.0,
            3.0,
            9.0,
            1.0,
            2.0,
            18.0,
            0.0,
            0.0,
            0.0,
            8.0,
            8.0,
            10.0,
            10.0,
            30.0,
            30.0,
            12.0,
            0.0,
            5.0,
            0.0,
            0.0,
            9.0,
            1.0,
            50.0,
            9.0,
            13.0,
            1.0,
            7.0,
            2.0,
            2.0,
            60.0,
            60.0,
            11.0,
            1.0,
        ],
    ];
    streams
        .iter()
        .map(|words| words.iter().flat_map(|word| word.to_le_bytes()).collect())
        .collect()
}

fn canvas(bytes: &[u8]) {
    let words = bytes
        .as_chunks::<8>()
        .0
        .iter()
        .map(|word| f64::from_le_bytes(*word))
        .collect();
    let mut store = CanvasStore::new(Arc::new(Mutex::new(Fonts::new(FontProfile::Reference))));
    let handle = store.create_surface(100, 80, false, ColorSpace::of(false));
    let picture = store.create_surface(8, 8, false, ColorSpace::of(true));
    store.submit(picture, vec![15.0, 0.0, 0.0, 5.0, 5.0], Vec::new(), &[], false);
    store.submit(handle, words, vec!["text".to_owned()], &[picture, handle], false);
    store.pixels(handle);
}

fn sounds() -> Vec<Vec<u8>> {
    let mut flac = b"fLaC".to_vec();
    flac.extend([0x80, 0, 0, 34, 0, 192, 0, 192, 0, 0, 0, 0, 0, 0]);
    let packed: u64 = (44100 << 44) | (15 << 36) | 192;
    flac.extend(packed.to_be_bytes());
    flac.extend([0; 16]);
    flac.extend([0xff, 0xf8, 0x19, 0x08, 0, 0x19, 0, 0x40, 0, 0, 0]);
    // MPEG-1 layer 3 frames of silence, 128 kbit/s, 44.1 kHz.
    let mut mp3 = Vec::new();
    for _ in 0..3 {
        mp3.extend([0xff, 0xfb, 0x90, 0x64]);
        mp3.extend([0; 413]);
    }
    let mut id3 = b"ID3\x04\0\0\0\0\0\x14TIT2\0\0\0\x05\0\0\0name".to_vec();
    id3.extend(&mp3);
    // The first page of an Ogg stream with a Vorbis header; an AAC frame; the boxes of an MP4 file.
    let mut ogg = b"OggS\0\x02".to_vec();
    ogg.extend([0; 8]);
    ogg.extend([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 30, 1]);
    ogg.extend(b"vorbis\0\0\0\0\x02\x44\xac\0\0\0\0\0\0\x80\xbb\0\0\0\0\0\0\xb8\x01");
    let mut aac = vec![0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc];
    aac.extend([0x21, 0x10, 0x04, 0x60, 0x8c, 0x1c, 0, 0, 0]);
    let mut mp4 = vec![0, 0, 0, 24];
    mp4.extend(b"ftypM4A \0\0\0\0M4A mp42\0\0\0\x08moov");
    vec![flac, mp3, id3, ogg, aac, mp4]
}

fn streams() -> Vec<Vec<u8>> {
    ["gzip", "deflate", "deflate-raw"]
        .iter()
        .map(|format| untrusted::pack(format, b"some text, some text, some more text; and again some text"))
        .collect()
}

fn checks() -> Vec<Vec<u8>> {
    let tasks = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/tasks");
    let folders = std::fs::read_dir(tasks).into_iter().flatten().flatten();
    let mut files: Vec<_> = folders
        .map(|folder| folder.path().join("checks.json"))
        .filter(|file| file.exists())
        .collect();
    files.sort();
    let mut seeds: Vec<Vec<u8>> = files.iter().filter_map(|file| std::fs::read(file).ok()).collect();
    seeds.push(br#"{"title":"t","checks":[{"id":"a","pattern":"(?i)x+"}]}"#.to_vec());
    seeds
}

fn judge(bytes: &[u8]) {
    let Ok(value) = serde_json::from_slice::<serde_json::Value>(bytes) else {
        return;
    };
    let html =
        "<!doctype html><title>Game</title><canvas></canvas><script>let score = 0; function draw() { score += 1 }</script>";
    static_checks::run_bytes("index.html", html.as_bytes(), None, &value, &static_checks::OxcSyntax);
}
