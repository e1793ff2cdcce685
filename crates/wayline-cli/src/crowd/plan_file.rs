//! A plan as mapf-visualizer reads it.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;
use wayline::Cell;
use wayline::crowd::{Plan, Unit};

/// What a file says beside the plan.
pub(super) struct About<'a> {
    pub(super) map: &'a OsStr,
    pub(super) units: &'a [Unit],
    pub(super) bound: u64,
}

pub(super) fn write(out: &mut dyn Write, plan: &Plan, about: &About) -> io::Result<()> {
    let map = Path::new(about.map).file_name().unwrap_or(about.map);
    writeln!(out, "agents={}", plan.units())?;
    writeln!(out, "map_file={}", map.display())?;
    writeln!(out, "solver=wayline")?;
    writeln!(out, "solved=1")?;
    writeln!(out, "soc={}", plan.sum_of_costs())?;
    writeln!(out, "soc_lb={}", about.bound)?;
    writeln!(out, "makespan={}", plan.makespan())?;
    write!(out, "starts=")?;
    cells(out, about.units.iter().map(|unit| unit.start))?;
    write!(out, "goals=")?;
    cells(out, about.units.iter().map(|unit| unit.goal))?;
    writeln!(out, "solution=")?;
    for time in 0..=plan.makespan() as usize {
        write!(out, "{time}:")?;
        cells(out, (0..plan.units()).map(|unit| plan.at(unit, time)))?;
    }
    Ok(())
}

fn cells(out: &mut dyn Write, cells: impl Iterator<Item = Cell>) -> io::Result<()> {
    for cell in cells {
        write!(out, "({},{}),", cell.x, cell.y)?;
    }
    writeln!(out)
}
