/* SPDX-License-Identifier: MIT */
#include "job/stacks.h"

#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/container.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/sanitizer.h"
#include "libc/signal.h"
#include "libc/sleep.h"
#include "rank/abort.h"
#include "rank/thread/kernel.h"
#include "rank/thread/thread.h"
#include "rank/world.h"

/* How long to wait for stacks: a thread that blocks the signal does not answer. */
static const uint64_t patience_ns = 300000000;

/* The code of our signals; it distinguishes them from others' SIGURG. */
enum { CODE_OF_QUESTION = -1000 };

/* ---- in the thread that is asked ---------------------------------------------------------- */

NOT_INSTRUMENTED void stacks_stay(const struct rank *self, const void *context)
{
    const struct world *world = self->world;

    while (context_is_cut_short(context) &&
           (world_is_of_process(world) || !world_is_aborted(world)))
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
}

/* Stores the thread's stack. It is not instrumented because it may interrupt calls of libc, and
 * ThreadSanitizer then does not see that `state` orders what is read and written here. */
NOT_INSTRUMENTED static void give_stack(int number, siginfo_t *info, void *context)
{
    struct thread_stack *stack = info->si_value.sival_ptr;
    int error = errno;
    bool stays;

    (void)number;
    if (info->si_code != CODE_OF_QUESTION || info->si_pid != getpid() ||
        load_acquire(&stack->state) != STACK_ASKED) /* edge stack.state */
        return;
    stays = stack->is_last && rank_self() == stack->rank;
    sleep_note_question();
    if (rank_self() == stack->rank) {
        stack->thread = pthread_self();
        trace_take(&stack->trace, context_place(context));
        store_release(&stack->state, STACK_GIVEN); /* edge stack.state */
    } else {
        store_release(&stack->state, STACK_NONE); /* edge stack.state */
    }
    if (stays)
        stacks_stay(rank_self(), context);
    errno = error;
}

void stacks_install(void)
{
    struct sigaction gives = {.sa_flags = SA_SIGINFO | SA_RESTART}, before;

    gives.sa_sigaction = give_stack;
    if (process_sigaction(SIGURG, NULL, &before) == 0 && before.sa_handler == SIG_DFL)
        process_sigaction(SIGURG, &gives, NULL);
}

/* ---- in the thread that asks -------------------------------------------------------------- */

/* Sends the signal; its value says where to store the stack. */
static bool ask(pid_t thread_id, struct thread_stack *stack)
{
    siginfo_t info = {.si_signo = SIGURG, .si_code = CODE_OF_QUESTION};

    info.si_pid = getpid();
    info.si_uid = getuid();
    info.si_value.sival_ptr = stack;
    return kernel_send_signal(thread_id, &info);
}

static void add_stack(struct stacks *stacks, struct rank *rank, bool is_main, pid_t thread_id)
{
    struct thread_stack *stack = &stacks->all[stacks->count++];

    stack->rank = rank;
    stack->is_main = is_main;
    stack->is_last = stacks->is_last;
    store_release(&stack->state, STACK_ASKED); /* edge stack.state */
    if (!ask(thread_id, stack))
        store_relaxed(&stack->state, STACK_NONE);
}

static void ask_all(struct world *world, struct stacks *stacks, pid_t ids[], int room)
{
    int i, k, count;

    for (i = 0; i < world->size; i++) {
        struct rank *rank = &world->ranks[i];
        bool is_over = load_acquire(&rank->is_over); /* edge rank.over */

        if (stacks->count < room)
            add_stack(stacks, rank, true, is_over ? 0 : rank->thread_id);
        count = rank_list_threads(rank, ids, room);
        for (k = 0; k < count && stacks->count < room; k++)
            add_stack(stacks, rank, false, ids[k]);
    }
}

static void await_stacks(struct stacks *stacks)
{
    uint64_t start_ns = clock_ns();
    int i;

    for (i = 0; i < stacks->count; i++) {
        const struct thread_stack *stack = &stacks->all[i];

        while (load_acquire(&stack->state) == STACK_ASKED && /* edge stack.state */
               clock_ns() - start_ns < patience_ns)
            nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
        stacks->is_open |= load_acquire(&stack->state) == STACK_ASKED; /* edge stack.state */
    }
}

static int count_threads(struct world *world)
{
    int i, count = world->size;

    for (i = 0; i < world->size; i++)
        count += rank_list_threads(&world->ranks[i], NULL, 0);
    return count;
}

struct stacks *stacks_take(struct world *world, bool is_last)
{
    int room = count_threads(world);
    pid_t *ids = memory_take((size_t)room * sizeof *ids);
    struct stacks *stacks =
        memory_take_zeroed(sizeof *stacks + (size_t)room * sizeof stacks->all[0]);

    if (ids != NULL && stacks != NULL) {
        stacks->is_last = is_last;
        ask_all(world, stacks, ids, room);
        await_stacks(stacks);
    }
    memory_give(ids);
    return stacks;
}

void stacks_give(struct stacks *stacks)
{
    if (stacks != NULL && !stacks->is_open) /* if open, a thread may still write to it */
        memory_give(stacks);
}
