//! One module out of many.
//!
//! A page's heap has for each module a record, its entries and lists, and a cell for each export, all of which come out of the start-up
//! snapshot when the page is opened. The modules of the shims are therefore put into one text, in the order in which they are evaluated
//! (ECMAScript, 16.2.1.6), and what one imports of another is the other's variable by its name. A name that two modules give to
//! something, or that would be hidden where it is used, gets a number: `f$1`. A class keeps its `name` all the same.

mod module;

use std::collections::{BTreeMap, BTreeSet};

use crate::edits::Edits;
use module::{Export, Kind, Module, Place};

/// A binding: the module's place in the order, and the binding's in it.
type Id = (usize, usize);

/// What a name in a module's text refers to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    Own(Id),
    /// An export of a module that is not in the bundle.
    Outside {
        from: String,
        name: String,
    },
    /// All exports of a module, as an object.
    Namespace(usize),
}

/// The text of one module that does what `entry` and all it imports do. Modules that are not among `sources` are imported.
///
/// # Errors
/// The module that cannot be put in, and why.
pub fn bundle(sources: &[(String, String)], entry: &str) -> Result<String, String> {
    let mut graph = Graph {
        sources: sources.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect(),
        ..Graph::default()
    };
    graph.add(entry)?;
    let Graph { names, modules, .. } = graph;
    let places = names.iter().enumerate().map(|(at, name)| (name.clone(), at)).collect();
    let bundle = Bundle { names, places, modules };
    bundle.text()
}

/// The modules, in the order in which they are evaluated.
#[derive(Default)]
struct Graph<'s> {
    sources: BTreeMap<&'s str, &'s str>,
    seen: BTreeSet<String>,
    names: Vec<String>,
    modules: Vec<Module>,
}

impl Graph<'_> {
    /// Depth is bounded by the number of modules, which are ours.
    fn add(&mut self, name: &str) -> Result<(), String> {
        let Some(text) = self.sources.get(name) else {
            return Ok(());
        };
        if !self.seen.insert(name.to_owned()) {
            return Ok(());
        }
        let module = Module::read(text).map_err(|error| format!("{name}: {error}"))?;
        for import in &module.imports {
            self.add(import)?;
        }
        self.names.push(name.to_owned());
        self.modules.push(module);
        Ok(())
    }
}

struct Bundle {
    names: Vec<String>,
    places: BTreeMap<String, usize>,
    modules: Vec<Module>,
}

/// A use of a target: where in which module's text, and in which of its scopes.
struct Site {
    module: usize,
    scope: usize,
    place: Place,
}

impl Bundle {
    fn text(&self) -> Result<String, String> {
        let sites = self.sites()?;
        let names = self.name(&sites);
        let mut edits: Vec<Edits> = self.modules.iter().map(|_| Edits::default()).collect();
        for (target, sites) in &sites {
            let name = &names[target];
            for site in sites {
                let text = &self.modules[site.module].text;
                rename(&mut edits[site.module], text, site.place, name);
            }
        }
        for (at, module) in self.modules.iter().enumerate() {
            for (binding, id) in module.bindings.iter().zip(0..) {
                let Kind::Own { places, class, .. } = &binding.kind else {
                    continue;
                };
                let name = &names[&Target::Own((at, id))];
                match class {
                    Some(class) if *name != binding.name => {
                        self.check_inner_name(at, id, *class, &sites, &names)?;
                        edits[at].open(class.start, format!("let {name} = "));
                        edits[at].close(class.end, ";");
                    }
                    _ => {
                        for place in places {
                            rename(&mut edits[at], &module.text, *place, name);
                        }
                    }
                }
            }
            for span in &module.dropped {
                edits[at].replace(&module.text, *span, "");
            }
        }
        let mut out = outside(&names);
        for ((at, module), edits) in self.modules.iter().enumerate().zip(edits) {
            out.push_str(&edits.apply(&module.text));
            out.push_str("\n;");
            if let Some(name) = names.get(&Target::Namespace(at)) {
                out.push_str(&self.namespace(at, name, &names)?);
            }
        }
        Ok(out)
    }

