# `make run` plays, `make test` tests, `make` alone lists what else there is. All set themselves up; nothing is
# installed outside .venv but what `tests/debian.sh` names.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN ?=
SOLVE ?=
CLUB ?=
TEST ?=
FUZZ ?=

BARE ?=
MUTANTS ?=
KIOSK ?=
LOCK ?=
KEY ?=
WHEELS ?=
IMAGE ?=
SBOM ?= $(BIN)/python
LOCKED := $(wildcard requirements/*.txt)

.PHONY: help run solve club test test-all long bare check bench arena pictures kiosk-picture hardware drawings simulation pcb install upgrade uninstall
.PHONY: boot-test pi-test card-test power-test virtual-bench proven fuzz flood mutants soak lock audit sbom image release clean FORCE
.DELETE_ON_ERROR:

help:  ## What there is to make: this list
	@sed -n 's/^\([a-z-]*\):.*  ## \(.*\)/\1|\2/p' $(firstword $(MAKEFILE_LIST)) | \
		while IFS='|' read -r name does; do printf 'make %-14s %s\n' "$$name" "$$does"; done

run: $(VENV)/run.done  ## Play on the simulated board: make run RUN="--black easy"
	@exec $(BIN)/minigam run --board sim $(RUN)

solve: $(VENV)/solver.done  ## Exact values, for a perfect opponent: make solve SOLVE="--rules ID"
	@$(BIN)/minigam solve $(SOLVE)

club: $(VENV)/club.done  ## A club's evening to try, with a broker and four boards: make club CLUB="--port N"
	@exec $(BIN)/python -m tests.club_evening $(CLUB)

test: check  ## Style, types and the quick tests, in some minutes: before each commit
	@tests/quick.sh $(TEST)

test-all: test  ## The slow tests too: every game at length, browsers, virtual machines, a bare system
	@tests/slow.sh

long: $(VENV)/test.done  ## What `make test-all` tries only some of: more games, positions and damages, an hour and more
	@$(BIN)/python -m pytest -n 3 --dist worksteal -m long

bare: $(VENV)/test.done  ## `make test` in bare Bookworm and Trixie systems (root): make bare [BARE="trixie-user ..."]
	@$(BIN)/python -m tests.bare $(BARE)

check: $(VENV)/test.done  ## Style and types only
	@$(BIN)/ruff check && $(BIN)/ruff format --check && $(BIN)/mypy

bench: $(VENV)/bench.done  ## Measured figures, into docs/measured.md
	@$(BIN)/python -m tests.bench

arena: $(VENV)/test.done  ## How strong the computer players are, for hours: make arena [ARENA="ladder backgammon --number 1000"]
	@$(BIN)/python -m tests.arena $(ARENA)

pictures: $(VENV)/test.done  ## The README's pictures of the page
	@tests/debian.sh browser && $(BIN)/python -m tests.e2e.pictures && $(BIN)/python -m tests.provisioning.pictures

kiosk-picture: $(VENV)/test.done  ## A picture of the kiosk, without a display; as root
	@tests/debian.sh browser && tests/debian.sh cage && $(BIN)/python -m tests.systemd.kiosk

hardware: drawings simulation pcb  ## All of hardware/, from the board profiles: the next three (root on Debian 12)

drawings: $(VENV)/hardware.done  ## Wiring, lists of parts, printed parts and the card of the lights
	@tests/debian.sh hardware browser && $(BIN)/python -m hardware.drawing

simulation: $(VENV)/run.done  ## Figures of the simulated circuits
	@tests/debian.sh spice && $(BIN)/python -m hardware.simulation --write

pcb: $(VENV)/run.done  ## The printed circuit boards, checked by KiCad 9 (root on Debian 12, some minutes at first)
	@tests/debian.sh kicad && $(BIN)/python -m hardware.pcb

install:  ## Onto this Pi, started at boot: sudo make install [KIOSK=1] [BROKER=1] [CLUB=1] [YES=1]
	@systemd/install.sh install

upgrade:  ## The installed minigam by this one; goes back by itself if this one does not start
	@systemd/install.sh upgrade

uninstall:  ## All of it off this Pi; the games, and a club's keys, stay
	@systemd/uninstall.sh

image:  ## A card for a Pi, into build/image: sudo make image [KIOSK=1] [KEY=release.pub]
	@KIOSK="$(KIOSK)" KEY="$(KEY)" systemd/image/make.sh

boot-test: $(VENV)/test.done  ## Install, boot and recover in fresh systems (root, some minutes)
	@tests/boot/run.sh

pi-test: $(VENV)/test.done  ## Install and play on a Pi's architecture, by QEMU (root, some minutes)
	@tests/debian.sh pi && $(BIN)/python -m pytest tests/pi -m pi

card-test: $(VENV)/test.done  ## Boot the image on an emulated Pi, and cut its power (root, an hour)
	@tests/debian.sh pi_boot && tests/pi/card.sh >/dev/null && $(BIN)/python -m pytest tests/pi -m pi_boot

power-test: $(VENV)/test.done  ## Cut the power of a machine that plays, into docs/journal.md
	@tests/debian.sh power && tests/kernel.sh >/dev/null && $(BIN)/python -m tests.power

virtual-bench: $(VENV)/test.done  ## The shipped unit on a Pi 4 in a virtual machine (root, some minutes)
	@tests/debian.sh virtual && tests/hil/virtual/disk.sh >/dev/null && $(BIN)/python -m pytest tests/hil/virtual

proven: $(VENV)/test.done  ## What the last `make test-all` has shown, into docs/proven.md
	@$(BIN)/python -m tests.proven

fuzz: $(VENV)/fuzz.done  ## What breaks a parser or a game? make fuzz [FUZZ="mat sgf"] [FUZZ_SECONDS=120]
	@$(BIN)/python -m tests.fuzz $(FUZZ)
	@$(BIN)/python -m pytest -q --hypothesis-profile=long tests/daemon/test_hands.py

flood: $(VENV)/test.done  ## How long taps take while guests do their worst: make flood [FLOOD_TAPS=200]
	@$(BIN)/python -m tests.flood

mutants: $(VENV)/test.done  ## How many small faults the quick tests catch: make mutants [MUTANTS="--count 60"]
	@$(BIN)/python -m tests.mutants $(MUTANTS)

soak: $(VENV)/test.done  ## A day of play on every board, in minutes: make soak [SOAK_HOURS=24]
	@$(BIN)/python -m tests.soak

lock: $(VENV)/lock.done  ## What is installed, with hashes, after pyproject.toml has changed: make lock [LOCK=--upgrade]
	@$(BIN)/python -m tests.requirements.lock $(LOCK)

release: $(VENV)/test.done  ## A signed release, into build/release: make release KEY=FILE [WHEELS="FOLDER ..."] [IMAGE=FILE]
	@tests/debian.sh minisign && $(BIN)/python -m tests.release $(if $(KEY),--key $(KEY)) $(if $(WHEELS),--wheels $(WHEELS)) $(if $(IMAGE),--image $(IMAGE))

audit: $(VENV)/lock.done  ## Are there advisories about what is locked? It asks the network
	@$(BIN)/pip-audit --strict --disable-pip $(LOCKED:%=-r %)

sbom: $(VENV)/run.done  ## What is installed, as CycloneDX, into build/sbom.json: make sbom [SBOM=/opt/minigam/current/bin/python]
	@$(SBOM) -m tests.requirements.sbom build/sbom.json

clean:  ## Forget the virtual environment and caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find controller firmware hardware tests -name __pycache__ -prune -exec rm -rf {} +

# A clone that was moved or copied, or whose Python was replaced, is set up again.
WHOLE := $(shell grep -qsF "$(CURDIR)/$(VENV)/" $(BIN)/pip && $(BIN)/python -c '' 2>/dev/null && echo yes)
SET_UP := pyproject.toml $(LOCKED) $(if $(WHOLE),,FORCE)

$(VENV)/run.done: $(SET_UP)
	@PYTHON=$(PYTHON) tests/setup.sh run
$(VENV)/solver.done: $(SET_UP)
	@PYTHON=$(PYTHON) tests/setup.sh solver
$(VENV)/club.done: $(SET_UP)
	@PYTHON=$(PYTHON) tests/setup.sh club
$(VENV)/test.done: $(SET_UP)
	@PYTHON=$(PYTHON) tests/setup.sh test
$(VENV)/bench.done: $(SET_UP) $(VENV)/test.done
	@PYTHON=$(PYTHON) tests/setup.sh bench
$(VENV)/hardware.done: $(SET_UP)
	@PYTHON=$(PYTHON) tests/setup.sh hardware
$(VENV)/fuzz.done: $(SET_UP) $(VENV)/test.done
	@PYTHON=$(PYTHON) tests/setup.sh fuzz
$(VENV)/lock.done: $(SET_UP)
	@PYTHON=$(PYTHON) tests/setup.sh lock
