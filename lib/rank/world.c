/* SPDX-License-Identifier: MIT */
#include "rank/world.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/cpu.h"
#include "base/knob.h"
#include "base/limit.h"
#include "base/memory.h"
#include "base/must.h"
#include "base/note.h"
#include "image/image.h"
#include "rank/abort.h"
#include "rank/findings.h"
#include "rank/life.h"
#include "rank/name.h"
#include "rank/observe/causal.h"
#include "rank/sleep/alarm.h"
#include "rank/sleep/waiter.h"
#include "rank/thread/helper.h"
#include "rank/thread/kernel.h"
#include "rank/thread/stack.h"
#include "rank/thread/thread.h"
#include "rank/worlds/connected.h"
#include "rank/worlds/ending.h"
#include "rank/worlds/family.h"
#include "sync/membarrier.h"

/* After this many ranks of a larger world it is clear what each needs. */
enum { RANKS_SAMPLED = 64 };

/* From the end of a rank to that of its thread, if that has a processor. */
enum { ENDING_NS_MAX = 10000 };

int world_create(const struct world_options *options, struct world **created)
{
    struct world *world = memory_take_aligned(CACHE_LINE, sizeof *world);

    if (world == NULL)
        return note(-1, "no memory for a job%s", memory_hint());
    world->options = *options;
    world->cpus = knobs.processors != 0 ? (int)knobs.processors : cpu_count();
    /* Oversubscribed ranks sleep often: fencing would cost more than it saves. */
    world->has_fenced_sleep = options->ranks <= world->cpus && membarrier_register();
    world->process = getpid();
    park_init(&world->joiner);
    park_init(&world->deadlock.gate);
    list_init(&world->alarms.pending);
    list_init(&world->family.worlds);
    world->root = options->parent != NULL ? options->parent->root : world;
    connected_enlist(world);
    if (!waiter_watch_threads(world)) {
        connected_delist(world);
        memory_give(world);
        return note(-1, "no memory for a job%s", memory_hint());
    }
    world->ranks = memory_take_aligned(CACHE_LINE, (size_t)options->ranks * sizeof(struct rank));
    while (world->ranks != NULL && world->size < options->ranks &&
           rank_init(&world->ranks[world->size], world, world->size)) {
        world->ranks[world->size].slot = options->first_slot + world->size;
        world->size++;
    }
    if (world->size < options->ranks) {
        world_destroy(world);
        return note(-1, "no memory for %d ranks%s", options->ranks, memory_hint());
    }
    *created = world;
    return 0;
}

void world_destroy(struct world *world)
{
    int i;

    if (world == NULL)
        return;
    waiter_leave_threads(world);
    for (i = world->floors.count - 1; i >= 0; i--)
        if (world->floors.all[i]->destroy != NULL)
            world->floors.all[i]->destroy(world);
    for (i = 0; i < world->size; i++)
        rank_fini(&world->ranks[i]);
    connected_delist(world);
    findings_drop(&world->findings);
    causality_free(world);
    memory_give(world->abort.report);
    memory_give(world->ranks);
    memory_give(world);
}

bool world_add_floor(struct world *world, const struct floor *floor)
{
    must(world->floors.count < FLOORS);
    must(floor->inherit == NULL || world->floors.inheriting == NULL);
    world->floors.all[world->floors.count++] = floor;
    if (floor->inherit != NULL)
        world->floors.inheriting = floor;
    return floor->create == NULL || floor->create(world);
}

void world_add_progress(struct world *world, progress_handler *handler)
{
    must(world->floors.handler_count < PROGRESS_HANDLERS_MAX);
    world->floors.handlers[world->floors.handler_count++] = handler;
}

void world_wake_joiner(struct world *world)
{
    park_wake(&world->joiner);
    if (world->root != world)
        park_wake(&world->root->joiner);
}

void floors_begin(struct rank *self)
{
    const struct world *world = self->world;
    int i;

    for (i = 0; i < world->floors.count; i++)
        if (world->floors.all[i]->begin != NULL)
            world->floors.all[i]->begin(self);
}

void floors_end(struct rank *self)
{
    const struct world *world = self->world;
    int i;

    for (i = world->floors.count - 1; i >= 0; i--)
        if (world->floors.all[i]->end != NULL)
            world->floors.all[i]->end(self);
}

static void run_main(struct rank *self)
{
    const struct world_options *options = &self->world->options;

    if (setjmp(self->top) == 0) {
        if (options->prepare != NULL)
            options->prepare(self, options->argument);
        if (options->has_images)
            image_construct(self->slot, self->argc, self->argv, self->environment);
        self->status = options->main(self, options->argument);
        self->end = RANK_RETURNED;
    }
}

