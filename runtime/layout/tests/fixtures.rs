//! Boxes of fixture pages as Chromium gives them, to its layout unit.

#[path = "common/loader.rs"]
mod loader;

use loader::Page;
use oracade_layout::{Document, Resources, Viewport};
use std::rc::Rc;
use std::sync::{Arc, Mutex};

struct Nothing;

impl Resources for Nothing {
    fn bytes(&self, _: &str) -> Option<Arc<[u8]>> {
        None
    }
}

fn document(width: f64, height: f64) -> Document {
    let fonts = Arc::new(Mutex::new(oracade_text::Fonts::new(oracade_text::FontProfile::Reference)));
    Document::new(fonts, Viewport::new(width, height, 1.0), Rc::new(Nothing))
}

fn open(html: &str) -> (Document, Page) {
    let mut document = document(1280.0, 713.0);
    let page = Page::parse(html);
    page.load(&mut document, false);
    (document, page)
}

/// Differences of a fixture from its recording that are larger than `tolerance` px.
fn differences(html: &str, boxes: &str, tolerance: f64) -> Vec<String> {
    let mut lines = boxes.lines();
    let numbers = |line: &str| -> Vec<f64> { line.split(' ').skip(1).filter_map(|n| n.parse().ok()).collect() };
    let viewport = numbers(lines.next().unwrap_or(""));
    let mut document = document(viewport[0], viewport[1]);
    let page = Page::parse(html);
    page.load(&mut document, true);
    let mut wrong = Vec::new();
    for line in lines {
        let name = line.split(' ').next().unwrap_or("");
        let expected = numbers(line);
        let rect = document.bounding_rect(page.by_id(name).unwrap_or(0));
        let ours = [rect.x, rect.y, rect.width, rect.height];
        if ours.iter().zip(&expected).any(|(a, b)| (a - b).abs() > tolerance) {
            wrong.push(format!("{name}: {ours:?}, Chromium {expected:?}"));
        }
    }
    wrong
}

/// Boxes that are not as in Chromium, by page and id: a space that hangs at the start of a right-to-left line counts to the inline
/// box here; a tab stop is 1/32 px off.
const KNOWN: &[(&str, &str)] = &[("bidi", "h"), ("textlines", "f2")];

macro_rules! fixtures {
    ($($name:ident),*) => {$(
        #[test]
        fn $name() {
            let html = include_str!(concat!("fixtures/", stringify!($name), ".html"));
            let boxes = include_str!(concat!("fixtures/", stringify!($name), ".boxes"));
            let found = differences(html, boxes, 0.02);
            let known = |line: &&String| KNOWN.iter().any(|(page, id)| *page == stringify!($name) && line.starts_with(&format!("{id}:")));
            let unknown: Vec<&String> = found.iter().filter(|line| !known(line)).collect();
            assert_eq!(unknown, Vec::<&String>::new());
            let expected = KNOWN.iter().filter(|(page, _)| *page == stringify!($name)).count();
            assert_eq!(found.len(), expected, "a known difference agrees now: take it out");
        }
    )*};
}

fixtures!(blocks, inline, flexgrid, position, table, container, forms, bidi, textlines);

/// Whatever text changes, what is laid out anew and what is kept make the layout of a page that had the text from the start.
#[test]
fn layout_after_a_change_of_text_is_the_layout_of_the_whole() {
    for html in [
        include_str!("fixtures/blocks.html"),
        include_str!("fixtures/inline.html"),
        include_str!("fixtures/flexgrid.html"),
        include_str!("fixtures/position.html"),
        include_str!("fixtures/table.html"),
        include_str!("fixtures/container.html"),
        include_str!("fixtures/forms.html"),
        "<!DOCTYPE html><body><table><tr><td style='height:90px'><p>a<td><b>b</b></table><button><i>c</i><br>d</button>\
         <div style='position:relative'><span style='position:relative'>e<i style='position:absolute;right:0'>f</i></span></div>\
         <div style='display:flex;flex-wrap:wrap'><p>g<p>h</div><ul><li>i<li>j</ul><div style='columns:2'>k</div>",
    ] {
        let (mut d, page) = open(html);
        let last = page.nodes.len() as u32;
        let rects = |d: &mut Document| -> Vec<_> { (1..=last).map(|id| (id, d.client_rects(id))).collect() };
        let mut before = rects(&mut d);
        let mut differing = 0;
        for id in 1..=last {
            for text in [
                "x",
                "several words of text that may well need more than one line of its block",
            ] {
                d.set_text(id, text);
                let kept = rects(&mut d);
                d.set_viewport(900.0, 700.0, 1.0);
                d.update();
                d.set_viewport(1280.0, 713.0, 1.0);
                assert_eq!(kept, rects(&mut d), "after node {id} of {html}");
                differing += usize::from(kept != before);
                before = kept;
            }
        }
        assert!(differing > 0, "no text of the page could be changed");
    }
}

