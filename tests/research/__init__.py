"""The games for research; without PettingZoo and OpenSpiel, their tests are skipped."""
