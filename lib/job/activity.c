/* SPDX-License-Identifier: MIT */
#include "job/activity.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/atomic.h"
#include "base/container.h"
#include "base/memory.h"
#include "base/place.h"
#include "base/trace.h"
#include "check/call.h"
#include "comm/comm.h"
#include "job/stacks.h"
#include "libc/signal.h"
#include "object/object.h"
#include "p2p/describe.h"
#include "rank/name.h"
#include "rank/sleep/waiter.h"
#include "rank/thread/kernel.h"
#include "rank/world.h"
#include "rank/worlds/connected.h"
#include "rank/worlds/family.h"
#include "request/request.h"
#include "rma/epoch.h"

/* The frames of the handler and of what the kernel puts under it. */
enum { FRAMES_OF_A_HANDLER = 2 };

/* The most requests and communicators that are described for each rank. */
enum { REQUESTS_LISTED_MAX = 8, COMMS_LISTED_MAX = 8 };

/* ---- signals that ask for a report ---------------------------------------------------------- */

/* The program's first world, while it has one, and the process in which it runs. */
static struct {
    _Atomic(struct world *) world;
    pid_t process;
} listening;

/* The world that a thread asks. A thread that a rank has created belongs to no rank for a moment at
 * its beginning and its end; it asks the first world. NULL: the process is a child that a rank has
 * forked, or the job has ended. */
static struct world *asked_world(const struct rank *self)
{
    if (rank_is_in_its_process(self))
        return self->world;
    if (getpid() != listening.process)
        return NULL;
    return load_acquire(&listening.world); /* edge activity.listening */
}

static void pass_question_on(int number, siginfo_t *info, void *context)
{
    struct rank *self = rank_self();
    struct world *world = asked_world(self);
    int error = errno;

    (void)info;
    if (world == NULL) {
        process_die_by(number);
        return;
    }
    store_release(&world->asked, number); /* edge world.asked */
    park_wake(&world->joiner);
    if (number == SIGTERM && self != NULL)
        stacks_stay(self, context);
    errno = error;
}

static void install(int number, const struct sigaction *action)
{
    struct sigaction before;

    if (process_sigaction(number, NULL, &before) == 0 && before.sa_handler == SIG_DFL)
        process_sigaction(number, action, NULL);
}

void activity_listen(struct world *world)
{
    struct sigaction asks = {.sa_flags = SA_SIGINFO | SA_RESTART};

    asks.sa_sigaction = pass_question_on;
    listening.process = getpid();
    store_release(&listening.world, world); /* edge activity.listening */
    install(SIGQUIT, &asks);
    install(SIGTERM, &asks);
}

void activity_leave_to_ranks(void)
{
    kernel_block_signal(SIGQUIT);
    kernel_block_signal(SIGTERM);
}

void activity_end(void)
{
    store_release(&listening.world, NULL); /* edge activity.listening */
}

/* ---- the report ----------------------------------------------------------------------------- */

/* Skips the frames of the MPI library or of the signal handler. */
static int find_start(const struct trace *trace, struct places *places)
{
    int frame = call_find(places, trace), i;

    for (i = 0; frame < 0 && i < trace->count; i++) {
        const char *function = places_find(places, trace->frames[i]).function;

        if (function != NULL && strcmp(function, "pass_question_on") == 0)
            frame = i + FRAMES_OF_A_HANDLER;
    }
    return frame < 0 ? 0 : frame;
}

/* A report in the making. The world's gate is closed meanwhile, so that no waiter wakes up. */
struct telling {
    struct world *world;
    const struct stacks *stacks;
    struct places *places;
    bool *awaited; /* required by wait reports; not used here */
    FILE *out;
    int running; /* ranks with a thread that does not wait */
    const struct rank *runner; /* the last of them */
};

static const struct waiter *waiter_of(const struct rank *rank, pthread_t thread)
{
    const struct list *link;

    for (link = rank->waiters.next; link != &rank->waiters; link = link->next) {
        const struct waiter *waiter = container_of(link, struct waiter, link);

        if (pthread_equal(waiter->thread, thread))
            return waiter;
    }
    return NULL;
}

static void tell_state(const struct telling *telling, const struct rank *rank,
                       const struct waiter *waiter, const void *site)
{
    struct wait_report wait_report = {.rank = rank,
                                  .places = telling->places,
                                  .words = telling->out,
                                  .awaited = telling->awaited,
                                  .site = site};

    if (waiter == NULL)
        fputs("runs", telling->out);
    else
        wait_report_describe(waiter->wait, waiter->subject, &wait_report);
    fputc('\n', telling->out);
}

