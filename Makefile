# Every target prepares what it needs, asks nothing, and does nothing twice.
#   make serve   play: opens the tables on http://localhost:8000 (ARGS="--port 9000" and the like)
#   make test    everything that must hold
#   make check   linters and types alone
# A machine needs Python 3.11+ and this Makefile; Node and Chromium are fetched when missing. The
# rules are compiled where there is a C compiler (PAIJU_COMPILE=0: not), and run interpreted else.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# Tests start Python hundreds of times: it keeps what it has read, whatever the machine says.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
RUN := $(BIN)/.installed
DEV := $(BIN)/.installed-dev
# Node that is there already needs nothing of .venv; one that is missing is fetched into it.
NODE := $(shell python3 scripts/build_web.py --has-node 2>/dev/null && echo yes)
WEB := $(if $(NODE),python3,$(BIN)/python) scripts/build_web.py --install-node
ARGS ?=

.PHONY: help serve test soak check bench bench-peers bench-server fmt web compile wheel clean
.PHONY: check-python check-web test-web browser collect

help:
	@sed -n '2,4s/^# *//p' Makefile

$(BIN)/.installed: pyproject.toml scripts/install
	@scripts/install .

$(BIN)/.installed-dev: pyproject.toml scripts/install
	@scripts/install '.[dev]'

web: $(if $(NODE),,$(RUN))
	@$(WEB)

compile: $(RUN)
	@$(BIN)/python scripts/compile_rules.py --install-mypyc $(MUST)

serve: $(RUN) web compile
	@$(BIN)/paiju serve $(ARGS)

bench-peers: $(DEV) compile
	@$(BIN)/python -m bench.peers $(ARGS)

bench-server: $(DEV) compile
	@$(BIN)/python -m bench.server $(ARGS)

bench: compile
	@$(BIN)/paiju bench $(ARGS)

check-python: $(DEV)
	@echo "[paiju] ruff and mypy …"
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check --quiet || { echo "[paiju] run 'make fmt'"; exit 1; }
	@$(BIN)/mypy

check-web: web
	@echo "[paiju] types of the page …"
	@$(WEB) --run check

check: check-python check-web

test-web: web
	@echo "[paiju] tests of the page …"
	@$(WEB) --run test

browser:
	@scripts/browser

# Reads every test once, so that not each of the processes that run them compiles all for itself.
collect: $(DEV)
	@said=$$($(BIN)/pytest --collect-only --quiet) || { echo "$$said"; exit 1; }

# What needs nothing of each other runs side by side, and each says its piece when it is done. Of
# the last many tests wait for servers and clocks: four at a time keep two processors busy.
test:
	@echo "[paiju] installing, checking, building and compiling, which takes a while …"
	@# RUN: what runs only then needs what the tests need anyway, and not two installations at once.
	@$(MAKE) --jobs --output-sync compile collect check test-web browser RUN=$(DEV) MUST=--must
	@echo "[paiju] tests of the rules, the server and the whole …"
	@$(BIN)/pytest -n 4 --dist loadgroup $(ARGS)

soak: $(DEV) compile
	@$(BIN)/python -m tests.soak $(ARGS)

fmt: $(DEV)
	@$(BIN)/ruff check --fix --exit-zero
	@$(BIN)/ruff format
	@$(BIN)/python scripts/generate_types.py
	@$(BIN)/python scripts/clause_tests.py || true

wheel: $(DEV) web compile
	@echo "[paiju] packing the wheel …"
	@rm -rf dist
	@$(BIN)/python -m build --quiet --no-isolation
	@ls dist/*

clean:
	@rm -rf .venv build dist web/node_modules src/paiju/server/static
	@rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis
