/* SPDX-License-Identifier: MIT */
/* Where the members of a communicator show each other what a collective operation needs.
 *
 * Each collective operation of a communicator has an epoch, 1, 2, 3, ..., the same at all members,
 * since they call collectives in the same order. In an epoch each member has a card of one cache
 * line, which it may fill once and all may read, and there is one more card, the table's, that
 * whoever the operation chooses may fill; and a counter at which members arrive.
 *
 * A card is used again board->epochs epochs later. Before a member fills a card of epoch e, all
 * members must be done with epoch e - board->epochs: board_have_all_left. A member may be in
 * several epochs at once and leave them in any order (nonblocking collectives); what counts is the
 * newest epoch up to which it has left all, its `left`. It becomes known to others in two ways:
 * each card tells by its lag how far its member's `left` is behind the epoch before; and a member
 * publishes it in its seat, now and then: not at every epoch. The end of an operation in which each
 * hears from all the others (a barrier, an allreduce) need not be published: the next card of that
 * member tells. So a root of broadcasts may run ahead of its receivers, and barriers in a row write
 * nothing but cards.
 *
 * Members that outnumber the processors run by turns, and each goes on as long as there are cards
 * for it: few members have more of them then, so that they change places less often.
 *
 * What a card has no room for can be in the member's slot of that epoch, which is used again
 * board->slots epochs later, by the same rule. What fits a part of a slot is in one of its parts,
 * which is used again as many epochs later as there are parts of all slots together. A member has
 * slots when it first uses one.
 *
 * Who fills a card, arrives or publishes wakes those who may wait for it: the caller knows whom.
 *
 * A member that goes through what others' cards point to is on a visit. As long as all goes well
 * nobody asks for visits, since the owners wait until they hear that it is done. When all is broken
 * they hear nothing any more: then no visit begins, and each waits for the end of those that have.
 * Visits wait for nobody, so that is soon.
 *
 * Persistent operations may be started in different orders by different members, so each has a
 * board of its own, which all find under the number of the epoch in which it was made.
 *
 * Laws
 *   1. A member enters epochs in any order but fills its card of epoch e only when all have left
 *      e - board->epochs; so it is in at most board->epochs epochs beyond its `left`.
 *   2. cell.stamp >> STAMP_LAG_BITS is the epoch whose contents the card holds; it only grows.
 *   3. The counter of an epoch is 0 when the last member has left that epoch.
 *   4. An end is left unpublished only when no card of that epoch had a lag, so that all members
 *      know all to have left the epoch before, and when no later epoch has ended before it; with
 *      it that of the epoch behind, if nobody shows a card there; or
 *      when at most board->unpublished epochs have passed since it was published. These are less
 *      than half of the slots: who waits for cards or slots to be free has filled those of all
 *      epochs that the others have to leave before they publish again.
 *
 * Edges
 *   board.card     filling a card publishes its body, and what that points to.
 *   board.arrival  an arrival publishes what the member has written to whoever arrives last.
 *   board.left     leaving publishes that the member reads that epoch's cards no more.
 *   board.held_up  who is held up is counted before its last look; those it waits for look at the
 *                  count when they have done what it waits for.
 *   board.spoiled  a report publishes its sentence.
 *   board.visit    who leaves because all is broken does so after all visits.
 *   board.claim    who claims a share sees what those have done who could not do it.
 *   board.record   of what a member has called, all is of one epoch or known not to be.
 *   board.order    who sees how many persistent operations a member has prepared sees what it has
 *                  called before them. */
#ifndef COMM_BOARD_H
#define COMM_BOARD_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/atomic.h"
#include "base/container.h"
#include "base/list.h"
#include "sync/lock.h"

enum {
    BOARD_SEQNOS_MAX = 256,
    SLOTS_MAX = 16,
    SLOT_PARTS_MAX = 4,
    SLOT_BYTES = 2304, /* 36 lines: the slots of a member spread over the sets of a cache */
    CELL_BYTES = 56,
    STAMP_LAG_BITS = 8,
    LAG_UNKNOWN = (1 << STAMP_LAG_BITS) - 1, /* or larger than can be told */
    REPORT_BYTES = 640,
    CLAIM_STAGE_BITS = 2,
    BOARD_CORES = 8, /* more of them share places */
    CORE_COUNT_BITS = 20,
};

