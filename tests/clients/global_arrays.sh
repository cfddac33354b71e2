#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# global_arrays.sh PREFIX [FOLDER]: fetches Debian's source package of Global Arrays, builds it on
# the one-sided chapter (--with-mpi3), with CC=mpicc and FC=mpifort and nothing else, and runs some
# of its tests, which check their answers, with 1, 2 and 4 ranks.
#
#   PREFIX  where Heddle is installed
#   FOLDER  where to work; by default a temporary one, which is removed
#
# Not a part of `make check`: it needs the network, autoconf, libtool and ten minutes.
#
# mulmatpatchc, nga-patch, nga-onesided and ngatest fail with 2 and more ranks under any MPI whose
# calls take no random numbers: gaPermuteProcList calls srand with the rank's number, so that the
# random places that a test draws afterwards differ from rank to rank, where it needs the same. The
# script gives that function a seed of its own; all four pass then.
set -u

. "$(dirname "$0")/source.sh"
begin "$@"

compgen -G 'ga-5*' >/dev/null || fetch ga

build() (
    cd ga-5* &&
        sed -i -e 's/(void)srand((unsigned)GAme);/static unsigned seed; seed = (unsigned)GAme;/' \
            -e 's/(int)(rand() % (nproc))/(int)(rand_r(\&seed) % (nproc))/' \
            global/src/iterator.c global/src/onesided.c &&
        autoreconf -i &&
        ./configure --with-mpi3 --without-blas --without-lapack --disable-shared \
            CC=mpicc CXX=mpicxx FC=mpifort F77=mpifort CFLAGS=-O1 \
            FFLAGS='-O1 -fallow-argument-mismatch' &&
        make -s -j2 && make -s -j2 checkprogs
)
must_do build.log build

failed=0
cd ga-5*/global/testing || exit 1
for test in testc mulmatpatchc nga-patch nga-onesided ngatest; do
    for ranks in 1 2 4; do
        if timeout 1200 mpiexec -n "$ranks" "./$test.x" </dev/null >"$work/$test.$ranks" 2>&1; then
            echo "ok - $test, $ranks ranks"
        else
            echo "not ok - $test, $ranks ranks"
            tail -n 5 "$work/$test.$ranks"
            failed=$((failed + 1))
        fi
    done
done
[ "$failed" -eq 0 ]
