"""The words on a call that did not return: a sentence, a traceback, a hint."""

from __future__ import annotations

import re
from collections.abc import Callable

from autograder.observation import Observation
from autograder.outcome import Fault
from autograder.text import clean

MESSAGE = 80  # characters of an exception's own words in a sentence


def fault_sentence(fault: Fault, call: Observation) -> str:
    """One sentence on a call that did not return."""
    if fault.stage == "unreached":
        why = UNREACHED.get(fault.kind, "ended the process")
        return f"{call.function} was not called: the call before it {why}"
    say = FAULTS.get(fault.kind, _crash)
    return say(fault, call)


UNREACHED = {
    "timeout": "used up the time",
    "late": "used up the time",
    "violation": "broke the grader's protocol",
}


def _place(fault: Fault) -> str:
    """Where it happened, as far as is known: `, in max_value (minimax.py:12)`.

    A lambda or a comprehension goes by the name of the function that it stands in.
    """
    if not fault.frames:
        return " while importing" if fault.stage == "import" else ""
    frame = fault.frames[-1]
    line = f"({frame.file}:{frame.line})"
    if fault.stage == "import":
        return f" while importing {line}"
    names = [f.function for f in fault.frames if f.function.isidentifier()]
    return f", in {names[-1]} {line}" if names else f" {line}"


def _crash(fault: Fault, _call: Observation) -> str:
    message = f": {clean(fault.message, MESSAGE)}" if fault.message else ""
    return f"{fault.type}{message}{_place(fault)}"


def _syntax(fault: Fault, _call: Observation) -> str:
    """Python's own words, or better ones for a file that holds no plain text."""
    place = f"{fault.frames[-1].file}:{fault.frames[-1].line}" if fault.frames else ""
    if "null bytes" in fault.message:
        return "the file is not plain text (NUL bytes); save it again as UTF-8"
    if "codec can't decode" in fault.message:
        return f"{place} is not UTF-8; save the file again with that encoding"
    return f"{fault.type}: {fault.message} ({place})"


def _stub(fault: Fault, call: Observation) -> str:
    function = fault.frames[-1].function if fault.frames else call.function
    return (
        f"write {function}: {fault.message}" if fault.message else f"write {function}"
    )


def _timeout(fault: Fault, _call: Observation) -> str:
    place = _place(fault) or "; is there an infinite recursion?"
    return f"timed out after {fault.message}{place}"


def _late(fault: Fault, _call: Observation) -> str:
    return f"timed out after {fault.message} of waiting (sleep?){_place(fault)}"


def _no_function(fault: Fault, call: Observation) -> str:
    near = fault.near[0] if fault.near else ""
    holder, _, method = near.rpartition(".")
    if holder:
        return f"{method} is a method of {holder}; move it out of the class"
    return f"there is no function {call.function}{f'; is it {near}?' if near else ''}"


def _signature(fault: Fault, call: Observation) -> str:
    return f"expected {call.signature}, found {call.function}{fault.message}"


def _killed(fault: Fault, _call: Observation) -> str:
    why = {
        "SIGSEGV": "Python itself crashed; is there an infinite recursion?",
        "SIGKILL": "the process was killed; was there too much memory in use?",
    }
    reason = why.get(fault.message, "the process died")
    return f"{reason} [{fault.message}]{_place(fault)}"


FAULTS: dict[str, Callable[[Fault, Observation], str]] = {
    "grader": lambda f, _: f"a fault of the grader, not yours: {f.message}",
    "not_run": lambda f, _: f.message,
    "module": lambda f, _: f.message,
    "stub": _stub,
    "timeout": _timeout,
    "late": _late,
    "no_function": _no_function,
    "not_callable": lambda _, call: f"{call.function} is not a function",
    "signature": _signature,
    "killed": _killed,
    "flood": lambda f, _: f"printed more than {f.message}; remove the prints",
    "violation": lambda f, _: f"broke the grader's protocol: {f.message}",
    "ended": lambda _, call: f"{call.function} ended the process (os._exit?)",
    "exit": lambda f, _: f"called sys.exit(){_place(f)}: return the result instead",
    "recursion": lambda f, _: f"recursion without end{_place(f)}",
    "memory": lambda f, _: f"out of memory{_place(f)}",
    "input": lambda f, _: f"waits for input, of which there is none{_place(f)}",
    "import": lambda f, _: f"{f.message}; there are only Python's own and your files",
    "syntax": _syntax,
}


def traceback(fault: Fault) -> list[str]:
    """The student's own frames, as Python shows them."""
    lines = ["Traceback (your code only):"]
    for frame in fault.frames:
        inside = f", in {frame.function}" if frame.function else ""
        lines.append(f"  {frame.file}, line {frame.line}{inside}")
        if frame.source:
            lines.append(f"    {frame.source}")
    if fault.kind in ("timeout", "late") or not fault.type:
        return lines
    return [*lines, f"{fault.type}: {fault.message}" if fault.message else fault.type]


HINTS = (
    (r"'State' object has no attribute '(is_terminal|utility|to_move)'",
     "ask the game: game.{0}(state)"),
    (r"'State' object has no attribute '(actions|successors|result|children)'",
     "ask the game: game.actions(state), game.result(state, action)"),
    (r"expected a state of the game, got \(",
     "that is a pair: `for action, child in game.successors(state)`"),
    (r"expected a state of the game, got '",
     "that is an action; game.result(state, action) is the state"),
    (r"is not a terminal state",
     "ask game.is_terminal(state) first"),
    (r"local variable '(\w+)' (?:referenced before|where it is not)",
     "give {0} a value before the line that reads it"),
    (r"'NoneType'",
     "None comes from a function that ends without `return`"),
    (r"attempted relative import",
     "write `from utils import x` for `from .utils import x`"),
)  # fmt: skip


def hints(fault: Fault) -> list[str]:
    """What helps with a message that students meet often."""
    found = ((re.search(pattern, fault.message), hint) for pattern, hint in HINTS)
    return [hint.format(*match.groups()) for match, hint in found if match]
