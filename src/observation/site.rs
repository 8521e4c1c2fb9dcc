//! The site of a crash: the functions by which two crashes are compared.

use std::fmt;

/// The functions that identify where a crash happened: those on its stack that are the solver's own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CrashSite {
    /// The innermost function first; if the stack overflowed, the functions of the recursion, sorted. Empty if the
    /// stack says nothing.
    pub functions: Vec<String>,
    /// Whether the stack overflowed.
    pub is_overflow: bool,
    /// Whether a function of the solver is among them. If not, they are what every crash of the kind ends in.
    pub is_own: bool,
}

/// How many callers of a function are compared between builds: a compiler seldom inlines more of them.
const CALLERS: usize = 2;

/// How many functions of a recursion are shown.
const SHOWN: usize = 3;

impl CrashSite {
    /// Whether two crashes happened at the same site, according to their `depth` innermost functions. Stack overflows
    /// are compared by all functions of their recursions.
    pub fn agrees(&self, other: &CrashSite, depth: usize) -> bool {
        let within = |site: &CrashSite| site.functions.len().min(depth);
        self.is_overflow == other.is_overflow
            && if self.is_overflow {
                self.functions == other.functions
            } else {
                self.functions[..within(self)] == other.functions[..within(other)]
            }
    }

    /// The functions from which the innermost one was called, as far as another build of the solver is recognized by them;
    /// empty if the stack overflowed or says nothing of the solver.
    pub fn callers(&self) -> &[String] {
        match &self.functions[..] {
            [_, callers @ ..] if self.is_own && !self.is_overflow => {
                &callers[..callers.len().min(CALLERS)]
            }
            _ => &[],
        }
    }

    /// The site in one line, the same for two crashes that agree to the depth of one function. None if it cannot tell
    /// crashes apart.
    pub fn mark(&self) -> Option<String> {
        if !self.is_own {
            None
        } else if self.is_overflow {
            Some(format!("a recursion of {}", self.functions.join(", ")))
        } else {
            self.functions.first().cloned()
        }
    }
}

/// The form used in signatures: the innermost function, or what overflowed the stack.
impl fmt::Display for CrashSite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_overflow {
            return f.write_str(self.functions.first().map_or("", String::as_str));
        }
        let shown: Vec<&str> = self
            .functions
            .iter()
            .map(String::as_str)
            .take(SHOWN)
            .collect();
        write!(f, "a recursion of {}", shown.join(", "))?;
        match self.functions.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CrashSite;

    fn site(functions: &[&str], is_overflow: bool) -> CrashSite {
        CrashSite {
            functions: functions.iter().map(|&name| name.to_owned()).collect(),
            is_overflow,
            is_own: !functions.is_empty(),
        }
    }

    #[test]
    fn sites_agree_as_deep_as_they_are_compared() {
        let (near, far) = (site(&["f", "g"], false), site(&["f", "h"], false));
        assert!(near.agrees(&far, 1) && !near.agrees(&far, 2));
        assert!(!near.agrees(&site(&[], false), 1), "nothing is known there");
        assert!(near.agrees(&site(&[], false), 0));
    }

    #[test]
    fn an_overflow_agrees_with_one_of_the_same_recursion_only() {
        let overflow = site(&["f", "g"], true);
        assert!(overflow.agrees(&site(&["f", "g"], true), 1));
        assert!(!overflow.agrees(&site(&["f", "h"], true), 1));
        assert!(!overflow.agrees(&site(&["f", "g"], false), 1));
    }

    #[test]
    fn a_mark_is_the_same_where_sites_agree_and_machinery_has_none() {
        let mark = |functions: &[&str], is_overflow| site(functions, is_overflow).mark();
        assert_eq!(mark(&["f", "g"], false), mark(&["f", "h"], false));
        assert_ne!(mark(&["f", "g"], true), mark(&["f", "h"], true));
        assert_ne!(mark(&["f"], true), mark(&["f"], false));
        assert_eq!(mark(&[], false), None);
        let machinery = CrashSite {
            is_own: false,
            ..site(&["raise"], false)
        };
        assert_eq!(machinery.mark(), None);
    }

    #[test]
    fn a_site_is_shown_by_its_innermost_function_or_its_recursion() {
        assert_eq!(site(&["f", "g"], false).to_string(), "f");
        let overflow = site(&["a", "b", "c", "d", "e"], true);
        assert_eq!(overflow.to_string(), "a recursion of a, b, c and 2 more");
    }
}
