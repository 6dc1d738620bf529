//! One POST over HTTP/1.1, within bounds of time and size.

use std::io::{ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// Bytes an answer may have.
const MAX_BODY: usize = 4 << 20;
/// Bytes its head may have.
const MAX_HEAD: usize = 64 << 10;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum HttpError {
    #[error("`{0}` is no address that can be asked; write http://host:port/path (TLS is left to a proxy)")]
    Address(String),
    #[error("{0}")]
    Io(String),
    #[error("it took too long")]
    Timeout,
    #[error("the service answered {status}: {text}")]
    Status { status: u16, text: String },
    #[error("the answer cannot be read: {0}")]
    Malformed(&'static str),
}

struct Address<'a> {
    host: &'a str,
    port: u16,
    path: &'a str,
}

fn address(url: &str) -> Option<Address<'_>> {
    let rest = url.strip_prefix("http://")?;
    let (authority, path) = match rest.find('/') {
        Some(at) => rest.split_at(at),
        None => (rest, "/"),
    };
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !host.ends_with(':') => (host, port.parse().ok()?),
        _ => (authority, 80),
    };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let clean = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
    (clean(host) && clean(path)).then_some(Address { host, port, path })
}

/// Posts JSON and answers with the body of a `200`.
pub(super) fn post(url: &str, body: &str, key: Option<&str>, timeout_ms: u64) -> Result<Vec<u8>, HttpError> {
    let to = address(url).ok_or_else(|| HttpError::Address(url.to_owned()))?;
    let until = Instant::now() + Duration::from_millis(timeout_ms.max(1));
    let io = |error: std::io::Error| match error.kind() {
        ErrorKind::WouldBlock | ErrorKind::TimedOut => HttpError::Timeout,
        _ => HttpError::Io(format!("{}:{}: {error}", to.host, to.port)),
    };
    let left = || {
        until
            .checked_duration_since(Instant::now())
            .filter(|left| !left.is_zero())
            .ok_or(HttpError::Timeout)
    };
    let mut addresses = (to.host, to.port).to_socket_addrs().map_err(io)?;
    let at = addresses.next().ok_or_else(|| HttpError::Address(url.to_owned()))?;
    let mut stream = TcpStream::connect_timeout(&at, left()?).map_err(io)?;
    stream.set_write_timeout(Some(left()?)).map_err(io)?;
    let mut head = format!(
        "POST {} HTTP/1.1\r\nHost: {}:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n",
        to.path,
        to.host,
        to.port,
        body.len()
    );
    if let Some(key) = key {
        // A key with a line break would add headers of its own.
        if !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(HttpError::Io("the key has characters that cannot be sent".to_owned()));
        }
        head.push_str(&format!("Authorization: Bearer {key}\r\n"));
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes()).map_err(io)?;
    stream.write_all(body.as_bytes()).map_err(io)?;
    let mut answer = Vec::new();
    let mut buffer = [0u8; 16 << 10];
    loop {
        stream.set_read_timeout(Some(left()?)).map_err(io)?;
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => answer.extend_from_slice(&buffer[..count]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(io(error)),
        }
        if answer.len() > MAX_BODY + MAX_HEAD {
            return Err(HttpError::Malformed("it is too long"));
        }
        if is_whole(&answer) {
            break;
        }
    }
    read(&answer)
}

fn head_end(answer: &[u8]) -> Option<usize> {
    answer.windows(4).take(MAX_HEAD).position(|window| window == b"\r\n\r\n")
}

/// A header's value, in small letters.
fn header(head: &str, name: &str) -> Option<String> {
    head.lines().skip(1).find_map(|line| {
        let (key, value) = line.split_once(':')?;
        key.trim()
            .eq_ignore_ascii_case(name)
            .then(|| value.trim().to_ascii_lowercase())
    })
}

