"""The documents are short, and what they link to is there."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cases import for_each
from tests.small import ROOT

DOORS = ("README.md", "CONTRIBUTING.md", "student_template/README.md")
PAGES = sorted([*map(ROOT.joinpath, DOORS), *(ROOT / "docs").rglob("*.md")])
MOST_OF = {
    "README.md": 700,
    "student_template/README.md": 800,
    "docs/tutorial.md": 800,
}
MOST_OF_A_PAGE, MOST_OF_ALL = 1500, 40_000
TRANSCRIPT = re.compile(r"^```console\n.*?^```$", re.MULTILINE | re.DOTALL)
PRINTED = ("commands.md", "errors.md")  # but for what stands around it
HELP = re.compile(r"^```text\n.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`]*`")


def words(page: Path) -> int:
    """How many words a page has, code and tables too: what holds a letter or digit.

    What a command prints is not counted: `--help` in docs/commands.md, errors too.
    """
    text = TRANSCRIPT.sub("", page.read_text(encoding="utf-8"))
    text = HELP.sub("", text) if page.name in PRINTED else text
    return sum(any(map(str.isalnum, word)) for word in text.split())


def anchor(heading: str) -> str:
    """The name by which code hosts link to a heading."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def anchors(page: Path) -> set[str]:
    """The names of all headings of a page."""
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    return {anchor(heading) for heading in HEADING.findall(text)}


@for_each("page", PAGES)
def test_a_page_is_short(page: Path) -> None:
    """Each can be read in a quarter of an hour, and the first ones sooner."""
    most = MOST_OF.get(page.relative_to(ROOT).as_posix(), MOST_OF_A_PAGE)
    assert words(page) <= most, f"{page}: {words(page)} words"


def test_all_pages_together_are_short() -> None:
    """The changelog is a list of changes, and not counted."""
    assert sum(map(words, PAGES)) <= MOST_OF_ALL


@for_each("page", PAGES)
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link names a file that exists, and a heading in it."""
    text = CODE.sub("", FENCED.sub("", page.read_text(encoding="utf-8")))
    for name, heading in LINK.findall(text):
        aim = page.parent / name if name else page
        assert aim.exists(), f"{page}: {name}"
        if heading:
            assert heading in anchors(aim), f"{page}: {name}#{heading}"


def test_the_door_leads_to_every_page() -> None:
    """No page is found by its name alone; the list of units leads to theirs."""
    linked = {
        (ROOT / "docs" / name).resolve()
        for name, _ in LINK.findall((ROOT / "docs" / "README.md").read_text("utf-8"))
    }
    listed = (ROOT / "docs" / "units.md").read_text(encoding="utf-8")
    for page in (ROOT / "docs").rglob("*.md"):
        if page.parent.name == "units":
            assert f"units/{page.name}" in listed
        elif page.name != "README.md":
            assert page.resolve() in linked, page


def test_the_readme_begins_with_a_report() -> None:
    """Who opens it sees at once what a student reads, and the two commands."""
    first_screen = (ROOT / "README.md").read_text("utf-8").splitlines()[:48]
    assert "First wrong step: " in "\n".join(first_screen)


def test_a_heading_has_the_anchor_that_hosts_make_of_it() -> None:
    """As GitHub does: lower case, signs go, blanks become hyphens."""
    assert anchor("What is `--as`, and why?") == "what-is---as-and-why"
    assert anchor("grades.csv") == "gradescsv"


def test_the_changelog_has_what_is_not_released_once_and_first() -> None:
    """Under one heading; a release below it has a version and a date."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first, *released = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert first == "[Unreleased]"
    assert all(
        re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", r) for r in released
    )
