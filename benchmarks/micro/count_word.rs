//! A solver that does nothing but count a word: prints how often `assert` stands in the file given. Without a file it
//! ends at once. Compiled statically, so that no loader's work hides what smelt adds.

use std::io::Write;

fn main() -> std::io::Result<()> {
    let Some(path) = std::env::args_os().nth(1) else {
        return Ok(());
    };
    let text = std::fs::read(path)?;
    let count = text.windows(6).filter(|bytes| bytes == b"assert").count();
    writeln!(std::io::stdout(), "{count}")
}
