//! What is found below directories, whatever is there.

use rustix::fs::{CWD, FileType, makedev, mknodat};
use smelt::corpus::{CaseOptions, CommandLine, CorpusError, Discovery, case_id, discover, plan};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A tree with everything odd that a corpus may hold.
fn odd_tree(root: &Path) {
    for directory in ["bugs/a", "bugs/done", "outside"] {
        fs::create_dir_all(root.join(directory)).expect("a directory");
    }
    let files: &[&[u8]] = &[
        b"bugs/b.smt2",
        b"bugs/a/c.SMT2",
        b"bugs/a/d.sy",
        b"bugs/notes.md",
        b"bugs/a/\xff\x1b[31m.smt2",
        b"bugs/=cmd.smt",
        b"bugs/done/journal.jsonl",
        b"bugs/done/e.smt2",
        b"outside/secret.smt2",
    ];
    for file in files {
        fs::write(root.join(OsStr::from_bytes(file)), b"(check-sat)").expect("a file");
    }
    let links = [
        ("../outside", "bugs/out"),
        ("../../outside/secret.smt2", "bugs/a/secret.smt2"),
        ("b.smt2", "bugs/twin.smt2"),
        ("..", "bugs/a/up"),
        ("gone", "bugs/broken.smt2"),
        ("loop-b.smt2", "bugs/loop-a.smt2"),
        ("loop-a.smt2", "bugs/loop-b.smt2"),
        (".", "bugs/itself"),
    ];
    for (target, link) in links {
        symlink(target, root.join(link)).expect("a link");
    }
    mknodat(
        CWD,
        root.join("bugs/pipe.smt2"),
        FileType::Fifo,
        0o600.into(),
        0,
    )
    .expect("a pipe");
    UnixListener::bind(root.join("bugs/socket.smt2")).expect("a socket");
    // Only root may make this one: the device that ends nowhere, `/dev/zero`.
    let zero = makedev(1, 5);
    let device = root.join("bugs/device.smt2");
    let _ = mknodat(CWD, device, FileType::CharacterDevice, 0o600.into(), zero);
}

fn ids(found: &Discovery) -> Vec<&str> {
    found.cases.iter().map(|case| &*case.id).collect()
}

#[test]
fn discovery_is_sorted_and_keeps_inside_the_corpus() {
    let root = tempfile::tempdir().expect("a directory");
    odd_tree(root.path());
    let found = discover(&[root.path().join("bugs")]).expect("a corpus");
    let expected = [
        "=cmd.smt",
        "a/%FF%1B[31m.smt2",
        "a/c.SMT2",
        "a/d.sy",
        "b.smt2",
        "twin.smt2",
    ];
    assert_eq!(ids(&found), expected);
    let why = |name: &str| {
        let skipped = found
            .skipped
            .iter()
            .find(|skipped| skipped.path.ends_with(name));
        skipped.map(|skipped| skipped.why.as_str())
    };
    assert_eq!(why("notes.md"), Some("unknown extension"));
    let odd = Some("pipe, socket or device");
    assert_eq!((why("pipe.smt2"), why("socket.smt2")), (odd, odd));
    let has_device = root.path().join("bugs/device.smt2").exists();
    assert_eq!(why("device.smt2"), odd.filter(|_| has_device));
    assert_eq!(why("done"), Some("output of smelt"));
    assert_eq!(why("out"), Some("link that leaves the corpus"));
    assert_eq!(why("a/secret.smt2"), Some("link that leaves the corpus"));
    assert!(
        found.skipped.iter().all(|skipped| !skipped.is_failure),
        "{:?}",
        found.skipped
    );
}

#[test]
fn ids_begin_with_the_directorys_name_where_there_are_several() {
    let root = tempfile::tempdir().expect("a directory");
    let names = ["x/bugs", "y/bugs", "z/more", "x/../x/bugs"];
    let directories: Vec<PathBuf> = names.map(|name| root.path().join(name)).into();
    for directory in &directories[..3] {
        fs::create_dir_all(directory).expect("a directory");
        fs::write(directory.join("a.smt2"), b"").expect("a file");
    }
    let found = discover(&directories).expect("a corpus");
    assert_eq!(ids(&found), ["bugs-2/a.smt2", "bugs/a.smt2", "more/a.smt2"]);
}

#[test]
fn a_directory_that_is_missing_or_a_file_is_an_error() {
    let root = tempfile::tempdir().expect("a directory");
    let file = root.path().join("a.smt2");
    fs::write(&file, b"").expect("a file");
    let missing = discover(&[root.path().join("gone")]);
    assert!(matches!(missing, Err(CorpusError::Read { .. })));
    assert!(matches!(
        discover(&[file]),
        Err(CorpusError::NotADirectory(_))
    ));
}

#[test]
fn an_id_never_leads_elsewhere_and_tells_different_paths_apart() {
    assert_eq!(case_id(Path::new("../../etc/./x.smt2")), "etc/x.smt2");
    assert_eq!(case_id(Path::new("/etc/x.smt2")), "etc/x.smt2");
    assert_eq!(
        case_id(Path::new("a\nb\u{202e}%.smt2")),
        "a%0Ab%E2%80%AE%25.smt2"
    );
    let long = |end: &str| case_id(Path::new(&format!("{}{end}.smt2", "\u{1}".repeat(120))));
    assert!(long("a").len() <= 200, "{}", long("a"));
    assert_ne!(long("a"), long("b"));
}

/// Quick enough that nobody waits: a build with all checks takes about two seconds.
const A_WHILE: Duration = Duration::from_secs(20);

#[test]
fn ten_thousand_cases_are_found_and_planned_in_a_while() {
    let root = tempfile::tempdir().expect("a directory");
    for directory in 0..100 {
        let directory = root.path().join(format!("d{directory:02}/deeper"));
        fs::create_dir_all(&directory).expect("a directory");
        for file in 0..100 {
            let path = directory.join(format!("case-{file:02}.smt2"));
            fs::write(path, "; a comment\n(set-logic QF_LIA)\n(check-sat)\n").expect("a file");
        }
    }
    let begin = Instant::now();
    let found = discover(&[root.path().to_owned()]).expect("a corpus");
    assert!(found.cases.is_sorted_by(|one, next| one.id < next.id));
    let command: CommandLine = "z3".parse().expect("a command");
    let planned = plan(
        found.cases,
        &[None],
        &CaseOptions::default(),
        Some(&command),
    );
    let planned = planned.expect("a plan");
    assert!(begin.elapsed() < A_WHILE, "{:?}", begin.elapsed());
    assert_eq!(planned.len(), 10_000);
    assert!(planned.iter().all(|case| case.settings.is_ok()));
}
