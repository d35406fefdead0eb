"""What a node tells Prometheus. Nothing is computed before somebody asks.

The numbers lie where things happen, as plain attributes (``tally.py`` has the counters), and are
gathered here on a scrape. Nobody but operators may see them: who watched queues and counts of acts
live could tell that somebody at a table was asked something in secret.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import accumulate
from time import monotonic
from typing import Final, TypeAlias

from prometheus_client import CollectorRegistry, GCCollector, ProcessCollector
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from paiju import __version__, native
from paiju.server.health import Health
from paiju.server.house import House
from paiju.server.socket import Sockets
from paiju.server.tally import TALLY, TIMES, Times

_Kind: TypeAlias = type[GaugeMetricFamily] | type[CounterMetricFamily]

LATE_EVERY: Final = 1.0
"""Seconds between two looks at how late the loop is."""


class Metrics:
    """The figures of one node."""

    def __init__(self, house: House, sockets: Sockets, health: Health) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(_Node(house, sockets, health))
        ProcessCollector(registry=self._registry)
        GCCollector(registry=self._registry)

    def text(self, accept: str) -> tuple[bytes, str]:
        """All figures now, in the form that is asked for, and that form's media type."""
        try:
            encode, media_type = choose_encoder(accept)
        except (TypeError, ValueError):  # a version that is no number
            encode, media_type = choose_encoder("")
        return encode(self._registry), media_type


async def watch_the_loop() -> None:
    """Note again and again by how much the loop is late: it is, if the node has too much to do."""
    while True:
        due = monotonic() + LATE_EVERY
        await asyncio.sleep(LATE_EVERY)
        TALLY.late.add(monotonic() - due)


class _Node(Collector):
    """Gathers the figures of a house and its sockets."""

    def __init__(self, house: House, sockets: Sockets, health: Health) -> None:
        self._house = house
        self._sockets = sockets
        self._health = health

    def collect(self) -> Iterator[Metric]:
        """What is now, then what has been counted."""
        form = "compiled" if native.is_compiled() else "interpreted"
        node = {"version": __version__, "node": self._house.settings.node, "rules": form}
        yield InfoMetricFamily("paiju_node", "What this node is.", node)
        yield from self._state()
        yield from self._people()
        yield from self._tables()
        yield from _steps()
        yield from self._events()

    def _state(self) -> Iterator[Metric]:
        yield _gauge(
            "paiju_ready",
            "1 if it can be sent players (/readyz).",
            self._health.was_ready,
        )
        yield _gauge("paiju_paused", "1 while no new tables are opened.", self._house.lobby.paused)
        yield _gauge("paiju_draining", "1 while it is emptied.", self._health.draining)

    def _people(self) -> Iterator[Metric]:
        yield _gauge("paiju_sockets", "Open WebSockets.", len(self._sockets))
        yield _counter("paiju_sockets_opened", "WebSockets opened.", self._sockets.opened)
        players = Counter(
            "connected" if player.session is not None else "away"
            for player in self._house.players.all()
        )
        yield _each(
            GaugeMetricFamily,
            "paiju_players",
            "Players who are here: connected, or known still though their line is gone.",
            "line",
            {line: players[line] for line in ("connected", "away")},
        )
        yield _gauge(
            "paiju_onlookers",
            "Players who look on.",
            sum(len(room.watchers) for room in self._house.lobby.rooms.values()),
        )

    def _tables(self) -> Iterator[Metric]:
        rooms = self._house.lobby.rooms.values()
        playing = [room for room in rooms if room.table is not None]
        waiting = sum(room.queue is not None for room in rooms)
        yield _each(
            GaugeMetricFamily,
            "paiju_rooms",
            "Rooms: with a match, waiting for a quick match, or between matches.",
            "stage",
            {
                "playing": len(playing),
                "quick": waiting,
                "open": len(rooms) - len(playing) - waiting,
            },
        )
        tables = dict.fromkeys(self._house.games, 0) | Counter(room.game.key for room in playing)
        yield _each(
            GaugeMetricFamily, "paiju_tables", "Tables at which a match runs.", "game", tables
        )
        deserted = sum(
            not any(map(self._house.lobby.is_connected, room.people)) for room in playing
        )
        yield _gauge("paiju_tables_deserted", "Of these, with nobody connected.", deserted)
        queues = [room.table.waiting for room in playing if room.table is not None]
        yield _gauge("paiju_table_queue", "What waits in the inboxes of all tables.", sum(queues))
        yield _gauge(
            "paiju_table_queue_longest",
            "What waits in the fullest inbox of a table.",
            max(queues, default=0),
        )
        yield _gauge(
            "paiju_journal_queue",
            "Steps that wait for the next commit.",
            self._house.journal.waiting,
        )

    def _events(self) -> Iterator[Metric]:
        yield _counter("paiju_steps", "Steps kept in the journal.", self._house.journal.rows)
        yield _counter(
            "paiju_commit_failures", "Commits that the database did not take.",
            TALLY.commit_failures,
        )  # fmt: skip
        yield _each(
            CounterMetricFamily, "paiju_rejects", "Requests refused.", "code", TALLY.rejects
        )
        yield _each(
            CounterMetricFamily,
            "paiju_resyncs",
            "Players who came (back) to a table, and what they were sent.",
            "sent",
            {"view": TALLY.views, "messages": TALLY.catch_ups},
        )
        yield _counter("paiju_matches_started", "Matches begun.", TALLY.matches_started)
        yield _counter("paiju_matches_over", "Matches over.", TALLY.matches_over)
        yield _counter(
            "paiju_taken_up",
            "Tables gone on with from their journals, after a restart or another node's end.",
            TALLY.taken_up,
        )
        yield _counter("paiju_takeovers", "Of these, another node's.", TALLY.takeovers)
        yield _counter("paiju_handovers", "Tables left for others to take.", TALLY.handed_over)
        yield _counter(
            "paiju_rebuilds", "Tables rebuilt from the journal as they had failed.", TALLY.rebuilds
        )


def _steps() -> Iterator[Metric]:
    yield _histogram("paiju_apply_seconds", "To check and apply a step of a table.", TALLY.applied)
    yield _histogram(
        "paiju_commit_seconds", "To commit what the journal had gathered.", TALLY.committed
    )
    yield _histogram(
        "paiju_loop_late_seconds", "By how much the loop was late, looked at once a second.",
        TALLY.late,
    )  # fmt: skip


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, value=value)


def _counter(name: str, text: str, value: float) -> Metric:
    return CounterMetricFamily(name, text, value=value)


def _each(kind: _Kind, name: str, text: str, label: str, values: Mapping[str, float]) -> Metric:
    """One figure for each value of a label."""
    family = kind(name, text, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family


def _histogram(name: str, text: str, times: Times) -> Metric:
    bounds = [*map(str, TIMES), "+Inf"]
    counted = list(zip(bounds, accumulate(times.counts), strict=True))
    return HistogramMetricFamily(name, text, buckets=counted, sum_value=times.seconds)