static void tell_thread(const struct telling *telling, const struct thread_stack *stack)
{
    bool is_given = stack_is_given(stack);
    bool has_returned = stack->is_main && load_relaxed(&stack->rank->has_returned);
    int start = is_given ? find_start(&stack->trace, telling->places) : 0;
    pthread_t thread = is_given ? stack->thread : stack->rank->thread;

    if (!stack->is_main)
        fputs("    a thread that it has created: ", telling->out);
    if (has_returned)
        fputs("its function has returned, and it ends: ", telling->out);
    tell_state(telling, stack->rank, waiter_of(stack->rank, thread),
               is_given ? call_site(&stack->trace, start) : NULL);
    if (is_given && !has_returned)
        trace_write(&stack->trace, start, telling->places, telling->out);
}

/* Describes the rank's threads. Returns true if all of them sleep, so that the rank's own data can
 * be read. */
static bool tell_threads(const struct telling *telling, struct rank *rank)
{
    bool sleeps = true;
    int i;

    lock_take(&rank->waiters_lock);
    for (i = 0; i < telling->stacks->count; i++) {
        const struct thread_stack *stack = &telling->stacks->all[i];

        if (stack->rank != rank || (!stack->is_main && !stack_is_given(stack)))
            continue;
        tell_thread(telling, stack);
        sleeps = sleeps && stack_is_given(stack) && waiter_of(rank, stack->thread) != NULL;
    }
    lock_release(&rank->waiters_lock);
    return sleeps;
}

static void tell_requests(const struct telling *telling, const struct rank *rank)
{
    const struct store *store = telling->world->store;
    struct wait_report wait_report = {.rank = rank,
                                  .places = telling->places,
                                  .words = telling->out,
                                  .awaited = telling->awaited};
    int number, listed = 0, numbers = store_numbers(store, OBJECT_REQUEST);

    for (number = 0; number < numbers; number++) {
        const struct request *request =
            object_of_rank(store, OBJECT_REQUEST, number, rank->world_rank);

        if (request == NULL || request_is_done(request) || request->is_inactive)
            continue;
        if (listed++ >= REQUESTS_LISTED_MAX)
            continue;
        fputs("    a request: ", telling->out);
        request_describe(request, &wait_report);
        fputc('\n', telling->out);
    }
    if (listed > REQUESTS_LISTED_MAX)
        fprintf(telling->out, "    and %d more\n", listed - REQUESTS_LISTED_MAX);
}

static void tell_comm(const struct telling *telling, const struct comm *comm)
{
    const void *site = place_complete(load_relaxed(&comm->object.site));
    char text[PLACE_TEXT_BYTES];

    fprintf(telling->out, "    a communicator: %s, of %d ranks", comm_describe(comm).text,
            comm_size(comm));
    if (comm_is_inter(comm))
        fprintf(telling->out, " and %d others", comm_peers(comm)->size);
    if (site != NULL)
        fprintf(telling->out, ", made in %s", place_describe(telling->places, site, text));
    fputc('\n', telling->out);
}

/* Describes all communicators but the predefined ones. */
static void tell_comms(const struct telling *telling, const struct rank *rank)
{
    const struct store *store = telling->world->store;
    int number, listed = 0, numbers = store_numbers(store, OBJECT_COMM);

    for (number = 0; number < numbers; number++) {
        const struct comm *comm = object_of_rank(store, OBJECT_COMM, number, rank->world_rank);

        if (comm == NULL || comm == rank->comm_world || comm == rank->comm_self)
            continue;
        if (listed++ < COMMS_LISTED_MAX)
            tell_comm(telling, comm);
    }
    if (listed > COMMS_LISTED_MAX)
        fprintf(telling->out, "    and %d more\n", listed - COMMS_LISTED_MAX);
}

static void tell_window(const struct telling *telling, const struct window *window)
{
    const void *site = place_complete(load_relaxed(&window->object.object.site));
    char text[PLACE_TEXT_BYTES], epoch[EPOCH_TEXT_BYTES];

    fprintf(telling->out, "    a window: %s, of %d ranks, %lld bytes here", window_name(window),
            window->common->size, (long long)window_own_part(window)->size);
    if (site != NULL)
        fprintf(telling->out, ", made in %s", place_describe(telling->places, site, text));
    fprintf(telling->out, "; %s\n", epoch_describe(window, telling->places, epoch));
}

static void tell_windows(const struct telling *telling, const struct rank *rank)
{
    const struct store *store = telling->world->store;
    int number, listed = 0, numbers = store_numbers(store, OBJECT_WIN);

    for (number = 0; number < numbers; number++) {
        struct window_object *window =
            object_of_rank(store, OBJECT_WIN, number, rank->world_rank);

        if (window != NULL && listed++ < COMMS_LISTED_MAX)
            tell_window(telling, window_of(window));
    }
    if (listed > COMMS_LISTED_MAX)
        fprintf(telling->out, "    and %d more\n", listed - COMMS_LISTED_MAX);
}

