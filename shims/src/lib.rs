//! The browser API surface in JavaScript.
