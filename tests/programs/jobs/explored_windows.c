/* SPDX-License-Identifier: MIT */
/* The option explore with windows: who accesses memory first, and who gets a lock, is a choice. The
 * schedules of small programs are counted by hand; programs that are wrong in one of them fail.
 *
 * launch: alone
 * ranks: 1
 * options: -g -O1
 * sanitizer: address */
#include <stdbool.h>

#include "explored.h"
#include "explored_memory.h"

static int one = 1, zero, none = -1;

/* Each rank has counted itself once, at rank 0. */
static void end_counting(MPI_Win window, const int *memory)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (heddle_rank() == 0 && memory[COUNTER] != size_of())
        heddle_fail(__FILE__, __LINE__, "%d counted %d", size_of(), memory[COUNTER]);
    MPI_Win_free(&window);
}

static void count_by_get_and_put(MPI_Win window)
{
    int value;

    MPI_Get(&value, 1, MPI_INT, 0, COUNTER, 1, MPI_INT, window);
    MPI_Win_flush(0, window);
    value++;
    MPI_Put(&value, 1, MPI_INT, 0, COUNTER, 1, MPI_INT, window);
    MPI_Win_flush(0, window);
}

/* ---- right programs -------------------------------------------------------------------------- */

static int counts_at_once(void *argument)
{
    int *memory, before;
    MPI_Win window = make_window(&memory);

    MPI_Win_lock_all(0, window);
    MPI_Fetch_and_op(&one, &before, MPI_INT, 0, COUNTER, MPI_SUM, window);
    MPI_Win_unlock_all(window);
    end_counting(window, memory);
    return argument != NULL;
}

static int counts_under_a_lock(void *argument)
{
    int *memory;
    MPI_Win window = make_window(&memory);

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    count_by_get_and_put(window);
    MPI_Win_unlock(0, window);
    end_counting(window, memory);
    return argument != NULL;
}

static int counts_under_a_lock_by_swaps(void *argument)
{
    int *memory, before;
    MPI_Win window = make_window(&memory);

    MPI_Win_lock_all(0, window);
    do {
        MPI_Compare_and_swap(&one, &zero, &before, MPI_INT, 0, LOCK, window);
        MPI_Win_flush(0, window);
    } while (before != 0);
    count_by_get_and_put(window);
    MPI_Accumulate(&zero, 1, MPI_INT, 0, LOCK, 1, MPI_INT, MPI_REPLACE, window);
    MPI_Win_unlock_all(window);
    end_counting(window, memory);
    return argument != NULL;
}

static void give_queue_to_next(MPI_Win window, bool waits_for_next)
{
    int tail, self = heddle_rank();

    if (read_atomically(self, NEXT, window) < 0) {
        MPI_Compare_and_swap(&none, &self, &tail, MPI_INT, 0, LOCK, window);
        MPI_Win_flush(0, window);
        if (tail == self)
            return;
        while (waits_for_next && read_atomically(self, NEXT, window) < 0)
            continue;
        if (!waits_for_next)
            return;
    }
    write_atomically(0, read_atomically(self, NEXT, window), COUNTER + 1 + CELLS, window);
}

/* The lock of Mellor-Crummey and Scott (ACM TOCS 9:1, 1991): rank 0 has the tail of the queue, and
 * each rank the number of the next and whether it waits. With an argument a rank that is followed
 * by one whose number has not come yet wakes none. */
static int counts_under_a_queue(void *argument)
{
    int *memory, tail, self = heddle_rank();
    MPI_Win window;

    MPI_Win_allocate(2 * CELLS * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                     &memory, &window);
    memory[COUNTER] = 0;
    memory[LOCK] = memory[NEXT] = -1;
    memory[COUNTER + 1 + CELLS] = 1;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, window);
    MPI_Fetch_and_op(&self, &tail, MPI_INT, 0, LOCK, MPI_REPLACE, window);
    MPI_Win_flush(0, window);
    if (tail >= 0) {
        write_atomically(self, tail, NEXT, window);
        while (read_atomically(self, COUNTER + 1 + CELLS, window) != 0)
            continue;
    }
    count_by_get_and_put(window);
    give_queue_to_next(window, argument == NULL);
    MPI_Win_unlock_all(window);
    end_counting(window, memory);
    return 0;
}

static int waits_for_a_flag(void *argument)
{
    int *memory;
    MPI_Win window = make_window(&memory);

    MPI_Win_lock_all(0, window);
    if (heddle_rank() == 1)
        write_atomically(1, 0, COUNTER, window);
    while (heddle_rank() == 0 && read_atomically(0, COUNTER, window) == 0)
        continue;
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    return argument != NULL;
}

