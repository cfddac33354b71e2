/* SPDX-License-Identifier: MIT */
/* An operation that goes the straight way, in two halves: the member shows what it has, and takes
 * what it needs. A blocking one does both at once; of others the second may come later. */
#ifndef COLL_HALVES_H
#define COLL_HALVES_H

#include "coll/way_card.h"

/* False: the card cannot be filled now, and nothing has been done; or something has not come, or is
 * not as it should be, and the half may be tried again. */
struct halves {
    enum coll_kind kind;
    bool (*show)(struct way *way, const struct straight_call *call); /* takes the epoch */
    bool (*take)(struct way *way, const struct straight_call *call);
    /* Shows the card all the same, after a look in vain; NULL: it has been shown. */
    void (*show_late)(struct way *way, const struct straight_call *call);
    bool is_heard;  /* each hears from all others */
    bool is_double; /* there is a second epoch, in which no card is shown */
};

/* The end of both. */
EACH_ITS_OWN int leave(const struct way *way, const struct halves *halves)
{
    const unsigned epochs = halves->is_double ? 2 : 1;

    ask_for_next_card(way, way->epoch + epochs);
    return leave_all(way, epochs, halves->is_heard);
}

EACH_ITS_OWN bool is_root(const struct straight_call *call)
{
    return call->root == call->comm->rank;
}

EACH_ITS_OWN struct data block_of(const struct data *all, const struct blocks *blocks, int i)
{
    if (unlikely(blocks != NULL))
        return coll_block(all, blocks, i);
    return (struct data){(char *)all->buf + i * data_bytes(all), all->count, all->type};
}

#endif
