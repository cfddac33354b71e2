#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# HEDDLE_RECORD and HEDDLE_REPLAY=file: the sentences that a user reads, and where the files are.
. "$(dirname "$0")/../harness/tap.sh"

cat >gather.c <<'EOC'
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

/* Rank 0 receives that many messages of any source from the others, which send as many each. */
int main(int argc, char **argv)
{
    int rank, size, provided, rounds = atoi(argv[1]);
    int has_threads = argc > 2 && strcmp(argv[2], "threads") == 0;

    MPI_Init_thread(&argc, &argv, has_threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE,
                    &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < rounds * (rank == 0 ? size - 1 : 1); i++)
        if (rank == 0)
            MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else
            MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (argc > 2 && strcmp(argv[2], "fails") == 0)
        MPI_Abort(MPI_COMM_WORLD, 3);
    MPI_Finalize();
    return 0;
}
EOC
"$bin/mpicc" -g gather.c -o gather && cp gather other || exit 1

run "$bin/mpiexec" -n 3 -record gather.rec ./gather 5
run env HEDDLE_REPLAY=gather.rec "$bin/mpiexec" -n 3 ./gather 5
[ "$status" -eq 0 ] && [ ! -s err ]
report says_nothing_of_a_run_that_repeats_the_file
run env HEDDLE_REPLAY=gather.rec "$bin/mpiexec" -n 3 ./other 5
expect tells_that_another_program_has_written_the_file 0 \
    '^heddle: HEDDLE_REPLAY: gather.rec was written by "gather", and this is "other"'
run "$bin/mpiexec" -n 2 -record pair.rec ./gather 5
run env HEDDLE_REPLAY=pair.rec "$bin/mpiexec" -n 2 ./gather 3
expect tells_how_many_choices_are_left_over 0 \
    '^heddle: the run did not come to all choices in pair.rec \(left over: 2, first of rank 0\):'
run env HEDDLE_REPLAY=pair.rec "$bin/mpiexec" -n 2 ./gather 3 fails
[ "$status" -eq 3 ] && ! grep -q 'left over' err
report says_nothing_of_what_an_abort_leaves_over
run env HEDDLE_REPLAY=gather.rec "$bin/mpiexec" -n 3 ./gather 5 threads
expect tells_that_ranks_with_threads_are_not_repeated 0 \
    '^heddle: what ranks with MPI_THREAD_MULTIPLE do was not repeated from gather.rec'

run env HEDDLE_REPLAY=gather.rec "$bin/mpiexec" -n 3 -record more.rec ./gather 5
expect tells_that_a_repeated_run_is_not_recorded 0 \
    '^heddle: HEDDLE_RECORD: a run that HEDDLE_REPLAY repeats is not recorded$'
run env HEDDLE_REPLAY=gather:0 "$bin/mpiexec" -n 3 -record more.rec ./gather 5
expect tells_that_a_repeated_schedule_is_not_recorded 0 \
    '^heddle: HEDDLE_RECORD: a run that HEDDLE_REPLAY repeats is not recorded$'
run "$bin/mpiexec" -n 3 -record more.rec -explore 2 ./gather 5
expect tells_that_an_exploration_is_not_recorded 0 \
    '^heddle: HEDDLE_RECORD: runs of an exploration are not recorded$'
[ ! -e more.rec ] && [ "$(grep -c HEDDLE_RECORD err)" -eq 1 ]
report tells_it_once
run "$bin/mpiexec" -n 3 -record . ./gather 5
expect records_to_no_folder 0 'HEDDLE_RECORD: .* cannot be written: Is a directory; nothing'

mkdir -p "it's here"
run "$bin/mpiexec" -n 3 -record "it's here/gather.rec" ./gather 5 fails
expect records_to_a_path_with_a_space_and_a_quote 3 \
    "HEDDLE_REPLAY='.*it'.''s here/gather.rec'$"
eval "run env $(sed -n "s/.*run it with \(HEDDLE_REPLAY=.*\)/\1/p" err) \
    \"\$bin/mpiexec\" -n 3 ./other 5"
expect tells_a_command_that_a_shell_reads_as_it_is_meant 0 "gather.rec was written by"

mkdir -p elsewhere
run env HEDDLE_RECORD=wdir.rec "$bin/mpiexec" -n 3 -wdir elsewhere ../gather 5
[ "$status" -eq 0 ] && [ -f wdir.rec ] && [ ! -e elsewhere/wdir.rec ]
report records_where_mpiexec_was_started
run env HEDDLE_REPLAY=wdir.rec "$bin/mpiexec" -n 3 -wdir elsewhere ../other 5
expect repeats_a_file_from_where_mpiexec_was_started 0 '/wdir.rec was written by "gather"'
run env HEDDLE_REPLAY=gather:0 "$bin/mpiexec" -n 3 -wdir elsewhere ../gather 5
[ "$status" -eq 0 ] && [ ! -s err ]
report leaves_the_answers_of_an_exploration_alone

cat >jobs.c <<'EOC'
#include <heddle.h>
#include <mpi.h>

/* Two messages of any source, which fail, or with an argument one. */
static int gather(void *argument)
{
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < (argument != NULL ? 1 : 2); i++)
        if (rank == 0)
            MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else
            MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
    return argument == NULL;
}

int main(int argc, char **argv)
{
    const struct heddle_options options = {.name = "gather"};
    struct heddle_result result;
    int status = heddle_run(&options, 2, gather, argc > 1 ? argv : NULL, &result);

    heddle_result_free(&result);
    return status;
}
EOC
"$bin/mpicc" -g jobs.c -o jobs || exit 1
HEDDLE_RECORD=jobs.rec run ./jobs
expect records_a_job_that_fails 1
run env HEDDLE_REPLAY=jobs.rec.gather ./jobs passes
expect tells_what_a_job_that_passes_has_left_over 0 \
    '^heddle: the run did not come to all choices in jobs.rec.gather \(left over: 1, first of rank'
run env HEDDLE_REPLAY=jobs.rec.gather HEDDLE_RECORD=again.rec ./jobs
expect tells_that_repeated_jobs_are_not_recorded 1 \
    '^heddle: HEDDLE_RECORD: a run that HEDDLE_REPLAY repeats is not recorded$'
[ "$(grep -c HEDDLE_RECORD: err)" -eq 1 ]
report tells_it_once_for_all_jobs

finish
