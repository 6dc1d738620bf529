//! Blending (section 4.1.7 of OpenGL ES 3.0), four fragments at a time: colours are four components of four lanes.

use crate::format::numbers::saturate;
use crate::state::{Blend, BlendEquation, BlendFactor, BlendPart};

/// Components, lanes.
pub(crate) type Quad = [[f32; 4]; 4];

#[inline(always)]
fn each(f: impl Fn(usize) -> f32) -> [f32; 4] {
    [f(0), f(1), f(2), f(3)]
}

/// A factor for a component.
#[inline]
fn factor(factor: BlendFactor, component: usize, src: &Quad, dst: &Quad, constant: &[f32; 4]) -> [f32; 4] {
    match factor {
        BlendFactor::Zero => [0.0; 4],
        BlendFactor::One => [1.0; 4],
        BlendFactor::SrcColour => src[component],
        BlendFactor::OneMinusSrcColour => each(|l| 1.0 - src[component][l]),
        BlendFactor::SrcAlpha => src[3],
        BlendFactor::OneMinusSrcAlpha => each(|l| 1.0 - src[3][l]),
        BlendFactor::DstAlpha => dst[3],
        BlendFactor::OneMinusDstAlpha => each(|l| 1.0 - dst[3][l]),
        BlendFactor::DstColour => dst[component],
        BlendFactor::OneMinusDstColour => each(|l| 1.0 - dst[component][l]),
        BlendFactor::SrcAlphaSaturate if component == 3 => [1.0; 4],
        BlendFactor::SrcAlphaSaturate => each(|l| {
            let rest = 1.0 - dst[3][l];
            if src[3][l] < rest { src[3][l] } else { rest }
        }),
        BlendFactor::ConstantColour => [constant[component]; 4],
        BlendFactor::OneMinusConstantColour => [1.0 - constant[component]; 4],
        BlendFactor::ConstantAlpha => [constant[3]; 4],
        BlendFactor::OneMinusConstantAlpha => [1.0 - constant[3]; 4],
    }
}

/// A factor of zero makes zero of anything, of infinity and NaN too.
#[inline(always)]
fn times(v: [f32; 4], factor: BlendFactor, by: [f32; 4]) -> [f32; 4] {
    match factor {
        BlendFactor::Zero => [0.0; 4],
        BlendFactor::One => v,
        _ => each(|l| v[l] * by[l]),
    }
}

#[inline]
fn part(p: &BlendPart, component: usize, src: &Quad, dst: &Quad, constant: &[f32; 4]) -> [f32; 4] {
    let (s, d) = (src[component], dst[component]);
    match p.equation {
        BlendEquation::Min => return each(|l| if d[l] < s[l] { d[l] } else { s[l] }),
        BlendEquation::Max => return each(|l| if d[l] > s[l] { d[l] } else { s[l] }),
        _ => {}
    }
    let s = times(s, p.src, factor(p.src, component, src, dst, constant));
    let d = times(d, p.dst, factor(p.dst, component, src, dst, constant));
    match p.equation {
        BlendEquation::Subtract => each(|l| s[l] - d[l]),
        BlendEquation::ReverseSubtract => each(|l| d[l] - s[l]),
        _ => each(|l| s[l] + d[l]),
    }
}

/// The two usual kinds of blending: one colour over the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Over {
    /// The new colour is multiplied by its alpha.
    Multiplied,
    /// It is not.
    Straight,
}

impl Over {
    /// Which of them this is, if any.
    pub(crate) fn of(b: &Blend) -> Option<Over> {
        let part = |src| BlendPart {
            equation: BlendEquation::Add,
            src,
            dst: BlendFactor::OneMinusSrcAlpha,
        };
        if b.alpha != part(BlendFactor::One) {
            None
        } else if b.colour == b.alpha {
            Some(Over::Multiplied)
        } else if b.colour == part(BlendFactor::SrcAlpha) {
            Some(Over::Straight)
        } else {
            None
        }
    }
}

/// What [`blend`] gives for these kinds, of colours that are clamped.
#[inline(always)]
pub(crate) fn over(src: &Quad, dst: &Quad, straight: bool) -> Quad {
    let src = src.map(|c| c.map(saturate));
    let rest = each(|l| 1.0 - src[3][l]);
    let colour = |c: usize| {
        each(|l| {
            let s = if straight && c < 3 { src[c][l] * src[3][l] } else { src[c][l] };
            s + dst[c][l] * rest[l]
        })
    };
    [colour(0), colour(1), colour(2), colour(3)]
}

