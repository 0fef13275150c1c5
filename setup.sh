#!/usr/bin/env bash
# Makes .venv beside this file, with the packages of requirements.txt at the
# versions of constraints.txt. Gradescope runs it as root while it builds the
# image; at home, ./run_autograder runs it by itself. It finds a Python; what that
# is to do stands in autograder/venv.
#
#   ./setup.sh                   what grading needs
#   ./setup.sh --class           what a whole class needs as well: charts, progress
#   ./setup.sh --cluster         what several machines need besides: Dask
#   ./setup.sh --dev             the tests', linters' and type checker's packages as well
#   ./setup.sh --which-python    prints the interpreter that .venv would be made with
#   PYTHON=/some/python3 ./setup.sh    makes .venv with that interpreter
#
# When all is in place it does nothing and says nothing. It speaks on stderr.
# Exit status: 0 done; 1 an installation failed; 2 no suitable Python, or a
# command line or a .venv that it does not know.

set -euo pipefail

readonly OLDEST_MINOR=10 NEWEST_MINOR=13 # 3.10 to 3.13: what constraints.txt holds for
readonly SYSTEM_FOLDERS=/usr/bin:/usr/local/bin

# Isolated, so that nothing but the project's own is imported.
readonly IN_PROJECT='import sys; sys.path.insert(0, "."); from autograder.venv import'
readonly FINISHED="$IN_PROJECT finished; finished.main()"
readonly FINISH="$IN_PROJECT making; sys.exit(making.main(sys.argv[1:]))"

# Run by a candidate, prints: public, seeded, major, minor, path. Public: a user
# who owns nothing may run it (asked only for root, who grades as such a user).
# Seeded: `python -m venv` will work. Path: the interpreter behind shims and links.
readonly PROBE='
import os, sys
def lineage(path):
    while path != os.path.dirname(path):
        yield path
        path = os.path.dirname(path)
def public(*paths):
    return all(os.stat(p).st_mode & 1 for path in paths for p in lineage(path))
try:
    import ensurepip, venv
    seeded = True
except ImportError:
    seeded = False
python = os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)
library = os.path.dirname(os.path.realpath(os.__file__))
print("%d %d %d %d %s" % ((os.geteuid() != 0 or public(python, library), seeded)
                          + sys.version_info[:2] + (python,)))
'

say() { printf '%s\n' "$*" >&2; }

fail() { # STATUS MESSAGE
    say "setup.sh: $2"
    exit "$1"
}

probe() { # INTERPRETER; sets public, seeded, major, minor, python
    local answer
    answer=$("$1" -I -c "$PROBE" 2>/dev/null </dev/null) || return 1
    IFS=' ' read -r public seeded major minor python <<<"$answer"
    [ "${major:-0}" = 3 ] && [ "$minor" -ge "$OLDEST_MINOR" ]
}

candidates() { # the paths at which an interpreter may lie, one a line
    local folder minor seen=: IFS=:
    set -f
    for folder in $PATH:$SYSTEM_FOLDERS; do
        [[ "$folder" = /* && "$seen" != *":$folder:"* ]] || continue
        seen=$seen$folder:
        for ((minor = NEWEST_MINOR; minor >= OLDEST_MINOR; minor--)); do
            printf '%s\n' "$folder/python3.$minor"
        done
        printf '%s\n' "$folder/python3"
    done
}

# Sets public, seeded, major, minor and python of $PYTHON or of the best candidate:
# first one that the unprivileged user can run, then one that can make a venv,
# then one that the pins were made for, then the newest. Sets too_old to what is not.
choose_python() {
    local candidate best='' rank best_rank=-1
    too_old=''
    if [ -n "${PYTHON:-}" ]; then
        unset major minor
        probe "$PYTHON" || fail 2 "PYTHON=$PYTHON is no Python 3.$OLDEST_MINOR or newer${major:+ (it is $major.$minor)}."
        return
    fi
    while IFS= read -r candidate; do
        unset major minor
        if [ -x "$candidate" ] && probe "$candidate"; then
            rank=$((public * 4000 + seeded * 2000 + (minor <= NEWEST_MINOR) * 1000 + minor))
            if [ "$rank" -gt "$best_rank" ]; then
                best=$candidate best_rank=$rank
            fi
        elif [ -z "$too_old" ] && [ -n "${major:-}" ]; then
            too_old=" ($candidate is $major.$minor)"
        fi
    done < <(candidates)
    [ -n "$best" ] && probe "$best"
}

install_debian() { # PACKAGE…; only for root, where apt-get exists
    [ "$EUID" -eq 0 ] && command -v apt-get >/dev/null || return 1
    say "Installing $* with apt-get ..."
    export DEBIAN_FRONTEND=noninteractive
    apt-get install -y --no-install-recommends "$@" >/dev/null 2>&1 </dev/null ||
        { apt-get update && apt-get install -y --no-install-recommends "$@"; } >/dev/null 2>&1 </dev/null
}

no_python() {
    fail 2 "no Python 3.$OLDEST_MINOR or newer found$too_old. Install one, or name it: PYTHON=/path/to/python3 $0"
}

require_venv_module() {
    [ "$seeded" = 0 ] || return 0
    install_debian "python3.$minor-venv" python3-venv && probe "$python" && [ "$seeded" = 1 ] ||
        fail 2 "$python cannot make virtual environments. Install its venv module (on Debian and Ubuntu: sudo apt-get install python3.$minor-venv) and run this again."
}

warn_if_closed() {
    [ "$public" = 1 ] ||
        say "setup.sh: warning: $python lies in a folder closed to other users, so root cannot grade as an unprivileged user."
}

finished() { # MODE
    [ -x .venv/bin/python ] && .venv/bin/python -I -S -c "$FINISHED" "$1" 2>/dev/null || return 1
    [ -z "${PYTHON:-}" ] || { choose_python && [ .venv/bin/python -ef "$python" ]; }
}

main() {
    local mode=grading
    case "$#:${1:-}" in
    0:) ;;
    1:--class | 1:--cluster | 1:--dev) mode=${1#--} ;;
    1:--which-python)
        choose_python || no_python
        printf '%s\n' "$python"
        return
        ;;
    *) fail 2 "unknown option; usage: $0 [--class | --cluster | --dev | --which-python]" ;;
    esac
    if finished "$mode"; then return; fi
    choose_python || { install_debian python3 python3-venv && choose_python; } || no_python
    require_venv_module
    warn_if_closed
    exec "$python" -I -c "$FINISH" "$mode" "$python" "$major.$minor" ${PYTHON:+this}
}

[[ "${PYTHON:-}" != [!/]*/* ]] || PYTHON=$PWD/$PYTHON
[[ "${BASH_SOURCE[0]}" != */* ]] || cd -- "${BASH_SOURCE[0]%/*}/"
main "$@"
