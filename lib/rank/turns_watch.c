/* SPDX-License-Identifier: MIT */
/* A thread that has the turn may wait for another thread of its rank in a way that hands no turn
 * on: it reads a pipe, waits for a signal, or spins on a variable. Then nothing would go on.
 *
 * Each time that a while has passed, one of the threads of the rank that wait for a turn looks at
 * the one that has it: the main thread does, or the first other one if the main thread has it. If
 * the thread has slept in the kernel all the time, or has used the processor for very long, the
 * turns end, and all threads run freely. The library itself does not sleep with the turn. */
#include "rank/thread/kernel.h"
#include "rank/turns_seat.h"

/* A second: on a machine that is busy a child that the thread waits for may take as long. */
enum { LOOKS_ASLEEP = 20 };

static const uint64_t spun_most_ns = 10000000000;

static bool is_watcher(const struct seat *seat, const struct seat *holder)
{
    struct seat *first = seat_of_main(holder->taker.rank);

    while (first != NULL && (first == holder || seat_state_of(first) == SEAT_OVER ||
                             seat_state_of(first) == SEAT_AWAY))
        first = seat_of_next_thread(first);
    return first == seat;
}

static bool has_slept(struct watch *watch, pid_t id, uint64_t cpu_ns)
{
    watch->asleep = cpu_ns == watch->cpu_ns && kernel_sleeps(id) ? watch->asleep + 1 : 0;
    return watch->asleep >= LOOKS_ASLEEP;
}

/* The thread that takes the turn from the holder ends the turns; no thread has it meanwhile. */
static void free_all(struct seat *holder, bool has_slept)
{
    struct rank *rank = holder->taker.rank;
    const struct turn_stuck stuck = {
        .taker = &holder->taker,
        .words = has_slept ? "waited for something that is not explored, such as a pipe, a signal "
                             "or a lock of another kind"
                           : "ran for 10 seconds without a call that lets others run",
        .site = holder->access.site,
        .advice = has_slept ? NULL : "in a loop that waits for a variable, call sched_yield"};
    int state = SEAT_RUNS;

    if (!compare_exchange_acq_rel(&holder->state, &state, SEAT_FREED)) /* edge turns.state */
        return;
    turn_tell_stuck(rank, &stuck);
    seat_end_turns(rank->world);
}

void seat_watch(const struct seat *seat, struct watch *watch)
{
    struct turns *turns = seat->taker.rank->world->turns;
    struct seat *holder = load_acquire(&turns->holder); /* edge turns.state */
    const uint32_t given = load_relaxed(&turns->given);
    pid_t id = holder != NULL ? load_relaxed(&holder->taker.id) : 0;
    uint64_t cpu_ns;

    if (id == 0 || seat_state_of(holder) != SEAT_RUNS || !is_watcher(seat, holder)) {
        *watch = (struct watch){.given = given - 1};
        return;
    }
    cpu_ns = kernel_cpu_ns(id);
    if (watch->given != given || watch->holder != holder)
        *watch = (struct watch){
            .holder = holder, .given = given, .cpu_ns = cpu_ns, .began_ns = cpu_ns};
    else if (has_slept(watch, id, cpu_ns))
        free_all(holder, true);
    else if (cpu_ns > watch->began_ns + spun_most_ns)
        free_all(holder, false);
    watch->cpu_ns = cpu_ns;
}
