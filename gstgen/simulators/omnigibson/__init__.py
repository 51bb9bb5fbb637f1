"""OmniGibson behind the simulator protocol: one worker process a scene, requests and results as files.

Which module may touch what:

- `api.py`: the part of OmniGibson's interface that is used, as typed protocols. `launch.py`, `viewer.py`,
  `behavior_world.py` and `stage_world.py` alone call OmniGibson, always through it.
- `framing.py`, `layers.py`, `session.py`: the rest of the worker; plain arrays.
- `exchange.py`: the files between the two processes. `worker.py` is the one side, `supervisor.py` and
  `simulator.py` the other; `preflight.py` and `symptoms.py` say in one line why it cannot work.
"""
