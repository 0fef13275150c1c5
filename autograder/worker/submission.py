"""Import a student's module, find a function, call it, and describe what came of it.

Runs in the worker. Every way to end other than returning becomes an error of
some `kind`, which the grader turns into a verdict and a sentence.
"""

from __future__ import annotations

import difflib
import inspect
import linecache
import os
import random
import re
import signal
import sys
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import FunctionType, ModuleType, TracebackType
from typing import Any, Protocol, TypeGuard

from autograder.worker import values
from autograder.worker.compiling import cached

try:
    import timeout_decorator
except ImportError:  # on Windows, where it could not ring
    timeout_decorator = None

FIRST_FRAMES, LAST_FRAMES = 4, 8
MESSAGE = 500  # characters of an exception's message that cross

Result = dict[str, Any]


# How Python before 3.12 refuses a file with NUL bytes; later it is a SyntaxError.
NUL_BYTES = "source code string cannot contain null bytes"


WHENCE = re.compile(r" \((unknown location|/.*)\)$")  # of Python's own modules
NO_MODULE = re.compile(  # as Python itself says it
    r"No module named '[\w.]+'(; '[\w.]+' is not a package)?"
)
OWN_SYNTAX_ERRORS = (SyntaxError, IndentationError, TabError)


_get_chance, _set_chance = random.getstate, random.setstate  # whatever is made of them


class Guest(Protocol):
    """What stands among a module's functions while one of them is called."""

    def within(self, module: dict[str, object]) -> AbstractContextManager[None]:
        """Take its place in the module while the context lasts."""


class TimeLimit(BaseException):
    """The test's time is up; `except Exception` must not hold it back."""


KINDS: tuple[tuple[type[BaseException], str], ...] = (
    (TimeLimit, "timeout"),
    (NotImplementedError, "stub"),
    (SystemExit, "exit"),
    (RecursionError, "recursion"),
    (MemoryError, "memory"),
    (EOFError, "input"),
    (ModuleNotFoundError, "import"),
    (SyntaxError, "syntax"),
)


