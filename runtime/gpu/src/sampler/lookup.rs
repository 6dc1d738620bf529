//! Answers to shaders' lookups (section 3.8 of OpenGL ES 3.0).

use super::coords::{cube_face, direction, floor, half_log2, nearest, on_face, wrap, wrap_texel};
use super::fast;
use super::resolve::{Level, Texture};
use super::{TextureBinding, Wrap};
use crate::format::convert::{decode, decode_bits};
use crate::format::numbers;
use crate::format::{Format, Kind, Layout};
use crate::image::ImageKind;
use oracade_glsl::{Dim, Flat, FlatWrap, Lod, LookupKind, Request, Texel, Textures};

/// The textures of a draw, by unit.
pub(crate) struct Bound {
    units: Vec<Option<Texture>>,
    /// Levels of detail come from differences; not in vertex shaders.
    implicit: bool,
}

impl Bound {
    pub(crate) fn new(bindings: &[Option<TextureBinding>], implicit: bool) -> Bound {
        Bound {
            units: bindings.iter().map(|b| b.as_ref().and_then(Texture::new)).collect(),
            implicit,
        }
    }
}

fn kind_of(dim: Dim) -> ImageKind {
    match dim {
        Dim::D2 => ImageKind::D2,
        Dim::D3 => ImageKind::D3,
        Dim::Cube => ImageKind::Cube,
        Dim::Array2D => ImageKind::Array2D,
    }
}

/// What is seen where there is no texture.
fn nothing(request: &Request<'_>, out: &mut [[u32; 4]; 4]) {
    match (request.lookup.kind, request.lookup.sampler.texel) {
        (LookupKind::Size, _) | (_, Texel::Shadow) => {}
        (_, Texel::Float) => out[3] = [1f32.to_bits(); 4],
        (_, Texel::Int | Texel::Uint) => out[3] = [1; 4],
    }
}

/// How a lookup filters: level, how far to the next, and whether within the level.
#[derive(Clone, Copy)]
struct Choice {
    level: usize,
    between: f32,
    linear: bool,
}

impl Texture {
    fn choose(&self, lod: f32) -> Choice {
        // The first is taken if it is no number.
        let lod = if lod > self.lod[0] { lod } else { self.lod[0] };
        let lod = if lod < self.lod[1] { lod } else { self.lod[1] };
        // Where minification begins: section 3.8.11.
        if lod <= 0.0 {
            return Choice {
                level: 0,
                between: 0.0,
                linear: self.mag_linear,
            };
        }
        let mut choice = Choice {
            level: 0,
            between: 0.0,
            linear: self.min_linear,
        };
        if !self.mipmapped {
            return choice;
        }
        let last = self.last() as f32;
        let lod = if lod < last { lod } else { last };
        if self.mip_linear {
            let low = floor(lod);
            choice.level = low as usize;
            choice.between = lod - low;
        } else {
            choice.level = numbers::nearest(lod) as usize;
        }
        choice
    }

    /// The level of detail for lengths of one pixel's steps, in texels of the base level.
    fn lod_of(&self, dx: [f32; 3], dy: [f32; 3]) -> f32 {
        let size = self.levels[0].size;
        let square = |d: [f32; 3]| {
            let (u, v) = (d[0] * size[0], d[1] * size[1]);
            let uv = u * u + v * v;
            if self.kind == ImageKind::D3 {
                let w = d[2] * size[2];
                uv + w * w
            } else {
                uv
            }
        };
        let (a, b) = (square(dx), square(dy));
        half_log2(if a > b { a } else { b })
    }

    fn implicit_lod(&self, request: &Request<'_>) -> f32 {
        let coords = |lane: usize| [request.float(0, lane), request.float(1, lane), request.float(2, lane)];
        let (a, mut b, mut c) = (coords(0), coords(1), coords(2));
        let mut base = a;
        if self.kind == ImageKind::Cube {
            let face = cube_face(a).0;
            let flat = |d: [f32; 3]| {
                let (s, t) = on_face(face, d);
                [s * 0.5, t * 0.5, 0.0]
            };
            (base, b, c) = (flat(a), flat(b), flat(c));
        }
        let minus = |p: [f32; 3]| [p[0] - base[0], p[1] - base[1], p[2] - base[2]];
        self.lod_of(minus(b), minus(c))
    }

