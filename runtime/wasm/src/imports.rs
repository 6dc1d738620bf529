//! The imports of a game (docs/wasm-abi.md).

use crate::error::Fault;
use crate::host::{Host, STYLES_MAX};
use oracade_canvas::Image;
use oracade_canvas::css_filter::parse_filter;
use oracade_canvas::css_font::{CssFont, FontContextSizes};
use std::rc::Rc;
use tiny_skia::{IntSize, Pixmap};
use wasmtime::{Caller, Linker, Result};

/// The module they are in.
pub(crate) const MODULE: &str = "oracade";

const NAMES: [&str; 21] = [
    "log",
    "now",
    "date",
    "random",
    "seed",
    "width",
    "height",
    "fileSize",
    "fileRead",
    "storageGet",
    "storageSet",
    "storageRemove",
    "font",
    "filter",
    "image",
    "imagePixels",
    "imageWidth",
    "imageHeight",
    "measure",
    "text",
    "commands",
];

pub(crate) fn is_known(name: &str) -> bool {
    NAMES.contains(&name)
}

/// Longest text that is taken, in bytes.
const TEXT_MAX: usize = 1 << 20;
/// Longest side of a picture, in px.
const SIDE_MAX: u32 = 8_192;

type Guest<'a> = Caller<'a, Host>;

fn fault<T>(text: impl Into<String>) -> Result<T> {
    Err(wasmtime::Error::new(Fault(text.into())))
}

/// Takes fuel for work that the host does, so that no call can make it work without end.
fn charge(guest: &mut Guest<'_>, fuel: usize) -> Result<()> {
    match guest.get_fuel()?.checked_sub(fuel as u64) {
        Some(left) => guest.set_fuel(left),
        None => Err(wasmtime::Error::new(wasmtime::Trap::OutOfFuel)),
    }
}

fn range(at: i32, count: i32, unit: usize) -> (usize, usize) {
    // Addresses and lengths are unsigned, whatever the type says.
    let (at, count) = (at as u32 as usize, count as u32 as usize);
    (at, at.saturating_add(count.saturating_mul(unit)))
}

fn read<'a>(guest: &'a Guest<'_>, at: i32, count: i32, unit: usize) -> Result<&'a [u8]> {
    let Some(memory) = guest.data().memory else {
        return fault("no memory");
    };
    let (from, to) = range(at, count, unit);
    match memory.data(guest).get(from..to) {
        Some(bytes) => Ok(bytes),
        None => fault(format!("an import was given the range {from}..{to}, which is not in memory")),
    }
}

