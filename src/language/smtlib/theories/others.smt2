; Finite fields, separation logic, and functions as values.
(theory Others
 :sorts ((-> A B :right-assoc))
 :prefixes (ff. sep.)
 :funs ()
 :extensions (
  (par (A) (ff.add A A A :left-assoc))
  (par (A) (ff.mul A A A :left-assoc))
  (par (A) (ff.neg A A))
  (par (A) (ff.bitsum A A A :left-assoc))
  (sep Bool Bool Bool :left-assoc)
  (wand Bool Bool Bool)
  (pto _ _ Bool)
  (emp ?)
  (emp _ _ Bool)
  ((_ emp A B) Bool)
  (sep.emp Bool)
  (sep.nil ?)))
