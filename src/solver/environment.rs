//! The environment of solvers: as little of the caller's as they need to start, and otherwise the same everywhere.

use super::caller::Caller;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The part of the caller's environment that is passed on.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Environment {
    /// The caller's PATH.
    pub(super) path: Option<OsString>,
    /// The variables that are passed on besides PATH and are part of the key: `LD_LIBRARY_PATH`, the options of
    /// sanitizers, and those that were asked for.
    pub(super) handed_on: BTreeMap<OsString, OsString>,
}

impl Environment {
    /// Selects from the caller's environment; `names` are the variables that were asked for.
    pub(super) fn of(caller: &Caller, names: &[OsString]) -> Environment {
        let is_handed_on = |name: &OsStr| {
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
                .filter(|(name, _)| is_handed_on(name))
                .cloned()
                .collect(),
        }
    }

    /// The whole environment in a slot. Variables that were asked for override fixed ones.
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
