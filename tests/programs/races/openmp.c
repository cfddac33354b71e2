/* SPDX-License-Identifier: MIT */
/* Threads of OpenMP in each rank, for ThreadSanitizer: what is wrong_... must be reported, what is
 * right_... not. */
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 4, TURNS = 20, CELLS = 64 };

static long cells[CELLS], sum;
static int together;

/* Two tasks or members that call it run at the same time, in two threads. It orders nothing. */
static void meet(void)
{
    int seen = 0;

#pragma omp atomic
    together++;
    while (seen < 2) {
#pragma omp atomic read
        seen = together;
    }
}

/* ---- wrong ----------------------------------------------------------------------------------- */

static void wrong_sum_without_reduction(void)
{
    int i;

#pragma omp parallel for num_threads(THREADS)
    for (i = 0; i < CELLS; i++)
        sum += cells[i];
}

static void wrong_loop_without_wait(void)
{
#pragma omp parallel num_threads(2)
    {
        const int own = omp_get_thread_num();
        int i;

#pragma omp for schedule(static) nowait
        for (i = 0; i < 2; i++)
            cells[i] = own;
        cells[1 - own]++;
    }
}

static void wrong_tasks_on_one_variable(void)
{
#pragma omp parallel num_threads(THREADS)
#pragma omp single
    {
        int i;

        for (i = 0; i < 2; i++) {
#pragma omp task
            {
                meet();
                sum += i;
            }
        }
    }
}

static void wrong_read_before_the_taskwait(void)
{
#pragma omp parallel num_threads(THREADS)
#pragma omp single
    {
#pragma omp task
        {
            meet();
            cells[0] = 1;
        }
        meet();
        sum += cells[0];
#pragma omp taskwait
    }
}

static void wrong_locks_that_differ(void)
{
    omp_lock_t locks[2];

    omp_init_lock(&locks[0]);
    omp_init_lock(&locks[1]);
#pragma omp parallel num_threads(2)
    {
        const int own = omp_get_thread_num();

        omp_set_lock(&locks[own]);
        sum++;
        omp_unset_lock(&locks[own]);
    }
    omp_destroy_lock(&locks[0]);
    omp_destroy_lock(&locks[1]);
}

static void wrong_stores_after_the_barrier(void)
{
#pragma omp parallel num_threads(2)
    {
        const int own = omp_get_thread_num();

        cells[own]++;
#pragma omp barrier
        sum = cells[1 - own];
    }
}

/* ---- right ----------------------------------------------------------------------------------- */

static void right_regions_one_after_the_other(void)
{
    int turn;

    for (turn = 0; turn < TURNS; turn++) {
        memset(cells, 0, sizeof cells);
#pragma omp parallel num_threads(THREADS)
        cells[omp_get_thread_num()]++;
        sum += cells[THREADS - 1];
#pragma omp parallel num_threads(THREADS)
        cells[(omp_get_thread_num() + 1) % THREADS]++;
    }
}

static void right_barrier(void)
{
#pragma omp parallel num_threads(THREADS)
    {
        const int own = omp_get_thread_num();
        int turn;

        for (turn = 0; turn < TURNS; turn++) {
            cells[(own + turn) % THREADS]++;
#pragma omp barrier
        }
    }
}

static void right_critical(void)
{
#pragma omp parallel num_threads(THREADS)
    {
        int turn;

        for (turn = 0; turn < TURNS; turn++) {
#pragma omp critical
            sum++;
#pragma omp critical(named)
            cells[0]++;
        }
    }
}

static void right_single(void)
{
#pragma omp parallel num_threads(THREADS)
    {
        long got;
        int turn;

        for (turn = 0; turn < TURNS; turn++) {
#pragma omp single copyprivate(got)
            {
                sum++;
                got = sum;
            }
            cells[8 * omp_get_thread_num()] += got;
#pragma omp single
            cells[1] += sum;
        }
    }
}

