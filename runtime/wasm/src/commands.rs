//! The command buffer of a picture, as a game hands it over: every number is checked before any is drawn, since the rasteriser
//! takes what a page's own shims have written. What names fonts and filters is noted, to be put in when the picture is drawn.
//!
//! The picture may be asked for at another size than the canvas: then the scale is worked into the transforms here, so that
//! shapes are drawn small rather than drawn large and shrunk.

use oracade_canvas::commands::{op, style};
use oracade_canvas::path::{Matrix, verb};

/// Numbers of one picture.
pub(crate) const WORDS_MAX: usize = 4 << 20;

/// What a buffer may name, and the scale it is drawn at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names {
    pub(crate) images: usize,
    pub(crate) texts: usize,
    pub(crate) fonts: usize,
    pub(crate) filters: usize,
    pub(crate) scale: [f64; 2],
}

/// A number in the buffer that is the game's own for a font or filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    Font(usize),
    Filter(usize),
}

/// Why a buffer is not drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("canvas command at number {at}: {what}")]
pub(crate) struct Fault {
    pub(crate) at: usize,
    pub(crate) what: &'static str,
}

/// A picture's commands, checked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Commands {
    pub(crate) words: Vec<f64>,
    /// Places in `words`.
    pub(crate) named: Vec<Named>,
    /// Where commands begin in `words`.
    pub(crate) starts: Vec<usize>,
}

impl Commands {
    /// Begins a picture.
    pub(crate) fn begin(&mut self, names: &Names) {
        self.words.clear();
        self.named.clear();
        self.starts.clear();
        if names.scale != [1.0, 1.0] {
            let [x, y] = names.scale;
            self.starts.push(0);
            self.words.extend([f64::from(op::TRANSFORM), x, 0.0, 0.0, y, 0.0, 0.0]);
        }
    }

    /// Adds a buffer.
    pub(crate) fn add(&mut self, words: &[f64], names: &Names) -> Result<(), Fault> {
        let mut walk = Walk {
            words,
            at: 0,
            names,
            out: self,
        };
        while walk.at < words.len() {
            let start = walk.at;
            walk.out.starts.push(walk.out.words.len());
            walk.command()?;
            if walk.out.words.len() > WORDS_MAX {
                return Err(Fault {
                    at: start,
                    what: "the picture has too many commands",
                });
            }
        }
        Ok(())
    }
}

struct Walk<'a> {
    words: &'a [f64],
    at: usize,
    names: &'a Names,
    out: &'a mut Commands,
}

type Step<T = ()> = Result<T, Fault>;

