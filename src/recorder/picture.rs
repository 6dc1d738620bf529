//! Pictures of runs: differences, strips and animations.

use anyhow::{Context, bail};
use oracade_runtime::Frame;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

/// Where the pictures of a tape's checkpoints lie.
pub(crate) fn folder_of(tape: &Path) -> PathBuf {
    let mut name = tape.file_name().unwrap_or_default().to_os_string();
    name.push(".frames");
    tape.with_file_name(name)
}

/// File name of a frame's picture.
pub(crate) fn file_of(frame: u64) -> String {
    format!("frame-{frame:06}.png")
}

/// Writes a PNG.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn write(path: &Path, frame: &Frame) -> anyhow::Result<()> {
    fs::write(path, frame.to_png()).with_context(|| format!("cannot write {}", path.display()))
}

/// Reads a picture that [`write`] wrote.
///
/// # Errors
/// It is not there, or not such a picture.
pub(crate) fn read(path: &Path) -> anyhow::Result<Frame> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let limits = png::Limits { bytes: 1 << 30 };
    let mut reader = png::Decoder::new_with_limits(BufReader::new(file), limits)
        .read_info()
        .with_context(|| path.display().to_string())?;
    let size = reader.output_buffer_size().context("the picture is too large")?;
    let mut rgba = vec![0; size];
    let info = reader.next_frame(&mut rgba).with_context(|| path.display().to_string())?;
    if info.color_type != png::ColorType::Rgba || info.bit_depth != png::BitDepth::Eight {
        bail!("{}: not a picture of this program", path.display());
    }
    Ok(Frame {
        width: info.width,
        height: info.height,
        rgba,
    })
}

/// Two pictures side by side, and to their right what differs: white where equal, the darker the more.
pub(crate) fn beside(left: &Frame, right: &Frame) -> Frame {
    let (width, height) = (left.width.max(right.width), left.height.max(right.height));
    let mut rgba = Vec::with_capacity(width as usize * 3 * height as usize * 4);
    let pixel = |frame: &Frame, x: u32, y: u32| -> [u8; 4] {
        if x >= frame.width || y >= frame.height {
            return [0; 4];
        }
        let at = (y as usize * frame.width as usize + x as usize) * 4;
        frame
            .rgba
            .get(at..at + 4)
            .and_then(|pixel| pixel.try_into().ok())
            .unwrap_or_default()
    };
    for y in 0..height {
        for side in [left, right] {
            for x in 0..width {
                rgba.extend(pixel(side, x, y));
            }
        }
        for x in 0..width {
            let (a, b) = (pixel(left, x, y), pixel(right, x, y));
            let most = a.iter().zip(&b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0);
            // A difference of 1 must be seen too.
            let shade = if most == 0 { 255 } else { 160 - most / 2 - most / 8 };
            rgba.extend([shade + (255 - shade) / 2, shade, shade, 255]);
        }
    }
    Frame {
        width: width * 3,
        height,
        rgba,
    }
}

/// A picture whose sides are divided by a whole number, by the mean of each square.
pub(crate) fn shrunk(frame: &Frame, by: u32) -> Frame {
    let by = by.max(1);
    let (width, height) = ((frame.width / by).max(1), (frame.height / by).max(1));
    let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
    for y in 0..height {
        for x in 0..width {
            let (mut sums, mut count) = ([0_u32; 4], 0);
            for (dx, dy) in (0..by).flat_map(|dy| (0..by).map(move |dx| (dx, dy))) {
                let (px, py) = (x * by + dx, y * by + dy);
                let at = (py as usize * frame.width as usize + px as usize) * 4;
                if px < frame.width
                    && let Some(pixel) = frame.rgba.get(at..at + 4)
                {
                    sums.iter_mut().zip(pixel).for_each(|(sum, part)| *sum += u32::from(*part));
                    count += 1;
                }
            }
            rgba.extend(sums.map(|sum| u8::try_from((sum + count / 2) / count.max(1)).unwrap_or(u8::MAX)));
        }
    }
    Frame { width, height, rgba }
}

