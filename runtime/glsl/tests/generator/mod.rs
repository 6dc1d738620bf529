//! Makes random fragment shaders of GLSL ES 3.00 that are correct and end.

use std::fmt::Write as _;

/// Types the shaders use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ty {
    F,
    I,
    U,
    B,
    V2,
    V3,
    V4,
    I2,
    M2,
}

const TYPES: [Ty; 9] = [Ty::F, Ty::I, Ty::U, Ty::B, Ty::V2, Ty::V3, Ty::V4, Ty::I2, Ty::M2];

impl Ty {
    fn name(self) -> &'static str {
        match self {
            Ty::F => "float",
            Ty::I => "int",
            Ty::U => "uint",
            Ty::B => "bool",
            Ty::V2 => "vec2",
            Ty::V3 => "vec3",
            Ty::V4 => "vec4",
            Ty::I2 => "ivec2",
            Ty::M2 => "mat2",
        }
    }
}

/// See the module.
pub(crate) struct Generator {
    state: u64,
    text: String,
    vars: Vec<(String, Ty)>,
    names: u32,
    depth: u32,
    loops: u32,
    /// Within a loop that is no switch inside it.
    breakable: bool,
    budget: i32,
    functions: Vec<(String, Ty, Vec<Ty>)>,
    returns: Option<Ty>,
}

impl Generator {
    pub(crate) fn new(seed: u64) -> Generator {
        Generator {
            state: seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ 0x9e37_79b9_7f4a_7c15,
            text: String::new(),
            vars: Vec::new(),
            names: 0,
            depth: 0,
            loops: 0,
            breakable: false,
            budget: 60,
            functions: Vec::new(),
            returns: None,
        }
    }

    fn next(&mut self, n: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) as usize % n
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn any(&mut self) -> Ty {
        TYPES[self.next(TYPES.len())]
    }

    pub(crate) fn shader(mut self) -> String {
        self.text = "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n\
            in vec4 a; in vec2 b; flat in ivec2 c;\nuniform float uf[5]; uniform int ui; uniform vec3 uv; uniform mat2 um; uniform sampler2D tex;\n\
            const float TABLE[4] = float[4](0.5, -1.0, 2.0, 8.0);\nfloat g1 = 0.25; int g2 = 3; vec3 g3 = vec3(1.0);\nout vec4 o;\n"
            .into();
        for (name, ty) in [("g1", Ty::F), ("g2", Ty::I), ("g3", Ty::V3)] {
            self.vars.push((name.into(), ty));
        }
        for _ in 0..self.next(3) {
            self.function();
        }
        self.text.push_str("void main() {\nfloat arr[4]; int iarr[3]; for (int i = 0; i < 4; i++) arr[i] = float(i) - a.x; for (int i = 0; i < 3; i++) iarr[i] = i + c.x;\n");
        self.budget = 60;
        self.vars.push(("arr[0]".into(), Ty::F));
        let count = 3 + self.next(6);
        for _ in 0..count {
            self.statement(true);
        }
        let parts: Vec<String> = (0..4).map(|_| self.expr(Ty::F, 3)).collect();
        let _ = writeln!(
            self.text,
            "o = vec4({}) + vec4(arr[1], float(iarr[2]), g1, float(g2));\n}}",
            parts.join(", ")
        );
        self.text
    }

    fn function(&mut self) {
        let ret = self.any();
        let name = self.name("f");
        let params: Vec<Ty> = (0..1 + self.next(3)).map(|_| self.any()).collect();
        let mark = self.vars.len();
        let list: Vec<String> = params
            .iter()
            .map(|t| {
                let p = self.name("p");
                self.vars.push((p.clone(), *t));
                format!("{} {p}", t.name())
            })
            .collect();
        let _ = writeln!(self.text, "{} {name}({}) {{", ret.name(), list.join(", "));
        self.returns = Some(ret);
        self.budget = 14;
        for _ in 0..1 + self.next(3) {
            self.statement(false);
        }
        self.returns = None;
        let value = self.expr(ret, 3);
        let _ = writeln!(self.text, "return {value};\n}}");
        self.vars.truncate(mark);
        self.functions.push((name, ret, params));
    }

    fn block(&mut self, main: bool) {
        let mark = self.vars.len();
        self.text.push_str("{\n");
        self.depth += 1;
        for _ in 0..1 + self.next(3) {
            self.statement(main);
        }
        self.depth -= 1;
        self.text.push_str("}\n");
        self.vars.truncate(mark);
    }

