use super::*;
use crate::build::tests::contract;

fn read(change: impl Fn(&mut String)) -> String {
    let mut text = crate::canonical::pretty(&contract());
    change(&mut text);
    match Contract::read("c.json", &text) {
        Ok(_) => "fine".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn errors_of_contracts_name_line_and_key() {
    let wrong_row = read(|text| *text = text.replacen("\"row\": \"DBT-1.quota\"", "\"row\": \"DBT-1.quote\"", 1));
    assert!(
        wrong_row.ends_with("rules[2].trigger.when[0]: the document has no entry `DBT-1.quote`"),
        "{wrong_row}"
    );
    assert!(wrong_row.starts_with("c.json:") && !wrong_row.starts_with("c.json:1:"));
    let wrong_op = read(|text| *text = text.replacen("\"op\": \"subtract\"", "\"op\": \"minus\"", 1));
    assert!(
        wrong_op.contains("rules[0].effects[0].op: unknown variant `minus`, expected one of"),
        "{wrong_op}"
    );
    let both = read(|text| *text = text.replacen("\"emit\": \"over\"", "\"emit\": \"over\", \"entity\": \"x\"", 1));
    assert!(both.contains("rules[2].effects[1]: an effect is"), "{both}");
    let twice = read(|text| *text = text.replacen("\"id\": \"catch-lantern\"", "\"id\": \"catch-stone\"", 1));
    assert!(twice.contains("rules[1].id: `catch-stone` is given twice"), "{twice}");
    let list = read(|text| *text = text.replacen("\"operator\": \"==\"", "\"operator\": \"in\"", 1));
    assert!(list.contains("take a list"), "{list}");
    let kind = read(|text| *text = text.replacen("\"kind\": \"opaque\"", "\"kind\": \"magic\"", 1));
    assert!(
        kind.contains("rules[4].effects[0].value.kind: unknown variant `magic`"),
        "{kind}"
    );
    assert_eq!(read(|_| {}), "fine");
}

#[test]
fn values_are_written_as_they_are_read() {
    for text in [
        "1.5",
        "true",
        "\"won\"",
        "[1.0,\"a\"]",
        "{\"kind\":\"row\",\"row\":\"DBT-1.quota\"}",
        "{\"kind\":\"attribute\",\"attribute\":\"night.lives\"}",
        "{\"kind\":\"formula\",\"formula\":\"10 + 2 * night.combo\"}",
        "{\"kind\":\"opaque\",\"description\":\"as before\"}",
    ] {
        let value: Value = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&value).unwrap(), text);
    }
    let error = serde_json::from_str::<Value>("{\"kind\":\"formula\",\"formula\":\"1 +\"}").unwrap_err();
    assert!(error.to_string().contains("cannot be read at column 4"), "{error}");
}

#[test]
fn values_say_what_they_read_and_which_entries_they_use() {
    let contract = contract();
    let value: Value = serde_json::from_str("{\"kind\":\"formula\",\"formula\":\"DBT_1.quota - night.lives\"}").unwrap();
    assert_eq!(value.reads(&contract), [Attribute::new("night", "lives")]);
    assert_eq!(value.rows(&contract), ["DBT-1.quota"]);
    assert_eq!(value.resolve(&contract), Resolved::Unknown);
}
