/* SPDX-License-Identifier: MIT */
/* The one exchange that makes communicators: every member shows what it wants, the last to come
 * counts, once for all, and all see the outcome. No member is woken before there is one.
 *
 * Edges
 *   vote.sentence  a member that has read the leader's sentence against the one that gives it
 *                  back. */
#ifndef COMM_VOTE_H
#define COMM_VOTE_H

#include "board/agreement.h"
#include "comm/round.h"

struct vote;

/* Called at the last member to come, when all cells are there (round_see): fills the outcome, or
 * refuses. */
typedef void vote_counter(struct vote *vote);

struct vote {
    struct round round;
    vote_counter *count;
    const char *name;
    uint64_t word; /* distinguishes votes that do not belong together */
    bool is_cast;
    bool is_over;
    bool has_failed;
    size_t bytes;                         /* of a contribution */
    unsigned char contribution[CELL_BYTES];     /* what this member shows */
    alignas(8) unsigned char outcome[CELL_BYTES];
};

/* Takes part, and waits for the outcome; bytes <= CELL_BYTES. `name`: of the function that makes
 * the communicator. 0, MPI_ERR_NO_MEM, or MPI_ERR_OTHER when members do not call the same. */
int vote_hold(struct vote *vote, struct comm *comm, enum agreement kind, const char *name,
              const void *contribution, size_t bytes, vote_counter *count);

/* A counter calls it when the ballots of two members do not match; `difference` ends the error's
 * sentence. All members fail then, as when they call different functions. */
void vote_refuse(const struct vote *vote, int one, int other, const char *difference);

/* A vote on an intracommunicator whose outcome is what the leader has, `leader` being its rank: it
 * comes to all. So does *leaders_err, the leader's error with its note, in which others name the
 * leader. bytes <= LEADERS_BYTES_MAX; returns as vote_hold does. */
enum { LEADERS_BYTES_MAX = CELL_BYTES - 2 * sizeof(int) - sizeof(void *) };
int vote_follow(struct comm *comm, enum agreement kind, const char *name, int leader,
                int *leaders_err, void *body, size_t bytes);

#endif