static void right_sections_and_loops(void)
{
    int turn;

#pragma omp parallel num_threads(THREADS) private(turn)
    for (turn = 0; turn < TURNS; turn++) {
        int i;

#pragma omp for schedule(dynamic)
        for (i = 0; i < CELLS; i++)
            cells[i]++;
#pragma omp sections
        {
#pragma omp section
            cells[3]++;
#pragma omp section
            cells[5]++;
        }
#pragma omp for schedule(guided)
        for (i = 0; i < CELLS; i++)
            cells[CELLS - 1 - i]++;
    }
    for (turn = 0; turn < TURNS; turn++) {
        int i;

#pragma omp parallel for schedule(dynamic, 3) num_threads(THREADS)
        for (i = 0; i < CELLS; i++)
            cells[i]++;
#pragma omp parallel for schedule(runtime) num_threads(THREADS)
        for (i = 0; i < CELLS; i++)
            cells[i]++;
#pragma omp parallel sections num_threads(THREADS)
        {
#pragma omp section
            cells[3]++;
#pragma omp section
            cells[5]++;
        }
    }
}

static long fibonacci(int n)
{
    long a = 1, b = 1;

    if (n < 2)
        return 1;
#pragma omp task shared(a)
    a = fibonacci(n - 1);
#pragma omp task shared(b)
    b = fibonacci(n - 2);
#pragma omp taskwait
    return a + b;
}

static void right_tasks_and_taskwait(void)
{
#pragma omp parallel num_threads(THREADS)
#pragma omp single
    sum = fibonacci(10);
}

static void right_tasks_and_barrier(void)
{
#pragma omp parallel num_threads(THREADS)
    {
        int i;

#pragma omp single
        for (i = 0; i < CELLS; i++) {
#pragma omp task
            cells[i]++;
        }
#pragma omp for
        for (i = 0; i < CELLS; i++)
            cells[i]++;
#pragma omp master
        for (i = 0; i < CELLS; i++) {
#pragma omp task firstprivate(i)
            cells[i]++;
        }
    }
    sum += cells[CELLS - 1];
}

static void right_tasks_and_group(void)
{
#pragma omp parallel num_threads(THREADS)
#pragma omp single
    {
        int i;

#pragma omp taskgroup
        for (i = 0; i < CELLS; i++) {
#pragma omp task
            {
#pragma omp task
                cells[i]++;
            }
        }
        for (i = 0; i < CELLS; i++)
            sum += cells[i];
#pragma omp taskloop grainsize(4)
        for (i = 0; i < CELLS; i++)
            cells[i]++;
        for (i = 0; i < CELLS; i++)
            sum += cells[i];
    }
}

static void right_tasks_that_depend(void)
{
    int turn;

#pragma omp parallel num_threads(THREADS)
#pragma omp single
    for (turn = 0; turn < TURNS; turn++) {
        int i;

#pragma omp task depend(out : cells[0])
        cells[0] = turn;
        for (i = 1; i < 8; i++) {
#pragma omp task depend(in : cells[0]) depend(inout : cells[i])
            cells[i] += cells[0];
        }
#pragma omp task depend(mutexinoutset : sum) depend(in : cells[7])
        sum += cells[7];
#pragma omp task depend(mutexinoutset : sum)
        sum++;
#pragma omp taskwait depend(in : sum)
        cells[20] += sum;
    }
}

static void right_tasks_that_are_fulfilled(void)
{
    omp_event_handle_t event;

#pragma omp parallel num_threads(THREADS)
#pragma omp single
    {
#pragma omp task detach(event)
        cells[0] = 1;
#pragma omp task
        {
            cells[1] = 2;
            omp_fulfill_event(event);
        }
#pragma omp taskwait
        sum = cells[0] + cells[1];
    }
}

