//! The element traits of selector matching and of the style engine.

use super::handle::{Handle, HandleChildren};
use super::tree::{Element, Node};
use super::{direction, host_context, parts};
use app_units::Au;
use markup5ever::{local_name, ns};
use selectors::attr::{AttrSelectorOperation, CaseSensitivity, NamespaceConstraint};
use selectors::bloom::{BLOOM_HASH_MASK, BloomFilter};
use selectors::matching::{ElementSelectorFlags, MatchingContext, VisitedHandlingMode};
use selectors::sink::Push;
use selectors::{Element as SelectorElement, OpaqueElement};
use style::animation::AnimationSetKey;
use style::applicable_declarations::ApplicableDeclarationBlock;
use style::bloom::each_relevant_element_hash;
use style::context::SharedStyleContext;
use style::data::{ElementDataMut, ElementDataRef};
use style::dom::{LayoutIterator, OpaqueNode, TElement, TNode};
use style::properties::{ComputedValues, PropertyDeclarationBlock};
use style::rule_tree::{CascadeLevel, CascadeOrigin};
use style::selector_parser::{AttrValue, Lang, NonTSPseudoClass, PseudoElement, SelectorImpl, extended_filtering};
use style::servo_arc::{Arc, ArcBorrow};
use style::shared_lock::Locked;
use style::stylesheets::layer_rule::LayerOrder;
use style::values::specified::Display;
use style::values::{AtomIdent, AtomString};
use style::{Atom, CaseSensitivityExt, LocalName, Namespace};
use stylo_dom::ElementState;

impl<'a> Handle<'a> {
    #[allow(clippy::panic, reason = "the engine's traits hand out element handles only for elements")]
    pub(crate) fn el(&self) -> &'a Element {
        match self.0.element() {
            Some(element) => element,
            None => panic!("not an element"),
        }
    }

    fn animation_key(&self, pseudo: Option<PseudoElement>) -> AnimationSetKey {
        AnimationSetKey::new(OpaqueNode(self.0.id as usize), pseudo)
    }

    fn language(&self) -> Option<&'a str> {
        let mut current = Some(self.0);
        while let Some(node) = current {
            if let Some(lang) = node.element().and_then(|e| e.attribute("lang")) {
                return Some(lang);
            }
            current = node.parent_element_or_host();
        }
        None
    }
}

impl<'a> SelectorElement for Handle<'a> {
    type Impl = SelectorImpl;

    fn opaque(&self) -> OpaqueElement {
        self.opaque_element()
    }

    fn parent_element(&self) -> Option<Self> {
        self.0.parent_element().map(Handle)
    }

    fn parent_node_is_shadow_root(&self) -> bool {
        self.0.parent().is_some_and(|p| p.as_shadow_root().is_some())
    }

    fn containing_shadow_host(&self) -> Option<Self> {
        self.0.containing_shadow_root()?.parent().map(Handle)
    }

    fn is_pseudo_element(&self) -> bool {
        false
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        let mut node = self.0.previous()?;
        while node.element().is_none() {
            node = node.previous()?;
        }
        Some(Handle(node))
    }

    fn next_sibling_element(&self) -> Option<Self> {
        let mut node = self.0.next()?;
        while node.element().is_none() {
            node = node.next()?;
        }
        Some(Handle(node))
    }

    fn first_element_child(&self) -> Option<Self> {
        self.0.child_elements().next().map(Handle)
    }

    fn is_html_element_in_html_document(&self) -> bool {
        self.el().namespace == ns!(html)
    }

    fn has_local_name(&self, name: &markup5ever::LocalName) -> bool {
        self.el().name == *name
    }

    fn has_namespace(&self, namespace: &markup5ever::Namespace) -> bool {
        self.el().namespace == *namespace
    }

    fn is_same_type(&self, other: &Self) -> bool {
        self.el().name == other.el().name && self.el().namespace == other.el().namespace
    }

    fn attr_matches(
        &self,
        namespace: &NamespaceConstraint<&Namespace>,
        name: &LocalName,
        operation: &AttrSelectorOperation<&AtomString>,
    ) -> bool {
        // Attributes of the mirror carry no namespace.
        match namespace {
            NamespaceConstraint::Specific(ns) if !ns.0.is_empty() => false,
            _ => self
                .el()
                .attributes
                .iter()
                .any(|(n, value)| *n == name.0 && operation.eval_str(value)),
        }
    }

