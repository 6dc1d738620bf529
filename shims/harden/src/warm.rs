//! Compiling ahead: functions that every page runs while it opens are compiled before the start-up snapshot is made, so that the
//! snapshot has their bytecode and no page compiles them again.
//!
//! V8 compiles a function when it is first called. Calling the shims' functions without a page is not to be had, so the functions of a
//! list are handed to V8's compiler by name: after what declares them, [`insert`] puts a call of [`WARM`]'s `$$warm`, which puts
//! it on a list, and the engine calls the function under `Symbol.for("oracade.warm")` when nothing else is to be run. Functions have keys, which last over other edits of a module:
//!
//! * `f`: a function declaration of the module, or `const f =` a function; `table.f`: a statement `table.f =` a function
//! * `table.m`, `get table.m`: a member of `const table = {…}` of the module
//! * `outer/members.m`: the same in a function of the module that runs while the snapshot is made; the object has to be called `members`
//!   or `methods`
//! * `Class.m`, `Class.[key]`, `get Class.m`, `static Class.m`, `Class.constructor`: a member of a class, wherever it is; a class without
//!   a name has that of the variable it is given to, or is called `class`

use std::collections::BTreeSet;

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentTarget, BindingPattern, Class, ClassElement, Declaration, ExportDeclaration, Expression,
    Function, MethodDefinitionKind, ObjectExpression, ObjectPropertyKind, PropertyKey, PropertyKind, Statement,
    VariableDeclaration, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Parser;
use oxc_span::{GetSpan as _, SourceType, Span};
use oxc_syntax::operator::AssignmentOperator;
use oxc_syntax::scope::ScopeFlags;

use crate::edits::Edits;

/// The module of the functions that compile others; its text is [`TEXT`].
pub const WARM: &str = "ext:oracade/ecma/warm.js";

/// Needs V8's `--allow-natives-syntax`, which the engine gives while it makes the snapshot, and only then.
pub(crate) const TEXT: &str = "// Made by oracade-harden: compiles functions before they are called.
const key = Symbol.for(\"oracade.warm\");
const descriptor = Object.getOwnPropertyDescriptor;
let list = [];
// Some classes are made later, by pages: nothing is to be done for them.
export function $$warm(f) { if (list !== null && typeof f === \"function\") list[list.length] = f; }
export function $$warmGet(o, key) { $$warm(descriptor(o, key)?.get); }
export function $$warmSet(o, key) { $$warm(descriptor(o, key)?.set); }
globalThis[key] = () => {
  delete globalThis[key];
  for (let i = 0; i < list.length; i++) %CompileLazy(list[i]);
  list = null;
};
";

/// A function that has a key, and where it is, in bytes of the module's text: from its parameters or before, to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keyed {
    /// The key.
    pub key: String,
    /// Where the declaration begins.
    pub start: usize,
    /// Where the function ends.
    pub end: usize,
}

/// All functions of a module that have a key.
///
/// # Errors
/// The parser's message for text that is no module.
pub fn functions(text: &str) -> Result<Vec<Keyed>, String> {
    let mut finder = Finder::default();
    visit(text, &mut finder)?;
    Ok(finder.found.into_iter().map(|(keyed, _)| keyed).collect())
}

/// The module's text with a call after each function whose key is in the list. Keys that no function has are left alone: whoever
/// changes the shims need not make the list anew at once.
///
/// # Errors
/// As for [`functions`].
pub(crate) fn insert(text: &str, keys: &BTreeSet<&str>) -> Result<String, String> {
    let mut finder = Finder::default();
    visit(text, &mut finder)?;
    let mut edits = Edits::default();
    for (Keyed { key, .. }, Place { at, call, in_class }) in finder.found {
        if !keys.contains(key.as_str()) {
            continue;
        }
        edits.open(
            at,
            if in_class {
                format!(" static {{ {call} }} ")
            } else {
                format!(" {call}")
            },
        );
    }
    let head = format!("import {{ $$warm, $$warmGet, $$warmSet }} from \"{WARM}\"; ");
    Ok(head + &edits.apply(text))
}

fn visit(text: &str, finder: &mut Finder) -> Result<(), String> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, text, SourceType::mjs()).parse();
    if let Some(error) = parsed.diagnostics.errors().next() {
        return Err(error.to_string());
    }
    finder.visit_program(&parsed.program);
    Ok(())
}

/// Where the call that compiles a function goes.
struct Place {
    at: u32,
    call: String,
    in_class: bool,
}

#[derive(Default)]
struct Finder {
    /// Names of the functions around.
    outer: Vec<String>,
    /// The name of the variable that is being given a value.
    given_to: Option<String>,
    found: Vec<(Keyed, Place)>,
}

