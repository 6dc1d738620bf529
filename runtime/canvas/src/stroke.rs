//! Outlines of strokes (HTML § 4.12.5.1.2, "trace a path"): what `stroke()` fills and `isPointInStroke()` asks about.

use tiny_skia::{Path, Stroke, StrokeDash};

use crate::path::Matrix;
use crate::prune::pruned;

/// The outline of a stroked path. Path and outline are in canvas space, the pen in the space of `matrix`; `dash` is
/// `lineDashOffset` and the dashes.
pub(crate) fn outline(path: &Path, matrix: &Matrix, line: &Stroke, dash: &(f32, Vec<f32>)) -> Option<Path> {
    let path = &*pruned(path)?;
    let mut stroke = line.clone();
    let (offset, dash) = dash;
    let dash_scale = |scale: f32| {
        let intervals = dash.iter().map(|v| v * scale).collect();
        StrokeDash::new(intervals, offset * scale)
    };
    if let Some(scale) = matrix.similarity() {
        let scale = scale as f32;
        stroke.width *= scale;
        let dashed = if dash.is_empty() {
            None
        } else {
            dash_scale(scale).and_then(|dash| path.dash(&dash, 1.0))
        };
        return dashed.as_ref().unwrap_or(path).stroke(&stroke, 1.0);
    }
    // The pen is a circle in the space of the current transform.
    let inverse = matrix.invert()?.to_skia();
    let transform = matrix.to_skia();
    let resolution = tiny_skia::PathStroker::compute_resolution_scale(&transform);
    let path = path.clone().transform(inverse)?;
    let dashed = if dash.is_empty() {
        None
    } else {
        dash_scale(1.0).and_then(|dash| path.dash(&dash, resolution))
    };
    dashed
        .as_ref()
        .unwrap_or(&path)
        .stroke(&stroke, resolution)?
        .transform(transform)
}
