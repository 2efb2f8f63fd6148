"""The browser app: files made by `make web`, and one page for every address that is not of the interface."""

from html import escape
from importlib import resources
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from niten.server.api.errors import NotFound
from niten.texts import say

FOLDER = Path(str(resources.files("niten.server"))) / "pages"
_FOR_EVER = "public, max-age=31536000, immutable"  # the name of a file tells what is in it
_ASK = "no-cache"


def routes(root_path: str) -> list[Route]:
    """To be looked at after all others."""
    index = FOLDER / "index.html"
    page = _placed(index.read_text(encoding="utf-8"), root_path) if index.is_file() else None

    async def show(request: Request) -> Response:
        path = request.path_params["path"]
        if path.partition("/")[0] == "api":
            raise NotFound
        file = (FOLDER / path).resolve()
        if path and file.is_relative_to(FOLDER.resolve()) and file.is_file() and file != index:
            kept = _FOR_EVER if path.startswith("assets/") else _ASK
            return FileResponse(file, headers={"cache-control": kept})
        if page is None:
            return PlainTextResponse(say("en", "error.no-pages"), 503)
        return Response(page, media_type="text/html; charset=utf-8", headers={"cache-control": _ASK})

    return [Route("/{path:path}", show, methods=["GET", "HEAD"])]


def _placed(page: str, root_path: str) -> str:
    """The page with the addresses of its parts, which depend on where the server lives."""
    root = escape(root_path.rstrip("/"))
    return page.replace('data-root=""', f'data-root="{root}"').replace('="./', f'="{root}/')
