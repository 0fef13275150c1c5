"""The sentences on what did not return, or returned something else, from end to end."""

from __future__ import annotations

import sys

import pytest

from autograder.observing.observation import Observation
from autograder.observing.outcome import ASKS_ITSELF, Fault, Frame, Returned
from autograder.words.faults import (
    A_LINE,
    A_NUMBER,
    AN_ACTION,
    PAYOFFS,
    ExpectedKind,
    fault_sentence,
    hints,
    traceback,
    wrong_type,
)
from tests.cases import for_each

AT = (Frame("m.py", 3, "f", ""),)
IN_A_CLASS = (Frame("m.py", 3, "<listcomp>", ""),)
GRADES = "this is graded with Python {}.{}".format(*sys.version_info)
OUT = "take it out"
BELOW = 'move what plays or tests below `if __name__ == "__main__":`'


def said(fault: Fault) -> str:
    """What is said of a call of max_value that ended so."""
    call = Observation("max_value", "max_value(game, state)", fault)
    return fault_sentence(fault, call)


@for_each(
    "fault, told",
    [
        (
            Fault("crash", "x", "KeyError", frames=AT),
            "raised KeyError: x, in f (m.py:3)",
        ),
        (
            Fault("crash", "x", "NameError", near=("xs",), frames=AT),
            "raised NameError: x, in f (m.py:3); is it xs?",
        ),
        (Fault("crash", "", "Mine", frames=IN_A_CLASS), "raised Mine (m.py:3)"),
        (
            Fault("crash", "x", "KeyError", "import", frames=AT),
            "raised KeyError: x while importing (m.py:3)",
        ),
        (
            Fault("crash", "x", "KeyError", "import"),
            "raised KeyError: x while importing",
        ),
        (
            Fault("exit", frames=AT),
            "ended the program (SystemExit), in f (m.py:3): return the result instead",
        ),
        *(
            (
                Fault("exit", frames=(Frame("m.py", 3, "f", source),)),
                f"called {called}(), in f (m.py:3): return the result instead",
            )
            for source, called in (
                ("if x: sys.exit(1)", "sys.exit"),
                ("exit()", "exit"),
                ("quit(0)", "quit"),
            )
        ),
        (
            Fault("exit", stage="import", frames=(Frame("m.py", 3, "f", "exit()"),)),
            f"called exit() while importing (m.py:3): {OUT}, or {BELOW}",
        ),
        (
            Fault("timeout", "2 s"),
            "timed out after 2 s; is there an infinite recursion?",
        ),
        (
            Fault("late", "2 s", frames=AT),
            "timed out after 2 s of waiting (sleep?), in f (m.py:3)",
        ),
        (
            Fault("timeout", "2 s", frames=(Frame("m.py", 3, "<module>", ""),)),
            f"timed out after 2 s while importing (m.py:3); {BELOW}",
        ),
        (
            Fault("hurried", "0.2 s", frames=AT),
            "timed out, as others that had longer; this test had 0.2 s, in f (m.py:3)",
        ),
        (
            Fault("not_run", "f", stage="late_alone", near=("1",)),
            "not judged: alone, f used up its time on 1 tree",
        ),
        (
            Fault("killed", "SIGSEGV"),
            "Python itself crashed; is there an infinite recursion? [SIGSEGV]",
        ),
        (
            Fault("killed", "SIGKILL"),
            "the process was killed; was there too much memory in use? [SIGKILL]",
        ),
        (Fault("flood", "256 KiB"), "printed more than 256 KiB; remove the prints"),
        (
            Fault("flood", "9 files", "files"),
            "wrote more than 9 files into its folder; keep fewer",
        ),
        (
            Fault(ASKS_ITSELF, "B", near=("value",)),
            (
                "max_value alone, at B, asked value what B itself is worth: that is "
                "for it to find"
            ),
        ),
        (Fault("violation", "x"), "broke the grader's protocol: x"),
        (Fault("memory", frames=AT), "out of memory, in f (m.py:3)"),
        (
            Fault("input", frames=AT),
            f"waits for input, in f (m.py:3), but there is none: {OUT}",
        ),
        (
            Fault("input", stage="import", frames=AT),
            (
                "waits for input while importing (m.py:3), but there is none: "
                f"{OUT}, or {BELOW}"
            ),
        ),
        (Fault("not_callable"), "max_value is not a function"),
        (Fault("ended"), "max_value ended the process (os._exit?)"),
        (
            Fault("ended", frames=AT),
            f"max_value ended the process (os._exit?) (m.py:3): {OUT}",
        ),
        (Fault("module", "minimax.py is missing"), "minimax.py is missing"),
        (
            Fault("no_function", near=("maxvalue",)),
            "there is no function max_value; is it maxvalue?",
        ),
        (
            Fault("no_function", near=("A.max_value",)),
            "max_value is a method of A; move it out of the class",
        ),
        (
            Fault("no_function", near=("A.search",)),
            (
                "there is no function max_value; found a class A with search; move it "
                "out of the class"
            ),
        ),
    ],
)
def test_what_became_of_a_call(fault: Fault, told: str) -> None:
    """What happened, where, and what may have been the reason."""
    assert said(fault) == told


