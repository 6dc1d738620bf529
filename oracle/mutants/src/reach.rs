//! Which parts of a game's scripts are run: the scripts are cut into *parts*, of which a program enters all or nothing, and a probe is
//! set at the beginning of each. An edit in a part that is never entered changes nothing that can be seen.

use crate::Mutant;
use crate::parse::{FindError, parsed};
use oracade_contracts::source::{SourceFile, Sources};
use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, BlockStatement, Class, ConditionalExpression, Directive, DoWhileStatement,
    Expression, ForInStatement, ForOfStatement, ForStatement, FormalParameters, FunctionBody, IfStatement, LogicalExpression,
    Statement, SwitchCase, WhileStatement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;
use std::collections::BTreeMap;

/// What a probe calls, as a property of the global object. A symbol is no property that a page would list.
const CALLED: &str = "globalThis[Symbol.for('part entered')]";
/// Begins the lines that tell of an entered part.
const LINE: &str = "\u{1}part entered ";

/// Scripts that begin others in a place where nobody hears probes: workers and worklets.
const ELSEWHERE: [&str; 2] = ["Worker", "addModule"];

/// A stretch of a file: all of it is entered, or nothing. `part` is absent where that cannot be said, as in parameters.
#[derive(Clone, Debug)]
struct Region {
    start: usize,
    end: usize,
    part: Option<u32>,
}

/// The parts of a game's scripts.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// For each file its regions; an inner one comes after the one it lies in.
    regions: BTreeMap<String, Vec<Region>>,
    /// The files with probes in them.
    probed: BTreeMap<String, String>,
    count: u32,
    /// Some of the scripts may run where probes are not heard: nothing can be said.
    elsewhere: bool,
}

impl Parts {
    /// Finds the parts of a game's files.
    ///
    /// # Errors
    /// A script cannot be parsed.
    pub fn find(files: Vec<SourceFile>) -> Result<Parts, FindError> {
        let texts: BTreeMap<String, String> = files.iter().map(|file| (file.path.clone(), file.text.clone())).collect();
        let elsewhere = |text: &String| ELSEWHERE.iter().any(|word| text.contains(word));
        let mut parts = Parts {
            elsewhere: texts.values().any(elsewhere),
            ..Parts::default()
        };
        let mut probes: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
        for script in Sources::from_files(files).scripts {
            let first = parts.count;
            let (regions, inserted, count) = parsed(&script, |program, _| {
                let mut cutter = Cutter {
                    regions: Vec::new(),
                    inserted: Vec::new(),
                    next: first,
                };
                cutter.visit_program(program);
                (cutter.regions, cutter.inserted, cutter.next)
            })?;
            parts.count = count;
            let moved = regions.into_iter().map(|region| Region {
                start: region.start + script.start,
                end: region.end + script.start,
                ..region
            });
            parts.regions.entry(script.file.clone()).or_default().extend(moved);
            let inserted = inserted.into_iter().map(|(at, text)| (at as usize + script.start, text));
            probes.entry(script.file.clone()).or_default().extend(inserted);
        }
        for (file, mut inserted) in probes {
            let text = texts.get(&file).map(String::as_str).unwrap_or_default();
            // Stable: at one place they come in the order of the walk, so that they nest.
            inserted.sort_by_key(|(at, _)| *at);
            let (mut probed, mut from) = (String::with_capacity(text.len() * 2), 0);
            for (at, probe) in inserted {
                probed.push_str(text.get(from..at).unwrap_or_default());
                probed.push_str(&probe);
                from = at;
            }
            probed.push_str(text.get(from..).unwrap_or_default());
            parts.probed.insert(file, probed);
        }
        Ok(parts)
    }

    /// A file with probes in it; absent if it has no scripts.
    pub fn probed(&self, file: &str) -> Option<&str> {
        self.probed.get(file).map(String::as_str)
    }

    /// The script that has to run in each document before the page's own, for probes to work: each part tells once that it is entered,
    /// on the console.
    pub fn listener() -> String {
        let line = LINE.escape_default();
        format!(
            "(() => {{ const told = new Set(), say = console.debug.bind(console);
{CALLED} = part => {{ if (!told.has(part)) {{ told.add(part); say('{}' + part); }} }}; }})();",
            line.to_string().replace("\\u{1}", "\\u0001")
        )
    }

    /// The part that a line of the console tells of.
    pub fn told(line: &str) -> Option<u32> {
        line.strip_prefix(LINE)?.parse().ok()
    }

    /// The part a mutant's edit lies in; `None`: it may take effect however the program runs.
    pub fn of(&self, mutant: &Mutant) -> Option<u32> {
        if self.elsewhere {
            return None;
        }
        let holds = |region: &&Region| region.start <= mutant.start && mutant.end <= region.end;
        let regions = self.regions.get(&mutant.file)?;
        regions.iter().rfind(holds)?.part
    }
}

