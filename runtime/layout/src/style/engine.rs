//! The style engine of one document: sheets in, computed styles out.

use super::selector_stand_in::FIRST_LINE;
use super::sheet_lists::SheetLists;
use super::{animation_list, fonts::Provider, sheets, starting_style};
use crate::dom::handle::Handle;
use crate::dom::tree::{Node, Tree};
use crate::{Resources, SharedFonts, Viewport};
use std::rc::Rc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use style::animation::DocumentAnimationSet;
use style::context::{
    CascadeInputs, QuirksMode, RegisteredSpeculativePainter, RegisteredSpeculativePainters, SharedStyleContext, StyleContext,
    ThreadLocalStyleContext, TreeCountingCaches,
};
use style::device::Device;
use style::dom::TNode;
use style::global_style_data::GLOBAL_STYLE_DATA;
use style::invalidation::element::restyle_hints::RestyleHint;
use style::media_queries::MediaType;
use style::properties::{ComputedValues, FirstLineReparenting, style_structs::Font};
use style::queries::values::PrefersColorScheme;
use style::rule_cache::RuleCacheConditions;
use style::selector_parser::{PseudoElement, RestyleDamage, SnapshotMap};
use style::servo::media_features::PointerCapabilities;
use style::servo_arc::Arc;
use style::shared_lock::{SharedRwLock, StylesheetGuards};
use style::stylesheets::{DocumentStyleSheet, UrlExtraData};
use style::stylist::{RuleInclusion, Stylist};
use style::thread_state::{self, ThreadState};
use style::traversal::{DomTraversal, recalc_style_at, resolve_style};
use style::traversal_flags::TraversalFlags;
use style::values::computed::font::{FamilyName, FontFamilyList, FontFamilyNameSyntax, SingleFontFamily};
use style::values::specified::position::PositionTryFallbacksTryTactic;
use style::{ArcSlice, Atom};

/// What a restyle asks of layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Damage {
    /// Styles were looked at.
    pub(crate) traversed: bool,
    /// Some computed style changed.
    pub(crate) styles: bool,
    /// Boxes must be laid out again.
    pub(crate) layout: bool,
    /// Boxes are elsewhere though they need not be laid out: a transform changed.
    pub(crate) moved: bool,
}

pub(crate) struct StyleEngine {
    pub(crate) stylist: Stylist,
    pub(crate) lock: SharedRwLock,
    pub(crate) animations: DocumentAnimationSet,
    pub(crate) snapshots: SnapshotMap,
    pub(crate) url: UrlExtraData,
    fonts: SharedFonts,
    pub(super) resources: Rc<dyn Resources>,
    /// Which author sheets there are, and where.
    pub(super) sheets: SheetLists,
    /// Some sheet uses `:has()`, whose invalidation is not tracked.
    pub(crate) uses_has: bool,
    /// True once something may have set a direction other than left to right.
    pub(crate) uses_direction: bool,
    /// True once something may have declared transitions or animations.
    pub(crate) uses_motion: bool,
    /// True once a sheet names `::first-line`.
    pub(crate) uses_first_line: bool,
    /// Some element's direction depends on its text.
    pub(crate) uses_auto_direction: bool,
    /// Time of the animation timeline in seconds.
    pub(crate) now: f64,
    viewport: Viewport,
    /// Set when something happened that needs a traversal.
    pub(crate) dirty: bool,
    prefers_dark: bool,
    touch: bool,
}

/// Turns on what Chromium has; the engine's switches are process-wide and off for Servo.
fn set_preferences() {
    static ONCE: Once = Once::new();
    macro_rules! enable {
        ($($name:tt),* $(,)?) => { ONCE.call_once(|| { $(stylo_static_prefs::set_pref!($name, true);)* }) };
    }
    enable!(
        "layout.columns.enabled",
        "layout.container-queries.enabled",
        "layout.css.at-scope.enabled",
        "layout.css.background-clip.border-area.enabled",
        "layout.css.basic-shape-shape.enabled",
        "layout.css.fit-content-function.enabled",
        "layout.css.has-selector.enabled",
        "layout.css.line-clamp.enabled",
        "layout.css.nth-child-of.enabled",
        "layout.css.properties-and-values.enabled",
        "layout.css.starting-style-at-rules.enabled",
        "layout.css.style-queries.enabled",
        "layout.css.tree-counting-functions.enabled",
        "layout.grid.enabled",
        "layout.unimplemented",
        "layout.variable_fonts.enabled",
        "layout.writing-mode.enabled",
    );
}

