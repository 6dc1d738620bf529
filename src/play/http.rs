//! Requests of browsers: read within bounds, and let in only from this machine, for this address, with the word in it.
//!
//! Any page that a browser shows can send requests to 127.0.0.1. `Host` tells names that lead here from names that were made to
//! lead here (DNS rebinding), `Origin` tells this page from others, and the word in the path is known to nobody who was not told.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Longest head of a request, in bytes.
const HEAD_MAX: usize = 16 << 10;
/// Header lines of a request.
const LINES_MAX: usize = 64;
/// Time a head may take.
const HEAD_TIME: Duration = Duration::from_secs(5);

/// The head of a request.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Head {
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    /// What came after it.
    pub(crate) rest: Vec<u8>,
}

/// A status and what is said with it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Refusal(pub(crate) u16, pub(crate) &'static str);

/// What a request is for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The page.
    Page,
    /// The last picture, as PNG.
    Picture,
    /// A WebSocket, with the answer to its key.
    Socket {
        /// `Sec-WebSocket-Accept`.
        accept: String,
    },
}

/// Who is let in.
pub(crate) struct Gate {
    /// The port of 127.0.0.1.
    pub(crate) port: u16,
    /// The word in the path.
    pub(crate) token: String,
}

impl Head {
    /// The only header line of a name (lower case); two of them are as good as none.
    fn get(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(other, _)| other == name);
        match (found.next(), found.next()) {
            (Some((_, value)), None) => Some(value),
            _ => None,
        }
    }

    fn has(&self, name: &str) -> bool {
        self.headers.iter().any(|(other, _)| other == name)
    }

    fn lists(&self, name: &str, word: &str) -> bool {
        let list = self.get(name).unwrap_or_default();
        list.split(',').any(|item| item.trim().eq_ignore_ascii_case(word))
    }
}

impl Gate {
    /// What a request is for, if it may be.
    pub(crate) fn admit(&self, head: &Head) -> Result<Wanted, Refusal> {
        let own = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        if !head
            .get("host")
            .is_some_and(|host| own.iter().any(|own| own.eq_ignore_ascii_case(host)))
        {
            return Err(Refusal(403, "this address is not served here"));
        }
        let from_here = |origin: &str| own.iter().any(|own| origin.eq_ignore_ascii_case(&format!("http://{own}")));
        if head.has("origin") && !head.get("origin").is_some_and(from_here) {
            return Err(Refusal(403, "other pages may not come here"));
        }
        if head.method != "GET" {
            return Err(Refusal(405, "only GET"));
        }
        let rest = head.path.strip_prefix('/').and_then(|path| path.split_once('/'));
        let Some((word, name)) = rest else {
            return Err(Refusal(404, "nothing here: the whole address is the one that was printed"));
        };
        if !same(word.as_bytes(), self.token.as_bytes()) {
            return Err(Refusal(404, "nothing here: the whole address is the one that was printed"));
        }
        match name.split('?').next().unwrap_or_default() {
            "" => Ok(Wanted::Page),
            "picture.png" => Ok(Wanted::Picture),
            "socket" => {
                if !head.has("origin") {
                    return Err(Refusal(403, "a socket has an Origin"));
                }
                socket(head).map(|accept| Wanted::Socket { accept })
            }
            _ => Err(Refusal(404, "nothing here")),
        }
    }
}

/// The answer to the key of a WebSocket's request (RFC 6455, 4.2).
fn socket(head: &Head) -> Result<String, Refusal> {
    use base64::Engine as _;
    use base64::prelude::BASE64_STANDARD;
    let asked = head.lists("upgrade", "websocket") && head.lists("connection", "upgrade");
    if !asked || head.get("sec-websocket-version") != Some("13") {
        return Err(Refusal(426, "this is a WebSocket of version 13"));
    }
    let key = head.get("sec-websocket-key").unwrap_or_default();
    if BASE64_STANDARD.decode(key).map(|bytes| bytes.len()) != Ok(16) {
        return Err(Refusal(400, "Sec-WebSocket-Key is 16 bytes in base64"));
    }
    Ok(accept_of(key))
}

/// `Sec-WebSocket-Accept` of a key.
fn accept_of(key: &str) -> String {
    use base64::Engine as _;
    use sha1::{Digest, Sha1};
    let joined = format!("{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
    base64::prelude::BASE64_STANDARD.encode(Sha1::digest(joined))
}

/// Equality in a time that does not tell where bytes differ.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

/// Reads the head of a request.
pub(crate) fn read_head(stream: &mut impl Read) -> Result<Head, Refusal> {
    let started = Instant::now();
    let mut bytes = Vec::new();
    let mut chunk = [0; 2048];
    loop {
        let mut lines = [httparse::EMPTY_HEADER; LINES_MAX];
        let mut request = httparse::Request::new(&mut lines);
        match request.parse(&bytes) {
            Ok(httparse::Status::Complete(length)) => {
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
                return Ok(Head {
                    method: request.method.unwrap_or_default().to_owned(),
                    path: request.path.unwrap_or_default().to_owned(),
                    headers: request
                        .headers
                        .iter()
                        .map(|line| (line.name.to_ascii_lowercase(), text(line.value)))
                        .collect(),
                    rest: bytes[length..].to_vec(),
                });
            }
            Ok(httparse::Status::Partial) => {}
            Err(_) => return Err(Refusal(400, "not a request of HTTP/1")),
        }
        if bytes.len() > HEAD_MAX || started.elapsed() > HEAD_TIME {
            return Err(Refusal(431, "the head of the request is too long"));
        }
        match stream.read(&mut chunk) {
            Ok(0) | Err(_) => return Err(Refusal(408, "the request broke off")),
            Ok(count) => bytes.extend(&chunk[..count]),
        }
    }
}

fn phrase(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        426 => "Upgrade Required",
        431 => "Request Header Fields Too Large",
        _ => "Service Unavailable",
    }
}