/// Pictures in rows of `columns`, as a filmstrip. All must have the first one's size; others are cut or filled.
pub(crate) fn strip(frames: &[Frame], columns: usize) -> Frame {
    let Some(first) = frames.first() else {
        return Frame {
            width: 1,
            height: 1,
            rgba: vec![0; 4],
        };
    };
    let columns = columns.clamp(1, frames.len());
    let rows = frames.len().div_ceil(columns);
    let (cell, tall) = (first.width as usize, first.height as usize);
    let row = cell * columns * 4;
    let mut rgba = vec![0_u8; row * tall * rows];
    for (index, frame) in frames.iter().enumerate() {
        let (left, top) = ((index % columns) * cell * 4, (index / columns) * tall);
        let copied = cell.min(frame.width as usize) * 4;
        for (y, line) in frame.rgba.chunks_exact(frame.width as usize * 4).take(tall).enumerate() {
            let at = (top + y) * row + left;
            rgba[at..at + copied].copy_from_slice(&line[..copied]);
        }
    }
    Frame {
        width: (cell * columns) as u32,
        height: (tall * rows) as u32,
        rgba,
    }
}

/// Writes an animated PNG that shows each frame for `hold` sixtieths of a second, again and again.
///
/// # Errors
/// The file cannot be written, or there is no frame.
pub(crate) fn write_animation(path: &Path, frames: &[Frame], hold: u64) -> anyhow::Result<()> {
    let first = frames.first().context("no frame to write")?;
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut encoder = png::Encoder::new(BufWriter::new(file), first.width, first.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_animated(u32::try_from(frames.len())?, 0)?;
    encoder.set_frame_delay(u16::try_from(hold).unwrap_or(u16::MAX), 60)?;
    let mut writer = encoder.write_header()?;
    for frame in frames {
        if (frame.width, frame.height) == (first.width, first.height) {
            writer.write_image_data(&frame.rgba)?;
        } else {
            let mut same = strip(std::slice::from_ref(first), 1);
            same.rgba.fill(0);
            let width = (first.width.min(frame.width) as usize) * 4;
            let rows = frame.rgba.chunks_exact(frame.width as usize * 4);
            for (to, from) in same.rgba.chunks_exact_mut(first.width as usize * 4).zip(rows) {
                to[..width].copy_from_slice(&from[..width]);
            }
            writer.write_image_data(&same.rgba)?;
        }
    }
    writer.finish()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(width: u32, height: u32, grey: u8) -> Frame {
        Frame {
            width,
            height,
            rgba: [grey, grey, grey, 255].repeat((width * height) as usize),
        }
    }

    #[test]
    fn a_difference_of_one_is_seen() {
        let mut other = plain(4, 2, 100);
        other.rgba[4] = 101;
        let picture = beside(&plain(4, 2, 100), &other);
        assert_eq!((picture.width, picture.height), (12, 2));
        let at = |x: usize| &picture.rgba[x * 4..x * 4 + 4];
        assert_eq!(at(8), [255, 255, 255, 255]);
        assert!(at(9)[1] < 200 && at(9)[0] > at(9)[1], "{:?}", at(9));
        assert_eq!(beside(&plain(2, 1, 0), &plain(1, 2, 0)).rgba.len(), 6 * 2 * 4);
    }

    #[test]
    fn strips_and_means() {
        let strip = strip(&[plain(2, 2, 10), plain(2, 2, 20), plain(2, 2, 30)], 2);
        assert_eq!((strip.width, strip.height), (4, 4));
        assert_eq!(strip.rgba[(2 * 4) as usize], 20);
        assert_eq!(strip.rgba[2 * 4 * 4], 30);
        let half = shrunk(&strip, 2);
        assert_eq!((half.width, half.height), (2, 2));
        assert_eq!([half.rgba[0], half.rgba[4], half.rgba[8], half.rgba[12]], [10, 20, 30, 0]);
        assert_eq!(shrunk(&plain(3, 3, 7), 100).rgba, [7, 7, 7, 255]);
    }

    #[test]
    fn tapes_have_their_pictures_beside_them() {
        assert_eq!(folder_of(Path::new("a/b.tape")), Path::new("a/b.tape.frames"));
    }
}
