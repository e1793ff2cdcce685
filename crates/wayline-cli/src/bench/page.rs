//! The page of `wayline bench --report`: one file, no network, readable by day and by night.

use super::chart::{COLORS, Deal, Series, deals, distribution, scatters};
use super::{Delivery, Measured, Row, Subject, together};
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");

/// Makes the page.
pub(crate) fn page(
    measured: &[Measured],
    delivery: Delivery,
    passes: u32,
    subject: Subject,
) -> String {
    let mut page = String::from("<!doctype html>\n<html lang=\"en\">\n<head>\n");
    page.push_str("<meta charset=\"utf-8\">\n<title>wayline bench</title>\n");
    page.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    let _ = write!(page, "<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n");
    let rows: Vec<&Row> = measured.iter().map(|one| &one.row).collect();
    let mut maps: Vec<&str> = rows.iter().map(|row| row.map.as_str()).collect();
    maps.sort_unstable();
    maps.dedup();
    let maps = maps.len();
    let sums = together(measured);
    let queries = sums.first().map_or(0, |row| row.queries);
    let delivered = match delivery {
        Delivery::Cost => "the cost of the path",
        Delivery::Turns => "the turning points of the path",
        Delivery::Cells => "every cell of the path",
        Delivery::Path => "every node and edge of the route",
    };
    let (one, many, checked) = match subject {
        Subject::Maps => ("map", "maps", "path was checked move by move"),
        _ => ("network", "networks", "route was checked edge by edge"),
    };
    let _ = write!(
        page,
        "<h1>wayline bench</h1>\n<p class=\"lead\">{} on {}, by {}. A query’s time is its fastest of \
         {passes} passes over the whole list, with one warm workspace, and ends when {delivered} \
         has been handed out. Every {checked}, outside the clock.</p>\n",
        plural(queries, "query", "queries"),
        plural(maps, one, many),
        plural(sums.len(), "algorithm", "algorithms"),
    );
    page.push_str(&verdict(&rows));
    page.push_str(&tiles(&sums, subject));
    page.push_str(&trade(&rows, &sums));

    let mut sets: Vec<&str> = measured.iter().map(|one| one.set.as_str()).collect();
    sets.dedup();
    sets.sort_unstable();
    sets.dedup();
    for set in sets {
        let own: Vec<&Measured> = measured.iter().filter(|one| one.set == set).collect();
        let series = series(&own, &sums);
        let _ = write!(page, "<section>\n<h2>{}</h2>\n{}", text(set), legend(&series));
        page.push_str("<div class=\"charts\">\n");
        let _ = writeln!(
            page,
            "<figure>{}<figcaption>How many queries are done within a time.</figcaption></figure>",
            distribution(&series)
        );
        // Side by side on the same axes: laid over each other, one would hide the next.
        for (one, drawn) in scatters(&series, axis(subject)) {
            let _ = writeln!(
                page,
                "<figure>{drawn}<figcaption><span class=\"swatch s{}\"></span>{}: each dot is a \
                 query.</figcaption></figure>",
                one.color,
                text(one.name)
            );
        }
        page.push_str("</div>\n</section>\n");
    }
    let _ = write!(
        page,
        "<section>\n<h2>Every {}</h2>\n",
        if subject == Subject::Ranks { "rank" } else { one }
    );
    page.push_str(&table(&rows));
    page.push_str("</section>\n</main>\n</body>\n</html>\n");
    page
}

/// What times are drawn against.
fn axis(subject: Subject) -> &'static str {
    match subject {
        Subject::Maps => "path length (straight steps)",
        Subject::Pairs => "cost of the route",
        Subject::Ranks => "Dijkstra rank",
    }
}

fn verdict(rows: &[&Row]) -> String {
    let wrong: usize = rows.iter().map(|row| row.wrong).sum();
    let stopped: usize = rows.iter().map(|row| row.stopped).sum();
    let mut text = match wrong {
        0 => "<p class=\"good\">✓ No answer was wrong.</p>\n".to_owned(),
        _ => format!(
            "<p class=\"bad\">✗ {} failed the check.</p>\n",
            plural(wrong, "answer", "answers")
        ),
    };
    if stopped > 0 {
        let queries = plural(stopped, "query was", "queries were");
        let _ = writeln!(text, "<p class=\"bad\">{queries} stopped by a limit: no answer.</p>");
    }
    text
}

