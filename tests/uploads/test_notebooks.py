"""A notebook becomes one module, and each of its lines is known as one of a cell."""

from __future__ import annotations

import json
from typing import Any

import pytest

from autograder.uploads.notebooks import Cells, module_of
from autograder.uploads.reading import MOST_BYTES, Refused
from tests.cases import for_each


def notebook(*cells: object, **more: Any) -> bytes:
    """A notebook of the fourth format with these code cells."""
    listed = [{"cell_type": "code", "source": source} for source in cells]
    return json.dumps({"cells": listed, "nbformat": 4, **more}).encode()


def lines(content: bytes) -> list[str]:
    """The lines of the module, without the first, which tells how it is written."""
    text, _ = module_of(content, "minimax", "minimax.ipynb")
    first, *rest = text.decode().splitlines()
    assert first.startswith("# coding: utf-8")
    return rest


def cells_of(content: bytes) -> Cells:
    """Where the cells of a notebook begin."""
    return module_of(content, "minimax", "minimax.ipynb")[1]


def refusal(content: bytes) -> str:
    """Why a notebook is not read."""
    with pytest.raises(Refused) as caught:
        module_of(content, "minimax", "minimax.ipynb")
    return str(caught.value)


def test_code_cells_stand_one_behind_the_other() -> None:
    """What is no code is left out, and so are outputs."""
    code = {"cell_type": "code", "source": "x = 1\n", "outputs": [{"text": "y = 2"}]}
    text = {"cell_type": "markdown", "source": "# Text"}
    last = {"cell_type": "code", "source": ["def f():\n", "    return x"]}
    whole = json.dumps({"cells": [text, code, text, last]}).encode()
    assert lines(whole) == ["x = 1", "def f():", "    return x"]


def test_the_third_format() -> None:
    """Its cells stand in sheets, and their text is called input."""
    cells = [{"cell_type": "code", "input": ["x = 1"]}]
    whole = json.dumps({"nbformat": 3, "worksheets": [{"cells": cells}] * 2}).encode()
    assert lines(whole) == ["x = 1", "x = 1"]


@for_each(
    "source, module",
    [
        ("%matplotlib inline", "pass  # %matplotlib inline"),
        ("!pip install numpy", "pass  # !pip install numpy"),
        ("files = !ls", "pass  # files = !ls"),
        ("t = %timeit -o f()", "pass  # t = %timeit -o f()"),
        ("max?", "pass  # max?"),
        ("?max", "pass  # ?max"),
        ("if x:\n    %cd ..", "if x:\n    pass  # %cd .."),
        ("!a \\\n  b\nx = 1", "pass  # !a \\\npass  # b\nx = 1"),
        ("%%time\nx = 1", "pass  # %%time\nx = 1"),
        ("%%writefile minimax.py\nx = 1", "pass  # %%writefile minimax.py\nx = 1"),
        ("x = (7\n  %y)", "x = (7\n  %y)"),
        ("x = (a\n  != b)", "x = (a\n  != b)"),
        ('x = """\n%d\n"""', 'x = """\n%d\n"""'),
        ('x = "("\n%who', 'x = "("\npass  # %who'),
    ],
)
def test_commands_of_a_notebook_do_nothing(source: str, module: str) -> None:
    """Each line stays a line; what only looks like a command stays as it is."""
    assert "\n".join(lines(notebook(source))) == module


@for_each("magic", ["%%bash", "%%html", "\n%%javascript", "%%writefile notes.txt"])
def test_cells_of_other_languages_are_left_out(magic: str) -> None:
    """They count among the cells."""
    whole = notebook(f"{magic}\nx", "y = 1")
    assert lines(whole) == ["y = 1"]
    assert cells_of(whole).place(2) == ("minimax.ipynb, cell 2", 1)


def test_each_line_is_one_of_a_cell() -> None:
    """Empty cells are counted; what is missing at the end is so in the last cell."""
    cells = cells_of(notebook("a\nb", "", "c", "%%bash\nx"))
    found = [cells.place(line) for line in range(2, 6)]
    first, third = "minimax.ipynb, cell 1", "minimax.ipynb, cell 3"
    assert found == [(first, 1), (first, 2), (third, 1), (third, 2)]


