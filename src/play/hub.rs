//! Who is there: the viewers, which of them plays, and the picture that is shown.

use super::asks::Ask;
use super::pixels::Shot;
use std::sync::mpsc::{Receiver, Sender, SyncSender, TrySendError, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Viewers at once.
pub(crate) const VIEWERS_MAX: usize = 8;
/// Messages that may wait for a viewer; one that does not take them is let go.
const WAITING_MAX: usize = 4096;

/// Time that viewers have to hear that the run is over.
const GOODBYE: Duration = Duration::from_millis(500);

/// What the page's thread hears.
#[derive(Debug)]
pub(crate) enum Heard {
    /// A viewer has come.
    Joined(u64),
    /// A viewer plays from now on.
    Plays(u64),
    /// The viewer that played has gone.
    PlayerLeft,
    /// The player asks for something.
    Asked(Ask),
    /// Somebody is ready for a picture.
    Ready,
}

/// What the thread of a viewer hears.
#[derive(Debug)]
pub(crate) enum Told {
    /// Bytes from its browser.
    Bytes(Vec<u8>),
    /// Its browser has gone.
    Gone,
    /// A message for its browser.
    Text(Arc<str>),
    /// There is a new picture.
    Picture,
    /// The end.
    Over,
}

struct Viewer {
    id: u64,
    tell: SyncSender<Told>,
    /// Pictures it can take at present.
    ready: bool,
}

#[derive(Default)]
struct Inner {
    viewers: Vec<Viewer>,
    player: Option<u64>,
    last_id: u64,
    shot: Option<Arc<Shot>>,
    closed: bool,
}

/// See the module's documentation.
pub(crate) struct Hub {
    inner: Mutex<Inner>,
    page: Mutex<Sender<Heard>>,
}

/// A seat of a viewer.
pub(crate) struct Seat {
    pub(crate) id: u64,
    pub(crate) tell: SyncSender<Told>,
    pub(crate) told: Receiver<Told>,
}

impl Hub {
    /// A hub without viewers, and what it hears.
    pub(crate) fn new() -> (Arc<Hub>, Receiver<Heard>) {
        let (page, heard) = channel();
        let hub = Hub {
            inner: Mutex::default(),
            page: Mutex::new(page),
        };
        (Arc::new(hub), heard)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hear(&self, heard: Heard) {
        // Nobody listens once the run is over.
        let _ = self.page.lock().unwrap_or_else(PoisonError::into_inner).send(heard);
    }

    /// Gives a viewer a seat; the first one's plays. `None`: there is none left.
    pub(crate) fn join(&self) -> Option<Seat> {
        let (tell, told) = sync_channel(WAITING_MAX);
        let (id, plays) = {
            let mut inner = self.lock();
            if inner.closed || inner.viewers.len() >= VIEWERS_MAX {
                return None;
            }
            inner.last_id += 1;
            let id = inner.last_id;
            inner.viewers.push(Viewer {
                id,
                tell: tell.clone(),
                ready: false,
            });
            let plays = *inner.player.get_or_insert(id) == id;
            (id, plays)
        };
        self.hear(Heard::Joined(id));
        if plays {
            self.hear(Heard::Plays(id));
        }
        Some(Seat { id, tell, told })
    }

    /// A viewer goes. If it played, the one who has been there longest does from now on.
    pub(crate) fn leave(&self, id: u64) {
        let next = {
            let mut inner = self.lock();
            inner.viewers.retain(|viewer| viewer.id != id);
            if inner.player != Some(id) {
                return;
            }
            inner.player = inner.viewers.first().map(|viewer| viewer.id);
            inner.player
        };
        self.hear(Heard::PlayerLeft);
        if let Some(next) = next {
            self.hear(Heard::Plays(next));
        }
    }

    /// Whether a viewer plays.
    pub(crate) fn plays(&self, id: u64) -> bool {
        self.lock().player == Some(id)
    }

    /// What the player asks for.
    pub(crate) fn ask(&self, ask: Ask) {
        self.hear(Heard::Asked(ask));
    }

    /// A viewer can or cannot take a picture.
    pub(crate) fn set_ready(&self, id: u64, ready: bool) {
        let mut newly = false;
        for viewer in self.lock().viewers.iter_mut().filter(|viewer| viewer.id == id) {
            newly = ready && !viewer.ready;
            viewer.ready = ready;
        }
        if newly {
            self.hear(Heard::Ready);
        }
    }

    /// Whether anybody can take a picture.
    pub(crate) fn is_wanted(&self) -> bool {
        self.lock().viewers.iter().any(|viewer| viewer.ready)
    }

    /// Shows a picture.
    pub(crate) fn show(&self, shot: Shot) {
        let mut inner = self.lock();
        inner.shot = Some(Arc::new(shot));
        for viewer in &inner.viewers {
            // Only wakes its thread, which looks for the picture itself; a full queue wakes it as well.
            let _ = viewer.tell.try_send(Told::Picture);
        }
    }

    /// The picture that is shown.
    pub(crate) fn shot(&self) -> Option<Arc<Shot>> {
        self.lock().shot.clone()
    }

    /// Tells one viewer (`None`: all). Who does not take what it is told has left.
    pub(crate) fn tell(&self, id: Option<u64>, text: String) {
        let text: Arc<str> = text.into();
        let mut left = Vec::new();
        for viewer in &self.lock().viewers {
            if id.is_some_and(|id| id != viewer.id) {
                continue;
            }
            if let Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) = viewer.tell.try_send(Told::Text(text.clone())) {
                left.push(viewer.id);
            }
        }
        left.into_iter().for_each(|id| self.leave(id));
    }

    /// The run is over. Gives the viewers a moment to hear of it.
    pub(crate) fn close(&self) {
        {
            let mut inner = self.lock();
            inner.closed = true;
            for viewer in &inner.viewers {
                let _ = viewer.tell.try_send(Told::Over);
            }
        }
        let started = Instant::now();
        while started.elapsed() < GOODBYE && !self.lock().viewers.is_empty() {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_plays_and_the_next_after_it() {
        let (hub, heard) = Hub::new();
        let (first, second) = (hub.join().unwrap(), hub.join().unwrap());
        assert!(hub.plays(first.id) && !hub.plays(second.id));
        hub.leave(first.id);
        assert!(hub.plays(second.id));
        let said: Vec<String> = heard.try_iter().map(|heard| format!("{heard:?}")).collect();
        assert_eq!(said, ["Joined(1)", "Plays(1)", "Joined(2)", "PlayerLeft", "Plays(2)"]);
        let seats: Vec<_> = (0..VIEWERS_MAX - 1).map(|_| hub.join().unwrap()).collect();
        assert!(hub.join().is_none());
        hub.close();
        assert!(matches!(seats[0].told.try_recv(), Ok(Told::Over)));
        assert!(hub.join().is_none(), "over");
    }

    #[test]
    fn who_does_not_listen_is_let_go() {
        let (hub, _heard) = Hub::new();
        let deaf = hub.join().unwrap();
        for _ in 0..=WAITING_MAX {
            hub.tell(None, "hello".to_owned());
        }
        assert!(!hub.plays(deaf.id));
    }
}
