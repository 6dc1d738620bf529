//! Which formats and types of data go together, and what may be drawn to or filtered.

use oracade_gpu::Format;
use oracade_gpu::format::Kind;

use crate::Version;
use crate::extensions::{Enabled, Extension};
use crate::gl;

/// Sized internal formats with the format and the types that their data may have (OpenGL ES 3.0, tables 3.2 and 3.3).
const SIZED: &[(u32, u32, &[u32])] = &[
    (gl::R8, gl::RED, &[gl::UNSIGNED_BYTE]),
    (gl::R8_SNORM, gl::RED, &[gl::BYTE]),
    (gl::R16F, gl::RED, &[gl::HALF_FLOAT, gl::FLOAT]),
    (gl::R32F, gl::RED, &[gl::FLOAT]),
    (gl::R8UI, gl::RED_INTEGER, &[gl::UNSIGNED_BYTE]),
    (gl::R8I, gl::RED_INTEGER, &[gl::BYTE]),
    (gl::R16UI, gl::RED_INTEGER, &[gl::UNSIGNED_SHORT]),
    (gl::R16I, gl::RED_INTEGER, &[gl::SHORT]),
    (gl::R32UI, gl::RED_INTEGER, &[gl::UNSIGNED_INT]),
    (gl::R32I, gl::RED_INTEGER, &[gl::INT]),
    (gl::RG8, gl::RG, &[gl::UNSIGNED_BYTE]),
    (gl::RG8_SNORM, gl::RG, &[gl::BYTE]),
    (gl::RG16F, gl::RG, &[gl::HALF_FLOAT, gl::FLOAT]),
    (gl::RG32F, gl::RG, &[gl::FLOAT]),
    (gl::RG8UI, gl::RG_INTEGER, &[gl::UNSIGNED_BYTE]),
    (gl::RG8I, gl::RG_INTEGER, &[gl::BYTE]),
    (gl::RG16UI, gl::RG_INTEGER, &[gl::UNSIGNED_SHORT]),
    (gl::RG16I, gl::RG_INTEGER, &[gl::SHORT]),
    (gl::RG32UI, gl::RG_INTEGER, &[gl::UNSIGNED_INT]),
    (gl::RG32I, gl::RG_INTEGER, &[gl::INT]),
    (gl::RGB8, gl::RGB, &[gl::UNSIGNED_BYTE]),
    (gl::SRGB8, gl::RGB, &[gl::UNSIGNED_BYTE]),
    (gl::RGB565, gl::RGB, &[gl::UNSIGNED_BYTE, gl::UNSIGNED_SHORT_5_6_5]),
    (gl::RGB8_SNORM, gl::RGB, &[gl::BYTE]),
    (
        gl::R11F_G11F_B10F,
        gl::RGB,
        &[gl::UNSIGNED_INT_10F_11F_11F_REV, gl::HALF_FLOAT, gl::FLOAT],
    ),
    (
        gl::RGB9_E5,
        gl::RGB,
        &[gl::UNSIGNED_INT_5_9_9_9_REV, gl::HALF_FLOAT, gl::FLOAT],
    ),
    (gl::RGB16F, gl::RGB, &[gl::HALF_FLOAT, gl::FLOAT]),
    (gl::RGB32F, gl::RGB, &[gl::FLOAT]),
    (gl::RGB8UI, gl::RGB_INTEGER, &[gl::UNSIGNED_BYTE]),
    (gl::RGB8I, gl::RGB_INTEGER, &[gl::BYTE]),
    (gl::RGB16UI, gl::RGB_INTEGER, &[gl::UNSIGNED_SHORT]),
    (gl::RGB16I, gl::RGB_INTEGER, &[gl::SHORT]),
    (gl::RGB32UI, gl::RGB_INTEGER, &[gl::UNSIGNED_INT]),
    (gl::RGB32I, gl::RGB_INTEGER, &[gl::INT]),
    (gl::RGBA8, gl::RGBA, &[gl::UNSIGNED_BYTE]),
    (gl::SRGB8_ALPHA8, gl::RGBA, &[gl::UNSIGNED_BYTE]),
    (gl::RGBA8_SNORM, gl::RGBA, &[gl::BYTE]),
    (
        gl::RGB5_A1,
        gl::RGBA,
        &[gl::UNSIGNED_BYTE, gl::UNSIGNED_SHORT_5_5_5_1, gl::UNSIGNED_INT_2_10_10_10_REV],
    ),
    (gl::RGBA4, gl::RGBA, &[gl::UNSIGNED_BYTE, gl::UNSIGNED_SHORT_4_4_4_4]),
    (gl::RGB10_A2, gl::RGBA, &[gl::UNSIGNED_INT_2_10_10_10_REV]),
    (gl::RGBA16F, gl::RGBA, &[gl::HALF_FLOAT, gl::FLOAT]),
    (gl::RGBA32F, gl::RGBA, &[gl::FLOAT]),
    (gl::RGBA8UI, gl::RGBA_INTEGER, &[gl::UNSIGNED_BYTE]),
    (gl::RGBA8I, gl::RGBA_INTEGER, &[gl::BYTE]),
    (gl::RGB10_A2UI, gl::RGBA_INTEGER, &[gl::UNSIGNED_INT_2_10_10_10_REV]),
    (gl::RGBA16UI, gl::RGBA_INTEGER, &[gl::UNSIGNED_SHORT]),
    (gl::RGBA16I, gl::RGBA_INTEGER, &[gl::SHORT]),
    (gl::RGBA32UI, gl::RGBA_INTEGER, &[gl::UNSIGNED_INT]),
    (gl::RGBA32I, gl::RGBA_INTEGER, &[gl::INT]),
    (
        gl::DEPTH_COMPONENT16,
        gl::DEPTH_COMPONENT,
        &[gl::UNSIGNED_SHORT, gl::UNSIGNED_INT],
    ),
    (gl::DEPTH_COMPONENT24, gl::DEPTH_COMPONENT, &[gl::UNSIGNED_INT]),
    (gl::DEPTH_COMPONENT32F, gl::DEPTH_COMPONENT, &[gl::FLOAT]),
    (gl::DEPTH24_STENCIL8, gl::DEPTH_STENCIL, &[gl::UNSIGNED_INT_24_8]),
    (
        gl::DEPTH32F_STENCIL8,
        gl::DEPTH_STENCIL,
        &[gl::FLOAT_32_UNSIGNED_INT_24_8_REV],
    ),
];

