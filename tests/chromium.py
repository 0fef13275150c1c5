"""Chromium, driven through chromedriver: the few words of WebDriver that tests need.

W3C WebDriver is JSON over HTTP; https://www.w3.org/TR/webdriver2/ has the words.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, Request, build_opener

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",  # root has none; the page is our own
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--proxy-server=127.0.0.1:9",  # nobody: what asks the network fails
)
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the standard's own key
SCREENS = (1280, 900), (390, 844)  # a desk's and a phone's
KEYS = {
    "ArrowLeft": "\ue012",
    "ArrowRight": "\ue014",
    "Home": "\ue011",
    "End": "\ue010",
    "Enter": "\ue007",
    "Tab": "\ue004",
}
IN_SIGHT = """
const { width, height } = visualViewport;
return arguments[0].map((each) => [...document.querySelectorAll(each)].map((node) => {
  const box = node.getBoundingClientRect();
  const isThere = box.width > 0 && box.height > 0;
  const begins = scrollY === 0 && box.top >= 0 && box.left >= 0;
  return isThere && begins && box.right <= width && box.bottom <= height;
}));
"""
STARTED = re.compile(r"started successfully on port (\d+)")
DIRECT = build_opener(ProxyHandler({}))  # whatever proxy the environment names


def lacking() -> str:
    """What is not installed, as the reason to skip a test; "" where all is."""
    if shutil.which("chromedriver") is None:
        return "chromedriver is not installed"
    if not any(map(shutil.which, BROWSERS)):
        return "Chromium is not installed"
    return ""


class Browser:
    """One session: a window, and the page in it."""

    def __init__(self, address: str) -> None:
        self._address = address

    def ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """The value that chromedriver answers with; HTTPError where it refuses."""
        data = None if method == "GET" else json.dumps(body or {}).encode()
        request = Request(self._address + path, data, method=method)  # noqa: S310 - http
        with DIRECT.open(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def open(self, page: Path, fragment: str = "") -> None:
        """Load a file anew, and wait until it is there."""
        self.ask("POST", "/url", {"url": "about:blank"})
        self.ask("POST", "/url", {"url": page.as_uri() + fragment})

    def run(self, script: str, *arguments: object) -> Any:
        """What the body of a function returns that is run in the page."""
        body = {"script": script, "args": arguments}
        return self.ask("POST", "/execute/sync", body)

    def wait(self, script: str, *arguments: object) -> Any:
        """What a body passes to its last argument, a function, when it is ready."""
        body = {"script": script, "args": arguments}
        return self.ask("POST", "/execute/async", body)

    def click(self, selector: str) -> None:
        """Click where the reader would; HTTPError where something is in the way."""
        self.ask("POST", f"/element/{self._element(selector)}/click")

    def type(self, *keys: str) -> None:
        """Press keys, one after the other, wherever the focus is."""
        strokes = [
            {"type": kind, "value": KEYS.get(key, key)}
            for key in keys
            for kind in ("keyDown", "keyUp")
        ]
        source = {"type": "key", "id": "keyboard", "actions": strokes}
        self.ask("POST", "/actions", {"actions": [source]})

    def size(self, width: int, height: int) -> None:
        """Make the page appear on a screen of so many pixels, be it a phone's."""
        screen = {"width": width, "height": height, "deviceScaleFactor": 1}
        mobile = {**screen, "mobile": width < 600}
        self.devtools("Emulation.setDeviceMetricsOverride", mobile)

    def open_without_scripts(self, page: Path) -> None:
        """Load a file anew, of which no script runs; what a test runs still does."""
        self.devtools("Emulation.setScriptExecutionDisabled", {"value": True})
        self.open(page)
        self.devtools("Emulation.setScriptExecutionDisabled", {"value": False})

    def in_sight(self, *selectors: str) -> list[list[bool]]:
        """Of what each selects, whether it is whole on the screen, unscrolled."""
        seen: list[list[bool]] = self.run(IN_SIGHT, selectors)
        return seen

    def media(self, medium: str = "", **features: str) -> None:
        """Take the page for print, or a reader's preferences for others."""
        pairs = [
            {"name": name.replace("_", "-"), "value": value}
            for name, value in features.items()
        ]
        emulated = {"media": medium, "features": pairs}
        self.devtools("Emulation.setEmulatedMedia", emulated)

    def devtools(self, command: str, parameters: Mapping[str, Any]) -> Any:
        """What Chromium's own protocol answers."""
        body = {"cmd": command, "params": parameters}
        return self.ask("POST", "/goog/cdp/execute", body)

    def log(self, kind: str) -> list[dict[str, Any]]:
        """What was logged since it was last read: `browser` or `performance`."""
        entries: list[dict[str, Any]] = self.ask("POST", "/se/log", {"type": kind})
        return entries

    def screenshot(self) -> bytes:
        """What is seen, as PNG."""
        return base64.b64decode(self.ask("GET", "/screenshot"))

    def printed(self) -> bytes:
        """The page on paper, as PDF."""
        return base64.b64decode(self.ask("POST", "/print"))

    def _element(self, selector: str) -> str:
        body = {"using": "css selector", "value": selector}
        identity: str = self.ask("POST", "/element", body)[ELEMENT]
        return identity


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser that no screen shows; it is gone afterwards, with all its processes."""
    with _driver() as address, _session(address) as opened:
        yield opened


@contextmanager
def _driver() -> Iterator[str]:
    """The address of a chromedriver on a port that was free."""
    with subprocess.Popen(
        ["chromedriver", "--port=0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            assert process.stdout
            ports = filter(None, map(STARTED.search, process.stdout))
            port = next(ports, None)
            assert port, "chromedriver ended without a word on its port"
            yield f"http://127.0.0.1:{port[1]}/session"
        finally:
            process.terminate()


@contextmanager
def _session(address: str) -> Iterator[Browser]:
    binary = next(filter(None, map(shutil.which, BROWSERS)))
    wanted = {
        "browserName": "chrome",
        "goog:chromeOptions": {"binary": binary, "args": ARGUMENTS},
        "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
    }
    capabilities = {"capabilities": {"alwaysMatch": wanted}}
    identity = Browser(address).ask("POST", "", capabilities)["sessionId"]
    opened = Browser(f"{address}/{identity}")
    try:
        yield opened
    finally:
        opened.ask("DELETE", "")


def axe() -> str:
    """The source of axe-core, the checker of accessibility; skips where it lacks."""
    spec = find_spec("axe_core_python")
    named = os.environ.get("AXE")
    if named is None and (spec is None or spec.origin is None):
        pytest.skip("axe-core-python is not installed, and AXE names no axe.min.js")
    path = Path(named) if named else Path(str(spec and spec.origin))
    return path.with_name("axe.min.js").read_text(encoding="utf-8")
