/* SPDX-License-Identifier: MIT */
/* Faults on purpose: memory fails at the request and in the rank that the job's options name, and a
 * seed changes what the standard leaves open. The text of a job that fails names both.
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

#include "../must.h"

enum { RANKS = 4, SEEDS = 40 };

/* ---- memory ---------------------------------------------------------------------------------- */

/* Writes the class of the error that the rank's first call gets, if any. */
static int make_type(void *argument)
{
    int *classes = argument, err;
    MPI_Datatype type;

    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    err = MPI_Type_contiguous(3, MPI_INT, &type);
    MPI_Error_class(err, &classes[heddle_rank()]);
    if (err == MPI_SUCCESS)
        MPI_Type_free(&type);
    must(MPI_Type_contiguous(3, MPI_INT, &type) == MPI_SUCCESS);
    MPI_Type_free(&type);
    return 0;
}

static void memory_fails_in_the_rank_that_is_named(int rank)
{
    const struct heddle_options options = {.faults = {.rank = rank, .memory = 1}};
    int classes[RANKS];

    must(heddle_run(&options, RANKS, make_type, classes, NULL) == 0);
    for (int i = 0; i < RANKS; i++)
        must(classes[i] ==
             (rank == HEDDLE_EVERY_RANK || rank == i ? MPI_ERR_NO_MEM : MPI_SUCCESS));
    must(heddle_run(NULL, RANKS, make_type, classes, NULL) == 0);
    for (int i = 0; i < RANKS; i++)
        must(classes[i] == MPI_SUCCESS);
}

static int make_type_or_fail(void *argument)
{
    MPI_Datatype type;

    MPI_Type_contiguous(3, MPI_INT, &type);
    MPI_Type_free(&type);
    return argument != NULL;
}

static void a_failure_names_the_fault(void)
{
    const struct heddle_options options = {.faults = {.rank = 1, .memory = -1, .order = 7}};
    struct heddle_result result;

    must(heddle_run(&options, 2, make_type_or_fail, NULL, &result) != 0);
    printf("%s\n", result.text);
    must(strstr(result.text, "rank 1: MPI_Type_contiguous: ") == result.text);
    must(strstr(result.text,
                "(on purpose, in rank 1: memory fails at request -1; order of seed 7)") != NULL);
    heddle_result_free(&result);
}

/* ---- order ----------------------------------------------------------------------------------- */

/* Writes the sources of messages in the order in which a wildcard takes them, as digits. The sends
 * need not be buffered. */
static int receive_from_any(void *argument)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int *order = argument, rank = heddle_rank(), got;

    if (rank != 0)
        MPI_Isend(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 1; rank == 0 && i < RANKS; i++) {
        MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        *order = 10 * *order + got;
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return 0;
}

static int order_of(int seed)
{
    const struct heddle_options options = {
        .faults = {.rank = HEDDLE_EVERY_RANK, .order = (uint64_t)seed}};
    int order = 0;

    must(heddle_run(&options, RANKS, receive_from_any, &order, NULL) == 0);
    return order;
}

/* All messages have come before a receive chooses one. */
static void a_seed_repeats_the_order_of_messages(void)
{
    for (int seed = 1; seed <= 5; seed++)
        for (int turn = 0, order = order_of(seed); turn < 20; turn++)
            must(order_of(seed) == order);
}

static void seeds_change_the_order_of_messages(void)
{
    int seen[SEEDS], orders = 0;

    for (int seed = 1; seed <= SEEDS; seed++) {
        int order = order_of(seed), i = 0;

        while (i < orders && seen[i] != order)
            i++;
        if (i == orders)
            seen[orders++] = order;
    }
    printf("%d orders\n", orders);
    must(orders > 2);
}

/* Two ranks that send before they receive rely on buffers: some seeds give them none. */
static int send_before_receiving(void *argument)
{
    int other = 1 - heddle_rank(), got;

    (void)argument;
    MPI_Send(&other, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
    MPI_Recv(&got, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return 0;
}

static void some_seeds_let_small_sends_wait(void)
{
    int ends = 0, deadlocks = 0;

    for (int seed = 1; seed <= SEEDS; seed++) {
        const struct heddle_options options = {
            .faults = {.rank = HEDDLE_EVERY_RANK, .order = (uint64_t)seed}};
        struct heddle_result result;
        int status = heddle_run(&options, 2, send_before_receiving, NULL, &result);

        must(status == 0 || (status == 65 && strstr(result.report, "MPI_Send") != NULL));
        ends += status == 0;
        deadlocks += status != 0;
        heddle_result_free(&result);
    }
    must(ends > 0 && deadlocks > 0);
}

static int make_type_if_possible(void *argument)
{
    MPI_Datatype type;

    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    if (MPI_Type_contiguous(3, MPI_INT, &type) == MPI_SUCCESS)
        MPI_Type_free(&type);
    return argument != NULL;
}

/* A program that tries 1, 2, 3 and so on learns when all requests have failed. */
static void memory_that_never_fails_is_told(void)
{
    struct heddle_options options = {.faults = {.rank = 1}};
    struct heddle_result result;
    int n = 0, is_missed = 0;

    while (!is_missed) {
        options.faults.memory = ++n;
        must(heddle_run(&options, RANKS, make_type_if_possible, NULL, &result) == 0);
        is_missed = result.missed_faults;
        must(is_missed == (strstr(result.faults, "fewer were made") != NULL));
        heddle_result_free(&result);
    }
    printf("%d requests\n", n - 1);
    must(n > 1 && n < 100);
}

static void wrong_faults_are_refused(void)
{
    const struct heddle_options nobody = {.faults = {.rank = 2, .memory = 1}};
    const struct heddle_options before = {.leaves_init = 1, .faults = {.memory = 1}};

    must(heddle_run(&nobody, 2, make_type_or_fail, NULL, NULL) == -1);
    must(heddle_run(&before, 2, make_type_or_fail, NULL, NULL) == -1);
}

int main(void)
{
    memory_fails_in_the_rank_that_is_named(2);
    memory_fails_in_the_rank_that_is_named(HEDDLE_EVERY_RANK);
    a_failure_names_the_fault();
    seeds_change_the_order_of_messages();
    a_seed_repeats_the_order_of_messages();
    some_seeds_let_small_sends_wait();
    memory_that_never_fails_is_told();
    wrong_faults_are_refused();
    return 0;
}
