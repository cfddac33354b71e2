/* SPDX-License-Identifier: MIT */
/* Ports, names under which they are published, and what connects groups with their help. */
#include "comm/port.h"

#include <stdlib.h>
#include <string.h>

#include "api/argument/check.h"
#include "api/argument/check_object.h"
#include "api/argument/handle.h"
#include "api/error/raise.h"
#include "api/generated/process.h"
#include "base/note.h"
#include "comm/join.h"

/* A longer time counts as forever. */
static const double timeout_most_s = 1e9;

/* Reads the key timeout: seconds, or a negative number for no end. Without the key, or if it is no
 * number, *timeout_ns stays. */
static void read_timeout(struct info *info, uint64_t *timeout_ns)
{
    char text[32], *end;
    double seconds;

    if (info == NULL || info_read(info, "timeout", text, (int)sizeof text) == 0)
        return;
    seconds = strtod(text, &end);
    if (end == text || *end != '\0' || seconds != seconds)
        return;
    *timeout_ns = seconds < 0 || seconds > timeout_most_s ? PORT_FOREVER
                                                          : (uint64_t)(seconds * 1e9);
}

int api_open_port(const struct call *call, MPI_Info hints, char *port_name)
{
    struct info *info;
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_hints(hints, &info);
    if (err == MPI_SUCCESS)
        err = check_pointer(port_name, "port_name");
    if (err == MPI_SUCCESS)
        err = port_open(rank_self(), port_name);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}

int api_close_port(const struct call *call, const char *port_name)
{
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_pointer(port_name, "port_name");
    if (err == MPI_SUCCESS)
        err = port_close(rank_self(), port_name);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}

/* The arguments of the root only. */
static void read_root(struct port_call *port_call, const char *port_name, MPI_Info hints)
{
    struct info *info = NULL;

    port_call->timeout_ns = PORT_FOREVER;
    port_call->port = port_name;
    port_call->err = check_pointer(port_name, "port_name");
    if (port_call->err == MPI_SUCCESS)
        port_call->err = check_hints(hints, &info);
    if (port_call->err == MPI_SUCCESS)
        read_timeout(info, &port_call->timeout_ns);
}

static int meet_at_port(const struct call *call, enum port_side side, const char *port_name,
                        MPI_Info hints, int root, MPI_Comm handle, MPI_Comm *newcomm)
{
    struct port_call port_call = {.side = side, .root = root};
    struct comm *comm, *created;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_intra(comm, "comm");
    if (err == MPI_SUCCESS)
        err = check_root(comm, root);
    if (err == MPI_SUCCESS)
        err = check_pointer(newcomm, "newcomm");
    if (err == MPI_SUCCESS && comm->rank == root)
        read_root(&port_call, port_name, hints);
    if (err == MPI_SUCCESS)
        err = comm_create_at_port(comm, &port_call, &created);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    *newcomm = handle_of_comm(created);
    return MPI_SUCCESS;
}

int api_comm_accept(const struct call *call, const char *port_name, MPI_Info hints, int root,
                    MPI_Comm comm, MPI_Comm *newcomm)
{
    return meet_at_port(call, PORT_ACCEPT, port_name, hints, root, comm, newcomm);
}

int api_comm_connect(const struct call *call, const char *port_name, MPI_Info hints, int root,
                     MPI_Comm comm, MPI_Comm *newcomm)
{
    return meet_at_port(call, PORT_CONNECT, port_name, hints, root, comm, newcomm);
}

int api_comm_join(const struct call *call, int fd, MPI_Comm *intercomm)
{
    struct comm *created = NULL;
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_pointer(intercomm, "intercomm");
    if (err == MPI_SUCCESS)
        err = comm_join(rank_self(), fd, &created);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *intercomm = handle_of_comm(created);
    return MPI_SUCCESS;
}

/* ---- names ----------------------------------------------------------------------------------- */

static int check_publishing(const char *service_name, MPI_Info hints, const char *port_name)
{
    struct info *info;
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_pointer(service_name, "service_name");
    if (err == MPI_SUCCESS)
        err = check_hints(hints, &info);
    if (err == MPI_SUCCESS)
        err = check_pointer(port_name, "port_name");
    if (err == MPI_SUCCESS && strlen(port_name) >= MPI_MAX_PORT_NAME)
        err = note(MPI_ERR_ARG, "port_name has more than %d characters", MPI_MAX_PORT_NAME - 1);
    return err;
}

int api_publish_name(const struct call *call, const char *service_name, MPI_Info hints,
                     const char *port_name)
{
    int err = check_publishing(service_name, hints, port_name);

    if (err == MPI_SUCCESS)
        err = service_publish(rank_self(), service_name, port_name);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}

int api_unpublish_name(const struct call *call, const char *service_name, MPI_Info hints,
                       const char *port_name)
{
    int err = check_publishing(service_name, hints, port_name);

    if (err == MPI_SUCCESS)
        err = service_unpublish(rank_self(), service_name, port_name);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}

int api_lookup_name(const struct call *call, const char *service_name, MPI_Info hints,
                    char *port_name)
{
    uint64_t timeout_ns = 0;
    struct info *info;
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_pointer(service_name, "service_name");
    if (err == MPI_SUCCESS)
        err = check_hints(hints, &info);
    if (err == MPI_SUCCESS)
        err = check_pointer(port_name, "port_name");
    if (err == MPI_SUCCESS) {
        read_timeout(info, &timeout_ns);
        err = service_find(rank_self(), service_name, timeout_ns, port_name);
    }
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}
