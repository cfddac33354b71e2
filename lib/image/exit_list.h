/* SPDX-License-Identifier: MIT */
/* The exit handlers of a slot: functions that its code registered with atexit or on_exit, and the
 * destruction of static C++ objects. Any of the slot's threads may register. */
#ifndef IMAGE_EXIT_LIST_H
#define IMAGE_EXIT_LIST_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct exit_handler {
    void (*with_argument)(void *argument);             /* exactly one of the two functions is set */
    void (*with_status)(int status, void *argument);
    void *argument;
    const char *owner; /* an address in the module that registered it */
};

struct exit_list {
    pthread_mutex_t lock;
    bool is_open; /* if not, the process's own list is used */
    struct exit_handler *handlers;
    size_t count;
    size_t capacity;
};

void exit_list_open(struct exit_list *list);
/* Drops the remaining handlers. */
void exit_list_close(struct exit_list *list);

/* Returns false if the list is not open. */
bool exit_list_add(struct exit_list *list, struct exit_handler handler);
/* Runs the latest handler. The handler leaves the list first, because it may register others or
 * never return. Returns false if only `kept` handlers are left. */
bool exit_list_run_latest(struct exit_list *list, size_t kept, int status);
/* Runs the latest handler whose owner lies between start and end; returns false if there is
 * none. */
bool exit_list_run_latest_of(struct exit_list *list, const char *start, const char *end,
                             int status);

#endif
