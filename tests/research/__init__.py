"""The games for research; without PettingZoo, their tests are skipped."""
