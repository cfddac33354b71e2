/* SPDX-License-Identifier: MIT */
#include "coll/cell.h"

#include "coll/verify/agree.h"

static uint32_t sig_hash_of(const struct coll_op *op, const struct type *type)
{
    return coll_sig_hash(op->args->kind, comm_is_inter(op->args->comm), type);
}

static void fill(struct coll_cell *cell, const struct coll_op *op, enum cell_form form,
                 const struct data *data)
{
    cell->head = op->head;
    cell->head.form = (uint8_t)form;
    cell->head.sig_hash = sig_hash_of(op, data->type);
    cell->head.bytes = (uint32_t)data_bytes(data);
}

size_t cell_of_nothing(struct coll_cell *cell, const struct coll_op *op)
{
    cell->head = op->head;
    return offsetof(struct coll_cell, payload);
}

/* Where so many bytes go that are to go with a cell. NULL: no memory for the slot. */
static unsigned char *place(struct coll_cell *cell, const struct coll_op *op, MPI_Count bytes)
{
    unsigned char *slot;

    if (bytes <= CELL_INLINE_BYTES_MAX)
        return cell->payload;
    slot = round_slot(&op->rounds[0], (size_t)bytes);
    cell->slot = slot;
    return slot;
}

/* The bytes of a cell that are used with a payload of `bytes`. */
static size_t extent_with(MPI_Count bytes)
{
    return bytes <= CELL_INLINE_BYTES_MAX
               ? offsetof(struct coll_cell, payload) + (size_t)bytes
               : offsetof(struct coll_cell, slot) + sizeof(unsigned char *);
}

size_t cell_of_bytes(struct coll_cell *cell, const struct coll_op *op, const struct data *data)
{
    MPI_Count bytes = data_bytes(data);

    fill(cell, op, cell_form_of(CELL_INLINE, bytes), data);
    data_pack(data, 0, place(cell, op, bytes), bytes);
    return extent_with(bytes);
}

size_t cell_of_buffer(struct coll_cell *cell, const struct coll_op *op, const struct data *data)
{
    fill(cell, op, CELL_BUFFER, data);
    cell->data = *data;
    return sizeof *cell;
}

size_t cell_of_call(struct coll_cell *cell, const struct coll_op *op)
{
    cell->head = op->head;
    cell->head.form = CELL_CALL;
    cell->op = op;
    cell->element_bytes =
        args_are_members(op->args) ? args_operand_type(op->args)->size : NO_SHARE;
    store_relaxed(&cell->is_done, false);
    return offsetof(struct coll_cell, is_done) + sizeof cell->is_done;
}

/* A block for nobody, or for this member itself, need not be packed. */
static bool is_given(const struct coll_args *args, int dest)
{
    bool is_for_self = dest == args->comm->rank && !comm_is_inter(args->comm);

    return !is_for_self && dest != MPI_PROC_NULL;
}

MPI_Count cell_bytes_of_packets(const struct coll_args *args, packet_of *packet, int count)
{
    MPI_Count bytes = 0;
    int i, dest;

    for (i = 0; i < count && bytes <= SLOT_BYTES; i++) {
        struct data data = packet(args, i, &dest);

        bytes += (MPI_Count)sizeof(struct packet);
        bytes += is_given(args, dest) ? data_bytes(&data) : 0;
    }
    return bytes;
}

size_t cell_of_packets(struct coll_cell *cell, const struct coll_op *op, packet_of *packet,
                       int count)
{
    MPI_Count bytes = cell_bytes_of_packets(op->args, packet, count);
    unsigned char *start = bytes <= SLOT_BYTES ? place(cell, op, bytes) : NULL;
    size_t at = (size_t)count * sizeof(struct packet);
    struct packet *list = (struct packet *)(void *)start;
    int i;

    if (start == NULL)
        return 0;
    for (i = 0; i < count; i++, list++) {
        struct data data = packet(op->args, i, &list->dest);

        list->bytes = (uint16_t)data_bytes(&data);
        list->sig_hash = sig_hash_fold(data.type->sig_hash);
        list->offset = (uint16_t)at;
        if (!is_given(op->args, list->dest))
            continue;
        data_pack(&data, 0, start + at, list->bytes);
        at += list->bytes;
    }
    cell->head = op->head;
    cell->head.form = (uint8_t)cell_form_of(CELL_PACKED, bytes);
    cell->head.bytes = (uint32_t)count;
    return extent_with(bytes);
}

bool cell_is_acceptable(struct coll_op *op, int seat)
{
    op->is_odd = true;
    return cell_agrees(op, cell_at(op, seat), seat);
}

void cell_copy_own(const struct coll_op *op, const struct data *from, const struct data *to)
{
    op_copy(op, op->seat, op->seat, from, to);
}

bool op_pin(const struct coll_op *op)
{
    return round_pin(&op->rounds[0]);
}

void op_unpin(const struct coll_op *op)
{
    round_unpin(&op->rounds[0]);
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

    if (unlikely(cell_form(cell) != CELL_INLINE || head->bytes != (uint32_t)(bytes * op->peers) ||
                 (bytes > 0 &&
                  !sig_hash_agrees(head->sig_hash, sig_hash_fold(to->type->sig_hash)))))
        cell_report_mismatch(op, seat, op->seat, head->bytes / (uint32_t)op->peers, head->sig_hash,
                             to);
    else
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
