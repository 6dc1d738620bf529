//! Databases (IndexedDB) in the header of a tape: what a page began with.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use oracade_runtime::DatabaseContent;
use serde::{Deserialize, Serialize};

/// Most bytes of all databases that a tape takes: in base64 they fit into a line many times over. A page that began with more
/// leaves no tape.
pub const DATABASES_MAX: usize = 16 << 20;

/// A database as it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TapeDatabase {
    /// Its name, as UTF-16 code units in hexadecimal digits.
    pub name: String,
    /// Its version.
    pub version: f64,
    /// Its stores and indexes, in words of this program's.
    pub schema: String,
    /// Records by the numbers of stores and indexes: keys and values as base64 of this program's bytes, in order of the keys.
    pub trees: Vec<(u32, Vec<(String, String)>)>,
}

/// Why a database of a tape cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DatabaseError {
    /// A key or value.
    #[error("databases: a record of {0:?} is not base64")]
    Base64(String),
    /// A version that no database has.
    #[error("databases: the version of {0:?} is not a whole number from 0 to 2^53")]
    Version(String),
    /// Two of a name.
    #[error("databases: there are two of the name {0:?}")]
    Twice(String),
    /// More than fits.
    #[error("databases: more than {} MiB", DATABASES_MAX >> 20)]
    TooLarge,
}

impl TapeDatabase {
    /// As it is written.
    pub fn of(content: &DatabaseContent) -> TapeDatabase {
        let records = content.trees.iter().map(|(number, records)| {
            let coded = records
                .iter()
                .map(|(key, value)| (BASE64_STANDARD.encode(key), BASE64_STANDARD.encode(value)));
            (*number, coded.collect())
        });
        TapeDatabase {
            name: content.name.clone(),
            version: content.version,
            schema: content.schema.clone(),
            trees: records.collect(),
        }
    }

    /// As a page can begin with it.
    ///
    /// # Errors
    /// It is none that this program wrote.
    pub fn content(&self) -> Result<DatabaseContent, DatabaseError> {
        if !(0.0..=9_007_199_254_740_992.0).contains(&self.version) || self.version.fract() != 0.0 {
            return Err(DatabaseError::Version(self.name.clone()));
        }
        let bytes = |text: &str| {
            BASE64_STANDARD
                .decode(text)
                .map_err(|_| DatabaseError::Base64(self.name.clone()))
        };
        let mut trees = Vec::new();
        for (number, records) in &self.trees {
            let records: Result<Vec<_>, DatabaseError> =
                records.iter().map(|(key, value)| Ok((bytes(key)?, bytes(value)?))).collect();
            trees.push((*number, records?));
        }
        Ok(DatabaseContent {
            name: self.name.clone(),
            version: self.version,
            schema: self.schema.clone(),
            trees,
        })
    }
}

/// The databases of a header, as a page can begin with them.
///
/// # Errors
/// One of them is none that this program wrote, or there are too many.
pub fn contents(databases: &[TapeDatabase]) -> Result<Vec<DatabaseContent>, DatabaseError> {
    let mut found: Vec<DatabaseContent> = Vec::new();
    let mut bytes = 0;
    for database in databases {
        if found.iter().any(|other| other.name == database.name) {
            return Err(DatabaseError::Twice(database.name.clone()));
        }
        let content = database.content()?;
        let records = content.trees.iter().flat_map(|(_, records)| records);
        bytes += records.map(|(key, value)| key.len() + value.len()).sum::<usize>();
        if bytes > DATABASES_MAX {
            return Err(DatabaseError::TooLarge);
        }
        found.push(content);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content() -> DatabaseContent {
        DatabaseContent {
            name: "save".to_owned(),
            version: 3.0,
            schema: "{}".to_owned(),
            trees: vec![(0, Vec::new()), (4, vec![(vec![0, 255], vec![7; 5]), (vec![1], Vec::new())])],
        }
    }

    #[test]
    fn what_is_written_is_what_is_read() {
        let written = TapeDatabase::of(&content());
        let text = serde_json::to_string(&written).unwrap();
        assert_eq!(
            text,
            r#"{"name":"save","version":3.0,"schema":"{}","trees":[[0,[]],[4,[["AP8=","BwcHBwc="],["AQ==",""]]]]}"#
        );
        let read: TapeDatabase = serde_json::from_str(&text).unwrap();
        assert_eq!(contents(&[read]), Ok(vec![content()]));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let written = TapeDatabase::of(&content());
        assert_eq!(
            contents(&[written.clone(), written.clone()]),
            Err(DatabaseError::Twice("save".to_owned()))
        );
        for version in [-1.0, 0.5, f64::NAN, 1e300] {
            let bad = TapeDatabase {
                version,
                ..written.clone()
            };
            assert_eq!(contents(&[bad]), Err(DatabaseError::Version("save".to_owned())));
        }
        let mut bad = written.clone();
        bad.trees[1].1[0].0 = "?".to_owned();
        assert_eq!(contents(&[bad]), Err(DatabaseError::Base64("save".to_owned())));
        let mut large = content();
        large.trees[1].1[0].1 = vec![0; DATABASES_MAX];
        assert_eq!(contents(&[TapeDatabase::of(&large)]), Err(DatabaseError::TooLarge));
    }
}
