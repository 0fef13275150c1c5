"""Import and call a student's module: whatever it does comes back as a result."""

from __future__ import annotations

import gc
import importlib
import json
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from autograder.observing.outcome import Fault
from autograder.observing.outcome import outcome_of_result as decode
from autograder.worker.submission import FIRST_FRAMES, LAST_FRAMES, MESSAGE, Submission
from tests.small import TELLS_COLUMNS, examples

Call = Callable[..., dict[str, Any]]


@pytest.fixture
def call(tmp_path: Path) -> Iterator[Call]:
    """Write a module, and call one of its functions; imports are undone after."""
    modules, path = dict(sys.modules), list(sys.path)
    # What is raised in a callback of the collector, and Hypothesis has one, is lost.
    callbacks = gc.callbacks[:]
    gc.callbacks.clear()

    def run(
        code: str | bytes, *arguments: object, name: str = "f", seconds: float = 5.0
    ) -> dict[str, Any]:
        text = code if isinstance(code, bytes) else code.encode()
        (tmp_path / "student.py").write_bytes(text)
        submission = Submission(str(tmp_path), "student", seconds, seconds)
        result = submission.call(name, arguments)
        json.dumps(result)
        return result

    yield run
    gc.callbacks[:] = callbacks
    sys.path[:] = path
    for module in set(sys.modules) - set(modules):
        del sys.modules[module]


def error(result: dict[str, Any], *keys: str) -> tuple[Any, ...]:
    """These fields of the error that a result is."""
    return tuple(result["error"][key] for key in keys)


def test_a_returned_value_crosses_encoded(call: Call) -> None:
    """The arguments go in as they stand, the value comes out as its kind."""
    result = call("def f(a, b): return a + b", 3, 4)
    assert result == {"returned": {"kind": "number", "number": 7}}


def test_modules_beside_it_can_be_imported(call: Call, tmp_path: Path) -> None:
    """A submission of several files is a folder of modules."""
    (tmp_path / "beside.py").write_text("number = 5\n")
    code = "from beside import number\ndef f(): return number"
    assert call(code)["returned"]["number"] == 5


def test_a_file_of_pythons_own_name_hides_nothing(call: Call, tmp_path: Path) -> None:
    """The folder stands last in the search path, so `random` is Python's."""
    (tmp_path / "random.py").write_text("number = 5\n")
    code = "import random\ndef f(): return random.choice([3])"
    assert call(code)["returned"]["number"] == 3


@pytest.mark.parametrize(
    "body, kind, name",
    [
        ("raise NotImplementedError('write f')", "stub", "NotImplementedError"),
        ("raise SystemExit(0)", "exit", "SystemExit"),
        ("import sys; sys.exit()", "exit", "SystemExit"),
        ("return f()", "recursion", "RecursionError"),
        ("raise MemoryError", "memory", "MemoryError"),
        ("raise EOFError", "input", "EOFError"),
        ("import nosuchmodule", "import", "ModuleNotFoundError"),
        ("eval('1 +')", "syntax", "SyntaxError"),
        ("return 1 / 0", "crash", "ZeroDivisionError"),
        ("raise KeyboardInterrupt", "crash", "KeyboardInterrupt"),
        ("raise GeneratorExit", "crash", "GeneratorExit"),
        ("raise BaseException", "crash", "BaseException"),
    ],
)
def test_every_end_but_a_return_has_a_kind(
    call: Call, body: str, kind: str, name: str
) -> None:
    """The kind decides the verdict; nothing escapes."""
    result = call(f"def f():\n    {body}\n")
    assert (kind, "call", name) == error(result, "kind", "stage", "type")


@pytest.mark.parametrize(
    "code, kind",
    [
        ("def f(: pass", "syntax"),
        ("if True:\nx = 1", "syntax"),
        ("\tif 1:\n        x\n\ty", "syntax"),
        (b"def f(): return '\xff'", "syntax"),
        ("import nosuchmodule", "import"),
        ("raise SystemExit", "exit"),
        ("1 / 0", "crash"),
        ("from math import nothing_of_this_name", "crash"),
        ("raise NotImplementedError", "stub"),
        ("def g(): g()\ng()", "recursion"),
    ],
)
def test_what_goes_wrong_while_importing_says_so(
    call: Call, code: str | bytes, kind: str
) -> None:
    """The stage tells the student to look at the module's own lines."""
    assert (kind, "import") == error(call(code), "kind", "stage")


