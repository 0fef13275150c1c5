"""What the names of a written module stand for, and where its parts stand.

It is guessed from names and from where a value comes from: a wrong guess costs a
candidate that is no better, never a wrong word.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from functools import cached_property
from itertools import chain, pairwise
from typing import Any

BOUND = re.compile(
    r"^_?(alpha|beta|α|β|lo|hi|low|high|lower|upper)(_?\w)?$|^[ab]$", re.IGNORECASE
)
LOW = re.compile(r"^_?(alpha|α|lo|low|lower|a)(_?\w)?$", re.IGNORECASE)
HIGH = re.compile(r"^_?(beta|β|hi|high|upper|b)(_?\w)?$", re.IGNORECASE)
DEPTH = re.compile(r"depth|plies|ply|^d$|limit|level|profund|nivel|tief", re.IGNORECASE)
SIGN = re.compile(r"colou?r|sign|^sgn$|^c$", re.IGNORECASE)
PLAYER = re.compile(r"max|min|player|turn|agent|flag", re.IGNORECASE)
MOST_STRINGS, LONGEST_STRING = 6, 5  # of a module, that may stand for one another
NUMERIC = frozenset({"max", "min", "float", "sum", "utility", "evaluate"})
STATES = frozenset({"state", "node", "s"})
ASKED = "is_terminal|to_move|actions|successors|outcomes|result|utility|evaluate"
# How a program asks the game; and how if it calls it otherwise, such as its board.
OF_GAME = re.compile(r"((?:\w+\.)*game)\.\w+$")
OF_BOARD = re.compile(rf"(?!self\.\w+$)((?:\w+\.)*\w+)\.(?:{ASKED})$")
LOOPS = (ast.For, ast.While)
WHOLE = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.List, ast.Tuple)
Branch = (ast.If, ast.For, ast.While)

NUMBER, ACTION, STATE, UNKNOWN = "number", "action", "state", ""  # kinds of names
Parent = tuple[Any, str, "int | None"]  # the node above, its field, the place in it


class Scope:
    """One written module: its tree, its text, and its names."""

    def __init__(self, module: str, text: str) -> None:
        self.module, self.text = module, text
        self.tree = ast.parse(text)
        self.nodes = list(ast.walk(self.tree))
        self.parent: dict[ast.AST, Parent] = {
            child: (node, name, index)
            for node in self.nodes
            for name, index, child in _children(node)
        }
        self.functions = {
            node.name: node for node in self.nodes if isinstance(node, ast.FunctionDef)
        }
        self._read: dict[ast.AST, frozenset[str]] = {}
        self._starts = [0]
        for line in text.split("\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)

    @cached_property
    def globals(self) -> frozenset[str]:
        """The names that the module itself assigns to, outside of functions."""
        stored = (n for n in self.nodes if isinstance(n, ast.Name) and is_stored(n))
        return frozenset(n.id for n in stored if self.function(n) is None)

    def names_read(self, function: ast.AST) -> frozenset[str]:
        """The names that a function reads."""
        if function not in self._read:
            names = (n for n in ast.walk(function) if isinstance(n, ast.Name))
            read = frozenset(n.id for n in names if isinstance(n.ctx, ast.Load))
            self._read[function] = read
        return self._read[function]

    @cached_property
    def game_call(self) -> re.Pattern[str]:
        """How a call of the game is written; its first group is what the game is."""
        calls = (n for n in self.nodes if isinstance(n, ast.Call))
        by_name = any(OF_GAME.match(ast.unparse(each.func)) for each in calls)
        return OF_GAME if by_name else OF_BOARD

    def asks_game(self, call: ast.Call) -> bool:
        """Whether a call asks the game."""
        return self.game_call.match(ast.unparse(call.func)) is not None

    @cached_property
    def adds_up(self) -> bool:
        """Whether chance is asked for, or something is added to a name (`+=`)."""
        return "outcomes(" in self.text or any(
            isinstance(n, ast.AugAssign) and isinstance(n.op, ast.Add)
            for n in self.nodes
        )

    @cached_property
    def strings(self) -> tuple[str, ...]:
        """The short texts of the module, such as marks and keys; but no infinity."""
        calls = (n for n in self.nodes if isinstance(n, ast.Call) and n.args)
        numbers = [n.args[0] for n in calls if called_name(n) == "float"]
        constants = (n for n in self.nodes if isinstance(n, ast.Constant))
        texts = (n.value for n in constants if n not in numbers)
        short = (t for t in texts if isinstance(t, str) and len(t) <= LONGEST_STRING)
        return tuple(dict.fromkeys(short))[:MOST_STRINGS]

    @cached_property
    def fields(self) -> dict[str, str]:
        """The fields that records of the module have, and what stands in them first."""
        kinds: dict[str, str] = {}
        for node in self.nodes:
            if isinstance(node, ast.Assign) and isinstance(
                node.targets[0], ast.Attribute
            ):
                kinds.setdefault(node.targets[0].attr, self._kind_of(node.value))
            elif isinstance(node, ast.AnnAssign):
                is_own = isinstance(node.target, ast.Attribute)
                name = getattr(node.target, "attr" if is_own else "id", "")
                if is_own or isinstance(self.parent[node][0], ast.ClassDef):
                    kind = self._kind_of(node.value) if node.value else UNKNOWN
                    kinds.setdefault(name, kind)
        return kinds

    @cached_property
    def questions_to_game(self) -> tuple[str, ...]:
        """What the game is asked about, as it is written."""
        calls = [n for n in self.nodes if isinstance(n, ast.Call) and n.args]
        first = (n.args[0] for n in calls if self.asks_game(n))
        return tuple(dict.fromkeys(map(ast.unparse, first)))

    @cached_property
    def conditions(self) -> tuple[ast.expr, ...]:
        """The conditions of the module."""
        branches = (n for n in self.nodes if isinstance(n, (ast.If, ast.IfExp)))
        filters = (n.ifs for n in self.nodes if isinstance(n, ast.comprehension))
        return (*(n.test for n in branches), *chain.from_iterable(filters))

    @cached_property
    def known_names(self) -> frozenset[str]:
        """All names that are known everywhere in the module."""
        imports = (n for n in self.nodes if isinstance(n, (ast.Import, ast.ImportFrom)))
        aliases = chain.from_iterable(each.names for each in imports)
        classes = (n.name for n in self.nodes if isinstance(n, ast.ClassDef))
        imported = (a.asname or a.name for a in aliases)
        return frozenset(
            {*self.globals, *self.functions, *dir(builtins), *classes, *imported}
        )

    def enclosing_nodes(self, node: ast.AST) -> Iterator[ast.AST]:
        """What a node stands in, from the inside."""
        while node in self.parent:
            node = self.parent[node][0]
            yield node

    def function(self, node: ast.AST) -> ast.FunctionDef | None:
        """The function in which a node stands."""
        around = (
            n for n in self.enclosing_nodes(node) if isinstance(n, ast.FunctionDef)
        )
        return next(around, None)

    def loop(self, node: ast.AST) -> ast.For | ast.While | None:
        """The loop of the same function in which a node stands."""
        for each in self.enclosing_nodes(node):
            if isinstance(each, ast.FunctionDef):
                return None
            if isinstance(each, LOOPS):
                return each
        return None

    def game_expression(self, node: ast.AST) -> str:
        """How the game is asked where a node stands: `game`, `self.game`; or ""."""
        if "game" in self.names(node):
            return "game"
        function = node if isinstance(node, ast.FunctionDef) else self.function(node)
        calls = [n for n in ast.walk(function or node) if isinstance(n, ast.Call)]
        asked = (self.game_call.match(ast.unparse(call.func)) for call in calls)
        return next((match[1] for match in asked if match), "")

    def names(self, node: ast.AST, *kinds: str) -> dict[str, str]:
        """The kinds of the names that are bound where a node stands; of some kinds."""
        around = [node, *self.enclosing_nodes(node)]
        functions = [n for n in around if isinstance(n, ast.FunctionDef)]
        bound: dict[str, str] = {}
        for each in reversed(functions):
            bound |= self.kinds[each.name, each.lineno]
        if not kinds:
            return bound
        return {name: kind for name, kind in bound.items() if kind in kinds}

    @cached_property
    def kinds(self) -> dict[tuple[str, int], dict[str, str]]:
        """What the names of each function stand for; it goes by its name and line."""
        functions = (n for n in self.nodes if isinstance(n, ast.FunctionDef))
        return {(f.name, f.lineno): self._kinds_in(f) for f in functions}

    def _kinds_in(self, function: ast.FunctionDef) -> dict[str, str]:
        kinds = _of_parameters(function)
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and self.asks_game(node):
                for given, kind in zip(node.args, (STATE, ACTION), strict=False):
                    if isinstance(given, ast.Name) and not kinds.get(given.id, kind):
                        kinds[given.id] = kind
            if isinstance(node, (ast.For, ast.comprehension)):
                kinds |= _of_children(node.target, ast.unparse(node.iter))
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                kinds.setdefault(node.targets[0].id, self._kind_of(node.value))
            elif isinstance(node, ast.Name) and is_stored(node):
                kinds.setdefault(node.id, UNKNOWN)
        return kinds

    def _kind_of(self, value: ast.expr) -> str:
        if isinstance(value, ast.Call):
            name = called_name(value)
            if name == "result":
                return STATE
            return NUMBER if name in NUMERIC or name in self.functions else UNKNOWN
        if isinstance(value, ast.Constant):
            return NUMBER if type(value.value) in (int, float) else UNKNOWN
        if isinstance(value, ast.Attribute):
            return NUMBER if value.attr == "inf" else UNKNOWN
        return NUMBER if isinstance(value, (ast.BinOp, ast.UnaryOp)) else UNKNOWN

    def offset(self, line: int, column: int) -> int:
        """The place in the text that Python tells in lines and bytes."""
        row = self.text[self._starts[line - 1] : self._starts[line] - 1]
        return self._starts[line - 1] + len(row.encode()[:column].decode())

    def span(self, node: Any) -> tuple[int, int]:
        """Where an expression or a statement begins and ends in the text."""
        begin = self.offset(node.lineno, node.col_offset)
        return begin, self.offset(node.end_lineno, node.end_col_offset)

    def line_span(self, first: Any, last: Any) -> tuple[int, int]:
        """Where the lines of some statements begin and end, without the last break."""
        decorators = getattr(first, "decorator_list", [])
        top = min([first.lineno, *[each.lineno for each in decorators]])
        return self._starts[top - 1], self._starts[last.end_lineno] - 1

    def statement_lines(self, node: Any) -> list[str]:
        """The lines of a statement as they stand, without its decorators."""
        start, end = self._starts[node.lineno - 1], self._starts[node.end_lineno] - 1
        return self.text[start:end].split("\n")


def _children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    for name, value in ast.iter_fields(node):
        if isinstance(value, ast.AST):
            yield name, None, value
        elif isinstance(value, list):
            for index, child in enumerate(value):
                if isinstance(child, ast.AST):
                    yield name, index, child


def parameters(function: ast.FunctionDef) -> list[str]:
    """The names of a function's parameters, but for starred ones."""
    given = function.args
    return [a.arg for a in (*given.posonlyargs, *given.args, *given.kwonlyargs)]


