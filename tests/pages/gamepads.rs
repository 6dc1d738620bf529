//! Gamepads as input (docs/formats.md).

use super::{open, value};
use oracade_runtime::{Page, PageError};
use serde_json::{Value, json};
use std::time::Duration;

const PAGE: &str = r#"<!doctype html><script>
const seen = [];
for (const type of ["gamepadconnected", "gamepaddisconnected"]) {
  addEventListener(type, (event) => seen.push([type, event.gamepad.index, event.gamepad.connected, event.isTrusted]));
}
const shown = () => navigator.getGamepads().map((pad) => pad && pad.buttons.map((b) => b.pressed ? 1 : 0).join(""));
</script>"#;

fn opened() -> Page {
    let mut page = open(PAGE);
    page.advance(Duration::from_millis(50)).unwrap();
    page
}

fn pad(page: &mut Page, mut event: Value) -> Result<(), PageError> {
    event["kind"] = json!("gamepad");
    page.input(&event).map(|_| ())
}

#[test]
fn a_pad_is_seen_when_it_is_used_and_until_it_is_unplugged() {
    let mut page = opened();
    pad(&mut page, json!({"index": 0, "id": "one"})).unwrap();
    pad(
        &mut page,
        json!({"index": 3, "id": "four", "mapping": "", "axes": [0.25], "buttons": [0]}),
    )
    .unwrap();
    assert_eq!(
        value(&mut page, "[navigator.getGamepads(), seen]"),
        json!([vec![Value::Null; 8], []])
    );
    page.advance(Duration::from_millis(100)).unwrap();
    pad(&mut page, json!({"index": 0, "buttons": [1]})).unwrap();
    assert_eq!(
        value(&mut page, "seen.splice(0)"),
        json!([["gamepadconnected", 0, true, true], ["gamepadconnected", 3, true, true]])
    );
    assert_eq!(
        value(&mut page, "shown()"),
        json!(["10000000000000000", null, null, "0", null, null, null, null])
    );
    let look = "(() => { const p = navigator.getGamepads()[0]; window.old = p;
        return [p.id, p.mapping, p.connected, p.timestamp, p.axes, p.buttons.length, String(p), p.vibrationActuator.effects, p === navigator.getGamepads()[0]]; })()";
    assert_eq!(
        value(&mut page, look),
        json!([
            "one",
            "standard",
            true,
            150,
            [0, 0, 0, 0],
            17,
            "[object Gamepad]",
            ["dual-rumble"],
            true
        ])
    );
    let change = json!({"index": 0, "buttons": [0, {"value": 0.05}, {"pressed": true}], "axes": [-1, 0.5]});
    pad(&mut page, change).unwrap();
    let look = "(() => { const p = navigator.getGamepads()[0]; return [old.buttons[0].pressed, p.buttons[0].pressed, p.axes,
        ...[1, 2].map((i) => [p.buttons[i].value, p.buttons[i].pressed, p.buttons[i].touched])]; })()";
    assert_eq!(
        value(&mut page, look),
        json!([true, false, [-1, 0.5, 0, 0], [0.05, false, true], [1, true, true]])
    );
    pad(&mut page, json!({"index": 0, "connected": false})).unwrap();
    assert_eq!(value(&mut page, "seen"), json!([["gamepaddisconnected", 0, false, true]]));
    assert_eq!(value(&mut page, "shown()[0]"), Value::Null);
}

#[test]
fn an_effect_takes_its_time_and_the_next_one_ends_it() {
    let mut page = opened();
    pad(&mut page, json!({"index": 1, "axes": [0.9]})).unwrap();
    let look = "(async () => {
        const { vibrationActuator: actuator } = navigator.getGamepads()[1];
        const begun = performance.now();
        const first = actuator.playEffect('dual-rumble', { duration: 1000, strongMagnitude: 1 });
        const second = actuator.playEffect('dual-rumble', { duration: 200, weakMagnitude: 0.5 });
        return [await first, await second, Math.round(performance.now() - begun),
            await actuator.playEffect('dual-rumble', { duration: 9000 }), await actuator.playEffect('dual-rumble', { weakMagnitude: 2 }),
            await actuator.playEffect('tickle', {}).catch((e) => e.name)];
    })()";
    assert_eq!(
        value(&mut page, look),
        json!([
            "preempted",
            "complete",
            200,
            "invalid-parameter",
            "invalid-parameter",
            "TypeError"
        ])
    );
}

#[test]
fn what_is_no_state_of_a_pad_is_refused() {
    let mut page = opened();
    let wrong = [
        json!({}),
        json!({"index": -1}),
        json!({"index": 8}),
        json!({"index": 0.5}),
        json!({"index": "0"}),
        json!({"index": 1e300}),
        json!({"index": 0, "id": 3}),
        json!({"index": 0, "id": "x".repeat(128)}),
        json!({"index": 0, "mapping": "xr-standard"}),
        json!({"index": 0, "connected": 1}),
        json!({"index": 0, "axes": {"0": 1}}),
        json!({"index": 0, "axes": [1.5]}),
        json!({"index": 0, "axes": [null]}),
        json!({"index": 0, "axes": vec![0; 17]}),
        json!({"index": 0, "buttons": [-0.1]}),
        json!({"index": 0, "buttons": [{"value": 2}]}),
        json!({"index": 0, "buttons": [{"pressed": "yes"}]}),
        json!({"index": 0, "buttons": ["1"]}),
        json!({"index": 0, "buttons": vec![0; 33]}),
        json!({"index": 0, "connected": false}),
    ];
    for event in wrong {
        let answer = pad(&mut page, event.clone());
        assert!(matches!(answer, Err(PageError::BadInput(_))), "{event}: {answer:?}");
    }
    assert_eq!(value(&mut page, "[seen, shown()]"), json!([[], vec![Value::Null; 8]]));
}
