"""The rules of a game as a page for the terminal, rulings marked as such."""

from collections.abc import Iterator, Mapping

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from niten.texts import rules, rules_head, say

_STYLES = {"edition": "yellow", "ruling": "cyan", "rebuilt": "magenta"}


def rules_page(game: str, language: str, *, plain: bool) -> RenderableType:
    """Title, introduction and every numbered rule; plain: a line each, for pipes and screen readers."""
    head = rules_head(game, language)
    if plain:
        return "\n".join(_plain_lines(head, game, language))
    parts: list[RenderableType] = [Text(head["title"], "bold underline"), Text(), Text(head["intro"]), Text()]
    parts += [Text(say(language, "rules.standing"), "dim"), Text()]
    for section in rules(game, language):
        parts += [Text(section["title"], "bold"), Text()]
        for rule in section["rule"]:
            text = Text(f"{rule['id']:<4} ", "bold")
            text.append(say(language, f"rules.{rule['standing']}"), _STYLES.get(rule["standing"], ""))
            text.append(rule["text"], "not bold")
            parts += [Padding(text, (0, 0, 1, 1))]
    return Group(*parts)


def _plain_lines(head: Mapping[str, str], game: str, language: str) -> Iterator[str]:
    yield from (head["title"], "", head["intro"], "", say(language, "rules.standing"))
    for section in rules(game, language):
        yield from ("", section["title"], "")
        for rule in section["rule"]:
            yield f"{rule['id']} {say(language, 'rules.' + rule['standing'])}{rule['text']}"
