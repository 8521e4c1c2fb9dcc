//! The arithmetic of the benchmarks.

#[path = "../benchmarks/overhead/blocks.rs"]
mod blocks;

use blocks::{BLOCK, BLOCKS, Pair};

#[test]
fn the_median_of_an_even_number_is_the_mean_of_the_middle() {
    assert!(blocks::median(Vec::new()).is_nan());
    assert!((blocks::median(vec![3.0, 1.0, 2.0]) - 2.0).abs() < 1e-9);
    assert!((blocks::median(vec![4.0, 1.0, 2.0, 3.0]) - 2.5).abs() < 1e-9);
}

#[test]
fn one_slow_block_does_not_change_the_overhead() {
    let pair = Pair {
        plain: 0.05,
        checked: 0.07,
    };
    let mut pairs = vec![pair; 5];
    pairs[2].checked = 9.0;
    assert!((blocks::overhead_ms(&pairs) - 0.2).abs() < 1e-9);
    assert!((blocks::plain_ms(&pairs) - 0.5).abs() < 1e-9);
}

#[test]
fn blocks_alternate_and_every_check_is_another() {
    let mut plain = 0;
    let mut numbers = Vec::new();
    let pairs = blocks::alternate(
        || {
            plain += 1;
            Ok::<(), ()>(())
        },
        |nth| {
            numbers.push(nth);
            Ok(())
        },
    );
    assert_eq!(pairs.map(|pairs| pairs.len()), Ok(BLOCKS));
    assert_eq!(plain, BLOCK * BLOCKS);
    assert_eq!(numbers, (0..BLOCK * BLOCKS).collect::<Vec<_>>());
}

#[test]
fn a_check_that_fails_ends_the_benchmark() {
    let pairs = blocks::alternate(|| Ok(()), |nth| if nth == 150 { Err("no") } else { Ok(()) });
    assert_eq!(pairs.map(|pairs| pairs.len()), Err("no"));
}
