/* SPDX-License-Identifier: MIT */
/* Info hints of windows. A member keeps those that it was given; only those that say how memory is
 * allocated, what changes at once, or that members must agree on, change anything. */
#include <stdlib.h>
#include <string.h>

#include "api/argument/handle.h"
#include "api/argument/info_env.h"
#include "api/communicator/hints.h"
#include "api/window/window.h"
#include "base/container.h"
#include "base/note.h"

static const char granularity[] = "mpi_accumulate_granularity";

/* The keys that every window has, and their defaults. */
static const char *const defaults[] = {
    "no_locks", "false",
    "accumulate_ordering", "rar,raw,war,waw",
    "accumulate_ops", "same_op_no_op",
    granularity, "0",
    "same_size", "false",
    "same_disp_unit", "false",
    "mpi_memory_alloc_kinds", "mpi,system", /* what there is; setting it is ignored */
    NULL,
};

/* Keys without a default. */
static const char *const others[] = {
    "alloc_shared_noncontig",
    "mpi_minimum_memory_alignment",
    "mpi_assert_memory_alloc_kinds",
};

static bool is_boolean(const char *value)
{
    return strcmp(value, "true") == 0 || strcmp(value, "false") == 0;
}

static bool is_number(const char *value)
{
    char *end;

    return strtol(value, &end, 10) >= 0 && end != value && *end == '\0';
}

/* "none", or names of orders with commas between them. */
static bool is_ordering(const char *value)
{
    static const char *const orders[] = {"rar", "raw", "war", "waw"};
    size_t i;

    if (strcmp(value, "none") == 0)
        return true;
    for (;;) {
        for (i = 0; i < ARRAY_LENGTH(orders); i++)
            if (strncmp(value, orders[i], strlen(orders[i])) == 0)
                break;
        if (i == ARRAY_LENGTH(orders))
            return false;
        value += strlen(orders[i]);
        if (*value == '\0')
            return true;
        if (*value++ != ',')
            return false;
    }
}

/* A value that a key cannot have is ignored, as an unknown key is. */
static bool is_valid(const char *key, const char *value)
{
    if (strcmp(key, "accumulate_ordering") == 0)
        return is_ordering(value);
    if (strcmp(key, "accumulate_ops") == 0)
        return strcmp(value, "same_op") == 0 || strcmp(value, "same_op_no_op") == 0;
    if (strcmp(key, granularity) == 0 || strcmp(key, "mpi_minimum_memory_alignment") == 0)
        return is_number(value);
    if (strcmp(key, "mpi_assert_memory_alloc_kinds") == 0)
        return true;
    return is_boolean(value);
}

void window_hints_read(struct info *info, struct window_wish *wish)
{
    wish->alignment = hints_alignment(info);
    if (info == NULL)
        return;
    wish->is_noncontiguous = wish->flavor == MPI_WIN_FLAVOR_SHARED &&
                             info_says(info, "alloc_shared_noncontig", "true");
    wish->no_locks = info_says(info, "no_locks", "true");
    wish->same_size = info_says(info, "same_size", "true");
    wish->same_disp_unit = info_says(info, "same_disp_unit", "true");
}

static int take_over(struct window *window, struct info *info, const char *key)
{
    struct window_extras *extras;
    char value[MPI_MAX_INFO_VAL];

    if (info_read(info, key, value, sizeof value) == 0 || !is_valid(key, value))
        return MPI_SUCCESS;
    extras = window_make_extras(window);
    if (extras != NULL && extras->info == NULL)
        info_keep(extras->info = info_create(handle_store()));
    if (extras == NULL || extras->info == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for the hints of a window");
    if (strcmp(key, granularity) == 0) /* all members give the same */
        store_relaxed(&window->common->accumulate_granularity, strtol(value, NULL, 10));
    return info_set(extras->info, key, value);
}

int window_hints_set(struct window *window, struct info *info)
{
    int err = MPI_SUCCESS;
    size_t i;

    for (i = 0; info != NULL && defaults[i] != NULL && err == MPI_SUCCESS; i += 2)
        err = take_over(window, info, defaults[i]);
    for (i = 0; info != NULL && i < ARRAY_LENGTH(others) && err == MPI_SUCCESS; i++)
        err = take_over(window, info, others[i]);
    return err;
}

static int copy(struct info *to, struct info *from, const char *key)
{
    char value[MPI_MAX_INFO_VAL];

    if (from == NULL || info_read(from, key, value, sizeof value) == 0)
        return MPI_SUCCESS;
    return info_set(to, key, value);
}

struct info *window_hints_get(const struct window *window)
{
    struct info *info = info_of_pairs(defaults), *own;
    int err = MPI_SUCCESS;
    size_t i;

    own = window->extras != NULL ? window->extras->info : NULL;
    for (i = 0; info != NULL && defaults[i] != NULL && err == MPI_SUCCESS; i += 2)
        err = copy(info, own, defaults[i]);
    for (i = 0; info != NULL && i < ARRAY_LENGTH(others) && err == MPI_SUCCESS; i++)
        err = copy(info, own, others[i]);
    if (info == NULL || err == MPI_SUCCESS)
        return info;
    info_free(handle_store(), info);
    return NULL;
}
