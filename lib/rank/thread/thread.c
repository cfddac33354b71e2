/* SPDX-License-Identifier: MIT */
#include "rank/thread/thread.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "base/libc.h"
#include "base/memory.h"
#include "base/sanitizer.h"
#include "base/trace.h"
#include "image/image.h"
#include "rank/choice.h"
#include "rank/floor.h"
#include "rank/observe/causal.h"
#include "rank/sleep/waiter.h"
#include "rank/thread/kernel.h"
#include "rank/thread/pool.h"
#include "rank/thread/record.h"
#include "rank/thread/taken.h"
#include "rank/thread/usage.h"
#include "rank/wait.h"
#include "rank/world.h"

typedef int pthread_creator(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
typedef int usage_getter(__rusage_who_t who, struct rusage *usage);

enum { AWAIT_NS = 1000000 }; /* between two looks for threads that have not ended */

static _Thread_local struct thread_record *thread_record_own;

/* Where the thread started: the way out for a thread that cannot end by pthread_exit. */
static _Thread_local void *first_frame[5]; /* as GCC's manual has it */
static _Thread_local bool is_leaving;

struct causal_thread *_Atomic *thread_causal(struct rank *self, const void **born)
{
    *born = thread_record_own;
    if (thread_record_own != NULL)
        return &thread_record_own->causal;
    return rank_is_main_thread(self) ? &self->causal : NULL;
}

struct taker *thread_taker(void)
{
    return thread_record_own != NULL ? thread_record_own->taker : NULL;
}

struct causal_thread *thread_causal_spare(void)
{
    return thread_record_own != NULL ? thread_record_own->spare : NULL;
}

static struct thread_record *find_free(struct rank *rank)
{
    struct thread_record *thread_record = rank->thread_records;

    while (thread_record != NULL &&
           !load_acquire(&thread_record->is_free)) /* edge thread_record.free */
        thread_record = thread_record->next;
    return thread_record;
}

/* Returns a record that is free, or a new one; NULL: no memory. */
static struct thread_record *find_or_make(struct rank *rank)
{
    struct thread_record *thread_record;

    lock_take(&rank->thread_record_lock);
    thread_record = find_free(rank);
    if (thread_record == NULL) {
        thread_record = memory_take_zeroed(sizeof *thread_record);
        if (thread_record != NULL) {
            thread_record->next = rank->thread_records;
            rank->thread_records = thread_record;
        }
    }
    if (thread_record != NULL) {
        store_relaxed(&thread_record->is_free, false);
        store_relaxed(&thread_record->thread_id, 0);
        store_relaxed(&thread_record->life, LIFE_OWN);
    }
    lock_release(&rank->thread_record_lock);
    return thread_record;
}

/* The calling thread is about to end: what it has used is the rank's from now on. */
static void end_record(struct thread_record *thread_record)
{
    struct rank *rank = thread_record->rank;

    lock_take(&rank->thread_record_lock);
    usage_add_own(&rank->used_by_ended);
    store_release(&thread_record->is_free, true); /* edge thread_record.free */
    lock_release(&rank->thread_record_lock);
}

/* An abort does not unwind a thread that is about to end, so it is none of the rank's any more. */
static void release_end(struct rank *rank)
{
    if (!causal_is_there())
        return;
    rank_current = rank;
    causal_release(thread_end_name(pthread_self()));
    rank_current = NULL;
}

bool thread_end(void)
{
    struct taker *taker = thread_record_own->taker;
    int life = LIFE_OWN;
    bool has_place;

    while (!compare_exchange_seq_cst(&thread_record_own->life, &life, LIFE_OVER))
        continue; /* edge thread_record.life */
    has_place = life == LIFE_OWN;
    release_end(thread_record_own->rank);
    if (thread_record_own->is_of_pool)
        has_place = pool_dismiss(thread_record_own->rank) && has_place;
    end_record(thread_record_own);
    taken_leave(taker);
    return has_place;
}

/* pthread_exit runs the cleanups of all frames. If one of the frames lets no exception pass, it
 * calls abort, which leads here again; then __builtin_longjmp leaves the thread. A sanitizer
 * interposes longjmp, and would not know the thread's first frame. */
void thread_leave(void)
{
    if (is_leaving)
        __builtin_longjmp(first_frame, 1);
    is_leaving = true;
    pthread_exit(NULL);
}

int rank_list_threads(struct rank *rank, pid_t ids[], int room)
{
    struct thread_record *thread_record;
    int count = 0;

    lock_take(&rank->thread_record_lock);
    for (thread_record = rank->thread_records; thread_record != NULL;
         thread_record = thread_record->next) {
        pid_t id = load_acquire(&thread_record->thread_id); /* edge thread_record.start */

        if (load_acquire(&thread_record->is_free) || id == 0) /* edge thread_record.free */
            continue;
        if (count < room)
            ids[count] = id;
        count++;
    }
    lock_release(&rank->thread_record_lock);
    return count;
}

int rank_count_threads(struct rank *rank, struct trace *created)
{
    const struct thread_record *thread_record;
    int count = 0;

    lock_take(&rank->thread_record_lock);
    for (thread_record = rank->thread_records; thread_record != NULL;
         thread_record = thread_record->next)
        if (!load_acquire(&thread_record->is_free) && count++ == 0) /* edge thread_record.free */
            *created = thread_record->created;
    lock_release(&rank->thread_record_lock);
    return count;
}

void thread_records_free(struct rank *rank)
{
    while (rank->thread_records != NULL) {
        struct thread_record *thread_record = rank->thread_records;

        rank->thread_records = thread_record->next;
        memory_give(thread_record);
    }
}

/* The thread learns what its creator knows when it takes a clock, also one that is used again. */
static void spare_clock(struct thread_record *thread_record, bool is_used_again)
{
    struct causal_thread *clock = load_relaxed(&thread_record->causal);

    if (!is_used_again)
        thread_record->spare = NULL;
    else if (clock != NULL)
        thread_record->spare = clock;
    store_relaxed(&thread_record->causal, NULL);
}

static struct thread_record *thread_record_take(struct rank *self, uintptr_t site,
                                                void *(*start)(void *), void *argument)
{
    const struct floor *floor = self->world->floors.inheriting;
    struct thread_record *thread_record = find_or_make(self);

    if (thread_record != NULL) {
        thread_record->rank = self;
        thread_record->slot = image_current();
        thread_record->enter = floor != NULL ? floor->enter : NULL;
        thread_record->inherited = floor != NULL ? floor->inherit(self) : NULL;
        thread_record->start = start;
        thread_record->argument = argument;
        thread_record->is_of_pool = pool_admits(self, start);
        thread_record->created.count = 0;
        thread_record->taker = taken_admit(self, site, start);
        spare_clock(thread_record, causal_is_crowded(self->world->root));
        if (!world_is_of_process(self->world))
            trace_take(&thread_record->created, site);
    }
    return thread_record;
}

NOT_INSTRUMENTED static __attribute__((noinline)) void *run_thread(void *(*start)(void *),
                                                                   void *argument)
{
    return __builtin_setjmp(first_frame) == 0 ? start(argument) : NULL;
}

NOT_INSTRUMENTED static void *start_pthread(void *given)
{
    struct thread_record *thread_record = given;
    void *(*start)(void *) = thread_record->start;
    void *argument = thread_record->argument;

    rank_current = thread_record->rank;
    waiter_count_thread(thread_record->rank);
    memory_begin_thread(thread_record->rank->world->options.heap);
    memory_count_for(thread_record->rank->world_rank);
    image_enter(thread_record->slot);
    if (thread_record->enter != NULL)
        thread_record->enter(thread_record->inherited);
    thread_record_own = thread_record;
    thread_record->thread = pthread_self();
    store_release(&thread_record->thread_id, kernel_thread()); /* edge thread_record.start */
    if (thread_record->taker != NULL && !taken_enter(thread_record->taker))
        return NULL;
    return run_thread(start, argument);
}

int thread_create(struct rank *self, uintptr_t site, pthread_t *thread,
                  const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    pthread_creator *create = (pthread_creator *)libc_function("pthread_create");
    struct thread_record *thread_record = thread_record_take(self, site, start, argument);
    struct taker *taker;
    int error;

    if (thread_record == NULL)
        return EAGAIN;
    taker = thread_record->taker;
    waiter_add_thread(self->world);
    store_relaxed(&self->has_threads, true);
    causal_release(thread_record);
    error = memory_fails() ? EAGAIN : create(thread, attributes, start_pthread, thread_record);
    taken_note_created(taker, error == 0 ? thread : NULL);
    if (error == 0)
        return 0;
    if (thread_record->is_of_pool)
        pool_dismiss(self);
    waiter_remove_thread(self->world);
    store_release(&thread_record->is_free, true); /* edge thread_record.free */
    return error;
}

/* ---- all threads of a rank ------------------------------------------------------------------- */

/* Calls the function for each thread that the rank has created and that has not ended, with the
 * records locked. */
static void for_each_living(struct rank *rank, void (*function)(struct usage *usage, pid_t id),
                            struct usage *usage)
{
    const struct thread_record *thread_record;

    for (thread_record = rank->thread_records; thread_record != NULL;
         thread_record = thread_record->next) {
        pid_t id = load_acquire(&thread_record->thread_id); /* edge thread_record.start */

        if (!load_acquire(&thread_record->is_free) && id != 0) /* edge thread_record.free */
            function(usage, id);
    }
}

static void add_cpu_ns(struct usage *usage, pid_t id)
{
    usage->cpu_ns += kernel_cpu_ns(id);
}

uint64_t rank_cpu_ns(struct rank *rank)
{
    struct usage usage;

    lock_take(&rank->thread_record_lock);
    usage = rank->used_by_ended;
    for_each_living(rank, add_cpu_ns, &usage);
    lock_release(&rank->thread_record_lock);
    add_cpu_ns(&usage, rank->thread_id);
    return usage.cpu_ns;
}

static void add_thread(struct usage *usage, pid_t id)
{
    if (id == kernel_thread())
        usage_add_own(usage);
    else
        usage_add_thread(usage, id);
}

static struct usage used_by_all(struct rank *rank)
{
    struct usage usage;

    lock_take(&rank->thread_record_lock);
    usage = rank->used_by_ended;
    for_each_living(rank, add_thread, &usage);
    lock_release(&rank->thread_record_lock);
    add_thread(&usage, rank->thread_id);
    return usage;
}

void rank_usage(struct rank *self, struct rusage *usage)
{
    /* libc's own is called: the program's getrusage comes here. */
    usage_getter *const libc_getrusage = (usage_getter *)libc_function("getrusage");
    const struct usage used = used_by_all(self);
    struct rusage process;

    libc_getrusage(RUSAGE_SELF, &process);
    *usage = used.counts;
    usage->ru_maxrss = process.ru_maxrss;
    lock_take(&self->thread_record_lock);
    usage_divide(&used, &self->reported, usage);
    lock_release(&self->thread_record_lock);
}

/* Returns a thread that has not ended. OpenMP's end with the main thread. */
static struct thread_record *find_living(struct rank *rank)
{
    struct thread_record *thread_record;

    lock_take(&rank->thread_record_lock);
    thread_record = rank->thread_records;
    while (thread_record != NULL &&
           (thread_record->is_of_pool ||
            load_acquire(&thread_record->is_free))) /* edge thread_record.free */
        thread_record = thread_record->next;
    lock_release(&rank->thread_record_lock);
    return thread_record;
}

/* The thread's place on the count passes to the caller when it ends. If another thread joins it,
 * that one has claimed the place. */
void thread_await_all(struct rank *self)
{
    struct thread_record *living;

    taken_await_all(self);
    while ((living = find_living(self)) != NULL) {
        int own = LIFE_OWN;
        bool is_claimed = compare_exchange_seq_cst(&living->life, &own,
                                                   LIFE_AWAITED); /* edge thread_record.life */

        if (is_claimed)
            world_remove_runnable(self->world);
        do
            if (!turn_pass(self, TURN_PAUSE))
                park_sleep(&self->park, park_count(&self->park), AWAIT_NS);
        while (!load_acquire(&living->is_free)); /* edge thread_record.free */
    }
}
