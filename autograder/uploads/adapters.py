"""What an adapter calls: a module of a course, in which a student's code is called.

The text of an adapter is its author's, and may be parsed. Which student's function
does the work of one of its own is told by the call that it returns.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path as FilePath
from pathlib import PurePosixPath
from typing import TypeGuard

from autograder.assignment.questions import PYTHON, AnyQuestion, Assignment
from autograder.errors import FileProblems, Problem

Path = tuple[str, ...]  # of a function in a student's module: ("Agent", "getAction")


def functions_called_by_adapter(
    text: bytes, modules: Collection[str]
) -> dict[str, Path]:
    """By each function of an adapter the student's function that it calls.

    `modules` are those that students hand in. Without such a call, and of a text that
    is no Python, there is none.
    """
    with suppress(SyntaxError, ValueError, RecursionError):
        tree = ast.parse(text)
        theirs = dict(_imported(tree, modules))
        functions = [n for n in tree.body if isinstance(n, ast.FunctionDef)]
        found = {f.name: _called_in(f, theirs) for f in functions}
        return {name: path for name, path in found.items() if path}
    return {}


def _imported(tree: ast.AST, modules: Collection[str]) -> Iterator[tuple[str, Path]]:
    """Each name that stands for a student's module, or for something in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                if each.name in modules:
                    yield each.asname or each.name, (each.name,)
        elif isinstance(node, ast.ImportFrom) and node.module in modules:
            for each in node.names:
                yield each.asname or each.name, (str(node.module), each.name)


def _called_in(function: ast.FunctionDef, theirs: Mapping[str, Path]) -> Path:
    """The outermost of a student's functions that is called in what is returned."""
    known = dict(theirs)
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            value = node.value
            made = _path(value.func, known) if isinstance(value, ast.Call) else ()
            if made:
                known[node.targets[0].id] = made
    returns = [n for n in ast.walk(function) if isinstance(n, ast.Return) and n.value]
    for each in returns:
        for node in ast.walk(each):
            if isinstance(node, ast.Call) and (path := _path(node.func, known)):
                return path[1:]
    values = (each.value for each in returns)
    return next((known[v.id][1:] for v in values if _is_one(v, known)), ())


def _is_one(node: ast.expr | None, names: Mapping[str, Path]) -> TypeGuard[ast.Name]:
    """Whether a name stands for what a student's function has returned."""
    return isinstance(node, ast.Name) and len(names.get(node.id, ())) > 1


def _path(node: ast.expr, names: Mapping[str, Path]) -> Path:
    """Which of a student's functions an expression is; () if none."""
    if isinstance(node, ast.Name):
        return names.get(node.id, ())
    if isinstance(node, ast.Attribute):
        value = node.value.func if isinstance(node.value, ast.Call) else node.value
        above = _path(value, names)
        return (*above, node.attr) if above else ()
    return ()


# ── What its author is told of an adapter ──────────────────────────────────────────

PRINTS = "{} prints, which students would read as what their own code prints"
ENDS = "{} ends the process, which would look like the student's doing"
KEEPS = "{} is kept from one call to the next; make it anew in each"
NOTHING = "{} returns nothing, whatever the student's code returns"
MADE = "{} returns {}, whatever the student's code returns"
ENDLESS = "{} calls itself without end"
NEVER = {  # by what makes it
    **dict.fromkeys(("Dict", "dict"), "a dictionary"),
    **dict.fromkeys(("Compare", "bool"), "a truth value"),
}
NO_ACTIONS = NEVER | dict.fromkeys(("int", "float", "len"), "a number")
NO_VALUES = {
    **NEVER,
    **dict.fromkeys(("JoinedStr", "str", "repr"), "a text"),
    **dict.fromkeys(("List", "ListComp", "list"), "a list"),
}
HABITS = {  # by what is called
    **dict.fromkeys(
        ("print", "pprint", "sys.stdout.write", "sys.stderr.write"), PRINTS
    ),
    **dict.fromkeys(("exit", "quit", "sys.exit", "os._exit", "os.abort"), ENDS),
}
CACHES = ("cache", "lru_cache", "functools.cache", "functools.lru_cache")
CHANGES = ("add", "append", "clear", "extend", "insert", "pop", "setdefault", "update")

