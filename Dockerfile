# The image of compose.yaml, from the locked requirements/base.txt: docker build -t fairdeal .
FROM python:3.11-slim
RUN useradd --system --create-home --home-dir /var/lib/fairdeal fairdeal && mkdir /opt/fairdeal
WORKDIR /opt/fairdeal
# The requirements alone first: a change of the code does not install them again.
COPY requirements requirements
RUN sh requirements/install.sh base
COPY . .
ENV DATA_DIR=/var/lib/fairdeal DEBUG=false HOST=0.0.0.0
USER fairdeal
EXPOSE 8000
CMD [".venv/bin/python", "-m", "gunicorn", "-c", "config/gunicorn.py"]
