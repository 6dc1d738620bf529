//! Inline SVG: pixels and hits of small pictures, and pictures made to break things.

#[path = "common/loader.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod loader;

use loader::Page;
use oracade_layout::paint::PaintSource;
use oracade_layout::{Document, ReplacedPixels, Resources, Viewport};
use std::fmt::Write;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use tiny_skia::Pixmap;

struct Nothing;

impl Resources for Nothing {
    fn bytes(&self, _: &str) -> Option<Arc<[u8]>> {
        None
    }
}

impl PaintSource for Nothing {
    fn pixels(&mut self, _: ReplacedPixels) -> Option<Rc<Pixmap>> {
        None
    }

    fn image(&mut self, _: &str) -> Option<Rc<Pixmap>> {
        let mut pixels = Pixmap::new(2, 1)?;
        pixels.fill(tiny_skia::Color::from_rgba8(0, 0, 255, 255));
        Some(Rc::new(pixels))
    }
}

fn document(body: &str) -> Document {
    let fonts = Arc::new(Mutex::new(oracade_text::Fonts::new(oracade_text::FontProfile::Reference)));
    let mut document = Document::new(fonts, Viewport::new(200.0, 100.0, 1.0), Rc::new(Nothing));
    let page = format!("<!DOCTYPE html><style>body{{margin:0}}svg{{display:block}}</style>{body}");
    Page::parse(&page).load(&mut document, false);
    document
}

/// The colours of some pixels, as `#rrggbb`.
fn colors(body: &str, at: &[(u32, u32)]) -> Vec<String> {
    let Some(pixels) = document(body).paint(&mut Nothing) else {
        return Vec::new();
    };
    at.iter()
        .map(|(x, y)| {
            let c = pixels
                .pixel(*x, *y)
                .map(|p| (p.red(), p.green(), p.blue()))
                .unwrap_or_default();
            format!("#{:02x}{:02x}{:02x}", c.0, c.1, c.2)
        })
        .collect()
}

const RED: &str = "#ff0000";
const LIME: &str = "#00ff00";
const BLUE: &str = "#0000ff";
const WHITE: &str = "#ffffff";

#[test]
fn shapes_are_filled_and_stroked_by_attributes_and_rules() {
    let page = "<style>.a{fill:lime}</style><svg width=100 height=50><rect width=20 height=20 fill=red />\
                <rect class=a x=20 width=20 height=20 fill=red /><path d='M50 0v40' stroke=blue stroke-width=10 fill=none />\
                <circle cx=80 cy=20 r=15 style='fill:none;stroke:red;stroke-width:4px'/></svg>";
    assert_eq!(
        colors(page, &[(10, 10), (30, 10), (50, 10), (80, 20), (80, 5), (10, 30)]),
        [RED, LIME, BLUE, WHITE, RED, WHITE]
    );
}

#[test]
fn a_view_box_scales_and_the_viewport_clips() {
    let page = |style: &str| {
        format!("<svg width=40 height=40 viewBox='0 0 10 10' style='{style}'><rect width=20 height=5 fill=red /></svg>")
    };
    assert_eq!(colors(&page(""), &[(39, 19), (39, 21), (41, 10)]), [RED, WHITE, WHITE]);
    assert_eq!(colors(&page("overflow:visible"), &[(41, 10)]), [RED]);
}

#[test]
fn copies_inherit_from_use() {
    let page = "<svg style='display:none'><symbol id=s viewBox='0 0 2 2'><rect width=2 height=2 /></symbol>\
                <g id=g><rect width=10 height=10 fill=currentColor /></g></svg>\
                <svg width=60 height=20 fill=red><use href=#s width=20 height=20 /><use xlink:href=#s x=20 width=20 height=20 fill=lime />\
                <use href=#g x=40 color=blue /></svg>";
    assert_eq!(colors(page, &[(10, 10), (30, 10), (45, 5)]), [RED, LIME, BLUE]);
}

#[test]
fn paint_servers_clips_and_masks() {
    let page = "<svg width=100 height=20><linearGradient id=g><stop stop-color=red /><stop offset=.5 stop-color=red /><stop offset=.5 \
                style='stop-color:lime'/></linearGradient><rect width=20 height=20 fill='url(#g)'/>\
                <clipPath id=c><rect x=20 width=10 height=20 /></clipPath><rect x=20 width=20 height=20 fill=blue clip-path='url(#c)'/>\
                <clipPath id=b clipPathUnits=objectBoundingBox><rect width=.5 height=1 /><rect width=.1 height=.1 /></clipPath>\
                <rect x=40 width=20 height=20 fill=blue clip-path='url(#b)'/>\
                <mask id=m><rect x=60 width=10 height=20 fill=white /></mask><rect x=60 width=20 height=20 fill=red mask='url(#m)'/>\
                <pattern id=p width=4 height=4 patternUnits=userSpaceOnUse><rect width=4 height=4 fill=lime /></pattern>\
                <rect x=80 width=20 height=20 fill='url(#p)'/></svg>";
    let at = [
        (5, 10),
        (15, 10),
        (25, 10),
        (35, 10),
        (45, 10),
        (55, 10),
        (65, 10),
        (75, 10),
        (90, 10),
    ];
    assert_eq!(colors(page, &at), [RED, LIME, BLUE, WHITE, BLUE, WHITE, RED, WHITE, LIME]);
}

