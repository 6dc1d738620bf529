//! What generated interfaces are made of beyond boxes in a row: depth, images in borders, references to SVG, controls in grids, snapping.
//! Numbers are Chromium's.

#[path = "common/loader.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod loader;

use loader::Page;
use oracade_layout::paint::PaintSource;
use oracade_layout::{Document, ReplacedPixels, Resources, Viewport};
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
        None
    }
}

struct Shown {
    document: Document,
    page: Page,
}

/// A page of 300×200 px without margins.
fn show(body: &str) -> Shown {
    let fonts = Arc::new(Mutex::new(oracade_text::Fonts::new(oracade_text::FontProfile::Reference)));
    let mut document = Document::new(fonts, Viewport::new(300.0, 200.0, 1.0), Rc::new(Nothing));
    let page = Page::parse(&format!(
        "<!DOCTYPE html><style>body{{margin:0;font:14px Arial}}</style><body>{body}"
    ));
    page.load(&mut document, false);
    Shown { document, page }
}

impl Shown {
    fn color(&mut self, x: u32, y: u32) -> (u8, u8, u8) {
        let pixels = self.document.paint(&mut Nothing);
        let pixel = pixels.and_then(|pixels| pixels.pixel(x, y));
        pixel.map(|p| (p.red(), p.green(), p.blue())).unwrap_or_default()
    }

    fn node(&self, id: &str) -> u32 {
        self.page.by_id(id).unwrap_or(0)
    }

    fn rect(&mut self, id: &str) -> [f64; 4] {
        rounded(&self.document.bounding_rect(self.node(id)))
    }

    fn rects(&mut self, id: &str) -> Vec<[f64; 4]> {
        self.document.client_rects(self.node(id)).iter().map(rounded).collect()
    }
}

fn rounded(rect: &oracade_layout::boxes::Rect) -> [f64; 4] {
    [rect.x, rect.y, rect.width, rect.height].map(|v| (v * 100.0).round() / 100.0)
}

const RED: (u8, u8, u8) = (255, 0, 0);
const BLUE: (u8, u8, u8) = (0, 0, 255);
const WHITE: (u8, u8, u8) = (255, 255, 255);

const CARD: &str = "<style>#scene{perspective:600px;width:100px;height:100px}#card{width:100px;height:100px;position:relative;
transform-style:preserve-3d}.f{position:absolute;inset:0;backface-visibility:hidden}#front{background:#f00}
#back{background:#00f;transform:rotateY(180deg)}</style>";

fn card(turned: &str) -> Shown {
    show(&format!(
        "{CARD}<div id=scene><div id=card style='transform:{turned}'><div class=f id=front></div><div class=f id=back></div></div></div>"
    ))
}

#[test]
fn a_card_shows_the_side_that_is_towards_the_viewer() {
    for (turned, color, id) in [
        ("none", RED, "front"),
        ("rotateY(40deg)", RED, "front"),
        ("rotateY(140deg)", BLUE, "back"),
        ("rotateY(180deg)", BLUE, "back"),
        ("rotateX(180deg)", BLUE, "back"),
        ("rotateY(360deg)", RED, "front"),
    ] {
        let mut shown = card(turned);
        assert_eq!(shown.color(50, 50), color, "{turned}");
        assert_eq!(shown.document.hit(50.0, 50.0), shown.node(id), "{turned}");
    }
}

#[test]
fn perspective_makes_near_edges_longer() {
    let mut shown = card("rotateY(60deg)");
    let [x, y, width, height] = shown.rect("front");
    assert!(y < -3.0 && height > 106.0, "{y} {height}");
    assert!((x - 23.06).abs() < 0.05 && (width - 50.26).abs() < 0.05, "{x} {width}");
    // Outside of what is seen of the card nothing is hit.
    let body = shown.document.hit(85.0, 50.0);
    assert!(body != shown.node("front") && body != shown.node("back"));
}

#[test]
fn planes_of_one_space_are_painted_by_depth() {
    let mut shown = show(
        "<div style='transform-style:preserve-3d;width:100px;height:100px'><div style='position:absolute;width:100px;height:100px;
        background:red;transform:translateZ(20px)'></div><div style='position:absolute;width:100px;height:100px;background:blue;
        transform:translateZ(-20px);z-index:9'></div></div>",
    );
    assert_eq!(shown.color(50, 50), RED);
}

