/* SPDX-License-Identifier: MIT */
/* Ports: names at which groups meet that have nothing in common, also groups of worlds that are not
 * connected yet (MPI 5.0, 11.9).
 *
 * Ports, and the names under which they are published, belong to the process: all its worlds see
 * them. Ranks that accept and ranks that connect queue at a port in the order of their coming. The
 * second of two that belong together makes the context of both, which ties their worlds.
 *
 * A port, a published name and a queued call end with the world that made them.
 *
 * Edges
 *   port.complete  the rank that answers a call publishes the answer to the rank that waits for
 *   it. */
#ifndef COMM_PORT_H
#define COMM_PORT_H

#include "comm/comm.h"

/* Ends what a world has left at ports. */
extern const struct floor port_floor;

/* A new port of the calling rank; the name has at most MPI_MAX_PORT_NAME bytes. 0,
 * MPI_ERR_NO_MEM. */
int port_open(struct rank *self, char *name);
/* Closes the port; calls that still wait there fail. 0, MPI_ERR_PORT. */
int port_close(struct rank *self, const char *name);

/* The ports that the rank has opened and not closed; their calls' sites, for reports of leaks. */
void port_visit(const struct rank *self, void (*visit)(void *argument, uint32_t site),
                void *argument);

enum port_side { PORT_ACCEPT, PORT_CONNECT };

#define PORT_FOREVER UINT64_MAX

/* The arguments of one side of a connection. All members give `side` and `root`, and only the root
 * the others. */
struct port_call {
    enum port_side side;
    int root;
    int err; /* what is wrong with the root's arguments, with a note */
    const char *port;
    uint64_t timeout_ns; /* or PORT_FOREVER */
};

/* Collective over `local`: 0, MPI_ERR_PORT, MPI_ERR_COMM, MPI_ERR_NO_MEM, or the root's error. */
int comm_create_at_port(struct comm *local, const struct port_call *port_call,
                        struct comm **created);

/* Publishing, by the calling rank: 0, MPI_ERR_NO_MEM, MPI_ERR_SERVICE: it is published already. */
int service_publish(struct rank *self, const char *service, const char *port);
/* 0, MPI_ERR_SERVICE: it is not published. */
int service_unpublish(struct rank *self, const char *service, const char *port);
/* Waits for it that long. 0, MPI_ERR_NAME: it is not published; MPI_ERR_NO_MEM. */
int service_find(struct rank *self, const char *service, uint64_t timeout_ns, char *port);

#endif
