#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# HEDDLE_EXPLORE with whole programs: each schedule in a run of its own, and the one that fails.
. "$(dirname "$0")/../harness/tap.sh"

cat >gather.c <<'EOF'
#include <heddle/same.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int rank, size, sources[16];
static int runs; /* a run that is not the first of its process would find it changed */

static int word_is(const char *word, const char *wanted)
{
    return word != NULL && strcmp(word, wanted) == 0;
}

static void gather(void)
{
    for (int i = 1; i < size; i++) {
        MPI_Status status;
        int value;

        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        sources[i] = status.MPI_SOURCE;
    }
}

static void take_one_by_name(void)
{
    int value;

    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void fail_as(const char *word)
{
    fputs("3 came first\n", stderr);
    if (word_is(word, "aborts"))
        MPI_Abort(MPI_COMM_WORLD, 7);
    if (word_is(word, "crashes"))
        raise(SIGSEGV);
    if (word_is(word, "exits"))
        exit(9);
    if (word_is(word, "once") && mkdir("once", 0777) == 0)
        exit(9);
}

static void exchange(void)
{
    int other = rank ^ 1, value;

    MPI_Send(&rank, 1, MPI_INT, other, 1, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : NULL;
    char line[80];

    if (word_is(word, "without-mpi"))
        return runs++;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (runs++ != 0)
        MPI_Abort(MPI_COMM_WORLD, 99);
    if (rank != 0)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    else if (word_is(word, "waits-for-2"))
        take_one_by_name();
    else
        gather();
    if (rank == 0 && word_is(word, "shows"))
        heddle_same(sources[1]);
    if (word_is(word, "exchanges"))
        exchange();
    if (rank == 0 && word_is(word, "reads")) {
        if (fgets(line, sizeof line, stdin) == NULL)
            MPI_Abort(MPI_COMM_WORLD, 8);
        printf("read %s", line);
    }
    if (rank == 0)
        printf("first %d\n", sources[1]);
    if (sources[1] == 3)
        fail_as(word);
    MPI_Finalize();
    return 0;
}
EOF
"$bin/mpicc" -g gather.c -o gather || exit 1

run "$bin/mpiexec" -n 4 -explore all ./gather
expect runs_a_program_under_each_of_its_schedules 0 '^first 1$' '^heddle: all 7 schedules pass$'
[ "$(grep -c first out)" -eq 1 ]
report writes_the_output_of_the_first_run_alone
run "$bin/mpiexec" -n 4 -explore 3 ./gather
expect stops_after_as_many_schedules_as_were_asked_for 0 '^heddle: 3 schedules pass; there are more'
run "$bin/mpiexec" -n 5 -explore 8 ./gather aborts
expect tries_schedules_first_that_differ_least_from_the_usual_one 7 "HEDDLE_REPLAY='gather:2'$"
run "$bin/mpiexec" -n 5 -explore 100 ./gather
expect tells_that_a_number_was_enough_for_all_schedules 0 '^heddle: all 25 schedules pass$'
run "$bin/mpiexec" -n 4 -explore random:5:20 ./gather
expect draws_schedules_by_chance 0 '^heddle: 20 schedules pass; there are more'
run "$bin/mpiexec" -n 4 -explore sometimes ./gather
expect refuses_another_word 1 'HEDDLE_EXPLORE: "sometimes" is neither "all" nor a number'
run "$bin/mpiexec" -n 3 -explore all ./gather without-mpi
expect explores_a_program_whose_ranks_use_no_mpi 0 '^heddle: all 2 schedules pass$'

for failure in aborts:7 crashes:139 exits:9; do
    run "$bin/mpiexec" -n 4 -explore all ./gather ${failure%:*}
    expect "tells the schedule in which a rank ${failure%:*}" ${failure#*:} '^3 came first$' \
        "^heddle: the program ends with status ${failure#*:} in schedule [0-9]+, in which$" \
        "^    rank 0: a receive from any source in gather \(gather.c:[0-9]+\) takes the message \
from source 3 with tag 0, not the one from source 1 or 2$" \
        "^  to repeat it, run it with HEDDLE_REPLAY='gather:2'$"
    grep -q '^first 3$' out && [ "$(grep -c 'came first' err)" -eq 1 ]
    report "shows the output of the run in which a rank ${failure%:*}"
done
cat >in_terminal.py <<'EOF'
import os
import pty
import sys

status = pty.spawn(sys.argv[1:])
sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))
EOF
if "$PYTHON" -c 'import pty; pty.openpty()' >out 2>err; then
    run "$PYTHON" in_terminal.py "$bin/mpiexec" -n 4 -explore all ./gather aborts
    expect draws_the_schedule_that_fails_on_a_terminal 7 \
        '^    \* +\|<-{20,}\| +tag 0, taken in gather' \
        '^     +\|<-{5,9}\| +\| +\| +tag 0, taken in gather \(gather.c:[0-9]+\)'
    run "$PYTHON" in_terminal.py "$bin/mpiexec" -n 4 -explore all ./gather
    expect shows_on_a_terminal_how_far_it_has_come 0 \
        'heddle: 1 schedule passes; the latest has [0-9]+ choices, [0-9]+ with alternatives' \
        'heddle: all 7 schedules pass'
else
    skip draws_the_schedule_that_fails_on_a_terminal 'there are no pseudo-terminals'
    skip shows_on_a_terminal_how_far_it_has_come 'there are no pseudo-terminals'
fi
run "$bin/mpiexec" -n 4 -explore all -explore-picture failed.svg ./gather aborts
[ "$(grep -c 'tag 0, taken in gather' failed.svg)" -eq 3 ] &&
    [ "$(grep -c 'color="#c22"' failed.svg)" -eq 1 ] &&
    "$PYTHON" -c 'import xml.dom.minidom as dom; dom.parse("failed.svg")'
report draws_it_into_a_file_too
run "$bin/mpiexec" -n 4 -explore all -explore-picture /nowhere/failed.svg ./gather aborts
expect tells_that_the_picture_cannot_be_written 7 'cannot be written to /nowhere/failed.svg: No'
run env HEDDLE_REPLAY=gather:2 "$bin/mpiexec" -n 4 ./gather exits
expect repeats_the_schedule_that_failed 9 '^first 3$' '^3 came first$'
run env HEDDLE_REPLAY=other:2 "$bin/mpiexec" -n 4 ./gather
expect leaves_programs_of_other_names_alone 0 '^first [123]$'
run env HEDDLE_REPLAY=gather:x "$bin/mpiexec" -n 4 ./gather
expect refuses_answers_that_are_no_numbers 1 'HEDDLE_REPLAY is not a list of numbers at "x"'
run "$bin/mpiexec" -n 4 -explore all -explore-jobs 1 ./gather once
expect tells_a_failure_that_does_not_come_again 1 '^heddle: the job did not repeat itself: what it'
run "$bin/mpiexec" -n 4 -explore random ./gather aborts
expect finds_a_failure_by_chance_and_makes_it_as_usual_as_it_can_be 7 \
    "^  to repeat it, run it with HEDDLE_REPLAY='gather:2'$"
run "$bin/mpiexec" -n 4 -explore all ./gather waits-for-2
expect finds_a_deadlock_that_one_schedule_has 65 'deadlock: no rank of 4 can go on' \
    'rank 0: MPI_Recv, called in take_one_by_name \(gather.c:[0-9]+\)' \
    'takes the message from source 2 with tag 0, not the one from source 1'
run "$bin/mpiexec" -n 4 -explore all ./gather exchanges
expect finds_sends_that_lean_on_buffers 65 'in which standard sends wait for their receives' \
    "HEDDLE_REPLAY='gather:w'"
run "$bin/mpiexec" -n 3 -explore all ./gather shows
expect tells_a_value_that_differs 1 'rank 0: gather.c:[0-9]+: 2, but 1 in an earlier schedule'
run env HEDDLE_REPLAY=gather:w "$bin/mpiexec" -n 4 ./gather exchanges
expect repeats_sends_that_wait 65 'MPI_Send, called in exchange'
echo 'a line' >input
HEDDLE_NP=3 HEDDLE_EXPLORE=all timeout "$limit" ./gather reads <input >out 2>err
status=$?
expect gives_each_run_a_file_at_standard_input 0 '^read a line$' '^heddle: all 3 schedules pass$'
HEDDLE_NP=4 HEDDLE_EXPLORE=all timeout "$limit" ./gather aborts >out 2>&1
status=$?
: >err
[ "$(grep -n 'first 3' out | cut -d: -f1)" -lt "$(grep -n 'the program ends' out | cut -d: -f1)" ]
report keeps_the_order_of_outputs_that_are_one

cat >child.c <<'EOF'
#include <stdlib.h>

int main(void)
{
    return getenv("HEDDLE_EXPLORE") == NULL ? 0 : 1;
}
EOF
cat >starts.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int provided, status;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    status = system("./child") != 0 || provided != MPI_THREAD_MULTIPLE;
    MPI_Finalize();
    return status;
}
EOF
"$bin/mpicc" child.c -o child && "$bin/mpicc" starts.c -o starts || exit 1
run "$bin/mpiexec" -n 2 -explore all ./starts
expect provides_many_threads_and_leaves_started_programs_unexplored 0 'all 2 schedules pass'

cat >errors.c <<'EOF'
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    MPI_Comm copy;
    int err;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    err = MPI_Comm_dup(MPI_COMM_SELF, &copy);
    if (err == MPI_SUCCESS)
        MPI_Comm_free(&copy);
    if (err != MPI_SUCCESS && strcmp(argv[1], "crashes") == 0)
        raise(SIGSEGV);
    if (err != MPI_SUCCESS && strcmp(argv[1], "hangs") == 0)
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    if (err != MPI_SUCCESS && strcmp(argv[1], "forgets") != 0)
        MPI_Abort(MPI_COMM_WORLD, atoi(argv[1]));
    MPI_Finalize();
    return strcmp(argv[1], "returns") == 0 ? 3 : 0;
}
EOF
"$bin/mpicc" -g errors.c -o errors || exit 1
run "$bin/mpiexec" -n 3 -explore faults ./errors 3
expect lets_each_call_fail_in_one_run 0 \
    '^heddle: 3 calls failed, one in each run, and each time the program noticed$'
