//! Ordered records under transactions: what object stores and indexes are made of.
//!
//! A database has a version, a schema (a text of the shims') and numbered trees. Keys are bytes whose order is the order of
//! records; the shims encode them (shims/js/platform/indexeddb/key.js).

use crate::digest::DigestChain;
use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::Arc;

/// Bytes that one origin may store. Chromium lets an origin have more than half of a disk; here it is memory.
pub(crate) const QUOTA: usize = 128 << 20;
/// What a record costs beside its bytes.
const OVERHEAD: usize = 64;

/// What a database holds, as it can be taken elsewhere: to a tape, and from there into another run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DatabaseContent {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: f64,
    /// Its stores and indexes, in the words of the shims.
    pub schema: String,
    /// The numbered trees with their records, keys and values as bytes of the shims'.
    pub trees: Vec<(u32, Vec<Record>)>,
}

/// Key and value.
pub type Record = (Vec<u8>, Vec<u8>);

type Value = Arc<[u8]>;
type Tree = BTreeMap<Vec<u8>, Value>;

/// The keys from the first up to, not including, the second; an empty second key: to the end.
#[derive(Clone, Copy)]
pub(crate) struct Span<'a>(pub(crate) &'a [u8], pub(crate) &'a [u8]);

/// As `BTreeMap::range` takes them.
type Bounds<'a> = (Bound<&'a [u8]>, Bound<&'a [u8]>);

impl<'a> Span<'a> {
    fn bounds(self) -> Option<Bounds<'a>> {
        let Span(from, to) = self;
        if to.is_empty() {
            return Some((Bound::Included(from), Bound::Unbounded));
        }
        // `BTreeMap::range` panics on a range that is upside down.
        (from < to).then_some((Bound::Included(from), Bound::Excluded(to)))
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Database {
    version: f64,
    schema: String,
    trees: BTreeMap<u32, Tree>,
}

/// What it takes to undo a transaction.
#[derive(Clone, Debug, Default)]
struct Transaction {
    name: String,
    /// Version and schema before the transaction set them; None inside: there was no such database.
    head: Option<Option<(f64, String)>>,
    /// Values at the transaction's start of the records that it changed.
    records: BTreeMap<(u32, Vec<u8>), Option<Value>>,
    made: Vec<u32>,
    dropped: Vec<(u32, Tree)>,
}

/// All databases of an origin.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trees {
    databases: BTreeMap<String, Database>,
    transactions: BTreeMap<u32, Transaction>,
    last_transaction: u32,
    /// Bytes of all records, those kept for undoing included.
    bytes: usize,
}

fn cost(key: &[u8], value: &[u8]) -> usize {
    key.len() + value.len() + OVERHEAD
}

fn cost_of(tree: &Tree) -> usize {
    tree.iter().map(|(key, value)| cost(key, value)).sum()
}

/// Equal if the same is stored; the numbers that transactions happened to get do not count.
impl PartialEq for Trees {
    fn eq(&self, other: &Trees) -> bool {
        self.databases == other.databases && self.transactions.is_empty() && other.transactions.is_empty()
    }
}

impl Trees {
    /// Version and schema of a database.
    pub(crate) fn head(&self, name: &str) -> Option<(f64, &str)> {
        self.databases
            .get(name)
            .map(|database| (database.version, database.schema.as_str()))
    }

    /// Names and versions of the databases, in order of their names.
    pub(crate) fn list(&self) -> impl Iterator<Item = (&str, f64)> {
        self.databases
            .iter()
            .map(|(name, database)| (name.as_str(), database.version))
    }

    /// Everything that is stored, in order.
    pub(crate) fn content(&self) -> Vec<DatabaseContent> {
        let records = |tree: &Tree| tree.iter().map(|(key, value)| (key.clone(), value.to_vec())).collect();
        let database = |(name, database): (&String, &Database)| DatabaseContent {
            name: name.clone(),
            version: database.version,
            schema: database.schema.clone(),
            trees: database.trees.iter().map(|(number, tree)| (*number, records(tree))).collect(),
        };
        self.databases.iter().map(database).collect()
    }