def test_an_import_that_failed_fails_the_same_way_again(tmp_path: Path) -> None:
    """The second call of a job does not run half a module."""
    (tmp_path / "broken_student.py").write_text("x = 1\n1 / 0\ndef f(): return 1\n")
    submission = Submission(str(tmp_path), "broken_student", 5.0, 5.0)
    first, second = submission.call("f", ()), submission.call("f", ())
    sys.modules.pop("broken_student", None)
    sys.path.remove(str(tmp_path))
    assert error(first, "type", "stage") == ("ZeroDivisionError", "import")
    assert error(second, "type", "stage") == ("ZeroDivisionError", "import")


def test_the_frames_are_the_students_own(call: Call) -> None:
    """File, line, function and source, outermost first; none of ours."""
    result = call("def f():\n    return g()\ndef g():\n    return [1][2]\n")
    assert [frame[:4] for frame in result["error"]["frames"]] == [
        ["student.py", 2, "f", "return g()"],
        ["student.py", 4, "g", "return [1][2]"],
    ]
    assert result["error"]["message"] == "list index out of range"


def test_frames_of_a_deep_recursion_are_the_first_and_the_last(call: Call) -> None:
    """A thousand frames are not sent, nor held."""
    code = "def f(n=300):\n    return f(n - 1) if n else 1 / 0\n"
    assert len(call(code)["error"]["frames"]) == FIRST_FRAMES + LAST_FRAMES


def test_an_instruction_without_a_line_is_on_the_functions_first(call: Call) -> None:
    """Where a time limit may ring; it is no frame that breaks the protocol."""
    result = call(
        "\ndef g():\n    return 1 / 0\n"
        "g.__code__ = g.__code__.replace(co_linetable=b'')\n"
        "def f():\n    return g()\n"
    )
    assert [frame[:3] for frame in result["error"]["frames"]] == [
        ["student.py", 6, "f"],
        ["student.py", 2, "g"],
    ]
    outcome = decode(result)
    assert isinstance(outcome, Fault)
    assert outcome.kind == "crash"


def test_a_syntax_error_of_ones_own_has_some_line(call: Call) -> None:
    """Whatever it says of it."""
    code = "def f(): raise SyntaxError('x', ('student.py', -3, 1, 'y'))\n"
    outcome = decode(call(code))
    assert isinstance(outcome, Fault)
    assert outcome.kind == "syntax"


def test_a_syntax_error_has_its_line(call: Call) -> None:
    """Though no frame of the student's ever ran."""
    (frames,) = error(call("x = 1\ndef f(:\n  pass\n"), "frames")
    assert frames == [["student.py", 2, "", "def f(:", 6, 7]]


@pytest.mark.parametrize(
    "code, part",
    [
        ("def f():\n    return 1 + [1][2]\n", "[1][2]"),
        ("def f():\n\té = 'é'; return é + {}['é']\n", "{}['é']"),
        ("def f():\n    return 1 + max(3,\n        'x')\n", "max(3,"),
        ("def f():\n    raise ValueError\n", "raise ValueError"),
    ],
)
def test_the_part_of_the_line_that_failed_is_told_from_311_on(
    call: Call, code: str, part: str
) -> None:
    """In characters of the line without its indentation, no further than it goes."""
    ((*_, source, start, end),) = call(code)["error"]["frames"]
    assert source[start:end] == (part if TELLS_COLUMNS else "")


@pytest.mark.parametrize(
    "code, near",
    [
        ("def f():\n    value = 1\n    return vlaue", ["value"]),
        ("def max_value(): pass\ndef f(): return max_valeu()", ["max_value"]),
        ("def f(): return sorteed([])", ["sorted"]),
        ("def f(): return [].apend(1)", ["append"]),
        ("def f():\n    from math import sqr", ["sqrt"]),
        ("def f():\n    import math; math.flor(1)", ["floor"]),
        ("def f(): return qqq", []),
        ("def f(): return inf", []),
        ("_value = 1\ndef f(): return value", []),
        ("def f():\n    print(value)\n    value = 1", []),
        ("class A:\n  def __dir__(self): 1 / 0\ndef f(): A().apend", []),
        ("def f(): raise NameError('x', name=3)", []),
        (f"{'x' * 50} = 1\ndef f(): return {'x' * 49}", []),
    ],
)
def test_a_name_that_is_missing_comes_with_the_nearest(
    call: Call, code: str, near: list[str]
) -> None:
    """Of those that are there, on every Python; what defends itself has none."""
    assert error(call(code), "near") == (near,)