/// Objects in functions whose members have keys.
const MEMBERS: [&str; 2] = ["members", "methods"];

impl Finder {
    fn add(&mut self, key: String, span: Span, place: Place) {
        let (start, end) = (span.start as usize, span.end as usize);
        self.found.push((Keyed { key, start, end }, place));
    }

    fn prefix(&self) -> String {
        self.outer.iter().map(|name| format!("{name}/")).collect()
    }

    fn object(&mut self, name: &str, object: &ObjectExpression<'_>, at: u32) {
        for property in &object.properties {
            let ObjectPropertyKind::ObjectProperty(property) = property else {
                continue;
            };
            let Some(member) = member(&property.key, property.computed) else {
                continue;
            };
            if !matches!(
                property.value,
                Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_)
            ) {
                continue;
            }
            let (kind, call) = match property.kind {
                PropertyKind::Init => ("", format!("$$warm({name}{});", member.access)),
                PropertyKind::Get => ("get ", format!("$$warmGet({name}, {});", member.value)),
                PropertyKind::Set => ("set ", format!("$$warmSet({name}, {});", member.value)),
            };
            let key = format!("{kind}{}{name}.{}", self.prefix(), member.name);
            let place = Place {
                at,
                call,
                in_class: false,
            };
            self.add(key, property.span, place);
        }
    }

    /// `table.f =` a function, as a statement of the module.
    fn assignment(&mut self, it: &Expression<'_>, at: u32) {
        let Expression::AssignmentExpression(assignment) = it else {
            return;
        };
        let AssignmentTarget::StaticMemberExpression(target) = &assignment.left else {
            return;
        };
        let Expression::Identifier(object) = &target.object else {
            return;
        };
        if assignment.operator == AssignmentOperator::Assign && is_function(&assignment.right) {
            let name = format!("{}.{}", object.name, target.property.name);
            let call = format!("$$warm({name});");
            self.add(
                name,
                assignment.right.span(),
                Place {
                    at,
                    call,
                    in_class: false,
                },
            );
        }
    }

    fn variables(&mut self, declaration: &VariableDeclaration<'_>) {
        for declarator in &declaration.declarations {
            let (BindingPattern::BindingIdentifier(id), Some(init)) = (&declarator.id, &declarator.init) else {
                continue;
            };
            let (name, at) = (id.name.as_str(), declaration.span.end);
            let of_module = self.outer.is_empty();
            match init {
                Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_) if of_module => {
                    let place = Place {
                        at,
                        call: format!("$$warm({name});"),
                        in_class: false,
                    };
                    self.add(name.to_owned(), init.span(), place);
                }
                Expression::ObjectExpression(object) if of_module || MEMBERS.contains(&name) => self.object(name, object, at),
                _ => {}
            }
        }
    }
}

/// How a member is written.
struct Member {
    /// In a key of the list.
    name: String,
    /// Behind its object.
    access: String,
    /// As a value.
    value: String,
}

/// A member whose key is a name, or a variable in brackets; None for others.
fn member(key: &PropertyKey<'_>, computed: bool) -> Option<Member> {
    let (name, access, value) = match key {
        PropertyKey::StaticIdentifier(name) if !computed => {
            (name.name.to_string(), format!(".{}", name.name), format!("\"{}\"", name.name))
        }
        PropertyKey::Identifier(name) if computed => {
            (format!("[{}]", name.name), format!("[{}]", name.name), name.name.to_string())
        }
        _ => return None,
    };
    Some(Member { name, access, value })
}

/// Whether an expression is a function's text.
fn is_function(it: &Expression<'_>) -> bool {
    matches!(it, Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_))
}

impl<'a> Visit<'a> for Finder {
    fn visit_statement(&mut self, it: &Statement<'a>) {
        match it {
            Statement::VariableDeclaration(declaration) => self.variables(declaration),
            Statement::ExpressionStatement(statement) if self.outer.is_empty() => {
                self.assignment(&statement.expression, statement.span.end)
            }
            _ => {}
        }
        walk::walk_statement(self, it);
    }

