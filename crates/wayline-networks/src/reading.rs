//! [`read_file`] and [`read`]: bytes of any format to a network.

use crate::unpacked::{file, unpacked};
use crate::{
    Format, LeftOut, Network, NetworkBuilder, NetworkError, Problem, ReadOptions, csv, dimacs,
    geojson, graphml, openflights, osm, strong,
};
use std::path::{Path, PathBuf};

/// A network, and what of its file is not in it.
///
/// ```
/// use wayline_networks::{ReadOptions, Reading, read};
/// let map = br#"<osm><node id="1" lat="60" lon="25"/><node id="2" lat="60" lon="25.1"/>
///   <way id="1"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/></way></osm>"#;
/// let Reading { network, restrictions, left_out } = read(map, None, &ReadOptions::default())?;
/// assert_eq!((network.nodes(), restrictions), (2, 0));
/// assert_eq!(left_out.omissions()[0].to_string(), "1 nodes: named by ways, but not in the file");
/// # Ok::<(), wayline_networks::NetworkError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reading {
    /// The network.
    pub network: Network,
    /// How many turn restrictions of the file became [bans](Network::bans). One may take several of these,
    /// some ban the same, and those outside the part that is kept are gone with it.
    pub restrictions: u64,
    /// What was left out, and why.
    pub left_out: LeftOut,
}

/// Opens and reads a network of any format, compressed or not. Second files are found beside the
/// first: `roads.co` for `roads.gr`, `my-nodes.csv` for `my-edges.csv` or `my.csv`, `routes.dat` for
/// `airports.dat`; for OpenFlights the folder may be named as well.
///
/// ```
/// use wayline_networks::{ReadOptions, read_file};
/// let error = read_file("no/such.gr".as_ref(), &ReadOptions::default()).unwrap_err();
/// assert!(error.to_string().starts_with("no/such.gr: "));
/// ```
pub fn read_file(path: &Path, options: &ReadOptions) -> Result<Reading, NetworkError> {
    read_files(path, options).map_err(|error| error.in_file(path))
}

fn read_files(path: &Path, options: &ReadOptions) -> Result<Reading, NetworkError> {
    let named = options.format.or_else(|| Format::of_path(path));
    if named == Some(Format::OpenFlights) || path.is_dir() {
        return read_flights(path, options);
    }
    let bytes = file(path, options.limits)?;
    let format = options.format.or_else(|| recognised(path, &bytes));
    let format = format.ok_or(Problem::UnknownFormat)?;
    let second = options.nodes_file.clone().or_else(|| beside(path, format));
    let second = match second {
        Some(second) => Some((file(&second, options.limits)?, second)),
        None => None,
    };
    let second = second.as_ref().map(|(bytes, path)| (&bytes[..], path.as_path()));
    of_format(&bytes, second, format, options)
}

/// Both files, whichever was named, or their folder.
fn read_flights(path: &Path, options: &ReadOptions) -> Result<Reading, NetworkError> {
    let folder = if path.is_dir() { path } else { path.parent().unwrap_or(Path::new("")) };
    let named = |name: &str| {
        let files = [folder.join(name), folder.join(format!("{name}.gz"))];
        let found = files.into_iter().find(|file| file.is_file());
        found.ok_or_else(|| NetworkError::from(Problem::NoSecondFile(name.to_owned())))
    };
    let (airports, routes) = (named("airports.dat")?, named("routes.dat")?);
    let (first, second) = (file(&airports, options.limits)?, file(&routes, options.limits)?);
    let read = of_format(&first, Some((&second, &routes)), Format::OpenFlights, options);
    read.map_err(|error| error.in_folder(folder))
}

