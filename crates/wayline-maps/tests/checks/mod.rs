//! What must hold of any bytes whatever. The fuzz targets feed these, and so does the replay of all
//! that they ever found.

use wayline_maps::generate::Spec;
use wayline_maps::{
    Limits, ascii, bodies, movingai, png, read_terrain, read_within, scenario, simulation,
};

/// Small, so that no input takes long.
const LIMITS: Limits = Limits { cells: 1 << 16, weighted_cells: 1 << 15 };

/// A Moving AI map is refused, or read back as it was written.
pub(crate) fn movingai_map(bytes: &[u8]) {
    _ = read_within(bytes, None, LIMITS);
    if let Ok(grid) = movingai::read(bytes, LIMITS)
        && let Ok(map) = read_terrain(bytes, None, LIMITS)
    {
        // What is free for a cell is free for a body; trees and water are ground of their own.
        assert!(grid.cells().all(|cell| !grid.is_free(cell) || !map.terrain.is_blocked(cell)));
    }
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
        if let Ok(letters) = ascii::read_terrain(bytes, LIMITS) {
            assert_eq!((letters.start, letters.goal), (map.start, map.goal));
        }
        let mut written = Vec::new();
        ascii::write(&map, &mut written).expect("it has been read");
        assert_eq!(ascii::read(&written, LIMITS).expect("it was written by us"), map);
    }
}

/// A kind of body is refused, or read back as it was written.
pub(crate) fn body(bytes: &[u8]) {
    if let Ok(kind) = bodies::read(bytes) {
        let mut written = Vec::new();
        bodies::write(&kind, &mut written).expect("it has been read");
        assert_eq!(bodies::read(&written).expect("it was written by us"), kind);
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

/// A simulation is refused, or its world can be made and begins to run.
pub(crate) fn simulation(bytes: &[u8]) {
    if let Ok(simulation) = simulation::read(bytes, None, LIMITS) {
        let (mut world, units) = simulation.world().expect("all units have room");
        assert_eq!(units.len(), simulation.units.len());
        for tick in 0..3 {
            for edit in simulation.edits_at(tick) {
                world.edit(edit).expect("it is on the map");
            }
            world.tick(simulation.budget.min(100));
        }
    }
}
