#!/usr/bin/env python3
"""Replay a Dockerfile in plain root file systems with chroot, where no Docker daemon is at hand.

    sudo docker/replay.py docker/cpu.Dockerfile BARE_ROOT WORK_FOLDER -- stage=scenes

BARE_ROOT is an untouched root file system of the image's base (`debootstrap --variant=minbase bookworm BARE_ROOT`).
Each build stage works on its own copy below WORK_FOLDER; FROM, RUN, COPY, WORKDIR, USER, ENV, ENTRYPOINT and CMD are
understood, anything else is an error. Afterwards the entry point runs with the given arguments as the image's user,
with /data as an empty volume. Proves the steps, not Docker itself: layers, networks and volumes stay untested.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

PASSED_ON = ("http_proxy", "https_proxy", "no_proxy", "PIP_CERT", "SSL_CERT_FILE", "PIP_INDEX_URL", "UV_DEFAULT_INDEX")


@dataclass
class Stage:
    """State of one build stage: its root, and what later instructions inherit."""

    root: Path
    folder: str = "/"
    user: str = "root"
    environment: dict[str, str] = field(default_factory=dict)
    entry: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)


def instructions(text: str) -> list[tuple[str, str]]:
    """(keyword, rest) of each instruction; comments dropped, continued lines joined."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ")
    return [(line.split(None, 1)[0].upper(), line.split(None, 1)[1].strip()) for line in joined.splitlines()]


def run(stage: Stage, arguments: list[str]) -> int:
    """Run a command in a stage's root as its user; returns the status."""
    inside = f"cd {shlex.quote(stage.folder)} && exec {shlex.join(arguments)}"
    environment = {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": "/root" if stage.user == "root" else f"/home/{stage.user}",
        **{name: os.environ[name] for name in PASSED_ON if name in os.environ},
        **stage.environment,
    }
    command = ["chroot", f"--userspec={stage.user}:{stage.user}", str(stage.root), "/bin/sh", "-c", inside]
    proc = str(stage.root / "proc")
    subprocess.run(["mount", "-t", "proc", "proc", proc], check=True)
    try:
        return subprocess.run(command, env=environment, check=False).returncode
    finally:
        subprocess.run(["umount", proc], check=True)


def copy(stage: Stage, stages: dict[str, Stage], context: Path, rest: str) -> None:
    """COPY from the context (tracked files only, as .dockerignore leaves them) or from another stage."""
    words = rest.split()
    source_name = words.pop(0).removeprefix("--from=") if words[0].startswith("--from=") else None
    source, target = words
    destination = stage.root / (Path(stage.folder) / target).relative_to("/")
    destination.mkdir(parents=True, exist_ok=True)
    if source_name:
        origin = stages[source_name].root / Path(source).relative_to("/")
        subprocess.run(["cp", "-a", f"{origin}/.", str(destination)], check=True)
    else:
        archive = subprocess.run(["git", "-C", str(context), "archive", "HEAD"], check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "--no-same-owner", "-C", str(destination)], input=archive, check=True)


def replay(dockerfile: Path, bare: Path, work: Path, arguments: list[str]) -> int:
    """Build all stages and run the last one's entry point; returns the first status that is not 0."""
    stages: dict[str, Stage] = {}
    stage: Stage | None = None
    for keyword, rest in instructions(dockerfile.read_text()):
        print(f"== {keyword} {rest[:100]}", flush=True)
        if keyword == "FROM":
            name = rest.split()[2] if " AS " in f" {rest.upper()} " else f"stage{len(stages)}"
            root = work / name
            shutil.rmtree(root, ignore_errors=True)
            subprocess.run(["cp", "-a", "--one-file-system", str(bare), str(root)], check=True)
            for device in ("null", "zero", "random", "urandom"):
                (root / "dev" / device).unlink(missing_ok=True)
                subprocess.run(["cp", "-a", f"/dev/{device}", str(root / "dev")], check=True)
            stage = stages[name] = Stage(root)
        elif stage is None:
            raise SystemExit(f"{keyword} before FROM")
        elif keyword == "RUN":
            if status := run(stage, ["/bin/sh", "-c", rest]):
                return status
        elif keyword == "COPY":
            copy(stage, stages, Path(__file__).resolve().parents[1], rest)
        elif keyword == "WORKDIR":
            stage.folder = rest
            (stage.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif keyword == "USER":
            stage.user = rest
        elif keyword == "ENV":
            for item in shlex.split(rest):
                name, _, value = item.partition("=")
                stage.environment[name] = value
        elif keyword == "ENTRYPOINT":
            stage.entry = json.loads(rest)
        elif keyword == "CMD":
            stage.command = json.loads(rest)
        else:
            raise SystemExit(f"{keyword} is not understood")
    if stage is None:
        raise SystemExit("the Dockerfile has no FROM")
    print(f"== the image has {size_mb(stage.root)} MB, of which the base {size_mb(bare)} MB", flush=True)
    return run(stage, stage.entry + (arguments or stage.command))


def size_mb(root: Path) -> int:
    """Size of a root file system on disk."""
    words = subprocess.run(["du", "-smx", str(root)], check=True, capture_output=True, text=True).stdout.split()
    return int(words[0])


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dockerfile", type=Path)
    parser.add_argument("bare_root", type=Path)
    parser.add_argument("work_folder", type=Path)
    parser.add_argument("arguments", nargs="*")
    options = parser.parse_args()
    options.work_folder.mkdir(parents=True, exist_ok=True)
    return replay(options.dockerfile, options.bare_root, options.work_folder, options.arguments)


if __name__ == "__main__":
    sys.exit(main())
