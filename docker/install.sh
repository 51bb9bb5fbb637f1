#!/usr/bin/env bash
# Installs what gstgen needs; used by the Makefile, by CI and by the images. Repeating it costs nothing.
#
#   docker/install.sh system          system packages through apt, where this user may; else says which are missing
#   docker/install.sh python [test]   a virtual environment in .venv with the locked packages (and the test tools)
#
# PYTHON chooses the interpreter (default python3), VENV another folder than .venv.
set -euo pipefail
cd "$(dirname "$0")/.."

PYTHON=${PYTHON:-python3}
VENV=${VENV:-.venv}

say() { printf 'gstgen setup: %s\n' "$*" >&2; }

has_library() { [ -n "$(find /lib /usr/lib /usr/local/lib /lib64 /usr/lib64 -maxdepth 3 -name "$1" -print -quit 2>/dev/null)" ]; }

missing_packages() {
  has_library 'libgthread-2.0.so.0' || echo libglib2.0-0 # OpenCV
  has_library 'libEGL.so.1' || echo libegl1
  has_library 'libGL.so.1' || echo libgl1
  has_library 'swrast_dri.so' || has_library 'libgallium*.so' || echo libgl1-mesa-dri
  [ -d /usr/share/sweethome3d/furniture ] || ls /usr/share/sweethome3d/furniture* >/dev/null 2>&1 || echo sweethome3d-furniture
  "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
}

apt_command() { # how this user may call apt-get; nothing where it may not
  command -v apt-get >/dev/null || return 0
  if [ "$(id -u)" = 0 ]; then
    echo env
  elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    echo sudo -n env
  fi
}

apt_install() {
  $APT DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -q --no-install-recommends "$@" >/dev/null
}

JAR_FOLDER=/usr/local/share/sweethome3d

unpack_jar() { # the models in sweethome3d.jar without the Java that its package depends on
  [ -f /usr/share/sweethome3d/sweethome3d.jar ] || [ -f "$JAR_FOLDER/sweethome3d.jar" ] && return 0
  local folder
  folder=$(mktemp -d)
  if (cd "$folder" && apt-get download -q sweethome3d >/dev/null 2>&1 && dpkg-deb -x ./*.deb .); then
    $APT install -D -m 644 "$folder/usr/share/sweethome3d/sweethome3d.jar" "$JAR_FOLDER/sweethome3d.jar"
    $APT install -D -m 644 "$folder/usr/share/doc/sweethome3d/copyright" "$JAR_FOLDER/copyright"
  else
    say "the models of the package sweethome3d could not be had; going on without them"
  fi
  rm -rf "$folder"
}

setup_system() {
  local missing
  missing=$(missing_packages | tr '\n' ' ')
  APT=$(apt_command)
  [ -n "$missing" ] || { [ -z "$APT" ] || unpack_jar; return 0; }
  if [ -n "$APT" ]; then
    say "installing system packages: $missing"
    $APT apt-get -o DPkg::Lock::Timeout=300 update -q >/dev/null || say "apt-get update failed; trying with the lists that are there"
    # Together if possible; one by one where a distribution lacks one of them.
    # shellcheck disable=SC2086
    apt_install $missing 2>/dev/null || for package in $missing; do apt_install "$package" || say "could not install $package"; done
    unpack_jar
  fi
  missing=$(missing_packages | tr '\n' ' ')
  [ -n "$missing" ] || return 0
  say "these packages are missing: run 'sudo apt-get install -y ${missing% }'; going on with what works"
  case " $missing" in *" libglib2.0-0 "*) say "without libglib2.0-0 nothing runs" ;; esac
  case " $missing" in *" libegl1 "* | *" libgl1 "* | *" libgl1-mesa-dri "*) say "without EGL and Mesa nothing renders on the CPU" ;; esac
  case " $missing" in *" sweethome3d-furniture "*) say "without sweethome3d-furniture the furniture is parametric" ;; esac
}

pip_value() { # a setting of pip, from its environment or its configuration
  local name=$1 variable
  variable="PIP_$(tr 'a-z-' 'A-Z_' <<<"$name")"
  if [ -n "${!variable:-}" ]; then
    echo "${!variable}"
  else
    "$VENV/bin/python" -m pip config get "global.$name" 2>/dev/null || true
  fi
}

use_pip_settings_in_uv() { # uv does not read pip's configuration: hand over its index and its certificates
  local index cert
  index=$(pip_value index-url)
  cert=$(pip_value cert)
  [ -z "$index" ] || export UV_DEFAULT_INDEX="${UV_DEFAULT_INDEX:-$index}"
  [ -z "$cert" ] || export SSL_CERT_FILE="${SSL_CERT_FILE:-$cert}"
}

find_uv() { # the uv of this machine, or one in the environment; nothing where neither can be had
  if command -v uv >/dev/null && uv --version >/dev/null 2>&1; then
    command -v uv
    return
  fi
  [ -x "$VENV/bin/uv" ] || "$VENV/bin/python" -m pip install -q --disable-pip-version-check uv >/dev/null 2>&1 || true
  [ ! -x "$VENV/bin/uv" ] || echo "$VENV/bin/uv"
}

make_environment() {
  "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 10))' || { say "$PYTHON is older than 3.10; set PYTHON=python3.11 or the like"; exit 1; }
  [ -x "$VENV/bin/python" ] && "$VENV/bin/python" -m pip --version >/dev/null 2>&1 && return
  "$PYTHON" -m venv "$VENV" || { say "cannot make a virtual environment; run 'sudo apt-get install -y python3-venv'"; exit 1; }
}

install_locked() {
  local lock=$1 uv
  uv=$(find_uv)
  if [ -n "$uv" ]; then
    use_pip_settings_in_uv
    if "$uv" pip install -q --python "$VENV/bin/python" --require-hashes -r "$lock" \
      && "$uv" pip install -q --python "$VENV/bin/python" --no-deps -e .; then
      return
    fi
    say "uv could not install; trying pip, which takes some minutes"
  else
    say "uv is not to be had; installing with pip, which takes some minutes"
  fi
  "$VENV/bin/python" -m pip install -q --disable-pip-version-check --use-pep517 --require-hashes -r "$lock"
  "$VENV/bin/python" -m pip install -q --disable-pip-version-check --no-deps -e .
}

setup_python() {
  local kind=${1:-run} lock=requirements.lock stamp want
  [ "$kind" = test ] && lock=tests/requirements.lock
  stamp=$VENV/.installed-$kind
  make_environment
  want=$("$VENV/bin/python" -V; pwd; sha256sum pyproject.toml "$lock")
  [ "$(cat "$stamp" 2>/dev/null)" = "$want" ] && return
  say "installing Python packages into $VENV"
  rm -f "$VENV"/.installed-*
  install_locked "$lock"
  printf '%s\n' "$want" >"$stamp"
}

case "${1:-}" in
  system) setup_system ;;
  python) setup_python "${2:-run}" ;;
  *)
    sed -n '2,7s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
