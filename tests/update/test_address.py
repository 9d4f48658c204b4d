"""Releases from a web server of the owner's, which may be anybody's by now."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

import pytest

from minigam.cli import update
from minigam.errors import ExitStatus, UpdateUnavailableError
from minigam.update import download as downloading
from minigam.update.download import download, lines_at
from minigam.update.install import CONFIG
from minigam.update.names import SUMS, Release
from minigam.update.sources import Offer, offer_of
from tests.cli.commands import Run
from tests.e2e.daemon import free_port
from tests.systemd.box import AS_BEFORE
from tests.update.conftest import Maker

NEW = "2.0.0"
MACHINE = "aarch64-cp313"
Handler = Callable[..., BaseHTTPRequestHandler]


@contextmanager
def serving(handler: Handler) -> Iterator[str]:
    """An address of this machine at which a handler answers."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Print nothing."""


def folder_at(folder: Path) -> Handler:
    return partial(Quiet, directory=str(folder))


def listed(folder: Path) -> None:
    """List the files of a folder, as a release does."""
    lines = [f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in folder.iterdir()]
    (folder / SUMS).write_text("".join(lines))


@pytest.fixture(autouse=True)
def a_pi(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(update, "this_machine", lambda: MACHINE)


@pytest.mark.minisign
@pytest.mark.parametrize("how", ["folder", "without a slash", "file", "the owner's"])
def test_the_newest_at_an_address_is_installed(how: str, maker: Maker, run: Run) -> None:
    for version in ("1.5.0", NEW):
        maker.release(version)
    place = maker.stick.rename(maker.stick.parents[3] / "www")
    listed(place)
    with serving(folder_at(place)) as address:
        words = {
            "folder": [address],
            "without a slash": [address.rstrip("/")],
            "file": [f"{address}minigam-{NEW}.tar"],
            "the owner's": [],
        }[how]
        (maker.box.root / CONFIG).write_text(f'address = "{address}"\n')
        found = run("update", *words)
    assert (found.status, found.err) == (0, "")
    assert maker.box.found()["current"] == NEW


@pytest.mark.minisign
def test_an_address_that_gives_no_answer_is_named_unless_a_stick_offers_something(
    maker: Maker, run: Run
) -> None:
    address = f"http://127.0.0.1:{free_port()}/"
    (maker.box.root / CONFIG).write_text(f'address = "{address}"\n')
    status, _, err = run("update")
    assert status == ExitStatus.UNAVAILABLE
    assert err.startswith(f"minigam: {address}SHA256SUMS gave no answer: ")
    maker.release(NEW)
    assert run("update").status == 0


@pytest.mark.minisign
def test_what_the_list_promises_is_not_what_counts(maker: Maker, run: Run) -> None:
    """The server offers an old release as a new one."""
    old = maker.release("1.5.0")
    www = maker.stick.parents[3] / "www"
    www.mkdir()
    for ending in ("", ".minisig"):
        Path(f"{www}/minigam-{NEW}.tar{ending}").write_bytes(Path(f"{old}{ending}").read_bytes())
    listed(www)
    with serving(folder_at(www)) as address:
        found = run("update", address)
    assert found.status == ExitStatus.USAGE
    assert "the signature beside minigam-2.0.0.tar is of another file" in found.err
    assert maker.box.found() == AS_BEFORE


@pytest.mark.minisign
@pytest.mark.parametrize("gone", ["", ".minisig"])
def test_half_of_a_release_is_refused(gone: str, maker: Maker, run: Run) -> None:
    file = maker.release(NEW)
    listed(maker.stick)
    Path(f"{file}{gone}").unlink()
    with serving(folder_at(maker.stick)) as address:
        found = run("update", address)
    assert found.status == ExitStatus.USAGE
    assert ("is not signed" if gone else "expected minigam-2.0.0.tar at http:") in found.err


class Redirecting(Quiet):
    """Sends everybody somewhere else."""

    to = ""

    def do_GET(self) -> None:
        self.send_response(302)
        self.send_header("Location", self.to)
        self.end_headers()


@pytest.mark.parametrize("to", ["file:///etc/passwd", "ftp://127.0.0.1/list", "/round"])
def test_a_redirection_leads_to_no_file_and_not_for_ever(to: str) -> None:
    handler = type("Elsewhere", (Redirecting,), {"to": to})
    with serving(handler) as address, pytest.raises(UpdateUnavailableError, match="gave no answer"):
        lines_at(f"{address}{SUMS}")


class Endless(BaseHTTPRequestHandler):
    """More than anybody has asked for."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"x" * 100_000)

    def log_message(self, *_: object) -> None:
        """Print nothing."""


def test_no_more_is_written_than_there_is_room_for(tmp_path: Path) -> None:
    with (
        serving(Endless) as address,
        pytest.raises(UpdateUnavailableError, match="larger than the 70000 bytes"),
    ):
        download(address, tmp_path / "file", 70_000)
    assert (tmp_path / "file").stat().st_size <= 70_000


class Dripping(Endless):
    """Sends a byte now and then, so that none of them is late."""

    after: bytes
    end: Event

    def do_GET(self) -> None:
        self.wfile.write(self.after)
        while not self.end.wait(0.01):
            try:
                self.wfile.write(b"x")
            except OSError:
                return


@pytest.mark.parametrize("after", [b"HTTP/1.1 200 OK\r\nX: ", b"HTTP/1.1 200 OK\r\n\r\n"])
def test_who_sends_a_byte_now_and_then_is_left(
    after: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LIST_SECONDS", "FILE_SECONDS"):
        monkeypatch.setattr(downloading, name, 0.2)
    end = Event()
    with serving(type("Drip", (Dripping,), {"after": after, "end": end})) as address:
        try:
            with pytest.raises(UpdateUnavailableError, match=f"^{address}SHA256SUMS took longer "):
                lines_at(f"{address}{SUMS}")
            with pytest.raises(UpdateUnavailableError, match=f"^{address}x.tar took longer "):
                download(f"{address}x.tar", tmp_path / "x.tar", 10**9)
        finally:
            end.set()


def test_what_lies_in_the_present_folder_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("minigam", "urllib"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('evil')\n")
    (tmp_path / "www").mkdir()
    (tmp_path / "www" / SUMS).write_text("good\n")
    path = [str(Path(each).absolute()) for each in os.environ.get("PYTHONPATH", "").split(":")]
    monkeypatch.setenv("PYTHONPATH", ":".join(path))
    monkeypatch.chdir(tmp_path)
    with serving(folder_at(tmp_path / "www")) as address:
        assert lines_at(f"{address}{SUMS}") == ["good"]


class Broken(Endless):
    """Answers with a fault of its own."""

    def do_GET(self) -> None:
        self.send_response(500)
        self.end_headers()


class Noise(Endless):
    """Speaks no HTTP."""

    def do_GET(self) -> None:
        self.wfile.write(b"SSH-2.0-x\r\n")


@pytest.mark.parametrize("handler", [Broken, Noise])
def test_another_answer_is_said_to_be_none(handler: Handler, tmp_path: Path) -> None:
    with serving(handler) as address:
        with pytest.raises(UpdateUnavailableError, match=r"gave no answer: .*; try again later"):
            lines_at(address)
        with pytest.raises(UpdateUnavailableError, match="gave no answer"):
            download(address, tmp_path / "file", 10)


def test_so_is_nobody(tmp_path: Path) -> None:
    with pytest.raises(UpdateUnavailableError, match=r"gave no answer: .*refused"):
        download(f"http://127.0.0.1:{free_port()}/x", tmp_path / "file", 10)


def test_a_folder_without_a_list_offers_nothing(tmp_path: Path) -> None:
    with (
        serving(folder_at(tmp_path)) as address,
        pytest.raises(UpdateUnavailableError, match="expected a list of releases, found no"),
    ):
        offer_of(address, MACHINE)


def test_only_names_of_releases_count_in_a_list(tmp_path: Path) -> None:
    names = ["../../minigam-9.0.0.tar", "minigam-9.0.0.tar.gz", "minigam-2.0.0.tar", "a b", ""]
    lines = [f"{'0' * 64}  {name}\n" for name in names]
    (tmp_path / SUMS).write_text("".join([*lines, "minigam-8.0.0.tar\n", "\xff\n"]), "latin-1")
    with serving(folder_at(tmp_path)) as address:
        assert offer_of(address, MACHINE) == Offer(Release(NEW), address)
