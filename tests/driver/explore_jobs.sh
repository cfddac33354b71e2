#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# HEDDLE_EXPLORE_JOBS: runs of an exploration side by side tell what runs one after the other tell.
. "$(dirname "$0")/../harness/tap.sh"

cat >gather.c <<'EOC'
#include <fcntl.h>
#include <heddle/same.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static int rank, size, sources[16];

static void gather(void)
{
    MPI_Status status;

    for (int i = 1; i < size; i++) {
        MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        sources[i] = status.MPI_SOURCE;
    }
}

/* Returns a number that grows from run to run. */
static int count_runs(void)
{
    int file = open("runs", O_CREAT | O_APPEND | O_WRONLY, 0666);
    off_t bytes;

    dprintf(file, "x");
    bytes = lseek(file, 0, SEEK_END);
    close(file);
    return (int)bytes / size;
}

/* Two processes cannot do this at one time. A killed one gives its lock back. */
static void be_alone(void)
{
    int file = open("alone", O_CREAT | O_APPEND | O_WRONLY, 0666);

    if (flock(file, LOCK_EX | LOCK_NB) != 0) {
        dprintf(file, "disturbed\n");
        MPI_Abort(MPI_COMM_WORLD, 7);
    }
    usleep(3000);
    close(file);
}

static void write_by_mpi(void)
{
    MPI_File file;
    MPI_Offset bytes;

    MPI_File_open(MPI_COMM_SELF, "written", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_get_size(file, &bytes);
    if (bytes != 0)
        MPI_Abort(MPI_COMM_WORLD, 8);
    MPI_File_write(file, "x", 1, MPI_CHAR, MPI_STATUS_IGNORE);
    usleep(1000);
    MPI_File_set_size(file, 0);
    MPI_File_close(&file);
}

/* As many as a run of its own has free under a limit of 64, but for a few. */
static void hold_descriptors(void)
{
    for (int i = 0; i < 40; i++)
        if (dup(1) < 0)
            MPI_Abort(MPI_COMM_WORLD, 6);
}

/* Adds a line when it begins and one when it ends. */
static void tell_when(void)
{
    int file = open("times", O_CREAT | O_APPEND | O_WRONLY, 0666);

    dprintf(file, "begin\n");
    usleep(50000);
    dprintf(file, "end\n");
    close(file);
}

int main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "";
    int number;
    char byte;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (strcmp(word, "forgets") == 0)
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank != 0)
        MPI_Send(NULL, 0, MPI_INT, 0, strcmp(word, "counts") == 0 ? count_runs() : 0,
                 MPI_COMM_WORLD);
    else
        gather();
    if (rank == 0 && strcmp(word, "aborts") == 0 && sources[size - 1] == 1 && sources[1] == 2)
        MPI_Abort(MPI_COMM_WORLD, 7);
    if (rank == 0 && strcmp(word, "once") == 0 && sources[1] == 2 && mkdir("once", 0777) == 0)
        MPI_Abort(MPI_COMM_WORLD, 7);
    if (rank == 0 && strcmp(word, "shows") == 0 && sources[1] == 3)
        heddle_same(sources[2]);
    if (rank == 0 && strcmp(word, "alone") == 0)
        be_alone();
    if (rank == 0 && strcmp(word, "files") == 0)
        write_by_mpi();
    if (rank == 0 && strcmp(word, "takes") == 0 && read(0, &byte, 1) == 1 && byte != '1')
        MPI_Abort(MPI_COMM_WORLD, 9);
    if (rank == 0 && strcmp(word, "holds") == 0)
        hold_descriptors();
    if (rank == 0 && strcmp(word, "tells") == 0)
        tell_when();
    if (rank == 0 && strcmp(word, "reads") == 0 && (scanf("%d", &number) != 1 || number != 5))
        MPI_Abort(MPI_COMM_WORLD, 9);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
EOC
"$bin/mpicc" -g gather.c -o gather || exit 1

