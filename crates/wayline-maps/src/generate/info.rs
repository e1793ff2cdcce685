//! What there is to know of generators before they are asked: for help texts and forms.

use super::Kind;

/// What there is to know of a generator.
///
/// ```
/// use wayline_maps::generate::Kind;
/// for info in Kind::infos() {
///     println!("{:8} {}", info.name, info.summary);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct KindInfo {
    /// Its name, as in a line of text.
    pub name: &'static str,
    /// What it makes.
    pub summary: &'static str,
    /// What can be said beside the size.
    pub parameters: &'static [ParameterInfo],
}

/// What there is to know of a parameter of a generator.
///
/// ```
/// use wayline_maps::generate::Kind;
/// let random = Kind::infos().iter().find(|info| info.name == "random").unwrap();
/// assert_eq!(random.parameters[0].name, "density");
/// assert_eq!(random.parameters[0].default, 0.3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ParameterInfo {
    /// Its name, as in a line of text.
    pub name: &'static str,
    /// What it decides.
    pub summary: &'static str,
    /// What it is unless given.
    pub default: f64,
    /// The least it may be.
    pub least: f64,
    /// The most it may be.
    pub most: f64,
    /// From one value to the next that is worth trying.
    pub step: f64,
}

const fn whole(
    name: &'static str,
    summary: &'static str,
    default: u32,
    least: u32,
    most: u32,
) -> ParameterInfo {
    let (default, least, most) = (default as f64, least as f64, most as f64);
    ParameterInfo { name, summary, default, least, most, step: 1.0 }
}

const SEED: ParameterInfo = whole("seed", "decides all that is random", 0, 0, u32::MAX);

const INFOS: [KindInfo; 6] = [
    KindInfo { name: "open", summary: "all cells free", parameters: &[] },
    KindInfo {
        name: "random",
        summary: "obstacles strewn at random",
        parameters: &[
            ParameterInfo {
                name: "density",
                summary: "the share of cells that is blocked",
                default: 0.3,
                least: 0.0,
                most: 1.0,
                step: 0.01,
            },
            whole("size", "the longest side of the square obstacles, in cells", 1, 1, 10),
            SEED,
        ],
    },
    KindInfo {
        name: "maze",
        summary: "exactly one path between any two places",
        parameters: &[whole("corridor", "how many cells wide corridors are", 1, 1, 1024), SEED],
    },
    KindInfo {
        name: "rooms",
        summary: "square rooms, joined by doors one cell wide",
        parameters: &[whole("size", "cells from one wall to the next", 16, 2, 1024), SEED],
    },
    KindInfo { name: "caves", summary: "one large cave", parameters: &[SEED] },
    KindInfo {
        name: "terrain",
        summary: "hills that slow, and lakes that block",
        parameters: &[whole("relief", "the elevation of the highest hills", 0, 0, 10_000), SEED],
    },
];

impl Kind {
    /// What there is to know of all kinds, in the order of [`NAMES`](Kind::NAMES). Any seed of 64 bits
    /// is taken; those below 2³² are mentioned.
    ///
    /// ```
    /// use wayline_maps::generate::Kind;
    /// assert!(Kind::infos().iter().map(|info| info.name).eq(Kind::NAMES));
    /// ```
    pub fn infos() -> &'static [KindInfo] {
        &INFOS
    }
}

#[cfg(test)]
mod tests {
    use super::super::Spec;
    use super::*;

    #[test]
    fn what_is_mentioned_is_what_is_taken() {
        for KindInfo { name, parameters, .. } in INFOS {
            let plain: Spec = format!("{name}:40x40").parse().unwrap();
            let mut defaults = format!("{name}:40x40");
            for parameter in parameters {
                let taken = |value: f64| {
                    format!("{name}:40x40:{}={value}", parameter.name).parse::<Spec>().is_ok()
                };
                assert!(taken(parameter.least) && taken(parameter.most), "{name} {parameter:?}");
                assert!(!taken(parameter.least - 1.0), "{name} {parameter:?}");
                assert!(parameter.name == "seed" || !taken(parameter.most + 1.0), "{parameter:?}");
                defaults += &format!(":{}={}", parameter.name, parameter.default);
            }
            assert_eq!(defaults.parse(), Ok(plain));
        }
    }
}
