/* SPDX-License-Identifier: MIT */
/* Versions, clocks and the state of MPI. Most of these functions may be called at any time by any
 * thread. */
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "api/argument/check.h"
#include "api/argument/handle.h"
#include "api/error/raise.h"
#include "api/generated/environment.h"
#include "api/generated/process.h"
#include "api/generated/profiling.h"
#include "base/built.h"
#include "rank/abort.h"
#include "rank/choice.h"
#include "rank/name.h"
#include "rank/observe/tape.h"

int api_get_version(const struct call *call, int *version, int *subversion)
{
    int err = check_pointer(version, "version");

    if (err == MPI_SUCCESS)
        err = check_pointer(subversion, "subversion");
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *version = MPI_VERSION;
    *subversion = MPI_SUBVERSION;
    return MPI_SUCCESS;
}

static int write_string(const struct call *call, const char *text, int bytes, char *string,
                        const char *name, int *length)
{
    int err = check_pointer(string, name);

    if (err == MPI_SUCCESS)
        err = check_pointer(length, "resultlen");
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *length = snprintf(string, (size_t)bytes, "%s", text);
    if (*length >= bytes)
        *length = bytes - 1;
    return MPI_SUCCESS;
}

int api_get_library_version(const struct call *call, char *version, int *resultlen)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING];

    snprintf(text, sizeof text, "Heddle " PACKAGE_VERSION ", ranks as threads of one process%s%s",
             built_text != NULL ? "; " : "", built_text != NULL ? built_text : "");
    return write_string(call, text, MPI_MAX_LIBRARY_VERSION_STRING, version, "version", resultlen);
}

int api_get_processor_name(const struct call *call, char *name, int *resultlen)
{
    struct utsname machine;
    int err = check_active();

    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    uname(&machine);
    return write_string(call, machine.nodename, MPI_MAX_PROCESSOR_NAME, name, "name", resultlen);
}

int api_pcontrol(const struct call *call, const int level)
{
    struct rank *self = rank_self();

    (void)call;
    if (self != NULL && self->tapes != NULL && (level == 0 || level == 1))
        tape_switch(self, level == 1);
    return MPI_SUCCESS;
}

int api_comm_get_parent(const struct call *call, MPI_Comm *parent)
{
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_pointer(parent, "parent");
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *parent = handle_of_comm(rank_self()->comm_parent);
    return MPI_SUCCESS;
}

double api_wtime(void)
{
    return (double)choice_clock(0) * 1e-9;
}

double api_wtick(void)
{
    return 1e-9; /* choice_clock counts nanoseconds */
}

static int write_flag(const struct call *call, bool value, int *flag)
{
    int err = check_pointer(flag, "flag");

    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *flag = value;
    return MPI_SUCCESS;
}

int api_initialized(const struct call *call, int *flag)
{
    const struct rank *self = rank_self();

    return write_flag(call, self != NULL && self->phase != RANK_BEFORE_INIT, flag);
}

int api_finalized(const struct call *call, int *flag)
{
    const struct rank *self = rank_self();

    return write_flag(call, self != NULL && self->phase == RANK_FINALIZED, flag);
}

int api_query_thread(const struct call *call, int *provided)
{
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_pointer(provided, "provided");
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *provided = rank_self()->thread_level;
    return MPI_SUCCESS;
}

int api_is_thread_main(const struct call *call, int *flag)
{
    int err = check_active();

    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    return write_flag(call, rank_is_main_thread(rank_self()), flag);
}

int api_abort(const struct call *call, MPI_Comm handle, int errorcode)
{
    struct rank *self = rank_self();
    struct comm *comm;
    int err = check_comm(handle, "comm", &comm);

    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    world_abort_call(self->world, errorcode, call, "", "%s: MPI_Abort(%s, %d)",
                     rank_name(self).text, comm_describe(comm).text, errorcode);
    return MPI_ERR_INTERN;
}
