/* SPDX-License-Identifier: MIT */
#include "rank/observe/tape.h"

#include <sys/mman.h>

#include "base/memory.h"
#include "base/page.h"
#include "rank/observe/tally.h"
#include "rank/world.h"

/* A microsecond or less. Shorter waits say nothing, and would take as much room as the calls. */
enum { WAIT_TICKS_MIN = 1000 };

bool tape_has_ticks;
_Thread_local struct tape *tape_current;

void tape_start(void)
{
    tape_has_ticks = cpu_counts_steadily();
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

/* The memory is not zeroed, which would write each page twice, and stays. NULL: there is none. */
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

__attribute__((cold)) struct tape *tape_make(struct tapes *tapes)
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
    tape_current = tape;
    return tape;
}

struct tally *tape_tally(struct rank *self)
{
    struct tape *tape = tape_of(self);

    return tape != NULL ? tape->tally : NULL;
}

__attribute__((cold)) bool tape_add_chunk(struct tape *tape)
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

/* ---- records --------------------------------------------------------------------------------- */

void tape_add(struct rank *self, struct tape_record *record)
{
    if (likely(record != NULL))
        tape_append(tape_of(self), record, tape_now(), 0);
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
void tape_end_left(struct tape *tape, uintptr_t frame, uint64_t now)
{
    while (tape->depth > 0 && tape->open[tape->depth - 1].frame != 0 &&
           tape->open[tape->depth - 1].frame < frame)
        end_innermost(tape, now);
}

/* Adds the beginning of a call or a region up. */
void tape_tally_begin(struct tape *tape, const struct call *call, uint64_t now)
{
    struct tape_open *open = &tape->open[tape->depth];
    const bool is_off = load_relaxed(&tape->tapes->is_off);

    open->is_tallied = call != NULL && !is_off;
    if (open->is_tallied)
        tally_begin_call(tape->tally, call->name, (uint32_t)(uintptr_t)call->site, now);
    else if (is_off)
        tally_skip(tape->tally, now); /* MPI_Pcontrol(1) comes here, too */
}

void tape_lose(struct tape *tape, bool is_region)
{
    fetch_add_relaxed(&tape->tapes->lost, 1);
    tape->regions_too_deep += is_region;
}

void tape_end_slowly(struct rank *self, uintptr_t frame)
{
    struct tape *tape = tape_of(self);

    if (unlikely(tape == NULL))
        return;
    if (frame == 0 && tape->regions_too_deep > 0)
        tape->regions_too_deep--;
    else if (likely(tape->depth > 0) && likely(tape->open[tape->depth - 1].frame == frame))
        end_innermost(tape, tape_now());
}

void tape_begin_region(struct rank *self, const char *name, const void *site)
{
    struct tape *tape = tape_of(self);
    struct tape_record *record =
        tape != NULL && tape_wants_calls(self->tapes) ? tape_next(tape) : NULL;

    if (record != NULL)
        *record = (struct tape_record){.kind = TAPE_REGION,
                                       .name = name,
                                       .site = (uint32_t)(uintptr_t)site,
                                       .peer = TAPE_NOBODY,
                                       .tag = TAPE_NO_TAG};
    if (tape != NULL)
        tape_begin_call(tape, NULL, record);
}

void tape_end_region(struct rank *self)
{
    tape_end_slowly(self, 0);
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
    record = tape_next(tape);
    if (record == NULL)
        return;
    *record = (struct tape_record){.kind = TAPE_WAIT, .peer = TAPE_NOBODY, .tag = TAPE_NO_TAG};
    tape_append(tape, record, since, now);
}

void tape_waited(struct rank *self, const struct tally_awaited *awaited)
{
    struct tally *tally = tape_tally(self);

    if (tally != NULL)
        tally_waited(tally, awaited, tape_now());
}

void tape_switch(struct rank *self, bool is_on)
{
    store_relaxed(&self->tapes->is_off, !is_on);
}
