//! Bodies: units that take up room and have a heading.

use crate::grid::{one_for_each_cell, wl_grid};
use crate::handle::{Passed, handle};
use crate::pointers::{Out, at, list, some_text};
use crate::settings::wl_settings;
use crate::status::{Failure, free, look, run, wl_status};
use crate::types::{wl_answer, wl_cell, wl_placement};
use crate::workspace::{self, wl_workspace};
use std::ffi::c_char;
use std::sync::{Arc, RwLock};
use wayline::body::{BodyKind, BodyMap, BodyQuery, Terrain};

/// The ground that bodies move on: a letter for each cell ('.' is plain, 'R' road, 'S' swamp, 'T' trees, 'H'
/// hills, 'W' water), blocked cells, elevation.
pub struct wl_terrain(pub(crate) RwLock<Terrain>);
/// A kind of body: what it covers, how it moves, on what ground.
pub struct wl_body(pub(crate) RwLock<Arc<BodyKind>>);
/// A terrain as a kind of body sees it.
pub struct wl_body_map(pub(crate) RwLock<BodyMap>);
handle! {
    wl_terrain: Terrain, "terrain";
    wl_body: Arc<BodyKind>, "body";
    wl_body_map: BodyMap, "body map";
}

/// Makes a terrain of plain ground, free everywhere.
///
/// Yours: free it with wl_terrain_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_terrain_new(
    width: u32,
    height: u32,
    terrain: *mut *mut wl_terrain,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let terrain = unsafe { Out::at("terrain", terrain) };
    terrain.make(|| Ok(wl_terrain::new(Terrain::new(width, height)?)))
}

/// Makes a terrain from a letter for each cell, row by row, without line ends: '#', '@' and 'O' are blocked,
/// every other letter, digit or sign is the cell's ground. The length has to be width times height.
///
/// Yours: free it with wl_terrain_destroy(). The letters are copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_terrain_from_letters(
    width: u32,
    height: u32,
    letters: *const c_char,
    length: usize,
    terrain: *mut *mut wl_terrain,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (terrain, letters) =
        unsafe { (Out::at("terrain", terrain), list("letters", letters.cast::<u8>(), length)) };
    terrain.make(|| {
        let letters = one_for_each_cell("letters", width, height, letters?)?;
        let rows: Vec<&[u8]> = letters.chunks_exact(width.max(1) as usize).collect();
        Ok(wl_terrain::new(Terrain::from_rows(rows)?))
    })
}

/// Makes a terrain from a grid: its blocked cells and elevations, and multipliers as ground.
///
/// Yours: free it with wl_terrain_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_terrain_from_grid(
    grid: Option<&wl_grid>,
    terrain: *mut *mut wl_terrain,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let terrain = unsafe { Out::at("terrain", terrain) };
    terrain.make(|| Ok(wl_terrain::new(Terrain::from(&*grid.read()?))))
}

/// Frees it. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn wl_terrain_destroy(terrain: Option<Box<wl_terrain>>) {
    free(terrain);
}

/// Frees or blocks a cell.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_terrain_set_free(
    terrain: *mut wl_terrain,
    cell: wl_cell,
    free: bool,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let terrain = unsafe { at(terrain) };
    run(|| Ok(terrain.write()?.set_blocked(cell, !free)?))
}

/// Sets a cell's ground; it stays blocked if it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_terrain_set_ground(
    terrain: *mut wl_terrain,
    cell: wl_cell,
    letter: c_char,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let terrain = unsafe { at(terrain) };
    run(|| Ok(terrain.write()?.set_ground(cell, ground(letter)?)?))
}

/// Sets a cell's elevation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_terrain_set_elevation(
    terrain: *mut wl_terrain,
    cell: wl_cell,
    elevation: i32,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let terrain = unsafe { at(terrain) };
    run(|| Ok(terrain.write()?.set_elevation(cell, elevation)?))
}