@pytest.mark.parametrize(
    "kind, why",
    [
        ("timeout", "used up the time"),
        ("late", "used up the time"),
        ("violation", "broke the grader's protocol"),
        ("ended", "ended the process"),
    ],
)
def test_why_a_call_was_not_made(kind: str, why: str) -> None:
    """Another one before it has left nothing to make it in."""
    told = f"max_value was not called: the call before it {why}"
    assert said(Fault(kind, "2 s", stage="unreached")) == told


THERE = "there are only Python's own modules and your files"


@for_each(
    "module, why",
    [
        ("numpy", f"{THERE}; {OUT}"),
        ("google.colab", f"{THERE}; {OUT}"),
        ("utils", f"{THERE}; send utils.py too, or {OUT}"),
        (
            "tkinter",
            (
                f"it is not where this is graded; {OUT}, or import it below "
                '`if __name__ == "__main__":`'
            ),
        ),
        ("math.special", f"math has no such part; {OUT}"),
        ("colections", "is it collections?"),
        ("Queue", "is it queue?"),
    ],
)
def test_a_module_that_is_not_there(module: str, why: str) -> None:
    """Where it is imported, and whether to send it, to rename it or to do without."""
    fault = Fault("import", f"No module named '{module}'", frames=AT)
    assert said(fault) == f"cannot import {module} (m.py:3): {why}"


@for_each(
    "frame, below",
    [
        (Frame("m.py", 3, "f", "return [1][2]", 7, 13), "         ^^^^^^"),
        (Frame("m.py", 3, "f", "界 = x", 4, 5), "       ^"),
        (Frame("m.py", 3, "", "def f()", 7, 8), "         ^"),
        (Frame("m.py", 3, "f", "x" * 70, 69, 70), " " * 71 + "^"),
        (Frame("m.py", 3, "f", "x" * 71, 69, 70), None),
        (Frame("m.py", 3, "f", "return [1][2]"), None),
    ],
)
def test_what_of_a_line_failed_is_shown_below_it(
    frame: Frame, below: str | None
) -> None:
    """In a line of its own, unless the line itself is wrapped by a terminal."""
    _, source, *rest = traceback(Fault("crash", frames=(frame,))).lines
    assert source == f"  {frame.source}"
    assert rest == ([] if below is None else [below])


NUMBER_ITSELF = "return the action itself, not its value"
INT, FLOAT, STR, TUPLE = (
    f"a it, a subclass of {name}: return {what}"
    for name, what in (
        ("int", "int(…) of it"),
        ("float", "float(…) of it"),
        ("str", "str(…) of it"),
        ("tuple", "the"),
    )
)


@for_each(
    "expected, kind, told",
    [
        (A_NUMBER, "like_int", INT),
        (A_NUMBER, "like_float", FLOAT),
        (A_NUMBER, "like_tuple", f"{TUPLE} value alone"),
        (A_NUMBER, "coroutine", "a it: write `def` for `async def`"),
        (PAYOFFS, "none", "it: is a `return` missing?"),
        (PAYOFFS, "number", "it: return the payoffs of all players, as a tuple"),
        (PAYOFFS, "state", "the state it: return its value, not the state"),
        (PAYOFFS, "tuple", "the tuple it: return the payoffs alone, finite numbers"),
        (PAYOFFS, "list", "the list it: return the payoffs alone, finite numbers"),
        (PAYOFFS, "set", "the set it: expected a tuple of payoffs"),
        (
            AN_ACTION,
            "none",
            (
                "it: is a `return` missing, or was no action better than the first "
                "bound?"
            ),
        ),
        (AN_ACTION, "number", f"it: {NUMBER_ITSELF} or its index"),
        (AN_ACTION, "inf", f"it: {NUMBER_ITSELF}"),
        (AN_ACTION, "nan", f"it: {NUMBER_ITSELF}"),
        (AN_ACTION, "huge", f"it: {NUMBER_ITSELF}"),
        (AN_ACTION, "list", "the list it: return the action alone"),
        (
            AN_ACTION,
            "like_int",
            f"a it, a subclass of int: {NUMBER_ITSELF} or its index",
        ),
        (AN_ACTION, "like_float", f"a it, a subclass of float: {NUMBER_ITSELF}"),
        (AN_ACTION, "like_str", STR),
        (AN_ACTION, "like_tuple", f"{TUPLE} action alone"),
        (
            AN_ACTION,
            "iterator",
            "an iterator (it): has `yield` taken the place of `return`?",
        ),
        (AN_ACTION, "coroutine", "a it: write `def` for `async def`"),
        (AN_ACTION, "callable", "a it: are the parentheses of a call missing?"),
        (A_LINE, "number", "it: return the actions of the line, not their value"),
        (
            A_LINE,
            "tuple",
            "the tuple it: return the actions of the line, and nothing else",
        ),
        (
            A_LINE,
            "list",
            "the list it: return the actions of the line, and nothing else",
        ),
        (A_LINE, "state", "the state it: return the actions of the line, in a list"),
        (
            A_LINE,
            "iterator",
            "an iterator (it): return a list; list(…) makes one of it",
        ),
        (A_LINE, "dict", "the dict it: expected a list of actions"),
    ],
)
def test_what_should_have_been_returned(
    expected: ExpectedKind, kind: str, told: str
) -> None:
    """What came, as a student would call it, and what would help."""
    found = wrong_type("f", Returned(kind, None, "it"), expected)
    assert found == f"f returned {told}"