impl StyleEngine {
    pub(crate) fn new(fonts: SharedFonts, viewport: Viewport, resources: Rc<dyn Resources>) -> Self {
        set_preferences();
        let lock = SharedRwLock::new();
        let device = make_device(&fonts, viewport, false, false);
        let mut stylist = Stylist::new(device, QuirksMode::NoQuirks);
        stylist.append_stylesheet(sheets::user_agent_sheet(), &lock.read());
        Self {
            stylist,
            lock,
            animations: DocumentAnimationSet::default(),
            snapshots: SnapshotMap::new(),
            url: super::base_url(),
            fonts,
            resources,
            sheets: SheetLists::default(),
            uses_has: false,
            uses_direction: false,
            uses_motion: false,
            uses_first_line: false,
            uses_auto_direction: false,
            now: 0.0,
            viewport,
            dirty: true,
            prefers_dark: false,
            touch: false,
        }
    }

    pub(crate) fn set_base_url(&mut self, address: &str) {
        if let Ok(url) = url::Url::parse(address) {
            self.url = UrlExtraData(Arc::new(url));
        }
    }

    /// Puts the document in quirks mode.
    pub(crate) fn set_quirks(&mut self) {
        if self.quirks() {
            return;
        }
        self.stylist.set_quirks_mode(QuirksMode::Quirks);
        self.stylist.append_stylesheet(sheets::quirks_sheet(), &self.lock.read());
        self.dirty = true;
    }

    pub(crate) fn quirks_mode(&self) -> QuirksMode {
        self.stylist.quirks_mode()
    }

    /// The document is in quirks mode.
    pub(crate) fn quirks(&self) -> bool {
        self.quirks_mode() == QuirksMode::Quirks
    }

    pub(super) fn load_faces(&self, sheet: &DocumentStyleSheet) {
        let guard = self.lock.read();
        for face in sheets::font_faces(&sheet.0, &guard) {
            let Some(bytes) = face.urls.iter().find_map(|url| self.resources.bytes(url)) else {
                continue;
            };
            let descriptors = oracade_text::FontFaceDescriptors {
                weight: face.weight.map(oracade_text::FontWeight::new),
                style: face.italic.map(|italic| {
                    if italic {
                        oracade_text::FontStyle::Italic
                    } else {
                        oracade_text::FontStyle::Normal
                    }
                }),
                width: face.width.map(oracade_text::FontWidth::from_ratio),
                characters: face.characters,
                metrics: face.metrics,
            };
            let mut fonts = self.fonts.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            // A file that is no font leaves the family undefined, as in a browser.
            let _ = fonts.register(&face.family, &bytes, &descriptors);
        }
    }

    /// Changes viewport or media features; media queries and viewport units are evaluated again.
    pub(crate) fn set_viewport(&mut self, tree: &mut Tree, viewport: Viewport) {
        self.viewport = viewport;
        self.rebuild_device(tree);
    }

    pub(crate) fn set_touch(&mut self, tree: &mut Tree, touch: bool) {
        if self.touch != touch {
            self.touch = touch;
            self.rebuild_device(tree);
        }
    }

