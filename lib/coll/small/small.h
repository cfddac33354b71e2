/* SPDX-License-Identifier: MIT */
/* The common parts of the small algorithms, and their list.
 *
 * Each is a file with three functions that take `fast` (op.h) and end in COLL_SMALL, which makes
 * the driver's copy of them, and in the operation's entry, which contains the fast copy. */
#ifndef COLL_SMALL_SMALL_H
#define COLL_SMALL_SMALL_H

#include "coll/driver.h"
#include "coll/meeting.h"
#include "coll/policy.h"
#include "coll/request.h"

/* The driver's copy of an algorithm, `name`, with its way, `hears`, its family and post_late
 * (op.h). */
#define COLL_SMALL(name, its_way, hears, its_family, late)                                         \
    static void name##_general_post(struct coll_op *op)                                            \
    {                                                                                              \
        name##_post(op, false);                                                                    \
    }                                                                                              \
    static bool name##_general_complete(struct coll_op *op)                                        \
    {                                                                                              \
        return name##_complete(op, false);                                                         \
    }                                                                                              \
    const struct coll_algorithm name##_small = {.cell_bytes = name##_cell_bytes,                   \
                                                .post = name##_general_post,                       \
                                                .complete = name##_general_complete,               \
                                                .post_late = (late),                               \
                                                .way = (its_way),                                  \
                                                .family = (its_family),                            \
                                                .depends_on_all = (hears),                         \
                                                .is_small = true}

/* An operation's entry: a call with plain and few data is served here, the driver serves others. */
ALWAYS_INLINE int coll_enter(const struct coll_args *args, struct request **request,
                             enum coll_kind kind, const struct coll_algorithm *algorithm,
                             const struct coll_fast functions)
{
    struct board *board = policy_fast_board(args, kind);

    if (unlikely(board == NULL))
        return coll_run(args, request);
    if (likely(args->form == COLL_BLOCKING))
        return coll_run_fast(args, board, kind, algorithm, functions);
    return coll_start(args, algorithm, request);
}

/* Writes the head of a cell whose payload all members expect to be short; the place of the
 * payload. NULL: it is too long. That is a mistake, and the cell tells no more than the length. */
ALWAYS_INLINE unsigned char *open_short(struct coll_op *op, MPI_Count bytes, bool fast)
{
    unsigned char *payload;

    if (!fast && unlikely(!cell_fits(bytes)))
        op->form = CELL_EMPTY;
    payload = cell_open(op, op->seat);
    return fast || likely(op->form != CELL_EMPTY) ? payload : NULL;
}

/* Writes a cell of packets: plain blocks for `dests`, or NULL for the ranks 0, 1, ..., `count` of
 * them, behind their list. All is so many bytes. Nobody takes the one for `nobody` from there. */
ALWAYS_INLINE void put_packets(struct coll_op *op, enum coll_kind kind, MPI_Count bytes,
                               const int *dests, int count, int nobody)
{
    const struct coll_args *args = op->args;
    size_t at = (size_t)count * sizeof(struct packet);
    unsigned char *start;
    struct packet *list;
    int i;

    op->form = cell_form_of(CELL_PACKED, bytes);
    op->head.data = head_data_word(coll_sig_hash(kind, false, args->send.type), count);
    start = cell_open(op, op->seat);
    list = (struct packet *)(void *)start;
    for (i = 0; i < count; i++) {
        const struct data from = block_of(&args->send, args->send_blocks, i);
        const size_t length = (size_t)data_bytes(&from);
        const int dest = dests != NULL ? dests[i] : i;

        list[i] = (struct packet){dest, sig_hash_fold(from.type->sig_hash), (uint16_t)at,
                                  (uint16_t)length};
        if (dest == nobody)
            continue;
        copy_few(start + at, from.buf, (MPI_Count)length);
        at += length;
    }
}

/* Takes that packet of a cell. False: it is not as expected, and this is the fast copy. */
ALWAYS_INLINE bool take_packet(const struct coll_op *op, int seat, int number,
                               const struct data *to, bool fast)
{
    const struct coll_cell *cell = cell_at(op, seat);
    const struct packet *packet = cell_packets(cell) + number;

    if (likely(packet->bytes == data_bytes(to) &&
               packet->sig_hash == sig_hash_fold(to->type->sig_hash)))
        copy_few(to->buf, cell_bytes(cell) + packet->offset, data_bytes(to));
    else if (fast)
        return false;
    else
        cell_take_packet(op, cell, seat, number, to);
    return true;
}

#endif
