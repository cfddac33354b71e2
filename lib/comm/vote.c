/* SPDX-License-Identifier: MIT */
#include "comm/vote.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/must.h"
#include "base/note.h"
#include "object/object.h"
#include "rank/name.h"
#include "rank/observe/causal.h"
#include "rank/wait.h"

enum { VOTE_SENTENCE_BYTES = 480 };

/* The name, for ThreadSanitizer, of what a vote orders. */
static const char *token_of(const struct vote *vote)
{
    return (const char *)vote->round.board + vote->round.seqno % sizeof *vote->round.board;
}

static int begin_vote(struct vote *vote, struct comm *comm, enum agreement kind, const char *name,
                      const void *contribution, size_t bytes, vote_counter *count)
{
    int err;

    vote->count = count;
    vote->name = name;
    vote->word = kind;
    vote->is_cast = false;
    vote->is_over = false;
    vote->has_failed = false;
    vote->bytes = bytes;
    if (bytes > 0)
        memcpy(vote->contribution, contribution, bytes);
    err = round_begin(comm, &vote->round);
    if (err == MPI_SUCCESS)
        causal_release(token_of(vote));
    if (err == MPI_SUCCESS)
        board_note(vote->round.board, vote->round.seat, vote->round.seqno,
                   &(struct board_call){.word = vote->word,
                                        .name = name,
                                        .site = (const void *)(uintptr_t)object_site});
    return err;
}

/* The calls of those two do not belong together. */
static void break_vote(const struct round *round, int seat, const struct board_call *own,
                       const struct board_call *theirs, const char *difference)
{
    char ours[CALL_TEXT_BYTES], others[CALL_TEXT_BYTES];
    struct places *places = places_open();

    round_describe_call(places, own->name, own->site, ours);
    round_describe_call(places, theirs->name, theirs->site, others);
    places_close(places);
    round_break(round, seat, ours, others, difference);
}

/* Has someone called something else in place of this vote? */
static void look_for_difference(const struct vote *vote)
{
    const struct round *round = &vote->round;
    struct board_call own, theirs;
    int seat;

    if (!board_recall(round->board, round->seat, round->seqno, &own))
        return;
    for (seat = 0; seat < round->board->seats; seat++)
        if (board_recall(round->board, seat, round->seqno, &theirs) && theirs.word != own.word) {
            break_vote(round, seat, &own, &theirs, "");
            return;
        }
}

void vote_refuse(const struct vote *vote, int one, int other, const char *difference)
{
    struct round round = vote->round;
    struct board_call ones, others;

    round.seat = one;
    must(board_recall(round.board, one, round.seqno, &ones));
    must(board_recall(round.board, other, round.seqno, &others));
    break_vote(&round, other, &ones, &others, difference);
}

/* The ballots of the others may point to memory of theirs: a pin. */
static void count_all(struct vote *vote)
{
    const struct round *round = &vote->round;

    if (!round_pin(round))
        return;
    vote->count(vote);
    if (likely(!board_is_broken(round->board)))
        round_publish_table(round, vote->outcome, sizeof vote->outcome);
    round_unpin(round);
}

static void cast(struct vote *vote)
{
    const struct round *round = &vote->round;
    enum board_arrival arrival;

    round_publish(round, vote->contribution, vote->bytes);
    arrival = round_arrive(round, round->board->seats, (uint32_t)vote->word);
    if (arrival == ARRIVAL_LAST)
        count_all(vote);
    else if (arrival == ARRIVAL_LAST_UNLIKE)
        look_for_difference(vote);
    vote->is_cast = true;
}

/* Does what can be done without waiting: true when the outcome is there, or there will be none. */
static bool step(struct vote *vote)
{
    struct board *board = vote->round.board;
    const void *outcome;

    if (vote->is_over)
        return true;
    if (!vote->is_cast && !board_is_broken(board)) {
        if (!round_is_clear(&vote->round))
            return false;
        cast(vote);
    }
    if (unlikely(mpsc_is_dozing(&vote->round.comm->self->inbox)))
        look_for_difference(vote);
    vote->has_failed = board_is_broken(board) && !board_is_visited(board);
    outcome = round_see(&vote->round, round_table(&vote->round));
    if (outcome == NULL || !vote->is_cast)
        return vote->is_over = vote->has_failed;
    memcpy(vote->outcome, outcome, sizeof vote->outcome);
    round_end(&vote->round, true);
    vote->has_failed = false;
    vote->is_over = true;
    return true;
}

