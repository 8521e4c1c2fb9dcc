//! Edits that are judged at a glance, because they concern only the places where they are made.
//!
//! Most edits that are ever proposed are of three kinds: a literal, a variable or a part of a term takes the place of the
//! term and has the same sort; an operand of an operator goes; commands go whose names nobody uses any more. What they
//! make of the text follows from the analysis of the base alone, so nothing is evaluated. Parts of one edit do not
//! concern one another either. Whatever is not as plain as this is left to the evaluation.

use super::case::analysis;
use super::function::arrow;
use super::matching::Bindings;
use super::name::name;
use super::operators;
use super::scope::Space;
use super::{Analysis, BindingId, BindingKind, IllFormed, Literal, Role, Sort};
use crate::language::TestCase;
use crate::tree::{Node, Piece, ROOT, Splice, Symbol};

/// A term with more operands is not judged here.
const MOST_OPERANDS: usize = 64;

/// Judges an edit: whether it is well-formed, or a new fault that it makes. None if it is not plain. `mixes` tells
/// whether `Int` and `Real` may mix.
pub(super) fn judge(
    case: &TestCase,
    splices: &[Splice],
    mixes: bool,
) -> Option<Result<(), IllFormed>> {
    let plain = Plain {
        case,
        analysis: analysis(case),
        splices,
        mixes,
    };
    let mut judged = Ok(());
    for k in 0..splices.len() {
        judged = judged.and(plain.splice(k)?);
    }
    let is_certain = |fault| plain.analysis.exit().is_none() && !plain.analysis.may_have(fault);
    match &judged {
        Err(fault) if !is_certain(fault) => None,
        _ => Some(judged),
    }
}

/// What a splice makes of the text; none if it is not plain.
type Look = Option<Result<(), IllFormed>>;

struct Plain<'e> {
    case: &'e TestCase,
    analysis: &'e Analysis,
    splices: &'e [Splice],
    mixes: bool,
}

impl Plain<'_> {
    fn splice(&self, k: usize) -> Look {
        let (tree, splice) = (self.case.tree(), &self.splices[k]);
        if splice.at >= tree.end() || splice.cells == 0 {
            return None;
        }
        let parent = self.case.parent(splice.at);
        if parent == ROOT {
            return self.commands(splice);
        }
        let is_whole = splice.cells == tree.len(splice.at);
        if !is_whole || !self.stands_alone(splice.at) {
            return None;
        }
        match splice.with[..] {
            [] => self.operand(k, parent),
            [Piece::Leaf(token)] => self.leaf(splice.at, token),
            [Piece::Copy(part)] => self.part(splice.at, part),
            _ => None,
        }
    }

    /// Whether a term has nothing that its surroundings see but its sort.
    fn stands_alone(&self, term: Node) -> bool {
        let nodes = term..self.case.tree().next(term);
        self.analysis.is_unit(term, self.case.parent(term))
            && (self.mixes || self.analysis.sort(term) != Sort::INT)
            && self.analysis.globals_in(nodes).is_empty()
            && self.gives_no_names(term)
    }

    /// Whether the command around a term gives no names that it uses itself.
    fn gives_no_names(&self, term: Node) -> bool {
        let command = self.analysis.command(term);
        command.is_some_and(|command| self.analysis.used_early(command).is_empty())
    }

    /// Commands go.
    fn commands(&self, splice: &Splice) -> Look {
        let goes = |&id: &BindingId| {
            let binding = &self.analysis.bindings()[id as usize];
            matches!(binding.kind, BindingKind::Declared | BindingKind::Defined)
                && self.analysis.named(self.analysis.key(id)).len() == 1
                && self.takes_all(&binding.uses)
        };
        let mut names = self.analysis.globals_in(splice.at..splice.end()).iter();
        (splice.with.is_empty() && names.all(goes)).then_some(Ok(()))
    }

    /// Whether the edit takes out all these tokens, which are in order.
    fn takes_all(&self, mut tokens: &[Node]) -> bool {
        while let Some(&token) = tokens.first() {
            let Some(splice) = self.around(token) else {
                return false;
            };
            let inside = tokens.partition_point(|&token| token < splice.end());
            let is_kept = |piece: &Piece| match *piece {
                Piece::Copy(part) => {
                    let after = tokens.partition_point(|&token| token < part);
                    let next = tokens.get(after);
                    next.is_some_and(|&token| token < self.case.tree().next(part))
                }
                Piece::Open | Piece::Enter(_) | Piece::Close | Piece::Leaf(_) => false,
            };
            if splice.with.iter().any(is_kept) {
                return false;
            }
            tokens = &tokens[inside..];
        }
        true
    }

    /// The splice that takes out or copies a node.
    fn around(&self, node: Node) -> Option<&Splice> {
        let begun = self.splices.partition_point(|splice| splice.at <= node);
        let last = begun.checked_sub(1).map(|last| &self.splices[last]);
        last.filter(|splice| node < splice.end())
    }

    /// An operand goes, and nothing else happens in the term.
    fn operand(&self, k: usize, term: Node) -> Look {
        let (tree, gone) = (self.case.tree(), self.splices[k].at);
        let is_outside = |other: &Splice| other.end() <= term || tree.next(term) <= other.at;
        let before = k.checked_sub(1).map(|before| &self.splices[before]);
        let is_alone =
            before.is_none_or(is_outside) && self.splices.get(k + 1).is_none_or(is_outside);
        if !is_alone || self.analysis.role(term) != Role::Term || !self.stands_alone(term) {
            return None;
        }
        let head = tree.head(term).map(name)?;
        let is_free = self.analysis.binding(term + 1).is_none();
        let operator = operators::operator(head).filter(|_| is_free)?;
        let operands = tree.children(term).skip(1);
        let operands = operands.filter(|&operand| operand != gone);
        let sorts: Vec<Sort> = operands
            .take(MOST_OPERANDS)
            .map(|operand| self.analysis.sort(operand))
            .collect();
        if sorts.is_empty() || sorts.len() == MOST_OPERANDS {
            return None;
        }
        match operator.apply(&[], &sorts) {
            None => Some(Err(IllFormed::Operands(operator.name()))),
            Some(fit) if fit.sort == self.analysis.sort(term) && (self.mixes || !fit.mixes) => {
                Some(Ok(()))
            }
            Some(_) => None,
        }
    }

    /// A token takes the place of a term.
    fn leaf(&self, term: Node, token: Symbol) -> Look {
        let name = name(token);
        let key = (name, Space::Term);
        let sort = match self.analysis.resolve(token, term) {
            Some(id) => {
                let binding = &self.analysis.bindings()[id as usize];
                let stays = self.around(binding.node).is_none();
                let is_plain = stays && self.analysis.early(key).is_empty();
                is_plain
                    .then(|| Bindings::default().sort(arrow(&binding.parameters, binding.sort)))?
            }
            None => Literal::of(name.bytes())?.sort(),
        };
        (sort == self.analysis.sort(term)).then_some(Ok(()))
    }

    /// A part of a term takes its place, and no binder goes that is around the part.
    fn part(&self, term: Node, part: Node) -> Look {
        let (tree, analysis) = (self.case.tree(), self.analysis);
        let is_part = tree.contains(term, part) && analysis.role(part) == Role::Term;
        if !is_part || analysis.sort(part) != analysis.sort(term) {
            return None;
        }
        let inner = analysis.locals_at(part).next();
        let is_around = |id: BindingId| analysis.bindings()[id as usize].scope.contains(&term);
        inner.is_none_or(is_around).then_some(Ok(()))
    }
}
