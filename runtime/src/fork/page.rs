//! A page in a process of its own, as the one who has it sees it.

use super::ForkError;
use super::nursery::{Place, Shared, crashed};
use super::wire::{Channel, Failure, Reply, Request, Status};
use crate::call_log::CallLog;
use crate::page_error::PageError;
use crate::page_options::Storage;
use crate::repeat::repeat;
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A page in a process of its own; all that can be done to a page is [`crate::Guest`]. It ends with its nursery.
pub struct ForkedPage {
    nursery: Rc<Shared>,
    // Held, not read.
    _place: Place,
    channel: RefCell<Channel>,
    /// A conversation that was broken off cannot be taken up.
    broken: RefCell<Option<PageError>>,
    pub(super) status: Cell<Status>,
    pub(super) calls: CallLog,
    /// Somebody wants to see the calls; they are kept either way.
    pub(super) calls_wanted: bool,
    spec: Value,
    /// Viewport and pixel ratio that the page was opened with.
    pub(super) viewport: (u32, u32, f64),
    fallback: Option<ForkError>,
}

impl ForkedPage {
    pub(super) fn open(nursery: &Rc<Shared>, spec: &Value, viewport: (u32, u32, f64)) -> Result<ForkedPage, PageError> {
        let (channel, place, status) = nursery.open(spec).map_err(page_error)?;
        Ok(ForkedPage {
            nursery: nursery.clone(),
            _place: place,
            channel: RefCell::new(channel),
            broken: RefCell::default(),
            status: Cell::new(status),
            calls: CallLog::new(Storage::default()),
            calls_wanted: false,
            spec: spec.clone(),
            viewport,
            fallback: None,
        })
    }

    /// A page of its own that is, to the last bit, where this one is: a fork of this one's process, or, where that cannot be, one on
    /// which all calls are made again ([`ForkedPage::fallback`] says why).
    ///
    /// # Errors
    /// `Limit` if there are too many pages; `Crashed`; in the second way as [`crate::Page::branch`].
    pub fn branch(&self) -> Result<ForkedPage, PageError> {
        if let Some(error) = &*self.broken.borrow() {
            return Err(error.clone());
        }
        match self.nursery.copy_of(&self.channel, &Value::Null) {
            Ok((channel, place, status)) => Ok(ForkedPage {
                nursery: self.nursery.clone(),
                _place: place,
                channel: RefCell::new(channel),
                broken: RefCell::default(),
                status: Cell::new(status),
                calls: self.calls.clone(),
                calls_wanted: self.calls_wanted,
                spec: self.spec.clone(),
                viewport: self.viewport,
                fallback: None,
            }),
            Err(Failure::Fork(why @ (ForkError::Threads | ForkError::Refused(_) | ForkError::Unsupported))) => {
                let mut page = self.branch_by_repeating()?;
                page.fallback = Some(why);
                Ok(page)
            }
            Err(failure) => Err(page_error(failure)),
        }
    }

    /// A branch made by doing all calls again on a new page.
    ///
    /// # Errors
    /// As [`crate::Page::branch`].
    pub fn branch_by_repeating(&self) -> Result<ForkedPage, PageError> {
        let calls = self.calls.calls().ok_or(PageError::NotKept)?;
        let mut page = ForkedPage::open(&self.nursery, &self.spec, self.viewport)?;
        repeat(&mut page, calls)?;
        page.calls_wanted = self.calls_wanted;
        Ok(page)
    }

    /// Why this page was made by doing all calls again; `None` if it was not.
    pub fn fallback(&self) -> Option<&ForkError> {
        self.fallback.as_ref()
    }

    /// Starts a thread in the page's process, so that it cannot be forked any more.
    ///
    /// # Errors
    /// `Crashed`.
    #[doc(hidden)]
    pub fn start_thread(&self) -> Result<(), PageError> {
        self.ask(&Request::Thread).map(|_| ())
    }

    /// Asks the page's process for something.
    pub(super) fn ask(&self, request: &Request) -> Result<Reply, PageError> {
        if let Some(error) = &*self.broken.borrow() {
            return Err(error.clone());
        }
        let mut channel = self.channel.borrow_mut();
        match channel.ask(request, None).and_then(|()| channel.answered()) {
            Ok(answer) => {
                self.status.set(answer.status);
                answer.result.map_err(page_error)
            }
            Err(error) => {
                let error = crashed(&error);
                *self.broken.borrow_mut() = Some(error.clone());
                Err(error)
            }
        }
    }
}

fn page_error(failure: Failure) -> PageError {
    match failure {
        Failure::Page(error) => error,
        Failure::Fork(error @ ForkError::TooMany(_)) => PageError::Limit(error.to_string()),
        Failure::Fork(error) => PageError::Crashed(error.to_string()),
    }
}
