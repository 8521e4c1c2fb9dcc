//! Odd texts in SMT-LIB, which have most of what the language has. Some are mangled, and all mutators are tried on them.

/// The texts.
pub(crate) const SMTLIB: &[&[u8]] = &[
    b"()",
    b"(()) (()()) ((()))",
    b"let ((x y)) x",
    b"! x",
    b"(let) (!) (let ()) (let () x) (let (x) x) (let ((x)) x) (let ((x y z)) x) (let x y)",
    b"(assert) (assert (let)) (assert (!)) (assert ()) (assert (! :named)) (assert (! x :named))",
    b"(push) (push 1) (pop 2) (pop) (push (1)) (pop x) (push 3) (pop 1) (pop 2) (reset)",
    b"(set-logic) (set-logic ()) (set-logic LIA) (set-logic QF_UFBV) (set-logic \"S\")",
    b"(declare-fun) (declare-fun f) (declare-fun f ()) (declare-const) (declare-const x) (define-fun)",
    b"(forall) (assert (forall)) (assert (forall ())) (assert (exists (x) x)) (assert (forall ((x)) x))",
    b"(declare-const |a b| Int) (declare-const || Int) (declare-const |x| Int) (assert (= |a b| x ||))",
    b"(declare-const |\xff\xfe| Bool) (declare-const \xc3\xa4\xc3 Bool) (assert (and |\xff\xfe| \xc3\xa4\xc3))",
    b"(echo \"\xff a \"\" b\") (set-option :regular-output-channel \"out\") (set-info :source |x y|)",
    b"(declare-const x (_ FloatingPoint 5 11)) (assert (= x (fp #b0 #b10101 #b1010101010) (fp (bvnot #b1) #b10101 #b1010101010)))",
    b"(assert (= (_ bv5 8) (_ bv5 8 9) (_ +zero 8 24 3) (fp #b0 #b1 x #b1)))",
    b"(set-logic QF_UFLIA) (set-option :produce-models true) (declare-sort Elem 0) (declare-fun foo (Elem Int) Bool)
      (declare-const elem Elem) (declare-const abc Int) (declare-const abd Int) (define-fun inc ((arg Int)) Int (+ arg 1))
      (push 1) (assert (! (foo elem (+ abc (* 2 abd) 5)) :named first)) (check-sat-assuming (first)) (pop 1)
      (assert (forall ((i Int) (j Int)) (! (=> (< i j) (foo elem (+ i (+ j abc)))) :pattern ((foo elem i)))))
      (assert (let ((a (+ abc (* 2 abd))) (b 7)) (let ((a (- a b))) (or (> a b) (and (> (+ abc (* 2 abd)) 3) (or false (or true)))))))
      (assert (ite (foo elem 3) (= abc 1) (= abd 2))) (check-sat) (get-model) (exit)",
    b"(set-logic QF_ABV) (declare-fun a () (Array (_ BitVec 4) (_ BitVec 8))) (declare-const v (_ BitVec 8))
      (assert (= (select a ((_ extract 3 0) v)) (bvadd v (bvadd #x0f (bvmul v (_ bv3 8))) (bvadd v #b00000000))))
      (assert (bvult (select (store a #x1 v) #x2) (concat #b0 ((_ extract 6 0) v)))) (check-sat)",
    b"(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))
      (declare-datatype Color ((red) (green))) (declare-const list (List Int)) (declare-const color Color)
      (assert (match list ((nil true) ((cons hd tl) (= hd 5))))) (assert ((_ is red) color))
      (define-funs-rec ((ev ((n Int)) Bool) (od ((n Int)) Bool)) ((od (- n 1)) (ev (- n 1)))) (check-sat)",
    b"(declare-const p Bool) (declare-const q Bool) (declare-const x Int) (declare-const y Int) (declare-const r Real)
      (declare-const v (_ BitVec 8)) (declare-const w (_ BitVec 4)) (declare-fun f (Int Int) Int)
      (define-fun g ((a Int) (b Int)) Int (+ a (* b 2))) (define-fun h () Int (+ x 1)) (define-fun h2 () Int h)
      (assert (not (and p (not q) (not (not p))))) (assert (= p false q)) (assert (=> (not p) q)) (assert (xor true p q))
      (assert (not (forall ((i Int)) (not (< i x))))) (assert (not (exists ((i Int) (j Int)) p))) (assert (xor p (not q)))
      (assert (not (< x y 13))) (assert (<= x 1234 (g h y))) (assert (< x y)) (assert (> x y)) (assert (= x (f 1 (- 5))))
      (assert (and true p)) (assert (or (and p q) false)) (assert (= (f x 2) (f y 3))) (assert (= r 3.1415 12.00))
      (assert (= v ((_ zero_extend 4) w))) (assert (= ((_ extract 5 3) ((_ zero_extend 4) w)) #b101))
      (assert (= (ite (= v #xff) #b1 #b0) (bvcomp v (bvnot (bvnot v))))) (assert (= #b1 (bvand (bvcomp v v) #b1)))
      (assert (bvult ((_ zero_extend 8) v) ((_ zero_extend 12) w))) (assert (= v (concat #x0 w) (bvadd #x03 #xff)))
      (assert (= (bvshl (bvshl v #x01) #x02) (bvnand v v))) (assert (= ((_ sign_extend 2) #b101) ((_ extract 5 1) #xca)))
      (assert (= (+ 1 2) (- 3) (- (- x)))) (check-sat)",
    b"(declare-const s String) (declare-const t String) (declare-const n Int) (declare-const a (Array Int Int))
      (declare-datatypes ((A 0) (B 0)) (((mk (one Int) (two A)) (no)) ((bb) (cc (dd B)))))
      (declare-const m A) (declare-const e (_ FloatingPoint 8 24)) (declare-const k (Set Int))
      (assert (str.contains s t)) (assert (= n (str.indexof s t 0))) (assert (= s (str.replace_all s \"a\"\"b\\u{41}\" t)))
      (assert (= t \"abc123\" (str.++ \"\" s t))) (assert (= m (two (mk 1 m)))) (assert (match m (((mk x y) true) (no false))))
      (assert (= (select (store a 1 n) 1) (select (store a n 2) 3))) (assert (= e (fp.neg (fp.neg e))))
      (assert (set.member n (set.union k (set.singleton n)))) (assert (= 5 (seq.nth (seq.unit 5) n)))
      (define-funs-rec ((ff ((x Int)) Int) (gg ((x Int)) Int)) ((gg x) (ff x))) (check-sat)",
    b"(set-logic SLIA) (synth-fun ff ((xx String)) String ((St String)) ((St String (xx (str.++ St St)))))
      (declare-var yy String) (constraint (= (ff yy) yy)) (check-synth)",
];
