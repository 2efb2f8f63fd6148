"""The browser app: files made by `make web`, and one page for all its addresses."""

import gzip
from html import escape
from importlib import resources
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from niten.texts import say

FOLDER = Path(str(resources.files("niten.server"))) / "pages"
ADDRESSES = (
    *("/", "/t/{table}", "/r/{table}", "/rules/{game}", "/learn", "/learn/{game}"),
    *("/duel", "/design", "/race", "/me"),
)
"""Those of the app; `App.svelte` says what is shown there."""
_FOR_EVER = "public, max-age=31536000, immutable"  # the name of a file tells what is in it
_KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_TEXT = {".js", ".css", ".svg", ".webmanifest"}
_ASK = {"cache-control": "no-cache"}


class Pages:
    """The app as it was built when the server began."""

    def __init__(self, root_path: str) -> None:
        index = FOLDER / "index.html"
        self._page = _placed(index.read_text(encoding="utf-8"), root_path) if index.is_file() else None
        self._files = [file for file in FOLDER.rglob("*") if file.is_file() and file != index]

    def routes(self) -> list[Route]:
        """One for each address and for each file: nothing else of the disk can be asked for."""

        async def show(_: Request) -> Response:
            return self._answer(200)

        return [Route(path, show) for path in ADDRESSES] + [_file(file) for file in self._files]

    def nowhere(self, otherwise: ASGIApp) -> ASGIApp:
        """For an address that is none: who came with a browser gets the page, which says so."""

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            asks = scope["type"] == "http" and scope["method"] == "GET" and "text/html" in Headers(scope=scope).get(
                "accept", ""
            )  # fmt: skip
            app = self._answer(404) if asks and not scope["path"].startswith("/api/") else otherwise
            await app(scope, receive, send)

        return answer

    def _answer(self, status: int) -> Response:
        if self._page is None:
            return PlainTextResponse(say("en", "error.no-pages"), 503)
        return Response(self._page, status, _ASK, "text/html; charset=utf-8")


def _file(file: Path) -> Route:
    """A file, kept in memory: all of them together are small. What is text goes packed to whoever can unpack it."""
    path = f"/{file.relative_to(FOLDER).as_posix()}"
    headers = ({"cache-control": _FOR_EVER} if path.startswith("/assets/") else _ASK) | {"vary": "accept-encoding"}
    content, kind = file.read_bytes(), _KINDS.get(file.suffix, "application/octet-stream")
    packed = gzip.compress(content, mtime=0) if file.suffix in _TEXT else None

    async def send(request: Request) -> Response:
        if packed and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(packed, headers=headers | {"content-encoding": "gzip"}, media_type=kind)
        return Response(content, headers=headers, media_type=kind)

    return Route(path, send)


def _placed(page: str, root_path: str) -> str:
    """The page with the addresses of its parts, which depend on where the server lives."""
    root = escape(root_path.rstrip("/"))
    return page.replace('data-root=""', f'data-root="{root}"').replace('="./', f'="{root}/')
