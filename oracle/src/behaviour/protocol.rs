//! The DevTools protocol as suites see it, over one [`Guest`]: which methods there are, what they answer, and what each costs in
//! virtual time (docs/checks.md, "What a call costs").

use oracade_runtime::{Evaluation, EvaluationId, Frame, Guest, PageError};
use serde_json::{Map, Value, json};

/// Virtual cost of `Runtime.evaluate`, in µs: a poll without a sleep must still end.
pub(super) const EVALUATE_US: u64 = 1_000;

/// Time from frame to frame, in whole µs.
const FRAME_US: u64 = 16_667;

/// What serving one protocol call led to. Times are on the page's clock, in µs.
pub(super) enum Served {
    /// The answer, due at a time.
    Answer {
        /// When the caller gets it.
        at_us: u64,
        /// The result object, or the protocol's error message.
        result: Result<Value, String>,
    },
    /// A picture is to be taken when the frame at that time has been presented.
    Capture {
        /// The frame boundary.
        at_us: u64,
    },
    /// The evaluation waits for a promise of the page.
    Awaiting {
        /// What to poll.
        id: EvaluationId,
        /// The answer comes no earlier than this.
        not_before_us: u64,
    },
}

impl Served {
    fn now(page: &dyn Guest, result: Value) -> Self {
        Served::Answer {
            at_us: page.now_us(),
            result: Ok(result),
        }
    }

    fn refused(page: &dyn Guest, message: impl Into<String>) -> Self {
        Served::Answer {
            at_us: page.now_us(),
            result: Err(message.into()),
        }
    }
}

/// Serves one call at the page's present instant.
///
/// # Errors
/// Only when the page is dead; a protocol error is an answer.
pub(super) fn serve(page: &mut dyn Guest, touch_points: u32, method: &str, params: &Value) -> Result<Served, PageError> {
    match method {
        "Page.enable" | "Page.disable" | "Runtime.enable" | "Runtime.disable" | "Network.enable" | "Network.disable"
        | "Log.enable" | "Log.disable" | "Page.bringToFront" => Ok(Served::now(page, json!({}))),
        "Runtime.evaluate" => evaluate(page, params),
        "Input.dispatchMouseEvent" => input(page, "mouse", params),
        "Input.dispatchTouchEvent" => input(page, "touch", params),
        "Input.dispatchKeyEvent" => input(page, "key", params),
        "Page.captureScreenshot" => Ok(capture(page, params)),
        "Page.reload" => {
            page.reload()?;
            Ok(Served::now(page, json!({})))
        }
        "Emulation.setDeviceMetricsOverride" => set_metrics(page, params),
        "Emulation.clearDeviceMetricsOverride" => {
            page.clear_viewport()?;
            Ok(Served::now(page, json!({})))
        }
        "Emulation.setTouchEmulationEnabled" => set_touch(page, touch_points, params),
        _ => Ok(Served::refused(page, format!("'{method}' wasn't found"))),
    }
}

/// The protocol's object for an evaluation that has ended; `None` while it waits.
pub(super) fn evaluated(evaluation: Evaluation) -> Option<Result<Value, String>> {
    match evaluation {
        Evaluation::Value(None) => Some(Ok(json!({ "result": { "type": "undefined" } }))),
        Evaluation::Value(Some(value)) => Some(Ok(json!({ "result": remote_object(value) }))),
        Evaluation::Thrown(thrown) => {
            let mut exception = Map::new();
            exception.insert("type".into(), "object".into());
            if let Some(description) = thrown.description {
                exception.insert("description".into(), description.into());
            }
            if let Some(value) = thrown.value {
                exception.insert("value".into(), value);
            }
            let details = json!({ "text": thrown.text, "exception": exception });
            Some(Ok(json!({ "result": { "type": "object" }, "exceptionDetails": details })))
        }
        Evaluation::Failed(message) => Some(Err(message)),
        Evaluation::Pending(_) => None,
    }
}

/// The answer to `Page.captureScreenshot`.
pub(super) fn screenshot(frame: &Frame) -> Value {
    json!({ "data": super::encoding::base64(&frame.to_png()) })
}

fn remote_object(value: Value) -> Value {
    let kind = match &value {
        Value::Null => return json!({ "type": "object", "subtype": "null", "value": null }),
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) | Value::Object(_) => "object",
    };
    json!({ "type": kind, "value": value })
}

