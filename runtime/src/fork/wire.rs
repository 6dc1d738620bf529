//! What a page's process is asked and what it answers: eight bytes of lengths, JSON, and for pictures the pixels.

use super::{ForkError, sys};
use crate::evaluation::{Evaluation, EvaluationId, Thrown};
use crate::frame::Frame;
use crate::guest::{Guest, Snapshots};
use crate::page::{Counters, InputAck};
use crate::page_error::PageError;
use crate::page_state::{ConsoleEntry, ExceptionEntry};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;

/// Largest JSON of a message, in bytes; one side of the wire runs untrusted pages.
const JSON_MAX: u32 = 256 << 20;
/// Largest picture: 16384×16384 pixels.
const PIXELS_MAX: u32 = 1 << 30;

/// What is asked of a process.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub(super) enum Request {
    /// Go on as two; the copy speaks over the socket that comes with this. A nursery's copy opens a page.
    Branch {
        spec: Value,
    },
    /// [`Guest::advance_to`]
    Advance {
        until_us: u64,
    },
    Input {
        event: Text,
    },
    Evaluate {
        expression: String,
    },
    Poll {
        id: EvaluationId,
    },
    Forget {
        id: EvaluationId,
    },
    Snapshot,
    /// [`Guest::snapshots`]
    Snapshots {
        moments: Vec<u64>,
    },
    Capture,
    Look,
    CaptureCanvas {
        selector: String,
    },
    Reload,
    Viewport {
        width: u32,
        height: u32,
        dpr: f64,
        mobile: bool,
    },
    Touch {
        points: u32,
    },
    Console {
        from: usize,
    },
    Exceptions {
        from: usize,
    },
    Digests,
    /// Start a second thread, so that a test sees what becomes of it.
    Thread,
}

/// What is known of a page after each answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Status {
    pub(super) now_us: u64,
    pub(super) next_due_us: Option<u64>,
    pub(super) next_frame_us: u64,
    pub(super) loaded: bool,
    pub(super) counters: Counters,
}

impl Status {
    pub(super) fn of(guest: &dyn Guest) -> Status {
        Status {
            now_us: guest.now_us(),
            next_due_us: guest.next_due_us(),
            next_frame_us: guest.next_frame_us(),
            loaded: guest.loaded(),
            counters: guest.counters(),
        }
    }
}

/// A value as JSON text, so that it may be nested as deeply inside a message as by itself.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Text(String);

impl Text {
    pub(super) fn of(value: &Value) -> Text {
        Text(value.to_string())
    }

    pub(super) fn value(&self) -> Result<Value, PageError> {
        serde_json::from_str(&self.0).map_err(|error| PageError::Crashed(format!("its process answers with no value: {error}")))
    }
}

/// [`Evaluation`] with its values as text.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Evaluated {
    Value(Option<Text>),
    Thrown {
        text: String,
        description: Option<String>,
        value: Option<Text>,
    },
    Failed(String),
    Pending(EvaluationId),
}

impl Evaluated {
    pub(super) fn of(evaluation: Evaluation) -> Evaluated {
        match evaluation {
            Evaluation::Value(value) => Evaluated::Value(value.as_ref().map(Text::of)),
            Evaluation::Thrown(thrown) => Evaluated::Thrown {
                text: thrown.text,
                description: thrown.description,
                value: thrown.value.as_ref().map(Text::of),
            },
            Evaluation::Failed(message) => Evaluated::Failed(message),
            Evaluation::Pending(id) => Evaluated::Pending(id),
        }
    }

    pub(super) fn evaluation(self) -> Result<Evaluation, PageError> {
        let value = |text: Option<Text>| text.as_ref().map(Text::value).transpose();
        Ok(match self {
            Evaluated::Value(text) => Evaluation::Value(value(text)?),
            Evaluated::Thrown {
                text,
                description,
                value: thrown,
            } => Evaluation::Thrown(Thrown {
                text,
                description,
                value: value(thrown)?,
            }),
            Evaluated::Failed(message) => Evaluation::Failed(message),
            Evaluated::Pending(id) => Evaluation::Pending(id),
        })
    }
}

