/* SPDX-License-Identifier: MIT */
/* The board: shared memory in which the members of a communicator publish what a collective
 * operation needs.
 *
 * The collective operations of a communicator are numbered 1, 2, 3, ... All members call them in
 * the same order, so they agree on these sequence numbers. For each sequence number every member
 * (a seat, since both groups of an intercommunicator have members here) owns a cell of one cache
 * line. It may fill the cell once, and all may read it. One more cell, the table's, belongs to
 * whichever member the operation chooses. A counter counts the members that arrive.
 *
 * Reuse. A cell is used again board->seqnos sequence numbers later. Before a member fills the cell
 * of sequence number e, all members must have completed e - board->seqnos: board_have_all_left. A
 * member may be in several operations at once and leave them in any order (nonblocking
 * collectives). Its completed-through counter `left` is the sequence number up to which it has left
 * all. Others learn of it in two ways. The stamp of each cell contains its member's lag: how far
 * `left` is behind the previous sequence number. And a member publishes `left` in its seat from
 * time to time. An operation in which each member hears from all others (a barrier, an allreduce)
 * need not be published, because the next cell of the member says so. So a root of broadcasts may
 * run ahead of its receivers, and barriers in a row write nothing but cells.
 *
 * Oversubscribed members (more of them than processors) take turns on the processors, and each goes
 * on while there are cells for it. A small oversubscribed board therefore has more cells, so that
 * the members switch less often.
 *
 * Slots. A payload that does not fit a cell goes into the member's slot of that sequence number. A
 * slot is used again board->slots sequence numbers later, by the same rule. A payload that fits a
 * part of a slot goes into one part; a part is used again after as many sequence numbers as all
 * slots together have parts. A member gets slots when it first uses one.
 *
 * Waking. A member that fills a cell, arrives or publishes wakes those that may wait for it. The
 * caller knows which these are.
 *
 * Pins. A member holds a pin while it reads or writes what other members' cells point to. Pins
 * matter only after a fatal mismatch: until then an owner waits for the others' acknowledgement.
 * After one, no new pin can be taken, and owners wait until no pin is held. Holders of pins do not
 * wait, so that is soon.
 *
 * Persistent operations may be started in a different order by each member. Each therefore has a
 * board of its own. All members find it under the number of its initialization.
 *
 * Laws
 *   1. A member begins sequence numbers in any order, but fills its cell of sequence number e only
 *      when all members have left e - board->seqnos. So it is at most board->seqnos ahead of its
 *      `left`.
 *   2. cell.stamp >> STAMP_LAG_BITS is the sequence number whose contents the cell holds. It only
 *      grows.
 *   3. The counter of a sequence number is 0 when the last member has left that sequence number.
 *   4. A member may leave a sequence number without publishing `left` if (a) no cell of it had a
 *      lag, so that all members know that all have left the one before, and the member has not yet
 *      ended a later one; or (b) at most board->unpublished sequence numbers have passed since the
 *      member published. (b) is less than half of the slots. A member that waits for free cells or
 *      slots has therefore filled those of all sequence numbers that the others must leave before
 *      they publish again.
 *
 * Edges
 *   board.cell     filling a cell publishes its body and what the body points to.
 *   board.arrival  an arrival publishes what the member has written to the member that arrives
 *   last.
 *   board.left     leaving publishes that the member reads that sequence number's cells no more.
 *   board.held_up  a member that is held up is counted before its last check; those it waits for
 *                  look at the count when they have done what it waits for.
 *   board.spoiled  a report publishes its sentence.
 *   board.visit    a member that leaves after a fatal mismatch does so after the end of all pins.
 *   board.claim    a member that claims a share sees what those did that could not do it.
 *   board.record   of what a member has called, all is of one sequence number or known not to be.
 *   board.order    a member that sees how many persistent operations another has prepared sees what
 *                  that one called before them. */
#ifndef BOARD_BOARD_H
#define BOARD_BOARD_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/atomic.h"
#include "base/container.h"
#include "base/list.h"
#include "board/limits.h"
#include "sync/lock.h"

