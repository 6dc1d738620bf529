//! Textures that compiled code samples by itself: two dimensions, four bytes a texel, one level, one filter. Their texels are copied
//! into a second memory, where they stay until they change or the room is needed; a table in the first says what each sampler
//! has. All others are looked up by the host ([`super::lookup`]). The bits are those that the host's arithmetic gives.

use super::memory::Map;
use super::ops::constant;
use crate::ir::{Func, Inst, Lookup, LookupKind, Stmt};
use crate::textures::{Flat, FlatWrap, Textures};
use crate::types::{Dim, Texel};
use wasm_encoder::{BlockType, Function, Instruction as I, MemArg, ValType};
use wasmtime::{Memory, Store, TypedFunc};

/// What puts a texture's values in the place of its texels: see [`super::decode`].
pub(super) type Decode = TypedFunc<(i32, i32), ()>;

/// Bytes of a sampler's entry in the table: the words below.
pub(super) const ENTRY: u32 = 32;
/// Words: 0 (the host samples), 1 (nearest), 2 (linear) or 3 (nearest, the edge goes on in both directions); where the texels begin; wrapping in both directions; the size as floats; the width.
const MODE: u64 = 0;
pub(super) const BASE: u64 = 4;
const WRAP: [u64; 2] = [8, 12];
pub(super) const SIZE: [u64; 2] = [16, 20];
pub(super) const WIDTH: u64 = 24;
/// The mode of shadow maps and the like: without a branch.
const NEAREST_CLAMPED: u32 = 3;
/// The memory of texels.
pub(super) const TEXELS: u32 = 1;

/// Most bytes of texels that an instance keeps.
const MOST: usize = 16 << 20;
const PAGE: usize = 1 << 16;

/// The uniform that names the unit of a lookup that code may make itself.
pub(super) fn unit_of(func: &Func, lookup: &Lookup) -> Option<u32> {
    let plain = matches!(lookup.kind, LookupKind::Sample(_))
        && lookup.sampler.dim == Dim::D2
        && lookup.sampler.texel == Texel::Float
        && lookup.offset == [0; 3];
    match func.insts[lookup.unit as usize] {
        Inst::Uniform(word, None) if plain => Some(word),
        _ => None,
    }
}

