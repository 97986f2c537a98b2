"""Webhooks: messages to addresses of players, about their games and tournaments."""
