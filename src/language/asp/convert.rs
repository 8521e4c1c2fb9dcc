//! Conversions of ground programs between formats. All of them go through the form of `ground.rs`.

use super::aspif::MODIFIERS;
use super::atom_names::TextNames;
use super::bounds::GroundLiteral;
use super::formats::{Asp, GRINGO, SMODELS, is_text};
use super::ground::Ground;
use super::ground_rule::Body;
use super::numeric::{LineWriter, fields};
use crate::language::{Dialect, Syntax};
use crate::tree::Tree;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// The names of the formats that a program can be converted to.
pub(super) const FORMATS: &[&str] = &["lp", "aspif", "smodels"];

/// The text of a program in another format. Atoms keep their names. In the text format, those without a name get one,
/// and so do those that cannot have their own, which is shown as a term.
///
/// # Errors
/// Says, in words, which statement has no counterpart, or that the format is unknown.
pub(super) fn convert(tree: &Tree, dialect: Dialect, format: &str) -> Result<Vec<u8>, String> {
    let mut ground = Ground::of(tree, dialect)?;
    if is_text(dialect) && format != "lp" {
        ground.exclude_complements();
    }
    match format {
        "lp" => {
            ground.check_names()?;
            Ok(reprinted(to_text(&ground), GRINGO))
        }
        "aspif" => Ok(to_aspif(&ground)),
        "smodels" => {
            let is_plain = ground.projected.is_empty() && ground.heuristics.is_empty();
            if !is_plain || !ground.edges.is_empty() {
                return Err("the format has no `#project`, `#heuristic` or `#edge`".into());
            }
            let fits = |name: &[u8]| name.trim_ascii() == name && !name.contains(&b'\n');
            if !named(&ground).all(|(name, _)| fits(name)) {
                return Err("the format has no names with line feeds or outer blanks".into());
            }
            Ok(reprinted(to_smodels(ground), SMODELS))
        }
        _ => Err(format!(
            "there is no format `{format}`; there are {}",
            FORMATS.join(", ")
        )),
    }
}

/// The text as smelt prints it.
fn reprinted(text: Vec<u8>, dialect: Dialect) -> Vec<u8> {
    let tree = Asp.parse_as(&text, dialect).ok();
    tree.and_then(|tree| Some(Asp.print(&tree, dialect)?.text))
        .unwrap_or(text)
}

/// The program in gringo's text format.
fn to_text(ground: &Ground) -> Vec<u8> {
    let names = TextNames::of(ground);
    let mut text = String::new();
    for rule in &ground.rules {
        let head = if rule.is_choice {
            format!("{{{}}}", names.joined(&rule.heads, ";"))
        } else {
            names.joined(&rule.heads, "|")
        };
        let body = match &rule.body {
            Body::Literals(literals) => names.joined(literals, ","),
            Body::Sum(bound, elements) => {
                format!("{bound}#sum{{{}}}", names.weighted(elements, ""))
            }
        };
        let arrow = if body.is_empty() && !head.is_empty() {
            ""
        } else {
            ":-"
        };
        let _ = writeln!(text, "{head}{arrow}{body}.");
    }
    for (priority, elements) in &ground.minimize {
        let elements = names.weighted(elements, &format!("@{priority}"));
        let _ = writeln!(text, "#minimize{{{elements}}}.");
    }
    for &atom in &ground.projected {
        let _ = writeln!(text, "#project {}.", names.shown(atom));
    }
    if !ground.hidden.is_empty() || names.has_terms() {
        text.push_str("#show.\n");
        for &atom in ground.names.keys() {
            if !ground.hidden.contains(&atom) {
                let (term, name) = (names.term(atom), names.shown(atom));
                let _ = writeln!(text, "#show {term}: {name}.");
            }
        }
    }
    for heuristic in &ground.heuristics {
        let atom = names.shown(heuristic.atom);
        let condition = names.condition(&heuristic.condition);
        let (bias, priority) = (heuristic.bias, heuristic.priority);
        let modifier = String::from_utf8_lossy(MODIFIERS[heuristic.modifier]);
        let _ = writeln!(
            text,
            "#heuristic {atom}{condition}. [{bias}@{priority},{modifier}]"
        );
    }
    for edge in &ground.edges {
        let [from, to] = edge
            .nodes
            .each_ref()
            .map(|node| String::from_utf8_lossy(node));
        let condition = names.condition(&edge.condition);
        let _ = writeln!(text, "#edge ({from},{to}){condition}.");
    }
    text.into_bytes()
}

/// The program in aspif, version 1.
fn to_aspif(ground: &Ground) -> Vec<u8> {
    let mut out = Vec::new();
    let mut line = LineWriter::default();
    line.put(b"asp 1 0 0").end(&mut out);
    for rule in &ground.rules {
        line.put(b"1")
            .number(usize::from(rule.is_choice))
            .counted(&fields(&rule.heads));
        match &rule.body {
            Body::Literals(literals) => line.put(b"0").counted(&fields(literals)),
            Body::Sum(bound, elements) => {
                line.put(b"1")
                    .all(&fields(&[*bound]))
                    .number(elements.len());
                line.all(&pairs(elements))
            }
        };
        line.end(&mut out);
    }
    for (priority, elements) in &ground.minimize {
        line.put(b"2")
            .all(&fields(&[*priority]))
            .number(elements.len())
            .all(&pairs(elements));
        line.end(&mut out);
    }
    if !ground.projected.is_empty() {
        line.put(b"3").counted(&fields(&ground.projected));
        line.end(&mut out);
    }
    for heuristic in &ground.heuristics {
        line.put(b"7").number(heuristic.modifier);
        let numbers = [heuristic.atom, heuristic.bias, heuristic.priority];
        line.all(&fields(&numbers))
            .counted(&fields(&heuristic.condition));
        line.end(&mut out);
    }
    let mut nodes: FxHashMap<&[u8], usize> = FxHashMap::default();
    for edge in &ground.edges {
        line.put(b"8");
        for node in &edge.nodes {
            let next = nodes.len();
            line.number(*nodes.entry(node).or_insert(next));
        }
        line.counted(&fields(&edge.condition)).end(&mut out);
    }
    for (name, atom) in named(ground) {
        line.put(b"4")
            .number(name.len())
            .put(name)
            .put(b"1")
            .number(atom)
            .end(&mut out);
    }
    line.put(b"0").end(&mut out);
    out
}

