/* SPDX-License-Identifier: MIT */
#include "comm/port_wait.h"

#include <stdio.h>
#include <string.h>

#include "base/knob.h"
#include "base/memory.h"
#include "rank/wait.h"
#include "rank/worlds/connected.h"

static struct lock port_lock;

void ports_lock(void)
{
    lock_take(&port_lock);
}

void ports_unlock(void)
{
    lock_release(&port_lock);
}

void *port_take(size_t bytes)
{
    struct heap *heap = memory_use(NULL);
    void *block = memory_take_zeroed(bytes);

    memory_use(heap);
    return block;
}

void port_give(void *block)
{
    struct heap *heap = memory_use(NULL);

    memory_give(block);
    memory_use(heap);
}

char *port_copy_text(const char *text)
{
    size_t bytes = strlen(text) + 1;
    char *copy = port_take(bytes);

    return copy != NULL ? memcpy(copy, text, bytes) : NULL;
}

void port_wait_free(struct port_wait *wait)
{
    port_give(wait->text);
    port_give(wait);
}

void port_wait_complete(struct port_wait *wait, int err)
{
    struct rank *rank = wait->rank;

    list_remove(&wait->link);
    wait->err = err;
    store_seq_cst(&wait->is_complete, true); /* edge port.complete */
    rank_wake(rank);
}

void port_waits_forget(struct list *waits, const struct world *world)
{
    struct list *link = waits->next;

    while (link != waits) {
        struct port_wait *wait = port_wait_of(link);

        link = link->next;
        if (wait->rank->world == world) {
            list_remove(&wait->link);
            if (wait->alarm.rank != NULL)
                alarm_stop(&wait->alarm);
            port_wait_free(wait);
        }
    }
}

/* ---- waiting --------------------------------------------------------------------------------- */

bool port_wait_is_complete(const struct port_wait *wait)
{
    return load_acquire(&wait->is_complete); /* edge port.complete */
}

static bool port_is_open(void *subject)
{
    const struct port_wait *wait = subject;

    return !port_wait_is_complete(wait) &&
           !load_seq_cst(&wait->is_given_up) && /* edge rank.asleep */
           !(wait->has_timeout && alarm_has_rung(&wait->alarm));
}

/* MPI_Comm_connect has a time of the library's after which it fails; the others wait for ever. */
static bool give_up_connecting(void *subject)
{
    struct port_wait *wait = subject;

    if (wait->group == NULL || wait->side != PORT_CONNECT)
        return false;
    store_seq_cst(&wait->is_given_up, true); /* edge rank.asleep */
    return true;
}

static void describe_port_wait(void *subject, struct wait_report *wait_report)
{
    const struct port_wait *wait = subject;

    if (wait->group == NULL)
        fprintf(wait_report->words, "the name \"%s\" to be published", wait->text);
    else
        fprintf(wait_report->words, "a call of %s at port \"%s\"",
                wait->side == PORT_ACCEPT ? "MPI_Comm_connect" : "MPI_Comm_accept", wait->text);
}

static const struct wait answered = {
    .is_pending = port_is_open, .describe = describe_port_wait, .give_up = give_up_connecting};

/* How long the wait counts as one that may come to its end. The program of a job of heddle_run may
 * be about to start another job, which no count of ranks shows. */
static uint64_t patience_ns(const struct rank *self, uint64_t timeout_ns)
{
    if (timeout_ns != PORT_FOREVER)
        return timeout_ns;
    return !world_is_of_process(self->world)
               ? (uint64_t)load_relaxed(&self->own.port_wait_ms) * 1000000
               : 0;
}

bool port_wait_await(struct rank *self, struct port_wait *wait, uint64_t timeout_ns)
{
    uint64_t alarm_ns = patience_ns(self, timeout_ns);
    bool is_answered;

    if (alarm_ns > 0)
        alarm_set(self, &wait->alarm, alarm_ns);
    connected_come_to_port(self->world);
    rank_wait(self, &answered, wait);
    connected_leave_port(self->world);
    if (alarm_ns > 0)
        alarm_stop(&wait->alarm);
    ports_lock();
    is_answered = port_wait_is_complete(wait);
    if (!is_answered)
        list_remove(&wait->link);
    ports_unlock();
    return is_answered;
}

struct port_wait *port_wait_create(struct rank *self, const char *text, uint64_t timeout_ns)
{
    struct port_wait *wait = port_take(sizeof *wait);
    char *copy = port_copy_text(text);

    if (wait == NULL || copy == NULL) {
        port_give(copy);
        port_give(wait);
        return NULL;
    }
    list_init(&wait->link);
    list_init(&wait->alarm.link);
    wait->rank = self;
    wait->text = copy;
    wait->has_timeout = timeout_ns != PORT_FOREVER;
    return wait;
}