#[test]
fn lines_break_between_boxes_without_spaces() {
    let mut shown = show("<div style='width:120px'><button>One</button><button>Two</button><button id=c>Three</button></div>");
    assert_eq!(shown.rect("c"), [0.0, 21.0, 50.83, 21.0]);
}

#[test]
fn controls_fill_their_grid_areas_but_not_their_blocks() {
    let mut shown = show(
        "<div style='display:grid;width:200px'><input id=a><select id=b><option>x</select><input type=range id=c></div>
        <input id=d style='display:block'><button id=e style='display:block'>x</button>",
    );
    assert_eq!(shown.rect("a")[2], 200.0);
    assert_eq!(shown.rect("b")[2], 200.0);
    assert_eq!(shown.rect("c")[2], 196.0);
    assert_eq!(shown.rect("d")[2], 177.0);
    assert_eq!(shown.rect("e")[2], 22.67);
}

#[test]
fn inline_blocks_stand_on_their_baselines_in_columns_too() {
    let mut shown = show(
        "<div style='display:flex;flex-direction:column;align-items:center'><p id=p style='margin:5px;line-height:1.5;font-size:16px'>
        <span style='display:inline-block;padding:2px 6px;border:1px solid;font-size:14px'>A</span> x</p></div>",
    );
    assert_eq!(shown.rect("p")[3], 27.0);
}

#[test]
fn margins_leave_a_body_whose_overflow_is_the_viewports() {
    let mut shown = show("<style>body{overflow:hidden}</style><h1 id=a style='margin:12px;font-size:20px'>x</h1>");
    assert_eq!(shown.rect("a")[1], 12.0);
    let body = shown.document.client_rects(shown.node("a"));
    assert_eq!(body.len(), 1);
    assert_eq!(shown.document.wheel_target(shown.node("a"), 0.0, 10.0), 0);
}

