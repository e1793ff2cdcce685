//! What the tags of ways and nodes mean to a profile.

use super::elements::Tags;
use super::profile::Profile;

/// How a way is travelled, in each direction if at all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Travel {
    pub(super) forward: Option<Pace>,
    pub(super) backward: Option<Pace>,
}

/// How long a way takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Pace {
    /// Kilometres an hour.
    Speed(f64),
    /// Seconds for the whole of it.
    Whole(f64),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Forward,
    Backward,
}

impl Direction {
    fn name(self) -> &'static str {
        match self {
            Direction::Forward => "forward",
            Direction::Backward => "backward",
        }
    }
}

impl Profile {
    /// How a way is travelled; none if it is not.
    pub(super) fn travel(&self, tags: Tags<'_>) -> Option<Travel> {
        let (kind, value, speed) = self.speeds.iter().find_map(|(key, values)| {
            let value = tags.get(key)?;
            Some((key, value, *values.get(value)?))
        })?;
        let needs_grant = self.needs_grant.get(kind).is_some_and(|v| v.iter().any(|v| v == value));
        let pace = |direction: Direction| {
            let share = self.share(tags, Some(direction), needs_grant)?;
            let speed = self.speed(tags, speed, direction) * share;
            let whole = tags.get("duration").filter(|_| kind == "route").and_then(seconds);
            (speed > 0.0).then_some(whole.map_or(Pace::Speed(speed), Pace::Whole))
        };
        let [mut forward, mut backward] = [Direction::Forward, Direction::Backward].map(pace);
        match self.one_way(tags) {
            OneWayed::No => {}
            OneWayed::Only(Direction::Forward) => backward = None,
            OneWayed::Only(Direction::Backward) => forward = None,
            OneWayed::Neither => return None,
        }
        (forward.is_some() || backward.is_some()).then_some(Travel { forward, backward })
    }

    /// The share of the speed that access tags leave; none if they close the way. The most specific tag
    /// decides, and one for a direction before one for both.
    fn share(
        &self,
        tags: Tags<'_>,
        direction: Option<Direction>,
        needs_grant: bool,
    ) -> Option<f64> {
        for key in &self.access_keys {
            let value = direction
                .and_then(|direction| tags.get(&format!("{key}:{}", direction.name())))
                .or_else(|| tags.get(key));
            // Several values are allowed; the most welcoming counts.
            let shares = value.into_iter().flat_map(|value| value.split(';'));
            let shares = shares.filter_map(|value| self.access.get(value.trim()));
            if let Some(share) = shares.copied().reduce(f64::max) {
                // That everyone may is not a grant to someone in particular.
                let granted = !needs_grant || key != "access";
                return (share > 0.0 && granted).then_some(share);
            }
        }
        (!needs_grant).then_some(1.0)
    }

    fn speed(&self, tags: Tags<'_>, usual: f64, direction: Direction) -> f64 {
        let mut speed = match self.max_speed(tags, direction) {
            Some(limit) if self.maxspeed.replaces => limit * self.maxspeed.share,
            Some(limit) => usual.min(limit),
            None => usual,
        };
        for (key, values) in &self.at_most {
            if let Some(&most) = tags.get(key).and_then(|value| values.get(value)) {
                speed = speed.min(most);
            }
        }
        speed.min(self.maxspeed.fastest)
    }

    fn max_speed(&self, tags: Tags<'_>, direction: Direction) -> Option<f64> {
        let own = tags.get(&format!("maxspeed:{}", direction.name()));
        let limit = own.or_else(|| tags.get("maxspeed")).and_then(|text| {
            // In lists, the first; "none" and "signals" are not numbers, and the usual speed holds.
            let text = text.split(';').next().unwrap_or_default().trim();
            kilometres_an_hour(text).or_else(|| {
                // DE:urban, RU:living_street, DE:zone:30, FR:zone30.
                let zone = text.rsplit(':').next().unwrap_or(text);
                let zone = zone.strip_prefix("zone").unwrap_or(zone);
                self.maxspeed
                    .named
                    .get(zone)
                    .copied()
                    .or_else(|| text.contains(':').then(|| kilometres_an_hour(zone)).flatten())
            })
        });
        limit.filter(|&limit| (1.0..=1000.0).contains(&limit))
    }

