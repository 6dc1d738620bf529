//! What the agents of one page (the document and its workers) share: message ports, and the wishes to start and to end workers.
//!
//! Every agent is an isolate of its own with an event loop of its own; nothing but bytes passes between them. Agent 0 is the
//! document.

use crate::page_state::PageState;
use std::collections::{BTreeMap, VecDeque};
use std::rc::{Rc, Weak};

/// Workers of one page that live at once, nested ones included.
pub(crate) const WORKERS_MAX: usize = 64;
/// Ports of one page.
const PORTS_MAX: usize = 100_000;
/// Bytes of messages that wait and of blob: addresses together.
const HELD_MAX: usize = 512 << 20;
/// What a message or an address counts for beside its bytes: small ones would take more memory than their bytes.
const OVERHEAD: usize = 128;

/// A worker that was asked for.
pub(crate) struct WorkerRequest {
    pub(crate) agent: u32,
    pub(crate) at_us: u64,
    /// What the worker's shims are started with, as JSON text.
    pub(crate) config: String,
    pub(crate) url: String,
}

/// A message on its way. The bytes are what shims/js/platform/wire.js makes.
pub(crate) struct Message {
    pub(crate) kind: u32,
    pub(crate) bytes: Vec<u8>,
    pub(crate) ports: Vec<u32>,
}

struct Port {
    peer: u32,
    /// The name of the broadcast channel it belongs to, instead of a peer.
    channel: Option<String>,
    /// None while the port is inside a message.
    owner: Option<u32>,
    started: bool,
    queue: VecDeque<Message>,
}

/// See the module's documentation.
#[derive(Default)]
pub(crate) struct Hub {
    last_agent: u32,
    last_port: u32,
    ports: BTreeMap<u32, Port>,
    agents: BTreeMap<u32, Weak<PageState>>,
    parents: BTreeMap<u32, u32>,
    requests: Vec<WorkerRequest>,
    ended: Vec<u32>,
    blobs: BTreeMap<String, (String, Rc<[u8]>)>,
    held: usize,
}

impl Hub {
    pub(crate) fn join(&mut self, agent: u32, state: &Rc<PageState>) {
        self.agents.insert(agent, Rc::downgrade(state));
    }

    /// The number of a new worker; None when there are too many.
    pub(crate) fn request_worker(&mut self, parent: u32, at_us: u64, url: String, config: String) -> Option<u32> {
        if self.parents.len() >= WORKERS_MAX {
            return None;
        }
        self.last_agent += 1;
        let agent = self.last_agent;
        self.parents.insert(agent, parent);
        self.requests.push(WorkerRequest {
            agent,
            at_us,
            config,
            url,
        });
        Some(agent)
    }

    pub(crate) fn take_requests(&mut self) -> Vec<WorkerRequest> {
        std::mem::take(&mut self.requests)
    }

    /// Ends a worker and those it started.
    pub(crate) fn end(&mut self, agent: u32) {
        if agent != 0 && self.parents.contains_key(&agent) && !self.ended.contains(&agent) {
            self.ended.push(agent);
            let children: Vec<u32> = self.parents.iter().filter(|(_, p)| **p == agent).map(|(c, _)| *c).collect();
            for child in children {
                self.end(child);
            }
        }
    }

    /// The workers that were ended since the last call; the hub has forgotten them.
    pub(crate) fn take_ended(&mut self) -> Vec<u32> {
        let ended = std::mem::take(&mut self.ended);
        for agent in &ended {
            self.agents.remove(agent);
            self.parents.remove(agent);
            self.requests.retain(|request| request.agent != *agent);
            let theirs = self.ports.iter().filter(|(_, port)| port.owner == Some(*agent));
            for id in theirs.map(|(id, _)| *id).collect::<Vec<_>>() {
                self.close(id);
            }
        }
        ended
    }

    pub(crate) fn parent_of(&self, agent: u32) -> Option<u32> {
        self.parents.get(&agent).copied()
    }

