"""A baseline for moves: a small DRF project without the code of this one.

One view: token authentication, one SELECT and one INSERT in a transaction. Serve with
``DJANGO_SETTINGS_MODULE=tests.bench.bare`` and the application ``tests.bench.bare:application``.
"""

from __future__ import annotations

import os
from typing import Any

import environ

SECRET_KEY = "a benchmark keeps no secrets"
DEBUG = False
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "tests.bench.bare"
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "rest_framework",
    "rest_framework.authtoken",
]
MIDDLEWARE = ["django.middleware.common.CommonMiddleware"]
DATABASES = {"default": environ.Env.db_url_config(os.environ["BARE_DATABASE_URL"])}
DATABASES["default"]["CONN_MAX_AGE"] = 60
TRACED = False
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.TokenAuthentication"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
}


def prepare() -> str:
    """Make the tables of an empty database, and a token."""
    import django
    from django.core.management import call_command

    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.bare"
    django.setup()
    call_command("migrate", verbosity=0)
    from django.contrib.auth.models import User
    from django.db import connection
    from rest_framework.authtoken.models import Token

    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE line (id serial PRIMARY KEY, body text NOT NULL)")
    user = User.objects.create_user("bench")
    return str(Token.objects.create(user=user).key)


def urlpatterns_of() -> list[Any]:
    """The one URL."""
    from django.db import connection, transaction
    from django.urls import path
    from rest_framework.permissions import IsAuthenticated
    from rest_framework.request import Request
    from rest_framework.response import Response
    from rest_framework.views import APIView

    class Line(APIView):
        permission_classes = (IsAuthenticated,)

        def post(self, request: Request) -> Response:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SELECT id, body FROM line WHERE id = %s", [1])
                cursor.fetchone()
                cursor.execute(
                    "INSERT INTO line (body) VALUES (%s) RETURNING id", [str(request.data)]
                )
                (number,) = cursor.fetchone()
            return Response({"id": number}, status=201)

    return [path("line/", Line.as_view())]


def __getattr__(name: str) -> Any:
    """The URL patterns and the application are made once Django is set up, when asked for."""
    if name == "urlpatterns":
        return urlpatterns_of()
    if name == "application":
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.bench.bare")
        from django.core.wsgi import get_wsgi_application

        return get_wsgi_application()
    raise AttributeError(name)


if __name__ == "__main__":
    print(prepare())