/// The uniforms of all such lookups.
pub(super) fn units(func: &Func) -> Vec<u32> {
    let mut found: Vec<u32> = func.lookups.iter().filter_map(|l| unit_of(func, l)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Those of lookups that are still made one by one.
pub(super) fn asked(func: &Func) -> Vec<u32> {
    fn of(body: &[Stmt], func: &Func, out: &mut Vec<u32>) {
        for stmt in body {
            if let Stmt::Eval(value) = stmt
                && let Inst::Lookup(number) = func.insts[*value as usize]
            {
                out.extend(unit_of(func, &func.lookups[number as usize]));
            }
            stmt.blocks().into_iter().for_each(|b| of(b, func, out));
        }
    }
    let mut found = Vec::new();
    of(&func.body, func, &mut found);
    found
}

/// A function in the place of one that is not called.
pub(super) fn unused() -> Function {
    let mut f = Function::new([]);
    [constant(0), constant(0), constant(0), constant(0), I::End]
        .iter()
        .for_each(|i| {
            f.instruction(i);
        });
    f
}

/// What of an instance's textures lies in its memory.
#[derive(Default)]
pub(super) struct Held {
    /// Stamp, who decoded it, and first byte.
    planes: Vec<(u64, Option<u32>, usize)>,
    end: usize,
    /// Units that the table was made for.
    units: Vec<u32>,
}

impl Held {
    /// Bytes that are taken.
    pub(super) fn bytes(&self) -> usize {
        self.end
    }

    /// Whether the table is of other units than these uniforms name.
    pub(super) fn differs(&self, map: &Map, uniforms: &[u32]) -> bool {
        !self
            .units
            .iter()
            .copied()
            .eq(map.flats.iter().map(|word| unit(uniforms, *word)))
    }

    /// Fills the table for textures that have just been bound. Whether all of those lie in memory that code was made for (`fixed`, by number).
    pub(super) fn bind<T>(
        &mut self,
        store: &mut Store<T>,
        (memory, texels): (Memory, Memory),
        map: &Map,
        (fixed, decoders): (&[bool], &[Option<Decode>]),
        uniforms: &[u32],
        textures: &dyn Textures,
    ) -> bool {
        self.units = map.flats.iter().map(|word| unit(uniforms, *word)).collect();
        let found: Vec<Option<Flat<'_>>> = self.units.iter().map(|unit| textures.flat(*unit)).collect();
        let mut places = Vec::with_capacity(found.len());
        for attempt in 0..2 {
            places = found
                .iter()
                .enumerate()
                .map(|(i, flat)| {
                    let decoder = decoders.get(i).and_then(Option::as_ref).map(|d| (i as u32, d));
                    flat.as_ref().and_then(|flat| self.place(store, texels, flat, decoder))
                })
                .collect();
            let fits =
                |(flat, place): (&Option<Flat<'_>>, &Option<usize>)| place.is_some() || flat.as_ref().is_none_or(|f| !f.fits());
            if attempt == 0 && !found.iter().zip(&places).all(fits) {
                // Once more without those of former draws.
                self.planes.clear();
                self.end = 0;
            } else {
                break;
            }
        }
        let whole = fixed.iter().zip(&places).all(|(fixed, place)| !fixed || place.is_some());
        let bytes = memory.data_mut(store);
        for (i, (flat, place)) in found.iter().zip(places).enumerate() {
            let at = (map.table_of_flats + i as u32 * ENTRY) as usize;
            let mut words = [0u32; ENTRY as usize / 4];
            if let (Some(flat), Some(place)) = (flat, place) {
                let wrap = |w: FlatWrap| w as u32;
                let mode = match flat.linear {
                    true => 2,
                    false if flat.wrap == [FlatWrap::Clamp; 2] => NEAREST_CLAMPED,
                    false => 1,
                };
                words = [
                    mode,
                    place as u32,
                    wrap(flat.wrap[0]),
                    wrap(flat.wrap[1]),
                    (flat.width as f32).to_bits(),
                    (flat.height as f32).to_bits(),
                    flat.width,
                    0,
                ];
            }
            super::put(bytes, at, &words);
        }
        whole
    }

    /// Where a texture's texels lie; nothing if there is no room.
    fn place<T>(
        &mut self,
        store: &mut Store<T>,
        texels: Memory,
        flat: &Flat<'_>,
        decoder: Option<(u32, &Decode)>,
    ) -> Option<usize> {
        let number = decoder.map(|(number, _)| number);
        let is = |(stamp, by, _): &&(u64, Option<u32>, usize)| *stamp == flat.stamp && *by == number;
        if let Some((_, _, at)) = self.planes.iter().find(is) {
            return Some(*at);
        }
        let (at, end) = (self.end, self.end.checked_add(flat.texels.len())?);
        if !flat.fits() || end > MOST {
            return None;
        }
        let size = texels.data_size(&*store);
        if end > size {
            texels.grow(&mut *store, (end - size).div_ceil(PAGE) as u64).ok()?;
        }
        texels.data_mut(&mut *store).get_mut(at..end)?.copy_from_slice(flat.texels);
        if let Some((_, decode)) = decoder {
            // The room behind the last texel, up to the next four, is its own.
            decode.call(&mut *store, (at as i32, end as i32)).ok()?;
        }
        self.planes.push((flat.stamp, number, at));
        self.end = end.next_multiple_of(16);
        Some(at)
    }
}

fn unit(uniforms: &[u32], word: u32) -> u32 {
    uniforms.get(word as usize).copied().unwrap_or(0)
}

impl Flat<'_> {
    /// Whether it is what it says, and not too large to be kept.
    pub(super) fn fits(&self) -> bool {
        let texels = u64::from(self.width) * u64::from(self.height);
        texels > 0 && texels * 4 == self.texels.len() as u64 && self.texels.len() <= MOST
    }
}

// Locals of the function: both coordinates, then its own.
const COORDS: [u32; 2] = [0, 1];
/// Sizes.
const SIDES: [u32; 2] = [2, 3];
/// The lower texels, columns and rows; and the next ones.
const LOW: [u32; 2] = [4, 5];
const HIGH: [u32; 2] = [6, 7];
const FRACTION: [u32; 2] = [8, 9];
/// Four texels a lane.
const TEXEL: [u32; 4] = [10, 11, 12, 13];
const T: u32 = 14;
const U: u32 = 15;
const VECTORS: u32 = 14;

/// A word of an entry.
fn word(entry: u32, offset: u64) -> MemArg {
    MemArg {
        offset: u64::from(entry) + offset,
        align: 2,
        memory_index: 0,
    }
}

fn float(v: f32) -> I<'static> {
    constant(v.to_bits())
}

/// `sample(u, v)`: four components of the texture with an entry. The same arithmetic as the host's for these textures.
pub(super) fn sample(entry: u32) -> Function {
    let mut c: Vec<I<'static>> = Vec::new();
    for axis in 0..2 {
        c.extend([
            I::I32Const(0),
            I::V128Load32Splat(word(entry, SIZE[axis])),
            I::LocalSet(SIDES[axis]),
        ]);
    }
    c.extend([
        I::I32Const(0),
        I::I32Load(word(entry, MODE)),
        I::I32Const(NEAREST_CLAMPED as i32),
        I::I32Eq,
        I::If(BlockType::Empty),
    ]);
    saturate(&mut c, COORDS[0]);
    saturate(&mut c, COORDS[1]);
    nearest(&mut c, entry);
    c.push(I::Return);
    c.push(I::End);
    for axis in 0..2 {
        wrap(&mut c, entry, axis);
    }
    c.extend([
        I::I32Const(0),
        I::I32Load(word(entry, MODE)),
        I::I32Const(1),
        I::I32Eq,
        I::If(BlockType::Empty),
    ]);
    nearest(&mut c, entry);
    c.push(I::Return);
    c.push(I::End);
    linear(&mut c, entry);
    c.push(I::End);
    let mut f = Function::new([(VECTORS, ValType::V128)]);
    c.iter().for_each(|i| {
        f.instruction(i);
    });
    f
}

/// What is too large to have a fraction is itself.
fn floor(c: &mut Vec<I<'static>>, local: u32) {
    c.extend([
        I::LocalGet(local),
        I::F32x4Floor,
        I::LocalGet(local),
        I::LocalGet(local),
        I::F32x4Abs,
        float(4_194_304.0),
        I::F32x4Lt,
        I::V128Bitselect,
    ]);
}

/// Between 0 and 1; 0 if it is no number.
fn saturate(c: &mut Vec<I<'static>>, local: u32) {
    // The pseudo-minimum keeps its first operand unless the second is smaller.
    c.extend([
        float(1.0),
        float(0.0),
        I::LocalGet(local),
        I::F32x4PMax,
        I::F32x4PMin,
        I::LocalSet(local),
    ]);
}

/// Brings a coordinate into the texture.
fn wrap(c: &mut Vec<I<'static>>, entry: u32, axis: usize) {
    let u = COORDS[axis];
    let mode = |c: &mut Vec<I<'static>>, mode: FlatWrap| {
        c.extend([
            I::I32Const(0),
            I::I32Load(word(entry, WRAP[axis])),
            I::I32Const(mode as i32),
            I::I32Eq,
            I::If(BlockType::Empty),
        ]);
    };
    mode(c, FlatWrap::Clamp);
    saturate(c, u);
    c.push(I::Else);
    mode(c, FlatWrap::Repeat);
    c.push(I::LocalGet(u));
    floor(c, u);
    c.extend([I::F32x4Sub, I::LocalSet(u)]);
    // Of infinity nothing is left, and what lies just below a whole number may round up to 1.
    for i in [float(0.0), float(1.0)] {
        let keeps = if matches!(i, I::V128Const(0)) {
            I::F32x4Ge
        } else {
            I::F32x4Lt
        };
        c.extend([I::LocalGet(u), I::LocalGet(u), i, keeps, I::V128And, I::LocalSet(u)]);
    }
    c.push(I::Else);
    c.extend([
        I::LocalGet(u),
        float(0.5),
        I::F32x4Mul,
        I::LocalSet(T),
        I::LocalGet(u),
        float(2.0),
    ]);
    floor(c, T);
    c.extend([
        I::F32x4Mul,
        I::F32x4Sub,
        I::LocalSet(u),
        float(2.0),
        I::LocalGet(u),
        I::F32x4Sub,
        I::LocalGet(u),
        I::LocalGet(u),
        float(1.0),
        I::F32x4Gt,
        I::V128Bitselect,
        I::LocalSet(u),
    ]);
    saturate(c, u);
    c.extend([I::End, I::End]);
}

