/* SPDX-License-Identifier: MIT */
/* Communicators. */
#include <stdio.h>
#include <string.h>

#include "api/check.h"
#include "api/generated/api.h"
#include "api/handle.h"
#include "api/raise.h"
#include "base/note.h"

int api_comm_size(const struct call *call, MPI_Comm handle, int *size)
{
    struct comm *comm;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_output(size, "size");
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    *size = comm_size(comm);
    return MPI_SUCCESS;
}

int api_comm_rank(const struct call *call, MPI_Comm handle, int *rank)
{
    struct comm *comm;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_output(rank, "rank");
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    *rank = comm->rank;
    return MPI_SUCCESS;
}

int api_comm_compare(const struct call *call, MPI_Comm comm1, MPI_Comm comm2, int *result)
{
    struct comm *one, *other;
    int err = check_comm(comm1, "comm1", &one);

    if (err == MPI_SUCCESS)
        err = check_comm(comm2, "comm2", &other);
    if (err == MPI_SUCCESS)
        err = check_output(result, "result");
    if (err != MPI_SUCCESS)
        return raise_comm(call, one, err);
    *result = comm_compare(one, other);
    return MPI_SUCCESS;
}

int api_comm_dup(const struct call *call, MPI_Comm handle, MPI_Comm *newcomm)
{
    struct comm *comm, *created;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_output(newcomm, "newcomm");
    if (err == MPI_SUCCESS)
        err = comm_dup(comm, &created);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    *newcomm = handle_of_comm(created);
    return MPI_SUCCESS;
}

static int check_color(int color)
{
    if (color >= 0 || color == MPI_UNDEFINED)
        return MPI_SUCCESS;
    return note(MPI_ERR_ARG, "color %d is negative and not MPI_UNDEFINED", color);
}

int api_comm_split(const struct call *call, MPI_Comm handle, int color, int key, MPI_Comm *newcomm)
{
    struct comm *comm, *created;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_color(color);
    if (err == MPI_SUCCESS)
        err = check_output(newcomm, "newcomm");
    if (err == MPI_SUCCESS)
        err = comm_split(comm, color, key, &created);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    *newcomm = handle_of_comm(created);
    return MPI_SUCCESS;
}

static int check_not_predefined(const struct comm *comm)
{
    if (comm != comm->self->comm_world && comm != comm->self->comm_self)
        return MPI_SUCCESS;
    return note(MPI_ERR_COMM, "comm is predefined and cannot be freed");
}

int api_comm_free(const struct call *call, MPI_Comm *handle)
{
    struct comm *comm = NULL;
    int err = check_output(handle, "comm");

    if (err == MPI_SUCCESS)
        err = check_comm(*handle, "comm", &comm);
    if (err == MPI_SUCCESS)
        err = check_not_predefined(comm);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    comm_free(comm);
    *handle = MPI_COMM_NULL;
    return MPI_SUCCESS;
}

int api_comm_set_name(const struct call *call, MPI_Comm handle, const char *name)
{
    char kept[MPI_MAX_OBJECT_NAME];
    struct comm *comm;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_string(name, "comm_name");
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    snprintf(kept, sizeof kept, "%s", name);
    err = comm_set_name(comm, kept);
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

int api_comm_get_name(const struct call *call, MPI_Comm handle, char *name, int *resultlen)
{
    struct comm *comm = NULL;
    const char *text = "MPI_COMM_NULL"; /* which has a name, though it is no communicator */
    int err = handle == MPI_COMM_NULL ? check_active() : check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_output(name, "comm_name");
    if (err == MPI_SUCCESS)
        err = check_output(resultlen, "resultlen");
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    if (comm != NULL)
        text = comm_name(comm);
    *resultlen = (int)strlen(text);
    memcpy(name, text, strlen(text) + 1);
    return MPI_SUCCESS;
}

int api_comm_set_errhandler(const struct call *call, MPI_Comm handle, MPI_Errhandler errhandler)
{
    struct comm *comm;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_errhandler(errhandler);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    comm->errhandler = errhandler;
    return MPI_SUCCESS;
}

int api_comm_get_errhandler(const struct call *call, MPI_Comm handle, MPI_Errhandler *errhandler)
{
    struct comm *comm;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_output(errhandler, "errhandler");
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    *errhandler = comm->errhandler;
    return MPI_SUCCESS;
}
