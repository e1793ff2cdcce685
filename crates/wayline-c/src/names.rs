//! Names, as C has strings.

use std::ffi::{CString, c_char};
use std::sync::OnceLock;
use wayline::body::BodyKind;
use wayline::{Algorithm, Cell, Heuristic, Open, Ties, algorithms};

/// For wl_name(): algorithms, of which the first is the default.
pub const WL_NAMES_ALGORITHMS: u32 = 0;
/// For wl_name(): estimates on grids.
pub const WL_NAMES_HEURISTICS: u32 = 1;
/// For wl_name(): open lists.
pub const WL_NAMES_OPEN_LISTS: u32 = 2;
/// For wl_name(): rules by which ties are broken.
pub const WL_NAMES_TIES: u32 = 3;
/// For wl_name(): kinds of bodies that are built in.
pub const WL_NAMES_BODIES: u32 = 4;

type Names = [Vec<CString>; 5];

fn names() -> &'static Names {
    static NAMES: OnceLock<Names> = OnceLock::new();
    let list = |names: &mut dyn Iterator<Item = &'static str>| -> Vec<CString> {
        names.map(|name| CString::new(name).unwrap_or_default()).collect()
    };
    NAMES.get_or_init(|| {
        [
            list(&mut algorithms().iter().map(|info| info.name)),
            list(&mut Heuristic::<Cell>::names().iter().copied()),
            list(&mut Open::ALL.iter().map(|open| open.name())),
            list(&mut Ties::ALL.iter().map(|ties| ties.name())),
            list(&mut BodyKind::presets().iter().map(|&(name, _)| name)),
        ]
    })
}

/// The name of an algorithm, which lives as long as the program.
pub(crate) fn algorithm(algorithm: Algorithm) -> *const c_char {
    let place = algorithms().iter().position(|info| info.algorithm == algorithm);
    place.map_or(c"".as_ptr(), |place| names()[0][place].as_ptr())
}

/// A name that settings know: from which list (WL_NAMES_...), and its place in it, from zero. NULL after the last.
///
/// The name is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn wl_name(names_of: u32, place: usize) -> *const c_char {
    let list = names().get(names_of as usize);
    list.and_then(|list| list.get(place)).map_or(std::ptr::null(), |name| name.as_ptr())
}
