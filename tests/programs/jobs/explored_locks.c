/* SPDX-License-Identifier: MIT */
/* The option explore with one-sided algorithms: a right form of each is explored without an alarm,
 * and a wrong one, which works under some schedules, fails. A function is wrong if it has an
 * argument. How often a loop looks is open, so outcomes are counted only where none does.
 *
 * launch: alone
 * ranks: 1
 * options: -g -O1
 * sanitizer: address */
#include "explored.h"
#include "explored_memory.h"

static int one = 1, zero;

static int fetch_and_add(int target, int cell, MPI_Win window)
{
    int before;

    MPI_Fetch_and_op(&one, &before, MPI_INT, target, cell, MPI_SUM, window);
    MPI_Win_flush(target, window);
    return before;
}

static void end_with(MPI_Win window, const int *memory, int cell, int wanted)
{
    MPI_Win_unlock_all(window);
    MPI_Barrier(MPI_COMM_WORLD);
    if (heddle_rank() == 0 && memory[cell] != wanted)
        heddle_fail(NULL, 0, "cell %d has %d, not %d", cell, memory[cell], wanted);
    MPI_Win_free(&window);
}

/* A lock by tickets (Reed and Kanodia, CACM 22:2, 1979). Wrong: the ticket is read, and then
 * written. */
static int counts_by_tickets(void *wrong)
{
    int *memory, ticket;
    MPI_Win window = make_window(&memory);

    MPI_Win_lock_all(0, window);
    if (wrong == NULL) {
        ticket = fetch_and_add(0, NEXT, window);
    } else {
        ticket = read_atomically(0, NEXT, window);
        write_atomically(ticket + 1, 0, NEXT, window);
    }
    while (read_atomically(0, LOCK, window) != ticket)
        continue;
    write_atomically(read_atomically(0, COUNTER, window) + 1, 0, COUNTER, window);
    write_atomically(ticket + 1, 0, LOCK, window);
    end_with(window, memory, COUNTER, size_of());
    return 0;
}

/* The first rank makes the thing. Wrong: it looks first, and then says that it was the first. */
static int makes_it_once(void *wrong)
{
    int *memory, before;
    MPI_Win window = make_window(&memory);

    MPI_Win_lock_all(0, window);
    if (wrong == NULL) {
        MPI_Compare_and_swap(&one, &zero, &before, MPI_INT, 0, LOCK, window);
        MPI_Win_flush(0, window);
    } else {
        before = read_atomically(0, LOCK, window);
        write_atomically(1, 0, LOCK, window);
    }
    if (before == 0)
        fetch_and_add(0, COUNTER, window);
    end_with(window, memory, COUNTER, 1);
    return 0;
}

/* A queue of one element: rank 1 takes a place in it and fills it, and rank 0 takes what is there.
 * Wrong: it takes from a place that was taken and is not filled yet. */
static int takes_from_a_queue(void *wrong)
{
    int *memory, value;
    MPI_Win window = make_window(&memory);

    MPI_Win_lock_all(0, window);
    if (heddle_rank() == 1) {
        fetch_and_add(0, NEXT, window);
        write_atomically(7, 0, LOCK, window);
    } else if (heddle_rank() == 0) {
        while (read_atomically(0, wrong != NULL ? NEXT : LOCK, window) == 0)
            continue;
        value = read_atomically(0, LOCK, window);
        write_atomically(value, 0, COUNTER, window);
    }
    end_with(window, memory, COUNTER, 7);
    return 0;
}

/* Wrong: the flag says that the number is there before it is. */
static int hands_over_a_number(void *wrong)
{
    int *memory;
    MPI_Win window = make_window(&memory);

    MPI_Win_lock_all(0, window);
    if (heddle_rank() == 1) {
        write_atomically(7, 0, wrong != NULL ? LOCK : NEXT, window);
        write_atomically(7, 0, wrong != NULL ? NEXT : LOCK, window);
    } else if (heddle_rank() == 0) {
        while (read_atomically(0, LOCK, window) == 0)
            continue;
        write_atomically(read_atomically(0, NEXT, window), 0, COUNTER, window);
    }
    end_with(window, memory, COUNTER, 7);
    return 0;
}

/* Two locks. Wrong: each of two ranks has one, and waits for the other's. */
static int takes_two_locks(void *wrong)
{
    int *memory, self = heddle_rank(), first = wrong != NULL ? self : 0;
    MPI_Win window = make_window(&memory);
    int i;

    MPI_Win_lock_all(0, window);
    for (i = 0; i < 2; i++) {
        int before, lock = i == 0 ? first : 1 - first;

        do {
            MPI_Compare_and_swap(&one, &zero, &before, MPI_INT, lock, LOCK, window);
            MPI_Win_flush(lock, window);
        } while (before != 0);
    }
    write_atomically(read_atomically(0, COUNTER, window) + 1, 0, COUNTER, window);
    for (i = 0; i < 2; i++)
        write_atomically(0, i, LOCK, window);
    end_with(window, memory, COUNTER, 2);
    return 0;
}

/* The lock of Peterson (1981) for two ranks. Wrong: it gives way before it says that it wants the
 * lock. */
static int counts_by_turns(void *wrong)
{
    int *memory, self = heddle_rank(), other = 1 - self;
    MPI_Win window = make_window(&memory);

    MPI_Win_lock_all(0, window);
    if (wrong != NULL)
        write_atomically(other, 0, NEXT, window);
    write_atomically(1, self, LOCK, window);
    if (wrong == NULL)
        write_atomically(other, 0, NEXT, window);
    while (read_atomically(other, LOCK, window) == 1 && read_atomically(0, NEXT, window) == other)
        continue;
    write_atomically(read_atomically(0, COUNTER, window) + 1, 0, COUNTER, window);
    write_atomically(0, self, LOCK, window);
    end_with(window, memory, COUNTER, 2);
    return 0;
}

int main(void)
{
    tells_apart("counts_by_tickets", counts_by_tickets, 2, 0, "");
    tells_apart("makes_it_once", makes_it_once, 2, 2, "cell 0 has 2, not 1");
    tells_apart("makes_it_once", makes_it_once, 3, 6, "not 1");
    tells_apart("takes_from_a_queue", takes_from_a_queue, 2, 0, "cell 0 has 0, not 7");
    tells_apart("hands_over_a_number", hands_over_a_number, 2, 0, "cell 0 has 0, not 7");
    tells_apart("takes_two_locks", takes_two_locks, 2, 0, "livelock");
    tells_apart("counts_by_turns", counts_by_turns, 2, 0, "cell 0 has 1, not 2");
    return 0;
}
