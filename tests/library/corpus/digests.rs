//! The digests of settings, by which an output knows what it has done already.

use super::rules::configured;

/// Settings without a rule of their own, and what else there is to set.
const ALL_BUT_RULES: &str = "
repeat = 2
flaky-runs = 5
flaky-error = 2.5
patience = 3
timeout = 10
timeout-cc = '1m'
idle = 2
memout = 100
strategy = 'hybrid'
minimiser = 'cdd'
effort = 'deep'
hints = 'never'
known-shapes = 'never'
stop-at = 20
max-runs = 7
language = 'smtlib'
ill-formed = 'last'
mutators = ['-all', '+constants']
env = ['LANG']
path = 'absolute'
allow-trivial = true
allow-code = true
same-stack = 3
reduce-options = true
keep-option = ['-q']
pretty = true
";

/// Keys, and how the digest of their settings begins.
const DIGESTS: &[(&str, &str)] = &[
    ("", "ef1789001c6e2b9a"),
    (ALL_BUT_RULES, "de27c39412cbb105"),
    ("strategy = 'deltaasp'\nphases = '1-2'", "21b94ccee785c252"),
    ("stages = 'proof'", "3fb366337ff9bf9f"),
    ("lift = 'aspif'\nlift-with = 'ref'", "9d358dc17d302455"),
    ("match = 'exact'", "773009d0e4407435"),
    ("match-out = 'unsat'\nignore-err = true", "6f264be2cb1ea7c4"),
    (
        "match-err-regex = 'a.*b'\nignore-exit = true",
        "1abaacaa8048e526",
    ),
    (
        "cross-check = 'ref'\nmatch-out-cc = 'sat'",
        "a1aab66ab1354244",
    ),
    ("passes-on = 'ref'", "5f23bf039f6ce385"),
    ("hangs = true\nsolved-by = 'ref'", "d3946b90243b30b8"),
    (
        "differs-from = 'ref'\neither-direction = true",
        "5df991c5fbf312cd",
    ),
    ("models-differ-from = 'ref'", "53a997ed86b35ba6"),
    ("invalid-model = 'ref'", "8d8af795e5680b46"),
    ("invalid-core = 'ref'", "0a43fad0e8c337e9"),
    (
        "proof-checker = 'ref'\nrejects-with = 'no'",
        "d81bce20991f4e11",
    ),
    ("incorrect = 'ref'\nverified-by = 'ref'", "80fe7fbdfa7ce93c"),
    ("outvoted-by = ['ref', 'other']", "18959c19537330be"),
    ("hangs = true", "54280177c6f9ebeb"),
    ("hangs = 7", "8d748abfe476cc45"),
    ("slower-than = 5", "de5c099e2a9acfee"),
    ("slower-than-factor = [10, 'ref']", "419830d2177a85c7"),
    ("more-than = ['n', '50%']", "0b36c3accb00c067"),
    ("more-than-factor = ['n', 10, 'ref']", "d7ec558241b56c02"),
    ("more-memory-than = 500", "1dff1d1997fdebeb"),
    ("more-memory-than-factor = [3, 'ref']", "5e0a7667013d1825"),
    (
        "interesting = { all = [{ match-out = 'a' }, { any = [{}, { not = { passes-on = 'ref' } }] }] }",
        "a778fd05096ab925",
    ),
];

/// What is to be done if digests are no longer what they were.
const HINT: &str = "With other digests, every case of every output is reduced again after an upgrade. A digest is made from \
                    the debug output: what has got another name needs a `Debug` that says the old one. A new setting \
                    needs new digests here, and a word in CHANGELOG.md.";

/// What is wrong with the digest of these settings, if anything.
fn fault(keys: &str, command: &[&str], digest: &str) -> Option<String> {
    match configured(keys, command) {
        Err(error) => Some(format!("{keys}: {error}")),
        Ok(settings) => {
            let found = settings.digest();
            let is_same = found.starts_with(digest);
            (!is_same).then(|| format!("{keys}: {found}, made from {settings:?}"))
        }
    }
}

#[test]
fn settings_have_the_digests_that_they_had_in_the_first_outputs() {
    let plain = ["solver", "-q"];
    let faults = DIGESTS
        .iter()
        .map(|(keys, digest)| fault(keys, &plain, digest));
    let seeded = fault(
        "seeds = 3\nat-least = 2",
        &["solver", "--seed={seed}"],
        "a57104b1b9ba2839",
    );
    let faults: Vec<String> = faults.chain([seeded]).flatten().collect();
    assert!(faults.is_empty(), "{HINT}\n{}", faults.join("\n"));
}
