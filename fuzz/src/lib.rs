//! What the fuzz targets check. All of it stands with the ordinary tests, which check it on fewer texts.

#[path = "../../tests/library/hostile/checks.rs"]
mod checks;
#[path = "../../tests/library/hostile/files.rs"]
mod files;
#[path = "../../tests/library/store/made_up.rs"]
mod made_up;
#[path = "../../tests/library/hostile/mangle.rs"]
mod mangle;
#[path = "../../tests/library/hostile/seeds.rs"]
mod seeds;
#[path = "../../tests/library/hostile/smtlib_seeds.rs"]
mod smtlib_seeds;

use smelt::language::{LANGUAGES, Language};
use std::sync::OnceLock;
use tempfile::TempDir;

/// The number of a language in [`LANGUAGES`].
pub const SMTLIB: usize = 0;
/// Likewise.
pub const ASP: usize = 1;
/// Likewise.
pub const LINES: usize = 2;

/// Reads and prints a text.
pub fn read(language: usize, text: &[u8]) {
    checks::reads_as_printed(LANGUAGES[language], text);
}

/// Makes the candidates of a text and judges them.
pub fn candidates(language: usize, text: &[u8]) {
    checks::has_sound_candidates(LANGUAGES[language], text);
}

/// Converts a text.
pub fn convert(text: &[u8]) {
    checks::converts(text);
}

/// Reduces a text. The first two bytes choose the language and the strategy.
pub fn reduce(bytes: &[u8]) {
    if let Some((&[language, choice], text)) = bytes.split_first_chunk() {
        let language: &'static dyn Language = LANGUAGES[usize::from(language) % LANGUAGES.len()];
        checks::reduces_soundly(language, text, choice);
    }
}

/// Reads a configuration.
pub fn config(text: &[u8]) {
    files::configures(text);
}

/// Plans a case with this text.
pub fn header(text: &[u8]) {
    files::has_headers(directory().path(), text);
}

/// Imports what another tool says of a case. The first byte chooses the convention.
pub fn import(bytes: &[u8]) {
    files::imports(directory().path(), bytes);
}

/// Reads a journal.
pub fn journal(bytes: &[u8]) {
    files::is_journal(directory().path(), bytes);
}

/// Changes a row of a store.
pub fn row(bytes: &[u8]) {
    static ROWS: OnceLock<files::Rows> = OnceLock::new();
    ROWS.get_or_init(files::Rows::new).hold(bytes);
}

fn directory() -> &'static TempDir {
    static DIRECTORY: OnceLock<TempDir> = OnceLock::new();
    DIRECTORY.get_or_init(|| tempfile::tempdir().expect("a directory"))
}

/// Every other time, mangles a text by its tokens in place of its bytes. Text begins behind so many bytes. A text that is
/// hardly one is replaced by a known text of any language.
pub fn mutate(data: &mut [u8], size: usize, most: usize, seed: u32, begin: usize) -> usize {
    let mut random = mangle::Random::new(seed.into());
    if random.below(2) == 0 || size < begin {
        return libfuzzer_sys::fuzzer_mutate(data, size, most);
    }
    let mut known = || seeds::SEEDS[random.below(seeds::SEEDS.len())].1;
    let (first, other) = (known(), known());
    let text = if size < begin + 4 {
        first
    } else {
        &data[begin..size]
    };
    let mut text = mangle::mangled(text, other, &mut random);
    text.truncate(most.saturating_sub(begin));
    let end = begin + text.len();
    data[begin..end].copy_from_slice(&text);
    end
}
