//! Transform feedback, queries and sync objects.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::answer::Answer;
use crate::commands::FOREIGN;
use crate::context::Context;
use crate::gl;
use crate::objects::{Sync, same};

/// Which of the active queries a target is.
fn query_slot(target: u32) -> Option<usize> {
    match target {
        gl::ANY_SAMPLES_PASSED | gl::ANY_SAMPLES_PASSED_CONSERVATIVE => Some(0),
        gl::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN => Some(1),
        _ => None,
    }
}

impl Context {
    pub(crate) fn bind_feedback(&mut self, target: u32, name: u32) {
        if target != gl::TRANSFORM_FEEDBACK {
            return self.error(gl::INVALID_ENUM);
        }
        let busy = {
            let feedback = self.feedback.borrow();
            feedback.active && !feedback.paused
        };
        let found = if name == 0 {
            Some(self.default_feedback.clone())
        } else {
            self.feedbacks.get(name).cloned()
        };
        let Some(found) = found.filter(|_| !busy) else {
            return self.error(gl::INVALID_OPERATION);
        };
        found.borrow_mut().bound = true;
        self.feedback = found;
    }

    pub(crate) fn delete_feedback(&mut self, name: u32) {
        if name == FOREIGN {
            return self.error(gl::INVALID_OPERATION);
        }
        let Some(found) = self.feedbacks.get(name).cloned() else {
            return;
        };
        if found.borrow().active {
            return self.error(gl::INVALID_OPERATION);
        }
        self.feedbacks.remove(name);
        if Rc::ptr_eq(&self.feedback, &found) {
            self.feedback = self.default_feedback.clone();
        }
    }

    pub(crate) fn begin_feedback(&mut self, mode: u32) {
        if !matches!(mode, gl::POINTS | gl::LINES | gl::TRIANGLES) {
            return self.error(gl::INVALID_ENUM);
        }
        let feedback = self.feedback.clone();
        let mut feedback = feedback.borrow_mut();
        let needed = self.executable.as_ref().map_or(0, |e| {
            let captures = e.program.captures.len();
            if e.separate { captures } else { captures.min(1) }
        });
        let bound = feedback.bindings[..needed.min(4)].iter().all(|range| range.buffer.is_some());
        // A buffer that is captured into may be bound once, and to nothing else that reads it.
        let distinct = (0..needed.min(4)).all(|index| {
            let one = &feedback.bindings[index].buffer;
            let other = |range: &crate::objects::Range| one.as_ref().is_some_and(|b| same(&range.buffer, b));
            !feedback.bindings[..index].iter().any(other)
        });
        if feedback.active || needed == 0 || !bound || !distinct {
            return self.error(gl::INVALID_OPERATION);
        }
        feedback.active = true;
        feedback.paused = false;
        feedback.mode = mode;
        feedback.written = [0; 4];
        feedback.program.clone_from(&self.current);
    }

    pub(crate) fn end_feedback(&mut self) {
        let feedback = self.feedback.clone();
        let mut feedback = feedback.borrow_mut();
        if !feedback.active {
            return self.error(gl::INVALID_OPERATION);
        }
        feedback.active = false;
        feedback.paused = false;
        feedback.program = None;
    }

    pub(crate) fn pause_feedback(&mut self, pause: bool) {
        let feedback = self.feedback.clone();
        let mut feedback = feedback.borrow_mut();
        let program = self.current.as_ref().is_some_and(|p| same(&feedback.program, p));
        if !feedback.active || feedback.paused == pause || (!pause && !program) {
            return self.error(gl::INVALID_OPERATION);
        }
        feedback.paused = pause;
    }

    /// What a draw captured goes to the buffers.
    pub(crate) fn keep_captured(&mut self, captured: &[Vec<u8>]) {
        let feedback = self.feedback.clone();
        let mut feedback = feedback.borrow_mut();
        for (index, bytes) in captured.iter().enumerate().take(4) {
            let (start, end) = feedback.bindings[index].span();
            let at = start + feedback.written[index];
            let count = bytes.len().min(end.saturating_sub(at));
            if let Some(buffer) = &feedback.bindings[index].buffer {
                buffer.borrow_mut().write(at, &bytes[..count]);
            }
            feedback.written[index] += count;
        }
    }

    // -------------------------------------------------------------------------------------------------------- queries