    /// Which uses there are of what.
    fn sites(&self) -> Result<BTreeMap<Target, Vec<Site>>, String> {
        let mut sites: BTreeMap<Target, Vec<Site>> = BTreeMap::new();
        for (module, it) in self.modules.iter().enumerate() {
            for (binding, id) in it.bindings.iter().zip(0..) {
                if matches!(binding.kind, Kind::Own { .. }) {
                    sites.entry(Target::Own((module, id))).or_default();
                }
                for used in &binding.uses {
                    let error = |error| format!("{}: {error}", self.names[module]);
                    let mut place = used.place;
                    let target = match (&binding.kind, &used.member) {
                        (Kind::Own { .. }, _) => Target::Own((module, id)),
                        (Kind::Import { from, name }, _) => self.export(from, name).map_err(error)?,
                        (Kind::Namespace { from }, Some((name, span))) => {
                            place.span = *span;
                            self.export(from, name).map_err(error)?
                        }
                        (Kind::Namespace { from }, None) => match self.places.get(from) {
                            Some(at) => Target::Namespace(*at),
                            None => return Err(error(format!("{from} is not in the bundle and has no namespace there"))),
                        },
                    };
                    let scope = used.scope;
                    sites.entry(target).or_default().push(Site { module, scope, place });
                }
            }
        }
        Ok(sites)
    }

    fn export(&self, from: &str, name: &str) -> Result<Target, String> {
        let Some(&at) = self.places.get(from) else {
            let (from, name) = (from.to_owned(), name.to_owned());
            return Ok(Target::Outside { from, name });
        };
        match self.modules[at].exports.get(name) {
            Some(Export::Binding(id)) => match &self.modules[at].bindings[*id].kind {
                Kind::Own { .. } => Ok(Target::Own((at, *id))),
                Kind::Import { from, name } => self.export(from, name),
                Kind::Namespace { from } => Err(format!("{from} is exported as a whole")),
            },
            Some(Export::From { from, name }) => self.export(from, name),
            None => Err(format!("{from} does not export {name}")),
        }
    }

    /// A name for everything, different from each other and from globals, and not hidden where it is used.
    fn name(&self, sites: &BTreeMap<Target, Vec<Site>>) -> BTreeMap<Target, String> {
        let mut taken: BTreeSet<String> = self.modules.iter().flat_map(|it| it.globals.iter().cloned()).collect();
        let mut names = BTreeMap::new();
        for (target, sites) in sites {
            let wanted = match target {
                Target::Own((at, id)) => self.modules[*at].bindings[*id].name.clone(),
                Target::Outside { name, .. } => name.clone(),
                Target::Namespace(at) => format!("{}$", stem(&self.names[*at])),
            };
            let free = |name: &String| {
                !taken.contains(name) && !sites.iter().any(|site| self.modules[site.module].hides(site.scope, name))
            };
            let name = std::iter::once(wanted.clone())
                .chain((1..).map(|number| format!("{wanted}${number}")))
                .find(free)
                .unwrap_or_default();
            taken.insert(name.clone());
            names.insert(target.clone(), name);
        }
        names
    }

    /// A class that is `let C$1 = class C {…}` has its old name inside: nothing else there may be called so.
    fn check_inner_name(
        &self,
        at: usize,
        id: usize,
        class: oxc_span::Span,
        sites: &BTreeMap<Target, Vec<Site>>,
        names: &BTreeMap<Target, String>,
    ) -> Result<(), String> {
        let inner = &self.modules[at].bindings[id].name;
        for (target, sites) in sites {
            if names[target] != *inner || *target == Target::Own((at, id)) {
                continue;
            }
            let within = |site: &&Site| site.module == at && class.contains_inclusive(site.place.span);
            if sites.iter().find(within).is_some() {
                return Err(format!(
                    "{}: the class {inner} uses another {inner}: rename one",
                    self.names[at]
                ));
            }
        }
        Ok(())
    }

    /// A module's exports as an object.
    fn namespace(&self, at: usize, name: &str, names: &BTreeMap<Target, String>) -> Result<String, String> {
        let mut members = String::new();
        for export in self.modules[at].exports.keys() {
            let target = self.export(&self.names[at], export)?;
            let Some(value) = names.get(&target) else {
                return Err(format!(
                    "{}: {export} comes from outside, and nothing uses it",
                    self.names[at]
                ));
            };
            let changes = match &target {
                Target::Own((at, id)) => matches!(self.modules[*at].bindings[*id].kind, Kind::Own { changes: true, .. }),
                _ => false,
            };
            members.push_str(&match changes {
                true => format!(" get {export}() {{ return {value}; }},"),
                false => format!(" {export}: {value},"),
            });
        }
        Ok(format!("const {name} = {{ __proto__: null,{members} }};\n"))
    }
}

fn rename(edits: &mut Edits, text: &str, place: Place, name: &str) {
    let was = &text[place.span.start as usize..place.span.end as usize];
    if place.shorthand && was != name {
        edits.replace(text, place.span, &format!("{was}: {name}"));
    } else if was != name {
        edits.replace(text, place.span, name);
    }
}

