# The commands for development. `make help` lists them.

.DEFAULT_GOAL := help
SHELL := /bin/sh
export PORT ?= 8000
# Compiled modules are kept, also where a machine's environment says not to: tests start in a third
# of the time then, and so does each server that they start.
unexport PYTHONDONTWRITEBYTECODE

VENV ?= .venv
export VENV
PY := $(VENV)/bin/python
# The sources are tested, whatever is built: see native-test.
PROCESSES ?= auto
PYTEST := env ENGINE=python $(PY) -m pytest -n $(PROCESSES) --dist loadfile --no-loadscope-reorder --instafail
# Every line of the engine and the language is held to be tested: tests/sweeps.py names the tests
# during which that is measured.
COVERAGE := --cov --cov-report=term

# What native-test runs on the compiled engine: its own tests, the laws, the games, the bots, the
# audit.
NATIVE := tests/engine tests/cases tests/playthroughs \
	tests/laws --ignore=tests/laws/test_untidy_games.py --ignore=tests/laws/test_tournament_laws.py \
	tests/bots/test_strategies.py tests/bots/test_beliefs.py \
	tests/bots/test_thinker.py::test_it_wins_more_than_half_against_random \
	tests/bots/test_thinker.py::test_other_hidden_cards_behind_the_same_view_change_no_choice \
	tests/bots/test_strength.py::test_stored_weights_win_more_than_those_of_greedy \
	tests/bots/test_strength.py::test_the_levels_are_in_order \
	tests/bots/test_strength.py::test_tuning_keeps_the_weights_that_win_more \
	tests/bots/test_ultimate_bots.py tests/games/test_rulings_views.py \
	tests/games/test_audit_command.py tests/games/test_json_pointers.py tests/games/test_tampering.py \
	tests/proof/test_bounds.py tests/proof/test_checked_texts.py tests/proof/test_depth.py tests/proof/test_finding_codes.py tests/proof/test_lockstep.py \
	tests/proof/test_self_check.py tests/proof/test_two_verifiers.py
# What services-test runs on PostgreSQL.
SERVICES := tests/games tests/api tests/bots tests/services tests/laws tests/cards/test_review_races.py \
	tests/pages/test_game.py tests/pages/test_card_form.py \
	tests/tournaments/test_tournament_races.py tests/webhooks/test_deliveries.py

ONLY ?=
CASES ?= tests/cases
VARIANT ?= avengers
# `make demo` plays at PORT if it is given, else at the address that the server of DATA_DIR has written down.
NOTED = $(if $(filter file,$(origin PORT)),$(shell cat "$(or $(DATA_DIR),var)/address" 2>/dev/null))

.PHONY: help run test test-all any-order native native-test research research-test check messages bench load faults conflicts services-test cases demo play examples picture schema lock locks format clean base dev

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 24

run: base ## start a server: web, worker and their services (PORT=8000 DATA_DIR=var)
	@exec $(PY) -m config.supervisor

test: dev ## run the quick tests and the first cases of the slow ones, what failed last first, or some tests with ARGS="tests/engine -k uno"
ifdef ARGS
	@env -u DATABASE_URL -u REDIS_URL $(PYTEST) $(ARGS)
else
	@env -u DATABASE_URL -u REDIS_URL SWEEPS=first $(PYTEST) --failed-first --maxfail=10 $(COVERAGE) tests
endif

# With SWEEPS=once, what the next targets run too is left to them.
test-all: export SERVICES := $(SERVICES)
test-all: export NATIVE := $(NATIVE)
test-all: dev ## run all tests, and a part of each long sweep
	@env -u DATABASE_URL -u REDIS_URL $(PYTEST) $(or $(ARGS),$(COVERAGE) tests)

# Tests that use no database leave nothing behind in one.
any-order: dev ## run the quick tests with a database in a random order, on one process (SEED=1 repeats an order)
	@env -u DATABASE_URL -u REDIS_URL $(PYTEST) -n 0 -m "database and not slow" \
		$(addprefix --randomly-seed=,$(SEED)) $(or $(ARGS),tests)

native: dev ## compile the engine, the bots and the audit into build/native, two to three times as fast (needs a C compiler)
	@$(PY) -m config.native_build

native-test: native ## run the tests of the engine, the bots and the audit, compiled
	@env -u DATABASE_URL -u REDIS_URL ENGINE=native $(PY) -m pytest -n $(PROCESSES) --dist loadfile \
		$(or $(ARGS),$(NATIVE))