/* No two ranks touch the same bytes. */
static int puts_beside_each_other(void *argument)
{
    int *memory, self = heddle_rank();
    MPI_Win window;

    MPI_Win_allocate(size_of() * (MPI_Aint)sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                     MPI_COMM_WORLD, &memory, &window);
    MPI_Win_fence(0, window);
    for (int i = 0; i < size_of(); i++)
        MPI_Put(&self, 1, MPI_INT, i, self, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    for (int i = 0; i < size_of(); i++)
        must(memory[i] == i);
    MPI_Win_free(&window);
    return argument != NULL;
}

/* ---- wrong programs -------------------------------------------------------------------------- */

static int loses_an_update(void *argument)
{
    int *memory;
    MPI_Win window = make_window(&memory);

    MPI_Win_lock_all(0, window);
    write_atomically(read_atomically(0, COUNTER, window) + 1, 0, COUNTER, window);
    MPI_Win_unlock_all(window);
    end_counting(window, memory);
    return argument != NULL;
}

/* The lock is looked at, and then taken: another rank may come in between. */
static int looks_and_then_locks(void *argument)
{
    int *memory;
    MPI_Win window = make_window(&memory);

    MPI_Win_lock_all(0, window);
    while (read_atomically(0, LOCK, window) != 0)
        continue;
    write_atomically(1, 0, LOCK, window);
    count_by_get_and_put(window);
    write_atomically(0, 0, LOCK, window);
    MPI_Win_unlock_all(window);
    end_counting(window, memory);
    return argument != NULL;
}

/* The last rank takes a ticket of the first for its own. */
static int assumes_the_first_ticket(void *argument)
{
    int *memory, ticket;
    MPI_Win window = make_window(&memory);

    MPI_Win_lock_all(0, window);
    MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, COUNTER, MPI_SUM, window);
    MPI_Win_unlock_all(window);
    if (heddle_rank() == 0 && ticket == size_of() - 1)
        heddle_fail(__FILE__, __LINE__, "rank 0 got the last ticket");
    end_counting(window, memory);
    return argument != NULL;
}

/* Nothing sets the flag when rank 1 has looked at it too early. */
static int looks_too_early(void *argument)
{
    int *memory;
    MPI_Win window = make_window(&memory);

    MPI_Win_lock_all(0, window);
    if (heddle_rank() == 0)
        write_atomically(1, 0, COUNTER, window);
    if (heddle_rank() == 1 && read_atomically(0, COUNTER, window) != 0)
        write_atomically(1, 0, LOCK, window);
    while (heddle_rank() == 0 && read_atomically(0, LOCK, window) == 0)
        continue;
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    return argument != NULL;
}

/* ---- what exploration finds ------------------------------------------------------------------ */

static void has_schedules(const char *name, heddle_function *function, int ranks, long outcomes)
{
    const struct heddle_options options = {.name = name, .explore = "all"};
    struct heddle_result result;
    int status = heddle_run(&options, ranks, function, NULL, &result);

    printf("%s, %d ranks: %ld schedules %s\n", name, ranks, result.schedules,
           result.text != NULL ? result.text : "");
    must(status == 0 && result.has_all_schedules);
    must(outcomes == 0 || result.schedules == outcomes + 1);
    heddle_result_free(&result);
}

static void is_found(const char *name, heddle_function *function, int ranks, const char *words)
{
    const struct heddle_options options = {.name = name, .explore = "all"};
    struct heddle_result result;

    must(heddle_run(&options, ranks, function, NULL, &result) != 0);
    printf("%s, %d ranks: %s\n", name, ranks, result.text);
    must(strstr(result.text, words) != NULL && strstr(result.text, "HEDDLE_REPLAY") != NULL);
    heddle_result_free(&result);
}

int main(void)
{
    has_schedules("counts_at_once", counts_at_once, 2, 2);
    has_schedules("counts_at_once", counts_at_once, 3, 6);
    has_schedules("counts_at_once", counts_at_once, 4, 24);
    has_schedules("counts_under_a_lock", counts_under_a_lock, 2, 2);
    has_schedules("puts_beside_each_other", puts_beside_each_other, 4, 1);
    /* How often a loop looks is open, so these are not counted. */
    has_schedules("counts_under_a_lock", counts_under_a_lock, 3, 0);
    has_schedules("counts_under_a_lock_by_swaps", counts_under_a_lock_by_swaps, 3, 0);
    tells_apart("counts_under_a_queue", counts_under_a_queue, 2, 0, "livelock");
    has_schedules("waits_for_a_flag", waits_for_a_flag, 2, 2);
    is_found("loses_an_update", loses_an_update, 2,
             "rank 1: reads memory of member 0 of a window in read_atomically");
    is_found("loses_an_update", loses_an_update, 3, "before rank");
    is_found("looks_and_then_locks", looks_and_then_locks, 2, "2 counted 1");
    is_found("looks_too_early", looks_too_early, 2,
             "livelock: rank 0 accesses the same memory of member 0 of a window");
    is_found("assumes_the_first_ticket", assumes_the_first_ticket, 3, "got the last ticket");
    return 0;
}
