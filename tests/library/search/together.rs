//! What fails alone is tried together.

use super::thorough;
use super::world::{deepen, strategize};

const OPERANDS: &str = "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)(declare-const s Bool)\
    (assert (or p r (and s r) q))(check-sat)";

/// Whether all of these names are in the text, or none.
fn goes_together(text: &str, names: &[&str]) -> bool {
    let there = names.iter().filter(|&&name| text.contains(name)).count();
    there == 0 || there == names.len()
}

#[test]
fn a_pair_of_edits_succeeds_where_each_of_them_fails() {
    let interesting = |text: &str| {
        let asserted = text.split("(assert").nth(1).unwrap_or_default();
        let needed = ["or", " r", "check-sat"];
        needed.iter().all(|part| asserted.contains(part)) && goes_together(asserted, &[" p", " q"])
    };
    for name in ["auto", "hierarchical"] {
        let direct = strategize(name, OPERANDS, &interesting).text;
        assert!(
            direct.contains(" p") && direct.contains(" q"),
            "{name}: {direct}"
        );
    }
    for strategy in thorough() {
        let deep = deepen(strategy.name, 400, OPERANDS, &interesting).text;
        assert!(deep.contains("(or r)"), "{}: {deep}", strategy.name);
    }
}
