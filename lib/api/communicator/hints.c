/* SPDX-License-Identifier: MIT */
#include "api/communicator/hints.h"

#include <stdlib.h>
#include <string.h>

#include "api/argument/handle.h"
#include "api/argument/info_env.h"
#include "base/container.h"
#include "base/note.h"

enum { ALIGNMENT_MAX = 1 << 24 };

/* The assertions that a program may make, and their defaults. */
static const char *const promises[] = {
    "mpi_assert_no_any_tag", "false",
    "mpi_assert_no_any_source", "false",
    "mpi_assert_exact_length", "false",
    "mpi_assert_allow_overtaking", "false",
    "mpi_assert_strict_persistent_collective_ordering", "false",
    NULL,
};

/* A known key that has no value until it is set. */
static const char kinds_key[] = "mpi_assert_memory_alloc_kinds";

static int take_over(struct comm_extras *extras, struct info *info, const char *key,
                     bool is_promise)
{
    char value[MPI_MAX_INFO_VAL];

    if (info_read(info, key, value, sizeof value) == 0)
        return MPI_SUCCESS;
    if (is_promise && strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
        return MPI_SUCCESS; /* ignore an invalid value */
    if (extras->info == NULL)
        info_keep(extras->info = info_create(handle_store()));
    if (extras->info == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for the hints of a communicator");
    return info_set(extras->info, key, value);
}

int hints_set(struct comm *comm, struct info *info)
{
    struct comm_extras *extras;
    int err = MPI_SUCCESS;
    size_t i;

    if (info == NULL)
        return MPI_SUCCESS;
    extras = comm_make_extras(comm);
    if (extras == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for the hints of a communicator");
    for (i = 0; promises[i] != NULL && err == MPI_SUCCESS; i += 2)
        err = take_over(extras, info, promises[i], true);
    return err == MPI_SUCCESS ? take_over(extras, info, kinds_key, false) : err;
}

struct info *hints_get(const struct comm *comm)
{
    const struct comm_extras *extras = comm_extras(comm);
    struct info *info = info_of_pairs(promises);
    char value[MPI_MAX_INFO_VAL];
    int err = MPI_SUCCESS;
    size_t i;

    if (info == NULL || extras == NULL || extras->info == NULL)
        return info;
    for (i = 0; promises[i] != NULL && err == MPI_SUCCESS; i += 2)
        if (info_read(extras->info, promises[i], value, sizeof value) > 0)
            err = info_set(info, promises[i], value);
    if (err == MPI_SUCCESS && info_read(extras->info, kinds_key, value, sizeof value) > 0)
        err = info_set(info, kinds_key, value);
    if (err == MPI_SUCCESS)
        return info;
    info_free(handle_store(), info);
    return NULL;
}

size_t hints_alignment(struct info *info)
{
    char text[32];
    long alignment;

    if (info == NULL || info_read(info, "mpi_minimum_memory_alignment", text, sizeof text) == 0)
        return CACHE_LINE;
    alignment = strtol(text, NULL, 10);
    if (alignment <= CACHE_LINE || alignment > ALIGNMENT_MAX || (alignment & (alignment - 1)) != 0)
        return CACHE_LINE;
    return (size_t)alignment;
}
