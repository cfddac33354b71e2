/* SPDX-License-Identifier: MIT */
#include "rank/observe/tape.h"

#include <sys/mman.h>

#include "base/clock.h"
#include "base/cpu.h"
#include "base/memory.h"
#include "base/page.h"
#include "rank/observe/tally.h"
#include "rank/world.h"

/* A microsecond or less. Shorter waits say nothing, and would take as much room as the calls. */
enum { WAIT_TICKS_MIN = 1000 };

static bool has_ticks;

/* The calling thread's, which may be another rank's. */
static _Thread_local struct tape *current;

void tape_start(void)
{
    has_ticks = cpu_counts_steadily();
}

uint64_t tape_now(void)
{
    return likely(has_ticks) ? cpu_ticks() : clock_ns();
}

struct tapes *tapes_create(struct rank *rank, int64_t records, bool has_tallies)
{
    struct heap *before = memory_use(NULL);
    struct tapes *tapes = memory_take_zeroed(sizeof *tapes);

    memory_use(before);
    if (tapes == NULL)
        return NULL;
    tapes->world = rank->world->number;
    tapes->rank = rank->world_rank;
    tapes->parent_world = tapes->parent_rank = TAPE_NOBODY;
    tapes->begin = tape_now();
    tapes->records = records;
    tapes->has_tallies = has_tallies;
    store_relaxed(&tapes->left, records);
    rank->tapes = tapes;
    store_relaxed(&calls_are_followed, true);
    return tapes;
}

static void give_chunks(struct tape_chunk *chunk)
{
    struct tape_chunk *next;

    for (; chunk != NULL; chunk = next) {
        next = load_relaxed(&chunk->next);
        memory_give(chunk->start);
    }
}

void tapes_destroy(struct tapes *tapes)
{
    struct heap *before = memory_use(NULL);
    struct tape *tape = load_relaxed(&tapes->first), *next;

    for (; tape != NULL; tape = next) {
        next = tape->next;
        give_chunks(load_relaxed(&tape->first));
        tally_destroy(tape->tally);
        memory_give(tape);
    }
    memory_give(tapes);
    memory_use(before);
}

/* ---- room ------------------------------------------------------------------------------------ */

/* Takes room for a chunk of records, for the calling thread alone. */
static bool take_room(struct tapes *tapes)
{
    if (fetch_add_relaxed(&tapes->left, -TAPE_CHUNK_RECORDS) >= TAPE_CHUNK_RECORDS)
        return true;
    fetch_add_relaxed(&tapes->left, TAPE_CHUNK_RECORDS);
    return false;
}

/* Has the kernel give all pages of the chunk at once, which takes half the time that it takes when
 * each record that is the first in its page has it give that one. Kernels before 5.14 do not. */
static void have_pages(struct tape_chunk *chunk)
{
    enum { POPULATE_WRITE = 23 }; /* MADV_POPULATE_WRITE, which old headers lack */
    char *begin = page_start((const char *)chunk);

    (void)madvise(begin, (size_t)((char *)(chunk + 1) - begin), POPULATE_WRITE);
}

/* Not zeroed, because each page would be written twice; it is never given back. NULL: none. */
static struct tape_chunk *take_chunk(struct tapes *tapes)
{
    struct heap *before = memory_use(NULL);
    char *memory = take_room(tapes) ? memory_take(sizeof(struct tape_chunk) + CACHE_LINE) : NULL;
    struct tape_chunk *chunk;

    memory_use(before);
    if (memory == NULL)
        return NULL;
    chunk = (struct tape_chunk *)(memory + CACHE_LINE - (uintptr_t)memory % CACHE_LINE);
    have_pages(chunk);
    chunk->start = memory;
    store_relaxed(&chunk->next, NULL);
    store_relaxed(&chunk->count, 0);
    return chunk;
}

/* The rank's first thread has begun with it. */
static struct tape *take_tape(const struct tapes *tapes, int thread)
{
    struct heap *before = memory_use(NULL);
    struct tape *tape = memory_take_zeroed(sizeof *tape);

