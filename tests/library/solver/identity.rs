//! What makes two commands the same command.

use super::{caller, fake, observed, resolve, slot, spec, wide};
use smelt::key::Fingerprint;
use smelt::observation::End;
use smelt::solver::{Caller, CommandSpec, Dependencies, DependencyError, Invocation};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

fn dependencies(argv: &[&str], change: impl Fn(&mut CommandSpec, &mut Caller)) -> Dependencies {
    let mut spec = CommandSpec {
        argv: argv.iter().map(Into::into).collect(),
        extension: "smt2".into(),
        ..CommandSpec::default()
    };
    let mut caller = caller();
    change(&mut spec, &mut caller);
    let invocation = Invocation::resolve_for(&spec, &caller).expect("resolves");
    Dependencies::of(&invocation, &mut slot()).expect("dependencies")
}

fn plain(argv: &[&str]) -> Fingerprint {
    dependencies(argv, |_, _| ()).fingerprint(None)
}

fn script(path: &Path, content: &str) {
    std::fs::write(path, content).expect("a file");
    std::fs::set_permissions(path, PermissionsExt::from_mode(0o755)).expect("permissions");
}

#[test]
fn a_program_brings_its_loader_and_shared_objects() {
    let dependencies = dependencies(&["/bin/true"], |_, _| ());
    let names: Vec<String> = dependencies
        .files()
        .map(|path| path.display().to_string())
        .collect();
    assert!(
        names.iter().any(|name| name.contains("libc.so")),
        "{names:?}"
    );
    assert!(
        names.iter().any(|name| name.contains("ld-linux")),
        "{names:?}"
    );
    assert_eq!(dependencies.opaque(), None);
    assert!(dependencies.unchanged().is_ok() && !dependencies.sanitized());
}

#[test]
fn a_copy_or_a_link_of_a_program_is_the_same_command() {
    let directory = tempfile::tempdir().expect("a directory");
    let (copy, link) = (directory.path().join("copy"), directory.path().join("link"));
    std::fs::copy("/bin/true", &copy).expect("a copy");
    symlink("/bin/true", &link).expect("a link");
    let of = |path: &Path| plain(&[path.to_str().expect("a name")]);
    assert_eq!(of(&copy), plain(&["/bin/true"]));
    assert_eq!(of(&link), plain(&["/bin/true"]));
    assert_ne!(plain(&["/bin/false"]), plain(&["/bin/true"]));
}

#[test]
fn arguments_variables_and_the_place_count() {
    let base = plain(&["/bin/true", "-x"]);
    let variable = |value: &'static str| {
        dependencies(&["/bin/true", "-x"], move |spec, caller| {
            spec.env = vec!["SMELT_TEST".into()];
            caller.env.push(("SMELT_TEST".into(), value.into()));
        })
        .fingerprint(None)
    };
    let all = [
        base,
        plain(&["/bin/true", "-y"]),
        plain(&["/bin/true", "-x", "{}", "{}"]),
        variable("1"),
        variable("2"),
        dependencies(&["/bin/true", "-x"], |spec, _| spec.cwd = Some("/".into())).fingerprint(None),
        dependencies(&["/bin/true", "-x"], |spec, _| spec.absolute_path = true).fingerprint(None),
        plain(&["/bin/true", "-x", "<", "{}"]),
        plain(&["/bin/true", "-x", "<", "{}", "{}"]),
        dependencies(&["/bin/true", "-x"], |spec, _| spec.extension = "sy".into())
            .fingerprint(None),
        dependencies(&["/bin/true", "-x"], |spec, _| {
            spec.depends = vec!["Cargo.toml".into()];
        })
        .fingerprint(None),
    ];
    for (at, one) in all.iter().enumerate() {
        assert!(!all[..at].contains(one), "{at}");
    }
    assert_eq!(base, plain(&["/bin/true", "-x", "{}"]));
    let other_path = dependencies(&["/bin/true", "-x"], |_, caller| {
        caller.env.retain(|(name, _)| name != "PATH");
        caller
            .env
            .push(("PATH".into(), "/usr/bin:/bin:/nowhere".into()));
    });
    assert_eq!(base, other_path.fingerprint(None));
}

#[test]
fn a_solver_behind_another_program_is_a_dependency() {
    let names = |argv: &[&str]| {
        let dependencies = dependencies(argv, |_, _| ());
        assert_eq!(dependencies.opaque(), None);
        let names = dependencies
            .files()
            .filter_map(|path| Some(path.file_name()?.to_owned()));
        names.collect::<Vec<_>>()
    };
    assert!(names(&["timeout", "5", "true"]).contains(&"true".into()));
    assert!(names(&["env", "X=1", "true"]).contains(&"true".into()));
    assert!(names(&["nice", "/bin/true"]).contains(&"true".into()));
}