#[test]
fn transforms_and_visibility() {
    let page = "<svg width=100 height=40><rect width=10 height=10 fill=red transform='translate(20 0) scale(2)'/>\
                <rect x=50 y=10 width=20 height=10 fill=blue style='transform:rotate(90deg);transform-box:fill-box;transform-origin:center'/>\
                <g visibility=hidden><rect width=10 height=10 fill=lime /><rect x=80 width=10 height=10 fill=lime visibility=visible /></g></svg>";
    assert_eq!(
        colors(page, &[(35, 15), (60, 6), (52, 15), (5, 5), (85, 5)]),
        [RED, BLUE, WHITE, WHITE, LIME]
    );
}

#[test]
fn groups_fade_as_a_whole() {
    let page = "<svg width=40 height=20><g opacity=.5><rect width=20 height=20 fill=red /><rect x=10 width=20 height=20 fill=red /></g></svg>";
    let seen = colors(page, &[(5, 10), (15, 10), (25, 10)]);
    assert!(seen.iter().all(|c| c == "#ff7f7f" || c == "#ff8080"), "{seen:?}");
}

#[test]
fn filters_work_on_groups() {
    let page = "<svg width=120 height=40><filter id=f x=0 y=0 width=1 height=1><feFlood flood-color=lime /></filter>\
                <rect width=20 height=20 fill=red filter='url(#f)'/>\
                <filter id=o x=-1 y=-1 width=3 height=3><feOffset dx=20 result=moved /><feMerge><feMergeNode in=moved />\
                <feMergeNode in=SourceGraphic /></feMerge></filter><rect x=40 width=10 height=20 fill=red filter='url(#o)'/>\
                <filter id=m color-interpolation-filters=sRGB><feColorMatrix values='0 0 0 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 1 0'/></filter>\
                <g style='filter:url(#m)'><rect x=90 width=20 height=20 fill=red /></g><rect y=30 width=9 height=9 fill=red filter='url(#none)'/></svg>";
    assert_eq!(
        colors(page, &[(10, 10), (45, 10), (55, 10), (65, 10), (100, 10), (5, 35)]),
        [LIME, RED, WHITE, WHITE, BLUE, RED]
    );
}

#[test]
fn pictures_in_pictures() {
    let page = "<svg width=40 height=40><image href=a.png width=40 height=40 /></svg>";
    assert_eq!(colors(page, &[(20, 20), (20, 5)]), [BLUE, WHITE], "the ratio is kept");
}

#[test]
fn changes_are_seen() {
    let mut d = document("<svg width=40 height=40><rect width=10 height=10 fill=red /></svg>");
    let rect = |d: &mut Document| {
        let hits = d.hit_all(5.0, 5.0);
        hits.first().copied().unwrap_or(0)
    };
    let node = rect(&mut d);
    assert_eq!(d.bounding_rect(node).width, 10.0);
    d.set_attribute(node, "width", "30");
    assert_eq!(d.bounding_rect(node).width, 30.0);
    d.set_attribute(node, "transform", "translate(5)");
    assert_eq!(d.bounding_rect(node).x, 5.0);
    d.set_inline_style(node, "x:2px");
    assert_eq!(d.bounding_rect(node).x, 7.0);
    d.remove(node);
    assert_ne!(rect(&mut d), node);
}

fn survives(body: &str) {
    let mut d = document(body);
    let _ = d.paint(&mut Nothing);
    d.hit_all(5.0, 5.0);
    for node in 1..200 {
        d.svg_bounds(node);
        d.svg_matrix(node, true);
        d.svg_length(node);
        d.svg_point(node, f64::NAN);
        d.svg_contains(node, 1.0, 1.0, true);
        d.svg_text(node);
        d.computed(node, "", "transform-origin");
    }
}

