"""Pictures as SVG, read."""

from xml.etree import ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"


KNOWN = {"svg", "title", "desc", "style", "rect", "text", "line", "polygon", "polyline", "circle", "g"}


def parsed(picture: str) -> ET.Element:
    root = ET.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= KNOWN
    return root


def of_class(root: ET.Element, tag: str, name: str) -> list[ET.Element]:
    return [element for element in root.iter(SVG + tag) if name in element.get("class", "").split()]


def points(element: ET.Element) -> list[tuple[float, float]]:
    pairs = (pair.split(",") for pair in element.get("points", "").split())
    return [(float(x), float(y)) for x, y in pairs]


def inner(mark: ET.Element) -> str | None:
    (title,) = mark
    return title.text
