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