    fn statement(&mut self, main: bool) {
        self.budget -= 1;
        if self.budget < 0 {
            return;
        }
        let deep = self.depth > 4;
        match self.next(if deep { 7 } else { 14 }) {
            0 | 1 => {
                let ty = self.any();
                let value = self.expr(ty, 3);
                let name = self.name("v");
                let _ = writeln!(self.text, "{} {name} = {value};", ty.name());
                self.vars.push((name, ty));
            }
            2 | 3 => {
                let at = self.next(self.vars.len());
                let (name, ty) = self.vars[at].clone();
                let value = self.expr(ty, 3);
                let op = match ty {
                    Ty::B => "=",
                    _ => ["=", "+=", "-=", "*="][self.next(4)],
                };
                let _ = writeln!(self.text, "{name} {op} {value};");
            }
            4 if main => {
                let (index, value) = (self.expr(Ty::I, 2), self.expr(Ty::F, 2));
                let _ = writeln!(self.text, "arr[c.x + {index}] = {value};");
            }
            5 if main => {
                let (index, value) = (self.expr(Ty::I, 2), self.expr(Ty::I, 2));
                let _ = writeln!(self.text, "iarr[ui + {index}] += {value};");
            }
            6 if self.loops > 0 && self.breakable => {
                let cond = self.expr(Ty::B, 2);
                let word = ["break", "continue"][self.next(2)];
                let _ = writeln!(self.text, "if ({cond}) {word};");
            }
            7 | 8 => {
                let cond = self.expr(Ty::B, 3);
                let _ = write!(self.text, "if ({cond}) ");
                self.block(main);
                if self.next(2) == 0 {
                    self.text.push_str("else ");
                    self.block(main);
                }
            }
            9 | 10 if self.loops < 2 => {
                let name = self.name("i");
                let bound = if self.next(2) == 0 {
                    format!("{}", 1 + self.next(4))
                } else {
                    format!("min({}, 4)", self.expr(Ty::I, 2))
                };
                let _ = write!(self.text, "for (int {name} = 0; {name} < {bound}; {name}++) ");
                self.looped(main);
            }
            11 if self.loops < 2 => {
                let name = self.name("n");
                let cond = self.expr(Ty::B, 2);
                let _ = writeln!(self.text, "int {name} = 0;");
                if self.next(2) == 0 {
                    let _ = write!(self.text, "while ({name}++ < 5 && {cond}) ");
                    self.looped(main);
                } else {
                    let _ = write!(self.text, "do ");
                    self.looped(main);
                    let _ = writeln!(self.text, "while ({name}++ < 3 && {cond});");
                }
            }
            12 => {
                let value = self.expr(Ty::I, 2);
                let _ = writeln!(self.text, "switch ({value} & 3) {{");
                let outer = std::mem::replace(&mut self.breakable, false);
                for label in ["case 0:", "case 2:", "default:"] {
                    let _ = writeln!(self.text, "{label}");
                    self.block(main);
                    if self.next(3) > 0 {
                        self.text.push_str("break;\n");
                    }
                }
                self.text.push_str("}\n");
                self.breakable = outer;
            }
            13 => {
                if let Some(ty) = self.returns {
                    let (cond, value) = (self.expr(Ty::B, 2), self.expr(ty, 2));
                    let _ = writeln!(self.text, "if ({cond}) return {value};");
                } else if self.next(4) == 0 {
                    let cond = self.expr(Ty::B, 2);
                    let _ = writeln!(self.text, "if ({cond} && a.w > 3.0) discard;");
                } else if self.depth > 0 && self.next(3) == 0 {
                    let cond = self.expr(Ty::B, 2);
                    let _ = writeln!(self.text, "if ({cond}) {{ o = vec4(g1); return; }}");
                }
            }
            _ => {
                let value = self.expr(Ty::V3, 3);
                let _ = writeln!(self.text, "g3 = {value};");
            }
        }
    }

    fn looped(&mut self, main: bool) {
        self.loops += 1;
        let outer = std::mem::replace(&mut self.breakable, true);
        self.block(main);
        self.breakable = outer;
        self.loops -= 1;
    }

    fn variable(&mut self, ty: Ty) -> Option<String> {
        let fitting: Vec<String> = self.vars.iter().filter(|v| v.1 == ty).map(|v| v.0.clone()).collect();
        if fitting.is_empty() {
            None
        } else {
            Some(fitting[self.next(fitting.len())].clone())
        }
    }

