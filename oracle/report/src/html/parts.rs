//! Parts of the page: facts, findings, films, changes, moments, console, files.

use super::chip;
use crate::dossier::{Change, ConsoleLine, Film, Finding, Moment, Verdict};
use crate::escape::html as text;
use crate::thumbnail::base64;
use std::fmt::Write;

pub(super) fn facts(facts: &[(String, String)]) -> String {
    let mut out = String::from("<dl class=\"facts\">");
    for (name, value) in facts {
        let _ = write!(out, "<div><dt>{}</dt><dd>{}</dd></div>", text(name), text(value));
    }
    out.push_str("</dl>");
    out
}

pub(super) fn finding(out: &mut String, it: &Finding, open: bool) {
    let good = matches!(it.verdict, Some(Verdict::Good | Verdict::Skipped));
    let _ = write!(
        out,
        "<details class=\"finding{}\" id=\"{}\"{}><summary>{} <b>{}</b> <span class=\"label\">{}</span></summary>",
        if good { " is-good" } else { "" },
        text(&it.anchor),
        if open { " open" } else { "" },
        it.verdict.map_or_else(String::new, |verdict| chip(verdict, "", None)),
        text(&it.id),
        text(&it.label),
    );
    if !it.lines.is_empty() {
        out.push_str("<ul class=\"lines\">");
        for line in &it.lines {
            let _ = write!(out, "<li>{}</li>", text(line));
        }
        out.push_str("</ul>");
    }
    film(out, &it.film, &it.id);
    changes(out, &it.changes);
    if !it.evidence.is_empty() {
        out.push_str("<p>Evidence: ");
        for (at, evidence) in it.evidence.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            let _ = match &evidence.target {
                Some(target) => write!(
                    out,
                    "{comma}<a href=\"#{}\"><code>{}</code></a>",
                    text(target),
                    text(&evidence.text)
                ),
                None => write!(out, "{comma}<code>{}</code>", text(&evidence.text)),
            };
        }
        out.push_str("</p>");
    }
    for file in &it.attachments {
        let _ = write!(
            out,
            "<p><a download=\"{0}\" href=\"data:application/octet-stream;base64,{1}\">Download {0}</a> ({2} bytes)</p>",
            text(&file.name),
            base64(&file.bytes),
            file.bytes.len()
        );
    }
    console(out, &it.console);
    moments(out, &it.moments);
    out.push_str("</details>\n");
}

fn film(out: &mut String, film: &Film, id: &str) {
    if film.frames.is_empty() {
        return;
    }
    let _ = write!(
        out,
        "<div class=\"film\" tabindex=\"0\" role=\"group\" aria-label=\"Pictures of {}\">",
        text(id)
    );
    for frame in &film.frames {
        let anchor = if frame.anchor.is_empty() {
            String::new()
        } else {
            format!(" id=\"{}\"", text(&frame.anchor))
        };
        let _ = write!(
            out,
            "<figure{anchor}><div class=\"shot\"><img loading=\"lazy\" alt=\"{}\" src=\"{}\">",
            text(&frame.caption),
            text(&frame.image)
        );
        for mark in &frame.marks {
            let _ = write!(
                out,
                "<span class=\"mark\" style=\"left:{:.2}%;top:{:.2}%\"></span>",
                mark.x, mark.y
            );
        }
        if !frame.inputs.is_empty() {
            out.push_str("<ul class=\"inputs\">");
            for input in &frame.inputs {
                let _ = write!(out, "<li>{}</li>", text(input));
            }
            out.push_str("</ul>");
        }
        let _ = write!(out, "</div><figcaption>{}</figcaption></figure>", text(&frame.caption));
    }
    out.push_str("</div>");
}

fn changes(out: &mut String, changes: &[Change]) {
    if changes.is_empty() {
        return;
    }
    out.push_str(
        "<div class=\"wide\"><table><thead><tr><th scope=\"col\">snapshot</th><th scope=\"col\">before</th><th scope=\"col\">after</th></tr></thead>\
         <tbody>",
    );
    for change in changes {
        let _ = write!(
            out,
            "<tr><th scope=\"row\"><code>{}</code></th><td class=\"before\"><code>{}</code></td><td class=\"after\"><code>{}</code></td></tr>",
            text(&change.path),
            text(&change.before),
            text(&change.after)
        );
    }
    out.push_str("</tbody></table></div>");
}

fn console(out: &mut String, lines: &[ConsoleLine]) {
    if lines.is_empty() {
        return;
    }
    out.push_str("<h3>Console</h3><ul class=\"console\">");
    for line in lines {
        // The kind is the page's word, too: only known ones become classes.
        let class = match line.kind.as_str() {
            "error" | "exception" => "error",
            "warning" | "warn" => "warning",
            _ => "",
        };
        let _ = write!(
            out,
            "<li class=\"{class}\"><b>{} {}</b> {}</li>",
            text(&line.at),
            text(&line.kind),
            text(&line.text)
        );
    }
    out.push_str("</ul>");
}

fn moments(out: &mut String, moments: &[Moment]) {
    if moments.is_empty() {
        return;
    }
    out.push_str("<ul class=\"moments\">");
    for moment in moments {
        let _ = write!(out, "<li id=\"{}\"><b>{}</b> ", text(&moment.anchor), text(&moment.title));
        for tag in &moment.tags {
            let _ = write!(out, "<span class=\"tag\">{}</span>", text(tag));
        }
        if !moment.inputs.is_empty() {
            let inputs: Vec<String> = moment.inputs.iter().map(|input| text(input)).collect();
            let _ = write!(out, "<br>▸ {}", inputs.join("<br>▸ "));
        }
        let _ = write!(
            out,
            "<details><summary>Snapshot</summary><pre>{}</pre></details></li>",
            text(&moment.snapshot)
        );
    }
    out.push_str("</ul>");
}

pub(super) fn diff(out: &mut String, diff: &str) {
    out.push_str("<pre class=\"diff\" tabindex=\"0\">");
    for line in diff.lines() {
        let class = match line.as_bytes().first() {
            Some(b'+') => "add",
            Some(b'-') => "cut",
            Some(b'@') => "at",
            _ => "",
        };
        let _ = write!(out, "<span class=\"{class}\">{}</span>", text(line));
    }
    out.push_str("</pre>\n");
}
