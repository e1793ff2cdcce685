//! Whatever is written is read back as it was.

use proptest::prelude::*;
use wayline::{Cell, Grid};
use wayline_maps::generate::{Density, Kind, Spec};
use wayline_maps::scenario::Scenario;
use wayline_maps::{Format, Limits, Map, ascii, movingai, png, read, scenario};

/// Maps of up to 40x40 cells, whose free cells have multipliers from a list.
fn grids(multipliers: &'static [f64]) -> impl Strategy<Value = Grid> {
    (1..40u32, 1..40u32).prop_flat_map(move |(width, height)| {
        let cell = prop_oneof![
            Just(None),
            Just(Some(1.0)),
            prop::sample::select(multipliers).prop_map(Some),
        ];
        prop::collection::vec(cell, (width * height) as usize).prop_map(move |cells| {
            let at = |cell: Cell| cells[(cell.y * width + cell.x) as usize];
            let mut grid = Grid::from_fn(width, height, |cell| at(cell).is_some()).unwrap();
            for cell in grid.cells() {
                grid.set_multiplier(cell, at(cell).unwrap_or(1.0)).unwrap();
            }
            grid
        })
    })
}

fn scenarios() -> impl Strategy<Value = Scenario> {
    let name = "[a-z]{1,8}([ /\\\\.][a-zä]{1,8}){0,3}\\.map";
    let cell = || (any::<u32>(), any::<u32>()).prop_map(Cell::from);
    let length = prop_oneof![0.0..1e4, any::<f64>().prop_map(f64::abs)]
        .prop_filter("finite", |length: &f64| length.is_finite());
    let size = (any::<u32>(), any::<u32>());
    (any::<u32>(), name, size, cell(), cell(), length).prop_map(
        |(bucket, map, (width, height), start, goal, optimal)| Scenario {
            bucket,
            map,
            width,
            height,
            start,
            goal,
            optimal,
        },
    )
}

fn specs() -> impl Strategy<Value = Spec> {
    let kind = prop_oneof![
        Just(Kind::Open),
        (0..=100u32, any::<u64>()).prop_map(|(n, seed)| Kind::Random {
            density: Density::from_percent(n),
            size: 1 + n % 10,
            seed
        }),
        (1..=1024u32, any::<u64>()).prop_map(|(corridor, seed)| Kind::Maze { corridor, seed }),
        (2..=1024u32, any::<u64>()).prop_map(|(size, seed)| Kind::Rooms { size, seed }),
        any::<u64>().prop_map(|seed| Kind::Caves { seed }),
        (0..=10_000u32, any::<u64>()).prop_map(|(relief, seed)| Kind::Terrain { relief, seed }),
    ];
    (2..60u32, 2..60u32, kind).prop_map(|(width, height, kind)| Spec { width, height, kind })
}

/// Changes the ends of lines, and what follows the last.
fn with_other_lines(text: &[u8], end: &str, after: &str) -> Vec<u8> {
    let text = str::from_utf8(text).unwrap();
    (text.trim_end().replace('\n', end) + after).into_bytes()
}

proptest! {
    #[test]
    fn movingai_maps(grid in grids(&[1.0])) {
        let mut bytes = Vec::new();
        movingai::write(&grid, &mut bytes).unwrap();
        for (end, after) in [("\n", "\n"), ("\n", ""), ("\r\n", "\r\n\r\n"), ("\r\n", "\r")] {
            let other = with_other_lines(&bytes, end, after);
            prop_assert_eq!(&read(&other, None).unwrap().grid, &grid);
        }
    }

    #[test]
    fn ascii_maps(grid in grids(&[2.0, 5.0, 9.0]), start in any::<usize>(), goal in any::<usize>()) {
        let plain = |&cell: &Cell| grid.is_free(cell) && grid.multiplier(cell) == 1.0;
        let plain: Vec<_> = grid.cells().filter(plain).collect();
        let pick = |n: usize| plain.get(n % (plain.len() + 1)).copied();
        let (start, goal) = (pick(start), pick(goal).filter(|&goal| pick(start) != Some(goal)));
        let map = Map { grid, start, goal };
        let mut bytes = Vec::new();
        ascii::write(&map, &mut bytes).unwrap();
        for (end, after) in [("\n", "\n"), ("\n", ""), ("\r\n", "\r\n\r\n"), ("\r\n", "")] {
            let other = with_other_lines(&bytes, end, after);
            prop_assert_eq!(&read(&other, None).unwrap(), &map);
        }
    }

    #[test]
    fn png_maps(grid in grids(&[1.0625, 2.0, 3.5, 9.0, 16.875])) {
        let mut bytes = Vec::new();
        png::write(&grid, &mut bytes).unwrap();
        prop_assert_eq!(Format::of_bytes(&bytes), Some(Format::Png));
        prop_assert_eq!(read(&bytes, None).unwrap().grid, grid);
    }

    #[test]
    fn scenario_files(list in prop::collection::vec(scenarios(), 0..20)) {
        let mut bytes = Vec::new();
        scenario::write(&list, &mut bytes).unwrap();
        prop_assert_eq!(scenario::read(&bytes).unwrap(), list);
    }

    #[test]
    fn specs_of_maps(spec in specs()) {
        prop_assert_eq!(spec.to_string().parse(), Ok(spec));
        let grid = spec.generate(Limits::default()).unwrap();
        prop_assert_eq!((grid.width(), grid.height()), (spec.width, spec.height));
    }

    #[test]
    fn densities_keep_nine_decimals(billionths in 0..=1_000_000_000u32) {
        let (whole, decimals) = (billionths / 1_000_000_000, billionths % 1_000_000_000);
        let density: Density = format!("{whole}.{decimals:09}").parse().unwrap();
        prop_assert_eq!(density.to_string().parse(), Ok(density));
    }
}
