/* SPDX-License-Identifier: MIT */
/* The cells by which members show each other what they call and what they have: a head (head.h)
 * and something behind it. An algorithm publishes by no other means.
 *
 * Little data goes with the cell itself, behind the head or in the member's slot. Its owner may
 * then go on at once. Much data stays in its buffer, and the cell says where that is.
 *
 * Words
 *   fill     cell_open, cell_put, cell_put_*: writes a cell that no member reads yet.
 *   publish  cell_publish, cell_publish_table: from now on others may read the cell.
 *   step     cell_step: that many steps of the operation are done for the cell's member. The
 *            table's cell counts the steps that are done for all.
 *   wake     op_wake, op_wake_from, op_wake_targets: whom the caller knows to wait for what it has
 *            published. Each publication and each step is followed by one of them, but for a cell
 *            whose member then arrives at a counter (meeting.h): the last to arrive wakes all.
 *   look     cell_see and cell_hear return a cell that has come; cell_poll waits for it briefly;
 *            cell_has asks for steps.
 *
 * Owners. The driver calls `post` when all members have left the operation that used the cell
 * before (board.h, law 1). From then on its member alone writes it, and publishes it once. A
 * published cell does not change until all have left, but for its steps. These are written by who
 * has claimed the member's share (large/share.h), or by the member itself, one after another. The
 * table's cell belongs to the last member to arrive, until it publishes it.
 *
 * Steps. An algorithm has as many as it likes: what it publishes once and reads n times takes one
 * sequence number and no memory of its own. A member that sees n steps sees what has been written
 * in all of them, because a member that publishes a step has seen the one before.
 *
 * Reuse. A cell's stamp holds the sequence number of its operation, so an older cell reads as one
 * that has not come, and its steps as none. Filling a cell sets its steps to 0.
 *
 * Laws, checked where laws are (base/must.h)
 *   1. A member publishes its cell at most once in an operation.
 *   2. A cell's steps rise.
 *   3. A member that depends on all members (op.h) has published its own cell when `post` returns.
 *   4. It has heard from all when `complete` has succeeded.
 *
 * Abort. When the board is broken (board.h) no member looks at cells any more. A member publishes
 * without regard to that. A member that follows a pointer on a cell holds a pin (op_pin), and its
 * owner stays.
 *
 * Observers see when an operation begins, is waited for and ends (driver.h), not each cell.
 * Publishing and looking are no choices: an explored rank hands control on where it waits.
 *
 * The inline functions take `fast`, a constant at each place of use: true in a blocking entry's
 * own copy of an algorithm, whose operation is in registers (op.h).
 *
 * Edges
 *   cell.step  a step publishes what has been written in it, and that others' buffers are not read
 *              any more. */
#ifndef COLL_CELL_H
#define COLL_CELL_H

#include "base/cpu.h"
#include "base/must.h"
#include "coll/op.h"
#include "rank/sleep/wake.h"
#include "rank/wait.h"

enum { NO_SHARE = -1 };

/* A block for one member on a packed cell: an entry of the list before the blocks. */
struct packet {
    int32_t dest; /* its rank */
    uint32_t sig_hash;
    uint16_t offset; /* from the list's beginning */
    uint16_t bytes;  /* of a block for no member, or for the member itself, not all are there */
};

static_assert(SLOT_BYTES <= UINT16_MAX, "a packet is anywhere in a slot");

struct coll_cell {
    struct coll_head head;
    union {
        unsigned char payload[CELL_INLINE_BYTES_MAX];
        const unsigned char *slot;
        struct {
            struct data data;
            int cluster; /* of its member (large/relayed.h); -1: not known */
        };
        struct {
            const struct coll_op *op;
            MPI_Count element_bytes; /* that are combined in its member's share; NO_SHARE */
        };
    };
};

static_assert(sizeof(struct coll_cell) <= CELL_BYTES, "a cell is one cache line");

/* ---- sizes and forms ------------------------------------------------------------------------- */

/* The form of a cell with that many bytes, which may have to be in the slot. */
ALWAYS_INLINE enum cell_form cell_form_of(enum cell_form form, MPI_Count bytes)
{
    return bytes <= CELL_INLINE_BYTES_MAX ? form : form | CELL_IN_SLOT;
}

static inline enum cell_form cell_form(const struct coll_cell *cell)
{
    return (enum cell_form)(cell->head.form & ~CELL_IN_SLOT);
}