/// A whole number from 0 to 2²³ as an integer.
fn index(c: &mut Vec<I<'static>>) {
    c.extend([float(8_388_608.0), I::F32x4Add, constant(0x7F_FFFF), I::V128And]);
}

/// Multiplies rows by the width, and makes addresses of that and columns.
fn gather(c: &mut Vec<I<'static>>, entry: u32, column: u32, row: u32, to: u32) {
    c.extend([
        I::LocalGet(row),
        I::I32Const(0),
        I::V128Load32Splat(word(entry, WIDTH)),
        I::I32x4Mul,
        I::LocalGet(column),
        I::I32x4Add,
        I::I32Const(2),
        I::I32x4Shl,
        I::I32Const(0),
        I::V128Load32Splat(word(entry, BASE)),
        I::I32x4Add,
        I::LocalSet(T),
    ]);
    let texel = MemArg {
        offset: 0,
        align: 2,
        memory_index: TEXELS,
    };
    c.extend([
        I::LocalGet(T),
        I::I32x4ExtractLane(0),
        I::V128Load32Zero(texel),
        I::LocalSet(to),
    ]);
    for lane in 1..4 {
        c.extend([
            I::LocalGet(T),
            I::I32x4ExtractLane(lane),
            I::LocalGet(to),
            I::V128Load32Lane { memarg: texel, lane },
            I::LocalSet(to),
        ]);
    }
}

