//! The colour spaces of canvases and images (CSS Color 4 § 10, `PredefinedColorSpace`), and pixels from one in the other.
//!
//! Both have sRGB's transfer curve and white, so that between them lies one matrix on linear light.

use tiny_skia::Pixmap;

use crate::blend::Px;
use crate::color::{decode, encode, multiply};
use crate::source::{premultiply_px, unpremultiply_px};

/// A colour space pixels are in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorSpace {
    /// `srgb`
    #[default]
    Srgb,
    /// `display-p3`
    DisplayP3,
}

const SRGB_TO_P3: [[f32; 3]; 3] = [
    [0.822_462, 0.177_538, 0.0],
    [0.033_194_2, 0.966_805_8, 0.0],
    [0.017_082_6, 0.072_397_4, 0.910_519_9],
];
pub(crate) const P3_TO_SRGB: [[f32; 3]; 3] = [
    [1.224_940_2, -0.224_940_18, 0.0],
    [-0.042_056_955, 1.042_057, 0.0],
    [-0.019_637_555, -0.078_636_05, 1.098_273_6],
];

impl ColorSpace {
    /// The space a page's keyword names: `display-p3`, else sRGB.
    pub fn of(p3: bool) -> Self {
        if p3 { Self::DisplayP3 } else { Self::Srgb }
    }

    /// A straight colour, given in extended sRGB as styles hold it, in this space.
    pub(crate) fn style([r, g, b, a]: [f32; 4], space: Self) -> [f32; 4] {
        match space {
            Self::Srgb => [r, g, b, a],
            Self::DisplayP3 => {
                let [r, g, b] = multiply(&SRGB_TO_P3, [r, g, b].map(decode)).map(encode);
                [r, g, b, a]
            }
        }
    }
}

/// Straight pixels from one space to another.
pub(crate) struct Converter {
    linear: [f32; 256],
    matrix: &'static [[f32; 3]; 3],
    /// Neighbours are often alike.
    last: (Px, Px),
}

impl Converter {
    /// `None` if nothing is to be done.
    pub(crate) fn between(from: ColorSpace, to: ColorSpace) -> Option<Self> {
        let matrix = match (from, to) {
            (ColorSpace::Srgb, ColorSpace::DisplayP3) => &SRGB_TO_P3,
            (ColorSpace::DisplayP3, ColorSpace::Srgb) => &P3_TO_SRGB,
            _ => return None,
        };
        Some(Self {
            linear: core::array::from_fn(|byte| decode(byte as f32 / 255.0)),
            matrix,
            last: ([0; 4], [0; 4]),
        })
    }

    pub(crate) fn straight(&mut self, px: Px) -> Px {
        if px != self.last.0 {
            let light = [px[0], px[1], px[2]].map(|byte| self.linear[usize::from(byte)]);
            let [r, g, b] = multiply(self.matrix, light).map(|v| (encode(v).clamp(0.0, 1.0) * 255.0 + 0.5) as u8);
            self.last = (px, [r, g, b, px[3]]);
        }
        self.last.1
    }

    /// A picture of premultiplied pixels.
    pub(crate) fn picture(&mut self, pixels: &Pixmap) -> Pixmap {
        let mut out = pixels.clone();
        for px in out.data_mut().as_chunks_mut::<4>().0 {
            *px = premultiply_px(self.straight(unpremultiply_px(*px)));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_keeps_its_look_in_the_other_space() {
        let mut to = Converter::between(ColorSpace::Srgb, ColorSpace::DisplayP3).expect("two spaces");
        assert_eq!(to.straight([50, 100, 150, 200]), [62, 99, 146, 200]);
        assert_eq!(to.straight([255, 0, 0, 255]), [234, 51, 35, 255]);
        assert_eq!(to.straight([255, 255, 255, 255]), [255; 4]);
        let mut back = Converter::between(ColorSpace::DisplayP3, ColorSpace::Srgb).expect("two spaces");
        assert_eq!(back.straight([234, 51, 35, 255]), [255, 0, 0, 255]);
        assert_eq!(back.straight([255, 0, 0, 255]), [255, 0, 0, 255]);
        assert!(Converter::between(ColorSpace::Srgb, ColorSpace::Srgb).is_none());
    }
}