    fn visit_export_declaration(&mut self, it: &ExportDeclaration<'a>) {
        if let Declaration::VariableDeclaration(declaration) = &it.declaration {
            self.variables(declaration);
        }
        walk::walk_export_declaration(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        let name = match &it.id {
            BindingPattern::BindingIdentifier(id) => Some(id.name.as_str().to_owned()),
            _ => None,
        };
        let around = std::mem::replace(&mut self.given_to, name);
        walk::walk_variable_declarator(self, it);
        self.given_to = around;
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        let name = it.id.as_ref().map(|id| id.name.as_str());
        if let Some(name) = name
            && it.is_declaration()
            && self.outer.is_empty()
        {
            let place = Place {
                at: it.span.end,
                call: format!("$$warm({name});"),
                in_class: false,
            };
            self.add(name.to_owned(), it.span, place);
        }
        let name = name.map(str::to_owned).or_else(|| self.given_to.take());
        self.outer.push(name.unwrap_or_default());
        let around = self.given_to.take();
        walk::walk_function(self, it, flags);
        self.given_to = around;
        self.outer.pop();
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        let name = self.given_to.take();
        self.outer.push(name.unwrap_or_default());
        walk::walk_arrow_function_expression(self, it);
        self.outer.pop();
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        let name = it.id.as_ref().map(|id| id.name.as_str().to_owned());
        let name = name.or_else(|| self.given_to.take()).unwrap_or_else(|| "class".to_owned());
        let at = it.body.span.end - 1;
        for element in &it.body.body {
            let ClassElement::MethodDefinition(method) = element else {
                continue;
            };
            let Some(member) = member(&method.key, method.computed) else {
                continue;
            };
            let (of, is_static) = if method.r#static {
                ("this", "static ")
            } else {
                ("this.prototype", "")
            };
            let (kind, call) = match method.kind {
                MethodDefinitionKind::Constructor => ("", "$$warm(this);".to_owned()),
                MethodDefinitionKind::Method => ("", format!("$$warm({of}{});", member.access)),
                MethodDefinitionKind::Get => ("get ", format!("$$warmGet({of}, {});", member.value)),
                MethodDefinitionKind::Set => ("set ", format!("$$warmSet({of}, {});", member.value)),
            };
            let member = member.name;
            let place = Place {
                at,
                call,
                in_class: true,
            };
            self.add(format!("{kind}{is_static}{name}.{member}"), method.span, place);
        }
        let around = self.given_to.take();
        self.outer.push(name);
        walk::walk_class(self, it);
        self.outer.pop();
        self.given_to = around;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warmed(text: &str, keys: &[&str]) -> String {
        let text = insert(text, &keys.iter().copied().collect()).unwrap();
        text[text.find("; ").unwrap() + 2..].to_owned()
    }

    #[test]
    fn functions_are_compiled_behind_what_declares_them() {
        assert_eq!(warmed("function f() {}\ng();", &["f"]), "function f() {} $$warm(f);\ng();");
        assert_eq!(
            warmed("export const f = () => 1;", &["f"]),
            "export const f = () => 1; $$warm(f);"
        );
        assert_eq!(
            warmed("const T = { a() {}, get b() { return 1; } };", &["T.a", "get T.b"]),
            "const T = { a() {}, get b() { return 1; } }; $$warm(T.a); $$warmGet(T, \"b\");"
        );
        assert_eq!(
            warmed(
                "function g(cls) { const members = { a() {} }; add(cls, members); }",
                &["g/members.a"]
            ),
            "function g(cls) { const members = { a() {} }; $$warm(members.a); add(cls, members); }"
        );
    }

    #[test]
    fn functions_given_to_tables_and_members_with_computed_keys_are_compiled() {
        assert_eq!(warmed("host.f = () => 1;", &["host.f"]), "host.f = () => 1; $$warm(host.f);");
        assert_eq!(
            warmed("class C { [$m]() {} get [$x]() { return 1; } }", &["C.[$m]", "get C.[$x]"]),
            "class C { [$m]() {} get [$x]() { return 1; }  static { $$warm(this.prototype[$m]); }  static { $$warmGet(this.prototype, $x); } }"
        );
    }

    #[test]
    fn members_of_classes_are_compiled_in_the_class() {
        assert_eq!(
            warmed(
                "class C { constructor() {} m() {} static s() {} set x(v) {} #p() {} }",
                &["C.constructor", "C.m", "static C.s", "set C.x"]
            ),
            "class C { constructor() {} m() {} static s() {} set x(v) {} #p() {}  static { $$warm(this); }  static { $$warm(this.prototype.m); }  \
             static { $$warm(this.s); }  static { $$warmSet(this.prototype, \"x\"); } }"
        );
        assert_eq!(
            warmed("function f() { return { [n]: class { m() {} } }[n]; }", &["class.m"]),
            "function f() { return { [n]: class { m() {}  static { $$warm(this.prototype.m); } } }[n]; }"
        );
    }

    #[test]
    fn functions_have_keys_and_places() {
        let text = "export function f() { return () => 1; }\nclass C { get m() {} #p() {} }";
        let keys: Vec<_> = functions(text)
            .unwrap()
            .into_iter()
            .map(|f| (f.key, &text[f.start..f.end]))
            .collect();
        assert_eq!(
            keys,
            [
                ("f".to_owned(), "function f() { return () => 1; }"),
                ("get C.m".to_owned(), "get m() {}")
            ]
        );
    }
}
