#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# fftw.sh PREFIX [FOLDER]: fetches Debian's source package of FFTW, builds its parallel transforms
# with CC=mpicc and nothing else, and runs their own check with 1, 2, 3 and 4 ranks.
#
#   PREFIX  where Heddle is installed
#   FOLDER  where to work; by default a temporary one, which is removed
#
# Not a part of `make check`: it needs the network and some minutes.
set -u

. "$(dirname "$0")/source.sh"
begin "$@"

fetch fftw3

build() (
    mkdir -p fftw && cd fftw &&
        ../fftw-*/configure --enable-mpi --disable-fortran --disable-doc CC=mpicc MPICC=mpicc &&
        make -s -j2 CFLAGS=-O1
)

must_do build.log build
make -C fftw/mpi check MPIRUN=mpiexec >check.log 2>&1
status=$?
sed -n 's/^ *\(MPI FFTW transforms passed.*\)/ok - \1/p' check.log
[ $status -eq 0 ] || { echo "not ok - FFTW's check"; tail -n 5 check.log; }
exit $status
