//! Taking a page's pixels.

use super::{Page, PageError};
use crate::call_log::Call;
use crate::frame::Frame;
use crate::page_state::Hook;
use crate::scripts::call_hook;
use deno_core::v8;

impl Page {
    /// The viewport as it is painted now, at the present instant.
    ///
    /// # Errors
    /// As [`Page::advance_to`].
    pub fn capture(&mut self) -> Result<Frame, PageError> {
        self.log(|| Call::Capture(None));
        self.turn(|scope, state, _| {
            call_hook(scope, state, Hook::Capture, &[]);
        })?;
        let painted = self.document.isolation.paint_viewport(None);
        let frame = self.or_dies(painted)?;
        self.add_frame_to_digest(&frame);
        Ok(frame)
    }

    /// What the last frame has shown, for somebody who watches. Unlike [`Page::capture`] it is no part of the page's history: it is
    /// in no digest and among no calls, and leaves what has changed since the frame to the next one. `None`: what has changed is
    /// half on its way, and only the next frame shows something.
    ///
    /// # Errors
    /// As [`Page::advance_to`].
    pub fn look(&mut self) -> Result<Option<Frame>, PageError> {
        self.looked(None)
    }

    /// [`Page::look`] at another size, each pixel the mean of the area it stands for: what the picture whole would be shrunk to,
    /// without making it where only canvases have changed.
    ///
    /// # Errors
    /// As [`Page::advance_to`].
    pub fn look_at(&mut self, width: u32, height: u32) -> Result<Option<Frame>, PageError> {
        self.looked(Some((width, height)))
    }

    fn looked(&mut self, size: Option<(u32, u32)>) -> Result<Option<Frame>, PageError> {
        self.turn(|scope, state, _| {
            call_hook(scope, state, Hook::Look, &[]);
        })?;
        if !self.document.isolation.is_settled() {
            return Ok(None);
        }
        let painted = self.document.isolation.paint_viewport(size);
        self.or_dies(painted).map(Some)
    }

    /// The bitmap of the first canvas that matches a selector, in canvas pixels.
    ///
    /// # Errors
    /// `NoCanvas`, or as [`Page::advance_to`].
    pub fn capture_canvas(&mut self, selector: &str) -> Result<Frame, PageError> {
        self.log(|| Call::Capture(Some(selector.to_owned())));
        let handle = self.turn(|scope, state, _| {
            call_hook(scope, state, Hook::Capture, &[]);
            let text = v8::String::new(scope, selector)?;
            let handle = call_hook(scope, state, Hook::CanvasOf, &[text.into()])?;
            handle.is_number().then(|| handle.uint32_value(scope)).flatten()
        })?;
        let painted = handle.map_or(Ok(None), |handle| self.document.isolation.canvas_frame(handle));
        let frame = self
            .or_dies(painted)?
            .ok_or_else(|| PageError::NoCanvas(selector.to_owned()))?;
        self.add_frame_to_digest(&frame);
        Ok(frame)
    }

    fn add_frame_to_digest(&mut self, frame: &Frame) {
        let at = self.now_us();
        self.journal
            .borrow_mut()
            .digest
            .add(&format!("frame {}x{}", frame.width, frame.height), at, &frame.rgba);
    }
}
