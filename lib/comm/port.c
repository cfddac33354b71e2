/* SPDX-License-Identifier: MIT */
#include "comm/port.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/container.h"
#include "base/memory.h"
#include "base/note.h"
#include "comm/port_wait.h"
#include "comm/vote.h"
#include "rank/abort.h"
#include "rank/choice.h"
#include "rank/turns.h"

struct port {
    struct list link;
    struct world *world; /* that has opened it */
    int rank;
    uint32_t site;
    uint64_t number;
    struct list waits; /* struct port_wait, oldest first */
};

static struct {
    uint64_t number; /* of the latest port */
    struct list all;
} ports = {.all = {&ports.all, &ports.all}};

static const char port_prefix[] = "heddle-";

/* ---- ports, under the lock ------------------------------------------------------------------- */

static struct port *port_of(struct list *link)
{
    return container_of(link, struct port, link);
}

/* "heddle-PROCESS-NUMBER"; false: that is no port's name. */
static bool read_name(const char *name, long *process, uint64_t *number)
{
    char *end;

    if (strncmp(name, port_prefix, sizeof port_prefix - 1) != 0)
        return false;
    *process = strtol(name + sizeof port_prefix - 1, &end, 10);
    if (*end != '-')
        return false;
    *number = strtoull(end + 1, &end, 10);
    return *end == '\0';
}

static struct port *find_port(const char *name)
{
    uint64_t number;
    long process;
    struct list *link;

    if (!read_name(name, &process, &number) || process != getpid())
        return NULL;
    for (link = ports.all.next; link != &ports.all; link = link->next)
        if (port_of(link)->number == number)
            return port_of(link);
    return NULL;
}

static int note_no_port(const char *name)
{
    uint64_t number;
    long process;

    if (read_name(name, &process, &number) && process != getpid())
        return note(MPI_ERR_PORT,
                    "port \"%s\" is of process %ld: ports connect jobs of one process only", name,
                    process);
    return note(MPI_ERR_PORT, "port \"%s\" is not open", name);
}

static void free_port(struct port *port)
{
    while (!list_is_empty(&port->waits))
        port_wait_complete(port_wait_of(port->waits.next), MPI_ERR_PORT);
    list_remove(&port->link);
    port_give(port);
}

/* ---- opening and closing --------------------------------------------------------------------- */

