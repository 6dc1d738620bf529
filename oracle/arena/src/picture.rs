//! Pictures for models: enlarged, with a labelled grid over them if wanted, as PNG.

use oracade_gym::Picture;

/// The longer side that a picture is enlarged to at most, in px.
pub const SIDE_MAX: u32 = 1500;
/// Most columns and rows of a grid.
pub const GRID_MAX: u32 = 40;

/// Glyphs of 5 by 7, a row in the lower bits of a byte, the leftmost the highest.
const GLYPHS: [(char, [u8; 7]); 33] = [
    ('0', [14, 17, 19, 21, 25, 17, 14]),
    ('1', [4, 12, 4, 4, 4, 4, 14]),
    ('2', [14, 17, 1, 2, 4, 8, 31]),
    ('3', [14, 17, 1, 6, 1, 17, 14]),
    ('4', [2, 6, 10, 18, 31, 2, 2]),
    ('5', [31, 16, 30, 1, 1, 17, 14]),
    ('6', [6, 8, 16, 30, 17, 17, 14]),
    ('7', [31, 1, 2, 4, 8, 8, 8]),
    ('8', [14, 17, 17, 14, 17, 17, 14]),
    ('9', [14, 17, 17, 15, 1, 2, 12]),
    ('(', [2, 4, 8, 8, 8, 4, 2]),
    (')', [8, 4, 2, 2, 2, 4, 8]),
    (',', [0, 0, 0, 0, 4, 4, 8]),
    ('A', [14, 17, 17, 31, 17, 17, 17]),
    ('B', [30, 17, 17, 30, 17, 17, 30]),
    ('C', [14, 17, 16, 16, 16, 17, 14]),
    ('D', [30, 17, 17, 17, 17, 17, 30]),
    ('E', [31, 16, 16, 30, 16, 16, 31]),
    ('F', [31, 16, 16, 30, 16, 16, 16]),
    ('G', [14, 17, 16, 23, 17, 17, 14]),
    ('H', [17, 17, 17, 31, 17, 17, 17]),
    ('J', [7, 2, 2, 2, 2, 18, 12]),
    ('K', [17, 18, 20, 24, 20, 18, 17]),
    ('L', [16, 16, 16, 16, 16, 16, 31]),
    ('M', [17, 27, 21, 21, 17, 17, 17]),
    ('N', [17, 25, 21, 19, 17, 17, 17]),
    ('P', [30, 17, 17, 30, 16, 16, 16]),
    ('R', [30, 17, 17, 30, 20, 18, 17]),
    ('S', [15, 16, 16, 14, 1, 1, 30]),
    ('T', [31, 4, 4, 4, 4, 4, 4]),
    ('W', [17, 17, 17, 21, 21, 27, 17]),
    ('X', [17, 17, 10, 4, 10, 17, 17]),
    ('Y', [17, 17, 10, 4, 4, 4, 4]),
];

/// Enlarges a picture by the greatest whole number by which its longer side stays within [`SIDE_MAX`]; one that is longer is shrunk to it.
pub fn enlarged(picture: &Picture) -> Picture {
    let side = picture.width.max(picture.height).max(1);
    if side > SIDE_MAX {
        let scaled = |side_of: u32| (u64::from(side_of) * u64::from(SIDE_MAX) / u64::from(side)).max(1) as u32;
        return picture.resized(scaled(picture.width), scaled(picture.height));
    }
    let times = SIDE_MAX / side;
    let row_bytes = picture.width as usize * 4;
    let mut rgba = Vec::with_capacity(picture.rgba.len() * (times * times) as usize);
    for row in picture.rgba.chunks_exact(row_bytes.max(4)) {
        let line: Vec<u8> = row
            .as_chunks::<4>()
            .0
            .iter()
            .flat_map(|pixel| std::iter::repeat_n(*pixel, times as usize))
            .flatten()
            .collect();
        for _ in 0..times {
            rgba.extend_from_slice(&line);
        }
    }
    Picture {
        width: picture.width * times,
        height: picture.height * times,
        rgba,
    }
}

/// Fills a rectangle, as far as it is within the picture.
pub fn fill(picture: &mut Picture, (x, y): (u32, u32), (width, height): (u32, u32), color: [u8; 3]) {
    let right = x.saturating_add(width).min(picture.width);
    for row in y..y.saturating_add(height).min(picture.height) {
        for column in x..right {
            let at = (row as usize * picture.width as usize + column as usize) * 4;
            if let Some(pixel) = picture.rgba.get_mut(at..at + 4) {
                pixel.copy_from_slice(&[color[0], color[1], color[2], 255]);
            }
        }
    }
}

/// Writes a text of the glyphs there are, each pixel of which is `scale` px; others are blanks.
pub fn write(picture: &mut Picture, (x, y): (u32, u32), text: &str, scale: u32, color: [u8; 3]) {
    for (place, letter) in (0_u32..).zip(text.chars()) {
        let Some((_, rows)) = GLYPHS.iter().find(|(known, _)| *known == letter) else {
            continue;
        };
        for (down, bits) in (0_u32..).zip(rows) {
            for across in (0..5).filter(|across| bits >> (4 - across) & 1 == 1) {
                let left = x + (place * 6 + across) * scale;
                fill(picture, (left, y + down * scale), (scale, scale), color);
            }
        }
    }
}

