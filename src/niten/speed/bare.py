"""The least that FastAPI does, served as `niten serve` is: `python -m niten.speed.bare PORT`."""

import sys

import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel

from niten.speed.client import API


class Asked(BaseModel):
    """What a step tells."""

    step: str
    based_on: int
    key: str | None = None


def _serve(port: int) -> None:
    app = FastAPI(openapi_url=None)

    @app.post(f"{API}/steps")
    async def _(asked: Asked) -> dict[str, int]:
        return {"number": asked.based_on}

    config = uvicorn.Config(app, port=port, log_config=None, access_log=False, server_header=False, backlog=4096)
    uvicorn.Server(config).run()


if __name__ == "__main__":
    _serve(int(sys.argv[1]))
