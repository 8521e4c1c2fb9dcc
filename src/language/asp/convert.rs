//! Conversions of ground programs between formats.

use super::aspif::MODIFIERS;
use super::bounds::GroundLiteral;
use super::formats::{Asp, GRINGO, LPARSE, SMODELS};
use super::ground::Ground;
use super::ground_rule::Body;
use super::numeric::{LineWriter, fields};
use crate::language::{Dialect, Syntax};
use crate::tree::Tree;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// The names of the formats that a program can be converted to.
pub(super) const FORMATS: &[&str] = &["lp", "aspif", "smodels"];

/// The text of a program in another format. The atoms keep their names; those that have none get new ones in text.
///
/// # Errors
/// The first statement without a counterpart, or that the format is unknown.
pub(super) fn convert(tree: &Tree, dialect: Dialect, format: &str) -> Result<Vec<u8>, String> {
    let is_text = matches!(dialect, GRINGO | LPARSE);
    let mut ground = Ground::of(tree, !is_text)?;
    if is_text && format != "lp" {
        ground.exclude_complements();
    }
    match format {
        "lp" => Ok(reprinted(to_text(&ground), GRINGO)),
        "aspif" => Ok(to_aspif(&ground)),
        "smodels" => {
            let is_plain = ground.projected.is_empty() && ground.heuristics.is_empty();
            if !is_plain || !ground.edges.is_empty() {
                return Err("the format has no `#project`, `#heuristic` or `#edge`".into());
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
    tree.and_then(|tree| Asp.print(&tree, dialect))
        .unwrap_or(text)
}

fn to_text(ground: &Ground) -> Vec<u8> {
    let names = TextNames::of(ground);
    let shown = |literal: &GroundLiteral| names.shown(*literal);
    let all = |literals: &[GroundLiteral], between: &str| {
        literals.iter().map(shown).collect::<Vec<_>>().join(between)
    };
    let mut text = String::new();
    for rule in &ground.rules {
        let head = if rule.is_choice {
            format!("{{{}}}", all(&rule.heads, ";"))
        } else {
            all(&rule.heads, "|")
        };
        let body = match &rule.body {
            Body::Literals(literals) => all(literals, ","),
            Body::Sum(bound, elements) => {
                // Tuples are sets, so each gets a number of its own.
                let element = |(number, (literal, weight)): (usize, &(GroundLiteral, i64))| {
                    format!("{weight},{number}: {}", shown(literal))
                };
                let elements: Vec<String> = elements.iter().enumerate().map(element).collect();
                format!("{bound}#sum{{{}}}", elements.join(";"))
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
        let element = |(number, (literal, weight)): (usize, &(GroundLiteral, i64))| {
            format!("{weight}@{priority},{number}: {}", shown(literal))
        };
        let elements: Vec<String> = elements.iter().enumerate().map(element).collect();
        let _ = writeln!(text, "#minimize{{{}}}.", elements.join(";"));
    }
    for &atom in &ground.projected {
        let _ = writeln!(text, "#project {}.", names.shown(atom));
    }
    if !ground.hidden.is_empty() {
        text.push_str("#show.\n");
        for &atom in ground.names.keys() {
            if !ground.hidden.contains(&atom) {
                let name = names.shown(atom);
                let _ = writeln!(text, "#show {name}: {name}.");
            }
        }
    }
    let behind_colon = |condition: &[GroundLiteral]| {
        let colon = if condition.is_empty() { "" } else { ": " };
        format!("{colon}{}", all(condition, ","))
    };
    for heuristic in &ground.heuristics {
        let (atom, condition) = (names.shown(heuristic.atom), &heuristic.condition);
        let (bias, priority) = (heuristic.bias, heuristic.priority);
        let modifier = String::from_utf8_lossy(MODIFIERS[heuristic.modifier]);
        let condition = behind_colon(condition);
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
        let condition = behind_colon(&edge.condition);
        let _ = writeln!(text, "#edge ({from},{to}){condition}.");
    }
    text.into_bytes()
}

/// The names of the atoms in the text format.
struct TextNames {
    /// Their own names, of those that have one that is an atom there.
    own: FxHashMap<GroundLiteral, String>,
    taken: FxHashSet<String>,
}

impl TextNames {
    fn of(ground: &Ground) -> TextNames {
        let names = ground.names.iter();
        let own = names.filter_map(|(&atom, name)| Some((atom, legal(name)?)));
        let own: FxHashMap<GroundLiteral, String> = own.collect();
        let taken = own.values().cloned().collect();
        TextNames { own, taken }
    }

    /// The literal with its own name, or with a new one.
    fn shown(&self, literal: GroundLiteral) -> String {
        let atom = literal.abs();
        let name = self.own.get(&atom).cloned().unwrap_or_else(|| {
            let mut fresh = format!("x{atom}");
            while self.taken.contains(&fresh) {
                fresh.push('_');
            }
            fresh
        });
        let sign = if literal < 0 { "not " } else { "" };
        format!("{sign}{name}")
    }
}

/// The name, if it reads as one atom.
fn legal(name: &[u8]) -> Option<String> {
    let fact = [name, b"."].concat();
    let tree = Asp.parse_as(&fact, GRINGO).ok()?;
    let statement = tree.children(0).next()?;
    let (head, _) = super::roles::rule(&tree, statement)?;
    let is_atom = tree.children(head).count() == 1 && tree.children(0).count() == 1;
    is_atom.then(|| String::from_utf8_lossy(name).into_owned())
}

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

fn to_smodels(mut ground: Ground) -> Vec<u8> {
    let never = ground.fresh();
    let mut rules = std::mem::take(&mut ground.rules);
    // A choice of nothing says nothing; any other rule without a head is a constraint.
    rules.retain(|rule| !rule.is_choice || !rule.heads.is_empty());
    // What the format cannot say is said with new atoms.
    for rule in &mut rules {
        if rule.heads.is_empty() {
            rule.heads = vec![never];
        }
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
    let names = ground.names.iter();
    let shown = names.filter(|(atom, _)| !ground.hidden.contains(atom));
    shown.filter_map(|(&atom, name)| Some((name.as_slice(), usize::try_from(atom).ok()?)))
}

/// The literal with its weight, or its complement if the weight is negative. All sums become greater by the same number.
fn not_negative(&(literal, weight): &(GroundLiteral, i64)) -> (GroundLiteral, i64) {
    match weight {
        ..0 => (-literal, weight.saturating_neg()),
        _ => (literal, weight),
    }
}

/// The format has negative literals first.
fn negative_first<T: Clone>(elements: &[T], literal: impl Fn(&T) -> GroundLiteral) -> Vec<T> {
    let mut sorted = elements.to_vec();
    sorted.sort_by_key(|element| literal(element) > 0);
    sorted
}

/// How many literals there are, how many of them are negative, and their atoms.
fn signed(line: &mut LineWriter, literals: &[GroundLiteral]) {
    let negative = literals.iter().filter(|&&literal| literal < 0).count();
    let atoms: Vec<GroundLiteral> = literals.iter().map(|literal| literal.abs()).collect();
    line.number(literals.len())
        .number(negative)
        .all(&fields(&atoms));
}

fn weighted(line: &mut LineWriter, elements: &[(GroundLiteral, i64)]) {
    let (literals, weights): (Vec<GroundLiteral>, Vec<i64>) = elements.iter().copied().unzip();
    signed(line, &literals);
    line.all(&fields(&weights));
}

fn pairs(elements: &[(GroundLiteral, i64)]) -> Vec<Vec<u8>> {
    let pair = |&(literal, weight): &(GroundLiteral, i64)| fields(&[literal, weight]);
    elements.iter().flat_map(pair).collect()
}
