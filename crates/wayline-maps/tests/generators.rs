//! What generated maps promise, and that they never change.

use wayline::{Cell, Grid, Moves, Rules};
use wayline_maps::Limits;
use wayline_maps::generate::{Spec, SpecError};

fn make(spec: &str) -> Grid {
    let spec: Spec = spec.parse().unwrap_or_else(|error| panic!("{spec}: {error}"));
    spec.generate(Limits::default()).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// FNV-1a over everything a map holds.
fn fingerprint(grid: &Grid) -> u64 {
    let cells = grid.cells().flat_map(|cell| {
        let multiplier = (grid.multiplier(cell) * 256.0) as u32;
        let ground = [multiplier.to_le_bytes(), grid.elevation(cell).to_le_bytes()];
        [u8::from(grid.is_free(cell))].into_iter().chain(ground.into_iter().flatten())
    });
    let size = [grid.width().to_le_bytes(), grid.height().to_le_bytes()];
    size.into_iter().flatten().chain(cells).fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Sizes with nothing in common with the spacing of corridors and rooms, small ones, thin ones.
const SIZES: [&str; 9] =
    ["2x2", "3x3", "2x9", "9x2", "7x50", "64x64", "65x33", "100x101", "128x128"];

#[test]
fn maps_are_the_same_forever() {
    let known = [
        ("open:30x20", 0x2c03_064d_659c_c10f),
        ("random:100x80:density=0.3:seed=7", 0x44eb_bc02_1c39_3ee3),
        ("maze:100x80:corridor=3:seed=1", 0xbbf9_e7b6_205b_8100),
        ("rooms:100x80:size=16:seed=1", 0xe679_a523_2381_52b2),
        ("caves:100x80:seed=3", 0xb284_25f1_783f_e6ab),
        ("terrain:100x80:seed=4", 0xf721_d89c_610e_c53e),
        ("terrain:100x80:relief=500:seed=4", 0xc257_e817_3ac3_0981),
    ];
    let made: Vec<_> = known.iter().map(|&(spec, _)| (spec, fingerprint(&make(spec)))).collect();
    assert!(made == known, "{made:#x?}");
}

#[test]
fn seeds_matter() {
    for spec in ["random:64x64", "maze:64x64", "rooms:64x64", "caves:64x64", "terrain:64x64"] {
        assert!(make(&format!("{spec}:seed=1")) != make(&format!("{spec}:seed=2")), "{spec}");
    }
}

#[test]
fn random_maps_have_their_density() {
    let blocked = |spec| 1_000_000 - make(spec).free_cells();
    assert!((298_500..301_500).contains(&blocked("random:1000x1000:density=0.3:seed=7")));
    assert_eq!(blocked("random:1000x1000:density=0"), 0);
    assert_eq!(blocked("random:1000x1000:density=1"), 1_000_000);
}

#[test]
fn mazes_have_one_way_between_any_two_places() {
    for size in SIZES {
        for seed in 0..4 {
            let rules = Rules::default().moves(Moves::Four);
            let maze = make(&format!("maze:{size}:corridor=1:seed={seed}")).with_rules(rules);
            assert_eq!(maze.components(), 1);
            let right = |cell: Cell| maze.is_free((cell.x + 1, cell.y));
            let down = |cell: Cell| maze.is_free((cell.x, cell.y + 1));
            let free = maze.cells().filter(|&cell| maze.is_free(cell));
            let steps: usize =
                free.map(|cell| usize::from(right(cell)) + usize::from(down(cell))).sum();
            // Connected, and with one step fewer than cells: a tree.
            assert_eq!(steps + 1, maze.free_cells(), "{size}");
        }
    }
}

#[test]
fn wide_mazes_and_rooms_hang_together() {
    for size in SIZES {
        for seed in 0..4 {
            for kind in ["maze:SIZE:corridor=2", "maze:SIZE:corridor=8", "rooms:SIZE:size=2"] {
                let spec = kind.replace("SIZE", size) + &format!(":seed={seed}");
                assert_eq!(make(&spec).components(), 1, "{spec}");
            }
            let spec = format!("rooms:{size}:size=9:seed={seed}");
            assert_eq!(make(&spec).components(), 1, "{spec}");
        }
    }
}

#[test]
fn walls_are_one_cell_thick_and_doors_one_cell_wide() {
    let rooms = make("rooms:100x80:size=10:seed=5");
    for wall in (10..100).step_by(10) {
        for room in 0..8 {
            let cells = (room * 10 + 1..room * 10 + 10).filter(|&y| rooms.is_free((wall, y)));
            assert!(cells.count() <= 1);
        }
    }
    let inside = |cell: &Cell| !cell.x.is_multiple_of(10) && !cell.y.is_multiple_of(10);
    assert!(rooms.cells().filter(inside).all(|cell| rooms.is_free(cell)));
}

#[test]
fn caves_are_one_cave_of_some_size() {
    for size in SIZES {
        for seed in 0..4 {
            let caves = make(&format!("caves:{size}:seed={seed}"));
            assert_eq!(caves.components(), 1, "{size}");
        }
    }
    for seed in 0..10 {
        let free = make(&format!("caves:200x200:seed={seed}")).free_cells();
        assert!((16_000..28_000).contains(&free), "{free}");
    }
}

#[test]
fn small_caves_are_usable() {
    for size in ["30x10", "10x30", "16x16", "40x6", "24x31", "12x12", "5x5", "2x9", "1x1", "1x40"] {
        for seed in 0..20 {
            let caves = make(&format!("caves:{size}:seed={seed}"));
            let cells = (caves.width() * caves.height()) as usize;
            assert!(caves.free_cells() * 4 >= cells, "{size} {seed}: {}", caves.free_cells());
            assert_eq!(caves.components(), 1, "{size} {seed}");
        }
    }
}

#[test]
fn terrain_has_water_plains_and_peaks() {
    for seed in 0..10 {
        let land = make(&format!("terrain:200x200:relief=100:seed={seed}"));
        let water = 40_000 - land.free_cells();
        assert!((4_000..=6_000).contains(&water), "{water}");
        let share = |low: f64, high: f64| {
            let fits = |cell: &Cell| (low..=high).contains(&land.multiplier(*cell));
            land.cells().filter(|&cell| land.is_free(cell)).filter(fits).count()
        };
        assert!(share(1.0, 1.0) > 4_000 && share(7.0, 9.0) > 0);
        assert_eq!(share(1.0, 9.0), land.free_cells());
        assert!(land.cells().all(|cell| (0..=100).contains(&land.elevation(cell))));
        assert!(land.cells().any(|cell| land.elevation(cell) > 80));
    }
    assert_eq!(make("terrain:1x1").free_cells(), 1);
}

#[test]
fn errors_say_what_was_expected() {
    let error = |spec: &str| {
        let made = spec.parse::<Spec>().and_then(|spec| spec.generate(Limits::default()));
        made.unwrap_err().to_string()
    };
    assert_eq!(
        error("mase:9x9"),
        "there is no kind of map 'mase': expected open, random, maze, rooms, caves or terrain"
    );
    for bad in ["open", "open:", "open:9", "open:9x", "open:-9x9", "open:+9x9", "open:9x9x9"] {
        assert!(
            error(bad).ends_with("is not a size: expected WIDTHxHEIGHT in cells, such as 512x512")
        );
    }
    assert_eq!(error("open:9x9:seed=1"), "open has no parameter 'seed': expected none");
    assert_eq!(error("rooms:9x9:doors=1"), "rooms has no parameter 'doors': expected size or seed");
    assert_eq!(
        error("maze:9x9:seed"),
        "'seed' is not a parameter: expected name=value, such as seed=1"
    );
    assert_eq!(error("maze:9x9:seed=1:seed=1"), "seed is given twice: expected it once at most");
    assert_eq!(error("maze:9x9:corridor=0"), "corridor=0: expected a whole number from 1 to 1024");
    assert_eq!(
        error("random:9x9:density=2"),
        "density=2: expected a number from 0 to 1 with at most nine decimals, such as 0.3"
    );
    assert!(error("maze:1x9").ends_with("expected at least 2x2"));
    assert!(error("open:0x9").contains("expected at least 1x1 and at most 67108864 cells"));
    assert!(error("open:4294967295x4294967295").contains("at most 67108864"));
    assert!(error("terrain:5000x5000").contains("at most 16777216"));
}

#[test]
fn values_made_by_hand_are_checked_too() {
    use wayline_maps::generate::Kind;
    for kind in [
        Kind::Maze { corridor: 0, seed: 0 },
        Kind::Maze { corridor: u32::MAX, seed: 0 },
        Kind::Rooms { size: 1, seed: 0 },
        Kind::Terrain { relief: u32::MAX, seed: 0 },
    ] {
        let spec = Spec { width: 9, height: 9, kind };
        let error = spec.generate(Limits::default()).unwrap_err();
        assert!(matches!(error, SpecError::BadValue { .. }), "{error}");
    }
}
