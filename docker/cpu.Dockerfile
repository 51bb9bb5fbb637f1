# gstgen with the embedded simulator: no GPU, no OmniGibson. Built from the repository's root:
#
#   docker build -f docker/cpu.Dockerfile -t gstgen:cpu .
#   docker run --rm -v "$PWD/data:/data" --user "$(id -u):$(id -g)" gstgen:cpu stage=all scene=Rs_int
#
# Everything is written below /data. The steps are those of `make setup` (docker/install.sh).
FROM debian:bookworm-slim AS build
RUN apt-get update -q \
 && apt-get install -y -q --no-install-recommends ca-certificates python3 python3-venv \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/gstgen
COPY . .
RUN docker/install.sh python \
 && .venv/bin/python -m pip uninstall -q -y uv \
 && find . -name __pycache__ -type d -prune -exec rm -rf {} +

FROM debian:bookworm-slim
WORKDIR /tmp
RUN apt-get update -q \
 && apt-get install -y -q --no-install-recommends python3 libglib2.0-0 libegl1 libgl1 libgl1-mesa-dri sweethome3d-furniture \
 && apt-get download -q sweethome3d && dpkg-deb -x sweethome3d_*.deb jar \
 && install -D -m 644 jar/usr/share/sweethome3d/sweethome3d.jar /usr/local/share/sweethome3d/sweethome3d.jar \
 && install -D -m 644 jar/usr/share/doc/sweethome3d/copyright /usr/local/share/sweethome3d/copyright \
 && rm -rf jar sweethome3d_*.deb \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --create-home gstgen \
 && install -d -o gstgen /data
COPY --from=build /opt/gstgen /opt/gstgen
USER gstgen
WORKDIR /data
ENV PYTHONDONTWRITEBYTECODE=1
ENTRYPOINT ["/opt/gstgen/.venv/bin/python", "-m", "gstgen"]
CMD ["--help"]
