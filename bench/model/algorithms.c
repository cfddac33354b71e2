/* SPDX-License-Identifier: MIT */
#include "algorithms.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"

/* A broadcast block of up to ROOM bytes is copied to a room, and its owner goes on. Whoever others
 * read a longer one of waits until they have, since it is written again in the next operation. */
enum { ROUNDS = 10, LINE = 64, SEGMENT = 8192, ROOM = 1024, READ = ROUNDS - 1 };

struct cell {
    alignas(LINE) _Atomic(uint64_t) stamp; /* of the call that has filled it */
    double item;
};

int threads, cluster, bytes;
char *from[THREADS_MAX], *to[THREADS_MAX];
_Thread_local int me;
_Thread_local uint64_t call;

static struct cell (*cells)[ROUNDS][THREADS_MAX]; /* by slot, round and thread */
static char (*rooms)[THREADS_MAX][ROOM];          /* by slot and thread */

static struct cell *cell_of(int round, int thread)
{
    return &cells[call % SLOTS][round][thread];
}

static void publish(int round, int thread, double item)
{
    struct cell *cell = cell_of(round, thread);

    cell->item = item;
    atomic_store_explicit(&cell->stamp, call, memory_order_release);
}

static double await(int round, int thread)
{
    struct cell *cell = cell_of(round, thread);

    while (atomic_load_explicit(&cell->stamp, memory_order_acquire) != call)
        cpu_pause();
    return cell->item;
}

static int leader_of(int thread)
{
    return thread / cluster * cluster;
}

static int end_of(int leader)
{
    return leader + cluster < threads ? leader + cluster : threads;
}

/* ---- barriers -------------------------------------------------------------------------------- */

static void disseminate(int round, int step)
{
    int distance, count = (threads + step - 1) / step;

    for (distance = 1; distance < count; distance *= 2, round++) {
        publish(round, (me / step + distance) % count * step, 0);
        await(round, me);
    }
}

static void barrier_dissemination(void)
{
    disseminate(0, 1);
}

static void barrier_flat(void)
{
    int i;

    publish(0, me, 0);
    for (i = 0; i < threads; i++)
        await(0, i);
}

static void barrier_tree(void)
{
    int i;

    for (i = 4 * me + 1; i <= 4 * me + 4 && i < threads; i++)
        await(0, i);
    publish(0, me, 0);
    if (me > 0)
        await(1, me);
    for (i = 2 * me + 1; i <= 2 * me + 2 && i < threads; i++)
        publish(1, i, 0);
}

void barrier_clusters(void)
{
    int leader = leader_of(me), i;

    publish(0, me, 0);
    if (me != leader) {
        await(1, leader);
        return;
    }
    for (i = leader + 1; i < end_of(leader); i++)
        await(0, i);
    disseminate(2, cluster);
    publish(1, leader, 0);
}

/* ---- broadcasts ------------------------------------------------------------------------------ */

static char *room_of(int thread)
{
    return rooms[call % SLOTS][thread];
}

static void show(const char *block)
{
    if (bytes > 8 && bytes <= ROOM)
        memcpy(room_of(me), block, (size_t)bytes);
    publish(0, me, 1);
}

/* The block goes with the line if it fits there. */
static void take(int thread, const char *block)
{
    double item = await(0, thread);

    if (bytes <= 8)
        memcpy(to[me], &item, 8);
    else
        memcpy(to[me], bytes <= ROOM ? room_of(thread) : block, (size_t)bytes);
}

static void tell_read(void)
{
    if (bytes > ROOM)
        publish(READ, me, 0);
}

/* Waits for readers first, first + step, ... before end. */
static void await_readers(int first, int end, int step)
{
    int i;

    for (i = first; bytes > ROOM && i < end && i < threads; i += step)
        await(READ, i);
}

static void bcast_flat(void)
{
    if (me == 0) {
        show(from[0]);
        await_readers(1, threads, 1);
        return;
    }
    take(0, from[0]);
    tell_read();
}

