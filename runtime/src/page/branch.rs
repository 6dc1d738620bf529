//! A second page that has lived through what this one has.

use super::{Page, PageError};
use crate::page_options::PageOptions;
use crate::repeat::repeat;

impl Page {
    /// A page of its own that is, to the last bit, where this one is: script state, chance, clock, timers, input, storage, pixels.
    /// From here on neither sees what the other does. Calls must have been kept ([`Page::keep_calls`]) from the start.
    ///
    /// It is made by doing again all that was done, so it costs what the page's life so far cost (pixels that were captured
    /// included), and no memory until then. A page in a process of its own is branched by a fork of that, at the cost of
    /// milliseconds: see `fork::ForkedPage`.
    ///
    /// # Errors
    /// `NotKept` if the calls were not kept; as [`Page::open`]; or the error this page died of.
    pub fn branch(&self) -> Result<Page, PageError> {
        let (Some(log), Some(calls)) = (&self.calls, self.calls()) else {
            return Err(PageError::NotKept);
        };
        let options = PageOptions {
            bundle: self.options.bundle.clone(),
            document: self.options.document.clone(),
            library: self.options.library.clone(),
            profile: self.options.profile.clone(),
            storage: log.storage(),
            init_scripts: self.options.init_scripts.clone(),
        };
        let mut page = Page::open_in(self.engine, options, self.isolates.clone())?;
        page.keep_calls();
        repeat(&mut page, calls)?;
        Ok(page)
    }
}
