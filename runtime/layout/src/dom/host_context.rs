//! `:host-context()` (CSS Scoping 1 §3.3), which the style engine does not have: the stand-in state carries the selector's text.

use super::handle::Handle;
use rustc_hash::FxHashMap;
use selectors::SelectorList;
use std::cell::RefCell;
use std::rc::Rc;
use style::context::QuirksMode;
use style::dom_apis::element_matches;
use style::selector_parser::{SelectorImpl, SelectorParser};

type Parsed = Option<Rc<SelectorList<SelectorImpl>>>;

/// More selectors than this are parsed anew each time.
const MAX_KEPT: usize = 64;

thread_local! {
    static KEPT: RefCell<FxHashMap<String, Parsed>> = RefCell::default();
}

/// True if the host or an element around it, in whatever tree, matches a selector.
pub(super) fn matches(host: Handle<'_>, selector: &str) -> bool {
    let Some(list) = parsed(selector) else { return false };
    let mut current = Some(host.0);
    while let Some(node) = current {
        if element_matches(&Handle(node), &list, QuirksMode::NoQuirks) {
            return true;
        }
        current = node.parent_element_or_host();
    }
    false
}

fn parsed(selector: &str) -> Parsed {
    KEPT.with_borrow_mut(|kept| {
        if let Some(known) = kept.get(selector) {
            return known.clone();
        }
        let list = SelectorParser::parse_author_origin_no_namespace(selector, &crate::style::base_url());
        let list = list.ok().map(Rc::new);
        if kept.len() < MAX_KEPT {
            kept.insert(selector.to_owned(), list.clone());
        }
        list
    })
}
