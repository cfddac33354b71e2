#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# abi.sh BUILD LIBRARY LAUNCHER [OPTION...]: runs programs that Heddle's mpicc has built, the same
# binaries, under another MPI with the standard ABI, and compares what they write with what they
# write here.
#
#   BUILD     the build directory, in which `make demo` has run
#   LIBRARY   the other MPI's libmpi_abi.so.1, under whichever name
#   LAUNCHER  its mpiexec, and its options before -n
#
# Not a part of `make check`: it needs another MPI with the standard ABI (tried: MPICH 5.0.2, Open
# MPI 6.0.0rc2). For one that is in a newer release of the system, run it in a chroot of that.
set -u

[ $# -ge 3 ] || { sed -n '3,11s/^# \{0,1\}//p' "$0"; exit 2; }
build=$(cd "$1" && pwd) library=$(readlink -f "$2") failed=0 passed=0
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/lib"
ln -s "$library" "$work/lib/libmpi_abi.so.1"
data=$build/../demos/data

# check RANKS PROGRAM [ARGUMENT...]: here and there; the lines' order is the ranks' affair.
check() {
    local ranks=$1 program=$build/demos/$2
    shift 2
    (mkdir -p "$work/here" && cd "$work/here" &&
        HEDDLE_NP=$ranks "$program" "$@" | sort >out)
    (mkdir -p "$work/there" && cd "$work/there" &&
        LD_LIBRARY_PATH=$work/lib "${launcher[@]}" -n "$ranks" "$program" "$@" 2>errors | sort >out)
    if cmp -s "$work/here/out" "$work/there/out" && [ -s "$work/here/out" ]; then
        echo "ok - ${program##*/}, $ranks ranks"
        passed=$((passed + 1))
    else
        echo "not ok - ${program##*/}, $ranks ranks"
        diff "$work/here/out" "$work/there/out" | head -5
        tail -3 "$work/there/errors"
        failed=$((failed + 1))
    fi
}

launcher=("$@")
check 4 fox "$data/camera.pgm" kept.pgm
cmp "$work/here/kept.pgm" "$work/there/kept.pgm" || failed=$((failed + 1))
check 4 smooth "$data/camera.pgm" smooth.pgm
cmp "$work/here/smooth.pgm" "$work/there/smooth.pgm" || failed=$((failed + 1))
check 4 digits "$data/digits.csv"
check 8 ring
check 8 pipeline
check 12 nameserver
check 9 cached
check 4 backmask
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
