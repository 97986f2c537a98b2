"""A server for the clients."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.platform.test_supervisor import supervisor, wait_until_ready
from tests.ports import free_port


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with a worker; its address."""
    data: Path = tmp_path_factory.mktemp("data")
    port = free_port()
    with supervisor(data, port) as process:
        wait_until_ready(process, data, port)
        yield f"http://127.0.0.1:{port}"
    print((data / "output").read_text()[-20_000:])  # pytest shows it if a test fails
