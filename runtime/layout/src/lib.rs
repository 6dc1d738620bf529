//! Style, layout, hit testing and painting of the connected tree.
