"""Debian's Chromium as the tests start it, and the sizes a page must be good at."""

from pathlib import Path
from typing import Final

CHROMIUM: Final = "/usr/bin/chromium"
FLAGS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SIZES: Final = ((375, 667), (667, 375), (1280, 800))
"""A phone upright, a phone held across, a table with room."""
SCREENS: Final = Path(__file__).parents[2] / "build" / "screens"
