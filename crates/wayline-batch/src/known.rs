//! The maps that rows may be about, by their names: whatever a map is for the caller.

use crate::columns::Column;
use crate::plan::Choice;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Makes the map that a row names, or says why there is none.
pub(crate) type Load<M> = Box<dyn Fn(&str) -> Result<M, String> + Send + Sync>;
/// A map, or why there is none.
pub(crate) type Found<M> = Result<Arc<M>, String>;

/// What all kinds of maps have.
pub(crate) trait Named {
    /// What rows call it.
    fn name(&self) -> &str;
    /// What it is known by: the same for the same content.
    fn fingerprint(&self) -> u32;
    /// How questions about it are answered, once that is decided.
    fn choice(&self) -> Option<Choice>;
}

pub(crate) struct Known<M> {
    /// What rows without a name are about.
    only: Option<Arc<M>>,
    found: Mutex<HashMap<String, Found<M>>>,
    load: Option<Load<M>>,
    /// Choices of an earlier run.
    recalled: Mutex<HashMap<String, Choice>>,
}

impl<M: Named> Known<M> {
    pub(crate) fn one(map: M) -> Known<M> {
        let map = Arc::new(map);
        let found = HashMap::from([(map.name().to_owned(), Ok(map.clone()))]);
        Known { only: Some(map), found: Mutex::new(found), load: None, recalled: Mutex::default() }
    }

    pub(crate) fn several(maps: impl IntoIterator<Item = M>) -> Known<M> {
        let named = |map: M| (map.name().to_owned(), Ok(Arc::new(map)));
        let found = Mutex::new(maps.into_iter().map(named).collect());
        Known { only: None, found, load: None, recalled: Mutex::default() }
    }

    pub(crate) fn loading(load: Load<M>) -> Known<M> {
        let (found, recalled) = Default::default();
        Known { only: None, found, load: Some(load), recalled }
    }

    /// Whether rows have to name their map.
    pub(crate) fn needs_names(&self) -> bool {
        self.only.is_none()
    }

    fn found(&self) -> MutexGuard<'_, HashMap<String, Found<M>>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was decided so far, by the names of the maps.
    pub(crate) fn choices(&self) -> Vec<Choice> {
        let found = self.found();
        let maps = found.values().filter_map(|map| map.as_ref().ok());
        let mut choices: Vec<Choice> = maps.filter_map(|map| map.choice()).collect();
        choices.sort_by(|a, b| a.map.cmp(&b.map));
        choices
    }

    pub(crate) fn recall(&self, choices: &[Choice]) {
        let mut recalled = self.recalled.lock().unwrap_or_else(PoisonError::into_inner);
        recalled.extend(choices.iter().map(|choice| (choice.map.clone(), choice.clone())));
    }

    /// What an earlier run has decided about a map.
    pub(crate) fn recalled(&self, name: &str) -> Option<Choice> {
        self.recalled.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// Of the one map, if there is only one.
    pub(crate) fn fingerprint(&self) -> u32 {
        self.only.as_ref().map_or(0, |map| map.fingerprint())
    }

    fn named(&self, name: &str) -> Found<M> {
        if let Some(known) = self.found().get(name) {
            return known.clone();
        }
        let found = match (&self.load, &self.only) {
            (Some(load), _) => load(name).map(Arc::new),
            // Folders before the name are not compared.
            (None, Some(only)) if last(name) == last(only.name()) => Ok(only.clone()),
            (None, Some(only)) => Err(format!(
                "map is '{name}', and these questions are for '{}': give the folder of the maps to ask \
                 about several",
                only.name()
            )),
            (None, None) => {
                let mut names: Vec<String> = self.found().keys().cloned().collect();
                names.sort_unstable();
                names.truncate(5);
                Err(format!("there is no map '{name}': expected one of {}", names.join(", ")))
            }
        };
        // An unknown name that every row repeats is looked for once; many are not all kept.
        let mut known = self.found();
        if found.is_ok() || known.len() < 1000 {
            known.insert(name.to_owned(), found.clone());
        }
        found
    }

    /// The maps of a batch, and which of them each row is about; nothing if all are about the first.
    pub(crate) fn of(&self, names: Option<&Column>, rows: usize) -> (Vec<Found<M>>, Vec<u32>) {
        let Some(column) = names else {
            return (self.only.iter().cloned().map(Ok).collect(), Vec::new());
        };
        let missing = || Err("map is missing: expected the name of a map".to_owned());
        let mut maps: Vec<Found<M>> = Vec::new();
        let mut numbers: HashMap<Option<&str>, u32> = HashMap::new();
        let mut map_of = Vec::with_capacity(rows);
        for row in 0..rows {
            let name = column.text(row).map(str::trim).filter(|name| !name.is_empty());
            map_of.push(*numbers.entry(name).or_insert_with(|| {
                maps.push(match (name, &self.only) {
                    (Some(name), _) => self.named(name),
                    (None, Some(only)) => Ok(only.clone()),
                    (None, None) => missing(),
                });
                maps.len() as u32 - 1
            }));
        }
        (maps, map_of)
    }
}

/// The last part of a path.
fn last(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_without_folders() {
        assert_eq!((last("a/b.map"), last("b.map"), last("a\\b.map")), ("b.map", "b.map", "b.map"));
    }
}
