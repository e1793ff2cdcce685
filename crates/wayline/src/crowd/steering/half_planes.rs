//! Velocities that walls and others allow: half-planes, and the best velocity in all of them.
//!
//! J. van den Berg, S. J. Guy, M. Lin, D. Manocha, "Reciprocal n-body collision avoidance" (2011): for each
//! neighbour there is a half-plane of velocities such that, if both choose from theirs, they do not collide for
//! some time (ORCA). Among them, the velocity nearest to the preferred one is found by adding one half-plane after
//! another (a linear program in two dimensions; M. de Berg et al., "Computational Geometry", chapter 4). If no
//! velocity is in all of them, those of walls are kept and the worst violation of the others is made as small as
//! possible.

use super::vector::Vector;

/// Lines whose directions differ less are parallel.
const PARALLEL: f64 = 1e-9;
/// What rounding may take away.
const ROUNDING: f64 = 1e-12;

/// Velocities on one side of a line: those `v` with `(v - point) · normal >= 0`.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfPlane {
    pub(super) point: Vector,
    /// Of length one.
    pub(super) normal: Vector,
}

impl HalfPlane {
    /// By how much a velocity is outside; negative inside.
    #[inline]
    fn violation(&self, velocity: Vector) -> f64 {
        self.normal.dot(self.point - velocity)
    }
}

/// Two discs, as one of them sees the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Encounter {
    /// From this one to the other.
    pub(super) offset: Vector,
    /// The velocity of this one, and of this one relative to the other.
    pub(super) velocity: Vector,
    pub(super) relative: Vector,
    /// Both radii together.
    pub(super) radius: f64,
    /// For how long they must not collide, and within how long they are to part if they have.
    pub(super) horizon: f64,
    pub(super) at_once: f64,
    /// Its part of the change.
    pub(super) share: f64,
}

impl Encounter {
    /// The velocities with which this one does its share.
    ///
    /// Relative velocities that lead to a collision form a cone with a round tip; `change` is the shortest path
    /// out of it.
    pub(super) fn half_plane(&self) -> HalfPlane {
        let Encounter { offset, relative, radius, .. } = *self;
        let apart = offset.squared() - radius * radius;
        let time = if apart > 0.0 { self.horizon } else { self.at_once };
        let tip = relative - offset * (1.0 / time);
        let along = tip.dot(offset);
        let before_tip = along < 0.0 && along * along > radius * radius * tip.squared();
        let (normal, change) = if apart <= 0.0 || before_tip {
            let length = tip.length();
            let normal = if length > ROUNDING {
                tip * (1.0 / length)
            } else {
                offset * (-1.0 / offset.length().max(ROUNDING))
            };
            (normal, normal * (radius / time - length))
        } else {
            let leg = apart.sqrt();
            let side = if offset.cross(tip) > 0.0 { 1.0 } else { -1.0 };
            let turned = offset * leg + offset.to_the_right() * (side * radius);
            let along = turned * (1.0 / offset.squared());
            (along.to_the_right() * side, along * relative.dot(along) - relative)
        };
        HalfPlane { point: self.velocity + change * self.share, normal }
    }
}

/// What [`best`] is to find.
#[derive(Clone, Copy)]
enum Wanted {
    /// As near to this as can be.
    Near(Vector),
    /// As far in this direction as can be.
    Far(Vector),
}

/// The velocity nearest to the preferred one that is no faster than allowed and in all half-planes, of which the
/// first are those of walls; these must have zero in them. If there is none, the velocity whose worst violation of
/// the others' half-planes is least.
pub(super) fn best(
    planes: &[HalfPlane],
    walls: usize,
    fastest: f64,
    preferred: Vector,
    projected: &mut Vec<HalfPlane>,
) -> Vector {
    let start = preferred.at_most(fastest);
    match solve(planes, fastest, Wanted::Near(preferred), start) {
        Ok(found) => found,
        // Standing still violates no wall; only rounding leads here.
        Err((failed, _)) if failed < walls => Vector::ZERO,
        Err((failed, so_far)) => least_bad(planes, walls, failed, fastest, so_far, projected),
    }
}

/// Adds one half-plane after the other: either all are kept, or the first that could not be, and the best of those
/// before it.
fn solve(
    planes: &[HalfPlane],
    fastest: f64,
    wanted: Wanted,
    start: Vector,
) -> Result<Vector, (usize, Vector)> {
    let mut best = start;
    for (i, plane) in planes.iter().enumerate() {
        if plane.violation(best) > ROUNDING {
            best = on_border(&planes[..i], plane, fastest, wanted).ok_or((i, best))?;
        }
    }
    Ok(best)
}

