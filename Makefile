# make play   sets everything up and opens the lobby in the browser
# make test   sets everything up and passes every test
# make site   builds the site that needs no server, in build/site (docs/site.md)
# make lint, make bench, make fuzz, make mutate, make paragraphs, make clean

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: play test site lint bench fuzz mutate paragraphs chromium postgres clean

play: $(READY)
	$(BIN)/napwidgets play

# Compiled beforehand, for the browser tests start a kernel each.
test: $(READY) chromium postgres lint
	$(BIN)/python -m compileall -q napwidgets tests
	$(BIN)/python -m pytest -n 2 --dist loadgroup

site: $(READY)
	$(BIN)/python -m napwidgets.site build/site

lint: $(READY)
	$(BIN)/ruff check napwidgets tests scripts
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/napwidgets check scenarios/*/*.yaml scenarios/*/rosters/*.yaml scenarios/*/maps/*.json napwidgets/systems/*/tables/*.json

bench: $(READY)
	$(BIN)/napwidgets bench --json
	$(BIN)/napwidgets bench --page --json

# Spoiled files, spoiled moves, random games under random options, until five minutes are over; SEED=... tries others.
fuzz: $(READY)
	$(BIN)/python -m tests.conformance.fuzz $(or $(SEED),1815) 300

# Breaks the engine in SAMPLE places, one at a time, and tells which of them no test notices; half an hour to an hour for 100.
mutate: $(READY)
	$(BIN)/python -m tests.mutate --sample $(or $(SAMPLE),100) --seed $(or $(SEED),1815) --only "$(ONLY)"

paragraphs: $(READY)
	$(BIN)/python scripts/paragraphs.py nlc
	$(BIN)/python scripts/paragraphs.py mop
	$(BIN)/python scripts/paragraphs.py wap
	$(BIN)/python scripts/paragraphs.py jdg
	$(BIN)/python scripts/paragraphs.py con

# The lock file pins everything; the package itself is installed in place, so that edits count at once.
$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed: make PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# What tests need beside Python: $(call bring,how it is found,its name,its package).
define bring
	@{ $(1); } >/dev/null 2>&1 || \
	if command -v apt-get >/dev/null 2>&1; then \
	  echo "Installing $(2) for the tests."; \
	  if [ "$$(id -u)" = 0 ]; then run=""; else run="sudo"; fi; \
	  $$run apt-get update -qq && $$run apt-get install -y -qq --no-install-recommends $(3); \
	else \
	  echo "The tests need $(2): please install it and run make test again."; exit 1; \
	fi
endef

# Tests of pages open them in a browser.
chromium:
	$(call bring,command -v chromium || command -v chromium-browser || command -v google-chrome,Chromium,chromium)

# Tests of shared games start a PostgreSQL of their own.
postgres:
	$(call bring,ls /usr/lib/postgresql/*/bin/initdb || command -v initdb,PostgreSQL,postgresql)

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
