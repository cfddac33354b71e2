/* SPDX-License-Identifier: MIT */
#include "board/board.h"

#include <stdio.h>

#include "base/memory.h"
#include "board/arrivals.h"
#include "board/relay.h"

static_assert(sizeof(struct cell) == CACHE_LINE, "a cell is one cache line");
static_assert(sizeof(struct board_seat) == 2 * CACHE_LINE,
              "what others read of a seat is a line of its own");

/* All cells of a board take 256 KB at most (of 1024 members, and more of more): boards of many have
 * fewer sequence numbers. Members that run by rounds have more of them, but for few, who change
 * places seldom: a short job of theirs would pay for the memory. */
static unsigned seqnos_of(int seats, bool is_oversubscribed)
{
    if (is_oversubscribed && seats > 4 && seats <= 32)
        return seats <= 16 ? BOARD_SEQNOS_MAX : BOARD_SEQNOS_MAX / 2;
    return seats <= 64 ? BOARD_SEQNOS_MAX / 4 : seats <= 256 ? 16 : 4;
}

struct board *board_create(int seats, bool is_oversubscribed)
{
    struct board *board = memory_take_aligned(CACHE_LINE, sizeof *board);
    unsigned seqnos = seqnos_of(seats, is_oversubscribed);
    size_t cells = (size_t)seqnos * ((size_t)seats + 1);

    if (board == NULL)
        return NULL;
    board->seats = seats;
    board->is_oversubscribed = is_oversubscribed;
    board->seqnos = seqnos;
    board->slots = seqnos < SLOTS_MAX ? seqnos : SLOTS_MAX;
    board->unpublished = board->slots / 4 - 1;
    list_init(&board->offspring);
    board->records = memory_take_zeroed((size_t)seats * seqnos * sizeof board->records[0]);
    board->members = memory_take_aligned(CACHE_LINE, (size_t)seats * sizeof board->members[0]);
    board->cells = memory_take_aligned(CACHE_LINE, cells * sizeof board->cells[0]);
    board->arrived = memory_take_aligned(CACHE_LINE, seqnos * sizeof board->arrived[0]);
    if (board->members == NULL || board->cells == NULL || board->records == NULL ||
        board->arrived == NULL) {
        board_destroy(board);
        return NULL;
    }
    return board;
}

void board_destroy(struct board *board)
{
    int seat;

    if (board == NULL)
        return;
    while (!list_is_empty(&board->offspring)) {
        struct list *first = board->offspring.next;

        list_remove(first);
        board_destroy(container_of(first, struct board, sibling));
    }
    for (seat = 0; board->members != NULL && seat < board->seats; seat++)
        memory_give(board->members[seat].slots);
    relay_destroy(load_relaxed(&board->relays));
    memory_give(board->mismatches);
    memory_give(board->arrived);
    memory_give(board->records);
    memory_give(board->members);
    memory_give(board->cells);
    memory_give(board);
}

bool board_recall(const struct board *board, int seat, uint64_t seqno, struct board_call *call)
{
    const struct record *record = board_record(board, seat, seqno);

    /* No record is of sequence number 0, but a record that is being written, or never was, says
     * 0. */
    if (seqno == 0 || load_acquire(&record->seqno) != seqno) /* edge board.record */
        return false;
    call->word = load_acquire(&record->word);   /* edge board.record */
    call->data_sig = load_acquire(&record->data_sig); /* edge board.record */
    call->name = load_acquire(&record->name);   /* edge board.record */
    call->site = load_acquire(&record->site);   /* edge board.record */
    /* A thread that sees something newer sees that the sequence number is another one, too. */
    return load_relaxed(&record->seqno) == seqno;
}

/* Into how many parts a slot is divided, for what fits one. */
static unsigned parts_of(const struct board *board)
{
    const unsigned parts = board->seqnos / board->slots;

    return parts < SLOT_PARTS_MAX ? parts : SLOT_PARTS_MAX;
}

static bool fits_part(const struct board *board, size_t bytes)
{
    return bytes <= SLOT_BYTES / parts_of(board);
}

