/* SPDX-License-Identifier: MIT */
#include "rank/observe/tally.h"

#include "base/memory.h"
#include "base/traits.h"
#include "rank/observe/event.h"
#include "rank/observe/stretches.h"

/* Sender and receiver copy a large message together, and wait for each other meanwhile. That is no
 * lateness; few machines copy faster. */
enum { COPIED_BYTES_PER_TICK = 2 };

enum { MEETINGS = 4096 };

/* The rank that has entered an operation last: the upper half names the operation, the lower half
 * the rank. Operations are many and die soon, so each has a place by chance, and the next one takes
 * it. */
struct meeting {
    _Atomic(uint64_t) last, entered; /* entered: when */
};

static struct meeting meetings[MEETINGS];

/* A call waits for that (base/traits.h). */
enum class { FOR_ANYTHING, FOR_RECEIVER, FOR_EPOCH, FOR_ARRIVAL, FOR_REQUESTS };

/* A message that its sender may have to wait for. */
struct offer {
    uint32_t site, to;
    int64_t bytes;
};

enum { OFFERS = 16 };

struct tally {
    int depth;   /* calls that have not ended */
    struct tally_call *call; /* the outermost of them; NULL: none, or it has no line */
    uint64_t begin;
    uint64_t waits_since; /* 0: it does not wait */
    bool has_matched;     /* during this wait */
    uint64_t meeting;     /* that the call is in; 0: none */
    bool has_sent;        /* the call has, to: */
    uint32_t receiver;
    int64_t sent_bytes;

    bool is_attributed; /* during this wait: for whom it was */

    struct offer offers[OFFERS]; /* the latest messages for which a later call may wait */
    unsigned offer_count;        /* of all */

    struct tally_message last; /* sent; bytes -1: something else has happened since */
    const void *file;          /* of the latest access */
    uint32_t file_site;
    int64_t file_begin, file_end;
    int64_t file_step; /* from the access before it; 0: there was none */

    struct stretches stretches;
    _Atomic(uint64_t) counts[WAYS];
    _Atomic(uint64_t) lost;
    int call_count, link_count;
    struct tally_call calls[TALLY_CALLS];
    struct tally_link links[TALLY_LINKS];
};

struct tally *tally_create(uint64_t begin)
{
    struct tally *tally = memory_take_zeroed(sizeof *tally);

    if (tally != NULL) {
        tally->last.bytes = -1;
        stretches_init(&tally->stretches, begin);
    }
    return tally;
}

struct stretches *tally_stretches(struct tally *tally)
{
    return &tally->stretches;
}

void tally_destroy(struct tally *tally)
{
    memory_give(tally);
}

const struct tally_call *tally_calls(const struct tally *tally)
{
    return tally->calls;
}

const struct tally_link *tally_links(const struct tally *tally)
{
    return tally->links;
}

uint64_t tally_lost(const struct tally *tally)
{
    return load_relaxed(&tally->lost);
}

/* Only one thread writes. */
static inline void count_more(_Atomic(uint64_t) *number, uint64_t more)
{
    store_relaxed(number, load_relaxed(number) + more);
}

void tally_add(struct tally *tally, unsigned way)
{
    count_more(&tally->counts[way], 1);
}