#[test]
fn a_wrapper_script_is_opaque_unless_what_it_needs_is_given() {
    let wrapper = fake("cat.sh").display().to_string();
    let opaque = dependencies(&[&wrapper], |_, _| ());
    assert!(
        opaque
            .opaque()
            .is_some_and(|why| why.contains("is a script"))
    );
    assert_ne!(
        opaque.fingerprint(Some(&[1; 32])),
        opaque.fingerprint(Some(&[2; 32]))
    );
    let names: Vec<_> = opaque.files().filter_map(Path::file_name).collect();
    assert!(names.contains(&"sh".as_ref()));
    let told = dependencies(&[&wrapper], |spec, _| {
        spec.depends = vec!["/bin/cat".into()];
    });
    assert_eq!(told.opaque(), None);
    assert_eq!(told.fingerprint(Some(&[1; 32])), told.fingerprint(None));
    let python = fake("detach.py").display().to_string();
    assert!(
        dependencies(&["timeout", "5", &python], |_, _| ())
            .opaque()
            .is_some()
    );
    assert!(
        dependencies(&["sh", "-c", "true {}"], |_, _| ())
            .opaque()
            .is_some()
    );
    assert!(
        dependencies(&["python3", "-c", "0", "{}"], |_, _| ())
            .opaque()
            .is_some()
    );
}

#[test]
fn the_content_of_a_file_in_an_option_counts_and_a_directory_is_opaque() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("rules");
    let option = format!("--rules={}", file.display());
    std::fs::write(&file, "one").expect("a file");
    let one = plain(&["/bin/true", &option]);
    std::fs::write(&file, "two and more").expect("a file");
    assert_ne!(one, plain(&["/bin/true", &option]));
    let include = directory.path().display().to_string();
    assert!(
        dependencies(&["/bin/true", &include], |_, _| ())
            .opaque()
            .is_some()
    );
}

#[test]
fn path_counts_for_scripts() {
    let wrapper = fake("cat.sh").display().to_string();
    let with = |path: &'static str| {
        dependencies(&[&wrapper], move |_, caller| {
            caller.env.retain(|(name, _)| name != "PATH");
            caller.env.push(("PATH".into(), path.into()));
        })
        .fingerprint(None)
    };
    assert_ne!(with("/usr/bin:/bin"), with("/bin:/usr/bin"));
}

#[test]
fn a_program_replaced_while_it_runs_is_noticed() {
    let directory = tempfile::tempdir().expect("a directory");
    let (program, next) = (
        directory.path().join("solver"),
        directory.path().join("next"),
    );
    script(
        &program,
        "#!/bin/sh\nmv \"$(dirname \"$0\")/next\" \"$0\"\nexit 3\n",
    );
    script(&next, "#!/bin/sh\nexit 4\n");
    let spec = CommandSpec {
        argv: vec![program.clone().into_os_string()],
        ..CommandSpec::default()
    };
    let invocation = Invocation::resolve_for(&spec, &caller()).expect("resolves");
    let mut slot = slot();
    let dependencies = Dependencies::of(&invocation, &mut slot).expect("dependencies");
    assert!(dependencies.unchanged().is_ok());
    assert_eq!(
        observed(slot.run(&invocation, b"", &wide()).expect("a run")).end,
        End::Exited(3)
    );
    match dependencies.unchanged() {
        Err(DependencyError::Changed(path)) => assert_eq!(path, program),
        other => panic!("{other:?}"),
    }
    std::fs::remove_file(&program).expect("removed");
    assert!(dependencies.unchanged().is_err());
}

#[test]
fn a_link_that_leads_elsewhere_by_now_is_noticed_and_a_touched_file_is_not() {
    let directory = tempfile::tempdir().expect("a directory");
    let (link, copy) = (directory.path().join("link"), directory.path().join("copy"));
    std::fs::copy("/bin/true", &copy).expect("a copy");
    symlink(&copy, &link).expect("a link");
    let dependencies = dependencies(&[link.to_str().expect("a name")], |_, _| ());
    std::fs::set_permissions(&copy, PermissionsExt::from_mode(0o700)).expect("permissions");
    assert!(dependencies.unchanged().is_ok());
    std::fs::remove_file(&link).expect("removed");
    symlink("/bin/false", &link).expect("a link");
    assert!(dependencies.unchanged().is_err());
}

#[test]
fn the_name_of_the_candidate_counts_where_it_is_asked_for() {
    let named = |name: Option<&str>| {
        let change = |spec: &mut CommandSpec, _: &mut Caller| spec.name = name.map(Into::into);
        dependencies(&["/bin/true"], change).fingerprint(None)
    };
    let (one, other) = (named(Some("one.smt2")), named(Some("other.smt2")));
    assert_eq!(named(None), plain(&["/bin/true"]));
    assert!(one != other && one != named(None) && other != named(None));
}

#[test]
fn a_pipe_in_the_place_of_a_needed_file_is_an_error_and_not_waited_for() {
    let here = tempfile::tempdir().expect("a directory");
    let rules = here.path().join("rules");
    std::fs::write(&rules, "x").expect("a file");
    let needs = resolve(&CommandSpec {
        depends: vec![rules.clone()],
        ..spec("cat.sh", &[])
    });
    std::fs::remove_file(&rules).expect("a file to remove");
    let made = std::process::Command::new("mkfifo").arg(&rules).status();
    assert!(made.expect("mkfifo runs").success());
    let refused = slot().run(&needs, b"x", &wide());
    let why = refused.expect_err("a pipe").to_string();
    assert!(why.contains("not a regular file"), "{why}");
}
