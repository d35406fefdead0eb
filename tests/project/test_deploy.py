"""What is in deploy/ fits together and names only what there is; docs/operate.md tells of it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from sqlalchemy.engine import make_url

from paiju.server.proxies import networks
from paiju.server.settings import VARIABLES, Settings
from tests.project.source import ROOT

DEPLOY: Final = ROOT / "deploy"
DOC: Final = (ROOT / "docs" / "operate.md").read_text()
NAMES: Final = {f"PAIJU_{name.upper()}" for name in VARIABLES}
COMPOSE: Final[dict[str, Any]] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
PORT: Final = Settings().port
NODES: Final = {name: it for name, it in COMPOSE["services"].items() if "PAIJU_NODE" in str(it)}


def variables(path: Path) -> dict[str, str]:
    """What a file of the environment sets."""
    lines = (line for line in path.read_text().splitlines() if line and line[0] != "#")
    return dict(line.split("=", 1) for line in lines)


def address(service: str) -> str:
    """Where a service of the compose file is in its network."""
    return str(COMPOSE["services"][service]["networks"]["site"]["ipv4_address"])


def test_the_docs_tell_every_variable_once() -> None:
    rows = re.findall(r"^\| `(PAIJU_\w+)` \|", DOC, re.MULTILINE)
    assert len(rows) == len(set(rows))
    assert set(rows) == NAMES


@pytest.mark.parametrize("path", sorted(p for p in DEPLOY.rglob("*") if p.is_file()), ids=str)
def test_only_variables_that_there_are_are_named(path: Path) -> None:
    assert set(re.findall(r"\bPAIJU_[A-Z_]+\b", path.read_text())) <= NAMES
    assert path.name.removesuffix(".dockerignore") in DOC


def test_the_docs_name_only_variables_and_files_that_there_are() -> None:
    assert set(re.findall(r"\bPAIJU_[A-Z_]+\b", DOC)) <= NAMES
    for named in re.findall(r"\bdeploy/[\w./@-]+", DOC):
        assert (ROOT / named).exists() or named == "deploy/.env", named


# --- compose --------------------------------------------------------------------------------------


def test_two_nodes_share_all_but_their_name_and_port() -> None:
    assert len(NODES) == 2
    first, second = NODES.values()
    assert {name for name, _ in first["environment"].items() ^ second["environment"].items()} == {
        "PAIJU_NODE"
    }
    for node in NODES.values():
        assert node["environment"].keys() <= NAMES
        url = make_url(re.sub(r"\$\{[^}]+\}", "secret", node["environment"]["PAIJU_DATABASE_URL"]))
        assert url.host in COMPOSE["services"]
        assert url.database == COMPOSE["services"]["postgres"]["environment"]["POSTGRES_DB"]
        assert url.username == COMPOSE["services"]["postgres"]["environment"]["POSTGRES_USER"]
        assert node["environment"]["PAIJU_NATS_URL"].endswith("@nats:4222")
        (published,) = node["ports"]
        assert published.startswith("127.0.0.1:") and published.endswith(f":{PORT}")
        assert node["depends_on"].keys() <= COMPOSE["services"].keys()
        assert set(node["depends_on"]) == {"postgres", "nats"}
    assert first["ports"] != second["ports"]


def test_the_nodes_believe_the_proxy_alone_and_it_finds_them() -> None:
    for node in NODES.values():
        (trusted,) = networks(node["environment"]["PAIJU_TRUSTED_PROXIES"])
        assert str(trusted) == f"{address('proxy')}/32"
    upstream = re.findall(r"server ([\d.]+):(\d+) ", (DEPLOY / "nginx/compose.conf").read_text())
    assert sorted(upstream) == sorted((address(name), str(PORT)) for name in NODES)


def test_every_secret_is_asked_for_and_none_is_given() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    asked = set(re.findall(r"\$\{(\w+):\?", text))
    assert asked == set(re.findall(r"\$\{(\w+)", text)), "one that is missing stops compose"
    assert variables(DEPLOY / "example.env") == dict.fromkeys(asked, "")


def test_what_compose_mounts_and_builds_is_there() -> None:
    for service in COMPOSE["services"].values():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert (DEPLOY / source).is_file() if "/" in source else source in COMPOSE["volumes"]
        if "build" in service:
            context = (DEPLOY / service["build"]["context"]).resolve()
            assert context == ROOT
            assert (context / service["build"]["dockerfile"]).is_file()
        else:
            assert re.search(r":\d", service["image"]), "a version is named"


def test_the_image_is_built_from_all_that_the_wheel_is_made_of() -> None:
    """As `pip wheel` takes it: what pyproject and its hook read, and no build of this machine's."""
    lines = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    kept = {line[1:] for line in lines if line.startswith("!")}
    assert all((ROOT / name).exists() for name in kept)
    needed = {"LICENSE", "README.md", "docs/rules", "hatch_build.py", "pyproject.toml", "src"}
    assert {*needed, "scripts", "web"} <= kept
    assert "src/paiju/server/static" in lines and "web/node_modules" in lines


# --- systemd --------------------------------------------------------------------------------------


def test_the_environment_of_the_unit_can_be_served_once_it_is_filled_in() -> None:
    found = variables(DEPLOY / "paiju.env")
    assert found.keys() <= NAMES
    assert make_url(found["PAIJU_DATABASE_URL"]).drivername == "postgresql+asyncpg"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd on this machine")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    unit = (DEPLOY / "paiju@.service").read_text()
    program = Path(sys.executable).with_name("paiju")
    assert "/opt/paiju/bin/paiju serve" in unit
    copy = tmp_path / "paiju@.service"
    copy.write_text(unit.replace("/opt/paiju/bin/paiju", str(program)))
    (tmp_path / "paiju@1.service").symlink_to(copy)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", tmp_path / "paiju@1.service"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "paiju@" not in done.stdout + done.stderr


# --- Prometheus -----------------------------------------------------------------------------------


def test_prometheus_asks_what_there_is_and_every_alert_has_its_reason() -> None:
    asked = yaml.safe_load((DEPLOY / "prometheus.yml").read_text())
    for name, scrape in product(asked["rule_files"], asked["scrape_configs"]):
        assert (DEPLOY / name).is_file()
        assert "authorization" in scrape
    (group,) = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"]
    for alert in group["rules"]:
        assert alert["labels"]["severity"] in ("page", "ticket")
        assert len(alert["annotations"]["summary"]) > 40
        assert set(re.findall(r"\bpaiju_\w+", alert["expr"])) or 'up{job="paiju"}' in alert["expr"]