uint64_t tally_count(const struct tally *tally, unsigned way)
{
    return load_relaxed(&tally->counts[way]);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static inline uint32_t mix(uint32_t hash, uint32_t word)
{
    hash = (hash ^ word) * 2654435761u;
    return hash ^ hash >> 15;
}

static enum class class_of(const char *name)
{
    const unsigned traits = call_traits(name);

    if (traits & TRAIT_WAITS_FOR_RECEIVER)
        return FOR_RECEIVER;
    if (traits & TRAIT_WAITS_FOR_EPOCH)
        return FOR_EPOCH;
    if (traits & TRAIT_WAITS_FOR_ARRIVAL)
        return FOR_ARRIVAL;
    return traits & TRAIT_WAITS_FOR_REQUESTS ? FOR_REQUESTS : FOR_ANYTHING;
}

/* NULL: no room. A quarter of the lines stays free, so that a look-up ends soon. */
static struct tally_call *find_call(struct tally *tally, const char *name, uint32_t site)
{
    uint32_t at = mix(mix(0, site), (uint32_t)(uintptr_t)name) % TALLY_CALLS;
    struct tally_call *line = &tally->calls[at];

    while (load_relaxed(&line->is_used)) {
        if (line->site == site && line->name == name)
            return line;
        at = (at + 1) % TALLY_CALLS;
        line = &tally->calls[at];
    }
    if (tally->call_count >= TALLY_CALLS * 3 / 4) {
        count_more(&tally->lost, 1);
        return NULL;
    }
    tally->call_count++;
    line->site = site;
    line->name = name;
    line->class = (uint8_t)class_of(name);
    store_release(&line->is_used, true); /* edge tally.line */
    return line;
}

static bool is_link(const struct tally_link *line, const struct tally_link *wanted)
{
    return line->site == wanted->site && line->there == wanted->there &&
           line->who == wanted->who && line->kind == wanted->kind && line->name == wanted->name;
}

static void add_to_link(struct tally *tally, const struct tally_link *wanted, uint64_t times,
                        uint64_t more)
{
    uint32_t at = mix(mix(mix(wanted->kind, wanted->site), wanted->there), wanted->who);
    struct tally_link *line = &tally->links[at %= TALLY_LINKS];

    while (load_relaxed(&line->is_used) && !is_link(line, wanted)) {
        at = (at + 1) % TALLY_LINKS;
        line = &tally->links[at];
    }
    if (!load_relaxed(&line->is_used)) {
        if (tally->link_count >= TALLY_LINKS * 3 / 4) {
            count_more(&tally->lost, 1);
            return;
        }
        tally->link_count++;
        line->kind = wanted->kind;
        line->site = wanted->site;
        line->there = wanted->there;
        line->who = wanted->who;
        line->name = wanted->name;
        store_release(&line->is_used, true); /* edge tally.line */
    }
    count_more(&line->count, times);
    count_more(&line->sum, more);
}

/* ---- calls and waits ------------------------------------------------------------------------- */

void tally_begin_call(struct tally *tally, const char *name, uint32_t site, uint64_t now)
{
    if (tally->depth++ > 0)
        return;
    tally->call = find_call(tally, name, site);
    if (tally->call != NULL && now > tally->stretches.mark)
        count_more(&tally->call->before, now - tally->stretches.mark);
    stretches_end(&tally->stretches, STRETCH_WORK, name, site, now);
    tally->begin = now;
    tally->has_sent = false;
    tally->meeting = 0;
}

void tally_end_call(struct tally *tally, uint64_t now)
{
    if (tally->depth == 0 || --tally->depth > 0)
        return;
    tally->waits_since = 0;
    if (tally->call == NULL) {
        tally->stretches.mark = now;
        return;
    }
    stretches_end(&tally->stretches, STRETCH_CALL, tally->call->name, tally->call->site, now);
    count_more(&tally->call->calls, 1);
    count_more(&tally->call->ticks, now - tally->begin);
    tally->call = NULL;
}

void tally_skip(struct tally *tally, uint64_t now)
{
    if (tally->depth == 0)
        tally->stretches.mark = now;
}

void tally_begin_wait(struct tally *tally, uint64_t now)
{
    tally->waits_since = tally->call != NULL ? now : 0;
    tally->has_matched = false;
    tally->is_attributed = false;
}

/* A wait that is too short for a stretch is part of that of its call. */
static void keep_wait(struct tally *tally, uint32_t who, uint64_t ticks)
{
    struct stretches *stretches = &tally->stretches;
    uint64_t begin = tally->waits_since;

    if (likely(!stretches_want(stretches, ticks)) || begin < stretches->mark)
        return;
    stretches_end(stretches, STRETCH_CALL, tally->call->name, tally->call->site, begin);
    stretches_keep(stretches, &(struct stretch){.begin = begin,
                                                .end = begin + ticks,
                                                .name = tally->call->name,
                                                .site = tally->call->site,
                                                .who = who,
                                                .kind = STRETCH_WAIT});
    stretches->mark = begin + ticks;
}

/* The time until now was a wait of that kind. */
static void waited(struct tally *tally, enum tally_kind kind, uint32_t there, uint32_t who,
                   uint64_t ticks)
{
    const struct tally_link link = {.kind = (uint8_t)kind,
                                    .site = tally->call->site,
                                    .there = there,
                                    .who = who,
                                    .name = tally->call->name};

    count_more(&tally->call->waited, ticks);
    add_to_link(tally, &link, 1, ticks);
    keep_wait(tally, who, ticks);
}

/* After the last member has entered, time is the work of the operation, and no wait for it. */
static void waited_in_meeting(struct tally *tally, uint64_t meeting, uint64_t until)
{
    const struct meeting *place = &meetings[meeting % MEETINGS];
    uint64_t last = load_acquire(&place->last); /* edge tally.meeting */
    uint64_t entered = load_relaxed(&place->entered);

    if (last >> 32 != meeting >> 32)
        waited(tally, TALLY_FOR_MEMBER, 0, tally_nobody, until - tally->waits_since);
    else if (entered > tally->waits_since)
        waited(tally, TALLY_FOR_MEMBER, 0, (uint32_t)last,
               (entered < until ? entered : until) - tally->waits_since);
}

static void waited_for_receiver(struct tally *tally, uint32_t there, uint32_t who, int64_t bytes,
                                uint64_t ticks)
{
    uint64_t copying = (uint64_t)bytes / COPIED_BYTES_PER_TICK;

    if (ticks > copying)
        waited(tally, TALLY_FOR_RECEIVER, there, who, ticks - copying);
}

/* Returns the offer of the call at that place to that rank, or, if there is none, the latest one to
 * that rank, as when a persistent request is made at one place and started at another. NULL: none
 * is known any more. */
static const struct offer *find_offer(const struct tally *tally, uint32_t site, uint32_t to)
{
    unsigned known = tally->offer_count < OFFERS ? tally->offer_count : OFFERS;
    const struct offer *found = NULL;

    for (unsigned back = 1; back <= known; back++) {
        const struct offer *offer = &tally->offers[(tally->offer_count - back) % OFFERS];

        if (offer->to == to && offer->site == site)
            return offer;
        if (offer->to == to && found == NULL)
            found = offer;
    }
    return found;
}

/* A wait ends that no message has ended. */
static void waited_for_something(struct tally *tally, uint64_t until)
{
    enum class class = (enum class)tally->call->class;
    uint64_t ticks = until - tally->waits_since;

    if (tally->meeting != 0) {
        waited_in_meeting(tally, tally->meeting, until);
    } else if (class == FOR_EPOCH) {
        waited(tally, TALLY_FOR_EPOCH, 0, tally_nobody, ticks);
    } else if (tally->has_sent) {
        waited_for_receiver(tally, 0, tally->receiver, tally->sent_bytes, ticks);
    } else if (!tally->has_matched && !tally->is_attributed) {
        waited(tally, TALLY_FOR_OTHERS, 0, tally_nobody, ticks);
    }
}

void tally_end_wait(struct tally *tally, uint64_t now)
{
    if (tally->waits_since != 0 && tally->call != NULL)
        waited_for_something(tally, now);
    tally->waits_since = 0;
}

static uint64_t meeting_of(const void *board, uint64_t number)
{
    uint32_t low = mix(mix(0, (uint32_t)(uintptr_t)board), (uint32_t)number);
    uint32_t high = mix(mix(low, (uint32_t)((uintptr_t)board >> 32)), (uint32_t)(number >> 32));

    return (uint64_t)(high | 1) << 32 | low;
}

void tally_waited(struct tally *tally, const struct tally_awaited *awaited, uint64_t now)
{
    const struct offer *offer;
    uint64_t ticks = now - tally->waits_since;

    if (tally->waits_since == 0 || tally->call == NULL || tally->call->class != FOR_REQUESTS ||
        tally->meeting != 0 || tally->has_sent)
        return;
    if (awaited->who != tally_nobody) {
        offer = find_offer(tally, awaited->site, awaited->who);
        waited_for_receiver(tally, offer != NULL ? offer->site : awaited->site, awaited->who,
                            offer != NULL ? offer->bytes : 0, ticks);
    } else if (awaited->board != NULL) {
        waited_in_meeting(tally, meeting_of(awaited->board, awaited->number), now);
    } else if (!tally->has_matched) {
        waited(tally, TALLY_FOR_OTHERS, 0, tally_nobody, ticks);
    }
    tally->waits_since = now;
    tally->has_matched = false;
    tally->is_attributed = true;
}

/* ---- messages -------------------------------------------------------------------------------- */

static void offer(struct tally *tally, const struct tally_message *message)
{
    tally->has_sent = true;
    tally->receiver = message->who;
    tally->sent_bytes = message->bytes;
    tally->offers[tally->offer_count++ % OFFERS] =
        (struct offer){message->site, message->who, message->bytes};
}

static bool are_alike(const struct tally_message *one, const struct tally_message *other)
{
    return one->site == other->site && one->who == other->who && one->tag == other->tag &&
           one->context == other->context && one->bytes >= 0 &&
           one->bytes <= TALLY_SMALL_MESSAGE && other->bytes <= TALLY_SMALL_MESSAGE;
}

void tally_sent(struct tally *tally, const struct tally_message *message)
{
    if (message->is_offered)
        offer(tally, message);
    if (tally->call != NULL && are_alike(&tally->last, message))
        count_more(&tally->call->similar, 1);
    tally->last = *message;
}

void tally_matched(struct tally *tally, const struct tally_message *message, uint64_t now)
{
    const struct tally_link link = {.kind = TALLY_MATCHED,
                                    .site = message->site,
                                    .there = message->there,
                                    .who = message->who};
    const struct tally_link unexpected = {.kind = TALLY_UNEXPECTED, .there = message->there,
                                          .who = tally_nobody};

    add_to_link(tally, &link, 1, (uint64_t)message->bytes);
    if (message->is_copied)
        add_to_link(tally, &unexpected, 0, (uint64_t)message->bytes);
    tally->last.bytes = -1;
    if (tally->waits_since == 0 || tally->meeting != 0 || tally->call->class == FOR_RECEIVER ||
        tally->call->class == FOR_EPOCH)
        return;
    waited(tally, TALLY_FOR_SENDER, message->there, message->who, now - tally->waits_since);
    tally->waits_since = now;
    tally->has_matched = true;
}

void tally_unexpected(struct tally *tally, const struct tally_message *message, uint64_t now)
{
    const struct tally_link link = {.kind = TALLY_UNEXPECTED, .there = message->there,
                                    .who = message->who};

    add_to_link(tally, &link, 1, message->is_copied ? (uint64_t)message->bytes : 0);
    if (tally->waits_since == 0 || tally->call->class != FOR_ARRIVAL)
        return;
    waited(tally, TALLY_FOR_SENDER, message->there, message->who, now - tally->waits_since);
    tally->waits_since = now;
    tally->has_matched = true;
}

/* ---- operations and files -------------------------------------------------------------------- */

void tally_enter(struct tally *tally, const void *board, uint64_t number, uint32_t self,
                 bool waits_later, uint64_t now)
{
    uint64_t meeting = meeting_of(board, number);
    struct meeting *place = &meetings[meeting % MEETINGS];

    store_relaxed(&place->entered, now);
    exchange_acq_rel(&place->last, meeting >> 32 << 32 | self); /* edge tally.meeting */
    if (!waits_later)
        tally->meeting = meeting;
    tally->last.bytes = -1;
}

void tally_access(struct tally *tally, const void *file, int64_t from, int64_t bytes)
{
    struct tally_call *call = tally->call;
    int64_t step;

    if (call == NULL)
        return;
    step = tally->file == file && tally->file_site == call->site ? from - tally->file_begin : 0;
    if (step != 0 && bytes <= TALLY_SMALL_ACCESS) {
        if (tally->file_end == from)
            count_more(&call->adjacent, 1);
        else if (step == tally->file_step)
            count_more(&call->strided, 1);
    }
    tally->file = file;
    tally->file_site = call->site;
    tally->file_begin = from;
    tally->file_end = from + bytes;
    tally->file_step = step;
    tally->last.bytes = -1;
}
