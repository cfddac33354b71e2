#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# HEDDLE_EXPLORE with programs whose ranks have threads of OpenMP.
. "$(dirname "$0")/../harness/tap.sh"
cc=${CC:-cc}

cat >openmp.c <<'EOC'
#include <mpi.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

static int rank;

static int counts_in_one_part(void)
{
    int count = 0;

#pragma omp parallel num_threads(2)
    {
#pragma omp critical(part)
        count++;
#pragma omp critical(part)
        count++;
    }
    return count == 4;
}

static int loses_an_update(void)
{
    int count = 0;

#pragma omp parallel num_threads(2)
    {
        int seen;

#pragma omp critical(part)
        seen = count;
#pragma omp critical(part)
        count = seen + 1;
    }
    return count == 2;
}

static int loses_it_without_a_name(void)
{
    int count = 0;

#pragma omp parallel num_threads(2)
    {
        int seen;

#pragma omp critical
        seen = count;
#pragma omp critical
        count = seen + 1;
    }
    return count == 2;
}

static int gives_receives_to_threads(void)
{
    int got[2] = {0, 0};

    if (rank != 0)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    else
#pragma omp parallel num_threads(2)
        MPI_Recv(&got[omp_get_thread_num()], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    return rank != 0 || got[0] == 1;
}

static int sends_in_order_of_threads(void)
{
    int got[2] = {0, 1};

    if (rank == 0)
#pragma omp parallel num_threads(2)
    {
        int thread = omp_get_thread_num();

        MPI_Send(&thread, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    for (int i = 0; rank == 1 && i < 2; i++)
        MPI_Recv(&got[i], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return got[0] == 0 && got[1] == 1;
}

static int locks_in_any_order(void)
{
    omp_lock_t locks[2];

    omp_init_lock(&locks[0]);
    omp_init_lock(&locks[1]);
#pragma omp parallel num_threads(2)
    {
        int first = omp_get_thread_num();

        omp_set_lock(&locks[first]);
        omp_set_lock(&locks[1 - first]);
        omp_unset_lock(&locks[1 - first]);
        omp_unset_lock(&locks[first]);
    }
    return 1;
}

static int nests_locks_and_regions(void)
{
    omp_nest_lock_t lock;
    int count = 0;

    omp_init_nest_lock(&lock);
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
    {
        omp_set_nest_lock(&lock);
        omp_set_nest_lock(&lock);
        count++;
        omp_unset_nest_lock(&lock);
        omp_unset_nest_lock(&lock);
    }
    omp_destroy_nest_lock(&lock);
    return count == 4;
}

static int expects_who_is_single(void)
{
    int who = -1;

#pragma omp parallel num_threads(2)
#pragma omp single
    who = omp_get_thread_num();
    return who == 0;
}

static int shares_a_copy(void)
{
    int sum = 0;

#pragma omp parallel num_threads(3) reduction(+ : sum)
    {
        int copy;

#pragma omp single copyprivate(copy)
        copy = 7;
        sum += copy;
#pragma omp barrier
        sum += copy;
    }
    return sum == 42;
}

static int expects_who_has_which_part(void)
{
    int who[3];

#pragma omp parallel for num_threads(2) schedule(dynamic)
    for (int i = 0; i < 3; i++)
        who[i] = omp_get_thread_num();
    return who[0] != 1 || who[1] != 0 || who[2] != 1;
}

static int shares_work(void)
{
    int sum = 0, one = 0;

#pragma omp parallel num_threads(2)
    {
#pragma omp for schedule(guided) nowait
        for (int i = 0; i < 2; i++)
#pragma omp atomic
            sum += i;
#pragma omp sections
        {
#pragma omp section
            one = 1;
        }
    }
    return sum == 1 && one == 1;
}

static int meets_again_and_again(void)
{
    int sum = 0;

    for (int round = 0; round < 3; round++)
#pragma omp parallel num_threads(3)
    {
#pragma omp for schedule(static, 1) reduction(+ : sum)
        for (int i = 0; i < 10; i++)
            sum += i;
#pragma omp master
        MPI_Barrier(MPI_COMM_WORLD);
#pragma omp barrier
    }
    return sum == 3 * 45;
}

static int waits_for_ever(void)
{
    int got;

#pragma omp parallel num_threads(2)
    {
        if (rank == 0 && omp_get_thread_num() == 1)
            MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma omp barrier
    }
    return 1;
}

static int expects_tasks_in_order(void)
{
    int order[2], count = 0;

#pragma omp parallel num_threads(2)
#pragma omp single
    for (int i = 0; i < 2; i++)
#pragma omp task
#pragma omp critical(part)
        order[count++] = i;
    return count != 2 || order[0] == 0;
}

static int expects_tasks_in_one_thread(void)
{
    int thread = -1, single = -1;

#pragma omp parallel num_threads(2)
#pragma omp single
    {
        single = omp_get_thread_num();
#pragma omp task
        thread = omp_get_thread_num();
    }
    return single != 0 || thread == 0;
}

/* Each task waits for those that have to come before it. */
static int keeps_tasks_in_order(void)
{
    int made = 0, used = 0, children = 0, grouped = 0, after = 0, last = 0;

#pragma omp parallel num_threads(2)
#pragma omp single nowait
    {
#pragma omp task depend(out : made)
        made = 1;
#pragma omp task depend(in : made)
        used = made;
#pragma omp task if (0) depend(in : made)
        after = made;
#pragma omp taskgroup
        {
#pragma omp task
#pragma omp task
            grouped = 1;
        }
        after += grouped;
#pragma omp task
        children = 1;
#pragma omp taskwait
        after += children + used;
#pragma omp task final(1)
        last = 1;
    }
    return after == 4 && last == 1;
}

/* The message of each task goes to the receive that is posted first. */
static int receives_in_tasks(void)
{
    int got[2] = {1, 2};

    if (rank > 0)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    else
#pragma omp parallel num_threads(2)
#pragma omp single
        for (int i = 0; i < 2; i++)
#pragma omp task
            MPI_Recv(&got[i], 1, MPI_INT, i + 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return got[0] == 1 && got[1] == 2;
}

#define CASE(name) {#name, name}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*passes)(void);
    } cases[] = {CASE(counts_in_one_part),       CASE(loses_an_update),
                 CASE(loses_it_without_a_name),  CASE(gives_receives_to_threads),
                 CASE(sends_in_order_of_threads), CASE(locks_in_any_order),
                 CASE(nests_locks_and_regions),  CASE(expects_who_is_single),
                 CASE(shares_a_copy),            CASE(expects_who_has_which_part),
                 CASE(meets_again_and_again), CASE(shares_work),              CASE(waits_for_ever),
                 CASE(expects_tasks_in_order),
                 CASE(expects_tasks_in_one_thread), CASE(keeps_tasks_in_order),
                 CASE(receives_in_tasks)};
    int provided, passes = 0;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (strcmp(argv[1], cases[i].name) == 0)
            passes = cases[i].passes();
    if (!passes)
        MPI_Abort(MPI_COMM_WORLD, 3);
    return MPI_Finalize();
}
EOC
if ! "$bin/mpicc" -fopenmp -g openmp.c -o openmp 2>err; then
    skip explores_threads_of_openmp 'there is no OpenMP'
    finish
    exit
fi

# pass SENTENCE RANKS CASE PATTERN
pass() {
    run "$bin/mpiexec" -n "$2" -explore all ./openmp "$3"
    expect "$1" 0 "$4"
}

# find SENTENCE RANKS CASE PATTERN...
find() {
    local sentence=$1 ranks=$2 name=$3
    shift 3
    run "$bin/mpiexec" -n "$ranks" -explore all ./openmp "$name"
    expect "$sentence" 3 "$@" "HEDDLE_REPLAY='openmp:"
}

pass counts_orders_of_a_critical_section_once 1 counts_in_one_part '^heddle: all 7 schedules pass$'
pass counts_orders_of_different_ranks_by_themselves 2 counts_in_one_part \
    '^heddle: all 37 schedules pass$'
find finds_an_update_lost_between_two_critical_sections 1 loses_an_update \
    '^    thread 1 of rank 0: enters a critical section or takes a lock in loses_an_update '
replay=$(sed -n "s/.*HEDDLE_REPLAY='\(.*\)'$/\1/p" err)
failures=0
for _ in $(seq 100); do
    run env HEDDLE_REPLAY="$replay" "$bin/mpiexec" -n 1 ./openmp loses_an_update
    [ "$status" -eq 3 ] && failures=$((failures + 1))
done
[ "$failures" -eq 100 ]
report repeats_a_schedule_of_openmp_100_times_of_100
find finds_it_in_critical_sections_without_a_name 1 loses_it_without_a_name \
    '^    thread 1 of rank 0: locks a mutex in loses_it_without_a_name \(openmp.c:'
find finds_threads_that_receive_in_another_order 3 gives_receives_to_threads \
    'a receive from any source in .* takes the message from source 2'
find finds_threads_that_send_in_another_order 2 sends_in_order_of_threads \
    '^    thread 1 of rank 0: calls MPI in sends_in_order_of_threads .*, before rank 0 calls MPI'
run "$bin/mpiexec" -n 1 -explore all ./openmp locks_in_any_order
expect tells_which_threads_of_openmp_wait_in_a_deadlock 65 '^deadlock: no thread can go on$' \
    '^  rank 0 waits for a critical section or lock of OpenMP in ' \
    '^  thread 1 of rank 0 waits for a critical section or lock of OpenMP in '
run "$bin/mpiexec" -n 1 -explore all ./openmp waits_for_ever
expect tells_who_waits_at_a_barrier_of_openmp 65 \
    '^  rank 0 waits at a barrier of OpenMP in waits_for_ever \(openmp.c:' \
    '^  thread 1 of rank 0 waits in MPI_Recv, called in '
pass explores_nested_locks_in_nested_regions 1 nests_locks_and_regions \
    '^heddle: all [0-9]+ schedules pass$'
find finds_that_any_thread_may_be_the_single_one 1 expects_who_is_single \
    '^    thread 1 of rank 0: asks for its part of the work in '
pass gives_all_threads_what_the_single_one_copies 1 shares_a_copy \
    '^heddle: all [0-9]+ schedules pass$'
find finds_who_gets_which_part_of_a_loop 1 expects_who_has_which_part \
    'asks for its part of the work in '
pass tries_no_orders_where_there_are_none 2 meets_again_and_again '^heddle: all 2 schedules pass$'
pass explores_loops_and_sections 1 shares_work '^heddle: all [0-9]+ schedules pass$'
find finds_tasks_that_run_in_another_order 1 expects_tasks_in_order \
    '^    thread 1 of rank 0: takes a task in expects_tasks_in_order \(openmp.c:'
find finds_tasks_that_run_in_another_thread 1 expects_tasks_in_one_thread \
    '^    thread 1 of rank 0: takes a task in '
pass keeps_the_order_that_tasks_have 1 keeps_tasks_in_order '^heddle: all [0-9]+ schedules pass$'
pass receives_in_tasks_in_any_order 3 receives_in_tasks '^heddle: all [0-9]+ schedules pass$'

# The ranks of a job are new threads in each run, each with threads of its own.
cat >job.c <<'EOC'
#include <heddle.h>
#include <omp.h>
#include <stdio.h>

static int count_twice(void *unused)
{
    int count = 0;

    (void)unused;
    for (int round = 0; round < 2; round++)
#pragma omp parallel num_threads(2)
    {
#pragma omp critical(part)
        count++;
    }
    return count != 4;
}

int main(void)
{
    const struct heddle_options options = {.name = "job", .explore = "all"};
    struct heddle_result result;
    int status = heddle_run(&options, 2, count_twice, NULL, &result);

    printf("%d %ld %d\n", status, result.schedules, result.has_all_schedules);
    heddle_result_free(&result);
    return 0;
}
EOC
"$bin/mpicc" -fopenmp -g job.c -o job || exit 1
run ./job
expect explores_threads_of_openmp_in_jobs_of_a_program 0
[ "$(cat out)" = '0 17 1' ]
report counts_the_schedules_of_such_a_job

# Another library of OpenMP is known by its name.
cat >other.c <<'EOC'
#include <pthread.h>

static void *run(void *argument)
{
    return argument;
}

void begin_region(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
}
EOC
cat >calls.c <<'EOC'
#include <mpi.h>

void begin_region(void);

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    begin_region();
    return MPI_Finalize();
}
EOC
$cc -shared -fPIC -pthread other.c -o libomp.so &&
    "$bin/mpicc" calls.c -o calls ./libomp.so || exit 1
run "$bin/mpiexec" -n 1 -explore all ./calls
expect names_threads_of_other_libraries_of_openmp 0 \
    'nothing controls the order of what threads of OpenMP do'

# Other libraries of MPI do not have OpenMP's functions.
cat >needs.c <<'EOC'
int main(void)
{
    int sum = 0;
#pragma omp parallel
#pragma omp critical
    sum++;
    return sum < 1;
}
EOC
"$bin/mpicc" -fopenmp -Wl,--as-needed needs.c -o needs &&
    readelf -d needs | grep -q 'NEEDED.*libgomp'
report keeps_openmps_own_library_where_a_linker_drops_what_nobody_needs

finish