static bool vote_is_open(void *subject)
{
    return !step(subject);
}

static void describe_vote(void *subject, struct wait_report *wait_report)
{
    const struct vote *vote = subject;

    round_describe_wait(&vote->round, -1, wait_report);
}

static const struct wait outcome_there = {.is_pending = vote_is_open, .describe = describe_vote};

int vote_hold(struct vote *vote, struct comm *comm, enum agreement kind, const char *name,
              const void *contribution, size_t bytes, vote_counter *count)
{
    int err = begin_vote(vote, comm, kind, name, contribution, bytes, count);
    char sentence[REPORT_BYTES];

    if (err != MPI_SUCCESS)
        return err;
    rank_wait(comm->self, &outcome_there, vote);
    causal_acquire(token_of(vote));
    if (likely(!vote->has_failed))
        return MPI_SUCCESS;
    err = board_find_report(vote->round.board, vote->round.seqno, vote->round.seqno, sentence);
    return note(err, "%s", sentence);
}

/* ---- following a leader ---------------------------------------------------------------------- */

/* The sentence of a leader's error, which each member gives back. */
struct sentence {
    _Atomic(int) readers;
    char text[VOTE_SENTENCE_BYTES];
};

/* The part of a vote that a member shows when it follows a leader. */
struct following {
    int leader;
    int err; /* the leader's, as are the others */
    struct sentence *sentence; /* NULL: no error, or no memory */
    unsigned char body[LEADERS_BYTES_MAX];
};

static_assert(sizeof(struct following) <= CELL_BYTES, "it is a contribution");

static struct following following_at(const struct round *round, int seat)
{
    struct following following;

    memcpy(&following, round_see(round, seat), sizeof following);
    return following;
}

static void count_followers(struct vote *vote)
{
    const struct round *round = &vote->round;
    struct following first = following_at(round, 0), leaders;
    int seat;

    for (seat = 1; seat < round->board->seats; seat++)
        if (following_at(round, seat).leader != first.leader) {
            vote_refuse(vote, 0, seat, " with another leader");
            return;
        }
    leaders = following_at(round, first.leader);
    memcpy(vote->outcome, &leaders, sizeof leaders);
}

static struct sentence *sentence_make(const struct comm *comm)
{
    struct sentence *sentence = memory_take(sizeof *sentence);

    if (sentence == NULL)
        return NULL;
    snprintf(sentence->text, sizeof sentence->text, "%s", note_text());
    store_relaxed(&sentence->readers, comm_size(comm));
    return sentence;
}

/* Leaves the leader's sentence as that of the calling member. */
static void tell_failure(const struct comm *comm, const struct following *leaders)
{
    struct sentence *sentence = leaders->sentence;
    const char *text = sentence != NULL ? sentence->text : "it failed";

    if (comm->rank == leaders->leader && sentence != NULL)
        note(leaders->err, "%s", text);
    else if (comm->rank != leaders->leader)
        note(leaders->err, "at %s: %s",
             rank_name(comm_group(comm)->members[leaders->leader]).text, text);
    if (sentence != NULL &&
        fetch_add_acq_rel(&sentence->readers, -1) == 1) /* edge vote.sentence */
        memory_give(sentence);
}

int vote_follow(struct comm *comm, enum agreement kind, const char *name, int leader,
                int *leaders_err, void *body, size_t bytes)
{
    struct following own = {.leader = leader, .err = *leaders_err}, leaders;
    struct vote vote;
    int err;

    if (comm->rank == leader && own.err != MPI_SUCCESS)
        own.sentence = sentence_make(comm);
    memcpy(own.body, body, bytes);
    err = vote_hold(&vote, comm, kind, name, &own, sizeof own, count_followers);
    if (err != MPI_SUCCESS) {
        memory_give(own.sentence); /* no member has seen it */
        return err;
    }
    memcpy(&leaders, vote.outcome, sizeof leaders);
    memcpy(body, leaders.body, bytes);
    *leaders_err = leaders.err;
    if (leaders.err != MPI_SUCCESS)
        tell_failure(comm, &leaders);
    return MPI_SUCCESS;
}
