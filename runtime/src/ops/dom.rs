//! Placeholder while layout lands.
use crate::page::{Frame, PageError};
use crate::page_state::PageState;
use deno_core::{OpState, extension};
use std::rc::Rc;
extension!(oracade_dom,);
pub(crate) fn put_state(_ops: &mut OpState, _state: &Rc<PageState>) {}
pub(crate) fn paint_viewport(_ops: &mut OpState) -> Result<Frame, PageError> {
    Err(PageError::Internal("no layout yet".into()))
}
pub(crate) fn canvas_frame(_ops: &mut OpState, _handle: u32) -> Option<Frame> {
    None
}
