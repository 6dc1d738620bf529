//! Clipping paths and masks of SVG content (CSS Masking 1 §6, §7).

use super::*;

impl Painter<'_> {
    /// Keeps of the layer what a clipping path lets through.
    pub(in crate::paint) fn svg_clip(&mut self, work: &mut Work<'_>, index: usize, bounds: Option<Rect>, t: &Transform) {
        let scene = work.scene;
        let Some(clip) = scene.clips.get(index).filter(|_| work.layers < LAYERS_MAX) else {
            return;
        };
        let units = if clip.in_box {
            crate::svg::box_units(bounds)
        } else {
            Some(Transform::IDENTITY)
        };
        let saved = self.surface.clip.clone();
        if !work.spend(saved.rect.width() as i64 * saved.rect.height() as i64) || !self.surface.push(&[]) {
            return;
        }
        work.depth += 1;
        if let Some(units) = units {
            let place = units.then(&clip.transform).then(t);
            for item in &clip.items {
                self.svg_silhouette(work, *item, &place);
            }
        }
        if let Some(Some(outer)) = clip.clip {
            self.surface.clip = saved.clone();
            work.layers += 1;
            self.svg_clip(work, outer, bounds, t);
            work.layers -= 1;
        }
        work.depth -= 1;
        self.surface.clip = saved;
        self.surface.pop(&[], 1.0, BlendMode::DestinationIn);
    }

    /// The geometry of an item in black, whatever its paint is.
    fn svg_silhouette(&mut self, work: &mut Work<'_>, index: usize, outer: &Transform) {
        let scene = work.scene;
        let Some(item) = scene.items.get(index).filter(|_| work.spend(ITEM_WORK)) else {
            return;
        };
        let t = item.transform.then(outer);
        let saved = self.surface.clip.clone();
        let mut clip = shaped_clip(item, saved.clone(), &t);
        if let Some(Some(index)) = item.clip
            && let Some((path, rule, place)) = simple_clip(scene, index, item.bounds)
        {
            clip = clip.narrowed_by_path(&path, rule, &place.then(&t));
        }
        self.surface.clip = clip;
        let black = Shader::SolidColor(Color::BLACK);
        match &item.content {
            Content::Shape(Some(path)) if item.painted.visible => {
                self.surface.fill_exact(path, clip_rule(item), black, &t, false);
            }
            Content::Text(content) => {
                for run in content.runs.iter().filter(|run| run.painted.visible) {
                    let Some(font) = run.font() else { continue };
                    let text = RunRef {
                        font: &font.font,
                        size: font.size,
                        coords: &font.coords,
                        synthesis: font.synthesis,
                        glyphs: &run.glyphs,
                    };
                    self.surface.text(&text, Color::BLACK, &run.place.then(&t));
                }
            }
            Content::Group(items) if work.depth < DEPTH_MAX => {
                work.depth += 1;
                for index in items {
                    self.svg_silhouette(work, *index, &item.inner.then(&t));
                }
                work.depth -= 1;
            }
            _ => {}
        }
        self.surface.clip = saved;
    }

    /// Keeps of the layer what a mask lets through.
    pub(in crate::paint) fn svg_mask(&mut self, work: &mut Work<'_>, index: usize, bounds: Option<Rect>, t: &Transform) {
        let scene = work.scene;
        let Some(mask) = scene.masks.get(index).filter(|_| work.layers < LAYERS_MAX) else {
            return;
        };
        let units = crate::svg::box_units(bounds);
        let saved = self.surface.clip.clone();
        if !work.spend(saved.rect.width() as i64 * saved.rect.height() as i64) || !self.surface.push(&[]) {
            return;
        }
        let area = if mask.area_in_box {
            units.map(|units| units.bounds(mask.area))
        } else {
            Some(mask.area)
        };
        let content = if mask.content_in_box {
            units
        } else {
            Some(Transform::IDENTITY)
        };
        if let (Some(area), Some(content)) = (area, content) {
            let inside = saved.narrowed(&RoundRect::square(area), t);
            self.surface.clip = inside.clone();
            work.layers += 1;
            self.svg_items(work, &mask.items, &content.then(t));
            self.surface.clip = inside;
            if let Some(Some(outer)) = mask.mask {
                self.svg_mask(work, outer, bounds, t);
            }
            work.layers -= 1;
        }
        if !mask.by_alpha {
            self.surface.luminance_to_alpha();
        }
        self.surface.clip = saved;
        self.surface.pop(&[], 1.0, BlendMode::DestinationIn);
    }
}

/// The clip with a basic shape of `clip-path`, which refers to the item's bounding box.
pub(super) fn shaped_clip(item: &Item, clip: Clip, t: &Transform) -> Clip {
    let areas = Areas {
        border: RoundRect::square(item.bounds.unwrap_or_default()),
        border_edges: Edges::default(),
        padding_edges: Edges::default(),
    };
    match shape::clip_path(&item.style, &areas) {
        Some(shape::Kept::Path(path, rule)) => clip.narrowed_by_path(&path, rule, t),
        Some(shape::Kept::Nothing) => Clip::nothing(),
        None => clip,
    }
}

/// A clipping path that is one shape, with the transform to the space of what it clips.
pub(in crate::paint) fn simple_clip(
    scene: &Scene,
    index: usize,
    bounds: Option<Rect>,
) -> Option<(Rc<Path>, FillRule, Transform)> {
    let clip = scene.clips.get(index)?;
    let [only] = clip.items[..] else { return None };
    let item = scene.items.get(only)?;
    let Content::Shape(Some(path)) = &item.content else {
        return None;
    };
    let alone = clip.clip.flatten().is_none() && item.clip.flatten().is_none() && item.painted.visible;
    let units = if clip.in_box {
        crate::svg::box_units(bounds)?
    } else {
        Transform::IDENTITY
    };
    let place = item.transform.then(&units).then(&clip.transform);
    alone.then(|| (path.clone(), clip_rule(item), place))
}

pub(super) fn clip_rule(item: &Item) -> FillRule {
    match svg_properties::value(&item.style, "clip-rule").as_deref() {
        Some("evenodd") => FillRule::EvenOdd,
        _ => FillRule::Winding,
    }
}
