/* SPDX-License-Identifier: MIT */
/* The cost of a timeline: calls that need nobody else, to be run with `mpiexec -trace FILE` and
 * without, in one run each. Two readings of the processor's counter, which a recorded call needs,
 * are measured between them: what they take is the limit of the machine at that moment.
 *
 * Plain MPI. A point is the least of ROUNDS loops, in nanoseconds for a call. All records fit
 * HEDDLE_TRACE_KB's default.
 *
 *   recorded [label]     prints: label point nanoseconds */
#include <mpi.h>
#include <stdio.h>

enum { CALLS = 2000, ROUNDS = 25 };

static unsigned long long ticks(void)
{
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    unsigned long long now;

    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(now));
    return now;
#else
    return (unsigned long long)MPI_Wtime();
#endif
}

static volatile unsigned long long kept;

static void readings(void)
{
    unsigned long long begin = ticks();

    kept = ticks() - begin;
}

/* A call that does nothing, but is none of those that only answer a question. */
static void test_nothing(void)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int flag;

    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
}

static void pack_size(void)
{
    int bytes;

    MPI_Pack_size(3, MPI_INT, MPI_COMM_WORLD, &bytes);
}

static double best(void (*call)(void), double before)
{
    double start = MPI_Wtime(), each;

    for (int i = 0; i < CALLS; i++)
        call();
    each = (MPI_Wtime() - start) / CALLS;
    return each < before ? each : before;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*call)(void);
    } points[] = {{"readings", readings}, {"test", test_nothing}, {"pack_size", pack_size}};
    enum { POINTS = sizeof points / sizeof points[0] };
    double seconds[POINTS] = {1, 1, 1};
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < POINTS; i++)
            seconds[i] = best(points[i].call, seconds[i]);
    for (int i = 0; i < POINTS && rank == 0; i++)
        printf("%s %s %.1f\n", argc > 1 ? argv[1] : "mpi", points[i].name, seconds[i] * 1e9);
    MPI_Finalize();
    return 0;
}