    fn leaf(&mut self, ty: Ty) -> String {
        if self.next(2) == 0
            && let Some(name) = self.variable(ty)
        {
            return name;
        }
        let number = ["0.5", "-2.0", "3.25", "1.0", "0.0", "100.0", "1e-3"][self.next(7)];
        let small = self.next(6);
        match ty {
            Ty::F => [
                number.to_string(),
                format!("a.{}", ["x", "y", "z", "w"][self.next(4)]),
                format!("uf[{}]", self.next(5)),
                "b.y".into(),
            ][self.next(4)]
            .clone(),
            Ty::I => [format!("{small}"), "ui".into(), "c.x".into(), "int(a.y)".into(), "-3".into()][self.next(5)].clone(),
            Ty::U => format!("{small}u"),
            Ty::B => ["true", "false", "(a.x > b.x)", "(c.x == 1)", "(ui > 0)"][self.next(5)].into(),
            Ty::V2 => ["b", "a.xy", "vec2(0.5, -1.0)", "b.yx"][self.next(4)].into(),
            Ty::V3 => ["uv", "a.wzx", "vec3(1.0, 2.0, 3.0)", "vec3(0.25)"][self.next(4)].into(),
            Ty::V4 => ["a", "vec4(b, b)", "a.wwxy"][self.next(3)].into(),
            Ty::I2 => ["c", "ivec2(1, 2)", "c.yx"][self.next(3)].into(),
            Ty::M2 => ["um", "mat2(a)", "mat2(2.0)"][self.next(3)].into(),
        }
    }

