/* SPDX-License-Identifier: MIT */
#include "sync/mpsc.h"

#include "base/memory.h"
#include "base/must.h"

static_assert(sizeof(struct mpsc_cell) == CACHE_LINE, "an item travels in one line");

bool mpsc_init(struct mpsc *queue)
{
    memset(queue, 0, sizeof *queue);
    queue->cells = memory_take_aligned(CACHE_LINE, MPSC_CELLS * sizeof(struct mpsc_cell));
    return queue->cells != NULL;
}

static void free_overflowed(struct mpsc_overflow *overflow)
{
    while (overflow != NULL) {
        struct mpsc_overflow *next = overflow->next;

        memory_give(overflow);
        overflow = next;
    }
}

void mpsc_fini(struct mpsc *queue)
{
    if (queue->cells == NULL)
        return;
    free_overflowed(queue->batch);
    free_overflowed(load_relaxed(&queue->overflow));
    memory_give(queue->cells);
    queue->cells = NULL;
}

/* Checks laws 1 and 2: no cell is stamped with a ticket that was not handed out, the tickets in use
 * fit the ring, and freed tickets have been popped. */
static void check_ring(const struct mpsc *queue)
{
    uint64_t freed = load_relaxed(&queue->freed), tail, ticket;

    must(freed <= queue->head);
    for (ticket = queue->head; ticket < queue->head + MPSC_CELLS; ticket++)
        must(load_acquire(&mpsc_cell_of(queue, ticket)->stamp) <= ticket + 1); /* edge mpsc.stamp */
    tail = load_relaxed(&queue->tail) >> 1;
    must(queue->head <= tail);
    must(tail - freed <= MPSC_CELLS);
}

/* Checks laws 3 and 4: the batch is counted, and is not popped too late. */
static void check_batch(const struct mpsc *queue)
{
    const struct mpsc_overflow *overflow = queue->batch;
    uint64_t overflowed = load_relaxed(&queue->overflowed), count;

    if (overflow != NULL)
        must(queue->head <= queue->batch_after);
    for (count = 0; overflow != NULL && count < LAWS_STEPS_MAX; count++)
        overflow = overflow->next;
    must(count <= overflowed);
}

void mpsc_check(const struct mpsc *queue)
{
    if (queue->cells == NULL)
        return;
    check_ring(queue);
    check_batch(queue);
}

enum mpsc_pushed mpsc_push_overflow(struct mpsc *queue, const void *item, size_t bytes)
{
    struct mpsc_overflow *overflow = memory_take(sizeof *overflow);

    if (overflow == NULL)
        return MPSC_NO_MEMORY;
    memcpy(overflow->item, item, bytes);
    fetch_add_relaxed(&queue->overflowed, 1); /* before the item can be popped, see law 3 */
    overflow->next = load_relaxed(&queue->overflow);
    while (!compare_exchange_weak_seq_cst(&queue->overflow, &overflow->next, overflow))
        ; /* edge mpsc.overflow, edge mpsc.doze */
    return mpsc_wake(queue) ? MPSC_PUSHED_TO_DOZING : MPSC_PUSHED;
}

/* Moves the overflow list into `batch` and reverses it, oldest item first. */
static void take_batch(struct mpsc *queue)
{
    struct mpsc_overflow *newest =
        exchange_acq_rel(&queue->overflow, NULL); /* edge mpsc.overflow */

    /* Read the tail after the exchange: each ticket that a producer took before it pushed to the
     * overflow list is then below batch_after. */
    queue->batch_after = load_relaxed(&queue->tail) >> 1;
    while (newest != NULL) {
        struct mpsc_overflow *older = newest->next;

        newest->next = queue->batch;
        queue->batch = newest;
        newest = older;
    }
}

const void *mpsc_peek_overflow(struct mpsc *queue)
{
    const struct mpsc_cell *cell = mpsc_cell_of(queue, queue->head);

    if (queue->batch == NULL)
        take_batch(queue);
    if (queue->head == queue->batch_after)
        return queue->batch->item;
    if (load_acquire(&cell->stamp) != queue->head + 1) /* edge mpsc.stamp */
        return NULL;
    return cell->item;
}

void mpsc_pop_overflow(struct mpsc *queue)
{
    struct mpsc_overflow *oldest = queue->batch;

    law(load_relaxed(&queue->overflowed) > 0);
    queue->batch = oldest->next;
    memory_give(oldest);
    /* Pass on the license for the cells popped so far: the ring may be full, and then no other pop
     * would. */
    store_release(&queue->freed, queue->head); /* edge mpsc.freed */
    fetch_sub_release(&queue->overflowed, 1); /* edge mpsc.overflowed */
}

void mpsc_pop_with_tail(struct mpsc *queue, void *tail, size_t tail_bytes)
{
    uint64_t before = queue->head, ticket = before;
    char *to = tail;

    for (; tail_bytes > MPSC_ITEM_BYTES; tail_bytes -= MPSC_ITEM_BYTES, to += MPSC_ITEM_BYTES)
        memcpy(to, mpsc_cell_of(queue, ++ticket)->item, MPSC_ITEM_BYTES);
    if (tail_bytes > 0)
        mpsc_copy_part(to, mpsc_cell_of(queue, ++ticket)->item, tail_bytes);
    queue->head = ticket + 1;
    if (before / MPSC_FREED_EVERY != queue->head / MPSC_FREED_EVERY)
        store_release(&queue->freed, queue->head); /* edge mpsc.freed */
}

bool mpsc_prepare_sleep(struct mpsc *queue)
{
    uint64_t tail = fetch_or_seq_cst(&queue->tail, 1); /* edge mpsc.doze */

    fence_seq_cst(); /* edge mpsc.doze */
    return tail >> 1 == queue->head && queue->batch == NULL &&
           load_seq_cst(&queue->overflow) == NULL; /* edge mpsc.doze */
}

bool mpsc_is_asleep(const struct mpsc *queue)
{
    uint64_t tail = load_seq_cst(&queue->tail); /* edge mpsc.doze */

    return (tail & 1) != 0 && tail >> 1 == queue->head && queue->batch == NULL &&
           load_seq_cst(&queue->overflow) == NULL; /* edge mpsc.doze */
}

bool mpsc_clear_dozing(struct mpsc *queue)
{
    return (fetch_and_seq_cst(&queue->tail, ~(uint64_t)1) & 1) != 0; /* edge mpsc.doze */
}
