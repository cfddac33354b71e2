/* SPDX-License-Identifier: MIT */
/* The examples of the standard's chapter on one-sided communication (MPI 5.0, 12) that are correct.
 * Built with -fheddle-races; check.py wants them to end without a finding. */
#include <stdbool.h>

#include "case.h"

enum { WORDS = 24, ROUNDS = 6 };

static double from[WORDS], to[WORDS];
static int map[WORDS];

static MPI_Win window_over(double *memory)
{
    MPI_Win win;

    MPI_Win_create(memory, WORDS * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &win);
    return win;
}

static double *window_with(MPI_Aint bytes, MPI_Win *win)
{
    double *memory;

    MPI_Win_allocate(bytes, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, win);
    return memory;
}

/* The group of the neighbours at both sides, which is one rank in a job of two. */
static MPI_Group neighbours(int rank, int size)
{
    const int both[] = {(rank + 1) % size, (rank + size - 1) % size};
    MPI_Group all, group;

    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, size == 2 ? 1 : 2, both, &group);
    MPI_Group_free(&all);
    return group;
}

static void set_map(int rank, int size)
{
    for (int i = 0; i < WORDS; i++) {
        map[i] = (5 * (rank * WORDS + i) + 1) % (size * WORDS);
        from[i] = rank * WORDS + i;
    }
}

/* ---- 12.3.3 and 12.3.4: a permutation -------------------------------------------------------- */