static void tell_rank(struct telling *telling, struct rank *rank)
{
    bool sleeps;

    if (load_acquire(&rank->is_over)) { /* edge rank.over */
        fprintf(telling->out, "ended with exit status %d\n", rank->status);
        return;
    }
    sleeps = tell_threads(telling, rank);
    if (!sleeps) {
        telling->running++;
        telling->runner = rank;
    }
    if (sleeps && rank->phase == RANK_ACTIVE) {
        tell_requests(telling, rank);
        tell_comms(telling, rank);
        tell_windows(telling, rank);
    }
    describe_queues(rank, telling->out);
}

/* Writes each text once, for all ranks that share it. */
static void tell_groups(const struct world *world, char *texts[], FILE *out)
{
    size_t marks_bytes = (size_t)connected_size() * sizeof(bool);
    bool *marks = memory_take(marks_bytes);
    int i, k;

    for (i = 0; marks != NULL && i < world->size; i++) {
        if (texts[i] == NULL)
            continue;
        memset(marks, false, marks_bytes);
        for (k = world->size - 1; k >= i; k--) {
            if (texts[k] == NULL || strcmp(texts[k], texts[i]) != 0)
                continue;
            marks[world->connected.first_index + k] = true;
            if (k == i)
                break;
            free(texts[k]);
            texts[k] = NULL;
        }
        fputs("  ", out);
        wait_report_list(out, marks);
        fprintf(out, ": %s", texts[i]);
        free(texts[i]);
    }
    memory_give(marks);
}

/* A rank that polls is not seen to wait, so a job that waits for ever for it is no deadlock. */
static void tell_lone_runner(const struct telling *telling)
{
    struct world *world = telling->world;

    if (telling->running == 1 && world->size > 1 && !connected_is_tied(world) &&
        family_next(world->root, NULL) == NULL)
        fprintf(telling->out, "  all others wait or have ended: if %s polls for a message, no rank "
                "can send it any more\n", rank_name(telling->runner).text);
}

static void write_activity(struct telling *telling)
{
    const struct world *world = telling->world;
    char **texts = memory_take_zeroed((size_t)world->size * sizeof *texts);
    FILE *out = telling->out;
    size_t bytes;
    int i;

    fprintf(out, "heddle: what the %d ranks%s do\n", world->size, world_suffix(world).text);
    for (i = 0; texts != NULL && i < world->size; i++) {
        telling->out = memory_open_stream(&texts[i], &bytes);
        if (telling->out == NULL)
            continue;
        tell_rank(telling, &world->ranks[i]);
        fclose(telling->out);
    }
    telling->out = out;
    if (texts != NULL) {
        tell_groups(world, texts, out);
        tell_lone_runner(telling);
    }
    memory_give(texts);
}

/* Returns library memory, or NULL if there is none. */
static char *describe_world(struct world *world, bool is_last)
{
    struct telling telling = {.world = world, .places = places_open()};
    struct stacks *stacks = stacks_take(world, is_last);
    char *text = NULL, *copy = NULL;
    size_t bytes;
    FILE *out = memory_open_stream(&text, &bytes);

    telling.stacks = stacks;
    telling.out = out;
    world_close_gate(world);
    telling.awaited = memory_take_zeroed((size_t)connected_size() * sizeof *telling.awaited);
    if (out != NULL && stacks != NULL && telling.awaited != NULL)
        write_activity(&telling);
    world_open_gate(world);
    if (out != NULL) {
        fclose(out);
        copy = memory_take_over(text);
    }
    places_close(telling.places);
    memory_give(telling.awaited);
    stacks_give(stacks);
    return copy;
}

/* Puts the second text behind the first one. */
static char *join_texts(char *first, char *second)
{
    size_t length;
    char *both;

    if (first == NULL || second == NULL)
        return first != NULL ? first : second;
    length = strlen(first);
    both = memory_grow(first, length + strlen(second) + 1);
    if (both != NULL)
        memcpy(both + length, second, strlen(second) + 1);
    memory_give(second);
    return both != NULL ? both : first;
}

/* Describes the job's first world and the spawned worlds that run. */
static char *describe_activity(struct world *root, bool is_last)
{
    char *text = describe_world(root, is_last);
    struct world *world = NULL;

    while ((world = family_next(root, world)) != NULL)
        if (world->ending.stage == WORLD_RUNS)
            text = join_texts(text, describe_world(world, is_last));
    return text;
}

void activity_report(struct world *world)
{
    char *report = describe_activity(world, true);

    world_close_gate(world);
    if (world->abort.report == NULL && load_relaxed(&world->abort.state) == ABORT_NONE)
        world->abort.report = report;
    else
        memory_give(report);
    world_open_gate(world);
}

void activity_answer(struct world *world, int number)
{
    char *text = describe_activity(world, number == SIGTERM);

    if (text != NULL)
        fputs(text, stderr);
    memory_give(text);
    if (number != SIGTERM)
        return;
    if (world->options.before_crash != NULL)
        world->options.before_crash(world);
    process_die_by(number);
}
