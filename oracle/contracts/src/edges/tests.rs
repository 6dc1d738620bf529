use super::*;
use crate::build::tests::contract;
use crate::design::Constant;
use crate::formula::Formula;

fn predicate(operator: Operator, value: Value) -> Predicate {
    Predicate {
        entity: "night".to_owned(),
        attribute: "caught".to_owned(),
        operator,
        value,
    }
}

fn number(value: f64) -> Value {
    Value::Literal(Constant::Number(value))
}

fn text(value: &str) -> Value {
    Value::Literal(Constant::Text(value.to_owned()))
}

#[test]
fn written_values_meet_conditions_or_not() {
    use Operator::{Equal, Greater, GreaterEqual, In, Less, LessEqual, NotEqual, NotIn};
    use Satisfiable::{No, Unknown, Yes};
    let contract = contract();
    let row = || Value::Row("DBT-1.quota".to_owned());
    let list = || Value::Any(vec![Constant::Number(1.0), Constant::Text("won".to_owned())]);
    let formula = |text: &str| Value::Formula(Formula::parse(text).unwrap());
    for (op, value, operator, asked, expected) in [
        (Op::Set, number(15.0), GreaterEqual, row(), Yes),
        (Op::Set, number(14.0), GreaterEqual, row(), No),
        (Op::Set, formula("DBT_1.quota + 1"), Greater, row(), Yes),
        (Op::Set, formula("night.caught + 1"), Greater, row(), Unknown),
        (Op::Set, text("won"), Equal, text("lost"), No),
        (Op::Set, text("won"), In, list(), Yes),
        (Op::Set, text("won"), NotIn, list(), No),
        (Op::Set, text("won"), Less, number(1.0), No),
        (Op::Set, list(), Equal, number(1.0), Yes),
        (Op::Add, number(1.0), GreaterEqual, row(), Yes),
        (Op::Add, number(1.0), LessEqual, row(), No),
        (Op::Add, number(0.0), NotEqual, row(), No),
        (Op::Subtract, number(1.0), LessEqual, number(0.0), Yes),
        (Op::Subtract, row(), GreaterEqual, number(0.0), No),
        (Op::Max, number(20.0), GreaterEqual, row(), Yes),
        (Op::Max, number(20.0), Less, row(), No),
        (Op::Min, number(3.0), LessEqual, row(), Yes),
        (Op::Multiply, number(2.0), Equal, number(4.0), Unknown),
        (Op::Set, Value::Opaque("something".to_owned()), Equal, number(1.0), Unknown),
    ] {
        let found = satisfies(&contract, op, Some(&value), &predicate(operator, asked.clone()));
        assert_eq!(found, expected, "{op:?} {value} against {operator:?} {asked}");
    }
    assert_eq!(satisfies(&contract, Op::Toggle, None, &predicate(Equal, number(1.0))), Yes);
}

#[test]
fn upstream_follows_edges_back() {
    let contract = contract();
    let all = upstream(&contract.edges, |_| true);
    assert_eq!(
        all["dawn"].iter().copied().collect::<Vec<_>>(),
        ["catch-lantern", "catch-stone", "lose", "win"]
    );
    let strict = upstream(&contract.edges, |edge| edge.satisfiable != Satisfiable::No);
    assert_eq!(strict["dawn"].iter().copied().collect::<Vec<_>>(), ["catch-lantern", "win"]);
}
