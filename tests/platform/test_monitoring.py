"""Alerts, the dashboard and the table of docs/running.md name metrics that exist."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.cache import cache
from django.test import Client

from config.metrics import registry
from config.stored_metrics import QUEUES
from games import replica
from games.ledger.rows import now, stamp
from games.proofs.models import Checkpoint
from tests.games.test_stored_metrics import Lists
from tests.platform.test_deploy import DEPLOY, RUNNING, SERVICES

ALERTS = DEPLOY / "alerts.yml"
CASES = Path(__file__).with_name("alert_cases.yml")
DASHBOARD: dict[str, Any] = json.loads((DEPLOY / "dashboard.json").read_text())
SUFFIXES = {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"]}
PANELS = [(panel, one["expr"]) for panel in DASHBOARD["panels"] for one in panel["targets"]]
NAME = re.compile(r"\b(?:fairdeal|django|process|python)_\w+\b")

needs_promtool = pytest.mark.skipif(shutil.which("promtool") is None, reason="needs promtool")


@pytest.fixture
def names(db: None, client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the names of the samples of a server that has all of them."""
    settings.REDIS_URL, settings.REPLICA_URL = "redis://somewhere", "postgres://somewhere"
    monkeypatch.setattr(replica, "lag", lambda: 0.0)
    monkeypatch.setattr(cache, "_cache", Lists(), raising=False)
    Checkpoint.objects.create(size=1, root="", at=stamp(now()), note="")
    assert client.get("/metrics").status_code == 200
    return {
        f"{metric.name}{suffix}"
        for metric in registry().collect()
        for suffix in SUFFIXES.get(metric.type, [""])
    }


def family(name: str) -> str:
    """Return the name of the metric that a sample belongs to."""
    return re.sub(r"_(bucket|sum|count)$", "", name)


def rules() -> list[dict[str, Any]]:
    groups = yaml.safe_load(ALERTS.read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def test_each_alert_asks_for_metrics_that_exist(names: set[str]) -> None:
    for rule in rules():
        asked = NAME.findall(rule["expr"])
        assert asked or rule["expr"].startswith("up{"), rule["alert"]
        assert set(asked) <= names
        assert rule["labels"]["severity"] in ("critical", "warning")
        assert rule["annotations"]["summary"]


def test_each_panel_asks_for_metrics_that_exist(names: set[str]) -> None:
    assert len(PANELS) > 10
    for panel, query in PANELS:
        asked = NAME.findall(query)
        assert asked and set(asked) <= names, panel["title"]
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(set(ids)) == len(ids)


def test_the_table_has_each_metric_and_the_dashboard_shows_it(names: set[str]) -> None:
    own = {family(name) for name in names if name.startswith("fairdeal_")}
    table = RUNNING.partition("\n### Metrics\n")[2]
    assert set(re.findall(r"^\| `(\w+)` \| [\w ]+ \|", table, re.MULTILINE)) == own
    shown = {family(name) for _, query in PANELS for name in NAME.findall(query)}
    assert own <= shown


def test_each_queue_has_an_alert_of_its_own() -> None:
    asked = re.findall(r'fairdeal_queue_tasks\{queue="([\w-]+)"\}', ALERTS.read_text())
    assert sorted(asked) == sorted(QUEUES)


@needs_promtool
def test_the_alerts_fire_when_they_should_and_only_then() -> None:
    fired = {rule["alert"] for rule in rules()}
    assert fired == set(re.findall(r'alertname="(\w+)"', CASES.read_text()))
    promtool("test", "rules", str(CASES))


@needs_promtool
def test_the_queries_of_the_dashboard_are_valid(tmp_path: Path) -> None:
    valid = [
        {"record": f"panel:{number}", "expr": query.replace("$__rate_interval", "5m")}
        for number, (_, query) in enumerate(PANELS)
    ]
    (tmp_path / "rules.yml").write_text(
        yaml.safe_dump({"groups": [{"name": "panels", "rules": valid}]})
    )
    promtool("check", "rules", str(tmp_path / "rules.yml"))


def promtool(*words: str) -> None:
    done = subprocess.run(["promtool", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


PORTS = {"web": 8000, "streams": 8001, "worker": 8002, "thinker": 8003}
"""The ports that Prometheus scrapes."""


@pytest.mark.parametrize("name", ["worker", "thinker"])
def test_each_group_of_workers_serves_its_metrics_at_a_port_of_its_own(name: str) -> None:
    assert SERVICES[name]["environment"]["WORKER_METRICS_PORT"] == str(PORTS[name])
    unit = (DEPLOY / f"fairdeal-{name}.service").read_text()
    assert f"\nEnvironment=WORKER_METRICS_PORT={PORTS[name]}\n" in unit


def test_the_documents_name_each_port_to_scrape() -> None:
    [targets] = re.findall(r"static_configs: \[{ targets: (\[.*?\]) }\]", RUNNING)
    assert json.loads(targets) == [f"127.0.0.1:{port}" for port in PORTS.values()]
    assert [f"`{name}:{port}`" in RUNNING for name, port in PORTS.items()] == [True] * len(PORTS)


@pytest.mark.parametrize("name", PORTS)
def test_processes_share_a_folder_that_is_empty_at_each_start(name: str) -> None:
    service = SERVICES[name]
    assert [service["environment"]["PROMETHEUS_MULTIPROC_DIR"]] == service["tmpfs"]
    unit = (DEPLOY / f"fairdeal-{name}.service").read_text()
    # systemd creates this folder when the unit starts, and deletes it when the unit stops.
    assert f"\nEnvironment=PROMETHEUS_MULTIPROC_DIR=%t/fairdeal-{name}\n" in unit
    assert f"\nRuntimeDirectory=fairdeal-{name}\n" in unit


def test_the_output_of_each_container_is_limited() -> None:
    for name, service in SERVICES.items():
        assert service["logging"]["driver"] == "json-file", name
        assert service["logging"]["options"] == {"max-size": "10m", "max-file": "5"}
