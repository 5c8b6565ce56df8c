# Two commands: `make run` serves the games, `make test` passes the tests.  Both install what is missing.

SHELL := /bin/bash
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -name '*.py' -not -path '*/cli/scaffold/*')
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help run test check compiled test-interpreted test-compiled test-package coverage fuzz bench clean

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | column -t -s "$$(printf '\t')"

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip

$(VENV)/.installed: pyproject.toml setup.py | $(BIN)/python
	$(BIN)/pip install --quiet --group test --group check
	SANDTABLE_PURE=1 $(BIN)/pip install --quiet --editable .
	touch $@

build/compiled/.fingerprint: $(SOURCES) tools/compile.py | $(VENV)/.installed
	$(BIN)/python tools/compile.py

compiled: build/compiled/.fingerprint  ## compile core, kit and games into build/compiled

run: build/compiled/.fingerprint  ## set everything up and play in the terminal
	PYTHONPATH=build/compiled $(BIN)/python -m sandtable.cli play $(or $(GAME),picket)

test: check compiled test-interpreted test-compiled test-package  ## set everything up and run all tests

test-interpreted: build/compiled/.fingerprint
	PYTHONPATH=src $(BIN)/python -m pytest tests -n 2 -m "not package"

test-compiled: build/compiled/.fingerprint
	PYTHONPATH=build/compiled $(BIN)/python -m pytest tests -n 2 -m "not package and not interpreted"

test-package: $(VENV)/.installed
	PYTHONPATH=src $(BIN)/python -m pytest tests -m package

check: $(VENV)/.installed  ## ruff, mypy --strict, import layers, links in the docs
	$(BIN)/ruff check src tests tools benchmarks setup.py
	$(BIN)/ruff format --check src tests tools benchmarks setup.py
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports
	$(BIN)/python tools/check_docs.py

coverage: $(VENV)/.installed  ## branch coverage of the core
	PYTHONPATH=src $(BIN)/python -m pytest tests/core tests/contract --cov=sandtable.core --cov-branch --cov-report=term-missing --cov-fail-under=100

fuzz: build/compiled/.fingerprint  ## play at random for MINUTES (10) per game
	for game in $$(PYTHONPATH=build/compiled $(BIN)/python -c "from sandtable import games; print(*games.names())"); do \
	  PYTHONPATH=build/compiled $(BIN)/python -m sandtable.cli fuzz $$game --minutes $(or $(MINUTES),10) || exit 1; done

bench: build/compiled/.fingerprint  ## speed of random play, all games
	PYTHONPATH=build/compiled $(BIN)/python -m sandtable.cli bench

clean:  ## remove what was built
	rm -rf build dist $(VENV) src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
