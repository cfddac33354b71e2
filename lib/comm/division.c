/* SPDX-License-Identifier: MIT */
#include "comm/division.h"

#include "base/memory.h"
#include "base/note.h"

struct division *division_create(int seats)
{
    struct division *division =
        memory_take(sizeof *division + (size_t)seats * sizeof division->shares[0]);
    int seat;

    if (division == NULL)
        return NULL;
    store_relaxed(&division->readers, seats);
    for (seat = 0; seat < seats; seat++)
        division->shares[seat] = (struct division_share){.rank = SHARE_NONE};
    return division;
}

void division_announce(struct division *division, struct vote *vote)
{
    memcpy(vote->outcome, &division, sizeof division);
}

int division_take(const struct vote *vote, struct comm **created)
{
    const struct comm *comm = vote->round.comm;
    struct division *division;
    struct division_share share;

    memcpy(&division, vote->outcome, sizeof division);
    if (division == NULL)
        return note(MPI_ERR_NO_MEM, "no memory to divide a communicator of %d",
                    vote->round.board->seats);
    share = division->shares[vote->round.seat];
    if (fetch_sub_acq_rel(&division->readers, 1) == 1) /* edge division.readers */
        memory_give(division);
    *created = NULL;
    if (share.rank == SHARE_NONE)
        return MPI_SUCCESS;
    return comm_create(comm->self, share.context, share.side, share.rank, comm, created);
}
