//! The process that pages are forked from, as the one who has it sees it.

use super::wire::{Answer, Channel, Failure, Request, Status};
use super::{ForkError, ForkedPage, sys};
use crate::page_error::PageError;
use crate::profile::Profile;
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::time::Duration;

/// A process with the engine, forks of which open pages, and the pages' processes. All of them end with it.
pub struct Nursery(Rc<Shared>);

/// What the pages of a nursery share.
pub(super) struct Shared {
    child: RefCell<Child>,
    channel: RefCell<Channel>,
    patience: Duration,
    most: usize,
    pages: Cell<usize>,
}

/// The place of one page among as many as there may be.
pub(super) struct Place(Rc<Shared>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.pages.set(self.0.pages.get() - 1);
    }
}

impl Nursery {
    /// Starts a program that calls [`super::serve`]. Its standard input is taken for the conversation. `most`: pages at a time, branches
    /// included. `patience`: real time after which an answer does not count as coming any more.
    ///
    /// # Errors
    /// `Gone` with the reason.
    pub fn start(mut program: Command, most: usize, patience: Duration) -> Result<Nursery, ForkError> {
        let gone = |error: io::Error| ForkError::Gone(error.to_string());
        let (ours, theirs) = UnixStream::pair().map_err(gone)?;
        ours.set_read_timeout(Some(patience)).map_err(gone)?;
        program.stdin(Stdio::from(OwnedFd::from(theirs))).stdout(Stdio::null());
        // Its forks belong to its group, by which they can be ended together.
        program.process_group(0);
        let child = program.spawn().map_err(gone)?;
        // With the command goes this side's copy of their socket.
        drop(program);
        let shared = Shared {
            child: RefCell::new(child),
            channel: RefCell::new(Channel::new(ours)),
            patience,
            most,
            pages: Cell::new(0),
        };
        let hello = shared.channel.borrow_mut().answered();
        match hello.map(|answer| answer.result) {
            Ok(Ok(_)) => Ok(Nursery(Rc::new(shared))),
            Ok(Err(Failure::Fork(error))) => Err(error),
            Ok(Err(Failure::Page(error))) => Err(ForkError::Gone(error.to_string())),
            Err(error) => Err(gone(error)),
        }
    }

    /// Opens a page in a process of its own. `spec` is for the program's opener; `profile` is what the page is told there.
    ///
    /// # Errors
    /// What the opener says; `Crashed` if there is no such process.
    pub fn open(&self, spec: &Value, profile: &Profile) -> Result<ForkedPage, PageError> {
        ForkedPage::open(&self.0, spec, (profile.width, profile.height, profile.dpr))
    }

    /// Pages there are, branches included.
    pub fn pages(&self) -> usize {
        self.0.pages.get()
    }
}

impl Shared {
    /// A copy of the process that serves a channel.
    pub(super) fn copy_of(
        self: &Rc<Self>,
        channel: &RefCell<Channel>,
        spec: &Value,
    ) -> Result<(Channel, Place, Status), Failure> {
        if self.pages.get() >= self.most {
            return Err(Failure::Fork(ForkError::TooMany(self.most)));
        }
        let lost = |error: io::Error| Failure::Page(crashed(&error));
        let (ours, theirs) = UnixStream::pair().map_err(lost)?;
        ours.set_read_timeout(Some(self.patience)).map_err(lost)?;
        {
            let mut channel = channel.borrow_mut();
            let request = Request::Branch { spec: spec.clone() };
            channel.ask(&request, Some(&OwnedFd::from(theirs))).map_err(lost)?;
            channel.answered().map_err(lost)?.result?;
        }
        self.pages.set(self.pages.get() + 1);
        let place = Place(self.clone());
        let mut channel = Channel::new(ours);
        let Answer { status, result } = channel.answered().map_err(lost)?;
        result?;
        Ok((channel, place, status))
    }

    /// A new page's process.
    pub(super) fn open(self: &Rc<Self>, spec: &Value) -> Result<(Channel, Place, Status), Failure> {
        self.copy_of(&self.channel, spec)
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        let child = self.child.get_mut();
        sys::kill_group(child.id());
        let _ = child.wait();
    }
}

/// The error of a page whose process does not answer.
pub(super) fn crashed(error: &io::Error) -> PageError {
    PageError::Crashed(match error.kind() {
        io::ErrorKind::UnexpectedEof | io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset => "has ended".to_owned(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => "does not answer".to_owned(),
        _ => error.to_string(),
    })
}