/// Answers and closes. `policy` is the page's `Content-Security-Policy`.
pub(crate) fn answer(stream: &mut TcpStream, status: u16, kind: &str, policy: &str, body: &[u8]) -> std::io::Result<()> {
    let head = format!(
        "HTTP/1.1 {status} {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\nCache-Control: no-store\r\n\
         Content-Security-Policy: {policy}\r\nX-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n\
         Referrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n\r\n",
        phrase(status),
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body)?;
    stream.flush()
}

/// Answers with a refusal.
pub(crate) fn refuse(stream: &mut TcpStream, Refusal(status, message): &Refusal) -> std::io::Result<()> {
    let policy = "default-src 'none'; frame-ancestors 'none'";
    answer(
        stream,
        *status,
        "text/plain; charset=utf-8",
        policy,
        format!("{message}\n").as_bytes(),
    )
}

/// Answers that from here on a WebSocket is spoken.
pub(crate) fn upgrade(stream: &mut TcpStream, accept: &str) -> std::io::Result<()> {
    let head = format!(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n"
    );
    stream.write_all(head.as_bytes())?;
    stream.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str) -> Result<Wanted, Refusal> {
        let gate = Gate {
            port: 4711,
            token: "word".to_owned(),
        };
        read_head(&mut text.replace('\n', "\r\n").as_bytes()).and_then(|head| gate.admit(&head))
    }

    fn status(text: &str) -> u16 {
        asked(text).err().map_or(200, |refusal| refusal.0)
    }

    const KEY: &str = "Upgrade: websocket\nConnection: keep-alive, Upgrade\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\n";

    #[test]
    fn only_our_own_page_is_let_in() {
        assert_eq!(asked("GET /word/ HTTP/1.1\nHost: 127.0.0.1:4711\n\n"), Ok(Wanted::Page));
        assert_eq!(
            asked("GET /word/picture.png?7 HTTP/1.1\nHost: LOCALHOST:4711\n\n"),
            Ok(Wanted::Picture)
        );
        for (text, expected) in [
            ("GET /word/ HTTP/1.1\nHost: evil.example:4711\n\n", 403),
            ("GET /word/ HTTP/1.1\nHost: 127.0.0.1\n\n", 403),
            ("GET /word/ HTTP/1.1\n\n", 403),
            ("GET /word/ HTTP/1.1\nHost: 127.0.0.1:4711\nHost: 127.0.0.1:4711\n\n", 403),
            (
                "GET /word/ HTTP/1.1\nHost: 127.0.0.1:4711\nOrigin: http://evil.example\n\n",
                403,
            ),
            ("GET /word/ HTTP/1.1\nHost: 127.0.0.1:4711\nOrigin: null\n\n", 403),
            ("GET / HTTP/1.1\nHost: 127.0.0.1:4711\n\n", 404),
            ("GET /wore/ HTTP/1.1\nHost: 127.0.0.1:4711\n\n", 404),
            ("GET /word HTTP/1.1\nHost: 127.0.0.1:4711\n\n", 404),
            ("GET /word/../x HTTP/1.1\nHost: 127.0.0.1:4711\n\n", 404),
            ("POST /word/ HTTP/1.1\nHost: 127.0.0.1:4711\n\n", 405),
            ("nonsense\n\n", 400),
            ("GET /word/ HTTP/1.1\nHost: 127.0.0.1:4711\n", 408),
        ] {
            assert_eq!(status(text), expected, "{text}");
        }
        let long = format!("GET /{} HTTP/1.1\nHost: 127.0.0.1:4711\n\n", "x".repeat(HEAD_MAX * 2));
        assert_eq!(status(&long), 431);
        let many = format!("GET /word/ HTTP/1.1\nHost: 127.0.0.1:4711\n{}\n", "a: b\n".repeat(LINES_MAX));
        assert_eq!(status(&many), 400);
    }

    #[test]
    fn a_socket_is_opened_by_our_page_alone() {
        let host = "GET /word/socket HTTP/1.1\nHost: 127.0.0.1:4711\n";
        let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=".to_owned();
        assert_eq!(
            asked(&format!("{host}Origin: http://127.0.0.1:4711\n{KEY}\n")),
            Ok(Wanted::Socket { accept })
        );
        for (text, expected) in [
            (format!("{host}{KEY}\n"), 403),
            (format!("{host}Origin: http://127.0.0.1:4712\n{KEY}\n"), 403),
            (format!("{host}Origin: https://127.0.0.1:4711\n{KEY}\n"), 403),
            (format!("{host}Origin: http://127.0.0.1:4711\n\n"), 426),
            (
                format!("{host}Origin: http://localhost:4711\n{}\n", KEY.replace("13", "8")),
                426,
            ),
            (
                format!("{host}Origin: http://localhost:4711\n{}\n", KEY.replace("dGhl", "dG")),
                400,
            ),
        ] {
            assert_eq!(status(&text), expected, "{text}");
        }
    }
}
