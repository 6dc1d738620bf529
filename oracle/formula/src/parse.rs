//! From text to a tree.

use super::{Binary, Comparison, Expr, FormulaError, Function, MAX_BYTES, MAX_DEPTH, MAX_NODES, Unary};

pub(super) fn parse(text: &str) -> Result<Expr, FormulaError> {
    if text.len() > MAX_BYTES {
        return Err(FormulaError::TooLarge(format!(
            "{} bytes; at most {MAX_BYTES} are read",
            text.len()
        )));
    }
    let mut parser = Parser { text, at: 0, nodes: 0 };
    let expr = parser.ternary(0)?;
    parser.space();
    if parser.at < text.len() {
        return Err(parser.error("an operator or the end"));
    }
    Ok(expr)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    nodes: usize,
}

/// Binary operators by precedence, loosest first; longer ones before their beginnings.
const LEVELS: [&[(&str, Binary)]; 5] = [
    &[("||", Binary::Or), ("or", Binary::Or)],
    &[("&&", Binary::And), ("and", Binary::And)],
    &[
        ("<=", Binary::LessEqual),
        (">=", Binary::GreaterEqual),
        ("==", Binary::Equal),
        ("!=", Binary::NotEqual),
        ("<", Binary::Less),
        (">", Binary::Greater),
    ],
    &[("+", Binary::Add), ("-", Binary::Subtract)],
    &[("*", Binary::Multiply), ("/", Binary::Divide), ("%", Binary::Remainder)],
];

/// Comparisons do not chain: `a < b < c` is an error rather than a surprise.
const COMPARISONS: usize = 2;

