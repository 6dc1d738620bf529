//! Placeholder until the canvas lands.
deno_core::extension!(oracade_canvas,);