@pytest.mark.parametrize(
    "code, near",
    [
        ("def maxvalue(): pass", ["maxvalue"]),
        ("def Max_Value(): pass", ["Max_Value"]),
        ("def max_valu(): pass", ["max_valu"]),
        ("def unrelated(): pass", []),
        ("def _max_value(): pass", []),
        ("class Agent:\n    def max_value(self): pass", ["Agent.max_value"]),
        ("x = 1", []),
        ("", []),
    ],
)
def test_a_missing_function_comes_with_the_nearest_name(
    call: Call, code: str, near: list[str]
) -> None:
    """Wrong case, a missing underscore, or inside of a class: the usual slips."""
    result = call(code, name="max_value")
    assert ("no_function", near) == error(result, "kind", "near")


def test_a_name_that_is_no_function_is_told_apart(call: Call) -> None:
    """It is there, but cannot be called."""
    assert error(call("f = 3"), "kind", "message") == ("not_callable", "f")


@pytest.mark.parametrize(
    "code, found",
    [
        ("def f(game): pass", "(game)"),
        ("def f(): pass", "()"),
        ("def f(game, state, alpha): pass", "(game, state, alpha)"),
        ("def f(game, state, *, depth): pass", "(game, state, depth)"),
        ("f = lambda s: 1", "(s)"),
    ],
)
def test_a_wrong_signature_shows_what_was_found(
    call: Call, code: str, found: str
) -> None:
    """A call that cannot work is not made."""
    assert ("signature", found) == error(call(code, 1, 2), "kind", "message")


@pytest.mark.parametrize(
    "code",
    [
        "def f(game, state, depth=3): return 1",
        "def f(*arguments): return 1",
        "class f:\n    def __new__(cls, a, b): return 1",
        "from functools import partial\nf = partial(lambda x, a, b: 1, 0)",
    ],
)
def test_any_signature_that_takes_the_call_will_do(call: Call, code: str) -> None:
    """Defaults, star arguments and callables that are no functions."""
    assert call(code, 1, 2)["returned"]["number"] == 1


def test_a_type_error_inside_is_no_wrong_signature(call: Call) -> None:
    """The student's own mistake one call further down is a crash."""
    result = call("def f(a): return g(a)\ndef g(): pass", 1)
    assert error(result, "kind", "type") == ("crash", "TypeError")


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="needs an alarm")
@pytest.mark.parametrize(
    "body",
    [
        "    while True:\n        pass",
        "    import time; time.sleep(60)",
        "    while True:\n        try: int()\n        except Exception: pass",
    ],
    ids=["loop", "sleep", "except"],
)
def test_the_time_limit_raises_in_the_students_line(call: Call, body: str) -> None:
    """`except Exception` does not hold it back, and the alarm is put away after."""
    before = signal.getsignal(signal.SIGALRM)
    result = call(f"def f():\n{body}\n", seconds=0.05)
    assert error(result, "kind", "stage") == ("timeout", "call")
    assert result["error"]["frames"][0][:3:2] == ["student.py", "f"]
    assert before is signal.getsignal(signal.SIGALRM)
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_the_time_limit_holds_while_importing(call: Call) -> None:
    """A loop at module level is a time-out with the stage import."""
    result = call("while True:\n    pass\n", seconds=0.05)
    assert error(result, "kind", "stage") == ("timeout", "import")


def test_long_texts_are_cut(call: Call) -> None:
    """Neither a message nor a name of a class is sent in full."""
    code = "def f(): raise type('E' * 9999, (Exception,), {})('m' * 9999)"
    message, name = error(call(code), "message", "type")
    assert len(message) == MESSAGE
    assert len(name) <= MESSAGE


@pytest.mark.parametrize(
    "code, kind, name",
    [
        ("raise ModuleNotFoundError('correct')", "crash", "ModuleNotFoundError"),
        ("import math.none", "import", "ModuleNotFoundError"),
        ("raise type('correct', (SyntaxError,), {})('x')", "crash", "correct"),
        ("raise SyntaxError('x', (3, 'y', 'z', []))", "crash", "SyntaxError"),
        ("raise SyntaxError('x')", "syntax", "SyntaxError"),
    ],
)
def test_a_kind_whose_words_are_pythons_own_is_not_a_students(
    call: Call, code: str, kind: str, name: str
) -> None:
    """Such a sentence shows the message as it stands, so Python must have worded it."""
    result = call(f"def f():\n    {code}\n")
    assert (kind, name) == error(result, "kind", "type")


