/* SPDX-License-Identifier: MIT */
#include "p2p/p2p.h"

#include "base/memory.h"
#include "base/must.h"
#include "base/note.h"
#include "rank/abort.h"

int p2p_open(struct rank *self)
{
    struct p2p *p2p = memory_take_zeroed(sizeof *p2p);
    int err;

    if (p2p == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a rank's messages");
    err = match_init(&p2p->match);
    if (err != MPI_SUCCESS) {
        match_fini(&p2p->match);
        memory_give(p2p);
        return err;
    }
    self->p2p = p2p;
    return MPI_SUCCESS;
}

void p2p_close(struct rank *self)
{
    struct p2p *p2p = self->p2p;

    if (p2p == NULL)
        return;
    self->p2p = NULL;
    match_fini(&p2p->match);
    while (p2p->spare != NULL) {
        struct request *spare = p2p->spare;

        p2p->spare = spare->next_spare;
        object_destroy(self->world->store, &spare->object);
    }
    memory_give(p2p);
}

bool p2p_progress(struct rank *self)
{
    struct p2p *p2p = self->p2p;
    const struct envelope *envelope = mpsc_peek(&self->inbox);

    if (envelope == NULL)
        return false;
    do {
        struct request *request = match_take_posted(&p2p->match, &envelope->key);

        if (request != NULL)
            receive_deliver(request, envelope);
        else if (!match_keep(&p2p->match, envelope))
            world_abort(self->world, MPI_ERR_NO_MEM,
                        "rank %d: no memory to keep a message from rank %d (MPI_ERR_NO_MEM)",
                        self->world_rank, envelope->key.source);
        mpsc_pop(&self->inbox);
        envelope = mpsc_peek(&self->inbox);
    } while (envelope != NULL);
    return true;
}