#[test]
fn references_in_circles() {
    survives(
        "<svg id=s><use id=a href=#b /><use id=b href=#a /><use href=#s /><g id=g><use href=#g /></g>\
         <clipPath id=c clip-path='url(#c)'><rect clip-path='url(#c)' width=9 height=9 /></clipPath><rect width=9 height=9 clip-path='url(#c)'/>\
         <mask id=m mask='url(#m)'><rect mask='url(#m)' width=9 height=9 /></mask><rect width=9 height=9 mask='url(#m)'/>\
         <pattern id=p width=4 height=4 href=#q><rect width=4 height=4 fill='url(#p)'/></pattern><pattern id=q href=#p />\
         <rect width=9 height=9 fill='url(#p)'/><linearGradient id=x href=#y /><linearGradient id=y href=#x /><rect width=9 height=9 fill='url(#x)'/></svg>",
    );
}

#[test]
fn copies_of_copies_come_to_an_end() {
    let mut page = "<svg width=100 height=100><defs><g id=a0><rect width=1 height=1 /></g>".to_owned();
    for level in 1..24 {
        let below = level - 1;
        let _ = write!(page, "<g id=a{level}>{}</g>", format!("<use href=#a{below} />").repeat(10));
    }
    survives(&format!("{page}</defs><use href=#a23 /></svg>"));
}

#[test]
fn layers_in_layers_come_to_an_end() {
    let mut page = "<svg width=200 height=100><mask id=m0><rect width=200 height=100 fill=white /></mask>".to_owned();
    for level in 1..12 {
        let below = level - 1;
        let rects = format!("<rect width=200 height=100 fill=white mask='url(#m{below})'/>").repeat(6);
        let _ = write!(page, "<mask id=m{level}>{rects}</mask>");
    }
    survives(&format!("{page}<rect width=200 height=100 mask='url(#m11)'/></svg>"));
}

#[test]
fn deep_trees() {
    let depth = 5000;
    let page = format!(
        "<svg>{}<rect width=9 height=9 />{}</svg>",
        "<g opacity=.9>".repeat(depth),
        "</g>".repeat(depth)
    );
    survives(&page);
}

#[test]
fn odd_numbers() {
    for body in [
        "<svg width=1e9 height=1e9 viewBox='0 0 1e-9 1e-9'><rect width=1e9 height=1e9 fill=red stroke=red stroke-width=1e9 /></svg>",
        "<svg viewBox='0 0 0 0'><rect width=9 height=9 /></svg>",
        "<svg viewBox='nan inf 1 1'><rect width=9 height=9 /></svg>",
        "<svg><path d='M0 0L1e38 1e38L-1e38 1e38Z' stroke=red stroke-dasharray=1e-9 /></svg>",
        "<svg><path d='M0 0h1e7' stroke=red stroke-dasharray='.0001 .0001'/></svg>",
        "<svg><path d='M0 0a0 0 0 0 0 0 0A1e30 1e-30 1e30 1 1 5 5zzzM'/><path d='M'/><path d='M5 5'/><path d='L5 5'/></svg>",
        "<svg><rect width=9 height=9 transform='scale(1e30) rotate(1e30) skewX(90)'/><rect width=9 height=9 transform='scale(0)'/></svg>",
        "<svg><rect width=-9 height=9 rx=-1 /><circle r=-1 /><ellipse rx=1e30 ry=1e-30 /><polygon points='1'/><polyline points=',,'/></svg>",
        "<svg><text x='1e38 nan' dy='1e30' rotate='1e30 nan' font-size=1e9>abc</text><text font-size=0>x</text><text textLength=0>\u{202e}xyz</text></svg>",
        "<svg><radialGradient id=r r=0 fx=1e30><stop/><stop offset=-1 /></radialGradient><rect width=9 height=9 fill='url(#r)'/></svg>",
        "<svg><pattern id=p width=1e9 height=1e-9><rect width=1 height=1 /></pattern><rect width=9 height=9 fill='url(#p)'/></svg>",
        "<svg><rect width=9 height=9 style='filter:blur(100px);transform-origin:1e38px 1e38px;transform:rotate(1rad)'/></svg>",
        "<div><path d='M0 0h9v9z'/></div><svg><foreignObject><div>x<svg><rect width=9 height=9 /></svg></div></foreignObject></svg>",
        "<svg><filter id=f><feGaussianBlur stdDeviation=1e30 /><feMorphology operator=dilate radius=1e9 /><feOffset dx=1e30 dy=nan />\
         <feDropShadow stdDeviation='-1 1e9'/><feComposite in=x in2=y operator=arithmetic k1=1e38 /><feColorMatrix type=saturate values=1e38 />\
         <feComponentTransfer><feFuncR type=table tableValues=''/><feFuncA type=gamma exponent=-1e9 /></feComponentTransfer><feTurbulence/></filter>\
         <rect width=9 height=9 filter='url(#f)'/><rect width=9 height=0 filter='url(#f)'/></svg>",
        "<svg><image href='x' width=1e9 height=1e9 /><image href='x'/></svg>",
    ] {
        survives(body);
    }
}
