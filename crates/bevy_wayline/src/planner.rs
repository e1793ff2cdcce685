//! The systems: which agents plan when, and within which budget.

use crate::agents::{Arrived, Goal, Map, NoPath, Path, Position, SearchBudget, Walk};
use bevy_ecs::change_detection::{DetectChanges, DetectChangesMut};
use bevy_ecs::entity::EntityHashSet;
use bevy_ecs::prelude::{
    Commands, Entity, MessageWriter, Mut, Or, Query, Ref, Res, ResMut, Resource, With,
};
use bevy_ecs::query::Changed;
use std::collections::VecDeque;
use wayline::{Cell, Grid, Outcome, QueryError, Search};

/// The agents that wait for a path, and the search that is under way: one at a time, so that one workspace serves all.
#[derive(Resource)]
pub struct Planner {
    queue: VecDeque<Entity>,
    /// The same, to look up.
    queued: EntityHashSet,
    search: Search<'static, Grid>,
    /// Whose search it is, from where and to where.
    current: Option<(Entity, Cell, Cell)>,
}

impl Default for Planner {
    fn default() -> Planner {
        let nothing = wayline::Query::new((0, 0), (0, 0));
        Planner {
            queue: VecDeque::new(),
            queued: EntityHashSet::default(),
            search: Search::new(nothing),
            current: None,
        }
    }
}

impl Planner {
    /// How many agents wait for a path, the one whose search is under way included.
    ///
    /// ```
    /// use bevy_wayline::Planner;
    /// assert_eq!(Planner::default().waiting(), 0);
    /// ```
    pub fn waiting(&self) -> usize {
        self.queue.len() + usize::from(self.current.is_some())
    }

    fn ask(&mut self, agent: Entity) {
        // An agent that waits already is planned for as it is when its turn comes; and a search that is under way
        // begins anew when its question or the map has changed.
        if !self.is_searching_for(agent) && self.queued.insert(agent) {
            self.queue.push_back(agent);
        }
    }

    fn is_searching_for(&self, agent: Entity) -> bool {
        self.current.is_some_and(|(current, ..)| current == agent)
    }
}

/// Agents with a goal, and what is new about them.
type Agents<'w, 's> =
    Query<'w, 's, (Entity, Ref<'static, Position>, Ref<'static, Goal>, Mut<'static, Path>)>;
/// Agents that may have arrived.
type Moved = Or<(Changed<Position>, Changed<Goal>)>;

/// Puts agents that need a path into the queue.
pub(crate) fn ask(map: Option<Res<Map>>, mut planner: ResMut<Planner>, mut agents: Agents<'_, '_>) {
    let Some(map) = map else { return };
    // In the order of their numbers, which does not depend on where they lie in memory.
    let mut asking: Vec<Entity> = Vec::new();
    for (agent, position, goal, mut path) in &mut agents {
        if goal.is_changed() {
            path.clear();
            asking.push(agent);
        } else if map.is_changed() {
            asking.push(agent);
        } else if position.is_changed() {
            // A step along the path is not news.
            let before = path.at;
            if !path.bypass_change_detection().reach(position.0) {
                path.clear();
                asking.push(agent);
            } else if path.at != before {
                path.set_changed();
            }
        }
    }
    asking.sort_unstable_by_key(|agent| agent.index_u32());
    for agent in asking {
        planner.ask(agent);
    }
}

/// Searches, within the budget of a frame.
pub(crate) fn plan(
    map: Option<Res<Map>>,
    budget: Res<SearchBudget>,
    mut planner: ResMut<Planner>,
    mut agents: Query<(&Position, &Goal, &mut Path)>,
    mut no_path: MessageWriter<NoPath>,
) {
    let Some(map) = map else { return };
    let mut left = budget.expansions.max(1);
    while left > 0 {
        let Planner { queue, queued, search, current } = &mut *planner;
        let Some(agent) = current.map(|(agent, ..)| agent).or_else(|| queue.pop_front()) else {
            return;
        };
        queued.remove(&agent);
        // Gone, or called off.
        let Ok((position, goal, mut path)) = agents.get_mut(agent) else {
            *current = None;
            continue;
        };
        let question = (agent, position.0, goal.0);
        if *current != Some(question) {
            search.restart(wayline::Query::new(position.0, goal.0));
            *current = Some(question);
        }
        let before = search.stats().expanded;
        let answered = match search.step(&map, left) {
            Err(QueryError::Changed) => {
                search.restart(wayline::Query::new(position.0, goal.0));
                continue;
            }
            Err(error) => Some(Err(Some(error))),
            Ok(None) => None,
            Ok(Some(answer)) if answer.outcome == Outcome::Found => {
                path.cells.clear();
                path.cells.extend_from_slice(&answer.path);
                (path.at, path.cost) = (0, answer.cost);
                Some(Ok(()))
            }
            Ok(Some(_)) => Some(Err(None)),
        };
        // Every question counts, so that many easy ones end as well.
        left = left.saturating_sub((search.stats().expanded.saturating_sub(before)).max(1));
        let Some(answered) = answered else { return };
        *current = None;
        if let Err(error) = answered {
            path.clear();
            no_path.write(NoPath { agent, goal: goal.0, error });
        }
    }
}

/// Takes a step with every agent whose turn it is.
pub(crate) fn walk(
    map: Option<Res<Map>>,
    planner: Res<Planner>,
    mut agents: Query<(Entity, &mut Position, &mut Path, &mut Walk), With<Goal>>,
) {
    let Some(map) = map else { return };
    for (agent, mut position, mut path, mut walk) in &mut agents {
        walk.waited = walk.waited.saturating_add(1);
        if walk.waited < walk.frames || planner.is_searching_for(agent) {
            continue;
        }
        let Some(next) = path.next().filter(|_| path.cells()[0] == position.0) else { continue };
        // The map may have changed since the path was found.
        if map.neighbours(position.0).any(|(cell, _)| cell == next) {
            walk.waited = 0;
            position.0 = next;
            path.at += 1;
        }
    }
}

/// Reports which agents have arrived.
pub(crate) fn report(
    mut commands: Commands,
    mut agents: Query<(Entity, &Position, &Goal, &mut Path), Moved>,
    mut arrived: MessageWriter<Arrived>,
) {
    let mut there: Vec<Arrived> = Vec::new();
    for (agent, position, goal, mut path) in &mut agents {
        if position.0 == goal.0 {
            path.clear();
            there.push(Arrived { agent, at: position.0 });
            commands.entity(agent).remove::<Goal>();
        }
    }
    there.sort_unstable_by_key(|arrived| arrived.agent.index_u32());
    arrived.write_batch(there);
}
