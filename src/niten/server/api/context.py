"""Who asks, and what the server has for him."""

import re
from typing import Annotated, Any

from fastapi import Depends, Request

from niten.server.api.errors import Limited, language_for
from niten.server.api.models import Refusal
from niten.server.house import House
from niten.server.log import NoProfile
from niten.server.profiles import Profile
from niten.server.settings import Settings

COOKIE = "niten"
_COOKIE = re.compile(rf"(?:^|;) *{COOKIE}=([0-9A-Za-z_-]{{1,64}}\.[0-9A-Za-z_-]{{1,64}}) *(?:;|$)")
_YEAR = 400 * 24 * 3600


async def house_of(request: Request) -> House:
    """The running server."""
    return request.app.state.house


async def profile_of(request: Request) -> Profile:
    """Who asks; NoProfile if that is not known."""
    house: House = request.app.state.house
    cookie = _COOKIE.search(request.headers.get("cookie", ""))
    profile = await house.profiles.find(cookie[1]) if cookie else None
    if profile is None:
        raise NoProfile
    request.state.language = profile.language
    wait = request.app.state.profile_limiter.wait(profile.id)
    if wait:
        raise Limited(seconds=int(wait) + 1)
    return profile


async def language(request: Request) -> str:
    """The language to answer in."""
    return language_for(request)


def cookie_for(request: Request, value: str) -> dict[str, Any]:
    """The cookie that holds a profile's secret."""
    settings: Settings = request.app.state.house.settings
    secure = settings.public_url.startswith("https:") or request.url.scheme == "https"
    return {
        "key": COOKIE,
        "value": value,
        "max_age": _YEAR,
        "path": settings.root_path or "/",
        "httponly": True,
        "samesite": "lax",
        "secure": secure,
    }


# None of these is a plain function: FastAPI would run it in a thread, which takes longer than most requests.
HouseHere = Annotated[House, Depends(house_of)]
Whose = Annotated[Profile, Depends(profile_of)]
In = Annotated[str, Depends(language)]


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The ways a request can be refused, for the description."""
    told = {
        400: "It cannot be read.",
        401: "No profile, or not known here: make one first.",
        403: "Not from there, or not without the link.",
        404: "There is no such thing, or it is not for you to see.",
        409: "Not now: the table has moved on, or it does not allow it.",
        413: "Too large.",
        422: "It cannot be carried out as it is.",
        429: "Too much; try again later.",
        503: "The database does not answer; try again.",
    }
    return {status: {"model": Refusal, "description": told[status]} for status in {400, 413, 422, 429, 503, *statuses}}
