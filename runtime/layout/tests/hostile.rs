//! Trees and style sheets made to break things: nothing may panic or run away.

use oracade_layout::{Document, MutationError, Namespace, Resources, Viewport};
use std::rc::Rc;
use std::sync::{Arc, Mutex};

struct Nothing;

impl Resources for Nothing {
    fn bytes(&self, _: &str) -> Option<Arc<[u8]>> {
        None
    }
}

fn document() -> Document {
    let fonts = Arc::new(Mutex::new(oracade_text::Fonts::new(oracade_text::FontProfile::Reference)));
    let mut d = Document::new(fonts, Viewport::new(800.0, 600.0, 1.0), Rc::new(Nothing));
    d.create_element(2, Namespace::Html, "html");
    d.insert(1, 2, 0);
    d.create_element(3, Namespace::Html, "body");
    d.insert(2, 3, 0);
    d
}

fn deep(tag: &str, css: &str) {
    let mut d = document();
    let mut parent = 3;
    for id in 10..10_010 {
        d.create_element(id, Namespace::Html, tag);
        d.set_inline_style(id, css);
        d.insert(parent, id, 0);
        parent = id;
    }
    d.bounding_rect(10);
    d.bounding_rect(10_009);
    d.hit(5.0, 5.0);
    d.inner_text(10);
    d.remove(10);
    d.update();
}

#[test]
fn ten_thousand_levels_of_blocks() {
    deep("div", "padding:1px");
}

#[test]
fn ten_thousand_levels_of_spans() {
    deep("span", "position:relative");
}

#[test]
fn ten_thousand_levels_of_flex_boxes() {
    deep("div", "display:flex");
}

#[test]
fn huge_and_odd_values() {
    let mut d = document();
    let styles = [
        "width:1e38px;height:1e38px;padding:1e38px",
        "width:calc(1px / 0)",
        "font-size:1e30px",
        "font-size:0",
        "letter-spacing:-1e9px",
        "margin:-1e30px",
        "transform:scale(0)",
        "transform:scale(1e30) rotate(1e30deg)",
        "grid-template-columns:repeat(10000,1px);display:grid",
        "display:grid;grid-column:1000000",
        "line-height:1e30",
        "aspect-ratio:0/0;width:5px",
        "aspect-ratio:1e30/1e-30;width:5px",
        "display:table-cell",
        "display:table-row",
        "display:contents",
        "position:sticky;top:1e30px",
        "float:left;width:1e20px",
        "z-index:2147483647;position:absolute",
        "width:50cqw;container:x/size",
        "animation:none 1e30s infinite",
    ];
    for (index, style) in styles.iter().enumerate() {
        let id = 100 + 10 * index as u32;
        d.create_element(id, Namespace::Html, "div");
        d.set_inline_style(id, style);
        d.create_text(id + 1, "text \u{202e} with 文字 and \u{0} odd \u{fffc} characters");
        d.insert(3, id, 0);
        d.insert(id, id + 1, 0);
        let rect = d.bounding_rect(id);
        assert!(rect.x.is_finite() && rect.width.is_finite(), "{style}");
    }
    d.hit(1.0, 1.0);
    d.scroll_to(1, f64::NAN, f64::INFINITY);
    d.set_viewport(f64::NAN, -5.0, 0.0);
    d.bounding_rect(100);
}

#[test]
fn style_sheets_that_do_not_parse() {
    let mut d = document();
    d.create_element(4, Namespace::Html, "style");
    d.insert(2, 4, 3);
    for css in [
        "@container",
        "@container (",
        "@container {}",
        "a{width:5cq",
        "a{width:5cqw",
        "@import url(x",
        "/*",
        "\"",
        "@media {{{{",
        "é5cqw{container:",
        "@container style(--x:1){a{color:red}}@container (width > 1cqw){a{b:c}}",
    ] {
        d.set_style_sheet(4, css, "(");
        d.update();
        d.parse_declaration(css, css);
        d.parse_block(css);
        d.supports(css);
        d.media_matches(css);
    }
}

#[test]
fn malformed_batches_are_refused() {
    let mut d = document();
    assert_eq!(d.apply(&[99], &[]), Err(MutationError::UnknownCode { code: 99, at: 0 }));
    assert_eq!(d.apply(&[3, 1], &[]), Err(MutationError::Truncated(2)));
    assert_eq!(d.apply(&[2, 50, 0], &[]), Err(MutationError::UnknownString(0)));
    assert_eq!(
        d.apply(&[1, 60, 0, 0, u32::MAX], &["div".to_owned()]),
        Err(MutationError::Truncated(5))
    );
    // A cycle, a foreign reference node and unknown ids change nothing.
    assert_eq!(d.apply(&[3, 3, 2, 0, 3, 777, 888, 999, 4, 12345], &[]), Ok(()));
    d.update();
}

#[test]
fn a_sheet_comes_after_only_the_state_of_an_element_changed() {
    let mut d = document();
    d.create_element(4, Namespace::Html, "p");
    d.set_attribute(4, "class", "a b");
    d.insert(3, 4, 0);
    for style in [10, 11] {
        d.create_element(style, Namespace::Html, "style");
        d.insert(3, style, 0);
    }
    d.set_style_sheet(10, ".a { color: red } p:hover { width: 100px }", "");
    d.update();
    d.set_state(4, 1);
    d.set_style_sheet(11, ".b { height: 20px } #c { width: 1px } ::part(d) { width: 2px }", "");
    let rect = d.bounding_rect(4);
    assert_eq!((rect.width, rect.height), (100.0, 20.0));
}

#[test]
fn attributes_of_the_engines_own_kinds_change() {
    let mut d = document();
    d.create_element(4, Namespace::Html, "p");
    d.insert(3, 4, 0);
    d.set_style_sheet(
        10,
        "p::part(x) { color: red } #i { width: 1px } .c { width: 2px } :lang(de) { width: 3px }",
        "",
    );
    for name in [
        "id",
        "class",
        "part",
        "exportparts",
        "lang",
        "xml:lang",
        "dir",
        "is",
        "style",
        "slot",
    ] {
        for value in ["", "i", "c x", "de"] {
            d.set_attribute(4, name, value);
            d.set_style_sheet(11, ".c { height: 20px } #i { height: 1px } ::part(d) { width: 2px }", "");
            d.update();
        }
        d.remove_attribute(4, name);
        d.remove_style_sheet(11);
        d.update();
    }
}