ANEW = "type it anew"


@for_each(
    "message, hint",
    [
        (
            "utility: expected a state of the game, got ('B', B)",
            "that is a pair: `for action, child in game.successors(state)`",
        ),
        (
            "result(A, ('B', B)): not a legal action in A",
            "that is a pair: `for action, child in game.successors(state)`",
        ),
        (
            "cannot unpack non-iterable int object",
            (
                "a number came back where two names wait for a pair: does each return "
                "give one?"
            ),
        ),
        (
            "utility: expected a state of the game, got 'B'",
            "that is an action; game.result(state, action) is the state",
        ),
        (
            "cannot access local variable 'v' where it is not associated with a value",
            (
                "give v a value before the line that reads it; did nothing beat the "
                "start, or does it stand outside of the function (nonlocal, global)?"
            ),
        ),
        (
            "local variable 'v' referenced before assignment",
            (
                "give v a value before the line that reads it; did nothing beat the "
                "start, or does it stand outside of the function (nonlocal, global)?"
            ),
        ),
        (
            "'<' not supported between instances of 'NoneType' and 'int'",
            "does a function end without `return`, or is None what something began as?",
        ),
        (
            "attempted relative import with no known parent package",
            "write `from utils import x` for `from .utils import x`",
        ),
        (
            "[Errno 2] No such file or directory: 'table.json'",
            "only the Python files of a submission are there to be read",
        ),
        (
            "invalid character '“' (U+201C)",
            f"this quotation mark was made by a word processor; {ANEW}",
        ),
        (
            "invalid non-printable character U+00A0",
            f"this space was copied from a web page or a PDF; {ANEW}",
        ),
        ("name 'null' is not defined", "Python's word for it is None"),
        (
            "name 'get_ipython' is not defined",
            "get_ipython is there in a notebook or at a prompt alone: take it out",
        ),
        ("name 'math' is not defined", "is `import math` missing?"),
        ("name 'inf' is not defined", "write math.inf, below `import math`"),
        (
            "<urlopen error [Errno -3] Temporary failure in name resolution>",
            "there is no network: take this out",
        ),
        (
            "setupterm: could not find terminal",
            "there is neither a screen nor a terminal: take this out",
        ),
        (
            "cannot import name 'Iterable' from 'collections'",
            f"{GRADES}: its collections has no Iterable",
        ),
        ("module 'time' has no attribute 'clock'", f"{GRADES}: its time has no clock"),
    ],
)
def test_a_message_that_students_meet_often_has_its_hint(
    message: str, hint: str
) -> None:
    """Python's words are matched, and said again in the student's."""
    (found,) = hints(Fault("crash", message))
    assert found.text == hint


@for_each(
    "message, source, hint",
    [
        (
            "list index out of range",
            "depth = int(sys.argv[1])",
            "a test starts the program without arguments: take sys.argv out",
        ),
        (
            "[Errno 1] Operation not permitted",
            'subprocess.run(["clear"])',
            "a test starts no other program and no process: take this out",
        ),
    ],
)
def test_some_messages_need_their_line(message: str, source: str, hint: str) -> None:
    """Python's words alone would not tell what is wrong."""
    fault = Fault("crash", message, frames=(Frame("m.py", 3, "f", source),))
    assert [found.text for found in hints(fault)] == [hint]
    assert hints(Fault("crash", message, frames=AT)) == []


def test_what_is_told_already_has_no_hint_besides() -> None:
    """Of `true` the headline asks whether it is True: nothing else is to be guessed."""
    for name in ("true", "false", "speed"):
        assert hints(Fault("crash", f"name '{name}' is not defined", frames=AT)) == []


def test_what_stopped_at_a_breakpoint_is_told_where_one_works() -> None:
    """By the command with which there is somebody to ask."""
    (found,) = hints(Fault("crash", "", "BdbQuit"))
    assert found.text == (
        "in a process of your own breakpoint() and pdb work: "
        "./run_autograder debug FOLDER TREE"
    )
