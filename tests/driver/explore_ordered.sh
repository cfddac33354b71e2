#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# HEDDLE_EXPLORE with loops of OpenMP that have ordered parts, or whose iterations wait for others.
#
# Each count is made by hand, and has one more, in which standard sends wait. A member of a team
# asks for a part when it comes to a loop, and at each end of a part. In a loop of two parts for two
# members, the first who asks, A, gets part 0. If B asks next, B gets part 1, and both ask once
# more in vain. If A asks next, it gets part 1, too, and asks in vain, before B does or behind it.
# Either member can be A.
. "$(dirname "$0")/../harness/tap.sh"

cat >ordered.c <<'EOC'
#include <mpi.h>
#include <omp.h>
#include <string.h>

static int loop_by_name(const char *name)
{
    int next = 0, is_right = 1, first = -1;

    if (strcmp(name, "static") == 0) {
#pragma omp parallel for num_threads(2) ordered schedule(static, 1)
        for (int i = 0; i < 5; i++)
#pragma omp ordered
            is_right &= next++ == i && omp_get_thread_num() == i % 2;
    } else if (strcmp(name, "few") == 0) {
#pragma omp parallel for num_threads(3) ordered schedule(static, 1)
        for (int i = 0; i < 2; i++)
#pragma omp ordered
            is_right &= next++ == i;
    } else if (strcmp(name, "dynamic") == 0) {
#pragma omp parallel for num_threads(2) ordered schedule(dynamic)
        for (int i = 0; i < 2; i++)
#pragma omp ordered
            is_right &= next++ == i;
    } else if (strcmp(name, "unsigned") == 0) {
#pragma omp parallel for num_threads(2) ordered schedule(guided)
        for (unsigned long long i = 0; i < 2; i++)
#pragma omp ordered
            is_right &= next++ == (int)i;
    } else if (strcmp(name, "runtime") == 0) {
#pragma omp parallel for num_threads(2) ordered schedule(runtime)
        for (int i = 0; i < 2; i++)
#pragma omp ordered
            is_right &= next++ == i;
    } else if (strcmp(name, "first") == 0) {
#pragma omp parallel for num_threads(2) ordered schedule(dynamic)
        for (int i = 0; i < 2; i++)
#pragma omp ordered
            first = i == 0 ? omp_get_thread_num() : first;
        is_right = first == 0;
    }
    return is_right;
}

/* Two loops, of which a member may begin the second while the other one is in the first. */
static int begins_early(void)
{
    int sums[2] = {0, 0};

#pragma omp parallel num_threads(2)
    for (int loop = 0; loop < 2; loop++) {
#pragma omp for ordered schedule(static, 1) nowait
        for (int i = 1; i < 4; i++)
#pragma omp ordered
            sums[loop] = 10 * sums[loop] + i;
    }
    return sums[0] == 123 && sums[1] == 123;
}

static int iterations_by_name(const char *name)
{
    int sum = 0, grid[3][3] = {{1, 1, 1}, {1, 0, 0}, {1, 0, 0}};

    if (strcmp(name, "waits") == 0) {
#pragma omp parallel for num_threads(2) ordered(1) schedule(static, 1)
        for (int i = 1; i < 5; i++) {
#pragma omp ordered depend(sink : i - 1)
            sum = 10 * sum + i;
#pragma omp ordered depend(source)
        }
        return sum == 1234;
    }
    if (strcmp(name, "waits_dynamic") == 0) {
#pragma omp parallel for num_threads(2) ordered(1) schedule(dynamic)
        for (unsigned long long i = 1; i < 3; i++) {
#pragma omp ordered depend(sink : i - 1)
            sum = 10 * sum + (int)i;
#pragma omp ordered depend(source)
        }
        return sum == 12;
    }
#pragma omp parallel for num_threads(2) ordered(2) schedule(static, 1)
    for (int i = 1; i < 3; i++)
        for (int j = 1; j < 3; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
            grid[i][j] = grid[i - 1][j] + grid[i][j - 1];
#pragma omp ordered depend(source)
        }
    return grid[2][2] == 6;
}

/* Iteration 1 never says that it has ended. */
static int waits_in_vain(void)
{
    int count = 0;

#pragma omp parallel for num_threads(2) ordered(1) schedule(static, 1)
    for (int i = 0; i < 2; i++) {
#pragma omp ordered depend(sink : i - 1)
        count++;
        if (i == 1) {
#pragma omp ordered depend(source)
        }
    }
    return count == 2;
}

int main(int argc, char **argv)
{
    int is_right;

    MPI_Init(&argc, &argv);
    if (strncmp(argv[1], "waits", 5) == 0 || strcmp(argv[1], "grid") == 0)
        is_right = iterations_by_name(argv[1]);
    else if (strcmp(argv[1], "vain") == 0)
        is_right = waits_in_vain();
    else
        is_right = strcmp(argv[1], "early") == 0 ? begins_early() : loop_by_name(argv[1]);
    MPI_Finalize();
    return is_right ? 0 : 3;
}
EOC
if ! "$bin/mpicc" -fopenmp -g ordered.c -o ordered 2>err; then
    skip explores_ordered_loops 'there is no OpenMP'
    finish
    exit
fi

# pass SENTENCE CASE SCHEDULES
pass() {
    run "$bin/mpiexec" -n 1 -explore all ./ordered "$2"
    expect "$1" 0 "^heddle: all $3 schedules pass$"
}

pass goes_through_ordered_parts_of_a_static_loop_in_one_order static 2
pass goes_through_a_loop_of_fewer_parts_than_members few 2
pass goes_through_loops_that_members_begin_early early 2
pass chooses_who_gets_which_ordered_part dynamic 7
pass chooses_who_gets_which_ordered_part_of_unsigned_numbers unsigned 7
export OMP_SCHEDULE=dynamic
pass chooses_who_gets_which_ordered_part_by_the_schedule_at_run_time runtime 7
export OMP_SCHEDULE=static
pass goes_through_a_static_loop_by_the_schedule_at_run_time runtime 2
unset OMP_SCHEDULE
run "$bin/mpiexec" -n 1 -explore all ./ordered first
expect finds_who_gets_the_first_ordered_part 3 \
    '^    thread 1 of rank 0: asks for its part of the work in ' "HEDDLE_REPLAY='ordered:"
pass lets_iterations_wait_for_others waits 2
pass lets_iterations_of_two_loops_wait_for_others grid 2
# Unlike in ordered parts, A may ask in vain before or behind B's, as both have got theirs.
pass chooses_who_gets_which_iteration_that_waits waits_dynamic 9
run timeout -s KILL 60 "$bin/mpiexec" -n 1 -explore all ./ordered vain
expect tells_of_an_iteration_that_waits_in_vain 65 '^deadlock: no thread can go on$' \
    'thread 1 of rank 0 waits for another iteration of a loop in waits_in_vain \(ordered\.c:'

finish