Told = tuple[int, int, str]  # line, column, sentence
Defined = ast.FunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True)
class _Module:
    """A module of the course: what it defines, and what its names stand for."""

    file: FilePath
    tree: ast.Module
    own: Mapping[str, Defined]
    names: Mapping[str, Path]

    def kept(self) -> set[str]:
        """The names that live from call to call."""
        assigned = (ast.Assign, ast.AnnAssign)
        nodes = (n for n in self.tree.body if isinstance(n, assigned))
        return {*self.own}.union(*map(_stored, nodes))


def adapters_of(assignment: Assignment) -> Iterator[tuple[AnyQuestion, FilePath]]:
    """The questions whose module is the course's, each with its file."""
    for question in assignment.all_questions():
        path = PurePosixPath(f"{question.module}{PYTHON}")
        if path in assignment.interface.provided:
            yield question, assignment.interface.provided[path]


def check(assignment: Assignment) -> None:
    """Raise FileProblems where an adapter is wrong whatever students hand in.

    It is read with all that it calls of the course's own. The answers of the
    assignment are known.
    """
    modules = _modules(assignment.interface.provided)
    problems = {
        Problem(file, *told)
        for question, path in adapters_of(assignment)
        for file, told in _faults(path, question, modules, assignment.handed_in())
    }
    if problems:
        raise FileProblems(tuple(problems))


def _modules(provided: Mapping[PurePosixPath, FilePath]) -> dict[str, _Module]:
    """The modules of the course that are Python, by name."""
    files = {".".join(p.with_suffix("").parts): file for p, file in provided.items()}
    modules = {}
    for name, file in files.items():
        with suppress(SyntaxError, ValueError):
            tree = ast.parse(file.read_bytes())
            own = {n.name: n for n in tree.body if isinstance(n, Defined)}
            names: dict[str, Path] = {each: (name, each) for each in own}
            names |= _imported(tree, files)
            modules[name] = _Module(file, tree, own, names)
    return modules


def _faults(
    path: FilePath,
    question: AnyQuestion,
    modules: Mapping[str, _Module],
    students: Collection[str],
) -> Iterator[tuple[FilePath, Told]]:
    """What is wrong with a question's adapter, or with what it calls."""
    if question.module not in modules:
        try:
            ast.parse(path.read_bytes())
        except SyntaxError as fault:
            place = fault.lineno or 1, fault.offset or 1
            yield path, (*place, f"no Python: {fault.msg}")
        return
    adapter = modules[question.module]
    theirs = dict(_imported(adapter.tree, students))
    for node in adapter.tree.body:
        if isinstance(node, ast.Assign) and _calls(node.value, theirs):
            yield path, (node.lineno, 1, KEEPS.format(ast.unparse(node.targets[0])))
    for module, name in _reached(question.module, modules):
        for told in _habits(modules[module].own[name], modules[module].kept()):
            yield modules[module].file, told
    for name in {*question.functions_to_write()} & adapter.own.keys():
        kinds = NO_ACTIONS if name == getattr(question, "search", "") else NO_VALUES
        yield from _results((question.module, name), kinds, modules)


def _reached(start: str, modules: Mapping[str, _Module]) -> list[Path]:
    """What a module defines, and of the others what that names."""
    reached: list[Path] = [(start, name) for name in modules[start].own]
    for module, name in reached:
        names = modules[module].names
        nodes = ast.walk(modules[module].own[name])
        paths = (_path(node, names)[:2] for node in nodes if isinstance(node, ast.expr))
        defined = [path for path in paths if _defined(path, modules)]
        reached += dict.fromkeys(path for path in defined if path not in reached)
    return reached


def _calls(value: ast.expr, theirs: Mapping[str, Path]) -> bool:
    calls = (node for node in ast.walk(value) if isinstance(node, ast.Call))
    return any(_path(call.func, theirs) for call in calls)


