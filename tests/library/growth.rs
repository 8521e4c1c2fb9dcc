//! Checks grow with the input as the table says, row by row: another figure is another search.

#[path = "../../benchmarks/growth/measure.rs"]
mod measure;
#[path = "../../benchmarks/growth/shapes.rs"]
mod shapes;
#[path = "../../benchmarks/growth/table.rs"]
mod table;

/// The strategies of the table.
const STRATEGIES: [&str; 2] = ["auto", "hybrid"];

const TABLE: &str = include_str!("../../benchmarks/growth.csv");

/// The rows of the table, in columns.
fn rows() -> impl Iterator<Item = Vec<&'static str>> {
    let lines = TABLE.lines().skip(1);
    lines.map(|line| line.split(',').collect())
}

/// Measures the rows with so many elements.
fn compare(elements: usize) {
    let mut compared = 0;
    for row in rows().filter(|row| row[2] == elements.to_string()) {
        let measured = table::row(row[0], row[1], elements);
        assert_eq!(
            measured,
            Some(row.join(",")),
            "`cargo run --release --example growth` makes the table"
        );
        compared += 1;
    }
    assert_eq!(compared, STRATEGIES.len() * shapes::SHAPES.len());
}

#[test]
fn checks_of_a_hundred_elements_are_those_of_the_table() {
    assert_eq!(TABLE.lines().next(), Some(table::HEAD));
    compare(100);
}

#[test]
fn checks_of_a_thousand_elements_are_those_of_the_table() {
    compare(1_000);
}

#[test]
#[ignore = "takes minutes without optimisation; .ci/run asks for it"]
fn checks_of_ten_thousand_elements_are_those_of_the_table() {
    compare(10_000);
}

#[test]
fn ten_times_as_many_elements_take_hybrid_at_most_a_third_more_checks() {
    let checks = |shape: &str, elements: &str| -> f64 {
        let of_shape = |row: &Vec<&str>| row[..3] == ["hybrid", shape, elements];
        let mut rows = rows().filter(of_shape);
        let row = rows.next().expect("the table has each shape and size");
        row[3].parse().expect("checks are a number")
    };
    for (shape, _) in shapes::SHAPES {
        let (thousand, ten_thousand) = (checks(shape, "1000"), checks(shape, "10000"));
        assert!(
            ten_thousand <= thousand * 4.0 / 3.0,
            "{shape}: {thousand} → {ten_thousand}"
        );
    }
}
