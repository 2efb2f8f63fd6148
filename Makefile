# make play   start the game                make check  format, lint, types, audit
# make test   every check there is          make bench  measure the engine
# make docs   the documentation             make clean  remove what make made
# Another Python: make PYTHON=python3.12 …

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check install -c constraints.txt
DEFINED := pyproject.toml constraints.txt

.PHONY: play test check format bench docs clean

play: $(VENV)/.play
	@$(BIN)/niten play

test: check docs
	$(BIN)/python -m pytest -n auto

check: $(VENV)/.dev
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/pyright
	@$(BIN)/python tools/audit.py

format: $(VENV)/.dev
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format --quiet .

bench: $(VENV)/.play
	@$(BIN)/niten bench

docs: $(VENV)/.dev
	$(BIN)/sphinx-build --quiet --fail-on-warning --fresh-env docs docs/_build/html
	@echo "Documentation: docs/_build/html/index.html"

clean:
	rm -rf $(VENV) docs/_build dist .pytest_cache .ruff_cache .hypothesis

$(BIN)/python: tools/environment
	@echo "Making the environment in $(VENV) …"
	@sh tools/environment $(PYTHON) $(VENV)
	@touch $@

$(VENV)/.play: $(BIN)/python $(DEFINED)
	@echo "Installing Niten …"
	@$(PIP) --editable '.[terminal,solver]'
	@touch $@

$(VENV)/.dev: $(BIN)/python $(DEFINED)
	@echo "Installing Niten and what its tests need …"
	@$(PIP) --editable '.[terminal,solver,web]' --group dev --group docs
	@touch $@ $(VENV)/.play
