//! The best speed of a body: what no move is faster than.

/// There is no path at all.
pub(crate) const NO_PATH: u32 = u32::MAX;

/// The fewest straight and diagonal steps, whatever the headings.
///
/// `straight` and `diagonal` are chosen so that no move is faster: a move by (a, b), a >= b, costs at
/// least `straight` (a - b) + `diagonal` b, and `straight <= diagonal <= 2 straight`. That is a norm,
/// so the estimate is consistent; and rounding it down keeps it so, since costs are whole.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pace {
    /// In 256ths.
    pub(crate) straight: u64,
    pub(crate) diagonal: u64,
}

impl Pace {
    /// From moves (dx, dy) and what they cost.
    pub(crate) fn of(moves: impl Iterator<Item = (i32, i32, u32)> + Clone) -> Pace {
        let moves = moves.filter(|&(dx, dy, _)| (dx, dy) != (0, 0)).map(|(dx, dy, cost)| {
            let (a, b) = (dx.unsigned_abs() as u64, dy.unsigned_abs() as u64);
            (a.max(b), a.min(b), cost as u64 * 256)
        });
        let straight = moves.clone().map(|(a, _, cost)| cost / a).min().unwrap_or(0);
        let slanted = moves.filter(|&(_, b, _)| b > 0);
        let diagonal = slanted.map(|(a, b, cost)| (cost - straight * (a - b)) / b).min();
        Pace { straight, diagonal: diagonal.unwrap_or(u64::MAX).min(2 * straight) }
    }

    /// In 256ths.
    #[inline(always)]
    pub(crate) fn exact(&self, dx: u32, dy: u32) -> u64 {
        let (a, b) = (dx.max(dy) as u64, dx.min(dy) as u64);
        self.straight * (a - b) + self.diagonal * b
    }

    #[inline(always)]
    pub(crate) fn cost(&self, dx: u32, dy: u32) -> u64 {
        self.exact(dx, dy) / 256
    }
}
