#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# HEDDLE_RECORD and HEDDLE_REPLAY=file: where a record ends, and what is not part of it.
. "$(dirname "$0")/../harness/tap.sh"

cat >first.c <<'EOC'
#include <mpi.h>
#include <stdlib.h>

enum { ROUNDS = 4000 };

static void receive(int *from, int source, int tag)
{
    MPI_Status status;
    int value;

    MPI_Recv(&value, 1, MPI_INT, source, tag, MPI_COMM_WORLD, &status);
    *from = source == MPI_ANY_SOURCE ? status.MPI_SOURCE : value;
}

static void send(int value, int to, int tag)
{
    MPI_Send(&value, 1, MPI_INT, to, tag, MPI_COMM_WORLD);
}

/* Rank 1 or 2 sends to rank 3: the one whose message comes first. What rank 3 receives
 * follows from what rank 0 has received, and the record may not have the one without the other. */
int main(int argc, char **argv)
{
    int rank, is_first, first;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < ROUNDS; i++) {
        if (rank == 0) {
            receive(&first, MPI_ANY_SOURCE, 0);
            receive(&is_first, MPI_ANY_SOURCE, 0);
            send(first == 1, 1, 1);
            send(first == 2, 2, 1);
        } else if (rank == 3) {
            receive(&first, MPI_ANY_SOURCE, 2);
        } else {
            for (volatile int k = rand() % 300; k > 0; k--)
                continue;
            send(i, 0, 0);
            receive(&is_first, 0, 1);
            if (is_first)
                send(i, 3, 2);
        }
    }
    MPI_Finalize();
    return 0;
}
EOC
"$bin/mpicc" -g first.c -o first || exit 1
for i in 1 2 3; do
    run env HEDDLE_RECORD_KB=64 "$bin/mpiexec" -n 4 -record first.rec ./first
    grep -q 'first.rec is full' err || { status=1 && break; }
    run env HEDDLE_REPLAY=first.rec HEDDLE_TIMEOUT=1000 "$bin/mpiexec" -n 4 ./first
    [ "$status" -eq 0 ] || break
done
expect ends_a_full_record_where_no_choice_lacks_what_led_to_it 0

