# One way in to every check. `make` runs them all with the tools in .venv; `make venv` puts them there.
# Another Python: make PYTHON=python3.12 test
PYTHON ?= .venv/bin/python
JOBS ?= 2

.PHONY: all venv lint types imports test docs html golden highlighters soak mutants mistakes bench
all: lint types imports test

venv:
	python3 -m venv .venv
	.venv/bin/pip install -q -e '.[dev]'

lint:
	$(PYTHON) -m ruff check

types:
	$(PYTHON) -m mypy

imports:
	$(PYTHON) -c 'import sys; from importlinter.cli import lint_imports_command; sys.argv[1:] = ["--no-logo"]; lint_imports_command()'

test:
	$(PYTHON) -m pytest -n $(JOBS)

# The documentation alone: samples parse, links lead somewhere, examples give what is printed, tables agree with the program.
docs:
	$(PYTHON) -m pytest tests/docs

# The pages as a web site in build/site/html; needs the packages of the extra docs: pip install -e '.[docs]'.
html:
	$(PYTHON) docs/site.py build/site

# Writes the colours for editors anew from the grammar.
highlighters:
	$(PYTHON) -m fuero.highlight.textmate > editors/fuero.tmLanguage.json.new
	mv editors/fuero.tmLanguage.json.new editors/fuero.tmLanguage.json

# Writes the command outputs in README, guide and doors anew; the diff is what there is to review.
golden:
	$(PYTHON) -m tests.docs.tour
	$(PYTHON) -m fuero.messages.registry.page > docs/messages.md

# Long: a thousand seeds at every number of players. Can be stopped and gone on with.
soak:
	$(PYTHON) -m tests.laws.soak --ruleset alhambra --players 2..6 --seeds 1000 --resume soak.jsonl --workers $(JOBS)

# Every change of the base game's rules, and whether a scenario notices; then that the survivors are those of docs/mutants.md.
mutants:
	$(PYTHON) -m pytest tests/lab/test_mutants.py -m soak

# Mistakes seeded into all shipped files, and what the checker says of them.
mistakes:
	$(PYTHON) -m tests.mistakes.measure --page > docs/mistakes.tmp && mv docs/mistakes.tmp docs/mistakes.md

bench:
	$(PYTHON) -m tests.benchmarks --write
