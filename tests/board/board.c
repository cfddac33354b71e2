/* SPDX-License-Identifier: MIT */
/* The laws of the board, in simulations: members take steps in random order, several sequence
 * numbers at a time, and a model knows what each of them is done with. */
#include "board/arrivals.h"

#include <criterion/criterion.h>

#include "../type/random.h"
#include "base/memory.h"
#include "mpi.h"

enum { SEATS_MAX = 9, SEQNOS = 600, OPEN_MAX = 100, SIMULATIONS = 20 };

enum kind { BARRIER, TABLE, BCAST, GATHER, KINDS };

enum phase { ENTER, MEET, LEFT };

struct simulation {
    struct board *board;
    struct random random;
    int seats;
    int open; /* sequence numbers that a member may be in */
    enum kind kinds[SEQNOS + 1];
    int roots[SEQNOS + 1];
    /* Indexed by seat: */
    int begun[SEATS_MAX];
    enum phase phases[SEATS_MAX][SEQNOS + 1];
};

static uint64_t content_of(int seat, int seqno)
{
    return ((uint64_t)seat << 32 | (uint32_t)seqno) * UINT64_C(0x9e3779b97f4a7c15);
}

/* May this member fill its cell? If so no member may need what it held before. */
static bool is_clear(const struct simulation *simulation, int seat, int seqno)
{
    int before = seqno - (int)simulation->board->seqnos;

    if (before <= 0)
        return true;
    if (!board_have_all_left(simulation->board, seat, (uint64_t)before))
        return false;
    for (int other = 0; other < simulation->seats; other++)
        cr_assert_eq(simulation->phases[other][before], LEFT, "seat %d has not left epoch %d",
                     other, before);
    return true;
}

static void fill(const struct simulation *simulation, int seat, int seqno)
{
    const uint64_t content = content_of(seat, seqno);
    unsigned lag = board_own_lag(simulation->board, seat, (uint64_t)seqno);

    board_fill(simulation->board, seat, (uint64_t)seqno, lag, &content, sizeof content);
}

static bool can_read(const struct simulation *simulation, int seat, int seqno)
{
    const void *body = board_read(simulation->board, seat, (uint64_t)seqno);
    const uint64_t content = content_of(seat, seqno);

    if (body != NULL)
        cr_assert_arr_eq(body, &content, sizeof content);
    return body != NULL;
}

static bool can_read_all(const struct simulation *simulation, int seqno)
{
    for (int seat = 0; seat < simulation->seats; seat++)
        if (!can_read(simulation, seat, seqno))
            return false;
    return true;
}

static void arrive(const struct simulation *simulation, int seat, int seqno)
{
    struct board *board = simulation->board;
    enum board_arrival arrival =
        board_arrive(board, seat, (uint64_t)seqno, simulation->seats, (uint32_t)seqno);
    bool has_laggards = board->arrived[(unsigned)seqno % board->seqnos].has_laggards;
    int still_to_come = 0;

    for (int other = 0; other < simulation->seats; other++)
        still_to_come += simulation->phases[other][seqno] == ENTER;
    cr_assert_eq(arrival, still_to_come == 1 ? ARRIVAL_LAST : ARRIVAL_EARLY);
    if (arrival == ARRIVAL_LAST)
        board_fill(board, board->seats, (uint64_t)seqno, has_laggards ? LAG_UNKNOWN : 0, NULL, 0);
}

static bool enter(struct simulation *simulation, int seat, int seqno)
{
    enum kind kind = simulation->kinds[seqno];
    bool fills = kind != BCAST || seat == simulation->roots[seqno];

    if (fills && !is_clear(simulation, seat, seqno))
        return false;
    if (fills)
        fill(simulation, seat, seqno);
    if (kind == TABLE)
        arrive(simulation, seat, seqno);
    simulation->phases[seat][seqno] = MEET;
    return true;
}

static bool has_met(const struct simulation *simulation, int seat, int seqno)
{
    bool is_root = seat == simulation->roots[seqno];

    switch (simulation->kinds[seqno]) {
    case BARRIER:
        return can_read_all(simulation, seqno);
    case TABLE:
        return board_read(simulation->board, simulation->seats, (uint64_t)seqno) != NULL;
    case BCAST:
        return can_read(simulation, simulation->roots[seqno], seqno);
    default:
        return !is_root || can_read_all(simulation, seqno);
    }
}

