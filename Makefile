# `make run` and `make test` are all that a newcomer needs; both install what is missing and say so.

SHELL := /bin/bash
BIN := .venv/bin
# New lock files, a new pyproject.toml, or other packages of the system are a reason to install again; nothing else is.
PROGRAM := .venv/.installed
TESTS := .venv/.installed-test
TYPESCRIPT := .venv/.installed-typescript
BENCH := .venv/.installed-bench
FUZZ := .venv/.installed-fuzz
WEBKIT := .venv/.installed-webkit
WHEEL := .venv/.installed-wheel
BUNDLE := .venv/.installed-bundle
LOCK := .venv/.installed-lock
SYSTEM := tools/system.sh
# Options for the command that a target runs: make run ARGS="--port 9000", make test ARGS="-k keep".
ARGS ?=
# What tests run on that do not ask for one kind of database themselves: make test DATABASE=postgresql.
DATABASE ?= sqlite
# What `make coverage` measures.
TIER ?= test

# Another Python than the one that .venv was made with (make test PYTHON=python3.13): everything is installed anew.
ifdef PYTHON
ifneq ($(shell $(PYTHON) --version 2>&1),$(shell test -x .venv/bin/python && .venv/bin/python --version 2>&1))
$(shell rm -f .venv/.installed*)
endif
endif

.DEFAULT_GOAL := help
.PHONY: help run quick test test-all coverage seeded-faults lint format bench look site soak webkit demo catalogs routes who-gets-in shape check-links wheel deb bundle machines lock clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /make \1\t/' | expand -t 20

run: $(PROGRAM)  ## install what is missing, serve the pad, print the address and its QR code
	@exec $(BIN)/scorekeeper serve $(ARGS)

# Tests start the program hundreds of times, measurements as users do: what was compiled is kept, whatever the surroundings say.
quick test test-all coverage seeded-faults lint soak bench: export PYTHONDONTWRITEBYTECODE =

# A file's tests stay on one processor; the order is kept, so that the browser's few slow ones do not come last.
PYTEST := $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder --database $(DATABASE)

quick: $(TESTS)  ## the fast tests, in under a minute (ARGS="scorekeeper/games": those of one subject)
	@exec $(BIN)/python -m tests.quick $(ARGS)

test: $(TESTS)  ## install what the tests need and run what decides a landing, the checks of `make lint` included
	@exec $(PYTEST) --tier test $(ARGS)

test-all: $(TYPESCRIPT)  ## every test but the long ones: before a release
	@exec $(PYTEST) --tier all $(ARGS)

coverage: $(TYPESCRIPT)  ## `make test` (TIER=all: `make test-all`) with the lines and branches that it covers
	@exec $(PYTEST) --tier $(TIER) --cov --cov-branch --cov-report term:skip-covered $(ARGS)

seeded-faults: $(TESTS)  ## put thirty faults in, one after the other, and print which test notices each
	@exec $(BIN)/python -m tools.seeded_faults $(ARGS)

lint: $(TESTS)  ## only the checks: ruff, format, djlint, oxlint, styles, mypy, layers
	@exec $(BIN)/python -m pytest tests/project/test_tooling.py tests/project/test_styles.py $(ARGS)

format: $(TESTS)  ## let ruff put the code in order
	@$(BIN)/ruff check --fix-only --quiet . && $(BIN)/ruff format --quiet .

bench: $(BENCH)  ## one JSON line a measurement, each beside its floor from the same run
	@exec $(BIN)/python -m tests.benchmarks $(ARGS)

look: $(TESTS)  ## pictures of the main pages and sheets, in build/look/ (ARGS=guide: those of the guide, in docs/guide/)
	@exec $(BIN)/python -m tests.look $(ARGS)

site: $(TESTS)  ## the guide as a site in both languages, in build/site/
	@exec $(BIN)/python -m tools.site

soak: $(FUZZ)  ## the long tests: thousands of events by chance, named one by one as they pass
	@exec $(BIN)/python -m pytest -m soak -n auto --dist worksteal -v $(ARGS)

webkit: $(WEBKIT)  ## the pad, a table's phone, the desk and whole evenings without a network in WebKit, the engine of iPhones
	@exec $(BIN)/python -m pytest -m webkit $(ARGS)

