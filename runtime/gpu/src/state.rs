//! What a draw call fixes besides its vertices and its program: tests, blending, rasterisation. Everything reads GL's
//! numbers by `from_gl`, which gives nothing for those that mean nothing.

/// Makes an enum of GL's numbers.
macro_rules! gl_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $number:expr),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$vdoc])* $variant),+
        }

        impl $name {
            /// Of GL's number.
            pub fn from_gl(number: u32) -> Option<Self> {
                match number {
                    $($number => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use gl_enum;

gl_enum! {
    /// What vertices make.
    Topology {
        /// `POINTS`.
        Points = 0,
        /// `LINES`.
        Lines = 1,
        /// `LINE_LOOP`.
        LineLoop = 2,
        /// `LINE_STRIP`.
        LineStrip = 3,
        /// `TRIANGLES`.
        Triangles = 4,
        /// `TRIANGLE_STRIP`.
        TriangleStrip = 5,
        /// `TRIANGLE_FAN`.
        TriangleFan = 6,
    }
}

gl_enum! {
    /// A comparison of a new value with a stored one.
    Compare {
        /// `NEVER`.
        Never = 0x0200,
        /// `LESS`.
        Less = 0x0201,
        /// `EQUAL`.
        Equal = 0x0202,
        /// `LEQUAL`.
        LessEqual = 0x0203,
        /// `GREATER`.
        Greater = 0x0204,
        /// `NOTEQUAL`.
        NotEqual = 0x0205,
        /// `GEQUAL`.
        GreaterEqual = 0x0206,
        /// `ALWAYS`.
        Always = 0x0207,
    }
}

impl Compare {
    /// Whether the new value passes.
    #[inline]
    pub fn passes<T: PartialOrd>(self, new: T, stored: T) -> bool {
        match self {
            Compare::Never => false,
            Compare::Less => new < stored,
            Compare::Equal => new == stored,
            Compare::LessEqual => new <= stored,
            Compare::Greater => new > stored,
            Compare::NotEqual => new != stored,
            Compare::GreaterEqual => new >= stored,
            Compare::Always => true,
        }
    }
}

gl_enum! {
    /// What a stencil value becomes.
    StencilOp {
        /// `KEEP`.
        Keep = 0x1E00,
        /// `ZERO`.
        Zero = 0,
        /// `REPLACE`.
        Replace = 0x1E01,
        /// `INCR`.
        Increment = 0x1E02,
        /// `DECR`.
        Decrement = 0x1E03,
        /// `INVERT`.
        Invert = 0x150A,
        /// `INCR_WRAP`.
        IncrementWrap = 0x8507,
        /// `DECR_WRAP`.
        DecrementWrap = 0x8508,
    }
}

gl_enum! {
    /// A factor of blending.
    BlendFactor {
        /// `ZERO`.
        Zero = 0,
        /// `ONE`.
        One = 1,
        /// `SRC_COLOR`.
        SrcColour = 0x0300,
        /// `ONE_MINUS_SRC_COLOR`.
        OneMinusSrcColour = 0x0301,
        /// `SRC_ALPHA`.
        SrcAlpha = 0x0302,
        /// `ONE_MINUS_SRC_ALPHA`.
        OneMinusSrcAlpha = 0x0303,
        /// `DST_ALPHA`.
        DstAlpha = 0x0304,
        /// `ONE_MINUS_DST_ALPHA`.
        OneMinusDstAlpha = 0x0305,
        /// `DST_COLOR`.
        DstColour = 0x0306,
        /// `ONE_MINUS_DST_COLOR`.
        OneMinusDstColour = 0x0307,
        /// `SRC_ALPHA_SATURATE`.
        SrcAlphaSaturate = 0x0308,
        /// `CONSTANT_COLOR`.
        ConstantColour = 0x8001,
        /// `ONE_MINUS_CONSTANT_COLOR`.
        OneMinusConstantColour = 0x8002,
        /// `CONSTANT_ALPHA`.
        ConstantAlpha = 0x8003,
        /// `ONE_MINUS_CONSTANT_ALPHA`.
        OneMinusConstantAlpha = 0x8004,
    }
}

gl_enum! {
    /// How the two products of blending are joined.
    BlendEquation {
        /// `FUNC_ADD`.
        Add = 0x8006,
        /// `MIN`: of the colours themselves.
        Min = 0x8007,
        /// `MAX`.
        Max = 0x8008,
        /// `FUNC_SUBTRACT`.
        Subtract = 0x800A,
        /// `FUNC_REVERSE_SUBTRACT`.
        ReverseSubtract = 0x800B,
    }
}

gl_enum! {
    /// Which triangles are not drawn.
    CullFace {
        /// `FRONT`.
        Front = 0x0404,
        /// `BACK`.
        Back = 0x0405,
        /// `FRONT_AND_BACK`.
        FrontAndBack = 0x0408,
    }
}

gl_enum! {
    /// Which way round a front side is.
    FrontFace {
        /// `CW`.
        Clockwise = 0x0900,
        /// `CCW`.
        CounterClockwise = 0x0901,
    }
}

/// One half of blending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlendPart {
    /// How the products are joined.
    pub equation: BlendEquation,
    /// The new colour's factor.
    pub src: BlendFactor,
    /// The stored colour's factor.
    pub dst: BlendFactor,
}

/// Blending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blend {
    /// Red, green, blue.
    pub colour: BlendPart,
    /// Alpha.
    pub alpha: BlendPart,
}

/// What is particular to one colour attachment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TargetState {
    /// Blending, if it is enabled. Attachments of integers and of 32-bit floats without the extension for it: the caller sees to it.
    pub blend: Option<Blend>,
    /// Channels that are written.
    pub mask: [bool; 4],
}

impl Default for TargetState {
    fn default() -> Self {
        TargetState {
            blend: None,
            mask: [true; 4],
        }
    }
}

/// The depth test. Without it (`None`) depth is neither tested nor written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DepthState {
    /// `depthFunc`.
    pub func: Compare,
    /// `depthMask`.
    pub write: bool,
}