enum {
    BOARD_SEQNOS_MAX = 256,
    SLOTS_MAX = 16,
    SLOT_PARTS_MAX = 4,
    CELL_BYTES = 56,
    STAMP_LAG_BITS = 8,
    LAG_UNKNOWN = (1 << STAMP_LAG_BITS) - 1, /* or larger than fits */
    REPORT_BYTES = 704,
    CLAIM_STAGE_BITS = 2,
    BOARD_CORES = 8, /* more of them share places */
    CORE_COUNT_BITS = 20,
};

struct cell {
    alignas(CACHE_LINE) _Atomic(uint64_t) stamp; /* seqno << STAMP_LAG_BITS | lag */
    unsigned char body[CELL_BYTES];
};

/* The record of a call that a member has made, for reports. */
struct record {
    _Atomic(uint64_t) seqno;
    _Atomic(uint64_t) word; /* with data_sig distinguishes calls that do not belong together */
    _Atomic(uint64_t) data_sig;
    _Atomic(const char *) name;
    _Atomic(const void *) site;
    /* The member's own: the sequence number, if the member left it before an earlier one. */
    uint64_t left;
    _Atomic(uint64_t) claim; /* of its share: sequence number << CLAIM_STAGE_BITS | stages taken */
};

/* The report about one operation with a mismatch. */
struct mismatch {
    uint64_t seqno;
    int err; /* class of the error that members get */
    char sentence[REPORT_BYTES];
};

/* The slots of one member: board->slots of them. */
struct slots {
    uint64_t wholly[SLOTS_MAX]; /* the newest sequence number that needs more than a part of it */
    alignas(CACHE_LINE) unsigned char bytes[][SLOT_BYTES];
};

/* A call as a record describes it. */
struct board_call {
    uint64_t word;
    uint64_t data_sig; /* of its data: what of them must be alike at all members */
    const char *name;
    const void *site;
};

struct board_seat {
    /* The member writes, anyone reads. */
    alignas(CACHE_LINE) _Atomic(uint64_t) published; /* it has left all up to here */
    /* The member only, under its rank's guard; outside, its other threads read `left` and
     * `all_left`, which never say too much. */
    alignas(CACHE_LINE) _Atomic(uint64_t) begun; /* its newest sequence number; reports read it */
    _Atomic(uint64_t) left;     /* it has left all sequence numbers up to here; reports read it */
    uint64_t ahead;             /* this many later ones it has left: their records say which */
    _Atomic(uint64_t) all_left; /* a sequence number that all members are known to have left */
    _Atomic(uint64_t) offspring; /* boards of persistent operations opened; reports read it */
    _Atomic(uint32_t) history; /* of all it has called; others may look whether it is theirs */
    _Atomic(int) core;  /* its place in board->cores, plus 1; 0: none yet */
    struct slots *slots; /* NULL: none yet */
    _Atomic(int) pins; /* under way, each of another thread */
};

/* At a sequence number's counter. */
struct arrivals {
    alignas(CACHE_LINE) _Atomic(uint64_t) counter;
    bool has_laggards;
    _Atomic(int) again; /* of those that have arrived once more */
};

struct board {
    int seats;
    struct board_seat *members;
    struct cell *cells; /* [seqnos][seats + 1]; the last of a row is the table's */
    unsigned seqnos; /* a power of two, as slots is */
    unsigned slots;  /* at most as many */
    struct record *records; /* [seats][seqnos] */
    unsigned unpublished; /* sequence numbers left that a member may keep to itself */
    bool has_fenced_sleep; /* of its world: cells need no fence */
    bool is_straight; /* one group */
    bool is_oversubscribed;  /* the members outnumber the processors */

    /* Mismatches. mismatched: the newest sequence number with wrong amounts of data. is_broken:
     * members have called different operations, after which no operation can succeed. */
    _Atomic(uint64_t) mismatched;
    _Atomic(bool) is_broken;
    struct lock report_lock;
    struct mismatch report; /* why the board is broken */
    struct mismatch *mismatches; /* [seqnos]; NULL: nothing has been wrong yet */

    /* Boards of persistent operations: when one of a family is broken all are. */
    struct board *parent; /* NULL: the communicator's own */
    struct lock offspring_lock;
    struct list offspring;
    struct list sibling;
    uint64_t number;
    int opener;                /* the rank that came first, */
    struct board_call purpose; /* and what it has prepared */
    int departed; /* members that need it no more */

