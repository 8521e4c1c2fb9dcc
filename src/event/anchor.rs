//! The name by which a page refers to a case.

/// How many hexadecimal digits name a case in a page.
const DIGITS: usize = 12;

/// The fragment of a URL that opens a case in a page: `case-` and 12 hexadecimal digits. `search` is empty where a case
/// is not of one search, as in a comparison of tools.
pub(crate) fn anchor(case: &str, solver: &str, search: &str) -> String {
    let digest = blake3::hash(format!("{case:?} {solver:?} {search:?}").as_bytes()).to_hex();
    format!("case-{}", &digest[..DIGITS])
}

#[cfg(test)]
mod tests {
    use super::anchor;

    #[test]
    fn a_case_has_another_anchor_for_each_solver_and_search_and_always_the_same() {
        assert_eq!(anchor("a b", "c", ""), anchor("a b", "c", ""));
        assert_ne!(anchor("a b", "c", ""), anchor("a", "b c", ""));
        assert_ne!(anchor("a", "b", "auto"), anchor("a", "b", "hybrid"));
        assert_eq!(anchor("<script>", "z3", "auto").len(), "case-".len() + 12);
    }
}