/// Cuts one script.
struct Cutter {
    regions: Vec<Region>,
    /// Probes, in the order of the walk.
    inserted: Vec<(u32, String)>,
    next: u32,
}

impl Cutter {
    /// A part begins; answers with the call that tells of it.
    fn part(&mut self, start: u32, end: u32) -> String {
        let part = self.next;
        self.next += 1;
        self.region(start, end, Some(part));
        format!("{CALLED}({part})")
    }

    fn region(&mut self, start: u32, end: u32, part: Option<u32>) {
        self.regions.push(Region {
            start: start as usize,
            end: end as usize,
            part,
        });
    }

    /// A value that is only sometimes asked for.
    fn value(&mut self, it: &Expression<'_>, walk: impl FnOnce(&mut Self)) {
        let span = it.span();
        let call = self.part(span.start, span.end);
        self.inserted.push((span.start, format!("({call}, ")));
        walk(self);
        self.inserted.push((span.end, ")".to_owned()));
    }

    /// The statement of a branch or loop; a block has a probe of its own.
    fn branch<'a>(&mut self, it: &Statement<'a>)
    where
        Self: Visit<'a>,
    {
        if matches!(it, Statement::BlockStatement(_)) || it.is_declaration() {
            self.visit_statement(it);
            return;
        }
        let span = it.span();
        let call = self.part(span.start, span.end);
        self.inserted.push((span.start, format!("{{ {call}; ")));
        self.visit_statement(it);
        self.inserted.push((span.end, " }".to_owned()));
    }

    /// Statements one after another, the first of which is entered with what holds them. What follows a branch may not be.
    fn list<'a>(&mut self, statements: &[Statement<'a>], end: u32)
    where
        Self: Visit<'a>,
    {
        let mut after_branch = false;
        for statement in statements {
            // A declaration may be used before it is reached.
            if after_branch && !statement.is_declaration() {
                let start = statement.span().start;
                let call = self.part(start, end);
                self.inserted.push((start, format!("{call}; ")));
                after_branch = false;
            }
            self.visit_statement(statement);
            after_branch |= matches!(
                statement,
                Statement::IfStatement(_) | Statement::SwitchStatement(_) | Statement::TryStatement(_)
            );
        }
    }

    /// A part that is entered at a place behind which statements follow.
    fn block<'a>(&mut self, at: u32, end: u32, before: &str, statements: &[Statement<'a>])
    where
        Self: Visit<'a>,
    {
        let call = self.part(at, end);
        self.inserted.push((at, format!("{before}{call}; ")));
        self.list(statements, end);
    }
}

impl<'a> Visit<'a> for Cutter {
    fn visit_directive(&mut self, _: &Directive<'a>) {}

    fn visit_function_body(&mut self, it: &FunctionBody<'a>) {
        let (at, before) = match it.directives.last() {
            Some(directive) => (directive.span.end, ";"),
            None => (it.span.start + 1, ""),
        };
        self.block(at, it.span.end - 1, before, &it.statements);
    }

    fn visit_block_statement(&mut self, it: &BlockStatement<'a>) {
        self.block(it.span.start + 1, it.span.end - 1, "", &it.body);
    }

    fn visit_switch_case(&mut self, it: &SwitchCase<'a>) {
        if let Some(test) = &it.test {
            self.visit_expression(test);
        }
        if let Some(first) = it.consequent.first() {
            self.block(first.span().start, it.span.end, "", &it.consequent);
        }
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.visit_formal_parameters(&it.params);
        match &it.body {
            ArrowFunctionBody::FunctionBody(body) => self.visit_function_body(body),
            body => {
                if let Some(value) = body.as_expression() {
                    self.value(value, |this| this.visit_expression(value));
                }
            }
        }
    }

    // Defaults of parameters belong to nobody: a function can be called before the statement that declares it.
    fn visit_formal_parameters(&mut self, it: &FormalParameters<'a>) {
        self.region(it.span.start, it.span.end, None);
        walk::walk_formal_parameters(self, it);
    }

    // Fields are made when objects are.
    fn visit_class(&mut self, it: &Class<'a>) {
        self.region(it.span.start, it.span.end, None);
        walk::walk_class(self, it);
    }

    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        self.visit_expression(&it.test);
        self.branch(&it.consequent);
        if let Some(alternate) = &it.alternate {
            self.branch(alternate);
        }
    }