fn text(guest: &mut Guest<'_>, at: i32, bytes: i32) -> Result<String> {
    charge(guest, 50 + bytes as u32 as usize)?;
    let bytes = read(guest, at, bytes, 1)?;
    let bytes = bytes.get(..TEXT_MAX).unwrap_or(bytes);
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

/// Writes as much as there is room for; how much that was.
fn write(guest: &mut Guest<'_>, bytes: &[u8], to: i32, room: i32) -> Result<usize> {
    charge(guest, bytes.len().min(room as u32 as usize) / 8)?;
    read(guest, to, room, 1)?;
    let count = bytes.len().min(room as u32 as usize);
    let at = to as u32 as usize;
    if let Some(memory) = guest.data().memory
        && let (Some(target), Some(bytes)) = (memory.data_mut(guest).get_mut(at..at + count), bytes.get(..count))
    {
        target.copy_from_slice(bytes);
    }
    Ok(count)
}

pub(crate) fn add(linker: &mut Linker<Host>) -> Result<()> {
    world(linker)?;
    files(linker)?;
    pictures(linker)
}

fn world(linker: &mut Linker<Host>) -> Result<()> {
    linker.func_wrap(
        MODULE,
        "log",
        |mut guest: Guest<'_>, level: i32, at: i32, bytes: i32| -> Result<()> {
            let text = text(&mut guest, at, bytes)?;
            let kinds = ["debug", "log", "info", "warning", "error"];
            let kind = kinds.get(level as u32 as usize).copied().unwrap_or("log");
            guest.data_mut().line(kind, text);
            Ok(())
        },
    )?;
    linker.func_wrap(MODULE, "now", |mut guest: Guest<'_>| guest.data_mut().look_at_clock())?;
    linker.func_wrap(MODULE, "date", |mut guest: Guest<'_>| {
        let host = guest.data_mut();
        host.epoch_ms + host.look_at_clock()
    })?;
    linker.func_wrap(MODULE, "random", |mut guest: Guest<'_>| guest.data_mut().next_random())?;
    linker.func_wrap(MODULE, "seed", |guest: Guest<'_>| guest.data().seed as i64)?;
    linker.func_wrap(MODULE, "width", |guest: Guest<'_>| guest.data().canvas.0 as i32)?;
    linker.func_wrap(MODULE, "height", |guest: Guest<'_>| guest.data().canvas.1 as i32)?;
    Ok(())
}

fn files(linker: &mut Linker<Host>) -> Result<()> {
    linker.func_wrap(
        MODULE,
        "fileSize",
        |mut guest: Guest<'_>, at: i32, bytes: i32| -> Result<i32> {
            let path = text(&mut guest, at, bytes)?;
            Ok(guest.data().files.get(&path).map_or(-1, |file| file.len() as i32))
        },
    )?;
    linker.func_wrap(
        MODULE,
        "fileRead",
        |mut guest: Guest<'_>, at: i32, bytes: i32, offset: i32, to: i32, room: i32| -> Result<i32> {
            let path = text(&mut guest, at, bytes)?;
            let Some(file) = guest.data().files.get(&path).cloned() else {
                return Ok(-1);
            };
            let rest = file.get(offset as u32 as usize..).unwrap_or_default();
            write(&mut guest, rest, to, room).map(|count| count as i32)
        },
    )?;
    linker.func_wrap(
        MODULE,
        "storageGet",
        |mut guest: Guest<'_>, at: i32, bytes: i32, to: i32, room: i32| -> Result<i32> {
            let key = text(&mut guest, at, bytes)?;
            let Some(value) = guest.data().storage.get(&key) else {
                return Ok(-1);
            };
            if value.len() <= room as u32 as usize {
                write(&mut guest, value.as_bytes(), to, room)?;
            }
            Ok(value.len() as i32)
        },
    )?;
    linker.func_wrap(
        MODULE,
        "storageSet",
        |mut guest: Guest<'_>, key: i32, key_bytes: i32, value: i32, value_bytes: i32| -> Result<i32> {
            let key = text(&mut guest, key, key_bytes)?;
            charge(&mut guest, value_bytes as u32 as usize)?;
            let value = read(&guest, value, value_bytes, 1)?;
            let value = String::from_utf8_lossy(value).into_owned();
            let host = guest.data();
            Ok(i32::from(host.picture.is_none() && host.storage.set(&key, &value)))
        },
    )?;
    linker.func_wrap(
        MODULE,
        "storageRemove",
        |mut guest: Guest<'_>, at: i32, bytes: i32| -> Result<()> {
            let key = text(&mut guest, at, bytes)?;
            if guest.data().picture.is_none() {
                guest.data().storage.remove(&key);
            }
            Ok(())
        },
    )?;
    Ok(())
}

/// What relative lengths refer to, as on a canvas that is in no document.
const SIZES: FontContextSizes = FontContextSizes {
    parent: 10.0,
    root: 16.0,
    viewport: (0.0, 0.0),
};

