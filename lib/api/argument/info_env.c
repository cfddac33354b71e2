/* SPDX-License-Identifier: MIT */
#include "api/argument/info_env.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "api/argument/handle.h"
#include "api/argument/local.h"
#include "base/note.h"
#include "mpi_types.h"

struct info *info_of_pairs(const char *const pairs[])
{
    struct info *info = info_create(handle_store());
    int i, err = info != NULL ? MPI_SUCCESS : MPI_ERR_NO_MEM;

    for (i = 0; err == MPI_SUCCESS && pairs[i] != NULL; i += 2)
        err = info_set(info, pairs[i], pairs[i + 1]);
    if (err == MPI_SUCCESS)
        return info;
    info_free(handle_store(), info);
    note(MPI_ERR_NO_MEM, "no memory for an info object");
    return NULL;
}

static const char *name_of_level(int level)
{
    switch (level) {
    case MPI_THREAD_FUNNELED:
        return "MPI_THREAD_FUNNELED";
    case MPI_THREAD_SERIALIZED:
        return "MPI_THREAD_SERIALIZED";
    case MPI_THREAD_MULTIPLE:
        return "MPI_THREAD_MULTIPLE";
    }
    return "MPI_THREAD_SINGLE";
}

/* Joins the arguments behind the command, separated by blanks, as many as fit. */
static void join_arguments(int argc, char **argv, char *text, size_t room)
{
    size_t used = 0;
    int i;

    text[0] = '\0';
    for (i = 1; i < argc && used + strlen(argv[i]) + 2 < room; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%s", i > 1 ? " " : "", argv[i]);
}

struct info *info_of_start(const struct rank *self, int argc, char **argv)
{
    char arguments[MPI_MAX_INFO_VAL], directory[MPI_MAX_INFO_VAL], ranks[16];
    struct utsname machine;
    const char *const pairs[] = {
        "maxprocs", ranks, "soft", ranks, "host", machine.nodename, "arch", machine.machine,
        "wdir", directory, "thread_level", name_of_level(self->thread_level),
        "mpi_memory_alloc_kinds", "mpi,system",
        argc > 0 && strlen(argv[0]) < MPI_MAX_INFO_VAL ? "command" : NULL, argv[0],
        argc > 1 ? "argv" : NULL, arguments, NULL};

    uname(&machine);
    snprintf(ranks, sizeof ranks, "%d", self->world->size);
    if (getcwd(directory, sizeof directory) == NULL)
        snprintf(directory, sizeof directory, ".");
    join_arguments(argc, argv, arguments, sizeof arguments);
    return info_of_pairs(pairs);
}

struct info *info_env(void)
{
    struct rank *self = rank_self();
    struct local *local = local_of(self);
    struct info *info;

    if (local == NULL)
        return NULL;
    lock_take(&local->lock);
    if (local->info_env == NULL && self->phase != RANK_BEFORE_INIT)
        local->info_env = info_of_start(self, self->argc, self->argv);
    info = local->info_env;
    if (info != NULL)
        info->is_constant = true;
    lock_release(&local->lock);
    return info;
}
