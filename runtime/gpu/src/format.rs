//! Formats of images: their GL numbers, how their texels lie in memory, and what they can be used for.
//!
//! Colours of 8 bits a channel are kept as four bytes whatever the format's channels are, with what the format lacks filled
//! in as a shader would see it; so one path serves them all. Depth of 24 bits is kept as a float, as Chromium's renderer
//! does. Depth and stencil are planes of their own.

pub(crate) mod convert;
pub(crate) mod numbers;

/// What a format's values are to a shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Floats, or integers that stand for fractions.
    Float,
    /// Signed integers.
    Int,
    /// Unsigned integers.
    Uint,
    /// Depth, with or without stencil.
    Depth,
    /// Stencil alone.
    Stencil,
}

/// Type of a channel that has bytes of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Component {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    F16,
    F32,
    /// Fractions.
    Unorm16,
    Snorm8,
    Snorm16,
}

impl Component {
    pub(crate) fn bytes(self) -> usize {
        match self {
            Component::U8 | Component::I8 | Component::Snorm8 => 1,
            Component::U16 | Component::I16 | Component::F16 | Component::Unorm16 | Component::Snorm16 => 2,
            Component::U32 | Component::I32 | Component::F32 => 4,
        }
    }
}

/// How a texel lies in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Layout {
    /// Red, green, blue, alpha as bytes that stand for fractions.
    Rgba8,
    /// Channels one after the other.
    Array(Component, u8),
    /// 5, 6, 5 bits, red highest.
    P565,
    /// Four times 4 bits.
    P4444,
    /// 5, 5, 5, 1 bits.
    P5551,
    /// 10 bits each, red lowest, alpha the highest two.
    P2101010,
    /// The same as integers.
    P2101010Uint,
    /// Floats without sign of 11, 11 and 10 bits.
    F111110,
    /// Mantissas of 9 bits with one exponent.
    E5999,
    /// Depth as fraction.
    Depth16,
    /// Depth as float.
    DepthF32,
    /// Only a stencil plane.
    None,
}

/// The channels a format has, and what a shader sees of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Channels {
    /// Red; the others are 0, 0, 1.
    R,
    /// Red and green.
    Rg,
    /// Red, green, blue.
    Rgb,
    /// All.
    Rgba,
    /// `LUMINANCE`: in red, green and blue; kept in red.
    L,
    /// `LUMINANCE_ALPHA`.
    La,
    /// `ALPHA`.
    A,
    /// Depth or stencil.
    Depth,
}