@for_each(
    "text, told",
    [
        ("raised X (minimax.py:4)", "raised X (minimax.ipynb, cell 2, line 1)"),
        ("minimax.py, line 3, in f", "minimax.ipynb, cell 1, line 2, in f"),
        (
            'File "…/minimax.py", line 3, in f',
            'File "…/minimax.ipynb", cell 1, line 2, in f',
        ),
        ("in line 4 of minimax.py", "in line 1 of minimax.ipynb, cell 2"),
        (
            "'(' was never closed on line 4, minimax.py:4",
            "'(' was never closed on line 4, minimax.ipynb, cell 2, line 1",
        ),
        (
            "expected a block after 'if' statement on line 3 (minimax.py:4)",
            (
                "expected a block after 'if' statement on line 2 of cell 1 "
                "(minimax.ipynb, cell 2, line 1)"
            ),
        ),
        ("no line: minimax.py is missing", "no line: minimax.py is missing"),
        ("my_minimax.py:4", "my_minimax.py:4"),
        ("alpha_beta.py:4", "alpha_beta.py:4"),
    ],
)
def test_a_sentence_on_the_module_is_one_on_cells(text: str, told: str) -> None:
    """Lines of other files, and what Python says of no line, stay."""
    assert cells_of(notebook("a\nb", "c")).text_with_cells(text) == told


NO_JSON = "is a damaged notebook (no JSON): save it again"
NO_CODE = "is a notebook without code: send the one with your program"


@for_each(
    "content, told",
    [
        (b"", NO_JSON),
        (b"[" * MOST_BYTES, NO_JSON),
        (b'{"a":' * (MOST_BYTES // 5), NO_JSON),
        (notebook("\ud800"), "is a damaged notebook (half a sign in a cell): save it "),
        (b"3", "is JSON without cells, and no notebook: send your program"),
        (b'{"cells": {"0": 3}}', "is JSON without cells, and no notebook: send your p"),
        (b'{"cells": [[], 3, null, {"cell_type": "code", "source": {}}]}', NO_CODE),
        (notebook("%%bash\nls"), NO_CODE),
        (
            notebook("x", metadata={"kernelspec": {"language": "R"}}),
            "is a notebook of R: send one of Python",
        ),
        (
            notebook("x", metadata={"language_info": {"name": "julia\x1b"}}),
            r"is a notebook of julia\x1b: send one of Python",
        ),
    ],
)
def test_what_is_no_notebook(content: bytes, told: str) -> None:
    """One sentence, whatever somebody has made on purpose."""
    assert refusal(content).startswith(told)


@for_each(
    "hostile",
    [
        b'"n": ' + b"9" * 500_000,
        b'"n": NaN, "m": -Infinity, "k": 1e999999',
        b'"cells": [], "cells": 3',
        b'"metadata": 3',
        b'"metadata": {"kernelspec": {"language": 3}}',
    ],
)
def test_what_else_may_stand_in_a_notebook(hostile: bytes) -> None:
    """Numbers of any size, keys that come twice, and others that are of no use."""
    cells = b'"cells": [{"cell_type": "code", "source": "x = 1"}]'
    assert lines(b"{%s, %s}" % (hostile, cells)) == ["x = 1"]


@for_each("sign", [" ", "\t", "'", '"', "a", "a, ", "(", "a?", "%a\n", "\n "])
def test_a_line_of_any_length(sign: str) -> None:
    """However long, it is read in one go, and no sign takes part of it again."""
    many = sign * (MOST_BYTES // 4)
    assert lines(notebook(f"{many}x"))[-1].endswith("x")


def test_a_declared_encoding_is_that_of_nothing() -> None:
    """A notebook is UTF-8, whatever its first lines say."""
    text, _ = module_of(notebook("# coding: latin-1\nx = 'é'"), "m", "m.ipynb")
    found: dict[str, str] = {}
    exec(compile(text, "m", "exec"), found)  # noqa: S102 - ours
    assert found["x"] == "é"


def test_names_of_one_cell_are_those_of_another() -> None:
    """It is one module."""
    text, _ = module_of(notebook("x = 1", "y = x + 1"), "m", "m.ipynb")
    found: dict[str, int] = {}
    exec(compile(text, "m", "exec"), found)  # noqa: S102 - ours
    assert found["y"] == 2
