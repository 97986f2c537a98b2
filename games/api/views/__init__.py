"""The views, a file for each group of resources."""