static void end_rank(void *argument)
{
    struct rank *self = argument;
    struct world *world = self->world;

    if (self->end == RANK_RUNS) { /* by pthread_exit */
        thread_await_all(self);
        self->end = RANK_RETURNED;
    }
    /* An exit handler that calls exit comes back here, and the others still run. */
    (void)setjmp(self->top);
    if (self->end == RANK_RETURNED && world->options.has_images)
        image_finish(self->slot, self->status);
    if (world->options.has_images)
        image_let_others_construct(self->slot); /* however it has ended */
    if (setjmp(self->top) == 0)
        rank_account_for_end(self);
    helpers_end(self);
    floors_end(self);
    rank_current = NULL;
    memory_end_thread();
    rank_stop(self);
    store_release(&self->is_over, true); /* edge rank.over */
    fetch_add_relaxed(&world->root->awake, -1);
    world_remove_runnable(world);
    /* edges world.ended, world.finalized */
    if (fetch_add_seq_cst(&world->life.ended, 1) + 1 < world->size)
        return;
    if (connected_is_tied(world))
        ending_finish(world);
    if (world->root != world)
        fetch_add_relaxed(&world->root->family.unserved, 1);
    world_wake_joiner(world);
}

/* Sets the name that debuggers and top -H show; threads that the rank creates inherit it. */
static void name_thread(const struct rank *self)
{
    const struct world *world = self->world;
    char name[32];

    if (world == world->root)
        snprintf(name, sizeof name, "rank %d", self->world_rank);
    else
        snprintf(name, sizeof name, "rank %d.%d", world->number, self->world_rank);
    kernel_name_thread(name);
}

/* Called before any rank has threads: from its first thread on, the threads of a rank either have a
 * clock each or share one (rank/observe/causal.h). */
static void note_accesses(struct world *world)
{
    int i;

    for (i = 0; i < world->size; i++)
        if (image_tells_accesses(world->ranks[i].slot))
            causal_note_accesses(&world->ranks[i]);
}

static int fill_images(struct world *world)
{
    int slots_end = world->options.first_slot + world->size;
    long maps = world->size > RANKS_SAMPLED ? limit_count_maps() : 0;
    int i;

    if (!world->options.has_images)
        return 0;
    if (image_open(slots_end) != 0)
        return -1;
    for (i = 0; i < world->size; i++) {
        if (world->ranks[i].slot != 0 && image_fill(world->ranks[i].slot) != 0)
            return -1;
        if (i == RANKS_SAMPLED && limit_check_maps(maps, RANKS_SAMPLED, world->size) != 0)
            return -1;
    }
    image_tell_debugger();
    note_accesses(world);
    return 0;
}

/* Ranks start one another, so that several processors do it: the thread that starts the world
 * starts ranks 0 and 1, and rank r is started by the rank whose number is r without its highest
 * bit. */
static int first_step(int rank)
{
    int step = 2;

    while (step <= rank)
        step *= 2;
    return step;
}

/* Counts the rank, the ranks that it starts, and so on. */
static int count_family(const struct world *world, int rank)
{
    int count = 1, step;

    for (step = first_step(rank); rank + step < world->size; step *= 2)
        count += count_family(world, rank + step);
    return count;
}

static void abort_start(struct world *world)
{
    store_relaxed(&world->life.could_not_start, true);
    world_abort(world, EXIT_FAILURE, "heddle: %s", note_text());
}

/* Counts ranks that will have no thread as ended. */
static void give_up_starting(struct world *world, int missing)
{
    fetch_add_relaxed(&world->root->awake, -missing);
    fetch_add_acq_rel(&world->life.stopped, missing); /* edge world.stopped */
    fetch_add_acq_rel(&world->life.ended, missing);   /* edge world.ended */
    park_wake(&world->joiner);
}

static int give_stack(struct rank *rank, pthread_attr_t *attributes)
{
    size_t bytes = rank->world->options.stack_bytes;

    if (!STACKS_ARE_OURS)
        return pthread_attr_setstacksize(attributes,
                                         bytes > STACK_BYTES_MIN ? bytes : STACK_BYTES_MIN);
    rank->stack = stack_take(bytes);
    if (rank->stack == NULL)
        return ENOMEM;
    return pthread_attr_setstack(attributes, rank->stack->lowest, rank->stack->bytes);
}

static void *run_rank(void *argument);

static int start_thread(struct rank *rank)
{
    pthread_t thread; /* each rank stores its own, possibly before pthread_create returns */
    pthread_attr_t attributes;
    char limit[LIMIT_TEXT_BYTES];
    int error;

    pthread_attr_init(&attributes);
    error = give_stack(rank, &attributes);
    if (error == 0)
        error = memory_fails() ? EAGAIN : pthread_create(&thread, &attributes, run_rank, rank);
    pthread_attr_destroy(&attributes);
    rank->has_thread = error == 0;
    if (error == 0)
        return 0;
    stack_give(rank->stack);
    limit_describe(limit);
    return note(-1, "no thread for rank %d: %s%s", rank->world_rank, strerror(error), limit);
}

static void start_others(struct rank *self)
{
    struct world *world = self->world;
    int rank = self->world_rank, step;

    for (step = first_step(rank); rank + step < world->size; step *= 2)
        if (start_thread(&world->ranks[rank + step]) != 0) {
            abort_start(world);
            give_up_starting(world, count_family(world, rank + step));
        }
}

