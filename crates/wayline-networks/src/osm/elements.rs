//! What an OSM file consists of, whichever way it is written.

use super::{pbf, xml};
use crate::{Format, Limits, NetworkError, Position};

/// The tags of an element.
#[derive(Clone, Copy)]
pub(super) struct Tags<'e>(pub(super) &'e [(&'e str, &'e str)]);

impl<'e> Tags<'e> {
    pub(super) fn get(self, key: &str) -> Option<&'e str> {
        self.0.iter().find(|(known, _)| *known == key).map(|&(_, value)| value)
    }
}

/// What a member is in a relation, as far as turn restrictions care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    From,
    Via,
    To,
    Other,
}

impl Role {
    pub(super) fn of(text: &str) -> Role {
        match text {
            "from" => Role::From,
            "via" => Role::Via,
            "to" => Role::To,
            _ => Role::Other,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Node,
    Way,
    Relation,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub(super) kind: Kind,
    pub(super) id: i64,
    pub(super) role: Role,
}

pub(super) enum Element<'e> {
    Node { id: i64, at: Position, tags: Tags<'e> },
    Way { id: i64, nodes: &'e [i64], tags: Tags<'e> },
    Relation { members: &'e [Member], tags: Tags<'e> },
}

/// Which elements are wanted: a file is read twice, since nodes come before the ways that need them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Nodes,
    WaysAndRelations,
}

/// Hands on the elements that are wanted, in the order of the file.
pub(super) fn each(
    bytes: &[u8],
    format: Format,
    wanted: Wanted,
    limits: Limits,
    read: &mut dyn FnMut(Element<'_>) -> Result<(), NetworkError>,
) -> Result<(), NetworkError> {
    match format {
        Format::OsmXml => xml::each(bytes, wanted, read),
        _ => pbf::each(bytes, wanted, limits, read),
    }
}
