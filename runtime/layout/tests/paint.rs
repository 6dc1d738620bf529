//! Pixels of small pages.

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

/// The colours of some pixels of a page of 200×100 px without margins, as `#rrggbb`.
fn colors(body: &str, at: &[(u32, u32)]) -> Vec<String> {
    let fonts = Arc::new(Mutex::new(oracade_text::Fonts::new(oracade_text::FontProfile::Reference)));
    let mut document = Document::new(fonts, Viewport::new(200.0, 100.0, 1.0), Rc::new(Nothing));
    Page::parse(&format!("<!DOCTYPE html><style>body{{margin:0}}</style>{body}")).load(&mut document, false);
    let Some(pixels) = document.paint(&mut Nothing) else {
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
const WHITE: &str = "#ffffff";

#[test]
fn clip_paths_cut_boxes_and_what_is_inside() {
    let page = |clip: &str| {
        format!(
            "<div style='width:100px;height:100px;background:blue;clip-path:{clip}'><p style='margin:0;height:100px;background:red'></p></div>"
        )
    };
    let points = [(50, 50), (3, 3), (50, 3)];
    assert_eq!(colors(&page("circle()"), &points), [RED, WHITE, RED]);
    assert_eq!(colors(&page("inset(10px)"), &points), [RED, WHITE, WHITE]);
    assert_eq!(colors(&page("ellipse(50% 20% at 50% 50%)"), &points), [RED, WHITE, WHITE]);
    assert_eq!(colors(&page("polygon(0 0,100% 0,0 20%)"), &points), [WHITE, RED, RED]);
    assert_eq!(colors(&page("none"), &points), [RED, RED, RED]);
}

#[test]
fn masks_scale_alpha() {
    let page =
        "<div style='width:100px;height:100px;background:red;mask-image:linear-gradient(90deg,#000 50%,transparent 50%)'></div>";
    assert_eq!(colors(page, &[(20, 50), (80, 50)]), [RED, WHITE]);
}

#[test]
fn backgrounds_are_clipped_to_text() {
    let style = "font:bold 90px sans-serif;line-height:100px;color:transparent;background:red;background-clip:text";
    let page = format!("<div style='{style}'>I</div>");
    let row: Vec<(u32, u32)> = (0..40).map(|x| (x, 50)).collect();
    let seen = colors(&page, &row);
    assert!(seen.iter().any(|c| c == RED), "the stem of the letter is red");
    assert_eq!(seen[0], WHITE);
    assert_eq!(colors(&page, &[(150, 50)]), [WHITE]);
}

#[test]
fn groups_blur_and_fade_only_what_they_hold() {
    let page = "<div style='opacity:.5;width:50px;height:50px;background:red'></div>\
                <div style='position:absolute;left:100px;top:20px;width:40px;height:40px;background:red;filter:blur(4px)'></div>";
    let seen = colors(page, &[(25, 25), (60, 25), (120, 40), (95, 40), (180, 40)]);
    assert!(["#ff7f7f", "#ff8080"].contains(&&*seen[0]), "half of red: {}", seen[0]);
    assert_eq!([&*seen[1], &*seen[2], &*seen[4]], [WHITE, RED, WHITE]);
    assert!(seen[3] != WHITE && seen[3] != RED, "the edge is soft: {}", seen[3]);
}

#[test]
fn long_lines_end_in_an_ellipsis() {
    let style = "width:100px;font:20px monospace;line-height:30px;overflow:hidden;white-space:nowrap;color:red";
    let text = "IIIIIIIIIIIIIIII";
    let row: Vec<(u32, u32)> = (88..100).map(|x| (x, 8)).collect();
    let cut = colors(&format!("<div style='{style}'>{text}</div>"), &row);
    let dots = colors(&format!("<div style='{style};text-overflow:ellipsis'>{text}</div>"), &row);
    assert!(cut.iter().any(|c| c != WHITE));
    assert!(dots.iter().all(|c| c == WHITE), "the dots are at the baseline");
}

#[test]
fn controls_have_their_native_look_until_the_page_styles_them() {
    let page = |style: &str| format!("<button style='display:block;margin:0;width:60px;height:20px;{style}'></button>");
    let at = [(30, 0), (30, 10)];
    assert_eq!(colors(&page(""), &at), ["#767676", "#efefef"]);
    // A border of 2 px outset black.
    assert_eq!(colors(&page("background:lime"), &at), ["#a8a8a8", "#00ff00"]);
    assert_eq!(colors(&page("appearance:none"), &at), ["#a8a8a8", "#efefef"]);
    assert_eq!(colors(&page("border:1px solid red"), &at), [RED, "#efefef"]);
    let check = |attributes: &str| format!("<input type=checkbox {attributes} style='display:block;margin:0'>");
    assert_eq!(colors(&check("checked"), &[(1, 6), (12, 0)])[0], "#0075ff");
    assert_eq!(colors(&check(""), &[(0, 6), (6, 6)]), ["#767676", WHITE]);
    assert_eq!(
        colors(
            "<body style='accent-color:#cc0000'><input type=checkbox checked style='margin:0;display:block'>",
            &[(1, 6)]
        ),
        ["#cc0000"]
    );
    // A corner of a field is left out.
    assert_eq!(
        colors("<input style='display:block;margin:0'>", &[(0, 0), (1, 0), (0, 1), (5, 5)]),
        [WHITE, "#767676", "#767676", WHITE]
    );
}

#[test]
fn raised_and_sunken_borders_have_two_shades() {
    let page = |style: &str| format!("<div style='width:40px;height:40px;border:10px {style} #339933'></div>");
    let at = [(30, 2), (30, 8), (30, 51), (30, 58)];
    let (lit, unlit) = ("#4fee4f", "#174517");
    assert_eq!(colors(&page("outset"), &at), [lit, lit, unlit, unlit]);
    assert_eq!(colors(&page("inset"), &at), [unlit, unlit, lit, lit]);
    assert_eq!(colors(&page("groove"), &at), [unlit, lit, unlit, lit]);
    assert_eq!(colors(&page("ridge"), &at), [lit, unlit, lit, unlit]);
}

#[test]
fn the_legend_stands_in_a_gap_of_the_border() {
    let body = "<fieldset style='margin:0;padding:10px;border:2px solid red;width:100px'>\
                <legend style='width:30px;height:20px;padding:0;margin:0'></legend>\
                <div style='height:10px;background:blue'></div></fieldset>";
    // The line is in the middle of the legend, not behind it; content begins below legend and padding.
    assert_eq!(
        colors(body, &[(5, 8), (5, 10), (25, 10), (60, 10), (60, 29), (60, 31)]),
        [WHITE, RED, WHITE, RED, WHITE, "#0000ff"]
    );
}

#[test]
fn borders_of_cells_collapse() {
    let body = "<table style='border-collapse:collapse'><tr><td style='border:2px solid red;width:20px;height:20px;padding:0'></td>\
                <td style='border:4px solid blue;width:20px;height:20px;padding:0'></td></tr></table>";
    // The table's own half of the outer borders, then the cells: 1 + 20 + 2, and 2 + 20 + 2.
    assert_eq!(
        colors(body, &[(0, 15), (10, 15), (22, 15), (25, 15), (35, 15), (47, 15)]),
        [RED, WHITE, "#0000ff", "#0000ff", WHITE, "#0000ff"]
    );
}

#[test]
fn cells_without_a_row_share_one() {
    let cell = |color: &str| format!("<div style='display:table-cell;width:30px;height:20px;background:{color}'></div>");
    let both = cell("red") + &cell("blue");
    for body in [format!("<div style='display:table'>{both}</div>"), both] {
        assert_eq!(colors(&body, &[(10, 10), (40, 10), (10, 30)]), [RED, "#0000ff", WHITE]);
    }
}

#[test]
fn the_top_layer_is_above_everything_and_has_backdrops() {
    let body = "<div style='position:fixed;inset:0;z-index:2147483646;background:red'></div>\
                <div style='transform:translate(50px);opacity:.5'><dialog open style='padding:0;border:0;width:20px;height:20px;\
                background:blue;margin:0' id=d></dialog></div><style>#d::backdrop{background:lime}</style>";
    let fonts = Arc::new(Mutex::new(oracade_text::Fonts::new(oracade_text::FontProfile::Reference)));
    let mut document = Document::new(fonts, Viewport::new(200.0, 100.0, 1.0), Rc::new(Nothing));
    let page = Page::parse(&format!("<!DOCTYPE html>{body}"));
    page.load(&mut document, false);
    const OPEN: u32 = 512;
    const MODAL: u32 = 2048;
    let dialog = page.by_id("d").unwrap_or_default();
    document.set_state(dialog, OPEN | MODAL);
    assert_eq!(document.computed(dialog, "::backdrop", "background-color"), "rgb(0, 255, 0)");
    let pixels = document
        .paint(&mut Nothing)
        .map(|pixels| [pixels.pixel(5, 5), pixels.pixel(100, 50)]);
    let rgb = pixels.map(|all| all.map(|p| p.map(|p| (p.red(), p.green(), p.blue()))));
    assert_eq!(rgb, Some([Some((0, 0, 255)), Some((0, 255, 0))]));
}

#[test]
fn placeholders_have_their_own_colour() {
    let dark = |body: &str| {
        let at: Vec<(u32, u32)> = (3..60).flat_map(|x| (5..15).map(move |y| (x, y))).collect();
        colors(body, &at).into_iter().min().unwrap_or_default()
    };
    let field = |attributes: &str| dark(&format!("<input {attributes} style='display:block;margin:0;color:black'>"));
    assert!(field("value=IIIIII").as_str() < "#303030");
    assert!(field("placeholder=IIIIII").as_str() >= "#757575");
}

#[test]
fn margins_do_not_collapse_through_the_root_element() {
    let fonts = Arc::new(Mutex::new(oracade_text::Fonts::new(oracade_text::FontProfile::Reference)));
    let mut document = Document::new(fonts, Viewport::new(200.0, 100.0, 1.0), Rc::new(Nothing));
    let page = Page::parse("<!DOCTYPE html><html id=root><body style='margin:0;height:50px'><p style='margin:20px 0'>x</p>");
    page.load(&mut document, false);
    let rect = document.bounding_rect(page.by_id("root").unwrap_or_default());
    assert_eq!((rect.y, rect.height), (0.0, 70.0));
}

#[test]
fn sliders_have_a_thumb_and_a_groove() {
    let slider = "<input type=range value=0 style='display:block;margin:0;width:100px;height:20px'>";
    assert_eq!(colors(slider, &[(8, 10), (50, 10)]), ["#0075ff", "#efefef"]);
}

/// Canvases whose pixels are others each time; the third has none in some pictures.
struct Canvases(u32);

impl PaintSource for Canvases {
    fn pixels(&mut self, pixels: ReplacedPixels) -> Option<Rc<Pixmap>> {
        let ReplacedPixels::Canvas(handle) = pixels else { return None };
        if handle == 3 && self.0.is_multiple_of(3) {
            return None;
        }
        let mut pixmap = Pixmap::new(40, 30)?;
        let mut state = handle * 7919 + self.0;
        for pixel in pixmap.data_mut().as_chunks_mut::<4>().0 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let alpha = [0, 255, 255, state >> 24][(state >> 20) as usize % 4];
            *pixel = [(state >> 8) & alpha, (state >> 12) & alpha, (state >> 16) & alpha, alpha]
                .map(|channel| channel.min(alpha) as u8);
        }
        Some(Rc::new(pixmap))
    }

    fn image(&mut self, _: &str) -> Option<Rc<Pixmap>> {
        None
    }
}

/// Paints what is in a body six times, with other pixels in its canvases, and something else moved in between: each time as when it is
/// painted for the first time.
fn paints_again(body: &str) {
    let page = Page::parse(&format!("<!DOCTYPE html><style>body{{margin:0}}</style>{body}"));
    let fonts = Arc::new(Mutex::new(oracade_text::Fonts::new(oracade_text::FontProfile::Reference)));
    let mut document = Document::new(fonts, Viewport::new(200.0, 100.0, 1.0), Rc::new(Nothing));
    page.load(&mut document, false);
    let mut handle = 0;
    for (index, node) in page.nodes.iter().enumerate() {
        if node.name.as_ref().is_some_and(|name| &*name.local == "canvas") {
            handle += 1;
            document.set_natural_size(index as u32 + 1, 40.0, 30.0);
            document.set_pixels(index as u32 + 1, ReplacedPixels::Canvas(handle));
        }
    }
    for time in 0..10 {
        if time == 6 {
            document.scroll_to(1, 0.0, 7.0);
        }
        let whole = document.paint(&mut Canvases(time)).map(Pixmap::take);
        let again = document.painted(&mut Canvases(time)).map(|picture| picture.data().to_vec());
        assert!(whole.is_some());
        assert!(whole == again, "picture {time} of {body}");
    }
}

#[test]
fn what_changes_in_canvases_only_is_painted_as_if_it_were_painted_whole() {
    let canvas = |style: &str| format!("<canvas style='{style}'></canvas>");
    let absolute = |style: &str| canvas(&format!("position:absolute;{style}"));
    for body in [
        canvas("background:#cfe8ef;border:3px solid #654;margin:9px"),
        canvas("width:90px;height:71px;image-rendering:pixelated;margin:4.5px"),
        canvas("width:90px;height:71px;object-fit:contain;border-radius:20px;transform:rotate(7deg)"),
        canvas("object-fit:none;width:31px;height:17px;margin:5px"),
        absolute("left:3px;top:2px") + &absolute("left:20px;top:10px") + &absolute("left:50px;top:1px"),
        absolute("left:3px;top:2px") + "<p style='position:absolute;left:10px;top:0'>words</p>",
        "<p style='position:absolute;left:90px;top:0'>words</p>".to_owned() + &absolute("left:3px;top:2px;z-index:1"),
        absolute("left:3px;top:2px") + &absolute("left:20px;top:10px;opacity:.5") + &absolute("left:150px;top:1px"),
        absolute("left:3px;top:2px;mix-blend-mode:multiply;background:red"),
        absolute("left:3px;top:2px")
            + "<div style='position:absolute;left:20px;top:20px;width:50px;height:50px;backdrop-filter:blur(3px)'></div>",
        absolute("left:3px;top:2px")
            + "<svg style='position:absolute;left:0;top:0' width='30' height='30'><circle r='20' fill='red'/></svg>",
        format!(
            "<div style='perspective:200px'>{}</div>{}",
            canvas("transform:rotateY(30deg)"),
            canvas("margin-left:50px")
        ),
        format!(
            "<div style='height:40px;overflow:auto'>{}</div><div style='height:300px'></div>",
            canvas("")
        ),
        "<p style='height:300px'>no canvas</p>".to_owned(),
    ] {
        paints_again(&body);
    }
}

/// Gradients are kept from picture to picture: after each change a page looks as it would if it were painted for the first time.
#[test]
fn gradients_of_earlier_pictures_are_those_of_this_one() {
    let body = "<style>html { height: 900px; background: radial-gradient(circle at 30% 20%, #fbf5e8, #f0e2c8 55%, #d9c09a) }
        div { width: 60px; height: 50px; position: absolute }</style>
        <div style='left:5px;top:9px;background:repeating-linear-gradient(94deg,rgba(255,255,255,.4) 0 3px,rgba(0,0,0,.3) 3px 9px),linear-gradient(#a56f42,#6f4526)'></div>
        <div style='left:40px;top:30px;border-radius:17px;background:conic-gradient(red,rgba(0,0,255,.3),lime)'></div>
        <div style='left:90px;top:3.4px;position:fixed;transform:rotate(11deg);background:linear-gradient(45deg,red,transparent)'></div>
        <div style='left:120px;top:30px;overflow:hidden;border-radius:9px'><div style='left:-9px;background:linear-gradient(teal,gold)'></div></div>
        <div style='left:150px;top:20px;opacity:.6;background:radial-gradient(red,blue)'></div>";
    let page = Page::parse(&format!("<!DOCTYPE html><style>body{{margin:0}}</style>{body}"));
    let fresh = || {
        let fonts = Arc::new(Mutex::new(oracade_text::Fonts::new(oracade_text::FontProfile::Reference)));
        let mut document = Document::new(fonts, Viewport::new(200.0, 100.0, 1.0), Rc::new(Nothing));
        page.load(&mut document, false);
        document
    };
    let mut document = fresh();
    let mut pictures = Vec::new();
    for scroll in [0.0, 0.0, 7.0, 0.0, 7.0, 7.0, 3.5, 12.0, 0.0] {
        document.scroll_to(1, 0.0, scroll);
        let mut first = fresh();
        first.scroll_to(1, 0.0, scroll);
        let kept = document.paint(&mut Nothing).map(Pixmap::take);
        assert!(
            kept.is_some() && kept == first.paint(&mut Nothing).map(Pixmap::take),
            "scrolled by {scroll}"
        );
        pictures.push(kept);
    }
    assert!(pictures[0] == pictures[3] && pictures[0] != pictures[2], "scrolling shows");
}
