//! [`Vector`]: points, differences and velocities in the plane.

use std::ops::{Add, Mul, Sub};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Vector {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Vector {
    pub(super) const ZERO: Vector = Vector { x: 0.0, y: 0.0 };

    #[inline]
    pub(super) fn new(x: f64, y: f64) -> Vector {
        Vector { x, y }
    }

    #[inline]
    pub(super) fn dot(self, other: Vector) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// Positive if the other one is to the right of this one, since y grows downwards.
    #[inline]
    pub(super) fn cross(self, other: Vector) -> f64 {
        self.x * other.y - self.y * other.x
    }

    #[inline]
    pub(super) fn squared(self) -> f64 {
        self.dot(self)
    }

    #[inline]
    pub(super) fn length(self) -> f64 {
        self.squared().sqrt()
    }

    /// A quarter turn to the right.
    #[inline]
    pub(super) fn to_the_right(self) -> Vector {
        Vector::new(-self.y, self.x)
    }

    /// The same direction, no longer than this.
    pub(super) fn at_most(self, length: f64) -> Vector {
        let squared = self.squared();
        if squared <= length * length { self } else { self * (length / squared.sqrt()) }
    }
}

impl Add for Vector {
    type Output = Vector;
    #[inline]
    fn add(self, other: Vector) -> Vector {
        Vector::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Vector {
    type Output = Vector;
    #[inline]
    fn sub(self, other: Vector) -> Vector {
        Vector::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Vector {
    type Output = Vector;
    #[inline]
    fn mul(self, by: f64) -> Vector {
        Vector::new(self.x * by, self.y * by)
    }
}