/// The blended colours. `clamped` is of formats of fractions, whose new colours are brought into 0 to 1 before.
pub(crate) fn blend(b: &Blend, constant: &[f32; 4], clamped: bool, src: &Quad, dst: &Quad) -> Quad {
    let src = if clamped { src.map(|c| c.map(saturate)) } else { *src };
    std::array::from_fn(|c| part(if c == 3 { &b.alpha } else { &b.colour }, c, &src, dst, constant))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(equation: BlendEquation, src: BlendFactor, dst: BlendFactor) -> [f32; 4] {
        let p = BlendPart { equation, src, dst };
        let s: Quad = [[0.5; 4], [0.25; 4], [1.0; 4], [0.75; 4]];
        let d: Quad = [[0.25; 4], [1.0; 4], [0.0; 4], [0.5; 4]];
        let out = blend(&Blend { colour: p, alpha: p }, &[0.5, 0.25, 0.125, 1.0], true, &s, &d);
        out.map(|c| c[0])
    }

    #[test]
    fn equations_and_factors() {
        use BlendEquation::{Add, Max, Min, ReverseSubtract, Subtract};
        use BlendFactor as F;
        let table = [
            (Add, F::One, F::Zero, [0.5, 0.25, 1.0, 0.75]),
            (Add, F::One, F::One, [0.75, 1.25, 1.0, 1.25]),
            (Add, F::Zero, F::SrcColour, [0.125, 0.25, 0.0, 0.375]),
            (Add, F::OneMinusSrcColour, F::Zero, [0.25, 0.1875, 0.0, 0.1875]),
            (Add, F::SrcAlpha, F::OneMinusSrcAlpha, [0.4375, 0.4375, 0.75, 0.6875]),
            (Add, F::One, F::OneMinusSrcAlpha, [0.5625, 0.5, 1.0, 0.875]),
            (Add, F::DstAlpha, F::OneMinusDstAlpha, [0.375, 0.625, 0.5, 0.625]),
            (Add, F::DstColour, F::OneMinusDstColour, [0.3125, 0.25, 0.0, 0.625]),
            (Add, F::SrcAlphaSaturate, F::Zero, [0.25, 0.125, 0.5, 0.75]),
            (Add, F::ConstantColour, F::Zero, [0.25, 0.0625, 0.125, 0.75]),
            (Add, F::OneMinusConstantColour, F::Zero, [0.25, 0.1875, 0.875, 0.0]),
            (Add, F::ConstantAlpha, F::OneMinusConstantAlpha, [0.5, 0.25, 1.0, 0.75]),
            (Subtract, F::One, F::One, [0.25, -0.75, 1.0, 0.25]),
            (ReverseSubtract, F::One, F::One, [-0.25, 0.75, -1.0, -0.25]),
            (Min, F::Zero, F::Zero, [0.25, 0.25, 0.0, 0.5]),
            (Max, F::Zero, F::Zero, [0.5, 1.0, 1.0, 0.75]),
        ];
        for (equation, src, dst, expected) in table {
            assert_eq!(one(equation, src, dst), expected, "{equation:?} {src:?} {dst:?}");
        }
    }

    #[test]
    fn one_over_the_other_is_what_the_factors_say() {
        use BlendFactor::{One, OneMinusSrcAlpha, SrcAlpha};
        let part = |src, dst| BlendPart {
            equation: BlendEquation::Add,
            src,
            dst,
        };
        let s: Quad = [
            [0.1, 0.7, f32::NAN, 2.0],
            [0.25, -1.0, 0.3, 1.0],
            [1.0, 0.9, 0.0, 0.6],
            [0.75, 0.3, 1.0, 0.0],
        ];
        let d: Quad = [[0.3, 0.2, 1.0, 0.0], [1.0; 4], [0.0, 0.1, 0.2, 0.3], [0.5, 1.0, 0.0, 0.4]];
        for (src, straight) in [(One, false), (SrcAlpha, true)] {
            let b = Blend {
                colour: part(src, OneMinusSrcAlpha),
                alpha: part(One, OneMinusSrcAlpha),
            };
            assert_eq!(Over::of(&b) == Some(Over::Straight), straight);
            let general = blend(&b, &[0.0; 4], true, &s, &d);
            assert_eq!(
                over(&s, &d, straight).map(|c| c.map(f32::to_bits)),
                general.map(|c| c.map(f32::to_bits))
            );
        }
        let other = Blend {
            colour: part(One, One),
            alpha: part(One, OneMinusSrcAlpha),
        };
        assert_eq!(Over::of(&other), None);
    }

    #[test]
    fn a_factor_of_zero_makes_zero_of_anything() {
        let p = BlendPart {
            equation: BlendEquation::Add,
            src: BlendFactor::One,
            dst: BlendFactor::Zero,
        };
        let d = [[f32::NAN; 4]; 4];
        assert_eq!(
            blend(&Blend { colour: p, alpha: p }, &[0.0; 4], false, &[[0.5; 4]; 4], &d),
            [[0.5; 4]; 4]
        );
    }
}
