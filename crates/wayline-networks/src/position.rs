//! [`Position`]: a point on the globe.

/// A point on the globe, in degrees.
///
/// ```
/// use wayline_networks::Position;
/// let (lyon, tokyo) = (Position::new(45.726, 5.091), Position::new(35.765, 140.386));
/// assert_eq!((lyon.metres_to(tokyo) / 1000.0).round(), 9906.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    /// Degrees to the north of the equator, from -90 to 90.
    pub latitude: f64,
    /// Degrees to the east of Greenwich, from -180 to 180.
    pub longitude: f64,
}

impl Position {
    /// The point at a latitude and a longitude.
    pub const fn new(latitude: f64, longitude: f64) -> Position {
        Position { latitude, longitude }
    }

    /// Whether both numbers are within their ranges.
    ///
    /// ```
    /// use wayline_networks::Position;
    /// assert!(Position::new(60.0, 25.0).is_valid());
    /// assert!(!Position::new(91.0, 0.0).is_valid() && !Position::new(0.0, f64::NAN).is_valid());
    /// ```
    pub fn is_valid(self) -> bool {
        self.latitude.abs() <= 90.0 && self.longitude.abs() <= 180.0
    }

    /// The length of the great circle to another point, in metres: the same number on every platform.
    pub fn metres_to(self, other: Position) -> f64 {
        1000.0 * wayline::great_circle(self.into(), other.into())
    }
}

impl From<Position> for (f64, f64) {
    fn from(position: Position) -> (f64, f64) {
        (position.latitude, position.longitude)
    }
}