cat >swapped.c <<'EOC'
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Both ranks send first: whether that hangs is up to HEDDLE_EAGER. */
int main(int argc, char **argv)
{
    char command[200];
    int rank, size, other, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    other = (rank + 1) % size;
    MPI_Send(&rank, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0 && argc > 1 && strcmp(argv[1], "starts") == 0) {
        snprintf(command, sizeof command, "HEDDLE_NP=3 %s", argv[0]);
        printf("started %d\n", system(command));
    }
    if (rank == 1 && argc > 1 && strcmp(argv[1], "crashes") == 0)
        raise(SIGSEGV);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
EOC
"$bin/mpicc" -g swapped.c -o swapped || exit 1
recorded=
repeated=
for seed in 2 3 4 5 6 7 8 9; do
    run env HEDDLE_EAGER="$seed" "$bin/mpiexec" -n 2 -record swapped.rec ./swapped
    recorded="$recorded $status"
    run env HEDDLE_EAGER="$seed" HEDDLE_REPLAY=swapped.rec "$bin/mpiexec" -n 2 ./swapped
    repeated="$repeated $status"
done
[ "$recorded" = "$repeated" ] && [[ $recorded = *65* ]] && [[ $recorded = *" 0"* ]]
report repeats_what_a_seed_has_decided_about_sends

run "$bin/mpiexec" -n 2 -record swapped.rec ./swapped starts
run env HEDDLE_REPLAY=swapped.rec "$bin/mpiexec" -n 2 ./swapped starts
expect repeats_no_program_that_the_program_starts 0
[ "$(cat out)" = 'started 0' ]
report lets_a_program_start_another_number_of_ranks

run "$bin/mpiexec" -n 2 -record crashed.rec ./swapped crashes
expect tells_where_the_choices_of_a_crash_are 139 \
    '^heddle: the choices of this run are in .*/crashed.rec; to repeat them, run it'

bash -c 'ulimit -f 100; shift; exec "$@"' - - "$bin/mpiexec" -n 2 -record limited.rec ./swapped \
    >out 2>err
status=$?
expect runs_when_the_limit_of_a_file_is_below_its_first_pages 0 \
    'HEDDLE_RECORD: .*/limited.rec cannot be written: File too large; nothing is recorded$'

cat >tested.c <<'EOC'
#include <mpi.h>
#include <stddef.h>

/* A yes and a no by turns, so that each is an entry. */
int main(int argc, char **argv)
{
    MPI_Request request;
    int rank, flag;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 60000; i++) {
        MPI_Irecv(NULL, 0, MPI_INT, rank, 0, MPI_COMM_WORLD, &request);
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        MPI_Send(NULL, 0, MPI_INT, rank, 0, MPI_COMM_WORLD);
        while (!flag)
            MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
EOC
"$bin/mpicc" -g tested.c -o tested || exit 1
bash -c 'ulimit -f 300; shift; exec "$@"' - - "$bin/mpiexec" -n 2 -record limited.rec ./tested \
    >out 2>err
status=$?
expect ends_the_record_at_the_limit_of_a_file 0 \
    '/limited.rec could not be made larger, and has nothing of what came later: File too large$'
run env HEDDLE_REPLAY=limited.rec "$bin/mpiexec" -n 2 ./tested
expect goes_on_behind_the_limit_of_a_file 0

cat >merged.c <<'EOC'
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

/* A window, and a shared pointer, of a rank and one that it has spawned, which is not recorded. The
 * first rank comes behind the other one if there is a file "late", else before it. */
int main(int argc, char **argv)
{
    MPI_Comm parent, other, all;
    MPI_File file;
    MPI_Win window;
    long *memory, one = 1, old = 0;
    char letter = 'a';
    int is_second;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent == MPI_COMM_NULL)
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other,
                       MPI_ERRCODES_IGNORE);
    else
        other = parent;
    MPI_Intercomm_merge(other, parent != MPI_COMM_NULL, &all);
    if (parent == MPI_COMM_NULL)
        usleep(200000); /* the last one makes what is shared */
    MPI_Win_allocate(sizeof(long), 1, MPI_INFO_NULL, all, &memory, &window);
    *memory = 0;
    MPI_File_open(all, "letters", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_Barrier(all);
    is_second = (parent == MPI_COMM_NULL) == (access("late", F_OK) == 0);
    if (is_second)
        MPI_Barrier(all);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
    MPI_Fetch_and_op(&one, &old, MPI_LONG, 0, 0, MPI_SUM, window);
    MPI_Win_unlock_all(window);
    MPI_File_write_shared(file, &letter, 1, MPI_CHAR, MPI_STATUS_IGNORE);
    if (!is_second)
        MPI_Barrier(all);
    if (parent == MPI_COMM_NULL)
        printf("found %ld\n", old);
    MPI_File_close(&file);
    MPI_Win_free(&window);
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(&other);
    MPI_Finalize();
    return 0;
}
EOC
"$bin/mpicc" -g merged.c -o merged || exit 1
touch late
run "$bin/mpiexec" -n 1 -record merged.rec ./merged
expect records_with_a_window_of_two_worlds 0
[ "$(cat out)" = 'found 1' ]
report lets_the_spawned_rank_be_first
run env HEDDLE_REPLAY=merged.rec "$bin/mpiexec" -n 1 ./merged
expect repeats_with_a_window_of_two_worlds 0
rm late
run env HEDDLE_REPLAY=merged.rec HEDDLE_TIMEOUT=50 "$bin/mpiexec" -n 1 ./merged
expect waits_for_no_rank_that_has_no_record 0

cat >named.c <<'EOC'
#include <heddle.h>
#include <mpi.h>

static int fails(void *argument)
{
    (void)argument;
    return 1;
}

int main(void)
{
    const struct heddle_options options = {.name = "case:3"};

    return heddle_run(&options, 2, fails, NULL, NULL);
}
EOC
"$bin/mpicc" -g named.c -o named || exit 1
run env HEDDLE_RECORD=named.rec ./named
[ "$(echo named.rec*)" = named.rec.case.3 ]
report writes_points_for_the_colons_of_a_name
mv named.rec.case.3 case:3
run env HEDDLE_REPLAY=case:3 HEDDLE_RECORD=named.rec ./named
[ "$status" -eq 1 ] && [ "$(echo named.rec*)" = 'named.rec*' ]
report follows_a_file_whose_name_looks_like_answers


# What no file of choices has is named by the run that follows one.
cat >left.c <<'EOF'
#include <mpi.h>
#include <sys/random.h>
#include <time.h>

static void put(int rank, int is_locked)
{
    MPI_Win window;
    int part[2] = {0, 0};

    MPI_Win_create(part, sizeof part, sizeof part[0], MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_lock(is_locked ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, 0, 0, window);
    MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, window);
    MPI_Win_unlock(0, window);
    MPI_Win_free(&window);
}

static void cancel(int rank)
{
    MPI_Request request;
    MPI_Status status;
    int value = 0, is_cancelled = 0;

    if (rank == 0) {
        MPI_Isend(&rank, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &is_cancelled);
    }
    MPI_Bcast(&is_cancelled, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 1 && !is_cancelled)
        MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static int use_values(char what)
{
    unsigned number = 0;

    if (what == 'W')
        return MPI_Wtime() < 0;
    if (what == 't')
        return time(NULL) < 0;
    return getrandom(&number, sizeof number, 0) < 0;
}

static void use_file(int rank)
{
    MPI_File file;

    MPI_File_open(MPI_COMM_WORLD, "left.dat", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL,
                  &file);
    MPI_File_write_at(file, 0, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}

static void use_port(int rank)
{
    char port[MPI_MAX_PORT_NAME];
    MPI_Comm other;

    if (rank == 0)
        MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Bcast(port, sizeof port, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
    else
        MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
    MPI_Comm_disconnect(&other);
}

int main(int argc, char **argv)
{
    MPI_Comm parent, child;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) {
        MPI_Comm_disconnect(&parent);
    } else if (argv[1][0] == 'w') {
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &child,
                       MPI_ERRCODES_IGNORE);
        MPI_Comm_disconnect(&child);
    } else if (argv[1][0] == 'p') {
        use_port(rank);
    } else if (argv[1][0] == 'f') {
        use_file(rank);
    } else if (argv[1][0] == 'u' || argv[1][0] == 'x') {
        put(rank, argv[1][0] == 'x');
    } else if (argv[1][0] == 'c') {
        cancel(rank);
    } else if (argv[1][0] != 'n') {
        use_values(argv[1][0]);
    }
    return MPI_Finalize();
}
EOF
"$bin/mpicc" -g left.c -o left || exit 1

# names_left_out NAME WORD PATTERN
names_left_out() {
    run "$bin/mpiexec" -n 2 -record left.rec ./left "$2"
    run env HEDDLE_REPLAY=left.rec "$bin/mpiexec" -n 2 ./left "$2"
    expect "$1" 0 "^heddle: .*left.rec has nothing of $3, so these were not repeated$"
}
names_left_out names_files_that_are_not_recorded file 'the order of accesses to files'
names_left_out names_ports_that_are_not_recorded port 'the order of calls at ports'
names_left_out names_worlds_that_are_not_recorded world 'the order of what spawned worlds do'
names_left_out names_puts_that_are_not_recorded unlocked \
    'the order of puts and gets without an exclusive lock'
names_left_out names_cancels_that_are_not_recorded cancel 'the order of cancels of sends'
names_left_out names_times_that_are_not_recorded Wtime times
names_left_out names_the_time_of_day_that_is_not_recorded time times
names_left_out names_random_numbers_that_are_not_recorded random 'random numbers'
for way in none xlocked; do
    run "$bin/mpiexec" -n 2 -record left.rec ./left $way
    run env HEDDLE_REPLAY=left.rec "$bin/mpiexec" -n 2 ./left $way
    [ "$status" -eq 0 ] && [ -z "$err" ]
    report "names nothing where all is recorded: $way"
done

finish