/// The imports of what is not in the bundle.
fn outside(names: &BTreeMap<Target, String>) -> String {
    let mut of: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (target, local) in names {
        if let Target::Outside { from, name } = target {
            of.entry(from).or_default().push(match name == local {
                true => name.clone(),
                false => format!("{name} as {local}"),
            });
        }
    }
    of.into_iter()
        .map(|(from, names)| format!("import {{ {} }} from \"{from}\";\n", names.join(", ")))
        .collect()
}

/// The name of a module's file.
fn stem(specifier: &str) -> String {
    let file = specifier.rsplit('/').next().unwrap_or(specifier);
    file.trim_end_matches(".js")
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(sources: &[(&str, &str)]) -> Result<String, String> {
        let sources: Vec<_> = sources
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
            .collect();
        bundle(&sources, &sources[0].0)
    }

    #[test]
    fn imports_are_the_variables_of_others() {
        assert_eq!(
            made(&[
                (
                    "a.js",
                    "import { f as g } from \"b.js\"; import { core } from \"x\"; g(core);"
                ),
                ("b.js", "export const f = 1;"),
            ])
            .unwrap(),
            "import { core } from \"x\";\nconst f = 1;\n;  f(core);\n;"
        );
    }

    #[test]
    fn names_that_would_meet_get_numbers() {
        assert_eq!(
            made(&[
                ("a.js", "import { f } from \"b.js\"; const x = 1; f(x, { x });"),
                ("b.js", "const x = 2; export function f(y) { return { x, y }; }"),
            ])
            .unwrap(),
            "const x = 2; function f(y) { return { x, y }; }\n; const x$1 = 1; f(x$1, { x: x$1 });\n;"
        );
        assert_eq!(
            made(&[
                (
                    "a.js",
                    "import * as t from \"b.js\"; function g(parent) { return t.parent(parent); }"
                ),
                ("b.js", "export function parent(x) {}"),
            ])
            .unwrap(),
            "function parent$1(x) {}\n; function g(parent) { return parent$1(parent); }\n;"
        );
        assert_eq!(
            made(&[("a.js", "import \"b.js\"; const name = 1;"), ("b.js", "name = 2;")]).unwrap(),
            "name = 2;\n; const name$1 = 1;\n;"
        );
        assert_eq!(
            made(&[
                ("a.js", "import \"b.js\"; const { x, y: [z], w = 1 } = f; ({ z } = g);"),
                ("b.js", "x = z = w;")
            ])
            .unwrap(),
            "x = z = w;\n; const { x: x$1, y: [z$1], w: w$1 = 1 } = f; ({ z: z$1 } = g);\n;"
        );
    }

    #[test]
    fn classes_keep_their_names() {
        assert_eq!(
            made(&[
                ("a.js", "import \"b.js\"; export class C { m() { return C; } }"),
                ("b.js", "class C {}")
            ])
            .unwrap(),
            "class C {}\n; let C$1 = class C { m() { return C$1; } };\n;"
        );
        let error = made(&[
            ("a.js", "import { C as D } from \"b.js\"; class C { m() { return D; } }"),
            ("b.js", "export class C {}"),
        ])
        .unwrap_err();
        assert!(error.contains("rename one"), "{error}");
    }

    #[test]
    fn namespaces_are_objects_only_where_they_are_values() {
        assert_eq!(
            made(&[
                ("a.js", "import * as b from \"b.js\"; for (const m of [b]) m.f(); b.f();"),
                ("b.js", "export let n = 1; export function f() { n = 2; }"),
            ])
            .unwrap(),
            "let n = 1; function f() { n = 2; }\n;const b$ = { __proto__: null, f: f, get n() { return n; }, };\n \
             for (const m of [b$]) m.f(); f();\n;"
        );
    }

    #[test]
    fn the_order_is_that_of_evaluation() {
        let text = made(&[
            ("a.js", "import \"b.js\"; import \"c.js\"; a;"),
            ("b.js", "import \"c.js\"; b;"),
            ("c.js", "import \"a.js\"; c;"),
        ])
        .unwrap();
        assert_eq!(text.split_whitespace().collect::<String>(), "c;;b;;a;;");
    }

    #[test]
    fn what_cannot_be_bundled_is_refused() {
        for sources in [
            [("a.js", "import { f } from \"b.js\"; f();"), ("b.js", "const f = 1;")],
            [("a.js", "import * as b from \"b.js\"; b.f();"), ("b.js", "")],
            [("a.js", "import f from \"b.js\"; f();"), ("b.js", "export default 1;")],
            [("a.js", "export * from \"b.js\";"), ("b.js", "")],
            [("a.js", "const {"), ("b.js", "")],
        ] {
            assert!(made(&sources).is_err(), "{sources:?}");
        }
    }
}
