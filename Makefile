# make play   start the game                make check  format, lint, types, audit
# make test   every check there is          make bench  measure everything
# make web    the browser app               make docs   the documentation
# make clean  remove what make made         make certificates  measure the booklet's duels
# Another Python: make PYTHON=python3.12 …

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check install -c constraints.txt
DEFINED := pyproject.toml constraints.txt
PAGES := src/niten/server/pages/index.html
# Whatever the browser app is made of; the interface of the server gives its types.
WRITTEN := $(shell find web/src web/public web/build-tools web/worker src/niten/texts src/niten/server/api -type f \
	-not -name '*.pyc' -not -name 'schema.d.ts') web/index.html web/package-lock.json web/vite.config.ts tools/web tools/openapi.py

.PHONY: play test check format bench certificates web docs clean

play: $(VENV)/.play $(PAGES)
	@NITEN_LOG_LEVEL=warning $(BIN)/niten serve

web: $(PAGES)

test: $(VENV)/.dev $(PAGES)
	@$(MAKE) --no-print-directory --jobs 2 --output-sync check docs
	$(BIN)/python -m pytest -n auto --dist loadgroup --durations 30

check: $(VENV)/.dev $(PAGES)
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/pyright
	sh tools/web $(VENV) check
	@$(BIN)/python tools/audit.py

format: $(VENV)/.dev
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format --quiet .

bench: $(VENV)/.dev
	@$(BIN)/niten bench

certificates: $(VENV)/.play
	$(BIN)/python tools/certificates.py
	$(BIN)/python tools/booklet.py

docs: $(VENV)/.dev
	$(BIN)/sphinx-build --quiet --fail-on-warning --fresh-env docs docs/_build/html
	@echo "Documentation: docs/_build/html/index.html"

clean:
	rm -rf $(VENV) docs/_build web/node_modules web/build src/niten/server/pages dist .pytest_cache .ruff_cache .hypothesis

$(BIN)/python: tools/environment
	@echo "Making the environment in $(VENV) …"
	@sh tools/environment $(PYTHON) $(VENV)
	@touch $@

$(VENV)/.play: $(BIN)/python $(DEFINED)
	@echo "Installing Niten …"
	@$(PIP) --editable '.[terminal,solver,web,print]' --group node
	@touch $@

$(VENV)/.dev: $(BIN)/python $(DEFINED)
	@echo "Installing Niten and what its tests need …"
	@$(PIP) --editable '.[terminal,solver,web,print,research]' --group node --group dev --group docs
	@touch $@ $(VENV)/.play

$(PAGES): $(VENV)/.play $(WRITTEN)
	@echo "Building the browser app …"
	@sh tools/web $(VENV) build
	@touch $@