struct cell {
    alignas(CACHE_LINE) _Atomic(uint64_t) stamp; /* epoch << STAMP_LAG_BITS | lag */
    unsigned char body[CELL_BYTES];
};

/* What a member has called, for reports. */
struct record {
    _Atomic(uint64_t) seqno;
    _Atomic(uint64_t) word; /* with the likeness tells calls apart that do not belong together */
    _Atomic(uint64_t) data_sig;
    _Atomic(const char *) name;
    _Atomic(const void *) site;
    uint64_t left; /* the member's own: the epoch, when it has left that before an earlier one */
    _Atomic(uint64_t) claim; /* of its share: epoch << CLAIM_STAGE_BITS | stages taken */
};

/* What is wrong with one operation. */
struct flaw {
    uint64_t seqno;
    int err; /* class of the error that members get */
    char sentence[REPORT_BYTES];
};

/* Of a member: board->slots of them. */
struct slots {
    uint64_t wholly[SLOTS_MAX]; /* the newest epoch that needs more than a part of it */
    alignas(CACHE_LINE) unsigned char bytes[][SLOT_BYTES];
};

/* A call as a record tells it. */
struct board_call {
    uint64_t word;
    uint64_t data_sig; /* of its data: what of them must be alike at all members */
    const char *name;
    const void *site;
};

struct board_seat {
    /* The member writes, anyone reads. */
    alignas(CACHE_LINE) _Atomic(uint64_t) published; /* it has left all epochs up to here */
    /* The member only, under its rank's guard; outside, its other threads read `left` and
     * `all_left`, which never tell too much. */
    alignas(CACHE_LINE) _Atomic(uint64_t) begun; /* its newest epoch; reports read it */
    _Atomic(uint64_t) left;     /* it has left all epochs up to here; reports read it */
    uint64_t ahead;             /* so many later ones it has left: their records tell which */
    _Atomic(uint64_t) all_left; /* an epoch that all members are known to have left */
    _Atomic(uint64_t) offspring; /* boards of persistent operations opened; reports read it */
    _Atomic(uint32_t) history; /* of all it has called; others may look whether it is theirs */
    _Atomic(int) core;  /* its place in board->cores, plus 1; 0: none yet */
    struct slots *slots; /* NULL: none yet */
    _Atomic(int) pins; /* under way, each of another thread */
};

/* At an epoch's counter. */
struct arrivals {
    alignas(CACHE_LINE) _Atomic(uint64_t) counter;
    bool has_laggards;
};

struct board {
    int seats;
    struct board_seat *members;
    struct cell *cells; /* [epochs][seats + 1]; the last of a row is the table's */
    unsigned seqnos; /* a power of two, as slots is */
    unsigned slots;  /* at most as many */
    struct record *records; /* [seats][epochs] */
    unsigned unpublished; /* epochs left that a member may keep to itself */
    bool has_fenced_sleep; /* of its world: cards need no fence */
    bool is_straight; /* one group */
    bool is_oversubscribed;  /* the members outnumber the processors */

    /* Of operations that members disagree on: the newest epoch with wrong amounts of data, and
     * whether they have called different operations, after which nothing works any more. */
    _Atomic(uint64_t) flawed;
    _Atomic(bool) is_broken;
    struct lock report_lock;
    struct flaw report;        /* why all is broken */
    struct flaw *flaws;        /* [epochs]; NULL: nothing has been wrong yet */

    /* Boards of persistent operations: when one of a family is broken all are. */
    struct board *parent; /* NULL: the communicator's own */
    struct lock offspring_lock;
    struct list offspring;
    struct list sibling;
    uint64_t number;
    int opener;                /* who came first, */
    struct board_call purpose; /* and what it has prepared */
    int departed; /* members that need it no more */

    struct arrivals *arrived; /* [epochs] */
    /* Who shares a processor, as far as is known: a member counts where it has arrived last. */
    struct {
        alignas(CACHE_LINE) _Atomic(uint64_t)
            core_arrivals; /* epoch << CORE_COUNT_BITS | arrivals in it */
        _Atomic(int) members;
        _Atomic(int)
            overcommitted; /* epochs in a row in which it had more members than its share */
    } cores[BOARD_CORES];
    /* Members that wait for others who cannot know it: to leave, or to show a card without which
     * somebody's share cannot be done. Then those wake everyone. */
    alignas(CACHE_LINE) _Atomic(int) held_up;
};