fn pictures(linker: &mut Linker<Host>) -> Result<()> {
    linker.func_wrap(MODULE, "font", |mut guest: Guest<'_>, at: i32, bytes: i32| -> Result<i32> {
        let css = text(&mut guest, at, bytes)?;
        let Some(font) = CssFont::parse(&css, &SIZES) else {
            return Ok(-1);
        };
        Ok(intern(&mut guest.data_mut().fonts, font))
    })?;
    linker.func_wrap(MODULE, "filter", |mut guest: Guest<'_>, at: i32, bytes: i32| -> Result<i32> {
        let css = text(&mut guest, at, bytes)?;
        let Some(filter) = parse_filter(&css, &SIZES) else {
            return Ok(-1);
        };
        Ok(intern(&mut guest.data_mut().filters, filter))
    })?;
    linker.func_wrap(MODULE, "image", |mut guest: Guest<'_>, at: i32, bytes: i32| -> Result<i32> {
        let path = text(&mut guest, at, bytes)?;
        let Some(file) = guest.data().files.get(&path).cloned() else {
            return Ok(-1);
        };
        charge(&mut guest, 10_000 + file.len() * 100)?;
        let mime = if path.ends_with(".svg") { "image/svg+xml" } else { "" };
        let Ok(image) = Image::decode(&file, mime) else {
            return Ok(-1);
        };
        Ok(guest.data_mut().add_image(image))
    })?;
    linker.func_wrap(
        MODULE,
        "imagePixels",
        |mut guest: Guest<'_>, at: i32, width: i32, height: i32| -> Result<i32> {
            let (width, height) = (width as u32, height as u32);
            if !(1..=SIDE_MAX).contains(&width) || !(1..=SIDE_MAX).contains(&height) {
                return Ok(-1);
            }
            charge(&mut guest, (width * height) as usize)?;
            let mut pixels = read(&guest, at, (width * height) as i32, 4)?.to_vec();
            for pixel in pixels.as_chunks_mut::<4>().0 {
                let [r, g, b, a] = *pixel;
                let part = |channel: u8| ((u32::from(channel) * u32::from(a) + 127) / 255) as u8;
                *pixel = [part(r), part(g), part(b), a];
            }
            let pixmap = IntSize::from_wh(width, height).and_then(|size| Pixmap::from_vec(pixels, size));
            let Some(pixmap) = pixmap else { return Ok(-1) };
            Ok(guest.data_mut().add_image(Image::new(Rc::new(pixmap))))
        },
    )?;
    for (name, side) in [
        ("imageWidth", Image::width as fn(&Image) -> u32),
        ("imageHeight", Image::height),
    ] {
        linker.func_wrap(MODULE, name, move |guest: Guest<'_>, image: i32| -> i32 {
            let image = guest.data().images.get(image as u32 as usize);
            image.map_or(0, |image| side(image) as i32)
        })?;
    }
    linker.func_wrap(
        MODULE,
        "measure",
        |mut guest: Guest<'_>, font: i32, at: i32, bytes: i32| -> Result<f64> {
            let text = text(&mut guest, at, bytes)?;
            charge(&mut guest, 500 + text.len() * 50)?;
            let host = guest.data();
            let Some(font) = host.fonts.get(font as u32 as usize) else {
                return fault(format!("measure: no font {font}"));
            };
            let width = host.painter.borrow_mut().measure(font, &text);
            Ok(width)
        },
    )?;
    linker.func_wrap(MODULE, "text", |mut guest: Guest<'_>, at: i32, bytes: i32| -> Result<i32> {
        let text = text(&mut guest, at, bytes)?;
        guest.data_mut().text(text)
    })?;
    linker.func_wrap(
        MODULE,
        "commands",
        |mut guest: Guest<'_>, at: i32, count: i32| -> Result<()> {
            if guest.data().picture.is_none() {
                return Ok(());
            }
            charge(&mut guest, count as u32 as usize)?;
            let words: Vec<f64> = read(&guest, at, count, 8)?
                .as_chunks::<8>()
                .0
                .iter()
                .map(|bytes| f64::from_le_bytes(*bytes))
                .collect();
            guest.data_mut().draw(&words)
        },
    )?;
    Ok(())
}

/// The number of a style; equal ones share one. -1: there are too many.
fn intern<T: PartialEq>(kept: &mut Vec<Rc<T>>, style: T) -> i32 {
    if let Some(known) = kept.iter().position(|one| **one == style) {
        return known as i32;
    }
    if kept.len() >= STYLES_MAX {
        return -1;
    }
    kept.push(Rc::new(style));
    kept.len() as i32 - 1
}
