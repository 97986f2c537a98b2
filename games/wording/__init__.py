"""The texts people read, in English and Canadian French."""
