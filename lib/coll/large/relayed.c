/* SPDX-License-Identifier: MIT */
#include "coll/large/relayed.h"

#include "coll/large/share.h"
#include "coll/policy.h"

/* The member's cluster: that of the processor on which it runs, or as the knob says. */
static int own_cluster(const struct coll_op *op)
{
    return knobs.cluster > 0 ? op->args->comm->self->world_rank / knobs.cluster
                             : cpu_cluster(cpu_current());
}

void relayed_show(struct coll_op *op)
{
    if (op->board->is_straight && policy_has_relays(data_bytes(&op->args->send), op->seats,
                                                    op->board->is_oversubscribed))
        cell_at(op, op->seat)->cluster = own_cluster(op);
}

int relayed_cluster(const struct coll_op *op, const struct coll_cell *cell)
{
    const struct data *own = &op->args->send;
    int cluster;

    if (op->args->kind != COLL_BCAST || cell->head.form != CELL_BUFFER || cell->cluster < 0 ||
        !data_is_contiguous(own) || data_bytes(own) != data_bytes(&cell->data) ||
        !sig_hash_matches(cell->data.type->sig_hash, own->type->sig_hash))
        return -1;
    cluster = own_cluster(op);
    return cluster != cell->cluster ? cluster : -1;
}

/* The next bytes, from `at` on, out of the root's buffer; where they end. */
static MPI_Count read_step(const struct coll_op *op, const struct coll_cell *cell, MPI_Count at)
{
    const struct data *own = &op->args->send;
    const MPI_Count left = data_bytes(own) - at;
    const MPI_Count part = left < RELAY_STEP_BYTES ? left : RELAY_STEP_BYTES;

    data_copy_range(&cell->data, own, at, part);
    return at + part;
}

static void lead(const struct coll_op *op, const struct coll_cell *cell, struct relay *relay)
{
    const MPI_Count bytes = data_bytes(&op->args->send);
    MPI_Count at = 0;

    while (at < bytes) {
        at = read_step(op, cell, at);
        relay_show(relay, (uint64_t)at);
    }
}

static void follow(const struct coll_op *op, const struct coll_cell *cell,
                   const struct relay *relay)
{
    const MPI_Count bytes = data_bytes(&op->args->send);
    char *own = data_start(&op->args->send);
    MPI_Count at = 0, come;
    int polls = RELAY_POLLS;

    while (at < bytes) {
        come = (MPI_Count)relay_received(relay);
        if (come > at) {
            copy_bytes(own + at, relay->bytes + at, (size_t)(come - at));
            at = come;
            polls = RELAY_POLLS;
        } else if (polls-- > 0) {
            cpu_pause();
        } else {
            at = read_step(op, cell, at); /* the relay does not run */
        }
    }
}

int relayed_read(struct coll_op *op, const struct coll_cell *cell, unsigned cluster)
{
    struct relays *relays = relay_all(op->board);
    int seat;

    if (relays == NULL)
        return RELAY_NONE;
    seat = relay_join(relays, cluster, op->seqno, op->seat, data_start(&op->args->send));
    if (seat == op->seat) {
        lead(op, cell, &relays->members[seat]);
        op->progress.seen = relay_close(relays, cluster, seat);
    } else if (seat != RELAY_NONE) {
        follow(op, cell, &relays->members[seat]);
        relay_arrive(&relays->members[seat], share_arrival(op));
        op_wake(op, seat, false);
    }
    return seat;
}

bool relayed_end(const struct coll_op *op)
{
    const struct relay *relay = &relay_all(op->board)->members[op->seat];
    uint64_t arrivals;

    return relay_is_over(relay, op->progress.seen, &arrivals) &&
           share_tell_root_together(op, arrivals);
}
