# `make run` plays, `make test` proves. Everything they need they put into $(VENV).

VENV ?= .venv
PYTHON ?= $$(.ci/python)
PIP = $(VENV)/bin/python -m pip --disable-pip-version-check -qq
PIP_INSTALL = $(PIP) install --retries 10 --timeout 60 --require-hashes
PYTEST = $(VENV)/bin/python -m pytest
# On more cores than two: PARALLEL='-n 4 --dist loadfile --no-loadscope-reorder'.
PARALLEL ?=
NODE = PATH="$$(.ci/node $(VENV)):$$PATH"
RUNS_ON_SERVICES = $(wildcard tests/games tests/lobby tests/bots tests/live tests/faults)

.PHONY: help setup run test axe check format quick test-services lock clean

help:
	@echo 'make run            the site on http://127.0.0.1:8000, until Ctrl-C'
	@echo 'make test           all tests, those in a browser too'
	@echo 'make axe            axe-core on every page, theme and language, in minutes'
	@echo 'make check          the linters alone'
	@echo 'make format         lays the Python code out'
	@echo 'make quick          the rules and the core, in seconds'
	@echo 'make test-services  storage and live tests on DATABASE_URL and REDIS_URL'
	@echo 'make setup          installs what `make run` needs (into $(VENV))'
	@echo 'make lock           writes the lock files anew (UPGRADE=--upgrade for newer versions)'
	@echo 'make clean          removes what was installed and built; data stay'

setup: $(VENV)/.installed

run: setup
	@$(VENV)/bin/python manage.py migrate --verbosity 0
	@exec $(VENV)/bin/python manage.py serve

test: $(VENV)/.installed-dev node_modules/.package-lock.json
	@.ci/chromium $(VENV)
	$(NODE) node --test tests/js/*.test.mjs
	$(PYTEST) $(PARALLEL)

axe: $(VENV)/.installed-dev node_modules/.package-lock.json
	@.ci/chromium $(VENV)
	AXE=all $(PYTEST) $(PARALLEL) tests/browser/test_axe.py

quick: $(VENV)/.installed-dev
	$(PYTEST) tests/rules tests/core

test-services: $(VENV)/.installed-dev
	@test -n "$$DATABASE_URL" && test -n "$$REDIS_URL" || \
		{ echo 'Set DATABASE_URL and REDIS_URL, such as redis://127.0.0.1:6379/0.'; exit 1; }
	$(PYTEST) $(PARALLEL) $(RUNS_ON_SERVICES)

check: $(VENV)/.installed-dev node_modules/.package-lock.json
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports --no-logo
	$(NODE) npm run --silent types
	$(VENV)/bin/python manage.py makemigrations --check --dry-run

format: $(VENV)/.installed-dev
	$(VENV)/bin/ruff check --fix
	$(VENV)/bin/ruff format

lock: $(VENV)/bin/python
	$(PIP) install uv
	$(VENV)/bin/uv pip compile $(UPGRADE) $(UV_OPTIONS) pyproject.toml -o requirements.lock
	$(VENV)/bin/uv pip compile $(UPGRADE) $(UV_OPTIONS) pyproject.toml --extra dev \
		--constraint requirements.lock -o requirements-dev.lock

UV_OPTIONS = --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	--no-emit-index-url

clean:
	rm -rf $(VENV) node_modules .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

# --- what the commands above need ---------------------------------------------------------------
$(VENV)/bin/python:
	@python="$(PYTHON)" && test -n "$$python" && \
		echo "Making $(VENV) with $$("$$python" --version) …" && "$$python" -m venv --clear $(VENV)

$(VENV)/.installed: requirements.lock | $(VENV)/bin/python
	@echo 'Installing the dependencies (a minute the first time) …'
	@$(PIP_INSTALL) -r requirements.lock
	@touch $@

$(VENV)/.installed-dev: requirements-dev.lock $(VENV)/.installed
	@echo 'Installing the tools for tests and checks (a minute the first time) …'
	@$(PIP_INSTALL) -r requirements-dev.lock
	@touch $@

node_modules/.package-lock.json: package-lock.json package.json | $(VENV)/.installed-dev
	@$(NODE) npm ci --no-audit --no-fund --loglevel=error
	@touch $@
