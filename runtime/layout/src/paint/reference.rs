//! Clipping paths, masks and filters of SVG that boxes of HTML refer to (CSS Masking 1 §5, §6; Filter Effects 1 §5).

use super::Painter;
use super::background::border_rect;
use super::clip::{Clip, pixels_of};
use super::svg::{Work, simple_clip};
use super::svg_filter::{self, Scale};
use crate::boxes::{BoxId, BoxPart, Rect};
use crate::query::geometry::Transform;
use crate::style::svg_properties;
use crate::svg::Scene;
use std::rc::Rc;
use style::properties::ComputedValues;
use style::values::computed::Image;
use style::values::computed::basic_shape::ClipPath;

/// What a box refers to.
#[derive(Clone)]
pub(super) struct References {
    scene: Rc<Scene>,
    bounds: Rect,
}

/// True if a style names resources of the document.
pub(crate) fn refers(style: &ComputedValues) -> bool {
    let svg = style.get_svg();
    matches!(svg.clip_path, ClipPath::Url(_))
        || svg.mask_image.0.iter().any(|image| matches!(image, Image::Url(_)))
        || svg_properties::value(style, "filter").is_some()
}

impl References {
    /// The references of a box; None if it has none that lead anywhere.
    pub(super) fn of(painter: &Painter<'_>, id: BoxId, transform: &Transform) -> Option<Self> {
        let b = painter.boxes.get(id);
        if b.part != BoxPart::Element || !refers(&b.style) {
            return None;
        }
        let bounds = border_rect(b, transform);
        let scene = painter.document.references(b.node, &b.style, (bounds.width, bounds.height))?;
        Some(Self { scene, bounds })
    }

    fn clip_path(&self) -> Option<usize> {
        self.scene.items.first()?.clip.flatten()
    }

    fn mask(&self) -> Option<usize> {
        self.scene.items.first()?.mask.flatten()
    }

    fn filter(&self) -> Option<usize> {
        self.scene.items.first()?.filter.flatten()
    }

    /// True if the box is painted on a layer for what it refers to.
    pub(super) fn need_layer(&self) -> bool {
        let clips = self
            .clip_path()
            .is_some_and(|index| simple_clip(&self.scene, index, Some(self.bounds)).is_none());
        clips || self.mask().is_some() || self.filter().is_some()
    }

    /// The clip with a clipping path that is one shape.
    pub(super) fn narrow(&self, clip: Clip, transform: &Transform) -> Clip {
        let simple = self
            .clip_path()
            .and_then(|index| simple_clip(&self.scene, index, Some(self.bounds)));
        match simple {
            Some((path, rule, place)) => clip.narrowed_by_path(&path, rule, &place.then(transform)),
            None => clip,
        }
    }

    /// The clip with the region of a filter.
    pub(super) fn filter_region(&self, clip: Clip, transform: &Transform) -> Clip {
        let Some(graph) = self.filter().and_then(|index| self.scene.filters.get(index)) else {
            return clip;
        };
        let units = if graph.region_in_box {
            crate::svg::box_units(Some(self.bounds))
        } else {
            Some(Transform::translation(self.bounds.x, self.bounds.y))
        };
        match units {
            Some(units) => clip.within(&pixels_of(units.bounds(graph.region), transform)),
            None => Clip::nothing(),
        }
    }

    /// Applies what the box refers to, to the layer it is painted on.
    pub(super) fn apply(&self, painter: &mut Painter<'_>, transform: &Transform) {
        if let Some(graph) = self.filter().and_then(|index| self.scene.filters.get(index)) {
            let scale = Scale::of(graph, Some(self.bounds), transform);
            painter.surface.filter_layer(|layer| svg_filter::apply(graph, layer, &scale));
        }
        let mut work = Work::of(&self.scene);
        if let Some(index) = self.clip_path()
            && simple_clip(&self.scene, index, Some(self.bounds)).is_none()
        {
            painter.svg_clip(&mut work, index, Some(self.bounds), transform);
        }
        if let Some(index) = self.mask() {
            painter.svg_mask(&mut work, index, Some(self.bounds), transform);
        }
    }

    /// True if the mask is one of SVG, so that none is painted from images.
    pub(super) fn masks(&self) -> bool {
        self.mask().is_some()
    }
}
