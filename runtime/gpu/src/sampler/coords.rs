//! Arithmetic of texture coordinates: wrapping, levels of detail, faces of cubes.

use super::Wrap;

/// The largest whole number not above. Numbers so large that they have no fraction are themselves; NaN is 0.
#[inline(always)]
pub(super) fn floor(v: f32) -> f32 {
    const SHIFT: f32 = 12_582_912.0;
    const LIMIT: f32 = 4_194_304.0;
    if v < LIMIT && v > -LIMIT {
        let near = (v + SHIFT) - SHIFT;
        if near > v { near - 1.0 } else { near }
    } else if v.is_nan() {
        0.0
    } else {
        v
    }
}

/// A whole number of 0 to 2²³ as an integer.
#[inline(always)]
pub(super) fn index(v: f32) -> usize {
    ((v + 8_388_608.0).to_bits() & 0x7F_FFFF) as usize
}

/// A coordinate within the texture, from 0 to 1.
#[inline(always)]
pub(super) fn wrap(u: f32, mode: Wrap) -> f32 {
    match mode {
        Wrap::Repeat => {
            let f = u - floor(u);
            // Of infinity nothing is left; and what lies just below a whole number may round up to 1.
            if (0.0..1.0).contains(&f) { f } else { 0.0 }
        }
        Wrap::ClampToEdge => crate::format::numbers::saturate(u),
        Wrap::MirroredRepeat => {
            let f = u - 2.0 * floor(u * 0.5);
            let f = if f > 1.0 { 2.0 - f } else { f };
            crate::format::numbers::saturate(f)
        }
    }
}

/// The texel a coordinate lies in.
#[inline(always)]
pub(super) fn nearest(u: f32, mode: Wrap, size: f32) -> usize {
    let t = floor(wrap(u, mode) * size);
    index(if t < size { t } else { size - 1.0 })
}

/// The two texels beside a coordinate, and how far it is from the first.
#[cfg(test)]
pub(super) fn linear(u: f32, mode: Wrap, size: f32) -> (usize, usize, f32) {
    let t = wrap(u, mode) * size - 0.5;
    let low = floor(t);
    let fraction = t - low;
    let high = low + 1.0;
    let (low, high) = match mode {
        Wrap::Repeat => (if low < 0.0 { size - 1.0 } else { low }, if high < size { high } else { 0.0 }),
        _ => (if low < 0.0 { 0.0 } else { low }, if high < size { high } else { size - 1.0 }),
    };
    (index(low), index(high), fraction)
}

/// A texel's number, wherever it lies.
pub(super) fn wrap_texel(i: i32, mode: Wrap, size: i32) -> i32 {
    match mode {
        Wrap::Repeat => i.rem_euclid(size.max(1)),
        Wrap::ClampToEdge => i.clamp(0, (size - 1).max(0)),
        Wrap::MirroredRepeat => {
            let m = i.rem_euclid((size * 2).max(1));
            if m < size { m } else { size * 2 - 1 - m }
        }
    }
}

/// Half the logarithm to the base 2: of the square of a length, that is, the logarithm of the length. Between powers of
/// two of the fourth root it is a straight line, as in Chromium's renderer.
#[inline]
pub(super) fn half_log2(v: f32) -> f32 {
    let square = v * v;
    (square.to_bits() as i32 as f32 - 1_065_353_216.0) * (0.25 / 8_388_608.0)
}

/// A face of a cube and the place on it, from -1 to 1, for a direction (table 3.21 of OpenGL ES 3.0). Also the axis' size.
pub(super) fn cube_face(d: [f32; 3]) -> (u32, f32, f32, f32) {
    let [x, y, z] = d;
    let (ax, ay, az) = (x.abs(), y.abs(), z.abs());
    let (face, s, t, m) = if ax >= ay && ax >= az {
        if x >= 0.0 { (0, -z, -y, ax) } else { (1, z, -y, ax) }
    } else if ay >= az {
        if y >= 0.0 { (2, x, z, ay) } else { (3, x, -z, ay) }
    } else if z >= 0.0 {
        (4, x, -y, az)
    } else {
        (5, -x, -y, az)
    };
    if m > 0.0 {
        (face, s / m, t / m, m)
    } else {
        (face, 0.0, 0.0, 0.0)
    }
}

/// The place on a given face for a direction.
pub(super) fn on_face(face: u32, d: [f32; 3]) -> (f32, f32) {
    let [x, y, z] = d;
    let (s, t, m) = match face {
        0 => (-z, -y, x),
        1 => (z, -y, -x),
        2 => (x, z, y),
        3 => (x, -z, -y),
        4 => (x, -y, z),
        _ => (-x, -y, -z),
    };
    (s / m, t / m)
}

/// The direction of a place on a face.
pub(super) fn direction(face: u32, s: f32, t: f32) -> [f32; 3] {
    match face {
        0 => [1.0, -t, -s],
        1 => [-1.0, -t, s],
        2 => [s, 1.0, t],
        3 => [s, -1.0, -t],
        4 => [s, -t, 1.0],
        _ => [-s, -t, -1.0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_wrap() {
        for (u, expected) in [
            (0.25, 0.25),
            (-0.25, 0.75),
            (3.5, 0.5),
            (f32::INFINITY, 0.0),
            (f32::NAN, 0.0),
            (-1e-30, 0.0),
        ] {
            assert_eq!(wrap(u, Wrap::Repeat), expected, "{u}");
        }
        for (u, expected) in [(1.25, 0.75), (-0.25, 0.25), (2.25, 0.25)] {
            assert_eq!(wrap(u, Wrap::MirroredRepeat), expected, "{u}");
        }
        assert_eq!(linear(0.0, Wrap::Repeat, 4.0), (3, 0, 0.5));
        assert_eq!(linear(1.0, Wrap::ClampToEdge, 4.0), (3, 3, 0.5));
        assert_eq!(nearest(1.0, Wrap::ClampToEdge, 4.0), 3);
        assert_eq!(nearest(-0.1, Wrap::Repeat, 4.0), 3);
        assert_eq!(
            (-5..8).map(|i| wrap_texel(i, Wrap::MirroredRepeat, 3)).collect::<Vec<_>>(),
            [1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1]
        );
    }

    #[test]
    fn floors() {
        for v in [0.0, 0.5, -0.5, -1.0, 2.999, 1e7, -1e7, -4_194_303.5, 7.0] {
            assert_eq!(floor(v), v.floor(), "{v}");
        }
        assert_eq!(index(floor(16383.7)), 16383);
    }

    #[test]
    fn logarithms_of_powers_of_two_are_exact() {
        for i in -8..12 {
            let length = f32::from_bits(((127 + i) as u32) << 23);
            assert_eq!(half_log2(length * length), i as f32);
        }
    }

    #[test]
    fn faces_and_directions_agree() {
        for face in 0..6 {
            for (s, t) in [(0.0, 0.0), (0.5, -0.25), (-0.9, 0.9)] {
                let d = direction(face, s, t);
                let (f, s2, t2, _) = cube_face(d);
                assert_eq!((f, s2, t2), (face, s, t));
                assert_eq!(on_face(face, d), (s, t));
            }
        }
    }
}
