use super::*;
use std::collections::BTreeMap;

fn scope() -> BTreeMap<String, Value> {
    BTreeMap::from([
        ("a".to_owned(), Value::Number(3.0)),
        ("night.score".to_owned(), Value::Number(40.0)),
        ("screen".to_owned(), Value::Text("won".to_owned())),
        ("rates".to_owned(), Value::List(vec![1.0, 2.0, 6.0])),
        ("none".to_owned(), Value::List(Vec::new())),
        ("gone".to_owned(), Value::Missing),
    ])
}

fn value(text: &str) -> Result<Value, FormulaError> {
    Formula::parse(text)?.evaluate(&scope())
}

fn number(text: &str) -> f64 {
    match value(text) {
        Ok(Value::Number(number)) => number,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn arithmetic_has_the_usual_precedence() {
    for (text, expected) in [
        ("1 + 2 * 3", 7.0),
        ("(1 + 2) * 3", 9.0),
        ("10 - 4 - 3", 3.0),
        ("-a + 1", -2.0),
        ("2 * -3", -6.0),
        ("7 % 4", 3.0),
        ("1e3 + .5", 1000.5),
        ("a > 2 ? 10 : 20", 10.0),
        ("a > 2 && night.score < 10 ? 1 : a == 3 ? 2 : 3", 2.0),
        ("min(a, 2, rates)", 1.0),
        ("mean(rates) + median(rates) + count(rates)", 8.0),
        ("sum()", 0.0),
        ("clamp(a, 0, 2)", 2.0),
        ("default(gone, 5) + default(a, 5)", 8.0),
        ("pow(2, 10) + sqrt(9) + log2(8) + log10(100) + ln(1)", 1032.0),
    ] {
        assert_eq!(number(text), expected, "{text}");
    }
    assert_eq!(value("screen == 'won' and not (a < 3)"), Ok(Value::Bool(true)));
    assert_eq!(value("exists(gone) || screen != 'won'"), Ok(Value::Bool(false)));
}

#[test]
fn what_is_no_finite_number_has_a_name() {
    for text in [
        "1 / 0",
        "0 / 0",
        "ln(0)",
        "sqrt(-1)",
        "1e308 * 10",
        "mean(none)",
        "7 % 0",
        "pow(10, 400)",
    ] {
        assert!(
            matches!(value(text), Err(FormulaError::NotFinite(_))),
            "{text}: {:?}",
            value(text)
        );
    }
    assert_eq!(value("gone + 1"), Err(FormulaError::Missing("gone".to_owned())));
    assert!(matches!(value("b"), Err(FormulaError::UnknownName { .. })));
    assert!(matches!(value("screen + 1"), Err(FormulaError::Type(_))));
    assert!(matches!(value("a && true"), Err(FormulaError::Type(_))));
    assert!(matches!(value("screen == 1"), Err(FormulaError::Type(_))));
    let nan = BTreeMap::from([("x".to_owned(), Value::Number(f64::NAN))]);
    assert!(matches!(
        Formula::parse("x").unwrap().evaluate(&nan),
        Err(FormulaError::NotFinite(_))
    ));
}

#[test]
fn what_cannot_be_read_is_said_with_its_column() {
    assert_eq!(
        Formula::parse("1 + * 2").unwrap_err().to_string(),
        "cannot be read at column 5: expected a number, a name, a text in '…' or `(`, found '*'"
    );
    for text in [
        "",
        "1 +",
        "(1",
        "1 2",
        "a < 1 < 2",
        "min()",
        "what(1)",
        "'open",
        "1x",
        "a ? 1",
        "1..2",
        "a b",
        "$x",
    ] {
        assert!(Formula::parse(text).is_err(), "{text}");
    }
}

#[test]
fn size_and_depth_are_bounded() {
    let deep = format!("{}1{}", "(".repeat(500), ")".repeat(500));
    let minus = format!("{}1", "-".repeat(2000));
    let wide = vec!["1"; 1500].join("+");
    let ifs = format!("{}1", "true?1:".repeat(300));
    for text in [deep, minus, wide, ifs, "1".repeat(5000)] {
        assert!(
            matches!(Formula::parse(&text), Err(FormulaError::TooLarge(_))),
            "{}",
            &text[..20]
        );
    }
    assert_eq!(number(&vec!["1"; 300].join("+")), 300.0);
}

#[test]
fn rounding_is_that_of_the_decimals_one_sees() {
    for (value, digits, expected) in [
        (13.95, 1, 14.0),
        (3.75, 1, 3.8),
        (79.75, 1, 79.8),
        (2.675, 2, 2.68),
        (-2.5, 0, -3.0),
        (0.5, 0, 1.0),
        (999.95, 1, 1000.0),
        (1e21, 2, 1e21),
        (-0.04, 1, 0.0),
        (71.82, 1, 71.8),
    ] {
        assert_eq!(round(value, digits), expected, "{value}");
    }
    assert_eq!(decimals(-0.001, 1), "0.0");
    assert_eq!(decimals(198.05, 1), "198.1");
    assert_eq!(number("round(71.82, 1)"), 71.8);
}

#[test]
fn names_are_collected() {
    let formula = Formula::parse("a + min(b.c, 2) > d ? e : 'f' == g ? 1 : 2").unwrap();
    assert_eq!(formula.names().into_iter().collect::<Vec<_>>(), ["a", "b.c", "d", "e", "g"]);
}
