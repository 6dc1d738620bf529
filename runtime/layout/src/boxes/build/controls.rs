//! What is inside form controls: their text, the button of file fields; and sizes that follow from what a control shows.

use super::kind::{is_file_field, list_rows};
use super::*;
use style::values::computed::Length;
use style::values::generics::length::GenericSize;

/// The least height of an option of a list box in font sizes, and its padding: as `ua.css` has them.
const OPTION_LEAST: f32 = 1.2;
const OPTION_ROOM: f32 = 1.0;
/// How many zeros a file field is wide.
const FILE_FIELD: f32 = 34.0;

impl Builder<'_> {
    /// Width and height of a control's content where they are `auto`, if they do not follow from what is in it.
    pub(super) fn own_size(&mut self, node: &Node, element: &Element, style: &ComputedValues) -> (Option<f32>, Option<f32>) {
        if let Some(rows) = list_rows(element) {
            return (None, Some(rows as f32 * self.row_height(style)));
        }
        if is_file_field(node) {
            return (Some((FILE_FIELD * self.metrics(style).zero_width).ceil()), None);
        }
        let is_slider = node.is_html("input")
            && element
                .attribute("type")
                .is_some_and(|kind| kind.eq_ignore_ascii_case("range"));
        if is_slider && style.get_box().clone_appearance() == Appearance::None {
            // As high as its track, which is as high as the thumb in it unless the page says otherwise.
            let track = self.part_height(node, PseudoElement::SliderTrack);
            return (None, track.or_else(|| self.part_height(node, PseudoElement::SliderThumb)));
        }
        (None, None)
    }

    fn part_height(&self, node: &Node, part: PseudoElement) -> Option<f32> {
        match &self.engine.pseudo_style(node, part)?.get_position().height {
            GenericSize::LengthPercentage(length) => Some(length.0.resolve(Length::new(0.0)).px()),
            _ => None,
        }
    }

    fn metrics(&mut self, style: &ComputedValues) -> oracade_text::FontMetrics {
        let font = style.get_font();
        let size = crate::style::font_size::of(font);
        self.fonts
            .primary_metrics(&crate::text::family_list(font), crate::text::font_attributes(font), size)
    }

    /// Height of an option of a list box.
    fn row_height(&mut self, style: &ComputedValues) -> f32 {
        let size = crate::style::font_size::of(style.get_font());
        let metrics = self.metrics(style);
        let (line, _) = crate::flow::line_height_of(style, &metrics);
        line.max(size * OPTION_LEAST) + OPTION_ROOM
    }

    /// A file field: its button (`::file-selector-button`), and what it says of the files.
    pub(super) fn file_field(&mut self, node: &Node, id: BoxId, style: &Arc<ComputedValues>) {
        let Some(element) = node.element() else { return };
        let mut flow = Flow::new(id);
        let button = self.engine.pseudo_style(node, PseudoElement::FileSelectorButton);
        if let Some(button) = button.filter(|button| !button.clone_display().is_none()) {
            let mut b = LayoutBox::new(node.id, BoxPart::FileButton, button.clone(), kind_of(button.clone_display()));
            b.is_button = true;
            let inner = self.add(b, id);
            let mut label = Flow::new(inner);
            let many = element.attribute("multiple").is_some();
            let text = if many { "Choose Files" } else { "Choose File" };
            label.content.push_text(text, &button, inner);
            self.finish_flow(label, node.id, BoxPart::FileButton, &button);
            self.place(inner, &button, &mut flow);
        }
        if let Some(text) = &element.control_text {
            flow.content.push_text(&text.text, style, id);
        }
        self.finish_flow(flow, node.id, BoxPart::Element, style);
    }

    /// The text a form control shows, as inline content of its own.
    pub(super) fn control_content(&mut self, node: &Node, id: BoxId, style: &Arc<ComputedValues>) {
        if self.boxes[id.index()].kind == BoxKind::Control(Control::Select) {
            let mut options = ContentBuilder::new();
            let mut stack: Vec<&Node> = node.flat_children().collect();
            while let Some(inner) = stack.pop() {
                if inner.is_html("option") {
                    for text in inner.children().filter_map(Node::text) {
                        options.push_text(text.trim(), style, id);
                    }
                    options.push_break(style, id);
                } else {
                    stack.extend(inner.children());
                }
            }
            let shaped = self.shaped(&options, (node.id, BoxPart::Element, 1), parley::BaseDirection::Ltr);
            self.boxes[id.index()].options_width = options.finish(shaped).widest();
        }
        let Some(text) = node.element().and_then(|element| element.control_text.as_ref()) else {
            return;
        };
        if matches!(self.boxes[id.index()].kind, BoxKind::Control(Control::Fixed(..))) {
            return;
        }
        let style = if text.is_placeholder {
            self.engine
                .pseudo_style(node, PseudoElement::Placeholder)
                .unwrap_or_else(|| style.clone())
        } else {
            style.clone()
        };
        let mut content = ContentBuilder::new();
        let preserved = matches!(
            self.boxes[id.index()].kind,
            BoxKind::Control(Control::Text(_) | Control::Select)
        );
        let shown = if preserved {
            text.text.replace(' ', "\u{a0}")
        } else {
            text.text.clone()
        };
        content.push_text(&shown, &style, id);
        if matches!(self.boxes[id.index()].kind, BoxKind::Control(Control::TextArea(..))) && shown.ends_with('\n') {
            // The line that the last line feed begins.
            content.push_break(&style, id);
        }
        if content.has_content {
            self.set_content(id, content, Vec::new(), (node.id, BoxPart::Element, 0), None);
        }
    }
}
