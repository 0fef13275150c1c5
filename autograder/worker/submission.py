"""Import a student's module, find a function, call it, and describe what came of it.

Runs in the worker. Every way to end other than returning becomes an error of
some `kind`, which the grader turns into a verdict and a sentence.
"""

from __future__ import annotations

import builtins
import ctypes
import difflib
import inspect
import linecache
import os
import random
import re
import signal
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack, suppress
from functools import wraps
from importlib.machinery import ModuleSpec, SourceFileLoader
from itertools import islice
from operator import is_not
from types import CodeType, FunctionType, ModuleType, TracebackType
from typing import Any, TypeGuard

from autograder import game
from autograder.worker import values
from autograder.worker.protocol import COURSE, LACKS, OF_COURSE, UNUSABLE, is_own

try:
    import timeout_decorator
except ImportError:  # on Windows, where it could not ring
    timeout_decorator = None

FIRST_FRAMES, LAST_FRAMES = 4, 8
MESSAGE = 500  # characters of an exception's message that cross

Result = dict[str, Any]
Described = Callable[[BaseException], Result]
Limited = Callable[..., Any]
# Stands among a module's functions while one of them is called.
Guest = Callable[[dict[str, object]], AbstractContextManager[None]]

PAUSE = 0.02  # seconds between two looks at the clock, where there is no alarm

# How Python before 3.12 refuses a file with NUL bytes; later it is a SyntaxError.
NUL_BYTES = "source code string cannot contain null bytes"
WHENCE = re.compile(r" \((unknown location|/.*)\)$")  # of Python's own modules
NO_MODULE = re.compile(  # as Python itself says it
    r"No module named '[\w.]+'(; '[\w.]+' is not a package)?"
)
NO_NAME = re.compile(r"cannot import name '(\w+)'")
MOST_NAMES, LONGEST_NAME, HOW_NEAR = 750, 40, 0.7  # of those that may be meant
OWN_SYNTAX_ERRORS = (SyntaxError, IndentationError, TabError)

_get_random_state, _set_random_state = (
    random.getstate,
    random.setstate,
)  # whatever is made of them


class TimeLimit(BaseException):
    """The test's time is up; `except Exception` must not hold it back."""


KINDS: tuple[tuple[type[BaseException], str], ...] = (
    (TimeLimit, "timeout"),
    (NotImplementedError, "stub"),
    (SystemExit, "exit"),  # of sys.exit, and of exit and quit: see `name_exits`
    (RecursionError, "recursion"),
    (MemoryError, "memory"),
    (EOFError, "input"),
    (ModuleNotFoundError, "import"),
    (SyntaxError, "syntax"),
)


WITHOUT_END = (RecursionError, TimeLimit)
OF_ADAPTER = {  # by kind of what is missing there, what its author reads
    "no_function": "there is no function {}",
    "not_callable": "{} is not a function",
    "signature": "{} takes {}, which does not fit its call",
}


Names = dict[str, dict[str, object]]
_noted: Names = {}  # by module, or class of the game: what each of its names means


def note_names() -> None:
    """Keep what names mean elsewhere before the code of any submission has run."""
    _noted.update({name: dict(vars(each)) for name, each in [*sys.modules.items()]})
    _noted.update({name: dict(names) for name, names in _names_of_game().items()})


def _names_of_game() -> dict[str, Mapping[str, object]]:
    classes = {each for each in vars(game).values() if isinstance(each, type)}
    return {repr(each): vars(each) for each in classes}


def _names_in(code: CodeType) -> set[str]:
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return set(code.co_names).union(*map(_names_in, inner))