run "$bin/mpiexec" -n 1 -explore faults ./errors 3
expect counts_one_call 0 '^heddle: 1 call failed, and the program noticed$'
run "$bin/mpiexec" -n 3 -explore faults ./errors forgets
expect tells_the_call_whose_error_is_lost 1 '^heddle: the program loses the error in schedule 2' \
    "^    rank 0: MPI_Comm_dup in main \(errors.c:[0-9]+\) fails on purpose$" \
    "HEDDLE_REPLAY='errors:f1'$"
run "$bin/mpiexec" -n 3 -explore faults ./errors crashes
expect tells_the_call_after_whose_error_a_rank_crashes 139 '^heddle: the program crashes in sched'
run "$bin/mpiexec" -n 1 -explore faults ./errors hangs
expect tells_the_call_after_whose_error_a_rank_hangs 65 '^heddle: the program hangs in schedule 2'
for code in 65 124 139; do
    run "$bin/mpiexec" -n 3 -explore faults ./errors $code
    expect "takes the programs own status $code for no hang or crash" 0 '^heddle: 3 calls failed'
done
run env HEDDLE_REPLAY=errors:f2 "$bin/mpiexec" -n 3 ./errors 3
expect repeats_the_run_in_which_a_call_fails 3
run env HEDDLE_REPLAY=errors:f1 "$bin/mpiexec" -n 3 ./errors forgets
expect tells_the_error_that_a_repeated_run_loses 1 '^heddle: the program loses the error in sched' \
    "^    rank 0: MPI_Comm_dup in main \(errors.c:[0-9]+\) fails on purpose$"
