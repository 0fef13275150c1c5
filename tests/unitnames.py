"""The units that there are, as a glob finds them: nobody lists them."""

from __future__ import annotations

from tests import plainyaml
from tests.small import ROOT

TREES = ROOT / "test_trees"


def _kinds(unit: str) -> set[str]:
    """The kinds of questions that a unit asks."""
    text = (TREES / unit / "assignment.yaml").read_text(encoding="utf-8")
    questions = plainyaml.content_of(text)["questions"]
    return {each.get("kind", "search") for each in questions}


EVERY = tuple(sorted(path.stem for path in (ROOT / "docs" / "units").glob("*.md")))
KINDS = {unit: _kinds(unit) for unit in EVERY}
WITH_TREES = tuple(unit for unit in EVERY if "search" in KINDS[unit])
WITH_ROWS = tuple(unit for unit in EVERY if "table" in KINDS[unit])
WITH_PLAYOUTS = tuple(unit for unit in EVERY if "playouts" in KINDS[unit])
