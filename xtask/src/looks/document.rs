//! What people see of it: the pictures and the page that says what they show.

use std::fmt::Write as _;

use super::{Look, Rectangle, View, table};

/// `docs/look.md`.
pub(super) fn write(look: &Look) -> String {
    let pictures = &look.pictures;
    let mut text = format!("# {}: how it looks\n\n", look.title);
    text += "Each picture is a *mosaic*: a place of the canvas cut into equal cells, one pixel for each, which has the mean colour of its cell. The game's\n\
             own picture, cut and averaged in the same way, has the same colours: red, green and blue are each at most *off* away. Where there are\n";
    let _ = write!(
        text,
        "letters, {} is enough (unless *off* is the same all over). Parts that move by themselves, or show a number that depends on what was played before, are\n\
         left out. ",
        pictures.letters
    );
    if pictures.views.iter().any(|view| view.rings > 0) {
        text += "What turns has *rings* in place of cells: of equal width, around the middle of the place, the innermost first. ";
    }
    let _ = write!(
        text,
        "Places are {}: left, top; width × height.\n{}\n\n",
        look.places, look.states
    );
    let rows = pictures.views.iter().map(|view| {
        vec![
            format!("[{0}](look/{0}.png)", view.name),
            state(view),
            view.placed.clone().unwrap_or_else(|| {
                let [left, top, width, height] = &view.bounds;
                format!("{left}, {top}; {width} × {height}")
            }),
            if view.rings > 0 {
                format!("{} rings", view.rings)
            } else {
                format!("{} × {}", view.across, view.down)
            },
            view.off.unwrap_or(pictures.off).to_string(),
            rectangles(&view.letters),
            rectangles(&view.left_out),
        ]
    });
    text + &table(&["picture", "state", "place", "cells", "off", "letters", "left out"], rows)
}

fn state(view: &View) -> String {
    let mut parts = vec![format!("`{}`", view.scenario)];
    parts.extend(
        view.options
            .iter()
            .map(|(name, value)| format!("`{name}: {}`", value.to_string().replace('"', "'"))),
    );
    parts.extend(view.then.iter().map(|action| match action["type"].as_str() {
        Some(kind) if action.as_object().is_some_and(|action| action.len() == 1) => format!("`{kind}`"),
        _ => format!("`{action}`"),
    }));
    parts.extend(view.wait_ms.map(|ms| format!("{ms} ms later")));
    parts.join(", ")
}

fn rectangles(list: &[Rectangle]) -> String {
    let texts: Vec<String> = list
        .iter()
        .map(|[left, top, width, height]| format!("{left}, {top}, {width} × {height}"))
        .collect();
    if texts.is_empty() {
        "–".to_owned()
    } else {
        texts.join("; ")
    }
}

/// A mosaic as a file: a pixel for each cell.
pub(super) fn png(columns: u32, rows: u32, rgb: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, columns, rows);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(rgb)?;
    Ok(file)
}
