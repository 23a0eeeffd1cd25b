# Sourced by the other scripts: installs missing dependencies and sets `bun` and `root`.
# All messages go to stderr, because stdout belongs to the program that is started.
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
modules=$root/node_modules
bun=$modules/.bin/bun
stamp=$modules/.installed-lock

fail() {
  echo "studiod: $*" >&2
  exit 1
}

npm_seconds=600
bounded() {
  # In the foreground, so that Ctrl-C reaches npm.
  if timeout --foreground 1 true 2>/dev/null; then timeout --foreground "$npm_seconds" "$@"; else "$@"; fi
}

installed() {
  cmp -s -- "$root/package-lock.json" "$stamp" && [ -x "$bun" ]
}

# If npm skips install scripts, the `bun` package contains a placeholder: the real binary is in the platform's package.
link_bun() {
  local found
  for found in "$bun" "$modules"/bun/bin/bun* "$modules"/@oven/bun-*/bin/bun; do
    [ -x "$found" ] && "$found" --version >/dev/null 2>&1 || continue
    [ "$found" = "$bun" ] || ln -sfn "../${found#"$modules"/}" "$bun"
    return 0
  done
  return 1
}

install() {
  # An earlier `npm ci` or `npm install` with this lockfile is enough.
  if ! [ "$modules/.package-lock.json" -nt "$root/package-lock.json" ] || ! link_bun; then
    command -v npm >/dev/null || fail "npm is needed to install the dependencies (it comes with Node 20 or newer)"
    echo "studiod: installing packages, once: about 30 s" >&2
    # npm would wait five minutes for each file that stalls, and try it three times.
    (cd -- "$root" && bounded npm ci --ignore-scripts --include=dev --include=optional --no-audit --no-fund \
      --no-update-notifier --prefer-offline --loglevel=error --fetch-timeout=60000 </dev/null >/dev/null) ||
      fail "npm ci failed, or took more than $npm_seconds seconds; check the network and try again"
    link_bun || fail "no working bun for $(uname -sm) in node_modules"
  fi
  cp -- "$root/package-lock.json" "$stamp" 2>/dev/null || true
}

# Prevents two concurrent installations. The lockfile itself is locked, so no lock file is left behind.
if ! installed; then
  (
    ! command -v flock >/dev/null || flock 9
    installed || install
  ) 9<"$root/package-lock.json" || exit 1
fi
