"""Tests that share servers or a browser run in one process, which starts them once."""

import pytest


@pytest.mark.xdist_group("alone")
def test_groups_are_told_by_the_ids_of_tests(request: pytest.FixtureRequest) -> None:
    """pytest-xdist writes them there; where they get lost, nothing fails, but all takes longer."""
    by_groups = getattr(request.config.option, "loadgroup", False)
    assert request.node.nodeid.endswith("@alone") == by_groups
