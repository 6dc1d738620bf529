//! What one module binds, imports and exports, and where its text says so.

use std::collections::{BTreeMap, BTreeSet};

use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_ast::ast::{
    AssignmentTargetPropertyIdentifier, BindingPattern, BindingProperty, Class, Declaration, ImportDeclaration,
    ImportDeclarationSpecifier, ModuleExportName, ObjectProperty, Statement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Parser;
use oxc_semantic::{AstNodes, Reference, Scoping, SemanticBuilder, SymbolId};
use oxc_span::{GetSpan as _, SourceType, Span};

/// A binding of the module's own scope.
#[derive(Debug)]
pub(super) struct Binding {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) uses: Vec<Use>,
}

#[derive(Debug)]
pub(super) enum Kind {
    /// Declared here.
    Own {
        /// The names in the text that declare it.
        places: Vec<Place>,
        /// A declaration of a class, all of it.
        class: Option<Span>,
        /// Whether it is given another value after its declaration.
        changes: bool,
    },
    /// The export `name` of a module.
    Import { from: String, name: String },
    /// All exports of a module.
    Namespace { from: String },
}

/// A name in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) span: Span,
    /// `{ name }` that stands for `{ name: name }`.
    pub(super) shorthand: bool,
}

/// A name in the text that refers to a binding.
#[derive(Debug)]
pub(super) struct Use {
    pub(super) place: Place,
    /// The scope it is in: an index into [`Module::scopes`].
    pub(super) scope: usize,
    /// What is read of it by name (`tree.parent`): the name, and the whole expression.
    pub(super) member: Option<(String, Span)>,
}

/// A scope: the one around it, and the names it binds.
#[derive(Debug)]
pub(super) struct Scope {
    around: Option<usize>,
    names: BTreeSet<String>,
}

/// Where an export comes from.
#[derive(Debug)]
pub(super) enum Export {
    /// A binding: an index into [`Module::bindings`].
    Binding(usize),
    /// An export of another module.
    From { from: String, name: String },
}

#[derive(Debug)]
pub(super) struct Module {
    pub(super) text: String,
    /// The modules it imports, in the order of its text.
    pub(super) imports: Vec<String>,
    pub(super) bindings: Vec<Binding>,
    pub(super) exports: BTreeMap<String, Export>,
    pub(super) scopes: Vec<Scope>,
    /// Names that it takes from the global object.
    pub(super) globals: BTreeSet<String>,
    /// Text that only modules have.
    pub(super) dropped: Vec<Span>,
}

impl Module {
    /// # Errors
    /// What the parser says, or what a bundle cannot have.
    pub(super) fn read(text: &str) -> Result<Module, String> {
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, text, SourceType::mjs()).parse();
        if let Some(error) = parsed.diagnostics.errors().next() {
            return Err(error.to_string());
        }
        let built = SemanticBuilder::new().with_build_nodes(true).build(&parsed.program);
        let (scoping, nodes) = (built.semantic.scoping(), built.semantic.nodes());
        let mut texts = Texts::default();
        texts.visit_program(&parsed.program);
        let mut reader = Reader::new(text, scoping, nodes, texts);
        for statement in &parsed.program.body {
            reader.statement(statement)?;
        }
        Ok(reader.finish())
    }

    /// Whether `name`, written in `scope`, would mean something that a scope within the module's binds.
    pub(super) fn hides(&self, mut scope: usize, name: &str) -> bool {
        // The module's own scope is the one without another around it.
        while let Some(around) = self.scopes[scope].around {
            if self.scopes[scope].names.contains(name) {
                return true;
            }
            scope = around;
        }
        false
    }
}

/// Where the text has names that stand for two, and classes that statements declare.
#[derive(Default)]
struct Texts {
    shorthands: BTreeSet<u32>,
    /// Where the name is → the whole class.
    classes: BTreeMap<u32, Span>,
}

impl<'a> Visit<'a> for Texts {
    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        if it.shorthand {
            self.shorthands.insert(it.key.span().start);
        }
        walk::walk_object_property(self, it);
    }

    fn visit_binding_property(&mut self, it: &BindingProperty<'a>) {
        if it.shorthand {
            self.shorthands.insert(it.key.span().start);
        }
        walk::walk_binding_property(self, it);
    }

    fn visit_assignment_target_property_identifier(&mut self, it: &AssignmentTargetPropertyIdentifier<'a>) {
        self.shorthands.insert(it.binding.span.start);
        walk::walk_assignment_target_property_identifier(self, it);
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        if let Some(id) = &it.id
            && it.is_declaration()
        {
            self.classes.insert(id.span.start, it.span);
        }
        walk::walk_class(self, it);
    }
}

struct Reader<'r, 'a> {
    text: &'r str,
    scoping: &'r Scoping,
    nodes: &'r AstNodes<'a>,
    texts: Texts,
    imported: BTreeMap<String, Kind>,
    imports: Vec<String>,
    /// Export → the binding's name here.
    local: BTreeMap<String, String>,
    exports: BTreeMap<String, Export>,
    dropped: Vec<Span>,
}

impl<'r, 'a> Reader<'r, 'a> {
    fn new(text: &'r str, scoping: &'r Scoping, nodes: &'r AstNodes<'a>, texts: Texts) -> Self {
        Reader {
            text,
            scoping,
            nodes,
            texts,
            imported: BTreeMap::new(),
            imports: Vec::new(),
            local: BTreeMap::new(),
            exports: BTreeMap::new(),
            dropped: Vec::new(),
        }
    }