class Submission:
    """A module of a staged submission, imported at the first call; one at a time."""

    def __init__(
        self, folder: str, name: str, wall_seconds: float, cpu_seconds: float
    ) -> None:
        self._folder = folder
        self._name = name
        self._seconds = wall_seconds, cpu_seconds
        self._module: ModuleType | None = None
        self._failures: dict[str, BaseException] = {}  # by module, as what follows
        self._random_states: dict[str, tuple[Any, ...]] = {}  # behind the import
        self._beginning = self.random_state()
        self._loaders: dict[str, SourceFileLoader] = {}
        self._codes: dict[str, CodeType] = {}
        self._warned: dict[str, list[Any]] = {}  # the arguments of Python's warnings
        self._foreign = len(sys.modules)  # those that were there before its own

    def call(
        self,
        function: str,
        arguments: tuple[object, ...],
        guests: tuple[Guest, ...] = (),
        encode: Callable[[object], Result] = values.encode,
    ) -> Result:
        """`{"returned": …}` or `{"error": …}`, whatever the student's code does.

        While it runs, each guest has its place in the module.
        """
        limited = self.limited(self._call)
        try:
            return {"returned": limited(function, arguments, guests, encode)}
        except BaseException as error:  # noqa: BLE001 - nothing escapes a worker
            return {"error": self._described(error)}

    def call_plainly(self, function: str, arguments: list[Any]) -> Result:
        """Call a function without a game; `changed` where it changed its arguments."""
        before = values.copied(arguments)
        limited = self.limited(self._call)
        try:
            returned = limited(function, tuple(arguments), (), values.encode_whole)
            result: Result = {"returned": returned}
        except BaseException as error:  # noqa: BLE001 - nothing escapes a worker
            result = {"error": self._described(error)}
        return {**result, "changed": not values.is_still(arguments, before)}

    def walk(self, talk: Callable[[ModuleType, Described], Result]) -> Result:
        """Let somebody talk with the module about its functions; else as `call`."""
        try:
            limited = self.limited(lambda: talk(self._imported(), self._described))
            return {"returned": limited()}
        except BaseException as error:  # noqa: BLE001 - nothing escapes a worker
            return {"error": self._described(error)}

    def limited(self, function: Limited) -> Limited:
        """The function, stopped in the student's frame when its time is over."""
        return _limit(*self._seconds)(function)

    def random_state(self) -> tuple[Any, ...]:
        """The state of `random`; () where nothing draws from it."""
        return _get_random_state()

    def reset_random_state(self) -> None:
        """Let `random` go on as it did behind the import, so that a call can be equal.

        How far the last call has drawn from it is no memory of the submission's own.
        """
        if state := self._random_states.get(self._name):
            _set_random_state(state)

    def renew(self, name: str) -> None:
        """Forget the module and those of the folder that were imported; call `name`.

        The next call imports them anew, as in a process of its own. An import that has
        failed is not tried again.
        """
        if self.random_state() != self._beginning:
            _set_random_state(self._beginning)
        self._name, self._module = name, None
        for each in self._own_modules():
            del sys.modules[each]

    def _own_modules(self) -> dict[str, str]:
        """The file of each module of the folder, by name: others came before."""
        count = len(sys.modules) - self._foreign
        latest = [*islice(reversed(sys.modules.items()), max(count, 0))]
        files = {name: getattr(module, "__file__", None) for name, module in latest}
        return {
            name: file
            for name, file in files.items()
            if type(file) is str and file.startswith(self._folder)
        }

    def leaves_traces(self) -> bool:
        """Whether calls may have left something where renewed modules can find it.

        That is a file, a thread, or what a name means in a module that the code names:
        to look at all others would copy their pages. Code that forges this gains
        nothing: its wrong tests are not asked again.
        """
        with suppress(Exception):  # of whatever stands there now
            names = {"builtins", "sys"}.union(*map(_names_in, self._own_codes()))
            modules = {n: vars(sys.modules[n]) for n in names if n in sys.modules}
            return (
                bool(os.listdir())  # noqa: PTH208 - lean
                or threading.active_count() > 1
                or not sys.modules.keys() >= names & _noted.keys()
                or any(
                    _noted[name].keys() != now.keys()
                    or any(map(is_not, _noted[name].values(), now.values()))
                    for name, now in {**modules, **_names_of_game()}.items()
                    if name in _noted
                )
            )
        return True

    def _own_codes(self) -> list[CodeType]:
        own = {**self._own_modules()}
        loaders = [SourceFileLoader(*each) for each in own.items()]
        codes = [
            self._codes.get(each.name) or each.get_code(each.name) for each in loaders
        ]
        codes += self._codes.values()
        return [code for code in codes if isinstance(code, CodeType)]

    def _call(
        self,
        function: str,
        arguments: tuple[object, ...],
        guests: tuple[Guest, ...],
        encode: Callable[[object], Result],
    ) -> Result:
        module = self._imported()
        try:
            found = find(module, function)
            check_signature(found, arguments)
        except Missing as missing:
            if is_own(str(module.__file__), self._folder):
                raise
            told = OF_ADAPTER[missing.kind].format(function, missing)
            raise Missing(OF_COURSE, f"{self._name}.py: {told}") from None
        if not guests:
            return encode(found(*arguments))
        with ExitStack() as stack:
            for guest in guests:
                stack.enter_context(guest(vars(module)))
            return encode(found(*arguments))

    def _imported(self) -> ModuleType:
        """The module; an import that failed once fails the same way again."""
        if self._name in self._failures:
            raise self._failures[self._name]
        if self._module is None:
            try:
                self._module = self._load()
                if self._name not in self._random_states:
                    self._random_states[self._name] = self.random_state()
            except BaseException as error:
                self._failures[self._name] = error
                raise
        return self._module

    def _load(self) -> ModuleType:
        folders = (self._folder + COURSE, self._folder)
        if self._name not in self._loaders:
            paths = [os.path.join(each, f"{self._name}.py") for each in folders]  # noqa: PTH118 - lean
            path = paths[0] if os.path.exists(paths[0]) else paths[1]  # noqa: PTH110 - lean
            self._loaders[self._name] = SourceFileLoader(self._name, path)
        loader = self._loaders[self._name]
        path = loader.path
        sys.argv[:] = [path]  # what a script sees that is started without arguments
        sys.path += [each for each in folders if each not in sys.path]
        module = sys.modules[self._name] = ModuleType(self._name)
        module.__spec__ = ModuleSpec(self._name, loader, origin=path)
        module.__spec__.has_location = True
        module.__package__, module.__loader__, module.__file__ = "", loader, path
        exec(self._compiled(loader), vars(module))  # noqa: S102 - the student's, as imported
        return module

    def _compiled(self, loader: SourceFileLoader) -> CodeType:
        """The code of the module, and each time what Python warns of in its text."""
        shown, name = warnings.showwarning, self._name
        warned = self._warned.setdefault(name, [])
        try:
            if name not in self._codes:
                warnings.showwarning = lambda *each, **_: warned.append(each)
                text = loader.get_data(loader.path)
                code = compile(text, loader.path, "exec", dont_inherit=True)
                self._codes[name] = code
            return self._codes[name]
        finally:
            warnings.showwarning = shown
            for each in warned:
                shown(*each)

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
        missing = error if type(error) is Missing else self._missed_by_course(error)
        near = missing.near if missing else nearest_names(error)
        return {
            "kind": missing.kind if missing else self._kind_of(error),
            "stage": "call" if self._module else "import",
            "type": _type_name(error),
            "message": _message(missing or error),
            "near": [name[: values.TEXT] for name in near],
            "frames": [] if isinstance(missing, Missing) else self._frames(error),
        }

    def _kind_of(self, error: BaseException) -> str:
        """The kind; where the course's own code ends the program, a stub is left."""
        kind, files = kind_of(error), self._files(error)
        is_courses = files and not is_own(files[-1], self._folder)
        return "stub" if kind == "exit" and is_courses else kind

    def _files(self, error: BaseException) -> list[str]:
        """The staged files through which an error went, the outermost first."""
        files = [code.co_filename for code in _codes(error.__traceback__)]
        if isinstance(error, SyntaxError) and error.filename:
            files.append(error.filename)
        return [file for file in files if file.startswith(self._folder)]

    def _missed_by_course(self, error: BaseException) -> Missing | None:
        """What is told of an error that arose where the course's module calls.

        Either something is not there in the student's code, or the course is at fault.
        """
        files = self._files(error)
        if not files or is_own(files[-1], self._folder):
            return None
        if lacking := self._lacking(error):
            return lacking
        if any(is_own(file, self._folder) for file in files):
            return None
        is_authors = self._module is None or isinstance(error, WITHOUT_END)
        name = os.path.basename(files[-1])  # noqa: PTH119 - lean
        told = f"{name}: {_type_name(error)}: {_message(error)}"
        return Missing(OF_COURSE if is_authors else UNUSABLE, told)

    def _lacking(self, error: BaseException) -> Missing | None:
        """Which name the course's module has looked for in the student's code."""
        holder: object = None
        if isinstance(error, AttributeError):
            name, holder = error.name, error.obj
        elif isinstance(error, ImportError):
            found = NO_NAME.match(_message(error))
            name, holder = found and found[1], sys.modules.get(error.name or "")
        if holder is None or type(name) is not str:
            return None
        inside, module, is_module = "", holder, isinstance(holder, ModuleType)
        if not is_module:
            made = holder if isinstance(holder, type) else type(holder)
            inside = f" in {made.__name__}"
            module = sys.modules.get(vars(made)["__module__"])
        file = getattr(module, "__file__", None)
        if type(file) is not str or not is_own(file, self._folder):
            return None
        near = (nearest_names(error) or [""])[0]
        line = _line_of(file, near) if near else 0
        what = "class " if is_module and name[:1].isupper() else ""
        told = f"{self._relative(file)} has no {what}{name}{inside}"
        return Missing(LACKS, told, (near, str(line)) if line else ())

    def _frames(self, error: BaseException) -> list[list[object]]:
        """The student's own frames, outermost first.

        File, line, function, source, and the columns in that of what failed.
        """
        if _is_pythons_own_syntax_error(error) and error.filename:
            line = max(error.lineno or 1, 1)  # a student may raise one of any line
            place = [self._relative(error.filename), line, ""]
            return [[*place, *_marked(error.text or "", *_columns_of(error))]]
        first: list[TracebackType] = []
        last: deque[TracebackType] = deque(maxlen=LAST_FRAMES)
        step: TracebackType | None = error.__traceback__
        while step is not None:
            if is_own(step.tb_frame.f_code.co_filename, self._folder):
                (first if len(first) < FIRST_FRAMES else last).append(step)
            step = step.tb_next
        return [self._frame(step) for step in (*first, *last)]

    def _frame(self, step: TracebackType) -> list[object]:
        # A time limit may meet an instruction without a line: None or -1, by version.
        code, line = step.tb_frame.f_code, step.tb_lineno or 0
        line = line if line > 0 else code.co_firstlineno
        source = linecache.getline(code.co_filename, line)
        place = [self._relative(code.co_filename), line, code.co_name[: values.TEXT]]
        return [*place, *_marked(source, *_columns(step, source))]

    def _relative(self, file: str) -> str:
        return file.removeprefix(self._folder).lstrip("/\\")[: values.TEXT]


