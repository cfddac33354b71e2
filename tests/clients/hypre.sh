#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# hypre.sh PREFIX [FOLDER]: fetches Debian's source package of hypre, builds it with CC=mpicc and
# nothing else, and runs four groups of its own tests, with up to eight ranks.
#
#   PREFIX  where Heddle is installed
#   FOLDER  where to work; by default a temporary one, which is removed
#
# Not a part of `make check`: it needs the network and some minutes. C only, and with hypre's own
# BLAS and LAPACK, to save time.
set -u

. "$(dirname "$0")/source.sh"
begin "$@"

fetch hypre

build() (
    cd hypre-*/src && ./configure CC=mpicc CXX=mpicxx --disable-fortran && make -s -j2 &&
        make -s -j2 test
)
must_do build.log build

failed=0
cd hypre-*/src/test || exit 1
# check GROUP: one line. What differs from the saved results goes to the group's file of errors.
check() {
    bash ./runtest.sh -mpi 'mpiexec -n' -rtol 1e-6 -atol 1e-6 "$1.sh" >out 2>&1
    if [ -f "$1.err" ] && [ ! -s "$1.err" ]; then
        echo "ok - $1, $(find "${1%/*}" -name "${1##*/}.out.*" | wc -l) runs"
    else
        echo "not ok - $1"
        tail -n 5 out "$1.err"
        failed=$((failed + 1))
    fi
}
for group in TEST_ij/coarsening TEST_ij/matrix TEST_struct/solvers TEST_struct/periodic; do
    check "$group"
done
[ "$failed" -eq 0 ]