/// The format and types that data of a sized internal format may have.
pub(crate) fn sized(internal: u32) -> Option<(u32, &'static [u32])> {
    SIZED.iter().find(|entry| entry.0 == internal).map(|entry| (entry.1, entry.2))
}

fn is_unsized(internal: u32) -> bool {
    matches!(
        internal,
        gl::RGBA
            | gl::RGB
            | gl::LUMINANCE
            | gl::LUMINANCE_ALPHA
            | gl::ALPHA
            | gl::DEPTH_COMPONENT
            | gl::DEPTH_STENCIL
            | gl::SRGB_EXT
            | gl::SRGB_ALPHA_EXT
    )
}

/// The context's rules about formats.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    pub(crate) version: Version,
    pub(crate) enabled: Enabled,
}

impl Rules {
    fn two(self) -> bool {
        self.version == Version::Two
    }

    fn known_format(self, format: u32) -> bool {
        match format {
            gl::ALPHA | gl::RGB | gl::RGBA | gl::LUMINANCE | gl::LUMINANCE_ALPHA => true,
            gl::DEPTH_COMPONENT | gl::DEPTH_STENCIL => self.two() || self.enabled.has(Extension::WebglDepthTexture),
            gl::SRGB_EXT | gl::SRGB_ALPHA_EXT => self.enabled.has(Extension::ExtSrgb),
            gl::RED | gl::RED_INTEGER | gl::RG | gl::RG_INTEGER | gl::RGB_INTEGER | gl::RGBA_INTEGER => self.two(),
            _ => false,
        }
    }

    fn known_type(self, kind: u32) -> bool {
        match kind {
            gl::UNSIGNED_BYTE | gl::UNSIGNED_SHORT_5_6_5 | gl::UNSIGNED_SHORT_4_4_4_4 | gl::UNSIGNED_SHORT_5_5_5_1 => true,
            gl::FLOAT => self.two() || self.enabled.has(Extension::OesTextureFloat),
            gl::HALF_FLOAT_OES => !self.two() && self.enabled.has(Extension::OesTextureHalfFloat),
            gl::UNSIGNED_SHORT | gl::UNSIGNED_INT | gl::UNSIGNED_INT_24_8 => {
                self.two() || self.enabled.has(Extension::WebglDepthTexture)
            }
            gl::BYTE
            | gl::SHORT
            | gl::INT
            | gl::HALF_FLOAT
            | gl::UNSIGNED_INT_2_10_10_10_REV
            | gl::UNSIGNED_INT_10F_11F_11F_REV
            | gl::UNSIGNED_INT_5_9_9_9_REV
            | gl::FLOAT_32_UNSIGNED_INT_24_8_REV => self.two(),
            _ => false,
        }
    }

