//! A fake solver that crashes in a function of its choice: the first argument says how. Not part of any test binary; it
//! is compiled by the tests.

#![allow(unsafe_code, clippy::all, missing_docs)]

use std::hint::black_box;

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn write_nowhere(depth: u32) {
    unsafe { std::ptr::write_volatile(black_box(8 as *mut u32), depth) }
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn caller_of_write(depth: u32) {
    write_nowhere(black_box(depth));
    black_box(());
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn other_caller(depth: u32) {
    write_nowhere(black_box(depth + 1));
    black_box(());
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn call_nothing() {
    let nothing: extern "C" fn() = unsafe { std::mem::transmute(black_box(16_usize)) };
    nothing();
    black_box(());
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn fail_assertion() {
    black_box(());
    std::process::abort();
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn down(depth: u64) -> u64 {
    let room = black_box([depth; 16]);
    further_down(depth + room[3]) + room[2]
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn further_down(depth: u64) -> u64 {
    let room = black_box([depth; 8]);
    down(depth + room[3]) + room[2]
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn copy_nowhere() {
    let from = black_box(vec![1_u8; 100_000]);
    unsafe { std::ptr::copy_nonoverlapping(from.as_ptr(), black_box(8 as *mut u8), from.len()) }
    black_box(());
}

fn main() {
    let how = std::env::args().nth(1).unwrap_or_default();
    match how.as_str() {
        "write" => caller_of_write(1),
        "write-otherwise" => other_caller(1),
        "nothing" => call_nothing(),
        "abort" => fail_assertion(),
        "overflow" => drop(black_box(down(black_box(1)))),
        "copy" => copy_nowhere(),
        "thread" => drop(std::thread::spawn(|| caller_of_write(1)).join()),
        "thread-overflow" => drop(std::thread::spawn(|| black_box(down(black_box(1)))).join()),
        _ => {}
    }
    println!("sat");
}
