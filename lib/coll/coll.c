/* SPDX-License-Identifier: MIT */
#include "coll/coll.h"

#include "base/memory.h"
#include "base/note.h"
#include "coll/agree.h"
#include "coll/policy.h"
#include "coll/counters.h"
#include "rank/wait.h"

/* From this look on, at looks that become rarer, and at the last one before it sleeps, a member
 * that waits goes through the cards of those who have come and through what they have called: one
 * of them may have called something else, and then what it waits for never comes. */
enum { FIRST_AUDIT = 16, EARLIER_EPOCHS = 8 };

/* Whose data this member deals with. */
static void find_peers(struct coll *coll)
{
    const struct comm *comm = coll->call->comm;

    coll->first = comm_is_inter(comm) ? context_first_seat(comm->context, 1 - comm->side) : 0;
    coll->peers = comm_peers(comm)->size;
}

static void find_root(struct coll *coll)
{
    int root = coll->call->root;

    if (!comm_is_inter(coll->call->comm))
        coll->root_seat = root;
    else if (root == MPI_ROOT)
        coll->root_seat = coll_seat(coll);
    else if (root == MPI_PROC_NULL)
        coll->root_seat = ROOT_NONE;
    else
        coll->root_seat = coll->first + root;
}

/* What it may have on its card or in its slot. */
static MPI_Count shown_bytes(const struct coll *coll)
{
    const struct coll_call *call = coll->call;
    const struct data *data = &call->send;

    if (call->kind == COLL_ALLGATHER && call->is_in_place) {
        const struct data own = coll_block(&call->recv, &call->recv_blocks, coll_rank(coll));

        return data_bytes(&own);
    }
    if (call->kind == COLL_ALLTOALL)
        return data_bytes(call->is_in_place ? &call->recv : data) * coll->peers;
    return data->type != NULL ? data_bytes(data) : 0;
}

/* Of what it has, how much goes with its card but not on it. Exchanges do without, if need be. */
static MPI_Count slot_bytes(const struct coll *coll)
{
    MPI_Count bytes = coll->exchange == NULL ? shown_bytes(coll) : 0;

    if (likely(bytes <= CARD_INLINE_BYTES_MAX) || !card_fits(bytes))
        return 0;
    return coll->call->kind != COLL_BCAST || coll_is_root(coll) ? bytes : 0;
}

/* Between groups there may be two roots, or none, and nobody who waits for that: so who may go on
 * without having heard of another looks what those have called that have begun. Who receives from a
 * root waits for the card of the one that it names, and two that say to be it tell each other. */
static bool may_go_unheard(const struct coll_call *call)
{
    bool is_receiver =
        (call->kind == COLL_BCAST || call->kind == COLL_SCATTER) && coll_call_is_member(call);

    return coll_has_root(call->kind) && !is_receiver;
}

