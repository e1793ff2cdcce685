//! Colours: few, and told apart by every eye. Checked under simulated colour blindness.

/// Red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Rgb(pub(crate) u8, pub(crate) u8, pub(crate) u8);

pub(crate) const FLOOR: Rgb = Rgb(0xFF, 0xFF, 0xFF);
pub(crate) const WALL: Rgb = Rgb(0x2B, 0x2B, 0x2B);
pub(crate) const OPEN: Rgb = Rgb(0x56, 0xB4, 0xE9);
pub(crate) const CLOSED: Rgb = Rgb(0x00, 0x72, 0xB2);
pub(crate) const PATH: Rgb = Rgb(0xD5, 0x5E, 0x00);
pub(crate) const START: Rgb = Rgb(0x00, 0x9E, 0x73);
pub(crate) const GOAL: Rgb = Rgb(0x88, 0x22, 0x55);
/// The slowest ground of a map.
pub(crate) const SLOWEST: Rgb = Rgb(0x8C, 0x8C, 0x8C);

/// Kinds of ground, pale so that bodies stand out.
pub(crate) const EARTH: Rgb = Rgb(0xF6, 0xF1, 0xE4);
pub(crate) const SWAMP: Rgb = Rgb(0xCF, 0xD6, 0xB0);
pub(crate) const WATER: Rgb = Rgb(0xBF, 0xDD, 0xF2);
pub(crate) const TREES: Rgb = Rgb(0xA6, 0xCC, 0x9F);
pub(crate) const HILLS: Rgb = Rgb(0xE4, 0xD2, 0xB0);
pub(crate) const ROAD: Rgb = Rgb(0xDA, 0xDA, 0xDE);

/// What is blocked now and was free: a door that closed, a rock that fell.
pub(crate) const BLOCKER: Rgb = Rgb(0x8A, 0x4B, 0x38);

/// Units, told apart by every eye as far as that goes; further ones begin again.
pub(crate) const UNITS: [Rgb; 7] = [
    CLOSED,
    PATH,
    START,
    GOAL,
    Rgb(0x33, 0x22, 0x88),
    Rgb(0xE6, 0x9F, 0x00),
    Rgb(0x44, 0xAA, 0x99),
];

impl Rgb {
    /// So much of another colour over this one, from 0 to 1.
    pub(crate) fn under(self, over: Rgb, share: f64) -> Rgb {
        let mix = |under: u8, over: u8| {
            (f64::from(under) + (f64::from(over) - f64::from(under)) * share).round() as u8
        };
        Rgb(mix(self.0, over.0), mix(self.1, over.1), mix(self.2, over.2))
    }

    /// `#RRGGBB`.
    pub(crate) fn hex(self) -> String {
        format!("#{:02X}{:02X}{:02X}", self.0, self.1, self.2)
    }
}