/* The bytes that go with a cell. */
ALWAYS_INLINE unsigned char *cell_payload(struct coll_cell *cell, enum cell_form form)
{
    return form & CELL_IN_SLOT ? (unsigned char *)(uintptr_t)cell->slot : cell->payload;
}

static inline const unsigned char *cell_bytes(const struct coll_cell *cell)
{
    return cell->head.form & CELL_IN_SLOT ? cell->slot : cell->payload;
}

/* The list of a packed cell. */
static inline const struct packet *cell_packets(const struct coll_cell *cell)
{
    return (const struct packet *)(const void *)cell_bytes(cell);
}

/* ---- copying --------------------------------------------------------------------------------- */

/* Few bytes, of which 4 and 8 are the most common. */
ALWAYS_INLINE void copy_few(void *to, const void *from, MPI_Count bytes)
{
    if (bytes == 8)
        memcpy(to, from, 8);
    else if (bytes == 4)
        memcpy(to, from, 4);
    else if (bytes > 0)
        memcpy(to, from, (size_t)bytes);
}

/* Data of this member's, to its cell or its slot. */
ALWAYS_INLINE void cell_put(const struct coll_op *op, unsigned char *to, const struct data *from,
                            bool fast)
{
    if (fast || likely(op->args->is_plain))
        copy_few(to, from->buf, data_bytes(from));
    else
        data_pack(from, 0, to, data_bytes(from));
}

/* From one member's block to another's; reports a mismatch of length or type. */
void op_copy(const struct coll_op *op, int source, int dest, const struct data *from,
             const struct data *to);

/* From one buffer of this member to another. */
ALWAYS_INLINE void cell_copy(const struct coll_op *op, const struct data *from,
                             const struct data *to, bool fast)
{
    if (fast || likely(op->args->is_plain))
        copy_few(to->buf, from->buf, data_bytes(to));
    else
        op_copy(op, op->seat, op->seat, from, to);
}

/* ---- filling --------------------------------------------------------------------------------- */

/* The i-th block that a member has for others, and the rank that it is for. */
typedef struct data packet_of(const struct coll_args *args, int i, int *dest);

/* Is the packet on the cell? A member has no packet for itself there, unless it may be its own
 * neighbour. */
ALWAYS_INLINE bool packet_is_given(const struct coll_args *args, int dest)
{
    return dest != MPI_PROC_NULL &&
           (dest != args->comm->rank || args->neighbors != NULL || comm_is_inter(args->comm));
}

/* Writes `count` packets behind their list. */
ALWAYS_INLINE void packets_put(const struct coll_args *args, unsigned char *start,
                               packet_of *packet, int count, bool fast)
{
    struct packet *list = (struct packet *)(void *)start;
    size_t at = (size_t)count * sizeof *list;
    int i, dest;

    for (i = 0; i < count; i++) {
        const struct data data = packet(args, i, &dest);
        const size_t bytes = (size_t)data_bytes(&data);

        list[i] = (struct packet){dest, sig_hash_fold(data.type->sig_hash), (uint16_t)at,
                                  (uint16_t)bytes};
        if (!packet_is_given(args, dest))
            continue;
        if (fast || args->is_plain)
            copy_few(start + at, data.buf, (MPI_Count)bytes);
        else
            data_pack(&data, 0, start + at, (MPI_Count)bytes);
        at += bytes;
    }
}

/* The seat after the last is the table's. */
ALWAYS_INLINE struct coll_cell *cell_at(const struct coll_op *op, int seat)
{
    return (struct coll_cell *)(void *)op->cells[seat].body;
}

/* Payloads of that many bytes of that type are what cells have now: those that come, and this
 * member's own. */
ALWAYS_INLINE void cell_expect(struct coll_op *op, enum coll_kind kind, const struct type *type,
                               MPI_Count bytes, bool fast)
{
    const bool is_inter = !fast && comm_is_inter(op->args->comm);

    op->form = cell_form_of(CELL_INLINE, bytes);
    op->head.data = head_data_word(coll_sig_hash(kind, is_inter, type), bytes);
}

/* Writes the head of a cell and returns the place of its payload. */
ALWAYS_INLINE unsigned char *cell_open(const struct coll_op *op, int seat)
{
    struct coll_cell *cell = cell_at(op, seat);

    cell->head.call = op->head.call | (uint64_t)op->form << 24;
    cell->head.data = op->head.data;
    cell->head.history_without_steps = op->head.history;
    if (op->form & CELL_IN_SLOT)
        cell->slot = op->slot;
    return cell_payload(cell, op->form);
}

