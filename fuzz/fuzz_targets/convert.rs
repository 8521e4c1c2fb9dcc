#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| smelt_fuzz::convert(data));

libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, most: usize, seed: u32| {
    smelt_fuzz::mutate(data, size, most, seed, 0)
});
