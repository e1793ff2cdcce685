//! [`BodyPlanner`]: finds a plan for a crowd of bodies, and makes it cheaper.

use super::BodyUnit;
use super::improve::Improver;
use super::plan::{BodyPlan, scheduled};
use super::search::{Crowds, Progress};
use super::setting::Setting;
use crate::body::kind::BodyKind;
use crate::body::map::Terrain;
use crate::crowd::error::CrowdError;
use crate::kernel::limits::Allowance;
use crate::question::answer::{Limit, Outcome};
use crate::question::settings::Limits;
use std::fmt;
use std::sync::Arc;

/// Plans for one crowd of bodies on one terrain: units with headings, footprints and moves of their own. See
/// [`crowd`](crate::crowd) for an example.
///
/// Each move takes as long as it costs, and for all that time its unit holds every cell that it sweeps; a unit
/// that rests holds the cells that it covers. No two units ever hold the same cell.
///
/// As a rule, it takes one field for each goal and kind (16 bytes a cell), then time in proportion to the units
/// for each round of the plan. In the worst case, and to prove that there is no plan, it is exponential, as the
/// problem is.
pub struct BodyPlanner {
    setting: Setting,
    crowds: Crowds,
    improver: Option<Improver>,
    bound: u64,
    exhausted: bool,
}

impl BodyPlanner {
    /// Plans for units whose kinds are among `kinds`.
    ///
    /// # Errors
    ///
    /// If a unit does not fit at its start or its goal, if two overlap there, or if no path leads from one to the
    /// other.
    pub fn new(
        terrain: &Terrain,
        kinds: &[Arc<BodyKind>],
        units: &[BodyUnit],
    ) -> Result<BodyPlanner, CrowdError> {
        BodyPlanner::with_threads(terrain, kinds, units, 1)
    }

    /// The same, on several threads. The plan does not depend on how many there are.
    ///
    /// # Errors
    ///
    /// As for [`BodyPlanner::new`].
    pub fn with_threads(
        terrain: &Terrain,
        kinds: &[Arc<BodyKind>],
        units: &[BodyUnit],
        threads: usize,
    ) -> Result<BodyPlanner, CrowdError> {
        let setting = Setting::new(terrain, kinds, units, threads)?;
        let (crowds, bound) = (Crowds::new(&setting, 0), setting.bound());
        Ok(BodyPlanner { setting, crowds, improver: None, bound, exhausted: false })
    }

    /// Searches for a first plan. The outcome is found, unreachable (it is proved that no plan exists), or stopped
    /// by a limit; if called again, it goes on from there. Expansions are decisions of single units and placements
    /// looked at.
    ///
    /// [`Limits::cost`] is ignored.
    pub fn find(&mut self, limits: &Limits) -> Outcome {
        let mut allowance = Allowance::new(limits);
        while self.improver.is_none() {
            if self.exhausted {
                return Outcome::Unreachable;
            }
            let allowed = match allowance.portion(1) {
                Ok(allowed) => allowed,
                Err(limit) => return Outcome::Stopped(limit),
            };
            let mut left = allowed;
            match self.crowds.advance(&self.setting, &mut left) {
                Progress::Found => {
                    let plan = scheduled(&self.setting, &self.crowds.steps());
                    self.improver = Some(Improver::new(&self.setting, plan, 1));
                }
                Progress::Exhausted => self.exhausted = true,
                Progress::Full => return Outcome::Stopped(Limit::States),
                Progress::Paused => {}
            }
            allowance.spend(allowed - left);
        }
        Outcome::Found
    }

    /// Makes the plan cheaper until a limit is reached, which is returned, or until none can cost less.
    /// Without any limit, it may never end. Does nothing before there is a plan.
    pub fn improve(&mut self, limits: &Limits) -> Option<Limit> {
        let mut allowance = Allowance::new(limits);
        while let Some(improver) = &mut self.improver
            && improver.plan().sum_of_costs() > self.bound
        {
            if let Err(limit) = allowance.portion(0) {
                return Some(limit);
            }
            allowance.spend(improver.round(&self.setting));
        }
        None
    }

    /// The best plan so far.
    pub fn plan(&self) -> Option<&BodyPlan> {
        self.improver.as_ref().map(Improver::plan)
    }

    /// No plan has a smaller sum of costs than this: what each unit would take alone.
    pub fn lower_bound(&self) -> u64 {
        self.bound
    }
}

impl fmt::Debug for BodyPlanner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BodyPlanner")
            .field("units", &self.setting.units())
            .field("sum_of_costs", &self.plan().map(BodyPlan::sum_of_costs))
            .field("lower_bound", &self.bound)
            .finish_non_exhaustive()
    }
}
