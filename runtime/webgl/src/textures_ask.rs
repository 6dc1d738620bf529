//! Questions about textures and samplers.

use crate::answer::Answer;
use crate::context::Context;
use crate::gl;
use crate::texture::slot_of;

impl Context {
    pub(crate) fn get_tex_parameter(&mut self, target: u32, parameter: u32) -> Answer {
        let Some(slot) = slot_of(target, self.two()) else {
            return self.refuse(gl::INVALID_ENUM);
        };
        let Some(texture) = self.units[self.active_unit].textures[slot].clone() else {
            return self.refuse(gl::INVALID_OPERATION);
        };
        let texture = texture.borrow();
        if self.two() {
            match parameter {
                gl::TEXTURE_BASE_LEVEL => return texture.base_level.into(),
                gl::TEXTURE_MAX_LEVEL => return texture.max_level.into(),
                gl::TEXTURE_IMMUTABLE_FORMAT => return texture.immutable.is_some().into(),
                gl::TEXTURE_IMMUTABLE_LEVELS => return texture.immutable.unwrap_or(0).into(),
                _ => {}
            }
        }
        match texture.sampling.get(parameter, self.allowed_sampling()) {
            Some(answer) => answer,
            None => self.refuse(gl::INVALID_ENUM),
        }
    }

    pub(crate) fn get_sampler_parameter(&mut self, name: u32, parameter: u32) -> Answer {
        let Some(sampler) = self.samplers.get(name).cloned() else {
            return self.refuse(gl::INVALID_OPERATION);
        };
        let found = sampler.borrow().sampling.get(parameter, self.allowed_sampling());
        match found {
            Some(answer) => answer,
            None => self.refuse(gl::INVALID_ENUM),
        }
    }
}
