#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# hdf5.sh PREFIX [FOLDER]: fetches Debian's source package of HDF5, builds it for parallel files
# with CC=mpicc and nothing else, and runs its parallel tests.
#
#   PREFIX  where Heddle is installed
#   FOLDER  where to work; by default a temporary one, which is removed
#
# Not a part of `make check`: it needs the network and some minutes. Static libraries only, and
# neither Fortran, C++ nor the high-level library, to save time.
set -u

. "$(dirname "$0")/source.sh"
begin "$@"

fetch hdf5
mkdir -p build && cd build || exit 1
must_do configure.log ../hdf5-*/configure --enable-parallel --disable-shared --disable-fortran \
    --disable-cxx --disable-hl CC=mpicc
tests=(t_mpi testphdf5 t_cache t_init_term t_pread t_bigio t_filters_parallel t_shapesame)
build() {
    make -s -j2 -C src && make -s -j2 -C test libh5test.la &&
        make -s -j2 -C testpar "${tests[@]}" t_pflush1 t_pflush2
}
must_do make.log build

failed=0
cd testpar || exit 1
# check RANKS PROGRAM: one line.
check() {
    if mpiexec -n "$1" -timeout 600 "./$2" >"$2.out" 2>&1; then
        echo "ok - $2, $1 ranks"
    else
        echo "not ok - $2, $1 ranks"
        tail -5 "$2.out"
        failed=$((failed + 1))
    fi
}
for ranks in 2 6; do
    check $ranks t_mpi
done
for test in "${tests[@]:1}"; do
    check 4 "$test"
done
mpiexec -n 6 ./t_pflush1 >/dev/null 2>&1 # leaves the file open, and does not finalize
check 6 t_pflush2
[ "$failed" -eq 0 ]
