/* SPDX-License-Identifier: MIT */
/* Examples of chapter 12: one-sided communication. */
#include <stdatomic.h>

#include "example.h"
#include "window.h"

enum { WORDS = 12 };

/* ---- assignments by a map -------------------------------------------------------------------- */

/* Entry i of this rank is entry map[i] of all, and the map is a permutation. */
static void make_map(int map[])
{
    int i;

    for (i = 0; i < WORDS; i++)
        map[i] = (rank * WORDS + i + 5) % (size * WORDS);
}

static void example_12_1(void)
{
    float to[WORDS], from[WORDS];
    int map[WORDS], origin[WORDS], target[WORDS], count[16] = {0}, total[16] = {0}, i, j;
    MPI_Datatype origins[16], targets[16];
    MPI_Win created;

    make_map(map);
    for (i = 0; i < WORDS; i++) {
        from[i] = (float)(rank * WORDS + i);
        count[map[i] / WORDS]++;
    }
    MPI_Win_create(from, sizeof from, sizeof from[0], MPI_INFO_NULL, comm, &created);
    for (j = 1; j < size; j++)
        total[j] = total[j - 1] + count[j - 1];
    memset(count, 0, sizeof count);
    for (i = 0; i < WORDS; i++) {
        j = map[i] / WORDS;
        origin[total[j] + count[j]] = i;
        target[total[j] + count[j]++] = map[i] % WORDS;
    }
    for (j = 0; j < size; j++) {
        MPI_Type_create_indexed_block(count[j], 1, origin + total[j], MPI_FLOAT, &origins[j]);
        MPI_Type_commit(&origins[j]);
        MPI_Type_create_indexed_block(count[j], 1, target + total[j], MPI_FLOAT, &targets[j]);
        MPI_Type_commit(&targets[j]);
    }
    MPI_Win_fence(0, created);
    for (j = 0; j < size; j++)
        MPI_Get(to, 1, origins[j], j, 0, 1, targets[j], created);
    MPI_Win_fence(0, created);
    MPI_Win_free(&created);
    for (j = 0; j < size; j++) {
        MPI_Type_free(&origins[j]);
        MPI_Type_free(&targets[j]);
    }
    for (i = 0; i < WORDS; i++)
        must(to[i] == (float)map[i]);
}

static void example_12_2(void)
{
    float to[WORDS], from[WORDS];
    int map[WORDS], i;
    MPI_Win created;

    make_map(map);
    for (i = 0; i < WORDS; i++)
        from[i] = (float)(rank * WORDS + i);
    MPI_Win_create(from, sizeof from, sizeof from[0], MPI_INFO_NULL, comm, &created);
    MPI_Win_fence(0, created);
    for (i = 0; i < WORDS; i++)
        MPI_Get(&to[i], 1, MPI_FLOAT, map[i] / WORDS, map[i] % WORDS, 1, MPI_FLOAT, created);
    MPI_Win_fence(0, created);
    MPI_Win_free(&created);
    for (i = 0; i < WORDS; i++)
        must(to[i] == (float)map[i]);
}

static void example_12_3(void)
{
    float from[WORDS], sums[WORDS] = {0};
    int map[WORDS], i;
    MPI_Win created;

    for (i = 0; i < WORDS; i++) {
        map[i] = i * i % (size * WORDS);
        from[i] = 1;
    }
    MPI_Win_create(sums, sizeof sums, sizeof sums[0], MPI_INFO_NULL, comm, &created);
    MPI_Win_fence(0, created);
    for (i = 0; i < WORDS; i++)
        MPI_Accumulate(&from[i], 1, MPI_FLOAT, map[i] / WORDS, map[i] % WORDS, 1, MPI_FLOAT,
                       MPI_SUM, created);
    MPI_Win_fence(0, created);
    MPI_Win_free(&created);
    must(rank != 0 || sums[0] >= (float)size);
}

/* ---- epochs ---------------------------------------------------------------------------------- */

static MPI_Group group_of(int member)
{
    MPI_Group all, one;

    MPI_Comm_group(comm, &all);
    MPI_Group_incl(all, 1, &member, &one);
    MPI_Group_free(&all);
    return one;
}