#[test]
fn flex_and_grid_containers_keep_their_aspect_ratio() {
    let (mut d, page) = open(
        "<!DOCTYPE html><style>body{margin:0;width:400px}body>*{aspect-ratio:2}p{margin:0;height:150px}</style>\
         <div id=grid style='display:grid'></div><div id=flex style='display:flex'></div>\
         <div id=tall style='display:grid'><p>a</p><p>b</p></div><div id=cut style='display:grid;overflow:hidden'><p>a</p><p>b</p></div>\
         <div id=edge style='display:grid;padding:10px'></div><div id=least style='display:flex;min-height:220px'></div>\
         <div id=own style='display:grid;height:30px'></div>\
         <div style='display:grid;grid-template-rows:20px 1fr'><b></b><b id=rest></b></div>",
    );
    let mut height = |name: &str| d.bounding_rect(page.by_id(name).unwrap_or(0)).height;
    assert_eq!((height("grid"), height("flex")), (200.0, 200.0));
    assert_eq!(
        (height("tall"), height("cut")),
        (300.0, 200.0),
        "what is inside makes a box taller, unless it is cut"
    );
    assert_eq!(height("edge"), 210.0, "the ratio of the content box");
    assert_eq!((height("least"), height("own")), (220.0, 30.0));
    assert_eq!(height("rest"), 180.0, "fractions share the transferred height");
}

#[test]
fn hits_follow_painting_order_clips_and_pointer_events() {
    let (mut d, page) = open(
        "<!DOCTYPE html><style>body{margin:0}div{position:absolute;width:100px;height:100px}\
         #b{left:50px;z-index:1}#c{left:50px;top:50px}#n{pointer-events:none;z-index:9;width:300px;height:300px}\
         #r{left:400px;border-radius:50%}#k{left:600px;overflow:hidden}#k div{left:50px}\
         #t{left:800px;transform:rotate(45deg)}</style><div id=a></div><div id=b></div><div id=c></div><div id=n></div>\
         <div id=r></div><div id=k><div id=i></div></div><div id=t></div><p id=p style='margin:0;padding-top:300px'>text</p>",
    );
    let id = |name: &str| page.by_id(name).unwrap_or(0);
    assert_eq!(d.hit(10.0, 10.0), id("a"));
    assert_eq!(d.hit(60.0, 60.0), id("b"), "a higher z-index lies on top");
    assert_eq!(d.hit(60.0, 120.0), id("c"));
    assert_ne!(d.hit(403.0, 3.0), id("r"), "outside the rounded corner");
    assert_eq!(d.hit(450.0, 50.0), id("r"));
    assert_eq!(d.hit(660.0, 10.0), id("i"));
    assert_ne!(d.hit(720.0, 10.0), id("i"), "cut off by overflow: hidden");
    assert_eq!(d.hit(850.0, -0.0 + 1.0), id("t"), "the rotated square reaches above");
    assert_ne!(d.hit(801.0, 1.0), id("t"), "its corner has moved away");
    assert_eq!(d.hit(5.0, 310.0), id("p"));
    let all = d.hit_all(60.0, 60.0);
    assert_eq!(&all[..3], [id("b"), id("c"), id("a")]);
    assert_eq!(d.hit(-1.0, 5.0), 0);
}

#[test]
fn scrolling_is_clamped_and_moves_what_is_inside() {
    let (mut d, page) = open(
        "<!DOCTYPE html><style>body{margin:0;height:2000px}#s{width:100px;height:50px;overflow:auto}#i{height:200px}\
         #x{height:10px;margin-top:1500px}</style><div id=s><div id=i></div></div><div id=x></div>",
    );
    let id = |name: &str| page.by_id(name).unwrap_or(0);
    assert!(d.scroll_to(id("s"), 0.0, 1e9));
    assert_eq!(d.scroll_rect(id("s")).y, 150.0);
    assert_eq!(d.bounding_rect(id("i")).y, -150.0);
    assert!(!d.scroll_to(id("s"), 0.0, 500.0), "already at the end");
    assert_eq!(d.scroll_rect(1).height, 2000.0);
    let moved: Vec<u32> = d.scroll_into_view(id("x"), "end", "nearest").iter().map(|m| m.node).collect();
    assert_eq!(moved, [1]);
    assert_eq!(d.bounding_rect(id("x")).y, 703.0);
}

