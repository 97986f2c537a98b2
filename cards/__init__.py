"""Cards: their language, drafts, editions, releases, and their admin."""

import atexit
import gc

from cards import native

# msgspec may crash when the interpreter collects the types of recursive structs at its very end
# (its issue 717). Nothing needs to be collected then.
atexit.register(gc.freeze)

# Before any module that may be compiled is imported.
native.install()
