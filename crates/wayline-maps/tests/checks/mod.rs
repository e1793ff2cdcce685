//! What must hold of any bytes whatever. The fuzz targets feed these, and so does the replay of all
//! that they ever found.

use wayline_maps::generate::Spec;
use wayline_maps::{Limits, ascii, movingai, png, read_within, scenario};

/// Small, so that no input takes long.
const LIMITS: Limits = Limits { cells: 1 << 16, weighted_cells: 1 << 15 };

/// A Moving AI map is refused, or read back as it was written.
pub(crate) fn movingai_map(bytes: &[u8]) {
    _ = read_within(bytes, None, LIMITS);
    if let Ok(grid) = movingai::read(bytes, LIMITS) {
        let mut written = Vec::new();
        movingai::write(&grid, &mut written).expect("it has no terrain");
        assert_eq!(movingai::read(&written, LIMITS).expect("it was written by us"), grid);
    }
}

/// Scenarios are refused, or read back as they were written.
pub(crate) fn scenario(bytes: &[u8]) {
    if let Ok(scenarios) = scenario::read(bytes) {
        let mut written = Vec::new();
        scenario::write(&scenarios, &mut written).expect("they have been read");
        assert_eq!(scenario::read(&written).expect("they were written by us"), scenarios);
    }
}

/// An ASCII map is refused, or read back as it was written.
pub(crate) fn ascii(bytes: &[u8]) {
    if let Ok(map) = ascii::read(bytes, LIMITS) {
        let mut written = Vec::new();
        ascii::write(&map, &mut written).expect("it has been read");
        assert_eq!(ascii::read(&written, LIMITS).expect("it was written by us"), map);
    }
}

/// A picture is refused, or read back as it was written.
pub(crate) fn png(bytes: &[u8]) {
    if let Ok(grid) = png::read(bytes, LIMITS) {
        let mut written = Vec::new();
        png::write(&grid, &mut written).expect("it has been read");
        assert_eq!(png::read(&written, LIMITS).expect("it was written by us"), grid);
    }
}

/// A spec is refused, or read back as it was written, and the map it makes has its size.
pub(crate) fn spec(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    _ = Spec::is_meant_by(&text);
    if let Ok(spec) = text.parse::<Spec>() {
        assert_eq!(spec.to_string().parse(), Ok(spec));
        if let Ok(grid) = spec.generate(LIMITS) {
            assert_eq!((grid.width(), grid.height()), (spec.width, spec.height));
        }
    }
}
