"""The addresses of the editions, to be included under /api/v1/."""

from django.urls import path

from cards import api

urlpatterns = [
    path("editions/", api.EditionList.as_view(), name="editions"),
    path("editions/<str:hash>/", api.EditionOne.as_view(), name="edition"),
    path(
        "editions/<str:hash>/definition.json",
        api.EditionDefinition.as_view(),
        name="edition-definition",
    ),
    path("editions/<str:hash>/cards/", api.CardList.as_view(), name="edition-cards"),
    path("editions/<str:hash>/cards/<str:code>/", api.CardOne.as_view(), name="edition-card"),
    path(
        "editions/<str:hash>/cards/<str:code>/picture.svg",
        api.CardPicture.as_view(),
        name="card-picture",
    ),
]
