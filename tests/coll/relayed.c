/* SPDX-License-Identifier: MIT */
/* Long broadcasts whose receivers read by relays, as if ranks in a row shared a cache. */
#include "array.h"
#include "board/relay.h"
#include "coll/policy.h"
#include "sequence.h"

enum { BYTES = 4 * RELAY_STEP_BYTES, RANKS = 4, OF_A_CLUSTER = 2 };
enum { ROOT = 0, RELAY = 2, FOLLOWER = 3 };
static_assert(FOLLOWER / OF_A_CLUSTER == RELAY / OF_A_CLUSTER, "they share a cache");
enum { NOT_THE_ROOTS = 'r', THE_ROOTS = 'o' };

/* ---- one relay by hand ----------------------------------------------------------------------- */

/* The bytes that the relay has when its follower comes. */
static uint64_t relayed_bytes;
static _Atomic(bool) is_open, is_followed;

static void await_flag(_Atomic(bool) *flag)
{
    while (!load_acquire(flag)) /* a flag of this test */
        rank_yield();
}

/* The member opens a relay of its own in the next operation, of bytes that the root does not
 * have. Its follower has arrived when this returns. */
static void relay_other_bytes(const struct comm *comm, char *bytes)
{
    struct board *board = context_board(comm->context);
    const uint64_t seqno = load_relaxed(&board->members[comm->rank].begun) + 1;
    const unsigned cluster = RELAY / OF_A_CLUSTER;
    struct relays *relays = relay_all(board);
    struct relay *own = &relays->members[comm->rank];
    uint64_t arrivals;

    memset(bytes, NOT_THE_ROOTS, BYTES);
    cr_assert_eq(relay_join(relays, cluster, seqno, comm->rank, bytes), comm->rank);
    relay_show(own, relayed_bytes);
    store_release(&is_open, true); /* a flag of this test */
    await_flag(&is_followed);
    cr_assert_eq(relay_close(relays, cluster, comm->rank), 1);
    cr_assert(relay_is_over(own, 1, &arrivals));
    cr_assert_eq(board_arrive_together(board, seqno, RANKS - 1, 0, arrivals), ARRIVAL_EARLY);
}

static void expect(const char *bytes, uint64_t relayed)
{
    for (uint64_t i = 0; i < BYTES; i++)
        cr_assert_eq(bytes[i], i < relayed ? NOT_THE_ROOTS : THE_ROOTS, "byte %d", (int)i);
}

static int broadcast_past_a_relay(void *argument)
{
    char *bytes = memory_take_zeroed(BYTES);
    MPI_Comm handle;
    struct comm *comm;

    (void)argument;
    MPI_Comm_dup(MPI_COMM_WORLD, &handle);
    comm = (struct comm *)(void *)handle;
    if (comm->rank == RELAY)
        relay_other_bytes(comm, bytes);
    if (comm->rank == FOLLOWER)
        await_flag(&is_open);
    if (comm->rank == ROOT)
        memset(bytes, THE_ROOTS, BYTES);
    MPI_Bcast(bytes, BYTES, MPI_CHAR, ROOT, handle);
    expect(bytes, comm->rank == FOLLOWER ? relayed_bytes : 0);
    if (comm->rank == FOLLOWER)
        store_release(&is_followed, true); /* a flag of this test */
    MPI_Comm_free(&handle);
    memory_give(bytes);
    return 0;
}

static void run_past_a_relay(uint64_t bytes)
{
    knobs.processors = MANY_PROCESSORS;
    knobs.cluster = OF_A_CLUSTER;
    relayed_bytes = bytes;
    store_relaxed(&is_open, false);
    store_relaxed(&is_followed, false);
    cr_assert_eq(heddle_run(NULL, RANKS, broadcast_past_a_relay, NULL, NULL), 0);
}

Test(relayed, a_receiver_reads_what_the_relay_of_its_cluster_has, .timeout = 120)
{
    run_past_a_relay(BYTES);
}

Test(relayed, a_receiver_whose_relay_does_not_go_on_reads_the_rest_of_the_root, .timeout = 120)
{
    run_past_a_relay(RELAY_STEP_BYTES + 5);
}

/* ---- broadcasts ------------------------------------------------------------------------------ */

/* Around the least that goes by relays, in int64, and around steps of relays. */
static const int counts[] = {RELAY_BYTES_MIN / 8 - 1, RELAY_BYTES_MIN / 8, RELAY_BYTES_MIN / 8 + 1,
                             3 * RELAY_STEP_BYTES / 8 - 1, 5 * RELAY_STEP_BYTES / 8, 20011};

static int64_t element(int number, int i)
{
    return (int64_t)number * 1000003 + i;
}

static void broadcast(int number, int count, int root, struct array *array, MPI_Datatype spread)
{
    for (int i = 0; i < count && heddle_rank() == root; i++)
        array_set(array, i, element(number, i));
    MPI_Bcast(array->start, count, array->stride == 2 ? spread : MPI_INT64_T, root,
              MPI_COMM_WORLD);
    for (int i = 0; i < count; i++)
        cr_assert(array_get(array, i) == element(number, i), "broadcast %d, element %d", number,
                  i);
}

/* Any member is the root; some have data with gaps; all come early or late. */
static int broadcast_again_and_again(void *argument)
{
    const struct call_sequence *sequence = argument;
    struct random agreed = {sequence->seed | 1};
    struct random own = {(sequence->seed + (uint64_t)heddle_rank() * 7919) | 1};
    MPI_Datatype spread;
    int size;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_create_resized(MPI_INT64_T, 0, 16, &spread);
    MPI_Type_commit(&spread);
    for (int number = 0; number < sequence->rounds; number++) {
        const int count = counts[random_in(&agreed, 0, (int)ARRAY_LENGTH(counts) - 1)];
        const int root = (int)random_in(&agreed, 0, size - 1);
        struct array array = array_for(count, random_in(&own, 0, 3) == 0);

        arrive_somewhen(&own);
        broadcast(number, count, root, &array, spread);
        array_drop(&array);
    }
    MPI_Type_free(&spread);
    return 0;
}

Test(relayed, broadcasts_yield_what_the_root_has, .timeout = 600)
{
    for (knobs.cluster = 1; knobs.cluster <= 8; knobs.cluster *= 2) {
        run_sequences(broadcast_again_and_again, RANKS, 60);
        run_sequences(broadcast_again_and_again, 9, 60);
    }
}

/* One after another is the root, so that a member can be in the next broadcast while its relay is
 * in this one. */
static int broadcast_in_turn(void *argument)
{
    const struct call_sequence *sequence = argument;
    struct array array = array_for(RELAY_BYTES_MIN / 8, false);
    int size;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int number = 0; number < sequence->rounds; number++)
        broadcast(number, array.count, number % size, &array, MPI_DATATYPE_NULL);
    array_drop(&array);
    return 0;
}

Test(relayed, broadcasts_follow_each_other_with_another_root_each, .timeout = 600)
{
    knobs.cluster = 3;
    run_sequences(broadcast_in_turn, 8, 200);
}
