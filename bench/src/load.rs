//! Reading a map of 1024x1024 cells from memory.

use crate::report::Table;
use crate::{Options, maps};
use std::hint::black_box;
use std::time::Instant;
use wayline_maps::{Limits, movingai};

pub fn run(_: &Options) -> Vec<Table> {
    let title = "load: a Moving AI map of 1024x1024 from memory, best of 20 (target: below 5 ms)";
    let mut table = Table::new(title, &["map", "ms"]);
    for spec in ["open:1024x1024", "random:1024x1024:density=0.25:seed=1", "caves:1024x1024:seed=1"]
    {
        let mut bytes = Vec::new();
        movingai::write(&maps::generate(spec), &mut bytes).expect("memory takes what is written");
        let once = || {
            let clock = Instant::now();
            black_box(movingai::read(black_box(&bytes), Limits::default()).expect("a map"));
            clock.elapsed()
        };
        let best = std::iter::repeat_with(once).take(20).min().unwrap_or_default();
        table.row(vec![spec.into(), (best.as_secs_f64() * 1000.0).into()]);
    }
    vec![table]
}