/* Have all who have been heard in a sequence number left the one before? */
static bool is_level(const struct simulation *simulation, int seqno)
{
    const struct board *board = simulation->board;

    if (simulation->kinds[seqno] == TABLE)
        return board_lag(board, board->seats, (uint64_t)seqno) == 0;
    for (int seat = 0; seat < simulation->seats; seat++)
        if (board_lag(board, seat, (uint64_t)seqno) != 0)
            return false;
    return true;
}

/* In either of the two ways. */
static void leave(struct simulation *simulation, int seat, int seqno)
{
    enum kind kind = simulation->kinds[seqno];
    bool is_heard = kind == BARRIER || kind == TABLE;

    simulation->phases[seat][seqno] = LEFT;
    if (random_in(&simulation->random, 0, 3) > 0 &&
        board_leave_silently(simulation->board, seat, (uint64_t)seqno,
                             is_heard && is_level(simulation, seqno)))
        return;
    board_leave(simulation->board, seat, (uint64_t)seqno, is_heard);
}

/* True when the member could go on with the sequence number. */
static bool advance(struct simulation *simulation, int seat, int seqno)
{
    enum kind kind = simulation->kinds[seqno];

    if (simulation->phases[seat][seqno] == ENTER)
        return enter(simulation, seat, seqno);
    if (!has_met(simulation, seat, seqno))
        return false;
    if (kind == TABLE)
        cr_assert(can_read_all(simulation, seqno));
    leave(simulation, seat, seqno);
    return true;
}

/* Chooses one of the sequence numbers that the member is in, or the next one. 0: it is through. */
static int choose_seqno(struct simulation *simulation, int seat, int nth)
{
    int open = 0;

    for (int seqno = 1; seqno <= simulation->begun[seat]; seqno++)
        if (simulation->phases[seat][seqno] != LEFT && ++open == nth)
            return seqno;
    if (simulation->begun[seat] == SEQNOS || open >= simulation->open)
        return 0;
    store_relaxed(&simulation->board->members[seat].begun, (uint64_t)++simulation->begun[seat]);
    return simulation->begun[seat];
}

static bool is_over(const struct simulation *simulation)
{
    for (int seat = 0; seat < simulation->seats; seat++)
        for (int seqno = 1; seqno <= SEQNOS; seqno++)
            if (simulation->phases[seat][seqno] != LEFT)
                return false;
    return true;
}

/* Somebody must always be able to go on. */
static void step_somebody(struct simulation *simulation)
{
    struct random *random = &simulation->random;
    int first = (int)random_in(random, 0, simulation->seats - 1);
    int nth = (int)random_in(random, 1, simulation->open);

    for (int i = 0; i < simulation->seats; i++) {
        int seat = (first + i) % simulation->seats;

        for (int k = 0; k < simulation->open; k++) {
            int seqno = choose_seqno(simulation, seat, (nth + k - 1) % simulation->open + 1);

            if (seqno != 0 && advance(simulation, seat, seqno))
                return;
        }
    }
    cr_assert(is_over(simulation), "no member can go on");
}

/* How often each kind comes: all alike in some simulations, one much more often in others. */
static void choose_kinds(struct simulation *simulation)
{
    enum kind usual = (enum kind)random_in(&simulation->random, 0, KINDS - 1);
    int64_t bias = random_in(&simulation->random, 0, 20);

    for (int seqno = 1; seqno <= SEQNOS; seqno++) {
        enum kind kind = random_in(&simulation->random, 0, bias) > 2
                             ? usual
                             : (enum kind)random_in(&simulation->random, 0, KINDS - 1);

        simulation->roots[seqno] = (int)random_in(&simulation->random, 0, simulation->seats - 1);
        simulation->kinds[seqno] = kind;
    }
}

static void simulate(struct random *random, int seats, int open)
{
    struct simulation *simulation = memory_take_zeroed(sizeof *simulation);

    simulation->board = board_create(seats, random_in(random, 0, 1) == 1);
    if (random_in(random, 0, 1) == 1) { /* like a board of many members */
        simulation->board->seqnos = 4;
        simulation->board->slots = 4;
        simulation->board->unpublished = 0;
    }
    simulation->random.state = random_bits(random) | 1;
    simulation->seats = seats;
    simulation->open = open;
    choose_kinds(simulation);
    while (!is_over(simulation))
        step_somebody(simulation);
    for (unsigned i = 0; i < simulation->board->seqnos; i++)
        cr_assert_eq(load_relaxed(&simulation->board->arrived[i].counter), 0);
    board_destroy(simulation->board);
    memory_give(simulation);
}

