"""Prints the description of the HTTP interface, from which the types of the browser app are made."""

import json
from typing import Any, cast

from niten.server.app import make_app
from niten.server.settings import Settings

# Nothing is asked of the database before the server begins to work.
print(json.dumps(make_app(Settings(), cast("Any", None)).openapi(), sort_keys=True))