impl Walk<'_> {
    fn fault<T>(&self, what: &'static str) -> Step<T> {
        Err(Fault {
            at: self.at.saturating_sub(1),
            what,
        })
    }

    fn raw(&mut self) -> Step<f64> {
        let Some(word) = self.words.get(self.at) else {
            return Err(Fault {
                at: self.words.len(),
                what: "it breaks off",
            });
        };
        self.at += 1;
        Ok(*word)
    }

    fn finite(&mut self) -> Step<f64> {
        let word = self.raw()?;
        if word.is_finite() {
            Ok(word)
        } else {
            self.fault("not a finite number")
        }
    }

    fn put(&mut self, word: f64) {
        self.out.words.push(word);
    }

    fn pass(&mut self, count: usize) -> Step {
        for _ in 0..count {
            let word = self.finite()?;
            self.put(word);
        }
        Ok(())
    }

    fn not_negative(&mut self) -> Step {
        let word = self.finite()?;
        if word < 0.0 {
            return self.fault("negative");
        }
        self.put(word);
        Ok(())
    }

    /// A whole number below a bound.
    fn whole(&mut self, below: usize, what: &'static str) -> Step<usize> {
        let word = self.raw()?;
        if word >= 0.0 && word < below as f64 && word.fract() == 0.0 {
            Ok(word as usize)
        } else {
            self.fault(what)
        }
    }

    fn index(&mut self, below: usize, what: &'static str) -> Step {
        let word = self.whole(below, what)?;
        self.put(word as f64);
        Ok(())
    }

    fn flag(&mut self) -> Step {
        self.index(2, "neither 0 nor 1")
    }

    fn unit(&mut self) -> Step {
        let word = self.finite()?;
        self.put(word.clamp(0.0, 1.0));
        Ok(())
    }

    fn color(&mut self) -> Step {
        (0..4).try_for_each(|_| self.unit())
    }

    /// A transform that takes the place of the one before.
    fn transform(&mut self) -> Step {
        let mut m = [0.0; 6];
        for slot in &mut m {
            *slot = self.finite()?;
        }
        let [x, y] = self.names.scale;
        let scale = Matrix {
            m: [x, 0.0, 0.0, y, 0.0, 0.0],
        };
        self.out.words.extend(scale.times(&Matrix { m }).m);
        Ok(())
    }

    fn command(&mut self) -> Step {
        let code = self.whole(64, "no command has this number")? as u32;
        self.put(f64::from(code));
        match code {
            op::TRANSFORM => self.transform(),
            op::FILL_STYLE | op::STROKE_STYLE => self.style(),
            op::ALPHA => self.unit(),
            op::COMPOSITE => self.index(oracade_canvas::blend::CompositeOp::ALL.len(), "no such composite operation"),
            op::LINE => {
                self.positive()?;
                self.index(3, "no such line cap")?;
                self.index(3, "no such line join")?;
                self.positive()
            }
            op::DASH => {
                self.pass(1)?;
                let count = self.whole(1 << 16, "too many dashes")?;
                self.put(count as f64);
                (0..count).try_for_each(|_| self.not_negative())
            }
            op::SHADOW => {
                self.color()?;
                self.not_negative()?;
                self.pass(2)?;
                // Shadows are not under the transform.
                let [x, y] = self.names.scale;
                if let [.., blur, dx, dy] = self.out.words.as_mut_slice() {
                    *blur *= x.min(y);
                    *dx *= x;
                    *dy *= y;
                }
                Ok(())
            }
            op::SMOOTHING => {
                self.flag()?;
                self.index(3, "no such quality")
            }
            op::FILTER => {
                let place = self.out.words.len();
                self.index(self.names.filters, "no such filter")?;
                self.out.named.push(Named::Filter(place));
                Ok(())
            }
            op::CLIP_POP => self.index(1 << 16, "too many clips"),
            op::CLIP_PUSH | op::FILL => {
                self.flag()?;
                self.path()
            }
            op::STROKE => self.path(),
            op::FILL_RECT | op::STROKE_RECT | op::CLEAR_RECT => self.pass(4),
            op::IMAGE => {
                self.index(self.names.images, "no such image")?;
                self.pass(8)
            }
            op::TEXT => {
                self.flag()?;
                self.index(self.names.texts, "no such text")?;
                self.pass(2)?;
                let width = self.raw()?;
                if width.is_infinite() {
                    return self.fault("not a finite number");
                }
                self.put(width);
                Ok(())
            }
            op::TEXT_STYLE => {
                let place = self.out.words.len();
                self.index(self.names.fonts, "no such font")?;
                self.out.named.push(Named::Font(place));
                self.index(5, "no such alignment")?;
                self.index(6, "no such baseline")?;
                self.flag()?;
                self.pass(2)?;
                self.flag()
            }
            _ => self.fault("no command has this number"),
        }
    }

    fn positive(&mut self) -> Step {
        let word = self.finite()?;
        if word <= 0.0 {
            return self.fault("not positive");
        }
        self.put(word);
        Ok(())
    }

    fn style(&mut self) -> Step {
        let kind = self.whole(5, "no such kind of style")? as u32;
        self.put(f64::from(kind));
        match kind {
            style::COLOR => return self.color(),
            style::LINEAR => self.pass(4)?,
            style::RADIAL => {
                for _ in 0..2 {
                    self.pass(2)?;
                    self.not_negative()?;
                }
            }
            style::CONIC => self.pass(3)?,
            _ => {
                self.index(self.names.images, "no such image")?;
                self.flag()?;
                self.flag()?;
                return self.pass(6);
            }
        }
        let count = self.whole(1 << 12, "too many colour stops")?;
        self.put(count as f64);
        for _ in 0..count {
            self.unit()?;
            self.color()?;
        }
        Ok(())
    }

    fn path(&mut self) -> Step {
        let relative = self.whole(2, "neither 0 nor 1")? == 1;
        let count = self.whole(WORDS_MAX, "the path is too long")?;
        let end = self.at.saturating_add(count);
        if end > self.words.len() {
            return self.fault("the path breaks off");
        }
        self.put(f64::from(u8::from(relative)));
        let length = self.out.words.len();
        self.put(0.0);
        let [x, y] = self.names.scale;
        if !relative && [x, y] != [1.0, 1.0] {
            self.out.words.extend([f64::from(verb::TRANSFORM), x, 0.0, 0.0, y, 0.0, 0.0]);
        }
        while self.at < end {
            let code = self.whole(16, "no path segment has this number")? as u32;
            let Some(arguments) = verb::arguments(code) else {
                return self.fault("no path segment has this number");
            };
            if self.at + arguments > end {
                return self.fault("the path breaks off");
            }
            self.put(f64::from(code));
            match code {
                verb::TRANSFORM if !relative => self.transform()?,
                verb::ELLIPSE => {
                    self.pass(2)?;
                    self.not_negative()?;
                    self.not_negative()?;
                    self.pass(3)?;
                    self.flag()?;
                }
                verb::ARC_TO => {
                    self.pass(4)?;
                    self.not_negative()?;
                }
                verb::ROUND_RECT => {
                    self.pass(4)?;
                    (0..8).try_for_each(|_| self.not_negative())?;
                }
                _ => self.pass(arguments)?,
            }
        }
        let written = self.out.words.len() - length - 1;
        if let Some(slot) = self.out.words.get_mut(length) {
            *slot = written as f64;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: Names = Names {
        images: 1,
        texts: 1,
        fonts: 2,
        filters: 1,
        scale: [1.0, 1.0],
    };

    fn check(words: &[f64]) -> Result<Commands, Fault> {
        let mut commands = Commands::default();
        commands.begin(&NAMES);
        commands.add(words, &NAMES).map(|()| commands)
    }

    #[test]
    fn what_is_whole_passes_unchanged() {
        let words = [
            1.0, 1.0, 0.0, 0.0, 1.0, 5.0, 6.0, 2.0, 0.0, 1.0, 0.5, 0.0, 1.0, 15.0, 1.0, 2.0, 3.0, 4.0, 20.0, 1.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 1.0, 19.0, 0.0, 0.0, 5.0, 5.0,
        ];
        let mut words = words.to_vec();
        words.push(f64::NAN);
        let commands = check(&words).unwrap();
        assert_eq!(format!("{:?}", commands.words), format!("{words:?}"));
        assert_eq!(commands.named, [Named::Font(19)]);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let cases: [(&[f64], usize, &str); 9] = [
            (&[15.0, 1.0, 2.0], 3, "it breaks off"),
            (&[99.0], 0, "no command has this number"),
            (&[21.0], 0, "no command has this number"),
            (&[1.5], 0, "no command has this number"),
            (&[15.0, 1.0, f64::NAN, 0.0, 0.0], 2, "not a finite number"),
            (&[18.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1, "no such image"),
            (&[20.0, 2.0], 1, "no such font"),
            (&[13.0, 0.0, 0.0, 9.0, 0.0], 3, "the path breaks off"),
            (&[13.0, 0.0, 0.0, 3.0, 0.0, 1.0, f64::INFINITY], 6, "not a finite number"),
        ];
        for (words, at, what) in cases {
            assert_eq!(check(words).unwrap_err(), Fault { at, what }, "{words:?}");
        }
    }

    #[test]
    fn a_scale_goes_into_transforms_and_paths() {
        let names = Names {
            scale: [0.5, 0.25],
            ..NAMES
        };
        let mut commands = Commands::default();
        commands.begin(&names);
        let path = [13.0, 0.0, 0.0, 3.0, 0.0, 8.0, 8.0];
        commands.add(&path, &names).unwrap();
        commands.add(&[1.0, 2.0, 0.0, 0.0, 2.0, 4.0, 4.0], &names).unwrap();
        let expected = [
            1.0, 0.5, 0.0, 0.0, 0.25, 0.0, 0.0, 13.0, 0.0, 0.0, 10.0, 9.0, 0.5, 0.0, 0.0, 0.25, 0.0, 0.0, 0.0, 8.0, 8.0, 1.0,
            1.0, 0.0, 0.0, 0.5, 2.0, 1.0,
        ];
        assert_eq!(commands.words, expected);
    }
}