/// Whether everything its head announces is there, so that a connection that is kept open does not matter.
fn is_whole(answer: &[u8]) -> bool {
    let Some(end) = head_end(answer) else { return false };
    let Ok(head) = std::str::from_utf8(&answer[..end]) else {
        return true;
    };
    let body = &answer[end + 4..];
    if header(head, "transfer-encoding").is_some_and(|value| value.contains("chunked")) {
        return body.ends_with(b"0\r\n\r\n");
    }
    header(head, "content-length")
        .and_then(|value| value.parse::<usize>().ok())
        .is_some_and(|length| body.len() >= length)
}

fn read(answer: &[u8]) -> Result<Vec<u8>, HttpError> {
    let end = head_end(answer).ok_or(HttpError::Malformed("it has no head"))?;
    let head = std::str::from_utf8(&answer[..end]).map_err(|_| HttpError::Malformed("its head is no text"))?;
    let status: u16 = head
        .split_ascii_whitespace()
        .nth(1)
        .and_then(|status| status.parse().ok())
        .ok_or(HttpError::Malformed("it has no status"))?;
    let body = &answer[end + 4..];
    let body = if header(head, "transfer-encoding").is_some_and(|value| value.contains("chunked")) {
        chunks(body)?
    } else {
        match header(head, "content-length").and_then(|value| value.parse::<usize>().ok()) {
            Some(length) if length > body.len() => return Err(HttpError::Malformed("it ends too early")),
            Some(length) => body[..length].to_vec(),
            None => body.to_vec(),
        }
    };
    if status != 200 {
        let text: String = String::from_utf8_lossy(&body).chars().take(300).collect();
        return Err(HttpError::Status { status, text });
    }
    Ok(body)
}

/// RFC 9112, 7.1.
fn chunks(mut rest: &[u8]) -> Result<Vec<u8>, HttpError> {
    let mut body = Vec::new();
    loop {
        let line = rest
            .windows(2)
            .position(|window| window == b"\r\n")
            .ok_or(HttpError::Malformed("a chunk has no size"))?;
        let size = std::str::from_utf8(&rest[..line]).ok().and_then(|text| {
            let digits = text.split(';').next().unwrap_or_default().trim();
            usize::from_str_radix(digits, 16).ok()
        });
        let size = size.ok_or(HttpError::Malformed("a chunk's size is no number"))?;
        rest = &rest[line + 2..];
        if size == 0 {
            return Ok(body);
        }
        let chunk = rest.get(..size).ok_or(HttpError::Malformed("a chunk ends too early"))?;
        body.extend_from_slice(chunk);
        rest = rest.get(size + 2..).ok_or(HttpError::Malformed("a chunk ends too early"))?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_apart() {
        let seen = |url: &str| address(url).map(|a| (a.host.to_owned(), a.port, a.path.to_owned()));
        assert_eq!(
            seen("http://127.0.0.1:8080/v1/x"),
            Some(("127.0.0.1".into(), 8080, "/v1/x".into()))
        );
        assert_eq!(seen("http://judge"), Some(("judge".into(), 80, "/".into())));
        assert_eq!(seen("http://[::1]:99/a"), Some(("::1".into(), 99, "/a".into())));
        for url in [
            "https://x",
            "http://",
            "http://a b/",
            "http://a:x/",
            "http://a/\r\nX: y",
            "file:///x",
        ] {
            assert!(seen(url).is_none(), "{url}");
        }
    }

    #[test]
    fn answers_are_read() {
        let text = |answer: &str| {
            read(answer.as_bytes())
                .map(|body| String::from_utf8(body).unwrap())
                .map_err(|e| e.to_string())
        };
        assert_eq!(text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}").unwrap(), "{}");
        assert_eq!(
            text("HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\n\r\n").unwrap(),
            "abcde"
        );
        assert!(text("HTTP/1.1 429 Slow\r\n\r\nwait").unwrap_err().contains("429: wait"));
        for broken in [
            "",
            "HTTP/1.1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx",
        ] {
            assert!(text(broken).is_err(), "{broken:?}");
        }
    }
}
