"""A written program as it is run: compiled piece by piece, and its steps counted.

Of two programs that differ in one function the other pieces are compiled once. A step
is a call of a function or a turn of a loop; a question to the game is ten. What makes
more steps than a trial allows is stopped, on every machine at the same place.
"""

from __future__ import annotations

import ast
import builtins
import random
import re
import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from types import CodeType, ModuleType
from typing import Any

from autograder.game import Game, State, View
from autograder.repair.written import Program, statements_with_lines
from autograder.worker import values
from autograder.worker.protocol import COURSE
from autograder.worker.submission import Guest, Submission, kind_of

QUESTION = 10  # steps that a question to the game counts for
PER_LETTER, OF_TREE = 0.4, 1.0  # likewise, to compile a letter: of a text, of a tree
IMPORT = 2_000  # steps that a module may make while it is imported
RECORDS = frozenset({"dataclass", "dataclasses", "NamedTuple"})
TICK, SEEN = "_autograder_tick_", "_autograder_seen_"
FILES = "<edited>", "<marked>"  # what the code of a program is compiled as
OPENS = re.compile(r"^( *)(?:async )?(?:def|for|while)\b.*:$", re.MULTILINE)
ONLY_A_TREE = re.compile(  # what turns within a line, and what may be a record
    r"^ *(?:async )?(?:(?!for\b)\S.*\bfor\b|for\b.*\bfor\b"
    r"|(?:def|for|while)\b.*[^:]$)|\A(?:@|class\b)(?![\s\S]*^ *def )",
    re.MULTILINE,
)
CLASS, INDENTED = re.compile(r"class (\w+)"), re.compile(r"^    ", re.MULTILINE)
METHOD = re.compile(r"^def (\w+)\(.*:\n", re.MULTILINE)
TICKING = ast.FunctionDef, ast.AsyncFunctionDef, ast.For, ast.While
FOREVER = 1e6  # seconds: steps are counted instead


class OutOfSteps(BaseException):
    """A program has made more steps than its trial allows."""


class Steps:
    """Counts the steps of a trial that are `left`, and of a search that are `spent`."""

    def __init__(self) -> None:
        self.left, self.spent = 0, 0
        self._allowed = 0

    def begin_trial(self, steps: int) -> None:
        """Begin a trial that may make so many."""
        self.end_trial()
        self.left = self._allowed = steps

    def end_trial(self) -> None:
        """Let the trial be over, and count what it has made."""
        self.spent += self._allowed - self.left
        self.left = self._allowed = 0

    def tick(self, steps: int = 1) -> None:
        """Some steps more; OutOfSteps where none is left."""
        self.left -= steps
        if self.left < 0:
            raise OutOfSteps


def text_with_ticks(text: str) -> str | None:
    """A written piece with the ticks of `with_ticks`; None where only a tree can tell.

    Python compiles it three times as fast as a tree.
    """
    if ONLY_A_TREE.search(text):
        return None
    return OPENS.sub(rf"\g<0>\n\g<1>    {TICK}()", text)


def with_ticks(tree: ast.Module) -> ast.Module:
    """The same with a tick at the beginning of each function and each turn of a loop.

    In a comprehension the tick, which is None, stands as a condition.
    """
    for node in ast.walk(tree):
        if isinstance(node, TICKING):
            node.body.insert(0, _call(TICK, node.body[0]))
        elif isinstance(node, ast.comprehension):
            tick = ast.Call(ast.Name(TICK, ast.Load()), [], [])
            turn = ast.copy_location(ast.UnaryOp(ast.Not(), tick), node.iter)
            node.ifs.insert(0, ast.fix_missing_locations(turn))
    return tree