static bool has_slots(const struct board *board, struct board_seat *own)
{
    if (unlikely(own->slots == NULL))
        own->slots = memory_take_aligned(
            CACHE_LINE, sizeof *own->slots + (size_t)board->slots * SLOT_BYTES);
    return own->slots != NULL;
}

unsigned char *board_slot(struct board *board, int seat, uint64_t seqno)
{
    struct board_seat *own = &board->members[seat];
    const size_t number = (size_t)seqno & (board->slots - 1);

    if (unlikely(!has_slots(board, own)))
        return NULL;
    own->slots->wholly[number] = seqno;
    return own->slots->bytes[number];
}

unsigned char *board_room(struct board *board, int seat, uint64_t seqno, size_t bytes)
{
    struct board_seat *own = &board->members[seat];
    const size_t part = (size_t)(seqno / board->slots) & (parts_of(board) - 1);

    if (!fits_part(board, bytes))
        return board_slot(board, seat, seqno);
    if (unlikely(!has_slots(board, own)))
        return NULL;
    return own->slots->bytes[seqno & (board->slots - 1)] + part * (SLOT_BYTES / parts_of(board));
}

static uint64_t seqno_before(uint64_t seqno, unsigned distance)
{
    return seqno > distance ? seqno - distance : 0;
}

uint64_t board_room_before(const struct board *board, int seat, uint64_t seqno, size_t bytes)
{
    const struct board_seat *own = &board->members[seat];
    const uint64_t last_use = seqno_before(seqno, board->slots);
    uint64_t before = seqno_before(seqno, board->slots * parts_of(board)), wholly;

    if (!fits_part(board, bytes) || own->slots == NULL)
        return last_use;
    wholly = own->slots->wholly[seqno & (board->slots - 1)];
    if (load_acquire(&own->left) < last_use || wholly >= seqno) /* edge board.left */
        return last_use; /* a member in several operations may need it for an earlier one */
    return wholly > before ? wholly : before;
}

static struct mismatch *mismatch_of(const struct board *board, uint64_t seqno)
{
    return &board->mismatches[seqno & (board->seqnos - 1)];
}

static void write_report(struct mismatch *report, uint64_t seqno, int err, const char *sentence)
{
    report->seqno = seqno;
    report->err = err;
    snprintf(report->sentence, sizeof report->sentence, "%s", sentence);
}

/* Breaks all if there is no memory for a sentence about one operation. */
static void keep_report(struct board *board, uint64_t seqno, bool is_broken, int err,
                        const char *sentence)
{
    lock_take(&board->report_lock);
    if (!is_broken && board->mismatches == NULL)
        board->mismatches = memory_take_zeroed(board->seqnos * sizeof board->mismatches[0]);
    if (load_relaxed(&board->is_broken)) {
        lock_release(&board->report_lock);
        return;
    }
    if (is_broken || board->mismatches == NULL) {
        write_report(&board->report, seqno, err, sentence);
        store_release(&board->mismatched, UINT64_MAX); /* edge board.spoiled */
        store_seq_cst(&board->is_broken, true);    /* edge board.spoiled */
    } else if (mismatch_of(board, seqno)->seqno < seqno) {
        write_report(mismatch_of(board, seqno), seqno, err, sentence);
        if (load_relaxed(&board->mismatched) < seqno)
            store_release(&board->mismatched, seqno); /* edge board.spoiled */
    }
    lock_release(&board->report_lock);
}

static struct board *find_offspring(const struct board *board, uint64_t number)
{
    struct list *at;

    for (at = board->offspring.next; at != &board->offspring; at = at->next) {
        struct board *offspring = container_of(at, struct board, sibling);

        if (offspring->number == number)
            return offspring;
    }
    return NULL;
}

struct board *board_open_offspring(struct board *board, uint64_t number, int seat,
                                   const struct board_call *call)
{
    struct board *offspring;

    lock_take(&board->offspring_lock);
    offspring = find_offspring(board, number);
    if (offspring == NULL) {
        offspring = board_create(board->seats, board->is_oversubscribed);
        if (offspring != NULL) {
            offspring->parent = board;
            offspring->number = number;
            offspring->opener = seat;
            offspring->purpose = *call;
            offspring->has_fenced_sleep = board->has_fenced_sleep;
            offspring->is_straight = board->is_straight;
            if (board_is_broken(board))
                keep_report(offspring, UINT64_MAX, true, board->report.err, board->report.sentence);
            list_append(&board->offspring, &offspring->sibling);
        }
    }
    lock_release(&board->offspring_lock);
    return offspring;
}

