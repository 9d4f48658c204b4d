"""A machine's serial console: what it prints, and a shell on it that answers."""

import os
import re
import subprocess
import time
from base64 import b64encode
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from threading import Condition, Thread

PIECE_BYTES = 65536
LINE_BYTES = 900
"""A terminal takes no longer lines than 4,096."""


class NotSeenError(AssertionError):
    """What was waited for has not been printed."""


@dataclass
class Console:
    """The console of a machine that runs as a program, on the program's standard input and output.

    Args:
        program: it, started with pipes.
        log: where everything that is printed is kept.
    """

    program: subprocess.Popen[bytes]
    log: Path
    _printed: str = field(default="", init=False)
    _more: Condition = field(default_factory=Condition, init=False)

    def __post_init__(self) -> None:
        self._numbers = count(1)
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.program.stdout is not None
        with self.log.open("ab", buffering=0) as log:
            while piece := os.read(self.program.stdout.fileno(), PIECE_BYTES):
                log.write(piece)
                with self._more:
                    self._printed += piece.decode(errors="replace").replace("\r", "")
                    self._more.notify_all()
        with self._more:
            self._more.notify_all()

    def close(self) -> None:
        """Switch the machine off at once, as a cut of power does."""
        self.program.kill()
        self._reader.join()
        self.program.communicate()

    def wait_for(self, pattern: str, seconds: float) -> re.Match[str]:
        """Wait until a pattern is printed; what is printed up to there is then forgotten.

        Raises:
            NotSeenError: after so many seconds, or when the machine has ended.
        """
        end = time.monotonic() + seconds
        with self._more:
            while not (found := re.search(pattern, self._printed)):
                left = end - time.monotonic()
                if left <= 0 or self.program.poll() is not None:
                    last = self._printed[-2000:]
                    raise NotSeenError(f"expected {pattern!r} within {seconds:.0f} s, got {last!r}")
                self._more.wait(min(left, 1))
            self._printed = self._printed[found.end() :]
        return found

    def open_shell(self, prompt: str, seconds: float) -> None:
        """Wait for a shell's prompt, and make the console quiet."""
        self.wait_for(prompt, seconds)
        self._send("exec sh")  # without bash's line editor
        self._send("dmesg -n 1; stty -echo; PS1=; PS2=")
        self.run("true", seconds)

    def _send(self, line: str) -> None:
        assert self.program.stdin is not None
        self.program.stdin.write(line.encode() + b"\n")
        self.program.stdin.flush()

    def run(self, command: str, seconds: float) -> tuple[int, str]:
        """Run a command in the shell: its exit status, and what it prints."""
        number = next(self._numbers)
        # In two parts, so that the terminal's echo of this line is not taken for the answer.
        self._send(f"echo '<<'{number}; {{ {command}\n}} </dev/null 2>&1; echo {number}'>>' $?")
        found = self.wait_for(rf"(?s)<<{number}\n(.*?){number}>> (\d+)\n", seconds)
        return int(found[2]), found[1]

    def ask(self, command: str, seconds: float) -> str:
        """What a command prints that has to succeed."""
        status, said = self.run(command, seconds)
        assert status == 0, f"{command} ended with {status}: {said}"
        return said

    def put(self, text: str, path: str, seconds: float) -> None:
        """Write a file over there."""
        coded = b64encode(text.encode()).decode()
        self.ask(f": >{path}.b64", seconds)
        for at in range(0, len(coded), LINE_BYTES):
            self.ask(f"echo {coded[at : at + LINE_BYTES]} >>{path}.b64", seconds)
        self.ask(f"base64 -d {path}.b64 >{path}", seconds)