demo: $(PROGRAM)  ## fill an empty instance with a few believable games
	@exec $(BIN)/scorekeeper demo $(ARGS)

catalogs: $(PROGRAM)  ## collect new messages for the translators and compile the catalogs
	@tools/catalogs.sh

routes: $(TESTS)  ## write the URL map, tests/app/routes.md
	@exec $(BIN)/python tools/routes.py

who-gets-in: $(TESTS)  ## request every URL as every caller, write tests/app/who_gets_in.md
	@exec $(BIN)/python -m tools.who_gets_in

shape: $(TESTS)  ## print modules, names, imports and the files that a change touches (ARGS="--against v1.0.0")
	@exec $(BIN)/python tools/shape.py $(ARGS)

check-links: $(TESTS)  ## check the documents: links, files, functions, cited sections and rule ids
	@exec $(BIN)/python -m pytest tests/project/test_documents.py tests/project/test_spec_references.py $(ARGS)

wheel: $(WHEEL)  ## build the wheel in dist/
	@exec $(BIN)/python -m build --wheel --no-isolation --outdir dist

deb: $(WHEEL)  ## build the package for this release of Debian or Ubuntu in dist/
	@rm -rf build/wheel
	@$(BIN)/python -m build --wheel --no-isolation --outdir build/wheel >/dev/null
	@exec packaging/deb/build.sh build/wheel/*.whl

bundle: $(BUNDLE)  ## put the program and its Python together in dist/deuxcents, for whoever has no Python
	@exec $(BIN)/python -m PyInstaller --noconfirm --log-level WARN packaging/bundle/deuxcents.spec

machines:  ## every way to start it, each on a fresh Debian made by debootstrap (as root; ARGS="--release trixie root deb")
	@exec python3 -m tools.machines $(ARGS)

lock: $(LOCK)  ## renew the lock files that all of these install from (ARGS=--upgrade: the newest of everything)
	@exec $(BIN)/python tools/lock.py $(ARGS)

clean:  ## remove what was made, but never the games in instance/
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	rm -rf __pycache__
	find scorekeeper tests migrations tools -name __pycache__ -type d -prune -exec rm -rf {} +
	find scorekeeper/translations -name '*.mo' -delete

$(PROGRAM): pyproject.toml $(SYSTEM) requirements/run.txt
	@$(SYSTEM) run
	@tools/venv.sh run
	@touch $@

$(TESTS): pyproject.toml $(SYSTEM) requirements/run.txt requirements/test.txt
	@$(SYSTEM) test
	@tools/venv.sh test
	@touch $@ $(PROGRAM)

# Where it cannot be installed the script says so, and the next `make test` tries again.
$(TYPESCRIPT): $(TESTS) tests/clients/typescript/package.json tests/clients/typescript/package-lock.json
	@tools/npm.sh

$(BENCH): pyproject.toml $(SYSTEM) requirements/run.txt requirements/test.txt requirements/bench.txt
	@$(SYSTEM) test
	@tools/venv.sh bench
	@touch $@ $(TESTS) $(PROGRAM)

$(FUZZ): pyproject.toml $(SYSTEM) requirements/run.txt requirements/test.txt requirements/fuzz.txt
	@$(SYSTEM) test
	@tools/venv.sh fuzz
	@touch $@ $(TESTS) $(PROGRAM)

$(WEBKIT): pyproject.toml $(SYSTEM) requirements/run.txt requirements/test.txt requirements/webkit.txt
	@$(SYSTEM) test
	@$(SYSTEM) webkit
	@tools/venv.sh webkit
	@touch $@ $(TESTS) $(PROGRAM)

$(WHEEL): pyproject.toml $(SYSTEM) requirements/run.txt requirements/wheel.txt
	@$(SYSTEM) run
	@tools/venv.sh wheel
	@touch $@ $(PROGRAM)

$(BUNDLE): pyproject.toml $(SYSTEM) requirements/run.txt requirements/bundle.txt
	@$(SYSTEM) run
	@tools/venv.sh bundle
	@touch $@ $(PROGRAM)

$(LOCK): pyproject.toml $(SYSTEM)
	@$(SYSTEM) run
	@tools/venv.sh lock
	@touch $@