    fn one_way(&self, tags: Tags<'_>) -> OneWayed {
        let has = |list: &std::collections::BTreeMap<String, Vec<String>>| {
            list.iter().any(|(key, values)| {
                tags.get(key).is_some_and(|value| values.iter().any(|known| known == value))
            })
        };
        if has(&self.oneway.except) {
            return OneWayed::No;
        }
        for key in &self.oneway.keys {
            match tags.get(key) {
                Some("yes" | "true" | "1") => return OneWayed::Only(Direction::Forward),
                Some("-1" | "reverse") => return OneWayed::Only(Direction::Backward),
                Some("no" | "false" | "0" | "alternating") => return OneWayed::No,
                // Which direction holds is known only to those who are there.
                Some("reversible") => return OneWayed::Neither,
                _ => {}
            }
        }
        if has(&self.oneway.implied) {
            return OneWayed::Only(Direction::Forward);
        }
        OneWayed::No
    }

    /// Whether a node stops the traveller.
    pub(super) fn is_blocked(&self, tags: Tags<'_>) -> bool {
        let Some(barrier) = tags.get("barrier") else { return false };
        let tagged = self
            .access_keys
            .iter()
            .any(|key| tags.get(key).is_some_and(|value| self.access.contains_key(value)));
        match tagged {
            true => self.share(tags, None, false).is_none(),
            false => self.barriers.closed.iter().any(|closed| closed == barrier),
        }
    }
}

enum OneWayed {
    No,
    Only(Direction),
    Neither,
}

/// `50`, `50 km/h`, `30 mph`, `5 knots`.
fn kilometres_an_hour(text: &str) -> Option<f64> {
    let digits = text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let (number, unit) = text.split_at(digits);
    let number: f64 = number.parse().ok()?;
    match unit.trim() {
        "" | "km/h" | "kmh" | "kph" => Some(number),
        "mph" => Some(number * 1.609_344),
        "knots" => Some(number * 1.852),
        _ => None,
    }
}

