"""The documents as a site: all of them, searched by what the reader's browser has."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import chromium
from tests.small import ROOT
from tests.whole.test_words_and_links import PAGES

WIDEST = ("index.html", "docs/keys.html", "docs/uploads.html")
LOADED = re.compile(r'<(?:script|link|img)\b[^>]*(?:src|href)="(https?:[^"]*)"')

pytestmark = pytest.mark.skipif(
    not (Path(sys.prefix) / "bin" / "zensical").exists(), reason="needs zensical"
)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What the site is built of, with the programs of this test run."""
    folder = tmp_path / "clone"
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


def test_every_page_is_there_and_found(clone: Path, tmp_path: Path) -> None:
    """None loads anything from elsewhere, or is wider than a phone's screen."""
    site = tmp_path / "site"
    done = built(clone, site)
    assert done.returncode == 0, done.stdout + done.stderr
    listed = json.loads((site / "search.json").read_text(encoding="utf-8"))["items"]
    found = {item["location"].partition("#")[0] for item in listed}
    for page in PAGES:
        name = page.relative_to(ROOT).with_suffix(".html").as_posix()
        name = name.replace("README", "index")
        assert name in found
        assert LOADED.findall((site / name).read_text(encoding="utf-8")) == []
    styles = "".join(p.read_text("utf-8") for p in site.rglob("*.css"))
    assert "@media print" in styles
    assert "prefers-color-scheme: dark" in (site / "index.html").read_text("utf-8")
    if not chromium.lacking():
        with chromium.browser() as browser:
            browser.size(*chromium.SCREENS[-1])
            for name in WIDEST:
                browser.open(site / name)
                width = browser.run("return document.documentElement.scrollWidth")
                assert width == chromium.SCREENS[-1][0], name


def test_a_link_that_leads_nowhere_ends_it(clone: Path, tmp_path: Path) -> None:
    """What was built before stays."""
    (clone / "docs" / "glossary.md").unlink()
    (tmp_path / "site").mkdir()
    done = built(clone, tmp_path / "site")
    assert done.returncode != 0
    assert "page does not exist" in done.stderr
    assert [*(tmp_path / "site").iterdir()] == []
