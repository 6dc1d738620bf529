//! Who uses the databases of an origin: agents (documents and workers, also of several pages), what they are told, the locks they
//! wait for, and the connections they have open.

use crate::page_state::PageState;
use std::collections::{BTreeMap, VecDeque};
use std::rc::{Rc, Weak};

/// What an agent is told, each in a task of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    /// A lock has been granted.
    Granted(u32),
    /// Somebody has closed a connection to a database that this agent has locked.
    Disconnected(u32),
    /// The version of a connection's database is to change: the connection, the old version, the new one (0: deletion).
    VersionChange(u32, u64, u64),
}

#[derive(Debug)]
struct AgentEntry {
    state: Weak<PageState>,
    notices: VecDeque<Notice>,
}

#[derive(Debug)]
struct Lock {
    id: u32,
    agent: u32,
    names: Vec<String>,
    exclusive: bool,
    granted: bool,
}

impl Lock {
    fn conflicts(&self, other: &Lock) -> bool {
        (self.exclusive || other.exclusive) && self.names.iter().any(|name| other.names.contains(name))
    }
}

/// See the module's documentation.
#[derive(Debug, Default)]
pub(crate) struct Agents {
    last_id: u32,
    agents: BTreeMap<u32, AgentEntry>,
    /// In the order in which they were asked for.
    locks: Vec<Lock>,
    /// Connection → agent and database.
    connections: BTreeMap<u32, (u32, String)>,
}

impl Agents {
    fn id(&mut self) -> u32 {
        self.last_id += 1;
        self.last_id
    }

    pub(crate) fn join(&mut self, state: &Rc<PageState>) -> u32 {
        let id = self.id();
        let entry = AgentEntry {
            state: Rc::downgrade(state),
            notices: VecDeque::new(),
        };
        self.agents.insert(id, entry);
        id
    }

    /// An agent has ended: its connections are closed and its locks released.
    pub(crate) fn leave(&mut self, agent: u32) {
        let Some(entry) = self.agents.remove(&agent) else {
            return;
        };
        let at = entry.state.upgrade().map_or(0, |state| state.event_loop.now_us());
        self.locks.retain(|lock| lock.agent != agent);
        let theirs = self.connections.iter().filter(|(_, (owner, _))| *owner == agent);
        for id in theirs.map(|(id, _)| *id).collect::<Vec<_>>() {
            self.disconnect(id, at);
        }
        self.grant(at);
    }

    fn tell(&mut self, agent: u32, notice: Notice, at_us: u64) {
        if let Some(entry) = self.agents.get_mut(&agent)
            && let Some(state) = entry.state.upgrade()
        {
            entry.notices.push_back(notice);
            state.event_loop.post_database(at_us);
        }
    }

    pub(crate) fn take(&mut self, agent: u32) -> Option<Notice> {
        self.agents.get_mut(&agent)?.notices.pop_front()
    }

    /// Asks for a lock on names. It is granted when no earlier one is in its way: two locks on a name are in each other's way
    /// unless both are shared.
    pub(crate) fn lock(&mut self, agent: u32, names: Vec<String>, exclusive: bool, at_us: u64) -> u32 {
        let id = self.id();
        self.locks.push(Lock {
            id,
            agent,
            names,
            exclusive,
            granted: false,
        });
        self.grant(at_us);
        id
    }

    pub(crate) fn unlock(&mut self, agent: u32, id: u32, at_us: u64) {
        self.locks.retain(|lock| lock.id != id || lock.agent != agent);
        self.grant(at_us);
    }

    fn grant(&mut self, at_us: u64) {
        let mut granted = Vec::new();
        for i in 0..self.locks.len() {
            let (earlier, rest) = self.locks.split_at_mut(i);
            let lock = &mut rest[0];
            if !lock.granted && !earlier.iter().any(|other| other.conflicts(lock)) {
                lock.granted = true;
                granted.push((lock.agent, Notice::Granted(lock.id)));
            }
        }
        for (agent, notice) in granted {
            self.tell(agent, notice, at_us);
        }
    }

    pub(crate) fn connect(&mut self, agent: u32, name: String) -> u32 {
        let id = self.id();
        self.connections.insert(id, (agent, name));
        id
    }

    /// Closes a connection; those who hold the lock of the database's name are told.
    pub(crate) fn disconnect(&mut self, id: u32, at_us: u64) {
        let Some((_, name)) = self.connections.remove(&id) else {
            return;
        };
        let waiting = self.locks.iter().filter(|lock| lock.granted && lock.names.contains(&name));
        let waiting: Vec<_> = waiting.map(|lock| (lock.agent, Notice::Disconnected(lock.id))).collect();
        for (agent, notice) in waiting {
            self.tell(agent, notice, at_us);
        }
    }

    /// The open connections of a database, in the order in which they were made.
    pub(crate) fn connections(&self, name: &str) -> Vec<u32> {
        let theirs = self.connections.iter().filter(|(_, (_, of))| of == name);
        theirs.map(|(id, _)| *id).collect()
    }

    /// Tells the owner of a connection that the version is to change.
    pub(crate) fn announce(&mut self, connection: u32, old: u64, new: u64, at_us: u64) {
        if let Some((agent, _)) = self.connections.get(&connection) {
            self.tell(*agent, Notice::VersionChange(connection, old, new), at_us);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn granted(agents: &Agents) -> Vec<u32> {
        agents.locks.iter().filter(|lock| lock.granted).map(|lock| lock.id).collect()
    }

    #[test]
    fn locks_are_granted_in_order_unless_they_are_in_each_others_way() {
        let mut agents = Agents::default();
        let mut lock = |names: &str, exclusive| agents.lock(1, names.chars().map(String::from).collect(), exclusive, 0);
        let (read_a, read_ab, write_b, read_b, write_c) = (
            lock("a", false),
            lock("ab", false),
            lock("b", true),
            lock("b", false),
            lock("c", true),
        );
        assert_eq!(granted(&agents), [read_a, read_ab, write_c]);
        agents.unlock(1, read_ab, 0);
        assert_eq!(granted(&agents), [read_a, write_b, write_c]);
        agents.unlock(1, write_b, 0);
        assert_eq!(granted(&agents), [read_a, read_b, write_c]);
    }

    #[test]
    fn who_leaves_holds_nothing() {
        let mut agents = Agents::default();
        for agent in [1, 2] {
            let entry = AgentEntry {
                state: Weak::new(),
                notices: VecDeque::new(),
            };
            agents.agents.insert(agent, entry);
        }
        agents.lock(1, vec!["a".to_owned()], true, 0);
        let second = agents.lock(2, vec!["a".to_owned()], true, 0);
        agents.connect(1, "d".to_owned());
        let other = agents.connect(2, "d".to_owned());
        agents.leave(1);
        assert_eq!((granted(&agents), agents.connections("d")), (vec![second], vec![other]));
    }
}
