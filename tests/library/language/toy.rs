//! A language is two traits that anybody can implement, outside of the program too. This one has words, and blocks of words
//! in braces: `a { b { c } d }`.

use smelt::language::{
    Analysed, Dialect, Language, ParseError, Parsed, Printed, RemovableList, Syntax,
};
use smelt::tree::{Builder, Node, ROOT, Symbol, Tree};

#[derive(Debug)]
struct Blocks;

fn unbalanced(what: &'static str) -> ParseError {
    ParseError {
        what,
        line: 1,
        column: 1,
    }
}

fn print_elements(tree: &Tree, list: Node, text: &mut Vec<u8>) {
    for node in tree.children(list) {
        if tree.is_list(node) {
            text.extend(b"{ ");
            print_elements(tree, node, text);
            text.extend(b"} ");
        } else {
            text.extend(tree.bytes(node));
            text.push(b' ');
        }
    }
}

impl Syntax for Blocks {
    fn parse(&self, text: &[u8]) -> Result<Parsed, ParseError> {
        let dialect = Dialect::default();
        let tree = self.parse_as(text, dialect)?;
        Ok(Parsed { tree, dialect })
    }

    fn parse_as(&self, text: &[u8], _dialect: Dialect) -> Result<Tree, ParseError> {
        let mut builder = Builder::with_capacity(0, text.len());
        for word in text.split(u8::is_ascii_whitespace) {
            match word {
                b"" => {}
                b"{" => builder.open(),
                b"}" if builder.depth() == 0 => return Err(unbalanced("a brace is not open")),
                b"}" => builder.close(),
                word => builder.leaf(Symbol::of(word)),
            }
        }
        match builder.depth() {
            0 => Ok(builder.finish()),
            _ => Err(unbalanced("a brace is not closed")),
        }
    }

    fn print(&self, tree: &Tree, _dialect: Dialect) -> Option<Printed> {
        let mut text = Vec::new();
        print_elements(tree, ROOT, &mut text);
        Some(text.into())
    }

    fn rank(&self, _token: Symbol) -> u8 {
        2
    }

    fn analyse(&self, _tree: &Tree) -> Analysed {
        Box::new(())
    }
}

impl Language for Blocks {
    fn name(&self) -> &'static str {
        "blocks"
    }

    fn about(&self) -> &'static str {
        "Words, and blocks of words in braces"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["blocks"]
    }

    fn removable_lists(&self) -> &'static [RemovableList] {
        &[RemovableList {
            holds: |_, _| true,
            is_principal: true,
            needs_last: false,
        }]
    }
}

/// Without mutators of its own, a language gets those that only remove: a block never becomes what is in it.
#[test]
fn a_language_without_mutators_is_reduced_by_removing_words_and_blocks() {
    let text = b"one { two { three four } five } six { seven { eight } } nine";
    let has = |text: &[u8], word: &[u8]| text.windows(word.len()).any(|part| part == word);
    let needs = |text: &[u8]| has(text, b"three") && has(text, b"{ eight");
    let reduced = smelt::reduce(text, &Blocks, needs).expect("the text is interesting");
    assert_eq!(
        String::from_utf8_lossy(&reduced.text),
        "{ { three } } { { eight } } "
    );
}

#[test]
fn a_text_that_is_not_of_the_language_is_refused() {
    let refused = smelt::reduce(b"{ one", &Blocks, |_| true).expect_err("a brace is open");
    assert_eq!(
        refused.to_string(),
        "line 1, column 1: a brace is not closed"
    );
}
