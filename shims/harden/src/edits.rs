//! Text edits of a source, applied in one go.

use oxc_span::Span;

/// Edits at one place are applied in this order: what closes there, what opens there, then what replaces the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Close,
    Open,
    Replace,
}

#[derive(Debug, Default)]
pub(crate) struct Edits {
    list: Vec<(u32, Kind, u32, String)>,
}

impl Edits {
    /// Text before what begins at `at`; of several, the first asked for comes first.
    pub(crate) fn open(&mut self, at: u32, text: impl Into<String>) {
        self.list.push((at, Kind::Open, at, text.into()));
    }

    /// Text after what ends at `at`.
    pub(crate) fn close(&mut self, at: u32, text: impl Into<String>) {
        self.list.push((at, Kind::Close, at, text.into()));
    }

    /// Other text for a span; its line breaks are kept, so that the numbers of lines are those of the source.
    pub(crate) fn replace(&mut self, source: &str, span: Span, text: &str) {
        let breaks = source[span.start as usize..span.end as usize].matches('\n').count();
        self.list
            .push((span.start, Kind::Replace, span.end, format!("{text}{}", "\n".repeat(breaks))));
    }

    pub(crate) fn apply(mut self, source: &str) -> String {
        self.list.sort_by_key(|(at, kind, _, _)| (*at, *kind));
        let mut out = String::with_capacity(source.len() * 5 / 4);
        let mut done = 0;
        for (at, _, end, text) in &self.list {
            // A comment in text that is replaced goes with it.
            if (*at as usize) < done {
                continue;
            }
            out.push_str(&source[done..*at as usize]);
            out.push_str(text);
            done = *end as usize;
        }
        out.push_str(&source[done..]);
        out
    }
}
