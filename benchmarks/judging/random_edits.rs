//! Random edits of a test case.

use smelt::language::TestCase;
use smelt::language::smtlib::{WellFormedness, analysis, literals};
use smelt::mutator::MUTATORS;
use smelt::tree::{Edit, Node, Piece, Pieces, ROOT, Splice, Symbol};

/// So many kinds of edits there are.
const KINDS: usize = 16;

/// Numbers that look random and are the same in each run.
#[derive(Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// The numbers that belong to a seed.
    pub(crate) fn of(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number less than `end`; 0 if there is none.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let high = usize::try_from(self.0 >> 33).unwrap_or(0);
        high % end.max(1)
    }

    fn node(&mut self, case: &TestCase) -> Node {
        let cells = case.tree().cells().len();
        1 + Node::try_from(self.below(cells.saturating_sub(1))).unwrap_or(0)
    }
}

/// Whether the filter refuses an edit, or what differs if an analysis of the whole edited text says something else.
pub(crate) fn judged_twice(
    filter: &WellFormedness,
    base: &TestCase,
    edit: &Edit,
) -> Result<bool, String> {
    let (quick, whole) = (filter.edited(base, edit), filter.edited_whole(base, edit));
    if quick.is_some() == whole.is_some() {
        return Ok(whole.is_some());
    }
    let text = String::from_utf8_lossy(base.tree().text());
    let splices = edit.splices(base.tree());
    Err(format!("{quick:?}, but {whole:?}\n{splices:?}\n{text}"))
}

/// An edit that joins a few.
pub(crate) fn joined(case: &TestCase, random: &mut Random) -> Edit {
    let count = 1 + random.below(8).saturating_sub(3);
    let edits: Vec<Edit> = (0..count).map(|_| single(case, random)).collect();
    Edit::join(case.tree(), &edits)
}

/// One edit: of a mutator, or one that none would make.
fn single(case: &TestCase, random: &mut Random) -> Edit {
    let (at, other) = (random.node(case), random.node(case));
    let (tree, analysis) = (case.tree(), analysis(case));
    let binding = |number: usize| {
        let bindings = analysis.bindings();
        bindings.get(number % bindings.len().max(1))
    };
    let token = |name: &[u8]| vec![Piece::Leaf(Symbol::of(name))];
    let with = match random.below(KINDS) {
        0 | 1 => Vec::new(),
        2 | 3 => {
            let children: Vec<Node> = tree.children(at).collect();
            let child = children.get(random.below(children.len()));
            child.map_or(Vec::new(), |&child| vec![Piece::Copy(child)])
        }
        4 => {
            let constants = literals(analysis.sort(other));
            let constant = constants.first().copied();
            vec![Piece::Leaf(constant.unwrap_or_else(|| Symbol::of(b"0")))]
        }
        5 => {
            binding(random.below(usize::MAX)).map_or(Vec::new(), |bound| token(bound.name.bytes()))
        }
        6 => {
            let names = analysis.variables(analysis.sort(at), at);
            let names = names.map(|id| analysis.bindings()[id as usize].name);
            names.take(1).map(Piece::Leaf).collect()
        }
        7 => vec![
            Piece::Open,
            Piece::Leaf(Symbol::of(b"not")),
            Piece::Copy(at),
            Piece::Close,
        ],
        8 => vec![Piece::Copy(at + other % tree.len(at))],
        9 => vec![Piece::Copy(other)],
        10 => return delete_commands(case, at, other),
        11 => token(b"and"),
        _ => return proposed(case, random),
    };
    Edit::replace(tree, at, with)
}

/// What some mutator proposes at some node; empty if several tries find nothing.
pub(crate) fn proposed(case: &TestCase, random: &mut Random) -> Edit {
    for _ in 0..64 {
        let (node, mutator) = (random.node(case), MUTATORS[random.below(MUTATORS.len())]);
        if mutator.profile().understands("smtlib") && mutator.applies(case, node) {
            let which = random.below(3);
            if let Some(proposal) = mutator.proposals(case, node).nth(which) {
                return proposal.edit;
            }
        }
    }
    Edit::default()
}

/// Without the commands from one to another.
fn delete_commands(case: &TestCase, from: Node, to: Node) -> Edit {
    let tree = case.tree();
    let command = |node| {
        let mut commands = tree.children(ROOT);
        commands.find(|&command| tree.next(command) > node)
    };
    let (from, to) = (command(from.min(to)), command(from.max(to)));
    let splices = from.zip(to).map(|(from, to)| Splice {
        at: from,
        cells: tree.next(to).min(tree.next(from) + 40) - from,
        with: Pieces::default(),
    });
    let whole = splices.filter(|splice| tree.children(ROOT).any(|node| node == splice.end()));
    Edit::new(whole.into_iter().collect())
}
