//! Fonts, shaping and glyph outlines, shared by canvas and layout.
