//! What there is to choose from, as JSON: made from the engine's own lists, so that whatever is new
//! there appears by itself.

use crate::ground::GROUNDS;
use wayline::body::BodyKind;
use wayline::{Algorithm, Cell, Corners, Heuristic, Open, algorithms};
use wayline_maps::generate::{Kind, KindInfo};

/// Algorithms, open lists, heuristics, corner rules, generators and bodies.
pub(crate) fn registry() -> String {
    let algorithms = algorithms().iter().map(|info| {
        let cap = info.cap.map_or("null".to_owned(), |cap| cap.to_string());
        format!(
            "{{\"name\":{},\"summary\":{},\"optimal\":{},\"prepared\":{},\"informed\":{},\
             \"takesOpen\":{},\"takesWeight\":{},\"plainGridsOnly\":{},\"cap\":{cap}}}",
            quoted(info.name),
            quoted(info.summary),
            info.optimal,
            info.prepared,
            info.informed,
            info.takes_open,
            info.algorithm == Algorithm::Weighted,
            // Leaps over terrain are left out here.
            info.grids_only,
        )
    });
    let open = Open::ALL.into_iter().map(|open| choice((open.name(), open.summary())));
    let corners = Corners::ALL.into_iter().map(|rule| choice((rule.name(), rule.summary())));
    let ties = [
        ("newest", "the one put on the list last"),
        ("high-g", "the one that costs more so far: nearer the goal"),
        ("low-g", "the one that costs less so far"),
    ];
    let bodies = BodyKind::presets().iter().copied();
    let grounds = GROUNDS.iter().map(|&(name, letter, multiplier)| {
        let letter = quoted(&(letter as char).to_string());
        format!("{{\"name\":\"{name}\",\"letter\":{letter},\"multiplier\":{multiplier}}}")
    });
    format!(
        "{{\"algorithms\":{},\"openLists\":{},\"heuristics\":{},\"corners\":{},\"ties\":{},\
         \"generators\":{},\"grounds\":{},\"bodies\":{}}}",
        list(algorithms),
        list(open),
        list(Heuristic::<Cell>::summaries().map(choice)),
        list(corners),
        list(ties.into_iter().map(choice)),
        list(Kind::infos().iter().map(generator)),
        list(grounds),
        list(bodies.map(choice)),
    )
}

fn generator(info: &KindInfo) -> String {
    let parameters = info.parameters.iter().map(|parameter| {
        format!(
            "{{\"name\":{},\"summary\":{},\"default\":{},\"least\":{},\"most\":{},\"step\":{}}}",
            quoted(parameter.name),
            quoted(parameter.summary),
            parameter.default,
            parameter.least,
            parameter.most,
            parameter.step,
        )
    });
    let (name, summary) = (quoted(info.name), quoted(info.summary));
    format!("{{\"name\":{name},\"summary\":{summary},\"parameters\":{}}}", list(parameters))
}

fn choice((name, summary): (&str, &str)) -> String {
    format!("{{\"name\":{},\"summary\":{}}}", quoted(name), quoted(summary))
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            control if control < ' ' => quoted.push_str(&format!("\\u{:04x}", control as u32)),
            other => quoted.push(other),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_listed() {
        let json = registry();
        for info in algorithms() {
            assert!(json.contains(&format!("{{\"name\":\"{}\"", info.name)), "{}", info.name);
        }
        for name in ["pairing", "octile", "always", "low-g", "caves", "tank"] {
            assert!(json.contains(&format!("\"{name}\"")), "{name}");
        }
    }

    #[test]
    fn texts_are_quoted() {
        assert_eq!(quoted("a\"b\\c\n"), "\"a\\\"b\\\\c\\u000a\"");
    }
}
