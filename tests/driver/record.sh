#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# HEDDLE_RECORD and HEDDLE_REPLAY=file: a run whose order is left to chance is repeated.
. "$(dirname "$0")/../harness/tap.sh"

cat >choices.c <<'EOC'
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 20 };

static int rank, size;
static unsigned seed;

static void dawdle(void)
{
    usleep(rand_r(&seed) % 300);
}

static void print(const char *what, int value)
{
    printf("%s %d\n", what, value);
}

static void receive_each(int blocking)
{
    MPI_Request requests[16];
    MPI_Status status;
    int values[16], index;

    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < size - 1; i++)
            if (blocking) {
                MPI_Recv(&values[0], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                         &status);
                print("received from", status.MPI_SOURCE);
            } else {
                MPI_Irecv(&values[i], 1, MPI_INT, MPI_ANY_SOURCE, i % 2, MPI_COMM_WORLD,
                          &requests[i]);
            }
        for (int i = 0; !blocking && i < size - 1; i++) {
            MPI_Waitany(size - 1, requests, &index, &status);
            print("ended", index);
            print("from", status.MPI_SOURCE);
        }
    }
}

static void receive_some(void)
{
    MPI_Request requests[16];
    int values[16], indices[16], count, left;

    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < size - 1; i++)
            MPI_Irecv(&values[i], 1, MPI_INT, i + 1, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[i]);
        for (left = size - 1; left > 0; left -= count) {
            if (round % 2 == 0) {
                MPI_Waitsome(size - 1, requests, &count, indices, MPI_STATUSES_IGNORE);
            } else {
                MPI_Testsome(size - 1, requests, &count, indices, MPI_STATUSES_IGNORE);
            }
            if (count > 0)
                print("ended some", count);
            for (int i = 0; i < count; i++)
                print("ended", indices[i]);
        }
    }
}

static void probe_each(void)
{
    MPI_Message message;
    MPI_Status status;
    int value, flag, noes;

    for (int i = 0; i < ROUNDS * (size - 1); i++) {
        noes = 0;
        flag = 1;
        switch (i % 4) {
        case 0:
            MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            break;
        case 1:
            do {
                MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status);
                noes += !flag;
            } while (!flag);
            break;
        case 2:
            MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
            break;
        default:
            do {
                MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &message, &status);
                noes += !flag;
            } while (!flag);
        }
        if (i % 4 >= 2)
            MPI_Mrecv(&value, 1, MPI_INT, &message, &status);
        else
            MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
                     &status);
        print("found", status.MPI_SOURCE);
        print("after", noes);
    }
}

static void test_each(void)
{
    MPI_Request request;
    int value, flag, noes;

    for (int i = 0; i < ROUNDS * (size - 1); i++) {
        MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
        for (noes = -1, flag = 0; !flag; noes++)
            MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        print("after", noes);
        print("value", value);
    }
}

/* A message that comes late, or not. */
static void cancel_each(void)
{
    MPI_Request request;
    MPI_Status status;
    int value, flag;

    for (int i = 0; i < ROUNDS; i++) {
        MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
        dawdle();
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &flag);
        print("cancelled", flag);
        if (!flag)
            print("from", status.MPI_SOURCE);
    }
}

