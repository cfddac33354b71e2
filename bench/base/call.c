/* SPDX-License-Identifier: MIT */
/* What it costs that each entry notes the function and the address it returns to (base/call.h). One
 * line per point, nanoseconds, median of batches that take turns.
 *
 *   call.plain   an entry of six arguments that hands them on
 *   call.noted   the same with the note, as the generated entries make it
 *   call.note    the difference */
#include <stdio.h>
#include <stdlib.h>

#include "base/call.h"
#include "base/clock.h"

enum { BATCHES = 301, CALLS = 20000 };

static __attribute__((noinline, noclone)) int receive(const struct call *call, const void *buf,
                                                      long count, void *type, int dest, int tag,
                                                      void *comm)
{
    __asm__ volatile("" : : "r"(call), "r"(buf), "r"(type), "r"(comm) : "memory");
    return dest + tag + (int)count;
}

static __attribute__((noinline, noclone)) int enter_noted(const void *buf, int count, void *type,
                                                          int dest, int tag, void *comm)
{
    const struct call call = CALL("MPI_Send");

    return receive(&call, buf, count, type, dest, tag, comm);
}

static __attribute__((noinline, noclone)) int enter_plain(const void *buf, int count, void *type,
                                                          int dest, int tag, void *comm)
{
    int err = receive(NULL, buf, count, type, dest, tag, comm);

    __asm__ volatile(""); /* no tail call: the entries' checks come back, too */
    return err;
}

static double measure(int (*enter)(const void *, int, void *, int, int, void *))
{
    uint64_t start_ns = clock_ns();
    int i;

    for (i = 0; i < CALLS; i++)
        enter(&start_ns, 1, NULL, i, 7, NULL);
    return (double)(clock_ns() - start_ns) / CALLS;
}

static int by_value(const void *left, const void *right)
{
    double one = *(const double *)left, other = *(const double *)right;

    return (one > other) - (one < other);
}

static double median(double times[])
{
    qsort(times, BATCHES, sizeof *times, by_value);
    return times[BATCHES / 2];
}

int main(void)
{
    static double plain[BATCHES], noted[BATCHES];
    double without, with;
    int batch;

    for (batch = 0; batch < BATCHES; batch++) {
        plain[batch] = measure(enter_plain);
        noted[batch] = measure(enter_noted);
    }
    without = median(plain);
    with = median(noted);
    printf("call.plain %.2f\ncall.noted %.2f\ncall.note %.2f\n", without, with, with - without);
    return EXIT_SUCCESS;
}
