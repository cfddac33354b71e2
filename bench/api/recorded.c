/* SPDX-License-Identifier: MIT */
/* The cost of a timeline: calls that need no other rank, to be run with `mpiexec -trace FILE` and
 * without, in one run each. Between them is measured what a recorded call cannot do without: two
 * readings of the processor's counter (readings), and with them a record of 64 bytes in memory that
 * the kernel has to give, in pieces as large as the library's (limit). What these take is the limit
 * of the machine at that moment.
 *
 * Plain MPI. A point is the least of ROUNDS loops, in nanoseconds for a call. All records fit
 * HEDDLE_TRACE_KB's default.
 *
 *   recorded [label]     prints: label point nanoseconds */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { CALLS = 2000, ROUNDS = 25, PIECE_RECORDS = 1024, PAGE = 4096, POPULATE_WRITE = 23 };

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

struct record {
    unsigned long long begin, end, facts[6];
};

static struct record *memory; /* for all calls of all rounds */
static int used;

static void limit(void)
{
    struct record *record = &memory[used];

    if (used++ % PIECE_RECORDS == 0)
        madvise(record, PIECE_RECORDS * sizeof *record, POPULATE_WRITE);
    record->begin = ticks();
    for (int i = 0; i < 6; i++)
        record->facts[i] = record->begin + (unsigned)i;
    record->end = ticks();
}

/* Memory that has not been written to. */
static struct record *take_memory(void)
{
    const size_t bytes = (ROUNDS * CALLS / PIECE_RECORDS + 1) * PIECE_RECORDS * sizeof *memory;
    char *taken = malloc(bytes + PAGE);

    return taken != NULL ? (struct record *)(taken + PAGE - (uintptr_t)taken % PAGE) : NULL;
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
    } points[] = {{"readings", readings}, {"limit", limit}, {"test", test_nothing},
                  {"pack_size", pack_size}};
    enum { POINTS = sizeof points / sizeof points[0] };
    double seconds[POINTS] = {1, 1, 1, 1};
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    memory = take_memory();
    if (memory == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < POINTS; i++)
            seconds[i] = best(points[i].call, seconds[i]);
    for (int i = 0; i < POINTS && rank == 0; i++)
        printf("%s %s %.1f\n", argc > 1 ? argv[1] : "mpi", points[i].name, seconds[i] * 1e9);
    MPI_Finalize();
    return 0;
}