static void bcast_tree(void)
{
    if (me > 0)
        take((me - 1) / 4, me <= 4 ? from[0] : to[(me - 1) / 4]);
    tell_read();
    show(me == 0 ? from[0] : to[me]);
    await_readers(4 * me + 1, 4 * me + 5, 1);
}

/* Members follow their leader segment by segment. */
static void follow(int leader)
{
    const int source = me == leader ? 0 : leader;
    int round = 0, at;

    if (me == leader)
        await(0, 0);
    for (at = 0; at < bytes; at += SEGMENT, round++) {
        size_t part = (size_t)(bytes - at < SEGMENT ? bytes - at : SEGMENT);

        if (me != leader)
            await(1 + round, leader);
        memcpy(to[me] + at, (me == leader ? from[0] : to[source]) + at, part);
        if (me == leader)
            publish(1 + round, me, 1);
    }
}

static void bcast_clusters(void)
{
    int leader = leader_of(me);

    if (me == 0) {
        show(from[0]);
        await_readers(1, cluster, 1);
        await_readers(cluster, threads, cluster);
        return;
    }
    if (bytes > ROOM && leader != 0)
        follow(leader);
    else
        take(me == leader ? 0 : leader, from[0]);
    if (bytes <= ROOM && me == leader)
        show(to[me]);
    tell_read();
    if (me == leader)
        await_readers(leader + 1, end_of(leader), 1);
}

/* ---- reductions ------------------------------------------------------------------------------ */

static void add(char *sum, const char *block, int at, int part)
{
    double *left = (double *)(void *)(sum + at);
    const double *right = (const double *)(const void *)(block + at);
    int i;

    for (i = 0; i < part / 8; i++)
        left[i] += right[i];
}

static double own_item(void)
{
    double item;

    memcpy(&item, from[me], 8);
    return item;
}

static void reduce_flat(void)
{
    double sum = own_item();
    int i;

    publish(0, me, sum);
    for (i = 1; me == 0 && i < threads; i++)
        sum += await(0, i);
    if (me == 0)
        memcpy(to[0], &sum, 8);
}

static void reduce_tree(void)
{
    double sum = own_item();
    int i;

    for (i = 4 * me + 1; i <= 4 * me + 4 && i < threads; i++)
        sum += await(0, i);
    publish(0, me, sum);
    memcpy(to[me], &sum, 8);
}

static double sum_of_cluster(int leader)
{
    double sum = own_item();
    int i;

    for (i = leader + 1; i < end_of(leader); i++)
        sum += await(0, i);
    return sum;
}

static void reduce_clusters(void)
{
    int leader = leader_of(me), i;
    double sum;

    if (me != leader) {
        publish(0, me, own_item());
        return;
    }
    sum = sum_of_cluster(leader);
    publish(1, leader, sum);
    for (i = cluster; me == 0 && i < threads; i += cluster)
        sum += await(1, i);
    memcpy(to[me], &sum, 8);
}

static int slice_at(int part)
{
    return bytes / LINE * part / threads * LINE;
}

/* Each thread's slice of the sum is in its `to`. */
static void reduce_slice(void)
{
    int at = slice_at(me), part = slice_at(me + 1) - at, i;

    publish(0, me, 0);
    memcpy(to[me] + at, from[me] + at, (size_t)part);
    for (i = 1; i < threads; i++) {
        int other = (me + i) % threads;

        await(0, other);
        add(to[me], from[other], at, part);
    }
    publish(1, me, 0);
}

static void collect_slices(void)
{
    int i;

    for (i = 1; i < threads; i++) {
        int other = (me + i) % threads, at = slice_at(other);

        await(1, other);
        memcpy(to[me] + at, to[other] + at, (size_t)(slice_at(other + 1) - at));
    }
}

static void reduce_slices(void)
{
    reduce_slice();
    if (me == 0)
        collect_slices();
}

