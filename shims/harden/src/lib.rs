//! Puts the shims' JavaScript out of reach of pages.
//!
//! The shims run in the page's own realm, so a page that replaces `Array.prototype.push`, the iterator of arrays or
//! `Object.keys` would change what the platform does. The sources under `shims/js` are written as plain JavaScript all the
//! same: this crate rewrites them, when the start-up snapshot is made, to forms that look up nothing a page can change
//! (`docs/containment.md` lists the forms).
//!
//! * A global of the language, `Map` or `Object.keys`, becomes an import from [`PRIMORDIALS`], a module that takes them out
//!   of the global object while the start-up snapshot is built.
//! * A call of a method of a built-in prototype, `list.push(item)`, becomes a call of a function of [`SAFE`], which
//!   exports `$$push`. What that module exports decides which names are rewritten.
//! * Whatever iterates (`for…of`, spreading, array patterns) goes over an iterator of ours, or by index.

mod bundle;
mod edits;
mod rewrite;
mod warm;

pub use bundle::bundle;
pub use warm::{Keyed, WARM, functions};

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The module of hand-written safe functions. It is not rewritten.
pub const SAFE: &str = "ext:oracade/ecma/safe.js";

/// The module of captured globals; its text is made by [`all`].
pub const PRIMORDIALS: &str = "ext:oracade/ecma/primordials.js";

/// What a rewritten module may call: the exports of [`SAFE`], without their `$$`.
#[derive(Debug, Default)]
pub struct Surface {
    names: BTreeSet<String>,
}

impl Surface {
    /// Reads the exports `$$…` of the safe module.
    #[must_use]
    pub fn of(safe: &str) -> Surface {
        let names = safe
            .lines()
            .filter_map(|line| {
                let rest = line.strip_prefix("export ")?;
                let rest = ["function ", "const ", "class "]
                    .iter()
                    .find_map(|keyword| rest.strip_prefix(keyword))?;
                let name = rest.strip_prefix("$$")?;
                let end = name
                    .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                    .unwrap_or(name.len());
                Some(name[..end].to_owned())
            })
            .collect();
        Surface { names }
    }

    fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }
}

/// One rewritten module.
struct Module {
    text: String,
    /// The captured globals it imports: export name → expression.
    captured: BTreeMap<String, String>,
}