# same NAME HOW WORD STATUS: with 1, 2 and 7 runs at one time, the same is told.
same() {
    local jobs
    for jobs in 1 2 7; do
        run "$bin/mpiexec" -n 4 -explore "$2" -explore-jobs $jobs ./gather $3
        cat out >>err
        [ $jobs -eq 1 ] && cp err first
        [ "$status" -eq "$4" ] && cmp -s err first || break
    done
    [ $jobs -eq 7 ] && cmp -s err first
    report "$1"
}

same tells_all_schedules all "" 0
same tells_so_many_schedules 5 "" 0
same tells_random_schedules random:7:90 "" 0
same tells_the_first_failure_of_all all aborts 7
same tells_the_first_failure_of_random_schedules random:3 aborts 7
same tells_a_value_that_differs_between_two_runs all shows 1
same tells_a_random_run_whose_value_differs random:2 shows 1
same tells_the_calls_that_fail faults "" 0
same tells_the_call_whose_error_is_lost faults forgets 1

run "$bin/mpiexec" -n 4 -explore 1 ./gather
expect runs_one_schedule_if_one_is_wanted 0 '^heddle: 1 schedule passes;'
for jobs in 1 2 7; do
    rm -rf once
    run "$bin/mpiexec" -n 3 -explore all -explore-jobs $jobs ./gather once
    expect "tells a failure that does not come again, $jobs at one time" 1 'did not repeat itself'
done
run "$bin/mpiexec" -n 3 -explore random:1:40 -explore-jobs 4 ./gather alone
expect tells_that_runs_disturb_each_other 1 'did not repeat itself.*HEDDLE_EXPLORE_JOBS=1'
run "$bin/mpiexec" -n 3 -explore random:1:40 -explore-jobs 1 ./gather alone
expect runs_what_others_would_disturb_one_after_the_other 0 'pass'
for how in all random:1:40; do
    rm -f written
    run "$bin/mpiexec" -n 3 -explore $how -explore-jobs 4 ./gather files
    expect "runs what opens files by MPI one after the other: $how" 0 'pass'
done
echo 5 >input
HEDDLE_NP=4 HEDDLE_EXPLORE=all HEDDLE_EXPLORE_JOBS=4 timeout "$limit" ./gather reads <input \
    >out 2>err
status=$?
expect gives_each_run_the_input_from_its_start 0 '^heddle: all 7 schedules pass$'

for jobs in 1 2 7; do
    seq 1 100 | HEDDLE_NP=4 HEDDLE_EXPLORE=all HEDDLE_EXPLORE_JOBS=$jobs \
        timeout "$limit" ./gather takes >out 2>err
    status=$?
    expect "gives a pipe to the first run alone, $jobs at one time" 0 '^heddle: all 7 schedules'
done

rm -f runs
run "$bin/mpiexec" -n 4 -explore 50 -explore-jobs 1 ./gather counts
expect a_number_of_schedules_notices_that_a_program_does_not_repeat_itself 1 \
    'did not repeat itself'

(
    ulimit -n 64
    timeout "$limit" "$bin/mpiexec" -n 3 -explore random:1:60 -explore-jobs 16 ./gather holds
) >out 2>err </dev/null
status=$?
expect leaves_each_run_the_descriptors_that_it_has_alone 0 '^heddle: 60 schedules pass;'

(
    trap '' CHLD
    timeout "$limit" "$bin/mpiexec" -n 3 -explore all -explore-jobs 4 ./gather
) >out 2>err </dev/null
status=$?
expect waits_for_runs_where_SIGCHLD_is_ignored 0 '^heddle: all 3 schedules pass$'

# overlap JOBS: have two runs begun one after the other, before one ended?
overlap() {
    rm -f times
    run "$bin/mpiexec" -n 2 -explore random:1:20 -explore-jobs "$1" ./gather tells
    [ "$status" -eq 0 ] && [ "$(grep -c end times)" -ge 20 ] && uniq -d times | grep -q begin
}
! overlap 1 && [ "$status" -eq 0 ] && [ "$(grep -c end times)" -eq 20 ]
report runs_one_after_the_other
overlap 5
report runs_side_by_side

finish
