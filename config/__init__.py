"""Configuration of the project: settings, URLs, server processes."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
