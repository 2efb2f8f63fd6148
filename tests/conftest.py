"""Settings for all tests."""

import os
import signal

from hypothesis import settings

# Started in the background by a shell, we would be deaf to Ctrl-C, and so would be the programs whose Ctrl-C is tested.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Machines are noisy: no deadlines. In CI the examples are the same every time, elsewhere new ones are tried.
settings.register_profile("niten", deadline=None, print_blob=True, derandomize=bool(os.environ.get("CI")))
settings.load_profile("niten")
