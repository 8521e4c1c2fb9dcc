#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| smelt_fuzz::import(data));
