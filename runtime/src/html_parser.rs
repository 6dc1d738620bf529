//! HTML parsing (HTML, 13.2) by html5ever. The tree itself is JavaScript's, so the sink writes down what is to be done to it;
//! the parser stops at each script so that the loader can run it before going on.

use crate::tree_words::{TreeWords, code};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeBuilder, TreeBuilderOpts, TreeSink};
use html5ever::{Attribute, LocalName, Namespace, QualName, local_name, ns};
use markup5ever::TokenizerResult;
use markup5ever::buffer_queue::BufferQueue;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// The document node's id on both sides.
pub(crate) const DOCUMENT: u32 = 1;
/// Ids the parser gives lie above this, those JavaScript gives below.
pub(crate) const PARSER_IDS_FROM: u32 = 1 << 31;

struct Name {
    namespace: Namespace,
    local: LocalName,
    parent: u32,
    depth: u32,
}

/// Chromium's limit on how deep a parser nests: what would go deeper becomes a sibling.
const DEPTH_MAX: u32 = 512;

#[derive(Debug)]
pub(crate) struct OwnedName(Namespace, LocalName);

impl ElemName for OwnedName {
    fn ns(&self) -> &Namespace {
        &self.0
    }
    fn local_name(&self) -> &LocalName {
        &self.1
    }
}

/// Writes down tree operations.
pub(crate) struct Sink {
    out: RefCell<TreeWords>,
    first: u32,
    next: Cell<u32>,
    names: RefCell<BTreeMap<u32, Name>>,
    templates: RefCell<BTreeMap<u32, u32>>,
    /// `<annotation-xml>` elements whose encoding makes them hold HTML.
    integration_points: RefCell<BTreeSet<u32>>,
    line: Cell<u64>,
    nodes_max: u32,
}

impl Sink {
    fn new(first_id: u32, nodes_max: u32) -> Sink {
        Sink {
            out: RefCell::default(),
            first: first_id,
            next: Cell::new(first_id),
            names: RefCell::default(),
            templates: RefCell::default(),
            integration_points: RefCell::default(),
            line: Cell::new(1),
            nodes_max,
        }
    }

    fn id(&self) -> u32 {
        let id = self.next.get();
        self.next.set(id + 1);
        id
    }

    /// The parent to use so that the tree stays within `DEPTH_MAX`; remembers where `child` (0: text) goes.
    fn shallow(&self, parent: u32, child: u32) -> u32 {
        let mut names = self.names.borrow_mut();
        let (parent, depth) = match names.get(&parent) {
            Some(name) if name.depth >= DEPTH_MAX => (name.parent, name.depth - 1),
            Some(name) => (parent, name.depth),
            None => (parent, 0),
        };
        if let Some(name) = names.get_mut(&child) {
            name.parent = parent;
            name.depth = depth + 1;
        }
        parent
    }

    fn full(&self) -> bool {
        self.next.get() - self.first > self.nodes_max
    }

    fn attributes(&self, out: &mut TreeWords, attrs: &[Attribute]) -> Vec<u32> {
        let mut words = Vec::with_capacity(attrs.len() * 2);
        for attr in attrs {
            let name = match &attr.name.prefix {
                Some(prefix) => format!("{prefix}:{}", attr.name.local),
                None => attr.name.local.to_string(),
            };
            words.push(out.string(&name));
            words.push(out.string(&attr.value));
        }
        words
    }
}

fn namespace_number(namespace: &Namespace) -> u32 {
    match *namespace {
        ns!(html) => 0,
        ns!(svg) => 1,
        ns!(mathml) => 2,
        _ => 3,
    }
}

impl TreeSink for Sink {
    type Handle = u32;
    type Output = TreeWords;
    type ElemName<'a> = OwnedName;