bool board_find_purpose(struct board *board, uint64_t number, struct board_call *purpose,
                        int *opener)
{
    const struct board *offspring;

    lock_take(&board->offspring_lock);
    offspring = find_offspring(board, number);
    if (offspring != NULL) {
        *purpose = offspring->purpose;
        *opener = offspring->opener;
    }
    lock_release(&board->offspring_lock);
    return offspring != NULL;
}

bool board_is_even(const struct board *board)
{
    int seat;

    for (seat = 1; seat < board->seats; seat++)
        if (!board_are_alike(board, 0, seat))
            return false;
    return true;
}

void board_close_offspring(struct board *board, struct board *offspring)
{
    bool is_over;

    if (offspring == NULL)
        return;
    lock_take(&board->offspring_lock);
    is_over = ++offspring->departed == board->seats && board_is_even(offspring);
    if (is_over)
        list_remove(&offspring->sibling);
    lock_release(&board->offspring_lock);
    if (is_over)
        board_destroy(offspring);
}

static int place_of_core(unsigned core)
{
    return (int)(core % BOARD_CORES) + 1;
}

void board_settle(struct board *board, int seat, unsigned core)
{
    int here = place_of_core(core), before = exchange_relaxed(&board->members[seat].core, here);

    if (before > 0)
        fetch_add_relaxed(&board->cores[before - 1].members, -1);
    fetch_add_relaxed(&board->cores[here - 1].members, 1);
}

bool board_come_last(struct board *board, int seat, uint64_t seqno, unsigned core)
{
    int here = place_of_core(core);
    uint64_t core_arrivals = load_relaxed(&board->cores[here - 1].core_arrivals);

    if (unlikely(load_relaxed(&board->members[seat].core) != here))
        board_settle(board, seat, core);
    core_arrivals = core_arrivals >> CORE_COUNT_BITS == seqno ? core_arrivals + 1
                                                              : seqno << CORE_COUNT_BITS | 1;
    store_relaxed(&board->cores[here - 1].core_arrivals, core_arrivals);
    return (int)(core_arrivals & ((UINT64_C(1) << CORE_COUNT_BITS) - 1)) >=
           load_relaxed(&board->cores[here - 1].members);
}

int board_count_overcommitted(struct board *board, int seat, int processors)
{
    int here = load_relaxed(&board->members[seat].core) - 1, overcommitted = 0;

    if (processors <= BOARD_CORES &&
        load_relaxed(&board->cores[here].members) > (board->seats + processors - 1) / processors)
        overcommitted = load_relaxed(&board->cores[here].overcommitted) + 1;
    store_relaxed(&board->cores[here].overcommitted, overcommitted);
    return overcommitted;
}

bool board_arrive_again(struct board *board, uint64_t seqno, int expected)
{
    _Atomic(int) *again = &board->arrived[seqno & (board->seqnos - 1)].again;

    if (fetch_add_seq_cst(again, 1) + 1 < expected) /* edge board.arrival */
        return false;
    store_relaxed(again, 0); /* before the others are woken; they do not arrive until then */
    return true;
}

bool board_have_all_left(const struct board *board, int seat, uint64_t seqno)
{
    struct board_seat *own = &board->members[seat];
    uint64_t least = load_acquire(&own->left); /* edge board.left */
    int other;

    if (board_have_surely_left(board, seat, seqno))
        return true;
    for (other = 0; other < board->seats; other++) {
        uint64_t left;

        if (other == seat)
            continue;
        left = load_seq_cst(&board->members[other].published); /* edge board.left */
        if (left < least)
            least = left;
        if (left < seqno)
            return false;
    }
    if (least > load_relaxed(&own->all_left))
        store_release(&own->all_left, least); /* edge board.left */
    return seqno <= least;
}

/* How far the last of them is behind, as the cells of a sequence number in which all have been
 * heard say: the same to all members. */
