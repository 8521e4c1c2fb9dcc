"""Makes inputs small on which a solver fails, in process.

    >>> import smelt
    >>> text = "(declare-const x Int)(declare-const y Int)(assert (> (* x y y) (+ x 17)))(check-sat)"
    >>> print(smelt.reduce(text, lambda candidate: "(> (* x y" in candidate).text)
    (declare-const x Int)
    (declare-const y Int)
    (assert (> (* x y) 0))
    <BLANKLINE>

The program `smelt`, which comes with this module, runs solvers, decides what a failure is, and keeps every run in a
store. `results` and `Store` read what it has written. Linux only.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, AnyStr, Generic, Literal, Optional, Union, cast, overload

from . import _smelt
from ._smelt import __version__

if TYPE_CHECKING:
    import pandas

__all__ = ["NotAsPrinted", "ReduceError", "Reduced", "Stop", "Store", "__version__", "reduce", "results"]

Path = Union[str, "os.PathLike[str]"]


class ReduceError(ValueError):
    """The text cannot be encoded or read in its language, or is not interesting itself."""


class NotAsPrinted(ReduceError):
    """The text is interesting, but `printed` is not, which has the same tokens as smelt prints them."""

    printed: Union[str, bytes]


class Stop(Exception):
    """Raised by the functions given to `reduce`, it ends the reduction, which returns what was found until then. As long as
    it is not known that the text is interesting, as it is and as smelt prints it, that is nothing, and this is raised.

    >>> import smelt
    >>> def hurried(candidate):
    ...     if len(candidate) < 10:
    ...         raise smelt.Stop
    ...     return True
    >>> smelt.reduce("one\\ntwo\\nthree\\nfour\\n", hurried, language="lines").is_minimal
    False
    """


@dataclass(frozen=True)
class Reduced(Generic[AnyStr]):
    """What is left of a text."""

    text: AnyStr
    """The smallest interesting text that was found."""
    asked: int
    """How many texts were asked about."""
    accepted: int
    """How many of these became the text to reduce further."""
    is_minimal: bool
    """Whether the search has ended by itself. With most strategies, no single simplification that smelt knows then makes
    the text smaller and keeps it interesting."""


def reduce(
    text: AnyStr,
    interesting: Callable[[AnyStr], object],
    language: str = "smtlib",
    *,
    strategy: Optional[str] = None,
    progress: Optional[Callable[[Reduced[AnyStr]], object]] = None,
) -> Reduced[AnyStr]:
    """Returns the smallest text that was found for which `interesting` returns something true.

    `interesting` gets `str` if the text is `str`, and `bytes` if it is `bytes`; it is never called twice with the same.
    Equal answers give equal results. `progress` is called each time a text was accepted, with the shortest one so far.
    `language` is "smtlib", "asp" or "lines"; `strategy` is one of `smelt list strategies`, "auto" if there is none.

    What one of the functions raises ends the reduction and is raised here, but for `Stop`. So does Ctrl-C. The lock of
    the interpreter is released meanwhile.

    >>> import smelt
    >>> smelt.reduce("one\\ntwo\\nthree\\n", lambda lines: "two" in lines, language="lines")
    Reduced(text='two\\n', asked=5, accepted=2, is_minimal=True)
    >>> smelt.reduce(b"a :- b. b. c.", lambda program: b"c." in program, language="asp").text
    b'c.\\n'
    >>> smelt.reduce("(assert true)", lambda script: False)
    Traceback (most recent call last):
    smelt.ReduceError: the text itself is not interesting
    >>> smelt.reduce("(assert true)", bool, language="latin")
    Traceback (most recent call last):
    ValueError: unknown language "latin": choose one of smtlib, asp, lines
    >>> smelt.reduce("\\ud800", bool, language="lines")
    Traceback (most recent call last):
    smelt.ReduceError: cannot encode the text as UTF-8: character 0 is the surrogate '\\ud800', which stands for no byte; ...
    """
    coding: _Coding[AnyStr] = _Coding(isinstance(text, str))

    def tell(found: bytes, asked: int, accepted: int) -> None:
        if progress is not None:
            progress(Reduced(coding.decode(found), asked, accepted, is_minimal=False))

    try:
        found, asked, accepted, is_minimal = _smelt.reduce(
            coding.encode(text),
            lambda candidate: interesting(coding.decode(candidate)),
            language,
            "auto" if strategy is None else strategy,
            None if progress is None else tell,
            Stop,
        )
    except _smelt.ReduceFailure as failure:
        message, printed = failure.args
        if printed is None:
            raise ReduceError(message) from None
        error = NotAsPrinted(message)
        error.printed = coding.decode(printed)
        raise error from None
    return Reduced(coding.decode(found), asked, accepted, is_minimal)


class _Coding(Generic[AnyStr]):
    """How the text of the caller becomes bytes and back. A candidate may cut a character in two."""

    def __init__(self, is_text: bool):
        self.is_text = is_text

    def encode(self, text: AnyStr) -> bytes:
        if not isinstance(text, str):
            if not isinstance(text, (bytes, bytearray)):
                raise TypeError(f"the text must be str or bytes, not {type(text).__name__}")
            return bytes(text)
        try:
            encoded = text.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError as error:
            raise ReduceError(
                f"cannot encode the text as UTF-8: character {error.start} is the surrogate {text[error.start]!a}, which "
                "stands for no byte; give the text as bytes, or decode it with errors='surrogateescape'"
            ) from None
        if encoded.decode("utf-8", "surrogateescape") != text:
            raise ReduceError(
                "cannot encode the text as UTF-8: some of its surrogates together stand for a character; give the text "
                "as bytes, or decode it with errors='surrogateescape'"
            )
        return encoded

    def decode(self, found: bytes) -> AnyStr:
        return cast(AnyStr, found.decode("utf-8", "surrogateescape") if self.is_text else found)


@overload
def results(output: Path, as_frame: Literal[False] = False) -> list[dict[str, Any]]: ...
@overload
def results(output: Path, as_frame: Literal[True]) -> pandas.DataFrame: ...
@overload
def results(output: Path, as_frame: bool) -> list[dict[str, Any]] | pandas.DataFrame: ...


def results(output: Path, as_frame: bool = False) -> Any:
    """Returns the rows of an output directory of `smelt batch`: dictionaries with the columns of its `results.csv`.

    Numbers are numbers, `well_formed` is true or false, `one_minimal` is a word, and what is not known is `None`. The
    journal is read without a lock, so this may be called while a batch runs. Lines of a damaged journal that cannot be
    read are left out, with a warning. With `as_frame`, the rows are a frame of pandas, which must be installed.

    >>> import smelt
    >>> smelt.results("no-such-directory")
    Traceback (most recent call last):
    OSError: `no-such-directory` is not the output of a batch: it has no `journal.jsonl`
    """
    table, unreadable = _smelt.results(output)
    if unreadable:
        journal = os.path.join(output, "journal.jsonl")
        warnings.warn(f"unreadable lines in `{journal}`, which are left out: {unreadable}", stacklevel=2)
    rows = json.loads(table)
    if as_frame:
        import pandas

        return pandas.DataFrame(rows)
    return rows


class Store:
    """A store of solver runs. If there is none at the path, it is created, unless it is only to be read.

    >>> import smelt, tempfile, os
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     store = smelt.Store(os.path.join(directory, "store.db"))
    ...     store.stats()["observations"]
    0
    """

    def __init__(self, path: Path, *, read_only: bool = False):
        self._store = _smelt.Store(path, read_only)

    @property
    def path(self) -> str:
        """The file."""
        return os.fspath(self._store.path)

    @property
    def notes(self) -> list[str]:
        """What there is to know about how it was opened, such as that a damaged file was set aside."""
        return self._store.notes

    def stats(self) -> dict[str, Any]:
        """What it holds; the numbers of `smelt cache stats`."""
        return cast("dict[str, Any]", json.loads(self._store.stats()))

    def merge(self, *others: Path) -> dict[str, int]:
        """Adds what other stores hold, as `smelt cache merge` does, and returns how much that was. All of them are
        opened before anything is written."""
        return cast("dict[str, int]", json.loads(self._store.merge(list(others))))

    def __repr__(self) -> str:
        return f"smelt.Store({self.path!r})"