/// A channel of texels as floats of 0 to 255.
fn channel(c: &mut Vec<I<'static>>, texels: u32, number: i32) {
    c.push(I::LocalGet(texels));
    if number > 0 {
        c.extend([I::I32Const(8 * number), I::I32x4ShrU]);
    }
    if number < 3 {
        c.extend([constant(0xFF), I::V128And]);
    }
    c.push(I::F32x4ConvertI32x4S);
}

pub(super) const SCALE: f32 = 1.0 / 255.0;

fn nearest(c: &mut Vec<I<'static>>, entry: u32) {
    for axis in 0..2 {
        c.extend([
            I::LocalGet(COORDS[axis]),
            I::LocalGet(SIDES[axis]),
            I::F32x4Mul,
            I::F32x4Floor,
            I::LocalGet(SIDES[axis]),
            float(1.0),
            I::F32x4Sub,
            I::F32x4PMin,
        ]);
        index(c);
        c.push(I::LocalSet(LOW[axis]));
    }
    gather(c, entry, LOW[0], LOW[1], TEXEL[0]);
    for number in 0..4 {
        channel(c, TEXEL[0], number);
        c.extend([float(SCALE), I::F32x4Mul]);
    }
}

fn linear(c: &mut Vec<I<'static>>, entry: u32) {
    for axis in 0..2 {
        let (low, high, side) = (LOW[axis], HIGH[axis], SIDES[axis]);
        c.extend([
            I::LocalGet(COORDS[axis]),
            I::LocalGet(side),
            I::F32x4Mul,
            float(0.5),
            I::F32x4Sub,
            I::LocalTee(T),
            I::LocalGet(T),
            I::F32x4Floor,
            I::LocalTee(low),
            I::F32x4Sub,
            I::LocalSet(FRACTION[axis]),
            I::LocalGet(low),
            float(1.0),
            I::F32x4Add,
            I::LocalSet(high),
            // All ones where the texture is repeated, and the number of the last texel.
            I::I32Const(0),
            I::I32Const(0),
            I::I32Load(word(entry, WRAP[axis])),
            I::I32Const(FlatWrap::Repeat as i32),
            I::I32Eq,
            I::I32Sub,
            I::I32x4Splat,
            I::LocalSet(T),
            I::LocalGet(side),
            float(1.0),
            I::F32x4Sub,
            I::LocalSet(U),
            // Before the first texel: the last, or the first again.
            I::LocalGet(U),
            I::LocalGet(T),
            I::V128And,
            I::LocalGet(low),
            I::LocalGet(low),
            float(0.0),
            I::F32x4Lt,
            I::V128Bitselect,
        ]);
        index(c);
        // After the last: the first, or the last again.
        c.extend([
            I::LocalSet(low),
            I::LocalGet(high),
            I::LocalGet(U),
            I::LocalGet(T),
            I::V128AndNot,
            I::LocalGet(high),
            I::LocalGet(side),
            I::F32x4Lt,
            I::V128Bitselect,
        ]);
        index(c);
        c.push(I::LocalSet(high));
    }
    for (texel, (x, y)) in TEXEL.into_iter().zip([(LOW, LOW), (HIGH, LOW), (LOW, HIGH), (HIGH, HIGH)]) {
        gather(c, entry, x[0], y[1], texel);
    }
    let mix = |c: &mut Vec<I<'static>>, to: u32, number: i32, [a, b]: [u32; 2]| {
        channel(c, a, number);
        c.push(I::LocalTee(to));
        channel(c, b, number);
        c.extend([
            I::LocalGet(to),
            I::F32x4Sub,
            I::LocalGet(FRACTION[0]),
            I::F32x4Mul,
            I::F32x4Add,
            I::LocalSet(to),
        ]);
    };
    for number in 0..4 {
        mix(c, T, number, [TEXEL[0], TEXEL[1]]);
        mix(c, U, number, [TEXEL[2], TEXEL[3]]);
        c.extend([
            I::LocalGet(T),
            I::LocalGet(U),
            I::LocalGet(T),
            I::F32x4Sub,
            I::LocalGet(FRACTION[1]),
            I::F32x4Mul,
            I::F32x4Add,
            float(SCALE),
            I::F32x4Mul,
        ]);
    }
}