Test(board, no_cell_is_used_again_before_all_have_left_its_seqno)
{
    struct random random = random_start();

    for (int i = 0; i < SIMULATIONS; i++)
        simulate(&random, (int)random_in(&random, 1, SEATS_MAX), 1);
}

Test(board, nor_when_members_are_in_several_seqnos_at_once)
{
    struct random random = random_start();

    for (int i = 0; i < SIMULATIONS; i++)
        simulate(&random, (int)random_in(&random, 1, SEATS_MAX),
                 (int)random_in(&random, 2, OPEN_MAX));
}

/* One member fills rooms of its slots, several sequence numbers at a time, and leaves those in any
 * order; the others follow when they like. */
struct filling {
    struct board *board;
    struct random random;
    unsigned char *rooms[SEQNOS + 1];
    size_t bytes[SEQNOS + 1];
    bool has_left[SEQNOS + 1]; /* the first member */
    int filled;
    int left[SEATS_MAX];
};

static void check_rooms(const struct filling *filling, int seats)
{
    for (int seqno = 1; seqno <= filling->filled; seqno++) {
        bool is_needed = !filling->has_left[seqno];

        for (int seat = 1; seat < seats; seat++)
            is_needed |= filling->left[seat] < seqno;
        for (size_t i = 0; is_needed && i < filling->bytes[seqno]; i++)
            cr_assert_eq(filling->rooms[seqno][i], (unsigned char)seqno, "epoch %d", seqno);
    }
}

static void somebody_leaves(struct filling *filling, int seats)
{
    int seat = (int)random_in(&filling->random, 0, seats - 1);
    int seqno = filling->left[seat] + 1;

    if (seat == 0) {
        seqno = (int)random_in(&filling->random, filling->filled > 8 ? filling->filled - 8 : 1,
                               filling->filled);
        for (int i = 1; i < seqno; i++)
            if (!filling->has_left[i] && random_in(&filling->random, 0, 2) > 0)
                seqno = i;
        if (filling->has_left[seqno])
            return;
        filling->has_left[seqno] = true;
    } else if (seqno > filling->filled) {
        return;
    } else {
        filling->left[seat] = seqno;
    }
    board_leave(filling->board, seat, (uint64_t)seqno, false);
}

Test(board, room_in_a_slot_is_not_used_again_before_all_have_left_its_seqno)
{
    struct filling *filling = memory_take_zeroed(sizeof *filling);
    int seats = 4;

    filling->random = random_start();
    filling->board = board_create(seats, random_in(&filling->random, 0, 1) == 1);
    while (filling->filled < SEQNOS) {
        int seqno = filling->filled + 1;
        size_t bytes = (size_t)random_in(&filling->random, 33,
                                         random_in(&filling->random, 0, 7) ? 576 : SLOT_BYTES);
        uint64_t before = board_room_before(filling->board, 0, (uint64_t)seqno, bytes);

        if (before > 0 && !board_have_all_left(filling->board, 0, before)) {
            somebody_leaves(filling, seats);
            continue;
        }
        filling->rooms[seqno] = board_room(filling->board, 0, (uint64_t)seqno, bytes);
        filling->bytes[seqno] = bytes;
        memset(filling->rooms[seqno], (unsigned char)seqno, bytes);
        filling->filled = seqno;
        check_rooms(filling, seats);
        while (random_in(&filling->random, 0, 1))
            somebody_leaves(filling, seats);
    }
    board_destroy(filling->board);
    memory_give(filling);
}

Test(board, an_empty_cell_reads_as_none)
{
    struct board *board = board_create(3, false);

    for (int seat = 0; seat <= 3; seat++)
        cr_assert_null(board_read(board, seat, 1));
    board_fill(board, 1, 1, 0, "x", 2);
    cr_assert_str_eq(board_read(board, 1, 1), "x");
    cr_assert_null(board_read(board, 1, 2));
    cr_assert_null(board_read(board, 1, 1 + board->seqnos));
    cr_assert_null(board_read(board, 0, 1));
    board_destroy(board);
}

