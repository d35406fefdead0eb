"""Compile the rules with mypyc into build/compiled, unless that has been done with these sources.

Used by the Makefile and by the wheel's build hook. ``paiju.native`` says what is compiled, where it
goes, and which form is then run. Where nothing can be compiled (no C compiler, say) one line tells
so and the sources run; ``--must`` makes a failure of the compilation an error. ``--install-mypyc``
lets it fetch mypyc from PyPI into this Python's environment; ``PAIJU_COMPILE=0`` switches it off.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from paiju import native

SRC: Final = native.PACKAGE.parent
ROOT: Final = SRC.parent
COMPILER: Final = "mypy[mypyc]>=2.1"
FLAGS: Final = ["-fvisibility=hidden", "-fno-semantic-interposition", "-fno-plt"]
"""Nothing replaces one of the functions by its name, so calls need no look at who has it.

These are gcc's and clang's. What was compiled with others stays until a source changes.
"""
_KEPT_FOR: Final = 24 * 60 * 60
"""A process that began with an older form may still import from it; seconds."""


class CannotCompile(Exception):
    """There is nothing to compile with, or it isn't wanted; the message says why."""


class CompilationFailed(Exception):
    """Getting mypyc, mypyc or the C compiler failed; what they printed has been shown."""


def reason_not_to() -> str | None:
    """Why the sources are going to run as they are, or None if they can be compiled."""
    if native.switched_off():
        return f"{native.SWITCH}=0"
    if sys.implementation.name != "cpython":
        return f"mypyc compiles for CPython, not for {sys.implementation.name}"
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC")
    if os.name == "posix" and not (compiler and shutil.which(compiler.split()[0])):
        return "there is no C compiler (apt-get install gcc, or the like)"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python's headers are missing (apt-get install python3-dev, or the like)"
    return None


def build(*, install_mypyc: bool = False) -> Path:
    """Compile the rules if it has not been done; returns the folder with the compiled package.

    Raises CannotCompile, or CompilationFailed.
    """
    compiled = native.folder()
    if (reason := reason_not_to()) is not None:
        raise CannotCompile(reason)
    if not compiled.is_dir():
        if find_spec("mypyc") is None or find_spec("setuptools") is None:
            if not install_mypyc:
                raise CannotCompile(f"mypyc is missing (pip install '{COMPILER}')")
            _say(f"installing {COMPILER} from PyPI")
            install = [sys.executable, "-m", "pip", "install", "--quiet", COMPILER]
            if (code := _run(install)) != 0:
                raise CompilationFailed(f"installing {COMPILER} failed with {code}")
        try:
            compiled.parent.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=compiled.parent).close()
        except OSError as error:
            where = compiled.parent
            raise CannotCompile(f"{where} cannot be written: {error.strerror}") from None
        _say("compiling the rules with mypyc, which takes a while")
        with tempfile.TemporaryDirectory(dir=compiled.parent) as work:
            if (code := _run([sys.executable, str(Path(__file__).resolve()), "--into", work])) != 0:
                raise CompilationFailed(f"compiling the rules failed with {code}")
            try:
                Path(work, "made").rename(compiled)
            except OSError as error:
                # Another process may have been quicker: what it made is as good.
                if not compiled.is_dir():
                    raise CompilationFailed(f"{compiled} cannot be made: {error}") from None
        _forget_old(compiled)
    return compiled


def _forget_old(compiled: Path) -> None:
    for other in compiled.parent.iterdir():
        if other != compiled and time.time() - other.stat().st_mtime > _KEPT_FOR:
            shutil.rmtree(other, ignore_errors=True)


def _run(command: list[str]) -> int:
    """Run it and show its output if it fails; returns its exit code."""
    # From src, so that a traceback names paiju/core/game.py, which any installation can find.
    done = subprocess.run(
        command, cwd=SRC, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        sys.stderr.write(done.stdout)
    return done.returncode


def _compile_into(work: Path) -> None:
    """Do the work, in a process of its own: mypyc exits where it fails."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    class Build(build_ext):
        """Compiles the many C files of one extension on all processors."""

        def build_extensions(self) -> None:
            one: Callable[..., list[str]] = self.compiler.compile

            def each(files: list[str], **how: Any) -> list[str]:
                return [made for [made] in pool.map(lambda file: one([file], **how), files)]

            with ThreadPoolExecutor(os.cpu_count()) as pool:
                self.compiler.compile = each
                super().build_extensions()

    files = [str(path.relative_to(SRC)) for path in native.sources()]
    extensions = mypycify(
        [f"--config-file={ROOT / 'pyproject.toml'}", *files],
        opt_level="2",
        debug_level="0",
        multi_file=True,
        group_name="paiju.rules",
        target_dir=str(work / "c"),
    )
    # A group inside a package has its header there, and mypyc looks for it beside the package.
    extensions[0].include_dirs.append(str(work / "c" / "paiju"))
    if os.name == "posix":
        extensions[0].extra_compile_args += FLAGS
    command = Build(Distribution({"name": "paiju", "ext_modules": extensions}))
    command.build_lib, command.build_temp = str(work / "made"), str(work / "objects")
    # The one large library, and beside it the many modules that lead into it.
    command.parallel = True
    command.ensure_finalized()
    command.run()


def _say(what: str) -> None:
    print(f"[paiju] {what} …", flush=True)


def main() -> int:
    """Compile the rules; 1 only if that was a must and failed."""
    parser = argparse.ArgumentParser(description="Compile the rules with mypyc.")
    parser.add_argument("--install-mypyc", action="store_true", help="fetch mypyc if it is missing")
    parser.add_argument("--must", action="store_true", help="fail if the compilation fails")
    parser.add_argument("--into", metavar="FOLDER", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.into is not None:
        _compile_into(asked.into)
        return 0
    try:
        build(install_mypyc=asked.install_mypyc)
    except CannotCompile as reason:
        print(f"[paiju] the rules run interpreted: {reason}")
    except CompilationFailed as error:
        if asked.must:
            print(f"[paiju] {error}", file=sys.stderr)
            return 1
        print(f"[paiju] the rules run interpreted: {error}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
