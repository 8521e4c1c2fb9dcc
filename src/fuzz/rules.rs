//! The first steps of FuzzASP, which all of its classes have in common: facts, normal rules and integrity constraints;
//! and the rules of disjunctive programs.

use super::{Atom, BodyLiteral, Drawn, Head, Literal, Parameter, Program, Random};

/// Generates one program.
pub(super) struct Generator<'a> {
    pub(super) drawn: &'a Drawn,
    pub(super) random: &'a mut Random,
    program: Program,
    /// How many normal rules there are. The numbers of other rules are relative to this.
    normal: u32,
    /// The atoms that must still occur in heads.
    heads: Missing,
    /// The atoms that must still occur in bodies.
    bodies: Missing,
}

/// How often each atom must still occur.
struct Missing {
    /// How often each atom must still occur; the first is that of the atom with the number 1.
    times: Vec<u32>,
    /// How many atoms must still occur.
    atoms: usize,
}

impl Missing {
    fn new(atoms: u32, times: u32) -> Missing {
        Missing {
            times: vec![times; atoms as usize],
            atoms: if times == 0 { 0 } else { atoms as usize },
        }
    }

    fn occurs(&mut self, atom: Atom) {
        if let Some(times) = self.times.get_mut(atom.number as usize - 1)
            && *times > 0
        {
            *times -= 1;
            self.atoms -= usize::from(*times == 0);
        }
    }
}

impl<'a> Generator<'a> {
    pub(super) fn new(drawn: &'a Drawn, random: &'a mut Random) -> Generator<'a> {
        let atoms = drawn[Parameter::Atoms];
        Generator {
            drawn,
            random,
            program: Program {
                atoms,
                ..Program::default()
            },
            normal: 0,
            heads: Missing::new(atoms, drawn[Parameter::InHeads]),
            bodies: Missing::new(atoms, drawn[Parameter::InBodies]),
        }
    }

    pub(super) fn done(self) -> Program {
        self.program
    }

    pub(super) fn add(&mut self, head: Head, body: Vec<BodyLiteral>) {
        self.program.rule(head, body);
    }

    pub(super) fn statement(&mut self, statement: super::Statement) {
        self.program.statements.push(statement);
    }

    /// Step 1: facts.
    pub(super) fn facts(&mut self) {
        for _ in 0..self.drawn.share(Parameter::Facts, self.program.atoms) {
            let head = self.atom();
            self.heads.occurs(head);
            self.add(Head::Atoms(vec![head]), Vec::new());
        }
    }

    /// Step 2: normal rules, until there are enough and each atom occurs in enough heads and bodies.
    pub(super) fn normal_rules(&mut self) {
        let least = self.drawn.share(Parameter::Rules, self.program.atoms);
        while self.normal < least || self.heads.atoms > 0 || self.bodies.atoms > 0 {
            let head = self.atom();
            let body = self.body();
            self.heads.occurs(head);
            for literal in &body {
                self.bodies.occurs(literal.atom);
            }
            self.add(Head::Atoms(vec![head]), literals(body));
            self.normal += 1;
        }
    }

    /// Step 3: integrity constraints.
    pub(super) fn constraints(&mut self) {
        for _ in 0..self.drawn.share(Parameter::Constraints, self.program.atoms) {
            let body = self.body();
            self.add(Head::Atoms(Vec::new()), literals(body));
        }
    }

    /// Step 4 of disjunctive programs: disjunctive rules. Half of them are facts, because these say most.
    pub(super) fn disjunctive_rules(&mut self) {
        for _ in 0..self.relative(Parameter::DisjunctiveRules) {
            let length = self.drawn.length(Parameter::Heads, self.random);
            let heads = self.distinct(length);
            let is_fact = self.random.chance(50);
            let body = if is_fact { Vec::new() } else { self.body() };
            self.add(Head::Atoms(heads), literals(body));
        }
    }

    /// The number of rules of a kind, from its percentage of the normal rules.
    pub(super) fn relative(&self, parameter: Parameter) -> u32 {
        self.drawn.share(parameter, self.normal)
    }

    /// A random atom.
    pub(super) fn atom(&mut self) -> Atom {
        let number = self.random.between(1, self.program.atoms);
        self.with_sign(number)
    }

    fn with_sign(&mut self, number: u32) -> Atom {
        Atom {
            number,
            is_negated: self.random.chance(self.drawn[Parameter::Classical]),
        }
    }

    /// This many atoms with different numbers; all numbers if there are fewer.
    pub(super) fn distinct(&mut self, length: u32) -> Vec<Atom> {
        let mut numbers: Vec<u32> = Vec::new();
        while numbers.len() < length.min(self.program.atoms) as usize {
            let number = self.random.between(1, self.program.atoms);
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        numbers
            .into_iter()
            .map(|number| self.with_sign(number))
            .collect()
    }

    /// The atom, perhaps negated by default.
    pub(super) fn negated(&mut self, atom: Atom) -> Literal {
        Literal {
            atom,
            is_negated: self.random.chance(self.drawn[Parameter::Negation]),
        }
    }

    /// A random length of a body.
    pub(super) fn length(&mut self) -> u32 {
        self.drawn.length(Parameter::Body, self.random)
    }

    fn body(&mut self) -> Vec<Literal> {
        let length = self.length();
        (0..length)
            .map(|_| {
                let atom = self.atom();
                self.negated(atom)
            })
            .collect()
    }
}

fn literals(body: Vec<Literal>) -> Vec<BodyLiteral> {
    body.into_iter().map(BodyLiteral::Literal).collect()
}
