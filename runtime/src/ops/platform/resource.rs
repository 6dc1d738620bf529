//! `op_resource_load`.

use deno_core::{OpState, ToJsBuffer, op2};
use serde::Serialize;

use crate::resources::Resources;

/// A response as the shims see it.
#[derive(Serialize)]
struct Loaded {
    status: u16,
    url: String,
    #[serde(rename = "type")]
    content_type: String,
    body: ToJsBuffer,
}

/// Loads an absolute address. `null` when nothing is there; the reason is kept for the log by [`Resources`]. `kind` names
/// the asker (`script`, `style`, `image`, `font`, `media`, `fetch`); today every kind sees the same resources.
#[op2]
#[serde]
pub(super) fn op_resource_load(state: &mut OpState, #[string] url: &str, #[string] kind: &str) -> Option<Loaded> {
    let _ = kind;
    let resource = state.try_borrow_mut::<Resources>()?.load(url).ok()?;
    Some(Loaded {
        status: 200,
        url: resource.url,
        content_type: resource.content_type,
        body: resource.bytes.to_vec().into(),
    })
}