@pytest.mark.parametrize(
    "part",
    [
        "def __str__(self): raise SystemExit",
        "def __str__(self): raise BaseException",
        "__class__ = property(lambda self: 1 / 0)",
        "def __getattribute__(self, name): raise KeyboardInterrupt",
    ],
)
def test_an_exception_that_defends_itself_is_told_by_its_class(
    call: Call, part: str
) -> None:
    """Whatever its own methods raise stays in the worker."""
    code = f"class E(Exception):\n    {part}\ndef f(): raise E('x')\n"
    assert error(call(code), "kind", "type", "message") == ("crash", "E", "")


def test_a_class_goes_by_its_own_name(call: Call) -> None:
    """Not by the one that its metaclass gives out."""
    code = (
        "class M(type):\n    __name__ = property(lambda c: 1 / 0)\n"
        "class E(Exception, metaclass=M): pass\n"
        "def f(): raise E('x')\n"
    )
    assert error(call(code), "type", "message") == ("E", "x")


def test_an_exception_that_cannot_be_printed_is_still_told(call: Call) -> None:
    """Its `__str__` raises; its class and its place are known all the same."""
    code = (
        "class E(Exception):\n    def __str__(self): raise ValueError\n"
        "def f(): raise E('x')\n"
    )
    assert error(call(code), "type", "message") == ("E", "")


@given(st.text(max_size=60))
@settings(
    max_examples=examples(30),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_no_source_escapes(call: Call, code: str) -> None:
    """Whatever stands in the file, there is one result, and it is JSON."""
    result = call(code.encode("utf-8", "surrogatepass"))
    assert set(result) in ({"returned"}, {"error"})


IN_A_CLASS = [
    ("class A:\n def f(self): pass", ["A.f"]),
    ("class A:\n def f(self): pass\nclass B(A): pass\ndel A", ["B.f"]),
    ("class A:\n _x = 1\n def _g(self): pass\n def g(self): pass", ["A.g"]),
    ("class A:\n def g(self): pass\ndef h(): pass", []),
    ("class A: pass", []),
    ("from fractions import Fraction", []),
]


@pytest.mark.parametrize("code, near", IN_A_CLASS)
def test_a_class_in_place_of_the_functions(
    call: Call, code: str, near: list[str]
) -> None:
    """It is named with the method meant, or else with its first; a helper is not."""
    assert error(call(code), "kind", "near") == ("no_function", near)


def test_a_renewed_module_is_as_if_never_imported(call: Call, tmp_path: Path) -> None:
    """With the modules of its folder, `random`, and what Python warns of; no others."""
    call("")  # whose traces are undone
    (tmp_path / "helper.py").write_text("seen = []\n")
    (tmp_path / "student.py").write_text(
        "import colorsys, helper, random\n"
        "seen = []\n"
        "def f():\n"
        "    seen.append(1); helper.seen.append(1)\n"
        "    colorsys.seen = getattr(colorsys, 'seen', 0) + 1\n"
        "    assert (seen, 'always')\n"
        "    return [len(seen), len(helper.seen), colorsys.seen, random.random()]\n"
    )
    importlib.invalidate_caches()
    submission, told = Submission(str(tmp_path), "student", 5.0, 5.0), []
    submission.renew("student")
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        for renews in (False, True, False):
            if renews:
                submission.renew("student")
            result = submission.call("f", (), encode=lambda value: {"was": value})
            told.append(result["returned"]["was"])
    assert [each[:3] for each in told] == [[1, 1, 1], [1, 1, 2], [2, 2, 3]]
    assert told[0][3] == told[1][3] != told[2][3]
    assert [each.category for each in warned] == [SyntaxWarning] * 2


def test_an_import_that_failed_is_not_renewed(call: Call, tmp_path: Path) -> None:
    """It would fail again, and a loop would cost its time each time."""
    call("")
    code = (
        "import colorsys\ncolorsys.tried = getattr(colorsys, 'tried', 0) + 1\n1 / 0\n"
    )
    (tmp_path / "student.py").write_text(code)
    submission = Submission(str(tmp_path), "student", 5.0, 5.0)
    for _ in range(2):
        assert error(submission.call("f", ()), "stage", "type") == (
            "import",
            "ZeroDivisionError",
        )
        submission.renew("student")
    assert sys.modules["colorsys"].tried == 1
