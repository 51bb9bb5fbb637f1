"""Simulators behind one protocol; they know nothing of questions."""

from __future__ import annotations

from pathlib import Path

from gstgen.errors import RequestError
from gstgen.simulators.omnigibson.settings import OmniGibsonSettings
from gstgen.simulators.protocol import Simulator
from gstgen.simulators.settings import RenderSettings, SimulatorSettings

NAMES = ("embedded", "omnigibson")


def create(
    name: str,
    render: RenderSettings,
    cache_folder: Path,
    device_index: int | None = None,
    workers: int | None = None,
    omnigibson: OmniGibsonSettings | None = None,
) -> Simulator:
    """A simulator by name; RequestError for an unknown one. `workers`: processes that prepare a scene (None = cores).

    Opens nothing yet: a missing graphics library shows at the first render, or through the simulator's own probe.
    """
    if name == "embedded":
        from gstgen.simulators.embedded.simulator import EmbeddedSimulator  # noqa: PLC0415 - settings alone must import fast

        return EmbeddedSimulator(render, cache_folder, device_index, workers)
    if name == "omnigibson" and omnigibson is not None:
        from gstgen.simulators.omnigibson.simulator import OmniGibsonSimulator  # noqa: PLC0415 - as above

        return OmniGibsonSimulator(omnigibson, device_index)
    raise RequestError(f"unknown simulator {name!r}; there are {', '.join(NAMES)}")


def check_available(settings: SimulatorSettings) -> None:
    """Raise RequestError in one line, within 30 s, when the chosen simulator cannot run on this machine."""
    if settings.name == "embedded":
        from gstgen.simulators.embedded.probe import check_available as probe  # noqa: PLC0415 - as above

        probe(settings.device_index)
    elif settings.omnigibson is not None:
        from gstgen.simulators.omnigibson.preflight import check_available as preflight  # noqa: PLC0415 - as above

        preflight(settings.omnigibson, settings.device_index)


def check_scene(settings: SimulatorSettings, scene: str) -> None:
    """Raise RequestError when a simulator with scenes of its own does not have this one."""
    if settings.omnigibson is not None:
        from gstgen.simulators.omnigibson.preflight import check_scene as check  # noqa: PLC0415 - as above

        check(settings.omnigibson, scene)
