"""Logins of people, and the administration of their accounts."""
