# The image of compose.yaml, from the locked requirements: docker build -t fairdeal .
# The first stage compiles the engine; its compiler and tools are not in the image.
FROM python:3.11-slim AS native
WORKDIR /opt/fairdeal
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
COPY requirements requirements
RUN sh requirements/install.sh dev
COPY . .
RUN .venv/bin/python -m config.native_build

FROM python:3.11-slim
RUN useradd --system --create-home --home-dir /var/lib/fairdeal fairdeal && mkdir /opt/fairdeal
WORKDIR /opt/fairdeal
# The requirements alone first: a change of the code does not install them again.
COPY requirements requirements
RUN sh requirements/install.sh base
# TELEMETRY=telemetry adds what SENTRY_DSN and OTEL_EXPORTER_OTLP_ENDPOINT need.
ARG TELEMETRY
RUN test -z "$TELEMETRY" || sh requirements/install.sh "$TELEMETRY"
COPY . .
# Compiled from the same files with the same Python; nothing else of the first stage is needed.
COPY --from=native /opt/fairdeal/build/native build/native
# With a build that does not fit, nothing starts, instead of all running at half the speed.
ENV DATA_DIR=/var/lib/fairdeal DEBUG=false HOST=0.0.0.0 ENGINE=native
USER fairdeal
EXPOSE 8000
CMD [".venv/bin/python", "-m", "gunicorn", "-c", "config/gunicorn.py"]
