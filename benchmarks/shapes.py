"""Generated inputs of four shapes, of any size, in which three operators matter among many that do not."""

NEEDED = ["bvmul", "bvudiv", "bvurem"]
HEAD = "(set-logic QF_BV)\n(declare-const x0 (_ BitVec 8))\n(declare-const x1 (_ BitVec 8))\n"


def operator(element, elements):
    """Three operators that matter, among many that do not."""
    places = [quarter * elements // 4 for quarter in (1, 2, 3)]
    return NEEDED[places.index(element)] if element in places else "bvadd"


def assertions(n):
    return "".join(f"(assert (= x0 ({operator(k, n)} x0 x1)))\n" for k in range(n))


def operands(n):
    return "(assert (and" + "".join(f" (= x0 ({operator(k, n)} x0 x1))" for k in range(n)) + "))\n"


def depth(n):
    return "(assert (= x0 " + "".join(f"({operator(k, n)} x1 " for k in range(n)) + "x0" + ")" * n + "))\n"


def lets(n):
    """Nested lets, each of which uses two of the names around it."""
    earlier = lambda k, nth: (2 * k + nth) * 2654435761 % 2**32 % k
    binder = lambda k: f"(let ((x{k} ({operator(k - 2, n)} x{earlier(k, 0)} x{earlier(k, 1)}))) "
    return "(assert " + "".join(map(binder, range(2, n + 2))) + f"(= x{n + 1} x0)" + ")" * (n + 1) + "\n"


SHAPES = {"assertions": (assertions, "bvadd"), "operands": (operands, "bvadd"), "depth": (depth, "bvadd"),
          "lets": (lets, "let")}


def text_of(shape, size):
    """A text of about this many bytes."""
    make, element = SHAPES[shape]
    elements = size * 1000 // len(make(1000))
    text = HEAD + make(elements) + "(check-sat)\n"
    return text, [f"{element}={text.count(element) * 9 // 10}"]
