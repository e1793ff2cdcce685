//! [`Speeds`]: what ground a body moves on, and how fast.

use super::body_kind::BodyKind;
use crate::spaces::error::BodyError;

/// On what ground a body moves, and how fast: how many times as long a move takes there as on plain ground, for
/// each letter that a [`Terrain`](crate::body::Terrain) may have.
///
/// By default, digits 1 to 9 take that many times as long, graded ground takes what its grade says, `W` (water)
/// and `T` (trees) are forbidden, and everything else is plain.
///
/// ```
/// use wayline::body::Speeds;
/// let speeds = Speeds::default();
/// assert_eq!(speeds.multiplier(b'.'), Some(1.0));
/// assert_eq!(speeds.multiplier(b'3'), Some(3.0));
/// assert_eq!(speeds.multiplier(b'W'), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speeds {
    /// In parts of [`ONE`]; 0 is forbidden.
    pub(crate) of_ground: [u32; 256],
    /// In parts of [`ONE`], for each unit of elevation.
    pub(crate) uphill: u32,
    pub(crate) downhill: u32,
}

/// A factor of one. Decimals of up to six digits and 256ths both are whole numbers of parts.
pub(crate) const ONE: u32 = Speeds::PARTS;

impl Default for Speeds {
    fn default() -> Speeds {
        let mut of_ground = [ONE; 256];
        for (ground, speed) in of_ground.iter_mut().enumerate() {
            match ground as u8 {
                digit @ b'1'..=b'9' => *speed = ONE * (digit - b'0') as u32,
                grade @ 128.. => *speed = ONE / 8 * (grade as u32 - 127),
                b'W' | b'T' => *speed = 0,
                _ => {}
            }
        }
        Speeds { of_ground, uphill: 0, downhill: 0 }
    }
}

impl Speeds {
    /// Factors are kept as whole numbers of these parts of one, rounded down: decimals of up to six digits, and
    /// multiples of 1/256, are exact.
    pub const PARTS: u32 = 4_000_000;

    /// A factor in parts, if it lies in a range that ends at 255.
    fn parts(factor: f64, least: f64) -> Option<u32> {
        // What a decimal misses its whole number of parts by, as a float, is far less than this.
        let parts = || (factor * ONE as f64 + 0.001).floor() as u32;
        (least..=255.0).contains(&factor).then(parts)
    }

    /// Sets the multiplier of a ground; with `None`, the body does not go there.
    pub(super) fn set(&mut self, ground: u8, multiplier: Option<f64>) -> Result<(), BodyError> {
        let parts = multiplier.map(|multiplier| {
            Speeds::parts(multiplier, 1.0 / 256.0).ok_or_else(|| BodyError::BadRule {
                field: format!("terrain.{}", ground.escape_ascii()),
                what: format!("{multiplier}: expected a number from 1/256 to 255"),
            })
        });
        self.of_ground[ground as usize] = parts.transpose()?.unwrap_or(0);
        Ok(())
    }

    /// Sets what each unit of elevation gained and lost adds to a move, as a share of its time.
    pub(super) fn set_slopes(&mut self, uphill: f64, downhill: f64) -> Result<(), BodyError> {
        let parts = |field: &str, share: f64| {
            Speeds::parts(share, 0.0).ok_or_else(|| BodyError::BadRule {
                field: field.to_owned(),
                what: format!("{share}: expected a number from 0 to 255"),
            })
        };
        (self.uphill, self.downhill) = (parts("uphill", uphill)?, parts("downhill", downhill)?);
        Ok(())
    }

    /// How many times as long a move takes on this ground; `None` if the body does not go there.
    ///
    /// ```
    /// assert_eq!(wayline::body::Speeds::default().multiplier(b'T'), None);
    /// ```
    pub fn multiplier(&self, ground: u8) -> Option<f64> {
        match self.of_ground[ground as usize] {
            0 => None,
            speed => Some(speed as f64 / ONE as f64),
        }
    }

    /// What each unit of elevation gained adds to a move, as a share of its time.
    ///
    /// ```
    /// assert_eq!(wayline::body::Speeds::default().uphill(), 0.0);
    /// ```
    pub fn uphill(&self) -> f64 {
        self.uphill as f64 / ONE as f64
    }

    /// What each unit of elevation lost adds to a move, as a share of its time.
    ///
    /// ```
    /// assert_eq!(wayline::body::Speeds::default().downhill(), 0.0);
    /// ```
    pub fn downhill(&self) -> f64 {
        self.downhill as f64 / ONE as f64
    }

    /// What a move of this much time costs, over ground with this largest multiplier (in parts),
    /// gaining this much elevation.
    #[inline]
    pub(crate) fn cost(&self, time: u32, speed: u32, climb: i32) -> u32 {
        const SQUARE: u64 = ONE as u64 * ONE as u64;
        let each = if climb > 0 { self.uphill } else { self.downhill };
        let slope = ONE as u64 + each as u64 * climb.unsigned_abs() as u64;
        // A product that does not fit is far beyond the most that a move costs.
        match (time as u64 * speed as u64).checked_mul(slope) {
            Some(cost) => cost.div_ceil(SQUARE).clamp(1, BodyKind::MAX_COST as u64) as u32,
            None => BodyKind::MAX_COST,
        }
    }

    pub(crate) fn is_even(&self) -> bool {
        self.uphill == 0 && self.downhill == 0
    }
}