static inline bool board_holds_up(const struct board *board)
{
    return unlikely(load_seq_cst(&board->held_up) != 0); /* edge board.held_up */
}

/* Another board is opened; its number. */
static inline uint64_t board_prepare(struct board *board, int seat)
{
    return fetch_add_acq_rel(&board->members[seat].offspring, 1) + 1; /* edge board.order */
}

static inline uint64_t board_prepared(const struct board *board, int seat)
{
    return load_acquire(&board->members[seat].offspring); /* edge board.order */
}

/* Crowded: they outnumber the processors. NULL: no memory. */
struct board *board_create(int seats, bool is_oversubscribed);
void board_destroy(struct board *board);

/* Have those two begun the same operations? While one is in a call, no more than a hint. */
static inline bool board_are_alike(const struct board *board, int one, int other)
{
    const struct board_seat *ones = &board->members[one], *others = &board->members[other];

    return load_relaxed(&ones->begun) == load_relaxed(&others->begun) &&
           load_relaxed(&ones->history) == load_relaxed(&others->history);
}

/* Have all members begun the same operations? When nobody is in one. */
bool board_is_even(const struct board *board);

/* The board of that number of the same members, made by whoever comes first, for what that one has
 * called. Every member opens and closes it once; the last one frees it, unless some have begun what
 * others have not: then it stays to be told of, as long as the board. NULL: no memory. */
struct board *board_open_offspring(struct board *board, uint64_t number, int seat,
                                   const struct board_call *call);
void board_close_offspring(struct board *board, struct board *offspring);
/* For what that board is, and who came first; false: there is none. */
bool board_find_purpose(struct board *board, uint64_t number, struct board_call *purpose,
                        int *opener);

static inline struct cell *board_cell(const struct board *board, int seat, uint64_t seqno)
{
    return &board->cells[(size_t)(seqno & (board->seqnos - 1)) * (size_t)(board->seats + 1) +
                         (size_t)seat];
}

static inline struct record *board_record(const struct board *board, int seat, uint64_t seqno)
{
    return &board->records[(size_t)seat * board->seqnos + (size_t)(seqno & (board->seqnos - 1))];
}

/* Records a call, which need not be an operation on the board. */
static inline void board_keep(const struct board *board, int seat, uint64_t seqno,
                              const struct board_call *call)
{
    struct record *record = board_record(board, seat, seqno);

    store_relaxed(&record->seqno, 0);
    store_release(&record->word, call->word);   /* edge board.record */
    store_release(&record->data_sig, call->data_sig); /* edge board.record */
    store_release(&record->name, call->name);   /* edge board.record */
    store_release(&record->site, call->site);   /* edge board.record */
    store_release(&record->seqno, seqno);       /* edge board.record */
}

/* Takes an operation into the history of all that the member has called; what that was before. */
static inline uint32_t board_remember(struct board *board, int seat, const struct board_call *call)
{
    _Atomic(uint32_t) *history = &board->members[seat].history;
    uint32_t before = load_relaxed(history);
    uint64_t mixed = (before ^ call->word) * UINT64_C(0x9e3779b97f4a7c15) + call->data_sig;

    store_relaxed(history, (uint32_t)(mixed >> 32) ^ (uint32_t)call->data_sig);
    return before;
}

/* Records it, and takes it into the history; what that was before. */
static inline uint32_t board_note(struct board *board, int seat, uint64_t seqno,
                                  const struct board_call *call)
{
    board_keep(board, seat, seqno, call);
    return board_remember(board, seat, call);
}

/* What a member has called in an epoch; false when that is not known, or not any more. */
bool board_recall(const struct board *board, int seat, uint64_t seqno, struct board_call *call);

/* A member's share of the work of an epoch whose card it has filled, in stages 0, 1, ...: who
 * claims it first does it. The claim is where only the member itself writes otherwise. */
static inline uint64_t board_claimed(uint64_t seqno, int stage)
{
    return seqno << CLAIM_STAGE_BITS | (unsigned)(stage + 1);
}

static inline bool board_may_claim(const struct board *board, int seat, uint64_t seqno, int stage)
{
    return load_relaxed(&board_record(board, seat, seqno)->claim) < board_claimed(seqno, stage);
}

static inline bool board_claim(struct board *board, int seat, uint64_t seqno, int stage)
{
    _Atomic(uint64_t) *claim = &board_record(board, seat, seqno)->claim;
    uint64_t taken = board_claimed(seqno, stage), before = load_relaxed(claim);

    if (before >= taken)
        return false;
    return compare_exchange_acq_rel(claim, &before, taken); /* edge board.claim */
}