class Marking(ast.NodeTransformer):
    """Puts before each statement a call that tells its line."""

    def __init__(self, first: int) -> None:
        self._before = first - 1

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Mark the statements of each block of a node."""
        super().generic_visit(node)
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list) and not isinstance(node, ast.Module):
                setattr(node, field, [*self._marked(block)])
        return node

    def _marked(self, block: list[Any]) -> list[ast.stmt]:
        marked: list[ast.stmt] = []
        for each in block:
            if isinstance(each, (ast.Global, ast.Nonlocal)):
                marked.append(each)
                continue
            mark = _call(SEEN, each, self._before + each.lineno)
            marked += [mark, each]
        return marked


def _call(name: str, at: ast.stmt, *given: int) -> ast.stmt:
    arguments: list[ast.expr] = [ast.Constant(each) for each in given]
    call = ast.Call(ast.Name(name, ast.Load()), arguments, [])
    return ast.fix_missing_locations(ast.copy_location(ast.Expr(call), at))


def is_record(tree: ast.Module) -> bool:
    """Whether it is a class that holds fields and does nothing by itself.

    Python takes long to make one, and it is the same for each trial.
    """
    (node,) = tree.body if len(tree.body) == 1 else (None,)
    if not isinstance(node, ast.ClassDef):
        return False
    heads = [*node.decorator_list, *node.bases]
    kinds = {
        each.id
        for head in heads
        for each in ast.walk(head)
        if isinstance(each, ast.Name)
    }
    fields = (ast.AnnAssign, ast.Pass, ast.Expr)
    plain = all(isinstance(each, fields) for each in node.body)
    values = [each.value for each in node.body if isinstance(each, ast.AnnAssign)]
    fixed = all(each is None or isinstance(each, ast.Constant) for each in values)
    return bool(kinds & RECORDS) and plain and fixed


@dataclass(frozen=True, slots=True)
class Piece:
    """A statement of a module, compiled; a `record` is made once for all trials."""

    text: str
    code: CodeType
    record: bool


Codes = Mapping[str, Sequence[Piece]]


@dataclass(frozen=True, slots=True)
class Member:
    """What stands in a class: a `frame`, and of a method also its text and name."""

    frame: str  # of a method its decorators and its first line
    method: str = ""
    name: str = ""


def class_members(text: str) -> tuple[Member, ...]:
    """What stands in a written class."""
    _, _, inside = text.partition("\n")
    return tuple(
        [
            Member(each[: found.end()], each[found.start() :], found[1])
            if (found := METHOD.search(each))
            else Member(each)
            for _, each in statements_with_lines(INDENTED.sub("", inside))
        ]
    )


def with_part(code: CodeType, path: Sequence[str], other: CodeType) -> CodeType | None:
    """A code with what another has at a path of names; None where that does not fit."""
    if not path:
        return other if other.co_freevars == code.co_freevars else None
    places, others = (
        [n for n, each in enumerate(one.co_consts) if is_code_of(each, path[0])]
        for one in (code, other)
    )
    if len(places) != 1 or len(others) != 1:
        return None
    consts, new = [*code.co_consts], other.co_consts[others[0]]
    part = consts[places[0]] = with_part(consts[places[0]], path[1:], new)
    return code.replace(co_consts=tuple(consts)) if part else None


def is_code_of(constant: object, name: str) -> bool:
    """Whether it is the code of a class or a function of this name."""
    return isinstance(constant, CodeType) and constant.co_name == name


class Compiler:
    """Compiles programs; a piece that was met before is compiled already.

    So is each method of a class of which the rest was.
    """

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._known: dict[str, Piece] = {}
        self._classes: dict[tuple[str, ...], tuple[CodeType, tuple[Member, ...]]] = {}
        self._marked: tuple[Program | None, Codes] = None, {}

    def codes(self, program: Program) -> Codes:
        """The pieces of each module; SyntaxError, ValueError or RecursionError."""
        return {
            name: [self._piece(text) for _, text in statements_with_lines(source)]
            for name, source in program.sources.items()
        }

    def _piece(self, text: str) -> Piece:
        piece = self._known.get(text)
        if piece is None:
            is_class = text.startswith("class ")
            piece = self._class(text) if is_class else self._compiled(text)
            self._known[text] = piece
        return piece

    def _class(self, text: str) -> Piece:
        """A class; where only its methods differ from a known one's, these alone."""
        members = class_members(text)
        frames = text.partition("\n")[0], *(each.frame for each in members)
        known = self._classes.get(frames)
        code = known and self._with_methods(*known, members, frames[0])
        if code:
            return Piece(text, code, record=False)
        piece = self._compiled(text)
        if not piece.record:
            self._classes[frames] = piece.code, members
        return piece

    def _with_methods(
        self, code: CodeType, old: Sequence[Member], new: Sequence[Member], first: str
    ) -> CodeType | None:
        """The code of a class with other methods; None where it has to be made anew."""
        edited, (name,) = code, CLASS.findall(first)
        for before, after in zip(old, new, strict=True):
            if before != after:
                alone = f"class {name}:\n{textwrap.indent(after.method, ' ' * 4)}"
                if alone not in self._known:
                    self._known[alone] = self._compiled(alone)
                method = self._known[alone].code
                made = with_part(edited, (name, after.name), method)
                if made is None:
                    return None
                edited = made
        return edited

    def _compiled(self, text: str) -> Piece:
        ticking = text_with_ticks(text)
        per_letter = OF_TREE if ticking is None else PER_LETTER
        self._steps.spent += int(per_letter * len(text))
        if ticking is not None:
            return Piece(text, compile(ticking, FILES[0], "exec"), record=False)
        tree = ast.parse(text)
        record = is_record(tree)
        return Piece(text, compile(with_ticks(tree), FILES[0], "exec"), record)

    def marking(self, program: Program) -> Codes:
        """The same, with a call before each statement that tells its line."""
        if self._marked[0] is not program:
            codes = {
                name: [self._marking(*piece) for piece in statements_with_lines(source)]
                for name, source in program.sources.items()
            }
            self._marked = program, codes
        return self._marked[1]

    def _marking(self, first: int, text: str) -> Piece:
        self._steps.spent += int(OF_TREE * len(text))
        tree = ast.parse(text)
        record = is_record(tree)
        tree = with_ticks(Marking(first).visit(tree))
        return Piece(text, compile(tree, FILES[1], "exec"), record)