#[test]
fn borders_are_made_of_images_and_masks_are_put_together() {
    let border = "width:60px;height:60px;border:20px solid #00f;border-image:linear-gradient(#f00,#f00) 1";
    assert_eq!(show(&format!("<div style='{border}'></div>")).color(5, 50), RED);
    let mask = "width:60px;height:60px;padding:20px;background:#f00;mask:linear-gradient(#000 0 0) content-box exclude,
        linear-gradient(#000 0 0)";
    let mut shown = show(&format!("<div style='{mask}'></div>"));
    assert_eq!((shown.color(5, 50), shown.color(50, 50)), (RED, WHITE));
}

#[test]
fn html_is_clipped_masked_and_filtered_by_svg() {
    let defs = "<svg width=0 height=0 style='position:absolute'><clipPath id=c clipPathUnits=objectBoundingBox><rect width=.5 height=1 />
        <circle cx=.9 cy=.5 r=.05 /></clipPath><mask id=m><rect width=50 height=100 fill=white /></mask><filter id=f>
        <feFlood flood-color='#00f'/></filter></svg>";
    for (style, left, right) in [
        ("clip-path:url(#c)", RED, WHITE),
        ("mask:url(#m)", RED, WHITE),
        ("filter:url(#f)", BLUE, BLUE),
        ("clip-path:path(\"M0 0H50V100H0z\")", RED, WHITE),
    ] {
        let mut shown = show(&format!(
            "{defs}<div style='width:100px;height:100px;background:#f00;{style}'></div>"
        ));
        assert_eq!((shown.color(25, 50), shown.color(75, 50)), (left, right), "{style}");
    }
}

#[test]
fn iterations_in_reverse_keep_the_timing_function() {
    let mut shown = show(
        "<style>@keyframes a{from{margin-left:0}to{margin-left:100px}}#a{width:9px;height:9px;animation:a 1s ease-in infinite alternate}
        </style><div id=a></div>",
    );
    let mut at = |ms: f64| {
        shown.document.anim_tick(ms);
        shown.rect("a")[0]
    };
    at(0.0);
    let forwards = at(250.0);
    at(1000.0);
    assert!((at(1750.0) - forwards).abs() < 0.5);
}

#[test]
fn elements_begin_with_their_starting_style() {
    let mut shown = show(
        "<style>#a{width:9px;height:9px;margin-left:0;transition:margin-left 1s linear;@starting-style{margin-left:100px}}</style>
        <div id=a></div>",
    );
    shown.document.anim_tick(0.0);
    assert_eq!(shown.rect("a")[0], 100.0);
    shown.document.anim_tick(16.0);
    shown.document.anim_tick(516.0);
    assert!((shown.rect("a")[0] - 50.0).abs() < 4.0);
}

#[test]
fn scrolls_come_to_rest_where_boxes_snap() {
    let mut shown = show(
        "<div id=s style='width:100px;height:50px;overflow:auto;display:flex;scroll-snap-type:x mandatory;scroll-padding-left:10px'>
        <div style='flex:0 0 80px;scroll-snap-align:start'></div><div style='flex:0 0 80px;scroll-snap-align:start'></div>
        <div style='flex:0 0 80px;scroll-snap-align:start'></div></div>",
    );
    let scroller = shown.node("s");
    assert_eq!(shown.document.snapped_scroll(scroller, 60.0, 0.0), (70.0, 0.0));
    assert_eq!(shown.document.snapped_scroll(scroller, 20.0, 0.0), (0.0, 0.0));
}

#[test]
fn quotes_captions_and_units() {
    let mut shown = show(
        "<q style='quotes:\"<<\" \">>\"' id=q>x</q><div id=ch style='width:10ch;font:700 16.4px DejaVu Sans'></div>
        <div id=ex style='width:10ex;font:17.6px DejaVu Sans'></div>",
    );
    assert_eq!(shown.document.inner_text(shown.node("q")), "x");
    assert!(shown.rect("q")[2] > 35.0);
    assert_eq!(shown.rect("ch")[2], 114.05);
    assert_eq!(shown.rect("ex")[2], 100.0);
}

#[test]
fn controls_are_made_of_parts_the_page_styles() {
    let mut shown = show(
        "<style>input{display:block;margin:0}#a{appearance:none;width:160px;height:20px}
        #a::-webkit-slider-thumb{-webkit-appearance:none;width:20px;height:20px;background:#f00}
        #b{appearance:none;width:18px;height:18px;display:grid;place-content:center}
        #b::before{content:'';width:10px;height:10px;background:#00f}</style>
        <input id=a type=range value=0><input id=b type=checkbox>",
    );
    assert_eq!(shown.color(5, 10), RED);
    assert_eq!((shown.color(9, 29), shown.color(1, 21)), (BLUE, WHITE));
}

#[test]
fn breaks_are_no_items_and_drop_downs_have_their_own_lines() {
    let mut shown = show(
        "<div id=a style='display:flex;width:100px;line-height:20px;justify-content:center'>river<br>card</div>
        <select id=b style='font:15px/3 Arial'><option>x</select><select id=c style='font:16px/3 Arial;border:0'><option>x</select>",
    );
    assert_eq!(shown.rect("a")[3], 40.0);
    assert_eq!((shown.rect("b")[3], shown.rect("c")[3]), (21.0, 19.0));
}

#[test]
fn first_lines_have_their_own_style() {
    let mut shown = show(
        "<style>p{margin:0}#w{width:150px;font:16px Arial}
        #w::first-line{text-transform:uppercase;background:#ff0;letter-spacing:1px;color:#00f}
        #v{width:180px}#v::first-line{font-size:24px}#s::first-line{font-size:28px}</style>
        <p id=w>The quick brown fox <b id=b>jumps over</b> the lazy dog and runs away</p>
        <p id=v>Alpha <i>beta gamma <u id=u>delta epsilon</u> zeta</i> eta theta iota kappa</p>
        <div id=s style='width:max-content'>one line</div>",
    );
    assert_eq!(shown.rect("w")[3], 72.0);
    // The words that the wider first line has no room for begin the second.
    let b = shown.rects("b");
    assert_eq!((b[0], b[1][..2].to_vec()), ([73.81, 18.0, 47.12, 17.0], vec![0.0, 36.0]));
    assert_eq!(shown.rect("v")[3], 60.0);
    assert_eq!(shown.rect("u"), [50.59, 100.0, 78.63, 16.0]);
    assert_eq!(shown.rect("s")[2..], [98.09, 32.0]);
    assert_eq!(shown.color(1, 1), (255, 255, 0));
    assert_eq!(shown.color(100, 1), WHITE);
    let node = shown.node("w");
    assert_eq!(shown.document.computed(node, "::first-line", "letter-spacing"), "1px");
}

#[test]
fn list_boxes_are_boxes_of_options() {
    let mut shown = show(
        "<select id=l size=3><option id=o1>Uno<option id=o2 selected>Due<option>Tre<option>Quattro</select>
        <select id=m multiple style='position:absolute;left:100px;top:0'><optgroup id=g label=Group><option id=go>Alpha</optgroup></select>",
    );
    assert_eq!(shown.rect("l"), [0.0, 0.0, 50.45, 53.0]);
    assert_eq!(shown.rect("o2"), [1.0, 18.0, 48.45, 17.0]);
    assert_eq!(shown.rect("m")[2..], [58.09, 70.0]);
    assert_eq!(
        (shown.rect("g"), shown.rect("go")),
        ([101.0, 1.0, 56.09, 34.0], [101.0, 18.0, 56.09, 17.0])
    );
    let (first, second) = (shown.node("o1"), shown.node("o2"));
    assert_eq!(
        (shown.document.hit(10.0, 10.0), shown.document.hit(10.0, 25.0)),
        (first, second)
    );
    let list = shown.node("l");
    assert_eq!(shown.document.scroll_rect(list).height, 68.0);
    assert!(shown.document.scroll_to(list, 0.0, 17.0));
    assert_eq!(shown.rect("o2")[1], 1.0);
}

#[test]
fn text_areas_scroll_to_their_caret() {
    let mut shown = show(
        "<textarea id=t style='font:20px/24px \"Liberation Mono\";width:200px;height:70px;box-sizing:border-box'></textarea>",
    );
    let node = shown.node("t");
    let mut moved = |text: &str, offset| {
        shown.document.set_control_text(node, text, false);
        let moved = shown.document.reveal_caret(node, offset);
        let at = shown.document.scroll_rect(node);
        (moved, at.y, at.height)
    };
    assert_eq!(moved("x\n", 2), (false, 0.0, 68.0));
    assert_eq!(moved("x\nx\n", 4), (true, 5.0, 76.0));
    assert_eq!(moved("x\nx\nx\n", 6), (true, 29.0, 100.0));
    assert_eq!(moved("x\nx\nx\n", 0), (true, 2.0, 100.0));
    assert_eq!(moved("x\nx\nx\n", 6), (true, 29.0, 100.0));
    // There is less to scroll over.
    assert_eq!(moved("x\nx\nx", 5), (true, 8.0, 76.0));
}

#[test]
fn number_fields_show_a_spin_button() {
    let mut shown = show(
        "<style>#b::-webkit-inner-spin-button{-webkit-appearance:none;margin:0}</style>
        <input id=a type=number value=5 style='display:block;margin:0'><input id=b type=number value=5>",
    );
    assert_eq!(shown.color(165, 4), WHITE);
    for id in ["a", "b"] {
        let node = shown.node(id);
        shown.document.set_state(node, 1);
    }
    let ink = (0x8b, 0x8b, 0x8b);
    assert_eq!(
        (shown.color(165, 4), shown.color(165, 15), shown.color(165, 3)),
        (ink, ink, (0xfc, 0xfc, 0xfc))
    );
    let y = shown.rect("b")[1] as u32;
    assert_eq!(shown.color(165, y + 4), WHITE);
}

#[test]
fn the_text_of_a_scroller_moves_with_it() {
    let mut shown = show(
        "<div id=s style='overflow:auto;height:40px;width:100px;border:10px solid #fff;padding:4px;font:20px/20px Arial'>one<br>two<br><b id=b \
        style='background:#f00'>three</b><br>four<br>five</div>",
    );
    let node = shown.node("s");
    // The padding after the content counts.
    assert_eq!(shown.document.scroll_rect(node).height, 108.0);
    assert_eq!(shown.color(15, 60), WHITE);
    assert!(shown.document.scroll_to(node, 0.0, 40.0));
    assert_eq!(shown.rect("b")[..2], [14.0, 13.0]);
    assert_eq!(shown.color(15, 34), RED);
    assert_eq!(shown.document.hit(20.0, 24.0), shown.node("b"));
}
