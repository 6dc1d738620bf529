//! Clipping in homogeneous coordinates (section 2.17 of OpenGL ES 3.0).
//!
//! Only the near and far planes and a guard band clip; what lies between the view and the guard band is left to the
//! rasteriser's rectangle. Interpolation is `a + (b - a)·t`, so that what is equal at both ends stays so.

/// Vertices as the vertex stage gave them, one after the other: position, point size, varyings.
pub(super) struct Vertices {
    pub(super) data: Vec<u32>,
    pub(super) stride: usize,
}

impl Vertices {
    #[inline]
    pub(super) fn words(&self, vertex: u32) -> &[u32] {
        let at = vertex as usize * self.stride;
        &self.data[at..at + self.stride]
    }

    #[inline]
    pub(super) fn position(&self, vertex: u32) -> [f32; 4] {
        let w = self.words(vertex);
        [w[0], w[1], w[2], w[3]].map(f32::from_bits)
    }

    pub(super) fn len(&self) -> u32 {
        (self.data.len() / self.stride) as u32
    }

    /// A new vertex between two.
    fn between(&mut self, a: u32, b: u32, t: f32) -> u32 {
        let (a, b) = (a as usize * self.stride, b as usize * self.stride);
        for i in 0..self.stride {
            let (x, y) = (f32::from_bits(self.data[a + i]), f32::from_bits(self.data[b + i]));
            let v = if self.data[a + i] == self.data[b + i] {
                x
            } else {
                x + (y - x) * t
            };
            self.data.push(v.to_bits());
        }
        self.len() - 1
    }
}

/// The volume that primitives are clipped to.
#[derive(Clone, Copy)]
pub(super) struct Volume {
    /// How many times w the guard band reaches in x and y.
    pub(super) guard: [f32; 2],
}

/// The smallest w that is divided by.
const SMALLEST_W: f32 = 1e-7;

/// Distances from the planes: inside is not negative.
const PLANES: usize = 7;

impl Volume {
    fn distance(&self, plane: usize, p: [f32; 4]) -> f32 {
        match plane {
            0 => p[3] - SMALLEST_W,
            1 => p[3] + p[2],
            2 => p[3] - p[2],
            3 => self.guard[0] * p[3] + p[0],
            4 => self.guard[0] * p[3] - p[0],
            5 => self.guard[1] * p[3] + p[1],
            _ => self.guard[1] * p[3] - p[1],
        }
    }

    /// The planes a point lies outside of, a bit each.
    fn outside(&self, p: [f32; 4]) -> u8 {
        (0..PLANES).fold(0, |code, plane| code | (u8::from(self.distance(plane, p) < 0.0) << plane))
    }
}

/// The planes of the view itself that a point lies outside of.
fn unseen(p: [f32; 4]) -> u8 {
    let [x, y, z, w] = p;
    u8::from(x < -w)
        | u8::from(x > w) << 1
        | u8::from(y < -w) << 2
        | u8::from(y > w) << 3
        | u8::from(z < -w) << 4
        | u8::from(z > w) << 5
}

/// Clips a triangle (3) or a line (2 corners): the corners of what is left go to `polygon`. Nothing is left of what lies outside or is no number.
pub(super) fn clip(vertices: &mut Vertices, volume: Volume, corners: &[u32], polygon: &mut Vec<u32>) {
    polygon.clear();
    let (mut all_unseen, mut any, mut finite) = (0xFF, 0, true);
    for corner in corners {
        let p = vertices.position(*corner);
        all_unseen &= unseen(p);
        any |= volume.outside(p);
        finite &= p.iter().all(|v| v.is_finite());
    }
    if all_unseen != 0 || !finite {
        return;
    }
    polygon.extend_from_slice(corners);
    if any == 0 {
        return;
    }
    let open = corners.len() == 2;
    let mut from = Vec::with_capacity(16);
    for plane in (0..PLANES).filter(|p| any & (1 << p) != 0) {
        std::mem::swap(&mut from, polygon);
        polygon.clear();
        let n = from.len();
        for i in 0..n {
            let (a, b) = (from[i], from[(i + 1) % n]);
            let da = volume.distance(plane, vertices.position(a));
            let db = volume.distance(plane, vertices.position(b));
            if da >= 0.0 {
                polygon.push(a);
            }
            if (da >= 0.0) != (db >= 0.0) && !(open && i == 1) {
                // From the inner to the outer end, so that two triangles with a side in common get the same corner.
                let new = if da >= 0.0 {
                    vertices.between(a, b, da / (da - db))
                } else {
                    vertices.between(b, a, db / (db - da))
                };
                polygon.push(new);
            }
        }
        if polygon.is_empty() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vertices(points: &[[f32; 5]]) -> Vertices {
        Vertices {
            data: points.iter().flatten().map(|v| v.to_bits()).collect(),
            stride: 5,
        }
    }

    const VOLUME: Volume = Volume { guard: [8.0, 8.0] };

    #[test]
    fn the_near_plane_cuts_a_corner_off() {
        let mut v = vertices(&[
            [0.0, 0.0, 0.0, 1.0, 3.0],
            [1.0, 0.0, 0.0, 1.0, 3.0],
            [0.0, 1.0, -3.0, 1.0, 3.0],
        ]);
        let mut polygon = Vec::new();
        clip(&mut v, VOLUME, &[0, 1, 2], &mut polygon);
        assert_eq!(polygon.len(), 4);
        for corner in polygon {
            let p = v.position(corner);
            assert!(p[2] >= -p[3] - 1e-6);
            // What is constant stays so, exactly.
            assert_eq!(f32::from_bits(v.words(corner)[4]), 3.0);
        }
    }

    #[test]
    fn behind_the_eye_and_outside_nothing_is_left() {
        let mut polygon = vec![1];
        let mut v = vertices(&[
            [0.0, 0.0, 0.0, -1.0, 0.0],
            [1.0, 0.0, 0.0, -1.0, 0.0],
            [0.0, 1.0, 0.0, -2.0, 0.0],
        ]);
        clip(&mut v, VOLUME, &[0, 1, 2], &mut polygon);
        assert!(polygon.is_empty());
        let mut v = vertices(&[
            [2.0, 0.0, 0.0, 1.0, 0.0],
            [3.0, 0.0, 0.0, 1.0, 0.0],
            [2.0, 1.0, 0.0, 1.0, 0.0],
        ]);
        clip(&mut v, VOLUME, &[0, 1, 2], &mut polygon);
        assert!(polygon.is_empty());
        let mut v = vertices(&[
            [f32::NAN, 0.0, 0.0, 1.0, 0.0],
            [0.5, 0.0, 0.0, 1.0, 0.0],
            [0.0, 1.0, 0.0, 1.0, 0.0],
        ]);
        clip(&mut v, VOLUME, &[0, 1, 2], &mut polygon);
        assert!(polygon.is_empty());
    }

    #[test]
    fn lines_keep_two_ends() {
        let mut polygon = Vec::new();
        let mut v = vertices(&[[0.0, 0.0, -2.0, 1.0, 0.0], [0.0, 0.0, 2.0, 1.0, 1.0]]);
        clip(&mut v, VOLUME, &[0, 1], &mut polygon);
        assert_eq!(polygon.len(), 2);
        let ends: Vec<f32> = polygon.iter().map(|c| v.position(*c)[2]).collect();
        assert_eq!(ends, [-1.0, 1.0]);
    }
}
