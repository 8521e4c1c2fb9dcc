//! The globs of configuration files that match no case. Somebody has probably misspelt them, and would otherwise wonder why
//! the settings below them have no effect.

use super::case_sources::CaseSourceReader;
use super::plan::config_of;
use super::tables::matches;
use super::{Case, CaseOptions, Config};
use globset::GlobMatcher;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The globs of `[[case]]` tables that match none of these cases, by the files that they are in: the configurations, which
/// are as for `plan`, and the `smelt.toml` files of directories with cases.
pub fn unmatched_globs<'a>(
    cases: impl IntoIterator<Item = &'a Case>,
    configs: &[Option<Config>],
) -> BTreeMap<PathBuf, Vec<String>> {
    let mut left: BTreeMap<PathBuf, Vec<GlobMatcher>> = configs
        .iter()
        .flatten()
        .map(|config| (config.path.clone(), config.globs.clone()))
        .collect();
    let no_options = CaseOptions::default();
    let mut readers: BTreeMap<usize, CaseSourceReader<'_>> = BTreeMap::new();
    for case in cases {
        let config = config_of(configs, case.directory);
        if let Some(globs) = config.and_then(|config| left.get_mut(&config.path)) {
            leave_out(globs, &case.relative);
        }
        let reader = readers
            .entry(case.directory)
            .or_insert_with(|| CaseSourceReader::new(case.root(), config, &no_options));
        // A file that cannot be used is the reason why its cases have no settings.
        for (file, relative) in reader.above(case).unwrap_or_default() {
            let globs = left
                .entry(file.path.clone())
                .or_insert_with(|| file.globs.clone());
            leave_out(globs, relative);
        }
    }
    left.retain(|_, globs| !globs.is_empty());
    let text = |glob: &GlobMatcher| glob.glob().glob().to_owned();
    left.into_iter()
        .map(|(path, globs)| (path, globs.iter().map(text).collect()))
        .collect()
}

/// Leaves out the globs that match a case.
fn leave_out(globs: &mut Vec<GlobMatcher>, relative: &Path) {
    globs.retain(|glob| !matches(glob, relative));
}
