/* SPDX-License-Identifier: MIT */
/* exit_list: what a slot's code registered with atexit, on_exit, or, compiled from C++, for the
 * destruction of its static objects. Any of the slot's threads may register. */
#ifndef IMAGE_EXIT_LIST_H
#define IMAGE_EXIT_LIST_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct exit_handler {
    void (*with_argument)(void *argument);             /* one of these two */
    void (*with_status)(int status, void *argument);
    void *argument;
    const char *owner; /* an address in the module whose it is */
};

struct exit_list {
    pthread_mutex_t lock;
    bool is_open; /* else the process's list is the one that counts */
    struct exit_handler *handlers;
    size_t count;
    size_t capacity;
};

void exit_list_open(struct exit_list *list);
/* Drops what is left. */
void exit_list_close(struct exit_list *list);

/* False when the list is not open. */
bool exit_list_add(struct exit_list *list, struct exit_handler handler);
/* The latest one leaves the list before it runs: it may register others, or never return. False
 * when there are but `kept` left. */
bool exit_list_run_latest(struct exit_list *list, size_t kept, int status);
/* The latest one of those whose owner lies between the two; false when there is none. */
bool exit_list_run_latest_of(struct exit_list *list, const char *start, const char *end,
                             int status);

#endif
