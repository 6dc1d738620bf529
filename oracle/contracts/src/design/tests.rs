use super::*;

const GOOD: &str = "# Orchard

## 2 Balance

### DBT-1 Night

| id | value | unit |
|---|---:|---|
| `quota` | **15** | lanterns |
| cooldown | 4 000 ms | time |
| share | 25 % | |
| name | Hearth |  |
| odd | 3 \\| 4 | |

**RT-CATCH**: what a catch does. First match applies.

| # | when | then |
|---|---|---|
| 1 | the thing is a stone | a life is lost |
| 2 | the thing is a star | +50 |
| ELSE | | +10 (DBT-1.quota) |

```
| id | value |
|---|---|
| RT-NONE | 1 |
```

### LED-SCORE

| source | amount |
|---|---|
| catch | 10 + 2 × row |

Example: 10 + 2 × 3 = 16, 10 + 2 × 10 = 30.
";

#[test]
fn entries_have_ids_lines_and_values() {
    let design = extract(GOOD);
    assert_eq!(design.problems, []);
    assert_eq!(design.title, "Orchard");
    let ids: Vec<(&str, u32)> = design.rows.iter().map(|row| (row.id.as_str(), row.line)).collect();
    assert_eq!(
        ids,
        [
            ("DBT-1.quota", 9),
            ("DBT-1.cooldown", 10),
            ("DBT-1.share", 11),
            ("DBT-1.name", 12),
            ("DBT-1.odd", 13),
            ("RT-CATCH.1", 19),
            ("RT-CATCH.2", 20),
            ("RT-CATCH.else", 21),
            ("LED-SCORE.catch", 33),
        ]
    );
    let value = |id: &str| design.row(id).unwrap().value.clone();
    assert_eq!(value("DBT-1.quota"), Some(Constant::Number(15.0)));
    assert_eq!(value("DBT-1.cooldown"), Some(Constant::Number(4000.0)));
    assert_eq!(value("DBT-1.share"), Some(Constant::Number(0.25)));
    assert_eq!(value("DBT-1.name"), Some(Constant::Text("Hearth".to_owned())));
    assert_eq!(value("DBT-1.odd"), Some(Constant::Text("3 | 4".to_owned())));
    assert!(design.row("RT-CATCH.else").unwrap().otherwise);
    assert_eq!(
        design.row("RT-CATCH.2").unwrap().text(),
        "#: 2 | when: the thing is a star | then: +50"
    );
}

fn problem(text: &str) -> String {
    let design = extract(text);
    let list: Vec<String> = design.problems.iter().map(|p| format!("{}: {}", p.line, p.message)).collect();
    list.join("\n")
}

#[test]
fn what_a_document_has_to_keep_is_checked() {
    let no_else = "# G\n### RT-A\n| # | when | then |\n|---|---|---|\n| 1 | x | y |\n";
    assert_eq!(
        problem(no_else),
        "3: RT-A has no ELSE: its last row says what happens when none fits"
    );
    let early = "# G\n### RT-A\n| # | when | then |\n|---|---|---|\n| 1 | ELSE | y |\n| 2 | x | y |\n";
    assert_eq!(problem(early), "5: RT-A: rows after ELSE never apply; move it to the end");
    let twice = "# G\n### DBT-1\n| id | value |\n|---|---|\n| a | 1 |\n| a | 2 |\n";
    assert!(problem(twice).contains("6: the entry DBT-1.a is already on line 5"));
    let lost = "# G\nSee DBT-9.quota and RT-X.\n";
    assert!(problem(lost).contains("2: DBT-9.quota is defined nowhere"));
    let sum = "# G\nExample: 10 + 2 * 3 = 17\n";
    assert_eq!(problem(sum), "2: the example does not add up: 10 + 2 * 3 is 16, not 17");
    let wide = "# G\n### DBT-1\n| id | value |\n|---|---|\n| a | 1 | 2 |\n";
    assert!(problem(wide).contains("3 cells under 2 columns"));
    assert!(problem("# G\n```\nopen").contains("does not end"));
}

#[test]
fn hostile_documents_end() {
    let long_cell = format!("# G\n### DBT-1\n| id | value |\n|---|---|\n| a | {} |\n", "x".repeat(1 << 20));
    assert!(problem(&long_cell).contains("longer than 4000"));
    let many = format!("### DBT-1\n| id | value |\n|---|---|\n{}", "| a | 1 |\n".repeat(30_000));
    assert!(extract(&many).rows.len() <= MAX_ROWS);
    let columns = format!("### DBT-1\n|{}\n|{}\n", "a|".repeat(1000), "-|".repeat(1000));
    assert!(problem(&columns).contains("columns"));
    assert!(problem(&"x".repeat(MAX_BYTES + 1)).contains("bytes"));
    for text in [
        "|",
        "| \\",
        "|\n|-",
        "###",
        "DBT-",
        "### DBT-1\n|a|\n|-|\n||",
        "<!--",
        "~~~\u{0}",
        "### RT-é\n|é|\n|-|\n|\u{301}|",
    ] {
        extract(text);
    }
}
