# `make` or `make help` lists what there is. Each target sets up what it needs first.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

SCENE ?= Rs_int
OUTPUT ?= data/gst
ARGS ?=
PY := .venv/bin/python
LOCK := uv pip compile -q --universal --python-version 3.10 --generate-hashes --no-emit-index-url --no-annotate \
	--custom-compile-command 'make lock' $(UPGRADE) pyproject.toml

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "  SCENE=Rs_int OUTPUT=data/gst change what run does, ARGS='key=value ...' what run and smoke do, ARGS='-k name' what test does."

.PHONY: run
run: setup ## install what is missing, then one scene from nothing to verified questions
	$(PY) -m gstgen stage=all scene=$(SCENE) output=$(OUTPUT) $(ARGS)
	@echo
	@echo "questions   $(OUTPUT)/scenes/$(SCENE)/qa/qa.jsonl"
	@echo "videos      $(OUTPUT)/scenes/$(SCENE)/video/"
	@echo "maps        $(OUTPUT)/scenes/$(SCENE)/topdown/"
	@echo "views       $(OUTPUT)/scenes/$(SCENE)/current_view/"
	@echo "shards      $(OUTPUT)/shards/   card: $(OUTPUT)/README.md"
	@echo "next        $(PY) -m gstgen stage=evaluate predictions=random output=$(OUTPUT)"

.PHONY: smoke
smoke: setup ## the whole chain on the smallest settings, in a minute
	$(PY) -m gstgen pipeline=smoke $(ARGS)

.PHONY: test
test: setup-test ## set up and run every test
	$(PY) -m pytest -n auto --dist loadfile $(ARGS)

.PHONY: lint
lint: setup-test ## style and types
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

.PHONY: format
format: setup-test ## rewrite the code in the project's style
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

.PHONY: setup
setup: ## only install: system packages where allowed, .venv, the project
	@docker/install.sh system
	@docker/install.sh python

.PHONY: setup-test
setup-test: ## the same with the test tools
	@docker/install.sh system
	@docker/install.sh python test

.PHONY: lock
lock: ## write the lock files anew from pyproject.toml (UPGRADE=--upgrade for newest versions); needs uv
	$(LOCK) -o requirements.lock
	$(LOCK) --all-extras -c requirements.lock -o tests/requirements.lock

.PHONY: image
image: ## build the image of docker/cpu.Dockerfile; needs docker
	docker build -f docker/cpu.Dockerfile -t gstgen:cpu .

.PHONY: clean
clean: ## remove the environment and caches; data stays
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info
	find . -name __pycache__ -type d -not -path './data/*' -prune -exec rm -rf {} +