    /// Two ports that are each other's end; 0 when there are too many.
    pub(crate) fn pair(&mut self, owner: u32, peer_owner: u32) -> u32 {
        if self.ports.len() >= PORTS_MAX {
            return 0;
        }
        let (one, two) = (self.last_port + 1, self.last_port + 2);
        self.last_port = two;
        for (id, peer, owner) in [(one, two, owner), (two, one, peer_owner)] {
            let port = Port {
                peer,
                channel: None,
                owner: Some(owner),
                started: false,
                queue: VecDeque::new(),
            };
            self.ports.insert(id, port);
        }
        one
    }

    /// A port of a broadcast channel; 0 when there are too many.
    pub(crate) fn channel(&mut self, owner: u32, name: String) -> u32 {
        if self.ports.len() >= PORTS_MAX {
            return 0;
        }
        // Ports of pairs are even and odd numbers that follow each other.
        self.last_port += 2;
        let port = Port {
            peer: 0,
            channel: Some(name),
            owner: Some(owner),
            started: false,
            queue: VecDeque::new(),
        };
        self.ports.insert(self.last_port, port);
        self.last_port
    }

    /// Sends bytes to all other ports of a port's broadcast channel, in the order in which they were opened. False: too much is on
    /// its way.
    pub(crate) fn broadcast(&mut self, id: u32, bytes: &[u8], at_us: u64) -> bool {
        let Some(name) = self.ports.get(&id).and_then(|port| port.channel.clone()) else {
            return true;
        };
        let others = self
            .ports
            .iter()
            .filter(|(other, port)| **other != id && port.channel.as_ref() == Some(&name));
        for other in others.map(|(other, _)| *other).collect::<Vec<_>>() {
            if self.held + bytes.len() + OVERHEAD > HELD_MAX {
                return false;
            }
            let Some(port) = self.ports.get_mut(&other) else {
                continue;
            };
            self.held += bytes.len() + OVERHEAD;
            port.queue.push_back(Message {
                kind: 0,
                bytes: bytes.to_vec(),
                ports: Vec::new(),
            });
            if port.started
                && let Some(owner) = port.owner
            {
                self.notify(owner, other, at_us);
            }
        }
        true
    }

    /// The first port that is a worker's: the one it was made with.
    pub(crate) fn inside_port(&self, agent: u32) -> u32 {
        let mut ports = self.ports.iter();
        ports.find(|(_, port)| port.owner == Some(agent)).map_or(0, |(id, _)| *id)
    }

    /// Sends a message out of port `id`; ports in it leave their owner. False: too much is on its way.
    pub(crate) fn post(&mut self, id: u32, message: Message, at_us: u64) -> bool {
        if self.held + message.bytes.len() + OVERHEAD > HELD_MAX {
            return false;
        }
        for port in &message.ports {
            if let Some(port) = self.ports.get_mut(port) {
                port.owner = None;
                port.started = false;
            }
        }
        let Some(peer) = self.ports.get(&id).map(|port| port.peer) else {
            return true;
        };
        let Some(port) = self.ports.get_mut(&peer) else {
            return true;
        };
        self.held += message.bytes.len() + OVERHEAD;
        port.queue.push_back(message);
        if port.started
            && let Some(owner) = port.owner
        {
            self.notify(owner, peer, at_us);
        }
        true
    }

    fn notify(&self, agent: u32, port: u32, at_us: u64) {
        if let Some(state) = self.agents.get(&agent).and_then(Weak::upgrade) {
            state.event_loop.post_port(port, at_us);
        }
    }

    /// Takes a port that came in a message.
    pub(crate) fn adopt(&mut self, id: u32, agent: u32) {
        if let Some(port) = self.ports.get_mut(&id).filter(|port| port.owner.is_none()) {
            port.owner = Some(agent);
        }
    }

