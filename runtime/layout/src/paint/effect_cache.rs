//! Blurs and filters that were computed for an earlier picture: most shadows of a page are the same in every frame.

use super::fill_cache::FillCache;
use oracade_canvas::css_filter::Filter;
use oracade_canvas::effects::{self, Layer};

/// Most bytes kept, inputs and outputs together.
const BYTES_MAX: usize = 48 << 20;
/// Largest input that is kept, in bytes.
const INPUT_MAX: usize = 8 << 20;

/// What was done.
#[derive(Clone, Debug, PartialEq)]
enum Effect {
    Shadow(f32, [f32; 4]),
    Filters(Vec<Filter>),
}

struct Entry {
    effect: Effect,
    width: usize,
    height: usize,
    input: Vec<u8>,
    output: Vec<u8>,
    /// The picture it was last used in.
    used: u64,
}

/// Results by their whole input, so that a hit is what computing would give. Results not used in the last two pictures go.
#[derive(Default)]
pub(crate) struct EffectCache {
    entries: Vec<Entry>,
    bytes: usize,
    picture: u64,
    pub(super) fills: FillCache,
}

impl EffectCache {
    /// Says that another picture begins.
    pub(crate) fn begin_picture(&mut self) {
        self.picture += 1;
        self.fills.begin_picture();
        let oldest = self.picture.saturating_sub(2);
        self.entries.retain(|entry| entry.used >= oldest);
        self.bytes = self.entries.iter().map(|entry| entry.input.len() + entry.output.len()).sum();
    }

    /// See [`effects::shadow`].
    pub(super) fn shadow(&mut self, layer: Layer, sigma: f32, color: [f32; 4]) -> Layer {
        self.get(Effect::Shadow(sigma, color), layer, |layer| {
            effects::shadow(&layer, sigma, color)
        })
    }

    /// See [`effects::apply`].
    pub(super) fn apply(&mut self, layer: Layer, filters: &[Filter]) -> Layer {
        self.get(Effect::Filters(filters.to_vec()), layer, |mut layer| {
            effects::apply(&mut layer, filters);
            layer
        })
    }

    fn get(&mut self, effect: Effect, layer: Layer, compute: impl FnOnce(Layer) -> Layer) -> Layer {
        let rect = layer.rect;
        let (width, height) = (rect.width(), rect.height());
        let picture = self.picture;
        let known = self
            .entries
            .iter_mut()
            .find(|entry| entry.width == width && entry.height == height && entry.effect == effect && entry.input == layer.data);
        if let Some(entry) = known {
            entry.used = picture;
            return Layer {
                rect,
                data: entry.output.clone(),
            };
        }
        let size = layer.data.len();
        if size > INPUT_MAX || self.bytes + 2 * size > BYTES_MAX {
            return compute(layer);
        }
        let input = layer.data.clone();
        let result = compute(layer);
        if result.rect == rect {
            self.bytes += input.len() + result.data.len();
            self.entries.push(Entry {
                effect,
                width,
                height,
                input,
                output: result.data.clone(),
                used: picture,
            });
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracade_text::coverage::PixelRect;

    fn layer(x: i32, shade: u8) -> Layer {
        let mut layer = Layer::new(PixelRect::new(x, 0, x + 8, 8));
        layer.pixels_mut()[27] = [shade; 4];
        layer
    }

    #[test]
    fn a_hit_is_what_computing_gives_wherever_the_piece_lies() {
        let mut cache = EffectCache::default();
        cache.begin_picture();
        let color = [1.0, 0.0, 0.0, 1.0];
        let first = cache.shadow(layer(0, 200), 1.5, color);
        let again = cache.shadow(layer(5, 200), 1.5, color);
        assert_eq!((again.rect.x0, again.data), (5, first.data));
        assert_eq!(cache.entries.len(), 1);
        let other = cache.shadow(layer(0, 100), 1.5, color);
        assert_eq!(other.data, effects::shadow(&layer(0, 100), 1.5, color).data);
        assert_eq!(cache.entries.len(), 2);
        let filters = [Filter::Blur(1.5)];
        let mut blurred = layer(0, 200);
        effects::apply(&mut blurred, &filters);
        assert_eq!(cache.apply(layer(0, 200), &filters).data, blurred.data);
    }

    #[test]
    fn what_two_pictures_did_not_use_goes() {
        let mut cache = EffectCache::default();
        for expected in [1, 1, 1, 0] {
            cache.begin_picture();
            if cache.picture == 1 {
                cache.shadow(layer(0, 9), 2.0, [0.0; 4]);
            }
            assert_eq!(cache.entries.len(), expected);
        }
        assert_eq!(cache.bytes, 0);
    }
}