static MPI_Datatype chosen(int count, const int places[])
{
    MPI_Datatype type;

    MPI_Type_create_indexed_block(count, 1, places, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    return type;
}

static void permuted_by_types(int rank, int size)
{
    MPI_Win win = window_over(from);
    int mine[WORDS], theirs[WORDS];

    set_map(rank, size);
    MPI_Win_fence(0, win);
    for (int other = 0; other < size; other++) {
        MPI_Datatype one, two;
        int count = 0;

        for (int i = 0; i < WORDS; i++)
            if (map[i] / WORDS == other) {
                mine[count] = i;
                theirs[count++] = map[i] % WORDS;
            }
        one = chosen(count, mine);
        two = chosen(count, theirs);
        MPI_Get(to, 1, one, other, 0, 1, two, win);
        MPI_Type_free(&one);
        MPI_Type_free(&two);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

static void permuted_by_elements(int rank, int size)
{
    MPI_Win win = window_over(from);

    set_map(rank, size);
    MPI_Win_fence(0, win);
    for (int i = 0; i < WORDS; i++)
        MPI_Get(&to[i], 1, MPI_DOUBLE, map[i] / WORDS, map[i] % WORDS, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

static void summed(int rank, int size)
{
    MPI_Win win = window_over(to);

    set_map(rank, size);
    MPI_Win_fence(0, win);
    for (int i = 0; i < WORDS; i++)
        MPI_Accumulate(&from[i], 1, MPI_DOUBLE, map[i] / 3 % size, map[i] % 7, 1, MPI_DOUBLE,
                       MPI_SUM, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

/* ---- 12.5, 12.7.3 ---------------------------------------------------------------------------- */

static void locked_put(int rank, int size)
{
    MPI_Win win = window_over(to);

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (rank + 1) % size, 0, win);
    MPI_Put(from, WORDS, MPI_DOUBLE, (rank + 1) % size, 0, WORDS, MPI_DOUBLE, win);
    MPI_Win_unlock((rank + 1) % size, win);
    MPI_Win_free(&win);
}

/* Each updates the window of the other and then reads its own. */
static void symmetric(int rank, int size)
{
    MPI_Win win = window_over(to);
    MPI_Group group = neighbours(rank, size);

    for (int i = 0; i < ROUNDS; i++) {
        MPI_Win_post(group, 0, win);
        MPI_Win_start(group, 0, win);
        MPI_Put(from, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win);
        MPI_Win_complete(win);
        MPI_Win_wait(win);
        from[0] = to[0] + 1;
    }
    MPI_Group_free(&group);
    MPI_Win_free(&win);
}

/* The wait needs the complete, and the receive before it the send behind that. */
static void completes_before_sending(int rank, int size)
{
    MPI_Win win = window_over(to);
    MPI_Group group = neighbours(rank, size);

    if (rank == 0) {
        MPI_Win_start(group, 0, win);
        MPI_Put(from, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, win);
        MPI_Win_complete(win);
        send_to(1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Win_post(group, 0, win);
        receive_from(0, 0, MPI_COMM_WORLD);
        MPI_Win_wait(win);
    }
    MPI_Group_free(&group);
    MPI_Win_free(&win);
}

/* ---- 12.7: what makes updates visible -------------------------------------------------------- */

static void stored_in_a_lock(int rank, int size)
{
    MPI_Win win = window_over(to);

    (void)size;
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        to[3] = 1;
        MPI_Win_unlock(1, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(from, 1, MPI_DOUBLE, 1, 3, 1, MPI_DOUBLE, win);
        MPI_Win_unlock(1, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
}

static void loaded_in_a_lock(int rank, int size)
{
    MPI_Win win = window_over(to);

    (void)size;
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(from, 1, MPI_DOUBLE, 1, 3, 1, MPI_DOUBLE, win);
        MPI_Win_unlock(1, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        from[1] = to[3];
        MPI_Win_unlock(1, win);
    }
    MPI_Win_free(&win);
}

/* The store is before the call that shows it, the get in the other's epoch. */
static void posted_after_a_store(int rank, int size)
{
    MPI_Win win = window_over(to);
    MPI_Group group = neighbours(rank, size);

    if (rank == 0) {
        to[4] = 7;
        MPI_Win_post(group, MPI_MODE_NOPUT, win);
        MPI_Win_wait(win);
        to[4] = 8;
    } else {
        MPI_Win_start(group, 0, win);
        MPI_Get(from, 1, MPI_DOUBLE, 0, 4, 1, MPI_DOUBLE, win);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&group);
    MPI_Win_free(&win);
}

/* ---- 12.8.1: loosely synchronous ------------------------------------------------------------- */

/* The window has what is sent and what is received: the borders [0] and [WORDS - 1]. */
static void update(double *array)
{
    for (int i = 1; i < WORDS - 1; i++)
        array[i] = array[i - 1] + array[i + 1] + 1;
}

static void put_borders(double *array, int rank, int size, MPI_Win win)
{
    MPI_Put(&array[1], 1, MPI_DOUBLE, (rank + size - 1) % size, WORDS - 1, 1, MPI_DOUBLE, win);
    MPI_Put(&array[WORDS - 2], 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win);
}

static void get_borders(double borders[2], int rank, int size, MPI_Win win)
{
    MPI_Get(&borders[0], 1, MPI_DOUBLE, (rank + size - 1) % size, WORDS - 1, 1, MPI_DOUBLE, win);
    MPI_Get(&borders[1], 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win);
}

static void fenced_puts(int rank, int size)
{
    MPI_Win win;
    double *array = window_with(WORDS * sizeof *array, &win);

    for (int i = 0; i < ROUNDS; i++) {
        update(array);
        MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
        put_borders(array, rank, size, win);
        MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, win);
    }
    MPI_Win_free(&win);
}

static void fenced_gets(int rank, int size)
{
    MPI_Win win;
    double borders[2] = {0, 0}, *array = window_with(WORDS * sizeof *array, &win);

    for (int i = 0; i < ROUNDS; i++) {
        array[0] += borders[0];
        array[WORDS - 1] += borders[1];
        MPI_Win_fence(MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE, win);
        get_borders(borders, rank, size, win);
        update(array);
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    }
    MPI_Win_free(&win);
}

static void posted_puts(int rank, int size)
{
    MPI_Group group = neighbours(rank, size);
    MPI_Win win;
    double *array = window_with(WORDS * sizeof *array, &win);

    for (int i = 0; i < ROUNDS; i++) {
        update(array);
        MPI_Win_post(group, 0, win);
        MPI_Win_start(group, 0, win);
        put_borders(array, rank, size, win);
        MPI_Win_complete(win);
        MPI_Win_wait(win);
    }
    MPI_Group_free(&group);
    MPI_Win_free(&win);
}

static void posted_gets(int rank, int size)
{
    MPI_Group group = neighbours(rank, size);
    MPI_Win win;
    double borders[2] = {0, 0}, *array = window_with(WORDS * sizeof *array, &win);

    for (int i = 0; i < ROUNDS; i++) {
        array[0] += borders[0];
        array[WORDS - 1] += borders[1];
        MPI_Win_post(group, MPI_MODE_NOPUT, win);
        MPI_Win_start(group, 0, win);
        get_borders(borders, rank, size, win);
        update(array);
        MPI_Win_complete(win);
        MPI_Win_wait(win);
    }
    MPI_Group_free(&group);
    MPI_Win_free(&win);
}

/* Half a round: what has come from `win` goes into the other array, while that of `win` is got. */
static void exchange(MPI_Group group, MPI_Win win, MPI_Win other, bool goes_on, double *array,
                     const double come[2], double borders[2])
{
    int rank, size;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    array[0] = come[0] + come[1];
    MPI_Win_start(group, MPI_MODE_NOCHECK, win);
    get_borders(borders, rank, size, win);
    update(array);
    if (goes_on)
        MPI_Win_post(group, MPI_MODE_NOCHECK | MPI_MODE_NOPUT, other);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
}

static void double_buffer(int rank, int size)
{
    MPI_Group group = neighbours(rank, size);
    MPI_Win win[2];
    double *array[2], borders[2][2] = {{0, 0}, {0, 0}};

    array[0] = window_with(WORDS * sizeof **array, &win[0]);
    array[1] = window_with(WORDS * sizeof **array, &win[1]);
    MPI_Win_post(group, MPI_MODE_NOCHECK | MPI_MODE_NOPUT, win[0]);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < ROUNDS; i++) {
        exchange(group, win[0], win[1], true, array[1], borders[1], borders[0]);
        exchange(group, win[1], win[0], i < ROUNDS - 1, array[0], borders[0], borders[1]);
    }
    MPI_Group_free(&group);
    MPI_Win_free(&win[0]);
    MPI_Win_free(&win[1]);
}

PROGRAMS(PROGRAM(permuted_by_types),
         PROGRAM(permuted_by_elements),
         PROGRAM(summed),
         PROGRAM(locked_put),
         PROGRAM(symmetric),
         PROGRAM(completes_before_sending),
         PROGRAM(stored_in_a_lock),
         PROGRAM(loaded_in_a_lock),
         PROGRAM(posted_after_a_store),
         PROGRAM(fenced_puts),
         PROGRAM(fenced_gets),
         PROGRAM(posted_puts),
         PROGRAM(posted_gets),
         PROGRAM(double_buffer))
