"""Proxies on the board's machine make nobody its owner, whatever they say or leave out."""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.e2e.daemon import PATIENCE_SECONDS, Daemon, running

PROGRAMS = ("ip", "nginx", "socat", "setpriv")
pytestmark = [
    pytest.mark.proxy,
    pytest.mark.slow,
    pytest.mark.skipif(
        os.geteuid() != 0 or not all(map(shutil.which, PROGRAMS)),
        reason=f"needs root and {', '.join(PROGRAMS)}",
    ),
]
SPACE, HERE, THERE = "minigam-guests", "10.213.7.1", "10.213.7.2"
"""A network namespace, and the two ends of the wire to it."""
NGINX, SOCAT = 8091, 8092
NOBODY = "65534"
ASKING = """
import json, sys, urllib.request
port, host = sys.argv[1], sys.argv[2]
def ask(path, body=None, **headers):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Host": host, "Content-Type": "application/json", **headers}
    request = urllib.request.Request(f"http://HERE:{port}{path}", data, headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as fault:
        return fault.code, json.load(fault)
me = ask("/api/me")
taps = [ask("/api/sim/tap", {"input": "undo"}, **more)[0] for more in (
    {}, {"Origin": f"http://{host}"}, {"Origin": f"http://{host}", "X-Minigam-Key": ""})]
settings = ask("/api/settings", {"volume": 1})[0]
print(json.dumps([me[1].get("visitor"), me[1].get("key"), taps, settings]))
""".replace("HERE", HERE)
CONFIG = """
user www-data; pid {folder}/pid; error_log /dev/null; daemon off;
events {{}}
http {{
  access_log off;
  server {{
    listen {here}:{nginx};
    location / {{
      proxy_pass http://127.0.0.1:{port};
      proxy_http_version 1.1;
      proxy_set_header Host {host};
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection upgrade;
    }}
  }}
}}
"""
"""As many an answer in the web has it: nothing says that it passes on."""


@contextmanager
def program(*command: str) -> Iterator[None]:
    running = subprocess.Popen(command)
    try:
        yield
    finally:
        running.terminate()
        running.wait()


@contextmanager
def network() -> Iterator[None]:
    """Guests' own network, joined to this machine by a wire."""
    ip = "ip"
    inside = ("netns", "exec", SPACE, "ip")
    for words in (
        ("netns", "add", SPACE),
        ("link", "add", "mg-here", "type", "veth", "peer", "name", "mg-there", "netns", SPACE),
        ("address", "add", f"{HERE}/24", "dev", "mg-here"),
        ("link", "set", "mg-here", "up"),
        (*inside, "address", "add", f"{THERE}/24", "dev", "mg-there"),
        (*inside, "link", "set", "mg-there", "up"),
    ):
        subprocess.run([ip, *words], check=True)
    try:
        yield
    finally:
        subprocess.run([ip, "netns", "delete", SPACE], check=True)


def asked(port: int, host: str) -> list[object]:
    """What a guest in the other network finds, once the proxy is up."""
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        done = subprocess.run(
            ["ip", "netns", "exec", SPACE, "python3", "-c", ASKING, str(port), host],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode == 0 or time.monotonic() > until:
            assert done.returncode == 0, done.stderr
            found: list[object] = json.loads(done.stdout)
            return found
        time.sleep(0.1)


@pytest.fixture(name="daemon", scope="module")
def _daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    folder = tmp_path_factory.mktemp("proxies")
    try:
        with ExitStack() as stack:
            stack.enter_context(network())
            daemon = stack.enter_context(running(folder / "data"))
            socat = f"TCP:127.0.0.1:{daemon.port}"
            listen = f"TCP-LISTEN:{SOCAT},bind={HERE},fork,reuseaddr"
            config = folder / "nginx.conf"
            host = f"127.0.0.1:{daemon.port}"
            settings = {"folder": folder, "here": HERE, "nginx": NGINX, "port": daemon.port}
            config.write_text(CONFIG.format(**settings, host=host), "utf-8")
            as_nobody = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")
            stack.enter_context(program("nginx", "-c", str(config), "-p", str(folder)))
            stack.enter_context(program(*as_nobody, "socat", listen, socat))
            yield daemon
    except subprocess.CalledProcessError as fault:
        pytest.skip(f"this machine makes no network namespaces: {fault}")


@pytest.mark.parametrize("port", [NGINX, SOCAT])
@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_whoever_comes_through_a_proxy_watches(daemon: Daemon, port: int, name: str) -> None:
    assert asked(port, f"{name}:{daemon.port}") == ["watching", None, [403, 403, 403], 403]


def test_the_owner_is_here_all_the_same(daemon: Daemon) -> None:
    assert daemon.get("/api/me")["visitor"] == "here"
    daemon.tap("undo")


def test_the_daemon_has_said_nothing(daemon: Daemon, tmp_path: Path) -> None:
    assert daemon.log == ""
    assert not list(tmp_path.iterdir())