/// The program in the format of smodels. Rules whose form the format does not have are rewritten with new atoms.
fn to_smodels(mut ground: Ground) -> Vec<u8> {
    let never = ground.fresh();
    let mut rules = std::mem::take(&mut ground.rules);
    // A choice of nothing has no effect.
    rules.retain(|rule| !rule.is_choice || !rule.heads.is_empty());
    for rule in &mut rules {
        // A constraint derives an atom that must not hold.
        if rule.heads.is_empty() {
            rule.heads = vec![never];
        }
        // Only a rule with a single head can have a sum for its body.
        let is_basic = !rule.is_choice && rule.heads.len() == 1;
        if let (Body::Sum(..), false) = (&rule.body, is_basic) {
            let sum = std::mem::replace(&mut rule.body, Body::Literals(Vec::new()));
            rule.body = Body::Literals(vec![ground.defined(sum)]);
        }
    }
    rules.append(&mut ground.rules);
    let mut out = Vec::new();
    let mut line = LineWriter::default();
    for rule in &rules {
        match &rule.body {
            Body::Sum(bound, elements) => {
                let elements = negative_first(elements, |&(literal, _)| literal);
                line.put(b"5")
                    .all(&fields(&rule.heads))
                    .all(&fields(&[*bound]));
                weighted(&mut line, &elements);
            }
            Body::Literals(literals) => {
                match (rule.is_choice, rule.heads.len()) {
                    (false, 1) => line.put(b"1").all(&fields(&rule.heads)),
                    (false, _) => line.put(b"8").counted(&fields(&rule.heads)),
                    (true, _) => line.put(b"3").counted(&fields(&rule.heads)),
                };
                signed(&mut line, &negative_first(literals, |&literal| literal));
            }
        }
        line.end(&mut out);
    }
    for elements in ground.minimize.values() {
        let elements: Vec<(GroundLiteral, i64)> = elements.iter().map(not_negative).collect();
        line.put(b"6").put(b"0");
        weighted(
            &mut line,
            &negative_first(&elements, |&(literal, _)| literal),
        );
        line.end(&mut out);
    }
    line.put(b"0").end(&mut out);
    for (name, atom) in named(&ground) {
        line.number(atom).put(name).end(&mut out);
    }
    for section in [&b"0"[..], b"B+", b"0", b"B-"] {
        line.put(section).end(&mut out);
    }
    line.all(&fields(&[never])).end(&mut out);
    line.put(b"0").end(&mut out);
    line.put(b"1").end(&mut out);
    out
}

/// The atoms that are shown, by name.
fn named(ground: &Ground) -> impl Iterator<Item = (&[u8], usize)> {
    ground
        .names
        .iter()
        .filter(|(atom, _)| !ground.hidden.contains(atom))
        .filter_map(|(&atom, name)| Some((name.as_slice(), usize::try_from(atom).ok()?)))
}

/// The literal with its weight, or its complement if the weight is negative: all sums become greater by the same
/// number.
fn not_negative(&(literal, weight): &(GroundLiteral, i64)) -> (GroundLiteral, i64) {
    match weight {
        ..0 => (-literal, weight.saturating_neg()),
        _ => (literal, weight),
    }
}

/// The elements with negative literals first, as the format requires; otherwise in their old order.
fn negative_first<T: Clone>(elements: &[T], literal: impl Fn(&T) -> GroundLiteral) -> Vec<T> {
    let mut sorted = elements.to_vec();
    sorted.sort_by_key(|element| literal(element) > 0);
    sorted
}

/// Writes how many literals there are, how many of them are negative, and their atoms.
fn signed(line: &mut LineWriter, literals: &[GroundLiteral]) {
    let negative = literals.iter().filter(|&&literal| literal < 0).count();
    let atoms: Vec<GroundLiteral> = literals.iter().map(|literal| literal.abs()).collect();
    line.number(literals.len())
        .number(negative)
        .all(&fields(&atoms));
}

/// Writes literals as [`signed`] does, then their weights.
fn weighted(line: &mut LineWriter, elements: &[(GroundLiteral, i64)]) {
    let (literals, weights): (Vec<GroundLiteral>, Vec<i64>) = elements.iter().copied().unzip();
    signed(line, &literals);
    line.all(&fields(&weights));
}

/// Literals, each followed by its weight, as fields.
fn pairs(elements: &[(GroundLiteral, i64)]) -> Vec<Vec<u8>> {
    elements
        .iter()
        .flat_map(|&(literal, weight)| fields(&[literal, weight]))
        .collect()
}
