/* SPDX-License-Identifier: MIT */
#include "coll/brief.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/note.h"
#include "coll/agenda.h"
#include "coll/prepare.h"
#include "coll/wording.h"
#include "p2p/request.h"

/* So many looks in vain, one for each round of the agenda. */
enum { ROUNDS = 64 };

struct brief {
    struct item item;
    struct request *request;
    const struct halves *halves;
    struct way way;
    struct straight_call call;
    struct call caller;
    struct blocks send_blocks, recv_blocks;
    int rounds;
    bool is_given_over; /* to the step function */
    struct rest *rest;  /* what that needs; NULL: it has not been needed */
    char *sentence;     /* about how it failed; NULL: it has not, or there was no memory for it */
    const struct type *types[]; /* of blocks */
};

static struct brief *brief_of(struct item *item)
{
    return container_of(item, struct brief, item);
}

static void fill_rest(const struct brief *brief, struct rest *rest)
{
    const struct way *way = &brief->way;

    way_rest(rest, &brief->call, way->call, way->data, way->history, way->epoch, way->phase);
}

static bool has_rest(struct brief *brief)
{
    if (brief->rest == NULL)
        brief->rest = memory_take(sizeof *brief->rest);
    return brief->rest != NULL;
}

/* Without memory it stays as it is, and tries again later. */
static void give_over(struct brief *brief)
{
    brief->rounds = 0;
    brief->is_given_over = has_rest(brief);
    if (brief->is_given_over)
        fill_rest(brief, brief->rest);
}

static bool advance_item(struct item *item)
{
    struct brief *brief = brief_of(item);

    if (!brief->is_given_over && brief->halves->take(&brief->way, &brief->call))
        return true;
    if (!brief->is_given_over && (brief->way.is_odd || ++brief->rounds >= ROUNDS ||
                                  mpsc_is_dozing(&brief->call.comm->self->inbox)))
        give_over(brief);
    return brief->is_given_over && coll_advance(&brief->rest->coll);
}

/* The sentence goes with the request. */
static void conclude(struct request *request, int err)
{
    struct brief *brief = request->extra;

    request->error = err;
    if (unlikely(err != MPI_SUCCESS) && brief != NULL) {
        if (brief->sentence == NULL)
            brief->sentence = memory_take(REPORT_BYTES);
        if (brief->sentence != NULL)
            snprintf(brief->sentence, REPORT_BYTES, "%s", note_text());
    }
    request_complete(request);
}

static void finish_item(struct item *item)
{
    struct brief *brief = brief_of(item);

    conclude(brief->request, brief->is_given_over ? coll_end(&brief->rest->coll)
                                                  : leave(&brief->way, brief->halves));
}

static bool advance(struct request *request)
{
    coll_progress(request->owner);
    return request_is_done(request);
}

static void release(struct request *request)
{
    struct brief *brief = request->extra;

    if (brief == NULL)
        return;
    prepare_close_board(request->comm, brief->call.board);
    memory_give(brief->rest);
    memory_give(brief->sentence);
    memory_give(brief);
}

static void explain(const struct request *request)
{
    const struct brief *brief = request->extra;

    note(request->error, "%s", brief != NULL && brief->sentence != NULL
                                   ? brief->sentence
                                   : "a collective operation has failed");
}

static void describe(const struct request *request, struct wait_report *wait_report)
{
    const struct brief *brief = request->extra;
    char text[CALL_TEXT_BYTES];
    struct rest rest;

    if (!brief->is_given_over)
        fill_rest(brief, &rest);
    wording_of_call(brief->is_given_over ? &brief->rest->coll : &rest.coll, text);
    coll_describe(brief->is_given_over ? &brief->rest->coll : &rest.coll, text, wait_report);
}

/* Not the straight way: the whole call, from its beginning. */
static int begin_otherwise(struct brief *brief)
{
    int err;

    if (!has_rest(brief))
        return note(MPI_ERR_NO_MEM, "no memory for a collective operation");
    way_call(&brief->rest->call, &brief->call, brief->halves->kind);
    err = coll_begin(&brief->rest->coll, &brief->rest->call, brief->call.board);
    if (err != MPI_SUCCESS)
        return err;
    brief->is_given_over = true;
    if (coll_open(&brief->rest->coll))
        finish_item(&brief->item);
    else
        agenda_add(brief->request->owner, &brief->item);
    return MPI_SUCCESS;
}

/* With one look. */
static bool take_at_once(struct way *way, const struct straight_call *call,
                         const struct halves *halves)
{
    if (halves->take(way, call))
        return true;
    if (halves->show_late != NULL && way->phase == ENTER)
        halves->show_late(way, call);
    return false;
}

/* Where each hears all others a start that looks finds what is beside their cards if it is the last
 * to come, and then is as long as the operation: that is for the wait, which there is anyway. */
