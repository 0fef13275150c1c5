"""A Gradescope export: its metadata read as text, quickly, and held against folders."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from autograder.classroom.course import Export, Student
from autograder.classroom.exports import lms
from autograder.classroom.exports.reading import read
from autograder.errors import AssignmentError
from tests.classroom import made_exports as made
from tests.classroom.made_exports import BOB, CYD, WORK

MODULES = ("minimax",)
CUT = (":results", ":history")
AS_RUBY = """\
---
submission_10:
  :submitters:
  - :name: Ann Lee
    :sid: 00123
    :email: ann@school.edu
  - :name: No
    :sid: 1e5
    :email:
  :created_at: &1 2026-02-03 10:00:00.123456789 -08:00
  :score: 3.0
  :results:
    :tests:
    - output: "a text: of\\n
        two lines\\x1b"
      stdout: |2

         indented
        submission_11:
          :submitters: []

      score: 1
  :history:
  - :id: 1
    :created_at: *1
  -
    :results: {}
submission_9:
  :submitters:
  - &2
    :name: Cyd 'O' Ray
    :sid: ''
    :email: ~
  :created_at: *1
  :history:
  - :submitters:
    - *2
"""


def export_of(folder: Path, text: str, *folders: str) -> Export:
    """An export with this metadata, and a file in each of the folders."""
    files = {"submission_metadata.yml": text.encode()}
    files |= {f"{name}/minimax.py": b"" for name in folders}
    return read(made.as_folder(folder, files), MODULES)


def test_as_ruby_writes_it(tmp_path: Path) -> None:
    """Symbols, aliases, texts of tests: ids and names are what stands there."""
    export = export_of(tmp_path, AS_RUBY, "submission_9", "submission_10")
    nine, ten = export.handed
    assert export.notes == ()
    assert nine.students == (Student("Cyd 'O' Ray"),)
    assert ten.students == (
        Student("Ann Lee", "00123", "ann@school.edu"),
        Student("No", "1e5"),
    )
    assert (ten.group, nine.group) == ("Ann Lee, No", "")
    assert nine.submitted_at == ten.submitted_at == "2026-02-03T10:00:00-08:00"


@pytest.mark.parametrize(
    "written, expected",
    [
        ("2026-02-03 10:00:00.000000000 Z", "2026-02-03T10:00:00+00:00"),
        ("2026-02-03 10:00:00 UTC", "2026-02-03T10:00:00+00:00"),
        ("2026-02-03T10:00:00.123+0100", "2026-02-03T10:00:00+01:00"),
        ("'2026-02-03 10:00:00'", "2026-02-03T10:00:00"),
        ("2026-02-31 10:00:00 Z", ""),
        ("yesterday", ""),
        ("[1]", ""),
    ],
)
def test_times(tmp_path: Path, written: str, expected: str) -> None:
    """In ISO 8601, or none."""
    text = f"submission_1:\n  :created_at: {written}\n"
    (handed,) = export_of(tmp_path, text, "submission_1").handed
    assert handed.submitted_at == expected


def test_a_folder_that_is_missing(tmp_path: Path) -> None:
    """It is listed, and never graded as a zero."""
    path = made.as_folder(tmp_path, made.gradescope({CYD: {}, **WORK}))
    export = read(path, MODULES)
    (note,) = export.notes
    assert note == (
        "submission_1: named in submission_metadata.yml, but there is no such folder; "
        "download the export again"
    )
    assert export.handed[0].students == (Student(CYD.name),)
    with pytest.raises(AssignmentError) as caught:
        export.handed[0].files()
    assert str(caught.value) == note


def test_a_folder_that_is_not_named(tmp_path: Path) -> None:
    """It is kept under its own name."""
    text = "submission_1: {':submitters': [{':name': Ann}]}"
    export = export_of(tmp_path, text, "submission_1", "submission_2")
    assert export.handed[1].students == (Student("submission_2"),)
    (note,) = export.notes
    assert note == (
        "submission_2: not named in submission_metadata.yml, so it is not known whose "
        "it is"
    )


def test_who_has_withdrawn(tmp_path: Path) -> None:
    """A submission that nobody has handed in any more is kept under its own name."""
    export = export_of(tmp_path, "submission_1: {':submitters': []}", "submission_1")
    assert export.handed[0].students == (Student("submission_1"),)
    (note,) = export.notes
    assert note == (
        "submission_1: has no submitter in submission_metadata.yml; who has withdrawn "
        "has none"
    )


def test_names_that_lead_elsewhere(tmp_path: Path) -> None:
    """A key of the metadata is the name of a folder in the export, and no path."""
    made.as_folder(tmp_path / "out", {"minimax.py": b""})
    export = export_of(tmp_path / "in", "../out: {}\nsubmission_1: {}", "submission_1")
    assert [handed.name for handed in export.handed] == ["../out", "submission_1"]
    with pytest.raises(AssignmentError, match="no such folder"):
        export.handed[0].files()


def test_without_metadata(tmp_path: Path) -> None:
    """What looks like an export is not read as folders of students, unless asked."""
    files = made.gradescope(WORK)
    del files[made.METADATA]
    path = made.as_zip(tmp_path / "export.zip", files)
    with pytest.raises(AssignmentError) as caught:
        read(path, MODULES)
    assert str(caught.value) == (
        f"{path}/{made.EXPORT}: expected submission_metadata.yml beside the folders "
        "submission_…; download the export again, or read it as it is with --as folder"
    )
    export = read(path, MODULES, "folder")
    assert [handed.name for handed in export.handed] == ["submission_1", "submission_2"]


@pytest.mark.parametrize(
    "text, said",
    [
        ("a: [1\nb: 2\n", ":2: not YAML (did not find expected ',' or ']')"),
        ("a:\n  b: c\n d: e\n", ":3: not YAML (did not find expected key)"),
        ("a: *1\n", ": has an unknown alias"),
        ("", ": names no submission"),
        ("- a\n- b\n", ": names no submission"),
        ("\x01: a\n", ": not YAML (control characters are not allowed)"),
    ],
)
def test_unusable_metadata(tmp_path: Path, text: str, said: str) -> None:
    """One sentence, with the line, and what to do."""
    with pytest.raises(AssignmentError) as caught:
        export_of(tmp_path, text, "submission_1")
    where = f"{tmp_path}/submission_metadata.yml"
    assert str(caught.value) == f"{where}{said}; download the export again"


def test_fields_of_other_kinds(tmp_path: Path) -> None:
    """What is no list of submitters names none."""
    text = "submission_1: 3\nsubmission_2: {':submitters': {a: b}, [1]: 2, {3: 4}: 5}\n"
    export = export_of(tmp_path, text, "submission_1", "submission_2")
    assert [handed.students[0].name for handed in export.handed] == [
        "submission_1",
        "submission_2",
    ]


def test_large_metadata() -> None:
    """The results, nearly all of 50 MB, are left out before anything is parsed."""
    results = b"    - output: |\n        some text\n\n        :results:\n" * 400
    one = b"submission_%d:\n  :score: 1\n  :results:\n    tests:\n%s  :x: 1\n"
    whole = b"".join(one % (number, results) for number in range(1000))
    kept = lms.without_results_and_history(whole)
    assert len(whole) > 20e6
    assert len(kept) < 40e3
    assert lms.yaml_document(kept) == {
        f"submission_{number}": {":score": "1", ":x": "1"} for number in range(1000)
    }


def test_too_large_metadata(tmp_path: Path) -> None:
    """What is large without results is refused."""
    text = "a: 1\n" * ((lms.MOST_KEPT // 5) + 1)
    with pytest.raises(AssignmentError, match="larger than 16 MiB without the results"):
        export_of(tmp_path, text)


def test_what_stands_in_a_text_is_no_key() -> None:
    """Only what is indented deeper than a key is its value."""
    text = (
        b"a:\n  :results:\n  - 1\n  -\n   - 2\n\n  :history: 3\n  :b: |\n    c\nd: e\n"
    )
    assert lms.yaml_document(lms.without_results_and_history(text)) == {
        "a": {":b": "c\n"},
        "d": "e",
    }


def test_a_group(tmp_path: Path) -> None:
    """Its members share one submission."""
    files = made.gradescope({(BOB, CYD): {"minimax.py": b""}})
    (handed,) = read(made.as_zip(tmp_path / "e.zip", files), MODULES).handed
    assert [student.name for student in handed.students] == ["Bob Ray", "Cyd No"]
    assert handed.group == "Bob Ray, Cyd No"


TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=9
)
SAID = st.one_of(
    TEXTS, st.sampled_from([":results:", "\n  :history:\n", "- a\n b", " "])
)
LEAVES = st.one_of(SAID, st.integers(), st.none())
VALUES = st.recursive(
    LEAVES,
    lambda below: st.one_of(
        st.lists(below, max_size=3), st.dictionaries(SAID, below, max_size=3)
    ),
    max_leaves=6,
)
KEYS = st.sampled_from([":submitters", ":results", ":history", ":score", ":x"])
RECORDS = st.dictionaries(SAID, st.dictionaries(KEYS, VALUES), min_size=1, max_size=3)


@given(RECORDS, st.sampled_from([20, 80]), st.sampled_from([None, '"']))
def test_all_but_the_results_is_kept(
    record: dict[str, dict[str, object]], width: int, style: str | None
) -> None:
    """However a library writes it down."""
    dumped = yaml.safe_dump(
        record, width=width, default_style=style, allow_unicode=True, sort_keys=False
    )
    text = dumped.encode()
    found = lms.yaml_document(lms.without_results_and_history(text))
    assert without_results(found) == without_results(lms.yaml_document(text))


def without_results(found: lms.Node) -> dict[str, dict[str, lms.Node]]:
    """What is told of each submission, but for what is cut."""
    assert isinstance(found, dict)
    return {
        name: {key: value for key, value in fields.items() if key not in CUT}
        if isinstance(fields, dict)
        else {}
        for name, fields in found.items()
    }
