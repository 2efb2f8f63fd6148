# make play    start the game                    make quick   two minutes of checks, while working
# make test    every check there is              make soak    what is long by nature: make soak MINUTES=60
# make web     the browser app                   make bare    both commands of the README on a bare Debian
# make docs    the documentation                 make bench   measure everything
# make format  mend what can be mended           make dev     the browser app with hot reload
# make changed the tests of what you changed     make clean   remove what make made
# make certificates  measure the booklet's duels
# Another Python: make PYTHON=python3.12 …

PYTHON ?= python3
# Bytecode is kept: without it every start of a server or a worker compiles all it is made of.
unexport PYTHONDONTWRITEBYTECODE
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
INSTALL := $(BIN)/python tools/install.py
DEFINED := pyproject.toml constraints.txt
PAGES := src/niten/server/pages/index.html
# Node from a package, unless the machine has one that is recent enough.
NODE := $(if $(shell node -e 'console.log(process.versions.node.split(".")[0] >= 20 ? "fine" : "")' 2>/dev/null),,--group node)
# Whatever the browser app is made of; the interface of the server gives its types.
WRITTEN := $(shell find web/src web/public web/build-tools web/worker src/niten/texts src/niten/server/api -type f \
	-not -name '*.pyc' -not -name 'schema.d.ts') web/index.html web/package-lock.json web/vite.config.ts tools/web tools/openapi.py
# Whatever the documentation is made of: its pages, and the program, which writes some of them.
SITE := docs/_build/html/index.html
READ := $(shell find docs src/niten bench/README.md *.md web/public -type f -not -path 'docs/_build/*' -not -path 'src/niten/server/pages/*' -not -name '*.pyc' -not -name '*.nb[ci]')
MINUTES ?= 60

# Layers of the tests: what is checked while working needs the rules only. NITEN_EFFORT says how many examples.
QUICK := tests/core tests/samurai tests/dragon tests/spaces tests/booklet tests/test_architecture.py tests/test_rule_tables.py \
	tests/test_texts.py tests/test_mutants.py src/niten/core src/niten/samurai src/niten/dragon src/niten/booklet src/niten/texts
# An old make (macOS) cannot keep the output of two together.
SIDE_BY_SIDE := $(MAKE) --no-print-directory --jobs 2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.PHONY: play dev quick test soak bare check types written pages-tests quick-tests audit changed format bench certificates web docs clean

play: $(VENV)/.play $(PAGES)
	@NITEN_LOG_LEVEL=warning $(BIN)/niten serve

web: $(PAGES)

# Beside a running server (make play): the pages anew whenever one of them is saved.
dev: $(VENV)/.play
	@sh tools/web $(VENV) dev

quick: $(VENV)/.quick
	@$(SIDE_BY_SIDE) written types pages-tests quick-tests

test: $(VENV)/.test $(PAGES)
	@$(SIDE_BY_SIDE) written types pages-tests audit docs
	$(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder --processor-time --durations 30

soak: $(VENV)/.learning $(PAGES)
	$(BIN)/python tools/soak.py --minutes $(MINUTES)

bare:
	$(PYTHON) tools/bare.py

check: $(VENV)/.quick
	@$(SIDE_BY_SIDE) written types pages-tests audit

written:
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .

types:
	$(BIN)/pyright

pages-tests:
	sh tools/web $(VENV) check

quick-tests:
	NITEN_EFFORT=quick $(BIN)/python -m pytest --quiet $(QUICK)

audit: $(VENV)/.test
	@$(BIN)/python tools/audit.py

changed: $(VENV)/.test $(PAGES)
	$(BIN)/python tools/changed.py

format: $(VENV)/.quick
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format --quiet .

bench: $(VENV)/.test
	@$(BIN)/niten bench

certificates: $(VENV)/.play
	$(BIN)/python tools/certificates.py
	$(BIN)/python tools/booklet.py

docs: $(SITE)
	@echo "Documentation: $(SITE)"

$(SITE): $(VENV)/.test $(READ)
	$(BIN)/sphinx-build --quiet --fail-on-warning --fresh-env docs docs/_build/html
	@touch $@

clean:
	rm -rf $(VENV) docs/_build web/node_modules web/build src/niten/server/pages dist .pytest_cache .ruff_cache .hypothesis

$(BIN)/python: tools/environment
	@sh tools/environment $(PYTHON) $(VENV)
	@touch $@

# One environment, and more and more in it.
$(VENV)/.play: $(BIN)/python $(DEFINED)
	@$(INSTALL) "Installing Niten" --editable '.[terminal,solver,web,print]' $(NODE)
	@touch $@

$(VENV)/.quick: $(BIN)/python $(DEFINED)
	@$(INSTALL) "Installing Niten and what its checks need" --editable '.[terminal,solver,web,print]' $(NODE) --group quick
	@$(BIN)/python tools/one_node.py
	@touch $@ $(VENV)/.play

$(VENV)/.test: $(BIN)/python $(DEFINED)
	@sh tools/system
	@$(INSTALL) "Installing Niten and what its tests need" --editable '.[terminal,solver,web,print,research]' $(NODE) --group test --group docs
	@$(BIN)/python tools/one_node.py
	@touch $@ $(VENV)/.play $(VENV)/.quick

$(VENV)/.learning: $(VENV)/.test
	@$(INSTALL) "Installing what learns" --group learning
	@touch $@

$(PAGES): $(VENV)/.play $(WRITTEN)
	@echo "Building the browser app …"
	@sh tools/web $(VENV) build
	@touch $@
