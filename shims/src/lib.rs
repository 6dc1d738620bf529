//! The browser API surface in JavaScript.
//!
//! Every file under `js/` is an ES module named `ext:oracade/<path>`. The runtime evaluates [`ENTRY`] once, while it
//! builds its start-up snapshot; that module imports all the others. See `docs/boundary.md` for the hooks and ops.

/// The module whose evaluation installs the whole surface.
pub const ENTRY: &str = "ext:oracade/main.js";

/// All modules as `(specifier, source)`, sorted by path.
pub const SOURCES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/sources.rs"));

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Specifiers that `source` imports statically.
    fn imports(source: &str) -> impl Iterator<Item = &str> {
        source.split("\"ext:").skip(1).filter_map(|rest| rest.split('"').next())
    }

    #[test]
    fn every_import_of_a_shim_has_a_source_and_every_source_is_imported() {
        let known: BTreeSet<&str> = SOURCES.iter().map(|(name, _)| *name).collect();
        let mut used = BTreeSet::from([ENTRY.to_owned()]);
        for (name, source) in SOURCES {
            for import in imports(source).filter(|import| import.starts_with("oracade/")) {
                let import = format!("ext:{import}");
                assert!(
                    known.contains(import.as_str()),
                    "{name} imports {import}, which does not exist"
                );
                used.insert(import);
            }
        }
        for name in known {
            assert!(used.contains(name), "nothing imports {name}");
        }
    }
}
