/* SPDX-License-Identifier: MIT */
/* Examples of chapter 12: iterations that exchange borders. */
#include "example.h"
#include "window.h"

enum { WORDS = 12, ROUNDS = 3 };

/* A ring: words 1 and 2 are borders, 0 and 3 what the neighbours' borders are copied to, and the
 * others the core. */
enum { LEFT_HALO, LEFT_BORDER, RIGHT_BORDER, RIGHT_HALO, CORE };

static MPI_Group neighbours;
static int left, right;

static void begin_ring(void)
{
    MPI_Group all;
    int ranks[2];

    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    ranks[0] = left;
    ranks[1] = right;
    MPI_Comm_group(comm, &all);
    MPI_Group_incl(all, left == right ? 1 : 2, ranks, &neighbours);
    MPI_Group_free(&all);
}

static void update_border(long *part, int round)
{
    part[LEFT_BORDER] = part[RIGHT_BORDER] = rank * 100 + round;
}

static void update_core(long *part)
{
    int i;

    for (i = CORE; i < WORDS; i++)
        part[i]++;
}

static void look_at_halo(const long *part, int round)
{
    must(part[LEFT_HALO] == left * 100 + round && part[RIGHT_HALO] == right * 100 + round);
}

static void put_borders(MPI_Win to)
{
    MPI_Put(memory + LEFT_BORDER, 1, MPI_LONG, left, RIGHT_HALO, 1, MPI_LONG, to);
    MPI_Put(memory + RIGHT_BORDER, 1, MPI_LONG, right, LEFT_HALO, 1, MPI_LONG, to);
}

static void get_borders(long *part, MPI_Win from)
{
    MPI_Get(part + LEFT_HALO, 1, MPI_LONG, left, RIGHT_BORDER, 1, MPI_LONG, from);
    MPI_Get(part + RIGHT_HALO, 1, MPI_LONG, right, LEFT_BORDER, 1, MPI_LONG, from);
}

static void example_12_15(void)
{
    int round;

    begin_ring();
    open_window(WORDS);
    for (round = 0; round < ROUNDS; round++) {
        update_border(memory, round);
        update_core(memory);
        MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
        put_borders(win);
        MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, win);
        look_at_halo(memory, round);
    }
    MPI_Group_free(&neighbours);
    MPI_Win_free(&win);
}

static void example_12_16(void)
{
    int round;

    begin_ring();
    open_window(WORDS);
    for (round = 0; round < ROUNDS; round++) {
        update_border(memory, round);
        MPI_Win_fence(MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE, win);
        get_borders(memory, win);
        update_core(memory);
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        look_at_halo(memory, round);
    }
    MPI_Group_free(&neighbours);
    MPI_Win_free(&win);
}

static void example_12_17(void)
{
    int round;

    begin_ring();
    open_window(WORDS);
    for (round = 0; round < ROUNDS; round++) {
        update_border(memory, round);
        update_core(memory);
        MPI_Win_post(neighbours, 0, win);
        MPI_Win_start(neighbours, 0, win);
        put_borders(win);
        MPI_Win_complete(win);
        MPI_Win_wait(win);
        look_at_halo(memory, round);
    }
    MPI_Group_free(&neighbours);
    MPI_Win_free(&win);
}

static void example_12_18(void)
{
    int round;

    begin_ring();
    open_window(WORDS);
    for (round = 0; round < ROUNDS; round++) {
        update_border(memory, round);
        MPI_Win_post(neighbours, MPI_MODE_NOPUT, win);
        MPI_Win_start(neighbours, 0, win);
        get_borders(memory, win);
        update_core(memory);
        MPI_Win_complete(win);
        MPI_Win_wait(win);
        look_at_halo(memory, round);
    }
    MPI_Group_free(&neighbours);
    MPI_Win_free(&win);
}

/* Two windows in turn: one is updated while the neighbours get from the other. */
static void example_12_19(void)
{
    enum { NOPUT = MPI_MODE_NOCHECK | MPI_MODE_NOPUT };
    long *parts[2];
    MPI_Win windows[2];
    int i, round, rounds = 2 * ROUNDS;

    begin_ring();
    for (i = 0; i < 2; i++)
        MPI_Win_allocate(WORDS * sizeof(long), sizeof(long), MPI_INFO_NULL, comm, &parts[i],
                         &windows[i]);
    update_border(parts[0], 0);
    MPI_Win_post(neighbours, NOPUT, windows[0]);
    MPI_Barrier(comm);
    for (round = 0; round < rounds; round++) {
        const int now = round % 2, next = 1 - now;

        update_border(parts[next], round + 1);
        MPI_Win_start(neighbours, MPI_MODE_NOCHECK, windows[now]);
        get_borders(parts[now], windows[now]);
        update_core(parts[next]);
        if (round < rounds - 1)
            MPI_Win_post(neighbours, NOPUT, windows[next]);
        MPI_Win_complete(windows[now]);
        MPI_Win_wait(windows[now]);
        look_at_halo(parts[now], round);
    }
    MPI_Group_free(&neighbours);
    MPI_Win_free(&windows[0]);
    MPI_Win_free(&windows[1]);
}

int main(int argc, char **argv)
{
    static const struct example examples[] = {
        {"12.15", example_12_15, 2}, {"12.16", example_12_16, 2}, {"12.17", example_12_17, 2},
        {"12.18", example_12_18, 2}, {"12.19", example_12_19, 2},
    };

    MPI_Init(&argc, &argv);
    begin_examples();
    RUN_EXAMPLES(argc, argv, examples);
    end_examples();
    return 0;
}
