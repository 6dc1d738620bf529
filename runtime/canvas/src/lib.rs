//! The 2D canvas: state machine, command buffers and rasterisation.