/// The mean of each algorithm, large.
fn tiles(sums: &[Row], subject: Subject) -> String {
    let things = if subject == Subject::Maps { "cells" } else { "nodes" };
    let mut html = String::from("<div class=\"tiles\">\n");
    for (at, row) in sums.iter().enumerate() {
        let _ = writeln!(
            html,
            "<div class=\"tile\"><h3><span class=\"swatch s{}\"></span>{}</h3><p \
             class=\"figure\">{} <small>µs mean</small></p><p>{} median · {} p99 · {} {things} \
             expanded</p></div>",
            at % COLORS,
            text(row.algorithm),
            number(row.mean_us),
            number(row.median_us),
            number(row.p99_us),
            number(row.expanded_mean)
        );
    }
    html + "</div>\n"
}

/// What preparing costs and what it buys, if anything was prepared.
fn trade(rows: &[&Row], sums: &[Row]) -> String {
    if rows.iter().all(|row| row.index_bytes == 0) {
        return String::new();
    }
    let drawn = |price: fn(&Row) -> f64, said: &str| {
        let all = rows.iter().map(|row| Deal {
            name: row.algorithm,
            map: &row.map,
            color: sums.iter().position(|sum| sum.algorithm == row.algorithm).unwrap_or(0) % COLORS,
            price: price(row),
            time: row.mean_us,
        });
        deals(&all.collect::<Vec<_>>(), said)
    };
    let names = sums.iter().enumerate().map(|(color, sum)| {
        let (color, name) = (color % COLORS, text(sum.algorithm));
        format!("<span><span class=\"swatch s{color}\"></span>{name}</span>")
    });
    format!(
        "<section>\n<h2>What preparing buys</h2>\n<p class=\"legend\">{}</p>\n<div class=\"charts\">\n\
         <figure>{}<figcaption>Time to prepare a map, and the mean time of a query after it. What \
         prepares nothing stands at the left edge.</figcaption></figure>\n<figure>{}<figcaption>The \
         same against the memory of the index.</figcaption></figure>\n</div>\n</section>\n",
        names.collect::<String>(),
        drawn(|row| row.prepare_ms, "preparing (ms)"),
        drawn(|row| row.index_bytes as f64 / 1e6, "index (MB)"),
    )
}

/// One series for each algorithm; an algorithm has the same colour throughout the page.
fn series<'a>(own: &[&'a Measured], sums: &[Row]) -> Vec<Series<'a>> {
    let named = sums.iter().enumerate().map(|(color, sum)| Series {
        name: sum.algorithm,
        color: color % COLORS,
        points: own
            .iter()
            .filter(|one| one.row.algorithm == sum.algorithm)
            .flat_map(|one| one.points.iter().map(|&point| (one.row.map.as_str(), point)))
            .collect(),
    });
    named.filter(|series| !series.points.is_empty()).collect()
}

fn legend(series: &[Series<'_>]) -> String {
    let mut html = String::from("<p class=\"legend\">");
    for one in series {
        let name = text(one.name);
        let _ = write!(html, "<span><span class=\"swatch s{}\"></span>{name}</span>", one.color);
    }
    html + "</p>\n"
}

fn table(rows: &[&Row]) -> String {
    let mut html = String::from(
        "<div class=\"scroll\"><table>\n<thead><tr><th>map</th><th>algorithm</th><th>queries</th>\
         <th>mean µs</th><th>median µs</th><th>p99 µs</th><th>first pass µs</th>\
         <th>prepare ms</th><th>index bytes</th><th>expanded</th><th>wrong</th></tr></thead>\n\
         <tbody>\n",
    );
    for row in rows {
        let map = row.rank.map_or(row.map.clone(), |rank| format!("{}, rank {rank}", row.map));
        let _ = write!(html, "<tr><th>{}</th><td>{}</td>", text(&map), text(row.algorithm));
        let numbers = [
            row.queries.to_string(),
            number(row.mean_us),
            number(row.median_us),
            number(row.p99_us),
            number(row.first_pass_mean_us),
            number(row.prepare_ms),
            row.index_bytes.to_string(),
            number(row.expanded_mean),
        ];
        for number in numbers {
            let _ = write!(html, "<td>{number}</td>");
        }
        let class = if row.wrong > 0 { " class=\"bad\"" } else { "" };
        let _ = writeln!(html, "<td{class}>{}</td></tr>", row.wrong);
    }
    html + "</tbody></table></div>\n"
}

fn plural(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", crate::table::count(number as u64), if number == 1 { one } else { many })
}

fn number(number: f64) -> String {
    match number {
        0.0 => "0".to_owned(),
        small if small < 100.0 => format!("{small:.2}"),
        large => crate::table::count(large.round() as u64),
    }
}

/// Text as HTML: names of maps may hold anything.
pub(crate) fn text(plain: &str) -> String {
    plain.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
