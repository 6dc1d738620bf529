//! Shortening an input that fails.

/// The shortest input found that still `fails`, by taking out ever smaller pieces and then making bytes plain. At most `tries`.
pub fn minimize(input: &[u8], mut tries: usize, mut fails: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut best = input.to_vec();
    let mut size = best.len().div_ceil(2);
    while size > 0 && tries > 0 {
        let mut at = 0;
        let mut shorter = false;
        while at < best.len() && tries > 0 {
            let mut candidate = best.clone();
            candidate.drain(at..(at + size).min(best.len()));
            tries -= 1;
            if fails(&candidate) {
                best = candidate;
                shorter = true;
            } else {
                at += size;
            }
        }
        if !shorter {
            size /= 2;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_is_not_needed_goes() {
        let input = b"some text with a bug in it and more";
        let fails = |bytes: &[u8]| bytes.windows(3).any(|window| window == b"bug");
        assert_eq!(super::minimize(input, 1000, fails), b"bug");
    }
}
