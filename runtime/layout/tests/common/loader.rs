//! Loads static HTML into a [`Document`] without scripts: for examples and tests.

use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, QualName, parse_document};
use oracade_layout::{Document, Namespace};
use std::borrow::Cow;
use std::cell::RefCell;

/// A node of the parsed page.
pub(crate) struct PageNode {
    /// Element name, or nothing for text and the rest.
    pub(crate) name: Option<QualName>,
    /// Attributes.
    pub(crate) attributes: Vec<(String, String)>,
    /// Character data of a text node.
    pub(crate) text: Option<String>,
    /// Parent.
    pub(crate) parent: Option<usize>,
    /// Children in order.
    pub(crate) children: Vec<usize>,
    contents: Option<usize>,
}

/// A parsed page; node 0 is the document, and the id of node `n` in the mirror is `n + 1`.
pub(crate) struct Page {
    /// All nodes.
    pub(crate) nodes: Vec<PageNode>,
}

#[derive(Default)]
struct Sink {
    nodes: RefCell<Vec<PageNode>>,
}

impl Sink {
    fn add(&self, name: Option<QualName>, attributes: Vec<(String, String)>, text: Option<String>) -> usize {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(PageNode {
            name,
            attributes,
            text,
            parent: None,
            children: Vec::new(),
            contents: None,
        });
        nodes.len() - 1
    }

    fn insert(&self, parent: usize, at: usize, child: NodeOrText<usize>) {
        match child {
            NodeOrText::AppendNode(node) => {
                self.detach(node);
                let mut nodes = self.nodes.borrow_mut();
                let at = at.min(nodes[parent].children.len());
                nodes[parent].children.insert(at, node);
                nodes[node].parent = Some(parent);
            }
            NodeOrText::AppendText(text) => {
                let before = at
                    .checked_sub(1)
                    .and_then(|i| self.nodes.borrow()[parent].children.get(i).copied());
                if let Some(before) = before {
                    let mut nodes = self.nodes.borrow_mut();
                    if let Some(old) = &mut nodes[before].text {
                        old.push_str(&text);
                        return;
                    }
                }
                let node = self.add(None, Vec::new(), Some(text.to_string()));
                self.insert(parent, at, NodeOrText::AppendNode(node));
            }
        }
    }

    fn detach(&self, node: usize) {
        let mut nodes = self.nodes.borrow_mut();
        if let Some(parent) = nodes[node].parent.take() {
            nodes[parent].children.retain(|child| *child != node);
        }
    }
}

fn attributes(attrs: Vec<Attribute>) -> Vec<(String, String)> {
    attrs
        .into_iter()
        .map(|a| (a.name.local.to_string(), a.value.to_string()))
        .collect()
}

/// An element's name, for the tree builder.
#[derive(Debug)]
pub(crate) struct Name(QualName);

impl html5ever::tree_builder::ElemName for Name {
    fn ns(&self) -> &html5ever::Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &html5ever::LocalName {
        &self.0.local
    }
}

impl TreeSink for Sink {
    type Handle = usize;
    type Output = Page;
    type ElemName<'a> = Name;

