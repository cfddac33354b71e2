/* SPDX-License-Identifier: MIT */
/* There is no memory for the stacks of all ranks: the job says so and ends, whichever rank it is
 * that cannot start another one, and the next job finds everything as before.
 *
 * launch: alone
 * ranks: 1
 * options: -O1
 * sanitizer: no */
#include <heddle.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { ROUNDS = 50, RANKS_MAX = 12, STACKS_MAX = 5 };
static const size_t stack_bytes = (size_t)1 << 40;

static int body(void *unused)
{
    (void)unused;
    return 0;
}

static int run(int ranks, size_t bytes)
{
    const struct heddle_options options = {.stack_bytes = bytes};
    struct heddle_result result;
    int status = heddle_run(&options, ranks, body, NULL, &result), i;

    if (status != 0 && (status != -1 || strstr(result.text, "no thread for rank ") == NULL)) {
        fprintf(stderr, "%d ranks: %s\n", ranks, result.text);
        exit(EXIT_FAILURE);
    }
    for (i = 0; i < ranks; i++)
        if (result.rank[i].end != (status == 0 ? HEDDLE_RETURNED : HEDDLE_UNWOUND)) {
            fprintf(stderr, "rank %d of %d: end %d\n", i, ranks, (int)result.rank[i].end);
            exit(EXIT_FAILURE);
        }
    heddle_result_free(&result);
    return status;
}

/* Address space for STACKS_MAX stacks more, and not for another one. */
static void limit_addresses(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    struct rlimit limit = {.rlim_max = RLIM_INFINITY};
    unsigned long pages;

    if (file == NULL || fscanf(file, "%lu", &pages) != 1)
        exit(EXIT_FAILURE);
    fclose(file);
    limit.rlim_cur = pages * (rlim_t)sysconf(_SC_PAGESIZE);
    limit.rlim_cur += STACKS_MAX * stack_bytes + stack_bytes / 2;
    if (setrlimit(RLIMIT_AS, &limit) != 0)
        exit(EXIT_FAILURE);
}

int main(void)
{
    int round, ranks;

    if (run(RANKS_MAX, 0) != 0)
        return 1;
    limit_addresses();
    for (round = 0; round < ROUNDS; round++)
        for (ranks = 1; ranks <= RANKS_MAX; ranks++)
            if ((run(ranks, stack_bytes) == 0) != (ranks <= STACKS_MAX))
                return 2;
    return run(RANKS_MAX, 0);
}
