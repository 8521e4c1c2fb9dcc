//! Completions and man pages are made from the command line's definition, and have what help has.

use super::{ended, smelt};
use std::fs;
use std::process::Command;

/// Subcommands with the long options that help shows.
fn shown() -> Vec<(String, Vec<String>)> {
    let mut definition = smelt::cli::definition().disable_help_subcommand(true);
    definition.build();
    let verbs = definition.get_subcommands();
    verbs
        .map(|verb| {
            let options = verb.get_arguments().filter(|arg| !arg.is_hide_set());
            let options = options.filter_map(|arg| arg.get_long()).map(str::to_owned);
            (verb.get_name().to_owned(), options.collect())
        })
        .collect()
}

#[test]
fn completions_have_every_option_that_help_shows_and_none_that_it_hides() {
    let here = tempfile::tempdir().expect("a directory");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (code, script, err) = ended(&smelt(here.path(), &["completions", shell]));
        assert_eq!((code, err.as_str()), (Some(0), ""), "{shell}");
        for (verb, options) in shown() {
            assert!(script.contains(&verb), "{verb} for {shell}");
            for option in options {
                assert!(script.contains(&option), "{verb} --{option} for {shell}");
            }
        }
        assert!(!script.contains("bv-to-bool"), "{shell}");
    }
    let (code, _, err) = ended(&smelt(here.path(), &["completions", "basic"]));
    assert!(code == Some(2) && err.contains("bash"), "{err}");
}

#[test]
fn bash_can_read_its_completions() {
    let here = tempfile::tempdir().expect("a directory");
    let (_, script, _) = ended(&smelt(here.path(), &["completions", "bash"]));
    let file = here.path().join("smelt.bash");
    fs::write(&file, script).expect("a file");
    let words = "source \"$1\"; COMP_WORDS=(smelt reduce --strat); COMP_CWORD=2; _smelt smelt --strat reduce; \
                 echo \"${COMPREPLY[@]}\"";
    let ran = Command::new("bash")
        .args(["-c", words, "bash"])
        .arg(&file)
        .output();
    let ran = ran.expect("bash runs");
    assert_eq!(
        String::from_utf8_lossy(&ran.stdout),
        "--strategy\n",
        "{ran:?}"
    );
}

#[test]
fn man_pages_have_every_option_that_help_shows() {
    let here = tempfile::tempdir().expect("a directory");
    let (code, page, _) = ended(&smelt(here.path(), &["man"]));
    assert!(code == Some(0) && page.contains(".TH smelt 1"), "{page}");
    let (code, written, _) = ended(&smelt(here.path(), &["man", "made"]));
    assert_eq!(code, Some(0));
    assert!(
        written.contains("made/man1/smelt-cache-gc.1\n"),
        "{written}"
    );
    for page in [
        "man5/smelt.toml.5",
        "man5/smelt-columns.5",
        "man7/smelt-match.7",
    ] {
        let text = fs::read_to_string(here.path().join("made").join(page)).expect(page);
        assert!(
            text.contains(".SH NAME") && text.contains(".SH DESCRIPTION"),
            "{page}"
        );
        assert!(!text.contains("]("), "{page} has a link in Markdown");
    }
    for (verb, options) in shown() {
        let path = here.path().join(format!("made/man1/smelt-{verb}.1"));
        let page = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{verb}: {error}"));
        for option in options {
            let roff = option.replace('-', "\\-");
            assert!(page.contains(&roff), "{verb} --{option}");
        }
        let paragraphs = page.split("\n.TP\n").skip(1);
        for paragraph in paragraphs {
            let lines = paragraph.lines().filter(|line| !line.starts_with('.'));
            assert!(lines.count() > 1, "{verb}: only the name of {paragraph}");
        }
        assert!(!page.contains("bv\\-to\\-bool"), "{verb}");
    }
    fs::write(here.path().join("file"), "").expect("a file");
    let (code, _, err) = ended(&smelt(here.path(), &["man", "file"]));
    assert!(
        code == Some(3) && err.contains("cannot write `file/man1`"),
        "{err}"
    );
}
