"""Cards: their language, drafts, editions, releases, and their admin."""

import atexit
import gc

# msgspec may crash when the interpreter collects the types of recursive structs at its very end
# (its issue 717). Nothing needs to be collected then.
atexit.register(gc.freeze)
