use super::*;

fn entry(card: &str, values: &str) -> Entry {
    let text = format!(
        "{{\"format\":\"oracade-entry-1\",\"scorecard\":\"{card}\",\"about\":{{\"agent\":\"a|b\",\"date\":\"2026-11-30\"}},\"values\":{values}}}"
    );
    Entry::read("entry.json", &text).unwrap()
}

fn scored(card: &str, values: &str) -> ScoreResult {
    score(&builtin(card).unwrap(), &entry(card, values)).unwrap()
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} is not {b}");
}

#[test]
fn the_builtin_cards_are_sound() {
    for (id, text) in BUILTIN {
        let card = Scorecard::read(id, text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(card.id, id);
        let again = canonical::pretty(&card);
        assert_eq!(Scorecard::read(id, &again).unwrap(), card);
    }
}

const GATE: &str = "\"g1\":true,\"g2\":true,\"g3\":true,\"g4\":true";

fn ue(user: f64, ai: f64, content: f64, tokens: f64) -> ScoreResult {
    scored(
        "ue-survivors-web",
        &format!("{{{GATE},\"user_total\":{user},\"ai_total\":{ai},\"content_total\":{content},\"tokens\":{tokens}}}"),
    )
}

/// The specification's golden vectors of the UE benchmark.
#[test]
fn ue_totals_are_the_published_ones() {
    let a = ue(72.0, 65.0, 40.0, 1e9);
    near(a.values["token"], 107.2);
    near(a.total, 71.82);
    assert_eq!((a.shown.as_str(), a.tier.as_deref()), ("71.8", Some("Tier 2")));
    let b = ue(145.0, 110.0, 75.0, 8e8);
    near(b.values["token"], 139.5);
    near(b.total, 130.45);
    // With each term rounded for display, as the published sample shows it.
    near(b.values["total_by_rounded_terms"], 130.6);
    assert_eq!(b.tier.as_deref(), Some("Tier 3"));
    let c = ue(230.0, 150.0, 130.0, 2e9);
    near(c.values["token"], 73.0);
    near(c.total, 185.3);
    assert_eq!(c.tier.as_deref(), Some("Tier 4"));
    let d = scored("ue-survivors-web", "{\"g1\":true,\"g2\":false}");
    assert_eq!(
        (d.total, d.gate, d.reason.as_deref()),
        (0.0, Some(false), Some("it does not load"))
    );
    assert_eq!(d.tier.as_deref(), Some("not passed"));
}

#[test]
fn ue_tiers_have_their_boundaries() {
    // The token term is 0.1 · (100 · 1e9/tokens + 0.1 · user); with 1e15 tokens it is next to nothing.
    for (content, tier) in [
        (0.0, "below tier 1"),
        (799.9, "below tier 1"),
        (800.0, "Tier 1"),
        (1400.0, "Tier 2"),
        (3600.0, "Tier 4"),
    ] {
        let result = ue(0.0, 0.0, content, 1e15);
        assert_eq!(result.tier.as_deref(), Some(tier), "{content}: {}", result.total);
    }
}

#[test]
fn ue_certain_crashes_close_the_gate() {
    for (at, reason) in [
        (5, Some("it ends within 10 s of its start")),
        (20, Some("it always ends within 30 s of play")),
        (40, None),
    ] {
        let values =
            format!("{{{GATE},\"crash_at_s\":{at},\"user_total\":1,\"ai_total\":1,\"content_total\":1,\"tokens\":1000000000}}");
        let result = scored("ue-survivors-web", &values);
        assert_eq!(result.reason.as_deref(), reason, "{at}");
    }
}

/// All items of the groups at their most.
fn full(card: &Scorecard) -> BTreeMap<String, Given> {
    let mut values: BTreeMap<String, Given> = card
        .items()
        .into_iter()
        .map(|(name, most)| (name, Given::Number(most)))
        .collect();
    for gate in ["g1", "g2", "g3", "g4"] {
        values.insert(gate.to_owned(), Given::Bool(true));
    }
    for check in 1..=20 {
        values.insert(format!("v{check:02}"), Given::Bool(true));
    }
    values.insert("tokens".to_owned(), Given::Number(1e9));
    values
}

#[test]
fn ue_items_add_up_and_caps_bound_them() {
    let card = builtin("ue-survivors-web").unwrap();
    let run = |change: &dyn Fn(&mut BTreeMap<String, Given>)| {
        let mut entry = entry("ue-survivors-web", "{}");
        entry.values = full(&card);
        change(&mut entry.values);
        score(&card, &entry).unwrap()
    };
    let fail = |values: &mut BTreeMap<String, Given>, checks: &[&str]| {
        for check in checks {
            values.insert((*check).to_owned(), Given::Bool(false));
        }
    };
    let best = run(&|_| {});
    for (name, number) in [
        ("basic", 100.0),
        ("feel", 30.0),
        ("depth", 60.0),
        ("user", 190.0),
        ("ai", 100.0),
        ("content", 100.0),
    ] {
        near(best.values[name], number);
    }
    assert_eq!(best.caps, []);
    // Control: 2 of 6 is less than half.
    let control = run(&|values| fail(values, &["v01", "v02", "v03", "v04"]));
    near(control.values["feel"], 30.0 - 6.0 - 5.0);
    assert_eq!(control.caps.len(), 2);
    // Exactly half is not less.
    near(run(&|values| fail(values, &["v01", "v02", "v03"])).values["feel"], 30.0);
    near(
        run(&|values| fail(values, &["v07", "v08", "v09"])).values["combat_feedback"],
        2.0,
    );
    near(run(&|values| fail(values, &["v18"])).values["ui_response"], 3.0);
    // Both of V15 and V16, unless either is asked for.
    near(run(&|values| fail(values, &["v15"])).values["loop"], 20.0);
    near(run(&|values| fail(values, &["v15", "v16"])).values["loop"], 10.0);
    let either = run(&|values| {
        fail(values, &["v15"]);
        values.insert("loop_cap".to_owned(), Given::Text("either".to_owned()));
    });
    near(either.values["basic"], 90.0);
    // Penalties and bonuses.
    let more = run(&|values| {
        values.insert("hangs".to_owned(), Given::Number(2.0));
        values.insert("glitches".to_owned(), Given::Number(1.0));
        values.insert("boss".to_owned(), Given::Number(3.0));
        values.insert("weapon_types_beyond_3".to_owned(), Given::Number(2.0));
        values.insert("ai_tests".to_owned(), Given::Bool(true));
    });
    near(more.values["user"], 190.0 - 25.0 + 15.0 + 10.0);
    near(more.values["ai"], 110.0);
    let counted = run(&|values| {
        values.insert("tokens_agent".to_owned(), Given::Number(1e9));
        values.insert("tokens_user".to_owned(), Given::Number(2e9));
    });
    assert_eq!(counted.warnings, ["agent and user counted different numbers of tokens"]);
}

/// The specification's golden vector of GameCraft-Bench.
#[test]
fn gamecraft_totals_are_the_published_ones() {
    let values =
        |build: bool| format!("{{\"build\":{build},\"mechanics\":[0.8],\"depth\":[0.5],\"visuals\":[1.0],\"art\":[0.4]}}");
    let result = scored("gamecraft", &values(true));
    near(result.total, 0.585);
    assert_eq!(result.tier.as_deref(), Some("pass"));
    assert_eq!(scored("gamecraft", &values(false)).total, 0.0);
    assert_eq!(scored("gamecraft", "{\"build\":false}").total, 0.0);
}

#[test]
fn gamecraft_takes_the_best_demo_or_the_mean_and_bounds_plain_shapes() {
    let result = scored(
        "gamecraft",
        "{\"build\":true,\"mechanics\":[{\"max\":[0.2,0.9]},{\"max\":[0.7]}],\"depth\":[0.5],\"visuals\":[1],
          \"art\":[{\"mean\":[0.4,0.8,null]},{\"at_most\":0.5,\"of\":{\"mean\":[0.9]}}],
          \"weight_m\":0.2,\"weight_d\":0.3}",
    );
    near(result.values["m"], 0.8);
    near(result.values["a"], 0.55);
    near(result.total, 0.2 * 0.8 + 0.3 * 0.5 + 0.15 + 0.35 * 0.55);
    assert_eq!(result.warnings, Vec::<String>::new());
}

#[test]
fn fidelity_is_the_mean_of_three_axes() {
    let result = scored(
        "fidelity",
        "{\"f_rule\":0.8,\"f_inv\":0.9,\"replay_scores\":[0.5,1],\"satisfied\":30,\"rules\":60}",
    );
    near(result.values["source"], 72.0);
    near(result.values["runtime"], 62.5);
    near(result.total, (72.0 + 75.0 + 50.0) / 3.0);
    let dead = scored("fidelity", "{\"runs\":false,\"f_rule\":1}");
    near(dead.total, 100.0 / 3.0);
}

#[test]
fn strict_success_needs_everything_that_is_required() {
    let base = [
        ("delivered", "true"),
        ("evaluated", "true"),
        ("l1_passed", "7"),
        ("l1_total", "7"),
        ("p0_passed", "2"),
        ("p0_total", "2"),
        ("p1_passed", "5"),
        ("p1_total", "5"),
        ("p2_passed", "0"),
        ("p2_total", "3"),
    ];
    let strict = |changed: &[(&str, &str)]| {
        let values: Vec<String> = base
            .iter()
            .map(|(name, value)| {
                let other = changed
                    .iter()
                    .find(|(changed, _)| changed == name)
                    .map_or(*value, |(_, value)| value);
                format!("\"{name}\":{other}")
            })
            .collect();
        scored("strict-success", &format!("{{{}}}", values.join(","))).total
    };
    assert_eq!(strict(&[]), 100.0, "P2 does not count");
    for change in [
        [("delivered", "false")],
        [("evaluated", "false")],
        [("l1_passed", "6")],
        [("p0_passed", "1")],
        [("p1_passed", "null")],
    ] {
        assert_eq!(strict(&change), 0.0, "{change:?}");
    }
    assert_eq!(
        strict(&[("p0_passed", "0"), ("p0_total", "0")]),
        0.0,
        "both levels have to be there"
    );
    let card = builtin("strict-success").unwrap();
    let results = [
        scored("strict-success", "{\"delivered\":false}"),
        scored(
            "strict-success",
            "{\"delivered\":true,\"evaluated\":true,\"l1_passed\":4,\"l1_total\":4,\"p0_passed\":1,\"p0_total\":1,\"p1_passed\":3,\"p1_total\":3,\"p2_passed\":0,\"p2_total\":4}",
        ),
        scored(
            "strict-success",
            "{\"delivered\":true,\"evaluated\":true,\"l1_passed\":3,\"l1_total\":4,\"p0_passed\":0,\"p0_total\":1,\"p1_passed\":1,\"p1_total\":1,\"p2_passed\":0,\"p2_total\":0}",
        ),
    ];
    let numbers = aggregate(&card, &results).unwrap();
    near(numbers["strict_rate"], 100.0 / 3.0);
    // A missing evaluation is left out of the means, not counted as zero.
    near(numbers["l1_mean"], 87.5);
    near(numbers["p0_rate"], 50.0);
    near(numbers["p1_rate"], 100.0);
}

#[test]
fn the_leaderboard_ranks_and_shows_gate_failures_last() {
    let card = builtin("ue-survivors-web").unwrap();
    let results = [
        scored("ue-survivors-web", "{\"g1\":true}"),
        ue(72.0, 65.0, 40.0, 1e9),
        ue(145.0, 110.0, 75.0, 8e8),
        ue(72.0, 65.0, 40.0, 1e9),
    ];
    let board = board(&card, &results).unwrap();
    let ranks: Vec<&str> = board.rows.iter().map(|row| row.rank.as_str()).collect();
    assert_eq!(ranks, ["1", "2", "2", "-"]);
    let text = markdown(&board);
    assert!(
        text.contains(
            "| rank | agent | model | scenario | date | total | gate | user | AI | content | token | tokens used | tier |"
        ),
        "{text}"
    );
    assert!(
        text.contains("| 1 | a\\|b | - | - | 2026-11-30 | 130.5 | ✅ | 145.0 | 110.0 | 75.0 | 139.5 | 800000000 | Tier 3 |"),
        "{text}"
    );
    assert!(
        text.contains("| - | a\\|b | - | - | 2026-11-30 | 0 | ❌ it does not load | - | - | - | - | - | not passed |"),
        "{text}"
    );
    near(board.aggregates["gate_rate"], 75.0);
}

#[test]
fn values_are_checked_against_the_card() {
    let card = builtin("gamecraft").unwrap();
    let error = |values: &str| score(&card, &entry("gamecraft", values)).unwrap_err().to_string();
    assert_eq!(
        error("{\"speed\":1}"),
        "values.speed: the scorecard `gamecraft` does not ask for it"
    );
    assert_eq!(error("{\"build\":1}"), "values.build: it is true or false");
    assert_eq!(error("{\"build\":true,\"depth\":[1.5]}"), "values.depth: 1.5 is more than 1");
    assert!(error("{\"build\":true}").starts_with("total: `weight_m * m"));
    assert!(error("{\"build\":true,\"depth\":\"x\"}").contains("it is no number"));
    let other = score(&card, &entry("fidelity", "{}")).unwrap_err();
    assert_eq!(other, ScoreError::OtherCard("fidelity".to_owned()));
}

#[test]
fn errors_of_cards_name_the_formula() {
    let text = |total: &str, inputs: &str| {
        format!("{{\"format\":\"oracade-scorecard-1\",\"id\":\"x\",\"title\":\"X\",\"inputs\":{inputs},\n\"total\":\"{total}\"}}")
    };
    let error = |total: &str, inputs: &str| Scorecard::read("x.json", &text(total, inputs)).unwrap_err().to_string();
    assert!(error("a + b", "[{\"id\":\"a\"}]").starts_with("x.json:2: total: there is no `b` yet"));
    assert!(error("a +", "[{\"id\":\"a\"}]").starts_with("x.json:2: total: cannot be read at column 4"));
    assert!(error("a", "[{\"id\":\"a\"},{\"id\":\"a\"}]").contains("inputs[1].id: `a` is there twice"));
    assert!(error("a", "[{\"id\":\"a b\"}]").contains("cannot be named"));
    let card = Scorecard::read("x.json", &text("1 / a", "[{\"id\":\"a\"}]")).unwrap();
    let mut entry = entry("x", "{\"a\":0}");
    entry.scorecard = "x".to_owned();
    assert_eq!(
        score(&card, &entry).unwrap_err().to_string(),
        "total: `1 / a`: 1 / 0 is not a finite number"
    );
}