    fn visit_while_statement(&mut self, it: &WhileStatement<'a>) {
        self.visit_expression(&it.test);
        self.branch(&it.body);
    }

    fn visit_do_while_statement(&mut self, it: &DoWhileStatement<'a>) {
        self.branch(&it.body);
        self.visit_expression(&it.test);
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        if let Some(init) = &it.init {
            self.visit_for_statement_init(init);
        }
        if let Some(test) = &it.test {
            self.visit_expression(test);
        }
        if let Some(update) = &it.update {
            self.visit_expression(update);
        }
        self.branch(&it.body);
    }

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        self.visit_for_statement_left(&it.left);
        self.visit_expression(&it.right);
        self.branch(&it.body);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.visit_for_statement_left(&it.left);
        self.visit_expression(&it.right);
        self.branch(&it.body);
    }

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        self.visit_expression(&it.test);
        self.value(&it.consequent, |this| this.visit_expression(&it.consequent));
        self.value(&it.alternate, |this| this.visit_expression(&it.alternate));
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        self.visit_expression(&it.left);
        self.value(&it.right, |this| this.visit_expression(&it.right));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Operator, find};

    fn files(text: &str) -> Vec<SourceFile> {
        vec![SourceFile {
            path: "a.js".to_owned(),
            text: text.to_owned(),
        }]
    }

    fn probed(text: &str) -> String {
        let parts = Parts::find(files(text)).expect("it parses");
        let probed = parts.probed("a.js").unwrap_or_default().to_owned();
        Parts::find(files(&probed)).expect("it still parses");
        probed.replace(CALLED, "P")
    }

    #[test]
    fn probes_stand_at_the_beginning_of_what_is_entered_as_a_whole() {
        let cases = [
            ("f = () => a ? b : c", "f = () => (P(0), a ? (P(1), b) : (P(2), c))"),
            ("a && b || c", "a && (P(0), b) || (P(1), c)"),
            (
                "function f() { 'use strict'; g() }",
                "function f() { 'use strict';;P(0);  g() }",
            ),
            ("if (a) b(); else c()", "if (a) { P(0); b(); } else { P(1); c() }"),
            (
                "for (;;) { if (a) break; b() }",
                "for (;;) {P(0);  if (a) { P(1); break; } P(2); b() }",
            ),
            (
                "switch (a) { case 1: b(); default: c() }",
                "switch (a) { case 1: P(0); b(); default: P(1); c() }",
            ),
            ("do x(); while (y)", "do { P(0); x(); } while (y)"),
            ("if(a)b\nc", "if(a){ P(0); b }\nc"),
        ];
        for (text, wanted) in cases {
            assert_eq!(probed(text), wanted, "{text}");
        }
        // Each still has the same meaning to the parser where there are no semicolons.
        for text in [
            "x = a ? b : c\ny()",
            "class A { n = a ? 1 : 2\n m() { return 1 } }",
            "async () => { await (a || b) }",
        ] {
            probed(text);
        }
    }

    #[test]
    fn a_mutant_lies_in_the_innermost_part_and_parameters_in_none() {
        let text = "function f(n = 3) { if (n > 1) return 5; return 7; } class A { n = 9 }";
        let parts = Parts::find(files(text)).expect("it parses");
        let found = find(files(text), &[Operator::Constant]).expect("it parses");
        let part = |number: &str| {
            let of = |mutant: &&Mutant| text.get(mutant.start..mutant.end) == Some(number);
            parts.of(found.mutants.iter().find(of).expect("a mutant"))
        };
        assert_eq!(
            [part("3"), part("1"), part("5"), part("7"), part("9")],
            [None, Some(0), Some(1), Some(2), None]
        );
    }

    #[test]
    fn nothing_is_said_of_a_game_with_workers() {
        let text = "const w = new Worker('w.js'); if (w) { n = 5; }";
        let parts = Parts::find(files(text)).expect("it parses");
        let found = find(files(text), &[Operator::Constant]).expect("it parses");
        assert!(!found.mutants.is_empty() && found.mutants.iter().all(|mutant| parts.of(mutant).is_none()));
    }

    #[test]
    fn lines_of_the_console_tell_of_parts_and_others_do_not() {
        assert_eq!(Parts::told("\u{1}part entered 12"), Some(12));
        assert_eq!(Parts::told("part entered 12"), None);
        assert!(Parts::listener().contains("'\\u0001part entered '"), "{}", Parts::listener());
    }
}
