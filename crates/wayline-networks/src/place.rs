//! Finding what people mean by a name: `HEL`, `Helsinki Vantaa Airport`, `1234` or `60.17,24.94`.

use crate::{Location, Network, Position, Router, Snap};
use std::collections::BTreeSet;
use thiserror::Error;

/// The most names that an error lists.
const LISTED: usize = 5;

/// Why a text is not a place.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// Nothing has this name.
    #[error("there is no place '{text}': expected a node's id, code or name{}{}", or_position(*.positions), did_you_mean(.similar))]
    Unknown {
        /// The text.
        text: String,
        /// Similar names.
        similar: Vec<String>,
        /// Whether the network has positions, so that one could be given instead.
        positions: bool,
    },
    /// A street has this name, and it is not known which place on it is meant.
    #[error("'{text}' is a street: expected a place on it, such as {:.5},{:.5}", .on_it.latitude, .on_it.longitude)]
    Street {
        /// The text.
        text: String,
        /// A place on the street.
        on_it: Position,
    },
    /// Several nodes have this name.
    #[error("{} nodes are called '{text}', with the ids {}: expected one of these", .ids.len(), listed(.ids))]
    Ambiguous {
        /// The text.
        text: String,
        /// Their ids.
        ids: Vec<String>,
    },
    /// A position in a network without edges, or without positions.
    #[error(
        "'{text}' is a position, and this network has no edges with positions: expected an id or a name"
    )]
    NoPositions {
        /// The text.
        text: String,
    },
    /// Numbers that are not a position.
    #[error(
        "'{text}' is not on the globe: expected LAT,LON in degrees, from -90 to 90 and from -180 to 180"
    )]
    OffGlobe {
        /// The text.
        text: String,
    },
}

fn or_position(known: bool) -> &'static str {
    if known { ", or LAT,LON" } else { "" }
}

fn did_you_mean(similar: &[String]) -> String {
    match similar {
        [] => String::new(),
        similar => format!("; did you mean {}?", similar.join(", ")),
    }
}

fn listed(ids: &[String]) -> String {
    let mut text = ids.iter().take(LISTED).cloned().collect::<Vec<_>>().join(", ");
    if ids.len() > LISTED {
        text.push_str(&format!(" and {} more", ids.len() - LISTED));
    }
    text
}

impl Router<'_> {
    /// Finds what a text means: a node's id, or else a code, or else a name (in any letter case), or else
    /// `LAT,LON` in degrees, which is snapped to the nearest place on an edge.
    ///
    /// ```
    /// use wayline_networks::{Location, NetworkBuilder, Node, Position, Router};
    /// let mut builder = NetworkBuilder::default();
    /// builder.nodes.push(Node {
    ///     id: "421".to_owned(),
    ///     name: "Helsinki Vantaa Airport".to_owned(),
    ///     codes: vec!["HEL".to_owned()],
    ///     position: Some(Position::new(60.317, 24.963)),
    /// });
    /// let network = builder.build()?;
    /// let router = Router::new(&network)?;
    /// for text in ["421", "HEL", "hel", "helsinki vantaa airport"] {
    ///     assert_eq!(router.find(text)?.location, Location::Node(0));
    /// }
    /// let error = router.find("Helsinky Vantaa").unwrap_err();
    /// assert!(error.to_string().ends_with("did you mean Helsinki Vantaa Airport?"), "{error}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(&self, text: &str) -> Result<Snap, PlaceError> {
        let (network, text) = (self.network(), text.trim());
        let by_code = || network.node_with_code(text);
        let by_upper = || network.node_with_code(&text.to_uppercase());
        let known = network.node_with_id(text).or_else(by_code).or_else(by_upper);
        let node = match known {
            None => named(network, text)?,
            known => known,
        };
        if let Some(node) = node {
            let position = network.positions().map(|all| all[node as usize]);
            return Ok(Snap { location: Location::Node(node), position, metres: 0.0 });
        }
        match position(text) {
            Some(position) if !position.is_valid() => {
                Err(PlaceError::OffGlobe { text: text.to_owned() })
            }
            Some(position) => {
                self.snap(position).ok_or_else(|| PlaceError::NoPositions { text: text.to_owned() })
            }
            None => Err(match street(network, text) {
                Some(on_it) => PlaceError::Street { text: text.to_owned(), on_it },
                None => PlaceError::Unknown {
                    text: text.to_owned(),
                    similar: similar(network, text),
                    positions: network.positions().is_some(),
                },
            }),
        }
    }
}

/// The node with a name, if there is one.
fn named(network: &Network, text: &str) -> Result<Option<u32>, PlaceError> {
    let wanted = text.to_lowercase();
    let is_meant = |node: &u32| {
        let name = network.name(*node);
        !name.is_empty() && (name == text || name.to_lowercase() == wanted)
    };
    let nodes: Vec<u32> = (0..network.nodes() as u32).filter(is_meant).collect();
    match nodes[..] {
        [] => Ok(None),
        [node] => Ok(Some(node)),
        _ => {
            let ids = nodes.iter().map(|&node| network.id(node).to_owned()).collect();
            Err(PlaceError::Ambiguous { text: text.to_owned(), ids })
        }
    }
}

/// A place on the street with this name, if there is one and places are known.
fn street(network: &Network, text: &str) -> Option<Position> {
    let (wanted, positions) = (text.to_lowercase(), network.positions()?);
    let is_meant = |edge: &u32| {
        let name = network.edge_name(*edge);
        !name.is_empty() && (name == text || name.to_lowercase() == wanted)
    };
    let edge = (0..network.graph().edges() as u32).find(is_meant)?;
    let (from, ..) = network.graph().edge(edge)?;
    Some(positions[from as usize])
}

fn position(text: &str) -> Option<Position> {
    let (latitude, longitude) = text.split_once(',')?;
    Some(Position::new(latitude.trim().parse().ok()?, longitude.trim().parse().ok()?))
}

/// Similar names: those that have the text in them, then those that a few changed letters make the same.
fn similar(network: &Network, text: &str) -> Vec<String> {
    let wanted = text.to_lowercase();
    if wanted.is_empty() || wanted.chars().count() > 200 {
        return Vec::new();
    }
    let letters = wanted.chars().count();
    let most = (letters / 3).max(1);
    let mut found: BTreeSet<(usize, usize, &str)> = BTreeSet::new();
    let nodes = 0..network.nodes() as u32;
    let names = nodes.flat_map(|node| [network.name(node), network.id(node)]);
    let called = names.chain(network.codes().map(|(code, _)| code));
    for called in called.filter(|called| !called.is_empty()) {
        let lower = called.to_lowercase();
        let distance = match lower.contains(&wanted) {
            // What differs in one letter comes first if it is shorter: HEL for HELL.
            true => 1,
            false => {
                // Who types the beginning of a long name means that name.
                let beginning: String = lower.chars().take(letters).collect();
                let begun = match letters >= 4 {
                    true => strsim::osa_distance(&wanted, &beginning) + 1,
                    false => usize::MAX,
                };
                strsim::osa_distance(&wanted, &lower).min(begun)
            }
        };
        if distance <= most {
            found.insert((distance, called.chars().count(), called));
            if found.len() > LISTED {
                found.pop_last();
            }
        }
    }
    found.into_iter().map(|(.., name)| name.to_owned()).collect()
}
