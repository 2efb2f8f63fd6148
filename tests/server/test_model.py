"""The whole interface against a plain model of it: people come, sit, play, take back, read on; the server is killed.

The model knows the rules of the games, and nothing of the server.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from niten.core import CHANCE, NOBODY, CannotUndo, Match, NitenError
from niten.core.record import read, replay
from niten.games import find_game
from testkit import fair_verifier
from testkit.effort import examples
from testkit.servers import Client, Event, Server, serving
from testkit.streams import entries_to, watching

ANN, BO, CY = "ann", "bo", "cy"
PEOPLE = (ANN, BO, CY)
SHORT_RACE = {"players": ["black", "red"], "board": "short", "max_turns": 8}
KINDS: list[tuple[str, dict[str, Any], str, str]] = [
    ("samurai", {"duel": "oda-nobunaga"}, "own", "killed"),
    ("samurai", {"duel": "oda-nobunaga"}, "fair", "stopped"),
    ("dragon", SHORT_RACE, "fair", "ended"),
    ("dragon", SHORT_RACE, "own", "ended"),
    ("dragon", SHORT_RACE | {"random_stones": 2, "starts": 1}, "fair", "ended"),
]
"""Game, set-up, dice, and what happens at some moment: all of them are tried, whatever else is."""
NONSENSE = ("end", "dice 9", "pass", "roll 6", "move fire", "é | 1", "dances")
SEEN = ("number", "kind", "stage", "to_move", "seat", "step", "bot", "entropy", "result", "table")
people = st.sampled_from(PEOPLE)
"""Several clients: the first owns the table."""


class Refusal(NamedTuple):
    status: int
    code: str
    reason: str | None = None


NO_TABLE = Refusal(404, "no-such-table")
FORBIDDEN = Refusal(403, "forbidden")


def refused(reason: str) -> Refusal:
    return Refusal(409, "refused", reason)


class Model:
    """A table as it should be. Only what dice show has to be taken from the server; it must be what dice can show."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.game = find_game(view["game"]).from_setup(view["setup"])
        self.is_fair = view["dice"] == "fair"
        self.match = Match[Any, Any](self.game)
        self.stage = "gathering"
        self.seats: list[str | None] = [None] * self.game.seats
        self.entropy = [""] * self.game.seats
        self.rights: dict[str, str] = {ANN: "join"}
        self.log: list[dict[str, Any]] = []
        self.again: str | None = None

    @property
    def number(self) -> int:
        return len(self.log)

    @property
    def to_move(self) -> int | None:
        return self.match.actor if self.stage == "playing" and self.match.actor not in (CHANCE, NOBODY) else None

    def seats_of(self, person: str) -> set[int]:
        return {seat for seat, sitting in enumerate(self.seats) if sitting == person}

    def is_seen_by(self, person: str) -> bool:
        return person in self.rights or bool(self.seats_of(person))

    def legal(self) -> list[str]:
        """What can be done now by whoever may."""
        if self.stage != "playing":
            return []
        state = self.match.state
        steps = self.game.chance(state).outcomes if self.match.actor == CHANCE else self.game.legal_moves(state)
        return [str(step) for step in steps]

    def may_move(self, person: str) -> bool:
        mine = self.seats_of(person)
        return self.stage == "playing" and (bool(mine) if self.match.actor == CHANCE else self.match.actor in mine)

    # --- why not ---

    def not_sitting(self, person: str, seat: int) -> Refusal | None:
        if not self.is_seen_by(person):
            return NO_TABLE
        if self.rights.get(person) != "join" and not self.seats_of(person):
            return FORBIDDEN
        if self.stage == "over":
            return refused("over")
        if seat >= len(self.seats):
            return refused("no-such-seat")
        return refused("seat-taken") if self.seats[seat] else None

    def not_leaving(self, person: str, seat: int) -> Refusal | None:
        if not self.is_seen_by(person):
            return NO_TABLE
        if self.stage == "over":
            return refused("over")
        return None if seat in self.seats_of(person) else refused("not-your-seat")

    def not_beginning(self, person: str) -> Refusal | None:
        if not self.is_seen_by(person):
            return NO_TABLE
        if not self.seats_of(person):
            return refused("not-your-seat")
        if self.stage != "gathering":
            return refused("begun")
        return None if all(self.seats) else refused("seats-open")

    def not_now(self, person: str, based_on: int) -> Refusal | None:
        if not self.is_seen_by(person):
            return NO_TABLE
        if based_on != self.number:
            return Refusal(409, "stale")
        if self.stage != "playing":
            return refused("over" if self.stage == "over" else "not-begun")
        return None

    def not_stepping(self, person: str, step: str, based_on: int) -> Refusal | None:
        if early := self.not_now(person, based_on):
            return early
        if not self.may_move(person):
            return refused("not-your-seat")
        try:
            self.game.apply(self.match.state, self.game.read_step(step))
        except NitenError as error:
            return Refusal(422, error.code)
        return None

    def not_undoing(self, person: str, based_on: int) -> Refusal | None:
        if early := self.not_now(person, based_on):
            return early
        error: CannotUndo | None = self.match.cannot_undo(self.seats_of(person))
        return Refusal(409, error.code, str(error.details["reason"])) if error else None

    def not_again(self, person: str) -> Refusal | None:
        if not self.is_seen_by(person):
            return NO_TABLE
        if self.stage != "over":
            return refused("not-over")
        if not self.seats_of(person):
            return refused("not-your-seat")
        return refused("again") if self.again else None

    # --- what follows ---

    def sit(self, told: Iterator[dict[str, Any]], person: str, seat: int, entropy: str) -> None:
        self.seats[seat] = person
        if self.stage == "gathering":
            self.entropy[seat] = entropy
        self.add(told, kind="seated", seat=seat, bot=None, entropy=self.entropy[seat])

    def leave(self, told: Iterator[dict[str, Any]], seat: int) -> None:
        self.seats[seat] = None
        if self.stage == "gathering":
            self.entropy[seat] = ""
        self.add(told, kind="left", seat=seat)

    def begin(self, told: Iterator[dict[str, Any]]) -> None:
        self.stage = "playing"
        self.add(told, kind="began")
        self.dice_fall(told)

    def step(self, told: Iterator[dict[str, Any]], step: str) -> None:
        seat = None if self.match.actor == CHANCE else int(self.match.actor)
        self.match.play(self.game.read_step(step))
        self.add(told, kind="step", seat=seat, step=str(self.match.steps[-1]))
        self.dice_fall(told)

    def dice_fall(self, told: Iterator[dict[str, Any]]) -> None:
        while self.is_fair and self.match.actor == CHANCE:
            entry = next(told)
            self.match.play(self.game.read_step(entry["step"]))  # or the rules refuse it
            self.add(iter([entry]), kind="step", seat=None, step=entry["step"])
        if self.match.actor == NOBODY:
            self.stage = "over"
            self.add(told, kind="ended", result=str(self.game.outcome(self.match.state)))

    def undo(self, told: Iterator[dict[str, Any]], person: str) -> None:
        self.match.undo(self.seats_of(person))
        self.add(told, kind="undone")

    def add(self, told: Iterator[dict[str, Any]], **expected: Any) -> None:
        """One more entry: what the server tells must be what is expected."""
        entry = next(told)
        expected |= {"number": self.number + 1, "stage": self.stage, "to_move": self.to_move}
        assert {name: value for name, value in entry.items() if name in SEEN} == expected
        self.log.append(entry)


