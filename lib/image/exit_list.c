/* SPDX-License-Identifier: MIT */
#include "image/exit_list.h"

#include "base/memory.h"
#include "base/must.h"

void exit_list_open(struct exit_list *list)
{
    pthread_mutex_init(&list->lock, NULL);
    list->is_open = true;
}

void exit_list_close(struct exit_list *list)
{
    struct heap *heap;

    if (!list->is_open)
        return;
    heap = memory_use(NULL);
    memory_give(list->handlers);
    memory_use(heap);
    pthread_mutex_destroy(&list->lock);
    *list = (struct exit_list){.is_open = false};
}

bool exit_list_add(struct exit_list *list, struct exit_handler handler)
{
    struct heap *heap;

    if (!list->is_open)
        return false;
    pthread_mutex_lock(&list->lock);
    if (list->count == list->capacity) {
        list->capacity = list->capacity != 0 ? 2 * list->capacity : 32;
        heap = memory_use(NULL); /* slots are no job's */
        list->handlers = memory_grow(list->handlers, list->capacity * sizeof *list->handlers);
        memory_use(heap);
        must(list->handlers != NULL);
    }
    list->handlers[list->count++] = handler;
    pthread_mutex_unlock(&list->lock);
    return true;
}

bool exit_list_run_latest(struct exit_list *list, int status)
{
    struct exit_handler handler = {0};
    bool is_one_there = false;

    if (!list->is_open)
        return false;
    pthread_mutex_lock(&list->lock);
    if (list->count > 0) {
        handler = list->handlers[--list->count];
        is_one_there = true;
    }
    pthread_mutex_unlock(&list->lock);
    if (handler.with_argument != NULL)
        handler.with_argument(handler.argument);
    else if (handler.with_status != NULL)
        handler.with_status(status, handler.argument);
    return is_one_there;
}
