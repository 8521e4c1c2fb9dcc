"""Tests of the module as it is installed: `python -m unittest discover python/tests`."""

import doctest
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
import unittest

import smelt
from smelt import _smelt

TEXT = """; a comment
(declare-const x Int)
(declare-const y Int)
(assert (> (* x y y) (+ x 17)))
(assert (< x y))
(check-sat)
"""


def has_product(text):
    return "(* x y" in text


class Reductions(unittest.TestCase):
    def test_candidates_have_the_type_of_the_text(self):
        seen = set()

        def interesting(candidate):
            seen.add(type(candidate))
            return len(candidate) > 5

        self.assertIsInstance(smelt.reduce("one\ntwo\n", interesting, "lines").text, str)
        self.assertEqual(seen, {str})
        seen.clear()
        self.assertIsInstance(smelt.reduce(b"one\ntwo\n", interesting, "lines").text, bytes)
        self.assertEqual(seen, {bytes})

    def test_no_candidate_is_asked_about_twice(self):
        asked = []

        def interesting(candidate):
            asked.append(candidate)
            return has_product(candidate)

        reduced = smelt.reduce(TEXT, interesting)
        self.assertEqual(len(asked), len(set(asked)))
        self.assertEqual(reduced.asked, len(asked))
        self.assertTrue(reduced.is_minimal)
        self.assertTrue(has_product(reduced.text))
        self.assertLess(len(reduced.text), len(TEXT) * 2 / 3)

    def test_bytes_that_are_no_utf_8_come_back_as_they_were(self):
        text = b"one\n\xff\xfe two\nthree\n"
        self.assertEqual(smelt.reduce(text, lambda lines: b"\xff" in lines, "lines").text, b"\xff\xfe two\n")
        broken = text.decode("utf-8", "surrogateescape")
        self.assertEqual(smelt.reduce(broken, lambda lines: "\udcff" in lines, "lines").text, "\udcff\udcfe two\n")

    def test_a_surrogate_that_stands_for_no_byte_is_refused_with_what_to_do(self):
        with self.assertRaisesRegex(smelt.ReduceError, r"character 4 .*'\\ud800'.*as bytes.*surrogateescape"):
            smelt.reduce("one\n\ud800\n", bool, "lines")
        with self.assertRaisesRegex(ValueError, "unknown language .*choose one of"):
            smelt.reduce("one\n", bool, "\ud800")
        with self.assertRaisesRegex(ValueError, "unknown strategy .*choose one of"):
            smelt.reduce("one\n", bool, "lines", strategy="\ud800")

    def test_surrogates_that_together_stand_for_a_character_are_refused(self):
        with self.assertRaisesRegex(smelt.ReduceError, "together stand for a character"):
            smelt.reduce("a\udcc3\udca9\n", bool, "lines")

    def test_what_is_no_text_and_a_strategy_without_a_name_are_refused(self):
        for text in [None, range(5), [97, 10]]:
            with self.assertRaisesRegex(TypeError, "must be str or bytes"):
                smelt.reduce(text, bool, "lines")
        with self.assertRaisesRegex(ValueError, "unknown strategy"):
            smelt.reduce("one\n", bool, "lines", strategy="")

    def test_each_strategy_ends_with_an_interesting_text(self):
        for strategy in ["auto", "hybrid", "ddmin", "hierarchical"]:
            with self.subTest(strategy):
                self.assertTrue(has_product(smelt.reduce(TEXT, has_product, strategy=strategy).text))
        with self.assertRaisesRegex(ValueError, "unknown strategy .*auto, hybrid"):
            smelt.reduce(TEXT, has_product, strategy="none")

    def test_progress_tells_of_ever_smaller_texts(self):
        told = []
        reduced = smelt.reduce(TEXT, has_product, progress=told.append)
        self.assertEqual([so_far.accepted for so_far in told], list(range(1, len(told) + 1)))
        lengths = [len(so_far.text) for so_far in told]
        self.assertEqual(lengths, sorted(lengths, reverse=True))
        self.assertEqual(told[-1].accepted, reduced.accepted)
        self.assertTrue(all(has_product(so_far.text) for so_far in told))
        self.assertFalse(told[-1].is_minimal)

    def test_what_a_function_raises_is_raised(self):
        ours = KeyError("ours")

        def interesting(candidate):
            if "check-sat" not in candidate:
                raise ours
            return True

        with self.assertRaises(KeyError) as raised:
            smelt.reduce(TEXT, interesting)
        self.assertIs(raised.exception, ours)

        def progress(so_far):
            raise ours

        with self.assertRaises(KeyError) as raised:
            smelt.reduce(TEXT, has_product, progress=progress)
        self.assertIs(raised.exception, ours)

    def test_stop_returns_what_was_found_until_then(self):
        def progress(so_far):
            raise smelt.Stop

        stopped = smelt.reduce(TEXT, has_product, progress=progress)
        self.assertEqual(stopped.accepted, 1)
        self.assertFalse(stopped.is_minimal)
        self.assertTrue(has_product(stopped.text))

        def at_once(candidate):
            raise smelt.Stop

        with self.assertRaises(smelt.Stop):
            smelt.reduce(TEXT, at_once)

    def test_a_text_that_cannot_be_reduced_is_refused(self):
        with self.assertRaisesRegex(smelt.ReduceError, "not interesting"):
            smelt.reduce(TEXT, lambda candidate: False)
        with self.assertRaises(smelt.ReduceError):
            smelt.reduce("(assert", bool)
        with self.assertRaises(smelt.NotAsPrinted) as raised:
            smelt.reduce(TEXT, lambda candidate: "comment" in candidate)
        self.assertTrue(raised.exception.printed.startswith("(declare-const x Int)"))
        with self.assertRaises(TypeError):
            smelt.reduce(17, bool)