static void example_12_4(void)
{
    long value = 7;
    MPI_Group other = group_of(rank == 0);

    open_window(1);
    AT(0) {
        MPI_Win_start(other, 0, win);
        MPI_Put(&value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
        MPI_Win_complete(win);
    }
    AT(1) {
        MPI_Win_post(other, 0, win);
        MPI_Win_wait(win);
        must(*memory == 7);
    }
    MPI_Group_free(&other);
    MPI_Win_free(&win);
}

static void example_12_5(void)
{
    long value = rank;

    open_window(1);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
    MPI_Win_unlock(1, win);
    MPI_Win_free(&win);
}

/* A is rank 0, and B, where X is, rank 1. */
static void example_12_6(void)
{
    long value = 0;

    open_window(1);
    AT(1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        *memory = 3;
        MPI_Win_unlock(1, win);
    }
    MPI_Barrier(comm);
    AT(0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Get(&value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
        MPI_Win_unlock(1, win);
        must(value == 3);
    }
    MPI_Win_free(&win);
}

/* With the notation that makes it safe: a fence of C between the store and the barrier. */
static void example_12_7(void)
{
    long value = 0;

    open_window(1);
    AT(1) {
        *memory = 4;
        atomic_thread_fence(memory_order_seq_cst);
    }
    MPI_Barrier(comm);
    AT(0) {
        MPI_Win_lock_all(0, win);
        MPI_Get(&value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
        MPI_Win_flush_local(1, win);
        must(value == 4);
        MPI_Win_unlock_all(win);
    }
    MPI_Win_free(&win);
}

static void example_12_8(void)
{
    long value = 5;

    open_window(1);
    AT(0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
        MPI_Win_unlock(1, win);
    }
    MPI_Barrier(comm);
    AT(1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        must(*memory == 5);
        MPI_Win_unlock(1, win);
    }
    MPI_Win_free(&win);
}

static void example_12_9(void)
{
    long value = 6;

    open_window(1);
    MPI_Win_lock_all(0, win);
    AT(0) {
        MPI_Put(&value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
        MPI_Win_flush(1, win);
    }
    MPI_Barrier(comm);
    AT(1) {
        atomic_thread_fence(memory_order_seq_cst);
        must(*memory == 6);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* With the call of MPI_Win_sync that makes it right in both models. */
static void example_12_10(void)
{
    long value = 0;

    open_window(1);
    AT(1) {
        *memory = 7;
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Win_sync(win);
    }
    MPI_Barrier(comm);
    AT(0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(&value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
        MPI_Win_unlock(1, win);
        must(value == 7);
    }
    MPI_Barrier(comm);
    AT(1)
    MPI_Win_unlock(1, win);
    MPI_Win_free(&win);
}

/* X is put by its owner, as the text says. */
static void example_12_11(void)
{
    enum { X, Y };
    long values[2] = {0}, put = 8;
    MPI_Group both;

    open_window(2);
    MPI_Comm_group(comm, &both);
    AT(0) {
        memory[X] = 0;
        memory[Y] = 9;
        MPI_Win_post(both, 0, win);
        MPI_Win_start(both, 0, win);
        MPI_Put(&put, 1, MPI_LONG, 0, X, 1, MPI_LONG, win);
    }
    if (rank != 0) {
        MPI_Win_post(both, 0, win);
        MPI_Win_start(both, 0, win);
        MPI_Get(&values[Y], 1, MPI_LONG, 0, Y, 1, MPI_LONG, win);
    }
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Barrier(comm);
    AT(1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Get(&values[X], 1, MPI_LONG, 0, X, 1, MPI_LONG, win);
        MPI_Win_unlock(0, win);
        must(values[X] == 8 && values[Y] == 9);
    }
    MPI_Group_free(&both);
    MPI_Win_free(&win);
}

/* The load is behind MPI_Win_wait, as the text says. */
static void example_12_12(void)
{
    long value = 3, other = 4;
    MPI_Group group = group_of(rank == 0);

    open_window(2);
    AT(0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
        MPI_Win_unlock(1, win);
        MPI_Barrier(comm);
        MPI_Win_start(group, 0, win);
        MPI_Put(&other, 1, MPI_LONG, 1, 1, 1, MPI_LONG, win);
        MPI_Win_complete(win);
    } else {
        MPI_Barrier(comm);
    }
    AT(1) {
        MPI_Win_post(group, 0, win);
        MPI_Win_wait(win);
        must(memory[0] == 3 && memory[1] == 4);
    }
    MPI_Group_free(&group);
    MPI_Win_free(&win);
}

/* The buffer is not detached before the flag has been seen, so the two layers do not block each
 * other: the message is small, and this library needs no call for it to arrive. */
static void example_12_13(void)
{
    char buffer[sizeof(int) + MPI_BSEND_OVERHEAD], *detached;
    volatile int *flag;
    int value = 1, bytes, unit;
    MPI_Aint extent;
    MPI_Win shared;

    MPI_Win_allocate_shared(rank == 0 ? sizeof *flag : 0, sizeof *flag, MPI_INFO_NULL, comm, &flag,
                            &shared);
    MPI_Win_shared_query(shared, 0, &extent, &unit, &flag);
    AT(0) {
        *flag = 0;
        MPI_Buffer_attach(buffer, sizeof buffer);
    }
    MPI_Win_fence(0, shared);
    AT(0) {
        MPI_Bsend(&value, 1, MPI_INT, 1, 0, comm);
        while (*flag == 0)
            continue;
        MPI_Buffer_detach(&detached, &bytes);
    }
    AT(1) {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, comm, IGNORE);
        *flag = 1;
    }
    MPI_Win_fence(0, shared);
    MPI_Win_free(&shared);
}

/* In C the compiler knows that MPI_Win_fence may change the variable. */
static void example_12_14(void)
{
    long value = 777, buffer = 999;
    MPI_Win created;

    MPI_Win_create(&buffer, sizeof buffer, 1, MPI_INFO_NULL, comm, &created);
    MPI_Win_fence(0, created);
    AT(0)
    MPI_Put(&value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, created);
    MPI_Win_fence(0, created);
    must(buffer == (rank == 1 ? 777 : 999));
    MPI_Win_free(&created);
}

int main(int argc, char **argv)
{
    static const struct example examples[] = {
        {"12.1", example_12_1, 1},   {"12.2", example_12_2, 1},   {"12.3", example_12_3, 1},
        {"12.4", example_12_4, 2},   {"12.5", example_12_5, 2},   {"12.6", example_12_6, 2},
        {"12.7", example_12_7, 2},   {"12.8", example_12_8, 2},   {"12.9", example_12_9, 2},
        {"12.10", example_12_10, 2}, {"12.11", example_12_11, 2}, {"12.12", example_12_12, 2},
        {"12.13", example_12_13, 2}, {"12.14", example_12_14, 2},
    };

    MPI_Init(&argc, &argv);
    begin_examples();
    RUN_EXAMPLES(argc, argv, examples);
    end_examples();
    return 0;
}
