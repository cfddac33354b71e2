/* SPDX-License-Identifier: MIT */
/* Sessions and process sets: every job has two, all its ranks and the calling one. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "api/argument/check.h"
#include "api/argument/check_object.h"
#include "api/argument/handle.h"
#include "api/argument/info_env.h"
#include "api/communicator/group.h"
#include "api/environment/init.h"
#include "api/error/raise.h"
#include "api/generated/groups.h"
#include "api/generated/sessions.h"
#include "base/container.h"
#include "base/note.h"
#include "p2p/flush.h"

static const char *const sets[] = {"mpi://WORLD", "mpi://SELF"};
enum { SET_WORLD, SET_SELF };

static const struct {
    const char *name;
    int level;
} levels[] = {
    {"MPI_THREAD_SINGLE", MPI_THREAD_SINGLE},
    {"MPI_THREAD_FUNNELED", MPI_THREAD_FUNNELED},
    {"MPI_THREAD_SERIALIZED", MPI_THREAD_SERIALIZED},
    {"MPI_THREAD_MULTIPLE", MPI_THREAD_MULTIPLE},
};

/* The level that the hints ask for; by default all is there that can be. */
static size_t level_wanted(struct info *info)
{
    size_t i;

    for (i = 0; info != NULL && i < ARRAY_LENGTH(levels); i++)
        if (info_says(info, "thread_level", levels[i].name))
            return i;
    return ARRAY_LENGTH(levels) - 1;
}

static int check_creation(MPI_Info hints, struct info **info, MPI_Errhandler errhandler,
                          const void *output)
{
    int err = check_self();

    if (err == MPI_SUCCESS)
        err = check_errhandler(errhandler, ERRHANDLER_SESSION);
    if (err == MPI_SUCCESS)
        err = check_hints(hints, info);
    return err == MPI_SUCCESS ? check_pointer(output, "session") : err;
}

