"""Tests of the formats that prove a game, from their specifications."""
