//! Qualifiers: `const`, `uniform`, `in`, `flat`, `layout(…)`, `highp`, …

use super::*;

/// Qualifiers before a type.
#[derive(Clone, Debug, Default)]
pub(super) struct Quals {
    pub(super) invariant: bool,
    pub(super) interpolation: Option<Interpolation>,
    pub(super) layout: Option<Layout>,
    /// `const`, `in`, `out`, `inout`, `uniform`, `attribute`, `varying`.
    pub(super) storage: Option<&'static str>,
    pub(super) precision: Option<Precision>,
    pub(super) loc: Loc,
    pub(super) any: bool,
    /// The first of them, for messages.
    pub(super) first: String,
}

/// `layout(…)`.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    pub(super) location: Option<u32>,
    pub(super) std140: bool,
    pub(super) shared: bool,
    pub(super) matrix: Option<bool>,
    pub(super) loc: Loc,
}

const STORAGE: [&str; 7] = ["const", "in", "out", "inout", "uniform", "attribute", "varying"];

impl Parser<'_> {
    /// Reads qualifiers, if there are any.
    pub(super) fn qualifiers(&mut self) -> Res<Quals> {
        let mut quals = Quals {
            loc: self.loc(),
            ..Quals::default()
        };
        let mut storage_seen = false;
        loop {
            let token = self.peek().clone();
            if token.kind != Kind::Ident || self.word(&token) != Word::Keyword {
                break;
            }
            let text = &*token.text;
            if let Some(word) = STORAGE.iter().find(|w| **w == text) {
                self.next();
                self.storage_word(&mut quals, word, token.loc);
                storage_seen = true;
            } else {
                match text {
                    "invariant" => {
                        self.next();
                        if quals.invariant {
                            self.error(
                                token.loc,
                                "qualifier sequence",
                                "The invariant qualifier specified multiple times.",
                            );
                        } else if quals.any && (self.version >= 300) {
                            let reason = "The invariant qualifier has to be first in the expression.";
                            self.error(token.loc, "qualifier sequence", reason);
                        }
                        quals.invariant = true;
                    }
                    "flat" | "smooth" | "centroid" => {
                        self.next();
                        let kind = match text {
                            "flat" => Interpolation::Flat,
                            "smooth" => Interpolation::Smooth,
                            _ => Interpolation::Centroid,
                        };
                        if storage_seen && text != "centroid" {
                            let reason = "Interpolation qualifiers have to be before storage qualifiers.";
                            self.error(token.loc, "qualifier sequence", reason);
                        }
                        // `smooth centroid in` and `flat centroid in`: the place matters only to smooth ones.
                        quals.interpolation = match (quals.interpolation, kind) {
                            (Some(Interpolation::Flat), _) => Some(Interpolation::Flat),
                            (_, kind) => Some(kind),
                        };
                    }
                    "lowp" | "mediump" | "highp" => {
                        self.next();
                        if quals.precision.is_some() {
                            self.error(token.loc, "qualifier sequence", &format!("{text} specified multiple times"));
                        }
                        quals.precision = precision(text);
                    }
                    "layout" => {
                        let layout = self.layout()?;
                        quals.layout = Some(layout);
                    }
                    _ => break,
                }
            }
            if !quals.any {
                quals.first = text.to_string();
                quals.loc = token.loc;
            }
            quals.any = true;
        }
        Ok(quals)
    }

    fn storage_word(&mut self, quals: &mut Quals, word: &'static str, loc: Loc) {
        if quals.precision.is_some() {
            let reason = "Precision qualifiers have to be after storage qualifiers.";
            self.error(loc, "qualifier sequence", reason);
        }
        match quals.storage {
            Some(old) if old == word => {
                self.error(loc, "qualifier sequence", &format!("{word} specified multiple times"));
            }
            // `const in` of parameters.
            Some("const") if word == "in" && self.scopes_in_parameters() => {}
            Some(_) => self.error(loc, word, "invalid qualifier combination"),
            None => quals.storage = Some(word),
        }
        let stage_only = match word {
            "attribute" if self.stage != Stage::Vertex => true,
            "in" | "out" if self.version < 300 && !self.scopes_in_parameters() => {
                self.error(loc, word, "storage qualifier supported in GLSL ES 3.00 and above only");
                false
            }
            _ => false,
        };
        if stage_only {
            self.error(loc, word, " supported in vertex shaders only");
        }
        if matches!(word, "attribute" | "varying" | "uniform") && !self.scopes.global() {
            self.error(loc, word, "only allowed at global scope");
        }
    }

    fn scopes_in_parameters(&self) -> bool {
        // Parameters are read while no function's body is, at global scope, after an open parenthesis.
        self.in_parameters()
    }

    fn layout(&mut self) -> Res<Layout> {
        let mut layout = Layout {
            loc: self.next().loc,
            ..Layout::default()
        };
        self.expect("(")?;
        loop {
            let token = self.next();
            if token.kind != Kind::Ident {
                self.at = self.at.saturating_sub(1);
                return self.syntax();
            }
            let value = if self.accept("=") {
                let number = self.next();
                if number.kind != Kind::Int {
                    self.at = self.at.saturating_sub(1);
                    return self.syntax();
                }
                let (value, fits) = preprocess::integer_value(&number.text);
                if !fits || value > i32::MAX as u32 {
                    self.error(number.loc, &token.text, "out of range: location must be non-negative");
                }
                Some(value)
            } else {
                None
            };
            match (&*token.text, value) {
                ("location", Some(value)) => layout.location = Some(value),
                ("location", None) => {
                    self.error(
                        token.loc,
                        "location",
                        "invalid layout qualifier: location requires an argument",
                    );
                }
                ("std140", None) => layout.std140 = true,
                ("shared", None) => {
                    layout.shared = true;
                    self.error(token.loc, "shared", "Only std140 layout is allowed in WebGL");
                }
                ("packed", None) => {
                    layout.shared = true;
                    self.error(token.loc, "packed", "Only std140 layout is allowed in WebGL");
                }
                ("row_major", None) => layout.matrix = Some(true),
                ("column_major", None) => layout.matrix = Some(false),
                ("binding", Some(_)) => {
                    self.error(token.loc, "binding", "invalid layout qualifier: not supported");
                    let reason = "invalid layout qualifier: only valid when used with pixel local storage";
                    self.error(token.loc, "binding", reason);
                }
                (name, _) => {
                    let name = name.to_string();
                    self.error(token.loc, &name, "invalid layout qualifier");
                }
            }
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(layout)
    }
}

/// A precision's keyword.
pub(super) fn precision(word: &str) -> Option<Precision> {
    match word {
        "lowp" => Some(Precision::Low),
        "mediump" => Some(Precision::Medium),
        "highp" => Some(Precision::High),
        _ => None,
    }
}