static int create_session(struct info *hints, MPI_Errhandler errhandler, MPI_Session *handle)
{
    size_t level = level_wanted(hints);
    const char *const pairs[] = {"thread_level", levels[level].name, "mpi_memory_alloc_kinds",
                                 "mpi,system", NULL};
    struct session *session = object_create(handle_store(), OBJECT_SESSION);
    int err;

    if (session == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a session");
    session->store = handle_store();
    session->errhandler = errhandler_hold(errhandler);
    session->info = info_of_pairs(pairs);
    info_keep(session->info);
    err = session->info != NULL ? init_join(rank_self(), levels[level].level) : MPI_ERR_NO_MEM;
    if (err != MPI_SUCCESS) {
        session_drop(session);
        return err;
    }
    *handle = (MPI_Session)(void *)session;
    return MPI_SUCCESS;
}

int api_session_init(const struct call *call, MPI_Info hints, MPI_Errhandler errhandler,
                     MPI_Session *handle)
{
    struct info *info;
    int err = check_creation(hints, &info, errhandler, handle);

    if (err == MPI_SUCCESS)
        err = create_session(info, errhandler, handle);
    if (err == MPI_SUCCESS)
        return err;
    /* The handler of the argument, when it is one. */
    if (err == MPI_ERR_ERRHANDLER || rank_self() == NULL)
        return raise_self(call, err);
    return raise_handler(call, errhandler, err);
}

int api_session_finalize(const struct call *call, MPI_Session *handle)
{
    struct session *session = NULL;
    int err = check_pointer(handle, "session");

    if (err == MPI_SUCCESS)
        err = check_session(*handle, &session);
    if (err != MPI_SUCCESS)
        return raise_session(call, session, err);
    if (session->buffer != NULL)
        flush_wait(rank_self(), session->buffer);
    buffer_drop(session->buffer);
    session->buffer = NULL;
    init_leave(rank_self());
    session->object.is_freed = true;
    session_drop(session);
    *handle = MPI_SESSION_NULL;
    return MPI_SUCCESS;
}

int api_session_get_info(const struct call *call, MPI_Session handle, MPI_Info *info_used)
{
    struct session *session;
    struct info *info = NULL;
    int err = check_session(handle, &session);

    if (err == MPI_SUCCESS)
        err = check_pointer(info_used, "info_used");
    if (err == MPI_SUCCESS && (info = info_copy(handle_store(), session->info)) == NULL)
        err = note(MPI_ERR_NO_MEM, "no memory for an info object");
    if (err != MPI_SUCCESS)
        return raise_session(call, session, err);
    *info_used = handle_of_info(info);
    return MPI_SUCCESS;
}

/* ---- process sets -------------------------------------------------------------------------- */

int api_session_get_num_psets(const struct call *call, MPI_Session handle, MPI_Info hints,
                              int *count)
{
    struct session *session;
    struct info *info;
    int err = check_session(handle, &session);

    if (err == MPI_SUCCESS)
        err = check_hints(hints, &info);
    if (err == MPI_SUCCESS)
        err = check_pointer(count, "npset_names");
    if (err != MPI_SUCCESS)
        return raise_session(call, session, err);
    *count = ARRAY_LENGTH(sets);
    return MPI_SUCCESS;
}

static int check_nth(int n, const int *pset_len, const char *pset_name)
{
    int err = check_pointer(pset_len, "pset_len");

    if (err == MPI_SUCCESS && (n < 0 || n >= (int)ARRAY_LENGTH(sets)))
        return note(MPI_ERR_ARG, "n %d is outside 0..%d", n, (int)ARRAY_LENGTH(sets) - 1);
    if (err == MPI_SUCCESS)
        err = check_length(*pset_len, "pset_len");
    return err == MPI_SUCCESS ? check_array(pset_name, "pset_name", *pset_len) : err;
}

int api_session_get_nth_pset(const struct call *call, MPI_Session handle, MPI_Info hints, int n,
                             int *pset_len, char *pset_name)
{
    struct session *session;
    struct info *info;
    int err = check_session(handle, &session);

    if (err == MPI_SUCCESS)
        err = check_hints(hints, &info);
    if (err == MPI_SUCCESS)
        err = check_nth(n, pset_len, pset_name);
    if (err != MPI_SUCCESS)
        return raise_session(call, session, err);
    if (*pset_len > 0)
        snprintf(pset_name, (size_t)*pset_len, "%s", sets[n]);
    *pset_len = (int)strlen(sets[n]) + 1;
    return MPI_SUCCESS;
}

/* Neither the scheme nor the host of a URI depends on case. */
static int check_pset(const char *name, int *set)
{
    int err = check_pointer(name, "pset_name");

    if (err != MPI_SUCCESS)
        return err;
    for (*set = 0; *set < (int)ARRAY_LENGTH(sets); ++*set)
        if (strcasecmp(sets[*set], name) == 0)
            return MPI_SUCCESS;
    return note(MPI_ERR_ARG, "pset_name %s is no process set", name);
}

int api_session_get_pset_info(const struct call *call, MPI_Session handle, const char *pset_name,
                              MPI_Info *info)
{
    char size[16];
    const char *const pairs[] = {"mpi_size", size, NULL};
    struct session *session;
    struct info *made = NULL;
    int set, err = check_session(handle, &session);

    if (err == MPI_SUCCESS)
        err = check_pset(pset_name, &set);
    if (err == MPI_SUCCESS)
        err = check_pointer(info, "info");
    if (err == MPI_SUCCESS) {
        snprintf(size, sizeof size, "%d", set == SET_WORLD ? rank_self()->world->size : 1);
        made = info_of_pairs(pairs);
        err = made != NULL ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    }
    if (err != MPI_SUCCESS)
        return raise_session(call, session, err);
    *info = handle_of_info(made);
    return MPI_SUCCESS;
}

static struct group *group_of_set(int set)
{
    return set == SET_WORLD ? comm_world_group(rank_self()->world) : group_of_one(rank_self());
}

int api_group_from_session_pset(const struct call *call, MPI_Session handle, const char *pset_name,
                                MPI_Group *newgroup)
{
    struct session *session;
    int set, err = check_session(handle, &session);

    if (err == MPI_SUCCESS)
        err = check_pset(pset_name, &set);
    if (err == MPI_SUCCESS)
        err = check_pointer(newgroup, "newgroup");
    if (err == MPI_SUCCESS)
        err = group_give(group_of_set(set), session, newgroup);
    return err == MPI_SUCCESS ? err : raise_session(call, session, err);
}
