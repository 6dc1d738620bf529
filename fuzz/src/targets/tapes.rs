//! Tapes and lists of events.

use super::owned;

pub(super) fn tapes() -> Vec<Vec<u8>> {
    owned(&[
        concat!(
            r#"{"tape":1,"oracade":"0.1.0","engine":"e","fonts":"f","game":"g","bundle":"b","profile":{"viewport":[1280,713]},"every":10}"#,
            "\n",
            r#"{"at_ms":100,"input":{"kind":"mouse","type":"mousePressed","x":640,"y":353,"button":"left","clickCount":1}}"#,
            "\n",
            r#"{"at_ms":166.667,"checkpoint":{"frame":10,"chain":"00","pixels":"01","snapshot":"02","value":{"score":0},"console":"03","storage":"04","order":"05"}}"#,
            "\n",
            r#"{"at_ms":200,"eval":"1 + 1"}"#,
            "\n",
            r#"{"at_ms":10000,"end":{"chain":"06","digest":"07"}}"#,
            "\n",
        ),
        concat!(
            r#"{"at_ms":0,"input":{"kind":"gamepad","index":0,"id":"pad","buttons":[1,{"value":0.5,"pressed":true}],"axes":[-1,0.5]}}"#,
            "\n",
            r#"{"at_ms":5,"scenario":{"level":2}}"#,
            "\n",
            r#"{"at_ms":5,"viewport":{"width":400,"height":300,"dpr":2,"mobile":true}}"#,
            "\n",
            r#"{"at_ms":7.5,"reload":true}"#,
            "\n",
            r##"{"at_ms":8,"capture":"#canvas","hold":true}"##,
            "\n",
        ),
    ])
}

pub(super) fn tape(bytes: &[u8]) {
    if let Ok(tape) = oracade_recorder::read::read(bytes)
        && let Some(header) = &tape.header
    {
        let _ = header.profile.to_profile();
    }
}

pub(super) fn event_lists() -> Vec<Vec<u8>> {
    owned(&[
        r#"{"scenario":{"level":2},"duration_frames":300,"events":[{"frame":30,"type":"key_press","keycode":65},{"frame":45,"type":"mouse_click","x":640,"y":360,"button":1},{"frame":50,"type":"wait"}]}"#,
        r#"[{"action":"click","x":640,"y":353},{"action":"wait","ms":200},{"action":"press","key":"ArrowLeft"},{"action":"wheel","deltaY":5},{"action":"type","text":"ab"},{"action":"tap","x":1,"y":2}]"#,
    ])
}

pub(super) fn events(bytes: &[u8]) {
    if let Ok(value) = serde_json::from_slice(bytes) {
        let _ = oracade_recorder::import::import(&value, (1280, 713));
    }
}
