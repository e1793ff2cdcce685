//! Where agents that follow a field go: to the farthest cell of their path that they can go straight to.

use super::vector::Vector;
use super::{Agent, Aim, GAP, Steering, walls};
use crate::engines::field::Field;
use crate::spaces::error::BodyError;
use crate::spaces::grid::{Cell, Grid};

/// How many cells ahead.
const AHEAD: usize = 6;

pub(super) fn middle(cell: Cell) -> Vector {
    Vector::new(f64::from(cell.x) + 0.5, f64::from(cell.y) + 0.5)
}

impl Steering {
    /// Makes an agent want, until the next call, to go on along a cheapest path of a field, as straight as walls
    /// allow. Call it before each tick. The agent stops in the middle of the cell that the path leads to.
    ///
    /// The field has to be one of the same map, or of the map that has [room for](Steering::room_for) larger
    /// agents, with a rule that cuts no corners, which is the default. One field serves any number of agents.
    ///
    /// Returns whether the field knows a path from where the agent is; if not, the agent stops.
    ///
    /// ```
    /// use wayline::{FieldQuery, Grid, crowd::Steering};
    /// let grid = Grid::from_rows([".....", ".###.", "....."])?;
    /// let mut steering = Steering::new(&grid);
    /// let field = steering.room_for(0.4)?.field(&FieldQuery::towards((4, 2)))?;
    /// let agent = steering.add_agent((0.5, 0.5), 0.4, 1.0)?;
    /// while steering.position(agent) != Some((4.5, 2.5)) {
    ///     assert!(steering.follow(agent, &field)?);
    ///     steering.tick(0.1)?;
    /// }
    /// # Ok::<(), wayline::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such agent.
    pub fn follow(&mut self, agent: usize, field: &Field<Grid>) -> Result<bool, BodyError> {
        let at = *self.known(agent)?;
        let aim = course(&self.grid, &at, field);
        self.known(agent)?.aim = aim.unwrap_or(Aim::Velocity(Vector::ZERO));
        Ok(aim.is_some())
    }
}

fn course(grid: &Grid, agent: &Agent, field: &Field<Grid>) -> Option<Aim> {
    let at = agent.position;
    let sees = |to: Cell| {
        // The gap that is kept from walls is not kept where there is no room for it.
        let radius = agent.radius + GAP;
        walls::is_clear(grid, at, middle(to), radius)
            || walls::is_clear(grid, at, middle(to), agent.radius)
    };
    let own = Cell::new(at.x as u32, at.y as u32);
    let on = if field.cost(own).is_some() { own } else { nearest(field, own, at, &sees)? };
    let mut to = on;
    let mut path = field.descend(on).skip(1);
    for cell in path.by_ref().take(AHEAD) {
        if !sees(cell) {
            return Some(Aim::Point { at: middle(to), stop: false });
        }
        to = cell;
    }
    Some(Aim::Point { at: middle(to), stop: path.next().is_none() })
}

/// The nearest cell of a field around an agent that was pushed off it; one that it can go to, if there is any.
fn nearest(
    field: &Field<Grid>,
    own: Cell,
    at: Vector,
    sees: &impl Fn(Cell) -> bool,
) -> Option<Cell> {
    let around = (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| (dx, dy)));
    let cells = around.filter_map(|(dx, dy)| {
        let cell = Cell::new(own.x.checked_add_signed(dx)?, own.y.checked_add_signed(dy)?);
        field.cost(cell).map(|_| cell)
    });
    let far = |cell: &Cell| (middle(*cell) - at).squared();
    cells.min_by(|one, other| sees(*other).cmp(&sees(*one)).then(far(one).total_cmp(&far(other))))
}