    fn expr(&mut self, ty: Ty, depth: u32) -> String {
        if depth == 0 || self.next(6) == 0 {
            return self.leaf(ty);
        }
        let d = depth - 1;
        if self.next(8) == 0 {
            let fitting: Vec<(String, Vec<Ty>)> = self
                .functions
                .iter()
                .filter(|f| f.1 == ty)
                .map(|f| (f.0.clone(), f.2.clone()))
                .collect();
            if !fitting.is_empty() {
                let (name, params) = fitting[self.next(fitting.len())].clone();
                let args: Vec<String> = params.iter().map(|t| self.expr(*t, d)).collect();
                return format!("{name}({})", args.join(", "));
            }
        }
        if self.next(7) == 0 {
            let (c, a, b) = (self.expr(Ty::B, d), self.expr(ty, d), self.expr(ty, d));
            return format!("({c} ? {a} : {b})");
        }
        match ty {
            Ty::B => match self.next(5) {
                0 => format!("({} < {})", self.expr(Ty::F, d), self.expr(Ty::F, d)),
                1 => format!(
                    "({} {} {})",
                    self.expr(Ty::B, d),
                    ["&&", "||", "^^"][self.next(3)],
                    self.expr(Ty::B, d)
                ),
                2 => format!("({} >= {})", self.expr(Ty::I, d), self.expr(Ty::I, d)),
                3 => format!("!({})", self.expr(Ty::B, d)),
                _ => format!("({} == {})", self.expr(Ty::V2, d), self.expr(Ty::V2, d)),
            },
            Ty::I => match self.next(7) {
                0 => format!("int({})", self.expr(Ty::F, d)),
                1 => format!("({} << {})", self.expr(Ty::I, d), self.expr(Ty::I, d)),
                2 => format!("floatBitsToInt({})", self.expr(Ty::F, d)),
                3 => format!("clamp({}, -5, 7)", self.expr(Ty::I, d)),
                4 => format!("{}[c.y + {}]", self.expr(Ty::I2, d), self.expr(Ty::I, d)),
                _ => format!(
                    "({} {} {})",
                    self.expr(Ty::I, d),
                    ["+", "-", "*", "/", "%", "&", "|", "^", ">>"][self.next(9)],
                    self.expr(Ty::I, d)
                ),
            },
            Ty::U => match self.next(4) {
                0 => format!("uint({})", self.expr(Ty::F, d)),
                1 => format!("packHalf2x16({})", self.expr(Ty::V2, d)),
                2 => format!("uint({})", self.expr(Ty::I, d)),
                _ => format!(
                    "({} {} {})",
                    self.expr(Ty::U, d),
                    ["+", "-", "*", "/", "%", "&", "|", "^", ">>", "<<"][self.next(10)],
                    self.expr(Ty::U, d)
                ),
            },
            Ty::F => match self.next(12) {
                0 => format!("float({})", self.expr(Ty::I, d)),
                1 => format!("float({})", self.expr(Ty::U, d)),
                2 => {
                    let f = [
                        "sin",
                        "cos",
                        "exp2",
                        "log2",
                        "sqrt",
                        "floor",
                        "fract",
                        "abs",
                        "sign",
                        "exp",
                        "log",
                        "tan",
                        "atan",
                        "asin",
                        "acos",
                        "inversesqrt",
                        "ceil",
                        "trunc",
                        "round",
                        "tanh",
                    ][self.next(20)];
                    format!("{f}({})", self.expr(Ty::F, d))
                }
                3 => format!(
                    "{}({}, {})",
                    ["min", "max", "pow", "mod", "atan", "step"][self.next(6)],
                    self.expr(Ty::F, d),
                    self.expr(Ty::F, d)
                ),
                4 => format!("TABLE[c.x + {}]", self.expr(Ty::I, d)),
                5 => format!("uf[c.y + {}]", self.expr(Ty::I, d)),
                6 => format!("dot({}, {})", self.expr(Ty::V3, d), self.expr(Ty::V3, d)),
                7 => format!("{}[c.y + {}]", self.expr(Ty::V4, d), self.expr(Ty::I, d)),
                8 => format!("{}({})", ["dFdx", "dFdy", "fwidth"][self.next(3)], self.expr(Ty::F, d)),
                9 => format!("length({})", self.expr(Ty::V2, d)),
                _ => format!(
                    "({} {} {})",
                    self.expr(Ty::F, d),
                    ["+", "-", "*", "/"][self.next(4)],
                    self.expr(Ty::F, d)
                ),
            },
            Ty::V2 => match self.next(4) {
                0 => format!("vec2({}, {})", self.expr(Ty::F, d), self.expr(Ty::F, d)),
                1 => format!("({} * {})", self.expr(Ty::M2, d), self.expr(Ty::V2, d)),
                2 => format!("unpackHalf2x16({})", self.expr(Ty::U, d)),
                _ => format!(
                    "({} {} {})",
                    self.expr(Ty::V2, d),
                    ["+", "-", "*"][self.next(3)],
                    self.expr(Ty::V2, d)
                ),
            },
            Ty::V3 => match self.next(6) {
                0 => format!("vec3({}, {})", self.expr(Ty::V2, d), self.expr(Ty::F, d)),
                1 => format!("cross({}, {})", self.expr(Ty::V3, d), self.expr(Ty::V3, d)),
                2 => format!("normalize({})", self.expr(Ty::V3, d)),
                3 => format!(
                    "mix({}, {}, {})",
                    self.expr(Ty::V3, d),
                    self.expr(Ty::V3, d),
                    self.expr(Ty::F, d)
                ),
                4 => format!("{}.zxy", self.expr(Ty::V4, d)),
                _ => format!(
                    "({} {} {})",
                    self.expr(Ty::V3, d),
                    ["+", "-", "*", "/"][self.next(4)],
                    self.expr(Ty::F, d)
                ),
            },
            Ty::V4 => match self.next(4) {
                0 => format!("vec4({}, {})", self.expr(Ty::V3, d), self.expr(Ty::F, d)),
                1 => format!("{}(tex, {})", "texture", self.expr(Ty::V2, d)),
                2 => format!(
                    "smoothstep({}, {}, {})",
                    self.expr(Ty::F, d),
                    self.expr(Ty::F, d),
                    self.expr(Ty::V4, d)
                ),
                _ => format!(
                    "({} {} {})",
                    self.expr(Ty::V4, d),
                    ["+", "-", "*"][self.next(3)],
                    self.expr(Ty::V4, d)
                ),
            },
            Ty::I2 => match self.next(3) {
                0 => format!("ivec2({}, {})", self.expr(Ty::I, d), self.expr(Ty::I, d)),
                1 => format!("ivec2({})", self.expr(Ty::V2, d)),
                _ => format!(
                    "({} {} {})",
                    self.expr(Ty::I2, d),
                    ["+", "-", "*", "%"][self.next(4)],
                    self.expr(Ty::I, d)
                ),
            },
            Ty::M2 => match self.next(3) {
                0 => format!("mat2({}, {})", self.expr(Ty::V2, d), self.expr(Ty::V2, d)),
                1 => format!("inverse({})", self.expr(Ty::M2, d)),
                _ => format!(
                    "({} {} {})",
                    self.expr(Ty::M2, d),
                    ["+", "-", "*"][self.next(3)],
                    self.expr(Ty::M2, d)
                ),
            },
        }
    }
}
