//! `wayline solve --body`: one path of a body.

use super::Solve;
use super::report_body::BodyReport;
use crate::body::ends::{self, BodyEnds};
use crate::body::{self, draw, judge, picture};
use crate::failure::{Failure, Status};
use crate::flags::Shared;
use crate::output;
use crate::output_file::OutputFile;
use crate::picture::Kind;
use crate::sketch::Scale;
use crate::{interrupt, map_source, svg};
use std::ffi::OsStr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wayline::body::{BodyKind, BodyMap, BodyQuery, Estimate, Goal, Placement, Terrain, why_not};
use wayline::{Algorithm, Answer, Cost, Guarantee, Limits, Outcome, Stats, Workspace, search};

/// What a search for a body found.
pub(crate) struct Finding {
    pub(crate) outcome: Outcome,
    /// Infinite when there is no path.
    pub(crate) cost: Cost,
    pub(crate) path: Vec<Placement>,
    pub(crate) guarantee: Guarantee,
    pub(crate) algorithm: Algorithm,
    pub(crate) stats: Stats,
    pub(crate) time: Duration,
}

impl Finding {
    fn new(answer: &Answer<'_, Placement>, time: Duration) -> Finding {
        Finding {
            outcome: answer.outcome,
            cost: answer.cost,
            path: answer.path.to_vec(),
            guarantee: answer.guarantee,
            algorithm: answer.algorithm,
            stats: answer.stats,
            time,
        }
    }

    pub(crate) fn is_found(&self) -> bool {
        self.outcome == Outcome::Found
    }

    pub(crate) fn is_optimal(&self) -> bool {
        self.is_found() && self.guarantee == Guarantee::Optimal
    }
}

/// The map as a body sees it.
struct Question {
    terrain: Terrain,
    kind: Arc<BodyKind>,
    map: BodyMap,
    ends: BodyEnds,
    estimate: Estimate,
}

/// Finds and reports the path of the body that was named.
pub(super) fn run(solve: &Solve, name: &OsStr, shared: Shared) -> Result<Status, Failure> {
    let picture = match &solve.picture {
        Some(path) => Some((path, Kind::of(path)?, OutputFile::create(path))),
        None => None,
    };
    let estimate = estimate(solve)?;
    let kind = Arc::new(body::kind(name)?);
    let loaded = map_source::load_terrain(&solve.map)?;
    let terrain = loaded.terrain;
    let map = BodyMap::new(Arc::clone(&kind), &terrain);
    let from = solve.from.or(loaded.start.map(Goal::Pivot));
    let ends = ends::choose(&terrain, &map, from, solve.to.or(loaded.goal.map(Goal::Pivot)))?;
    let question = Question { terrain, kind, map, ends, estimate };

    let mut work = Workspace::new();
    let finding = best(&question, solve, &mut work)?;
    let verdict = solve.verify.then(|| verify(&question, &finding));
    if let Some(Err(flaw)) = &verdict {
        output::note(&format!("the answer is wrong: {flaw}"));
    }
    let wrong = matches!(verdict, Some(Err(_)));

    let Question { terrain, kind, ends, .. } = &question;
    let from = finding.path.first().copied().unwrap_or(ends.from[0]);
    let why = why(&question, &finding, &mut work)?;
    let report = BodyReport {
        why: why.as_deref(),
        terrain,
        kind,
        from,
        to: ends.to,
        finding: &finding,
        verdict: verdict.as_ref(),
    };
    if shared.is_json() {
        output::say_json(&report.json(&solve.heuristic_name()))?;
    } else {
        let drawn = draw::draw(terrain, kind, &finding.path, from, ends.to, shared.colors());
        output::say(&(report.text() + "\n"))?;
        output::say_bytes(drawn.as_bytes())?;
    }
    // After the answer, which a file that cannot be written does not keep back.
    if let (Some((path, form, file)), false) = (picture, wrong) {
        let sketch = picture::sketch(terrain, kind, &finding.path, from, ends.to);
        let unwritable = |source| Failure::Unwritable { path: path.clone(), source };
        file?.finish(|out| match form {
            Kind::Png => {
                let scale = Scale::of(sketch.width, sketch.height, 960, 4096);
                sketch.paint(scale, 4).write_png(out).map_err(unwritable)
            }
            Kind::Svg => svg::write_sketch(&sketch, out).map_err(unwritable),
        })?;
    }
    Ok(match finding.outcome {
        _ if wrong => Status::Wrong,
        Outcome::Found => Status::Done,
        Outcome::Unreachable => Status::NoPath,
        Outcome::Stopped(_) => Status::Stopped,
    })
}

