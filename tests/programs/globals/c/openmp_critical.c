/* SPDX-License-Identifier: MIT */
/* A rank may wait for others inside a critical section, with a name and without one: the sections
 * exclude the rank's own threads from each other, also those of a library, and no other rank.
 * options: -O0 -O2
 * flags: -fopenmp
 * ranks: 1 2 5
 * sanitizer: no
 * plugin: openmp_critical_part.c
 * variant: linked; flags: -DLINKED; library: openmp_critical_part.c */
#include "../globals.h"

#include <dlfcn.h>

enum { THREADS = 3, ROUNDS = 2000 };

static int inside, entered;

#ifndef LINKED
typedef void counter(int *, int *);
#else
void count_in_library(int *inside, int *entered);
#endif

static void check_meeting(void)
{
#pragma omp critical
    meet();
#pragma omp critical(one_with_a_name)
    meet();
}

static void check_exclusion(void (*count)(int *inside, int *entered))
{
#pragma omp parallel num_threads(THREADS)
    for (int i = 0; i < ROUNDS; i++) {
        if (i % 2 == 0) {
            count(&inside, &entered);
            continue;
        }
#pragma omp critical
        {
            expect(++inside == 1);
            entered++;
            inside--;
        }
    }
    expect(entered == THREADS * ROUNDS);
}

int main(int argc, char **argv)
{
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &(int){0});
    check_meeting();
#ifndef LINKED
    counter *count = (counter *)dlsym(dlopen("./openmp_critical_part.so", RTLD_NOW),
                                      "count_in_library");
    check_exclusion(count);
#else
    check_exclusion(count_in_library);
#endif
    check_meeting();
    MPI_Finalize();
    return 0;
}
