//! Pictures on their way to a viewer: what has changed since the last one, raw. Over the loopback interface raw pixels are
//! cheaper than any compression.

use oracade_runtime::Frame;

/// A picture that may be shown.
pub(crate) struct Shot {
    /// Counts pictures, from 1.
    pub(crate) number: u32,
    /// Virtual time in µs.
    pub(crate) at_us: u64,
    /// The pixels.
    pub(crate) frame: Frame,
}

/// Bytes before the pixels of a message.
pub(crate) const HEAD: usize = 40;

/// A rectangle in pixels: left, top, width, height.
type Rect = (u32, u32, u32, u32);

/// The message that turns one picture into another: number, size, rectangle, time, then the rectangle's RGBA. `None`: nothing to
/// tell.
pub(crate) fn message(before: Option<&Shot>, now: &Shot) -> Option<Vec<u8>> {
    let frame = &now.frame;
    let (left, top, width, height) = match before {
        Some(before) if (before.frame.width, before.frame.height) == (frame.width, frame.height) => {
            changed(&before.frame, frame)?
        }
        _ => (0, 0, frame.width, frame.height),
    };
    let mut bytes = Vec::with_capacity(HEAD + width as usize * height as usize * 4);
    for number in [now.number, frame.width, frame.height, left, top, width, height, 0] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend((now.at_us as f64 / 1e3).to_le_bytes());
    let stride = frame.width as usize * 4;
    let (from, to) = (left as usize * 4, (left + width) as usize * 4);
    for row in frame.rgba.chunks_exact(stride).skip(top as usize).take(height as usize) {
        bytes.extend(&row[from..to]);
    }
    Some(bytes)
}

/// The smallest rectangle that holds every pixel that differs between pictures of one size.
fn changed(before: &Frame, now: &Frame) -> Option<Rect> {
    let stride = (now.width as usize * 4).max(4);
    let rows = || before.rgba.chunks_exact(stride).zip(now.rgba.chunks_exact(stride));
    let top = rows().position(|(a, b)| a != b)?;
    let bottom = rows().rposition(|(a, b)| a != b)?;
    let (mut left, mut right) = (now.width as usize, 0);
    for (a, b) in rows().take(bottom + 1).skip(top) {
        let pixels = || a.chunks_exact(4).zip(b.chunks_exact(4));
        if let Some(first) = pixels().take(left).position(|(a, b)| a != b) {
            left = first;
        }
        // Only what lies to the right of what is known can move the edge.
        if let Some(last) = pixels().skip(right).rposition(|(a, b)| a != b) {
            right += last + 1;
        }
    }
    let side = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Some((side(left), side(top), side(right - left), side(bottom + 1 - top)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shot(number: u32, width: u32, rgba: Vec<u8>) -> Shot {
        let height = u32::try_from(rgba.len()).unwrap() / 4 / width;
        Shot {
            number,
            at_us: 1_500,
            frame: Frame { width, height, rgba },
        }
    }

    #[test]
    fn only_what_changed_is_sent() {
        let first = shot(1, 4, vec![7; 4 * 3 * 4]);
        let whole = message(None, &first).unwrap();
        assert_eq!(whole.len(), HEAD + 48);
        assert!(message(Some(&first), &shot(2, 4, vec![7; 48])).is_none());
        let mut rgba = vec![7; 48];
        rgba[(4 + 1) * 4] = 8;
        rgba[(2 * 4 + 2) * 4 + 3] = 9;
        let part = message(Some(&first), &shot(3, 4, rgba)).unwrap();
        let number = |at: usize| u32::from_le_bytes(part[at * 4..at * 4 + 4].try_into().unwrap());
        assert_eq!((0..7).map(number).collect::<Vec<_>>(), [3, 4, 3, 1, 1, 2, 2]);
        assert_eq!(part[HEAD..], [8, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 9]);
        assert_eq!(f64::from_le_bytes(part[32..40].try_into().unwrap()), 1.5);
        assert_eq!(message(Some(&first), &shot(4, 2, vec![7; 16])).unwrap().len(), HEAD + 16);
    }

    #[test]
    fn every_change_lies_within_the_rectangle() {
        let mut state = 1_u32;
        let mut chance = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        for _ in 0..200 {
            let (width, height) = (1 + chance(9), 1 + chance(9));
            let before = vec![0_u8; (width * height * 4) as usize];
            let mut after = before.clone();
            let mut spots = Vec::new();
            for _ in 0..=chance(4) {
                let (x, y) = (chance(width), chance(height));
                after[((y * width + x) * 4) as usize] = 1;
                spots.push((x, y));
            }
            let a = shot(1, width, before);
            let b = shot(2, width, after);
            let (left, top, w, h) = changed(&a.frame, &b.frame).unwrap();
            let x = |pick: fn(u32, u32) -> u32| spots.iter().map(|spot| spot.0).reduce(pick).unwrap();
            let y = |pick: fn(u32, u32) -> u32| spots.iter().map(|spot| spot.1).reduce(pick).unwrap();
            assert_eq!((left, top), (x(u32::min), y(u32::min)));
            assert_eq!((left + w - 1, top + h - 1), (x(u32::max), y(u32::max)));
        }
    }
}
