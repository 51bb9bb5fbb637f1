"""How a stage gets its simulators: the settings' choice, as a factory that travels to worker processes."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial

from gstgen.simulators import create
from gstgen.simulators.protocol import Simulator
from gstgen.stages.base import StageContext


def worker_count(context: StageContext) -> int:
    """Worker processes that the settings ask for; as many as there are cores without a wish."""
    return context.settings.workers or os.cpu_count() or 1


def simulator_factory(context: StageContext) -> Callable[[], Simulator]:
    """A picklable maker of the simulator that the settings name."""
    s = context.settings
    return partial(create, s.simulator.name, s.render, context.cache, s.simulator.device_index, worker_count(context))
