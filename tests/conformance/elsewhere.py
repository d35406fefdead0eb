"""Replays records in a process of its own: ``python -m tests.conformance.elsewhere FOLDER``.

Prints one line for each record of the folder, by name: the SHA-256 of its events as JSON Lines.
"""

import sys
from hashlib import sha256
from pathlib import Path

from paiju.core.game import Round
from paiju.record import Record, Replay
from paiju.record.record import line_text


def digest(round_: Round) -> str:
    """What identifies all that happened in a round, to the byte."""
    return sha256("".join(line_text(e.as_dict()) for e in round_.events).encode()).hexdigest()


def main(folder: str) -> None:
    """Replay every record of a folder and print what identifies its events."""
    for path in sorted(Path(folder).iterdir()):
        sys.stdout.write(f"{path.name} {digest(Replay(Record.load(path)).run())}\n")


if __name__ == "__main__":
    main(sys.argv[1])
