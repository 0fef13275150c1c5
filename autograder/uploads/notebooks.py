"""A notebook read as a module: its code cells, one behind the other.

All rooms speak of lines of that module; `Cells` says which lines of cells they are.
"""

from __future__ import annotations

import json
import re
from bisect import bisect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from autograder.text import clean
from autograder.uploads.reading import NAME, Refused

DAMAGED = "is a damaged notebook (no JSON): save it again"
NO_TEXT = "is a damaged notebook (half a sign in a cell): save it again"
NO_NOTEBOOK = "is JSON without cells, and no notebook: send your program"
NO_CODE = "is a notebook without code: send the one with your program"
FOREIGN = "is a notebook of {}: send one of Python"
FIRST = "# coding: utf-8"  # Python believes the first such line, and so none of a cell
LANGUAGES = re.compile(r"i?python|xpython|pyodide", re.IGNORECASE)
WHOLE = re.compile(
    r"\s*%%(?!(?:capture|prun|time|timeit)\b|writefile .*\.py\s*$)\w", re.MULTILINE
)
COMMAND = re.compile(
    r"([ \t]*)(?![ \t])(?:(?:[\w, \t]+=[ \t]*)?(?:%{1,2}[A-Za-z]|!(?!=))"
    r"|\?{1,2}[\w.]|[\w.]+\?{1,2}[ \t]*$)"
)
NO_CODE_HERE = re.compile(r"""'[^'\n]*'|"[^"\n]*"|#.*""")  # of what counts brackets
# What Python says of another line than the one where it stopped.
OTHER_LINE = r"((?:after .{1,40}|parenthesis '.') on|\(detected at) line (\d{1,9})"
PLACE = (
    r"(?<![\w.])(?:line (?P<of>\d{{1,9}}) of {0}\.py\b"
    r"|{0}\.py(?::|(?P<quote>\"?), line )(?P<line>\d{{1,9}}))"
)


@dataclass(frozen=True, slots=True)
class Cells:
    """Where the code cells of a notebook begin in the module that was made of it.

    `begins` has the first line of each cell that has any, `numbers` which it is of all
    code cells, from 1.
    """

    module: str
    notebook: str
    begins: tuple[int, ...]
    numbers: tuple[int, ...]

    def place(self, line: int) -> tuple[str, int]:
        """The cell of a line, as `minimax.ipynb, cell 3`, and the line in that."""
        at = max(bisect(self.begins, line) - 1, 0)
        cell = f"{self.notebook}, cell {self.numbers[at]}"
        return cell, max(line - self.begins[at] + 1, 1)

    def text_with_cells(self, text: str) -> str:
        """A text on lines of the module, which is on those of cells then."""
        if f"{self.module}.py" not in text:
            return text

        def other(match: re.Match[str]) -> str:
            cell, line = self.place(int(match[2]))
            return f"{match[1]} line {line} of {cell.rpartition(', ')[2]}"

        text = re.sub(OTHER_LINE, other, text)
        return re.sub(PLACE.format(re.escape(self.module)), self._line, text)

    def _line(self, match: re.Match[str]) -> str:
        if match["of"]:
            cell, line = self.place(int(match["of"]))
            return f"line {line} of {cell}"
        cell, line = self.place(int(match["line"]))
        quoted = f"{self.notebook}{match['quote'] or ''}"
        return f"{cell.replace(self.notebook, quoted)}, line {line}"


def module_of(content: bytes, module: str, notebook: str) -> tuple[bytes, Cells]:
    """The module that a notebook is, and its cells. Raises Refused."""
    lines, begins, numbers = [FIRST], [], []
    for number, source in enumerate(_sources(content), 1):
        if source.strip() and not WHOLE.match(source):
            begins.append(len(lines) + 1)
            numbers.append(number)
            lines += _without_commands(source.split("\n"))
    if not begins:
        raise Refused(NO_CODE)
    try:
        text = "\n".join((*lines, "")).encode()
    except UnicodeEncodeError:
        raise Refused(NO_TEXT) from None
    return text, Cells(module, notebook, tuple(begins), tuple(numbers))


def _sources(content: bytes) -> Iterator[str]:
    """The texts of the code cells, from notebooks of the third and fourth format."""
    parts = ("parse_int", "parse_float", "parse_constant")
    try:
        whole = json.loads(content, **dict.fromkeys(parts, _no_number))  # type: ignore[arg-type]
    except (ValueError, RecursionError):
        raise Refused(DAMAGED) from None
    whole = whole if isinstance(whole, dict) else {}
    sheets = whole.get("worksheets", [whole])  # before the fourth
    sheets = sheets if isinstance(sheets, list) else []
    cells = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
    lists = [each for each in cells if isinstance(each, list)]
    if not lists:
        raise Refused(NO_NOTEBOOK)
    language = _text_in(whole, "metadata", "kernelspec", "language")
    language = language or _text_in(whole, "metadata", "language_info", "name")
    if language and not LANGUAGES.match(language):
        raise Refused(FOREIGN.format(clean(language, NAME)))
    for cell in chain.from_iterable(lists):
        if isinstance(cell, dict) and cell.get("cell_type") == "code":
            source = cell.get("source", cell.get("input"))  # one text, or its lines
            lines = source if isinstance(source, list) else [source]
            text = "".join(line for line in lines if isinstance(line, str))
            text = text.replace("\r\n", "\n").replace("\r", "\n")
            yield text.removesuffix("\n")


def _no_number(_: str) -> None:
    """In place of a number, of which none is of use and some take long to read."""


def _text_in(whole: object, *keys: str) -> str:
    for key in keys:
        whole = whole.get(key) if isinstance(whole, dict) else None
    return whole if isinstance(whole, str) else ""


def _without_commands(lines: Iterable[str]) -> Iterator[str]:
    """The lines, in which what is for the notebook alone does nothing."""
    depth, quotes, goes_on = 0, 0, False
    for line in lines:
        command = COMMAND.match(line) if depth <= 0 and not quotes % 2 else None
        if command or goes_on:
            before = command[1] if command else ""
            goes_on = line.endswith("\\")
            yield f"{before}pass  # {line.strip()}"
            continue
        yield line
        quotes += line.count('"""') + line.count("'''")
        code = NO_CODE_HERE.sub("", line)
        depth += sum(map(code.count, "([{")) - sum(map(code.count, ")]}"))
