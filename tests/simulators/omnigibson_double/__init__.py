"""Stand-ins for the few classes of OmniGibson that are used, with the quirks that the real ones were recorded to have.

`site/` is put on a worker's PYTHONPATH in place of OmniGibson, Isaac Sim, PyTorch and pxr; `data.py` writes the data
sets it loads. The stand-in draws with its own camera model (quaternions, apertures, clipping), so that a mistake in
`gstgen.geometry` cannot hide in it. Environment variables steer it:

- OMNIGIBSON_DOUBLE_VERSION: 1.1.1 or 3.9.2 (default)
- OMNIGIBSON_DOUBLE_FAULT: crash:N, hang:N, black:N, error:N, oom:N - from picture N on (counted from 1); once only if
  OMNIGIBSON_DOUBLE_FAULT_ONCE names a file, which is then created
"""
