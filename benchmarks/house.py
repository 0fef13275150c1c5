"""How large the house is, and how far one has to walk in it.

`.venv/bin/python benchmarks/house.py` prints the lines, modules and statements of
`autograder/`, its private helpers of up to three lines that are used once in their
file, the passages of six lines and more that stand twice, and how many files one
grading enters: of a right program and of a wrong one. A file is entered where one of
its functions runs in the grader's process; what an import runs does not count.
"""

from __future__ import annotations

import ast
import sys
import threading
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from inspect import CO_OPTIMIZED
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HOUSE = ROOT / "autograder"
SANDBOX = Path("sandbox", "sandbox.py")
SHORT, PASSAGE = 3, 6  # lines of a short helper, and of a passage
REFERENCE = ROOT / "reference" / "minimax.py"


def modules() -> list[Path]:
    """All modules of the house."""
    return sorted(HOUSE.rglob("*.py"))


def helpers(path: Path) -> Iterator[str]:
    """The private functions of up to three lines that their file names once."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = Counter(
        getattr(node, "id", None) or getattr(node, "attr", "")
        for node in ast.walk(tree)
        if isinstance(node, (ast.Name, ast.Attribute))
    )
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("_"):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            lines = body[-1].end_lineno - body[0].lineno + 1 if body else 0  # type: ignore[operator]
            is_special = node.name.startswith("__")
            if lines <= SHORT and names[node.name] == 1 and not is_special:
                yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"


def passages() -> int:
    """How many pairs of passages are the same, line by line, imports apart."""
    places: dict[tuple[str, ...], list[tuple[int, int]]] = defaultdict(list)
    for number, path in enumerate(modules()):
        rows = path.read_text(encoding="utf-8").splitlines()
        lines = [
            (at, row.strip())
            for at, row in enumerate(rows)
            if row.strip() and not row.startswith(("import ", "from ", "    from "))
        ]
        for start in range(len(lines) - PASSAGE + 1):
            window = lines[start : start + PASSAGE]
            text = tuple(row for _, row in window)
            if sum(map(len, text)) > PASSAGE * 12:
                places[text].append((number, start))
    pairs = {(one, other) for same in places.values() for one in same for other in same}
    begun = {
        ((f, a), (g, b))
        for (f, a), (g, b) in pairs
        if (f, a) < (g, b) and ((f, a - 1), (g, b - 1)) not in pairs
    }
    return len(begun)


def entered(arguments: list[str]) -> tuple[int, int]:
    """How many files one grading enters, and how deep a sandbox is run."""
    from autograder.commands.main import main  # noqa: PLC0415 - after the path is set

    files: set[str] = set()
    deepest = 0

    def watch(frame: FrameType, event: str, _: Any) -> None:
        nonlocal deepest
        code = frame.f_code
        is_ours = code.co_filename.startswith(str(HOUSE))
        runs_at_import = not code.co_flags & CO_OPTIMIZED  # as bodies of classes are
        if event != "call" or not is_ours or runs_at_import:
            return
        files.add(code.co_filename)
        if code.co_name == "run" and code.co_filename == str(HOUSE / SANDBOX):
            deepest = max(deepest, depth(frame))

    threading.setprofile(watch)
    sys.setprofile(watch)
    try:
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            main(arguments)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return len(files), deepest


def depth(frame: FrameType | None) -> int:
    """How many frames of the house stand above one, and itself."""
    count = 0
    while frame is not None:
        count += frame.f_code.co_filename.startswith(str(HOUSE))
        frame = frame.f_back
    return count


def main() -> None:
    """Print all figures."""
    sys.path[:0] = [str(ROOT)]
    texts = [path.read_text(encoding="utf-8") for path in modules()]
    nodes = (node for text in texts for node in ast.walk(ast.parse(text)))
    statements = sum(isinstance(node, ast.stmt) for node in nodes)
    short = [row for path in modules() for row in helpers(path)]
    print(f"lines {sum(text.count(chr(10)) for text in texts):,}")
    print(f"modules {len(texts)}, statements {statements:,}")
    print(f"private helpers of up to {SHORT} lines, used once: {len(short)}")
    print(f"passages of {PASSAGE} lines and more that stand twice: {passages()}")
    with TemporaryDirectory() as folder:
        right = REFERENCE.read_text(encoding="utf-8")
        wrong = right.replace("max(v,", "min(v,", 1)
        for name, text in (("right", right), ("wrong", wrong)):
            path = Path(folder) / name / "minimax.py"
            path.parent.mkdir()
            path.write_text(text, encoding="utf-8")
            arguments = ["grade", str(path), "--question", "minimax"]
            files, deep = entered(arguments)
            print(f"a {name} program: {files} files, Sandbox.run {deep} frames deep")


if __name__ == "__main__":
    main()
