//! What solvers see of the caller's environment: as little as lets them start, and the same everywhere.

use super::caller::Caller;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The part of the caller's environment that is handed on.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Environment {
    path: Option<OsString>,
    /// What is in the key: `LD_LIBRARY_PATH`, the sanitizers' options and what was asked for.
    handed_on: BTreeMap<OsString, OsString>,
}

impl Environment {
    /// Picks from the caller's environment; `names` are those that were asked for.
    pub(super) fn of(caller: &Caller, names: &[OsString]) -> Environment {
        let chosen = |name: &OsStr| {
            let bytes = name.as_bytes();
            bytes == b"LD_LIBRARY_PATH"
                || bytes.ends_with(b"SAN_OPTIONS")
                || names.iter().any(|asked| asked == name)
        };
        Environment {
            path: caller.variable("PATH").map(OsStr::to_owned),
            handed_on: caller
                .env
                .iter()
                .filter(|(name, _)| chosen(name))
                .cloned()
                .collect(),
        }
    }

    /// The caller's PATH.
    pub(super) fn path(&self) -> Option<&OsStr> {
        self.path.as_deref()
    }

    /// What is handed on besides PATH, sorted by name.
    pub(super) fn handed_on(&self) -> &BTreeMap<OsString, OsString> {
        &self.handed_on
    }

    /// The whole environment in a slot. What was asked for wins over what is fixed.
    pub(super) fn in_slot(&self, slot: &Path) -> Vec<(OsString, OsString)> {
        let slot = slot.as_os_str();
        let mut all = BTreeMap::from([
            ("LC_ALL".into(), "C".into()),
            ("TZ".into(), "UTC".into()),
            ("HOME".into(), slot.to_owned()),
            ("TMPDIR".into(), slot.to_owned()),
        ]);
        if let Some(path) = &self.path {
            all.insert("PATH".into(), path.clone());
        }
        all.extend(self.handed_on.clone());
        all.into_iter().collect()
    }
}
