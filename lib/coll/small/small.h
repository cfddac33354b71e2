/* SPDX-License-Identifier: MIT */
/* The common parts of the small algorithms.
 *
 * Each is a file with two functions that take `fast` (op.h), name_post and name_complete, and one
 * that returns the bytes of its cell. COLL_SMALL makes the driver's copy of them, COLL_OPERATION
 * also the operation's entry, which contains the fast copy. */
#ifndef COLL_SMALL_SMALL_H
#define COLL_SMALL_SMALL_H

#include "coll/driver.h"
#include "coll/meeting.h"
#include "coll/policy.h"
#include "coll/request.h"

/* The driver's copy of an algorithm, `name`, with the function for its cell's bytes, its way,
 * `hears`, its family and post_late (op.h). */
#define COLL_SMALL(name, bytes, its_way, hears, its_family, late)                                  \
    static void name##_general_post(struct coll_op *op)                                            \
    {                                                                                              \
        name##_post(op, false);                                                                    \
    }                                                                                              \
    static bool name##_general_complete(struct coll_op *op)                                        \
    {                                                                                              \
        return name##_complete(op, false);                                                         \
    }                                                                                              \
    const struct coll_algorithm name##_small = {.cell_bytes = (bytes),                             \
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

/* An operation with one small algorithm, of the same name: that, and the entry. */
#define COLL_OPERATION(name, bytes, kind, way, hears, family, late)                                \
    COLL_SMALL(name, bytes, way, hears, family, late);                                             \
    int coll_##name(const struct coll_args *args, struct request **request)                        \
    {                                                                                              \
        return coll_enter(args, request, (kind), &name##_small, COLL_FAST(name, bytes));           \
    }

/* The bytes with a cell whose payload all members expect to be short. A longer one is a mistake,
 * and the cell has no more than its length. */
ALWAYS_INLINE MPI_Count short_bytes(MPI_Count bytes)
{
    return likely(cell_fits(bytes)) ? bytes : 0;
}

/* Writes the head of such a cell; the place of the payload. NULL: it is too long. */
ALWAYS_INLINE unsigned char *open_short(struct coll_op *op, MPI_Count bytes, bool fast)
{
    unsigned char *payload;

    if (!fast && unlikely(!cell_fits(bytes)))
        op->form = CELL_EMPTY;
    payload = cell_open(op, op->seat);
    return fast || likely(op->form != CELL_EMPTY) ? payload : NULL;
}

/* Writes equal plain blocks one behind the other. The member's own is left out, but not its
 * place. */
ALWAYS_INLINE void put_row(const struct coll_op *op, unsigned char *payload,
                           const struct data *block, const struct blocks *blocks)
{
    const MPI_Count bytes = data_bytes(block);
    int i;

    for (i = 0; i < op->peers; i++)
        if (i != op->seat)
            copy_few(payload + i * bytes,
                     blocks == NULL ? (char *)block->buf + i * bytes
                                    : coll_block(block, blocks, i).buf,
                     bytes);
}

/* Writes a cell of plain packets, which with their list are that many bytes. */
ALWAYS_INLINE void put_packets(struct coll_op *op, enum coll_kind kind, MPI_Count bytes,
                               packet_of *packet, int count)
{
    op->form = cell_form_of(CELL_PACKED, bytes);
    op->head.data = head_data_word(coll_sig_hash(kind, false, op->args->send.type), count);
    packets_put(op->args, cell_open(op, op->seat), packet, count, true);
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
