//! The language's functions (chapter 8).

use super::*;
use crate::ir::{Bin, Inst, Un};
use crate::types::Base;

impl Lower<'_> {
    /// Applies to each component, scalars among the arguments counting for all.
    fn each(&mut self, args: &[Vec<Val>], f: &mut dyn FnMut(&mut Self, &[Val]) -> Val) -> Vec<Val> {
        let n = args.iter().map(Vec::len).max().unwrap_or(0);
        (0..n)
            .map(|i| {
                let one: Vec<Val> = args.iter().map(|a| if a.len() == 1 { a[0] } else { a[i] }).collect();
                f(self, &one)
            })
            .collect()
    }

    fn f(&mut self, op: Bin, a: Val, b: Val) -> Val {
        self.b.bin(op, a, b)
    }

    pub(super) fn builtin(&mut self, name: &str, args: &[Expr], ty: &Type) -> Vec<Val> {
        if name.starts_with("tex") {
            return self.texture(name, args, ty);
        }
        if name == "modf" {
            let place = self.place(&args[1]);
            let x = self.expr(&args[0]);
            let whole: Vec<Val> = x.iter().map(|v| self.b.un(Un::FTrunc, *v)).collect();
            if let Some(place) = place {
                self.store(&place, &whole);
            }
            return x.iter().zip(&whole).map(|(x, w)| self.f(Bin::FSub, *x, *w)).collect();
        }
        let values: Vec<Vec<Val>> = args.iter().map(|a| self.expr(a)).collect();
        let base = args.first().map_or(Base::Float, |a| a.ty.base.clone());
        if let Some(function) = math::number(name, args.len()) {
            return self.each(&values, &mut |l, v| {
                let second = if v.len() > 1 { v[1] } else { l.b.bits(0) };
                l.b.call(function, v[0], second)
            });
        }
        if name == "mix" && args[2].ty.base == Base::Bool {
            return self.each(&values, &mut |l, v| l.b.select(v[2], v[1], v[0]));
        }
        if let Some(out) = self.common(name, &values, &base) {
            return out;
        }
        if let Some(out) = self.geometric(name, &values) {
            return out;
        }
        self.special(name, &values, args, &base)
    }

    /// Sections 8.1 to 8.3, and relations: component by component.
    fn common(&mut self, name: &str, values: &[Vec<Val>], base: &Base) -> Option<Vec<Val>> {
        let float = *base == Base::Float;
        let signed = *base == Base::Int;
        let pick = |f: Bin, s: Bin, u: Bin| {
            if float {
                f
            } else if signed {
                s
            } else {
                u
            }
        };
        let min = pick(Bin::FMin, Bin::SMin, Bin::UMin);
        let max = pick(Bin::FMax, Bin::SMax, Bin::UMax);
        let less = pick(Bin::FLt, Bin::SLt, Bin::ULt);
        let less_equal = pick(Bin::FLe, Bin::SLe, Bin::ULe);
        let equal = if float { Bin::FEq } else { Bin::IEq };
        let not_equal = if float { Bin::FNe } else { Bin::INe };
        let simple = match name {
            "sqrt" => Some(Un::FSqrt),
            "floor" => Some(Un::FFloor),
            "ceil" => Some(Un::FCeil),
            "trunc" => Some(Un::FTrunc),
            "round" | "roundEven" => Some(Un::FNearest),
            "abs" if float => Some(Un::FAbs),
            "not" => Some(Un::Not),
            _ => None,
        };
        if let Some(op) = simple {
            return Some(self.each(values, &mut |l, v| l.b.un(op, v[0])));
        }
        let two = match name {
            "min" => Some((min, false)),
            "max" => Some((max, false)),
            "lessThan" => Some((less, false)),
            "lessThanEqual" => Some((less_equal, false)),
            "greaterThan" => Some((less, true)),
            "greaterThanEqual" => Some((less_equal, true)),
            "equal" => Some((equal, false)),
            "notEqual" => Some((not_equal, false)),
            _ => None,
        };
        if let Some((op, swap)) = two {
            return Some(self.each(values, &mut |l, v| {
                if swap { l.f(op, v[1], v[0]) } else { l.f(op, v[0], v[1]) }
            }));
        }
        let out = match name {
            "radians" | "degrees" => {
                let factor = if name == "radians" {
                    std::f64::consts::PI / 180.0
                } else {
                    180.0 / std::f64::consts::PI
                };
                self.each(values, &mut |l, v| {
                    let factor = l.b.float(factor as f32);
                    l.f(Bin::FMul, v[0], factor)
                })
            }
            "inversesqrt" => self.each(values, &mut |l, v| {
                let one = l.b.float(1.0);
                let root = l.b.un(Un::FSqrt, v[0]);
                l.f(Bin::FDiv, one, root)
            }),
            "abs" => self.each(values, &mut |l, v| {
                let negative = l.b.un(Un::INeg, v[0]);
                l.f(Bin::SMax, v[0], negative)
            }),
            "sign" if float => self.each(values, &mut |l, v| {
                let (zero, one) = (l.b.float(0.0), l.b.float(1.0));
                let minus = l.b.float(-1.0);
                let up = l.f(Bin::FLt, zero, v[0]);
                let down = l.f(Bin::FLt, v[0], zero);
                let rest = l.b.select(down, minus, zero);
                l.b.select(up, one, rest)
            }),
            "sign" => self.each(values, &mut |l, v| {
                let (one, minus) = (l.b.bits(1), l.b.bits(u32::MAX));
                let low = l.f(Bin::SMax, v[0], minus);
                l.f(Bin::SMin, low, one)
            }),
            "fract" => self.each(values, &mut |l, v| {
                let floor = l.b.un(Un::FFloor, v[0]);
                l.f(Bin::FSub, v[0], floor)
            }),
            "mod" => self.each(values, &mut |l, v| {
                let quotient = l.f(Bin::FDiv, v[0], v[1]);
                let floor = l.b.un(Un::FFloor, quotient);
                let whole = l.f(Bin::FMul, v[1], floor);
                l.f(Bin::FSub, v[0], whole)
            }),
            "clamp" => self.each(values, &mut |l, v| {
                let low = l.f(max, v[0], v[1]);
                l.f(min, low, v[2])
            }),
            "mix" => self.each(values, &mut |l, v| l.mix(v[0], v[1], v[2])),
            "step" => self.each(values, &mut |l, v| {
                let reached = l.f(Bin::FLe, v[0], v[1]);
                let (zero, one) = (l.b.float(0.0), l.b.float(1.0));
                l.b.select(reached, one, zero)
            }),
            "smoothstep" => self.each(values, &mut |l, v| {
                let (zero, one) = (l.b.float(0.0), l.b.float(1.0));
                let (two, three) = (l.b.float(2.0), l.b.float(3.0));
                let up = l.f(Bin::FSub, v[2], v[0]);
                let range = l.f(Bin::FSub, v[1], v[0]);
                let t = l.f(Bin::FDiv, up, range);
                let t = l.f(Bin::FMax, t, zero);
                let t = l.f(Bin::FMin, t, one);
                let twice = l.f(Bin::FMul, two, t);
                let rest = l.f(Bin::FSub, three, twice);
                let square = l.f(Bin::FMul, t, t);
                l.f(Bin::FMul, square, rest)
            }),
            "isnan" => self.each(values, &mut |l, v| l.f(Bin::FNe, v[0], v[0])),
            "isinf" => self.each(values, &mut |l, v| {
                let size = l.b.un(Un::FAbs, v[0]);
                let infinity = l.b.float(f32::INFINITY);
                l.f(Bin::FEq, size, infinity)
            }),
            "dFdx" | "dFdy" => self.each(values, &mut |l, v| l.b.read(Inst::Derivative(name == "dFdy", v[0]))),
            "fwidth" => self.each(values, &mut |l, v| {
                let x = l.b.read(Inst::Derivative(false, v[0]));
                let y = l.b.read(Inst::Derivative(true, v[0]));
                let (x, y) = (l.b.un(Un::FAbs, x), l.b.un(Un::FAbs, y));
                l.f(Bin::FAdd, x, y)
            }),
            "floatBitsToInt" | "floatBitsToUint" => {
                let raw = self.raw;
                self.each(values, &mut |l, v| if raw { v[0] } else { l.b.un(Un::Canon, v[0]) })
            }
            "intBitsToFloat" | "uintBitsToFloat" => values[0].clone(),
            "matrixCompMult" => self.each(values, &mut |l, v| l.f(Bin::FMul, v[0], v[1])),
            _ => return None,
        };
        Some(out)
    }

    /// `a (1 - t) + b t`
    fn mix(&mut self, a: Val, b: Val, t: Val) -> Val {
        let one = self.b.float(1.0);
        let rest = self.f(Bin::FSub, one, t);
        let left = self.f(Bin::FMul, a, rest);
        let right = self.f(Bin::FMul, b, t);
        self.f(Bin::FAdd, left, right)
    }

    /// Section 8.5.
    fn geometric(&mut self, name: &str, values: &[Vec<Val>]) -> Option<Vec<Val>> {
        let out = match name {
            "dot" => vec![self.dot(&values[0], &values[1])],
            "length" => vec![self.length(&values[0])],
            "distance" => {
                let way: Vec<Val> = values[0]
                    .iter()
                    .zip(&values[1])
                    .map(|(a, b)| self.f(Bin::FSub, *a, *b))
                    .collect();
                vec![self.length(&way)]
            }
            "cross" => {
                let (a, b) = (&values[0], &values[1]);
                [(1, 2), (2, 0), (0, 1)]
                    .iter()
                    .map(|(i, j)| {
                        let left = self.f(Bin::FMul, a[*i], b[*j]);
                        let right = self.f(Bin::FMul, b[*i], a[*j]);
                        self.f(Bin::FSub, left, right)
                    })
                    .collect()
            }
            "normalize" => {
                let length = self.length(&values[0]);
                values[0].iter().map(|v| self.f(Bin::FDiv, *v, length)).collect()
            }
            "faceforward" => {
                let d = self.dot(&values[2], &values[1]);
                let zero = self.b.float(0.0);
                let same = self.f(Bin::FLt, d, zero);
                values[0]
                    .iter()
                    .map(|v| {
                        let other = self.b.un(Un::FNeg, *v);
                        self.b.select(same, *v, other)
                    })
                    .collect()
            }
            "reflect" => {
                let d = self.dot(&values[1], &values[0]);
                let two = self.b.float(2.0);
                let twice = self.f(Bin::FMul, two, d);
                self.less(&values[0], &values[1], twice)
            }
            "refract" => self.refract(&values[0], &values[1], values[2][0]),
            _ => return None,
        };
        Some(out)
    }

    fn length(&mut self, v: &[Val]) -> Val {
        if let [one] = v {
            return self.b.un(Un::FAbs, *one);
        }
        let square = self.dot(v, v);
        self.b.un(Un::FSqrt, square)
    }

    /// `a - n * factor`
    fn less(&mut self, a: &[Val], n: &[Val], factor: Val) -> Vec<Val> {
        a.iter()
            .zip(n)
            .map(|(a, n)| {
                let part = self.f(Bin::FMul, factor, *n);
                self.f(Bin::FSub, *a, part)
            })
            .collect()
    }

    fn refract(&mut self, i: &[Val], n: &[Val], eta: Val) -> Vec<Val> {
        let (zero, one) = (self.b.float(0.0), self.b.float(1.0));
        let d = self.dot(n, i);
        let square = self.f(Bin::FMul, d, d);
        let rest = self.f(Bin::FSub, one, square);
        let eta2 = self.f(Bin::FMul, eta, eta);
        let part = self.f(Bin::FMul, eta2, rest);
        let k = self.f(Bin::FSub, one, part);
        let none = self.f(Bin::FLt, k, zero);
        let root = self.b.un(Un::FSqrt, k);
        let along = self.f(Bin::FMul, eta, d);
        let factor = self.f(Bin::FAdd, along, root);
        let bent: Vec<Val> = i.iter().map(|v| self.f(Bin::FMul, eta, *v)).collect();
        let bent = self.less(&bent, n, factor);
        bent.iter().map(|v| self.b.select(none, zero, *v)).collect()
    }

    /// What has a way of its own.
    fn special(&mut self, name: &str, values: &[Vec<Val>], args: &[Expr], _base: &Base) -> Vec<Val> {
        let size = args.first().map_or(1, |a| a.ty.cols as usize);
        match name {
            "any" | "all" => {
                let op = if name == "any" { Bin::Or } else { Bin::And };
                let mut out = values[0][0];
                for v in &values[0][1..] {
                    out = self.f(op, out, *v);
                }
                vec![out]
            }
            "outerProduct" => self.outer(&values[0], &values[1]),
            "transpose" => self.transpose(&values[0], &args[0].ty),
            "determinant" => vec![self.determinant(&values[0], size)],
            "inverse" => self.inverse(&values[0], size),
            "packSnorm2x16" => vec![self.pack(&values[0], -1.0, 32767.0)],
            "packUnorm2x16" => vec![self.pack(&values[0], 0.0, 65535.0)],
            "packHalf2x16" => {
                let zero = self.b.bits(0);
                let low = self.b.call(math::PACK_HALF, values[0][0], zero);
                let high = self.b.call(math::PACK_HALF, values[0][1], zero);
                vec![self.join(low, high)]
            }
            "unpackHalf2x16" => {
                let (low, high) = self.halves(values[0][0]);
                let zero = self.b.bits(0);
                vec![
                    self.b.call(math::UNPACK_HALF, low, zero),
                    self.b.call(math::UNPACK_HALF, high, zero),
                ]
            }
            "unpackUnorm2x16" => {
                let (low, high) = self.halves(values[0][0]);
                let scale = self.b.float(65535.0);
                [low, high]
                    .iter()
                    .map(|v| {
                        let v = self.b.un(Un::UToF, *v);
                        self.f(Bin::FDiv, v, scale)
                    })
                    .collect()
            }
            "unpackSnorm2x16" => {
                let (low, high) = self.halves(values[0][0]);
                let sixteen = self.b.bits(16);
                let scale = self.b.float(32767.0);
                let (minus, one) = (self.b.float(-1.0), self.b.float(1.0));
                [low, high]
                    .iter()
                    .map(|v| {
                        let v = self.f(Bin::Shl, *v, sixteen);
                        let v = self.f(Bin::ShrS, v, sixteen);
                        let v = self.b.un(Un::IToF, v);
                        let v = self.f(Bin::FDiv, v, scale);
                        let v = self.f(Bin::FMax, v, minus);
                        self.f(Bin::FMin, v, one)
                    })
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    fn pack(&mut self, v: &[Val], low: f32, scale: f32) -> Val {
        let (low, one, scale) = (self.b.float(low), self.b.float(1.0), self.b.float(scale));
        let mut parts = Vec::new();
        for v in v {
            let v = self.f(Bin::FMax, *v, low);
            let v = self.f(Bin::FMin, v, one);
            let v = self.f(Bin::FMul, v, scale);
            let v = self.b.un(Un::FNearest, v);
            parts.push(self.b.un(Un::FToI, v));
        }
        self.join(parts[0], parts[1])
    }

    /// Two halves, the first the low one.
    fn join(&mut self, low: Val, high: Val) -> Val {
        let (mask, sixteen) = (self.b.bits(0xffff), self.b.bits(16));
        let low = self.f(Bin::And, low, mask);
        let high = self.f(Bin::Shl, high, sixteen);
        self.f(Bin::Or, low, high)
    }

    fn halves(&mut self, v: Val) -> (Val, Val) {
        let (mask, sixteen) = (self.b.bits(0xffff), self.b.bits(16));
        (self.f(Bin::And, v, mask), self.f(Bin::ShrU, v, sixteen))
    }
}