    fn finish(self) -> TreeWords {
        self.out.into_inner()
    }
    fn parse_error(&self, _message: Cow<'static, str>) {}
    fn get_document(&self) -> u32 {
        DOCUMENT
    }
    fn elem_name(&self, target: &u32) -> OwnedName {
        match self.names.borrow().get(target) {
            Some(name) => OwnedName(name.namespace.clone(), name.local.clone()),
            None => OwnedName(ns!(html), local_name!("")),
        }
    }
    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> u32 {
        let id = self.id();
        let mut out = self.out.borrow_mut();
        let attributes = self.attributes(&mut out, &attrs);
        let s = out.string(&name.local);
        out.push(&[code::CREATE_ELEMENT, id, namespace_number(&name.ns), s, attrs.len() as u32]);
        out.push(&attributes);
        if flags.template {
            let contents = self.id();
            self.templates.borrow_mut().insert(id, contents);
            out.push(&[code::TEMPLATE_CONTENTS, id, contents]);
        }
        if flags.mathml_annotation_xml_integration_point {
            self.integration_points.borrow_mut().insert(id);
        }
        self.names.borrow_mut().insert(
            id,
            Name {
                namespace: name.ns,
                local: name.local,
                parent: DOCUMENT,
                depth: 0,
            },
        );
        id
    }
    fn create_comment(&self, text: StrTendril) -> u32 {
        let id = self.id();
        let mut out = self.out.borrow_mut();
        let s = out.string(&text);
        out.push(&[code::CREATE_COMMENT, id, s]);
        id
    }
    fn create_pi(&self, _target: StrTendril, data: StrTendril) -> u32 {
        self.create_comment(data)
    }
    fn append(&self, parent: &u32, child: NodeOrText<u32>) {
        let mut out = self.out.borrow_mut();
        match child {
            NodeOrText::AppendNode(child) => out.push(&[code::INSERT, self.shallow(*parent, child), child, 0]),
            NodeOrText::AppendText(text) => {
                let s = out.string(&text);
                out.push(&[code::APPEND_TEXT, self.shallow(*parent, 0), s]);
            }
        }
    }
    fn append_based_on_parent_node(&self, element: &u32, previous: &u32, child: NodeOrText<u32>) {
        // Foster parenting: whether the table still has a parent is known to the tree only, since a script may have taken it out.
        let mut out = self.out.borrow_mut();
        match child {
            NodeOrText::AppendNode(child) => out.push(&[code::FOSTER, *element, *previous, child]),
            NodeOrText::AppendText(text) => {
                let s = out.string(&text);
                out.push(&[code::FOSTER_TEXT, *element, *previous, s]);
            }
        }
    }
    fn append_doctype_to_document(&self, name: StrTendril, public_id: StrTendril, system_id: StrTendril) {
        let mut out = self.out.borrow_mut();
        let words = [
            code::DOCTYPE,
            out.string(&name),
            out.string(&public_id),
            out.string(&system_id),
        ];
        out.push(&words);
    }
    fn get_template_contents(&self, target: &u32) -> u32 {
        self.templates.borrow().get(target).copied().unwrap_or(*target)
    }
    fn same_node(&self, x: &u32, y: &u32) -> bool {
        x == y
    }
    // JavaScript derives `compatMode` from the doctype it is given.
    fn set_quirks_mode(&self, _mode: QuirksMode) {}
    fn append_before_sibling(&self, sibling: &u32, child: NodeOrText<u32>) {
        let mut out = self.out.borrow_mut();
        match child {
            // Parent 0: the sibling's parent.
            NodeOrText::AppendNode(child) => out.push(&[code::INSERT, 0, child, *sibling]),
            NodeOrText::AppendText(text) => {
                let s = out.string(&text);
                out.push(&[code::TEXT_BEFORE, *sibling, s]);
            }
        }
    }
    fn add_attrs_if_missing(&self, target: &u32, attrs: Vec<Attribute>) {
        let mut out = self.out.borrow_mut();
        let words = self.attributes(&mut out, &attrs);
        for pair in words.chunks_exact(2) {
            // Bit 31 of the name: only if the attribute is missing.
            out.push(&[code::SET_ATTRIBUTE, *target, pair[0] | 1 << 31, pair[1]]);
        }
    }
    fn remove_from_parent(&self, target: &u32) {
        self.out.borrow_mut().push(&[code::REMOVE, *target]);
    }
    fn reparent_children(&self, node: &u32, new_parent: &u32) {
        self.out.borrow_mut().push(&[code::MOVE_CHILDREN, *node, *new_parent]);
    }
    fn is_mathml_annotation_xml_integration_point(&self, target: &u32) -> bool {
        self.integration_points.borrow().contains(target)
    }
    fn set_current_line(&self, line: u64) {
        self.line.set(line);
    }
    fn allow_declarative_shadow_roots(&self, _parent: &u32) -> bool {
        false
    }
}

/// What one step of the parser produced.
pub(crate) struct Step {
    /// Operations to apply to the tree, in order.
    pub(crate) tree: TreeWords,
    /// What stopped the parser.
    pub(crate) stop: Stop,
}

/// Why the parser stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A script element is complete and must be looked at before parsing goes on; `line` is where its text starts (1-based).
    Script { node: u32, line: u64 },
    /// The document has ended.
    Done,
    /// More nodes than the page may have.
    TooManyNodes,
}

