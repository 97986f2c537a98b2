"""Headless Chromium."""

import os
import shutil

import pytest
from playwright.sync_api import Browser, Playwright

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)


def launch(playwright: Playwright) -> Browser:
    """Start headless Chromium; a test is skipped where there is none."""
    if not CHROMIUM:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium)")
    switches = ["--disable-gpu", "--disable-background-networking", "--disable-sync"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        switches.append("--no-sandbox")
    return playwright.chromium.launch(executable_path=CHROMIUM, args=switches)
