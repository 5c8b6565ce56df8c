# Two commands: `make run` serves the games, `make test` passes the tests.  Both install what is missing.

SHELL := /bin/bash
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -name '*.py' -not -path '*/cli/scaffold/*')
WEB_SOURCES := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/fixtures/*' -not -path web/src/wire.ts 2>/dev/null)
GAME_FILES := $(shell find src/sandtable/games -name '*.toml' -o -name 'rulebook.md')
# What others made is installed from the locks alone: by name, version and hash (docs/decisions/0020-locks.md).
LOCKED := install --quiet --require-hashes --requirement
OURS := --quiet --no-deps --no-build-isolation --check-build-dependencies
FLOOR := build/floor/bin
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web --no-fund --no-audit
# One process more than there are cores (tests/conftest.py): some tests wait.  Neighbours share what is slow to set up.
WORKERS := -n auto --dist worksteal
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help run play test check check-python check-web compiled web test-web test-interpreted test-compiled test-package coverage fuzz mutants simulate endure bench test-floor lock lock-check dist image clean

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | column -t -s "$$(printf '\t')"

# set-up ---------------------------------------------------------------------------------

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip $(LOCKED) locks/pip.txt

# Node comes from the system, or from a package that carries it.
$(VENV)/.installed: pyproject.toml setup.py locks/pip.txt locks/test.txt locks/node.txt | $(BIN)/python
	$(BIN)/python -m pip $(LOCKED) locks/pip.txt
	$(BIN)/pip $(LOCKED) locks/test.txt
	SANDTABLE_PURE=1 $(BIN)/pip install $(OURS) --editable .
	command -v npm >/dev/null || $(BIN)/pip $(LOCKED) locks/node.txt
	touch $@

$(VENV)/.system: tools/install_system.sh | $(BIN)/python
	tools/install_system.sh
	touch $@

build/compiled/.fingerprint: $(SOURCES) $(GAME_FILES) tools/compile.py | $(VENV)/.installed
	$(BIN)/python tools/compile.py

compiled: build/compiled/.fingerprint  ## compile core, kit and games into build/compiled

web/node_modules/.installed: web/package-lock.json web/package.json web/.npmrc | $(VENV)/.installed
	$(NPM) ci --silent
	touch $@

# The page's types follow from the games; only a change of theirs makes the file newer.
web/src/wire.ts: $(SOURCES) $(GAME_FILES) | $(VENV)/.installed
	PYTHONPATH=src $(BIN)/python -m sandtable.wire.typescript $@

src/sandtable/server/static/index.html: $(WEB_SOURCES) web/src/wire.ts web/node_modules/.installed
	$(NPM) run --silent build

web: src/sandtable/server/static/index.html  ## build the web client into the package

web/fixtures/.made: $(SOURCES) $(GAME_FILES) tools/web_fixtures.py build/compiled/.fingerprint
	PYTHONPATH=build/compiled $(BIN)/python tools/web_fixtures.py
	touch $@

# the two commands -----------------------------------------------------------------------

run: build/compiled/.fingerprint web  ## set everything up and serve the games
	$(BIN)/python tools/compile.py
	PYTHONPATH=build/compiled $(BIN)/python -m sandtable.cli serve

# What keeps one core busy, or waits, runs side by side; what keeps all of them busy runs alone.
test: $(VENV)/.installed web/node_modules/.installed  ## set everything up and run all tests
	$(MAKE) web
	$(MAKE) --jobs=2 --output-sync=target compiled check-python check-web
	$(MAKE) test-interpreted test-compiled
	$(MAKE) --jobs=2 test-web test-package

# parts ----------------------------------------------------------------------------------

play: build/compiled/.fingerprint  ## play GAME (picket) in the terminal
	PYTHONPATH=build/compiled $(BIN)/python -m sandtable.cli play $(or $(GAME),picket)

test-interpreted: build/compiled/.fingerprint web $(VENV)/.system  ## all tests of the Python side, rules interpreted
	SANDTABLE_TEST_ALL=1 PYTHONPATH=src $(BIN)/python -m pytest tests $(WORKERS) -m "not package" --ignore=tests/web

test-compiled: build/compiled/.fingerprint  ## the contract and the games again, rules compiled
	$(BIN)/python tools/compile.py
	PYTHONPATH=build/compiled $(BIN)/python -m pytest tests/core tests/kit tests/contract tests/games $(WORKERS) -m "not package and not interpreted"

test-web: web web/fixtures/.made $(VENV)/.system  ## boards in a simulated page, and the whole client in Chromium
	$(NPM) run --silent test
	$(BIN)/python tools/compile.py
	SANDTABLE_WEB=1 PYTHONPATH=build/compiled $(BIN)/python -m pytest tests/web $(WORKERS)

test-package: web  ## a wheel in an empty environment
	PYTHONPATH=src $(BIN)/python -m pytest tests/package -n 2 -m package

# The lowest versions pyproject.toml allows: the Python side with the rules interpreted, and a compiled wheel.
test-floor: build/floor/.installed $(VENV)/.system  ## the Python side once more, with the lowest versions that are allowed
	PYTHONPATH=src $(FLOOR)/python -m pytest $(addprefix tests/,bots check cli contract core kit lab server store wire) $(WORKERS) -m "not package"
	PYTHONPATH=src $(FLOOR)/python -m pytest tests/package -n 2 -m package

build/floor/.installed: pyproject.toml locks/pip.txt locks/floor.txt
	$(PYTHON) -m venv --clear build/floor
	$(FLOOR)/python -m pip $(LOCKED) locks/pip.txt
	$(FLOOR)/pip $(LOCKED) locks/floor.txt
	SANDTABLE_PURE=1 $(FLOOR)/pip install $(OURS) --editable .
	touch $@

check: check-python check-web  ## ruff, mypy --strict, import layers, links in the docs, svelte-check

check-python: $(VENV)/.installed
	$(BIN)/ruff check src tests tools benchmarks setup.py
	$(BIN)/ruff format --check src tests tools benchmarks setup.py
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports
	$(BIN)/python tools/check_docs.py
	$(BIN)/python tools/rulebooks.py --check
	$(BIN)/python tools/lock.py --check

check-web: web/node_modules/.installed web/src/wire.ts
	$(NPM) run --silent check

coverage: $(VENV)/.installed  ## branch coverage of the core
	PYTHONPATH=src $(BIN)/python -m pytest tests/core tests/contract/test_mutants.py --cov=sandtable.core --cov-branch --cov-report=term-missing --cov-fail-under=100

fuzz: build/compiled/.fingerprint  ## play at random for MINUTES (10) per game
	for game in $$(PYTHONPATH=build/compiled $(BIN)/python -c "from sandtable import games; print(*games.names())"); do \
	  PYTHONPATH=build/compiled $(BIN)/python -m sandtable.cli fuzz $$game --minutes $(or $(MINUTES),10) || exit 1; done

mutants: $(VENV)/.installed  ## SAMPLE (300) mistakes planted by machine into the rules of each of GAMES (all): at least BAR (85) per cent are noticed
	for game in $(or $(GAMES),$$(PYTHONPATH=src $(BIN)/python -c "from sandtable import games; print(*games.names())")); do \
	  PYTHONPATH=src $(BIN)/python -m sandtable.cli mutants $$game --sample $(or $(SAMPLE),300) --bar $(or $(BAR),85) || exit 1; done

simulate: $(VENV)/.installed  ## the server under faults on virtual time, SEEDS (1000) runs
	PYTHONPATH=src $(BIN)/python benchmarks/simulation.py --seeds $(or $(SEEDS),1000) --first $(or $(FIRST),1)

endure: build/compiled/.fingerprint $(VENV)/.system  ## the long runs: KILLS (500) in each of three set-ups, CUTS (2,000), LOAD (600) seconds, SEEDS (1,000)
	for kind in "" --postgres --workers; do \
	  PYTHONPATH=build/compiled $(BIN)/python benchmarks/server_kills.py --kills $(or $(KILLS),500) $$kind || exit 1; done
	PYTHONPATH=build/compiled $(BIN)/python benchmarks/server_kills.py --kills $(or $(ROLLS),20) --rolling
	PYTHONPATH=build/compiled $(BIN)/python benchmarks/database_gone.py --seconds $(or $(GONE),60)
	PYTHONPATH=build/compiled $(BIN)/python benchmarks/power_cuts.py --cuts $(or $(CUTS),2000)
	PYTHONPATH=build/compiled $(BIN)/python benchmarks/server_load.py --seconds $(or $(LOAD),600)
	PYTHONPATH=src $(BIN)/python benchmarks/simulation.py --seeds $(or $(SEEDS),1000)

bench: build/compiled/.fingerprint  ## speed of random play, all games
	PYTHONPATH=build/compiled $(BIN)/python benchmarks/games_speed.py

# releases ---------------------------------------------------------------------------------

lock: $(BIN)/python  ## write the locks anew; RENEW=all or RENEW=name takes newer versions, DAYS (7) old at least
	$(BIN)/pip $(LOCKED) locks/lock.txt
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python tools/lock.py --renew "$(RENEW)" --days $(or $(DAYS),7)

lock-check: $(VENV)/.installed  ## do the locks say what pyproject.toml and package.json ask for?
	$(BIN)/python tools/lock.py --check

dist: web  ## what a release ships: wheels, the lock of their parts, the list of parts, sums of all
	rm -rf dist && mkdir dist
	SANDTABLE_PURE=1 $(BIN)/pip wheel $(OURS) --wheel-dir dist .
	$(BIN)/pip wheel $(OURS) --wheel-dir dist .
	cp locks/server.txt dist/server.txt
	$(BIN)/python tools/inventory.py --sbom > dist/parts.cdx.json
	cd dist && sha256sum * > SHA256SUMS

image: lock-check  ## build the container image by ENGINE (podman)
	$(or $(ENGINE),podman) build -f deploy/Containerfile -t sandtable .

clean:  ## remove what was built
	rm -rf build dist $(VENV) src/*.egg-info src/sandtable/server/static web/node_modules web/fixtures web/src/wire.ts .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