    fn gradient_lod(&self, request: &Request<'_>, lane: usize, first: usize) -> f32 {
        let n = if matches!(self.kind, ImageKind::D3 | ImageKind::Cube) {
            3
        } else {
            2
        };
        let read = |at: usize| {
            let mut v = [0.0; 3];
            (0..n).for_each(|i| v[i] = request.float(at + i, lane));
            v
        };
        let (dx, dy) = (read(first), read(first + n));
        if self.kind != ImageKind::Cube {
            return self.lod_of(dx, dy);
        }
        // The steps on the face that the direction meets.
        let d = [request.float(0, lane), request.float(1, lane), request.float(2, lane)];
        let (face, s, t, _) = cube_face(d);
        let step = |g: [f32; 3]| {
            let (s2, t2) = on_face(face, [d[0] + g[0], d[1] + g[1], d[2] + g[2]]);
            [(s2 - s) * 0.5, (t2 - t) * 0.5, 0.0]
        };
        self.lod_of(step(dx), step(dy))
    }

    fn texel(&self, level: &Level, slice: usize, x: i32, y: i32) -> [f32; 4] {
        match level.planes.get(slice) {
            Some(plane) => decode(self.format, plane.texel(x as u32, y as u32, 0)),
            None => [0.0; 4],
        }
    }

    /// A texel of a cube's face, of the neighbouring one if it lies outside.
    fn cube_texel(&self, level: &Level, face: u32, x: i32, y: i32) -> [f32; 4] {
        let n = level.width as i32;
        if x >= 0 && y >= 0 && x < n && y < n {
            return self.texel(level, face as usize, x, y);
        }
        if !self.seamless {
            return self.texel(level, face as usize, x.clamp(0, n - 1), y.clamp(0, n - 1));
        }
        let inner = |i: i32| i.clamp(0, n - 1);
        if inner(x) != x && inner(y) != y {
            // Three faces meet here, and there is no fourth texel: the mean of the three.
            let [a, b, c] = [
                self.texel(level, face as usize, inner(x), inner(y)),
                self.cube_texel(level, face, x, inner(y)),
                self.cube_texel(level, face, inner(x), y),
            ];
            return std::array::from_fn(|i| (a[i] + b[i] + c[i]) * (1.0 / 3.0));
        }
        let place = |i: i32| (2.0 * i as f32 + 1.0) / n as f32 - 1.0;
        let (face, s, t, _) = cube_face(direction(face, place(x), place(y)));
        let at = |v: f32| nearest((v + 1.0) * 0.5, Wrap::ClampToEdge, n as f32) as i32;
        self.texel(level, face as usize, at(s), at(t))
    }

    /// Colour, or result of comparison, at one level.
    fn at_level(&self, request: &Request<'_>, level: &Level, linear: bool, lane: usize, reference: Option<f32>) -> [f32; 4] {
        let look = |v: [f32; 4]| match (reference, self.compare) {
            (Some(r), Some(compare)) => [f32::from(u8::from(compare.passes(r, v[0]))), 0.0, 0.0, 1.0],
            _ => v,
        };
        let [mut u, mut v, r] = [request.float(0, lane), request.float(1, lane), request.float(2, lane)];
        let offset = request.lookup.offset;
        let mut wraps = self.wrap;
        let mut face = None;
        if self.kind == ImageKind::Cube {
            let (f, s, t, _) = cube_face([u, v, r]);
            (u, v) = ((s + 1.0) * 0.5, (t + 1.0) * 0.5);
            face = Some(f);
            wraps = [Wrap::ClampToEdge; 3];
        }
        let (w, h) = (level.width as i32, level.height as i32);
        let fetch = |x: i32, y: i32, slice: usize| {
            look(match face {
                Some(face) => self.cube_texel(level, face, x, y),
                None => self.texel(level, slice, wrap_texel(x, wraps[0], w), wrap_texel(y, wraps[1], h)),
            })
        };
        // A coordinate's texels, not yet within the texture.
        let place = |c: f32, mode: Wrap, size: f32, offset: i32| {
            let t = wrap(c, mode) * size;
            if linear {
                let low = floor(t - 0.5);
                (low as i32 + offset, (t - 0.5) - low)
            } else {
                let low = floor(t);
                ((if low < size { low } else { size - 1.0 }) as i32 + offset, 0.0)
            }
        };
        let (x, fx) = place(u, wraps[0], level.size[0], offset[0]);
        let (y, fy) = place(v, wraps[1], level.size[1], offset[1]);
        let plane = |slice: usize| {
            if !linear {
                return fetch(x, y, slice);
            }
            let mix = |a: [f32; 4], b: [f32; 4], f: f32| -> [f32; 4] { std::array::from_fn(|i| a[i] + (b[i] - a[i]) * f) };
            let top = mix(fetch(x, y, slice), fetch(x + 1, y, slice), fx);
            let bottom = mix(fetch(x, y + 1, slice), fetch(x + 1, y + 1, slice), fx);
            mix(top, bottom, fy)
        };
        match self.kind {
            ImageKind::D2 | ImageKind::Cube => plane(0),
            ImageKind::Array2D => {
                // A layer is never wrapped: the nearest there is.
                let last = level.depth as f32 - 1.0;
                let layer = numbers::nearest(if r > 0.0 { if r < last { r } else { last } } else { 0.0 });
                plane(layer as usize)
            }
            ImageKind::D3 => {
                let (z, fz) = place(r, wraps[2], level.size[2], offset[2]);
                let slice = |z: i32| wrap_texel(z, wraps[2], level.depth as i32) as usize;
                let first = plane(slice(z));
                if !linear {
                    return first;
                }
                let second = plane(slice(z + 1));
                std::array::from_fn(|i| first[i] + (second[i] - first[i]) * fz)
            }
        }
    }

