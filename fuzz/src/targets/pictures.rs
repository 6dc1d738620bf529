//! Images of all kinds.

use super::owned;
use oracade_canvas::image::Image;
use oracade_canvas::{CanvasStore, ColorSpace};
use oracade_runtime::FontProfile;
use oracade_text::Fonts;
use std::sync::{Arc, Mutex};

/// A PNG of 6×4 pixels and others of its kind, made by the encoders.
pub(super) fn images() -> Vec<Vec<u8>> {
    let mut store = CanvasStore::new(Arc::new(Mutex::new(Fonts::new(FontProfile::Reference))));
    let mut out = vec![BMP.to_vec(), GIF.to_vec()];
    for (width, height) in [(6, 4), (33, 17)] {
        let handle = store.create_surface(width, height, false, ColorSpace::of(false));
        store.submit(handle, vec![15.0, 1.0, 1.0, 3.0, 2.0], Vec::new(), &[], false);
        for mime in ["image/png", "image/jpeg", "image/webp"] {
            out.extend(store.encode(handle, mime, 0.8).map(|encoded| encoded.bytes));
        }
    }
    out
}

/// 2×2 pixels, 24 bits.
const BMP: [u8; 70] = {
    let mut file = [0; 70];
    let head = [
        b'B', b'M', 70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 24, 0,
    ];
    let mut at = 0;
    while at < head.len() {
        file[at] = head[at];
        at += 1;
    }
    file[54] = 255;
    file[66] = 127;
    file
};

/// One red pixel.
const GIF: [u8; 35] = [
    b'G', b'I', b'F', b'8', b'9', b'a', 1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44,
    1, 0, 0x3b,
];

pub(super) fn image(bytes: &[u8]) {
    if let Ok(image) = Image::decode(bytes, "image/png") {
        image.pixels();
    }
}

pub(super) const SVG_WORDS: [&str; 37] = [
    "<g>",
    "</g>",
    "<rect width='9' height='9'/>",
    "<use href='#a'/>",
    "<text>x</text>",
    "<tspan>",
    "</tspan>",
    "<clipPath id='a'>",
    "</clipPath>",
    "<mask id='a'>",
    "</mask>",
    "<pattern id='a' width='1' height='1'>",
    "</pattern>",
    "<marker id='a'>",
    "</marker>",
    "<symbol id='a'>",
    "</symbol>",
    "<filter id='a'>",
    "<feGaussianBlur stdDeviation='9'/>",
    "</filter>",
    "fill='url(#a)'",
    "transform='matrix(1 2 3 4 5 6)'",
    "transform='scale(1e30)'",
    "viewBox='0 0 1 1'",
    "preserveAspectRatio='none'",
    "stroke-dasharray='0.001'",
    "M0 0",
    "L9 9",
    "C1 2 3 4 5 6",
    "A1 2 3 0 1 6 7",
    "q1 1 2 2",
    "z",
    "1e9",
    "%",
    "<image href='data:image/svg+xml,&lt;svg/>'/>",
    "<svg>",
    "</svg>",
];

pub(super) fn drawings() -> Vec<Vec<u8>> {
    owned(&[
        "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30' viewBox='0 0 80 60'><defs><linearGradient id='a'><stop offset='0' stop-color='red'/><stop offset='1' stop-color='#00f8'/></linearGradient></defs><rect x='5' y='5' width='50' height='20' rx='4' fill='url(#a)' stroke='black' stroke-width='2' stroke-dasharray='3 1'/><circle cx='20' cy='20' r='9' transform='rotate(10 5 5)'/></svg>",
        "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'><path d='M5 5 L20 5 20 20 C1 2 3 4 5 6 Q1 2 3 4 T5 6 A5 6 10 0 1 20 20 z' fill='none' stroke='#123456'/><text x='2' y='20' font-size='12'>hi<tspan dx='3'>there</tspan></text><clipPath id='c'><circle r='9'/></clipPath><g clip-path='url(#c)'><use href='#u'/></g><symbol id='u' viewBox='0 0 9 9'><rect width='9' height='9'/></symbol></svg>",
        "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'><filter id='f'><feGaussianBlur stdDeviation='2'/><feOffset dx='1'/></filter><mask id='m'><rect width='20' height='20' fill='white'/></mask><pattern id='p' width='4' height='4' patternUnits='userSpaceOnUse'><circle r='2'/></pattern><polygon points='1,1 20,1 10,20' fill='url(#p)' mask='url(#m)' filter='url(#f)'/><ellipse rx='5' ry='3'/><line x2='9' y2='9' stroke='red'/></svg>",
    ])
}

pub(super) fn svg(bytes: &[u8]) {
    if let Ok(image) = Image::decode(bytes, "image/svg+xml") {
        image.pixels();
    }
    let text = String::from_utf8_lossy(bytes);
    oracade_layout::measure_path(&text, 5.0);
}