/// What came of a request.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Reply {
    Done,
    Ack(InputAck),
    Evaluation(Evaluated),
    Value(Text),
    /// The pixels follow the JSON.
    Picture {
        width: u32,
        height: u32,
        #[serde(skip)]
        rgba: Vec<u8>,
    },
    /// The snapshots follow the JSON, one after another.
    Snapshots {
        /// For each: the clock after it, and how many bytes it has, or why there is none.
        list: Vec<(u64, Result<usize, String>)>,
        died: Option<(PageError, bool)>,
        #[serde(skip)]
        texts: Vec<u8>,
    },
    Console(Vec<ConsoleEntry>),
    Exceptions(Vec<ExceptionEntry>),
    Digests {
        page: String,
        order: String,
        storage: String,
    },
}

impl Reply {
    pub(super) fn picture(frame: Frame) -> Reply {
        Reply::Picture {
            width: frame.width,
            height: frame.height,
            rgba: frame.rgba,
        }
    }
}

/// Bytes of snapshots after which no more are put into one answer.
const SNAPSHOTS_ENOUGH: usize = 8 << 20;

impl Reply {
    /// Takes snapshots at these moments, as long as they are not too much for one answer.
    pub(super) fn snapshots(guest: &mut dyn Guest, moments: &[u64]) -> Reply {
        let (mut list, mut texts, mut died) = (Vec::new(), Vec::new(), None);
        for moment in moments {
            let mut taken = guest.snapshots(std::slice::from_ref(moment));
            let Some((now_us, value)) = taken.list.pop() else {
                died = taken.died;
                break;
            };
            let before = texts.len();
            let value = value.map(|value| {
                // Writing to memory does not fail, and a value of JSON has no keys that are no texts.
                let _ = serde_json::to_writer(&mut texts, &value);
                texts.len() - before
            });
            list.push((now_us, value));
            if now_us > *moment || texts.len() > SNAPSHOTS_ENOUGH {
                break;
            }
        }
        Reply::Snapshots { list, died, texts }
    }

    /// The snapshots of such an answer; `None` for another, or one whose lengths are not those of its texts.
    pub(super) fn taken(self) -> Option<Snapshots> {
        let Reply::Snapshots { list, died, texts } = self else {
            return None;
        };
        let mut rest = texts.as_slice();
        let mut taken = Snapshots { list: Vec::new(), died };
        for (now_us, length) in list {
            let value = match length {
                Ok(length) => {
                    let (text, after) = rest.split_at_checked(length)?;
                    rest = after;
                    Ok(serde_json::from_slice(text).ok()?)
                }
                Err(message) => Err(message),
            };
            taken.list.push((now_us, value));
        }
        Some(taken)
    }
}

/// Why nothing came of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Failure {
    Page(PageError),
    Fork(ForkError),
}

/// An answer.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Answer {
    pub(super) status: Status,
    pub(super) result: Result<Reply, Failure>,
}

/// A message as it came.
struct Message {
    json: Vec<u8>,
    pixels: Vec<u8>,
    descriptor: Option<OwnedFd>,
}

/// One end of a pair of sockets. Spoken to as a file: behind its walls a process may write but not send.
pub(super) struct Channel(File);

impl Channel {
    pub(super) fn new(socket: impl Into<OwnedFd>) -> Channel {
        Channel(File::from(socket.into()))
    }

    fn send_bytes(&mut self, json: &[u8], pixels: &[u8], descriptor: Option<&OwnedFd>) -> io::Result<()> {
        let too_long = || io::Error::new(io::ErrorKind::InvalidInput, "a message is too long");
        let lengths = [json.len(), pixels.len()].map(|length| u32::try_from(length).map_err(|_| too_long()));
        let [json_length, pixels_length] = lengths;
        let mut message = Vec::with_capacity(8 + json.len());
        message.extend(json_length?.to_le_bytes());
        message.extend(pixels_length?.to_le_bytes());
        message.extend(json);
        let sent = match descriptor {
            Some(descriptor) => sys::send_with(&self.0, &message, descriptor)?,
            None => 0,
        };
        self.0.write_all(&message[sent..])?;
        self.0.write_all(pixels)
    }

