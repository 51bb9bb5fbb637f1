#!/usr/bin/env bash
# Downloads the BEHAVIOR-1K data set for OmniGibson 3.x into OMNIGIBSON_DATA_PATH, with its key.
# The licence allows non-commercial academic research, within OmniGibson only, and no redistribution of data or key.
set -euo pipefail

PYTHON=${GSTGEN_OMNIGIBSON_PYTHON:-python}
: "${OMNIGIBSON_DATA_PATH:?set it to the folder that is to hold the data}"

if [ "${GSTGEN_ACCEPT_BEHAVIOR_LICENCE:-false}" != true ]; then
  echo "gstgen: error: the BEHAVIOR data licence is not accepted: read it (https://behavior.stanford.edu), then set GSTGEN_ACCEPT_BEHAVIOR_LICENCE=true" >&2
  exit 2
fi
if [ "${GSTGEN_ACCEPT_NVIDIA_EULA:-false}" != true ]; then
  echo "gstgen: error: NVIDIA's EULA of Isaac Sim is not accepted: read it, then set GSTGEN_ACCEPT_NVIDIA_EULA=true" >&2
  exit 2
fi
mkdir -p "$OMNIGIBSON_DATA_PATH"
export OMNI_KIT_ACCEPT_EULA=YES
"$PYTHON" - <<'CODE'
from omnigibson.utils import asset_utils

asset_utils.download_omnigibson_robot_assets()
asset_utils.download_behavior_1k_assets(accept_license=True)
print("BEHAVIOR-1K data set", asset_utils.get_behavior_1k_assets_version())
CODE