    /// The error of `texSubImage*` for a format and a type that do not exist.
    pub(crate) fn check_names(self, format: u32, kind: u32) -> Result<(), u32> {
        if self.known_format(format) && self.known_type(kind) {
            Ok(())
        } else {
            Err(gl::INVALID_ENUM)
        }
    }

    /// The format of a texture that `texImage*` makes, or the error.
    pub(crate) fn image(self, internal: u32, format: u32, kind: u32) -> Result<Format, u32> {
        self.check_names(format, kind)?;
        let known = if self.two() {
            (is_unsized(internal) && self.known_format(internal)) || sized(internal).is_some()
        } else {
            self.known_format(internal)
        };
        if !known {
            return Err(if self.two() { gl::INVALID_VALUE } else { gl::INVALID_ENUM });
        }
        if let Some((of, kinds)) = sized(internal) {
            if of != format || !kinds.contains(&kind) {
                return Err(gl::INVALID_OPERATION);
            }
            return Format::from_gl(internal).ok_or(gl::INVALID_ENUM);
        }
        if internal != format || (self.two() && matches!(format, gl::DEPTH_COMPONENT | gl::DEPTH_STENCIL)) {
            return Err(gl::INVALID_OPERATION);
        }
        if self.two() && matches!(kind, gl::FLOAT | gl::HALF_FLOAT) {
            return Err(gl::INVALID_OPERATION);
        }
        Format::of_unsized(format, kind).ok_or(gl::INVALID_OPERATION)
    }

    /// Whether data of a format and a type may be put into a texture of a format. `unsized_type` is the type an unsized one was made with.
    pub(crate) fn sub_image(self, texture: Format, unsized_as: Option<(u32, u32)>, format: u32, kind: u32) -> Result<(), u32> {
        self.check_names(format, kind)?;
        let fits = match unsized_as {
            Some((of, as_type)) => of == format && (as_type == kind || self.two()) && Format::of_unsized(format, kind).is_some(),
            None => sized(texture.gl()).is_some_and(|(of, kinds)| of == format && kinds.contains(&kind)),
        };
        if fits { Ok(()) } else { Err(gl::INVALID_OPERATION) }
    }

    /// Whether a colour format may be drawn to.
    pub(crate) fn color_renderable(self, format: Format) -> bool {
        let half = self.enabled.has(Extension::ExtColorBufferHalfFloat);
        use Format::*;
        match format {
            Rgba8 | Rgb8 | Rgba4 | Rgb565 | Rgb5A1 => true,
            Srgb8Alpha8 => self.two() || self.enabled.has(Extension::ExtSrgb),
            Rgba16f => half || self.enabled.has(Extension::ExtColorBufferFloat),
            Rgb16f => half && !self.two(),
            Rgba32f => self.enabled.has(Extension::WebglColorBufferFloat) || self.enabled.has(Extension::ExtColorBufferFloat),
            R16f | Rg16f => self.two() && (half || self.enabled.has(Extension::ExtColorBufferFloat)),
            R32f | Rg32f | R11fG11fB10f => self.enabled.has(Extension::ExtColorBufferFloat),
            R8 | Rg8 | Rgb10A2 | Rgb10A2Ui => self.two(),
            R8i | R8ui | R16i | R16ui | R32i | R32ui | Rg8i | Rg8ui | Rg16i | Rg16ui | Rg32i | Rg32ui | Rgba8i | Rgba8ui
            | Rgba16i | Rgba16ui | Rgba32i | Rgba32ui => self.two(),
            _ => false,
        }
    }

    /// The format of a renderbuffer, or nothing. WebGL 1 has `DEPTH_STENCIL` and means 24 and 8 bits.
    pub(crate) fn renderbuffer(self, internal: u32) -> Option<Format> {
        if internal == gl::DEPTH_STENCIL {
            return Some(Format::Depth24Stencil8);
        }
        if internal == gl::STENCIL_INDEX8 {
            return Some(Format::Stencil8);
        }
        let format = Format::from_gl(internal)?;
        let fits = if format.has_depth() {
            internal == gl::DEPTH_COMPONENT16 || self.two()
        } else if self.two() {
            self.color_renderable(format) && format != Format::Rgb16f
        } else {
            match internal {
                gl::RGBA4 | gl::RGB565 | gl::RGB5_A1 => true,
                gl::SRGB8_ALPHA8 | gl::RGBA16F | gl::RGB16F | gl::RGBA32F => self.color_renderable(format),
                _ => false,
            }
        };
        fits.then_some(format)
    }

