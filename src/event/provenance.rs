//! What a minimized file was made from.

use super::{Row, SharedText};
use crate::observation::Sighting;
use serde::{Deserialize, Serialize};

/// What a minimized file was made from, and how. Two reductions with equal provenance continue each other's work; the
/// work of any other reduction is kept apart. The callers do not count: they may differ from run to run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Provenance {
    /// The digest of the configuration, in hexadecimal.
    pub config: SharedText,
    /// blake3 of the original file, in hexadecimal.
    pub source: SharedText,
    /// The fingerprints of the commands, in hexadecimal.
    pub fingerprint: SharedText,
    /// The failure that every accepted text shows, in one line.
    pub signature: SharedText,
    /// The functions from which the one that crashed was called, the innermost first; empty if they are not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub callers: Vec<String>,
}

impl PartialEq for Provenance {
    fn eq(&self, other: &Provenance) -> bool {
        self.compared() == other.compared()
    }
}

impl Eq for Provenance {}

impl Provenance {
    fn compared(&self) -> [&str; 4] {
        let Provenance {
            config,
            source,
            fingerprint,
            signature,
            callers: _,
        } = self;
        [config, source, fingerprint, signature]
    }

    /// The provenance of a reduction with this configuration, as far as its row knows it; other fields are empty.
    pub fn of(config: &str, row: &Row) -> Provenance {
        Provenance {
            config: config.into(),
            source: (&row.source_blake3).into(),
            fingerprint: row.fingerprint.as_deref().unwrap_or_default().into(),
            signature: row.signature.as_deref().unwrap_or_default().into(),
            callers: row.callers.clone(),
        }
    }

    /// The failure that every accepted text shows, to be compared with that of another build.
    pub fn sighting(&self) -> Sighting<'_> {
        Sighting {
            signature: &self.signature,
            callers: &self.callers,
        }
    }

    /// Whether it is of the same input under the same configuration as one with another build of a solver.
    pub fn is_of_another_build(&self, config: &str, source: &str, fingerprint: &str) -> bool {
        self.config == config && self.source == source && self.fingerprint != fingerprint
    }

    /// Whether commands with these fingerprints run the same solver under test.
    pub fn has_solver_of(&self, fingerprint: &str) -> bool {
        solver_under_test(&self.fingerprint) == solver_under_test(fingerprint)
    }

    /// How an earlier provenance differs from this one, in words for a report. Fields that this one does not know yet
    /// are ignored.
    pub fn difference(&self, earlier: &Provenance) -> String {
        let differs = |ours: &str, theirs: &str| !ours.is_empty() && ours != theirs;
        let mut found = Vec::new();
        if differs(&self.source, &earlier.source) {
            found.push("another version of the input".to_owned());
        }
        if differs(&self.fingerprint, &earlier.fingerprint) {
            found.push("another build of the solver".to_owned());
        }
        if differs(&self.config, &earlier.config) {
            found.push("another configuration".to_owned());
        }
        if differs(&self.signature, &earlier.signature) {
            found.push(format!("another failure (`{}`)", earlier.signature));
        }
        if found.is_empty() {
            "an earlier run".to_owned()
        } else {
            found.join(", ")
        }
    }
}

/// The fingerprint of the solver under test, which is the first of the commands.
fn solver_under_test(fingerprints: &str) -> &str {
    fingerprints.split(' ').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Provenance, SharedText};

    #[test]
    fn what_differs_is_said_and_what_is_not_known_is_not() {
        let of = |config: &str, fingerprint: &str, signature: &str| Provenance {
            config: config.into(),
            source: "s".into(),
            fingerprint: fingerprint.into(),
            signature: signature.into(),
            ..Provenance::default()
        };
        let now = of("c", "f", "SIGSEGV");
        let table = [
            (of("c", "f", "SIGSEGV"), "an earlier run"),
            (of("d", "f", "SIGSEGV"), "another configuration"),
            (
                of("c", "g", "exit 1"),
                "another build of the solver, another failure (`exit 1`)",
            ),
        ];
        for (earlier, words) in table {
            assert_eq!(now.difference(&earlier), words);
        }
        let unknown = Provenance {
            signature: SharedText::default(),
            ..now
        };
        assert_eq!(unknown.difference(&of("c", "f", "x")), "an earlier run");
    }
}
