/* SPDX-License-Identifier: MIT */
/* More of them (windows.c): those in epochs of locks that flush. Built with -fheddle-races. */
#include <stdbool.h>
#include <stddef.h>

#include "case.h"

enum { WORDS = 24, ROUNDS = 6, CHUNKS = 5, BUFFERS = 2, ELEMENTS = 10 };

/* ---- 12.8.1: by accumulates alone ------------------------------------------------------------ */

static int fetch(int target, int place, MPI_Win win)
{
    int value, none = 0;

    MPI_Get_accumulate(&none, 1, MPI_INT, &value, 1, MPI_INT, target, place, 1, MPI_INT, MPI_NO_OP,
                       win);
    MPI_Win_flush(target, win);
    return value;
}

static void set(int value, int target, int place, MPI_Win win)
{
    MPI_Accumulate(&value, 1, MPI_INT, target, place, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(target, win);
}

static int *words_in(MPI_Win *win)
{
    int *words;

    MPI_Win_allocate(4 * sizeof *words, sizeof *words, MPI_INFO_NULL, MPI_COMM_WORLD, &words, win);
    return words;
}

/* Rank 0 waits until each other one has taken one off the count that it keeps. */
static void semaphore(int rank, int size)
{
    const int minus = -1;
    MPI_Win win;
    int *words = words_in(&win);

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        words[0] = size - 1;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        while (fetch(0, 0, win) != 0)
            continue;
    else
        MPI_Accumulate(&minus, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* Peterson's algorithm for ranks 0 and 1: [0] says that its rank wants to enter, [1] of rank 0
 * whose turn it is. */
static void peterson(int rank, int size)
{
    static int inside;
    MPI_Win win, counter;
    int *words = words_in(&win);

    (void)size;
    MPI_Win_create(&inside, sizeof inside, sizeof inside, MPI_INFO_NULL, MPI_COMM_WORLD, &counter);
    MPI_Win_lock_all(0, win);
    words[0] = words[1] = 0;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; rank < 2 && i < ROUNDS; i++) {
        set(1, rank, 0, win);
        set(1 - rank, 0, 1, win);
        while (fetch(1 - rank, 0, win) == 1 && fetch(0, 1, win) == 1 - rank)
            continue;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, counter);
        MPI_Put(&i, 1, MPI_INT, 0, 0, 1, MPI_INT, counter);
        MPI_Win_unlock(0, counter);
        set(0, rank, 0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&counter);
    MPI_Win_free(&win);
}

static void compare_and_swap(int rank, int size)
{
    const int one = 1, none = 0;
    MPI_Win win;
    int *words = words_in(&win), old;

    (void)size;
    MPI_Win_lock_all(0, win);
    if (rank == 0)
        words[0] = 0;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < ROUNDS; i++) {
        do {
            MPI_Compare_and_swap(&one, &none, &old, MPI_INT, 0, 0, win);
            MPI_Win_flush(0, win);
        } while (old != 0);
        MPI_Put(&rank, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        set(0, 0, 0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* ---- 12.8.1: shared memory, requests, a list ------------------------------------------------- */

static void shared_and_messages(int rank, int size)
{
    MPI_Win win;
    MPI_Aint bytes;
    int *own, *shared, unit;

    (void)size;
    MPI_Win_allocate_shared(rank == 0 ? sizeof *own : 0, sizeof *own, MPI_INFO_NULL,
                            MPI_COMM_WORLD, &own, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &shared);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    for (int i = 0; i < ROUNDS; i++) {
        if (rank == 0) {
            *shared = i;
            MPI_Win_sync(win);
            send_to(1, 0, MPI_COMM_WORLD);
            receive_from(1, 0, MPI_COMM_WORLD);
            MPI_Win_sync(win);
        } else if (rank == 1) {
            receive_from(0, 0, MPI_COMM_WORLD);
            MPI_Win_sync(win);
            if (*shared != i)
                MPI_Abort(MPI_COMM_WORLD, 1);
            MPI_Win_sync(win);
            send_to(0, 0, MPI_COMM_WORLD);
        }
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

static void requests(int rank, int size)
{
    MPI_Request puts[BUFFERS] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL}, get;
    const int target = (rank + 1) % size;
    double data[BUFFERS][WORDS], *memory;
    MPI_Win win;

    MPI_Win_allocate(CHUNKS * sizeof *data, sizeof **data, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &win);
    MPI_Win_lock_all(0, win);
    for (int i = 0, j; i < CHUNKS; i++) {
        j = i;
        if (i >= BUFFERS)
            MPI_Waitany(BUFFERS, puts, &j, MPI_STATUS_IGNORE);
        MPI_Rget(data[j], WORDS, MPI_DOUBLE, target, i * WORDS, WORDS, MPI_DOUBLE, win, &get);
        MPI_Wait(&get, MPI_STATUS_IGNORE);
        for (int k = 0; k < WORDS; k++)
            data[j][k] += k;
        MPI_Rput(data[j], WORDS, MPI_DOUBLE, target, i * WORDS, WORDS, MPI_DOUBLE, win, &puts[j]);
    }
    MPI_Waitall(BUFFERS, puts, MPI_STATUSES_IGNORE);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

struct link {
    MPI_Aint place;
    int rank;
};

struct element {
    struct link next;
    int value;
};

static struct element *elements[ELEMENTS + 1];
static int made;

static struct link element_make(int rank, MPI_Win win)
{
    struct link link = {.rank = rank};
    struct element *element;

    MPI_Alloc_mem(sizeof *element, MPI_INFO_NULL, &element);
    *element = (struct element){{0, -1}, rank};
    MPI_Win_attach(win, element, sizeof *element);
    elements[made++] = element;
    MPI_Get_address(element, &link.place);
    return link;
}

/* Appends behind that element, or returns the next one as the new end. */
static bool append(struct link *end, struct link added, MPI_Win win)
{
    const MPI_Aint rank_of = MPI_Aint_add(end->place, offsetof(struct link, rank));
    struct link next = {0, -1};
    const int nobody = -1;

    MPI_Compare_and_swap(&added.rank, &nobody, &next.rank, MPI_INT, end->rank, rank_of, win);
    MPI_Win_flush(end->rank, win);
    if (next.rank == nobody) {
        MPI_Accumulate(&added.place, 1, MPI_AINT, end->rank, end->place, 1, MPI_AINT, MPI_REPLACE,
                       win);
        MPI_Win_flush(end->rank, win);
        *end = added;
        return true;
    }
    do {
        MPI_Get_accumulate(NULL, 0, MPI_AINT, &next.place, 1, MPI_AINT, end->rank, end->place, 1,
                           MPI_AINT, MPI_NO_OP, win);
        MPI_Win_flush(end->rank, win);
    } while (next.place == 0);
    *end = next;
    return false;
}

static void list(int rank, int size)
{
    struct link end = {0, 0};
    MPI_Win win;

    (void)size;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank == 0)
        end = element_make(0, win);
    end.rank = 0;
    MPI_Bcast(&end.place, 1, MPI_AINT, 0, MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < ELEMENTS; i++) {
        const struct link added = element_make(rank, win);

        while (!append(&end, added, win))
            continue;
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    while (made > 0) {
        MPI_Win_detach(win, elements[--made]);
        MPI_Free_mem(elements[made]);
    }
    MPI_Win_free(&win);
}

PROGRAMS(PROGRAM(semaphore),
         PROGRAM(peterson),
         PROGRAM(compare_and_swap),
         PROGRAM(shared_and_messages),
         PROGRAM(requests),
         PROGRAM(list))
