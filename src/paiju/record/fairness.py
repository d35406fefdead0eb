"""Whether the deal of a kept round was fair, and the round itself legal, check by check."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from paiju.core.errors import BadRecord
from paiju.core.fairness import commitment, deal_seed
from paiju.core.seat import Seat
from paiju.core.text import Text
from paiju.record.record import Record
from paiju.record.replay import IllegalLine, Replay


class Check(NamedTuple):
    """One thing that must hold, in words, and what was found instead where it does not."""

    what: Text
    found: Text | None = None

    @property
    def holds(self) -> bool:
        """Whether it does."""
        return self.found is None


def checks(
    record: Record, promised: str | None = None, given: Mapping[Seat, str] | None = None
) -> Iterator[Check]:
    """All that a fair round must pass.

    ``promised`` is the commitment that one was shown before the deal, ``given`` the nonces one
    knows to have been given: with them nothing has to be taken from the record's own word.

    :raises BadRecord: if the record has no proof.
    """
    proof, seed = record.proof, record.setup.seed
    if proof is None or seed is None:
        raise BadRecord("the record has no 'proof': only rounds dealt by a server have one")
    what = Text("承诺是密钥的 SHA-256", "The commitment is the SHA-256 of the secret")
    yield _same(what, proof.commitment, commitment(proof.secret))
    if promised is not None:
        what = Text("承诺与发牌前公布的相同", "The commitment is the one shown before the deal")
        yield _same(what, proof.commitment, promised)
    for seat, nonce in sorted((given or {}).items()):
        what = Text(f"{seat} 号座给的随机数算进去了", f"The nonce of seat {seat} is in the deal")
        yield _same(what, proof.nonces[seat] or "-", nonce)
    what = Text("种子由密钥和各家随机数得出", "The seed follows from the secret and the nonces")
    yield _same(what, seed.hex(), deal_seed(proof.secret, proof.nonces).hex())
    yield _legal(record)


def _same(what: Text, is_: str, should: str) -> Check:
    if is_ == should:
        return Check(what)
    return Check(
        what, Text(f"写的是 {is_}，应是 {should}", f"it says {is_}; it should be {should}")
    )


def _legal(record: Record) -> Check:
    what = Text(
        "这副牌上每一步都合规则，打到终局", "Every action is legal on that deal, to the end"
    )
    try:
        outcome = Replay(record).run().outcome
    except IllegalLine as illegal:
        reason = illegal.refusal.reason
        where = f"第 {illegal.line} 行：{reason.zh}"
        return Check(what, Text(where, str(illegal)))
    if outcome is None:
        return Check(what, Text("牌谱没有打到终局", "the record stops before the end of the round"))
    return Check(what)