static void right_ordered(void)
{
    int i;

#pragma omp parallel for ordered schedule(dynamic) num_threads(THREADS)
    for (i = 0; i < CELLS; i++) {
#pragma omp ordered
        sum += i;
    }
#pragma omp parallel for ordered(1) schedule(dynamic) num_threads(THREADS)
    for (i = 1; i < CELLS; i++) {
#pragma omp ordered depend(sink : i - 1)
        cells[i] = cells[i - 1] + 1;
#pragma omp ordered depend(source)
    }
    if (cells[CELLS - 1] != cells[0] + CELLS - 1)
        printf("the loop's iterations were not in order\n");
}

static void right_reductions(void)
{
    long double all = 0, most = 0;
    int turn, i;

    for (turn = 0; turn < TURNS; turn++) {
#pragma omp parallel for reduction(+ : sum, all) reduction(max : most) num_threads(THREADS)
        for (i = 0; i < CELLS; i++) {
            sum += i;
            all += i;
            most = i > most ? i : most;
        }
#pragma omp parallel for num_threads(THREADS)
        for (i = 0; i < CELLS; i++) {
#pragma omp atomic
            all += i;
        }
        cells[0] += (long)(all + most) + sum;
    }
#pragma omp parallel num_threads(THREADS) reduction(task, + : sum)
#pragma omp single
    for (i = 0; i < CELLS; i++) {
#pragma omp task in_reduction(+ : sum)
        sum += i;
    }
    cells[0] += sum;
}

static void right_nested_regions(void)
{
    int turn;

    omp_set_max_active_levels(2);
    for (turn = 0; turn < TURNS; turn++) {
#pragma omp parallel num_threads(2)
        {
            const int own = 8 * omp_get_thread_num();

#pragma omp parallel num_threads(2)
            {
                cells[own + omp_get_thread_num()]++;
#pragma omp barrier
                cells[own + 1 - omp_get_thread_num()]++;
            }
            cells[own]++;
        }
        sum += cells[0] + cells[8];
    }
}

static void right_locks(void)
{
    omp_lock_t lock;
    omp_nest_lock_t nest;

    omp_init_lock(&lock);
    omp_init_nest_lock(&nest);
#pragma omp parallel num_threads(THREADS)
    {
        int turn;

        for (turn = 0; turn < TURNS; turn++) {
            omp_set_lock(&lock);
            sum++;
            omp_unset_lock(&lock);
            if (omp_test_lock(&lock)) {
                sum++;
                omp_unset_lock(&lock);
            }
            omp_set_nest_lock(&nest);
            omp_set_nest_lock(&nest);
            cells[0]++;
            omp_unset_nest_lock(&nest);
            omp_unset_nest_lock(&nest);
        }
    }
    omp_destroy_lock(&lock);
    omp_destroy_nest_lock(&nest);
}

#define CASE(name) {#name, name}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } cases[] = {
        CASE(wrong_sum_without_reduction),
        CASE(wrong_loop_without_wait),
        CASE(wrong_tasks_on_one_variable),
        CASE(wrong_read_before_the_taskwait),
        CASE(wrong_locks_that_differ),
        CASE(wrong_stores_after_the_barrier),
        CASE(right_regions_one_after_the_other),
        CASE(right_barrier),
        CASE(right_critical),
        CASE(right_single),
        CASE(right_sections_and_loops),
        CASE(right_tasks_and_taskwait),
        CASE(right_tasks_and_barrier),
        CASE(right_tasks_and_group),
        CASE(right_tasks_that_depend),
        CASE(right_tasks_that_are_fulfilled),
        CASE(right_ordered),
        CASE(right_reductions),
        CASE(right_nested_regions),
        CASE(right_locks),
    };
    const int count = (int)(sizeof cases / sizeof cases[0]);
    int rank, i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < count; i++) {
        if (argc < 2 && rank == 0)
            puts(cases[i].name);
        if (argc > 1 && strcmp(cases[i].name, argv[1]) == 0)
            cases[i].run();
    }
    MPI_Finalize();
    return 0;
}
