//! `smelt check`: makes the source and golden runs of one case, and says what must stay the same. With `--explain` or
//! `--minimal`, it runs nothing, and explains the settings of a case or proves the results of a batch instead.

use super::minimal;
use super::preparation::{check_input, command, nonce, settings};
use crate::batch::Watch;
use crate::cli::args::CheckArgs;
use crate::cli::dash::FileOrStream;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::progress::Display;
use crate::cli::{definition, exit, guess, output, store};
use crate::corpus::{Case, Config, explain};
use crate::input::InputFile;
use crate::reduction::{self, Checked, Notice, Progress, ReductionContext, Task, after_colon};
use std::cell::RefCell;
use std::path::Path;

pub(super) fn run(args: &CheckArgs) -> Result<u8, CliError> {
    if let Some(output) = &args.minimal {
        return minimal::run(output, &args.common.run);
    }
    let name = args.input.as_deref().unwrap_or(Path::new(""));
    if args.explain {
        check_input(&InputFile::named(name))?;
        return explained(args, name);
    }
    let most = args.common.run.max_input();
    let input = FileOrStream::input(name, most)?;
    let file = InputFile::named(input.path()).at_most(most);
    check_input(&file)?;
    let settings = settings(&args.common, input.path(), &args.command)?;
    let store = store::open(&args.common.run, None)?;
    let interrupt = Interrupt::listen(None)?;
    let nonce = nonce()?;
    let id = name.to_string_lossy();
    let display = Display::of_one(args.common.run.level(), None);
    let gauge = display.begun(&id, file.length().unwrap_or(0));
    let on_copy = RefCell::new(String::new());
    let keep = |notice: &Notice<'_>| {
        if let Notice::Slipped { copy, .. } = notice {
            on_copy.replace((*copy).to_owned());
        }
    };
    let progress = Progress::new(gauge, &keep);
    let task = Task::unrecorded(&id, &file, &settings, &progress);
    let checked = reduction::check(
        &task,
        &ReductionContext::new(store.as_ref(), &interrupt.stop, nonce),
    );
    drop(display);
    store::say_if_degraded(store.as_ref());
    let not_reduced = match checked {
        Ok(Checked {
            report,
            not_reduced,
            ..
        }) => {
            output::data(&report)?;
            output::data(&on_copy.borrow())?;
            not_reduced
        }
        Err(not_reduced) => Some(not_reduced),
    };
    let code = match not_reduced {
        Some(why) => {
            output::say(&format!("error: {}", after_colon(&why.detail)));
            output::hint(guess::option_behind_command(&definition(), &args.command));
            exit::CASES
        }
        None => exit::DONE,
    };
    Ok(code.max(interrupt.code()))
}

/// Shows where every setting of the case comes from.
fn explained(args: &CheckArgs, input: &Path) -> Result<u8, CliError> {
    let case = Case::of_file(input)?;
    let config = match &args.common.run.config {
        Some(file) => Some(Config::read(file)?),
        None => Config::of_directory(case.root())?,
    };
    let hint = "put the solver and its arguments after the file";
    let command = command(&args.command, hint)?;
    let options = args.common.options();
    match explain(&case, config.as_ref(), &options, command.as_ref())? {
        Ok(explained) => {
            output::data(&explained.to_string())?;
            Ok(exit::DONE)
        }
        Err(why) => {
            output::say(&format!("error: {}", after_colon(&why)));
            Ok(exit::CASES)
        }
    }
}
