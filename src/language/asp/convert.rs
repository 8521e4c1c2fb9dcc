//! Conversions of ground programs between formats. All of them go through the form of `ground.rs`.

use super::aspif::{MODIFIERS, print_aspif};
use super::atom_names::TextNames;
use super::bounds::{GroundLiteral, WeightedLiterals};
use super::formats::{Asp, GRINGO, is_text};
use super::ground::Ground;
use super::ground_rule::Body;
use super::numeric::NumericBuilder;
use super::smodels::print_smodels;
use crate::language::{Dialect, Syntax};
use crate::tree::Tree;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// The names of the formats that a program can be converted to.
pub(super) const FORMATS: &[&str] = &["lp", "aspif", "smodels"];

/// A converted program is a tree first, whose text must have less than 4 GiB. A fact may become six times as long.
const LONGEST: usize = 500 << 20;

/// The text of a program in another format. Atoms keep their names. In the text format, those without a name get one,
/// and so do those that cannot have their own, which is shown as a term.
///
/// # Errors
/// Says, in words, which statement has no counterpart, that the program is too long, or that the format is unknown.
pub(super) fn convert(tree: &Tree, dialect: Dialect, format: &str) -> Result<Vec<u8>, String> {
    if tree.text().len() > LONGEST {
        return Err("it has more than 500 MB".into());
    }
    let mut ground = Ground::of(tree, dialect)?;
    if is_text(dialect) && format != "lp" {
        ground.exclude_complements();
    }
    match format {
        "lp" => {
            ground.check_names()?;
            Ok(reprinted(to_text(&ground)))
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
            Ok(to_smodels(ground))
        }
        _ => Err(format!(
            "there is no format `{format}`; there are {}",
            FORMATS.join(", ")
        )),
    }
}

/// The text as smelt prints it.
fn reprinted(text: Vec<u8>) -> Vec<u8> {
    let tree = Asp.parse_as(&text, GRINGO).ok();
    tree.and_then(|tree| Some(Asp.print(&tree, GRINGO)?.text))
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
    let mut program = NumericBuilder::default();
    for rule in &ground.rules {
        program.rule(rule.is_choice, &rule.heads, &rule.body);
    }
    for (&priority, elements) in &ground.minimize {
        program.minimize(priority, elements);
    }
    if !ground.projected.is_empty() {
        program.directive(b"#project", &ground.projected);
    }
    for heuristic in &ground.heuristics {
        let weight = (heuristic.bias, heuristic.priority);
        let modifier = MODIFIERS[heuristic.modifier];
        program.heuristic(heuristic.atom, weight, modifier, &heuristic.condition);
    }
    let mut nodes: FxHashMap<&[u8], i64> = FxHashMap::default();
    let mut next = 0;
    for edge in &ground.edges {
        let numbers = edge.nodes.each_ref().map(|node| {
            *nodes.entry(node).or_insert_with(|| {
                next += 1;
                next - 1
            })
        });
        program.edge(numbers, &edge.condition);
    }
    for (name, atom) in named(ground) {
        program.output(name, &[atom]);
    }
    print_aspif(&program.finish(), 0).text
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
    let mut program = NumericBuilder::default();
    for rule in &rules {
        program.rule(rule.is_choice, &rule.heads, &rule.body);
    }
    for elements in ground.minimize.values() {
        let elements: WeightedLiterals = elements.iter().map(not_negative).collect();
        program.minimize(0, &elements);
    }
    for (name, atom) in named(&ground) {
        program.output(name, &[atom]);
    }
    program.directive(b"#assume", &[-never]);
    print_smodels(&program.finish())
}

/// The atoms that are shown, by name.
fn named(ground: &Ground) -> impl Iterator<Item = (&[u8], GroundLiteral)> {
    let names = ground.names.iter();
    let shown = names.filter(|(atom, _)| !ground.hidden.contains(atom));
    shown.map(|(&atom, name)| (name.as_slice(), atom))
}

/// The literal with its weight, or its complement if the weight is negative: all sums become greater by the same
/// number.
fn not_negative(&(literal, weight): &(GroundLiteral, i64)) -> (GroundLiteral, i64) {
    match weight {
        ..0 => (-literal, weight.saturating_neg()),
        _ => (literal, weight),
    }
}
