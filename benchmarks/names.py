"""What names tell: a hundred public names with their signatures, drawn by a fixed seed.

`.venv/bin/python benchmarks/names.py` prints them alone, without a docstring or a room;
a method comes with its class, as everybody meets it, and no function is drawn that
stands within another. A reader who has not seen the code says of each what comes back;
with `--answers` the docstrings are printed beside them, to judge by. `--seed N` draws
others.
"""

from __future__ import annotations

import argparse
import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random

HOUSE = Path(__file__).resolve().parent.parent / "autograder"
COUNT = 100


def public() -> Iterator[tuple[str, str]]:
    """The signature of each public function and method, and its docstring."""
    for path in sorted(HOUSE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        classes = [n for n in ast.walk(tree) if isinstance(n, ast.ClassDef)]
        within = {id(each): f"{one.name}." for one in classes for each in one.body}
        functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
        nested = {n for one in functions for n in ast.walk(one) if n is not one}
        for node in functions:
            if node not in nested and not node.name.startswith("_"):
                returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
                name = f"{within.get(id(node), '')}{node.name}"
                signature = f"{name}({ast.unparse(node.args)}){returns}"
                yield signature, (ast.get_docstring(node) or "").partition("\n")[0]


def main() -> None:
    """Print those that are drawn."""
    parser = argparse.ArgumentParser(description="Draw public names.")
    parser.add_argument("--answers", action="store_true")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    options = parser.parse_args()
    drawn = Random(options.seed).sample([*public()], COUNT)  # noqa: S311 - no secret
    for number, (signature, said) in enumerate(drawn, start=1):
        print(f"{number:3} {signature}")
        if options.answers:
            print(f"      {said}")


if __name__ == "__main__":
    main()
