//! Every reason why there is no way has a map that produces exactly it, cells included.

use wayline::body::{
    Area, BodyKind, BodyMap, BodyQuery, Footprint, Goal, Heading, Hindrance, Occupancy, Placement,
    Rule, Terrain, WhyNot, why_illegal, why_not,
};
use wayline::{Cell, Limit, Limits, Workspace, search};

fn cells<const N: usize>(cells: [(u32, u32); N]) -> Vec<Cell> {
    cells.map(Cell::from).to_vec()
}

fn why(kind: &BodyKind, rows: &[&str], query: &BodyQuery<'_>) -> Option<WhyNot> {
    let terrain = Terrain::from_rows(rows).unwrap();
    let map = BodyMap::new(kind.clone(), &terrain);
    let mut work = Workspace::new();
    let why = why_not(&map, &terrain, query, &mut work).unwrap();
    assert_eq!(why.is_none(), search(&map, query, &mut work).unwrap().is_found());
    why
}

fn tank() -> BodyKind {
    BodyKind::preset("tank").unwrap()
}

/// A square that slides in every direction.
fn slider(side: u32) -> BodyKind {
    let builder = BodyKind::builder("slider", Footprint::rectangle(side, side).unwrap());
    let steps = [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(dx, dy)| Rule::step(dx, dy, 10));
    steps.into_iter().fold(builder, |builder, rule| builder.rule(rule)).build().unwrap()
}

#[test]
fn there_is_a_way() {
    assert_eq!(why(&tank(), &["....", "...."], &BodyQuery::new((0, 0, Heading::E), (2, 0))), None);
}

#[test]
fn the_start_is_blocked() {
    let query = BodyQuery::new((0, 0, Heading::E), (2, 1));
    let Some(WhyNot::Start(found)) = why(&tank(), &[".#..", "...."], &query) else { panic!() };
    assert_eq!(found.blocked, cells([(1, 0)]));
    assert_eq!(found.to_string(), "blocked at 1,0");
    // Half of it off the map, the other half in the water.
    let query = BodyQuery::new((3, 0, Heading::E), (1, 1));
    let Some(WhyNot::Start(found)) = why(&tank(), &["...W", "...."], &query) else { panic!() };
    assert_eq!(found.off_map, [(4, 0)]);
    assert_eq!(found.forbidden, cells([(3, 0)]));
    assert_eq!((found.blocked.len(), found.outside.len(), found.taken.len()), (0, 0, 0));
}

#[test]
fn the_body_is_larger_than_the_map() {
    let query = BodyQuery::new((0, 0, Heading::E), (1, 0));
    let Some(WhyNot::Start(found)) = why(&slider(3), &["..", ".."], &query) else { panic!() };
    assert_eq!(found.off_map, [(2, 0), (2, 1), (0, 2), (1, 2), (2, 2)]);
}

#[test]
fn the_goal_is_blocked() {
    let rows = ["......", "...#..", "......"];
    let query = BodyQuery::new((0, 0, Heading::E), (2, 1, Heading::E));
    let Some(WhyNot::Goal { at, hindrance }) = why(&tank(), &rows, &query) else { panic!() };
    assert_eq!(at, Placement::new(2, 1, Heading::E));
    assert_eq!(hindrance.blocked, cells([(3, 1)]));
    // At any heading: the pivot itself is blocked; told of the first heading.
    let query = BodyQuery::new((0, 0, Heading::E), (3, 1));
    let Some(WhyNot::Goal { at, hindrance }) = why(&tank(), &rows, &query) else { panic!() };
    assert_eq!(at, Placement::new(3, 1, Heading::E));
    assert_eq!(hindrance.blocked, cells([(3, 1)]));
    // Near it there is room.
    let near = Goal::Near { cell: Cell::new(3, 1), reach: 1 };
    assert_eq!(why(&tank(), &rows, &BodyQuery::new((0, 0, Heading::E), near)), None);
}

#[test]
fn others_are_in_the_way() {
    let terrain = Terrain::from_rows(["......", "##.###", "......"]).unwrap();
    let king = BodyKind::preset("king").unwrap();
    let map = BodyMap::new(king, &terrain);
    let mut others = Occupancy::new(&map);
    others.take((2, 1)).unwrap();
    others.take((5, 0)).unwrap();
    let query = BodyQuery::new((0, 0, Heading::E), (5, 2)).around(&others);
    let why = why_not(&map, &terrain, &query, &mut Workspace::new()).unwrap();
    assert_eq!(why, Some(WhyNot::Taken(cells([(2, 1)]))));
}

#[test]
fn the_way_leaves_the_bounds() {
    let rows = ["..#..", "..#..", "....."];
    let king = BodyKind::preset("king").unwrap();
    let query = BodyQuery::new((0, 0, Heading::E), (4, 0)).within(Area::new((0, 0), (4, 1)));
    assert_eq!(why(&king, &rows, &query), Some(WhyNot::OutOfBounds(cells([(2, 2)]))));
}

#[test]
fn only_the_heading_is_wrong() {
    // Turning needs two by two cells, and there are none.
    let query = BodyQuery::new((0, 0, Heading::E), (4, 0, Heading::W));
    let expected = Some(WhyNot::WrongHeading(vec![Heading::E]));
    assert_eq!(why(&tank(), &["......"], &query), expected);
}