int port_open(struct rank *self, char *name)
{
    struct port *port = port_take(sizeof *port);

    if (port == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a port");
    port->world = self->world;
    port->rank = self->world_rank;
    port->site = object_site;
    list_init(&port->waits);
    ports_lock();
    port->number = ++ports.number;
    snprintf(name, MPI_MAX_PORT_NAME, "%s%ld-%" PRIu64, port_prefix, (long)getpid(), port->number);
    list_append(&ports.all, &port->link);
    ports_unlock();
    return MPI_SUCCESS;
}

int port_close(struct rank *self, const char *name)
{
    const struct turn_access access = {.kind = TURN_PORT, .target = -1, .writes = true};
    bool has_turn = turn_await(self, access);
    struct port *port;

    ports_lock();
    port = find_port(name);
    if (port != NULL)
        free_port(port);
    ports_unlock();
    if (has_turn)
        turns_end_access(self, port != NULL);
    return port != NULL ? MPI_SUCCESS : note_no_port(name);
}

void port_visit(const struct rank *self, void (*visit)(void *argument, uint32_t site),
                void *argument)
{
    struct list *link;

    ports_lock();
    for (link = ports.all.next; link != &ports.all; link = link->next)
        if (port_of(link)->world == self->world && port_of(link)->rank == self->world_rank)
            visit(argument, port_of(link)->site);
    ports_unlock();
}

static void forget_world(struct world *world)
{
    struct list *link;

    ports_lock();
    services_forget(world);
    for (link = ports.all.next; link != &ports.all;) {
        struct port *port = port_of(link);

        link = link->next;
        port_waits_forget(&port->waits, world);
        if (port->world == world)
            free_port(port);
    }
    ports_unlock();
}

const struct floor port_floor = {.destroy = forget_world};

/* ---- meeting --------------------------------------------------------------------------------- */

/* The next of the other side's calls whose job goes on, the oldest first; NULL: there is none. */
static struct port_wait *next_partner(struct port *port, enum port_side side, struct list *link)
{
    for (link = link->next; link != &port->waits; link = link->next) {
        struct port_wait *wait = port_wait_of(link);

        if (wait->side != side && !world_is_aborted(wait->rank->world))
            return wait;
    }
    return NULL;
}

/* CHOICE_PORT: which of the other side's calls a call meets. By default the oldest. */
static struct port_wait *choose_partner(struct rank *self, struct port *port, enum port_side side)
{
    struct port_wait *first = next_partner(port, side, &port->waits), *wait;
    struct choice_list partners;
    int chosen;

    if (first == NULL || !choice_is_open(self))
        return first;
    choice_list_open(&partners, list_length(&port->waits));
    for (wait = first; wait != NULL; wait = next_partner(port, side, &wait->link))
        choice_list_add(&partners, wait->rank->world_rank, CHOICE_NO_NUMBER, 0);
    chosen = choice_list_ask(self, &partners, CHOICE_PORT, NULL).origin;
    for (wait = first; chosen > 0; chosen--)
        wait = next_partner(port, side, &wait->link);
    return wait;
}

static int connect_groups(const struct rank *self, struct group *own, const struct port_wait *wait,
                          struct context **made)
{
    bool are_apart = self->world->options.heap != wait->rank->world->options.heap, overlaps;
    int err = group_overlaps(own, wait->group, &overlaps);

    if (err == MPI_SUCCESS && overlaps)
        err = note(MPI_ERR_COMM, "a process would be on both sides of the connection");
    if (err != MPI_SUCCESS)
        return err;
    if (are_apart)
        memory_mix();
    *made = context_create(self->world, group_share(own), group_share(wait->group),
                           own->size + wait->group->size);
    return *made != NULL ? MPI_SUCCESS : note(MPI_ERR_NO_MEM, "no memory for a communicator");
}

/* Under the lock: the call meets the first one of the other side, or joins the queue. */
static void meet_partner(struct port *port, struct port_wait *wait)
{
    struct port_wait *partner = choose_partner(wait->rank, port, wait->side);

    if (partner == NULL) {
        list_append(&port->waits, &wait->link);
        return;
    }
    wait->err = connect_groups(wait->rank, wait->group, partner, &wait->context);
    wait->own_side = 0;
    wait->is_apart = partner->is_apart = wait->rank->world != partner->rank->world;
    partner->context = wait->context;
    partner->own_side = 1;
    port_wait_complete(partner, wait->err);
    store_relaxed(&wait->is_complete, true);
}

/* In a job that is explored: waits until the rank may come to a port. */
static bool await_ports(struct rank *self, enum port_side side)
{
    const struct turn_access access = {.kind = TURN_PORT, .target = (int)side, .writes = true};

    return turn_await(self, access);
}

/* Returns the port; NULL: there is none of that name. */
static struct port *come_to_port(struct port_wait *wait, bool has_turn)
{
    struct port *port;

    ports_lock();
    port = find_port(wait->text);
    if (port != NULL)
        meet_partner(port, wait);
    ports_unlock();
    if (has_turn)
        turns_end_access(wait->rank, port != NULL);
    return port;
}

/* The root's note for what has gone wrong while it waited. */
static int note_failure(const struct port_wait *wait, const struct port_call *port_call)
{
    const char *text = wait->text;

    if (!port_wait_is_complete(wait) && load_relaxed(&wait->is_given_up))
        return note(MPI_ERR_PORT, "no rank accepts at port \"%s\": all other ranks wait, too, or "
                                  "have ended", text);
    if (!port_wait_is_complete(wait))
        return note(MPI_ERR_PORT, "no rank has %s port \"%s\" within %g seconds",
                    wait->side == PORT_ACCEPT ? "connected to" : "accepted at", text,
                    (double)port_call->timeout_ns * 1e-9);
    if (wait->err == MPI_ERR_PORT)
        return note(MPI_ERR_PORT, "port \"%s\" was closed meanwhile", text);
    if (wait->err == MPI_ERR_COMM)
        return note(MPI_ERR_COMM, "a process would be on both sides of the connection");
    return wait->err == MPI_SUCCESS ? MPI_SUCCESS
                                    : note(wait->err, "no memory for a communicator");
}

/* The result that the root has found; it goes to all members. */
struct port_result {
    int err;
    int side;
    struct context *context;
};

static struct port_result meet_as_root(struct comm *local, const struct port_call *port_call)
{
    struct port_result result = {.err = port_call->err};
    struct port_wait *wait;
    struct port *port;
    bool has_turn;

    if (result.err != MPI_SUCCESS)
        return result;
    has_turn = await_ports(local->self, port_call->side); /* does not return if aborted */
    wait = port_wait_create(local->self, port_call->port, port_call->timeout_ns);
    if (wait == NULL) {
        if (has_turn)
            turns_end_access(local->self, false);
        return (struct port_result){.err = note(MPI_ERR_NO_MEM, "no memory for a connection")};
    }
    wait->side = port_call->side;
    wait->group = comm_group(local);
    port = come_to_port(wait, has_turn);
    if (port == NULL) {
        result.err = note_no_port(port_call->port);
    } else {
        if (!port_wait_is_complete(wait))
            port_wait_await(local->self, wait, port_call->timeout_ns);
        result.err = note_failure(wait, port_call);
        result.side = wait->own_side;
        result.context = wait->context;
        if (wait->is_apart)
            (void)turn_pass(local->self, TURN_OUTSIDE);
    }
    port_wait_free(wait);
    return result;
}

int comm_create_at_port(struct comm *local, const struct port_call *port_call,
                        struct comm **created)
{
    bool is_accept = port_call->side == PORT_ACCEPT;
    bool is_root = local->rank == port_call->root;
    struct port_result result = {0};
    int err;

    if (is_root)
        result = meet_as_root(local, port_call);
    err = vote_follow(local, is_accept ? AGREE_COMM_ACCEPT : AGREE_COMM_CONNECT,
                      is_accept ? "MPI_Comm_accept" : "MPI_Comm_connect", port_call->root,
                      &result.err, &result, sizeof result);
    if (err != MPI_SUCCESS) {
        if (is_root)
            context_drop_all(local, result.context);
        return err;
    }
    return result.err == MPI_SUCCESS
               ? comm_create(local->self, result.context, result.side, local->rank, local, created)
               : result.err;
}