run env HEDDLE_REPLAY=errors:f7 "$bin/mpiexec" -n 3 ./errors 3
expect tells_that_there_is_no_such_call_to_repeat 1 \
    'lets call 7 fail, but the job makes only 3 calls'
run env HEDDLE_REPLAY=errors:f7 "$bin/mpiexec" -n 3 ./errors returns
expect tells_that_there_is_no_such_call_in_a_program_that_fails 1 \
    'lets call 7 fail, but the job makes only 3 calls'

cat >job.c <<'EOF'
#include <heddle.h>

static int body(void *argument)
{
    return argument != NULL;
}

int main(void)
{
    return heddle_run(NULL, 2, body, NULL, NULL);
}
EOF
"$bin/mpicc" job.c -o job || exit 1
run env HEDDLE_EXPLORE=sometimes ./job
expect tells_a_value_that_jobs_of_heddle_run_ignore 0 \
    'HEDDLE_EXPLORE: "sometimes" is neither "all" nor .*; jobs run once'

cat >uncontrolled.c <<'EOF'
#include <mpi.h>
#include <pthread.h>
#include <string.h>

static void *end_at_once(void *argument)
{
    return argument;
}

/* Both pointers are at the first byte: which letter stays there is open. */
static void write_by_two_pointers(int all_have_both)
{
    MPI_File file, other;
    MPI_Comm comm = all_have_both ? MPI_COMM_WORLD : MPI_COMM_SELF;
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(comm, "twice", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    if (all_have_both)
        MPI_File_open(comm, "twice", MPI_MODE_WRONLY, MPI_INFO_NULL, &other);
    MPI_File_write_shared(all_have_both && rank == 1 ? other : file, &"ab"[rank], 1, MPI_CHAR,
                          MPI_STATUS_IGNORE);
    if (all_have_both)
        MPI_File_close(&other);
    MPI_File_close(&file);
}

/* A thread of the library writes so much. */
static void write_much(void)
{
    static char much[1 << 22];
    MPI_File file;
    MPI_Request request;

    MPI_File_open(MPI_COMM_WORLD, "much", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    MPI_File_iwrite_shared(file, much, sizeof much, MPI_CHAR, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}

static void write_a_letter(int by_shared_pointer)
{
    MPI_File file;

    MPI_File_open(MPI_COMM_WORLD, "shared", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL,
                  &file);
    if (by_shared_pointer)
        MPI_File_write_shared(file, "x", 1, MPI_CHAR, MPI_STATUS_IGNORE);
    else
        MPI_File_write(file, "x", 1, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}

int main(int argc, char **argv)
{
    pthread_t thread;

    MPI_Init(&argc, &argv);
    if (strcmp(argv[1], "alone") == 0 || strcmp(argv[1], "twice") == 0)
        write_by_two_pointers(strcmp(argv[1], "twice") == 0);
    else if (strcmp(argv[1], "much") == 0)
        write_much();
    else if (strcmp(argv[1], "quiet") != 0)
        write_a_letter(strcmp(argv[1], "pointers") == 0);
    if (strcmp(argv[1], "threads") == 0) {
        pthread_create(&thread, NULL, end_at_once, NULL);
        pthread_join(thread, NULL);
    }
    MPI_Finalize();
    return 0;
}
EOF
"$bin/mpicc" uncontrolled.c -o uncontrolled || exit 1
run "$bin/mpiexec" -n 2 -explore all ./uncontrolled quiet
expect claims_all_schedules_where_choices_decide_all 0 '^heddle: all 2 schedules pass$'
run "$bin/mpiexec" -n 2 -explore all ./uncontrolled files
expect names_the_files_that_no_choice_orders 0 '^heddle: 2 schedules pass; nothing '\
'controls the order of accesses to files: there may be more'
run "$bin/mpiexec" -n 2 -explore all ./uncontrolled threads
expect names_no_threads_whose_order_choices_decide 0 'the order of accesses to files: there may'
run "$bin/mpiexec" -n 2 -explore all ./uncontrolled pointers
expect tries_the_orders_in_which_a_shared_pointer_moves 0 '^heddle: all 3 schedules pass$'
for way in alone twice much; do
    run "$bin/mpiexec" -n 2 -explore all ./uncontrolled $way
    expect "names files whose bytes no shared pointer orders: $way" 0 \
        '^heddle: [0-9]+ schedules pass; .*nothing controls the order of accesses to files'
done

cat >meets.c <<'EOF'
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    char port[MPI_MAX_PORT_NAME], *arguments[] = {port, NULL};
    MPI_Comm parent, child, connection;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent == MPI_COMM_NULL) {
        MPI_Open_port(MPI_INFO_NULL, port);
        MPI_Comm_spawn(argv[0], arguments, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &child,
                       MPI_ERRCODES_IGNORE);
        MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &connection);
        MPI_Comm_disconnect(&child);
        MPI_Close_port(port);
    } else {
        MPI_Comm_connect(argv[1], MPI_INFO_NULL, 0, MPI_COMM_SELF, &connection);
        MPI_Comm_disconnect(&parent);
    }
    MPI_Comm_disconnect(&connection);
    MPI_Finalize();
    return 0;
}
EOF
"$bin/mpicc" meets.c -o meets || exit 1
run "$bin/mpiexec" -n 1 -explore all ./meets
expect names_meetings_with_worlds_that_take_no_turns 0 'nothing controls the order of '\
'connections with other jobs and by sockets and what spawned worlds do: there may be more'


# Threads of the parent go on beside the child, so the run depends on how fast that is.
cat >spawns.c <<'EOF'
#include <mpi.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *enter(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(int argc, char **argv)
{
    MPI_Comm parent, child;
    pthread_t thread;
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_get_parent(&parent);
    pthread_create(&thread, NULL, enter, NULL);
    enter(NULL);
    if (parent == MPI_COMM_NULL)
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &child,
                       MPI_ERRCODES_IGNORE);
    enter(NULL);
    pthread_join(thread, NULL);
    MPI_Comm_disconnect(parent == MPI_COMM_NULL ? &child : &parent);
    return MPI_Finalize();
}
EOF
"$bin/mpicc" -g -pthread spawns.c -o spawns || exit 1
failures=0
for _ in 1 2 3 4 5 6 7 8 9 10; do
    run "$bin/mpiexec" -n 2 -explore all ./spawns
    grep -q 'rank 0 spawned ranks that take no turns in main (spawns.c:' err || failures=1
    grep -q 'nothing controls the order of what spawned worlds do' err || failures=1
