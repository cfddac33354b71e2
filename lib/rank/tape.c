/* SPDX-License-Identifier: MIT */
#include "rank/tape.h"

#include "base/clock.h"
#include "base/cpu.h"
#include "base/memory.h"
#include "rank/tally.h"
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
    struct tape_chunk *chunk = take_chunk(tape->tapes);

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

/* NULL: no room, which is counted. */
static inline struct tape_record *append(struct tape *tape, const struct tape_record *record,
                                         uint64_t begin)
{
    struct tape_record *added;

    if (unlikely(tape->last == NULL || tape->used == TAPE_CHUNK_RECORDS) && !add_chunk(tape))
        return NULL;
    added = &tape->last->records[tape->used++];
    *added = *record;
    added->begin = begin;
    added->depth = (uint8_t)tape->depth;
    added->inside = tape->depth > 0 ? tape->open[tape->depth - 1].number : TAPE_OUTSIDE;
    store_release(&tape->last->count, tape->used); /* edge tape.record */
    tape->count++;
    return added;
}

/* ---- records --------------------------------------------------------------------------------- */

void tape_add(struct rank *self, const struct tape_record *record)
{
    struct tape *tape = tape_of(self);

    if (tape != NULL)
        append(tape, record, record->begin != 0 ? record->begin : tape_now());
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

static void begin(struct rank *self, const struct tape_record *record, uintptr_t frame)
{
    struct tape *tape = tape_of(self);
    uint64_t now = tape_now();
    bool is_off = load_relaxed(&self->tapes->is_off);
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
    open->number = tape->count;
    open->record = is_off || self->tapes->records == 0 ? NULL : append(tape, record, now);
    if (open->record == NULL)
        open->number = TAPE_OUTSIDE;
    open->is_tallied = tape->tally != NULL && frame != 0 && !is_off;
    if (open->is_tallied)
        tally_begin_call(tape->tally, record->name, record->site, now);
    else if (unlikely(is_off) && tape->tally != NULL)
        tally_skip(tape->tally, now); /* MPI_Pcontrol(1) comes here, too */
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

void tape_begin_call(struct rank *self, const struct call *call, const struct tape_record *record)
{
    begin(self, record, (uintptr_t)call);
}

void tape_end_call(struct rank *self, const struct call *call)
{
    end(self, (uintptr_t)call);
}

void tape_begin_region(struct rank *self, const char *name, const void *site)
{
    const struct tape_record record = {.kind = TAPE_REGION,
                                       .name = name,
                                       .site = (uint32_t)(uintptr_t)site,
                                       .peer = TAPE_NOBODY,
                                       .tag = TAPE_NO_TAG};

    begin(self, &record, 0);
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
    const struct tape_record wait = {.kind = TAPE_WAIT, .peer = TAPE_NOBODY, .tag = TAPE_NO_TAG};
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
    record = append(tape, &wait, since);
    if (record != NULL)
        store_relaxed(&record->end, now);
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
