#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A program that runs with other rights than its user's takes no file from the environment: it
# writes no matrix, and starts no other program, nor in another directory.
. "$(dirname "$0")/../harness/tap.sh"

cat >who.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
#include <sys/auxv.h>
int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    printf("rank %d of %d secure %lu\n", rank, size, getauxval(AT_SECURE));
    MPI_Finalize();
    return 0;
}
TEXT
"$bin/mpicc" who.c -o plain && cp plain who
report builds

# With the rights of another user, if this one may give them and the library can be read.
if [ "$sanitizer" = no ]; then
    chown nobody who 2>/dev/null && chmod 4755 who && HEDDLE_NP=2 run ./who
else
    status=1
fi
if [ "$status" -ne 0 ] || ! grep -q 'secure 1$' out; then
    skip takes_no_file "the user may not make set-user-ID programs, or not here"
    finish
    exit
fi
mkdir -m 777 open
HEDDLE_MATRIX=$work/open/plain HEDDLE_NP=2 run ./plain
[ "$status" -eq 0 ] && ls open/plain* >/dev/null
report others_write_a_matrix
HEDDLE_MATRIX=$work/open/who HEDDLE_NP=2 run ./who
expect runs_without_a_matrix 0 '^rank 1 of 2 secure 1$'
! ls open/who* >/dev/null 2>&1
report writes_no_matrix
HEDDLE_TRACE=$work/open/who.json HEDDLE_NP=2 run ./who
expect runs_without_a_timeline 0 '^rank 1 of 2 secure 1$'
! ls open/who* >/dev/null 2>&1
report writes_no_timeline
HEDDLE_OUTFILE_PATTERN=$work/open/out.%r HEDDLE_NP=2 run ./who
expect writes_its_output_to_no_file 0 '^rank 1 of 2 secure 1$'
! ls open/out* >/dev/null 2>&1
report and_makes_none
run "$bin/mpiexec" -n 3 ./who
expect mpiexec_starts_it 0 '^rank 2 of 3 secure 1$'
if [ "$privatize" = yes ] && [ -e "$top_build/lib/libmpi_abi.so" ]; then
    run "$bin/mpiexec" -n 1 ./plain : -n 1 ./plain
    expect others_start_programs_beside_them 0 '^rank 1 of 2 secure 0$'
fi
run "$bin/mpiexec" -n 1 "$work/who" : -n 1 -wdir open "$work/who"
expect starts_in_no_other_directory 1 'set-user-ID. starts no other program'
rm -f who
finish
