"""The curve as a picture: sound XML that says what the review says."""

import pytest

from niten.review.analysis import Decision, Review
from niten.review.marks import Mark
from niten.review.plot import draw
from niten.texts import LANGUAGES, percent, say
from testkit.duel_reviews import played, reviewed, small_coach
from testkit.svg import SVG, inner, of_class, parsed, points


@pytest.fixture(scope="module")
def reviews() -> list[Review]:
    """Reviews of a duel of three rounds; some with mistakes, some without."""
    coach = small_coach("three rounds")
    found = [
        reviewed(coach, played(coach.game, player, seed)) for seed in range(12) for player in ("random", "careful")
    ]
    counts = [len(review.marked(Mark.MISTAKE, Mark.BLUNDER)) for review in found]
    assert 0 in counts
    assert max(counts) >= 2
    assert any(review.marked(Mark.MISTAKE) for review in found)
    return found


def test_one_point_for_the_start_and_each_step(reviews: list[Review]) -> None:
    for review in reviews:
        (curve,) = of_class(parsed(draw(review, "Duel", "en")), "polyline", "curve")
        found = points(curve)
        assert len(found) == len(review.moments) + 1
        across = [x for x, _ in found]
        assert across == sorted(set(across)), "from left to right"
        values = [review.initial, *(moment.value for moment in review.moments)]
        top, bottom = (y_of(review, share) for share in (1.0, 0.0))
        assert top < bottom
        for value, (_, y) in zip(values, found, strict=True):
            assert y == pytest.approx(bottom + (top - bottom) * value, abs=0.11)


def y_of(review: Review, share: float) -> float:
    """Where the grid has this share, found by its label."""
    root = parsed(draw(review, "Duel", "en"))
    labels = [element for element in root.iter(f"{SVG}text") if element.text == percent("en", share, 0)]
    (line,) = {
        float(element.get("y1", ""))
        for element in of_class(root, "line", "grid")
        if element.get("y1") == element.get("y2")
        and abs(float(element.get("y1", "")) - float(labels[0].get("y", ""))) < 9
    }
    return line


@pytest.mark.parametrize("language", LANGUAGES)
def test_title_description_and_marks_in_every_language(language: str, reviews: list[Review]) -> None:
    for review in reviews:
        root = parsed(draw(review, "Oda Nobunaga", language))
        assert root.get("lang") == language
        title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
        assert title is not None
        assert description is not None
        assert title.text == "Oda Nobunaga"
        assert description.text == say(language, "review.curve")
        assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
        shown = [element.text for element in root.iter(f"{SVG}text")]
        assert say(language, "review.round") in shown
        assert percent(language, 0.5, 0) in shown
        bad = [d for d in review.decisions if d.mark in (Mark.MISTAKE, Mark.BLUNDER)]
        triangles = of_class(root, "polygon", "mark")
        assert [inner(mark) for mark in triangles] == [say(language, f"review.mark.{d.mark}") for d in bad]
        moments = ("luckiest", review.luckiest), ("unluckiest", review.unluckiest)
        expected = {say(language, f"review.{key}-short") for key, moment in moments if moment}
        assert {inner(mark) for mark in of_class(root, "circle", "mark")} == expected


def test_marks_stand_at_their_steps(reviews: list[Review]) -> None:
    for review in reviews:
        root = parsed(draw(review, "Duel", "en"))
        at = points(of_class(root, "polyline", "curve")[0])
        bad = [d for d in review.moments if isinstance(d, Decision) and d.mark in (Mark.MISTAKE, Mark.BLUNDER)]
        for decision, triangle in zip(bad, of_class(root, "polygon", "mark"), strict=True):
            left, right, tip = points(triangle)
            x, y = at[decision.index + 1]
            assert tip[0] == pytest.approx(x, abs=0.11)
            assert right[0] - left[0] == pytest.approx(18 if decision.mark is Mark.BLUNDER else 12, abs=0.21)
            assert left[1] < y < tip[1] + 0.2
        for circle in of_class(root, "circle", "mark"):
            moment = review.luckiest if "good" in circle.get("class", "").split() else review.unluckiest
            assert moment
            x, y = at[moment.index + 1]
            assert (float(circle.get("cx", "")), float(circle.get("cy", ""))) == (x, y)


@pytest.mark.parametrize(
    "name", ['<b>&"', "</title><script>alert(1)</script>", "]]>", "<!--", "'><g>", "&amp;", "宮本"]
)
def test_any_name_is_only_text(name: str, reviews: list[Review]) -> None:
    picture = draw(reviews[0], name, "en")
    root = parsed(picture)
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == name
    assert of_class(root, "text", "title")[0].text == name
    assert "<b>" not in picture
    assert "<script" not in picture


def test_a_duel_without_steps() -> None:
    (curve,) = of_class(parsed(draw(Review(0.5, 0.5, (), 0.0), "Duel", "en")), "polyline", "curve")
    assert len(points(curve)) == 1
