"""Settings for all tests."""

import os

from hypothesis import settings

# Machines are noisy: no deadlines. In CI the examples are the same every time, elsewhere new ones are tried.
settings.register_profile("niten", deadline=None, print_blob=True, derandomize=bool(os.environ.get("CI")))
settings.load_profile("niten")