int coll_begin(struct coll *coll, const struct coll_call *call, struct board *board)
{
    bool is_crowded = context_is_crowded(call->comm->context);
    struct coll_choice choice = coll_choose(call, is_crowded);
    MPI_Count bytes;
    int i, err;

    coll->call = call;
    coll->step = choice.step;
    coll->exchange = choice.exchange;
    coll->is_crowded = is_crowded;
    coll->is_starting = false;
    coll->is_over = false;
    coll->is_packed = false;
    coll->phase = 0;
    coll->seen = 0;
    coll->error = MPI_SUCCESS;
    coll->scratch = NULL;
    coll->looks = 0;
    coll->turn_count = choice.turns;
    coll->shown = 0;
    for (i = 0; i < choice.turns; i++) {
        if (board != NULL) {
            turn_begin_at(call->comm, board, &coll->turns[i]);
            continue;
        }
        err = turn_begin(call->comm, &coll->turns[i]);
        if (err != MPI_SUCCESS)
            return err;
    }
    coll->head = head_begin(call, choice.turns, &coll->turns[0]);
    find_peers(coll);
    find_root(coll);
    if (unlikely(comm_is_inter(call->comm)) && may_go_unheard(call))
        card_audit(coll, 0);
    bytes = slot_bytes(coll);
    if (bytes > 0 && turn_slot(&coll->turns[0], (size_t)bytes) == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a collective operation");
    if (unlikely(call->comm->self->counters != NULL))
        coll_counters(call);
    return MPI_SUCCESS;
}

/* Has someone who has come called something else? */
static void audit(struct coll *coll)
{
    int i;

    card_audit(coll, EARLIER_EPOCHS);
    for (i = 0; i < coll->turn_count; i++)
        if (!coll->turns[i].has_ended)
            card_blame(coll, &coll->turns[i]);
}

/* All is broken: is nobody at what this member has shown any more? */
static bool is_left_alone(const struct coll *coll)
{
    return !board_is_visited(coll->turns[0].board);
}

bool coll_advance(struct coll *coll)
{
    bool is_last, is_due;

    if (coll->is_over)
        return true;
    if (board_is_broken(coll->turns[0].board))
        return coll->is_over = is_left_alone(coll);
    coll->is_over = coll->step(coll);
    if (likely(coll->is_over))
        return true;
    is_last = mpsc_is_dozing(&coll->call->comm->self->inbox);
    is_due = ++coll->looks >= FIRST_AUDIT && (coll->looks & (coll->looks - 1)) == 0;
    if (unlikely(is_due || is_last))
        audit(coll);
    /* Who has just found out that all is broken is not woken. */
    coll->is_over = board_is_broken(coll->turns[0].board) && is_left_alone(coll);
    return coll->is_over;
}

bool coll_open(struct coll *coll)
{
    bool is_over;

    coll->is_starting = true;
    is_over = coll_advance(coll);
    coll->is_starting = false;
    return is_over;
}

int coll_end(struct coll *coll)
{
    struct board *board = coll->turns[0].board;
    uint64_t first = coll->turns[0].epoch, last = coll->turns[coll->turn_count - 1].epoch;
    char sentence[REPORT_BYTES];

    if (unlikely(coll->scratch != NULL))
        memory_give(coll->scratch);
    coll->scratch = NULL;
    if (unlikely(board_is_flawed(board, first)) && board_find_report(board, first, last, sentence))
        return note(MPI_ERR_OTHER, "%s", sentence);
    if (unlikely(coll->error != MPI_SUCCESS))
        return note(coll->error, "no memory for a reduction");
    return MPI_SUCCESS;
}

static bool is_under_way(void *subject)
{
    return !coll_advance(subject);
}

bool coll_stand_by(struct coll *coll)
{
    if (!turn_is_clear(&coll->turns[0]))
        return false;
    turn_end(&coll->turns[0]);
    return true;
}

/* The only one that this member waits for now; -1: any of those that are missing. */
static int awaited_seat(const struct coll *coll)
{
    bool is_roots = coll_has_root(coll->call->kind) && coll->root_seat != ROOT_NONE &&
                    coll->root_seat != coll_seat(coll);

    if (coll->call->neighbors != NULL)
        return neighbor_awaited(coll);
    return is_roots ? coll->root_seat : -1;
}

void coll_describe(const struct coll *coll, const char *in, struct wait_report *wait_report)
{
    wait_report->needs_all = true;
    turn_describe(&coll->turns[0], awaited_seat(coll), in, wait_report);
}

static void describe(void *subject, struct wait_report *wait_report)
{
    coll_describe(subject, NULL, wait_report);
}

static const struct wait over = {is_under_way, describe};

int coll_finish(struct rank *self, struct coll *coll)
{
    rank_wait(self, &over, coll);
    return coll_end(coll);
}

/* A mistake is left to the step functions, which tell of it. */
bool coll_run_alone(const struct coll_call *call)
{
    struct data from = call->send, to = call->recv;

    if (!coll_is_alone(call->comm, call->neighbors))
        return false;
    if (!coll_copies_alone(call->kind, call->is_in_place))
        return true;
    if (!coll_is_reduction(call->kind)) {
        from = coll_block(&call->send, &call->send_blocks, 0);
        to = coll_block(&call->recv, &call->recv_blocks, 0);
    }
    if (data_bytes(&from) != data_bytes(&to) ||
        (data_bytes(&from) > 0 && !sig_hash_matches(from.type->sig_hash, to.type->sig_hash)))
        return false;
    data_copy(&from, &to);
    return true;
}

int coll_run(struct rank *self, const struct coll_call *call)
{
    struct coll coll;
    int err;

    if (unlikely(coll_run_alone(call)))
        return MPI_SUCCESS;
    err = coll_begin(&coll, call, NULL);
    return err == MPI_SUCCESS ? coll_finish(self, &coll) : err;
}
