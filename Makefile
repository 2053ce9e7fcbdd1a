# Everything from a fresh clone: `make play`, `make test`. Needs Python 3.11 or newer and nothing else.
.DEFAULT_GOAL := help
.SUFFIXES:
# What Python compiles is kept: without it each run of the tests, and each program they start, compiles everything anew.
unexport PYTHONDONTWRITEBYTECODE

VENV ?= .venv
# Set PYTHON to choose an interpreter: make PYTHON=/opt/python/bin/python3 test
PYTHON ?=
BIN := $(VENV)/bin
TYPES := $(VENV)/.types
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

# Kills of `make kill-test`, letters of `make fuzz-letters` and the seed of the first.
KILLS ?= 300
COUNT ?= 100000
SEED ?= 1

.PHONY: help play test lint style types slow-test long-test by-hand-test kill-test postgresql-test daemons-test fuzz-letters browser-test screenshots messages clean

help:
	@echo 'make play    a whole battle by mail on this machine, through real mail servers on loopback'
	@echo 'make test    style, types, layers, and all tests but those that are slow or long'
	@echo 'make lint    style, types and layers only'
	@echo 'make slow-test     the tests that take more than half a second, which make test leaves out'
	@echo 'make long-test     the tests that take many seconds or minutes'
	@echo 'make by-hand-test  every seat of every scenario by hand, to the end'
	@echo 'make kill-test     the moderator killed at $(KILLS) random moments (KILLS=60 for fewer)'
	@echo 'make postgresql-test  store, daemon and kills with their databases on a PostgreSQL server'
	@echo 'make daemons-test  four daemons on one PostgreSQL database, three killed, 2,000 letters of 200 games'
	@echo 'make fuzz-letters  $(COUNT) damaged letters are read (COUNT=, SEED=)'
	@echo 'make browser-test  every kind of letter in Chromium: WCAG AA, phone and desk, light and dark'
	@echo 'make screenshots   pictures of what players see, into docs/pictures'
	@echo 'make messages      new words of the templates into the files of translations'
	@echo 'make clean   remove the virtual environment and all caches'

play: $(VENV)/.installed
	$(BIN)/pbem play

# mypy works on one core, so it runs beside all else; what it says comes last. All tests are collected once before they run,
# which compiles them: else each process would compile them for itself.
test: $(VENV)/.installed-dev
	@$(BIN)/mypy >$(TYPES) 2>&1 & types=$$!; status=0; \
	$(MAKE) --no-print-directory style && { \
		$(BIN)/pytest --collect-only --quiet >/dev/null 2>&1 || true; \
		$(BIN)/pytest -m 'not long and not slow' --numprocesses auto --dist worksteal; } || status=$$?; \
	wait $$types || status=$$?; \
	echo '$(BIN)/mypy'; cat $(TYPES); exit $$status

slow-test: $(VENV)/.installed-dev
	$(BIN)/pytest -m 'slow and not long' --numprocesses auto --dist worksteal

long-test: $(VENV)/.installed-dev
	$(BIN)/pytest -m long --numprocesses auto --dist worksteal

by-hand-test: $(VENV)/.installed-dev
	PBEM_TEST_LETTERS=0 $(BIN)/pytest -m long --numprocesses auto --dist worksteal tests/lab/test_to_the_end.py

kill-test: $(VENV)/.installed-dev
	PBEM_TEST_KILLS=$(KILLS) $(BIN)/pytest tests/kill -k random --numprocesses auto --dist worksteal

# The server is started and ended by the tests; its programs are Debian's package postgresql.
postgresql-test: $(VENV)/.installed-dev
	PBEM_TEST_POSTGRESQL=1 PBEM_TEST_KILLS=20 $(BIN)/pytest tests/store tests/daemon/test_daemon.py \
		tests/daemon/test_server_away.py tests/daemon/test_trouble.py tests/cli/test_copy.py tests/kill/test_kill.py tests/kill/test_several.py \
		tests/moderator/clock/test_progress.py tests/moderator/core tests/moderator/correcting/test_holding.py \
		tests/moderator/desk/test_retention.py tests/moderator/intake/test_in_memory.py tests/moderator/intake/test_intake.py \
		tests/moderator/intake/test_shared_work.py \
		tests/moderator/seats/test_ending.py

daemons-test: $(VENV)/.installed-dev
	PBEM_TEST_POSTGRESQL=1 $(BIN)/python -m tests.kill.several --daemons 4 --games 200 --letters 2000 --kills 3

fuzz-letters: $(VENV)/.installed-dev
	$(BIN)/python -m tests.letters.fuzz --count $(COUNT) --seed $(SEED)

lint: style types

style: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: $(VENV)/.installed-dev
	$(BIN)/mypy

browser-test: $(VENV)/.installed-browser
	$(BIN)/pytest tests/browser

screenshots: $(VENV)/.installed-browser
	$(BIN)/python -m tests.browser.pictures docs/pictures

messages: $(VENV)/.installed
	for language in templates/locale/*; do $(BIN)/pbem lab messages "$${language##*/}" templates || exit 1; done

$(VENV)/.installed: pyproject.toml | $(VENV)/.made
	@echo 'Installing pbem into $(VENV) ...'
	@$(PIP) install --editable .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	@echo 'Installing the tools for the tests into $(VENV) ...'
	@$(PIP) install --editable '.[dev]'
	@touch $@

$(VENV)/.installed-browser: $(VENV)/.installed-dev
	@echo 'Installing what drives a browser into $(VENV) ...'
	@$(PIP) install --editable '.[browser]'
	@touch $@

# The stamp comes last, so that a half-made environment is finished by the next run.
$(VENV)/.made:
	@PYTHON='$(PYTHON)' sh deploy/make-venv.sh '$(VENV)'
	@touch $@

clean:
	rm -rf '$(VENV)' build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
