//! OpenStreetMap: `.osm.pbf` and `.osm`, as a network for a [`Profile`].
//!
//! Nodes of the network are junctions, ends of ways, and barriers; their ids are those of OSM. What
//! lies between two of them is an edge in each direction that is open, with the way's name (or its
//! `ref`), the points in between as its shape, and the travel time in seconds as its cost, as a multiple of
//! 1/1024 s. All of that depends on the profile: a footway is not part of a car's network, and makes no
//! junction where it meets a street.
//!
//! A barrier that stops the traveller parts the ways that meet there: the first piece of a way ends at
//! the node with its id, the next ones at nodes called `ID#2` and so on.
//!
//! Turn restrictions become [bans](crate::Ban). `no_…` bans the edges of `from`, `via` and `to` in a row;
//! `only_…` bans every other turn, U-turns included, at each junction on the way, also within `via`.
//! Those that cannot be used are counted, by reason: conditional ones, those for other vehicles or with
//! members that the network does not have, those whose members do not meet or meet more than once.

mod elements;
mod pbf;
mod profile;
mod restrictions;
mod roads;
mod travel;
mod xml;

pub use profile::Profile;

use crate::{Format, LeftOut, Limits, NetworkBuilder, NetworkError, Part};
use elements::{Element, Wanted};
use restrictions::Restrictions;
use roads::Ways;

/// What an OSM file has for a profile.
#[derive(Clone, Debug)]
pub struct OsmReading {
    /// The parts of the network: all of them, not only the largest strongly connected ones.
    pub builder: NetworkBuilder,
    /// How many turn restrictions became bans.
    pub restrictions: u64,
    /// What was left out, and why.
    pub left_out: LeftOut,
}

impl OsmReading {
    /// The same without what is outside of the largest part in which every node can be reached from every
    /// other, as [`read`](crate::read) leaves it out.
    ///
    /// ```
    /// use wayline_networks::{Format, Limits, osm::{self, Profile}};
    /// let map = br#"<osm><node id="1" lat="60" lon="25"/><node id="2" lat="60" lon="25.1"/>
    ///   <way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/><tag k="oneway" v="yes"/></way></osm>"#;
    /// let reading = osm::read(map, Format::OsmXml, &Profile::default(), Limits::default())?;
    /// assert_eq!(reading.builder.edges.len(), 1);
    /// assert_eq!(reading.largest_part().builder.edges.len(), 0);
    /// # Ok::<(), wayline_networks::NetworkError>(())
    /// ```
    pub fn largest_part(mut self) -> OsmReading {
        crate::strong::keep_largest(&mut self.builder, &mut self.left_out);
        self
    }
}

/// Reads a map for a profile. The format is [`Format::OsmPbf`] or [`Format::OsmXml`].
///
/// ```
/// use wayline_networks::{Format, Limits, osm::{self, Profile}};
/// let map = br#"<osm version="0.6">
///   <node id="1" lat="60.17" lon="24.94"/>
///   <node id="2" lat="60.18" lon="24.94"/>
///   <way id="7"><nd ref="1"/><nd ref="2"/>
///     <tag k="highway" v="residential"/><tag k="name" v="Mannerheimintie"/></way>
/// </osm>"#;
/// let reading = osm::read(map, Format::OsmXml, &Profile::default(), Limits::default())?;
/// let network = reading.builder.build()?;
/// assert_eq!((network.nodes(), network.edges()), (2, 2));
/// assert_eq!(network.edge_name(0), "Mannerheimintie");
/// # Ok::<(), wayline_networks::NetworkError>(())
/// ```
pub fn read(
    bytes: &[u8],
    format: Format,
    profile: &Profile,
    limits: Limits,
) -> Result<OsmReading, NetworkError> {
    let mut ways = Ways::default();
    let mut restrictions = Restrictions::default();
    elements::each(bytes, format, Wanted::WaysAndRelations, limits, &mut |element| {
        match element {
            Element::Way { id, nodes, tags } => {
                if let Some(travel) = profile.travel(tags) {
                    let name = tags.get("name").or_else(|| tags.get("ref")).unwrap_or_default();
                    ways.add(id, nodes, travel, name)?;
                }
            }
            Element::Relation { members, tags } => restrictions.add(members, tags, profile),
            Element::Node { .. } => {}
        }
        Ok(())
    })?;
    let mut places = ways.places();
    elements::each(bytes, format, Wanted::Nodes, limits, &mut |element| {
        if let Element::Node { id, at, tags } = element {
            places.add(id, at, || profile.is_blocked(tags));
        }
        Ok(())
    })?;
    restrictions.via_nodes().for_each(|id| places.add_junction(id));

    let mut left_out = LeftOut::default();
    left_out.add(Part::Nodes, "named by ways, but not in the file", places.missing());
    let roads = ways.roads(places, &restrictions.ways(), limits)?;
    let mut builder = roads.builder;
    let used = restrictions.bans(&roads.pieces, &roads.numbers, &mut builder, &mut left_out);
    Ok(OsmReading { builder, restrictions: used, left_out })
}
