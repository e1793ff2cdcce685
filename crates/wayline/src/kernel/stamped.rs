//! A word for each node that knows to which search it belongs, so that a new search starts with all of
//! them blank without touching any.

/// Words whose bits from `SHIFT` up are the stamp of the search that wrote them.
#[derive(Clone, Default)]
pub(crate) struct Stamped<const SHIFT: u32> {
    pub(crate) words: Vec<u64>,
    /// That of this search.
    pub(crate) stamp: u64,
}

impl<const SHIFT: u32> Stamped<SHIFT> {
    /// Starts a search: all words are blank, and there are at least this many.
    pub(crate) fn begin(&mut self, count: usize) {
        self.stamp += 1;
        if self.stamp == 1 << (64 - SHIFT) {
            self.words.fill(0);
            self.stamp = 1;
        }
        if count > self.words.len() {
            // Fresh words come zeroed from the allocator, without being touched.
            self.words = vec![0; count];
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.words.len() * 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Also when the stamps start over.
    #[test]
    fn a_new_search_finds_all_words_blank() {
        let mut records = Stamped::<61>::default();
        for search in 0..50 {
            records.begin(3 + search / 20);
            let stamp = records.stamp;
            assert!(0 < stamp && stamp < 8);
            assert!(records.words.iter().all(|word| word >> 61 != stamp), "search {search}");
            records.words[search % 3] = stamp << 61 | 5;
        }
        assert_eq!((records.words.len(), records.bytes()), (5, 40));
    }
}