    fn rebuild_device(&mut self, tree: &mut Tree) {
        let device = make_device(&self.fonts, self.viewport, self.prefers_dark, self.touch);
        if let Some(style) = tree.root_element().and_then(Node::primary_style) {
            device.set_root_style(&style);
            device.set_root_font_size(style.get_font().clone_font_size().computed_size().px());
            let line_height = device.calc_line_height(style.get_font(), style.writing_mode, None).0;
            device.set_root_line_height(line_height.px());
        }
        let origins = {
            let guard = self.lock.read();
            let guards = StylesheetGuards {
                author: &guard,
                ua_or_user: &guard,
            };
            self.stylist.set_device(device, &guards)
        };
        if !origins.is_empty() {
            self.stylist.force_stylesheet_origins_dirty(origins);
        }
        for id in tree.shadow_roots() {
            if let Some(root) = tree.get_mut(id).and_then(Node::as_shadow_root_mut) {
                root.styles.stylesheets.force_dirty();
            }
        }
        self.stylist.rebuild_initial_values_for_custom_properties();
        if let Some(root) = tree.root_element() {
            root.add_restyle_hint(RestyleHint::restyle_subtree());
        }
        self.dirty = true;
    }

    pub(crate) fn viewport(&self) -> Viewport {
        self.viewport
    }

    /// Whether anything has changed that styles depend on.
    pub(crate) fn needs_restyle(&self) -> bool {
        self.dirty || self.stylist.stylesheets_have_changed()
    }

    /// Brings every computed style up to date.
    pub(crate) fn restyle(&mut self, tree: &mut Tree) -> Damage {
        if !self.needs_restyle() {
            return Damage::default();
        }
        self.dirty = false;
        thread_state::initialize(ThreadState::LAYOUT);
        self.flush_shadow_sheets(tree);
        let tree = &*tree;
        let Some(root) = tree.root_element().map(Handle) else {
            return Damage::default();
        };
        let guard = self.lock.read();
        let guards = StylesheetGuards {
            author: &guard,
            ua_or_user: &guard,
        };
        self.stylist.flush(&guards).process_style(root, Some(&self.snapshots));
        let context = self.shared_context(guards);
        let token = Recalc::pre_traverse(root, &context);
        let mut damage = Damage::default();
        if token.should_traverse() {
            damage.traversed = true;
            let traversal = Recalc {
                context,
                damage: AtomicU16::new(0),
                begun: Mutex::default(),
            };
            style::driver::traverse_dom(&traversal, token, None);
            let mut bits = traversal.damage.into_inner();
            let begun = traversal.begun.into_inner().unwrap_or_else(PoisonError::into_inner);
            for node in begun.iter().filter_map(|id| tree.get(*id)) {
                node.add_restyle_hint(RestyleHint::RESTYLE_SELF | RestyleHint::RESTYLE_PSEUDOS);
            }
            if !begun.is_empty() {
                // What has just begun shows its first moment.
                let traversal = Recalc {
                    context: traversal.context,
                    damage: AtomicU16::new(bits),
                    begun: Mutex::default(),
                };
                let token = Recalc::pre_traverse(root, &traversal.context);
                if token.should_traverse() {
                    style::driver::traverse_dom(&traversal, token, None);
                }
                bits = traversal.damage.into_inner();
            }
            damage.styles = bits != 0;
            let bits = RestyleDamage::from_bits_truncate(bits);
            damage.layout = bits.contains(RestyleDamage::RELAYOUT);
            damage.moved = bits.contains(RestyleDamage::RECALCULATE_OVERFLOW);
        }
        for id in self.snapshots.keys() {
            if let Some(element) = tree.get(id.0 as u32).and_then(Node::element) {
                element.has_snapshot.set(false);
                element.handled_snapshot.set(false);
            }
        }
        self.snapshots.clear();
        self.stylist.rule_tree().maybe_gc();
        damage
    }

    fn shared_context<'a>(&'a self, guards: StylesheetGuards<'a>) -> SharedStyleContext<'a> {
        SharedStyleContext {
            traversal_flags: TraversalFlags::empty(),
            stylist: &self.stylist,
            options: GLOBAL_STYLE_DATA.options.clone(),
            guards,
            visited_styles_enabled: false,
            animations: self.animations.clone(),
            current_time_for_animations: self.now,
            snapshot_map: &self.snapshots,
            registered_speculative_painters: &NoPainters,
        }
    }

