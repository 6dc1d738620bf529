//! Which vertices a draw has, and their attributes (sections 2.8 and 2.9 of OpenGL ES 3.0).

use super::{AttributeSource, AttributeType, DrawCall, IndexType, Indices};
use crate::format::numbers::{of_half, of_snorm};
use oracade_glsl::{Program, Scalar, Stage};

/// Ends a strip in a list of items.
pub(super) const RESTART: u32 = u32::MAX;

/// The vertices of an instance: each is shaded once however often it is named.
pub(super) struct Items {
    /// Numbers of the vertices in the buffers.
    pub(super) vertices: Vec<u32>,
    /// The items in the order of the draw.
    pub(super) order: Vec<u32>,
}

impl Items {
    pub(super) fn of(call: &DrawCall) -> Items {
        match &call.indices {
            None => Items {
                vertices: (0..call.count).map(|i| call.first.wrapping_add(i)).collect(),
                order: (0..call.count).collect(),
            },
            Some(indices) => Items::indexed(indices, call.count as usize),
        }
    }

    fn indexed(indices: &Indices, count: usize) -> Items {
        let mut order = Vec::with_capacity(count);
        let data = indices.data.get(indices.offset..).unwrap_or_default();
        let restart = match indices.ty {
            IndexType::U8 => {
                order.extend(data.iter().take(count).map(|b| u32::from(*b)));
                0xFF
            }
            IndexType::U16 => {
                order.extend(
                    data.chunks_exact(2)
                        .take(count)
                        .map(|b| u32::from(u16::from_le_bytes([b[0], b[1]]))),
                );
                0xFFFF
            }
            IndexType::U32 => {
                order.extend(
                    data.chunks_exact(4)
                        .take(count)
                        .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])),
                );
                u32::MAX
            }
        };
        // What the buffer does not have reads as zeros.
        order.resize(count, 0);
        let ends = |i: u32| indices.restart && i == restart;
        let (mut low, mut high) = (u32::MAX, 0);
        for i in order.iter().copied().filter(|i| !ends(*i)) {
            low = low.min(i);
            high = high.max(i);
        }
        let range = u64::from(high.saturating_sub(low)) + 1;
        let mut vertices = Vec::new();
        if range > 8 * count as u64 + 1024 {
            for i in &mut order {
                if ends(*i) {
                    *i = RESTART;
                } else {
                    vertices.push(*i);
                    *i = vertices.len() as u32 - 1;
                }
            }
            return Items { vertices, order };
        }
        let mut items = vec![RESTART; range as usize];
        for i in &mut order {
            if ends(*i) {
                *i = RESTART;
                continue;
            }
            let item = &mut items[(*i - low) as usize];
            if *item == RESTART {
                *item = vertices.len() as u32;
                vertices.push(*i);
            }
            *i = *item;
        }
        Items { vertices, order }
    }
}

/// Fills the input slots of the vertex stage for all vertices of some instances, one instance after the other.
pub(super) fn inputs(
    program: &Program,
    call: &DrawCall,
    vertices: &[u32],
    instances: std::ops::Range<u32>,
    out: &mut Vec<u32>,
) -> usize {
    let slots = program.input_slots(Stage::Vertex);
    let total = vertices.len() * instances.len();
    let groups = total.div_ceil(4);
    out.clear();
    out.resize(groups * slots * 4, 0);
    let mut put = |slot: usize, f: &mut dyn FnMut(u32, u32) -> u32| {
        if slot >= slots {
            return;
        }
        let mut item = 0;
        for instance in instances.clone() {
            for vertex in vertices {
                out[((item / 4) * slots + slot) * 4 + item % 4] = f(*vertex, instance);
                item += 1;
            }
        }
    };
    put(0, &mut |vertex, _| vertex);
    put(1, &mut |_, instance| instance);
    put(2, &mut |_, _| call.draw_id);
    let none = AttributeSource::default();
    for attribute in program.attributes.iter().filter(|a| a.location >= 0) {
        for column in 0..attribute.columns {
            let source = call
                .attributes
                .get((attribute.location as u32 + column) as usize)
                .unwrap_or(&none);
            let first = (attribute.slot + column * attribute.rows) as usize;
            for row in 0..attribute.rows as usize {
                match source {
                    AttributeSource::Constant(bits) => {
                        let bits = bits.get(row).copied().unwrap_or(0);
                        put(first + row, &mut |_, _| bits);
                    }
                    AttributeSource::Array {
                        data,
                        offset,
                        stride,
                        ty,
                        components,
                        normalized,
                        integer,
                        divisor,
                    } => {
                        if row >= usize::from(*components) {
                            let one = if attribute.scalar == Scalar::Float {
                                1f32.to_bits()
                            } else {
                                1
                            };
                            let bits = if row == 3 { one } else { 0 };
                            put(first + row, &mut |_, _| bits);
                            continue;
                        }
                        let element = |vertex: u32, instance: u32| {
                            let n = instance.checked_div(*divisor).unwrap_or(vertex);
                            (n as usize).saturating_mul(*stride).saturating_add(*offset)
                        };
                        if *ty == AttributeType::F32 {
                            put(first + row, &mut |v, i| {
                                let at = element(v, i).saturating_add(row * 4);
                                data.get(at..at.saturating_add(4))
                                    .map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
                            });
                        } else {
                            put(first + row, &mut |v, i| {
                                component(data.get(element(v, i)..).unwrap_or_default(), row, *ty, *normalized, *integer)
                            });
                        }
                    }
                }
            }
        }
    }
    groups
}