    /// Messages are delivered from now on, those that wait first.
    pub(crate) fn start(&mut self, id: u32, agent: u32, at_us: u64) {
        let Some(port) = self.ports.get_mut(&id).filter(|port| port.owner == Some(agent)) else {
            return;
        };
        if !std::mem::replace(&mut port.started, true) {
            for _ in 0..port.queue.len() {
                self.notify(agent, id, at_us);
            }
        }
    }

    pub(crate) fn take_message(&mut self, id: u32, agent: u32) -> Option<Message> {
        let port = self.ports.get_mut(&id).filter(|port| port.owner == Some(agent))?;
        let message = port.queue.pop_front()?;
        self.held -= message.bytes.len() + OVERHEAD;
        Some(message)
    }

    /// Closes a port: what is on its way to it is lost, what it sent still arrives.
    pub(crate) fn close(&mut self, id: u32) {
        if let Some(port) = self.ports.remove(&id) {
            self.forget(&port);
        }
    }

    fn forget(&mut self, port: &Port) {
        self.held -= port.queue.iter().map(|message| message.bytes.len() + OVERHEAD).sum::<usize>();
    }

    pub(crate) fn put_blob(&mut self, url: String, content_type: String, bytes: Vec<u8>) {
        if self.held + bytes.len() + OVERHEAD <= HELD_MAX {
            self.held += bytes.len() + OVERHEAD;
            self.blobs.insert(url, (content_type, bytes.into()));
        }
    }

    pub(crate) fn remove_blob(&mut self, url: &str) {
        if let Some((_, bytes)) = self.blobs.remove(url) {
            self.held -= bytes.len() + OVERHEAD;
        }
    }

    pub(crate) fn blob(&self, url: &str) -> Option<(String, Rc<[u8]>)> {
        self.blobs.get(url).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(byte: u8) -> Message {
        Message {
            kind: 0,
            bytes: vec![byte],
            ports: Vec::new(),
        }
    }

    #[test]
    fn messages_wait_for_a_port_that_travels() {
        let mut hub = Hub::default();
        let one = hub.pair(0, 0);
        let two = one + 1;
        let carrier = hub.pair(0, 1);
        hub.post(one, message(1), 0);
        let ports = vec![two];
        hub.post(carrier, Message { ports, ..message(9) }, 0);
        hub.post(one, message(2), 0);
        assert!(hub.take_message(two, 0).is_none(), "the port has left");
        let arrived = hub.take_message(carrier + 1, 1).unwrap();
        hub.adopt(arrived.ports[0], 1);
        let bytes: Vec<_> = std::iter::from_fn(|| hub.take_message(two, 1)).map(|m| m.bytes[0]).collect();
        assert_eq!(bytes, [1, 2]);
    }

    #[test]
    fn a_broadcast_reaches_all_others_of_its_name() {
        let mut hub = Hub::default();
        let [a, b, c] = [(0, "x"), (1, "x"), (1, "y")].map(|(owner, name)| hub.channel(owner, name.to_owned()));
        assert!(hub.broadcast(a, &[7], 0));
        assert!(hub.take_message(a, 0).is_none() && hub.take_message(c, 1).is_none());
        assert_eq!(hub.take_message(b, 1).unwrap().bytes, [7]);
        hub.close(b);
        hub.broadcast(a, &[8], 0);
        assert_eq!(hub.held, 0);
    }

    #[test]
    fn workers_are_bounded_and_end_with_their_parent() {
        let mut hub = Hub::default();
        let parent = hub.request_worker(0, 0, String::new(), String::new()).unwrap();
        let child = hub.request_worker(parent, 0, String::new(), String::new()).unwrap();
        while hub.request_worker(0, 0, String::new(), String::new()).is_some() {}
        assert_eq!(hub.take_requests().len(), WORKERS_MAX);
        hub.end(parent);
        assert_eq!(hub.take_ended(), [parent, child]);
        assert!(hub.request_worker(0, 0, String::new(), String::new()).is_some());
    }
}
