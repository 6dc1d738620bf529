//! Pictures: reading, comparing, shrinking.

use anyhow::{Context as _, ensure};
use oracade_runtime::Frame;
use serde::Serialize;
use std::path::Path;

/// A pixel differs if one of its channels differs by more than this of 255: less is rounding nobody can see.
const VISIBLE: u8 = 8;

/// How far two pictures are from each other.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Difference {
    /// Mean over pixels of the mean difference of red, green and blue, 0 to 255.
    pub(crate) mean: f64,
    /// Share of pixels that differ visibly, 0 to 1.
    pub(crate) share: f64,
}

/// Reads a PNG file.
pub(crate) fn read(file: &Path) -> anyhow::Result<Frame> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    decode(&bytes).with_context(|| format!("cannot read {}", file.display()))
}

/// Reads a PNG picture.
pub(crate) fn decode(bytes: &[u8]) -> anyhow::Result<Frame> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info()?;
    let size = reader.output_buffer_size().context("the picture is too large")?;
    let mut rgba = vec![0; size];
    let info = reader.next_frame(&mut rgba)?;
    ensure!(info.color_type == png::ColorType::Rgba, "the picture is not in colour");
    Ok(Frame {
        width: info.width,
        height: info.height,
        rgba,
    })
}

/// Compares two pictures of one size.
pub(crate) fn difference(ours: &Frame, theirs: &Frame) -> anyhow::Result<Difference> {
    ensure!(
        (ours.width, ours.height) == (theirs.width, theirs.height),
        "ours is {}×{}, Chromium's {}×{}",
        ours.width,
        ours.height,
        theirs.width,
        theirs.height
    );
    let (mut sum, mut visible) = (0u64, 0u64);
    for (one, other) in ours.rgba.chunks_exact(4).zip(theirs.rgba.chunks_exact(4)) {
        let apart = [0, 1, 2].map(|channel| one[channel].abs_diff(other[channel]));
        sum += apart.iter().map(|&difference| u64::from(difference)).sum::<u64>();
        visible += u64::from(apart.iter().any(|&difference| difference > VISIBLE));
    }
    let pixels = f64::from(ours.width) * f64::from(ours.height);
    Ok(Difference {
        mean: sum as f64 / 3.0 / pixels,
        share: visible as f64 / pixels,
    })
}

/// Where two pictures of one size differ and how much: white where they agree, the darker the more.
pub(crate) fn apart(ours: &Frame, theirs: &Frame, strength: u32) -> Frame {
    let pairs = ours.rgba.chunks_exact(4).zip(theirs.rgba.chunks_exact(4));
    let pixel = |(one, other): (&[u8], &[u8])| {
        let channel = |at: usize| 255 - (u32::from(one[at].abs_diff(other[at])) * strength).min(255) as u8;
        [channel(0), channel(1), channel(2), 255]
    };
    Frame {
        width: ours.width,
        height: ours.height,
        rgba: pairs.flat_map(pixel).collect(),
    }
}

/// A picture shrunk by a whole number, without transparency.
pub(crate) struct Reduced {
    pub(crate) width: u32,
    pub(crate) height: u32,
    rgb: Vec<u8>,
}

impl Reduced {
    pub(crate) fn of(frame: &Frame, by: u32) -> Reduced {
        let (width, height) = ((frame.width / by).max(1), (frame.height / by).max(1));
        let mut rgb = Vec::with_capacity((width * height * 3) as usize);
        for y in 0..height {
            for x in 0..width {
                for channel in 0..3 {
                    let block = (0..by * by).map(|at| {
                        let (x, y) = (x * by + at % by, y * by + at / by);
                        let at = (y.min(frame.height - 1) * frame.width + x.min(frame.width - 1)) * 4 + channel;
                        u32::from(frame.rgba[at as usize])
                    });
                    rgb.push((block.sum::<u32>() / (by * by)) as u8);
                }
            }
        }
        Reduced { width, height, rgb }
    }

    pub(crate) fn to_png(&self) -> anyhow::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        encoder.write_header()?.write_image_data(&self.rgb)?;
        Ok(bytes)
    }
}
