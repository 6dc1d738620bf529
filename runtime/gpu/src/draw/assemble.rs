//! Primitives of a list of vertices (section 2.7 of OpenGL ES 3.0). The last vertex of each is the provoking one.

use super::fetch::RESTART;
use crate::state::Topology;

/// Vertices of each primitive, as many as the topology has; the others repeat the last.
pub(super) fn primitives(topology: Topology, order: &[u32], out: &mut Vec<[u32; 3]>) {
    out.clear();
    for run in order.split(|i| *i == RESTART) {
        match topology {
            Topology::Points => out.extend(run.iter().map(|v| [*v; 3])),
            Topology::Lines => out.extend(run.chunks_exact(2).map(|p| [p[0], p[1], p[1]])),
            Topology::LineStrip | Topology::LineLoop => {
                out.extend(run.windows(2).map(|p| [p[0], p[1], p[1]]));
                if topology == Topology::LineLoop && run.len() >= 2 {
                    out.push([run[run.len() - 1], run[0], run[0]]);
                }
            }
            Topology::Triangles => out.extend(run.chunks_exact(3).map(|p| [p[0], p[1], p[2]])),
            Topology::TriangleStrip => out.extend(run.windows(3).enumerate().map(|(i, p)| {
                // Every other triangle is turned round, so that all face one way.
                if i % 2 == 0 { [p[0], p[1], p[2]] } else { [p[1], p[0], p[2]] }
            })),
            Topology::TriangleFan => {
                if let Some((first, rest)) = run.split_first() {
                    out.extend(rest.windows(2).map(|p| [*first, p[0], p[1]]));
                }
            }
        }
    }
}

/// Vertices a primitive has.
pub(super) fn corners(topology: Topology) -> usize {
    match topology {
        Topology::Points => 1,
        Topology::Lines | Topology::LineLoop | Topology::LineStrip => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(topology: Topology, order: &[u32]) -> Vec<[u32; 3]> {
        let mut out = Vec::new();
        primitives(topology, order, &mut out);
        out
    }

    #[test]
    fn topologies() {
        assert_eq!(of(Topology::TriangleStrip, &[0, 1, 2, 3]), [[0, 1, 2], [2, 1, 3]]);
        assert_eq!(of(Topology::TriangleFan, &[0, 1, 2, 3]), [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(of(Topology::Triangles, &[0, 1, 2, 3, 4]), [[0, 1, 2]]);
        assert_eq!(of(Topology::LineLoop, &[0, 1, 2]), [[0, 1, 1], [1, 2, 2], [2, 0, 0]]);
        assert_eq!(of(Topology::LineLoop, &[0]), [[0; 3]; 0]);
        assert_eq!(
            of(Topology::TriangleStrip, &[0, 1, 2, RESTART, 3, 4, 5]),
            [[0, 1, 2], [3, 4, 5]]
        );
        assert_eq!(of(Topology::TriangleFan, &[RESTART]), [[0; 3]; 0]);
    }
}
