//! Columns and their order.

/// Where each rule stands: columns from the left, each from top to bottom.
pub(super) fn columns(next: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let component = components(next);
    let count = component.iter().map(|c| c + 1).max().unwrap_or(0);
    // Components are numbered from the ones nothing leaves; the longest way in decides the column.
    let mut layer = vec![0usize; count];
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (rule, at) in component.iter().enumerate() {
        members[*at].push(rule);
    }
    for at in (0..count).rev() {
        for rule in &members[at] {
            for to in &next[*rule] {
                let target = component[*to];
                if target != at {
                    layer[target] = layer[target].max(layer[at] + 1);
                }
            }
        }
    }
    let width = layer.iter().map(|l| l + 1).max().unwrap_or(0);
    let mut columns = vec![Vec::new(); width];
    for (rule, at) in component.iter().enumerate() {
        columns[layer[*at]].push(rule);
    }
    settle(&mut columns, next);
    columns
}

/// Moves rules towards the middle of their neighbours, a few times over.
fn settle(columns: &mut [Vec<usize>], next: &[Vec<usize>]) {
    let mut neighbours: Vec<Vec<usize>> = next.to_vec();
    for (from, targets) in next.iter().enumerate() {
        for to in targets {
            neighbours[*to].push(from);
        }
    }
    let mut place = vec![0.0f64; next.len()];
    for round in 0..6 {
        for column in columns.iter_mut() {
            if round > 0 {
                let mut keyed: Vec<(f64, usize)> = column
                    .iter()
                    .map(|rule| {
                        let near = &neighbours[*rule];
                        let sum: f64 = near.iter().map(|other| place[*other]).sum();
                        let middle = if near.is_empty() {
                            place[*rule]
                        } else {
                            sum / near.len() as f64
                        };
                        (middle, *rule)
                    })
                    .collect();
                keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                *column = keyed.into_iter().map(|(_, rule)| rule).collect();
            }
            let height = column.len() as f64;
            for (at, rule) in column.iter().enumerate() {
                place[*rule] = (at as f64 + 0.5) / height;
            }
        }
    }
}

/// Tarjan's strongly connected components without recursion: a component's number is larger than those of all it leads to.
fn components(next: &[Vec<usize>]) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let count = next.len();
    let (mut index, mut low) = (vec![NONE; count], vec![0usize; count]);
    let mut component = vec![NONE; count];
    let (mut stack, mut clock, mut found) = (Vec::new(), 0, 0);
    for root in 0..count {
        if index[root] != NONE {
            continue;
        }
        let mut work = vec![(root, 0usize)];
        while let Some((node, edge)) = work.pop() {
            if edge == 0 {
                index[node] = clock;
                low[node] = clock;
                clock += 1;
                stack.push(node);
            }
            let mut descended = false;
            for (at, to) in next[node].iter().enumerate().skip(edge) {
                if index[*to] == NONE {
                    work.push((node, at + 1));
                    work.push((*to, 0));
                    descended = true;
                    break;
                }
                if component[*to] == NONE {
                    low[node] = low[node].min(low[*to]);
                }
            }
            if descended {
                continue;
            }
            if low[node] == index[node] {
                while let Some(top) = stack.pop() {
                    component[top] = found;
                    if top == node {
                        break;
                    }
                }
                found += 1;
            }
            if let Some((parent, _)) = work.last() {
                low[*parent] = low[*parent].min(low[node]);
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_follow_dependencies_and_cycles_share_one() {
        // 0 → 1 ⇄ 2 → 3, 0 → 3, 4 alone
        let next = vec![vec![1, 3], vec![2], vec![1, 3], vec![], vec![]];
        let columns = columns(&next);
        let sorted: Vec<Vec<usize>> = columns
            .into_iter()
            .map(|mut column| {
                column.sort_unstable();
                column
            })
            .collect();
        assert_eq!(sorted, [vec![0, 4], vec![1, 2], vec![3]]);
    }

    #[test]
    fn long_chains_do_not_recurse() {
        let next: Vec<Vec<usize>> = (0..50_000).map(|n| if n < 49_999 { vec![n + 1] } else { vec![] }).collect();
        assert_eq!(components(&next)[0], 49_999);
    }
}