static bool is_for_wait(const struct brief *brief)
{
    return brief->halves->is_heard && (brief->way.form & CARD_IN_SLOT) != 0;
}

static int restart(struct request *request)
{
    struct brief *brief = request->extra;

    brief->rounds = 0;
    brief->is_given_over = false;
    if (unlikely(!brief->halves->show(&brief->way, &brief->call)))
        return begin_otherwise(brief);
    brief->way.looks = 1; /* now and later */
    if (is_for_wait(brief) || !take_at_once(&brief->way, &brief->call, brief->halves)) {
        agenda_add(request->owner, &brief->item);
        return MPI_SUCCESS;
    }
    request->error = leave(&brief->way, brief->halves);
    if (likely(request->error == MPI_SUCCESS))
        request_complete_own(request);
    else
        conclude(request, request->error);
    return MPI_SUCCESS;
}

static const struct request_class brief_class = {
    .advance = advance,
    .restart = restart,
    .release = release,
    .explain = explain,
    .describe = describe,
    .has_to_be_completed = true,
};

/* A request without a brief yet. */
static struct request *create_request(const struct comm *comm)
{
    return request_create(comm->self, &brief_class, (struct comm *)comm);
}

static size_t types_count(const struct blocks *blocks)
{
    return blocks != NULL && blocks->types != NULL ? (size_t)blocks->types_count : 0;
}

static void keep_blocks(const struct blocks **blocks, struct blocks *kept,
                        const struct type *types[])
{
    size_t count = types_count(*blocks);

    if (*blocks == NULL)
        return;
    *kept = **blocks;
    *blocks = kept;
    if (count == 0)
        return;
    memcpy(types, kept->types, count * sizeof *types);
    kept->types = types;
}

/* Keeps the arguments: what they point to does not last. */
static struct brief *create(const struct straight_call *call, const struct halves *halves,
                            struct request *request)
{
    size_t sent = types_count(call->send_blocks), received = types_count(call->recv_blocks);
    struct brief *brief =
        memory_take(sizeof *brief + (sent + received) * sizeof brief->types[0]);

    request->extra = brief;
    if (unlikely(brief == NULL))
        return NULL;
    brief->item = (struct item){.advance = advance_item, .finish = finish_item};
    brief->request = request;
    brief->halves = halves;
    brief->call = *call;
    brief->caller = *call->call;
    brief->call.call = &brief->caller;
    keep_blocks(&brief->call.send_blocks, &brief->send_blocks, brief->types);
    keep_blocks(&brief->call.recv_blocks, &brief->recv_blocks, brief->types + sent);
    brief->rounds = 0;
    brief->is_given_over = false;
    brief->rest = NULL;
    brief->sentence = NULL;
    return brief;
}

int brief_start(const struct straight_call *call, const struct halves *halves)
{
    struct request *request = create_request(call->comm);
    struct brief *brief;
    struct way way;
    int err;

    if (unlikely(request == NULL))
        return STRAIGHT_NOT;
    if (unlikely(!halves->show(&way, call))) {
        request_free(request);
        return STRAIGHT_NOT;
    }
    *call->request = request;
    way.looks = 1; /* now and later */
    if (take_at_once(&way, call, halves)) {
        err = leave(&way, halves);
        if (likely(err == MPI_SUCCESS)) {
            request_complete_own(request);
        } else {
            create(call, halves, request);
            conclude(request, err);
        }
        return MPI_SUCCESS;
    }
    brief = create(call, halves, request);
    if (unlikely(brief == NULL)) { /* nor would there be memory for it later */
        conclude(request, go_on(&way, call));
        return MPI_SUCCESS;
    }
    brief->way = way;
    agenda_add(call->comm->self, &brief->item);
    return MPI_SUCCESS;
}

int brief_start_done(const struct straight_call *call)
{
    struct request *request = create_request(call->comm);

    if (unlikely(request == NULL))
        return STRAIGHT_NOT;
    request_complete_own(request);
    *call->request = request;
    return MPI_SUCCESS;
}

int brief_prepare(const struct straight_call *call, const struct halves *halves)
{
    struct board *board = context_board(call->comm->context);
    struct request *request;
    struct coll_call whole;
    struct brief *brief;
    int err;

    if (board == NULL || !board->is_straight || (board->is_crowded && !is_one_way(halves->kind)))
        return STRAIGHT_NOT;
    request = create_request(call->comm);
    if (request == NULL)
        return STRAIGHT_NOT;
    brief = create(call, halves, request);
    if (brief == NULL) {
        request_free(request);
        return STRAIGHT_NOT;
    }
    way_call(&whole, call, halves->kind);
    err = prepare_open_board(&whole, &brief->call.board);
    if (err != MPI_SUCCESS) {
        request_free(request);
        return err;
    }
    request->is_persistent = true;
    request->is_inactive = true;
    *call->request = request;
    return MPI_SUCCESS;
}
