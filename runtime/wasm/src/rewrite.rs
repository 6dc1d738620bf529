//! A module made ready to be copied: everything it keeps to itself that may change is exported, and its start function is called by
//! us, so that an instance can be made without running any of it. What cannot be copied is refused.

use crate::error::GameError;
use std::collections::BTreeSet;
use wasm_encoder::{ExportKind, ExportSection, RawSection};
use wasmparser::{BinaryReaderError, ExternalKind, Operator, Parser, Payload, TypeRef, ValType};

/// What our own exports begin with.
const PREFIX: &str = "oracade:";
/// The start function's export.
pub(crate) const START: &str = "oracade:start";
/// Most bytes of a module.
const BYTES_MAX: usize = 32 << 20;
/// Most imports.
const IMPORTS_MAX: usize = 64;
const EXPORT_SECTION: u8 = 7;
const START_SECTION: u8 = 8;
const CUSTOM_SECTION: u8 = 0;

/// The export of a mutable global.
pub(crate) fn global_name(index: u32) -> String {
    format!("{PREFIX}g{index}")
}

/// A module that was read.
pub(crate) struct Rewritten {
    pub(crate) wasm: Vec<u8>,
    /// Mutable globals that are exported as [`global_name`].
    pub(crate) globals: Vec<u32>,
    /// Module and name of each import.
    pub(crate) imports: Vec<(String, String)>,
    pub(crate) exports: BTreeSet<String>,
}

fn refused<T>(what: impl Into<String>) -> Result<T, GameError> {
    Err(GameError::Refused(what.into()))
}

fn broken(error: BinaryReaderError) -> GameError {
    GameError::Refused(format!("game.wasm is no module: {error}"))
}

/// Reads a module and makes it copyable.
pub(crate) fn rewrite(wasm: &[u8]) -> Result<Rewritten, GameError> {
    if wasm.len() > BYTES_MAX {
        return refused(format!("game.wasm is larger than {} MiB", BYTES_MAX >> 20));
    }
    let mut found = Found::default();
    let mut sections = Vec::new();
    for payload in Parser::new(0).parse_all(wasm) {
        let payload = payload.map_err(broken)?;
        if let Some((id, range)) = payload.as_section() {
            sections.push((id, range));
        }
        found.take(payload)?;
    }
    let mut exports = ExportSection::new();
    for (name, kind, index) in &found.exports {
        if name.starts_with(PREFIX) {
            return refused(format!(
                "game.wasm has an export {name:?}: names with {PREFIX:?} are the host's"
            ));
        }
        exports.export(name, *kind, *index);
    }
    for index in &found.globals {
        exports.export(&global_name(*index), ExportKind::Global, *index);
    }
    if let Some(start) = found.start {
        exports.export(START, ExportKind::Func, start);
    }
    let mut module = wasm_encoder::Module::new();
    for (id, range) in sections {
        match id {
            EXPORT_SECTION => {
                module.section(&exports);
            }
            START_SECTION | CUSTOM_SECTION => {}
            id => {
                let data = wasm.get(range).unwrap_or_default();
                module.section(&RawSection { id, data });
            }
        }
    }
    Ok(Rewritten {
        wasm: module.finish(),
        globals: found.globals,
        imports: found.imports,
        exports: found.exports.into_iter().map(|(name, ..)| name).collect(),
    })
}

#[derive(Default)]
struct Found {
    imports: Vec<(String, String)>,
    imported_globals: u32,
    globals: Vec<u32>,
    exports: Vec<(String, ExportKind, u32)>,
    start: Option<u32>,
}

impl Found {
    fn take(&mut self, payload: Payload<'_>) -> Result<(), GameError> {
        match payload {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    let import = import.map_err(broken)?;
                    match import.ty {
                        TypeRef::Func(_) | TypeRef::FuncExact(_) => {}
                        TypeRef::Global(_) => self.imported_globals += 1,
                        _ => {}
                    }
                    if !matches!(import.ty, TypeRef::Func(_) | TypeRef::FuncExact(_)) {
                        return refused(format!(
                            "game.wasm imports {}.{}, which is no function: only functions can be imported",
                            import.module, import.name
                        ));
                    }
                    self.imports.push((import.module.to_owned(), import.name.to_owned()));
                    if self.imports.len() > IMPORTS_MAX {
                        return refused(format!("game.wasm has more than {IMPORTS_MAX} imports"));
                    }
                }
            }
            Payload::GlobalSection(section) => {
                for (global, index) in section.into_iter().zip(self.imported_globals..) {
                    let global = global.map_err(broken)?;
                    if !global.ty.mutable {
                        continue;
                    }
                    if matches!(global.ty.content_type, ValType::Ref(_)) {
                        return refused("game.wasm has a mutable global that holds a reference: it could not be copied");
                    }
                    self.globals.push(index);
                }
            }
            Payload::ExportSection(section) => {
                for export in section {
                    let export = export.map_err(broken)?;
                    let kind = match export.kind {
                        ExternalKind::Func | ExternalKind::FuncExact => ExportKind::Func,
                        ExternalKind::Table => ExportKind::Table,
                        ExternalKind::Memory => ExportKind::Memory,
                        ExternalKind::Global => ExportKind::Global,
                        ExternalKind::Tag => return refused("game.wasm exports a tag: exceptions are not supported"),
                    };
                    self.exports.push((export.name.to_owned(), kind, export.index));
                }
            }
            Payload::StartSection { func, .. } => self.start = Some(func),
            Payload::CodeSectionEntry(body) => {
                let mut reader = body.get_operators_reader().map_err(broken)?;
                while !reader.eof() {
                    if let Some(name) = uncopyable(&reader.read().map_err(broken)?) {
                        return refused(format!("game.wasm uses {name}: the state that changes could not be copied"));
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// Instructions that change what is neither memory nor a global.
fn uncopyable(operator: &Operator<'_>) -> Option<&'static str> {
    Some(match operator {
        Operator::TableSet { .. } => "table.set",
        Operator::TableGrow { .. } => "table.grow",
        Operator::TableFill { .. } => "table.fill",
        Operator::TableCopy { .. } => "table.copy",
        Operator::TableInit { .. } => "table.init",
        Operator::ElemDrop { .. } => "elem.drop",
        Operator::DataDrop { .. } => "data.drop",
        _ => return None,
    })
}
