//! Alternating blocks of two ways of doing a thing, and what one costs beyond the other. Alternation and the median
//! take out what else the machine was doing.

use std::time::{Duration, Instant};

/// Runs of one way without a pause.
pub(crate) const BLOCK: usize = 100;
/// Blocks of each way.
pub(crate) const BLOCKS: usize = 20;

/// Wall seconds of a block of each way, run one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    /// The plain one.
    pub(crate) plain: f64,
    /// The one under test.
    pub(crate) checked: f64,
}

/// Runs blocks in turn. The number that `checked` gets is different each time, from 0.
///
/// # Errors
/// The first one of either way.
pub(crate) fn alternate<E>(
    mut plain: impl FnMut() -> Result<(), E>,
    mut checked: impl FnMut(usize) -> Result<(), E>,
) -> Result<Vec<Pair>, E> {
    (0..BLOCKS)
        .map(|block| {
            let plain = time(|_| plain())?;
            let checked = time(|nth| checked(block * BLOCK + nth))?;
            Ok(Pair {
                plain: plain.as_secs_f64(),
                checked: checked.as_secs_f64(),
            })
        })
        .collect()
}

fn time<E>(mut run: impl FnMut(usize) -> Result<(), E>) -> Result<Duration, E> {
    let begin = Instant::now();
    (0..BLOCK).try_for_each(&mut run)?;
    Ok(begin.elapsed())
}

/// What a run under test costs beyond a plain one, in milliseconds: the median of the differences of blocks, divided
/// by the runs of a block.
pub(crate) fn overhead_ms(pairs: &[Pair]) -> f64 {
    let differences = pairs.iter().map(|pair| pair.checked - pair.plain).collect();
    median(differences) * 1000.0 / BLOCK as f64
}

/// What a plain run costs, in milliseconds: of the median block.
pub(crate) fn plain_ms(pairs: &[Pair]) -> f64 {
    median(pairs.iter().map(|pair| pair.plain).collect()) * 1000.0 / BLOCK as f64
}

/// The middle value, or the mean of the two in the middle; not a number where there is none.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => values[n / 2],
        n => f64::midpoint(values[n / 2 - 1], values[n / 2]),
    }
}