static void allreduce_slices(void)
{
    reduce_slice();
    collect_slices();
}

static void allreduce_flat(void)
{
    double sum = 0;
    int i;

    publish(0, me, own_item());
    for (i = 0; i < threads; i++)
        sum += await(0, i);
    memcpy(to[me], &sum, 8);
}

/* Powers of two alone. */
static double sum_by_doubling(double sum, int round, int step)
{
    int distance;

    for (distance = step; distance < threads; distance *= 2, round++) {
        publish(round, me, sum);
        sum += await(round, me ^ distance);
    }
    return sum;
}

static void allreduce_doubling(void)
{
    double sum = sum_by_doubling(own_item(), 0, 1);

    memcpy(to[me], &sum, 8);
}

static void allreduce_clusters(void)
{
    int leader = leader_of(me);
    double sum;

    if (me != leader) {
        publish(0, me, own_item());
        sum = await(1, leader);
    } else {
        sum = sum_by_doubling(sum_of_cluster(leader), 2, cluster);
        publish(1, leader, sum);
    }
    memcpy(to[me], &sum, 8);
}

/* ---- all to all ------------------------------------------------------------------------------ */

static void allgather_flat(void)
{
    int i;

    publish(0, me, own_item());
    for (i = 0; i < threads; i++) {
        int other = (me + i) % threads;
        double item = await(0, other);

        if (bytes <= 8)
            memcpy(to[me] + (size_t)other * 8, &item, 8);
        else
            memcpy(to[me] + (size_t)other * (size_t)bytes, from[other], (size_t)bytes);
    }
}

void alltoall_flat(void)
{
    int i;

    publish(0, me, 0);
    for (i = 0; i < threads; i++) {
        int other = (me + i) % threads;

        await(0, other);
        memcpy(to[me] + (size_t)other * (size_t)bytes, from[other] + (size_t)me * (size_t)bytes,
               (size_t)bytes);
    }
}

const struct algorithm algorithms[] = {
    {"barrier", "flat", barrier_flat, 0, 0, 0, 1, 0},
    {"barrier", "dissemination", barrier_dissemination, 0, 0, 0, 1, 0},
    {"barrier", "tree", barrier_tree, 0, 0, 0, 1, 0},
    {"barrier", "clusters", barrier_clusters, 0, 0, 0, 1, 0},
    {"bcast", "flat", bcast_flat, 8, BLOCK_MAX, 0, 0, 0},
    {"bcast", "tree", bcast_tree, 8, BLOCK_MAX, 0, 0, 0},
    {"bcast", "clusters", bcast_clusters, 8, BLOCK_MAX, 0, 0, 0},
    {"reduce", "flat", reduce_flat, 8, 8, 0, 0, 0},
    {"reduce", "tree", reduce_tree, 8, 8, 0, 0, 0},
    {"reduce", "clusters", reduce_clusters, 8, 8, 0, 0, 0},
    {"reduce", "slices", reduce_slices, 1024, BLOCK_MAX, 0, 0, 0},
    {"allreduce", "flat", allreduce_flat, 8, 8, 0, 1, 0},
    {"allreduce", "doubling", allreduce_doubling, 8, 8, 0, 1, 1},
    {"allreduce", "clusters", allreduce_clusters, 8, 8, 0, 1, 1},
    {"allreduce", "slices", allreduce_slices, 1024, BLOCK_MAX, 0, 1, 0},
    {"allgather", "flat", allgather_flat, 8, BLOCK_MAX, 1, 1, 0},
    {"alltoall", "flat", alltoall_flat, 8, BLOCK_MAX, 1, 1, 0},
};

const int algorithms_count = sizeof algorithms / sizeof algorithms[0];

void algorithms_init(void)
{
    cells = calloc(SLOTS, sizeof *cells);
    rooms = calloc(SLOTS, sizeof *rooms);
    if (cells == NULL || rooms == NULL)
        abort();
}

void algorithms_fini(void)
{
    free(cells);
    free(rooms);
}