    fn statement(&mut self, statement: &Statement<'a>) -> Result<(), String> {
        match statement {
            Statement::ImportDeclaration(import) => self.import(import),
            Statement::ExportDeclaration(export) => {
                self.dropped
                    .push(Span::new(export.span.start, export.declaration.span().start));
                let mut add = |name: &str| self.local.insert(name.to_owned(), name.to_owned());
                match &export.declaration {
                    Declaration::FunctionDeclaration(it) => it.id.iter().for_each(|id| drop(add(&id.name))),
                    Declaration::ClassDeclaration(it) => it.id.iter().for_each(|id| drop(add(&id.name))),
                    Declaration::VariableDeclaration(it) => {
                        for id in it.declarations.iter().flat_map(|one| names(&one.id)) {
                            add(&id);
                        }
                    }
                    _ => return Err("an export that is not JavaScript".to_owned()),
                }
            }
            Statement::ExportNamedDeclaration(export) => {
                self.dropped.push(export.span);
                for specifier in &export.specifiers {
                    self.local.insert(named(&specifier.exported), named(&specifier.local));
                }
            }
            Statement::ExportFromDeclaration(export) => {
                self.dropped.push(export.span);
                let from = export.source.value.to_string();
                for specifier in &export.specifiers {
                    let (from, name) = (from.clone(), named(&specifier.local));
                    self.exports.insert(named(&specifier.exported), Export::From { from, name });
                }
                self.imports.push(from);
            }
            Statement::ExportAllDeclaration(_) | Statement::ExportDefaultDeclaration(_) => {
                return Err("name what is exported: a bundle has no `export *` and no default".to_owned());
            }
            _ => {}
        }
        Ok(())
    }

    fn import(&mut self, import: &ImportDeclaration<'a>) {
        self.dropped.push(import.span);
        let from = import.source.value.to_string();
        for specifier in import.specifiers.iter().flatten() {
            let (local, kind) = match specifier {
                ImportDeclarationSpecifier::ImportSpecifier(it) => {
                    let (from, name) = (from.clone(), named(&it.imported));
                    (&it.local, Kind::Import { from, name })
                }
                ImportDeclarationSpecifier::ImportDefaultSpecifier(it) => {
                    let (from, name) = (from.clone(), "default".to_owned());
                    (&it.local, Kind::Import { from, name })
                }
                ImportDeclarationSpecifier::ImportNamespaceSpecifier(it) => (&it.local, Kind::Namespace { from: from.clone() }),
            };
            self.imported.insert(local.name.to_string(), kind);
        }
        self.imports.push(from);
    }

    fn finish(mut self) -> Module {
        let scoping = self.scoping;
        let root = scoping.root_scope_id();
        let mut bindings = Vec::new();
        let mut index = BTreeMap::new();
        for symbol in scoping.symbol_ids().filter(|&symbol| scoping.symbol_scope_id(symbol) == root) {
            index.insert(scoping.symbol_name(symbol).to_owned(), bindings.len());
            bindings.push(self.binding(symbol));
        }
        for (export, local) in &self.local {
            if let Some(&binding) = index.get(local) {
                self.exports.insert(export.clone(), Export::Binding(binding));
            }
        }
        let scopes = scoping
            .scope_descendants_from_root()
            .map(|scope| Scope {
                around: scoping.scope_parent_id(scope).map(|around| around.index()),
                names: scoping.get_bindings(scope).keys().map(|name| name.to_string()).collect(),
            })
            .collect();
        Module {
            text: self.text.to_owned(),
            imports: self.imports,
            bindings,
            exports: self.exports,
            scopes,
            globals: scoping
                .root_unresolved_references()
                .keys()
                .map(|name| name.to_string())
                .collect(),
            dropped: self.dropped,
        }
    }

    fn place(&self, span: Span) -> Place {
        Place {
            span,
            shorthand: self.texts.shorthands.contains(&span.start),
        }
    }

    fn binding(&mut self, symbol: SymbolId) -> Binding {
        let scoping = self.scoping;
        let name = scoping.symbol_name(symbol).to_owned();
        let kind = self.imported.remove(&name).unwrap_or_else(|| {
            let first = scoping.symbol_span(symbol);
            let again = scoping.symbol_redeclarations(symbol).iter().map(|it| it.span);
            let mut spans: Vec<Span> = again.chain([first]).collect();
            spans.sort_unstable();
            spans.dedup();
            Kind::Own {
                places: spans.into_iter().map(|span| self.place(span)).collect(),
                class: self.texts.classes.get(&first.start).copied(),
                changes: scoping.symbol_is_mutated(symbol),
            }
        });
        let uses = scoping
            .get_resolved_references(symbol)
            .filter_map(|it| self.used(it))
            .collect();
        Binding { name, kind, uses }
    }

    fn used(&self, reference: &Reference) -> Option<Use> {
        let span = self.nodes.get_node(reference.node_id()).kind().span();
        let member = match self.nodes.parent_kind(reference.node_id()) {
            // It goes with its statement.
            AstKind::ExportSpecifier(_) => return None,
            AstKind::StaticMemberExpression(it) if it.object.span() == span => Some((it.property.name.to_string(), it.span)),
            _ => None,
        };
        Some(Use {
            place: self.place(span),
            scope: reference.scope_id().index(),
            member,
        })
    }
}

fn named(name: &ModuleExportName<'_>) -> String {
    name.name().to_string()
}

fn names(pattern: &BindingPattern<'_>) -> Vec<String> {
    pattern
        .get_binding_identifiers()
        .into_iter()
        .map(|id| id.name.to_string())
        .collect()
}
