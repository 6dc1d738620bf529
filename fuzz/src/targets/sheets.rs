//! CSS.

use super::owned;
use oracade_layout::paint::PaintSource;
use oracade_layout::{Document, Namespace, ReplacedPixels, Viewport};
use oracade_runtime::FontProfile;
use oracade_text::Fonts;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use tiny_skia::Pixmap;

pub(super) const CSS_WORDS: [&str; 56] = [
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

pub(super) fn sheets() -> Vec<Vec<u8>> {
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

pub(super) fn css(bytes: &[u8]) {
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
