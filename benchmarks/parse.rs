//! Parses, edits and prints a file, and says what that cost: `cargo run --release --example parse -- FILE [erase-deepest]`.
//!
//! `benchmarks/parse` makes the two files of the record and runs this on them.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program of its own"
)]

use smelt::language::smtlib::parse;
use smelt::tree::{Edit, Node, Tree};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let Some(path) = arguments.next() else {
        eprintln!("usage: parse FILE [erase-deepest]");
        return ExitCode::from(2);
    };
    let text = match std::fs::read(&path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("cannot read {}: {error}", path.display());
            return ExitCode::from(2);
        }
    };
    let tree = match parse(&text) {
        Ok(parsed) => parsed.tree,
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            return ExitCode::from(2);
        }
    };
    println!(
        "{} bytes read, {} cells, {} bytes printed",
        text.len(),
        tree.cells().len() - 1,
        tree.text().len()
    );
    if arguments.next().is_some() {
        let edit = Edit::delete(&tree, deepest(&tree));
        let (smaller, _) = tree.apply(&edit);
        println!(
            "without its deepest list: {} cells, {} bytes",
            smaller.cells().len() - 1,
            smaller.text().len()
        );
        if smaller.text() != tree.spliced(&edit) {
            eprintln!("the spliced text differs from the edited tree's");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// The first of the lists that lie deepest.
fn deepest(tree: &Tree) -> Node {
    let (mut open, mut best): (Vec<Node>, (usize, Node)) = (Vec::new(), (0, 0));
    for node in (1..tree.end()).filter(|&node| tree.is_list(node)) {
        while open.last().is_some_and(|&end| end <= node) {
            open.pop();
        }
        open.push(tree.next(node));
        if open.len() > best.0 {
            best = (open.len(), node);
        }
    }
    best.1
}