    /// The style of an element, computed on the side if it is in a `display: none` subtree.
    pub(crate) fn style_of(&self, node: &Node) -> Option<Arc<ComputedValues>> {
        node.element()?;
        if let Some(style) = node.primary_style() {
            return Some(style);
        }
        if !node.is_in_flat_tree() {
            return None;
        }
        thread_state::initialize(ThreadState::LAYOUT);
        let guard = self.lock.read();
        let shared = self.shared_context(StylesheetGuards {
            author: &guard,
            ua_or_user: &guard,
        });
        let mut thread_local = ThreadLocalStyleContext::new();
        let mut context = StyleContext {
            shared: &shared,
            thread_local: &mut thread_local,
        };
        let styles = resolve_style(&mut context, Handle(node), RuleInclusion::All, None, None);
        Some(styles.primary().clone())
    }

    /// The style of a copy of an element: the rules that match the element, with another style to inherit from.
    pub(crate) fn inheriting(&self, node: &Node, style: &ComputedValues, parent: &ComputedValues) -> Arc<ComputedValues> {
        thread_state::initialize(ThreadState::LAYOUT);
        let guard = self.lock.read();
        let guards = StylesheetGuards {
            author: &guard,
            ua_or_user: &guard,
        };
        self.stylist.cascade_style_and_visited(
            Some(Handle(node)),
            None,
            &CascadeInputs::new_from_style(style),
            &guards,
            Some(parent),
            Some(parent),
            FirstLineReparenting::No,
            &PositionTryFallbacksTryTactic::default(),
            None,
            &mut RuleCacheConditions::default(),
            &mut TreeCountingCaches::default(),
        )
    }

    /// The style of a box that inherits from a style and that no rule is about.
    pub(crate) fn inherited_by(&self, parent: &ComputedValues) -> Arc<ComputedValues> {
        thread_state::initialize(ThreadState::LAYOUT);
        let guard = self.lock.read();
        let guards = StylesheetGuards {
            author: &guard,
            ua_or_user: &guard,
        };
        self.stylist
            .style_for_anonymous::<Handle<'_>>(&guards, &PseudoElement::ServoAnonymousBox, parent)
    }

    /// The style of a pseudo-element that exists; eager ones are stored with the element, others computed now.
    pub(crate) fn pseudo_style(&self, node: &Node, pseudo: PseudoElement) -> Option<Arc<ComputedValues>> {
        if pseudo.is_eager() {
            let data = node.style_data()?;
            return data.styles.pseudos.get(&pseudo).cloned();
        }
        let primary = node.primary_style()?;
        thread_state::initialize(ThreadState::LAYOUT);
        let guard = self.lock.read();
        let guards = StylesheetGuards {
            author: &guard,
            ua_or_user: &guard,
        };
        // Others have a style whether or not rules are about them.
        let only_with_rules = pseudo == FIRST_LINE;
        self.stylist.lazily_compute_pseudo_element_style(
            &guards,
            Handle(node),
            &pseudo,
            RuleInclusion::All,
            &primary,
            only_with_rules,
            None,
        )
    }
}

fn make_device(fonts: &SharedFonts, viewport: Viewport, dark: bool, touch: bool) -> Device {
    let size = euclid::Size2D::new(viewport.width as f32, viewport.height as f32);
    let ratio = viewport.device_pixel_ratio as f32;
    let pointer = if touch {
        PointerCapabilities::COARSE
    } else {
        // A headless browser has no pointing device; what drives it dispatches events without one.
        PointerCapabilities::empty()
    };
    Device::new(
        MediaType::screen(),
        QuirksMode::NoQuirks,
        size,
        euclid::Size2D::new(size.width * ratio, size.height * ratio),
        euclid::Scale::new(ratio),
        Box::new(Provider(fonts.clone())),
        ComputedValues::initial_values_with_font_override(initial_font()),
        if dark {
            PrefersColorScheme::Dark
        } else {
            PrefersColorScheme::Light
        },
        pointer,
        pointer,
    )
}

