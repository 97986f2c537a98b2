"""A server for the clients."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.platform.test_supervisor import supervisor, wait_until_ready
from tests.ports import free_port


@pytest.fixture(scope="session")
def server_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the server."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="session")
def server(server_data: Path) -> Iterator[str]:
    """A server with a worker; its address."""
    data, port = server_data, free_port()
    with supervisor(data, port) as process:
        wait_until_ready(process, data, port)
        yield f"http://127.0.0.1:{port}"
    print((data / "output").read_text()[-20_000:])  # pytest shows it if a test fails