/* In a program, none begins before all have threads: if one cannot start, the process ends, with no
 * half of its output written. In a job of heddle_run waiting would only take time: its ranks are
 * unwound. */
static void await_threads(struct world *world)
{
    bool is_last =
        fetch_add_acq_rel(&world->life.running, 1) + 1 == world->size; /* edge world.running */

    if (world->options.end_process == NULL)
        return;
    if (is_last)
        park_wake(&world->joiner);
    while (!is_last) {
        uint32_t seen = park_count(&world->joiner);

        if (load_acquire(&world->life.running) == world->size) /* edge world.running */
            return;
        park_sleep(&world->joiner, seen, PARK_FOREVER);
    }
}

static void *run_rank(void *argument)
{
    struct rank *self = argument;

    start_others(self); /* before this thread belongs to a rank */
    await_threads(self->world);
    rank_current = self;
    memory_count_for(self->world_rank);
    self->thread = pthread_self();
    name_thread(self);
    memory_begin_thread(self->world->options.heap);
    self->thread_id = kernel_thread();
    if (self->world->options.has_images)
        image_enter(self->slot);
    floors_begin(self);
    /* The rank ends also when main calls pthread_exit. */
    pthread_cleanup_push(end_rank, self);
    run_main(self);
    pthread_cleanup_pop(true);
    return NULL;
}

static int start_first(struct world *world)
{
    int rank, missing = world->size;

    for (rank = 0; rank < 2 && rank < world->size; rank++) {
        if (start_thread(&world->ranks[rank]) != 0) {
            if (world->options.end_process == NULL)
                abort_start(world);
            give_up_starting(world, missing);
            return -1;
        }
        missing -= count_family(world, rank);
    }
    return 0;
}

int world_start(struct world *world)
{
    if (world->options.stack_bytes == 0)
        world->options.stack_bytes = stack_usual_bytes();
    fetch_add_relaxed(&world->root->awake, world->size);
    store_relaxed(&world->deadlock.runnable, world->size);
    park_expect(load_relaxed(&world->root->awake));
    if (fill_images(world) == 0)
        return start_first(world);
    if (world->options.end_process == NULL)
        abort_start(world);
    give_up_starting(world, world->size);
    return -1;
}

/* Joins the thread of a rank that has ended. It is gone in a moment, so this spins: to sleep
 * takes longer, and to yield would be to wait for whatever else runs on the processor. */
static void join_thread(const struct world *world, pthread_t thread)
{
    uint64_t start_ns = clock_ns();

    while (world->cpus > 1 && clock_ns() - start_ns < ENDING_NS_MAX)
        if (pthread_tryjoin_np(thread, NULL) == 0)
            return;
    pthread_join(thread, NULL);
}

/* Yields for a while before sleeping: a short job is over sooner than its caller could fall asleep
 * and be woken (bench/job/jobs). */
static void yield_to_ranks(struct world *world, uint64_t start_ns, uint64_t timeout_ns)
{
    uint64_t yield_ns = (uint64_t)knobs.wait_yield_us * 1000;

    if (yield_ns > timeout_ns)
        yield_ns = timeout_ns;
    while (load_relaxed(&world->life.ended) < world->size && clock_ns() - start_ns < yield_ns)
        sched_yield();
}

/* The stacks of the job that the process exists for end with it. */
static bool may_need_stacks(const struct world *world)
{
    return world != world->root || !world_is_of_process(world);
}

void world_join_threads(struct world *world)
{
    int i;

    for (i = 0; i < world->size; i++)
        if (world->ranks[i].has_thread) {
            join_thread(world, world->ranks[i].thread);
            if (may_need_stacks(world))
                stack_give(world->ranks[i].stack);
        }
}

bool world_join(struct world *world, uint64_t timeout_ns)
{
    uint64_t start_ns = clock_ns(), next_ns;

    yield_to_ranks(world, start_ns, timeout_ns);
    for (;;) {
        uint32_t seen = park_count(&world->joiner);
        uint64_t passed_ns = clock_ns() - start_ns;
        int asked = exchange_acq_rel(&world->asked, 0); /* edge world.asked */

        if (asked != 0 && world->options.answer != NULL)
            world->options.answer(world, asked);
        waiter_look(world);
        next_ns = alarms_ring(world);
        family_serve(world);
        if (load_acquire(&world->life.ended) == world->size && /* edge world.ended */
            family_has_ended(world))
            break;
        if (passed_ns >= timeout_ns)
            return false;
        if (timeout_ns != PARK_FOREVER && timeout_ns - passed_ns < next_ns)
            next_ns = timeout_ns - passed_ns;
        park_sleep(&world->joiner, seen, next_ns);
    }
    world_join_threads(world);
    return true;
}

int world_status(const struct world *world)
{
    int i;

    if (load_acquire(&world->abort.state) == ABORT_PUBLISHED) /* edge world.aborted */
        return world->abort.status;
    for (i = 0; i < world->size; i++)
        if (world->ranks[i].status != 0)
            return world->ranks[i].status;
    return 0;
}
