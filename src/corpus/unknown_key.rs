//! The message for an unknown key. It suggests similar keys instead of listing all forty.

use super::names::{did_you_mean, listed};

/// If there are not more keys than this, all of them are named.
const FEW: usize = 4;

/// The message for users instead of a deserializer's message about an unknown field; none if that is about something
/// else.
pub(super) fn unknown_key(message: &str) -> Option<String> {
    let (key, expected) = message
        .strip_prefix("unknown field `")?
        .split_once("`, expected ")?;
    // Names are between backticks, so every second part is one.
    let known: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
    Some(if let Some(question) = did_you_mean(key, &known) {
        format!("unknown key `{key}`; {question}")
    } else if known.len() <= FEW {
        format!(
            "unknown key `{key}`; known here are {}",
            listed(&known, "and")
        )
    } else {
        format!(
            "unknown key `{key}`; `smelt reduce --help-all` lists the long options, which are the keys"
        )
    })
}

#[cfg(test)]
mod tests {
    use crate::corpus::CaseOptions;

    fn said(line: &str) -> String {
        let error = toml::from_str::<CaseOptions>(line).expect_err("an unknown key");
        super::unknown_key(error.message()).expect("a message about a key")
    }

    #[test]
    fn a_misspelt_key_is_told_with_the_close_ones_only() {
        assert_eq!(
            said("timeuot = 3"),
            "unknown key `timeuot`; did you mean `timeout` or `timeout-cc`?"
        );
        for (key, meant) in [
            ("memory", "`memout`"),
            ("stratgy", "`strategy`"),
            ("match_out", "`match-out`"),
            ("ignore-stderr", "`ignore-err`"),
            ("comand", "`command`"),
        ] {
            let said = said(&format!("{key} = 1"));
            assert!(said.contains(meant), "{said}");
            assert!(said.matches('`').count() <= 8, "{said}");
        }
    }

    #[test]
    fn for_a_key_like_no_other_it_is_said_where_all_are_listed() {
        let said = said("bogus = 1");
        assert!(said.contains("`smelt reduce --help-all`"), "{said}");
        let few = "unknown field `bogus`, expected one of `defaults`, `solver`, `case`";
        assert_eq!(
            super::unknown_key(few).as_deref(),
            Some("unknown key `bogus`; known here are `defaults`, `solver` and `case`")
        );
    }

    #[test]
    fn other_messages_are_left_alone() {
        assert_eq!(super::unknown_key("invalid type: string"), None);
    }
}
