#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# pnetcdf.sh PREFIX [FOLDER]: fetches Debian's source package of PnetCDF, builds it with CC=mpicc
# and nothing else, and runs the tests of its `make check`, with one rank each, and of its
# `make ptest`, with four.
#
#   PREFIX  where Heddle is installed
#   FOLDER  where to work; by default a temporary one, which is removed
#
# Not a part of `make check`: it needs the network and some minutes. The C interface only, and a
# static library, to save time.
set -u

. "$(dirname "$0")/source.sh"
begin "$@"

fetch pnetcdf

# The package has no configure script.
build() (
    (cd pnetcdf-* && autoreconf -i) && mkdir -p pnetcdf && cd pnetcdf &&
        ../pnetcdf-*/configure --disable-shared --disable-fortran --disable-cxx CC=mpicc \
        MPICC=mpicc && make -s -j2 && make -s -j2 tests
)
must_do pnetcdf.log build

failed=0
# check TARGET: one line.
check() {
    if make -C pnetcdf -k "$1" >"$1.out" 2>&1; then
        echo "ok - $1, $(grep -c -E '^PASS|- pass' "$1.out") tests passed"
    else
        echo "not ok - $1"
        grep -E '(fail|FAIL|Error)' "$1.out" | head -n 5
        failed=$((failed + 1))
    fi
}

# Programs that are started without mpiexec expect to be one rank.
export HEDDLE_NP=1
check check
check ptest
[ "$failed" -eq 0 ]
