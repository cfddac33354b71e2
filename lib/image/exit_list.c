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
        heap = memory_use(NULL); /* slots outlive jobs */
        list->handlers = memory_grow(list->handlers, list->capacity * sizeof *list->handlers);
        memory_use(heap);
        must(list->handlers != NULL);
    }
    list->handlers[list->count++] = handler;
    pthread_mutex_unlock(&list->lock);
    return true;
}

static void take_handler(struct exit_list *list, size_t index, struct exit_handler *taken)
{
    size_t i;

    *taken = list->handlers[index];
    list->count--;
    for (i = index; i < list->count; i++)
        list->handlers[i] = list->handlers[i + 1];
}

static void run_handler(const struct exit_handler *handler, int status)
{
    if (handler->with_argument != NULL)
        handler->with_argument(handler->argument);
    else if (handler->with_status != NULL)
        handler->with_status(status, handler->argument);
}

bool exit_list_run_latest(struct exit_list *list, size_t kept, int status)
{
    struct exit_handler handler = {0};
    bool is_one_there = false;

    if (!list->is_open)
        return false;
    pthread_mutex_lock(&list->lock);
    is_one_there = list->count > kept;
    if (is_one_there)
        take_handler(list, list->count - 1, &handler);
    pthread_mutex_unlock(&list->lock);
    run_handler(&handler, status);
    return is_one_there;
}

bool exit_list_run_latest_of(struct exit_list *list, const char *start, const char *end,
                             int status)
{
    struct exit_handler handler = {0};
    size_t i;

    if (!list->is_open)
        return false;
    pthread_mutex_lock(&list->lock);
    for (i = list->count; i > 0; i--)
        if (list->handlers[i - 1].owner >= start && list->handlers[i - 1].owner < end)
            break;
    if (i > 0)
        take_handler(list, i - 1, &handler);
    pthread_mutex_unlock(&list->lock);
    run_handler(&handler, status);
    return i > 0;
}