macro_rules! formats {
    ($($(#[$doc:meta])* $name:ident $gl:literal $kind:ident $channels:ident $layout:expr, [$($bit:literal)*], $srgb:literal, $stencil:literal;)+) => {
        /// The format of an image. Numbers are those of sized internal formats; formats without size are the sized ones that they mean.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Format {
            $($(#[$doc])* $name),+
        }

        impl Format {
            /// All formats.
            pub const ALL: &[Format] = &[$(Format::$name),+];

            /// Of a sized internal format's number.
            pub fn from_gl(number: u32) -> Option<Format> {
                match number {
                    $($gl => Some(Format::$name),)+
                    _ => None,
                }
            }

            /// The sized internal format's number.
            pub fn gl(self) -> u32 {
                match self {
                    $(Format::$name => $gl),+
                }
            }

            /// What its values are to a shader.
            pub fn kind(self) -> Kind {
                match self {
                    $(Format::$name => Kind::$kind),+
                }
            }

            /// Its channels.
            pub fn channels(self) -> Channels {
                match self {
                    $(Format::$name => Channels::$channels),+
                }
            }

            #[allow(clippy::enum_glob_use, reason = "the table reads as the standards' do")]
            pub(crate) fn layout(self) -> Layout {
                use Component::*;
                use Layout::*;
                match self {
                    $(Format::$name => $layout),+
                }
            }

            /// Bits of red, green, blue and alpha, or of depth and stencil in the first two.
            pub fn bits(self) -> [u8; 4] {
                match self {
                    $(Format::$name => [$($bit),*]),+
                }
            }

            /// Whether its colours are kept in sRGB.
            pub fn is_srgb(self) -> bool {
                match self {
                    $(Format::$name => $srgb),+
                }
            }

            /// Whether it has a stencil plane.
            pub fn has_stencil(self) -> bool {
                match self {
                    $(Format::$name => $stencil),+
                }
            }
        }
    };
}

formats! {
    /// `R8`.
    R8 0x8229 Float R Rgba8, [8 0 0 0], false, false;
    /// `RG8`.
    Rg8 0x822B Float Rg Rgba8, [8 8 0 0], false, false;
    /// `RGB8`.
    Rgb8 0x8051 Float Rgb Rgba8, [8 8 8 0], false, false;
    /// `RGBA8`.
    Rgba8 0x8058 Float Rgba Rgba8, [8 8 8 8], false, false;
    /// `LUMINANCE8`.
    L8 0x8040 Float L Rgba8, [8 8 8 0], false, false;
    /// `LUMINANCE8_ALPHA8`.
    La8 0x8045 Float La Rgba8, [8 8 8 8], false, false;
    /// `ALPHA8`.
    A8 0x803C Float A Rgba8, [0 0 0 8], false, false;
    /// `SRGB8`.
    Srgb8 0x8C41 Float Rgb Rgba8, [8 8 8 0], true, false;
    /// `SRGB8_ALPHA8`.
    Srgb8Alpha8 0x8C43 Float Rgba Rgba8, [8 8 8 8], true, false;
    /// `R8_SNORM`.
    R8Snorm 0x8F94 Float R Array(Snorm8, 1), [8 0 0 0], false, false;
    /// `RG8_SNORM`.
    Rg8Snorm 0x8F95 Float Rg Array(Snorm8, 2), [8 8 0 0], false, false;
    /// `RGB8_SNORM`.
    Rgb8Snorm 0x8F96 Float Rgb Array(Snorm8, 3), [8 8 8 0], false, false;
    /// `RGBA8_SNORM`.
    Rgba8Snorm 0x8F97 Float Rgba Array(Snorm8, 4), [8 8 8 8], false, false;
    /// `R16_EXT`.
    R16 0x822A Float R Array(Unorm16, 1), [16 0 0 0], false, false;
    /// `RG16_EXT`.
    Rg16 0x822C Float Rg Array(Unorm16, 2), [16 16 0 0], false, false;
    /// `RGB16_EXT`.
    Rgb16 0x8054 Float Rgb Array(Unorm16, 3), [16 16 16 0], false, false;
    /// `RGBA16_EXT`.
    Rgba16 0x805B Float Rgba Array(Unorm16, 4), [16 16 16 16], false, false;
    /// `R16_SNORM_EXT`.
    R16Snorm 0x8F98 Float R Array(Snorm16, 1), [16 0 0 0], false, false;
    /// `RG16_SNORM_EXT`.
    Rg16Snorm 0x8F99 Float Rg Array(Snorm16, 2), [16 16 0 0], false, false;
    /// `RGB16_SNORM_EXT`.
    Rgb16Snorm 0x8F9A Float Rgb Array(Snorm16, 3), [16 16 16 0], false, false;
    /// `RGBA16_SNORM_EXT`.
    Rgba16Snorm 0x8F9B Float Rgba Array(Snorm16, 4), [16 16 16 16], false, false;
    /// `RGB565`.
    Rgb565 0x8D62 Float Rgb P565, [5 6 5 0], false, false;
    /// `RGBA4`.
    Rgba4 0x8056 Float Rgba P4444, [4 4 4 4], false, false;
    /// `RGB5_A1`.
    Rgb5A1 0x8057 Float Rgba P5551, [5 5 5 1], false, false;
    /// `RGB10_A2`.
    Rgb10A2 0x8059 Float Rgba P2101010, [10 10 10 2], false, false;
    /// `RGB10_A2UI`.
    Rgb10A2Ui 0x906F Uint Rgba P2101010Uint, [10 10 10 2], false, false;
    /// `R11F_G11F_B10F`.
    R11fG11fB10f 0x8C3A Float Rgb F111110, [11 11 10 0], false, false;
    /// `RGB9_E5`.
    Rgb9E5 0x8C3D Float Rgb E5999, [9 9 9 0], false, false;
    /// `R16F`.
    R16f 0x822D Float R Array(F16, 1), [16 0 0 0], false, false;
    /// `RG16F`.
    Rg16f 0x822F Float Rg Array(F16, 2), [16 16 0 0], false, false;
    /// `RGB16F`.
    Rgb16f 0x881B Float Rgb Array(F16, 3), [16 16 16 0], false, false;
    /// `RGBA16F`.
    Rgba16f 0x881A Float Rgba Array(F16, 4), [16 16 16 16], false, false;
    /// `R32F`.
    R32f 0x822E Float R Array(F32, 1), [32 0 0 0], false, false;
    /// `RG32F`.
    Rg32f 0x8230 Float Rg Array(F32, 2), [32 32 0 0], false, false;
    /// `RGB32F`.
    Rgb32f 0x8815 Float Rgb Array(F32, 3), [32 32 32 0], false, false;
    /// `RGBA32F`.
    Rgba32f 0x8814 Float Rgba Array(F32, 4), [32 32 32 32], false, false;
    /// `LUMINANCE16F_EXT`.
    L16f 0x881E Float L Array(F16, 1), [16 16 16 0], false, false;
    /// `LUMINANCE_ALPHA16F_EXT`.
    La16f 0x881F Float La Array(F16, 2), [16 16 16 16], false, false;
    /// `ALPHA16F_EXT`.
    A16f 0x881C Float A Array(F16, 1), [0 0 0 16], false, false;
    /// `LUMINANCE32F_EXT`.
    L32f 0x8818 Float L Array(F32, 1), [32 32 32 0], false, false;
    /// `LUMINANCE_ALPHA32F_EXT`.
    La32f 0x8819 Float La Array(F32, 2), [32 32 32 32], false, false;
    /// `ALPHA32F_EXT`.
    A32f 0x8816 Float A Array(F32, 1), [0 0 0 32], false, false;
    /// `R8I`.
    R8i 0x8231 Int R Array(I8, 1), [8 0 0 0], false, false;
    /// `R8UI`.
    R8ui 0x8232 Uint R Array(U8, 1), [8 0 0 0], false, false;
    /// `R16I`.
    R16i 0x8233 Int R Array(I16, 1), [16 0 0 0], false, false;
    /// `R16UI`.
    R16ui 0x8234 Uint R Array(U16, 1), [16 0 0 0], false, false;
    /// `R32I`.
    R32i 0x8235 Int R Array(I32, 1), [32 0 0 0], false, false;
    /// `R32UI`.
    R32ui 0x8236 Uint R Array(U32, 1), [32 0 0 0], false, false;
    /// `RG8I`.
    Rg8i 0x8237 Int Rg Array(I8, 2), [8 8 0 0], false, false;
    /// `RG8UI`.
    Rg8ui 0x8238 Uint Rg Array(U8, 2), [8 8 0 0], false, false;
    /// `RG16I`.
    Rg16i 0x8239 Int Rg Array(I16, 2), [16 16 0 0], false, false;
    /// `RG16UI`.
    Rg16ui 0x823A Uint Rg Array(U16, 2), [16 16 0 0], false, false;
    /// `RG32I`.
    Rg32i 0x823B Int Rg Array(I32, 2), [32 32 0 0], false, false;
    /// `RG32UI`.
    Rg32ui 0x823C Uint Rg Array(U32, 2), [32 32 0 0], false, false;
    /// `RGB8I`.
    Rgb8i 0x8D8F Int Rgb Array(I8, 3), [8 8 8 0], false, false;
    /// `RGB8UI`.
    Rgb8ui 0x8D7D Uint Rgb Array(U8, 3), [8 8 8 0], false, false;
    /// `RGB16I`.
    Rgb16i 0x8D89 Int Rgb Array(I16, 3), [16 16 16 0], false, false;
    /// `RGB16UI`.
    Rgb16ui 0x8D77 Uint Rgb Array(U16, 3), [16 16 16 0], false, false;
    /// `RGB32I`.
    Rgb32i 0x8D83 Int Rgb Array(I32, 3), [32 32 32 0], false, false;
    /// `RGB32UI`.
    Rgb32ui 0x8D71 Uint Rgb Array(U32, 3), [32 32 32 0], false, false;
    /// `RGBA8I`.
    Rgba8i 0x8D8E Int Rgba Array(I8, 4), [8 8 8 8], false, false;
    /// `RGBA8UI`.
    Rgba8ui 0x8D7C Uint Rgba Array(U8, 4), [8 8 8 8], false, false;
    /// `RGBA16I`.
    Rgba16i 0x8D88 Int Rgba Array(I16, 4), [16 16 16 16], false, false;
    /// `RGBA16UI`.
    Rgba16ui 0x8D76 Uint Rgba Array(U16, 4), [16 16 16 16], false, false;
    /// `RGBA32I`.
    Rgba32i 0x8D82 Int Rgba Array(I32, 4), [32 32 32 32], false, false;
    /// `RGBA32UI`.
    Rgba32ui 0x8D70 Uint Rgba Array(U32, 4), [32 32 32 32], false, false;
    /// `DEPTH_COMPONENT16`.
    Depth16 0x81A5 Depth Depth Depth16, [16 0 0 0], false, false;
    /// `DEPTH_COMPONENT24`.
    Depth24 0x81A6 Depth Depth DepthF32, [24 0 0 0], false, false;
    /// `DEPTH_COMPONENT32F`.
    Depth32f 0x8CAC Depth Depth DepthF32, [32 0 0 0], false, false;
    /// `DEPTH24_STENCIL8`.
    Depth24Stencil8 0x88F0 Depth Depth DepthF32, [24 8 0 0], false, true;
    /// `DEPTH32F_STENCIL8`.
    Depth32fStencil8 0x8CAD Depth Depth DepthF32, [32 8 0 0], false, true;
    /// `STENCIL_INDEX8`.
    Stencil8 0x8D48 Stencil Depth None, [0 8 0 0], false, true;
}

impl Format {
    /// The format that an unsized internal format means with a type of client data: sections 3.7.1 of OpenGL ES 2.0 and
    /// 3.8.3 of 3.0, `OES_texture_float`, `OES_texture_half_float`, `EXT_sRGB`, `WEBGL_depth_texture`.
    pub fn of_unsized(format: u32, ty: u32) -> Option<Format> {
        use Format::*;
        const HALF: u32 = 0x140B;
        const HALF_OES: u32 = 0x8D61;
        Some(match (format, ty) {
            (0x1908, 0x1401) => Rgba8,
            (0x1908, 0x8033) => Rgba4,
            (0x1908, 0x8034) => Rgb5A1,
            (0x1908, 0x1406) => Rgba32f,
            (0x1908, HALF | HALF_OES) => Rgba16f,
            (0x1907, 0x1401) => Rgb8,
            (0x1907, 0x8363) => Rgb565,
            (0x1907, 0x1406) => Rgb32f,
            (0x1907, HALF | HALF_OES) => Rgb16f,
            (0x1909, 0x1401) => L8,
            (0x1909, 0x1406) => L32f,
            (0x1909, HALF | HALF_OES) => L16f,
            (0x190A, 0x1401) => La8,
            (0x190A, 0x1406) => La32f,
            (0x190A, HALF | HALF_OES) => La16f,
            (0x1906, 0x1401) => A8,
            (0x1906, 0x1406) => A32f,
            (0x1906, HALF | HALF_OES) => A16f,
            (0x8C40, 0x1401) => Srgb8,
            (0x8C42, 0x1401) => Srgb8Alpha8,
            (0x1902, 0x1403) => Depth16,
            (0x1902, 0x1405) => Depth24,
            (0x84F9, 0x84FA) => Depth24Stencil8,
            _ => return None,
        })
    }

    /// Bytes a texel takes in memory, without stencil.
    pub fn texel_bytes(self) -> usize {
        match self.layout() {
            Layout::Rgba8 | Layout::P2101010 | Layout::P2101010Uint | Layout::F111110 | Layout::E5999 | Layout::DepthF32 => 4,
            Layout::Array(component, n) => component.bytes() * usize::from(n),
            Layout::P565 | Layout::P4444 | Layout::P5551 | Layout::Depth16 => 2,
            Layout::None => 0,
        }
    }

    /// Whether it has depth.
    pub fn has_depth(self) -> bool {
        self.kind() == Kind::Depth
    }

    /// Whether values are integers to a shader.
    pub fn is_integer(self) -> bool {
        matches!(self.kind(), Kind::Int | Kind::Uint)
    }

    /// The channels that a write changes.
    pub(crate) fn present(self) -> [bool; 4] {
        match self.channels() {
            Channels::R | Channels::L | Channels::Depth => [true, false, false, false],
            Channels::Rg => [true, true, false, false],
            Channels::Rgb => [true, true, true, false],
            Channels::Rgba => [true; 4],
            Channels::La => [true, false, false, true],
            Channels::A => [false, false, false, true],
        }
    }
}
