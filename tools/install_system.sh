#!/usr/bin/env bash
# Install through apt what tests need beyond Python and Node: a browser and a PostgreSQL server.
# Does nothing where they are there already; says what to do where it may not install.
set -euo pipefail
missing=()
command -v chromium >/dev/null || missing+=(chromium)
if ! command -v initdb >/dev/null && ! compgen -G "/usr/lib/postgresql/*/bin/initdb" >/dev/null; then missing+=(postgresql); fi
[ ${#missing[@]} -eq 0 ] && exit 0
if ! command -v apt-get >/dev/null; then
  echo "please install: ${missing[*]}" >&2
  exit 1
fi
sudo=""
[ "$(id -u)" -eq 0 ] || sudo="sudo"
echo "installing ${missing[*]}"
$sudo apt-get update -qq
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