done
[ "$failures" -eq 0 ]
report ends_the_turns_where_a_rank_with_threads_spawns_others

if [ -x "$bin/mpifort" ]; then
    cat >comes.f90 <<'EOF2'
program comes
   use mpi_f08
   implicit none
   integer :: rank, size, i, value, first = 0
   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, rank)
   call MPI_Comm_size(MPI_COMM_WORLD, size)
   if (rank /= 0) call MPI_Send(rank, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD)
   do i = 1, merge(size - 1, 0, rank == 0)
      call MPI_Recv(value, 1, MPI_INTEGER, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
      if (i == 1) first = value
   end do
   if (first == 3) stop 9
   call MPI_Finalize()
end program comes
EOF2
    "$bin/mpifort" -g comes.f90 -o comes || exit 1
    run "$bin/mpiexec" -n 3 -explore all ./comes
    expect explores_a_program_in_fortran 0 '^heddle: all 3 schedules pass$'
    run "$bin/mpiexec" -n 4 -explore all ./comes
    expect finds_a_bug_of_a_program_in_fortran 9 \
        'receive from any source in MAIN \(comes.f90:10\) takes the message from source 3' \
        "HEDDLE_REPLAY='comes:2'"
    HEDDLE_REPLAY=comes:2 run "$bin/mpiexec" -n 4 ./comes
    expect repeats_a_bug_of_a_program_in_fortran 9
else
    skip explores_a_program_in_fortran 'there is no gfortran'
fi

finish