/// `35`, in minutes; `1:35`; `1:35:00`; `PT1H35M`.
fn seconds(text: &str) -> Option<f64> {
    let number = |part: &str| part.parse::<f64>().ok().filter(|n| (0.0..=1e6).contains(n));
    let seconds = if let Some(parts) = text.strip_prefix("PT") {
        let mut rest = parts;
        let mut sum = 0.0;
        while let Some(unit) = rest.find(|c: char| c.is_ascii_alphabetic()) {
            let each = match &rest[unit..=unit] {
                "H" => 3600.0,
                "M" => 60.0,
                "S" => 1.0,
                _ => return None,
            };
            sum += each * number(&rest[..unit])?;
            rest = &rest[unit + 1..];
        }
        sum
    } else {
        match &text.split(':').map(number).collect::<Option<Vec<f64>>>()?[..] {
            [minutes] => 60.0 * minutes,
            [hours, minutes] => 3600.0 * hours + 60.0 * minutes,
            [hours, minutes, seconds] => 3600.0 * hours + 60.0 * minutes + seconds,
            _ => return None,
        }
    };
    (seconds > 0.0).then_some(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn travel(profile: &str, tags: &[(&str, &str)]) -> [Option<f64>; 2] {
        let travel = Profile::named(profile).unwrap().travel(Tags(tags));
        let speed = |pace: Option<Pace>| match pace? {
            Pace::Speed(speed) => Some(speed),
            Pace::Whole(seconds) => Some(-seconds),
        };
        travel.map_or([None; 2], |travel| [speed(travel.forward), speed(travel.backward)])
    }

    #[test]
    fn speeds_of_a_car() {
        assert_eq!(travel("car", &[("highway", "motorway")]), [Some(110.0), None]);
        assert_eq!(travel("car", &[("highway", "footway")]), [None; 2]);
        let limited = [("highway", "primary"), ("maxspeed", "50")];
        assert_eq!(travel("car", &limited), [Some(45.0); 2]);
        let mph = [("highway", "primary"), ("maxspeed", "30 mph")];
        assert_eq!(travel("car", &mph), [Some(30.0 * 1.609_344 * 0.9); 2]);
        let urban = [("highway", "primary"), ("maxspeed", "DE:urban")];
        assert_eq!(travel("car", &urban), [Some(45.0); 2]);
        let zone = [("highway", "residential"), ("maxspeed", "DE:zone:30")];
        assert_eq!(travel("car", &zone), [Some(27.0); 2]);
        let directions =
            [("highway", "primary"), ("maxspeed:forward", "100"), ("maxspeed:backward", "60")];
        assert_eq!(travel("car", &directions), [Some(90.0), Some(54.0)]);
        let rough = [("highway", "tertiary"), ("surface", "gravel")];
        let plain = travel("car", &[("highway", "tertiary")]);
        assert!(travel("car", &rough)[0] < plain[0]);
    }

    #[test]
    fn access_by_the_most_specific_tag() {
        let road = |tags: &[(&'static str, &'static str)]| {
            let tags = [&[("highway", "residential")], tags].concat();
            travel("car", &tags).map(|speed| speed.is_some())
        };
        assert_eq!(road(&[("access", "no")]), [false; 2]);
        assert_eq!(road(&[("access", "no"), ("motor_vehicle", "yes")]), [true; 2]);
        assert_eq!(road(&[("access", "yes"), ("motorcar", "private")]), [false; 2]);
        assert_eq!(road(&[("vehicle:backward", "no")]), [true, false]);
        assert_eq!(road(&[("access", "no;permissive")]), [true; 2]);
        assert_eq!(road(&[("bicycle", "no")]), [true; 2]);
        let through = travel("car", &[("highway", "residential")])[0].unwrap();
        let there = travel("car", &[("highway", "residential"), ("access", "destination")]);
        assert!(there[0].unwrap() < through);
    }

    #[test]
    fn one_ways() {
        let open = |profile: &str, tags: &[(&'static str, &'static str)]| {
            let tags = [&[("highway", "residential")], tags].concat();
            travel(profile, &tags).map(|speed| speed.is_some())
        };
        assert_eq!(open("car", &[("oneway", "yes")]), [true, false]);
        assert_eq!(open("car", &[("oneway", "-1")]), [false, true]);
        assert_eq!(open("car", &[("junction", "roundabout")]), [true, false]);
        assert_eq!(open("car", &[("junction", "roundabout"), ("oneway", "no")]), [true; 2]);
        assert_eq!(open("car", &[("oneway", "reversible")]), [false; 2]);
        assert_eq!(open("bike", &[("oneway", "yes")]), [true, false]);
        assert_eq!(open("bike", &[("oneway", "yes"), ("oneway:bicycle", "no")]), [true; 2]);
        assert_eq!(open("bike", &[("oneway", "yes"), ("cycleway", "opposite")]), [true; 2]);
        assert_eq!(open("car", &[("oneway", "yes"), ("oneway:bicycle", "no")]), [true, false]);
        assert_eq!(open("foot", &[("oneway", "yes")]), [true; 2]);
    }

    #[test]
    fn footways_need_a_grant_for_bicycles() {
        assert_eq!(travel("bike", &[("highway", "footway")]), [None; 2]);
        assert_eq!(travel("bike", &[("highway", "footway"), ("access", "yes")]), [None; 2]);
        let granted = [("highway", "footway"), ("bicycle", "yes")];
        assert!(travel("bike", &granted)[0].is_some());
        assert!(travel("foot", &[("highway", "footway")])[0].is_some());
        assert_eq!(travel("foot", &[("highway", "motorway")]), [None; 2]);
    }

    #[test]
    fn ferries_take_their_time() {
        let ferry = [("route", "ferry"), ("duration", "00:35")];
        assert_eq!(travel("car", &ferry), [Some(-2100.0); 2]);
        assert!(travel("foot", &[("route", "ferry")])[0].unwrap() > 0.0);
        assert_eq!(travel("car", &[("route", "ferry"), ("motor_vehicle", "no")]), [None; 2]);
    }

    #[test]
    fn durations() {
        assert_eq!(seconds("35"), Some(2100.0));
        assert_eq!(seconds("1:35"), Some(5700.0));
        assert_eq!(seconds("01:35:30"), Some(5730.0));
        assert_eq!(seconds("PT1H35M"), Some(5700.0));
        for bad in ["", "soon", "-5", "1:2:3:4", "PT", "PT5X", "0", "PTÄ5H"] {
            assert_eq!(seconds(bad), None, "{bad}");
        }
    }

    #[test]
    fn barriers() {
        let blocked = |profile: &str, tags: &[(&str, &str)]| {
            Profile::named(profile).unwrap().is_blocked(Tags(tags))
        };
        assert!(blocked("car", &[("barrier", "bollard")]));
        assert!(!blocked("car", &[("barrier", "bollard"), ("motor_vehicle", "yes")]));
        assert!(!blocked("car", &[("barrier", "gate")]));
        assert!(blocked("car", &[("barrier", "gate"), ("access", "private")]));
        assert!(!blocked("bike", &[("barrier", "bollard")]));
        assert!(!blocked("car", &[("highway", "crossing"), ("access", "no")]));
    }
}