    pub(crate) fn begin_query(&mut self, target: u32, name: u32) {
        let Some(slot) = query_slot(target) else {
            return self.error(gl::INVALID_ENUM);
        };
        let Some(query) = self.queries.get(name).cloned() else {
            return self.error(gl::INVALID_OPERATION);
        };
        let fits = {
            let query = query.borrow();
            !query.active && query.target.is_none_or(|of| of == target)
        };
        if !fits || self.active_queries[slot].is_some() {
            return self.error(gl::INVALID_OPERATION);
        }
        let mut inner = query.borrow_mut();
        inner.target = Some(target);
        inner.active = true;
        inner.result = Arc::default();
        drop(inner);
        self.active_queries[slot] = Some(query);
    }

    pub(crate) fn end_query(&mut self, target: u32) {
        let Some(slot) = query_slot(target) else {
            return self.error(gl::INVALID_ENUM);
        };
        let fits = self.active_queries[slot]
            .as_ref()
            .is_some_and(|q| q.borrow().target == Some(target));
        if !fits {
            return self.error(gl::INVALID_OPERATION);
        }
        if let Some(query) = self.active_queries[slot].take() {
            query.borrow_mut().active = false;
        }
    }

    pub(crate) fn delete_query(&mut self, name: u32) {
        if name == FOREIGN {
            return self.error(gl::INVALID_OPERATION);
        }
        let Some(query) = self.queries.remove(name) else { return };
        query.borrow_mut().active = false;
        for slot in &mut self.active_queries {
            if same(slot, &query) {
                *slot = None;
            }
        }
    }

    pub(crate) fn get_query(&mut self, target: u32, parameter: u32) -> Answer {
        let Some(slot) = query_slot(target).filter(|_| parameter == gl::CURRENT_QUERY) else {
            return self.refuse(gl::INVALID_ENUM);
        };
        let active = self.active_queries[slot].as_ref().map(|q| q.borrow());
        Answer::Object(active.filter(|q| q.target == Some(target)).map_or(0, |q| q.name))
    }

    pub(crate) fn query_parameter(&mut self, name: u32, parameter: u32) -> Answer {
        let Some(query) = self.queries.get(name).cloned() else {
            return self.refuse(gl::INVALID_OPERATION);
        };
        let query = query.borrow();
        if query.active || query.target.is_none() {
            return self.refuse(gl::INVALID_OPERATION);
        }
        match parameter {
            gl::QUERY_RESULT_AVAILABLE => Answer::Bool(true),
            gl::QUERY_RESULT => {
                self.pending.run();
                let count = query.result.load(Ordering::Relaxed);
                let samples = query.target != Some(gl::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
                Answer::Number(if samples {
                    f64::from(u8::from(count > 0))
                } else {
                    count as f64
                })
            }
            _ => self.refuse(gl::INVALID_ENUM),
        }
    }

    // ----------------------------------------------------------------------------------------------------------- sync

    pub(crate) fn fence_sync(&mut self, name: u32, condition: u32, flags: u32) {
        if condition != gl::SYNC_GPU_COMMANDS_COMPLETE {
            return self.error(gl::INVALID_ENUM);
        }
        if flags != 0 {
            return self.error(gl::INVALID_VALUE);
        }
        self.syncs.add(name, Sync { condition });
    }

    pub(crate) fn client_wait(&mut self, name: u32, flags: u32) -> Answer {
        if self.syncs.get(name).is_none() {
            self.error(gl::INVALID_VALUE);
            return gl::WAIT_FAILED.into();
        }
        if flags & !gl::SYNC_FLUSH_COMMANDS_BIT != 0 {
            self.error(gl::INVALID_VALUE);
            return gl::WAIT_FAILED.into();
        }
        gl::ALREADY_SIGNALED.into()
    }

    pub(crate) fn sync_parameter(&mut self, name: u32, parameter: u32) -> Answer {
        let Some(sync) = self.syncs.get(name).cloned() else {
            return self.refuse(gl::INVALID_VALUE);
        };
        match parameter {
            gl::OBJECT_TYPE => gl::SYNC_FENCE.into(),
            gl::SYNC_STATUS => gl::SIGNALED.into(),
            gl::SYNC_CONDITION => sync.borrow().condition.into(),
            gl::SYNC_FLAGS => 0u32.into(),
            _ => self.refuse(gl::INVALID_ENUM),
        }
    }
}