ALWAYS_INLINE void op_wake(const struct coll_op *op, int seat, bool fast)
{
    const struct context *context = op->args->comm->context;

    rank_wake(fast || likely(context->groups[1] == NULL) ? context->groups[0]->members[seat]
                                                          : context_member(context, seat));
}

ALWAYS_INLINE void op_wake_from(const struct coll_op *op, int first, bool fast)
{
    const struct context *context = op->args->comm->context;
    int seat;

    if (unlikely(op->seats - first > WAKE_BATCH) && context->groups[1] == NULL) {
        rank_wake_many(&context->groups[0]->members[first], op->seats - first);
        return;
    }
    for (seat = first; seat < op->seats; seat++)
        if (seat != op->seat)
            op_wake(op, seat, fast);
}

/* Wakes the members to whom this one has an edge, and those that wait for its cell to do the share
 * of one of these (large/neighbor.c). */
ALWAYS_INLINE void op_wake_targets(const struct coll_op *op, bool fast)
{
    const struct neighbors *neighbors = op->args->neighbors;
    int i;

    for (i = 0; i < neighbors->targets_count; i++) {
        int seat = neighbors->targets[i];

        if (seat != op->seat && seat != MPI_PROC_NULL)
            op_wake(op, seat, fast);
    }
    if (board_holds_up(op->board))
        op_wake_from(op, 0, fast);
}

/* Publishes the member's own cell, once. */
ALWAYS_INLINE void cell_publish(struct coll_op *op)
{
    law(!op->has_published); /* law 1 */
    op->has_published = true;
    board_stamp(op->board, &op->cells[op->seat],
                op->seqno << STAMP_LAG_BITS | board_own_lag(op->board, op->seat, op->seqno));
}

/* Publishes the table's cell. */
ALWAYS_INLINE void cell_publish_table(const struct coll_op *op)
{
    board_stamp(op->board, &op->cells[op->seats],
                op->seqno << STAMP_LAG_BITS | board_laggards(op->board, op->seqno));
}

/* Publishes that this many steps of the member at that seat are done; the table's: of all
 * members. */
static inline void cell_step(const struct coll_op *op, int seat, unsigned steps)
{
    law(load_relaxed(&cell_at(op, seat)->head.steps) < steps); /* law 2 */
    store_seq_cst(&cell_at(op, seat)->head.steps, steps); /* edge cell.step */
}

/* ---- reading --------------------------------------------------------------------------------- */

/* The cell of that seat; NULL: it has not come. */
static inline struct coll_cell *cell_see(const struct coll_op *op, int seat)
{
    return board_read(op->board, seat, op->seqno) != NULL ? cell_at(op, seat) : NULL;
}

/* Has the cell's member called the same? If not, the board is broken. */
bool cell_agrees(const struct coll_op *op, const struct coll_cell *cell, int seat);

/* The cell, once it has come and agrees; else NULL. */
static inline struct coll_cell *cell_hear(const struct coll_op *op, int seat)
{
    struct coll_cell *cell = cell_see(op, seat);

    return cell != NULL && likely(cell_agrees(op, cell, seat)) ? cell : NULL;
}

/* Has the cell come, and are that many steps of its member done? */
static inline bool cell_has(const struct coll_op *op, int seat, unsigned steps)
{
    const struct coll_cell *cell = cell_see(op, seat);

    return cell != NULL && load_acquire(&cell->head.steps) >= steps; /* edge cell.step */
}

/* Has that cell come, and does it say what it should? `call` and `data` mask what has to be
 * alike. After a cell that is not exactly as expected the operation takes what cells hold by
 * cell_take. */
ALWAYS_INLINE bool cell_poll_alike(struct coll_op *op, int seat, uint64_t call, uint64_t data,
                                   bool fast)
{
    const struct cell *cell = &op->cells[seat];
    const struct coll_head *head = &cell_at(op, seat)->head;
    const uint64_t expected = op->head.call | (uint64_t)op->form << 24;
    uint64_t stamp;
    int polls = fast ? op->polls : 1;

    for (;;) {
        stamp = load_acquire(&cell->stamp); /* edge board.cell */
        if (stamp >> STAMP_LAG_BITS == op->seqno || --polls == 0)
            break;
        cpu_pause();
    }
    op->lags |= (unsigned)stamp & LAG_UNKNOWN;
    if (polls == 0)
        return false;
    if (likely(((head->call ^ expected) & call) == 0 &&
               ((head->data ^ op->head.data) & data) == 0 &&
               head->history == op->head.history))
        return true;
    op->is_odd = true;
    return !fast && cell_agrees(op, cell_at(op, seat), seat);
}

