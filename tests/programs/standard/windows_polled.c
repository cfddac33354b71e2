/* SPDX-License-Identifier: MIT */
/* Examples of chapter 12 whose ranks wait for what others do to a window, and the last ones. */
#include "example.h"
#include "window.h"

enum { ROUNDS = 3 };

static void add(int target, int at, long value, MPI_Op op)
{
    MPI_Accumulate(&value, 1, MPI_LONG, target, at, 1, MPI_LONG, op, win);
    MPI_Win_flush_local(target, win);
}

static long look(int target, int at)
{
    long none = 0, value;

    MPI_Get_accumulate(&none, 1, MPI_LONG, &value, 1, MPI_LONG, target, at, 1, MPI_LONG, MPI_NO_OP,
                       win);
    MPI_Win_flush(target, win);
    return value;
}

/* A counting semaphore: each member takes one off. */
static void example_12_20(void)
{
    open_window(1);
    MPI_Win_lock_all(0, win);
    AT(0) {
        *memory = size;
        MPI_Win_sync(win);
    }
    MPI_Barrier(comm);
    add(0, 0, -1, MPI_SUM);
    while (look(0, 0) != 0)
        continue;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* Peterson's algorithm. Rank 0 has X and whose turn it is, rank 1 has Y. */
static void example_12_21(void)
{
    enum { FLAG, TURN, SUM };
    const int other = 1 - rank;
    int round;

    open_window(3);
    MPI_Win_lock_all(0, win);
    memory[FLAG] = memory[TURN] = memory[SUM] = 0;
    MPI_Win_sync(win);
    MPI_Barrier(comm);
    for (round = 0; rank < 2 && round < ROUNDS; round++) {
        long sum;

        add(rank, FLAG, 1, MPI_REPLACE);
        add(0, TURN, other, MPI_REPLACE);
        MPI_Win_flush_all(win);
        while (look(other, FLAG) == 1 && look(0, TURN) == other)
            continue;
        MPI_Get(&sum, 1, MPI_LONG, 0, SUM, 1, MPI_LONG, win);
        MPI_Win_flush(0, win);
        sum++;
        MPI_Put(&sum, 1, MPI_LONG, 0, SUM, 1, MPI_LONG, win);
        MPI_Win_flush(0, win);
        add(rank, FLAG, 0, MPI_REPLACE);
        MPI_Win_flush_all(win);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(comm);
    must(rank != 0 || memory[SUM] == 2 * ROUNDS);
    MPI_Win_free(&win);
}

static void example_12_22(void)
{
    const long open = 0, closed = 1;
    long result = 1, sum;
    int round;

    open_window(2);
    MPI_Win_lock_all(0, win);
    AT(0) {
        memory[0] = open;
        memory[1] = 0;
        MPI_Win_sync(win);
    }
    MPI_Barrier(comm);
    for (round = 0; round < ROUNDS; round++) {
        do {
            MPI_Compare_and_swap(&closed, &open, &result, MPI_LONG, 0, 0, win);
            MPI_Win_flush(0, win);
        } while (result != open);
        MPI_Get(&sum, 1, MPI_LONG, 0, 1, 1, MPI_LONG, win);
        MPI_Win_flush(0, win);
        sum++;
        MPI_Put(&sum, 1, MPI_LONG, 0, 1, 1, MPI_LONG, win);
        MPI_Win_flush(0, win);
        MPI_Compare_and_swap(&open, &closed, &result, MPI_LONG, 0, 0, win);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(comm);
    must(rank != 0 || memory[1] == size * ROUNDS);
    MPI_Win_free(&win);
}

/* Loads and stores in shared memory, messages, and MPI_Win_sync. */
static void example_12_23(void)
{
    MPI_Win shared;
    MPI_Aint bytes;
    long *x;
    int unit, round;

    MPI_Win_allocate_shared(rank == 0 ? sizeof *x : 0, sizeof *x, MPI_INFO_NULL, comm, &x, &shared);
    MPI_Win_shared_query(shared, 0, &bytes, &unit, &x);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, shared);
    for (round = 0; round < ROUNDS; round++) {
        AT(0) {
            *x = round;
            MPI_Win_sync(shared);
            MPI_Send(NULL, 0, MPI_BYTE, 1, 0, comm);
            MPI_Recv(NULL, 0, MPI_BYTE, 1, 0, comm, IGNORE);
            MPI_Win_sync(shared);
        }
        AT(1) {
            MPI_Recv(NULL, 0, MPI_BYTE, 0, 0, comm, IGNORE);
            MPI_Win_sync(shared);
            must(*x == round);
            MPI_Win_sync(shared);
            MPI_Send(NULL, 0, MPI_BYTE, 0, 0, comm);
        }
    }
    MPI_Win_unlock_all(shared);
    MPI_Win_free(&shared);
}

/* Chunks are fetched, worked on and written back, several at a time. */
static void example_12_24(void)
{
    enum { STEPS = 8, BUFFERS = 3, N = 5 };
    const int target = (rank + 1) % size;
    MPI_Request puts[BUFFERS] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL}, get;
    double data[BUFFERS][N], *base;
    MPI_Win chunks;
    int i, j, k;

    MPI_Win_allocate(STEPS * N * sizeof(double), sizeof(double), MPI_INFO_NULL, comm, &base,
                     &chunks);
    for (i = 0; i < STEPS * N; i++)
        base[i] = i;
    MPI_Barrier(comm);
    MPI_Win_lock_all(0, chunks);
    for (i = 0; i < STEPS; i++) {
        j = i;
        if (i >= BUFFERS)
            MPI_Waitany(BUFFERS, puts, &j, IGNORE);
        MPI_Rget(data[j], N, MPI_DOUBLE, target, (MPI_Aint)i * N, N, MPI_DOUBLE, chunks, &get);
        MPI_Wait(&get, IGNORE);
        for (k = 0; k < N; k++)
            data[j][k] *= 2;
        MPI_Rput(data[j], N, MPI_DOUBLE, target, (MPI_Aint)i * N, N, MPI_DOUBLE, chunks, &puts[j]);
    }
    MPI_Waitall(BUFFERS, puts, IGNORE_ALL);
    MPI_Win_unlock_all(chunks);
    MPI_Barrier(comm);
    for (i = 0; i < STEPS * N; i++)
        must(base[i] == 2 * i);
    MPI_Win_free(&chunks);
}

/* ---- a list that all members append to ------------------------------------------------------- */

enum { ELEMENTS = 10 };

struct place {
    MPI_Aint disp;
    int rank;
};

struct element {
    struct place next;
    int value;
};

static const struct place nil = {0, -1};
static struct element *own[ELEMENTS + 1];
static int owned;

#define NEXT_RANK (offsetof(struct element, next) + offsetof(struct place, rank))
#define NEXT_DISP (offsetof(struct element, next) + offsetof(struct place, disp))

static MPI_Aint make_element(int value, MPI_Win list)
{
    struct element *element;
    MPI_Aint disp;

    MPI_Alloc_mem(sizeof *element, MPI_INFO_NULL, &element);
    element->value = value;
    element->next = nil;
    MPI_Win_attach(list, element, sizeof *element);
    own[owned++] = element;
    MPI_Get_address(element, &disp);
    return disp;
}

/* True: it has become the tail. Otherwise *tail goes on to the next element. */
static bool try_append(const struct place *made, struct place *tail, MPI_Win list)
{
    struct place next = nil;

    MPI_Compare_and_swap(&made->rank, &nil.rank, &next.rank, MPI_INT, tail->rank,
                         MPI_Aint_add(tail->disp, NEXT_RANK), list);
    MPI_Win_flush(tail->rank, list);
    if (next.rank == nil.rank) {
        MPI_Accumulate(&made->disp, 1, MPI_AINT, tail->rank, MPI_Aint_add(tail->disp, NEXT_DISP), 1,
                       MPI_AINT, MPI_REPLACE, list);
        MPI_Win_flush(tail->rank, list);
        *tail = *made;
        return true;
    }
    do {
        MPI_Get_accumulate(NULL, 0, MPI_AINT, &next.disp, 1, MPI_AINT, tail->rank,
                           MPI_Aint_add(tail->disp, NEXT_DISP), 1, MPI_AINT, MPI_NO_OP, list);
        MPI_Win_flush(tail->rank, list);
    } while (next.disp == nil.disp);
    *tail = next;
    return false;
}

static int count_elements(struct place at, MPI_Win list)
{
    struct element element;
    int count = 0;

    MPI_Win_lock_all(0, list);
    for (; at.rank != nil.rank; count++) {
        MPI_Get(&element, sizeof element, MPI_BYTE, at.rank, at.disp, sizeof element, MPI_BYTE,
                list);
        MPI_Win_flush(at.rank, list);
        at = element.next;
    }
    MPI_Win_unlock_all(list);
    return count;
}

static void example_12_25(void)
{
    struct place head = nil, tail, made = {0, rank};
    MPI_Win list;
    int i;

    owned = 0;
    MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &list);
    AT(0)
    head.disp = make_element(-1, list);
    head.rank = 0;
    MPI_Bcast(&head.disp, 1, MPI_AINT, 0, comm);
    tail = head;
    MPI_Win_lock_all(0, list);
    for (i = 0; i < ELEMENTS; i++) {
        made.disp = make_element(rank, list);
        while (!try_append(&made, &tail, list))
            continue;
    }
    MPI_Win_unlock_all(list);
    MPI_Barrier(comm);
    AT(0)
    must(count_elements(head, list) == size * ELEMENTS + 1);
    MPI_Barrier(comm);
    for (i = 0; i < owned; i++) {
        MPI_Win_detach(list, own[i]);
        MPI_Free_mem(own[i]);
    }
    MPI_Win_free(&list);
}

int main(int argc, char **argv)
{
    static const struct example examples[] = {
        {"12.20", example_12_20, 1},      {"12.21", example_12_21, 2}, {"12.22", example_12_22, 1},
        {"12.23", example_12_23, 2},      {"12.24", example_12_24, 1}, {"12.25", example_12_25, 1},
    };

    MPI_Init(&argc, &argv);
    begin_examples();
    RUN_EXAMPLES(argc, argv, examples);
    end_examples();
    return 0;
}