/// The best velocity on the border of a half-plane that is in all others.
fn on_border(
    others: &[HalfPlane],
    plane: &HalfPlane,
    fastest: f64,
    wanted: Wanted,
) -> Option<Vector> {
    let direction = plane.normal.to_the_right();
    let middle = -plane.point.dot(direction);
    let half = middle * middle + fastest * fastest - plane.point.squared();
    if half < 0.0 {
        return None;
    }
    let half = half.sqrt();
    let (mut least, mut most) = (middle - half, middle + half);
    for other in others {
        let slope = other.normal.dot(direction);
        let outside = other.violation(plane.point);
        if slope.abs() <= PARALLEL {
            if outside > ROUNDING {
                return None;
            }
        } else if slope > 0.0 {
            least = least.max(outside / slope);
        } else {
            most = most.min(outside / slope);
        }
        if least > most {
            return None;
        }
    }
    let at = match wanted {
        Wanted::Near(preferred) => direction.dot(preferred - plane.point).clamp(least, most),
        Wanted::Far(towards) if direction.dot(towards) > 0.0 => most,
        Wanted::Far(_) => least,
    };
    Some(plane.point + direction * at)
}

/// Makes the worst violation least: where one half-plane is violated more than any before it, the best velocity is
/// where those are not violated more than it.
fn least_bad(
    planes: &[HalfPlane],
    walls: usize,
    failed: usize,
    fastest: f64,
    mut best: Vector,
    projected: &mut Vec<HalfPlane>,
) -> Vector {
    let mut worst = 0.0;
    for (i, plane) in planes.iter().enumerate().skip(failed) {
        if plane.violation(best) <= worst + ROUNDING {
            continue;
        }
        projected.clear();
        projected.extend_from_slice(&planes[..walls]);
        for other in &planes[walls..i] {
            let between = other.normal - plane.normal;
            let length = between.length();
            if length > 1e-6 {
                let normal = between * (1.0 / length);
                let far = other.normal.dot(other.point) - plane.normal.dot(plane.point);
                projected.push(HalfPlane { point: normal * (far / length), normal });
            }
        }
        let start = plane.normal * fastest;
        // It can always be kept, but for rounding.
        if let Ok(found) = solve(projected, fastest, Wanted::Far(plane.normal), start) {
            best = found;
        }
        worst = plane.violation(best);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crowd::dice::Dice;

    fn random(dice: &mut Dice) -> f64 {
        dice.below(2001) as f64 / 1000.0 - 1.0
    }

    fn plane(dice: &mut Dice) -> HalfPlane {
        loop {
            let normal = Vector::new(random(dice), random(dice));
            let length = normal.length();
            if length > 0.1 {
                let point = Vector::new(random(dice), random(dice));
                return HalfPlane { point, normal: normal * (1.0 / length) };
            }
        }
    }

    /// All velocities of a fine raster.
    fn raster() -> impl Iterator<Item = Vector> {
        let line = || (-60..=60).map(|i| f64::from(i) / 60.0);
        line()
            .flat_map(move |x| line().map(move |y| Vector::new(x, y)))
            .filter(|velocity| velocity.squared() <= 1.0)
    }

    #[test]
    fn no_velocity_of_a_raster_is_better() {
        let mut dice = Dice::new(3);
        let (mut feasible, mut not) = (0, 0);
        for _ in 0..400 {
            let planes: Vec<HalfPlane> = (0..1 + dice.below(6)).map(|_| plane(&mut dice)).collect();
            let preferred = Vector::new(random(&mut dice), random(&mut dice)).at_most(1.0);
            let found = best(&planes, 0, 1.0, preferred, &mut Vec::new());
            assert!(found.length() <= 1.0 + 1e-9);
            let worst = |velocity: Vector| {
                planes.iter().map(|plane| plane.violation(velocity)).fold(0.0, f64::max)
            };
            if worst(found) <= 1e-9 {
                feasible += 1;
                let far = (found - preferred).length();
                for other in raster().filter(|&other| worst(other) <= 0.0) {
                    assert!(far <= (other - preferred).length() + 1e-9);
                }
            } else {
                not += 1;
                let least = raster().map(worst).fold(f64::MAX, f64::min);
                assert!(worst(found) <= least + 1e-9, "{} {least}", worst(found));
            }
        }
        assert!(feasible > 100 && not > 100, "{feasible} {not}");
    }

    #[test]
    fn two_that_do_their_share_do_not_collide() {
        let mut dice = Dice::new(7);
        let mut close = 0;
        for _ in 0..2000 {
            let (offset, radius) =
                (Vector::new(3.0 * random(&mut dice), 3.0 * random(&mut dice)), 0.8);
            if offset.length() <= radius {
                continue;
            }
            let [one, other] = [0, 1].map(|_| Vector::new(random(&mut dice), random(&mut dice)));
            let see = |offset, velocity, relative, share| {
                let (horizon, at_once) = (4.0, 0.1);
                Encounter { offset, velocity, relative, radius, horizon, at_once, share }
                    .half_plane()
            };
            let share = dice.below(5) as f64 / 4.0;
            let first = see(offset, one, one - other, share);
            let second = see(offset * -1.0, other, other - one, 1.0 - share);
            // The nearest velocities to what they have, which may be faster.
            let comply = |plane: HalfPlane, velocity: Vector| {
                velocity + plane.normal * plane.violation(velocity).max(0.0)
            };
            let relative = comply(first, one) - comply(second, other);
            for i in 0..=400 {
                let gap = (offset - relative * (f64::from(i) / 100.0)).length();
                assert!(gap >= radius - 1e-9, "{gap}");
                close += i32::from(gap < radius + 0.01);
            }
        }
        assert!(close > 500, "{close}: none of them were in each other's way");
    }
}
