//! Made-up solvers. Each is a shell script that starts no other program. It fails if it exits with [`FAILS`].
//!
//! If the environment has `JUDGED`, no time is spent and nothing is left to chance: the script fails on just the texts on
//! which it can.

use super::texts::Text;
use smelt::corpus::HangLimit;
use smelt::fuzz::Random;

/// The exit code of a failure.
pub(crate) const FAILS: i32 = 9;

/// A limit that is a few times as long as a quick run here takes, in seconds.
const LIMIT: f64 = 0.05;

/// What all scripts begin with: whether the text has a part, and how to spend time in so many thousand steps.
const BEGIN: &str = r#"text=
while IFS= read -r line || [ "$line" ]; do text="$text $line"; done <"$1"
has() { case "$text" in *"$1"*) return 0 ;; *) return 1 ;; esac; }
spend() {
    [ -z "$JUDGED" ] || return 0
    step=0; while [ $step -lt "$1"000 ]; do step=$((step + 1)); done
}
"#;

/// A solver, and what it must be run with.
pub(crate) struct Solver {
    pub(crate) script: String,
    pub(crate) timeout: Option<f64>,
    pub(crate) hangs: Option<HangLimit>,
}

impl Solver {
    fn of(body: &str) -> Solver {
        Solver {
            script: format!("{BEGIN}{body}exit 0"),
            timeout: None,
            hangs: None,
        }
    }
}

/// The script that fails on texts with this part.
pub(crate) fn needing(part: &str) -> String {
    Solver::of(&format!("has {part} && exit {FAILS}\n")).script
}

/// Some parts that a text must have to fail, as a condition.
fn some_parts(text: &Text, random: &mut Random) -> String {
    let needed: Vec<_> = (0..random.between(1, 4))
        .map(|_| format!("has {}", text.part(random)))
        .collect();
    needed.join(" && ")
}

/// Fails on texts that have some parts.
pub(crate) fn needing_parts(text: &Text, random: &mut Random) -> Solver {
    let needed = some_parts(text, random);
    Solver::of(&format!("{needed} && exit {FAILS}\n"))
}

/// A condition on the sum of the weights of all parts that a text has. It holds for a text with all parts.
fn sum_is_that_of_all(text: &Text, random: &mut Random) -> (String, String) {
    let modulus = random.between(2, 4);
    let mut sum = "sum=0\n".to_owned();
    let mut of_all = 0;
    for part in &text.parts {
        let weight = random.below(modulus);
        of_all += weight;
        let line = format!("has {part} && sum=$((sum + {weight}))\n");
        sum.push_str(&line);
    }
    let condition = format!("[ $((sum % {modulus})) -eq {} ]", of_all % modulus);
    (sum, condition)
}

/// Fails on texts with some part, depending on which others they have: that is anything but monotone.
pub(crate) fn by_a_sum(text: &Text, random: &mut Random) -> Solver {
    let (sum, condition) = sum_is_that_of_all(text, random);
    let part = text.part(random);
    Solver::of(&format!("{sum}has {part} && {condition} && exit {FAILS}\n"))
}

/// Refuses texts in which a part is without the one that it depends on.
pub(crate) fn with_dependencies(text: &Text, random: &mut Random) -> Solver {
    let mut body = String::new();
    for (nth, part) in text.parts.iter().enumerate().skip(1) {
        if random.chance(60) {
            let earlier = random.below(u32::try_from(nth).unwrap_or(0));
            let other = &text.parts[earlier as usize];
            let line = format!("has {part} && ! has {other} && exit 1\n");
            body.push_str(&line);
        }
    }
    let needed = some_parts(text, random);
    Solver::of(&format!("{body}{needed} && exit {FAILS}\n"))
}

/// Takes longer without some parts: about as long as it may, or much longer. Or takes for ever, which is the failure; then
/// a text that takes about as long as it may can fail too.
pub(crate) fn near_a_limit(text: &Text, random: &mut Random) -> Solver {
    let [near, far] = [0; 2].map(|_| text.part(random));
    let needed = some_parts(text, random);
    let is_hang = random.chance(40);
    let steps = random.between(20, 120);
    let body = if is_hang {
        format!(
            "judged_fails() {{ [ -z \"$JUDGED\" ] || exit {FAILS}; }}\n\
             if {needed}; then judged_fails; while :; do :; done; fi\n\
             has {near} || {{ spend {steps}; judged_fails; }}\n"
        )
    } else {
        format!(
            "has {near} || spend {steps}\n\
             has {far} || {{ spend 10000; exit 0; }}\n\
             {needed} && exit {FAILS}\n"
        )
    };
    Solver {
        timeout: (!is_hang).then_some(LIMIT),
        hangs: is_hang.then_some(HangLimit::Seconds(LIMIT)),
        ..Solver::of(&body)
    }
}

/// Fails with some probability on texts on which another solver always fails. The numbers follow from how often it has
/// been run.
pub(crate) fn failing_sometimes(text: &Text, random: &mut Random) -> Solver {
    let (sum, condition) = sum_is_that_of_all(text, random);
    let needed = if random.chance(50) {
        some_parts(text, random)
    } else {
        format!("has {} && {condition}", text.part(random))
    };
    let percent = [50, 80, 95][random.below(3) as usize];
    // The number of the run is kept beside the solver, mixed by a step of Lehmer's generator.
    Solver::of(&format!(
        "{sum}if {needed}; then\n\
         [ -z \"$JUDGED\" ] || exit {FAILS}\n\
         kept=${{0%/*}}/kept; number={}; [ ! -e \"$kept\" ] || read -r number <\"$kept\"\n\
         number=$((number * 48271 % 2147483647)); echo $number >\"$kept\"\n\
         [ $((number / 1000 % 100)) -ge {percent} ] || exit {FAILS}\n\
         fi\n",
        random.between(1, 1_000_000)
    ))
}
