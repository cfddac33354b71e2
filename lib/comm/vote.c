/* SPDX-License-Identifier: MIT */
#include "comm/vote.h"

#include "rank/wait.h"

static int begin(struct vote *vote, struct comm *comm, const void *ballot, size_t bytes,
                 vote_counter *count)
{
    vote->count = count;
    vote->is_cast = false;
    vote->is_over = false;
    vote->bytes = bytes;
    if (bytes > 0)
        memcpy(vote->ballot, ballot, bytes);
    return turn_begin(comm, &vote->turn);
}

static void cast(struct vote *vote)
{
    const struct turn *turn = &vote->turn;

    turn_lay(turn, vote->ballot, vote->bytes);
    if (turn_arrive(turn, turn->board->seats)) {
        vote->count(vote);
        turn_announce(turn, vote->outcome, sizeof vote->outcome);
    }
    vote->is_cast = true;
}

/* Does what can be done without waiting: true when the outcome is there. */
static bool step(struct vote *vote)
{
    const void *outcome;

    if (vote->is_over)
        return true;
    if (!vote->is_cast && !turn_is_clear(&vote->turn))
        return false;
    if (!vote->is_cast)
        cast(vote);
    outcome = turn_see(&vote->turn, turn_table(&vote->turn));
    if (outcome == NULL)
        return false;
    memcpy(vote->outcome, outcome, sizeof vote->outcome);
    turn_end_heard(&vote->turn);
    vote->is_over = true;
    return true;
}

static bool is_open(void *subject)
{
    return !step(subject);
}

static void describe_vote(void *subject, struct situation *situation)
{
    const struct vote *vote = subject;

    turn_describe_wait(&vote->turn, -1, situation);
}

static const struct wait outcome_there = {is_open, describe_vote};

int vote_hold(struct vote *vote, struct comm *comm, const void *ballot, size_t bytes,
              vote_counter *count)
{
    int err = begin(vote, comm, ballot, bytes, count);

    if (err == MPI_SUCCESS)
        rank_wait(comm->self, &outcome_there, vote);
    return err;
}