/// Rewrites all modules, given as `(specifier, source)`, and adds [`PRIMORDIALS`] and [`WARM`]. `warm` lists the functions to compile
/// ahead: a specifier, a space and the function's key in each line; none, and nothing needs V8's natives syntax.
///
/// # Errors
/// The module and place of the first thing that cannot be parsed or made safe, with what to write instead.
pub fn all(sources: Vec<(String, Cow<'_, str>)>, warm: &str) -> Result<Vec<(String, String)>, String> {
    let Some((_, safe)) = sources.iter().find(|(name, _)| name == SAFE) else {
        return Err(format!("{SAFE} is missing"));
    };
    let surface = Surface::of(safe);
    let mut keys: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (module, key) in warm.lines().filter_map(|line| line.split_once(' ')) {
        keys.entry(module).or_default().insert(key);
    }
    let mut captured = BTreeMap::new();
    let mut out = Vec::with_capacity(sources.len() + 2);
    for (name, source) in sources {
        let text = if name == SAFE {
            source.into_owned()
        } else {
            let module = rewrite::module(&source, &surface).map_err(|error| format!("{name}: {error}"))?;
            captured.extend(module.captured);
            module.text
        };
        let text = match keys.get(name.as_str()) {
            Some(keys) => warm::insert(&text, keys).map_err(|error| format!("{name}: {error}"))?,
            None => text,
        };
        out.push((name, text));
    }
    out.push((PRIMORDIALS.to_owned(), primordials(&captured)));
    if !keys.is_empty() {
        out.push((WARM.to_owned(), warm::TEXT.to_owned()));
    }
    out.sort_unstable();
    Ok(out)
}

/// Static methods of these need the constructor as `this`.
const BOUND: [&str; 3] = ["Promise", "Array", "Symbol"];

fn primordials(captured: &BTreeMap<String, String>) -> String {
    let mut text =
        String::from("// Made by oracade-harden: what the shims use of the language, as it was before any page ran.\n");
    for (name, expression) in captured {
        let bound = expression
            .split_once('.')
            .is_some_and(|(of, _)| BOUND.contains(&of) || of.ends_with("Array"));
        let line = match expression.split_once('.') {
            Some((of, _)) if bound => {
                format!("export const {name} = typeof {expression} === \"function\" ? {expression}.bind({of}) : {expression};\n")
            }
            _ => format!("export const {name} = {expression};\n"),
        };
        text.push_str(&line);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAFE_TEXT: &str = "export function $$push(o, v) {}\nexport function $$pushList(o, l) {}\nexport function $$of(o) {}\n\
        export function $$map(o) {}\nexport class $$Map {}\nexport function $$q() {}\nexport class $$Proxy {}\n\
        export const $$Object_defineProperty = 1;\n";

    fn body(source: &str) -> String {
        let module = rewrite::module(source, &Surface::of(SAFE_TEXT)).unwrap();
        let at = module.text.rfind("\"; ").map_or(0, |at| at + 3);
        module.text[at..].to_owned()
    }

    #[test]
    fn calls_of_methods_become_calls_of_functions() {
        assert_eq!(body("a.b.push(1);"), "$$push(a.b, 1);");
        assert_eq!(body("a.push(1, 2);"), "$$pushList(a, [1, 2]);");
        assert_eq!(body("a.push(...b);"), "$$pushList(a, [...$$of(b)]);");
        assert_eq!(body("a.map(f).push(x);"), "$$push($$map(a, f), x);");
        assert_eq!(
            body("a.map((x) => x.push(y)).push(z)"),
            "$$push($$map(a, (x) => $$push(x, y)), z)"
        );
        assert_eq!(body("a\n  .map(f)"), "$$map(a, \nf)");
        assert_eq!(body("a?.push(x) ?? 1"), "$$q(a, $$push, x) ?? 1");
        assert_eq!(body("a.pop()"), "a.pop()");
        assert_eq!(body("super.push(1)"), "super.push(1)");
    }

    #[test]
    fn iteration_is_over_our_iterators_or_by_index() {
        assert_eq!(body("for (const x of a.b) f(x);"), "for (const x of $$of(a.b)) f(x);");
        assert_eq!(
            body("for (const [k, v] of m) f(k);"),
            "for (const {0: k, 1: v} of $$of(m)) f(k);"
        );
        assert_eq!(body("const [, b = 2, [c]] = f();"), "const {1: b = 2, 2: {0: c}} = f();");
        assert_eq!(body("[a, b.c] = [1, 2];"), "({0: a, 1: b.c} = [1, 2]);");
        assert_eq!(body("const [a, ...b] = c;"), "const [a, ...b] = $$of(c);");
        assert_eq!(
            body("f(...a); [...b]; ({ ...c });"),
            "f(...$$of(a)); [...$$of(b)]; ({ ...c });"
        );
        assert_eq!(body("m.map(([a]) => a)"), "$$map(m, ({0: a}) => a)");
    }

    #[test]
    fn globals_are_captured_unless_something_else_has_their_name() {
        assert_eq!(body("Object.keys(x); Math.floor(1)"), "$$Object_keys(x); $$Math_floor(1)");
        assert_eq!(body("Object.defineProperty(x, y, z)"), "$$Object_defineProperty(x, y, z)");
        assert_eq!(body("new Map(); Map"), "new $$Map(); $$Map_");
        assert_eq!(body("function f(Map) { return Map; }"), "function f(Map) { return Map; }");
        assert_eq!(body("Math.random()"), "$$Math_.random()");
        assert_eq!(body("({ Map })"), "({ Map: $$Map_ })");
        assert_eq!(body("const TABLE = { a: 1 };"), "const TABLE = { __proto__: null, a: 1 };");
        let made = all(
            vec![
                (SAFE.to_owned(), Cow::Borrowed(SAFE_TEXT)),
                ("ext:oracade/a.js".to_owned(), Cow::Borrowed("Promise.resolve(Map)")),
            ],
            "",
        );
        let made = made.unwrap();
        let text = &made.iter().find(|(name, _)| name == PRIMORDIALS).unwrap().1;
        assert!(text.contains("export const $$Map_ = Map;"), "{text}");
        assert!(text.contains("Promise.resolve.bind(Promise)"), "{text}");
    }

    #[test]
    fn what_cannot_be_made_safe_is_refused() {
        let surface = Surface::of(SAFE_TEXT);
        for source in ["f(([a, ...b]) => a)", "function* f() { yield* g(); }", "const {"] {
            assert!(rewrite::module(source, &surface).is_err(), "{source}");
        }
    }
}
