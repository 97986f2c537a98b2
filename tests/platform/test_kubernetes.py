"""The manifests of docs/deploy/kubernetes fit Kubernetes, Fairdeal and each other."""

import re
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml
from django.urls import resolve

from bots.queues import PEOPLE, THINKING_PEOPLE
from tests.platform.test_deploy import RUNNING, SERVICES, documented, stream_addresses

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "deploy" / "kubernetes"
VALUES = "prometheus-adapter-values.yaml"
MANIFESTS: list[dict[str, Any]] = [
    manifest
    for file in sorted(FOLDER.glob("*.yaml"))
    if file.name != VALUES
    for manifest in yaml.safe_load_all(file.read_text())
]
NAMES = [f"{one['kind']}/{one['metadata']['name']}" for one in MANIFESTS]
BY_NAME = dict(zip(NAMES, MANIFESTS, strict=True))
SETTINGS: dict[str, str] = BY_NAME["ConfigMap/fairdeal"]["data"]
PODS = {
    one["metadata"]["name"].removeprefix("fairdeal-"): one["spec"]["template"]
    for one in MANIFESTS
    if one["kind"] in ("Deployment", "Job")
}
SERVING = {"web": 8000, "streams": 8001}


def container(name: str) -> dict[str, Any]:
    """The one container of a pod."""
    [found] = PODS[name]["spec"]["containers"]
    return dict(found)


def values_of(name: str) -> dict[str, str]:
    """What a container sets besides the shared settings."""
    return {one["name"]: one.get("value", "") for one in container(name).get("env", [])}


@pytest.mark.parametrize("name", NAMES)
def test_a_manifest_has_the_fields_of_its_kind_and_no_others(name: str) -> None:
    kubernetes_validate.validate(BY_NAME[name], "1.37", strict=True)


def test_a_field_that_does_not_exist_is_refused() -> None:
    with pytest.raises(kubernetes_validate.ValidationError, match="replica"):
        wrong = BY_NAME["Deployment/fairdeal-web"]
        kubernetes_validate.validate(
            wrong | {"spec": wrong["spec"] | {"replica": 1}}, "1.37", strict=True
        )


@pytest.mark.parametrize("name", sorted(PODS))
def test_a_pod_runs_the_command_of_the_containers(name: str) -> None:
    expected = documented() | {"migrate": " ".join(SERVICES["migrate"]["command"])}
    assert set(PODS) == set(expected)
    assert " ".join(container(name)["command"]) == expected[name]


@pytest.mark.parametrize("name", sorted(PODS))
def test_a_pod_may_write_only_where_a_volume_is_and_is_not_root(name: str) -> None:
    secured = container(name)["securityContext"]
    assert secured["readOnlyRootFilesystem"] is True
    assert secured["allowPrivilegeEscalation"] is False
    assert PODS[name]["spec"]["securityContext"]["runAsNonRoot"] is True
    assert PODS[name]["spec"]["securityContext"]["runAsUser"] > 0
    mounted = {one["name"]: one["mountPath"] for one in container(name)["volumeMounts"]}
    assert set(mounted) == {one["name"] for one in PODS[name]["spec"]["volumes"]}
    assert {"/tmp", "/var/lib/fairdeal"} <= set(mounted.values())
    folder = values_of(name).get("PROMETHEUS_MULTIPROC_DIR")
    assert folder is None or folder in mounted.values()


def test_all_pods_have_one_image_and_the_shared_settings() -> None:
    assert len({container(name)["image"] for name in PODS}) == 1
    for name in PODS:
        assert container(name)["envFrom"] == [{"configMapRef": {"name": "fairdeal"}}]


def test_every_setting_is_documented() -> None:
    given = set(SETTINGS).union(*map(values_of, PODS)) - {"POD_IP"}
    for name in given:
        setting = name.removesuffix("_FILE")
        assert re.search(rf"^\| .*`{setting}`.* \|", RUNNING, re.MULTILINE), name


def test_secrets_are_files_and_never_in_the_environment() -> None:
    secrets = {"SECRET_KEY", "SIGNING_KEY", "LOG_KEY", "DATABASE_URL", "REDIS_URL"}
    files = {name: path for name, path in SETTINGS.items() if name.endswith("_FILE")}
    assert files == {f"{name}_FILE": f"/run/secrets/fairdeal/{name}" for name in secrets}
    assert not secrets & set(SETTINGS).union(*map(values_of, PODS))
    assert "Secret" not in {one["kind"] for one in MANIFESTS}
    given = re.findall(r"--from-file=(\w+)", (FOLDER / "README.md").read_text())
    assert sorted(given) == sorted(secrets)
    for name in PODS:
        [volume] = [one for one in PODS[name]["spec"]["volumes"] if one["name"] == "secrets"]
        assert volume["secret"]["secretName"] == "fairdeal"
        assert {"name": "secrets", "mountPath": "/run/secrets/fairdeal", "readOnly": True} in (
            container(name)["volumeMounts"]
        )


