"""Whether the tests catch faults that are planted in the code, by a fixed seed.

`.venv/bin/python benchmarks/planted.py` plants thirty faults in six rooms, one at a
time, in a copy of this checkout: a comparison, `and`, `not`, a sign, a bound or `max`
is another. Of each it runs the tests of the room, then all, and says which test fails
first; what nothing catches is told at the end. It takes about twenty minutes on two
cores. `--list` shows the faults alone, `--only 4 17` plants those, `--seed N` draws
others. A fault is drawn by its text: it stays the same where code only moves.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
ROOMS = {  # with the tests that are run first
    "kinds/search": ("kinds", "judging", "observing", "words", "grading"),
    "kinds/playouts": (
        "kinds",
        "judging",
        "words",
        "trees/test_growth.py",
        "trees/test_playouts.py",
        "grading",
    ),
    "trees": ("trees", "drawing"),
    "sandbox": (
        "sandbox",
        "worker",
        "walls",
        "endtoend/test_watch.py",  # not among all: only where it is named
        "repeated/test_sandbox.py",  # likewise
    ),
    "report": ("report", "words"),
    "classroom": ("classroom",),
}
EACH = 5
SWAPS = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=",
    ast.NotEq: "==", ast.In: "not in", ast.NotIn: "in", ast.Is: "is not",
    ast.IsNot: "is", ast.Add: "-", ast.Sub: "+", ast.And: "or", ast.Or: "and",
}  # fmt: skip
NAMES = {"max": "min", "min": "max", "any": "all", "all": "any"}
CAUGHT = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Fault:
    """A fault: the line in which it is planted, and that line with it."""

    path: str
    line: int
    before: str
    after: str

    def rank(self, seed: int) -> str:
        """By which faults are drawn: it goes by the text alone."""
        text = f"{seed}|{self.before.strip()}|{self.after.strip()}"
        return hashlib.sha256(text.encode()).hexdigest()


def swapped(node: ast.AST) -> Iterator[tuple[int, int, str]]:
    """The columns of what may be another on the one line of a node, and what comes."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        operands = node.left, node.comparators[0]
        yield (*_between(*operands), SWAPS[type(node.ops[0])])
    elif isinstance(node, ast.BinOp) and type(node.op) in SWAPS:
        if not isinstance(node.right, ast.Constant) or node.right.value != "":
            yield (*_between(node.left, node.right), SWAPS[type(node.op)])
    elif isinstance(node, ast.BoolOp) and len(node.values) == 2:
        yield (*_between(*node.values), SWAPS[type(node.op)])
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.col_offset, node.operand.col_offset, ""
    elif isinstance(node, ast.Name) and node.id in NAMES:
        yield node.col_offset, node.col_offset + 3, NAMES[node.id]
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield node.col_offset, node.end_col_offset or 0, str(node.value + 1)


def _between(left: ast.expr, right: ast.expr) -> tuple[int, int]:
    return left.end_col_offset or 0, right.col_offset


def faults(house: Path, room: str) -> Iterator[Fault]:
    """All that may be planted in the functions of a room."""
    for path in sorted((house / "autograder" / room).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        lines = source.splitlines()
        functions = (ast.FunctionDef, ast.AsyncFunctionDef)
        tree = ast.parse(source)
        inside = [s for n in ast.walk(tree) if isinstance(n, functions) for s in n.body]
        for node in (each for statement in inside for each in ast.walk(statement)):
            first, last = getattr(node, "lineno", 0), getattr(node, "end_lineno", 1)
            if first != last or not lines[first - 1].isascii():
                continue
            text = lines[first - 1]
            for start, end, new in swapped(node):
                gap = text[start:end]
                if any(sign in gap for sign in "()#"):
                    continue
                middle = f" {new} " if gap.strip() and gap != gap.strip() else new
                after = text[:start] + (middle if new else "") + text[end:]
                name = path.relative_to(house).as_posix()
                yield Fault(name, first, text, after)


def drawn(house: Path, seed: int) -> list[tuple[str, Fault]]:
    """So many of each room, by the seed."""
    chosen: list[tuple[str, Fault]] = []
    for room in ROOMS:
        ranked = sorted({*faults(house, room)}, key=lambda fault: fault.rank(seed))
        chosen += [(room, fault) for fault in ranked[:EACH]]
    return chosen


def caught_by(copy: Path, room: str, fault: Fault) -> str:
    """The test that fails first with a fault; "" where none does."""
    path = copy / fault.path
    right = path.read_text(encoding="utf-8")
    lines = right.splitlines(keepends=True)
    lines[fault.line - 1] = fault.after + "\n"
    path.write_text("".join(lines), encoding="utf-8")
    try:
        near = [f"tests/{name}" for name in ROOMS[room]]
        for tests in ([each for each in near if (copy / each).exists()], []):
            command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "2", *tests]
            came = subprocess.run(
                command, cwd=copy, capture_output=True, text=True, check=False
            )
            if came.returncode:
                found = CAUGHT.search(came.stdout)
                return found[1] if found else f"status {came.returncode}"
        return ""
    finally:
        path.write_text(right, encoding="utf-8")


def main() -> None:
    """Plant the faults one by one, and say what catches each."""
    parser = argparse.ArgumentParser(
        description="Plant faults, and see which is caught."
    )
    parser.add_argument("--house", type=Path, default=HERE, metavar="CHECKOUT")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--only", type=int, nargs="+", metavar="N")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    missed: list[int] = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "copy")
        if not options.list:
            command = ["git", "clone", "--quiet", str(options.house), str(copy)]
            subprocess.run(command, check=True)
            shutil.copytree(HERE / ".venv", copy / ".venv", symlinks=True)
        for number, (room, fault) in enumerate(drawn(options.house, options.seed), 1):
            if options.only and number not in options.only:
                continue
            print(f"{number:2} {fault.path}:{fault.line}\n   -{fault.before.strip()}")
            print(f"   +{fault.after.strip()}", flush=True)
            if not options.list:
                test = caught_by(copy, room, fault)
                print(f"   {test or 'NOT CAUGHT'}", flush=True)
                missed += [] if test else [number]
    if not options.list:
        print(f"not caught: {missed or 'none'}")


if __name__ == "__main__":
    main()