    fn receive(&mut self) -> io::Result<Option<Message>> {
        let mut header = [0_u8; 8];
        // Only this way of receiving brings descriptors, and they come with a message's first byte.
        let (got, descriptor) = sys::receive_with(&self.0, &mut header)?;
        if got == 0 {
            return Ok(None);
        }
        self.0.read_exact(&mut header[got..])?;
        let length = |bytes: &[u8]| bytes.iter().rev().fold(0_u32, |sum, byte| (sum << 8) | u32::from(*byte));
        let (json, pixels) = (length(&header[..4]), length(&header[4..]));
        if json > JSON_MAX || pixels > PIXELS_MAX {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a message is too long"));
        }
        let mut take = |length: u32| -> io::Result<Vec<u8>> {
            let mut bytes = Vec::new();
            (&mut self.0).take(u64::from(length)).read_to_end(&mut bytes)?;
            if bytes.len() == length as usize {
                Ok(bytes)
            } else {
                Err(io::ErrorKind::UnexpectedEof.into())
            }
        };
        Ok(Some(Message {
            json: take(json)?,
            pixels: take(pixels)?,
            descriptor,
        }))
    }

    /// Asks for something.
    pub(super) fn ask(&mut self, request: &Request, descriptor: Option<&OwnedFd>) -> io::Result<()> {
        self.send_bytes(&serde_json::to_vec(request)?, &[], descriptor)
    }

    /// The next request; `None` when nobody can ask any more.
    pub(super) fn asked(&mut self) -> io::Result<Option<(Request, Option<OwnedFd>)>> {
        let Some(message) = self.receive()? else {
            return Ok(None);
        };
        Ok(Some((parse(&message.json)?, message.descriptor)))
    }

    /// Answers a request.
    pub(super) fn answer(&mut self, answer: &Answer) -> io::Result<()> {
        let pixels: &[u8] = match &answer.result {
            Ok(Reply::Picture { rgba, .. }) => rgba,
            Ok(Reply::Snapshots { texts, .. }) => texts,
            _ => &[],
        };
        self.send_bytes(&serde_json::to_vec(answer)?, pixels, None)
    }

    /// The answer to what was asked.
    pub(super) fn answered(&mut self) -> io::Result<Answer> {
        let Some(Message { json, pixels, .. }) = self.receive()? else {
            return Err(io::ErrorKind::UnexpectedEof.into());
        };
        let mut answer: Answer = parse(&json)?;
        if let Ok(Reply::Picture { width, height, rgba }) = &mut answer.result {
            if u64::from(*width) * u64::from(*height) * 4 != pixels.len() as u64 {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "a picture of another size than it says",
                ));
            }
            *rgba = pixels;
        } else if let Ok(Reply::Snapshots { texts, .. }) = &mut answer.result {
            *texts = pixels;
        }
        Ok(answer)
    }
}

fn parse<T: DeserializeOwned>(json: &[u8]) -> io::Result<T> {
    serde_json::from_slice(json).map_err(io::Error::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::net::UnixStream;

    #[test]
    fn messages_bring_values_pictures_and_descriptors() {
        let (a, b) = UnixStream::pair().unwrap();
        let (mut a, mut b) = (Channel::new(a), Channel::new(b));
        let (mine, yours) = UnixStream::pair().unwrap();
        let spec = serde_json::json!({ "n": [0.1 + 0.2, 5e-324, 1.797_693_134_862_315_7e308, -0.0, "\u{2028}\u{0}"] });
        a.ask(&Request::Branch { spec: spec.clone() }, Some(&yours.into())).unwrap();
        a.ask(&Request::Capture, None).unwrap();
        let (request, descriptor) = b.asked().unwrap().unwrap();
        assert!(matches!(request, Request::Branch { spec: same } if same == spec));
        let mut other = UnixStream::from(descriptor.unwrap());
        other.write_all(b"x").unwrap();
        let mut byte = [0];
        (&mine).read_exact(&mut byte).unwrap();
        assert_eq!(&byte, b"x");
        assert!(matches!(b.asked().unwrap().unwrap(), (Request::Capture, None)));
        let frame = Frame {
            width: 3,
            height: 2,
            rgba: (0..24).collect(),
        };
        let answer = Answer {
            status: Status::default(),
            result: Ok(Reply::picture(frame.clone())),
        };
        b.answer(&answer).unwrap();
        let Ok(Reply::Picture { width, height, rgba }) = a.answered().unwrap().result else {
            panic!("a picture");
        };
        assert_eq!(Frame { width, height, rgba }, frame);
        drop(b);
        assert!(a.asked().unwrap().is_none());
    }

    #[test]
    fn lengths_that_are_too_great_are_refused() {
        let (mut a, b) = UnixStream::pair().unwrap();
        a.write_all(&[0xff; 8]).unwrap();
        assert!(Channel::new(b).answered().is_err());
    }
}
