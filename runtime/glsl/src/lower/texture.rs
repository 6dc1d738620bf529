//! Texture lookups.

use super::*;
use crate::ir::{Bin, Inst, Lod, Lookup, LookupKind, Un};
use crate::types::{Base, Dim, Sampler, Texel};

/// Coordinates of a sampler, and components of its gradients and offsets.
fn dimensions(sampler: Sampler) -> (usize, usize) {
    match sampler.dim {
        Dim::D2 => (2, 2),
        Dim::D3 | Dim::Cube => (3, 3),
        Dim::Array2D => (3, 2),
    }
}

impl Lower<'_> {
    /// A function whose name begins with `tex`. The name tells its parts: `Proj`, `Lod`, `Grad`, `Offset`, `Fetch`, `Size`.
    pub(super) fn texture(&mut self, name: &str, args: &[Expr], ty: &Type) -> Vec<Val> {
        let Base::Sampler(sampler) = args[0].ty.base else {
            return Vec::new();
        };
        let unit = self.scalar(&args[0]);
        let (coordinates, flat) = dimensions(sampler);
        let shadow = sampler.texel == Texel::Shadow;
        let mut lookup = Lookup {
            sampler,
            kind: LookupKind::Size,
            offset: [0; 3],
            unit,
            args: Vec::new(),
        };
        if name == "textureSize" {
            lookup.args = self.expr(&args[1]);
            return self.looked_up(lookup, ty);
        }
        let coords = self.expr(&args[1]);
        let mut rest = args[2..].iter();
        if name.starts_with("texelFetch") {
            lookup.kind = LookupKind::Fetch;
            lookup.args = coords;
            if let Some(level) = rest.next() {
                let level = self.scalar(level);
                lookup.args.push(level);
            }
            if name.ends_with("Offset") {
                lookup.offset = offset(rest.next());
            }
            return self.looked_up(lookup, ty);
        }
        let proj = name.contains("Proj");
        let mut parts: Vec<Val> = coords[..coordinates].to_vec();
        // The reference follows the coordinates; a 2D shadow lookup has it in the third component.
        let mut reference = if shadow {
            Some(coords[if sampler.dim == Dim::D2 { 2 } else { 3 }])
        } else {
            None
        };
        if proj {
            let last = coords[coords.len() - 1];
            for part in parts.iter_mut().chain(&mut reference) {
                *part = self.b.bin(Bin::FDiv, *part, last);
            }
        }
        parts.extend(reference);
        let mut lod = Lod::Implicit;
        if name.contains("Lod") {
            lod = Lod::Explicit;
            if let Some(level) = rest.next() {
                let level = self.scalar(level);
                parts.push(level);
            }
        } else if name.contains("Grad") {
            lod = Lod::Gradient;
            for _ in 0..2 {
                if let Some(gradient) = rest.next() {
                    let gradient = self.expr(gradient);
                    parts.extend(&gradient[..flat.min(gradient.len())]);
                }
            }
        }
        if name.contains("Offset") {
            lookup.offset = offset(rest.next());
        }
        if let Some(bias) = rest.next() {
            lod = Lod::Bias;
            let bias = self.scalar(bias);
            parts.push(bias);
        }
        for part in &mut parts {
            *part = self.b.un(Un::Canon, *part);
        }
        lookup.kind = LookupKind::Sample(lod);
        lookup.args = parts;
        self.looked_up(lookup, ty)
    }

    fn looked_up(&mut self, lookup: Lookup, ty: &Type) -> Vec<Val> {
        let result = self.b.lookup(lookup);
        (0..ty.scalars() as u8).map(|i| self.b.read(Inst::Texel(result, i))).collect()
    }
}

fn offset(arg: Option<&Expr>) -> [i32; 3] {
    let mut out = [0; 3];
    if let Some(Expr {
        kind: ExprKind::Const(words),
        ..
    }) = arg
    {
        for (to, from) in out.iter_mut().zip(words.iter()) {
            *to = *from as i32;
        }
    }
    out
}