class Asked(NamedTuple):
    """A request that was carried out, to be repeated."""

    person: str
    path: str
    body: dict[str, Any]
    told: list[dict[str, Any]]
    number: int


class Tables(RuleBasedStateMachine):
    """Several people at one table of a real server."""

    server: Server
    clients: dict[str, Client]
    reached: Counter[str]
    kind: tuple[str, dict[str, Any], str, str]
    age = 0
    moment = 0

    @initialize(gathers=st.booleans(), luck=st.integers(0, 2**32))
    def open(self, gathers: bool, luck: int) -> None:
        game, setup, dice, _ = self.kind
        opened = self.clients[ANN].table(game, setup=setup, dice=dice, seats=self.open_seats(game), begin=False)
        self.table, self.links = opened["table"]["id"], opened["links"]
        self.commitment = opened["table"]["commitment"]
        self.model = Model(opened["table"])
        self.model.log += self.told(self.clients[ANN], 0)
        self.luck = random.Random(luck)
        self.moment = self.luck.randint(5, 25)
        self.keys, self.asked = 0, list[Asked]()
        self.seen: dict[str, list[dict[str, Any]]] = {person: [] for person in PEOPLE}
        self.streams: dict[str, tuple[Iterator[Event], ExitStack]] = {}
        self.sit_and_leave(CY, 0)
        self.sit_and_leave(ANN, 0)
        for person, back in ((ANN, 0), (ANN, 1), (BO, 0)):
            self.step(person, "pass", self.model.number - back)
        if not gathers or not self.reached["begun at once"]:
            self.reached["begun at once"] += 1
            self.enter(BO, "join")
            for seat in range(len(self.model.seats)):
                self.sit(self.luck.choice([ANN, BO]), seat, "luck")
            self.begin(next(filter(None, self.model.seats)))
            self.step_and_take_back(0)
            self.repeat(0, self.luck.random() < 0.5)
            self.leave(str(self.model.seats[0]), 0)
            self.sit(ANN, 0, "")

    @staticmethod
    def open_seats(game: str) -> list[str]:
        return ["open"] * (1 if game == "samurai" else 2)

    def teardown(self) -> None:
        for person in tuple(getattr(self, "streams", ())):
            self.hang_up(person)

    # --- asking ---

    def ask(self, person: str, method: str, path: str, body: dict[str, Any] | None = None) -> httpx.Response:
        return self.clients[person].request(method, f"/tables/{self.table}{path}", json=body)

    def expect(
        self, answer: httpx.Response, why_not: Refusal | None, then: Callable[[Iterator[dict[str, Any]]], None]
    ) -> list[dict[str, Any]]:
        """Refused for that reason, or carried out: then these entries follow, and no more."""
        told = answer.json()
        if why_not:
            self.reached[f"{why_not.code} {why_not.reason or ''}".strip()] += 1
            assert Refusal(answer.status_code, told["code"], told["detail"].get("reason")) == why_not, told
            if why_not.code == "stale":
                assert told["detail"]["number"] == self.model.number
            return []
        assert answer.status_code == 200, told
        entries = iter(told["entries"])
        then(entries)
        assert not list(entries), "nothing else was added"
        assert told["number"] == self.model.number
        return told["entries"]

    def told(self, client: Client, after: int) -> list[dict[str, Any]]:
        answer = client.get(f"/tables/{self.table}/entries", params={"after": after})
        assert answer.status_code == 200, answer.text
        return answer.json()["entries"]

    def new_key(self) -> str:
        self.keys += 1
        return f"key-{self.keys}"

    # --- coming and going ---

    @rule(person=people, link=st.sampled_from(["join", "watch", "wrong"]))
    def enter(self, person: str, link: str) -> None:
        answer = self.ask(person, "POST", "/enter", {"secret": self.links.get(link, "wrong")})
        if link == "wrong":
            assert (answer.status_code, answer.json()["code"]) == (404, "no-such-table")
            return
        assert answer.status_code == 200, answer.text
        if self.model.rights.get(person) != "join":
            self.model.rights[person] = link

    @rule(person=people, seat=st.integers(0, 2), entropy=st.sampled_from(["", "luck", "b_1-Z"]))
    def sit(self, person: str, seat: int, entropy: str) -> None:
        why_not = self.model.not_sitting(person, seat)
        answer = self.ask(person, "POST", f"/seats/{seat}", {"entropy": entropy})
        self.expect(answer, why_not, lambda told: self.model.sit(told, person, seat, entropy))

    @rule(person=people, seat=st.integers(0, 2))
    def leave(self, person: str, seat: int) -> None:
        stage, why_not = self.model.stage, self.model.not_leaving(person, seat)
        answer = self.ask(person, "DELETE", f"/seats/{seat}")
        if self.expect(answer, why_not, lambda told: self.model.leave(told, seat)):
            self.model.rights.setdefault(person, "join")
            self.reached[f"left while {stage}"] += 1

    @precondition(lambda self: self.model.stage != "gathering" or all(self.model.seats))
    @rule(person=people)
    def begin(self, person: str) -> None:
        why_not = self.model.not_beginning(person)
        answer = self.ask(person, "POST", "/begin")
        self.expect(answer, why_not, self.model.begin)

    @rule(person=people, seat=st.integers(0, 1))
    def sit_and_leave(self, person: str, seat: int) -> None:
        """One who has only looked so far may not sit down yet."""
        self.enter(person, "watch")
        self.sit(person, seat, "gone")
        self.leave(person, seat)

    @precondition(lambda self: self.model.stage != "over")
    @rule(person=people)
    def sit_and_begin(self, person: str) -> None:
        """Whatever seats are open, somebody takes all of them."""
        self.enter(person, "join")
        for seat, sitting in enumerate(self.model.seats):
            if not sitting:
                self.sit(person, seat, "")
        self.begin(person)

    # --- playing ---

    @rule(person=people, step=st.sampled_from(NONSENSE), back=st.sampled_from([0, 1, 5, -1]))
    def step_anything(self, person: str, step: str, back: int) -> None:
        self.step(person, step, max(0, self.model.number - back))
        for able in self.able():
            self.step(able, step, self.model.number)

    @precondition(lambda self: self.model.stage == "playing")
    @rule(person=people, choice=st.integers(0, 50), back=st.sampled_from([0, 0, 0, 1, 2, -1]))
    def step_legally(self, person: str, choice: int, back: int) -> None:
        legal = self.model.legal()
        self.step(person, legal[choice % len(legal)], self.model.number - back)

    def step(self, person: str, step: str, based_on: int) -> None:
        why_not = self.model.not_stepping(person, step, based_on)
        body: dict[str, Any] = {"step": step, "based_on": based_on, "key": self.new_key()}
        answer = self.ask(person, "POST", "/steps", body)
        told = self.expect(answer, why_not, lambda told: self.model.step(told, step))
        if told:
            self.asked.append(Asked(person, "/steps", body, told, self.model.number))
            if self.luck.random() < 0.1:
                self.repeat(0, self.luck.random() < 0.5)

    @precondition(lambda self: self.model.stage == "playing")
    @rule(count=st.integers(1, 40))
    def play_on(self, count: int) -> None:
        """Whoever may move does."""
        for _ in range(count):
            if able := self.able():
                self.step(self.luck.choice(able), self.luck.choice(self.model.legal()), self.model.number)

    def able(self) -> list[str]:
        return [person for person in PEOPLE if self.model.may_move(person)]

    @rule(person=people, back=st.sampled_from([0, 0, 0, 1, -1]))
    def undo(self, person: str, back: int) -> None:
        self.undo_by(person, self.model.number - back)

    @precondition(lambda self: self.model.stage == "playing")
    @rule(choice=st.integers(0, 50))
    def step_and_take_back(self, choice: int) -> None:
        """Possible if no dice have fallen upon it; afterwards others try."""
        while self.model.to_move is None and self.able():
            self.play_on(1)
        for person in self.able():
            self.step_legally(person, choice, 0)
            self.undo_by(person, self.model.number)
        for person in PEOPLE:
            self.undo_by(person, self.model.number)

    def undo_by(self, person: str, based_on: int) -> None:
        why_not = self.model.not_undoing(person, based_on)
        body: dict[str, Any] = {"based_on": based_on, "key": self.new_key()}
        answer = self.ask(person, "POST", "/undo", body)
        told = self.expect(answer, why_not, lambda told: self.model.undo(told, person))
        if told:
            self.asked.append(Asked(person, "/undo", body, told, self.model.number))
            self.reached["undone"] += 1

    @precondition(lambda self: bool(self.asked))
    @rule(which=st.integers(0, 100), based_on_now=st.booleans())
    def repeat(self, which: int, based_on_now: bool) -> None:
        """The same request once more, as it was or as it would be now: the answer of the first time, nothing added."""
        asked = self.asked[-1 - which % len(self.asked)]
        body = asked.body | ({"based_on": self.model.number} if based_on_now else {})
        answer = self.ask(asked.person, "POST", asked.path, body)
        assert answer.status_code == 200, answer.text
        assert answer.json() == {"number": asked.number, "entries": asked.told}
        self.reached["repeated"] += 1

    @rule(person=people)
    def play_again(self, person: str) -> None:
        why_not = self.model.not_again(person)
        answer = self.ask(person, "POST", "/again")
        if why_not:
            self.expect(answer, why_not, lambda _: None)
            return
        assert answer.status_code == 201, answer.text
        new = answer.json()["table"]
        assert (new["stage"], new["yours"]) == ("gathering", sorted(self.model.seats_of(person)))
        self.model.again = new["id"]
        self.model.add(iter(self.told(self.clients[ANN], self.model.number)), kind="again", table=new["id"])
        self.reached["again"] += 1

    # --- looking ---

    @rule(person=people)
    def look(self, person: str) -> None:
        answer, model = self.ask(person, "GET", ""), self.model
        if not model.is_seen_by(person):
            assert answer.status_code == 404
            return
        view = answer.json()
        mine = model.seats_of(person)
        assert (view["number"], view["stage"], view["to_move"]) == (model.number, model.stage, model.to_move)
        assert [seat["taken"] for seat in view["seats"]] == [bool(sitting) for sitting in model.seats]
        assert view["yours"] == sorted(mine)
        assert view["position"] == model.game.position(model.match.state)
        assert view["legal"] == (model.legal() if model.may_move(person) else [])
        assert view["undo"]["possible"] == (model.stage == "playing" and not model.match.cannot_undo(mine))
        assert (view["secret"] is not None) == (model.is_fair and model.stage == "over")
        assert view["again"] == model.again

    @rule(person=people, after=st.integers(0, 400))
    def read_log(self, person: str, after: int) -> None:
        if self.model.is_seen_by(person):
            assert self.told(self.clients[person], after) == self.model.log[after:]
        else:
            assert self.ask(person, "GET", "/entries").status_code == 404

    @rule(person=people)
    def read_record(self, person: str) -> None:
        """A game so far, or one that can be checked by anybody."""
        answer, model = self.ask(person, "GET", "/record"), self.model
        if not model.is_seen_by(person):
            assert answer.status_code == 404
            return
        record = read(answer.text)
        assert replay(record, type(model.game)).match.steps == model.match.steps
        if model.is_fair:
            assert record.pledge
            assert record.pledge.commitment == self.commitment
            if model.stage == "over":
                assert fair_verifier.check(answer.text) == "fine"
                self.reached["verified"] += 1

    @rule(person=people, hangs_up=st.booleans())
    def read_on(self, person: str, hangs_up: bool) -> None:
        """Look at the stream, the one that is open or a new one from where one was."""
        if not self.model.is_seen_by(person):
            assert self.ask(person, "GET", "/events").status_code == 404
            person = ANN
        seen = self.seen[person]
        if person not in self.streams:
            stack = ExitStack()
            events = stack.enter_context(watching(self.clients[person], self.table, last=len(seen)))
            self.streams[person] = events, stack
            self.reached["stream resumed" if seen else "stream begun"] += 1
        if len(seen) < self.model.number:
            seen += entries_to(self.model.number, self.streams[person][0])
        assert seen == self.model.log
        if hangs_up:
            self.hang_up(person)

    def hang_up(self, person: str) -> None:
        if person in self.streams:
            self.streams.pop(person)[1].close()

    # --- the server breaks ---

    @invariant()
    def it_happens_once(self) -> None:
        """No rule, as it takes time: once is enough, and never would be too rare."""
        self.age += 1
        if self.age == self.moment:
            self.read_on(ANN, hangs_up=False)
            {"killed": self.kill, "stopped": self.stop, "ended": self.end}[self.kind[3]]()
            self.look(ANN)
            self.read_log(ANN, 0)
            self.read_on(ANN, hangs_up=False)

    def end(self) -> None:
        if self.model.stage != "over":
            self.sit_and_begin(ANN)
            self.step_and_take_back(0)
            self.leave(str(self.model.seats[0]), 0)
            self.sit_and_begin(ANN)
        self.play_on(500)
        for person in (*PEOPLE, ANN):
            self.read_record(person)
            self.play_again(person)
            self.step(person, "pass", self.model.number)

    def stop(self) -> None:
        assert self.server.stop() == 0
        self.come_back("stopped")

    def kill(self) -> None:
        """While a step is on its way, if somebody can make one; who gets no answer asks the same again."""
        able = self.able()
        if not able:
            self.server.kill()
            self.come_back("killed")
            return
        person, step = able[0], self.luck.choice(self.model.legal())
        body: dict[str, Any] = {"step": step, "based_on": self.model.number, "key": self.new_key()}
        with ThreadPoolExecutor(1) as pool:
            asking = pool.submit(self.ask, person, "POST", "/steps", body)
            time.sleep(self.luck.uniform(0, 0.02))
            self.server.kill()
            answered = asking.exception() is None
        self.reached["answered" if answered else "not answered"] += 1
        self.come_back("killed")
        answer = self.ask(person, "POST", "/steps", body)
        told = self.expect(answer, None, lambda told: self.model.step(told, step))
        assert not answered or asking.result().json()["entries"] == told, "what was acknowledged is there"
        self.asked.append(Asked(person, "/steps", body, told, self.model.number))

    def come_back(self, how: str) -> None:
        for person in PEOPLE:
            self.hang_up(person)
        self.server.start()
        self.reached[how] += 1

    @invariant()
    def the_log_is_as_long_as_it_should_be(self) -> None:
        assert self.ask(ANN, "GET", "/entries?after=1000000").json()["number"] == self.model.number
        self.reached[self.model.stage] += 1


STAGES = ("gathering", "playing", "over", "left while gathering", "left while playing", "again", "verified")
BREAKS = ("killed", "stopped", "stream begun", "stream resumed", "repeated", "undone")
REFUSALS = (
    "no-such-table",
    "forbidden",
    "stale",
    "refused not-begun",
    "refused not-your-seat",
    "refused over",
    "cannot-undo roll",
)


def test_the_server_does_what_the_model_does(sqlite: str, tmp_path: Path, come: Callable[..., Client]) -> None:
    reached = Counter[str]()
    # A failure is told as it happened: to make it smaller would take hundreds of servers.
    chosen = settings(
        max_examples=examples(2, soak=40),
        stateful_step_count=30,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=[HealthCheck.too_slow],
    )
    with serving(sqlite, tmp_path, heartbeat=0.5) as server:
        clients = {person: come(server) for person in PEOPLE}
        for kind in KINDS:
            told = {"server": server, "clients": clients, "reached": reached, "kind": kind}
            run_state_machine_as_test(type("Here", (Tables,), told), settings=chosen)
    missing = [what for what in (*STAGES, *BREAKS, *REFUSALS) if not reached[what]]
    assert not missing, reached
