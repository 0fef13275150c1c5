"""The documents as a site: files that a browser opens, and searches by themselves."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import chromium
from tests.chromium import Browser
from tests.small import ROOT
from tests.whole.test_words_and_links import PAGES

LOADED = re.compile(r'<(?:script|link|img)\b[^>]*(?:src|href)="(https?:[^"]*)"')
PHONE = chromium.SCREENS[-1]
WIDTH = "return document.documentElement.scrollWidth"
BOX = "return document.activeElement.shadowRoot?.activeElement?.tagName === 'INPUT'"
RESULTS = """
const links = document.activeElement.shadowRoot.querySelectorAll("a[href]");
return [...links].some((link) => link.href.startsWith(arguments[0]));
"""
BACKGROUND = "return getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g)"
SHOWN = """
return [...arguments].filter((each) => document.querySelector(each).checkVisibility());
"""

pytestmark = pytest.mark.skipif(
    not (Path(sys.prefix) / "bin" / "zensical").exists(), reason="needs zensical"
)


def clone(folder: Path) -> Path:
    """What the site is built of, with the programs of this test run."""
    for name in (".ci", "docs"):
        shutil.copytree(ROOT / name, folder / name)
    (folder / "student_template").mkdir()
    for path in (*ROOT.glob("*.md"), ROOT / "LICENSE"):
        shutil.copy(path, folder)
    shutil.copy(ROOT / "student_template" / "README.md", folder / "student_template")
    (folder / ".venv").symlink_to(sys.prefix)
    return folder


def built(clone: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """The one command."""
    command = [clone / ".ci" / "site", site]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def html(site: Path, page: Path) -> Path:
    """What became of a page of Markdown."""
    name = page.relative_to(ROOT).with_suffix(".html").as_posix()
    return site / name.replace("README", "index")


def until(reader: Browser, script: str, *arguments: object) -> None:
    """Wait until a script says true; fails where it takes twenty seconds."""
    ends = time.monotonic() + 20
    while not reader.run(script, *arguments):
        assert time.monotonic() < ends, script


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built once for all tests."""
    folder = tmp_path_factory.mktemp("site")
    done = built(clone(folder / "clone"), folder / "site")
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "site"


def test_every_page_is_there(site: Path) -> None:
    """None loads anything from elsewhere."""
    for page in PAGES:
        assert LOADED.findall(html(site, page).read_text(encoding="utf-8")) == [], page


def test_a_word_finds_its_page(reader: Browser, site: Path) -> None:
    """From the first page, and from one in a folder."""
    for name in ("index.html", "docs/keys.html"):
        reader.open(site / name)
        reader.click(".md-search__button")
        until(reader, BOX)
        reader.type(*"expectiminimax")
        until(reader, RESULTS, html(site, ROOT / "docs/units/chance.md").as_uri())


def test_no_page_is_wider_than_a_phone(reader: Browser, site: Path) -> None:
    """With its scripts or without."""
    reader.size(*PHONE)
    for page in PAGES:
        reader.open_without_scripts(html(site, page))
        assert reader.run(WIDTH) == PHONE[0], page
    for name in ("index.html", "docs/keys.html", "docs/diagnosis.html"):
        reader.open(site / name)
        assert reader.run(WIDTH) == PHONE[0], name


def test_it_is_dark_where_the_reader_wants_it(reader: Browser, site: Path) -> None:
    """The system's wish is enough."""
    for scheme, is_dark in (("light", False), ("dark", True)):
        reader.media(prefers_color_scheme=scheme)
        reader.open(site / "index.html")
        channels = map(int, reader.run(BACKGROUND)[:3])
        assert (max(channels) < 100) is is_dark, scheme


def test_paper_has_the_text_alone(reader: Browser, site: Path) -> None:
    """Without the bar, the tabs and the search."""
    around = ".md-header", ".md-tabs", ".md-search"
    reader.open(site / "docs" / "keys.html")
    assert reader.run(SHOWN, "article", *around) == ["article", *around]
    reader.media("print")
    assert reader.run(SHOWN, "article", *around) == ["article"]


def test_a_link_that_leads_nowhere_ends_it(tmp_path: Path) -> None:
    """What was built before stays."""
    copy = clone(tmp_path / "clone")
    (copy / "docs" / "glossary.md").unlink()
    (tmp_path / "site").mkdir()
    done = built(copy, tmp_path / "site")
    assert done.returncode != 0
    assert "page does not exist" in done.stderr
    assert [*(tmp_path / "site").iterdir()] == []