/* Whoever has claimed it has not done it: it can be claimed again. */
static inline void board_disclaim(struct board *board, int seat, uint64_t seqno, int stage)
{
    uint64_t open = board_claimed(seqno, stage - 1);

    store_release(&board_record(board, seat, seqno)->claim, open); /* edge board.claim */
}

/* The member's slot of an epoch whose card it may fill; under its rank's guard. NULL: no memory. */
unsigned char *board_slot(struct board *board, int seat, uint64_t seqno);

/* The same for so many bytes, which may be a part of the slot; they may be filled when all have
 * left the epoch that board_room_before tells. */
unsigned char *board_room(struct board *board, int seat, uint64_t seqno, size_t bytes);
uint64_t board_room_before(const struct board *board, int seat, uint64_t seqno, size_t bytes);

/* The end of filling a card; who waits for it is woken next. */
static inline void board_stamp(const struct board *board, struct cell *cell, uint64_t stamp)
{
    if (likely(board->has_fenced_sleep)) {
        store_release(&cell->stamp, stamp); /* edge board.card */
        compiler_fence(); /* edge rank.asleep */
    } else {
        store_seq_cst(&cell->stamp, stamp); /* edge board.card */
    }
}

/* Fills a card; the seat after the last is the table's. */
static inline void board_fill(const struct board *board, int seat, uint64_t seqno, unsigned lag,
                              const void *body, size_t bytes)
{
    struct cell *cell = board_cell(board, seat, seqno);

    if (bytes > 0)
        memcpy(cell->body, body, bytes);
    board_stamp(board, cell, seqno << STAMP_LAG_BITS | lag);
}

/* The card's body, or NULL while it has not been filled. */
static inline const void *board_read(const struct board *board, int seat, uint64_t seqno)
{
    const struct cell *cell = board_cell(board, seat, seqno);
    uint64_t stamp = load_acquire(&cell->stamp); /* edge board.card */

    return stamp >> STAMP_LAG_BITS == seqno ? cell->body : NULL;
}

/* The lag that a card tells; LAG_UNKNOWN when it has not been filled. */
static inline unsigned board_lag(const struct board *board, int seat, uint64_t seqno)
{
    uint64_t stamp = load_relaxed(&board_cell(board, seat, seqno)->stamp);

    return stamp >> STAMP_LAG_BITS == seqno ? (unsigned)stamp & LAG_UNKNOWN : LAG_UNKNOWN;
}

/* How far a member that fills a card of that epoch is behind. */
static inline unsigned board_own_lag(const struct board *board, int seat, uint64_t seqno)
{
    uint64_t lag = seqno - 1 - load_acquire(&board->members[seat].left); /* edge board.left */

    return lag < LAG_UNKNOWN ? (unsigned)lag : LAG_UNKNOWN;
}

/* To be told before a member arrives, where it runs. True when all who are known to share its core
 * have come: until the others have, there is nothing to be done there. No more than a hint. */
bool board_come_last(struct board *board, int seat, uint64_t seqno, unsigned core);
/* The member runs there now. */
void board_settle(struct board *board, int seat, unsigned core);
/* By who has come last there: for how many epochs, up to this one, more of the members have run
 * there than would if they were spread over so many processors. */
int board_count_overcommitted(struct board *board, int seat, int processors);

/* An epoch's counter counts arrivals and those of members that lag, and adds up what members say of
 * their call: when all say the same, the sum tells so. */
enum { ARRIVALS_COUNT_BITS = 17 };

enum board_arrival { ARRIVAL_EARLY, ARRIVAL_LAST, ARRIVAL_LAST_UNLIKE };

/* The last of `expected` arrivals finds the counter ready for its next use. `lags`: the member has
 * not left the epoch before, or that is not known. */