    /// The bits of the nearest texel of an image of integers.
    fn integer(&self, request: &Request<'_>, level: &Level, lane: usize) -> [u32; 4] {
        let [mut u, mut v, r] = [request.float(0, lane), request.float(1, lane), request.float(2, lane)];
        let offset = request.lookup.offset;
        let mut slice = 0;
        let mut wraps = self.wrap;
        let place = |c: f32, mode: Wrap, size: f32, offset: i32| {
            wrap_texel(nearest(c, mode, size) as i32 + offset, mode, size as i32) as u32
        };
        match self.kind {
            ImageKind::D2 => {}
            ImageKind::Cube => {
                let (f, s, t, _) = cube_face([u, v, r]);
                (u, v) = ((s + 1.0) * 0.5, (t + 1.0) * 0.5);
                slice = f as usize;
                wraps = [Wrap::ClampToEdge; 3];
            }
            ImageKind::Array2D => {
                let last = level.depth as f32 - 1.0;
                slice = numbers::nearest(if r > 0.0 { if r < last { r } else { last } } else { 0.0 }) as usize;
            }
            ImageKind::D3 => slice = place(r, wraps[2], level.size[2], offset[2]) as usize,
        }
        let (x, y) = (
            place(u, wraps[0], level.size[0], offset[0]),
            place(v, wraps[1], level.size[1], offset[1]),
        );
        level
            .planes
            .get(slice)
            .map_or([0; 4], |p| decode_bits(self.format, p.texel(x, y, 0)))
    }

    fn fetch(&self, request: &Request<'_>, lane: usize) -> [u32; 4] {
        let offset = request.lookup.offset;
        let coordinates = if self.kind == ImageKind::D2 { 2 } else { 3 };
        let lod = request.int(coordinates, lane);
        let Some(level) = usize::try_from(lod).ok().and_then(|l| self.levels.get(l)) else {
            return [0; 4];
        };
        let x = request.int(0, lane).wrapping_add(offset[0]);
        let y = request.int(1, lane).wrapping_add(offset[1]);
        let z = match self.kind {
            ImageKind::D2 => 0,
            ImageKind::D3 => request.int(2, lane).wrapping_add(offset[2]),
            _ => request.int(2, lane),
        };
        if x < 0 || y < 0 || z < 0 || x >= level.width as i32 || y >= level.height as i32 || z >= level.depth as i32 {
            return [0; 4];
        }
        decode_bits(self.format, level.planes[z as usize].texel(x as u32, y as u32, 0))
    }

