//! What roads are called.

use super::dice::mix;
use super::roads::Class;

const FIRST: [&str; 48] = [
    "Abbey", "Alder", "Apple", "Ash", "Baker", "Bell", "Birch", "Bridge", "Canal", "Castle",
    "Cedar", "Chapel", "Cherry", "Church", "Clay", "Cooper", "Corn", "Elm", "Factory", "Farm",
    "Ferry", "Field", "Fisher", "Garden", "Harbour", "Hazel", "Hill", "King", "Lake", "Linden",
    "Maple", "Market", "Meadow", "Mill", "North", "Oak", "Orchard", "Park", "Pine", "Queen",
    "River", "Rose", "School", "Smith", "South", "Station", "Tanner", "Willow",
];
const LAST: [&str; 8] = ["Street", "Road", "Lane", "Avenue", "Row", "Close", "Way", "Place"];

/// The name of the road with this number.
pub(super) fn name(road: u32, class: Class, seed: u64) -> String {
    let odds = mix(seed ^ (road as u64) << 20);
    match class {
        Class::Motorway => format!("A {}", road + 1),
        Class::Main => format!("Route {}", road + 1),
        Class::Street => {
            let pick = |names: &[&'static str], at: u64| names[(at % names.len() as u64) as usize];
            format!("{} {}", pick(&FIRST, odds), pick(&LAST, odds >> 32))
        }
    }
}
