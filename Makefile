# `make run` plays, `make test` proves. Both set themselves up; nothing is installed outside .venv
# but what `tests/debian.sh` names.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN ?=
SOLVE ?=
TEST ?=
FUZZ ?=

.PHONY: run solve test check bench pictures kiosk-picture hardware install upgrade uninstall boot-test
.PHONY: power-test virtual-bench proven fuzz soak clean
.DELETE_ON_ERROR:

run: $(VENV)/run.done  ## Play on the simulated board: make run RUN="--black easy"
	@exec $(BIN)/minigam run --board sim $(RUN)

solve: $(VENV)/solver.done  ## Exact values, for a perfect opponent: make solve SOLVE="--rules ID"
	@$(BIN)/minigam solve $(SOLVE)

test: $(VENV)/test.done  ## Every check and test
	@tests/all.sh $(TEST)

check: $(VENV)/test.done  ## Style and types only
	@$(BIN)/ruff check && $(BIN)/ruff format --check && $(BIN)/mypy

bench: $(VENV)/bench.done  ## Measured figures, into docs/measured.md
	@$(BIN)/python -m tests.bench

pictures: $(VENV)/test.done  ## The README's pictures of the page
	@tests/debian.sh browser && $(BIN)/python -m tests.e2e.pictures

kiosk-picture: $(VENV)/test.done  ## A picture of the kiosk, without a display; as root
	@tests/debian.sh browser && tests/debian.sh cage && $(BIN)/python -m tests.systemd.kiosk

hardware: $(VENV)/hardware.done  ## Wiring, lists of parts and printed parts, from the board profiles
	@tests/debian.sh hardware && $(BIN)/python -m hardware.drawing

install:  ## Onto this Pi, started at boot: sudo make install [KIOSK=1] [YES=1]
	@systemd/install.sh install

upgrade:  ## The installed minigam by this one; goes back by itself if this one does not start
	@systemd/install.sh upgrade

uninstall:  ## All of it off this Pi; the games stay
	@systemd/uninstall.sh

boot-test: $(VENV)/test.done  ## Install, boot and recover in fresh systems (root, some minutes)
	@tests/boot/run.sh

power-test: $(VENV)/test.done  ## Cut the power of a machine that plays, into docs/journal.md
	@tests/debian.sh power && tests/kernel.sh >/dev/null && $(BIN)/python -m tests.power

virtual-bench: $(VENV)/test.done  ## The shipped unit on a Pi 4 in a virtual machine (root, some minutes)
	@tests/debian.sh virtual && tests/hil/virtual/disk.sh >/dev/null && $(BIN)/python -m pytest tests/hil/virtual

proven: $(VENV)/test.done  ## What the last `make test` has shown, into docs/proven.md
	@$(BIN)/python -m tests.proven

fuzz: $(VENV)/fuzz.done  ## What breaks a parser or a game? make fuzz [FUZZ="mat sgf"] [FUZZ_SECONDS=120]
	@$(BIN)/python -m tests.fuzz $(FUZZ)
	@$(BIN)/python -m pytest -q --hypothesis-profile=long tests/daemon/test_hands.py

soak: $(VENV)/test.done  ## A day of play on every board, in minutes: make soak [SOAK_HOURS=24]
	@$(BIN)/python -m tests.soak

clean:  ## Forget the virtual environment and caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find controller firmware hardware tests -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/run.done: pyproject.toml
	@PYTHON=$(PYTHON) tests/setup.sh run
$(VENV)/solver.done: pyproject.toml
	@PYTHON=$(PYTHON) tests/setup.sh solver
$(VENV)/test.done: pyproject.toml
	@PYTHON=$(PYTHON) tests/setup.sh test
$(VENV)/bench.done: pyproject.toml $(VENV)/test.done
	@PYTHON=$(PYTHON) tests/setup.sh bench
$(VENV)/hardware.done: pyproject.toml
	@PYTHON=$(PYTHON) tests/setup.sh hardware
$(VENV)/fuzz.done: pyproject.toml $(VENV)/test.done
	@PYTHON=$(PYTHON) tests/setup.sh fuzz
