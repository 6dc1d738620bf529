//! Transform feedback: which vertex outputs are captured.

use super::*;
use crate::program::{Capture, Varying};

/// A name asked for.
pub(super) struct Wanted {
    pub(super) name: String,
    /// The variable's name.
    pub(super) base: String,
}

impl Linker<'_> {
    /// What is asked for; whether it exists is looked at when the varyings have their places.
    pub(super) fn captures(&mut self) -> Vec<Wanted> {
        let Some((names, _)) = &self.options.feedback else {
            return Vec::new();
        };
        let base = |n: &str| n.split(['.', '[']).next().unwrap_or_default().to_string();
        names
            .iter()
            .map(|n| Wanted {
                name: n.clone(),
                base: base(n),
            })
            .collect()
    }

    pub(super) fn place_captures(&mut self, wanted: Vec<Wanted>, varyings: &[Varying]) -> Option<Vec<Capture>> {
        let mut out: Vec<Capture> = Vec::new();
        let mut components = 0;
        let separate = self.options.feedback.as_ref().is_some_and(|(_, s)| *s);
        for w in &wanted {
            if out.iter().any(|c| c.name == w.name) {
                let text = format!(
                    "Two transform feedback varyings specify the same output variable ({}).",
                    w.name
                );
                self.log.plain(&text);
                return None;
            }
            let Some(capture) = capture(w, varyings) else {
                self.log.plain(&format!(
                    "Transform feedback varying {} does not exist in the vertex shader.",
                    w.name
                ));
                return None;
            };
            let count = capture.slots.len() as u32;
            components += count;
            if separate && count > self.limits.feedback_separate_components {
                let text = format!(
                    "Transform feedback varying {} components ({count}) exceed the maximum separate components",
                    w.name
                );
                self.log.plain(&text);
                return None;
            }
            out.push(capture);
        }
        if !separate && components > self.limits.feedback_interleaved_components {
            let text =
                format!("Transform feedback varying total components ({components}) exceed the maximum interleaved components");
            self.log.plain(&text);
            return None;
        }
        if separate && out.len() as u32 > self.limits.feedback_separate_attribs {
            self.log.plain("Too many transform feedback varyings");
            return None;
        }
        Some(out)
    }
}

fn capture(wanted: &Wanted, varyings: &[Varying]) -> Option<Capture> {
    let name = wanted.name.clone();
    match name.as_str() {
        "gl_Position" => {
            return Some(Capture {
                name,
                gl_type: 0x8B52,
                size: 1,
                slots: (0..4).collect(),
            });
        }
        "gl_PointSize" => {
            return Some(Capture {
                name,
                gl_type: 0x1406,
                size: 1,
                slots: vec![4],
            });
        }
        _ => {}
    }
    let varying = varyings.iter().find(|v| v.name == wanted.base)?;
    let mut ty = varying.ty.clone();
    let mut at = varying.vertex_slot;
    let mut rest = &wanted.name[wanted.base.len()..];
    if let Some(index) = rest.strip_prefix('[') {
        let (number, after) = index.split_once(']')?;
        let number: u32 = number.parse().ok()?;
        if number >= ty.array? {
            return None;
        }
        ty = ty.element();
        at += number * ty.scalars() as u32;
        rest = after;
    }
    if let Some(field) = rest.strip_prefix('.') {
        let s = ty.fields()?.clone();
        let index = s.fields.iter().position(|f| *f.name == *field)?;
        at += ty.field_offset(index) as u32;
        ty = s.fields[index].ty.clone();
    } else if !rest.is_empty() {
        return None;
    }
    let slots = (at..at + ty.scalars() as u32).collect();
    Some(Capture {
        name,
        gl_type: ty.gl_enum(),
        size: ty.array.unwrap_or(1),
        slots,
    })
}