    fn sample(&self, request: &Request<'_>, how: Lod, implicit: bool, out: &mut [[u32; 4]; 4]) {
        let shadow = request.lookup.sampler.texel == Texel::Shadow;
        let coordinates = if self.kind == ImageKind::D2 { 2 } else { 3 };
        let after = coordinates + usize::from(shadow);
        // One level of detail for the quad, or one a lane.
        let all = match how {
            Lod::Implicit | Lod::Bias => {
                let lod = if implicit { self.implicit_lod_if_needed(request) } else { 0.0 };
                Some(lod)
            }
            Lod::Explicit | Lod::Gradient => None,
        };
        if self.simple
            && how == Lod::Implicit
            && request.lookup.offset == [0; 3]
            && let Some(lod) = all
        {
            let c = self.choose(lod);
            return fast::sample(self, c.level, c.between, c.linear, request.args, out);
        }
        for lane in (0..4).filter(|lane| request.mask & (1 << lane) != 0) {
            let lod = match how {
                Lod::Implicit => all.unwrap_or(0.0),
                Lod::Bias => all.unwrap_or(0.0) + request.float(after, lane),
                Lod::Explicit => request.float(after, lane),
                Lod::Gradient => self.gradient_lod(request, lane, after),
            };
            let c = self.choose(lod);
            if self.format.is_integer() {
                let bits = self.integer(request, &self.levels[c.level], lane);
                (0..4).for_each(|i| out[i][lane] = bits[i]);
                continue;
            }
            if self.simple && request.lookup.offset == [0; 3] {
                let mut all = [[0; 4]; 4];
                fast::sample(self, c.level, c.between, c.linear, request.args, &mut all);
                (0..4).for_each(|i| out[i][lane] = all[i][lane]);
                continue;
            }
            let reference = shadow.then(|| {
                let r = request.float(coordinates, lane);
                if fixed_depth(self.format) { numbers::saturate(r) } else { r }
            });
            let mut colour = self.at_level(request, &self.levels[c.level], c.linear, lane, reference);
            if c.between > 0.0
                && let Some(next) = self.levels.get(c.level + 1)
            {
                let other = self.at_level(request, next, c.linear, lane, reference);
                (0..4).for_each(|i| colour[i] += (other[i] - colour[i]) * c.between);
            }
            (0..4).for_each(|i| out[i][lane] = colour[i].to_bits());
        }
    }

    /// 0 if every level of detail means the same.
    fn implicit_lod_if_needed(&self, request: &Request<'_>) -> f32 {
        if !self.mipmapped && self.mag_linear == self.min_linear {
            return 0.0;
        }
        self.implicit_lod(request)
    }
}

/// Whether depth is kept as a fraction, so that references are too.
fn fixed_depth(format: Format) -> bool {
    format.layout() == Layout::Depth16 || matches!(format, Format::Depth24 | Format::Depth24Stencil8)
}

impl Textures for Bound {
    fn flat(&self, unit: u32) -> Option<Flat<'_>> {
        let texture = self.units.get(unit as usize)?.as_ref()?;
        let one = texture.simple && !texture.mipmapped && texture.mag_linear == texture.min_linear;
        if !one || texture.values != Kind::Float || texture.format.is_srgb() {
            return None;
        }
        let level = texture.levels.first()?;
        let plane = level.planes.first()?;
        let wrap = |mode: Wrap| match mode {
            Wrap::Repeat => FlatWrap::Repeat,
            Wrap::ClampToEdge => FlatWrap::Clamp,
            Wrap::MirroredRepeat => FlatWrap::Mirror,
        };
        Some(Flat {
            stamp: plane.stamp,
            texels: &plane.data,
            width: level.width,
            height: level.height,
            wrap: [wrap(texture.wrap[0]), wrap(texture.wrap[1])],
            linear: texture.mag_linear,
        })
    }

    fn lookup(&self, request: &Request<'_>, out: &mut [[u32; 4]; 4]) {
        let sampler = request.lookup.sampler;
        let texture = match self.units.get(request.unit as usize) {
            Some(Some(texture)) if texture.kind == kind_of(sampler.dim) => texture,
            _ => return nothing(request, out),
        };
        let fits = match sampler.texel {
            Texel::Float => !matches!(texture.values, Kind::Int | Kind::Uint),
            Texel::Int => texture.values == Kind::Int,
            Texel::Uint => texture.values == Kind::Uint,
            Texel::Shadow => texture.values == Kind::Depth,
        };
        if !fits {
            return nothing(request, out);
        }
        match request.lookup.kind {
            LookupKind::Size => {
                let [widths, heights, depths, _] = out;
                for (lane, ((width, height), depth)) in widths.iter_mut().zip(heights).zip(depths).enumerate() {
                    let level = request.int(0, lane).clamp(0, texture.last() as i32) as usize;
                    let level = &texture.levels[level];
                    (*width, *height, *depth) = (level.width, level.height, level.depth);
                }
            }
            LookupKind::Fetch => {
                for lane in (0..4).filter(|lane| request.mask & (1 << lane) != 0) {
                    let bits = texture.fetch(request, lane);
                    (0..4).for_each(|i| out[i][lane] = bits[i]);
                }
            }
            LookupKind::Sample(how) => texture.sample(request, how, self.implicit, out),
        }
    }
}
