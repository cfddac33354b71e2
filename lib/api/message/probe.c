/* SPDX-License-Identifier: MIT */
/* Looking at messages before they are received. */
#include "api/argument/check.h"
#include "api/argument/handle.h"
#include "api/error/raise.h"
#include "api/generated/point-to-point.h"
#include "api/observe/advice.h"
#include "check/reliance.h"
#include "p2p/probe.h"

int api_probe(const struct call *call, int source, int tag, MPI_Comm handle, MPI_Status *status)
{
    struct comm *comm;
    int err = check_probe(source, tag, handle, &comm);

    if (err == MPI_SUCCESS)
        err = advice_enter_wait(call);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    probe_wait(rank_self(), comm, source, tag, status);
    advice_end_wait();
    if (reliance_is_followed() && source == MPI_ANY_SOURCE)
        reliance_note_probe(comm);
    return MPI_SUCCESS;
}

int api_mprobe(const struct call *call, int source, int tag, MPI_Comm handle,
               MPI_Message *message, MPI_Status *status)
{
    struct comm *comm;
    struct message *found;
    int err = check_probe(source, tag, handle, &comm);

    if (err == MPI_SUCCESS)
        err = check_pointer(message, "message");
    if (err == MPI_SUCCESS)
        err = advice_enter_wait(call);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    err = message_wait(rank_self(), comm, source, tag, &found, status);
    advice_end_wait();
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    if (reliance_is_followed() && source == MPI_ANY_SOURCE)
        reliance_note_probe(comm);
    *message = handle_of_message(found);
    return MPI_SUCCESS;
}

int api_improbe(const struct call *call, int source, int tag, MPI_Comm handle, int *flag,
                MPI_Message *message, MPI_Status *status)
{
    struct comm *comm;
    struct message *found;
    bool is_there;
    int err = check_probe(source, tag, handle, &comm);

    if (err == MPI_SUCCESS)
        err = check_pointer(flag, "flag");
    if (err == MPI_SUCCESS)
        err = check_pointer(message, "message");
    if (err == MPI_SUCCESS)
        err = advice_check_thread(call);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    err = message_try(rank_self(), comm, source, tag, &is_there, &found, status);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    if (is_there && reliance_is_followed() && source != MPI_PROC_NULL)
        reliance_note_probe(comm);
    if (is_there)
        *message = handle_of_message(found);
    *flag = is_there;
    return MPI_SUCCESS;
}