/// Makes a kind of body that is built in, by a name of wl_name(WL_NAMES_BODIES, ...): "tank", "car", "ship".
///
/// Yours: free it with wl_body_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_body_preset(name: *const c_char, body: *mut *mut wl_body) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (body, name) = unsafe { (Out::at("body", body), some_text("name", name)) };
    body.make(|| Ok(wl_body::new(Arc::new(BodyKind::preset(name?)?))))
}

/// Makes a kind of body from TOML, in the format of docs/bodies.md.
///
/// Yours: free it with wl_body_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_body_from_toml(
    toml: *const c_char,
    body: *mut *mut wl_body,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (body, toml) = unsafe { (Out::at("body", body), some_text("toml", toml)) };
    body.make(|| Ok(wl_body::new(Arc::new(wayline_maps::bodies::read(toml?.as_bytes())?))))
}

/// Frees it. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn wl_body_destroy(body: Option<Box<wl_body>>) {
    free(body);
}

/// Makes the map of a kind of body on a terrain. It keeps what it needs of both.
///
/// Yours: free it with wl_body_map_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_body_map_new(
    body: Option<&wl_body>,
    terrain: Option<&wl_terrain>,
    map: *mut *mut wl_body_map,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let map = unsafe { Out::at("map", map) };
    map.make(|| {
        let (body, terrain) = (body.read()?, terrain.read()?);
        Ok(wl_body_map::new(BodyMap::new(Arc::clone(&body), &terrain)))
    })
}

/// Frees it. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn wl_body_map_destroy(map: Option<Box<wl_body_map>>) {
    free(map);
}

/// Brings it up to date with the terrain that it was made from.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_body_map_refresh(
    map: *mut wl_body_map,
    terrain: Option<&wl_terrain>,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let map = unsafe { at(map) };
    run(|| {
        map.write()?.refresh(&*terrain.read()?)?;
        Ok(())
    })
}

/// Whether the body has room at a placement; false for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn wl_body_map_fits(map: Option<&wl_body_map>, placement: wl_placement) -> bool {
    look(false, || {
        let (map, placement) = (map.read()?, placement.placement()?);
        Ok(map.state(placement).is_some() && map.fits(placement))
    })
}

/// A cheapest path from a placement to another, or with WL_HEADING_ANY to a cell. Costs are time units.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_body_map_path(
    map: Option<&wl_body_map>,
    from: wl_placement,
    to: wl_placement,
    workspace: *mut wl_workspace,
    answer: *mut wl_answer,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    unsafe { wl_body_map_search(map, from, to, None, workspace, answer) }
}

/// The same by these settings. Estimates of bodies are "auto", "zero", "euclid", "steps", "free", "field".
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_body_map_search(
    map: Option<&wl_body_map>,
    from: wl_placement,
    to: wl_placement,
    settings: Option<&wl_settings>,
    workspace: *mut wl_workspace,
    answer: *mut wl_answer,
) -> wl_status {
    // SAFETY: as the header asks of the caller.
    let (work, answer) = unsafe { (at(workspace), Out::at("answer", answer)) };
    answer.give(wl_answer::default(), || {
        let settings = settings.copied().unwrap_or_default();
        let ends = BodyQuery::new(from.placement()?, to.goal()?);
        let query = settings.on_body(ends)?;
        let map = map.read()?;
        workspace::with(work, |work| workspace::ask(&*map, &query, work))
    })
}

/// The ground that a letter stands for; refuses those that are not ground.
pub(crate) fn ground(letter: c_char) -> Result<u8, Failure> {
    // A char has a sign on some machines and none on others.
    let byte = letter as u8;
    if byte.is_ascii_graphic() && !b"#@O".contains(&byte) {
        return Ok(byte);
    }
    let shown = byte.escape_ascii();
    Err(Failure::bad(format_args!("ground '{shown}': expected a letter, digit or sign but # @ O")))
}

/// The number that a world gave to something, as the world knows it.
pub(crate) fn known<T: Copy>(what: &'static str, list: &[T], number: u32) -> Result<T, Failure> {
    let found = list.get(number as usize).copied();
    Ok(found.ok_or(wayline::BodyError::NotInWorld { what, number })?)
}