class Submission:
    """One module of a staged submission, imported at the first call."""

    def __init__(
        self, folder: str, name: str, wall_seconds: float, cpu_seconds: float
    ) -> None:
        self._folder = folder
        self._name = name
        self._seconds = wall_seconds, cpu_seconds
        self._module: ModuleType | None = None
        self._failure: BaseException | None = None
        self._chance: tuple[Any, ...] | None = None

    def call(
        self,
        function: str,
        arguments: tuple[object, ...],
        guests: tuple[Guest, ...] = (),
    ) -> Result:
        """`{"returned": …}` or `{"error": …}`, whatever the student's code does.

        While it runs, each guest has its place in the module.
        """
        limited = _limit(*self._seconds)(self._call)
        try:
            return {"returned": limited(function, arguments, guests, values.encode)}
        except BaseException as error:  # noqa: BLE001 - nothing escapes a worker
            return {"error": self._described(error)}

    def call_plainly(self, function: str, arguments: list[Any]) -> Result:
        """Call a function without a game; `changed` where it changed its arguments."""
        before = values.copied(arguments)
        limited = _limit(*self._seconds)(self._call)
        try:
            returned = limited(function, tuple(arguments), (), values.encode_whole)
            result: Result = {"returned": returned}
        except BaseException as error:  # noqa: BLE001 - nothing escapes a worker
            result = {"error": self._described(error)}
        return {**result, "changed": not values.is_still(arguments, before)}

    def reset_chance(self) -> None:
        """Let `random` go on as it did behind the import, so that a call can be equal.

        How far the last call has drawn from it is no memory of the submission's own.
        """
        if self._chance is not None:
            _set_chance(self._chance)

    def _call(
        self,
        function: str,
        arguments: tuple[object, ...],
        guests: tuple[Guest, ...],
        encode: Callable[[object], Result],
    ) -> Result:
        module = self._imported()
        found = find(module, function)
        check_signature(found, arguments)
        with ExitStack() as stack:
            for guest in guests:
                stack.enter_context(guest.within(vars(module)))
            return encode(found(*arguments))

    def _imported(self) -> ModuleType:
        """The module; an import that failed once fails the same way again."""
        if self._failure is not None:
            raise self._failure
        if self._module is None:
            try:
                self._module = self._load()
                self._chance = _get_chance()
            except BaseException as error:
                self._failure = error
                raise
        return self._module

    def _load(self) -> ModuleType:
        path = os.path.join(self._folder, f"{self._name}.py")  # noqa: PTH118 - lean
        sys.argv = [path]  # what a script sees that is started without arguments
        if self._folder not in sys.path:
            sys.path.append(self._folder)
        loader = SourceFileLoader(self._name, path)
        module = sys.modules[self._name] = ModuleType(self._name)
        module.__spec__ = ModuleSpec(self._name, loader, origin=path)
        module.__spec__.has_location = True
        module.__package__, module.__loader__, module.__file__ = "", loader, path
        code = cached(self._folder, self._name) or loader.get_code(self._name)
        exec(code or "", vars(module))  # noqa: S102 - the student's, as imported
        return module

    def _described(self, error: BaseException) -> Result:
        """All that is told of an error; its class alone, if it defends itself."""
        try:
            return self._describe(error)
        except BaseException as another:  # noqa: BLE001 - of the error's own methods
            return {
                "kind": "timeout" if type(another) is TimeLimit else "crash",
                "stage": "call" if self._module else "import",
                "type": _type_name(error),
                "message": "",
                "near": [],
                "frames": [],
            }

    def _describe(self, error: BaseException) -> Result:
        missing = error if type(error) is Missing else None
        return {
            "kind": missing.kind if missing else kind_of(error),
            "stage": "call" if self._module else "import",
            "type": _type_name(error),
            "message": _message(error),
            "near": list(missing.near) if missing else [],
            "frames": self._frames(error),
        }

    def _frames(self, error: BaseException) -> list[list[object]]:
        """The student's own frames, outermost first: file, line, function, source."""
        if _is_pythons_own_syntax_error(error) and error.filename:
            source = (error.text or "").strip()[: values.TEXT]
            line = max(error.lineno or 1, 1)  # a student may raise one of any line
            return [[self._relative(error.filename), line, "", source]]
        first: list[tuple[str, int, str]] = []
        last: deque[tuple[str, int, str]] = deque(maxlen=LAST_FRAMES)
        step: TracebackType | None = error.__traceback__
        while step is not None:
            code = step.tb_frame.f_code
            if code.co_filename.startswith(self._folder):
                kept = first if len(first) < FIRST_FRAMES else last
                kept.append((code.co_filename, _line(step), code.co_name))
            step = step.tb_next
        return [
            [self._relative(file), line, name[: values.TEXT], _source(file, line)]
            for file, line, name in (*first, *last)
        ]

    def _relative(self, file: str) -> str:
        return file.removeprefix(self._folder).lstrip("/\\")[: values.TEXT]


def _line(step: TracebackType) -> int:
    """Where it was raised; a time limit may meet an instruction that has no line."""
    line: int = step.tb_lineno or 0  # None or -1 there, as the version of Python has it
    return line if line > 0 else step.tb_frame.f_code.co_firstlineno


def kind_of(error: BaseException) -> str:
    """What a student can word, as its kind only where Python worded it."""
    message = _message(error)
    if isinstance(error, ValueError) and message == NUL_BYTES:
        return "syntax"
    kind = next((kind for type_, kind in KINDS if isinstance(error, type_)), "crash")
    if kind == "syntax" and not _is_pythons_own_syntax_error(error):
        return "crash"
    if kind == "import" and not NO_MODULE.fullmatch(message):
        return "crash"
    return kind