def _habits(defined: Defined, kept: Collection[str]) -> Iterator[Told]:
    """Where it prints or ends the process, and what it keeps; `kept` are names."""
    nodes = [*ast.walk(defined)]
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    given = [each.args for each in functions]
    own = {a.arg for each in given for a in each.args} | _stored(defined)
    lasting = {
        argument.arg
        for each in given
        for argument, default in zip(each.args[::-1], each.defaults[::-1], strict=False)
        if not isinstance(default, ast.Constant)
    }
    for node in nodes:
        if isinstance(node, ast.Global):
            yield node.lineno, node.col_offset + 1, KEEPS.format(node.names[0])
        elif isinstance(node, ast.expr) and _changed(node) in {*kept} - own | lasting:
            yield node.lineno, node.col_offset + 1, KEEPS.format(_changed(node))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in HABITS:
            habit = HABITS[ast.unparse(node.func)]
            yield node.lineno, node.col_offset + 1, habit.format(defined.name)
    for function in functions:
        for each in function.decorator_list:
            if ast.unparse(each).partition("(")[0] in CACHES:
                told = KEEPS.format(f"what {function.name} returns")
                yield each.lineno, each.col_offset + 1, told


def _stored(node: ast.AST) -> set[str]:
    """The names to which something is assigned."""
    names = (each for each in ast.walk(node) if isinstance(each, ast.Name))
    return {each.id for each in names if isinstance(each.ctx, ast.Store)}


def _changed(node: ast.expr) -> str:
    """The name of what changes here from within; "" of any other node."""
    if isinstance(node, ast.Subscript | ast.Attribute):
        return "" if isinstance(node.ctx, ast.Load) else ast.unparse(node.value)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return ast.unparse(node.func.value) if node.func.attr in CHANGES else ""
    return ""


def _results(
    path: Path,
    kinds: Mapping[str, str],
    modules: Mapping[str, _Module],
    before: tuple[Path, ...] = (),
) -> Iterator[tuple[FilePath, Told]]:
    """Where a function, or one whose result it returns, returns one of these kinds.

    Or where it returns nothing. `before` are those on the way to it.
    """
    module, function = modules[path[0]], modules[path[0]].own[path[1]]
    nodes = [*ast.walk(function)]
    returns = [n for n in nodes if isinstance(n, ast.Return) and n.value]
    if not returns and not any(isinstance(n, ast.Raise | ast.Yield) for n in nodes):
        yield module.file, (function.lineno, 1, NOTHING.format(function.name))
    values = [_returned(each, nodes) for each in returns]
    calls = [
        _path(value.func, module.names) if isinstance(value, ast.Call) else ()
        for value in values
    ]
    if calls and all(called == path for called in calls):
        yield module.file, (function.lineno, 1, ENDLESS.format(function.name))
    for each, value, called in zip(returns, values, calls, strict=True):
        if called in (*before, path):
            continue
        if isinstance(_defined(called, modules), ast.FunctionDef):
            yield from _results(called, kinds, modules, (*before, path))
        elif kind := kinds.get(_maker(value)):
            told = MADE.format(function.name, kind)
            yield module.file, (each.lineno, each.col_offset + 1, told)


def _maker(value: ast.AST) -> str:
    """What makes a value: the function that is called, or the kind of expression."""
    return (
        ast.unparse(value.func) if isinstance(value, ast.Call) else type(value).__name__
    )


def _returned(node: ast.Return, inside: Collection[ast.AST]) -> ast.AST:
    """What is returned: of a name what it stands for at last."""
    assigned = [
        each.value
        for each in inside
        if isinstance(each, ast.Assign) and isinstance(node.value, ast.Name)
        if ast.unparse(each.targets[0]) == node.value.id
    ]
    return assigned[-1] if assigned else node.value or node


def _defined(path: Path, modules: Mapping[str, _Module]) -> Defined | None:
    """What the course defines under a path; None of any other."""
    module, *names = path or ("",)
    is_one = module in modules and len(names) == 1
    return modules[module].own.get(names[0]) if is_one else None
