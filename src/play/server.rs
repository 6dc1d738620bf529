//! The listener on 127.0.0.1, and what is answered to requests.

use super::http::{self, Gate, Refusal, Wanted};
use super::hub::{Hub, VIEWERS_MAX};
use super::socket;
use anyhow::Context;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Connections at once: sockets, and requests on their way.
const CONNECTIONS_MAX: usize = VIEWERS_MAX + 16;
/// Time a read or a write of a request may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// The page; `@NONCE@` in it is what its script and style are known by.
const PAGE: &str = include_str!("play.html");

/// See the module's documentation.
pub(crate) struct Server {
    gate: Arc<Gate>,
}

impl Server {
    /// Starts to listen, on a thread that ends with the process.
    ///
    /// # Errors
    /// The port is taken, or there is no chance for the word.
    pub(crate) fn start(port: u16, hub: Arc<Hub>) -> anyhow::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .with_context(|| format!("cannot listen on 127.0.0.1:{port}: without --port a free port is taken"))?;
        let gate = Arc::new(Gate {
            port: listener.local_addr()?.port(),
            token: random_word()?,
        });
        let server = Server { gate: gate.clone() };
        let open = Arc::new(AtomicUsize::new(0));
        let accept = move || {
            for stream in listener.incoming() {
                let Ok(stream) = stream else { continue };
                let (gate, hub, open) = (gate.clone(), hub.clone(), open.clone());
                if open.fetch_add(1, Ordering::Relaxed) >= CONNECTIONS_MAX {
                    open.fetch_sub(1, Ordering::Relaxed);
                    continue;
                }
                let work = {
                    let open = open.clone();
                    move || {
                        // Whoever breaks off is not missed.
                        let _ = serve(stream, &gate, &hub);
                        open.fetch_sub(1, Ordering::Relaxed);
                    }
                };
                if std::thread::Builder::new().name("viewer".to_owned()).spawn(work).is_err() {
                    open.fetch_sub(1, Ordering::Relaxed);
                }
            }
        };
        std::thread::Builder::new().name("listener".to_owned()).spawn(accept)?;
        Ok(server)
    }

    /// Where the page is.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.gate.port, self.gate.token)
    }
}

/// 128 bits that nobody can guess, as hexadecimal digits.
fn random_word() -> anyhow::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).context("the system gives no random bytes")?;
    Ok(oracade_runtime::hex(&bytes))
}

fn serve(mut stream: TcpStream, gate: &Gate, hub: &Arc<Hub>) -> anyhow::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    let admitted = http::read_head(&mut stream).and_then(|head| gate.admit(&head).map(|wanted| (wanted, head.rest)));
    match admitted {
        Ok((Wanted::Page, _)) => {
            let nonce = random_word()?;
            let policy = format!(
                "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; img-src data:; connect-src 'self'; \
                 base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            );
            let page = PAGE.replace("@NONCE@", &nonce);
            http::answer(&mut stream, 200, "text/html; charset=utf-8", &policy, page.as_bytes())?;
        }
        Ok((Wanted::Picture, _)) => match hub.shot() {
            Some(shot) => http::answer(&mut stream, 200, "image/png", "default-src 'none'", &shot.frame.to_png())?,
            None => http::refuse(&mut stream, &Refusal(404, "there is no picture yet"))?,
        },
        Ok((Wanted::Socket { accept }, rest)) => match hub.join() {
            Some(seat) => {
                let id = seat.id;
                let served = http::upgrade(&mut stream, &accept)
                    .map_err(anyhow::Error::from)
                    .and_then(|()| socket::serve(&stream, rest, seat, hub));
                hub.leave(id);
                let _ = stream.shutdown(std::net::Shutdown::Both);
                return served;
            }
            None => http::refuse(&mut stream, &Refusal(503, "there are too many viewers, or the run is over"))?,
        },
        Err(refusal) => http::refuse(&mut stream, &refusal)?,
    }
    stream.flush()?;
    // What the browser still sends is read, so that closing does not take the answer from it.
    stream.shutdown(std::net::Shutdown::Write)?;
    let mut rest = [0; 1024];
    while std::io::Read::read(&mut stream, &mut rest).is_ok_and(|count| count > 0) {}
    Ok(())
}