fn evaluate(page: &mut dyn Guest, params: &Value) -> Result<Served, PageError> {
    let Some(expression) = params.get("expression").and_then(Value::as_str) else {
        return Ok(Served::refused(page, "Invalid parameters"));
    };
    let evaluation = page.evaluate(expression)?;
    let at_us = page.now_us() + EVALUATE_US;
    if let Evaluation::Pending(id) = evaluation {
        return Ok(Served::Awaiting {
            id,
            not_before_us: at_us,
        });
    }
    // Without returnByValue an object would be a handle, which nothing here could be asked about.
    let by_value = params.get("returnByValue").and_then(Value::as_bool).unwrap_or(false);
    if let Evaluation::Value(Some(Value::Object(_) | Value::Array(_))) = &evaluation
        && !by_value
    {
        return Ok(Served::refused(
            page,
            "Remote objects are not supported: evaluate with returnByValue",
        ));
    }
    let result = evaluated(evaluation).unwrap_or_else(|| Err("Internal error".to_owned()));
    Ok(Served::Answer { at_us, result })
}

fn input(page: &mut dyn Guest, kind: &str, params: &Value) -> Result<Served, PageError> {
    let Value::Object(params) = params else {
        return Ok(Served::refused(page, "Invalid parameters"));
    };
    let mut event = Map::new();
    event.insert("kind".into(), kind.into());
    event.extend(params.iter().map(|(key, value)| (key.clone(), value.clone())));
    let ack = match page.input(&Value::Object(event)) {
        Ok(ack) => ack,
        Err(PageError::BadInput(message)) => return Ok(Served::refused(page, message)),
        Err(error) => return Err(error),
    };
    // Moves and wheels are handled with the next frame, and the caller hears of it then.
    let waits = matches!(
        params.get("type").and_then(Value::as_str),
        Some("mouseMoved" | "mouseWheel" | "touchMove")
    );
    let at_us = if ack.deferred || waits {
        page.next_frame_us()
    } else {
        page.now_us()
    };
    Ok(Served::Answer {
        at_us,
        result: Ok(json!({})),
    })
}

fn capture(page: &dyn Guest, params: &Value) -> Served {
    let format = params.get("format").and_then(Value::as_str).unwrap_or("png");
    if format != "png" {
        return Served::refused(page, format!("Screenshots are PNG only, not {format}"));
    }
    if params.get("clip").is_some() {
        return Served::refused(page, "Screenshots are of the whole viewport: clip is not supported");
    }
    // A boundary that is now may have been passed without a frame; the picture is of a frame to come.
    let at_us = match page.next_frame_us() {
        boundary if boundary > page.now_us() => boundary,
        boundary => boundary + FRAME_US,
    };
    Served::Capture { at_us }
}

fn set_metrics(page: &mut dyn Guest, params: &Value) -> Result<Served, PageError> {
    let side = |name: &str| params.get(name).and_then(Value::as_u64).filter(|side| *side <= 10_000_000);
    let number = |name: &str| params.get(name).and_then(Value::as_f64).filter(|number| *number >= 0.0);
    let mobile = params.get("mobile").and_then(Value::as_bool);
    let (Some(width), Some(height), Some(dpr), Some(mobile)) =
        (side("width"), side("height"), number("deviceScaleFactor"), mobile)
    else {
        return Ok(Served::refused(page, "Invalid parameters"));
    };
    if width == 0 || height == 0 {
        // 0 leaves that side as it is; both 0 is the only form in use.
        if width == 0 && height == 0 {
            page.clear_viewport()?;
            return Ok(Served::now(page, json!({})));
        }
        return Ok(Served::refused(page, "A viewport with one side overridden is not supported"));
    }
    let (Ok(width), Ok(height)) = (u32::try_from(width), u32::try_from(height)) else {
        return Ok(Served::refused(page, "Invalid parameters"));
    };
    let dpr = if dpr == 0.0 { 1.0 } else { dpr };
    match page.set_viewport(width, height, dpr, mobile) {
        Err(PageError::BadInput(message)) => Ok(Served::refused(page, message)),
        Err(error) => Err(error),
        Ok(()) => Ok(Served::now(page, json!({}))),
    }
}

fn set_touch(page: &mut dyn Guest, touch_points: u32, params: &Value) -> Result<Served, PageError> {
    let Some(enabled) = params.get("enabled").and_then(Value::as_bool) else {
        return Ok(Served::refused(page, "Invalid parameters"));
    };
    let points = params.get("maxTouchPoints").map_or(Some(1), Value::as_u64);
    let Some(points) = points
        .and_then(|points| u32::try_from(points).ok())
        .filter(|points| (1..=16).contains(points))
    else {
        return Ok(Served::refused(page, "Touch points must be between 1 and 16"));
    };
    page.set_touch(if enabled { points } else { touch_points })?;
    Ok(Served::now(page, json!({})))
}