Test(board, who_leaves_tells_when_others_are_held_up)
{
    struct board *board = board_create(2, false);

    board->members[0].begun = 2;
    cr_assert_not(board_leave(board, 0, 1, false));
    fetch_add_seq_cst(&board->held_up, 1);
    board->unpublished = 0;
    cr_assert(board_leave(board, 0, 2, false));
    board_destroy(board);
}

Test(board, the_last_to_arrive_learns_whether_all_said_the_same)
{
    struct board *board = board_create(3, false);

    cr_assert_eq(board_arrive(board, 0, 1, 3, 77), ARRIVAL_EARLY);
    cr_assert_eq(board_arrive(board, 1, 1, 3, 77), ARRIVAL_EARLY);
    cr_assert_eq(board_arrive(board, 2, 1, 3, 77), ARRIVAL_LAST);
    cr_assert_eq(board_arrive(board, 0, 2, 2, 77), ARRIVAL_EARLY);
    cr_assert_eq(board_arrive(board, 2, 2, 2, 78), ARRIVAL_LAST_UNLIKE);
    board_destroy(board);
}

/* All of them in this order, each on its core; for how long the first one's has been crammed, as
 * its last tells. */
static int come_in_round(struct board *board, uint64_t seqno, const unsigned cores[], int seats)
{
    int seat, last = -1;

    for (seat = 0; seat < seats; seat++)
        if (board_come_last(board, seat, seqno, cores[seat]) && cores[seat] == cores[0])
            last = seat;
    cr_assert_geq(last, 0);
    return board_count_overcommitted(board, last, 2);
}

Test(board, recalls_a_call_until_its_seqno_comes_round_again)
{
    struct board *board = board_create(2, false);
    const struct board_call call = {.word = 7, .data_sig = 8, .name = "MPI_Bcast"};
    struct board_call recalled;
    uint64_t seqno = board->seqnos;

    cr_assert_not(board_recall(board, 1, 0, &recalled), "nothing is called in no epoch");
    board_keep(board, 1, seqno, &call);
    cr_assert(board_recall(board, 1, seqno, &recalled));
    cr_assert_eq(recalled.word, call.word);
    cr_assert_eq(recalled.data_sig, call.data_sig);
    cr_assert_eq(recalled.name, call.name);
    cr_assert_not(board_recall(board, 0, seqno, &recalled), "it is another member's");
    board_keep(board, 1, 2 * seqno, &call);
    cr_assert_not(board_recall(board, 1, seqno, &recalled));
    cr_assert_not(board_recall(board, 1, 0, &recalled));
    board_destroy(board);
}

Test(board, counts_how_long_a_core_has_more_members_than_its_share)
{
    static const unsigned uneven[] = {0, 0, 1, 0, 0}, even[] = {0, 1, 1, 0, 0};
    struct board *board = board_create(5, true);

    come_in_round(board, 1, uneven, 5); /* before that no member is known to be anywhere */
    cr_assert_eq(come_in_round(board, 2, uneven, 5), 2);
    cr_assert_eq(come_in_round(board, 3, uneven, 5), 3);
    board_settle(board, 1, 1);
    cr_assert_eq(come_in_round(board, 4, even, 5), 0);
    cr_assert_eq(come_in_round(board, 5, uneven, 5), 1);
    board_destroy(board);
}

Test(board, of_a_persistent_operation_tells_who_came_first_and_what_for)
{
    const struct board_call first = {.word = 7, .data_sig = 8}, second = {.word = 9, .data_sig = 8};
    struct board *board = board_create(2, false), *one, *other;

    one = board_open_offspring(board, 1, 1, &first);
    cr_assert_eq(board_open_offspring(board, 1, 0, &second), one);
    cr_assert_eq(one->opener, 1);
    cr_assert_eq(one->purpose.word, 7);
    other = board_open_offspring(board, 2, 0, &second);
    cr_assert_neq(other, one);
    cr_assert_eq(other->opener, 0);
    cr_assert_eq(other->purpose.word, 9);
    board_report(board, 1, true, MPI_ERR_OTHER, "they differ");
    cr_assert(board_is_broken(one) && board_is_broken(other));
    cr_assert(board_is_broken(board_open_offspring(board, 3, 1, &first)));
    board_destroy(board);
}
