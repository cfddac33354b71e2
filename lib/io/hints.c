/* SPDX-License-Identifier: MIT */
#include "io/hints.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/container.h"
#include "base/note.h"
#include "io/staging.h"
#include "mpi_types.h"

enum { PERMISSIONS = 0666, PERMISSIONS_ALL = 0777 };
enum { NUMBER_BYTES = 16 };

/* Keys whose values are in use from the beginning, and those that a program may set: none where
 * the library does the same whatever the program says. */
static const struct rule {
    const char *key, *initial;
    const char *values[3];
} rules[] = {
    {"collective_buffering", "true", {"true", "false"}},
    {"romio_cb_read", "automatic", {"automatic", "enable", "disable"}},
    {"romio_cb_write", "automatic", {"automatic", "enable", "disable"}},
    {"romio_ds_read", "automatic", {"automatic", "enable", "disable"}},
    {"romio_ds_write", "automatic", {"automatic", "enable", "disable"}},
    {"romio_no_indep_rw", "false", {NULL}},
};

/* Keys with numbers of the library's own. */
static const char *const sizes[] = {"cb_block_size", "cb_buffer_size"};

static const char *const same[] = {
    "collective_buffering", "cb_block_size", "cb_buffer_size",  "cb_nodes",
    "chunked",              "chunked_item",  "chunked_size",    "file_perm",
    "io_node_list",         "nb_proc",       "num_io_nodes",    "striping_factor",
    "striping_unit",
};

static_assert(ARRAY_LENGTH(same) == HINTS_SAME, "each has a place among the givers");

/* ---- values ---------------------------------------------------------------------------------- */

static const char *value_of_rule(const struct rule *rule, const char *value)
{
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(rule->values) && rule->values[i] != NULL; i++)
        if (strcasecmp(value, rule->values[i]) == 0)
            return rule->values[i];
    return NULL;
}

/* Returns -1 if the text is no permissions. */
static int permissions_of(const char *value)
{
    char *end;
    long permissions = strtol(value, &end, 8);

    if (*end != '\0' || end == value || permissions < 0 || permissions > PERMISSIONS_ALL)
        return -1;
    return (int)permissions;
}

/* A number of members that is more than there are means all. */
static const char *value_of_nodes(const char *value, int members, char number[NUMBER_BYTES])
{
    char *end;
    long nodes = strtol(value, &end, 10);

    if (*end != '\0' || end == value || nodes < 1)
        return NULL;
    snprintf(number, NUMBER_BYTES, "%ld", nodes < members ? nodes : (long)members);
    return number;
}

/* Returns the value that is in use when the program sets this one; NULL: it is ignored. */
static const char *value_used(const char *key, const char *value, int members,
                              char number[NUMBER_BYTES])
{
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(rules); i++)
        if (strcmp(key, rules[i].key) == 0)
            return value_of_rule(&rules[i], value);
    for (i = 0; i < ARRAY_LENGTH(sizes); i++)
        if (strcmp(key, sizes[i]) == 0)
            return NULL;
    if (strcmp(key, "filename") == 0 ||
        (strcmp(key, "file_perm") == 0 && permissions_of(value) < 0))
        return NULL;
    return strcmp(key, "cb_nodes") == 0 ? value_of_nodes(value, members, number) : value;
}

/* ---- what is in use -------------------------------------------------------------------------- */

int hints_change(struct info *hints, int members, struct info *wanted)
{
    char key[MPI_MAX_INFO_KEY], value[MPI_MAX_INFO_VAL], number[NUMBER_BYTES];
    int i, err = MPI_SUCCESS;

    for (i = 0; wanted != NULL && i < info_count(wanted) && err == MPI_SUCCESS; i++) {
        const char *used = NULL;

        if (info_read_key(wanted, i, key, sizeof key) > 0 &&
            info_read(wanted, key, value, sizeof value) > 0)
            used = value_used(key, value, members, number);
        if (used != NULL)
            err = info_set(hints, key, used);
    }
    return err;
}

