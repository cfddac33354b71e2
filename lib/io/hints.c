/* SPDX-License-Identifier: MIT */
#include "io/hints.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/container.h"
#include "base/note.h"
#include "io/staging.h"
#include "mpi.h"

enum { PERMISSIONS = 0666, PERMISSIONS_ALL = 0777 };

/* Keys whose values are in use whatever the program says: collective accesses are always merged,
 * accesses with gaps are sieved when that is faster. */
static const char *const in_use[][2] = {
    {"collective_buffering", "true"},
    {"romio_cb_read", "automatic"},
    {"romio_cb_write", "automatic"},
    {"romio_ds_read", "automatic"},
    {"romio_ds_write", "automatic"},
    {"romio_no_indep_rw", "false"},
};

/* Keys that all members must give the same value (14.2.8). */
static const char *const same[] = {
    "collective_buffering", "cb_block_size", "cb_buffer_size",  "cb_nodes",
    "chunked",              "chunked_item",  "chunked_size",    "file_perm",
    "io_node_list",         "nb_proc",       "num_io_nodes",    "striping_factor",
    "striping_unit",
};

static bool is_in_use(const char *key)
{
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(in_use); i++)
        if (strcmp(key, in_use[i][0]) == 0)
            return true;
    return strcmp(key, "filename") == 0 || strcmp(key, "cb_buffer_size") == 0;
}

int hints_change(struct info *hints, struct info *wanted)
{
    char key[MPI_MAX_INFO_KEY], value[MPI_MAX_INFO_VAL];
    int i, err = MPI_SUCCESS;

    for (i = 0; wanted != NULL && i < info_count(wanted) && err == MPI_SUCCESS; i++) {
        if (info_read_key(wanted, i, key, sizeof key) == 0 || is_in_use(key) ||
            info_read(wanted, key, value, sizeof value) == 0)
            continue;
        err = info_set(hints, key, value);
    }
    return err;
}

struct info *hints_of_file(struct store *store, const char *path, struct info *wanted)
{
    struct info *made = info_create(store);
    char bytes[16];
    int err = made != NULL ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    size_t i;

    info_keep(made);
    snprintf(bytes, sizeof bytes, "%d", BUFFER_BYTES);
    if (err == MPI_SUCCESS && strlen(path) < MPI_MAX_INFO_VAL)
        err = info_set(made, "filename", path);
    if (err == MPI_SUCCESS)
        err = info_set(made, "cb_buffer_size", bytes);
    for (i = 0; i < ARRAY_LENGTH(in_use) && err == MPI_SUCCESS; i++)
        err = info_set(made, in_use[i][0], in_use[i][1]);
    if (err == MPI_SUCCESS)
        err = hints_change(made, wanted);
    if (err == MPI_SUCCESS)
        return made;
    info_free(store, made);
    note(MPI_ERR_NO_MEM, "no memory for the hints of a file");
    return NULL;
}

int hints_permissions(struct info *wanted)
{
    char value[MPI_MAX_INFO_VAL], *end;
    long permissions;

    if (wanted == NULL || info_read(wanted, "file_perm", value, sizeof value) == 0)
        return PERMISSIONS;
    permissions = strtol(value, &end, 8);
    if (*end != '\0' || end == value || permissions < 0 || permissions > PERMISSIONS_ALL)
        return PERMISSIONS; /* an invalid value is ignored */
    return (int)permissions;
}

const char *hints_differ(struct info *one, struct info *other)
{
    char ones[MPI_MAX_INFO_VAL], others[MPI_MAX_INFO_VAL];
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(same) && one != NULL && other != NULL && one != other; i++)
        if (info_read(one, same[i], ones, sizeof ones) > 0 &&
            info_read(other, same[i], others, sizeof others) > 0 && strcmp(ones, others) != 0)
            return same[i];
    return NULL;
}