#[test]
fn the_ground_is_forbidden() {
    let rows = ["..WW...", "..WW...", "..W...."];
    let query = BodyQuery::new((0, 0, Heading::E), (5, 2, Heading::E));
    // The way through the least water.
    assert_eq!(why(&slider(1), &rows, &query), Some(WhyNot::Forbidden(cells([(2, 2)]))));
}

#[test]
fn forbidden_and_narrow_at_once() {
    // Neither the wide body on all ground nor a single cell on its own ground gets through.
    let rows = ["....#....", "....#....", "....W....", "....#...."];
    let query = BodyQuery::new((0, 0, Heading::E), (6, 0, Heading::E));
    assert_eq!(why(&slider(2), &rows, &query), Some(WhyNot::Forbidden(cells([(4, 2)]))));
}

#[test]
fn there_is_no_room_to_turn() {
    // A corridor round a corner, one cell wide; a tank needs two by two cells to turn.
    let rows = ["....#", "###.#", "###.#", "###.#"];
    let at = Placement::new(3, 0, Heading::W);
    let expected = WhyNot::NoRoomToTurn { at, to: Heading::S };
    assert_eq!(expected.to_string(), "no room to turn from W to S at 3,0");
    assert_eq!(why(&tank(), &rows, &BodyQuery::new((2, 0, Heading::W), (3, 2))), Some(expected));
    let long_way = why(&tank(), &rows, &BodyQuery::new((0, 0, Heading::E), (3, 2)));
    let Some(WhyNot::NoRoomToTurn { at, to }) = long_way else { panic!("{long_way:?}") };
    assert_eq!((at.heading, at.y, to), (Heading::E, 0, Heading::W));
    // With room at the corner there is a path.
    let room = ["...##", "....#", "##..#", "###.#"];
    assert_eq!(why(&tank(), &room, &BodyQuery::new((0, 0, Heading::E), (3, 2))), None);
    // One that never turns is held by its rules.
    let query = BodyQuery::new((0, 0, Heading::E), (3, 2));
    let rails = BodyKind::builder("rails", Footprint::rectangle(1, 1).unwrap());
    let rails = rails.rule(Rule::step(1, 0, 10)).build().unwrap();
    assert_eq!(why(&rails, &rows, &query), Some(WhyNot::Rules));
}

#[test]
fn it_is_too_narrow() {
    let rows =
        ["....#....", ".........", "....#....", "....#....", ".........", ".........", "....#...."];
    let query = BodyQuery::new((0, 0, Heading::E), (6, 0, Heading::E));
    // The wider of the two gaps is what a smaller body would take.
    let expected = WhyNot::TooNarrow { gap: cells([(4, 4), (4, 5)]) };
    assert_eq!(expected.to_string(), "too narrow: the gap at 4,4 4,5 is only 2 wide");
    assert_eq!(why(&slider(3), &rows, &query), Some(expected));
    assert_eq!(why(&slider(2), &rows, &query), None);
}

#[test]
fn the_rules_do_not_lead_there() {
    let rails = BodyKind::builder("rails", Footprint::rectangle(1, 1).unwrap());
    let rails = rails.rule(Rule::step(1, 0, 10)).build().unwrap();
    let query = BodyQuery::new((2, 0, Heading::E), (1, 1));
    assert_eq!(why(&rails, &["....", "...."], &query), Some(WhyNot::Rules));
}

#[test]
fn start_and_goal_are_apart() {
    let query = BodyQuery::new((0, 0, Heading::E), (4, 0));
    assert_eq!(why(&slider(1), &["..#..", "..#.."], &query), Some(WhyNot::Apart));
}

#[test]
fn a_limit_is_no_reason() {
    let limits = Limits::default().expansions(1);
    let terrain = Terrain::new(9, 9).unwrap();
    let map = BodyMap::new(tank(), &terrain);
    let query = BodyQuery::new((0, 0, Heading::E), (6, 6)).limits(limits);
    let why = why_not(&map, &terrain, &query, &mut Workspace::new()).unwrap();
    assert_eq!(why, Some(WhyNot::Limit(Limit::Expansions)));
}

#[test]
fn a_move_is_illegal_for_every_reason_at_once() {
    let terrain = Terrain::from_rows(["..#", ".W.", "..."]).unwrap();
    let kind = slider(3);
    let map = BodyMap::new(kind.clone(), &terrain);
    let mut others = Occupancy::new(&map);
    others.take((0, 2)).unwrap();
    let at = Placement::new(0, 0, Heading::E);
    let query = BodyQuery::new(at, (0, 0)).around(&others).within(Area::new((0, 0), (2, 1)));
    let found = why_illegal(&kind, &terrain, at, 0, Some(&query)).unwrap();
    assert_eq!(found.off_map, [(3, 0), (3, 1), (3, 2)]);
    assert_eq!(found.blocked, cells([(2, 0)]));
    assert_eq!(found.forbidden, cells([(1, 1)]));
    assert_eq!(found.taken, cells([(0, 2)]));
    assert_eq!(found.outside, cells([(0, 2), (1, 2), (2, 2)]));
    let all = "off the map at 3,0; blocked at 2,0; forbidden ground at 1,1; outside the bounds at \
               0,2 1,2 2,2; others are at 0,2";
    assert_eq!(found.to_string(), all);
    assert_eq!(why_illegal(&kind, &terrain, at, 99, None), None);
    assert!(Hindrance::default().is_empty());
}
