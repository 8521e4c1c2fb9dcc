; Arrays, also in the readings of solvers that have arrays of several dimensions or take a set for an array.
(theory ArraysEx
 :reserved (map default as-array)
 :sorts ((Array A B))
 :funs (
  (par (A B) (select (Array A B) A B))
  (par (A B) (store (Array A B) A B (Array A B))))
 :extensions (
  (select ? _ ? :left-assoc)
  (store ? _ _ ? :left-assoc)
  (par (A) (select (Set A) A Bool))
  (par (A) (store (Set A) A Bool (Set A)))
  (par (A B) (eqrange (Array A B) (Array A B) A A Bool))))
