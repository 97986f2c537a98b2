"""The pages on which admins make, publish and release cards."""
