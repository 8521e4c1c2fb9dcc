//! Mutators of literals.

use smelt::mutator::smtlib::literals::RESPELL_LITERALS;

#[test]
fn a_literal_is_written_in_its_shortest_form() {
    table! { RESPELL_LITERALS, "(declare-const v (_ BitVec 8)) (declare-const f (_ FloatingPoint 5 11)) (declare-const r Real)";
        "the shortest forms, and what is no term" {
            "(assert (= v #x0f))" at "#x0f" => [],
            "(assert (= r 1.5))" at "1.5" => [],
            "(assert (= v ((_ zero_extend 007) #b1)))" at "007" => [],
            "(assert (= f (_ NaN 5 11)))" at "(_ NaN 5 11)" => [],
        }
        "bit-vectors" {
            "(assert (= v (_ bv15 8)))" at "(_ bv15 8)" => ["(assert (= v #x0f))"],
            "(assert (= v #b00001111))" at "#b00001111" => ["(assert (= v #x0f))"],
        }
        "floating-point numbers" {
            "(assert (= f (fp #b0 #b00000 #b0000000000)))" at "(fp #b0 #b00000 #b0000000000)" => [
                "(assert (= f (_ +zero 5 11)))",
            ],
            "(assert (= f (fp #b1 #b11111 #b0000000000)))" at "(fp #b1 #b11111 #b0000000000)" => [
                "(assert (= f (_ -oo 5 11)))",
            ],
            "(assert (= f (fp #b1 #b11111 #b0000000001)))" at "(fp #b1 #b11111 #b0000000001)" => [
                "(assert (= f (_ NaN 5 11)))",
            ],
            "(assert (= f (fp #b0 #b00001 #b0000000001)))" at "(fp #b0 #b00001 #b0000000001)" => [
                "(assert (= f (fp #b0 #b00001 (_ bv1 10))))",
            ],
            "(assert (= f (fp.neg roundTowardZero)))" at "roundTowardZero" => ["(assert (= f (fp.neg RTZ)))"],
        }
        "numbers" {
            "(assert (= r 2.0))" at "2.0" => ["(assert (= r 2))"],
            "(assert (= r 02.50))" at "02.50" => ["(assert (= r 2.5))"],
            "(assert (= r 0.0))" at "0.0" => ["(assert (= r 0))"],
            "(assert (= 0 007))" at "007" => ["(assert (= 0 7))"],
        }
    }
}
