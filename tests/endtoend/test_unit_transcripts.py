"""docs/units: what a command is shown to print is what it prints."""

from __future__ import annotations

import shlex

from tests.cases import for_each
from tests.small import as_here, run, without_layers
from tests.transcripts import agrees
from tests.units.test_unit_documents import TRANSCRIPTS


@for_each("arguments, shown", TRANSCRIPTS)
def test_a_transcript_is_what_is_printed(arguments: str, shown: str) -> None:
    """Run in the project's folder."""
    done = run(*shlex.split(arguments))
    kept = without_layers(done.stdout)
    assert agrees(f"{without_layers(as_here(shown))}\n", f"{kept}\n")
    assert done.stderr == ""