    /// Whether linear filters may be used.
    pub(crate) fn filterable(self, format: Format, compares: bool) -> bool {
        use Format::*;
        match format {
            R32f | Rg32f | Rgb32f | Rgba32f | L32f | La32f | A32f => self.enabled.has(Extension::OesTextureFloatLinear),
            R16f | Rg16f | Rgb16f | Rgba16f | L16f | La16f | A16f => {
                self.two() || self.enabled.has(Extension::OesTextureHalfFloatLinear)
            }
            _ => match format.kind() {
                Kind::Float => true,
                Kind::Depth => compares || !self.two(),
                _ => false,
            },
        }
    }

    /// Whether `generateMipmap` works on a format, sized or not.
    pub(crate) fn mipmaps(self, format: Format, is_sized: bool) -> bool {
        if format.kind() != Kind::Float || matches!(format, Format::Srgb8) {
            return false;
        }
        if !self.two() {
            return !format.is_srgb();
        }
        !is_sized || (self.color_renderable(format) && self.filterable(format, false))
    }
}

/// Bytes a pixel of client data has, and those of the array's elements it comes in; nothing for unknown pairs.
pub(crate) fn pixel_bytes(format: u32, kind: u32) -> Option<u32> {
    let channels = match format {
        gl::RED | gl::RED_INTEGER | gl::ALPHA | gl::LUMINANCE | gl::DEPTH_COMPONENT => 1,
        gl::RG | gl::RG_INTEGER | gl::LUMINANCE_ALPHA => 2,
        gl::RGB | gl::RGB_INTEGER | gl::SRGB_EXT => 3,
        gl::RGBA | gl::RGBA_INTEGER | gl::SRGB_ALPHA_EXT => 4,
        gl::DEPTH_STENCIL => 1,
        _ => return None,
    };
    Some(match kind {
        gl::UNSIGNED_BYTE | gl::BYTE => channels,
        gl::UNSIGNED_SHORT | gl::SHORT | gl::HALF_FLOAT | gl::HALF_FLOAT_OES => channels * 2,
        gl::UNSIGNED_INT | gl::INT | gl::FLOAT => channels * 4,
        gl::UNSIGNED_SHORT_5_6_5 | gl::UNSIGNED_SHORT_4_4_4_4 | gl::UNSIGNED_SHORT_5_5_5_1 => 2,
        gl::UNSIGNED_INT_2_10_10_10_REV
        | gl::UNSIGNED_INT_10F_11F_11F_REV
        | gl::UNSIGNED_INT_5_9_9_9_REV
        | gl::UNSIGNED_INT_24_8 => 4,
        gl::FLOAT_32_UNSIGNED_INT_24_8_REV => 8,
        _ => return None,
    })
}

/// Bytes of one element of the array that data of a type come in.
pub(crate) fn element_bytes(kind: u32) -> u32 {
    match kind {
        gl::UNSIGNED_BYTE | gl::BYTE => 1,
        gl::UNSIGNED_SHORT
        | gl::SHORT
        | gl::HALF_FLOAT
        | gl::HALF_FLOAT_OES
        | gl::UNSIGNED_SHORT_5_6_5
        | gl::UNSIGNED_SHORT_4_4_4_4
        | gl::UNSIGNED_SHORT_5_5_5_1 => 2,
        _ => 4,
    }
}

/// `FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE`.
pub(crate) fn component_type(format: Format) -> u32 {
    use Format::*;
    match format {
        R16f | Rg16f | Rgb16f | Rgba16f | R32f | Rg32f | Rgb32f | Rgba32f | R11fG11fB10f | Depth32f | Depth32fStencil8 => {
            gl::FLOAT
        }
        _ => match format.kind() {
            Kind::Int => gl::INT,
            Kind::Uint => gl::UNSIGNED_INT,
            _ => gl::UNSIGNED_NORMALIZED,
        },
    }
}

/// Whether `copyTexImage2D` knows an internal format.
pub(crate) fn known_copy(internal: u32) -> bool {
    sized(internal).is_some() || is_unsized(internal)
}