    struct arrivals *arrived; /* [seqnos] */
    _Atomic(struct relays *) relays; /* relay.h; NULL: none yet */
    /* How members share processors: each member counts on the core where it last arrived. */
    struct {
        alignas(CACHE_LINE) _Atomic(uint64_t) core_arrivals; /* seqno << CORE_COUNT_BITS | count */
        _Atomic(int) members;
        _Atomic(int) overcommitted; /* operations in a row with more members than its share */
    } cores[BOARD_CORES];
    /* Members that wait for others who cannot know it: to leave, or to show a cell without which
     * a member's share cannot be done. Then those wake all. */
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

/* Oversubscribed: they outnumber the processors. NULL: no memory. */
struct board *board_create(int seats, bool is_oversubscribed);
void board_destroy(struct board *board);

/* Have those two begun the same operations? While one is in a call, no more than a hint. */
static inline bool board_are_alike(const struct board *board, int one, int other)
{
    const struct board_seat *ones = &board->members[one], *others = &board->members[other];

    return load_relaxed(&ones->begun) == load_relaxed(&others->begun) &&
           load_relaxed(&ones->history) == load_relaxed(&others->history);
}

/* Asserts the laws as far as they concern a member, which is in no call; a bounded number of cells
 * and members. Under its rank's guard. */
void board_check(const struct board *board, int seat);

/* Have all members begun the same operations? The answer holds while no member is in one. */
bool board_is_even(const struct board *board);

/* The board of that number of the same members, made by the first that comes, for what that one has
 * called. Every member opens and closes it once; the last one frees it, unless some have begun what
 * others have not: then it stays to be reported, as long as the board. NULL: no memory. */
struct board *board_open_offspring(struct board *board, uint64_t number, int seat,
                                   const struct board_call *call);
void board_close_offspring(struct board *board, struct board *offspring);
/* For what that board is, and the rank that came first; false: there is none. */
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

/* Reads the record of a member's call in a sequence number; false: it does not exist (any more). */
bool board_recall(const struct board *board, int seat, uint64_t seqno, struct board_call *call);

/* A member's share of the work of a sequence number whose cell it has filled, in stages 0, 1, ...:
 * the first to claim it does it. The claim is where only the member itself writes otherwise. */
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

/* The member that has claimed the stage has not done it: it can be claimed again. */
static inline void board_disclaim(struct board *board, int seat, uint64_t seqno, int stage)
{
    uint64_t open = board_claimed(seqno, stage - 1);

    store_release(&board_record(board, seat, seqno)->claim, open); /* edge board.claim */
}

/* The member's slot of a sequence number whose cell it may fill; under its rank's guard. NULL: no
 * memory. */
unsigned char *board_slot(struct board *board, int seat, uint64_t seqno);

/* Room for `bytes` of payload: the slot, or a part of it. The member may fill it when all members
 * have left the sequence number that board_room_before returns. */
unsigned char *board_room(struct board *board, int seat, uint64_t seqno, size_t bytes);
uint64_t board_room_before(const struct board *board, int seat, uint64_t seqno, size_t bytes);

/* The end of filling a cell; the members that wait for it are woken next. */
static inline void board_stamp(const struct board *board, struct cell *cell, uint64_t stamp)
{
    if (likely(board->has_fenced_sleep)) {
        store_release(&cell->stamp, stamp); /* edge board.cell */
        compiler_fence(); /* edge rank.asleep */
    } else {
        store_seq_cst(&cell->stamp, stamp); /* edge board.cell */
    }
}

/* Fills a cell; the seat after the last is the table's. */
static inline void board_fill(const struct board *board, int seat, uint64_t seqno, unsigned lag,
                              const void *body, size_t bytes)
{
    struct cell *cell = board_cell(board, seat, seqno);

    if (bytes > 0)
        memcpy(cell->body, body, bytes);
    board_stamp(board, cell, seqno << STAMP_LAG_BITS | lag);
}

/* The cell's body, or NULL while it has not been filled. */
static inline const void *board_read(const struct board *board, int seat, uint64_t seqno)
{
    const struct cell *cell = board_cell(board, seat, seqno);
    uint64_t stamp = load_acquire(&cell->stamp); /* edge board.cell */

    return stamp >> STAMP_LAG_BITS == seqno ? cell->body : NULL;
}

/* The lag that a cell has; LAG_UNKNOWN when it has not been filled. */
static inline unsigned board_lag(const struct board *board, int seat, uint64_t seqno)
{
    uint64_t stamp = load_relaxed(&board_cell(board, seat, seqno)->stamp);

    return stamp >> STAMP_LAG_BITS == seqno ? (unsigned)stamp & LAG_UNKNOWN : LAG_UNKNOWN;
}

/* How far a member that fills a cell of that sequence number is behind. */
static inline unsigned board_own_lag(const struct board *board, int seat, uint64_t seqno)
{
    uint64_t lag = seqno - 1 - load_acquire(&board->members[seat].left); /* edge board.left */

    return lag < LAG_UNKNOWN ? (unsigned)lag : LAG_UNKNOWN;
}

/* Notes where a member runs, before it arrives. True when all who are known to share its core
 * have come: until the others have, there is nothing to be done there. No more than a hint. */
bool board_come_last(struct board *board, int seat, uint64_t seqno, unsigned core);
/* The member runs there now. */
void board_settle(struct board *board, int seat, unsigned core);
/* Returns for how many sequence numbers in a row, up to this one, more members have run on the
 * caller's core than would if they were spread evenly over `processors`. The last member to come
 * on that core calls it. */
int board_count_overcommitted(struct board *board, int seat, int processors);

/* True if the member at `seat` knows that all members have left `seqno`. */
bool board_have_all_left(const struct board *board, int seat, uint64_t seqno);

/* Fast form of board_have_all_left: false also if it takes more work to know. */
static inline bool board_have_surely_left(const struct board *board, int seat, uint64_t seqno)
{
    return seqno <= load_acquire(&board->members[seat].all_left); /* edge board.left */
}

/* A member is done with a sequence number. `is_heard`: it has heard from all others in it, and
 * they from it. True when someone waits for others to leave and must be woken. */
bool board_leave(struct board *board, int seat, uint64_t seqno, bool is_heard);

/* Leaves a sequence number if it is next in order and need not be published. False: it is not.
 * `is_level`: all were heard, and no member lags. */
static inline bool board_leave_silently(struct board *board, int seat, uint64_t seqno,
                                        bool is_level)
{
    struct board_seat *own = &board->members[seat];

    if (load_relaxed(&own->left) != seqno - 1 || own->ahead > 0)
        return false;
    if (!is_level && seqno - load_relaxed(&own->published) > board->unpublished)
        return false;
    store_release(&own->left, seqno); /* edge board.left */
    if (is_level && load_relaxed(&own->all_left) < seqno - 1)
        store_release(&own->all_left, seqno - 1); /* edge board.left */
    return true;
}

/* Members disagree: in one operation about the data, or (is_broken) about what they are doing; then
 * the boards of the communicator's persistent operations are broken too. Every member gets the
 * error class `err`. The first report of each stays. */
void board_report(struct board *board, uint64_t seqno, bool is_broken, int err,
                  const char *sentence);
/* Looks for a report about one of these sequence numbers, or about all. Copies its sentence and
 * returns its error class; 0: there is none. */
int board_find_report(struct board *board, uint64_t first, uint64_t last,
                      char sentence[REPORT_BYTES]);

static inline bool board_is_broken(const struct board *board)
{
    return unlikely(load_acquire(&board->is_broken)); /* edge board.spoiled */
}

/* A member is about to read or write what others' cells point to. False: the board is broken, and
 * those may be gone. */
bool board_pin(struct board *board, int seat);
/* The end of a pin. True when all has been broken meanwhile: others may wait for that end. */
bool board_unpin(struct board *board, int seat);
/* Is a pin under way? None begins any more when the board is broken. */
bool board_is_visited(const struct board *board);

static inline bool board_has_mismatch(const struct board *board, uint64_t first)
{
    return unlikely(load_acquire(&board->mismatched) >= first); /* edge board.spoiled */
}

#endif
