//! The document: mirror, styles and boxes together, brought up to date lazily.

use crate::boxes::{BoxId, BoxPart, BoxTree, ShapeCache, adopt, build};
use crate::dom::tree::{Node, Tree};
use crate::flow;
use crate::style::animation::AnimationEvent;
use crate::style::animation_control::KnownAnimations;
use crate::style::engine::StyleEngine;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use style::invalidation::element::restyle_hints::RestyleHint;
use style::selector_parser::PseudoElement;

/// The page's fonts, shared with its canvases.
pub type SharedFonts = Arc<Mutex<oracade_text::Fonts>>;

/// What the document may load.
pub trait Resources {
    /// The bytes at an absolute URL, if the page's bundle has it.
    fn bytes(&self, url: &str) -> Option<Arc<[u8]>>;

    /// The natural size of the image at an absolute URL, for `content` and backgrounds.
    fn image_size(&self, url: &str) -> Option<(f64, f64)> {
        let _ = url;
        None
    }
}

/// Size of the viewport in CSS px, and device pixels per CSS px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// Device pixels per CSS px.
    pub device_pixel_ratio: f64,
}

impl Viewport {
    /// A viewport with sane values: finite, at least 1/64 px wide, at most a million.
    pub fn new(width: f64, height: f64, device_pixel_ratio: f64) -> Self {
        let side = |v: f64| {
            if v.is_finite() { v.clamp(0.0, 1_000_000.0) } else { 0.0 }
        };
        let ratio = if device_pixel_ratio.is_finite() {
            device_pixel_ratio.clamp(0.1, 16.0)
        } else {
            1.0
        };
        Self {
            width: side(width),
            height: side(height),
            device_pixel_ratio: ratio,
        }
    }
}

/// How often styles and layout may feed back into each other through container queries in one update.
const MAX_CONTAINER_PASSES: usize = 5;

/// The mirror of a document with its computed styles and boxes.
pub struct Document {
    pub(crate) tree: Tree,
    pub(crate) engine: StyleEngine,
    pub(crate) boxes: Option<BoxTree>,
    pub(crate) fonts: SharedFonts,
    shapes: ShapeCache,
    /// Blurs and filters of the last pictures.
    pub(crate) effects: crate::paint::EffectCache,
    /// What inline SVG shows.
    pub(crate) scenes: crate::svg::Scenes,
    /// What the boxes were laid out for: the viewport and the state of the fonts.
    laid_out_for: Option<(Viewport, u64)>,
    /// Boxes must be generated and laid out again.
    pub(crate) layout_dirty: bool,
    /// Grows whenever boxes have come to be elsewhere by layout or by a transform.
    geometry: u32,
    /// Grows whenever a picture of it may come to be another one, by anything but the pixels of canvases and images.
    pub(crate) revision: u64,
    /// The last picture.
    pub(crate) last: crate::paint::Last,
    /// Scroll offset of the viewport.
    pub(crate) scroll: (f64, f64),
    pub(crate) events: Vec<AnimationEvent>,
    pub(crate) known_animations: KnownAnimations,
}

impl Document {
    /// An empty document.
    pub fn new(fonts: SharedFonts, viewport: Viewport, resources: Rc<dyn Resources>) -> Self {
        let engine = StyleEngine::new(fonts.clone(), viewport, resources);
        let tree = Tree::new(engine.lock.clone());
        Self {
            tree,
            engine,
            boxes: None,
            fonts,
            shapes: ShapeCache::default(),
            effects: crate::paint::EffectCache::default(),
            scenes: crate::svg::Scenes::default(),
            laid_out_for: None,
            layout_dirty: true,
            geometry: 0,
            revision: 0,
            last: crate::paint::Last::default(),
            scroll: (0.0, 0.0),
            events: Vec::new(),
            known_animations: KnownAnimations::default(),
        }
    }

    /// The address relative URLs of style sheets resolve against.
    pub fn set_base_url(&mut self, url: &str) {
        self.revision += 1;
        self.engine.set_base_url(url);
    }

    /// Changes the viewport (CSS px) and the device pixel ratio.
    pub fn set_viewport(&mut self, width: f64, height: f64, device_pixel_ratio: f64) {
        let viewport = Viewport::new(width, height, device_pixel_ratio);
        if viewport != self.engine.viewport() {
            self.engine.set_viewport(&mut self.tree, viewport);
            self.revision += 1;
            self.layout_dirty = true;
        }
    }

    /// Makes touch the primary pointer (`pointer: coarse`, `hover: none`), or the mouse again.
    pub fn set_touch(&mut self, touch: bool) {
        self.revision += 1;
        self.engine.set_touch(&mut self.tree, touch);
    }

    /// The viewport.
    pub fn viewport(&self) -> Viewport {
        self.engine.viewport()
    }

    /// Brings computed styles up to date.
    pub(crate) fn update_style(&mut self) {
        self.assign_slots();
        let mut damage = self.engine.restyle(&mut self.tree);
        if damage.traversed && (self.settle_cancelled() | self.impose_controls()) {
            let again = self.engine.restyle(&mut self.tree);
            damage.styles |= again.styles;
            damage.layout |= again.layout;
            damage.moved |= again.moved;
        }
        if damage.styles || damage.layout || damage.moved {
            self.revision += 1;
        }
        if damage.styles || damage.layout {
            self.scenes.clear();
        }
        if damage.moved {
            self.geometry = self.geometry.wrapping_add(1);
        }
        if damage.layout {
            self.layout_dirty = true;
        } else if damage.styles && !self.layout_dirty {
            self.refresh_box_styles();
        }
    }

