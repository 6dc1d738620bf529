//! The report as JUnit XML: a test suite for each build or game, a case for each thing that was judged.

use crate::dossier::{Dossier, Finding, Verdict};
use crate::escape::xml as text;
use std::fmt::Write;

/// The report as JUnit XML. What is not as demanded, in part or as a whole, is a failure; what nobody could tell is skipped, and so are
/// mutants that are taken to be the same game. A mutant that survived is a failure of the suite.
pub fn junit(dossier: &Dossier) -> String {
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\">\n",
        text(&dossier.title)
    );
    for section in &dossier.sections {
        let count = |wanted: &[Verdict]| {
            let judged = section.findings.iter().filter_map(|it| it.verdict);
            judged.filter(|verdict| wanted.contains(verdict)).count()
        };
        let _ = writeln!(
            out,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\">",
            text(&section.title),
            section.findings.len(),
            count(&[Verdict::Bad, Verdict::Partial]),
            count(&[Verdict::Unknown, Verdict::Skipped]),
        );
        for it in &section.findings {
            case(&mut out, &section.title, it);
        }
        out.push_str("  </testsuite>\n");
    }
    for it in &dossier.mutations {
        let all = it.survivors.len() + it.equivalent.len();
        let name = format!("mutants of {}", it.game);
        let _ = writeln!(
            out,
            "  <testsuite name=\"{}\" tests=\"{all}\" failures=\"{}\" skipped=\"{}\">",
            text(&name),
            it.survivors.len(),
            it.equivalent.len()
        );
        for survivor in &it.survivors {
            let _ = writeln!(
                out,
                "    <testcase classname=\"{}\" name=\"{}\"><failure message=\"no check notices it\">{}</failure></testcase>",
                text(&name),
                text(&survivor.id),
                text(&survivor.diff)
            );
        }
        for same in &it.equivalent {
            let _ = writeln!(
                out,
                "    <testcase classname=\"{}\" name=\"{}\"><skipped message=\"equivalent over exploration\"/></testcase>",
                text(&name),
                text(&same.id)
            );
        }
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

fn case(out: &mut String, suite: &str, it: &Finding) {
    let _ = write!(out, "    <testcase classname=\"{}\" name=\"{}\"", text(suite), text(&it.id));
    let message = it.lines.first().map(String::as_str).unwrap_or_default();
    let mut more = it.lines.join("\n");
    for line in &it.console {
        let _ = write!(more, "\n{} {}", line.kind, line.text);
    }
    match it.verdict {
        Some(Verdict::Bad | Verdict::Partial) => {
            let _ = writeln!(
                out,
                "><failure message=\"{}\">{}</failure></testcase>",
                text(message),
                text(&more)
            );
        }
        Some(Verdict::Unknown | Verdict::Skipped) => {
            let _ = writeln!(out, "><skipped message=\"{}\"/></testcase>", text(message));
        }
        Some(Verdict::Good) | None => out.push_str("/>\n"),
    }
}