static int set_initial(struct info *hints, const char *path, int members)
{
    int err = strlen(path) < MPI_MAX_INFO_VAL ? info_set(hints, "filename", path) : MPI_SUCCESS;
    char number[NUMBER_BYTES];
    size_t i;

    snprintf(number, sizeof number, "%d", BUFFER_BYTES);
    for (i = 0; i < ARRAY_LENGTH(sizes) && err == MPI_SUCCESS; i++)
        err = info_set(hints, sizes[i], number);
    snprintf(number, sizeof number, "%d", members);
    if (err == MPI_SUCCESS)
        err = info_set(hints, "cb_nodes", number);
    for (i = 0; i < ARRAY_LENGTH(rules) && err == MPI_SUCCESS; i++)
        err = info_set(hints, rules[i].key, rules[i].initial);
    return err;
}

struct info *hints_of_file(struct store *store, const char *path, int members, struct info *wanted)
{
    struct info *made = info_create(store);
    int err = made != NULL ? MPI_SUCCESS : MPI_ERR_NO_MEM;

    info_keep(made);
    if (err == MPI_SUCCESS)
        err = set_initial(made, path, members);
    if (err == MPI_SUCCESS)
        err = hints_change(made, members, wanted);
    if (err == MPI_SUCCESS)
        return made;
    info_free(store, made);
    note(MPI_ERR_NO_MEM, "no memory for the hints of a file");
    return NULL;
}

/* Reads the value that is in use after the change. */
static void read_used(struct info *hints, struct info *wanted, int members, const char *key,
                      char value[MPI_MAX_INFO_VAL])
{
    char number[NUMBER_BYTES];
    const char *used = NULL;

    if (wanted != NULL && info_read(wanted, key, value, MPI_MAX_INFO_VAL) > 0)
        used = value_used(key, value, members, number);
    if (used != NULL)
        snprintf(value, MPI_MAX_INFO_VAL, "%s", used);
    else if (info_read(hints, key, value, MPI_MAX_INFO_VAL) == 0)
        *value = '\0';
}

struct tactics hints_tactics(struct info *hints, int members, struct info *wanted)
{
    static const char *const keys[4] = {"romio_ds_read", "romio_ds_write", "romio_cb_read",
                                        "romio_cb_write"};
    char value[MPI_MAX_INFO_VAL];
    struct tactics tactics;
    enum use uses[4];
    int i;

    read_used(hints, wanted, members, "collective_buffering", value);
    uses[0] = uses[1] = USE_AUTOMATIC;
    uses[2] = uses[3] = strcmp(value, "false") == 0 ? USE_DISABLED : USE_AUTOMATIC;
    for (i = 0; i < 4; i++) {
        read_used(hints, wanted, members, keys[i], value);
        if (strcmp(value, "enable") == 0)
            uses[i] = USE_ENABLED;
        else if (strcmp(value, "disable") == 0)
            uses[i] = USE_DISABLED;
    }
    read_used(hints, wanted, members, "cb_nodes", value);
    tactics.nodes = (int32_t)strtol(value, NULL, 10);
    for (i = 0; i < 2; i++) {
        tactics.sieve[i] = (uint8_t)uses[i];
        tactics.merge[i] = (uint8_t)uses[2 + i];
    }
    return tactics;
}

int hints_permissions(struct info *wanted)
{
    char value[MPI_MAX_INFO_VAL];
    int permissions;

    if (wanted == NULL || info_read(wanted, "file_perm", value, sizeof value) == 0)
        return PERMISSIONS;
    permissions = permissions_of(value);
    return permissions >= 0 ? permissions : PERMISSIONS;
}

/* ---- what all must say ----------------------------------------------------------------------- */

int hints_compare(struct hint_givers *givers, struct info *given, int member, const char *path)
{
    char value[MPI_MAX_INFO_VAL], first[MPI_MAX_INFO_VAL];
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(same) && given != NULL; i++) {
        if (given == givers->infos[i] || info_read(given, same[i], value, sizeof value) == 0)
            continue;
        if (givers->infos[i] == NULL) {
            givers->infos[i] = given;
            givers->members[i] = member;
        } else if (info_read(givers->infos[i], same[i], first, sizeof first) > 0 &&
                   strcmp(value, first) != 0) {
            return note(MPI_ERR_NOT_SAME,
                        "the hint %s differs: it is \"%s\" at rank %d and \"%s\" at rank %d, "
                        "for \"%s\"",
                        same[i], first, givers->members[i], value, member, path);
        }
    }
    return MPI_SUCCESS;
}
