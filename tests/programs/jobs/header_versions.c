/* SPDX-License-Identifier: MIT */
/* A program that was compiled with an earlier or a later heddle.h than the library's: what only one
 * of them knows is zero, and what the library cannot do is refused.
 *
 * launch: alone
 * ranks: 1
 * sanitizer: yes */
#include <heddle.h>
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../must.h"

enum { RANKS = 5, EARLIER_OPTIONS = offsetof(struct heddle_options, survives_faults) };

struct later_options {
    struct heddle_options known;
    int more;
};

struct later_rank {
    struct heddle_rank_result known;
    double more[3];
};

struct later_result {
    struct heddle_result known;
    char *more;
};

struct earlier_result { /* as it was before there was a signal */
    int status, is_aborted;
    char *text, *report, *leaks;
    int ranks;
    char *rank;
};

static int return_rank(void *argument)
{
    int rank = heddle_rank();

    MPI_Barrier(MPI_COMM_WORLD);
    if (argument != NULL)
        abort();
    return rank;
}

static void a_later_program_finds_zeros(void)
{
    const struct later_options options = {.known = {.name = "later"}};
    struct later_result result;

    memset(&result, 0xff, sizeof result);
    must(heddle_run_sized(&options.known, sizeof options, RANKS, return_rank, NULL, &result.known,
                          sizeof result, sizeof(struct later_rank)) == 1);
    must(result.more == NULL && result.known.ranks == RANKS);
    for (int i = 0; i < RANKS; i++) {
        const struct later_rank *rank = (struct later_rank *)(void *)result.known.rank + i;

        must(rank->known.end == HEDDLE_RETURNED && rank->known.status == i);
        must(rank->known.sent.collectives == 1);
        must(rank->more[0] == 0 && rank->more[2] == 0);
    }
    heddle_result_free_sized(&result.known, sizeof result);
    must(result.known.rank == NULL && result.known.status == 1);
}

static void a_later_option_is_refused(void)
{
    const struct later_options options = {.more = 1};
    struct later_result result;

    must(heddle_run_sized(&options.known, sizeof options, RANKS, return_rank, NULL, &result.known,
                          sizeof result, sizeof(struct later_rank)) == -1);
    must(strstr(result.known.text, "later heddle.h") != NULL);
    must(result.known.ranks == 0 && result.known.rank == NULL);
    heddle_result_free_sized(&result.known, sizeof result);
}

/* Nothing is written behind what it knows. */
static void an_earlier_program_gets_what_it_knows(void)
{
    enum { EARLIER_RANK = 2 * sizeof(int) };
    struct {
        struct earlier_result known;
        char rest[sizeof(struct heddle_result)];
    } result;
    struct heddle_result *as_now = (struct heddle_result *)(void *)&result.known;
    struct heddle_options options;

    memset(&options, 0xff, sizeof options);
    memset(&options, 0, EARLIER_OPTIONS);
    memset(&result, 0x55, sizeof result);
    must(heddle_run_sized(&options, EARLIER_OPTIONS, RANKS, return_rank, NULL, as_now,
                          sizeof result.known, EARLIER_RANK) == 1);
    must(result.known.ranks == RANKS);
    for (int i = 0; i < RANKS; i++) {
        int end_and_status[2];

        memcpy(end_and_status, result.known.rank + (size_t)i * EARLIER_RANK, EARLIER_RANK);
        must(end_and_status[0] == HEDDLE_RETURNED && end_and_status[1] == i);
    }
    heddle_result_free_sized(as_now, sizeof result.known);
    must(heddle_run_sized(NULL, 0, RANKS, return_rank, &options, as_now, sizeof result.known,
                          EARLIER_RANK) == 134);
    must(strstr(result.known.text, "abort was called") != NULL);
    heddle_result_free_sized(as_now, sizeof result.known);
    for (size_t i = 0; i < sizeof result.rest; i++)
        must(result.rest[i] == 0x55);
}

int main(void)
{
    a_later_program_finds_zeros();
    a_later_option_is_refused();
    an_earlier_program_gets_what_it_knows();
    return 0;
}
