//! How the checks of a strategy grow with the input, on a made-up solver: `cargo bench --bench growth -- [STRATEGY]`
//! prints the table of `benchmarks/growth.csv`. With `--times`, the seconds of CPU time too.

#[path = "growth/measure.rs"]
mod measure;
#[path = "growth/shapes.rs"]
mod shapes;

use shapes::SHAPES;
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let given = |prefix: &str| {
        arguments
            .iter()
            .find_map(|argument| argument.strip_prefix(prefix))
    };
    let strategy = given("--strategy=").unwrap_or("hybrid");
    let sizes = given("--sizes=").unwrap_or("100,1000,10000");
    let sizes: Vec<usize> = sizes
        .split(',')
        .filter_map(|size| size.parse().ok())
        .collect();
    let only = given("--shape=");
    println!("shape,elements,checks,held,accepted,bytes");
    for (name, _, make) in SHAPES {
        for &size in sizes
            .iter()
            .filter(|_| only.is_none_or(|only| only == name))
        {
            let text = make(size);
            let began = Instant::now();
            let measured = measure::measure(strategy, &text);
            let seconds = began.elapsed().as_secs_f64();
            println!(
                "{name},{size},{},{},{},{}",
                measured.checks, measured.held, measured.accepted, measured.bytes
            );
            if arguments.iter().any(|argument| argument == "--times") {
                eprintln!(
                    "{name} {size}: {} bytes, {seconds:.2} s; {:?}",
                    text.len(),
                    measured.by
                );
            }
        }
    }
}