/// One component of an attribute as the shader gets it.
fn component(bytes: &[u8], i: usize, ty: AttributeType, normalized: bool, integer: bool) -> u32 {
    let word = |size: usize| {
        let mut w = [0; 4];
        if let Some(b) = bytes.get(i * size..(i + 1) * size) {
            w[..size].copy_from_slice(b);
        }
        u32::from_le_bytes(w)
    };
    let number = |v: i64, max: f32, signed: bool| {
        if integer {
            return v as u32;
        }
        let f = if !normalized {
            v as f32
        } else if signed {
            let f = if max > 1e9 {
                (v as f64 / 2_147_483_647.0) as f32
            } else {
                of_snorm(v as i32, max)
            };
            if f < -1.0 { -1.0 } else { f }
        } else if max > 1e9 {
            (v as f64 / 4_294_967_295.0) as f32
        } else {
            v as f32 / max
        };
        f.to_bits()
    };
    let packed = |signed: bool| {
        let w = bytes.get(..4).map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        let (bits, v) = if i < 3 { (10, (w >> (10 * i)) & 1023) } else { (2, w >> 30) };
        if signed {
            let v = i64::from(((v << (32 - bits)) as i32) >> (32 - bits));
            number(v, ((1u32 << (bits - 1)) - 1) as f32, true)
        } else {
            number(i64::from(v), ((1u32 << bits) - 1) as f32, false)
        }
    };
    match ty {
        AttributeType::I8 => number(i64::from(word(1) as u8 as i8), 127.0, true),
        AttributeType::U8 => number(i64::from(word(1)), 255.0, false),
        AttributeType::I16 => number(i64::from(word(2) as u16 as i16), 32767.0, true),
        AttributeType::U16 => number(i64::from(word(2)), 65535.0, false),
        AttributeType::I32 => number(i64::from(word(4) as i32), 2_147_483_647.0, true),
        AttributeType::U32 => number(i64::from(word(4)), 4_294_967_295.0, false),
        AttributeType::F32 => word(4),
        AttributeType::F16 => of_half(word(2) as u16).to_bits(),
        AttributeType::U2101010 => packed(false),
        AttributeType::I2101010 => packed(true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_of_all_types() {
        let f = |bytes: &[u8], i, ty, normalized| f32::from_bits(component(bytes, i, ty, normalized, false));
        assert_eq!(f(&[255, 128], 0, AttributeType::U8, true), 1.0);
        assert_eq!(f(&[255, 128], 1, AttributeType::U8, false), 128.0);
        assert_eq!(f(&[0x80], 0, AttributeType::I8, true), -1.0);
        assert_eq!(f(&[0, 0, 0xFF, 0x7F], 1, AttributeType::I16, true), 1.0);
        assert_eq!(f(&[0, 0x3C], 0, AttributeType::F16, false), 1.0);
        assert_eq!(f(&u32::MAX.to_le_bytes(), 0, AttributeType::U32, true), 1.0);
        assert_eq!(component(&[0xFE], 0, AttributeType::I8, false, true), -2i32 as u32);
        let word = (511u32 | (512 << 10) | (2 << 30)).to_le_bytes();
        assert_eq!(f(&word, 0, AttributeType::I2101010, true), 1.0);
        assert_eq!(f(&word, 1, AttributeType::I2101010, true), -1.0);
        assert_eq!(f(&word, 3, AttributeType::I2101010, false), -2.0);
        assert_eq!(f(&word, 3, AttributeType::U2101010, true), 2.0 / 3.0);
        // Outside of the buffer there are zeros.
        assert_eq!(f(&[1], 3, AttributeType::U8, false), 0.0);
    }

    #[test]
    fn indices_name_each_vertex_once() {
        let data = std::sync::Arc::new(vec![5, 0, 7, 0, 5, 0, 0xFF, 0xFF, 6, 0]);
        let indices = |restart| Indices {
            data: std::sync::Arc::clone(&data),
            offset: 0,
            ty: IndexType::U16,
            restart,
        };
        let items = Items::indexed(&indices(true), 6);
        assert_eq!(items.vertices, [5, 7, 6, 0]);
        assert_eq!(items.order, [0, 1, 0, RESTART, 2, 3]);
        let items = Items::indexed(&indices(false), 5);
        assert_eq!(items.vertices.iter().filter(|v| **v == 0xFFFF).count(), 1);
    }
}
