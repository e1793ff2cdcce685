//! Everything that has a name on the command line is read as it is written.

use std::fmt::{Debug, Display};
use std::str::FromStr;
use wayline::{
    Algorithm, Cell, Corners, Error, Heuristic, IndexKind, Moves, Open, ParseError, StepCosts,
    Stop, Ties, algorithms,
};

fn round_trips<T: Display + FromStr<Err: Into<Error>> + PartialEq + Debug>(
    all: impl IntoIterator<Item = T>,
) {
    let mut names = Vec::new();
    for one in all {
        let name = one.to_string();
        assert_eq!(name.parse().ok(), Some(one));
        assert_eq!(name, name.to_lowercase());
        assert!(!names.contains(&name), "{name} twice");
        names.push(name);
    }
    assert!(names.len() > 1);
    for bad in ["", "nonsense", &names[0].to_uppercase(), &format!(" {}", names[0])] {
        if !names.iter().any(|name| name == bad) {
            let Err(error) = T::from_str(bad) else { panic!("{bad} is read") };
            let error = error.into();
            let unknown =
                matches!(&error, Error::Parse(ParseError::Unknown { name, .. }) if name == bad);
            assert!(unknown, "{error}");
            // It says what there is.
            assert!(error.to_string().contains(&names[0]), "{error}");
        }
    }
}

#[test]
fn names_are_read_as_they_are_written() {
    round_trips(algorithms().iter().map(|info| info.algorithm));
    assert_eq!(Algorithm::default().to_string(), "auto");
    round_trips(Open::ALL);
    round_trips(Ties::ALL);
    round_trips(Stop::ALL);
    round_trips(Corners::ALL);
    round_trips(Moves::ALL);
    round_trips([IndexKind::Labels, IndexKind::Jumps, IndexKind::Hierarchy]);
    round_trips([StepCosts::EXACT, StepCosts::UNIFORM]);
}

#[test]
fn heuristics_have_names() {
    for &name in Heuristic::<Cell>::names() {
        let heuristic: Heuristic<Cell> = name.parse().unwrap();
        assert_eq!((heuristic.to_string().as_str(), heuristic.name()), (name, name));
    }
    assert!("landmarks".parse::<Heuristic<Cell>>().is_err());
}

#[test]
fn step_costs_come_back_to_the_last_bit() {
    for (straight, diagonal) in [(10.0, 14.0), (0.1, 0.3), (1.0, 1.5), (1e-4, 10_000.0), (3.7, 1.0)]
    {
        let costs = StepCosts::new(straight, diagonal).unwrap();
        assert_eq!(costs.to_string().parse(), Ok(costs));
    }
    assert_eq!(StepCosts::new(10.0, 14.0).unwrap().to_string(), "10,14");
}

#[test]
fn names_can_be_padded() {
    assert_eq!(format!("{:8}|{:>8}", Ties::HighG, Corners::One), "high-g  |     one");
}
