//! Interpolation, addition and accumulation of CSS values (Web Animations §5.4, CSS Values 4 §3), for animations made by script.

use super::computed::declaration_text;
use super::stand_in;
use crate::Document;
use crate::boxes::BoxId;
use style::dom::{AttributeTracker, DummyElementContext};
use style::properties::animated_properties::AnimationValue;
use style::properties::{ComputedValues, PropertyDeclaration, StyleBuilder};
use style::rule_cache::RuleCacheConditions;
use style::stylesheets::container_rule::ContainerSizeQuery;
use style::values::animated::{Animate, Procedure};
use style::values::computed::Context;

/// How two values are put together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mix {
    /// The value so far on the way from the first to the second; below 0 and above 1 it goes on.
    Interpolate(f64),
    /// The second added to the first.
    Add,
    /// The second accumulated onto the first.
    Accumulate,
}

impl Document {
    /// Two values of a longhand put together, as text; `None` if they cannot be (then animation between them is discrete), or
    /// if the element has no style.
    pub fn mix(&self, node: u32, property: &str, from: &str, to: &str, mix: Mix) -> Option<String> {
        // The style as it was last computed will do: it only gives meaning to relative units.
        let style = self.engine.style_of(self.tree.get(node)?)?;
        let parent = self
            .tree
            .get(node)
            .and_then(|n| n.flat_parent())
            .and_then(|parent| self.engine.style_of(parent));
        let from = self.animation_value(&style, parent.as_deref(), property, from)?;
        let to = self.animation_value(&style, parent.as_deref(), property, to)?;
        if from.id() != to.id() {
            return None;
        }
        let procedure = match mix {
            Mix::Interpolate(progress) => Procedure::Interpolate { progress },
            Mix::Add => Procedure::Add,
            Mix::Accumulate => Procedure::Accumulate { count: 1 },
        };
        let mixed = from.animate(&to, procedure).ok()?;
        let value = match &mixed {
            AnimationValue::Transform(transform) => {
                let rect = self
                    .principal(node)
                    .filter(|id| *id != BoxId::ROOT)
                    .and_then(|id| Some(self.current_boxes()?.get(id).border_box()));
                let size = rect.map_or((0.0, 0.0), |rect| (rect.width, rect.height));
                let settled = super::transform::settled(transform, size);
                declaration_text(&AnimationValue::Transform(settled).uncompute())
            }
            other => declaration_text(&other.uncompute()),
        };
        Some(if stand_in::concerns(property) {
            stand_in::value_out(value)
        } else {
            value
        })
    }

    fn animation_value(
        &self,
        style: &ComputedValues,
        parent: Option<&ComputedValues>,
        property: &str,
        value: &str,
    ) -> Option<AnimationValue> {
        let declaration: PropertyDeclaration = self.longhand_declaration(property, value)?;
        let declaration = declaration.to_physical(style.writing_mode);
        let stylist = &self.engine.stylist;
        let mut conditions = RuleCacheConditions::default();
        let mut caches = Default::default();
        let mut context = Context::new(
            StyleBuilder::for_derived_style(stylist.device(), Some(stylist), style, parent),
            stylist.quirks_mode(),
            &mut conditions,
            ContainerSizeQuery::none(),
            Default::default(),
            &DummyElementContext {},
            &mut caches,
        );
        context.for_animation = true;
        let initial = stylist.device().default_computed_values();
        AnimationValue::from_declaration(&declaration, &mut context, style, initial, &mut AttributeTracker::new_dummy())
    }
}
