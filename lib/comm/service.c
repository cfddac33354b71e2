/* SPDX-License-Identifier: MIT */
/* Names under which ports are published. */
#include <stdio.h>
#include <string.h>

#include "base/note.h"
#include "comm/port_wait.h"
#include "rank/choice.h"
#include "rank/turns.h"

struct service {
    struct list link;
    struct world *world; /* that has published it */
    char *port;
    char name[];
};

static struct {
    struct list all;
    struct list waits; /* of those that wait for a name */
} services = {
    .all = {&services.all, &services.all},
    .waits = {&services.waits, &services.waits},
};

static void free_service(struct service *service)
{
    port_give(service->port);
    port_give(service);
}

void services_forget(const struct world *world)
{
    struct list *link = services.all.next;

    while (link != &services.all) {
        struct service *service = container_of(link, struct service, link);

        link = link->next;
        if (service->world == world) {
            list_remove(&service->link);
            free_service(service);
        }
    }
    port_waits_forget(&services.waits, world);
}

static struct service *find_service(const char *name)
{
    struct list *link;

    for (link = services.all.next; link != &services.all; link = link->next)
        if (strcmp(container_of(link, struct service, link)->name, name) == 0)
            return container_of(link, struct service, link);
    return NULL;
}

static struct service *make_service(struct rank *self, const char *name, const char *port)
{
    size_t bytes = strlen(name) + 1;
    struct service *service = port_take(sizeof *service + bytes);

    if (service == NULL)
        return NULL;
    service->world = self->world;
    memcpy(service->name, name, bytes);
    service->port = port_copy_text(port);
    if (service->port != NULL)
        return service;
    port_give(service);
    return NULL;
}

/* Lets those go on that have waited for the name. */
static void announce(const char *name)
{
    struct list *link = services.waits.next;

    while (link != &services.waits) {
        struct port_wait *wait = port_wait_of(link);

        link = link->next;
        if (strcmp(wait->text, name) == 0)
            port_wait_complete(wait, MPI_SUCCESS);
    }
}

/* In a job that is explored: waits until the rank may access names. */
static bool await_names(struct rank *self, bool writes)
{
    return turn_await(self, (struct turn_access){.kind = TURN_NAME, .writes = writes});
}

int service_publish(struct rank *self, const char *service, const char *port)
{
    bool has_turn = await_names(self, true); /* does not return in a job that is aborted */
    struct service *made = make_service(self, service, port);
    bool is_new;

    if (made == NULL) {
        if (has_turn)
            turns_end_access(self, false);
        return note(MPI_ERR_NO_MEM, "no memory for a published name");
    }
    ports_lock();
    is_new = find_service(service) == NULL;
    if (is_new) {
        list_append(&services.all, &made->link);
        announce(service);
    }
    ports_unlock();
    if (has_turn)
        turns_end_access(self, is_new);
    if (is_new)
        return MPI_SUCCESS;
    free_service(made);
    return note(MPI_ERR_SERVICE, "service_name \"%s\" is published already", service);
}

int service_unpublish(struct rank *self, const char *service, const char *port)
{
    bool has_turn = await_names(self, true);
    struct service *found;

    ports_lock();
    found = find_service(service);
    if (found != NULL && strcmp(found->port, port) != 0)
        found = NULL;
    if (found != NULL)
        list_remove(&found->link);
    ports_unlock();
    if (has_turn)
        turns_end_access(self, found != NULL);
    if (found == NULL)
        return note(MPI_ERR_SERVICE, "service_name \"%s\" is not published for port \"%s\"",
                    service, port);
    free_service(found);
    return MPI_SUCCESS;
}

/* The port that is published, or else the wait is queued, if there is one. */
static bool read_service(const char *service, struct port_wait *wait, char *port)
{
    const struct service *found;

    ports_lock();
    found = find_service(service);
    if (found != NULL)
        snprintf(port, MPI_MAX_PORT_NAME, "%s", found->port);
    else if (wait != NULL)
        list_append(&services.waits, &wait->link);
    ports_unlock();
    return found != NULL;
}

int service_find(struct rank *self, const char *service, uint64_t timeout_ns, char *port)
{
    struct port_wait *wait = timeout_ns > 0 ? port_wait_create(self, service, timeout_ns) : NULL;
    bool is_found, has_turn;

    if (timeout_ns > 0 && wait == NULL)
        return note(MPI_ERR_NO_MEM, "no memory to wait for a name");
    has_turn = await_names(self, false);
    is_found = read_service(service, wait, port);
    if (has_turn)
        turns_end_access(self, false);
    if (!is_found && wait != NULL)
        is_found = port_wait_await(self, wait, timeout_ns) && read_service(service, NULL, port);
    if (wait != NULL)
        port_wait_free(wait);
    return is_found ? MPI_SUCCESS
                    : note(MPI_ERR_NAME, "service_name \"%s\" is not published", service);
}
