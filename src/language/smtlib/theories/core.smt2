; The words that every text may use, whatever its logic.
(theory Core
 :words (! _ as let forall exists match par)
 :reserved (true false BINARY DECIMAL HEXADECIMAL NUMERAL STRING if const is update tuple List nil cons head tail)
 :sorts ((Bool :constants (false true)))
 ; The attributes of terms that need a value. Those of a quantifier stand at its body only.
 :attributes ((:named) (:pattern :of-quantifier) (:no-pattern :of-quantifier) (:weight :of-quantifier)
  (:qid :of-quantifier) (:skolemid :of-quantifier))
 :binders (let forall exists match lambda choice witness set.comprehension comprehension)
 :funs (
  (not Bool Bool)
  (and Bool Bool Bool :left-assoc :neutral true :absorbing false)
  (or Bool Bool Bool :left-assoc :neutral false :absorbing true)
  (xor Bool Bool Bool :left-assoc :neutral false)
  (=> Bool Bool Bool :right-assoc)
  (par (A) (= A A Bool :chainable))
  (par (A) (distinct A A Bool :pairwise))
  (par (A) (ite Bool A A A)))
 :extensions (
  ; Real inputs contain these with one operand, and all solvers take them. Of other operators that need two operands,
  ; some solvers reject one, and z3 4.5.1 reads uninitialised memory for `(>= x)`.
  (and Bool Bool)
  (or Bool Bool)
  (implies Bool Bool Bool :right-assoc)
  (iff Bool Bool Bool :chainable)))
