/* SPDX-License-Identifier: MIT */
#include "coll/policy.h"

#include "base/must.h"

bool coll_is_crowded(const struct comm *comm)
{
    return context_seats(comm->context) > comm->self->world->cpus;
}

static struct coll_choice choose_allreduce(MPI_Count bytes, bool crowded)
{
    if (bytes > CARD_INLINE_BYTES_MAX)
        return (struct coll_choice){reduce_sliced_step, 3};
    if (crowded)
        return (struct coll_choice){allreduce_central_step, 1};
    return (struct coll_choice){allreduce_small_step, 1};
}

struct coll_choice coll_choose(enum coll_kind kind, MPI_Count bytes, bool crowded)
{
    bool is_small = bytes <= CARD_INLINE_BYTES_MAX;

    switch (kind) {
    case COLL_BARRIER:
        return (struct coll_choice){barrier_step, 1};
    case COLL_BCAST:
        return (struct coll_choice){bcast_step, 1};
    case COLL_GATHER:
        return (struct coll_choice){gather_step, 1};
    case COLL_SCATTER:
        return (struct coll_choice){scatter_step, 1};
    case COLL_ALLGATHER:
        if (is_small)
            return (struct coll_choice){allgather_small_step, 1};
        return (struct coll_choice){allgather_direct_step, 2};
    case COLL_REDUCE:
        if (is_small)
            return (struct coll_choice){reduce_small_step, 1};
        return (struct coll_choice){reduce_sliced_step, 2};
    case COLL_ALLREDUCE:
        return choose_allreduce(bytes, crowded);
    }
    must(!"a collective without an algorithm");
    return (struct coll_choice){barrier_step, 1};
}
