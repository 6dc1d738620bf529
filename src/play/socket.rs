//! A viewer's WebSocket: what its browser says goes to the hub, pictures and messages go to its browser.

use super::asks::Ask;
use super::hub::{Hub, Seat, Told};
use super::pixels::{self, Shot};
use serde_json::json;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

/// Longest message of a browser, in bytes.
const MESSAGE_MAX: usize = 16 << 10;
/// Messages a second, in the long run and at once.
const RATE: f64 = 1_000.0;
const BURST: f64 = 2_000.0;
/// Pictures on their way that the browser has not shown.
const UNSHOWN_MAX: u32 = 2;
/// Time a write may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Bytes that have come, and a way for bytes to go. That nothing has come is no end.
struct Line {
    come: VecDeque<u8>,
    stream: TcpStream,
}

impl Read for Line {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.come.is_empty() {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        self.come.read(bytes)
    }
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// How fast messages may come.
struct Pace {
    left: f64,
    since: Instant,
}

impl Pace {
    fn allows(&mut self, now: Instant) -> bool {
        let passed = now.duration_since(self.since).as_secs_f64();
        self.since = now;
        self.left = (self.left + passed * RATE).min(BURST);
        self.left -= 1.0;
        self.left >= 0.0
    }
}

struct Viewer<'a> {
    socket: WebSocket<Line>,
    hub: &'a Hub,
    id: u64,
    pace: Pace,
    /// What its browser shows, or is about to.
    shown: Option<Arc<Shot>>,
    unshown: u32,
}

/// Serves a viewer until it goes or the run is over. `rest` has come already.
///
/// # Errors
/// The connection breaks.
pub(crate) fn serve(stream: &TcpStream, rest: Vec<u8>, seat: Seat, hub: &Arc<Hub>) -> anyhow::Result<()> {
    let Seat { id, tell, told } = seat;
    stream.set_read_timeout(None)?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let reading = stream.try_clone()?;
    std::thread::Builder::new()
        .name("viewer's words".to_owned())
        .spawn(move || listen(reading, &tell))?;
    let config = WebSocketConfig::default()
        .max_message_size(Some(MESSAGE_MAX))
        .max_frame_size(Some(MESSAGE_MAX))
        .read_buffer_size(4096)
        .write_buffer_size(0);
    let line = Line {
        come: rest.into(),
        stream: stream.try_clone()?,
    };
    let mut viewer = Viewer {
        socket: WebSocket::from_raw_socket(line, Role::Server, Some(config)),
        hub,
        id,
        pace: Pace {
            left: BURST,
            since: Instant::now(),
        },
        shown: None,
        unshown: 0,
    };
    hub.set_ready(id, true);
    if !viewer.take_words()? {
        return Ok(());
    }
    while let Ok(told) = told.recv() {
        match told {
            Told::Bytes(bytes) => {
                viewer.socket.get_mut().come.extend(bytes);
                if !viewer.take_words()? {
                    break;
                }
            }
            Told::Gone => break,
            Told::Text(text) => viewer.socket.send(Message::text(&*text))?,
            Told::Picture => {}
            Told::Over => {
                viewer.close(CloseCode::Normal, "the run is over")?;
                break;
            }
        }
        viewer.send_picture()?;
    }
    Ok(())
}

fn listen(mut stream: TcpStream, tell: &SyncSender<Told>) {
    let mut bytes = [0; 16 << 10];
    loop {
        let told = match stream.read(&mut bytes) {
            Ok(0) | Err(_) => Told::Gone,
            Ok(count) => Told::Bytes(bytes[..count].to_vec()),
        };
        let gone = matches!(told, Told::Gone);
        if tell.send(told).is_err() || gone {
            return;
        }
    }
}

impl Viewer<'_> {
    /// Takes all messages that have come; false: the browser has gone, or is sent away.
    fn take_words(&mut self) -> anyhow::Result<bool> {
        loop {
            let message = match self.socket.read() {
                Ok(message) => message,
                Err(tungstenite::Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => return Ok(true),
                Err(tungstenite::Error::Capacity(_)) => return self.close(CloseCode::Size, "a message is too long"),
                Err(error) => return Err(error.into()),
            };
            if !self.pace.allows(Instant::now()) {
                return self.close(CloseCode::Policy, "too many messages");
            }
            match message {
                Message::Text(text) => match serde_json::from_str::<Ask>(&text) {
                    Ok(ask) => self.hear(ask)?,
                    Err(error) => return self.close(CloseCode::Policy, &format!("a message is not understood: {error}")),
                },
                Message::Binary(_) => return self.close(CloseCode::Unsupported, "messages are texts"),
                Message::Close(_) => {
                    // The answer is on its way already.
                    let _ = self.socket.flush();
                    return Ok(false);
                }
                _ => {}
            }
        }
    }

    fn hear(&mut self, ask: Ask) -> anyhow::Result<()> {
        if let Ask::Ack { picture } = ask {
            if self.shown.as_ref().is_some_and(|shown| picture <= shown.number) {
                self.unshown = self.unshown.saturating_sub(1);
                self.hub.set_ready(self.id, true);
                self.send_picture()?;
            }
        } else if self.hub.plays(self.id) {
            self.hub.ask(ask);
        } else if !ask.is_watching() {
            let refused = json!({ "refused": "another window plays; this one watches" });
            self.socket.send(Message::text(refused.to_string()))?;
        }
        Ok(())
    }

    fn send_picture(&mut self) -> anyhow::Result<()> {
        if self.unshown >= UNSHOWN_MAX {
            return Ok(());
        }
        let Some(shot) = self.hub.shot() else { return Ok(()) };
        if self.shown.as_ref().is_some_and(|shown| shown.number == shot.number) {
            return Ok(());
        }
        if let Some(bytes) = pixels::message(self.shown.as_deref(), &shot) {
            self.unshown += 1;
            self.hub.set_ready(self.id, self.unshown < UNSHOWN_MAX);
            self.socket.send(Message::binary(bytes))?;
        }
        self.shown = Some(shot);
        Ok(())
    }

    /// Sends the browser away.
    fn close(&mut self, code: CloseCode, reason: &str) -> anyhow::Result<bool> {
        let reason: String = reason.chars().filter(char::is_ascii).take(120).collect();
        self.socket.close(Some(CloseFrame {
            code,
            reason: reason.into(),
        }))?;
        let _ = self.socket.flush();
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_let_through_and_a_flood_is_not() {
        let start = Instant::now();
        let mut pace = Pace {
            left: BURST,
            since: start,
        };
        let burst = (0..3_000).filter(|_| pace.allows(start)).count();
        assert_eq!(burst, 2_000);
        let mut later = start;
        pace.left = 0.0;
        let steady = (0..3_000).filter(|_| {
            later += Duration::from_millis(2);
            pace.allows(later)
        });
        assert_eq!(steady.count(), 3_000);
    }
}
