"""Compiled modules hide their docstrings: tests/project/test_examples.py runs those examples."""

from paiju import native

collect_ignore = [str(path) for path in native.sources()] if native.is_compiled() else []
