//! Panics inside ops. V8 calls an op through a C function, which cannot unwind: a panic that reaches it ends the process and every
//! game of a batch with it. Ops that do more than bookkeeping therefore run inside [`contained`], which turns a panic into the
//! death of the one page.

use deno_core::{OpState, v8};
use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// Where the first panic of a page is kept, and how its script is ended.
pub(crate) struct Defect {
    message: RefCell<Option<String>>,
    /// The limit that was passed.
    limit: RefCell<Option<String>>,
    isolate: v8::IsolateHandle,
}

impl Defect {
    pub(crate) fn new(isolate: v8::IsolateHandle) -> Rc<Defect> {
        Rc::new(Defect {
            message: RefCell::default(),
            limit: RefCell::default(),
            isolate,
        })
    }

    /// What the first panic said, if there was one.
    pub(crate) fn message(&self) -> Option<String> {
        self.message.borrow().clone()
    }

    /// The limit that ended the page, if one did.
    pub(crate) fn limit(&self) -> Option<String> {
        self.limit.borrow().clone()
    }

    /// Ends the page: it has passed a limit.
    pub(crate) fn exceed(&self, limit: String) {
        self.limit.borrow_mut().get_or_insert(limit);
        self.isolate.terminate_execution();
    }

    fn record(&self, place: &str, panic: &(dyn Any + Send)) {
        let text = panic
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        self.message
            .borrow_mut()
            .get_or_insert_with(|| format!("a defect in {place}: {text}"));
        self.isolate.terminate_execution();
    }

    /// Runs `work`; a panic in it is kept, and ends the page's script.
    pub(crate) fn guard<R>(&self, place: &str, work: impl FnOnce() -> R) -> Option<R> {
        match catch_unwind(AssertUnwindSafe(work)) {
            Ok(result) => Some(result),
            Err(panic) => {
                self.record(place, &*panic);
                None
            }
        }
    }
}

/// Runs the body of an op. After a panic the answer is the default one, the script is being terminated, and nothing that the
/// panic may have left half-done is looked at again: every later call gives the default answer at once.
pub(crate) fn contained<R: Default>(state: &mut OpState, work: impl FnOnce(&mut OpState) -> R) -> R {
    let Some(defect) = state.try_borrow::<Rc<Defect>>().cloned() else {
        return work(state);
    };
    if defect.message.borrow().is_some() || defect.limit.borrow().is_some() {
        return R::default();
    }
    defect
        .guard("an op", || {
            #[cfg(test)]
            tests::panic_if_armed();
            work(state)
        })
        .unwrap_or_default()
}

/// [`contained`] for an op that has a scope instead of the state.
pub(crate) fn contained_in<R>(isolate: &v8::Isolate, work: impl FnOnce() -> R) -> Option<R> {
    let Some(defect) = isolate.get_slot::<Rc<Defect>>().cloned() else {
        return Some(work());
    };
    if defect.message.borrow().is_some() {
        return None;
    }
    defect.guard("an op", || {
        #[cfg(test)]
        tests::panic_if_armed();
        work()
    })
}

#[cfg(test)]
pub(super) mod tests {
    use crate::{Bundle, Engine, Evaluation, Page, PageError, PageOptions, Profile, Storage};
    use std::cell::Cell;
    use std::sync::Arc;
    use std::time::Duration;

    thread_local! {
        static ARMED: Cell<bool> = const { Cell::new(false) };
    }

    pub(crate) fn panic_if_armed() {
        assert!(!ARMED.take(), "provoked");
    }

    fn open(html: &str) -> Page {
        let bundle = Bundle::from_bytes([("index.html".to_owned(), html.as_bytes().to_vec())]);
        let options = PageOptions {
            bundle: Arc::new(bundle),
            document: String::new(),
            library: None,
            profile: Profile::default(),
            storage: Storage::default(),
            init_scripts: Vec::new(),
        };
        let mut page = Page::open(Engine::get().unwrap(), options).unwrap();
        page.advance(Duration::from_millis(100)).unwrap();
        page
    }

    fn is_internal<T: std::fmt::Debug>(result: Result<T, PageError>) -> bool {
        matches!(&result, Err(PageError::Internal(text)) if text.contains("provoked"))
    }

    #[test]
    fn a_panic_in_an_op_ends_its_page_only() {
        let mut other = open("<p>other");
        for body in [
            "document.body.getBoundingClientRect()",
            "getComputedStyle(document.body).color",
            "document.createElement('canvas').getContext('2d').measureText('text')",
            "document.createElement('div').innerHTML = '<p>'",
            "for (;;) document.body.offsetWidth",
        ] {
            let mut page = open("<p>text<script>window.ran = []</script>");
            ARMED.set(true);
            assert!(is_internal(page.evaluate(&format!("{{ {body}; 1 }}"))), "{body}");
            assert!(!ARMED.get(), "{body}");
            assert!(is_internal(page.advance(Duration::from_secs(1))), "{body}");
            assert!(is_internal(page.capture()), "{body}");
        }
        let mut painted = open("<p>text");
        painted.evaluate("document.body.offsetWidth").unwrap();
        ARMED.set(true);
        assert!(is_internal(painted.capture()));
        assert!(is_internal(painted.evaluate("1")));
        let Ok(Evaluation::Value(Some(width))) = other.evaluate("document.body.offsetWidth") else {
            panic!("the other page went on");
        };
        assert_eq!(width, 1264);
        other.capture().unwrap();
    }
}