    fn finish(self) -> Page {
        Page {
            nodes: self.nodes.into_inner(),
        }
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> usize {
        0
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> Name {
        let name = self.nodes.borrow()[*target].name.clone();
        Name(name.unwrap_or_else(|| QualName::new(None, html5ever::ns!(), html5ever::local_name!(""))))
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> usize {
        let node = self.add(Some(name), attributes(attrs), None);
        if flags.template {
            let contents = self.add(None, Vec::new(), None);
            self.nodes.borrow_mut()[node].contents = Some(contents);
        }
        node
    }

    fn create_comment(&self, _: StrTendril) -> usize {
        self.add(None, Vec::new(), None)
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> usize {
        self.add(None, Vec::new(), None)
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        let at = self.nodes.borrow()[*parent].children.len();
        self.insert(*parent, at, child);
    }

    fn append_based_on_parent_node(&self, element: &usize, previous: &usize, child: NodeOrText<usize>) {
        let attached = self.nodes.borrow()[*element].parent.is_some();
        if attached {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &usize) -> usize {
        self.nodes.borrow()[*target].contents.unwrap_or(*target)
    }

    fn same_node(&self, x: &usize, y: &usize) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &usize, child: NodeOrText<usize>) {
        let parent = self.nodes.borrow()[*sibling].parent;
        if let Some(parent) = parent {
            let at = {
                let nodes = self.nodes.borrow();
                nodes[parent].children.iter().position(|c| c == sibling).unwrap_or(0)
            };
            self.insert(parent, at, child);
        }
    }

    fn add_attrs_if_missing(&self, target: &usize, attrs: Vec<Attribute>) {
        let mut nodes = self.nodes.borrow_mut();
        for (name, value) in attributes(attrs) {
            if nodes[*target].attributes.iter().all(|(n, _)| *n != name) {
                nodes[*target].attributes.push((name, value));
            }
        }
    }

    fn remove_from_parent(&self, target: &usize) {
        self.detach(*target);
    }

    fn reparent_children(&self, node: &usize, new_parent: &usize) {
        let children = self.nodes.borrow()[*node].children.clone();
        for child in children {
            self.append(new_parent, NodeOrText::AppendNode(child));
        }
    }
}

impl Page {
    /// Parses HTML.
    pub(crate) fn parse(html: &str) -> Self {
        let sink = Sink::default();
        sink.add(None, Vec::new(), None);
        parse_document(
            sink,
            html5ever::ParseOpts {
                tree_builder: html5ever::tree_builder::TreeBuilderOpts {
                    scripting_enabled: true,
                    ..Default::default()
                },
                ..Default::default()
            },
        )
        .one(html)
    }

    fn local(&self, node: usize) -> &str {
        self.nodes[node].name.as_ref().map_or("", |name| &*name.local)
    }

    /// An attribute of a node.
    pub(crate) fn attribute(&self, node: usize, name: &str) -> Option<&str> {
        self.nodes[node]
            .attributes
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, v)| v.as_str())
    }

    /// The text inside a node.
    pub(crate) fn text_of(&self, node: usize) -> String {
        let mut text = self.nodes[node].text.clone().unwrap_or_default();
        for child in &self.nodes[node].children {
            text.push_str(&self.text_of(*child));
        }
        text
    }

    /// The first node with an `id`.
    pub(crate) fn by_id(&self, id: &str) -> Option<u32> {
        (0..self.nodes.len())
            .find(|n| self.attribute(*n, "id") == Some(id))
            .map(|n| n as u32 + 1)
    }

    /// Feeds the page to a document, as scripts would find it after loading (`<script>` elements left out if asked).
    pub(crate) fn load(&self, document: &mut Document, skip_scripts: bool) {
        let mut stack: Vec<usize> = self.nodes[0].children.iter().rev().copied().collect();
        while let Some(node) = stack.pop() {
            let id = node as u32 + 1;
            let parent = self.nodes[node].parent.map_or(1, |p| p as u32 + 1);
            if let Some(text) = &self.nodes[node].text {
                document.create_text(id, text);
                document.insert(parent, id, 0);
                continue;
            }
            let Some(name) = &self.nodes[node].name else {
                continue;
            };
            if skip_scripts && &*name.local == "script" {
                continue;
            }
            let namespace = match &*name.ns {
                "http://www.w3.org/2000/svg" => Namespace::Svg,
                "http://www.w3.org/1998/Math/MathML" => Namespace::MathMl,
                _ => Namespace::Html,
            };
            document.create_element(id, namespace, &name.local);
            for (name, value) in &self.nodes[node].attributes {
                document.set_attribute(id, name, value);
            }
            document.insert(parent, id, 0);
            self.special(document, node, id);
            stack.extend(self.nodes[node].children.iter().rev());
        }
    }

    fn special(&self, document: &mut Document, node: usize, id: u32) {
        let number = |name: &str, default: f64| self.attribute(node, name).and_then(|v| v.parse().ok()).unwrap_or(default);
        match self.local(node) {
            "style" => {
                document.set_style_sheet(id, &self.text_of(node), self.attribute(node, "media").unwrap_or(""));
            }
            "canvas" => document.set_natural_size(id, number("width", 300.0), number("height", 150.0)),
            "img" => document.set_natural_size(id, 0.0, 0.0),
            "input" => {
                let kind = self.attribute(node, "type").unwrap_or("text").to_ascii_lowercase();
                let value = self.attribute(node, "value").map(str::to_owned);
                let label = match kind.as_str() {
                    "submit" => Some(value.unwrap_or_else(|| "Submit".to_owned())),
                    "reset" => Some(value.unwrap_or_else(|| "Reset".to_owned())),
                    _ => value,
                };
                match label {
                    Some(text) => document.set_control_text(id, &text, false),
                    None => document.set_control_text(id, self.attribute(node, "placeholder").unwrap_or(""), true),
                }
                let mut bits = 0;
                for (name, bit) in [("checked", 32), ("disabled", 64)] {
                    if self.attribute(node, name).is_some() {
                        bits |= bit;
                    }
                }
                document.set_state(id, bits);
            }
            "textarea" => document.set_control_text(id, &self.text_of(node), false),
            "select" => {
                let texts: Vec<String> = (0..self.nodes.len())
                    .filter(|n| self.local(*n) == "option" && self.is_inside(*n, node))
                    .map(|n| self.text_of(n).trim().to_owned())
                    .collect();
                document.set_control_text(id, texts.first().map_or("", String::as_str), false);
            }
            "button" | "fieldset" | "option" if self.attribute(node, "disabled").is_some() => document.set_state(id, 64),
            "dialog" | "details" if self.attribute(node, "open").is_some() => document.set_state(id, 512),
            _ => {}
        }
    }

    fn is_inside(&self, node: usize, ancestor: usize) -> bool {
        let mut current = self.nodes[node].parent;
        while let Some(n) = current {
            if n == ancestor {
                return true;
            }
            current = self.nodes[n].parent;
        }
        false
    }
}