/// Draws a grid of columns and rows over a picture, each cell labelled "(column,row)" at its top left.
pub fn scaffolded(picture: &Picture, columns: u32, rows: u32) -> Picture {
    let (columns, rows) = (columns.clamp(1, GRID_MAX), rows.clamp(1, GRID_MAX));
    let mut out = picture.clone();
    let (width, height) = (out.width, out.height);
    let line = (width.max(height) / 500).max(1);
    let red = [230, 40, 40];
    for column in 1..columns {
        fill(&mut out, (column * width / columns, 0), (line, height), red);
    }
    for row in 1..rows {
        fill(&mut out, (0, row * height / rows), (width, line), red);
    }
    let scale = (width / columns / 60).clamp(1, 4);
    for row in 0..rows {
        for column in 0..columns {
            let place = (column * width / columns + line + scale, row * height / rows + line + scale);
            let label = format!("({column},{row})");
            let size = (label.len() as u32 * 6 * scale + scale, 9 * scale);
            fill(&mut out, place, size, [0, 0, 0]);
            write(&mut out, (place.0 + scale, place.1 + scale), &label, scale, [255, 255, 255]);
        }
    }
    out
}

/// A rectangle of a picture; black where it reaches beyond.
pub fn cropped(picture: &Picture, (x, y): (u32, u32), (width, height): (u32, u32)) -> Picture {
    let mut rgba = vec![0; width as usize * height as usize * 4];
    for row in 0..height.min(picture.height.saturating_sub(y)) {
        let length = width.min(picture.width.saturating_sub(x)) as usize * 4;
        let from = ((y + row) as usize * picture.width as usize + x as usize) * 4;
        let to = row as usize * width as usize * 4;
        if length > 0 {
            rgba[to..to + length].copy_from_slice(&picture.rgba[from..from + length]);
        }
    }
    Picture { width, height, rgba }
}

/// The picture as PNG.
pub fn png(picture: &Picture) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width.max(1), picture.height.max(1));
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut rgb = vec![0; picture.width.max(1) as usize * picture.height.max(1) as usize * 3];
    picture.write(3, &mut rgb);
    // Writing into memory fails only if the sizes do not fit, which they do.
    if let Ok(mut writer) = encoder.write_header() {
        let _ = writer.write_image_data(&rgb);
    }
    bytes
}

/// Most bytes of a picture that is read, and most pixels.
const READ_MAX: usize = 64 << 20;

/// Reads a PNG of eight bits a channel.
///
/// # Errors
/// It is none, or too large.
pub fn read_png(bytes: &[u8]) -> Result<Picture, String> {
    let mut decoder = png::Decoder::new_with_limits(std::io::Cursor::new(bytes), png::Limits { bytes: READ_MAX * 4 });
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder
        .read_info()
        .map_err(|error| format!("not a PNG that can be read: {error}"))?;
    let size = reader.output_buffer_size().filter(|size| *size <= READ_MAX * 4);
    let mut data = vec![0; size.ok_or("the picture is too large")?];
    let info = reader
        .next_frame(&mut data)
        .map_err(|error| format!("not a PNG that can be read: {error}"))?;
    let pixels = data.get(..info.buffer_size()).unwrap_or_default();
    let rgba = match info.color_type {
        png::ColorType::Rgba => pixels.to_vec(),
        png::ColorType::GrayscaleAlpha => pixels.as_chunks::<2>().0.iter().flat_map(|[l, a]| [*l, *l, *l, *a]).collect(),
        other => return Err(format!("a PNG of {other:?}, which is not read; save it as RGB")),
    };
    Ok(Picture {
        width: info.width,
        height: info.height,
        rgba,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(width: u32, height: u32) -> Picture {
        Picture {
            width,
            height,
            rgba: [9, 8, 7, 255].repeat((width * height) as usize),
        }
    }

    #[test]
    fn the_longer_side_stays_within_bounds() {
        let size = |picture: Picture| (picture.width, picture.height, picture.rgba.len());
        assert_eq!(size(enlarged(&plain(400, 300))), (1200, 900, 1200 * 900 * 4));
        assert_eq!(size(enlarged(&plain(3000, 30))), (1500, 15, 1500 * 15 * 4));
        assert!(
            enlarged(&plain(7, 3))
                .rgba
                .as_chunks::<4>()
                .0
                .iter()
                .all(|pixel| *pixel == [9, 8, 7, 255])
        );
    }

    #[test]
    fn grids_and_letters_are_drawn_and_pngs_read_again() {
        let drawn = scaffolded(&plain(300, 200), 5, 5);
        assert_eq!(read_png(&png(&drawn)).unwrap(), drawn);
        let at = |x: usize, y: usize| drawn.rgba[(y * 300 + x) * 4];
        assert_eq!((at(60, 30), at(30, 40), at(30, 100)), (230, 230, 9));
        // The label of the first cell begins with a parenthesis, white on black.
        assert_eq!((at(2, 2), at(6, 3)), (0, 255));
        assert!(read_png(b"no picture").is_err());
        assert_eq!(cropped(&drawn, (60, 0), (10, 10)).rgba[0], 230);
        assert_eq!(cropped(&drawn, (295, 195), (10, 10)).rgba[..4], [9, 8, 7, 255]);
    }
}