static inline enum board_arrival board_arrive_lagging(struct board *board, uint64_t seqno,
                                                      int expected, uint32_t word, bool lags)
{
    const uint64_t mask = (UINT64_C(1) << ARRIVALS_COUNT_BITS) - 1;
    const unsigned place = (unsigned)seqno & (board->seqnos - 1);
    _Atomic(uint64_t) *counter = &board->arrived[place].counter;
    uint64_t sum = UINT64_C(1) | (uint64_t)lags << ARRIVALS_COUNT_BITS |
                   (uint64_t)word << 2 * ARRIVALS_COUNT_BITS;
    uint64_t all;

    sum += fetch_add_seq_cst(counter, sum); /* edge board.arrival */
    if ((sum & mask) < (uint64_t)expected)
        return ARRIVAL_EARLY;
    /* Who uses it next fills a card, or has read one, that waited for all to leave this epoch, the
     * caller among them: edge board.left orders this store before that use. */
    store_relaxed(counter, 0);
    board->arrived[place].has_laggards = (sum >> ARRIVALS_COUNT_BITS & mask) != 0;
    all = (uint64_t)word * (uint64_t)expected << 2 * ARRIVALS_COUNT_BITS;
    return sum >> 2 * ARRIVALS_COUNT_BITS == all >> 2 * ARRIVALS_COUNT_BITS
               ? ARRIVAL_LAST
               : ARRIVAL_LAST_UNLIKE;
}

/* Have those whom the table's card tells of arrived, and nobody else since? */
static inline bool board_is_counted(const struct board *board, uint64_t seqno)
{
    return load_relaxed(&board->arrived[seqno & (board->seqnos - 1)].counter) == 0;
}

/* The lag of the table's card, which the last to arrive fills. */
static inline unsigned board_laggards(const struct board *board, uint64_t seqno)
{
    return board->arrived[seqno & (board->seqnos - 1)].has_laggards ? LAG_UNKNOWN : 0;
}

static inline enum board_arrival board_arrive(struct board *board, int seat, uint64_t seqno,
                                        int expected, uint32_t word)
{
    return board_arrive_lagging(board, seqno, expected, word,
                                board_own_lag(board, seat, seqno) != 0);
}

/* True when all members are known to have left `epoch`, as one of them sees it. */
bool board_have_all_left(const struct board *board, int seat, uint64_t seqno);

/* The same in few instructions, and false when it takes more to know. */
static inline bool board_have_surely_left(const struct board *board, int seat, uint64_t seqno)
{
    return seqno <= load_acquire(&board->members[seat].all_left); /* edge board.left */
}

/* A member is done with an epoch. `is_heard`: it has heard from all others in it, and they from it.
 * True when someone waits for others to leave and must be woken. */
bool board_leave(struct board *board, int seat, uint64_t seqno, bool is_heard);

/* The same of so many epochs, of which cards are shown in the first, when these are next in order
 * and need not be published: false when it is not so. `is_level`: heard, and nobody lags. */
static inline bool board_leave_silently(struct board *board, int seat, uint64_t seqno,
                                        unsigned seqnos, bool is_level)
{
    struct board_seat *own = &board->members[seat];
    const uint64_t last = seqno + seqnos - 1;

    if (load_relaxed(&own->left) != seqno - 1 || own->ahead > 0)
        return false;
    if (!is_level && last - load_relaxed(&own->published) > board->unpublished)
        return false;
    store_release(&own->left, last); /* edge board.left */
    if (is_level && load_relaxed(&own->all_left) < seqno - 1)
        store_release(&own->all_left, seqno - 1); /* edge board.left */
    return true;
}

/* Members disagree: in one operation about the data, or (is_broken) about what they are doing; then
 * the boards of the communicator's persistent operations are broken too. Every member gets the
 * error class `err`. The first report of each stays. */
void board_report(struct board *board, uint64_t seqno, bool is_broken, int err,
                  const char *sentence);
/* Looks for a report about one of these epochs, or about all. Copies its sentence and returns its
 * error class; 0: there is none. */
int board_find_report(struct board *board, uint64_t first, uint64_t last,
                      char sentence[REPORT_BYTES]);

static inline bool board_is_broken(const struct board *board)
{
    return unlikely(load_acquire(&board->is_broken)); /* edge board.spoiled */
}

/* A member is about to read or write what others' cards point to. False: all is broken, and those
 * may be gone. */
bool board_pin(struct board *board, int seat);
/* The end of a visit. True when all has been broken meanwhile: others may wait for that end. */
bool board_unpin(struct board *board, int seat);
/* Is a visit under way? None begins any more when all is broken. */
bool board_is_visited(const struct board *board);

static inline bool board_is_flawed(const struct board *board, uint64_t first)
{
    return unlikely(load_acquire(&board->flawed) >= first); /* edge board.spoiled */
}

#endif