/// Reads a network from bytes of any format, compressed or not. The second bytes are those of the
/// second file, for formats that have two.
///
/// ```
/// use wayline_networks::{ReadOptions, read};
/// let positions = b"v 1 -73530767 41085396\nv 2 -73530538 41086098\n";
/// let reading = read(b"p sp 2 1\na 1 2 803\n", Some(positions), &ReadOptions::default())?;
/// assert!(reading.network.positions().is_some());
/// # Ok::<(), wayline_networks::NetworkError>(())
/// ```
pub fn read(
    bytes: &[u8],
    nodes: Option<&[u8]>,
    options: &ReadOptions,
) -> Result<Reading, NetworkError> {
    let bytes = unpacked(bytes, options.limits)?;
    let format = options.format.or_else(|| Format::of_bytes(&bytes));
    let format = format.ok_or(Problem::UnknownFormat)?;
    let second = nodes.map(|nodes| unpacked(nodes, options.limits)).transpose()?;
    let second = second.as_ref().map(|bytes| (&bytes[..], Path::new("nodes")));
    of_format(&bytes, second, format, options)
}

/// By content, except for formats whose content could be anything.
fn recognised(path: &Path, bytes: &[u8]) -> Option<Format> {
    let named = Format::of_path(path);
    let silent = [Some(Format::Csv), Some(Format::OpenFlights)].contains(&named);
    if silent { named } else { Format::of_bytes(bytes).or(named) }
}

/// The second file, if there is one beside the first.
fn beside(path: &Path, format: Format) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let name = name.strip_suffix(".gz").unwrap_or(name);
    let mut names = Vec::new();
    if format == Format::Dimacs {
        let stem = name.strip_suffix(".gr").unwrap_or(name);
        names.push(format!("{stem}.co"));
        // Distances and times of the challenge share their positions.
        for [this, other] in [["-t.", "-d."], ["-d.", "-t."]] {
            if stem.contains(this) {
                names.push(format!("{}.co", stem.replacen(this, other, 1)));
            }
        }
    }
    if format == Format::Csv {
        if let Some(at) = name.rfind("edges") {
            names.push(format!("{}nodes{}", &name[..at], &name[at + "edges".len()..]));
        }
        // As `wayline convert` calls them.
        if let Some((stem, extension)) = name.rsplit_once('.') {
            names.push(format!("{stem}-nodes.{extension}"));
        }
    }
    let files = names.iter().flat_map(|name| [name.clone(), format!("{name}.gz")]);
    files.map(|name| path.with_file_name(name)).find(|file| file.is_file())
}

fn of_format(
    bytes: &[u8],
    second: Option<(&[u8], &Path)>,
    format: Format,
    options: &ReadOptions,
) -> Result<Reading, NetworkError> {
    let mut left_out = LeftOut::default();
    let mut restrictions = 0;
    let mut builder: NetworkBuilder = match format {
        Format::Dimacs => {
            let mut builder = dimacs::read(bytes, options.limits)?;
            builder.unit = options.unit;
            if let Some((positions, path)) = second {
                let read = dimacs::read_positions(positions, &mut builder);
                read.map_err(|error| error.in_file(path))?;
            }
            builder
        }
        Format::Csv => {
            let named = |error: NetworkError| match second {
                Some((_, path)) => error.renamed("nodes", path),
                None => error,
            };
            csv::read(bytes, second.map(|(bytes, _)| bytes), options).map_err(named)?
        }
        Format::OpenFlights => {
            let missing = || NetworkError::from(Problem::NoSecondFile("routes.dat".to_owned()));
            let (routes, _) = second.ok_or_else(missing)?;
            let (builder, unknown) = openflights::read(bytes, routes, options.limits)?;
            left_out = unknown;
            builder
        }
        Format::OsmPbf | Format::OsmXml => {
            let reading = osm::read(bytes, format, &options.profile, options.limits)?;
            (left_out, restrictions) = (reading.left_out, reading.restrictions);
            reading.builder
        }
        Format::GraphMl => graphml::read(bytes, options)?,
        Format::GeoJson => {
            let (builder, unused) = geojson::read(bytes, options)?;
            left_out = unused;
            builder
        }
    };
    let osm = matches!(format, Format::OsmPbf | Format::OsmXml);
    if options.largest_part.unwrap_or(osm) {
        strong::keep_largest(&mut builder, &mut left_out);
    }
    let of_profile = || osm.then(|| options.profile.turns());
    let turns = options.turns.or_else(of_profile).unwrap_or_default();
    let network = builder.build()?.with_turn_rules(&turns)?;
    Ok(Reading { network, restrictions, left_out })
}