/// A document being parsed.
pub(crate) struct DocumentParser {
    tokenizer: Tokenizer<TreeBuilder<u32, Sink>>,
    input: BufferQueue,
    /// What has not been handed to the tokenizer yet, and from where.
    rest: String,
    rest_from: usize,
    ended: bool,
}

/// The tokenizer takes all it is given before it looks up, so it is given this much at a time (bytes).
const CHUNK: usize = 16 * 1024;

impl DocumentParser {
    /// Starts on a whole document; `first_id` is the first parser id that is free.
    pub(crate) fn new(html: &str, first_id: u32, nodes_max: u32) -> DocumentParser {
        let sink = Sink::new(first_id, nodes_max);
        let builder = TreeBuilder::new(
            sink,
            TreeBuilderOpts {
                scripting_enabled: true,
                ..Default::default()
            },
        );
        let tokenizer = Tokenizer::new(builder, TokenizerOpts::default());
        DocumentParser {
            tokenizer,
            input: BufferQueue::default(),
            rest: html.to_owned(),
            rest_from: 0,
            ended: false,
        }
    }

    /// Parses up to the next script or the end.
    pub(crate) fn step(&mut self) -> Step {
        let stop = loop {
            if self.ended {
                break Stop::Done;
            }
            if self.sink().full() {
                break Stop::TooManyNodes;
            }
            match self.tokenizer.feed(&self.input) {
                TokenizerResult::Script(node) => {
                    break Stop::Script {
                        node,
                        line: self.sink().line.get(),
                    };
                }
                TokenizerResult::Done if self.rest_from < self.rest.len() => {
                    let mut to = (self.rest_from + CHUNK).min(self.rest.len());
                    while !self.rest.is_char_boundary(to) {
                        to += 1;
                    }
                    self.input.push_back(StrTendril::from_slice(&self.rest[self.rest_from..to]));
                    self.rest_from = to;
                }
                TokenizerResult::Done => {
                    self.tokenizer.end();
                    self.ended = true;
                }
                TokenizerResult::EncodingIndicator(_) => {}
            }
        };
        Step {
            tree: self.sink().out.take(),
            stop,
        }
    }

    /// `document.write` during parsing: the text is parsed next.
    pub(crate) fn insert(&mut self, text: &str) {
        self.input.push_front(StrTendril::from_slice(text));
    }

    /// The first parser id not used yet.
    pub(crate) fn next_id(&self) -> u32 {
        self.sink().next.get()
    }

    fn sink(&self) -> &Sink {
        &self.tokenizer.sink.sink
    }
}

/// Parses a fragment (`innerHTML`) in the context of an element of the HTML namespace; the operations build the children of
/// the root element, whose id is the first one. Scripts in it do not run; `scripting` says whether `<noscript>` is text.
/// Returns the operations and the next free id.
pub(crate) fn parse_fragment(
    context: &str,
    namespace: u32,
    html: &str,
    scripting: bool,
    first_id: u32,
    nodes_max: u32,
) -> (TreeWords, u32) {
    let sink = Sink::new(first_id, nodes_max);
    let namespace = match namespace {
        1 => ns!(svg),
        2 => ns!(mathml),
        _ => ns!(html),
    };
    let name = QualName::new(None, namespace, LocalName::from(context));
    let context = sink.create_element(name, Vec::new(), ElementFlags::default());
    sink.out.take();
    let builder = TreeBuilder::new_for_fragment(
        sink,
        context,
        None,
        TreeBuilderOpts {
            scripting_enabled: scripting,
            ..Default::default()
        },
    );
    let state = builder.tokenizer_state_for_context_elem(scripting);
    let options = TokenizerOpts {
        initial_state: Some(state),
        ..Default::default()
    };
    parse_inert(&Tokenizer::new(builder, options), html)
}