/// Why there is no path, in words.
fn why(
    question: &Question,
    finding: &Finding,
    work: &mut Workspace,
) -> Result<Option<String>, Failure> {
    if finding.outcome != Outcome::Unreachable {
        return Ok(None);
    }
    let Question { terrain, map, ends, .. } = question;
    let goals = [ends.to];
    let query = BodyQuery::between(&ends.from, &goals);
    Ok(why_not(map, terrain, &query, work)?.map(|why| why.to_string()))
}

/// The estimate asked for; Dijkstra's is none.
fn estimate(solve: &Solve) -> Result<Estimate, Failure> {
    let named: Estimate = match &solve.heuristic[..] {
        [] => Estimate::Auto,
        [name] => name.parse()?,
        _ => {
            let advice = "--heuristic: with --body, expected one name, not several";
            return Err(Failure::Input(advice.to_owned()));
        }
    };
    match (solve.algorithm, named) {
        (Algorithm::Auto | Algorithm::AStar, estimate) => Ok(estimate),
        (Algorithm::Dijkstra, Estimate::Auto | Estimate::Zero) => Ok(Estimate::Zero),
        (Algorithm::Dijkstra, _) => {
            let advice = "--algorithm dijkstra uses no estimate: leave out --heuristic";
            Err(Failure::Input(advice.to_owned()))
        }
        (other, _) => Err(Failure::Input(format!(
            "--algorithm {other} is not for bodies: with --body, expected auto, astar or dijkstra"
        ))),
    }
}

/// The cheapest path from any of the starts.
fn best(question: &Question, solve: &Solve, work: &mut Workspace) -> Result<Finding, Failure> {
    let limits = Limits::default()
        .expansions(solve.max_expansions)
        .cost(solve.max_cost)
        .time(solve.max_ms.map(Duration::from_millis))
        .cancel(interrupt::flag());
    let Question { map, ends, estimate, .. } = question;
    let goals = [ends.to];
    let query = BodyQuery::between(&ends.from, &goals).estimate(*estimate).limits(limits);
    interrupt::heeding(|| {
        let clock = Instant::now();
        let answer = search(map, &query, work)?;
        Ok(Finding::new(&answer, clock.elapsed()))
    })?
}

/// Whether the answer is what it claims to be. What is wrong, in words, if anything is.
fn verify(question: &Question, finding: &Finding) -> Result<(), String> {
    let Question { terrain, kind, ends, .. } = question;
    if finding.is_found() {
        judge::path(terrain, kind, &finding.path, ends.to, finding.cost)?;
    }
    if !finding.is_optimal() && finding.outcome != Outcome::Unreachable {
        return Ok(());
    }
    match (judge::cheapest(terrain, kind, &ends.from, ends.to), finding.is_found()) {
        (Some(least), true) if least != finding.cost => Err(format!(
            "said to be optimal at {}, but Dijkstra's path costs {least}",
            finding.cost
        )),
        (Some(least), false) => Err(format!("there is a path: Dijkstra's costs {least}")),
        (None, true) => Err("Dijkstra finds no path".to_owned()),
        _ => Ok(()),
    }
}
