//! The command stream a 2D context records: opcodes, and a reader that never reads past the end.

/// Numbers that start a command. Each is followed by its arguments, all as `f64`.
pub mod op {
    /// `a, b, c, d, e, f`
    pub const TRANSFORM: u32 = 1;
    /// `style kind…` (see [`super::style`]): fill style
    pub const FILL_STYLE: u32 = 2;
    /// `style kind…`: stroke style
    pub const STROKE_STYLE: u32 = 3;
    /// `globalAlpha`
    pub const ALPHA: u32 = 4;
    /// index of the `globalCompositeOperation`
    pub const COMPOSITE: u32 = 5;
    /// `lineWidth, lineCap, lineJoin, miterLimit`
    pub const LINE: u32 = 6;
    /// `lineDashOffset, n, dashes…`
    pub const DASH: u32 = 7;
    /// `r, g, b, a, shadowBlur, shadowOffsetX, shadowOffsetY`
    pub const SHADOW: u32 = 8;
    /// `imageSmoothingEnabled, imageSmoothingQuality`
    pub const SMOOTHING: u32 = 9;
    /// index of a filter list; 0 is none
    pub const FILTER: u32 = 10;
    /// number of clips to take off
    pub const CLIP_POP: u32 = 11;
    /// `even-odd, path`
    pub const CLIP_PUSH: u32 = 12;
    /// `even-odd, path`
    pub const FILL: u32 = 13;
    /// `path`
    pub const STROKE: u32 = 14;
    /// `x, y, w, h`
    pub const FILL_RECT: u32 = 15;
    /// `x, y, w, h`
    pub const STROKE_RECT: u32 = 16;
    /// `x, y, w, h`
    pub const CLEAR_RECT: u32 = 17;
    /// `image, sx, sy, sw, sh, dx, dy, dw, dh`; image is an index into the chunk's images
    pub const IMAGE: u32 = 18;
    /// `stroke, string, x, y, maxWidth`; NaN: no maximum
    pub const TEXT: u32 = 19;
    /// `font, align, baseline, rtl, letterSpacing, wordSpacing, kerning`
    pub const TEXT_STYLE: u32 = 20;
}

/// Kinds of fill and stroke styles.
pub mod style {
    /// `r, g, b, a`, straight, 0–1
    pub const COLOR: u32 = 0;
    /// `x0, y0, x1, y1, n`, then n times `offset, r, g, b, a`
    pub const LINEAR: u32 = 1;
    /// `x0, y0, r0, x1, y1, r1, n`, stops
    pub const RADIAL: u32 = 2;
    /// `start, x, y, n`, stops
    pub const CONIC: u32 = 3;
    /// `image, repeat x, repeat y, a, b, c, d, e, f`
    pub const PATTERN: u32 = 4;
}

/// Reads a stream. Every method gives `None` at its end, which ends the interpretation.
pub(crate) struct Reader<'a> {
    words: &'a [f64],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(words: &'a [f64]) -> Self {
        Self { words }
    }

    pub(crate) fn next(&mut self) -> Option<f64> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(*first)
    }

    pub(crate) fn float(&mut self) -> Option<f32> {
        self.next().map(|v| v as f32)
    }

    pub(crate) fn index(&mut self) -> Option<usize> {
        self.next().map(|v| v as usize)
    }

    pub(crate) fn flag(&mut self) -> Option<bool> {
        self.next().map(|v| v != 0.0)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Option<[f64; N]> {
        let (head, rest) = self.words.split_first_chunk::<N>()?;
        self.words = rest;
        Some(*head)
    }

    pub(crate) fn slice(&mut self, count: usize) -> Option<&'a [f64]> {
        let head = self.words.get(..count)?;
        self.words = self.words.get(count..)?;
        Some(head)
    }

    /// A path: `relative, n, words…`. `relative` paths (`Path2D`) are under the current transform, others under none.
    pub(crate) fn path(&mut self) -> Option<(bool, &'a [f64])> {
        let relative = self.flag()?;
        let count = self.index()?;
        Some((relative, self.slice(count)?))
    }
}
