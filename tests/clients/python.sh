#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# python.sh PREFIX [FOLDER]: fetches Debian's source package of Python, and mpi4py and Cython from
# where their authors keep them, builds Python and the binding with mpicc, and runs the binding's
# own tests with 1, 2, 3 and 5 ranks, each with an interpreter of its own.
#
#   PREFIX  where Heddle is installed
#   FOLDER  where to work; by default a temporary one, which is removed. If it contains mpi4py and
#           cython, those are used
#
# Not a part of `make check`: it needs the network and half an hour. Neither what spawns is tested,
# because each interpreter that a rank spawns takes seconds, nor what docs/PYTHON.md names.
set -u

. "$(dirname "$0")/source.sh"
begin "$@"

unset PYTHONPATH PYTHONUNBUFFERED

fetch python3.11

# get OWNER/NAME TAG: its files as of then, in a folder NAME.
get() {
    [ -d "${1##*/}" ] || git clone -q --depth 1 --branch "$2" "https://github.com/$1" "${1##*/}"
}
must_do mpi4py.log get mpi4py/mpi4py 4.1.1
must_do cython.log get cython/cython 3.1.8

# Python 3.11.2's configure takes every compiler with "icc" in its name for Intel's.
build_python() (
    mkdir -p python && cd python && ../Python-3*/configure -q --with-ensurepip=no CC=mpicc &&
        sed -i 's/ -fp-model strict//' Makefile && make -s -j2 OPT='-O1 -fwrapv -DNDEBUG'
)
must_do python.log build_python
python=$work/python/python

build_binding() (
    cd mpi4py && PYTHONPATH=$work/cython "$python" conf/cythonize.py &&
        mpicc -O1 -fwrapv -DNDEBUG -w -fPIC -shared -Isrc -I"$(echo "$work"/Python-3*/Include)" \
            -I"$work/python" src/mpi4py/MPI.c -o src/mpi4py/MPI.so
)
must_do binding.log build_binding

failed=0
cd mpi4py || exit 1
export PYTHONPATH=$work/mpi4py/src
# check RANKS: one line, and one for each test that fails.
check() {
    if mpiexec -n "$1" -timeout 3600 "$python" test/main.py --no-builddir -v -e test_spawn \
        -e test_dynproc -x testIDup -x testIShrink -x testIAgree \
        -x testDistgraphcommAdjacent -x testValueIndex -x '*.testPair' >"$1.out" 2>&1
    then
        echo "ok - $1 ranks, $(sed -n 's/^Ran \([0-9]*\) tests.*/\1/p' "$1.out" | head -n 1) tests"
    else
        echo "not ok - $1 ranks"
        grep -E '^(ERROR|FAIL): ' "$1.out" | sort -u
        tail -n 3 "$1.out"
        failed=$((failed + 1))
    fi
}
for ranks in 1 2 3 5; do
    check $ranks
done
[ "$failed" -eq 0 ]