    fn match_non_ts_pseudo_class(&self, pseudo_class: &NonTSPseudoClass, _context: &mut MatchingContext<SelectorImpl>) -> bool {
        let element = self.el();
        match pseudo_class {
            NonTSPseudoClass::Lang(range) => self.language().is_some_and(|lang| extended_filtering(lang, range)),
            NonTSPseudoClass::AnyLink | NonTSPseudoClass::Link => self.is_link(),
            NonTSPseudoClass::Enabled => is_disableable(element) && !element.state.contains(ElementState::DISABLED),
            NonTSPseudoClass::ReadWrite => is_editable(element),
            NonTSPseudoClass::ReadOnly => !is_editable(element),
            NonTSPseudoClass::Required => is_required(element),
            NonTSPseudoClass::Optional => {
                matches!(&*element.name, "input" | "select" | "textarea" | "button") && !is_required(element)
            }
            NonTSPseudoClass::CustomState(state) => self.has_custom_state(&state.0),
            NonTSPseudoClass::Visited
            | NonTSPseudoClass::ServoNonZeroBorder
            | NonTSPseudoClass::MozMeterOptimum
            | NonTSPseudoClass::MozMeterSubOptimum
            | NonTSPseudoClass::MozMeterSubSubOptimum => false,
            other => {
                let flag = other.state_flag();
                !flag.is_empty() && element.state.intersects(flag)
            }
        }
    }

    fn match_pseudo_element(&self, _: &PseudoElement, _: &mut MatchingContext<SelectorImpl>) -> bool {
        false
    }

    fn apply_selector_flags(&self, flags: ElementSelectorFlags) {
        let own = flags.for_self();
        if !own.is_empty() {
            let cell = &self.el().selector_flags;
            cell.set(cell.get() | own);
        }
        let for_parent = flags.for_parent();
        if !for_parent.is_empty()
            && let Some(cell) = self.0.parent().and_then(Node::selector_flags)
        {
            cell.set(cell.get() | for_parent);
        }
    }

    fn is_link(&self) -> bool {
        matches!(&*self.el().name, "a" | "area") && self.el().attribute("href").is_some()
    }

    fn is_html_slot_element(&self) -> bool {
        self.0.is_html("slot")
    }

    fn assigned_slot(&self) -> Option<Self> {
        self.0.assigned_slot().map(Handle)
    }

    fn has_id(&self, id: &AtomIdent, case: CaseSensitivity) -> bool {
        self.el().id_attribute.as_ref().is_some_and(|own| case.eq_atom(own, id))
    }

    fn has_class(&self, name: &AtomIdent, case: CaseSensitivity) -> bool {
        self.el().classes.iter().any(|class| case.eq_atom(class, name))
    }

    fn has_custom_state(&self, state: &AtomIdent) -> bool {
        use crate::style::selector_stand_in::{DIR_LTR, DIR_RTL, IN_RANGE, context_selector};
        match &*state.0 {
            IN_RANGE => self.el().state.contains(ElementState::INRANGE),
            DIR_RTL => direction::is_rtl(self.0),
            DIR_LTR => !direction::is_rtl(self.0),
            name => match context_selector(name) {
                Some(selector) => host_context::matches(*self, &selector),
                None => self.el().custom_states.contains(state),
            },
        }
    }

    fn imported_part(&self, name: &AtomIdent) -> Option<AtomIdent> {
        let exported = parts::exports(self.el()).find(|(_, outer)| *outer == &*name.0)?;
        Some(AtomIdent::from(exported.0))
    }

    fn is_part(&self, name: &AtomIdent) -> bool {
        parts::names(self.el()).any(|part| part == &*name.0)
    }

    fn is_empty(&self) -> bool {
        self.0.children().all(|child| child.text().is_some_and(str::is_empty))
    }

    fn is_root(&self) -> bool {
        self.0
            .parent()
            .is_some_and(|p| matches!(p.kind, super::tree::Kind::Document(_)))
    }

    fn add_element_unique_hashes(&self, filter: &mut BloomFilter) -> bool {
        each_relevant_element_hash(*self, |hash| filter.insert_hash(hash & BLOOM_HASH_MASK));
        true
    }
}

/// `:required`: a field to which the attribute applies and that has it (HTML § 4.16.3).
fn is_required(element: &Element) -> bool {
    let applies = match &*element.name {
        "select" | "textarea" => true,
        "input" => element.attribute("type").is_none_or(|kind| {
            !["hidden", "range", "color", "submit", "image", "reset", "button"]
                .iter()
                .any(|never| kind.eq_ignore_ascii_case(never))
        }),
        _ => false,
    };
    applies && element.attribute("required").is_some()
}

fn is_disableable(element: &Element) -> bool {
    matches!(
        &*element.name,
        "button" | "input" | "select" | "textarea" | "fieldset" | "optgroup" | "option"
    )
}

fn is_editable(element: &Element) -> bool {
    let free = element.attribute("readonly").is_none() && !element.state.contains(ElementState::DISABLED);
    match &*element.name {
        "textarea" => free,
        "input" => {
            free && !matches!(
                element.attribute("type").map(str::to_ascii_lowercase).as_deref(),
                Some("button" | "checkbox" | "color" | "file" | "hidden" | "image" | "radio" | "range" | "reset" | "submit")
            )
        }
        _ => element
            .attribute("contenteditable")
            .is_some_and(|v| !v.eq_ignore_ascii_case("false")),
    }
}

impl<'a> TElement for Handle<'a> {
    type ConcreteNode = Handle<'a>;
    type TraversalChildrenIterator = HandleChildren<'a>;

    fn as_node(&self) -> Handle<'a> {
        *self
    }

    fn traversal_children(&self) -> LayoutIterator<HandleChildren<'a>> {
        LayoutIterator(HandleChildren(self.0.flat_children()))
    }

    fn is_html_element(&self) -> bool {
        self.el().namespace == ns!(html)
    }

    fn is_mathml_element(&self) -> bool {
        self.el().namespace == ns!(mathml)
    }

    fn is_svg_element(&self) -> bool {
        self.el().namespace == ns!(svg)
    }

    fn style_attribute(&self) -> Option<ArcBorrow<'_, Locked<PropertyDeclarationBlock>>> {
        self.el().style_attribute.as_ref().map(|block| block.borrow_arc())
    }

    fn animation_rule(&self, context: &SharedStyleContext) -> Option<Arc<Locked<PropertyDeclarationBlock>>> {
        crate::style::animation_sample::declarations(context, &self.animation_key(None), self.0.lock()?)
    }

    fn transition_rule(&self, context: &SharedStyleContext) -> Option<Arc<Locked<PropertyDeclarationBlock>>> {
        crate::style::animation_sample::transitions(context, &self.animation_key(None), self.0.lock()?)
    }

    fn state(&self) -> ElementState {
        // Rules of links are looked up by state; no link was ever visited.
        let link = if self.is_link() {
            ElementState::UNVISITED
        } else {
            ElementState::empty()
        };
        self.el().state | link
    }

    fn has_part_attr(&self) -> bool {
        parts::names(self.el()).next().is_some()
    }

    fn exports_any_part(&self) -> bool {
        parts::exports(self.el()).next().is_some()
    }

    fn each_part<F: FnMut(&AtomIdent)>(&self, mut callback: F) {
        for name in parts::names(self.el()) {
            callback(&AtomIdent::from(name));
        }
    }

    fn each_exported_part<F: FnMut(&AtomIdent)>(&self, name: &AtomIdent, mut callback: F) {
        for (inner, outer) in parts::exports(self.el()) {
            if inner == &*name.0 {
                callback(&AtomIdent::from(outer));
            }
        }
    }

    fn id(&self) -> Option<&Atom> {
        self.el().id_attribute.as_ref()
    }

    fn each_class<F: FnMut(&AtomIdent)>(&self, callback: F) {
        self.el().classes.iter().for_each(callback);
    }

    fn each_custom_state<F: FnMut(&AtomIdent)>(&self, callback: F) {
        self.el().custom_states.iter().for_each(callback);
    }

    fn each_attr_name<F: FnMut(&LocalName)>(&self, mut callback: F) {
        for (name, _) in &self.el().attributes {
            callback(LocalName::cast(name));
        }
    }

    fn has_dirty_descendants(&self) -> bool {
        self.el().dirty_descendants.get()
    }

    fn has_snapshot(&self) -> bool {
        self.el().has_snapshot.get()
    }

    fn handled_snapshot(&self) -> bool {
        self.el().handled_snapshot.get()
    }

    unsafe fn set_handled_snapshot(&self) {
        self.el().handled_snapshot.set(true);
    }

    unsafe fn set_dirty_descendants(&self) {
        self.el().dirty_descendants.set(true);
    }

    unsafe fn unset_dirty_descendants(&self) {
        self.el().dirty_descendants.set(false);
    }

    // There is no bottom-up pass, so nothing counts children.
    fn store_children_to_process(&self, _: isize) {}

    fn did_process_child(&self) -> isize {
        0
    }

    #[allow(clippy::panic, reason = "the data was made on the line before")]
    unsafe fn ensure_data(&self) -> ElementDataMut<'_> {
        self.0.ensure_style_data();
        match self.0.style_data_mut() {
            Some(data) => data,
            None => panic!("style data of a node that is no element"),
        }
    }

    unsafe fn clear_data(&self) {
        self.0.clear_style_data();
    }

    fn has_data(&self) -> bool {
        self.0.has_style_data()
    }

    fn borrow_data(&self) -> Option<ElementDataRef<'_>> {
        self.0.style_data()
    }

    fn mutate_data(&self) -> Option<ElementDataMut<'_>> {
        self.0.style_data_mut()
    }

    fn skip_item_display_fixup(&self) -> bool {
        false
    }

    fn may_have_animations(&self) -> bool {
        true
    }

    fn has_animations(&self, context: &SharedStyleContext) -> bool {
        self.has_css_animations(context, None) || self.has_css_transitions(context, None)
    }

    fn has_css_animations(&self, context: &SharedStyleContext, pseudo: Option<PseudoElement>) -> bool {
        context.animations.has_active_animations(&self.animation_key(pseudo))
    }

    fn has_css_transitions(&self, context: &SharedStyleContext, pseudo: Option<PseudoElement>) -> bool {
        context.animations.has_active_transitions(&self.animation_key(pseudo))
    }

    fn shadow_root(&self) -> Option<Handle<'a>> {
        self.0.shadow_root().map(Handle)
    }

    fn containing_shadow(&self) -> Option<Handle<'a>> {
        self.0.containing_shadow_root().map(Handle)
    }

    fn inheritance_parent(&self) -> Option<Self> {
        self.0.flat_parent().map(Handle)
    }

    fn slotted_nodes(&self) -> &[Handle<'a>] {
        self.0.assigned_nodes()
    }

    fn lang_attr(&self) -> Option<AttrValue> {
        self.el().attribute("lang").map(AttrValue::from)
    }

    fn match_element_lang(&self, override_lang: Option<Option<AttrValue>>, value: &Lang) -> bool {
        match override_lang {
            Some(lang) => lang.is_some_and(|lang| extended_filtering(&lang, value)),
            None => self.language().is_some_and(|lang| extended_filtering(lang, value)),
        }
    }

    fn is_html_document_body_element(&self) -> bool {
        self.el().name == local_name!("body")
            && self
                .0
                .parent()
                .is_some_and(|p| Handle(p).0.element().is_some() && Handle(p).is_root())
    }

    fn synthesize_presentational_hints_for_legacy_attributes<V>(&self, _: VisitedHandlingMode, hints: &mut V)
    where
        V: Push<ApplicableDeclarationBlock>,
    {
        if let Some(block) = super::hints::declarations(self.0) {
            hints.push(ApplicableDeclarationBlock::from_declarations(
                block,
                CascadeLevel::new(CascadeOrigin::PresHints),
                LayerOrder::root(),
            ));
        }
    }

    fn local_name(&self) -> &markup5ever::LocalName {
        &self.el().name
    }

    fn namespace(&self) -> &markup5ever::Namespace {
        &self.el().namespace
    }

    fn query_container_size(&self, _: &Display) -> euclid::default::Size2D<Option<Au>> {
        match self.el().container_size.get() {
            Some((width, height)) => euclid::default::Size2D::new(Some(Au::from_f32_px(width)), Some(Au::from_f32_px(height))),
            None => Default::default(),
        }
    }

    fn has_selector_flags(&self, flags: ElementSelectorFlags) -> bool {
        self.el().selector_flags.get().contains(flags)
    }

    // `:has()` is invalidated wholesale by the document, so no directions are tracked.
    fn relative_selector_search_direction(&self) -> ElementSelectorFlags {
        ElementSelectorFlags::empty()
    }

    fn compute_layout_damage(_: &ComputedValues, _: &ComputedValues) -> style::selector_parser::RestyleDamage {
        style::selector_parser::RestyleDamage::empty()
    }

    fn get_attr(&self, name: &LocalName, namespace: &Namespace) -> Option<String> {
        if !namespace.0.is_empty() {
            return None;
        }
        self.el()
            .attributes
            .iter()
            .find(|(n, _)| *n == name.0)
            .map(|(_, v)| v.clone())
    }
}

// The node view of the same handle is used when a trait method exists on both.
const _: fn(&Handle<'_>) -> OpaqueNode = |handle| TNode::opaque(handle);
