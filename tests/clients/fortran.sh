#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# fortran.sh MPIFORT LAUNCHER [OPTION...]: compiles the test programs in Fortran with another MPI's
# compiler, and runs them there with 1, 2 and 5 ranks.
#
#   MPIFORT   as mpifort.mpich
#   LAUNCHER  its mpiexec, and its options before -n
#
# Not a part of `make check`. With Debian's MPICH 4.0.2, `callbacks`, `callbacks_many` and `mpif`
# pass. The others show where its mpi_f08 is otherwise: MPI_Waitany and MPI_Waitsome count from zero
# (`messages`); sections backwards, in parts, in reductions and in MPI_Get (`sections`,
# `sections_pending`, `one_sided`); MPI_Info_get refuses to cut a value (`texts`); gfortran 12 fails
# at `types`; MPI_File_open of no file and mpi's MPI_F_sync_reg end by SIGSEGV (`files`, `mpi`). It
# has neither what `newer` tests nor conversions of files.
set -u

[ $# -ge 2 ] || { sed -n '3,8s/^# \{0,1\}//p' "$0"; exit 2; }
compiler=$1 failed=0 passed=0
shift
programs=$(cd "$(dirname "$0")/../programs/fortran" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# Without those that need parts in C, threads, or Heddle's reports.
for name in callbacks callbacks_many files messages mpi mpif one_sided sections \
    sections_pending texts types; do
    if ! "$compiler" -O1 -w -o "$name" "$programs/checks.f90" "$programs/$name".f* 2>errors; then
        echo "not ok - $name does not compile"
        grep -m 3 -E 'Error|undefined|internal' errors
        failed=$((failed + 1))
        continue
    fi
    for ranks in 1 2 5; do
        if timeout 60 "$@" -n "$ranks" "./$name" >out 2>errors; then
            echo "ok - $name, $ranks ranks"
            passed=$((passed + 1))
        else
            echo "not ok - $name, $ranks ranks"
            grep -h -m 5 -i -E 'wrong|fatal' out errors
            failed=$((failed + 1))
        fi
    done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