ALWAYS_INLINE bool cell_poll(struct coll_op *op, int seat, bool fast)
{
    return cell_poll_alike(op, seat, UINT64_MAX, UINT64_MAX, fast);
}

/* A packed cell, whose packets are on it or in the slot. */
ALWAYS_INLINE bool cell_poll_packed(struct coll_op *op, int seat, uint64_t data, bool fast)
{
    return cell_poll_alike(op, seat, ~((uint64_t)CELL_IN_SLOT << 24), data, fast);
}

/* Polls the cells of the first `members` members, but for this one. */
ALWAYS_INLINE bool cell_poll_first(struct coll_op *op, int members, bool fast)
{
    int seat;

    for (seat = 0; seat < members; seat++)
        if (seat != op->seat && !cell_poll(op, seat, fast))
            return false;
    return true;
}

/* May payloads be copied as they lie? Cells were as expected, and data have no gaps. */
ALWAYS_INLINE bool cell_is_simple(const struct coll_op *op, bool fast)
{
    return fast || likely(!op->is_odd && op->args->is_plain);
}

/* Copies what an inline or buffer cell of that member offers. */
void cell_take(const struct coll_op *op, const struct coll_cell *cell, int seat,
               const struct data *to);

/* The payload of a cell that has been heard. */
ALWAYS_INLINE void cell_take_payload(const struct coll_op *op, int seat, const struct data *to,
                                     bool fast)
{
    if (cell_is_simple(op, fast))
        copy_few(to->buf, cell_payload(cell_at(op, seat), op->form), data_bytes(to));
    else
        cell_take(op, cell_at(op, seat), seat, to);
}

/* Copies this member's block of a cell that has one for each peer, one behind the other. */
void cell_take_block(const struct coll_op *op, const struct coll_cell *cell, int seat,
                     const struct data *to);
/* Copies the number-th packet of a packed cell. */
void cell_take_packet(const struct coll_op *op, const struct coll_cell *cell, int seat, int number,
                    const struct data *to);

/* Prefetches this member's packet together with the list that says where it is, assuming that the
 * blocks before it are as long as its own. */
ALWAYS_INLINE void cell_prefetch_packet(const struct coll_cell *cell, int before, MPI_Count bytes)
{
    MPI_Count first = cell->head.bytes * (MPI_Count)sizeof(struct packet) + before * bytes, at;

    if (!(cell->head.form & CELL_IN_SLOT) || first + bytes > SLOT_BYTES)
        return;
    for (at = first; at < first + bytes; at += CACHE_LINE)
        __builtin_prefetch(cell->slot + at);
}

/* ---- cells of every kind, for operations that are not fast ------------------------------- */

/* Writes the head of a cell that has no more, or not yet. */
struct coll_cell *cell_begin(struct coll_op *op, int seat);
/* Each fills the member's own cell, to be published. */
void cell_put_buffer(struct coll_op *op, const struct data *data);
void cell_put_call(struct coll_op *op);
/* With the data behind the head, or in the slot. False: they do not fit, or there is no memory. */
bool cell_put_bytes(struct coll_op *op, const struct data *data);

/* The bytes of that many packets and of their list; more than SLOT_BYTES: they do not fit. */
MPI_Count cell_bytes_of_packets(const struct coll_args *args, packet_of *packet, int count);
/* A cell of them. False: they do not fit, or there is no memory. */
bool cell_put_packets(struct coll_op *op, packet_of *packet, int count);

/* The operation of a member that has shown it. */
static inline const struct coll_op *op_of(const struct coll_op *op, int seat)
{
    return cell_at(op, seat)->op;
}

/* A pin to others' operations and buffers, which their cells name. False: the board is broken, they
 * may be gone, and so will this member be. */
static inline bool op_pin(const struct coll_op *op)
{
    return round_pin(&op->round);
}

static inline void op_unpin(const struct coll_op *op)
{
    round_unpin(&op->round);
}

#endif
