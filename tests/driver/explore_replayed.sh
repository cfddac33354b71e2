#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# HEDDLE_REPLAY repeats a schedule that failed each time, in other processes, builds and tools.
. "$(dirname "$0")/../harness/tap.sh"

cat >late.c <<'EOF2'
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, value, last = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
#ifdef PRINTS
    printf("rank %d begins\n", rank);
#endif
    if (rank != 0)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    for (int i = 1; rank == 0 && i < size; i++) {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#ifdef PRINTS
        printf("%d comes\n", value);
#endif
        last = value;
    }
    if (rank == 0 && last == 1)
        MPI_Abort(MPI_COMM_WORLD, 7);
    return MPI_Finalize();
}
EOF2
"$bin/mpicc" -g late.c -o late || exit 1
run "$bin/mpiexec" -n 4 -explore all ./late
expect finds_a_schedule_that_fails 7 "HEDDLE_REPLAY='late:"
replay=$(sed -n "s/.*HEDDLE_REPLAY='\(.*\)'$/\1/p" err)
export HEDDLE_REPLAY=$replay HEDDLE_NP=4

failures=0
for _ in $(seq 100); do
    run ./late
    [ "$status" -eq 7 ] && failures=$((failures + 1))
done
[ "$failures" -eq 100 ]
report repeats_it_100_times_of_100

# repeats SENTENCE OPTION...: so does the program in another build.
repeats() {
    local sentence=$1
    shift
    if env -u HEDDLE_REPLAY "$bin/mpicc" -g "$@" late.c -o other/late 2>err; then
        run other/late
        expect "$sentence" 7
    else
        skip "$sentence" "there is no such build: $*"
    fi
}
mkdir -p other
repeats repeats_it_with_prints -DPRINTS
repeats repeats_it_without_optimisation -O0
repeats repeats_it_with_more_optimisation -O3
if [ "$sanitizer" = no ]; then
    repeats repeats_it_with_address_sanitizer -fsanitize=address
    repeats repeats_it_with_undefined_behaviour_sanitizer -fsanitize=undefined
    repeats repeats_it_with_thread_sanitizer -fsanitize=thread
fi

if [ "$sanitizer" = no ] && command -v gdb >/dev/null; then
    DEBUGINFOD_URLS='' run gdb -nx -batch -ex 'break MPI_Abort' -ex run -ex up \
        -ex 'print last' ./late
    expect repeats_it_in_a_debugger 0 '^\$[0-9]+ = 1$'
else
    skip repeats_it_in_a_debugger 'without gdb, or in a build that it cannot show'
fi

if [ "$sanitizer" = no ] && command -v valgrind >/dev/null; then
    run valgrind -q --error-exitcode=0 ./late
    expect repeats_it_in_valgrind 7
else
    skip repeats_it_in_valgrind 'without valgrind, or in a build that it cannot run'
fi

finish