class Interrupted(unittest.TestCase):
    def setUp(self):
        # In a script's background, Python starts with an interrupt that is ignored.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))

    def interrupted(self, reduce):
        main = threading.main_thread().ident
        timer = threading.Timer(0.3, signal.pthread_kill, (main, signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            reduce()
        timer.join()

    def test_ctrl_c_ends_a_reduction_in_the_function(self):
        text = "".join(f"{n}\n" for n in range(300_000))
        self.interrupted(lambda: smelt.reduce(text, lambda lines: lines == text, "lines"))

    def test_ctrl_c_ends_a_reduction_whose_function_never_looks(self):
        text = "".join(f"{n}\n" for n in range(300_000)).encode()
        # A function in C.
        self.interrupted(lambda: _smelt.reduce(text, text.__eq__, "lines", "auto", None, smelt.Stop))

    def test_other_threads_run_while_smelt_works(self):
        interval = sys.getswitchinterval()
        ended = threading.Event()
        ticks = []

        def tick():
            while not ended.is_set():
                ticks.append(None)
                time.sleep(0.0001)

        text = "".join(f"line {n} of many\n" for n in range(50_000))
        other = threading.Thread(target=tick)
        # Nobody has to give way: only who releases the lock lets another one have it.
        sys.setswitchinterval(1000)
        try:
            other.start()
            before = len(ticks)
            smelt.reduce(text, lambda lines: "line 777 of" in lines, "lines")
            self.assertGreater(len(ticks), before)
        finally:
            sys.setswitchinterval(interval)
            ended.set()
            other.join()


class Outputs(unittest.TestCase):
    """The program that the wheel has brought, or that of the variable SMELT, and what it writes."""

    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        root = cls.directory.name
        bugs = os.path.join(root, "bugs")
        os.mkdir(bugs)
        with open(os.path.join(bugs, "bug.smt2"), "w") as case:
            case.write(TEXT)
        solver = os.path.join(root, "solver")
        with open(solver, "w") as script:
            script.write('#!/bin/sh\nif grep -q "x y" "$1"; then echo "Fatal failure within f()" >&2; exit 134; fi\n')
        os.chmod(solver, 0o755)
        cls.out = os.path.join(root, "out")
        cls.store = os.path.join(root, "store.db")
        program = os.environ.get("SMELT", os.path.join(sysconfig.get_path("scripts"), "smelt"))
        command = [program, "batch", bugs, "--out", cls.out, "--cache", cls.store, "--", solver]
        cls.batch = subprocess.run(command, capture_output=True, text=True)

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def test_the_rows_of_an_output_are_dictionaries(self):
        self.assertEqual(self.batch.returncode, 0, self.batch.stderr)
        (row,) = smelt.results(self.out)
        self.assertEqual(row["case"], "bug.smt2")
        self.assertEqual(row["status"], "reduced")
        minimized = os.path.join(self.out, "minimized", "bug.smt2")
        self.assertEqual(row["bytes_after"], os.path.getsize(minimized))
        self.assertEqual(row["one_minimal"], "yes")

    def test_the_rows_of_an_output_are_a_frame(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        frame = smelt.results(self.out, as_frame=True)
        self.assertIsInstance(frame, pandas.DataFrame)
        self.assertEqual(list(frame["case"]), ["bug.smt2"])

    def test_unreadable_lines_of_a_journal_are_told(self):
        with tempfile.TemporaryDirectory() as directory:
            shutil.copy(os.path.join(self.out, "journal.jsonl"), directory)
            with open(os.path.join(directory, "journal.jsonl"), "a") as journal:
                journal.write("{broken\n")
            with self.assertWarnsRegex(UserWarning, "unreadable lines .*: 1"):
                self.assertEqual(len(smelt.results(directory)), 1)

    def test_a_store_is_not_used_by_a_process_that_was_forked_after_it_was_opened(self):
        store = smelt.Store(os.path.join(self.directory.name, "forked.db"))
        store.stats()
        child = os.fork()
        if child == 0:
            code = 9
            try:
                store.stats()
            except OSError as error:
                del store
                code = 7 if "forked" in str(error) else 8
            finally:
                os._exit(code)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 7)
        self.assertEqual(store.stats()["observations"], 0)

    def test_a_directory_that_is_no_output_is_refused(self):
        with self.assertRaises(OSError):
            smelt.results(os.path.dirname(self.out))

    def test_stores_are_shown_and_merged(self):
        stats = smelt.Store(self.store, read_only=True).stats()
        self.assertGreater(stats["observations"], 0)
        other = smelt.Store(os.path.join(self.directory.name, "other.db"))
        self.assertEqual(other.merge(self.store)["added"], stats["observations"])
        self.assertEqual(other.merge(self.store)["added"], 0)
        self.assertEqual(other.stats()["questions"], stats["questions"])
        with self.assertRaisesRegex(OSError, "none.db.*choose a store that exists") as raised:
            smelt.Store(os.path.join(self.directory.name, "none.db"), read_only=True)
        self.assertNotIn("--cache", str(raised.exception))
        with self.assertRaises(OSError):
            other.merge(os.path.join(self.directory.name, "none.db"))


def load_tests(loader, tests, pattern):
    tests.addTests(doctest.DocTestSuite(smelt, optionflags=doctest.IGNORE_EXCEPTION_DETAIL))
    return tests


if __name__ == "__main__":
    unittest.main()