/// Parses a document that has no window: its scripts never run, and scripting is off. The document is [`DOCUMENT`].
/// Returns the operations and the next free id.
pub(crate) fn parse_document(html: &str, first_id: u32, nodes_max: u32) -> (TreeWords, u32) {
    let options = TreeBuilderOpts {
        scripting_enabled: false,
        ..Default::default()
    };
    let builder = TreeBuilder::new(Sink::new(first_id, nodes_max), options);
    parse_inert(&Tokenizer::new(builder, TokenizerOpts::default()), html)
}

fn parse_inert(tokenizer: &Tokenizer<TreeBuilder<u32, Sink>>, html: &str) -> (TreeWords, u32) {
    let sink = &tokenizer.sink.sink;
    let input = BufferQueue::default();
    let mut rest = html;
    while !sink.full() {
        match tokenizer.feed(&input) {
            // HTML, 13.4: scripts of a fragment are "already started", so that they never run.
            TokenizerResult::Script(node) => sink.out.borrow_mut().push(&[code::SCRIPT_STARTED, node]),
            TokenizerResult::EncodingIndicator(_) => {}
            TokenizerResult::Done if rest.is_empty() => break,
            TokenizerResult::Done => {
                let (chunk, after) = rest.split_at(rest.ceil_char_boundary(CHUNK));
                input.push_back(StrTendril::from_slice(chunk));
                rest = after;
            }
        }
    }
    tokenizer.end();
    (sink.out.take(), sink.next.get())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stops_at_each_script_and_goes_on() {
        let mut parser = DocumentParser::new(
            "<!doctype html><p>a<script>1</script>b<script src=x></script>",
            PARSER_IDS_FROM,
            1000,
        );
        let first = parser.step();
        assert!(matches!(first.stop, Stop::Script { .. }), "{:?}", first.stop);
        assert!(first.tree.strings.iter().any(|s| s == "p"));
        assert!(matches!(parser.step().stop, Stop::Script { .. }));
        assert_eq!(parser.step().stop, Stop::Done);
    }

    #[test]
    fn a_fragment_is_parsed_in_its_context() {
        let (tree, next) = parse_fragment("tr", 0, "<td>x</td>", true, PARSER_IDS_FROM, 1000);
        assert!(!tree.words.contains(&code::SCRIPT_STARTED));
        assert!(tree.strings.iter().any(|s| s == "td"));
        assert!(next > PARSER_IDS_FROM);
        let (tree, _) = parse_fragment("div", 0, "<script>x</script>", true, PARSER_IDS_FROM, 1000);
        assert!(tree.words.contains(&code::SCRIPT_STARTED));
        let (tree, _) = parse_fragment("div", 0, "<p>late</p>", true, PARSER_IDS_FROM + (1 << 24), 100);
        assert!(
            tree.strings.iter().any(|s| s == "late"),
            "ids far up the range do not use up the limit"
        );
        let (_, next) = parse_fragment("div", 0, &"<b>".repeat(50_000), true, PARSER_IDS_FROM, 100);
        assert!(next < PARSER_IDS_FROM + 20_000, "the limit counts in fragments too");
    }

    #[test]
    fn a_document_without_a_window_has_no_scripting() {
        let html = "<!--a--><!doctype html><html lang=en><noscript><p>x</p></noscript><script>1</script>";
        let (tree, _) = parse_document(html, PARSER_IDS_FROM, 1000);
        assert!(tree.strings.iter().any(|s| s == "p") && tree.strings.iter().any(|s| s == "lang"));
        assert!(tree.words.contains(&code::DOCTYPE) && tree.words.contains(&code::SCRIPT_STARTED));
    }

    #[test]
    fn a_flood_of_nodes_ends_with_a_name() {
        let html = "<br>".repeat(50_000);
        let mut parser = DocumentParser::new(&html, PARSER_IDS_FROM, 100);
        assert_eq!(parser.step().stop, Stop::TooManyNodes);
    }
}