/// The stencil test of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StencilFace {
    /// The reference compared with the stored value.
    pub func: Compare,
    /// The reference, already clamped to the buffer's range.
    pub reference: u8,
    /// Applied to both before comparing.
    pub read_mask: u8,
    /// Bits that are written.
    pub write_mask: u8,
    /// If the stencil test fails.
    pub fail: StencilOp,
    /// If the depth test fails.
    pub depth_fail: StencilOp,
    /// If both pass.
    pub pass: StencilOp,
}

impl Default for StencilFace {
    fn default() -> Self {
        StencilFace {
            func: Compare::Always,
            reference: 0,
            read_mask: 0xFF,
            write_mask: 0xFF,
            fail: StencilOp::Keep,
            depth_fail: StencilOp::Keep,
            pass: StencilOp::Keep,
        }
    }
}

/// The stencil test of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StencilState {
    /// Front sides, lines and points.
    pub front: StencilFace,
    /// Back sides.
    pub back: StencilFace,
}

/// `viewport` and `depthRange`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// Left edge.
    pub x: i32,
    /// First row.
    pub y: i32,
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
    /// Depth of the near plane.
    pub near: f32,
    /// Depth of the far plane.
    pub far: f32,
}

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rect {
    /// Left edge.
    pub x: i32,
    /// First row.
    pub y: i32,
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

impl Rect {
    /// The part within a plane of the given size: first column and row, and those after the last.
    pub fn within(&self, width: u32, height: u32) -> [u32; 4] {
        let clamp = |v: i64, max: u32| v.clamp(0, i64::from(max)) as u32;
        let (x, y) = (i64::from(self.x), i64::from(self.y));
        [
            clamp(x, width),
            clamp(y, height),
            clamp(x + i64::from(self.width), width),
            clamp(y + i64::from(self.height), height),
        ]
    }
}

/// `polygonOffset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolygonOffset {
    /// Times the steepest slope.
    pub factor: f32,
    /// Times the smallest difference.
    pub units: f32,
}

/// Everything of GL's state that the device needs besides objects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RasterState {
    /// Where normalised coordinates go.
    pub viewport: Viewport,
    /// The scissor test, if it is enabled.
    pub scissor: Option<Rect>,
    /// Sides that are not drawn, if culling is enabled.
    pub cull: Option<CullFace>,
    /// Which side is the front.
    pub front_face: FrontFace,
    /// `POLYGON_OFFSET_FILL`, if it is enabled.
    pub polygon_offset: Option<PolygonOffset>,
    /// The depth test, if it is enabled.
    pub depth: Option<DepthState>,
    /// The stencil test, if it is enabled.
    pub stencil: Option<StencilState>,
    /// `blendColor`.
    pub blend_constant: [f32; 4],
    /// Of each draw buffer.
    pub targets: [TargetState; 8],
    /// `SAMPLE_COVERAGE`: value and invert, if it is enabled.
    pub sample_coverage: Option<(f32, bool)>,
    /// `SAMPLE_ALPHA_TO_COVERAGE`.
    pub alpha_to_coverage: bool,
    /// `RASTERIZER_DISCARD`.
    pub rasterizer_discard: bool,
}

impl RasterState {
    /// GL's state at the beginning, for a drawing buffer of a size.
    pub fn new(width: u32, height: u32) -> RasterState {
        RasterState {
            viewport: Viewport {
                x: 0,
                y: 0,
                width,
                height,
                near: 0.0,
                far: 1.0,
            },
            scissor: None,
            cull: None,
            front_face: FrontFace::CounterClockwise,
            polygon_offset: None,
            depth: None,
            stencil: None,
            blend_constant: [0.0; 4],
            targets: [TargetState::default(); 8],
            sample_coverage: None,
            alpha_to_coverage: false,
            rasterizer_discard: false,
        }
    }
}
