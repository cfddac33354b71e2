/* SPDX-License-Identifier: MIT */
/* OpenMP's threads are in the rank that made them: a pool outlives its region and meets the same
 * variables again, nested regions and tasks too; threadprivate variables stay each thread's.
 * options: -O0 -O2
 * flags: -fopenmp
 * ranks: 1 2 4
 * sanitizer: no */
#include "../globals.h"

#include <omp.h>

enum { THREADS = 3, ROUNDS = 20, LENGTH = 1000 };

static int rank, total, by_thread[THREADS], numbers[LENGTH];
static int mine;
#pragma omp threadprivate(mine)

static void check_pool(void)
{
    for (int round = 0; round < ROUNDS; round++) {
        total = 0;
#pragma omp parallel num_threads(THREADS)
        {
            by_thread[omp_get_thread_num()] += rank + 1;
            mine++;
#pragma omp atomic
            total += rank + 1;
        }
        expect(total == THREADS * (rank + 1));
    }
    for (int i = 0; i < THREADS; i++)
        expect(by_thread[i] == ROUNDS * (rank + 1));
}

static void check_loop(void)
{
    static long sum;

#pragma omp parallel for num_threads(THREADS) reduction(+ : sum)
    for (int i = 0; i < LENGTH; i++) {
        numbers[i] = i * rank;
        sum += numbers[i];
    }
    expect(sum == (long)rank * LENGTH * (LENGTH - 1) / 2);
}

static int fibonacci(int n)
{
    int first, second;

    if (n < 2)
        return n;
#pragma omp task shared(first)
    first = fibonacci(n - 1);
#pragma omp task shared(second)
    second = fibonacci(n - 2);
#pragma omp taskwait
#pragma omp atomic
    total++;
    return first + second;
}

static void check_tasks(void)
{
    static const int results[] = {55, 89, 144, 233}, others[] = {34, 55, 89, 144};
    static int result;

    total = 0;
#pragma omp parallel num_threads(THREADS)
#pragma omp single
    result = fibonacci(10 + rank);
    expect(result == results[rank]);
    expect(total == results[rank] + others[rank] - 1);
}

/* With as many threads as ever: only then are they the same for OpenMP. */
static void check_pool_again(void)
{
    total = 0;
#pragma omp parallel num_threads(THREADS)
#pragma omp atomic
    total += mine * (rank + 1);
    expect(total == THREADS * ROUNDS * (rank + 1));
}

static void check_nested(void)
{
    total = 0;
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
    {
#pragma omp critical
        total += rank + my_rank();
    }
    expect(total == 8 * rank);
}

int main(int argc, char **argv)
{
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    rank = my_rank();
    meet();
    check_pool();
    expect(mine == ROUNDS);
    check_loop();
    check_tasks();
    check_pool_again();
    meet();
    check_nested();
    MPI_Finalize();
    return 0;
}
