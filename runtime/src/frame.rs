//! Pixels of a capture.

use oracade_canvas::shrink::mean_of_areas;

/// Pixels of a capture: straight RGBA, 8 bits a channel, rows from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Width in device pixels.
    pub width: u32,
    /// Height in device pixels.
    pub height: u32,
    /// `4 * width * height` bytes.
    pub rgba: Vec<u8>,
}

impl Frame {
    /// At another size, each pixel the mean of the area it stands for.
    pub fn resized(self, width: u32, height: u32) -> Frame {
        if (width, height) == (self.width, self.height) || width == 0 || height == 0 {
            return self;
        }
        let rgba = mean_of_areas(&self.rgba, (self.width, self.height), (width, height));
        Frame { width, height, rgba }
    }

    /// The frame as PNG (8-bit RGBA, not interlaced). Equal frames give equal bytes.
    pub fn to_png(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        let written = encoder
            .write_header()
            .and_then(|mut writer| writer.write_image_data(&self.rgba));
        // Writing to memory fails only if the buffer does not have the size the header says.
        debug_assert!(written.is_ok(), "{written:?}");
        bytes
    }
}