#[test]
fn changes_restyle_and_lay_out_again() {
    let (mut d, page) = open(
        "<!DOCTYPE html><style>body{margin:0}.a{width:10px;height:10px}.b{width:20px}li:first-child{height:7px}li{height:3px}\
         #h:hover{height:99px}p:has(.on){width:1px}</style><div id=d class=a></div><ul id=u><li id=l>x</li></ul>\
         <div id=h></div><p id=p><i id=i></i></p><b id=t>0</b>",
    );
    let id = |name: &str| page.by_id(name).unwrap_or(0);
    assert_eq!(d.bounding_rect(id("d")).width, 10.0);
    d.set_attribute(id("d"), "class", "a b");
    assert_eq!(d.bounding_rect(id("d")).width, 20.0);
    d.set_inline_style(id("d"), "width: 33px");
    assert_eq!(d.computed(id("d"), "", "width"), "33px");
    assert_eq!(d.bounding_rect(id("l")).height, 7.0);
    d.create_element(9000, oracade_layout::Namespace::Html, "li");
    d.insert(id("u"), 9000, id("l"));
    assert_eq!(d.bounding_rect(id("l")).height, 3.0, "no longer the first child");
    d.remove(9000);
    assert_eq!(d.bounding_rect(id("l")).height, 7.0);
    d.set_state(id("h"), 1);
    assert_eq!(d.bounding_rect(id("h")).height, 99.0);
    d.set_attribute(id("i"), "class", "on");
    assert_eq!(d.bounding_rect(id("p")).width, 1.0);
    let before = d.bounding_rect(id("t")).width;
    let text = page.nodes[id("t") as usize - 1].children[0] as u32 + 1;
    d.set_text(text, "000");
    assert_eq!(d.bounding_rect(id("t")).width, before * 3.0);
    d.set_viewport(640.0, 480.0, 2.0);
    assert!(d.media_matches("(max-width: 640px) and (min-resolution: 2dppx)"));
}

#[test]
fn animations_and_transitions_run_on_the_given_clock() {
    let (mut d, page) = open(
        "<!DOCTYPE html><style>body{margin:0}#a{width:100px;animation:grow 1s linear .5s 2}@keyframes grow{from{width:100px}\
         to{width:300px}}#t{width:10px;transition:width 1s linear}#t.on{width:20px}</style><div id=a></div><div id=t></div>",
    );
    let id = |name: &str| page.by_id(name).unwrap_or(0);
    let kinds = |events: Vec<oracade_layout::AnimationEvent>| -> Vec<&'static str> { events.iter().map(|e| e.kind).collect() };
    assert_eq!(kinds(d.anim_tick(0.0)), Vec::<&str>::new());
    assert!(d.anim_active());
    assert_eq!(kinds(d.anim_tick(500.0)), ["animationstart"]);
    d.anim_tick(1000.0);
    assert_eq!(d.bounding_rect(id("a")).width, 200.0);
    assert_eq!(kinds(d.anim_tick(1600.0)), ["animationiteration"]);
    assert_eq!(kinds(d.anim_tick(2600.0)), ["animationend"]);
    assert_eq!(d.bounding_rect(id("a")).width, 100.0);
    d.set_attribute(id("t"), "class", "on");
    assert_eq!(kinds(d.anim_tick(3000.0)), ["transitionrun", "transitionstart"]);
    d.anim_tick(3500.0);
    assert_eq!(d.bounding_rect(id("t")).width, 15.0);
    assert_eq!(kinds(d.anim_tick(4100.0)), ["transitionend"]);
    assert_eq!(d.bounding_rect(id("t")).width, 20.0);
    assert!(!d.anim_active());
}

#[test]
fn values_are_serialised_as_chromium_does() {
    let (mut d, page) = open(
        "<!DOCTYPE html><style>:root{--x: 5px}body{margin:0}#a{position:absolute;left:10%;top:auto;width:50%;margin:1em;\
         transform:rotate(90deg);color:#f008;--y: var(--x)}</style><div id=a><span id=s>x</span></div>",
    );
    let a = page.by_id("a").unwrap_or(0);
    for (property, value) in [
        ("width", "640px"),
        ("left", "128px"),
        ("margin", "16px"),
        ("transform", "matrix(0, 1, -1, 0, 0, 0)"),
        ("color", "rgba(255, 0, 0, 0.533)"),
        ("--y", "5px"),
        ("display", "block"),
        ("no-such-property", ""),
    ] {
        assert_eq!(d.computed(a, "", property), value, "{property}");
    }
    assert_eq!(d.computed(page.by_id("s").unwrap_or(0), "", "width"), "auto");
    assert_eq!(d.inner_text(a), "x");
    assert!(d.supports("(display: grid)") && !d.supports("(display: nonsense)"));
    let parsed = d.parse_declaration("margin", "1px 2cqw").unwrap_or_default();
    assert_eq!((parsed[1].name.as_str(), parsed[1].value.as_str()), ("margin-right", "2cqw"));
    assert!(d.parse_declaration("width", "nonsense").is_none());
}