def _of_parameters(function: ast.FunctionDef) -> dict[str, str]:
    names = parameters(function)
    kinds = {}
    for before, name in pairwise(["", *names]):
        if name in ("game", "self"):
            kinds[name] = name
        elif before == "game" or name in STATES:
            kinds[name] = STATE
        else:
            is_number = BOUND.match(name) or DEPTH.search(name)
            kinds[name] = NUMBER if is_number else UNKNOWN
    return kinds


def _of_children(target: ast.expr, source: str) -> dict[str, str]:
    """What a loop over the children of a state calls them."""
    if isinstance(target, ast.Name):
        return {target.id: ACTION if "actions" in source else UNKNOWN}
    if not isinstance(target, ast.Tuple) or len(target.elts) != 2:
        return {}
    of_action = "successors" in source
    of_chance = "outcomes" in source
    first = ACTION if of_action else NUMBER if of_chance else UNKNOWN
    second = STATE if of_action or of_chance else UNKNOWN
    return dict(zip(map(ast.unparse, target.elts), (first, second), strict=True))


def is_stored(name: ast.Name) -> bool:
    """Whether the name is assigned to."""
    return isinstance(name.ctx, ast.Store)


def called_name(call: ast.Call) -> str:
    """The last name of what is called; "" where that has none."""
    name = getattr(call.func, "id", None) or getattr(call.func, "attr", "")
    return str(name)


def text_as_operand(node: ast.expr) -> str:
    """The text of an expression as a part of a larger one."""
    text = ast.unparse(node)
    return text if isinstance(node, WHOLE) else f"({text})"


def names_of(text: str) -> set[str]:
    """The variables of an expression."""
    return {n.id for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Name)}


def names_in(text: str) -> list[str]:
    """The words of a piece of Python."""
    return re.findall(r"\w+", text)
