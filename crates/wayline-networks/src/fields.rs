//! [`FieldNames`]: what a file calls the fields it has.

use std::str::FromStr;

/// What a file calls its fields: the columns of CSV, the attributes of GraphML, the properties of
/// GeoJSON. Those that are not given go by their usual names, such as `source` or `weight`, in upper or
/// lower case.
///
/// ```
/// use wayline_networks::FieldNames;
/// let fields: FieldNames = "from=a,to=b,cost=km".parse()?;
/// assert_eq!(fields.cost.as_deref(), Some("km"));
/// assert!("form=a".parse::<FieldNames>().is_err());
/// # Ok::<(), wayline_networks::FieldNamesError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldNames {
    /// Of edges: where they begin.
    pub from: Option<String>,
    /// Of edges: where they end.
    pub to: Option<String>,
    /// Of edges: what they cost.
    pub cost: Option<String>,
    /// Of edges: whether they lead in one direction only.
    pub oneway: Option<String>,
    /// Of edges and nodes: what people call them.
    pub name: Option<String>,
    /// Of nodes: what edges call them.
    pub id: Option<String>,
    /// Of nodes: degrees to the north.
    pub latitude: Option<String>,
    /// Of nodes: degrees to the east.
    pub longitude: Option<String>,
}

/// Why a text does not say what fields are called.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' does not name a field: expected from, to, cost, oneway, name, id, lat or lon, then =, and \
     what the file calls it, as in cost=minutes"
)]
pub struct FieldNamesError(
    /// What was given.
    pub String,
);

impl FromStr for FieldNames {
    type Err = FieldNamesError;

    fn from_str(text: &str) -> Result<FieldNames, FieldNamesError> {
        let mut fields = FieldNames::default();
        for part in text.split(',') {
            let bad = || FieldNamesError(part.to_owned());
            let (what, name) = part.split_once('=').ok_or_else(bad)?;
            let field = match what.trim() {
                "from" => &mut fields.from,
                "to" => &mut fields.to,
                "cost" => &mut fields.cost,
                "oneway" => &mut fields.oneway,
                "name" => &mut fields.name,
                "id" => &mut fields.id,
                "lat" | "latitude" => &mut fields.latitude,
                "lon" | "longitude" => &mut fields.longitude,
                _ => return Err(bad()),
            };
            *field = Some(name.trim().to_owned());
        }
        Ok(fields)
    }
}

/// A field: what it was said to be called, and what it usually is.
#[derive(Clone, Copy)]
pub(crate) struct FieldName<'o> {
    given: Option<&'o str>,
    usual: &'static [&'static str],
}

impl FieldName<'_> {
    /// How well a file's field fits: not at all, or the less the better. A file may have both `cost` and
    /// `length`, and then the former is meant.
    pub(crate) fn rank(self, text: &str) -> Option<usize> {
        match self.given {
            Some(given) => (text == given).then_some(0),
            None => self.usual.iter().position(|name| text.eq_ignore_ascii_case(name)),
        }
    }

    /// The one of a file's fields that fits best, the first of several.
    pub(crate) fn best<T>(self, fields: impl Iterator<Item = (T, impl AsRef<str>)>) -> Option<T> {
        let ranked = fields.filter_map(|(field, text)| Some((self.rank(text.as_ref())?, field)));
        ranked.min_by_key(|(rank, _)| *rank).map(|(_, field)| field)
    }

    pub(crate) fn is_given(self) -> bool {
        self.given.is_some()
    }

    /// The name it was given, for those who name it.
    pub(crate) fn key(&self) -> &'static str {
        self.usual[0]
    }

    /// What to call it in an error.
    pub(crate) fn name(&self) -> &str {
        self.given.unwrap_or(self.usual[0])
    }
}

impl FieldNames {
    pub(crate) fn from(&self) -> FieldName<'_> {
        named(&self.from, &["from", "source", "src", "start", "tail", "from_node"])
    }

    pub(crate) fn to(&self) -> FieldName<'_> {
        named(&self.to, &["to", "target", "dst", "dest", "destination", "end", "head", "to_node"])
    }

    /// In GeoJSON, where `from` is as likely to be the name of a town.
    pub(crate) fn ends(&self) -> [FieldName<'_>; 2] {
        [named(&self.from, &["from_node"]), named(&self.to, &["to_node"])]
    }

    pub(crate) fn cost(&self) -> FieldName<'_> {
        let usual =
            &["cost", "weight", "time", "seconds", "length", "distance", "metres", "meters", "km"];
        named(&self.cost, usual)
    }

    pub(crate) fn oneway(&self) -> FieldName<'_> {
        named(&self.oneway, &["oneway", "one_way"])
    }

    pub(crate) fn name(&self) -> FieldName<'_> {
        named(&self.name, &["name", "label", "street", "route"])
    }

    pub(crate) fn id(&self) -> FieldName<'_> {
        named(&self.id, &["id", "node", "node_id", "code"])
    }

    pub(crate) fn latitude(&self) -> FieldName<'_> {
        named(&self.latitude, &["lat", "latitude", "y"])
    }

    pub(crate) fn longitude(&self) -> FieldName<'_> {
        named(&self.longitude, &["lon", "lng", "long", "longitude", "x"])
    }
}

fn named<'o>(given: &'o Option<String>, usual: &'static [&'static str]) -> FieldName<'o> {
    FieldName { given: given.as_deref(), usual }
}