impl Parser<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn error(&self, expected: &str) -> FormulaError {
        let found = match self.rest().chars().next() {
            Some(c) => format!("found {c:?}"),
            None => "but it ends".to_owned(),
        };
        FormulaError::Syntax {
            column: self.text[..self.at].chars().count() + 1,
            message: format!("expected {expected}, {found}"),
        }
    }

    fn count(&mut self, depth: usize) -> Result<(), FormulaError> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(FormulaError::TooLarge(format!("more than {MAX_NODES} operations")));
        }
        if depth > MAX_DEPTH {
            return Err(FormulaError::TooLarge(format!("nested deeper than {MAX_DEPTH} levels")));
        }
        Ok(())
    }

    fn take(&mut self, token: &str) -> bool {
        self.space();
        let Some(after) = self.rest().strip_prefix(token) else {
            return false;
        };
        let is_word = token.starts_with(|c: char| c.is_ascii_alphabetic());
        if is_word && after.starts_with(in_name) {
            return false;
        }
        self.at += token.len();
        true
    }

    fn ternary(&mut self, depth: usize) -> Result<Expr, FormulaError> {
        self.count(depth)?;
        let test = self.binary(0, depth)?;
        if !self.take("?") {
            return Ok(test);
        }
        let then = self.ternary(depth + 1)?;
        if !self.take(":") {
            return Err(self.error("`:`"));
        }
        let other = self.ternary(depth + 1)?;
        Ok(Expr::If(Box::new(test), Box::new(then), Box::new(other)))
    }

    fn binary(&mut self, level: usize, depth: usize) -> Result<Expr, FormulaError> {
        let Some(operators) = LEVELS.get(level) else {
            return self.unary(depth);
        };
        let mut left = self.binary(level + 1, depth)?;
        while let Some((_, operator)) = operators.iter().find(|(token, _)| self.take(token)) {
            self.count(depth)?;
            let right = self.binary(level + 1, depth + 1)?;
            left = Expr::Binary(*operator, Box::new(left), Box::new(right));
            if level == COMPARISONS {
                break;
            }
        }
        Ok(left)
    }

    fn unary(&mut self, depth: usize) -> Result<Expr, FormulaError> {
        self.count(depth)?;
        self.space();
        let operator = if self.take("-") {
            Unary::Minus
        } else if !self.rest().starts_with("!=") && (self.take("!") || self.take("not")) {
            Unary::Not
        } else {
            return self.primary(depth);
        };
        Ok(Expr::Unary(operator, Box::new(self.unary(depth + 1)?)))
    }

    fn primary(&mut self, depth: usize) -> Result<Expr, FormulaError> {
        self.space();
        let first = self.rest().chars().next();
        match first {
            Some('(') => {
                self.at += 1;
                let inner = self.ternary(depth + 1)?;
                if !self.take(")") {
                    return Err(self.error("`)`"));
                }
                Ok(inner)
            }
            Some('\'') => self.quoted(),
            Some(c) if c.is_ascii_digit() || c == '.' => self.number(),
            Some(c) if c.is_ascii_alphabetic() || c == '_' => self.name(depth),
            _ => Err(self.error("a number, a name, a text in '…' or `(`")),
        }
    }

    fn quoted(&mut self) -> Result<Expr, FormulaError> {
        let from = self.at + 1;
        let Some(length) = self.text[from..].find('\'') else {
            return Err(self.error("a text that ends with '"));
        };
        self.at = from + length + 1;
        Ok(Expr::Text(self.text[from..from + length].to_owned()))
    }

    fn number(&mut self) -> Result<Expr, FormulaError> {
        let rest = self.rest().as_bytes();
        let mut end = 0;
        let digits = |mut end: usize| {
            while rest.get(end).is_some_and(u8::is_ascii_digit) {
                end += 1;
            }
            end
        };
        end = digits(end);
        if rest.get(end) == Some(&b'.') {
            end = digits(end + 1);
        }
        if let Some(b'e' | b'E') = rest.get(end) {
            let sign = usize::from(matches!(rest.get(end + 1), Some(b'+' | b'-')));
            let after = digits(end + 1 + sign);
            if after > end + 1 + sign {
                end = after;
            }
        }
        let text = &self.rest()[..end];
        match text.parse::<f64>() {
            Ok(value) if value.is_finite() && !self.rest()[end..].starts_with(in_name) => {
                self.at += end;
                Ok(Expr::Number(value))
            }
            _ => Err(self.error("a number")),
        }
    }

    fn name(&mut self, depth: usize) -> Result<Expr, FormulaError> {
        let rest = self.rest();
        let end = rest.find(|c| !in_name(c)).unwrap_or(rest.len());
        let name = rest[..end].trim_end_matches('.').to_owned();
        let column = self.at;
        self.at += name.len();
        match name.as_str() {
            "true" => return Ok(Expr::Bool(true)),
            "false" => return Ok(Expr::Bool(false)),
            _ => {}
        }
        if !self.take("(") {
            return Ok(Expr::Name(name));
        }
        let Some((function, least, most)) = function(&name) else {
            self.at = column;
            return Err(self.error(&format!("a function that exists (`{name}` does not: {FUNCTIONS})")));
        };
        let mut arguments = Vec::new();
        if !self.take(")") {
            loop {
                arguments.push(self.ternary(depth + 1)?);
                if self.take(")") {
                    break;
                }
                if !self.take(",") {
                    return Err(self.error("`,` or `)`"));
                }
            }
        }
        if arguments.len() < least || arguments.len() > most {
            return Err(FormulaError::Syntax {
                column: self.text[..column].chars().count() + 1,
                message: format!("`{name}` cannot take {} values", arguments.len()),
            });
        }
        Ok(Expr::Call(function, arguments))
    }
}

fn in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '.'
}

const FUNCTIONS: &str = "min max abs floor ceil round clamp ln log2 log10 sqrt pow sum mean median count default exists contains";

fn function(name: &str) -> Option<(Function, usize, usize)> {
    let many = usize::MAX;
    Some(match name {
        "min" => (Function::Min, 1, many),
        "max" => (Function::Max, 1, many),
        "abs" => (Function::Abs, 1, 1),
        "floor" => (Function::Floor, 1, 1),
        "ceil" => (Function::Ceil, 1, 1),
        "round" => (Function::Round, 1, 2),
        "clamp" => (Function::Clamp, 3, 3),
        "ln" => (Function::Ln, 1, 1),
        "log2" => (Function::Log2, 1, 1),
        "log10" => (Function::Log10, 1, 1),
        "sqrt" => (Function::Sqrt, 1, 1),
        "pow" => (Function::Pow, 2, 2),
        "sum" => (Function::Sum, 0, many),
        "mean" => (Function::Mean, 1, many),
        "median" => (Function::Median, 1, many),
        "count" => (Function::Count, 0, many),
        "default" => (Function::Default, 2, 2),
        "exists" => (Function::Exists, 1, 1),
        "contains" => (Function::Text(Comparison::Contains), 2, 2),
        _ => return None,
    })
}