research: dev ## install PettingZoo, which only bots/research needs
	@sh requirements/install.sh research

research-test: research ## run the tests of bots/research, and those of PettingZoo on it
	@env -u DATABASE_URL -u REDIS_URL $(PYTEST) $(or $(ARGS),tests/research)

check: dev ## check lint, format, types, imports, migrations, words, translations, the client
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy
	@$(PY) -c 'from importlinter.cli import lint_imports_command as run; run()' --no-logo
	@$(PY) manage.py makemigrations --check --dry-run
	@$(PY) -m tests.lint_words
	@$(PY) -m config.openapi check
	@$(PY) -m config.po_files check
	@$(PY) -m tests.clients.build check
	@$(PY) -m tests.play.check

messages: base ## write the texts of the source to the catalogs for translators (.po)
	@$(PY) -m config.po_files write

bench: dev ## run the benchmarks (some: ONLY=engine), one JSON line a figure
	@$(PY) -m tests.bench $(ONLY)

load: dev ## play many games at once on PostgreSQL and Redis (GAMES=200 SECONDS=60 THINK=5; ONLY=tournament)
	@$(PY) -m tests.load$(if $(ONLY),.$(ONLY))

faults: dev ## kill and cut what a server needs while games are played (some: ONLY=redis_absent)
	@$(PY) -m tests.load.faults $(ONLY)

conflicts: dev ## let 20 clients move at once in one game (ROUNDS=1000), on SQLite and PostgreSQL
	@$(PY) -m tests.load.conflicts

# With SWEEPS=again, further cases of what native-test runs too are left to it.
services-test: export NATIVE := $(NATIVE)
# A commit that waits for the disk takes 40 times as long, and no test cuts the power.
services-test: export PGOPTIONS ?= -c synchronous_commit=off
services-test: dev ## run the tests with a database on the PostgreSQL and Redis of DATABASE_URL and REDIS_URL
	@$(PY) -m tests.reachable
	@$(PYTEST) -m "database" $(or $(ARGS),$(SERVICES))

cases: base ## check a folder of cases against the engine (CASES=DIR)
	@$(PY) -m tests.case_runner $(CASES)

demo: base ## play a game against bots on the running server (VARIANT=xmen, PORT or DATA_DIR)
	@$(PY) examples/play.py --auto --url $(or $(NOTED),http://127.0.0.1:$(PORT)) --variant $(VARIANT) $(ARGS)

play: base ## play a game against bots yourself, in plain lines (VARIANT=xmen, PORT or DATA_DIR)
	@$(PY) examples/play.py --url $(or $(NOTED),http://127.0.0.1:$(PORT)) --variant $(VARIANT) $(ARGS)

examples: dev ## rebuild the examples of the API's description from played games
	@$(PY) -m pytest -q tests/api/gather_examples.py

picture: dev ## take the picture of a table that the README begins with
	@$(PY) -m pytest -q tests/pages/take_picture.py

schema: base ## write the OpenAPI file, docs/openapi.yaml
	@$(PY) -m config.openapi write

format: dev ## format the code, and fix what ruff can fix
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .
	@$(PY) -m tests.play.check format

lock: dev ## lock the newest versions that requirements/*.in allow
	@$(PY) -m uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-strip-extras --no-emit-index-url --custom-compile-command "make lock" \
		requirements/base.in --output-file requirements/base.txt
	@$(PY) -m uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-strip-extras --no-emit-index-url --custom-compile-command "make lock" \
		--constraint requirements/base.txt requirements/dev.in --output-file requirements/dev.txt
	@$(PY) -m uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-strip-extras --no-emit-index-url --custom-compile-command "make lock" \
		--constraint requirements/dev.txt requirements/research.in --output-file requirements/research.txt
	@$(PY) -m uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-strip-extras --no-emit-index-url --custom-compile-command "make lock" \
		--constraint requirements/dev.txt requirements/telemetry.in --output-file requirements/telemetry.txt

locks: ## resolve each lock with plain pip, in an empty environment
	@sh requirements/resolve.sh

clean: ## remove everything that was made, but not the data (var/)
	@rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage build \
		tests/clients/node_modules tests/clients/generated
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

base dev:
	@sh requirements/install.sh $@