/// The initial values of font properties; the family is what Chromium calls its standard font.
fn initial_font() -> Font {
    let mut font = Font::initial_values();
    let name = FamilyName {
        name: Atom::from("Times New Roman"),
        syntax: FontFamilyNameSyntax::Quoted,
    };
    font.font_family.families = FontFamilyList {
        list: ArcSlice::from_iter(std::iter::once(SingleFontFamily::FamilyName(name))),
    };
    font.compute_font_hash();
    font
}

/// There are no paint worklets.
struct NoPainters;

impl RegisteredSpeculativePainters for NoPainters {
    fn get(&self, _: &Atom) -> Option<&dyn RegisteredSpeculativePainter> {
        None
    }
}

/// Elements nested deeper have no style. Finding a style may look at all ancestors, so that without an end the work would grow
/// with the square of the depth; boxes end at half of it.
const DEPTH_MAX: u32 = 1024;

struct Recalc<'a> {
    context: SharedStyleContext<'a>,
    damage: AtomicU16,
    /// Elements whose style is to be computed again, since animations began that it does not show.
    begun: Mutex<Vec<u32>>,
}

impl<'dom> DomTraversal<Handle<'dom>> for Recalc<'_> {
    fn process_preorder<F: FnMut(Handle<'dom>)>(
        &self,
        context: &mut StyleContext<Handle<'dom>>,
        node: Handle<'dom>,
        mut note_child: F,
    ) {
        let Some(element) = node.as_element() else {
            return;
        };
        let above = element.0.flat_parent().and_then(|parent| parent.element());
        let depth = above.map_or(0, |above| above.depth.get() + 1);
        element.el().depth.set(depth);
        element.0.ensure_style_data();
        let before = element.0.primary_style();
        let Some(mut data) = element.0.style_data_mut() else {
            return;
        };
        recalc_style_at(self, context, element, &mut data, |child| {
            if depth < DEPTH_MAX {
                note_child(child);
            }
        });
        let late = animation_list::complete(context, element, &data);
        if starting_style::begin(context, element, before.as_deref(), data.styles.primary()) || late {
            self.begun.lock().unwrap_or_else(PoisonError::into_inner).push(element.0.id);
        }
        let mut bits = data.damage.bits();
        let differs =
            |before: &ComputedValues| bits != 0 && super::text_properties::lays_out_differently(before, data.styles.primary());
        if before.as_deref().is_none_or(differs) {
            bits |= RestyleDamage::RELAYOUT.bits();
        }
        if crate::svg::is_inner(element.0) {
            // It has no CSS box: what changes is the picture, be it through a property the engine has no damage for.
            bits = bits & RestyleDamage::RECALCULATE_OVERFLOW.bits() | RestyleDamage::REPAINT.bits();
        }
        self.damage.fetch_or(bits, Ordering::Relaxed);
        data.clear_restyle_flags_and_damage();
        element.el().dirty_descendants.set(false);
    }

    fn needs_postorder_traversal() -> bool {
        false
    }

    fn process_postorder(&self, _: &mut StyleContext<Handle<'dom>>, _: Handle<'dom>) {}

    fn shared_context(&self) -> &SharedStyleContext<'_> {
        &self.context
    }
}

/// True if a text of CSS may set `direction`; `flex-direction` and the like do not count.
pub(crate) fn may_set_direction(css: &str) -> bool {
    let css = css.as_bytes();
    let name = b"direction";
    css.windows(name.len())
        .enumerate()
        .any(|(at, word)| word.eq_ignore_ascii_case(name) && at.checked_sub(1).and_then(|at| css.get(at)) != Some(&b'-'))
}

/// True if a text of CSS may declare transitions or animations.
pub(crate) fn may_declare_motion(css: &str) -> bool {
    let css = css.as_bytes();
    let holds = |name: &[u8]| css.windows(name.len()).any(|word| word.eq_ignore_ascii_case(name));
    holds(b"transition") || holds(b"animation")
}
