"""What the documentation says of the whole is in step with it: the layers, the rules and why they are so."""

import re
from pathlib import Path

from niten.texts import rules
from testkit.layers import LAYERS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SOURCE = ROOT / "src/niten"
STANDING = {"all": "printed", "edition": "editions differ", "ruling": "ruling", "rebuilt": "rebuilt"}
ENTRY = re.compile(r"^([SD][0-9]+) (.+) · (.+)\n: (.+)$", re.MULTILINE)


def packages() -> set[str]:
    """What there is below `niten`: packages and modules, but for the two that only hand on."""
    found = {path.stem for path in SOURCE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    return found - {"__init__", "__main__"}


def text(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def test_every_package_is_on_the_page_of_the_architecture() -> None:
    rows = re.findall(r"^\| (`[^|]+`) \|", text("architecture.md"), re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == packages()


def test_the_picture_has_the_layers_that_the_imports_have() -> None:
    layers = re.findall(r"<g data-layer.*?</g>", text("architecture.svg"), re.DOTALL)
    drawn = [set(re.findall(r'class="name"[^>]*>(\w+)<', layer)) for layer in layers]
    assert drawn == [*reversed(LAYERS[:-1])]  # the last one only hands on
    assert set().union(*drawn) == packages()


def test_every_rule_is_explained_with_the_standing_it_has() -> None:
    page = text("rulings.md")
    explained = {number: standing.split(", ") for number, _, standing, _ in ENTRY.findall(page)}
    known: dict[str, list[str]] = {}
    for game in ("samurai", "dragon"):
        for entry in (entry for section in rules(game, "en") for entry in section["rule"]):
            standing = STANDING[entry["standing"]]
            if standing not in known.setdefault(entry["id"], []):
                known[entry["id"]].append(standing)
    assert {number: sorted(found) for number, found in explained.items()} == {
        number: sorted(found) for number, found in known.items()
    }
    assert list(explained) == list(known)  # in the same order


def test_a_rule_is_carried_out_where_its_ruling_says() -> None:
    for number, _, _, why in ENTRY.findall(text("rulings.md")):
        modules = re.findall(r"`(niten\.[a-z.]+)`", why.rpartition(" In ")[2])
        assert modules, number
        for module in modules:
            file = SOURCE.parent / f"{module.replace('.', '/')}.py"
            assert re.search(rf"\b{number}\b", file.read_text(encoding="utf-8")), f"{module} does not speak of {number}"


def test_the_code_speaks_of_no_rule_that_there_is_not() -> None:
    known = {entry["id"] for game in ("samurai", "dragon") for part in rules(game, "en") for entry in part["rule"]}
    for file in SOURCE.rglob("*.py"):
        found = set(re.findall(r"\b[SD][0-9]{1,2}\b", file.read_text(encoding="utf-8")))
        assert found <= known, f"{file}: {sorted(found - known)}"


def test_notebooks_are_text_that_states_what_it_claims() -> None:
    notebooks = sorted((DOCS / "notebooks").glob("*.md"))
    assert [page.stem for page in notebooks] == ["how-hard", "price-of-a-die", "training-an-agent"]
    for page in notebooks:
        cells = re.findall(r"^```\{code-cell\}.*?^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
        drawn = [cell for cell in cells if "plt.subplots" in cell]
        assert drawn
        assert all(re.search(r"^    alt: .{40,}$", cell, re.MULTILINE) for cell in drawn), page
        assert any(re.search(r"^assert ", cell, re.MULTILINE) for cell in cells), page


def test_every_test_that_protects_a_promise_is_there() -> None:
    _, _, table = text("testing.md").partition("## What protects each promise")
    named = set(re.findall(r"`([a-z_/-]+\.(?:test\.ts|py))`", table))
    assert len(named) > 100
    for name in named:
        assert (ROOT / ("" if name.startswith(("web/tests/", "tools/")) else "tests") / name).is_file(), name


def test_every_figure_has_its_command_and_every_command_its_page() -> None:
    listed = (ROOT / "bench/README.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `bench\.(\w+)` \|.*\| (.+) \|$", listed, re.MULTILINE))
    commands = {file.stem for file in (ROOT / "bench").glob("*.py") if "__main__" in file.read_text(encoding="utf-8")}
    assert set(rows) == commands
    for command, pages in rows.items():
        for page in re.findall(r"\.\./docs/([\w-]+\.md)", pages):
            assert f"bench.{command}" in text(page), f"{page} does not name bench.{command}"
    named = {name for page in DOCS.glob("*.md") for name in re.findall(r"-m bench\.(\w+)", text(page.name))}
    assert named <= commands
