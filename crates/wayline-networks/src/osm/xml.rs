//! OSM as text: `<node>`, `<way>` and `<relation>`, with `<tag>`, `<nd>` and `<member>` in them.

use super::elements::{Element, Kind, Member, Role, Tags, Wanted};
use crate::xml::{Document, Next};
use crate::{NetworkError, Position};
use quick_xml::events::BytesStart;

/// The element that is being read.
#[derive(Default)]
struct Open {
    kind: Option<Kind>,
    id: i64,
    at: Option<Position>,
    nodes: Vec<i64>,
    members: Vec<Member>,
    tags: Vec<(String, String)>,
}

impl Open {
    fn begin(
        &mut self,
        document: &Document<'_>,
        element: &BytesStart<'_>,
        wanted: Wanted,
    ) -> Result<(), NetworkError> {
        let kind = kind(element.name().0);
        let is_wanted = (kind == Some(Kind::Node)) == (wanted == Wanted::Nodes);
        *self = Open { kind: kind.filter(|_| is_wanted), ..Open::default() };
        if self.kind.is_none() {
            return Ok(());
        }
        self.id = document.parsed(element, "id", "a number")?;
        // What was deleted has no place any more.
        let deleted = document.attribute(element, "visible")?.is_some_and(|text| text == "false")
            || document.attribute(element, "action")?.is_some_and(|text| text == "delete");
        if deleted {
            self.kind = None;
        } else if self.kind == Some(Kind::Node) {
            let latitude = document.parsed(element, "lat", "a latitude, in degrees")?;
            let longitude = document.parsed(element, "lon", "a longitude, in degrees")?;
            let at = Position { latitude, longitude };
            if !at.is_valid() {
                let found = format!("lat={latitude} lon={longitude}");
                return Err(document.unexpected(found, "a place on the globe, in degrees"));
            }
            self.at = Some(at);
        }
        Ok(())
    }

    fn part(&mut self, document: &Document<'_>, part: &BytesStart<'_>) -> Result<(), NetworkError> {
        match part.name().0 {
            "tag" => {
                let (key, value) = (document.need(part, "k")?, document.need(part, "v")?);
                self.tags.push((key.into_owned(), value.into_owned()));
            }
            "nd" => self.nodes.push(document.parsed(part, "ref", "the number of a node")?),
            "member" => {
                let name = document.need(part, "type")?;
                let expected = "node, way or relation";
                let kind = kind(&name).ok_or_else(|| document.unexpected(name, expected))?;
                let id = document.parsed(part, "ref", "a number")?;
                let role = document.attribute(part, "role")?.map_or(Role::Other, |r| Role::of(&r));
                self.members.push(Member { kind, id, role });
            }
            _ => {}
        }
        Ok(())
    }

    fn end(
        &mut self,
        read: &mut dyn FnMut(Element<'_>) -> Result<(), NetworkError>,
    ) -> Result<(), NetworkError> {
        let tags: Vec<_> = self.tags.iter().map(|(key, value)| (&key[..], &value[..])).collect();
        let (id, tags) = (self.id, Tags(&tags));
        match (self.kind.take(), self.at) {
            (Some(Kind::Node), Some(at)) => read(Element::Node { id, at, tags }),
            (Some(Kind::Way), _) => read(Element::Way { id, nodes: &self.nodes, tags }),
            (Some(Kind::Relation), _) => read(Element::Relation { members: &self.members, tags }),
            _ => Ok(()),
        }
    }
}

fn kind(name: &str) -> Option<Kind> {
    match name {
        "node" => Some(Kind::Node),
        "way" => Some(Kind::Way),
        "relation" => Some(Kind::Relation),
        _ => None,
    }
}

pub(super) fn each(
    bytes: &[u8],
    wanted: Wanted,
    read: &mut dyn FnMut(Element<'_>) -> Result<(), NetworkError>,
) -> Result<(), NetworkError> {
    let mut document = Document::new(bytes, "osm")?;
    let mut open = Open::default();
    // Elements are directly within <osm>, their parts directly within them. Files of changes have
    // <create> and the like in between, and are refused: they are not a map.
    let mut depth = 0;
    loop {
        match document.next_part()? {
            Next::Start(element) => {
                match depth {
                    1 if kind(element.name().0).is_some() => {
                        open.begin(&document, &element, wanted)?
                    }
                    2 if open.kind.is_some() => open.part(&document, &element)?,
                    _ => {}
                }
                depth += 1;
            }
            Next::Empty(element) => match depth {
                1 if kind(element.name().0).is_some() => {
                    open.begin(&document, &element, wanted)?;
                    open.end(read)?;
                }
                2 if open.kind.is_some() => open.part(&document, &element)?,
                _ => {}
            },
            Next::End => {
                depth -= 1;
                if depth == 1 {
                    open.end(read)?;
                }
            }
            Next::Text(_) => {}
            Next::Eof => return Ok(()),
        }
    }
}