def test_every_selector_selects_pods() -> None:
    selectors = [
        one["spec"]["podSelector"]["matchLabels"]
        if one["kind"] == "NetworkPolicy"
        else one["spec"]["selector"].get("matchLabels", one["spec"]["selector"])
        for one in MANIFESTS
        if one["kind"] in ("Deployment", "Service", "PodDisruptionBudget", "NetworkPolicy")
    ]
    labels = [pod["metadata"]["labels"] for pod in PODS.values()]
    for selector in selectors:
        assert any(selector.items() <= each.items() for each in labels), selector
    for name in set(PODS) - {"migrate"}:
        spec = BY_NAME[f"Deployment/fairdeal-{name}"]["spec"]
        assert spec["selector"]["matchLabels"] == PODS[name]["metadata"]["labels"]


@pytest.mark.parametrize(("name", "port"), SERVING.items())
def test_services_and_probes_ask_the_port_and_routes_that_are_served(name: str, port: int) -> None:
    assert container(name)["ports"] == [{"name": "http", "containerPort": port}]
    assert re.search(rf"`{port}`", RUNNING)
    served = BY_NAME[f"Service/fairdeal-{name}"]["spec"]
    assert served["ports"] == [{"name": "http", "port": port, "targetPort": "http"}]
    assert served["selector"] == PODS[name]["metadata"]["labels"]
    probes = {kind: container(name)[kind]["httpGet"] for kind in container(name) if "Probe" in kind}
    assert {kind: resolve(probe["path"]).url_name for kind, probe in probes.items()} == {
        "startupProbe": "healthz",
        "livenessProbe": "healthz",
        "readinessProbe": "readyz",
    }
    for probe in probes.values():
        assert probe["port"] == "http"
        [host] = [one["value"] for one in probe["httpHeaders"] if one["name"] == "Host"]
        assert host in values_of(name)["ALLOWED_HOSTS"].split(",")


def test_one_process_serves_in_a_pod_and_one_beat_runs() -> None:
    assert values_of("web")["WEB_PROCESSES"] == "1"
    beat = BY_NAME["Deployment/fairdeal-beat"]["spec"]
    assert (beat["replicas"], beat["strategy"]) == (1, {"type": "Recreate"})


@pytest.mark.parametrize(("name", "queue"), [("worker", PEOPLE), ("thinker", THINKING_PEOPLE)])
def test_workers_grow_with_their_queue_and_serve_metrics(name: str, queue: str) -> None:
    spec = BY_NAME[f"HorizontalPodAutoscaler/fairdeal-{name}"]["spec"]
    assert f"Deployment/{spec['scaleTargetRef']['name']}" in BY_NAME
    assert "replicas" not in BY_NAME[f"Deployment/fairdeal-{name}"]["spec"]
    [asked] = [one["external"]["metric"] for one in spec["metrics"]]
    assert asked["selector"]["matchLabels"] == {"queue": queue}
    [rule] = yaml.safe_load((FOLDER / VALUES).read_text())["rules"]["external"]
    assert asked["name"] == rule["seriesQuery"] == "fairdeal_queue_tasks"
    [port] = container(name)["ports"]
    assert str(port["containerPort"]) == values_of(name)["WORKER_METRICS_PORT"]


def test_thinkers_at_their_most_have_the_seats_of_the_settings() -> None:
    most = BY_NAME["HorizontalPodAutoscaler/fairdeal-thinker"]["spec"]["maxReplicas"]
    command = container("thinker")["command"]
    processes = int(command[command.index("--concurrency") + 1])
    assert int(SETTINGS["THINKING_SEATS"]) == 10 * processes * most


def test_the_ingress_sends_streams_to_streams_and_hides_metrics_and_the_admin() -> None:
    paths = {}
    for one in MANIFESTS:
        if one["kind"] == "Ingress":
            annotations = one["metadata"]["annotations"]
            assert annotations["nginx.ingress.kubernetes.io/enable-access-log"] == "false"
            [rule] = one["spec"]["rules"]
            [path] = rule["http"]["paths"]
            assert f"Service/{path['backend']['service']['name']}" in BY_NAME
            paths[path["backend"]["service"]["name"]] = path["path"]
    addresses = stream_addresses()
    assert len(addresses) > 2
    assert all(re.match(paths["fairdeal-streams"], address) for address in addresses)
    # The longer pattern is tried first.
    assert len(paths["fairdeal-streams"]) > len(paths["fairdeal-web"])
    shown = [
        one
        for one in ("/", "/metrics", "/admin/", "/admin/login/", "/api/v1/games/")
        if re.match(paths["fairdeal-web"], one)
    ]
    assert shown == ["/", "/api/v1/games/"]


def test_the_readme_applies_every_file() -> None:
    text = (FOLDER / "README.md").read_text()
    assert "On paper: no cluster was run" in text
    applied = set(re.findall(r"-f (\S+\.yaml)", text))
    assert applied == {file.name for file in FOLDER.glob("*.yaml")} - {VALUES}