static unsigned most_lag(const struct board *board, uint64_t seqno)
{
    unsigned most = 0;
    int seat;

    if (board_read(board, board->seats, seqno) != NULL)
        return board_lag(board, board->seats, seqno);
    for (seat = 0; seat < board->seats; seat++) {
        unsigned lag = board_lag(board, seat, seqno);

        if (lag > most)
            most = lag;
    }
    return most;
}

/* The newest sequence number up to which the member has left all, after that one. */
static void advance_left(const struct board *board, int seat, uint64_t seqno)
{
    struct board_seat *own = &board->members[seat];

    uint64_t left = load_relaxed(&own->left) + 1;

    if (seqno > left) {
        board_record(board, seat, seqno)->left = seqno;
        own->ahead++;
        return;
    }
    while (own->ahead > 0 && board_record(board, seat, left + 1)->left == left + 1) {
        left++;
        own->ahead--;
    }
    store_release(&own->left, left); /* edge board.left */
}

bool board_leave(struct board *board, int seat, uint64_t seqno, bool is_heard)
{
    struct board_seat *own = &board->members[seat];
    unsigned lag = is_heard ? most_lag(board, seqno) : LAG_UNKNOWN;
    uint64_t before = load_relaxed(&own->left), left;

    if (lag < LAG_UNKNOWN && seqno - 1 - lag > load_relaxed(&own->all_left))
        store_release(&own->all_left, seqno - 1 - lag); /* edge board.left */
    advance_left(board, seat, seqno);
    left = load_relaxed(&own->left);
    if (left == before)
        return false;
    if (lag == 0 && left == seqno)
        return false;
    if (left - load_relaxed(&own->published) <= board->unpublished)
        return false;
    if (likely(board->has_fenced_sleep)) {
        store_release(&own->published, left); /* edge board.left */
        compiler_fence(); /* edges board.held_up and rank.asleep */
    } else {
        store_seq_cst(&own->published, left); /* edge board.left */
    }
    return board_holds_up(board);
}

void board_report(struct board *board, uint64_t seqno, bool is_broken, int err,
                  const char *sentence)
{
    struct board *parent = board->parent != NULL ? board->parent : board;
    struct list *at;

    keep_report(board, seqno, is_broken, err, sentence);
    if (!is_broken)
        return;
    lock_take(&parent->offspring_lock);
    keep_report(parent, UINT64_MAX, true, err, sentence);
    for (at = parent->offspring.next; at != &parent->offspring; at = at->next)
        keep_report(container_of(at, struct board, sibling), UINT64_MAX, true, err, sentence);
    lock_release(&parent->offspring_lock);
}

bool board_pin(struct board *board, int seat)
{
    fetch_add_seq_cst(&board->members[seat].pins, 1); /* edge board.visit */
    if (likely(!load_seq_cst(&board->is_broken))) /* edge board.visit */
        return true;
    board_unpin(board, seat);
    return false;
}

bool board_unpin(struct board *board, int seat)
{
    fetch_add_seq_cst(&board->members[seat].pins, -1); /* edge board.visit */
    return unlikely(load_seq_cst(&board->is_broken)); /* edge board.visit */
}

bool board_is_visited(const struct board *board)
{
    int seat;

    for (seat = 0; seat < board->seats; seat++)
        if (load_seq_cst(&board->members[seat].pins) > 0) /* edge board.visit */
            return true;
    return false;
}

/* The report about one of these sequence numbers; NULL: there is none. */
static const struct mismatch *find_report(const struct board *board, uint64_t first, uint64_t last)
{
    if (load_relaxed(&board->is_broken))
        return &board->report;
    for (; board->mismatches != NULL && first <= last; first++)
        if (mismatch_of(board, first)->seqno == first)
            return mismatch_of(board, first);
    return NULL;
}

int board_find_report(struct board *board, uint64_t first, uint64_t last,
                      char sentence[REPORT_BYTES])
{
    const struct mismatch *found;
    int err = 0;

    lock_take(&board->report_lock);
    found = find_report(board, first, last);
    if (found != NULL) {
        memcpy(sentence, found->sentence, REPORT_BYTES);
        err = found->err;
    }
    lock_release(&board->report_lock);
    return err;
}
