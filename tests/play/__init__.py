"""The client in games/static/play: tests of its pure parts, which run on node, and its checks."""
