; The words that every text may use, whatever its logic.
(theory Core
 :words (! _ as let forall exists match par)
 :reserved (true false BINARY DECIMAL HEXADECIMAL NUMERAL STRING if const is update tuple List nil cons head tail)
 :sorts ((Bool :constants (false true)))
 ; The attributes of terms that need a value. Those of a quantifier stand at its body only.
 :attributes ((:named) (:pattern :of-quantifier) (:no-pattern :of-quantifier) (:weight :of-quantifier)
  (:qid :of-quantifier) (:skolemid :of-quantifier))
 ; Each with what a term of it is: a formula, like its body, a value of its variable, or not understood. `let` and
 ; `match` have a syntax of their own.
 :binders ((let) (forall Bool) (exists Bool) (match) (lambda ?) (choice :variable) (witness :variable)
  (set.comprehension ?) (comprehension ?))
 :funs (
  (not Bool Bool)
  (and Bool Bool Bool :left-assoc :neutral true :commutative true :absorbing false)
  (or Bool Bool Bool :left-assoc :neutral false :commutative true :absorbing true)
  (xor Bool Bool Bool :left-assoc :neutral false :commutative true)
  (=> Bool Bool Bool :right-assoc)
  (par (A) (= A A Bool :chainable :commutative true))
  (par (A) (distinct A A Bool :pairwise :commutative true))
  (par (A) (ite Bool A A A)))
 :extensions (
  ; Real inputs contain these with one operand, and all solvers take them. Of other operators that need two operands,
  ; some solvers reject one, and z3 4.5.1 reads uninitialised memory for `(>= x)`.
  (and Bool Bool)
  (or Bool Bool)
  (implies Bool Bool Bool :right-assoc)
  (iff Bool Bool Bool :chainable)))
