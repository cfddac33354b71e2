/* SPDX-License-Identifier: MIT */
#include "coll/cell.h"

#include "coll/verify/agree.h"

static uint32_t sig_hash_of(const struct coll_op *op, const struct type *type)
{
    return coll_sig_hash(op->args->kind, comm_is_inter(op->args->comm), type);
}

static struct coll_cell *own_cell(const struct coll_op *op)
{
    return cell_at(op, op->seat);
}

struct coll_cell *cell_begin(struct coll_op *op, int seat)
{
    struct coll_cell *cell = cell_at(op, seat);

    cell->head = op->head;
    store_relaxed(&cell->head.steps, 0);
    return cell;
}

static void fill_cell(struct coll_op *op, enum cell_form form, const struct data *data)
{
    struct coll_cell *cell = cell_begin(op, op->seat);

    cell->head.form = (uint8_t)form;
    cell->head.sig_hash = sig_hash_of(op, data->type);
    cell->head.bytes = (uint32_t)data_bytes(data);
}

/* The place for that many bytes that are to go with the cell. NULL: they do not fit, or there is no
 * memory for the slot. */
static unsigned char *place(struct coll_op *op, MPI_Count bytes)
{
    struct coll_cell *cell = own_cell(op);
    unsigned char *slot;

    if (bytes <= CELL_INLINE_BYTES_MAX)
        return cell->payload;
    slot = cell_fits(bytes) ? op->slot : NULL;
    cell->slot = slot;
    return slot;
}

bool cell_put_bytes(struct coll_op *op, const struct data *data)
{
    MPI_Count bytes = data_bytes(data);
    unsigned char *start = place(op, bytes);

    if (start == NULL)
        return false;
    fill_cell(op, cell_form_of(CELL_INLINE, bytes), data);
    data_pack(data, 0, start, bytes);
    return true;
}

void cell_put_buffer(struct coll_op *op, const struct data *data)
{
    fill_cell(op, CELL_BUFFER, data);
    own_cell(op)->data = *data;
    own_cell(op)->cluster = -1;
}

void cell_put_call(struct coll_op *op)
{
    struct coll_cell *cell = cell_begin(op, op->seat);

    cell->head.form = CELL_CALL;
    cell->op = op;
    cell->element_bytes =
        args_are_members(op->args) ? args_operand_type(op->args)->size : NO_SHARE;
}

MPI_Count cell_bytes_of_packets(const struct coll_args *args, packet_of *packet, int count)
{
    MPI_Count bytes = 0;
    int i, dest;

    for (i = 0; i < count && bytes <= SLOT_BYTES; i++) {
        struct data data = packet(args, i, &dest);

        bytes += (MPI_Count)sizeof(struct packet);
        bytes += packet_is_given(args, dest) ? data_bytes(&data) : 0;
    }
    return bytes;
}

bool cell_put_packets(struct coll_op *op, packet_of *packet, int count)
{
    MPI_Count bytes = cell_bytes_of_packets(op->args, packet, count);
    unsigned char *start = place(op, bytes);
    struct coll_head *head;

    if (start == NULL)
        return false;
    packets_put(op->args, start, packet, count, false);
    head = &cell_begin(op, op->seat)->head;
    head->form = (uint8_t)cell_form_of(CELL_PACKED, bytes);
    head->bytes = (uint32_t)count;
    return true;
}

void op_copy(const struct coll_op *op, int source, int dest, const struct data *from,
               const struct data *to)
{
    MPI_Count sent = data_bytes(from), room = data_bytes(to);

    if (unlikely(sent != room ||
                 (sent > 0 && !sig_hash_matches(from->type->sig_hash, to->type->sig_hash))))
        cell_report_mismatch(op, source, dest, sent, sig_hash_fold(from->type->sig_hash), to);
    data_copy(from, to);
}

/* Takes a payload of `bytes` with that sig_hash into `to`; reports a length or type mismatch. */
static void take_bytes(const struct coll_op *op, int seat, const unsigned char *from,
                       uint32_t bytes, uint32_t sig_hash, const struct data *to)
{
    MPI_Count room = data_bytes(to);

    if (unlikely(bytes != room ||
                 (room > 0 && !sig_hash_agrees(sig_hash, sig_hash_of(op, to->type)))))
        cell_report_mismatch(op, seat, op->seat, bytes, sig_hash, to);
    data_unpack(to, 0, from, bytes < room ? (MPI_Count)bytes : room);
}

void cell_take_block(const struct coll_op *op, const struct coll_cell *cell, int seat,
                     const struct data *to)
{
    const struct coll_head *head = &cell->head;
    MPI_Count bytes = data_bytes(to);
    bool is_whole =
        cell_form(cell) == CELL_INLINE && head->bytes == (uint32_t)(bytes * op->peers);

    if (unlikely(!is_whole || (bytes > 0 && !sig_hash_agrees(head->sig_hash,
                                                             sig_hash_fold(to->type->sig_hash)))))
        cell_report_mismatch(op, seat, op->seat, head->bytes / (uint32_t)op->peers, head->sig_hash,
                             to);
    if (likely(is_whole))
        data_unpack(to, 0, cell_bytes(cell) + bytes * op_rank(op), bytes);
}

void cell_take(const struct coll_op *op, const struct coll_cell *cell, int seat,
               const struct data *to)
{
    const struct coll_head *head = &cell->head;

    if (head->form == CELL_BUFFER)
        op_copy(op, seat, op->seat, &cell->data, to);
    else if (cell_form(cell) == CELL_INLINE)
        take_bytes(op, seat, cell_bytes(cell), head->bytes, head->sig_hash, to);
    else if (data_bytes(to) != head->bytes)
        cell_report_mismatch(op, seat, op->seat, head->bytes, head->sig_hash, to);
}

void cell_take_packet(const struct coll_op *op, const struct coll_cell *cell, int seat, int number,
                    const struct data *to)
{
    const struct packet *packet = cell_packets(cell) + number;

    take_bytes(op, seat, cell_bytes(cell) + packet->offset, packet->bytes, packet->sig_hash, to);
}