def _codes(step: TracebackType | None) -> list[CodeType]:
    """The code of each frame of a traceback, outermost first."""
    codes = []
    while step is not None:
        codes.append(step.tb_frame.f_code)
        step = step.tb_next
    return codes


def _line_of(file: str, name: str) -> int:
    """The line of a file which defines a name; 0 where none seems to."""
    head = re.compile(rf"\s*(?:(?:async\s+)?def|class)\s+{name}\b|{name}\s*=")
    lines = enumerate(linecache.getlines(file), 1)
    return next((number for number, line in lines if head.match(line)), 0)


def _columns(step: TracebackType, source: str) -> tuple[int, int]:
    """Where in its line that begins and ends which failed; Python 3.10 does not tell.

    What goes on in another line ends with this one.
    """
    code = step.tb_frame.f_code
    if sys.version_info < (3, 11) or step.tb_lasti < 0:
        return 0, 0
    unknown = (None, None, None, None)
    found = next(islice(code.co_positions(), step.tb_lasti // 2, None), unknown)
    line, last, start, end = found
    if line != step.tb_lineno or last is None or start is None or end is None:
        return 0, 0
    text = source.encode()  # of which Python counts the bytes
    ends = start, end if last == line else len(text.rstrip())
    first, behind = (len(text[:at].decode(errors="replace")) for at in ends)
    return first, behind


def _columns_of(error: SyntaxError) -> tuple[int, int]:
    """Where in its line that begins and ends which is no Python."""
    start, end = error.offset, error.end_offset
    if type(start) is not int or start < 1:
        return 0, 0
    more = type(end) is int and end > start and error.end_lineno == error.lineno
    return start - 1, end - 1 if more and end else start


def _marked(source: str, start: int, end: int) -> tuple[str, int, int]:
    """A line without its indentation, and the columns in that."""
    before = len(source) - len(source.lstrip())
    columns = (min(max(at - before, 0), values.TEXT) for at in (start, end))
    return (source.strip()[: values.TEXT], *columns)  # type: ignore[return-value]


def nearest_names(error: BaseException) -> list[str]:
    """The nearest of the names that are there, where one is missing.

    Python itself tells it from 3.12 on in what can be read, and before on a terminal.
    """
    if isinstance(error, (NameError, AttributeError)):
        name: object = error.name
    else:
        found = NO_NAME.match(_message(error)) if type(error) is ImportError else None
        name = found and found[1]
    if type(name) is not str or not 0 < len(name) <= LONGEST_NAME:
        return []
    own = [n for n in _names_beside(error) if type(n) is str and len(n) <= LONGEST_NAME]
    known = islice((n for n in own if n[:1] != "_" or name[0] == "_"), MOST_NAMES)
    return difflib.get_close_matches(name, {*known} - {name}, n=1, cutoff=HOW_NEAR)


def _names_beside(error: BaseException) -> list[str]:
    """The names among which the one that is missing was looked for."""
    if isinstance(error, AttributeError):
        return dir(error.obj)
    if isinstance(error, ImportError):
        return dir(sys.modules.get(error.name or ""))
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    frame = step and step.tb_frame
    if frame is None or isinstance(error, UnboundLocalError):
        return []
    return [*frame.f_locals, *frame.f_globals, *frame.f_builtins]


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


def _limit(wall_seconds: float, cpu_seconds: float) -> Callable[[Limited], Limited]:
    """The inner limit; it raises in the student's frame, so that the line is known.

    Where the system has an alarm, a timer of its own rings that after the CPU seconds.
    """
    if timeout_decorator is None or not hasattr(signal, "SIGALRM"):
        return ringing_after(cpu_seconds, TimeLimit)
    limit: Callable[[Limited], Limited]
    limit = timeout_decorator.timeout(wall_seconds, timeout_exception=TimeLimit)
    return limit


def ringing_after(
    seconds: float, exception: type[BaseException]
) -> Callable[[Limited], Limited]:
    """A decorator for systems without an alarm: it rings after CPU seconds of a call.

    A thread raises the exception in the student's frame, as soon as the interpreter
    gets to its next step; what sits in C is left to the grader's own clock.
    """

    def limited(function: Limited) -> Limited:
        @wraps(function)
        def calling(*arguments: object) -> Any:
            done = threading.Event()
            end = time.process_time() + seconds
            asked = (done, end, threading.get_ident(), exception)
            threading.Thread(target=_watch, args=asked, daemon=True).start()
            try:
                return function(*arguments)
            finally:
                done.set()

        return calling

    return limited


def _watch(
    done: threading.Event, end: float, thread: int, exception: type[BaseException]
) -> None:
    """Raise it in the thread at the end, unless that is done before."""
    while not done.wait(PAUSE):
        if time.process_time() >= end:
            ring = ctypes.pythonapi.PyThreadState_SetAsyncExc
            ring(ctypes.c_ulong(thread), ctypes.py_object(exception))
            return


def _message(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return str(error.msg)[:MESSAGE]
    try:
        text = str(error)[:MESSAGE]
        return WHENCE.sub("", text) if isinstance(error, ImportError) else text
    except Exception:  # noqa: BLE001 - a student's __str__ may raise anything
        return ""


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
        bases = type.__dict__["__mro__"].__get__(holder)  # whatever a metaclass says
        if any(name in vars(base) for base in bases):
            raise Missing("no_function", name, (f"{holder.__name__}.{name}",))
    if not any(isinstance(v, FunctionType) for v in vars(module).values()):
        for holder in classes:
            is_own = vars(holder).get("__module__") == module.__name__
            for method, value in vars(holder).items() if is_own else ():
                if isinstance(value, FunctionType) and method[:1] != "_":
                    near = (f"{holder.__name__}.{method}",)
                    raise Missing("no_function", name, near)
    lower = {n.lower().replace("_", ""): n for n in known}
    close = difflib.get_close_matches(name.lower().replace("_", ""), lower, n=1)
    raise Missing("no_function", name, tuple(lower[n] for n in close))


def name_exits() -> None:
    """Let `exit` and `quit` be there, as where Python is started in the usual way."""
    vars(builtins).update(exit=sys.exit, quit=sys.exit)


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
