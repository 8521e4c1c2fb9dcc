//! The same cases on several builds of a solver: each case gets the settings of each build that can take the place of
//! its solver.

use super::{Config, Planned, Settings};
use crate::solver::{Build, are_of_one_family, program_name};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

/// The word of a command that stands for the program of a build.
pub const BUILD: &str = "{build}";

/// The position of the word in a command that is the program of a build: the placeholder, or else the first word. None
/// in a pipeline, where it is not known which program is meant.
pub fn build_position(command: &[OsString]) -> Option<usize> {
    let named = command.iter().position(|word| word == BUILD);
    let is_pipeline = command.iter().any(|word| word == "|");
    named.or_else(|| (!is_pipeline && !command.is_empty()).then_some(0))
}

impl Settings {
    /// The same settings with the program of this build; none if it cannot take the place of the solver.
    pub fn on_build(&self, build: &Build) -> Option<Settings> {
        let at = build_position(&self.command).filter(|_| !self.rule.is_script())?;
        let mut settings = self.clone();
        let word = settings.command.get_mut(at)?;
        let is_alike = word == BUILD || are_of_one_family(&program_name(word), build);
        *word = build.program.clone().into();
        is_alike.then_some(settings)
    }
}

impl Config {
    /// The builds of the table `[build]`, by name.
    pub fn builds(&self) -> Vec<Build> {
        let mut builds = Vec::new();
        for (name, program) in &self.tables.build {
            if let [word] = &program.get_ref().below(&self.base)[..] {
                builds.push(Build {
                    name: name.clone(),
                    program: PathBuf::from(word),
                });
            }
        }
        builds
    }

    /// The program of a solver by its name.
    pub fn program(&self, solver: &str) -> Option<PathBuf> {
        let command = self.solver_command(solver)?;
        command.first().map(PathBuf::from)
    }
}

/// Each case once for each build that can take the place of its solver, which then has the name of the build. A case for
/// which there is none stays as it is.
pub fn on_builds(planned: Vec<Planned>, builds: &[Build]) -> Vec<Planned> {
    if builds.is_empty() {
        return planned;
    }
    let mut all = Vec::with_capacity(planned.len() * builds.len());
    // Cases next to each other mostly have the same settings.
    let mut last: Option<(Arc<Settings>, Vec<Arc<Settings>>)> = None;
    for Planned { case, settings } in planned {
        let on_each = match (&settings, last.take()) {
            (Err(_), _) => Vec::new(),
            (Ok(settings), Some((before, on_each))) if Arc::ptr_eq(settings, &before) => on_each,
            (Ok(settings), _) => on_each(settings, builds),
        };
        if on_each.is_empty() {
            all.push(Planned { case, settings });
            continue;
        }
        all.extend(on_each.iter().map(|settings| Planned {
            case: case.clone(),
            settings: Ok(Arc::clone(settings)),
        }));
        last = settings.ok().map(|settings| (settings, on_each));
    }
    all
}

/// The cases that are planned on several builds, by their ids. Their builds stand next to each other.
pub fn several_builds(planned: &[Planned]) -> impl Iterator<Item = (&str, &[Planned])> {
    let cases = planned.chunk_by(|one, next| one.case.id == next.case.id);
    cases.filter_map(|builds| match builds {
        [first, _, ..] => Some((&*first.case.id, builds)),
        _ => None,
    })
}

/// The settings for each build that can take the place of the solver of these.
fn on_each(settings: &Settings, builds: &[Build]) -> Vec<Arc<Settings>> {
    let of = |build: &Build| {
        let settings = Settings {
            solver: build.name.clone(),
            ..settings.on_build(build)?
        };
        Some(Arc::new(settings))
    };
    builds.iter().filter_map(of).collect()
}
