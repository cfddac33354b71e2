/* SPDX-License-Identifier: MIT */
/* Waiting at a port, or for a name: what port.c and service.c share. */
#ifndef COMM_PORT_WAIT_H
#define COMM_PORT_WAIT_H

#include "base/list.h"
#include "comm/port.h"
#include "rank/sleep/alarm.h"
#include "sync/lock.h"

/* A rank that waits. Worlds of several jobs use it, so it lies in the memory of the process. */
struct port_wait {
    struct list link;
    struct rank *rank;
    enum port_side side;
    struct group *group; /* that it leads, in its own memory; NULL: it waits for a name */
    char *text;          /* the port, or the name */
    int err;
    struct context *context;
    int own_side;
    bool is_apart; /* it has met a call of another world */
    bool has_timeout;
    struct alarm alarm;
    _Atomic(bool) is_complete;
    _Atomic(bool) is_given_up; /* it connects, and no rank of the process can go on without that */
};

static inline struct port_wait *port_wait_of(struct list *link)
{
    return container_of(link, struct port_wait, link);
}

/* NULL: no memory. */
struct port_wait *port_wait_create(struct rank *self, const char *text, uint64_t timeout_ns);
void port_wait_free(struct port_wait *wait);

/* Waits until the queued wait is answered, or its time is over; true: it was answered. */
bool port_wait_await(struct rank *self, struct port_wait *wait, uint64_t timeout_ns);
bool port_wait_is_complete(const struct port_wait *wait);

/* Under ports_lock: takes the wait off its queue and answers it. The rank that waits may give it
 * back as soon as the lock is released. */
void port_wait_complete(struct port_wait *wait, int err);

/* Under ports_lock: ranks of the world that were unwound have left these behind. */
void port_waits_forget(struct list *waits, const struct world *world);

/* The memory of the process. */
void *port_take(size_t bytes); /* zeroed; NULL: no memory */
void port_give(void *block);
char *port_copy_text(const char *text);

/* Lock the ports and names of the process. */
void ports_lock(void);
void ports_unlock(void);

/* Under ports_lock: what a world has published is published no longer. */
void services_forget(const struct world *world);

#endif
