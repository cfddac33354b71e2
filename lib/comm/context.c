/* SPDX-License-Identifier: MIT */
#include "comm/context.h"

#include "base/memory.h"

struct context *context_create(struct world *world, struct group *first, struct group *second)
{
    struct context *context = memory_take_zeroed(sizeof *context);

    if (context == NULL || first == NULL) {
        memory_give(context);
        group_drop(first);
        group_drop(second);
        return NULL;
    }
    store_relaxed(&context->references, 1);
    context->id = fetch_add_relaxed(&world->next_context_id, 1);
    context->groups[0] = first;
    context->groups[1] = second;
    return context;
}

struct context *context_hold(struct context *context)
{
    fetch_add_relaxed(&context->references, 1);
    return context;
}

void context_drop(struct context *context)
{
    if (context == NULL || fetch_sub_acq_rel(&context->references, 1) != 1) /* edge context.drop */
        return;
    board_destroy(load_relaxed(&context->board));
    group_drop(context->groups[0]);
    group_drop(context->groups[1]);
    memory_give(context);
}

int context_seats(const struct context *context)
{
    return context->groups[0]->size + (context->groups[1] != NULL ? context->groups[1]->size : 0);
}

struct board *context_board(struct context *context)
{
    struct board *board = load_acquire(&context->board); /* edge context.board */
    struct board *ours;

    if (likely(board != NULL))
        return board;
    ours = board_create(context_seats(context));
    if (ours == NULL)
        return NULL;
    if (compare_exchange_acq_rel(&context->board, &board, ours)) /* edge context.board */
        return ours;
    board_destroy(ours); /* another member was faster */
    return board;
}