class Edited(Loader):
    """Finds the modules of a program that is tried, for all that import them."""

    def __init__(self, steps: Steps, *, draws: bool = True) -> None:
        self.codes: Codes = {}
        # That of `random` before any program, where something may draw from it.
        self.random_state = random.getstate() if draws else ()
        self.seen: dict[tuple[str, int], int] = {}  # the steps left then
        self.others = frozenset(sys.modules)  # that no program has imported
        self._records: dict[str, dict[str, Any]] = {}
        self._steps = steps

    def find_spec(
        self, name: str, path: object = None, target: object = None
    ) -> ModuleSpec | None:
        """Where a module is loaded from: from here, if it is one of the program's."""
        del path, target
        return ModuleSpec(name, self) if name in self.codes else None

    def create_module(self, spec: ModuleSpec) -> None:
        """As Python makes one."""

    def exec_module(self, module: ModuleType) -> None:
        """Run its pieces."""
        name = module.__name__
        names = vars(module)
        names[TICK] = self._steps.tick
        names[SEEN] = lambda line: self.seen.setdefault((name, line), self._steps.left)
        for piece in self.codes[name]:
            if piece.record and piece.text in self._records:
                names.update(self._records[piece.text])
                continue
            before = {*names}
            exec(piece.code, names)  # noqa: S102 - the student's, in the student's process
            if piece.record:
                new = names.keys() - before
                self._records[piece.text] = {each: names[each] for each in new}

    def module(self, name: str) -> ModuleType:
        """One of the program's, as if it were imported, which takes longer."""
        module = module_from_spec(ModuleSpec(name, self))
        sys.modules[name] = module
        try:
            self.exec_module(module)
        except BaseException:
            sys.modules.pop(name, None)
            raise
        return sys.modules[name]

    def count_questions(self, game: Game) -> None:
        """Let each state that is fetched count as many steps."""
        fetch, tick = game._fetch, self._steps.tick

        def counted(state: State) -> View:
            tick(QUESTION)
            return fetch(state)

        game._fetch = counted

    def forget(self) -> None:
        """Let each module be loaded anew."""
        for name in self.codes:
            sys.modules.pop(name, None)


class Candidate(Submission):
    """A program for one trial, imported at its first call; its steps are counted."""

    def __init__(self, folder: str, name: str, edited: Edited) -> None:
        self._edited = edited
        if edited.random_state:  # as in a process of its own
            random.setstate(edited.random_state)
        super().__init__(folder, name, FOREVER, FOREVER)

    def random_state(self) -> tuple[Any, ...]:
        """As ever; where no text names `random` it takes too long to ask."""
        return super().random_state() if self._edited.random_state else ()

    def call(
        self,
        function: str,
        arguments: tuple[Any, ...],
        guests: tuple[Guest, ...] = (),
        encode: Callable[[object], dict[str, Any]] = values.encode,
    ) -> dict[str, Any]:
        """As ever; each question to the game counts."""
        self._edited.count_questions(arguments[0])
        return super().call(function, arguments, guests, encode)

    def limited(self, function: Any) -> Any:
        """Nothing limits a call but its steps."""
        return function

    def _load(self) -> ModuleType:
        self._edited.forget()
        course = self._folder + COURSE
        for name in sys.modules.keys() - self._edited.others:
            file = getattr(sys.modules[name], "__file__", None) or ""
            if file.startswith(course):  # it holds what was edited before
                del sys.modules[name]
        if course not in sys.path:
            sys.path.append(course)
        if self._name in self._edited.codes:
            return self._edited.module(self._name)
        module: ModuleType = builtins.__import__(self._name)
        return module

    def _describe(self, error: BaseException) -> dict[str, Any]:
        kind = "timeout" if isinstance(error, OutOfSteps) else kind_of(error)
        stage = "call" if self._module else "import"
        empty: dict[str, Any] = {"message": "", "near": [], "frames": []}
        return {"kind": kind, "stage": stage, "type": "", **empty}
