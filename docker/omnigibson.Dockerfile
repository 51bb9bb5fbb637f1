# gstgen on a GPU render node: OmniGibson 3.9 with Isaac Sim 5.1, and gstgen beside it. Built from the repository's root.
#
#   docker build -f docker/omnigibson.Dockerfile --build-arg ACCEPT_NVIDIA_EULA=yes -t gstgen:omnigibson .
#   docker run --rm --gpus all -v /DATASETS:/datasets -v /CACHE:/cache -v "$PWD/data:/data" \
#       -e GSTGEN_ACCEPT_NVIDIA_EULA=true -e GSTGEN_ACCEPT_BEHAVIOR_LICENCE=true \
#       gstgen:omnigibson stage=selftest simulator=omnigibson scene=Rs_int
#
# docs/omnigibson.md has the whole story. Nothing of the BEHAVIOR data set, its key or NVIDIA's caches is in the image:
# they are mounted. Building downloads Isaac Sim from NVIDIA, which is only allowed to those who accept its EULA.
FROM ubuntu:24.04 AS gstgen
RUN apt-get update -q \
 && apt-get install -y -q --no-install-recommends ca-certificates python3 python3-venv libglib2.0-0t64 libegl1 libgl1 libgl1-mesa-dri \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/gstgen
COPY . .
RUN docker/install.sh python \
 && find . -name __pycache__ -type d -prune -exec rm -rf {} +

FROM ubuntu:24.04
ARG ACCEPT_NVIDIA_EULA=no
ARG BEHAVIOR_TAG=v3.9.2
ARG UV_VERSION=0.9.7
SHELL ["/bin/bash", "-euo", "pipefail", "-c"]
RUN if [ "$ACCEPT_NVIDIA_EULA" != yes ]; then \
      echo "Isaac Sim may be installed only by those who accept NVIDIA's EULA: --build-arg ACCEPT_NVIDIA_EULA=yes" >&2; exit 2; \
    fi
# What Isaac Sim opens besides the driver, and what gstgen needs.
RUN apt-get update -q \
 && apt-get install -y -q --no-install-recommends \
      build-essential ca-certificates curl git python3 python3-venv python3-pip \
      libegl1 libgl1 libgl1-mesa-dri libglib2.0-0t64 libglu1-mesa libgomp1 libice6 libsm6 libvulkan1 \
      libx11-6 libxcursor1 libxext6 libxi6 libxinerama1 libxrandr2 libxrender1 libxt6t64 \
 && rm -rf /var/lib/apt/lists/*
# OmniGibson 3.9 wants Python 3.11, which this Ubuntu does not have. setup.sh looks for conda's variable to mend a package.
ENV UV_PYTHON_INSTALL_DIR=/opt/python
RUN python3 -m pip install --no-cache-dir --break-system-packages "uv==$UV_VERSION" \
 && uv venv --seed --python 3.11 /opt/omnigibson
WORKDIR /opt/BEHAVIOR-1K
RUN git clone -q --depth 1 --branch "$BEHAVIOR_TAG" https://github.com/StanfordVL/BEHAVIOR-1K.git . \
 && mkdir -p datasets
RUN export CONDA_PREFIX=/opt/omnigibson PATH="/opt/omnigibson/bin:$PATH" OMNIGIBSON_DATA_PATH=/opt/BEHAVIOR-1K/datasets \
 && ./setup.sh --omnigibson --bddl --accept-nvidia-eula --confirm-no-conda \
 && pip install --no-cache-dir "pydantic>=2.7,<3" "scipy>=1.11" "shapely>=2.0.4" \
 && rm -rf /root/.cache
# OmniGibson copies its kit file into Isaac Sim's folder at every launch, whoever runs it.
RUN useradd --create-home --uid 10001 gstgen \
 && install -d -m 0777 /data /datasets /cache /cache/appdata \
 && chmod -R a+rwX "$(find /opt/omnigibson/lib -type d -path '*/isaacsim/apps')" /opt/BEHAVIOR-1K/OmniGibson/omnigibson
COPY --from=gstgen /opt/gstgen /opt/gstgen
ENV GSTGEN_OMNIGIBSON_PYTHON=/opt/omnigibson/bin/python \
    OMNIGIBSON_DATA_PATH=/datasets \
    OMNIGIBSON_APPDATA_PATH=/cache/appdata \
    OMNIGIBSON_HEADLESS=1 \
    NVIDIA_VISIBLE_DEVICES=all \
    NVIDIA_DRIVER_CAPABILITIES=all \
    PYTHONDONTWRITEBYTECODE=1
USER 10001
WORKDIR /data
ENTRYPOINT ["/opt/gstgen/.venv/bin/python", "-m", "gstgen"]
CMD ["--help"]
