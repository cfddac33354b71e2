/* SPDX-License-Identifier: MIT */
/* What counts as a message, its bytes, and a collective operation: the contracts of heddle_run(3)
 * hold exactly, and one that does not hold names the rank, the file and the line.
 *
 * launch: alone
 * ranks: 1
 * options: -O1
 * sanitizer: yes */
#include <heddle.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 100000 };

static _Alignas(int) char out[BYTES], in[BYTES];

static void expect(struct heddle_counters before, uint64_t messages, uint64_t bytes,
                   uint64_t collectives)
{
    heddle_expect_messages(before, messages, messages);
    heddle_expect_bytes(before, bytes, bytes);
    heddle_expect_collectives(before, collectives, collectives);
}

static void receive(int bytes, int from)
{
    MPI_Recv(in, bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

#define must(condition)                                                                            \
    do {                                                                                           \
        if (!(condition))                                                                          \
            heddle_fail(__FILE__, __LINE__, "%s", #condition);                                     \
    } while (0)

/* The ways are those that heddle_run(3) lists. */
static void each_way_has_a_number(int rank)
{
    int64_t all = heddle_count("messages"), shorts = heddle_count("messages.eager");
    int64_t longs = heddle_count("messages.rendezvous"), alone = heddle_count("collectives.alone");
    MPI_Request request;

    MPI_Isend(out, 8, MPI_BYTE, rank, 0, MPI_COMM_WORLD, &request);
    receive(8, rank);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Isend(out, BYTES, MPI_BYTE, rank, 0, MPI_COMM_WORLD, &request);
    receive(BYTES, rank);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_SELF);
    must(heddle_count("messages") == all + 2);
    must(heddle_count("messages.eager") == shorts + 1);
    must(heddle_count("messages.rendezvous") == longs + 1);
    must(heddle_count("collectives.alone") == alone + 1);
    must(heddle_count("puts") >= 0 && heddle_count("puts.") == -1);
    must(heddle_count("message") == -1 && heddle_count("messages.") == -1);
    must(heddle_count("parts") == -1 && heddle_count("") == -1);
}

static void messages_to_nobody_are_none(void)
{
    struct heddle_counters before = heddle_sent();
    MPI_Request request;

    MPI_Send(out, 8, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Isend(out, 8, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    receive(8, MPI_PROC_NULL);
    expect(before, 0, 0, 0);
}

static void messages_to_oneself_and_of_no_bytes_are_some(int rank)
{
    struct heddle_counters before = heddle_sent();
    MPI_Request request;

    MPI_Isend(out, 0, MPI_BYTE, rank, 0, MPI_COMM_WORLD, &request);
    expect(before, 1, 0, 0);
    receive(0, rank);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Isend(out, 3, MPI_INT, rank, 0, MPI_COMM_WORLD, &request);
    MPI_Recv(in, 3, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect(before, 2, 12, 0);
}

static void sends_of_every_kind_count_once(int left, int right)
{
    static const int sizes[] = {1, 200, 5000, BYTES};
    MPI_Request request, receives;

    for (int i = 0; i < 4; i++) {
        struct heddle_counters before = heddle_sent();
        uint64_t bytes = (uint64_t)sizes[i];

        MPI_Sendrecv(out, sizes[i], MPI_BYTE, right, 0, in, sizes[i], MPI_BYTE, left, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        expect(before, 1, bytes, 0);
        MPI_Irecv(in, sizes[i], MPI_BYTE, left, 0, MPI_COMM_WORLD, &receives);
        MPI_Issend(out, sizes[i], MPI_BYTE, right, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Wait(&receives, MPI_STATUS_IGNORE);
        expect(before, 2, 2 * bytes, 0);
    }
}

static void persistent_sends_count_at_each_start(int left, int right)
{
    struct heddle_counters before = heddle_sent();
    MPI_Request request;

    MPI_Send_init(out, 10, MPI_BYTE, right, 0, MPI_COMM_WORLD, &request);
    expect(before, 0, 0, 0);
    for (uint64_t i = 1; i <= 3; i++) {
        MPI_Start(&request);
        receive(10, left);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        expect(before, i, 10 * i, 0);
    }
    MPI_Request_free(&request);
}

static void collective_operations_send_no_messages(int rank)
{
    struct heddle_counters before = heddle_sent();
    MPI_Request request;
    int sum;

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Bcast(out, BYTES, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_SELF);
    expect(before, 0, 0, 4);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    expect(before, 0, 0, 5);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    expect(before, 0, 0, 5);
    for (uint64_t i = 1; i <= 2; i++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        expect(before, 0, 0, 5 + i);
    }
    MPI_Request_free(&request);
}

static void communicators_are_made_without_counting(int rank)
{
    struct heddle_counters before = heddle_sent();
    MPI_Comm comm;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_free(&comm);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &comm);
    expect(before, 0, 0, 0);
    MPI_Barrier(comm);
    expect(before, 0, 0, 1);
    MPI_Comm_free(&comm);
}

static int keep_contracts(void *argument)
{
    int rank, size;

    (void)argument;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    each_way_has_a_number(rank);
    messages_to_nobody_are_none();
    messages_to_oneself_and_of_no_bytes_are_some(rank);
    sends_of_every_kind_count_once((rank + size - 1) % size, (rank + 1) % size);
    persistent_sends_count_at_each_start((rank + size - 1) % size, (rank + 1) % size);
    collective_operations_send_no_messages(rank);
    communicators_are_made_without_counting(rank);
    return 0;
}

/* In each rank in turn, with each contract. */
struct breach {
    int rank, contract;
};

enum { FIRST_LINE = __LINE__ + 11 };

static int break_contract(void *argument)
{
    struct heddle_counters before = heddle_sent();
    struct breach breach = *(struct breach *)argument;

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(out, 3, MPI_BYTE, (heddle_rank() + 1) % 3, 0, MPI_COMM_WORLD);
    receive(3, (heddle_rank() + 2) % 3);
    if (breach.rank == heddle_rank()) {
        heddle_expect_messages(before, 1, breach.contract == 0 ? 0 : 1);
        heddle_expect_bytes(before, breach.contract == 1 ? 4 : 3, 9);
        heddle_expect_collectives(before, 0, breach.contract == 2 ? 0 : 1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}

static int is_told(struct breach breach)
{
    static const char *const sentences[] = {"1 messages, expected 1 to 0",
                                            "3 bytes, expected 4 to 9",
                                            "1 collective operations, expected 0 to 0"};
    struct heddle_result result;
    char expected[200];
    int is_told;

    heddle_run(NULL, 3, break_contract, &breach, &result);
    snprintf(expected, sizeof expected, "rank %d: %s:%d: %s", breach.rank, __FILE__,
             FIRST_LINE + breach.contract, sentences[breach.contract]);
    is_told = result.status == 1 && result.is_aborted && strcmp(result.text, expected) == 0;
    if (!is_told)
        fprintf(stderr, "%s\nin place of %s\n", result.text, expected);
    heddle_result_free(&result);
    return is_told;
}

static int expect_something(void *argument)
{
    heddle_expect_messages(heddle_sent(), 0, 0);
    return argument != NULL;
}

static int is_told_that_nothing_is_counted(void)
{
    const struct heddle_options options = {.has_no_counters = 1};
    struct heddle_result result;
    int is_told;

    heddle_run(&options, 1, expect_something, NULL, &result);
    is_told = result.status == 1 && strstr(result.text, "nothing is counted") != NULL;
    heddle_result_free(&result);
    return is_told;
}

int main(void)
{
    struct breach breach;

    if (!is_told_that_nothing_is_counted())
        return 3;

    for (int ranks = 1; ranks <= 4; ranks++)
        if (heddle_run(NULL, ranks, keep_contracts, NULL, NULL) != 0)
            return 1;
    for (breach.rank = 0; breach.rank < 3; breach.rank++)
        for (breach.contract = 0; breach.contract < 3; breach.contract++)
            if (!is_told(breach))
                return 2;
    return 0;
}