    /// Adds a database, in place of one of its name that is there. False, and nothing changed: the quota does not allow it.
    pub(crate) fn add(&mut self, content: &DatabaseContent) -> bool {
        let DatabaseContent {
            name,
            version,
            schema,
            trees,
        } = content;
        let tree = |(number, records): &(u32, Vec<Record>)| -> (u32, Tree) {
            let records = records.iter().map(|(key, value)| (key.clone(), value.as_slice().into()));
            (*number, records.collect())
        };
        let trees: BTreeMap<u32, Tree> = trees.iter().map(tree).collect();
        let bytes: usize = trees.values().map(cost_of).sum();
        let freed = self
            .databases
            .get(name)
            .map_or(0, |old| old.trees.values().map(cost_of).sum());
        if self.bytes - freed + bytes > QUOTA {
            return false;
        }
        self.bytes = self.bytes - freed + bytes;
        let database = Database {
            version: *version,
            schema: schema.clone(),
            trees,
        };
        self.databases.insert(name.clone(), database);
        true
    }

    /// Adds everything that is stored to a digest.
    pub(crate) fn digest(&self, digest: &mut DigestChain) {
        for (name, database) in &self.databases {
            digest.add("database", 0, name.as_bytes());
            digest.add("schema", database.version.to_bits(), database.schema.as_bytes());
            for (number, tree) in &database.trees {
                for (key, value) in tree {
                    digest.add("key", u64::from(*number), key);
                    digest.add("record", 0, value);
                }
            }
        }
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Forgets a database. No transaction may be running in it.
    pub(crate) fn remove(&mut self, name: &str) {
        if let Some(database) = self.databases.remove(name) {
            self.bytes -= database.trees.values().map(cost_of).sum::<usize>();
        }
    }

    /// Starts a transaction; a database that is not there is made.
    pub(crate) fn begin(&mut self, name: &str) -> u32 {
        self.last_transaction += 1;
        let mut transaction = Transaction {
            name: name.to_owned(),
            ..Transaction::default()
        };
        if !self.databases.contains_key(name) {
            transaction.head = Some(None);
            self.databases.insert(name.to_owned(), Database::default());
        }
        self.transactions.insert(self.last_transaction, transaction);
        self.last_transaction
    }

    /// Ends a transaction for good.
    pub(crate) fn commit(&mut self, id: u32) {
        let Some(transaction) = self.transactions.remove(&id) else {
            return;
        };
        let old = transaction.records.iter();
        let old: usize = old.filter_map(|((_, key), value)| Some(cost(key, value.as_ref()?))).sum();
        self.bytes -= old + transaction.dropped.iter().map(|(_, tree)| cost_of(tree)).sum::<usize>();
    }

    /// Ends a transaction and undoes what it did.
    pub(crate) fn roll_back(&mut self, id: u32) {
        let Some(transaction) = self.transactions.remove(&id) else {
            return;
        };
        let Some(database) = self.databases.get_mut(&transaction.name) else {
            return;
        };
        for tree in transaction.made {
            self.bytes -= database.trees.remove(&tree).as_ref().map_or(0, cost_of);
        }
        database.trees.extend(transaction.dropped);
        for ((tree, key), value) in transaction.records {
            let Some(tree) = database.trees.get_mut(&tree) else {
                continue;
            };
            let new = match value {
                Some(value) => tree.insert(key.clone(), value),
                None => tree.remove(&key),
            };
            self.bytes -= new.map_or(0, |new| cost(&key, &new));
        }
        match transaction.head {
            None => {}
            Some(Some((version, schema))) => (database.version, database.schema) = (version, schema),
            Some(None) => self.remove(&transaction.name),
        }
    }

    fn within(&mut self, id: u32) -> Option<(&mut Database, &mut Transaction, &mut usize)> {
        let transaction = self.transactions.get_mut(&id)?;
        let database = self.databases.get_mut(&transaction.name)?;
        Some((database, transaction, &mut self.bytes))
    }

    fn tree(&self, id: u32, tree: u32) -> Option<&Tree> {
        let transaction = self.transactions.get(&id)?;
        self.databases.get(&transaction.name)?.trees.get(&tree)
    }

    /// Sets version and schema.
    pub(crate) fn set_head(&mut self, id: u32, version: f64, schema: String) {
        if let Some((database, transaction, _)) = self.within(id) {
            let old = std::mem::replace(&mut database.schema, schema);
            let old = (std::mem::replace(&mut database.version, version), old);
            transaction.head.get_or_insert(Some(old));
        }
    }

    /// Adds an empty tree.
    pub(crate) fn make_tree(&mut self, id: u32, tree: u32) {
        if let Some((database, transaction, _)) = self.within(id)
            && !database.trees.contains_key(&tree)
        {
            database.trees.insert(tree, Tree::new());
            transaction.made.push(tree);
        }
    }

    /// Removes a tree.
    pub(crate) fn drop_tree(&mut self, id: u32, tree: u32) {
        if let Some((database, transaction, bytes)) = self.within(id)
            && let Some(records) = database.trees.remove(&tree)
        {
            if let Some(at) = transaction.made.iter().position(|made| *made == tree) {
                transaction.made.swap_remove(at);
                *bytes -= cost_of(&records);
            } else {
                transaction.dropped.push((tree, records));
            }
        }
    }

    /// Notes what a record was before it is changed from `old`; what is not kept does not cost any more.
    fn note(transaction: &mut Transaction, bytes: &mut usize, tree: u32, key: &[u8], old: Option<Value>) {
        let new = old.as_ref().map_or(0, |old| cost(key, old));
        let known = transaction.made.contains(&tree) || transaction.records.contains_key(&(tree, key.to_vec()));
        if known {
            *bytes -= new;
        } else {
            transaction.records.insert((tree, key.to_vec()), old);
        }
    }

    /// Sets a record. False, and nothing changed: the quota does not allow it.
    pub(crate) fn put(&mut self, id: u32, tree: u32, key: &[u8], value: &[u8]) -> bool {
        let Some((database, transaction, bytes)) = self.within(id) else {
            return true;
        };
        let Some(records) = database.trees.get_mut(&tree) else {
            return true;
        };
        if *bytes + cost(key, value) > QUOTA {
            return false;
        }
        *bytes += cost(key, value);
        let old = records.insert(key.to_vec(), value.into());
        Self::note(transaction, bytes, tree, key, old);
        true
    }

    /// Removes the records of a span.
    pub(crate) fn delete(&mut self, id: u32, tree: u32, span: Span<'_>) {
        let Some((database, transaction, bytes)) = self.within(id) else {
            return;
        };
        let (Some(records), Some(bounds)) = (database.trees.get_mut(&tree), span.bounds()) else {
            return;
        };
        let keys: Vec<_> = records.range::<[u8], _>(bounds).map(|(key, _)| key.clone()).collect();
        for key in keys {
            let old = records.remove(&key);
            Self::note(transaction, bytes, tree, &key, old);
        }
    }

    /// The value of a key.
    pub(crate) fn get(&self, id: u32, tree: u32, key: &[u8]) -> Option<&[u8]> {
        Some(self.tree(id, tree)?.get(key)?)
    }

    /// At most `limit` records of a span in order, or from the end.
    pub(crate) fn scan(&self, id: u32, tree: u32, span: Span<'_>, backwards: bool, limit: usize) -> Vec<(&[u8], &[u8])> {
        let (Some(records), Some(bounds)) = (self.tree(id, tree), span.bounds()) else {
            return Vec::new();
        };
        let found = records
            .range::<[u8], _>(bounds)
            .map(|(key, value)| (key.as_slice(), &**value));
        if backwards {
            found.rev().take(limit).collect()
        } else {
            found.take(limit).collect()
        }
    }

    /// How many records a span has.
    pub(crate) fn count(&self, id: u32, tree: u32, span: Span<'_>) -> usize {
        match (self.tree(id, tree), span.bounds()) {
            (Some(records), Some(bounds)) => records.range::<[u8], _>(bounds).count(),
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Span<'static> = Span(b"", b"");

    fn keys(trees: &mut Trees, span: Span<'_>, backwards: bool) -> String {
        let id = trees.begin("d");
        let found = trees.scan(id, 1, span, backwards, 10);
        let text = found
            .iter()
            .map(|(key, value)| format!("{}{}", String::from_utf8_lossy(key), String::from_utf8_lossy(value)));
        let text = text.collect::<Vec<_>>().join(" ");
        trees.commit(id);
        text
    }

    fn filled() -> Trees {
        let mut trees = Trees::default();
        let id = trees.begin("d");
        trees.set_head(id, 1.0, "one".to_owned());
        trees.make_tree(id, 1);
        for key in [b"c", b"a", b"b"] {
            assert!(trees.put(id, 1, key, b"1"));
        }
        trees.commit(id);
        trees
    }

    #[test]
    fn records_are_in_the_order_of_their_keys() {
        let mut trees = filled();
        assert_eq!(keys(&mut trees, ALL, false), "a1 b1 c1");
        assert_eq!(keys(&mut trees, Span(b"b", b""), true), "c1 b1");
        assert_eq!(keys(&mut trees, Span(b"a", b"c"), false), "a1 b1");
        assert_eq!(keys(&mut trees, Span(b"c", b"a"), false), "", "upside down");
    }

    #[test]
    fn what_is_taken_elsewhere_is_the_same_there() {
        let trees = filled();
        let digest = |trees: &Trees| {
            let mut digest = DigestChain::default();
            trees.digest(&mut digest);
            digest.hex()
        };
        let mut other = Trees::default();
        for content in trees.content() {
            // Twice: the second takes the place of the first.
            assert!(other.add(&content) && other.add(&content));
        }
        assert_eq!((other.bytes(), digest(&other)), (trees.bytes(), digest(&trees)));
        assert_eq!(keys(&mut other, ALL, false), "a1 b1 c1");
        let large = DatabaseContent {
            name: "large".to_owned(),
            trees: vec![(1, vec![(b"k".to_vec(), vec![0; QUOTA])])],
            ..DatabaseContent::default()
        };
        assert!(!other.add(&large));
        assert_eq!(other.bytes(), trees.bytes());
    }

    #[test]
    fn what_is_rolled_back_has_not_been() {
        let mut trees = filled();
        let before = trees.bytes();
        let id = trees.begin("d");
        trees.set_head(id, 2.0, "two".to_owned());
        trees.put(id, 1, b"a", b"22");
        trees.put(id, 1, b"a", b"333");
        trees.put(id, 1, b"x", b"4");
        trees.delete(id, 1, Span(b"b", b"c"));
        trees.make_tree(id, 2);
        trees.put(id, 2, b"k", b"v");
        trees.put(id, 2, b"k", b"w");
        trees.drop_tree(id, 1);
        trees.roll_back(id);
        assert_eq!(trees.head("d"), Some((1.0, "one")));
        assert_eq!(keys(&mut trees, ALL, false), "a1 b1 c1");
        assert_eq!(trees.bytes(), before);
        let id = trees.begin("new");
        trees.set_head(id, 1.0, String::new());
        trees.roll_back(id);
        assert_eq!(trees.list().count(), 1);
    }

    #[test]
    fn bytes_are_counted_and_bounded() {
        let mut trees = filled();
        let id = trees.begin("d");
        let large = vec![0; QUOTA / 2];
        assert!(trees.put(id, 1, b"a", &large));
        assert!(!trees.put(id, 1, b"b", &large));
        trees.delete(id, 1, ALL);
        trees.commit(id);
        assert_eq!(trees.bytes(), 0);
        trees.remove("d");
        assert_eq!(trees.head("d"), None);
    }
}
