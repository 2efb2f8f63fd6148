"""The curves of a race as a picture: a line for each seat, told apart without colour too."""

from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from niten.dragon import Colour, Powers, Setup
from niten.review.marks import Mark
from niten.review.race import Decision, RaceReview
from niten.review.race_plot import draw
from niten.texts import LANGUAGES, percent, say
from testkit.race_reviews import raced, reviewed
from testkit.svg import SVG, inner, of_class, parsed, points


@pytest.fixture(scope="module")
def reviews() -> list[RaceReview]:
    """Two to five players, with mistakes."""
    colours = tuple(Colour)
    found = [
        reviewed(raced(Setup(colours[5 - players :], powers=Powers.ANY), ["random", *["greedy"] * 4], players))
        for players in (2, 3, 4, 5)
    ]
    assert all(review.seats[0].marked(Mark.MISTAKE, Mark.BLUNDER) for review in found)
    return found


def lines(root: ET.Element, colour: Colour) -> list[ET.Element]:
    """The sample of the legend, and the curve."""
    return [line for line in of_class(root, "polyline", "seat") if colour in line.get("class", "").split()]


def test_a_line_for_each_seat(reviews: list[RaceReview]) -> None:
    for review in reviews:
        players = review.game.options.players
        root = parsed(draw(review, (0,), "Race", "en"))
        assert len(of_class(root, "polyline", "seat")) == 2 * len(players)
        for seat, colour in enumerate(players):
            sample, curve = lines(root, colour)
            assert len(points(sample)) == 2
            found = points(curve)
            values = [review.initial, *(moment.values for moment in review.moments)]
            assert len(found) == len(values)
            top, bottom = height(root, 1.0), height(root, 0.0)
            for shares, (_, y) in zip(values, found, strict=True):
                assert y == pytest.approx(bottom + (top - bottom) * shares[seat], abs=0.11)


def height(root: ET.Element, share: float) -> float:
    """Where the grid has this share, found by its label."""
    (label,) = [text for text in of_class(root, "text", "soft") if text.text == percent("en", share, 0)]
    return float(label.get("y", "")) - 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_are_told_apart_without_colour(language: str, reviews: list[RaceReview]) -> None:
    """By dashes, and by the letters that stand on them; the legend names them. Black and white have no dashes."""
    for review in reviews:
        players = review.game.options.players
        root = parsed(draw(review, (0,), "Race", language))
        dashes = [lines(root, colour)[0].get("stroke-dasharray", "") for colour in players]
        assert len({dash for dash in dashes if dash}) == len([dash for dash in dashes if dash])
        shown = [text.text for text in root.iter(f"{SVG}text")]
        for colour in players:
            assert say(language, f"dragon.colour.{colour}") in shown
            assert shown.count(say(language, f"dragon.mark.{colour}")) == 7
        assert [line.get("stroke-dasharray") for line in of_class(root, "polyline", "edge")] == [
            line.get("stroke-dasharray") for line in of_class(root, "polyline", "seat")
        ]


def test_marks_are_those_of_the_seats_asked_for(reviews: list[RaceReview]) -> None:
    for review in reviews:
        everybody = tuple(range(review.game.seats))
        for seats in ((0,), (1,), everybody):
            root = parsed(draw(review, seats, "Race", "en"))
            bad = [
                moment
                for moment in review.moments
                if isinstance(moment, Decision) and moment.seat in seats and moment.mark in (Mark.MISTAKE, Mark.BLUNDER)
            ]
            triangles = of_class(root, "polygon", "mark")
            assert [inner(mark) for mark in triangles] == [say("en", f"review.mark.{each.mark}") for each in bad]
            for decision, triangle in zip(bad, triangles, strict=True):
                line = lines(root, review.game.options.players[decision.seat])[1]
                assert points(triangle)[2][0] == pytest.approx(points(line)[decision.index + 1][0], abs=0.11)
            circles = of_class(root, "circle", "mark")
            assert len(circles) == (2 if len(seats) == 1 else 0)
            for circle in circles:
                seat = review.seats[seats[0]]
                moment = seat.luckiest if "good" in circle.get("class", "").split() else seat.unluckiest
                assert moment
                line = points(lines(root, review.game.options.players[seat.seat])[1])
                at = float(circle.get("cx", "")), float(circle.get("cy", ""))
                assert at == line[moment.index + 1]


def test_some_turns_are_numbered(reviews: list[RaceReview]) -> None:
    for review in reviews:
        root = parsed(draw(review, (0,), "Race", "en"))
        numbers = [int(text.text) for text in of_class(root, "text", "soft") if text.text and text.text.isdigit()]
        assert 5 < len(numbers) < 40
        assert numbers == sorted(numbers)
        assert numbers[-1] <= review.moments[-1].turn
        assert len({later - sooner for sooner, later in pairwise(numbers)}) == 1


def test_a_title_is_only_text(reviews: list[RaceReview]) -> None:
    root = parsed(draw(reviews[0], (0,), '<b>&"', "en"))
    assert root.findtext(f"{SVG}title") == '<b>&"'


def test_a_race_without_steps(reviews: list[RaceReview]) -> None:
    review = RaceReview(reviews[0].game, (0.5, 0.5), (0.5, 0.5), ())
    root = parsed(draw(review, (0, 1), "Race", "en"))
    assert [len(points(line)) for line in of_class(root, "polyline", "seat")] == [2, 2, 1, 1]
