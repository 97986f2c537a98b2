"""The addresses of the cards alone: their API and the admin."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("api/v1/", include("cards.api_urls")),
    path("admin/", admin.site.urls),
]