    /// Whether nothing has changed since styles were last brought up to date, so that painting starts no transition.
    pub fn is_settled(&self) -> bool {
        !self.engine.dirty
    }

    /// Brings styles, boxes and positions up to date.
    pub fn update(&mut self) {
        for _ in 0..MAX_CONTAINER_PASSES {
            self.update_style();
            if !self.layout_dirty {
                return;
            }
            self.layout_now();
            if !self.update_containers() {
                break;
            }
        }
        // Whatever is still in flux settles at the next update.
        self.layout_dirty = false;
    }

    /// A number that is another one whenever boxes have come to be elsewhere: what is under a point may have changed. Scrolling is
    /// not counted.
    pub fn geometry(&mut self) -> u32 {
        self.update();
        self.geometry
    }

    /// Something inline SVG is made of changed.
    pub(crate) fn picture_changed(&mut self) {
        self.revision += 1;
        self.scenes.clear();
        self.geometry = self.geometry.wrapping_add(1);
    }

    fn layout_now(&mut self) {
        self.revision += 1;
        self.scenes.clear();
        self.geometry = self.geometry.wrapping_add(1);
        let viewport = self.engine.viewport();
        let (mut boxes, fonts) = {
            let mut fonts = self.fonts.lock().unwrap_or_else(PoisonError::into_inner);
            let boxes = build(&self.engine, &self.tree, &mut fonts, &mut self.shapes);
            (boxes, fonts.generation())
        };
        let made_for = Some((viewport, fonts));
        if let Some(old) = self.boxes.take().filter(|_| self.laid_out_for == made_for) {
            adopt(old, &mut boxes);
        }
        self.laid_out_for = made_for;
        flow::layout(&mut boxes, &self.fonts, (viewport.width as f32, viewport.height as f32));
        self.boxes = Some(boxes);
        self.layout_dirty = false;
        self.clamp_scrolls();
    }

    /// Records the sizes of query containers; true if one changed and its subtree must be styled again.
    fn update_containers(&mut self) -> bool {
        use style::values::specified::box_::ContainerType;
        let Some(boxes) = &self.boxes else {
            return false;
        };
        let mut changed = false;
        for (index, b) in boxes.boxes.iter().enumerate() {
            if b.part != BoxPart::Element || index == 0 {
                continue;
            }
            let kind = b.style.get_box().clone_container_type();
            if !kind.intersects(ContainerType::SIZE | ContainerType::INLINE_SIZE) {
                continue;
            }
            let Some(element) = self.tree.get(b.node).and_then(Node::element) else {
                continue;
            };
            let content = b.content_box();
            let size = Some((content.width as f32, content.height as f32));
            if element.container_size.replace(size) != size {
                changed = true;
                if let Some(node) = self.tree.get(b.node) {
                    node.add_restyle_hint(RestyleHint::restyle_subtree());
                }
            }
        }
        self.engine.dirty |= changed;
        changed
    }

    /// Gives the boxes the newest styles when nothing of them affects layout.
    fn refresh_box_styles(&mut self) {
        let Some(boxes) = &mut self.boxes else { return };
        let has_first_line = |b: &crate::boxes::LayoutBox| b.inline.as_ref().is_some_and(|inline| inline.first_line.is_some());
        if self.engine.uses_first_line && boxes.boxes.iter().any(has_first_line) {
            // The styles of a first line are made with the boxes.
            self.layout_dirty = true;
            return;
        }
        for index in 1..boxes.boxes.len() {
            let b = &boxes.boxes[index];
            let node = self.tree.get(b.node);
            let style = match b.part {
                BoxPart::Element => node.and_then(Node::primary_style),
                BoxPart::Before => node.and_then(|n| self.engine.pseudo_style(n, PseudoElement::Before)),
                BoxPart::After => node.and_then(|n| self.engine.pseudo_style(n, PseudoElement::After)),
                BoxPart::FirstLetter => node.and_then(|n| self.engine.pseudo_style(n, PseudoElement::FirstLetter)),
                BoxPart::FileButton => node.and_then(|n| self.engine.pseudo_style(n, PseudoElement::FileSelectorButton)),
                BoxPart::Backdrop => node.and_then(|n| self.engine.pseudo_style(n, PseudoElement::Backdrop)),
                BoxPart::Anonymous => b.parent.map(|parent| boxes.get(parent).style.clone()),
            };
            if boxes.boxes[index].marker_style.is_some() {
                let marker = node.and_then(|n| self.engine.pseudo_style(n, PseudoElement::Marker));
                boxes.boxes[index].marker_style = marker;
            }
            if let Some(style) = style {
                boxes.boxes[index].style = style;
            }
        }
    }

    /// The box tree, up to date.
    pub fn boxes(&mut self) -> &BoxTree {
        self.update();
        self.boxes.get_or_insert_with(|| unreachable!("an update makes the boxes"))
    }

    /// The box tree as of the last update.
    pub(crate) fn current_boxes(&self) -> Option<&BoxTree> {
        self.boxes.as_ref()
    }

    /// The principal box of an element.
    pub(crate) fn principal(&self, node: u32) -> Option<BoxId> {
        self.boxes.as_ref()?.of_node(node).first().copied()
    }
}
