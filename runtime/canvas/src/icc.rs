//! ICC profiles of the colour spaces canvases know: written into encoded pictures, recognised in decoded ones.

use crate::color_space::ColorSpace;

/// The primaries of display-p3 adapted to the white of profiles (D50), as columns of XYZ, in 1/65536.
const P3: [[i32; 3]; 3] = [
    [0x0000_83df, 0x0000_3dbf, -0x0000_0045],
    [0x0000_4abf, 0x0000_b137, 0x0000_0ab9],
    [0x0000_2838, 0x0000_110b, 0x0000_c8b9],
];
const WHITE: [i32; 3] = [0x0000_f6d6, 0x0001_0000, 0x0000_d32d];
/// sRGB's curve as a parametric curve of type 3: g, a, b, c, d, in 1/65536.
const CURVE: [u32; 5] = [0x0002_6666, 0x0000_f2a7, 0x0000_0d59, 0x0000_13d0, 0x0000_0a5b];
const COLUMNS: [&[u8; 4]; 3] = [b"rXYZ", b"gXYZ", b"bXYZ"];

fn xyz(values: [i32; 3]) -> Vec<u8> {
    let mut tag = b"XYZ \0\0\0\0".to_vec();
    tag.extend(values.into_iter().flat_map(i32::to_be_bytes));
    tag
}

fn text(words: &str) -> Vec<u8> {
    let mut tag = b"mluc\0\0\0\0\0\0\0\x01\0\0\0\x0cenUS".to_vec();
    let utf16: Vec<u8> = words.encode_utf16().flat_map(u16::to_be_bytes).collect();
    tag.extend((utf16.len() as u32).to_be_bytes());
    tag.extend(28_u32.to_be_bytes());
    tag.extend(utf16);
    tag
}

/// A profile of a space; `None` for sRGB, which pictures are in without one.
pub(crate) fn profile(space: ColorSpace) -> Option<Vec<u8>> {
    if space == ColorSpace::Srgb {
        return None;
    }
    let mut curve = b"para\0\0\0\0\0\x03\0\0".to_vec();
    curve.extend(CURVE.into_iter().flat_map(u32::to_be_bytes));
    let mut parts: Vec<(Vec<&[u8; 4]>, Vec<u8>)> = vec![
        (vec![b"desc"], text("Display P3")),
        (vec![b"cprt"], text("CC0")),
        (vec![b"wtpt"], xyz(WHITE)),
    ];
    parts.extend(COLUMNS.into_iter().zip(P3).map(|(name, column)| (vec![name], xyz(column))));
    parts.push((vec![b"rTRC", b"gTRC", b"bTRC"], curve));
    let count: usize = parts.iter().map(|(names, _)| names.len()).sum();
    let mut table = (count as u32).to_be_bytes().to_vec();
    let mut data: Vec<u8> = Vec::new();
    let start = 128 + 4 + 12 * count;
    for (names, part) in &parts {
        let at = (start + data.len()) as u32;
        for name in names {
            table.extend(**name);
            table.extend(at.to_be_bytes());
            table.extend((part.len() as u32).to_be_bytes());
        }
        data.extend(part);
        data.resize(data.len().next_multiple_of(4), 0);
    }
    let mut head = vec![0_u8; 128];
    let mut put = |at: usize, bytes: &[u8]| head[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, &((start + data.len()) as u32).to_be_bytes());
    put(8, &[4, 0x30, 0, 0]);
    put(12, b"mntrRGB XYZ ");
    put(36, b"acsp");
    for (index, value) in WHITE.into_iter().enumerate() {
        put(68 + index * 4, &value.to_be_bytes());
    }
    Some([head, table, data].concat())
}

/// The space a profile describes as far as canvases know it; sRGB for any other.
pub(crate) fn space(profile: &[u8]) -> ColorSpace {
    let column = |name: &[u8; 4]| -> Option<[i32; 3]> {
        let number = |at: usize| Some(u32::from_be_bytes(*profile.get(at..)?.first_chunk()?));
        let count = number(128)?.min(100) as usize;
        let entry = (0..count)
            .map(|index| 132 + index * 12)
            .find(|at| profile.get(*at..*at + 4) == Some(name))?;
        let at = number(entry + 4)? as usize;
        let value = |index: usize| Some(number(at.checked_add(8 + index * 4)?)? as i32);
        Some([value(0)?, value(1)?, value(2)?])
    };
    let alike = COLUMNS
        .into_iter()
        .zip(P3)
        .all(|(name, expected)| column(name).is_some_and(|found| found.iter().zip(expected).all(|(a, b)| a.abs_diff(b) < 130)));
    ColorSpace::of(alike)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_is_recognised() {
        let written = profile(ColorSpace::DisplayP3).expect("a profile");
        assert_eq!(
            written.len() as u32,
            u32::from_be_bytes(*written.first_chunk().expect("a length"))
        );
        assert_eq!(space(&written), ColorSpace::DisplayP3);
        assert_eq!(space(&written[..200]), ColorSpace::Srgb);
        assert_eq!(space(b""), ColorSpace::Srgb);
        assert!(profile(ColorSpace::Srgb).is_none());
    }
}