    if (tape != NULL)
        tape->begin = thread == 0 ? tapes->begin : tape_now();
    if (tape != NULL && tapes->has_tallies)
        tape->tally = tally_create(tape->begin);
    memory_use(before);
    return tape;
}

static __attribute__((cold, noinline)) struct tape *make_tape(struct tapes *tapes)
{
    int thread = fetch_add_relaxed(&tapes->threads, 1);
    struct tape *tape = take_tape(tapes, thread), *first = load_relaxed(&tapes->first);

    if (tape == NULL)
        return NULL;
    tape->tapes = tapes;
    tape->thread = thread;
    do
        tape->next = first;
    while (!compare_exchange_acq_rel(&tapes->first, &first, tape)); /* edge tape.made */
    current = tape;
    return tape;
}

static inline struct tape *tape_of(struct rank *self)
{
    struct tape *tape = current;

    if (likely(tape != NULL) && likely(tape->tapes == self->tapes))
        return tape;
    return make_tape(self->tapes);
}

struct tally *tape_tally(struct rank *self)
{
    struct tape *tape = tape_of(self);

    return tape != NULL ? tape->tally : NULL;
}

static __attribute__((cold, noinline)) bool add_chunk(struct tape *tape)
{
    bool is_full = load_relaxed(&tape->tapes->left) < TAPE_CHUNK_RECORDS;
    struct tape_chunk *chunk = is_full ? NULL : take_chunk(tape->tapes);

    if (chunk == NULL) {
        fetch_add_relaxed(&tape->tapes->lost, 1);
        return false;
    }
    if (tape->last != NULL)
        store_release(&tape->last->next, chunk); /* edge tape.made */
    else
        store_release(&tape->first, chunk); /* edge tape.made */
    tape->last = chunk;
    tape->used = 0;
    return true;
}

/* A record is filled in where it stays: a copy of what has just been written in smaller parts would
 * have the processor wait for these. */
static inline struct tape_record *next_of(struct tape *tape)
{
    if (unlikely(tape->last == NULL || tape->used == TAPE_CHUNK_RECORDS) && !add_chunk(tape))
        return NULL;
    return &tape->last->records[tape->used];
}

/* The record is tape_next's. */
static inline void append(struct tape *tape, struct tape_record *record, uint64_t begin,
                          uint64_t end)
{
    record->begin = begin;
    store_relaxed(&record->end, end);
    record->depth = (uint8_t)tape->depth;
    record->inside = tape->depth > 0 ? tape->open[tape->depth - 1].number : TAPE_OUTSIDE;
    tape->used++;
    tape->count++;
    store_release(&tape->last->count, tape->used); /* edge tape.record */
}

/* ---- records --------------------------------------------------------------------------------- */

struct tape_record *tape_next(struct rank *self)
{
    struct tape *tape = tape_of(self);

    return likely(tape != NULL) ? next_of(tape) : NULL;
}

void tape_add(struct rank *self, struct tape_record *record)
{
    if (likely(record != NULL))
        append(tape_of(self), record, tape_now(), 0);
}

static void end_innermost(struct tape *tape, uint64_t end)
{
    const struct tape_open *open = &tape->open[--tape->depth];

    if (open->record != NULL)
        store_relaxed(&open->record->end, end);
    if (open->is_tallied)
        tally_end_call(tape->tally, end);
}

/* Ends calls that longjmp has left: they were made by functions further in. */
static void end_what_was_left(struct tape *tape, uintptr_t frame, uint64_t now)
{
    while (tape->depth > 0 && tape->open[tape->depth - 1].frame != 0 &&
           tape->open[tape->depth - 1].frame < frame)
        end_innermost(tape, now);
}

/* Adds the beginning of a call or a region up. */
static void tally_begin(struct tape *tape, const struct call *call, bool is_off, uint64_t now)
{
    struct tape_open *open = &tape->open[tape->depth];

    open->is_tallied = call != NULL && !is_off;
    if (open->is_tallied)
        tally_begin_call(tape->tally, call->name, (uint32_t)(uintptr_t)call->site, now);
    else if (is_off)
        tally_skip(tape->tally, now); /* MPI_Pcontrol(1) comes here, too */
}