/* Rank 1 does not send that many. */
static void receive_of_two(void)
{
    int value;

    for (int i = 0; i < ROUNDS * (size - 1); i++)
        MPI_Recv(&value, 1, MPI_INT, i < 2 * ROUNDS ? 1 : MPI_ANY_SOURCE, MPI_ANY_TAG,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void be_killed(void)
{
    int value;
    MPI_Status status;

    for (int i = 0; i < 10; i++) {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        print("received from", status.MPI_SOURCE);
    }
    fflush(stdout);
    raise(SIGKILL);
}

static void receive_much(void)
{
    for (int i = 0; i < 20000; i++) {
        if (rank == 1) {
            MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
            continue;
        }
        MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char **argv)
{
    int provided;

    MPI_Init_thread(&argc, &argv,
                    strcmp(argv[1], "threads") == 0 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE,
                    &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    seed = (unsigned)clock() + (unsigned)getpid() * 7 + rank * 1000003;
    if (strcmp(argv[1], "much") == 0)
        receive_much();
    else if (rank != 0)
        for (int i = 0; i < ROUNDS; i++) {
            dawdle();
            MPI_Send(&rank, 1, MPI_INT, 0, (rank - 1) % 2, MPI_COMM_WORLD);
        }
    else if (strcmp(argv[1], "blocking") == 0 || strcmp(argv[1], "threads") == 0)
        receive_each(1);
    else if (strcmp(argv[1], "cancels") == 0)
        cancel_each();
    else if (strcmp(argv[1], "two") == 0)
        receive_of_two();
    else if (strcmp(argv[1], "killed") == 0)
        be_killed();
    else if (strcmp(argv[1], "any") == 0)
        receive_each(0);
    else if (strcmp(argv[1], "some") == 0)
        receive_some();
    else if (strcmp(argv[1], "probes") == 0)
        probe_each();
    else
        test_each();
    MPI_Finalize();
    return 0;
}
EOC
"$bin/mpicc" -g choices.c -o choices || exit 1

# repeat NAME COMMAND...: three runs that follow choices.rec write what the recorded one wrote.
repeat() {
    local name=$1 i
    shift
    run "$bin/mpiexec" -record choices.rec "$@"
    cp out recorded
    for i in 1 2 3; do
        HEDDLE_REPLAY=choices.rec timeout "$limit" "$bin/mpiexec" "$@" >out 2>err &&
            cmp -s out recorded && [ ! -s err ] || break
    done
    [ -s recorded ] && [ "$i" -eq 3 ] && cmp -s out recorded && [ ! -s err ]
    report "$name"
}

repeat repeats_receives_of_any_source -n 4 ./choices blocking
repeat repeats_which_request_has_ended -n 4 ./choices any
repeat repeats_which_requests_have_ended -n 4 ./choices some
repeat repeats_probes_of_any_source -n 4 ./choices probes
repeat repeats_how_often_a_test_says_no -n 4 ./choices tests
repeat repeats_receives_that_were_cancelled_in_time_or_not -n 3 ./choices cancels

# What the rank has printed before it was killed comes again.
run "$bin/mpiexec" -n 4 -record killed.rec ./choices killed
cp out recorded
run env HEDDLE_REPLAY=killed.rec "$bin/mpiexec" -n 4 ./choices blocking
[ -s recorded ] && head -n "$(wc -l <recorded)" out | cmp -s - recorded
report repeats_what_a_killed_process_has_recorded

run "$bin/mpiexec" -n 4 -record choices.rec ./choices probes
run env HEDDLE_REPLAY=choices.rec "$bin/mpiexec" -n 4 ./choices any
expect tells_the_call_of_another_program_and_its_line 1 \
    'rank 0: MPI_Waitany does not fit choices.rec, where a probe of any source stands at this '\
'point: .*, called in receive_each \(choices.c:[0-9]+\)'
run "$bin/mpiexec" -n 4 -record choices.rec ./choices blocking
run env HEDDLE_REPLAY=choices.rec "$bin/mpiexec" -n 4 ./choices two
expect tells_a_hang_of_another_program_as_a_deadlock 65 'deadlock: no rank of 4 can go on' \
    '^heddle: the run repeated the choices in choices.rec: if the recorded run did not hang'
run env HEDDLE_REPLAY=choices.rec "$bin/mpiexec" -n 3 ./choices blocking
expect refuses_another_number_of_ranks 1 \
    '^heddle: HEDDLE_REPLAY: choices.rec is of a job of 4 ranks, and this one has 3$'
run env HEDDLE_REPLAY=choices.c "$bin/mpiexec" -n 4 ./choices blocking
expect refuses_a_file_that_has_no_choices 1 \
    'HEDDLE_REPLAY: choices.c is neither a file that HEDDLE_RECORD has written nor'
run env HEDDLE_REPLAY=nowhere "$bin/mpiexec" -n 4 ./choices blocking
expect refuses_a_file_that_is_not_there 1 'HEDDLE_REPLAY: nowhere cannot be read: No such file'
run "$bin/mpiexec" -n 4 -record /nowhere/choices.rec ./choices blocking
expect runs_without_a_file_that_cannot_be_written 0 \
    'HEDDLE_RECORD: /nowhere/choices.rec cannot be written: No such file .*; nothing is recorded$'
run "$bin/mpiexec" -n 4 -record /dev/full ./choices blocking
expect records_on_no_device 0 'HEDDLE_RECORD: /dev/full cannot be written'
[ -c /dev/full ]
report leaves_devices_where_they_are
run env HEDDLE_RECORD_KB=64 "$bin/mpiexec" -n 2 -record small.rec ./choices much
expect tells_that_the_file_was_full 0 \
    '^heddle: .*/small.rec is full, and has nothing of what came later'
[ "$(stat -c %s small.rec)" -eq 65536 ]
report keeps_the_file_as_small_as_it_is_to_be
run env HEDDLE_REPLAY=small.rec "$bin/mpiexec" -n 2 ./choices much
expect goes_on_behind_the_end_of_a_full_file 0
run "$bin/mpiexec" -n 2 -record threads.rec ./choices threads
expect tells_of_ranks_whose_threads_are_not_recorded 0 \
    '^heddle: .*/threads.rec has nothing of ranks with MPI_THREAD_MULTIPLE'

cat >windows.c <<'EOC'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 30, CELLS = 128 };

static int rank, size;
static unsigned seed;
static MPI_Win window;

static int fetch(int value, int cell, MPI_Op op)
{
    int before;

    MPI_Fetch_and_op(&value, &before, MPI_INT, 0, cell, op, window);
    MPI_Win_flush(0, window);
    return before;
}

static void take_numbers(void)
{
    MPI_Win_lock_all(0, window);
    for (int i = 0; i < ROUNDS; i++) {
        usleep(rand_r(&seed) % 100);
        fetch(rank, 1 + fetch(1, 0, MPI_SUM), MPI_REPLACE);
    }
    MPI_Win_unlock_all(window);
}

/* The file has who was there, in the order of the shared pointer. */
static void write_in_turn(void)
{
    MPI_File file;
    char all[4 * ROUNDS + 1] = "", own = (char)('a' + rank);

    MPI_File_open(MPI_COMM_WORLD, "turns", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    for (int i = 0; i < ROUNDS; i++) {
        usleep(rand_r(&seed) % 100);
        MPI_File_write_shared(file, &own, 1, MPI_CHAR, MPI_STATUS_IGNORE);
    }
    MPI_File_close(&file);
    if (rank == 0 && fgets(all, sizeof all, fopen("turns", "r")) != NULL)
        puts(all);
}

static void append_by_turns(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        int place, next;

        usleep(rand_r(&seed) % 100);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
        MPI_Get(&place, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
        MPI_Win_flush(0, window);
        next = place + 1;
        MPI_Put(&next, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
        MPI_Put(&rank, 1, MPI_INT, 0, next, 1, MPI_INT, window);
        MPI_Win_unlock(0, window);
    }
}

/* A lock that is taken by compare and swap, and waited for by looks. */
static void append_by_swaps(void)
{
    int free = 0, mine = rank + 1, before, place;

    MPI_Win_lock_all(0, window);
    for (int i = 0; i < ROUNDS; i++) {
        usleep(rand_r(&seed) % 100);
        do {
            while (fetch(0, CELLS - 1, MPI_NO_OP) != 0)
                continue;
            MPI_Compare_and_swap(&mine, &free, &before, MPI_INT, 0, CELLS - 1, window);
            MPI_Win_flush(0, window);
        } while (before != 0);
        place = fetch(1, 0, MPI_SUM) + 1;
        MPI_Accumulate(&rank, 1, MPI_INT, 0, place, 1, MPI_INT, MPI_REPLACE, window);
        MPI_Win_flush(0, window);
        fetch(0, CELLS - 1, MPI_REPLACE);
    }
    MPI_Win_unlock_all(window);
}

int main(int argc, char **argv)
{
    int *memory;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    seed = (unsigned)getpid() * 7 + (unsigned)rank * 1000003;
    MPI_Win_allocate(CELLS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &window);
    memset(memory, 0, CELLS * sizeof(int));
    MPI_Barrier(MPI_COMM_WORLD);
    if (strcmp(argv[1], "numbers") == 0)
        take_numbers();
    else if (strcmp(argv[1], "locks") == 0)
        append_by_turns();
    else if (strcmp(argv[1], "pointers") == 0)
        write_in_turn();
    else
        append_by_swaps();
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 1; rank == 0 && i <= ROUNDS * size; i++)
        printf("%d\n", memory[i]);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
EOC
"$bin/mpicc" -g windows.c -o windows || exit 1
repeat repeats_who_gets_a_number_from_a_window -n 4 ./windows numbers
repeat repeats_who_gets_the_lock_of_a_window -n 4 ./windows locks
repeat repeats_who_gets_a_lock_that_is_made_of_swaps -n 4 ./windows swaps
repeat repeats_who_moves_the_shared_pointer_of_a_file -n 4 ./windows pointers
run "$bin/mpiexec" -n 4 -record choices.rec ./windows numbers
HEDDLE_REPLAY=choices.rec run "$bin/mpiexec" -n 4 ./windows locks
expect tells_another_access_to_a_window 1 \
    'MPI_Win_lock does not fit choices.rec, where a (look at|change of) a window or pointer stands'

cat >suite.c <<'EOC'
#include <heddle.h>
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

static int fails_if_2_comes_first(void *argument)
{
    const int late = 1, other = 3 - late;
    int rank, value, first = 0;

    (void)argument;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == late) {
        MPI_Recv(&value, 1, MPI_INT, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        usleep(20000);
    }
    if (rank != 0)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (rank == other)
        MPI_Send(&rank, 1, MPI_INT, late, 1, MPI_COMM_WORLD);
    for (int i = 1; rank == 0 && i < 3; i++) {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        first = i == 1 ? value : first;
    }
    return first == 2;
}

static int passes(void *argument)
{
    return argument != NULL;
}

int main(int argc, char **argv)
{
    const struct heddle_options one = {.name = "suite/first"}, other = {.name = "suite/other"};
    struct heddle_result result;
    int status = heddle_run(&one, 3, fails_if_2_comes_first, NULL, &result);

    (void)argv;
    if (result.text != NULL)
        printf("%s\n", result.text);
    heddle_result_free(&result);
    if (argc > 1)
        heddle_run(&one, 3, fails_if_2_comes_first, NULL, NULL);
    return status | heddle_run(&other, 2, passes, NULL, NULL);
}
EOC
"$bin/mpicc" -g suite.c -o suite || exit 1
HEDDLE_RECORD=suite.rec run ./suite twice
expect tells_where_the_choices_of_a_failed_job_are 1 \
    '^  the choices of this run are in suite.rec.suite.first; to repeat them, run it with HEDDLE_RE'
[ "$(echo suite.rec.*)" = "suite.rec.suite.first suite.rec.suite.first.2" ]
report keeps_a_file_of_each_job_that_has_failed
sed -i 's/late = 1/late = 2/' suite.c
"$bin/mpicc" -g suite.c -o suite || exit 1
run ./suite
expect passes_when_the_other_message_comes_first 0
run env HEDDLE_REPLAY=suite.rec.suite.first ./suite
expect repeats_the_failure_of_a_job_of_that_name 1

if [ -x "$bin/mpifort" ]; then
    cat >gather.f90 <<'EOC'
program gather
    use mpi_f08
    implicit none
    integer :: i, rank, number
    type(MPI_Status) :: status

    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    do i = 1, 20
        if (rank /= 0) then
            call execute_command_line('')
            call MPI_Send(rank, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD)
        end if
    end do
    do i = 1, merge(60, 0, rank == 0)
        call MPI_Recv(number, 1, MPI_INTEGER, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, status)
        print *, status%MPI_SOURCE
    end do
    call MPI_Finalize()
end program
EOC
    "$bin/mpifort" gather.f90 -o gather_f90 || exit 1
    repeat repeats_a_program_in_fortran -n 4 ./gather_f90
else
    skip repeats_a_program_in_fortran 'there is no gfortran'
fi

finish
