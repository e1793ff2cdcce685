//! Puts mutants into a file's text, each behind a switch: `a < b` becomes
//! `(if crate::mutant::is(17) { (a) <= (b) } else { (a) < (b) })`.

use crate::sites::{Change, Site};
use std::ops::Range;

/// A site, and which mutants of it are drawn: their numbers, and what stands there instead.
pub type Drawn<'s> = (&'s Site, Vec<(u32, &'s str)>);

/// The text with these mutants in it.
pub fn plant(text: &str, mut drawn: Vec<Drawn<'_>>) -> String {
    // The outermost first. Where two are at the same place (an arm and its guard), one is within the other.
    drawn.sort_by_key(|(site, _)| (site.range.start, std::cmp::Reverse(site.range.end)));
    render(text, &drawn, 0..text.len())
}

/// The source in that range, the changes within it made.
fn render(text: &str, drawn: &[Drawn<'_>], range: Range<usize>) -> String {
    let mut out = String::new();
    let mut at = range.start;
    for (i, (site, mutants)) in drawn.iter().enumerate() {
        if site.range.start < at || site.range.end > range.end {
            continue;
        }
        out.push_str(&text[at..site.range.start]);
        out.push_str(&changed(text, site, mutants, &drawn[i + 1..]));
        at = site.range.end;
    }
    out.push_str(&text[at..range.end]);
    out
}

/// A mutant between marks, by which an error of the compiler finds it.
fn marked(id: u32, text: &str) -> String {
    format!("/*<{id}*/{text}/*{id}>*/")
}

fn is(id: u32) -> String {
    format!("crate::mutant::is({id})")
}

/// What stands at a site, the mutants further inside included.
fn changed(text: &str, site: &Site, mutants: &[(u32, &str)], inner: &[Drawn<'_>]) -> String {
    // (if A { a } else if B { b } else { as it was })
    let chosen = |write: &dyn Fn(&str) -> String, original: &str| {
        let mut out = "(".to_owned();
        for (id, other) in mutants {
            out += &marked(*id, &format!("if {} {{ {} }}", is(*id), write(other)));
            out += " else ";
        }
        out + &format!("{{ {original} }})")
    };
    match &site.change {
        Change::Binary { left, operator, right } => {
            let (left, right) =
                (render(text, inner, left.clone()), render(text, inner, right.clone()));
            let write = |operator: &str| format!("({left}) {operator} ({right})");
            chosen(&write, &write(operator))
        }
        Change::Unary { operand, operator } => {
            let operand = render(text, inner, operand.clone());
            chosen(&|_| operand.clone(), &format!("{operator}{operand}"))
        }
        Change::Guard => {
            let guard = render(text, inner, site.range.clone());
            chosen(&str::to_owned, &guard)
        }
        Change::Body => {
            let returns = |(id, other): &(u32, &str)| {
                marked(*id, &format!(" if {} {{ return {other}; }}", is(*id)))
            };
            mutants.iter().map(returns).collect()
        }
        Change::Pattern | Change::Arm => {
            let mut out = render(text, inner, site.range.clone());
            for (id, _) in mutants {
                out = match site.change {
                    Change::Pattern => out + &marked(*id, &format!(" if !{}", is(*id))),
                    _ => marked(*id, &format!("!{} && ({out})", is(*id))),
                };
            }
            out
        }
    }
}