def _is_pythons_own_syntax_error(error: BaseException) -> TypeGuard[SyntaxError]:
    """Whether it has the parts that Python gives one; a student may raise any."""
    if not isinstance(error, SyntaxError) or type(error) not in OWN_SYNTAX_ERRORS:
        return False
    parts = ((error.filename, str), (error.text, str), (error.lineno, int))
    return all(part is None or type(part) is expected for part, expected in parts)


def _type_name(error: BaseException) -> str:
    """The name of the class, which a metaclass may pretend to be another."""
    name: str = type.__dict__["__name__"].__get__(type(error))
    return name[: values.TEXT]


Limited = Callable[..., Result]


def _limit(wall_seconds: float, cpu_seconds: float) -> Callable[[Limited], Limited]:
    """The inner limit; it raises in the student's frame, so that the line is known.

    Where the system has an alarm, a timer of its own rings that after the CPU seconds.
    """
    if timeout_decorator is None or not hasattr(signal, "SIGALRM"):
        from autograder.worker import alarm  # noqa: PLC0415 - the usual way is lean

        return alarm.after(cpu_seconds, TimeLimit)
    limit: Callable[[Limited], Limited]
    limit = timeout_decorator.timeout(wall_seconds, timeout_exception=TimeLimit)
    return limit


def _message(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return str(error.msg)[:MESSAGE]
    try:
        text = str(error)[:MESSAGE]
        return WHENCE.sub("", text) if isinstance(error, ImportError) else text
    except Exception:  # noqa: BLE001 - a student's __str__ may raise anything
        return ""


def _source(file: str, line: int) -> str:
    return linecache.getline(file, line).strip()[: values.TEXT]


class Missing(Exception):  # noqa: N818 - a finding, not a fault of ours
    """The module has not what the test calls."""

    def __init__(self, kind: str, message: str, near: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.kind = kind
        self.near = near


def find(module: ModuleType, name: str) -> Callable[..., object]:
    """The function of that name; Missing tells what there is in its place."""
    found = vars(module).get(name)
    if callable(found):
        return found  # type: ignore[no-any-return]
    if found is not None:
        raise Missing("not_callable", name)
    known = [n for n, v in vars(module).items() if callable(v) and n[:1] != "_"]
    classes = [v for v in vars(module).values() if isinstance(v, type)]
    for holder in classes:
        if any(name in vars(base) for base in _bases(holder)):
            raise Missing("no_function", name, (f"{holder.__name__}.{name}",))
    if not any(isinstance(v, FunctionType) for v in vars(module).values()):
        for holder in classes:
            for method in _methods(holder, module.__name__):
                raise Missing("no_function", name, (f"{holder.__name__}.{method}",))
    lower = {n.lower().replace("_", ""): n for n in known}
    close = difflib.get_close_matches(name.lower().replace("_", ""), lower, n=1)
    raise Missing("no_function", name, tuple(lower[n] for n in close))


def _bases(holder: type) -> tuple[type, ...]:
    """A class and those that it inherits from, whatever a metaclass says."""
    found: tuple[type, ...] = type.__dict__["__mro__"].__get__(holder)
    return found


def _methods(holder: type, module: str) -> list[str]:
    """The public methods of a class, if the module itself has made it."""
    if vars(holder).get("__module__") != module:
        return []
    functions = [n for n, v in vars(holder).items() if isinstance(v, FunctionType)]
    return [name for name in functions if name[:1] != "_"]


def check_signature(
    function: Callable[..., object], arguments: tuple[object, ...]
) -> None:
    """Raise Missing where the function cannot be called with the arguments."""
    if type(function) is FunctionType and not vars(function):
        code, given = function.__code__, len(arguments)
        least = code.co_argcount - len(function.__defaults__ or ())
        plain = not code.co_kwonlyargcount  # and then `signature` would say the same
        if plain and least <= given <= code.co_argcount:
            return
    try:
        signature = inspect.signature(function)
    except ValueError:  # some callables have none to be read
        return
    try:
        signature.bind(*arguments)
    except TypeError:
        raise Missing("signature", f"({', '.join(signature.parameters)})") from None
