; Arrays, also those of several dimensions, which only some solvers have.
(theory ArraysEx
 :reserved (map default as-array)
 :sorts ((Array A B :left-assoc))
 :funs (
  (par (A B) (select (Array A B) A B))
  (par (A B) (store (Array A B) A B (Array A B))))
 :extensions (
  (select ? _ ? :left-assoc)
  (store ? _ _ ? :left-assoc)
  (par (A B) (eqrange (Array A B) (Array A B) A A Bool))))