/* The call is NULL for a region. */
static inline void begin(struct rank *self, const struct call *call, struct tape_record *record)
{
    struct tape *tape = tape_of(self);
    uint64_t now = tape_now();
    uintptr_t frame = (uintptr_t)call;
    struct tape_open *open;

    if (unlikely(tape == NULL))
        return;
    if (unlikely(tape->depth > 0) && frame != 0)
        end_what_was_left(tape, frame, now);
    if (unlikely(tape->depth == TAPE_DEPTH_MAX)) {
        fetch_add_relaxed(&tape->tapes->lost, 1);
        tape->regions_too_deep += frame == 0;
        return;
    }
    open = &tape->open[tape->depth];
    open->frame = frame;
    open->record = record;
    open->number = record != NULL ? tape->count : TAPE_OUTSIDE;
    open->is_tallied = false;
    if (likely(record != NULL))
        append(tape, record, now, 0);
    if (tape->tally != NULL)
        tally_begin(tape, call, load_relaxed(&self->tapes->is_off), now);
    tape->depth++;
}

static void end(struct rank *self, uintptr_t frame)
{
    struct tape *tape = tape_of(self);

    if (unlikely(tape == NULL))
        return;
    if (frame == 0 && tape->regions_too_deep > 0)
        tape->regions_too_deep--;
    else if (likely(tape->depth > 0) && likely(tape->open[tape->depth - 1].frame == frame))
        end_innermost(tape, tape_now());
}

void tape_begin_call(struct rank *self, const struct call *call, struct tape_record *record)
{
    begin(self, call, record);
}

void tape_end_call(struct rank *self, const struct call *call)
{
    end(self, (uintptr_t)call);
}

void tape_begin_region(struct rank *self, const char *name, const void *site)
{
    struct tape_record *record = tape_wants_calls(self->tapes) ? tape_next(self) : NULL;

    if (record != NULL)
        *record = (struct tape_record){.kind = TAPE_REGION,
                                       .name = name,
                                       .site = (uint32_t)(uintptr_t)site,
                                       .peer = TAPE_NOBODY,
                                       .tag = TAPE_NO_TAG};
    begin(self, NULL, record);
}

void tape_end_region(struct rank *self)
{
    end(self, 0);
}

void tape_begin_wait(struct rank *self)
{
    struct tape *tape = tape_of(self);

    if (tape == NULL)
        return;
    tape->waits_since = tape_now();
    if (tape->tally != NULL)
        tally_begin_wait(tape->tally, tape->waits_since);
}

void tape_end_wait(struct rank *self)
{
    struct tape *tape = tape_of(self);
    struct tape_record *record;
    uint64_t since, now = tape_now();

    if (tape == NULL)
        return;
    since = tape->waits_since;
    tape->waits_since = 0;
    if (tape->tally != NULL)
        tally_end_wait(tape->tally, now);
    if (since == 0 || now - since < WAIT_TICKS_MIN || tape->depth == 0 ||
        tape->open[tape->depth - 1].record == NULL)
        return;
    record = next_of(tape);
    if (record == NULL)
        return;
    *record = (struct tape_record){.kind = TAPE_WAIT, .peer = TAPE_NOBODY, .tag = TAPE_NO_TAG};
    append(tape, record, since, now);
}

void tape_waited(struct rank *self, const struct tally_awaited *awaited)
{
    struct tally *tally = tape_tally(self);

    if (tally != NULL)
        tally_waited(tally, awaited, tape_now());
}

bool tape_knows(struct rank *self, uint32_t comm)
{
    struct tape *tape = tape_of(self);
    bool knows;

    if (tape == NULL)
        return true;
    knows = tape->comms[comm % TAPE_COMMS] == comm + 1;
    tape->comms[comm % TAPE_COMMS] = comm + 1;
    return knows;
}

void tape_switch(struct rank *self, bool is_on)
{
    store_relaxed(&self->tapes->is_off, !is_on);
}
