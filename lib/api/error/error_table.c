/* SPDX-License-Identifier: MIT */
#include "api/error/error_table.h"

#include <stddef.h>

#include "api/argument/local.h"
#include "base/container.h"
#include "base/note.h"

static const struct error_entry {
    int error;
    const char *name;
    const char *text;
} entries[] = {
#define ERROR_TEXT(error, text) {error, #error, text},
#include "api/error/error_text.def"
};

static const struct error_entry *find_entry(int error)
{
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(entries); i++)
        if (entries[i].error == error)
            return &entries[i];
    return NULL;
}

struct user_error *error_find_user(int error)
{
    struct local *local = rank_self() != NULL ? local_of(rank_self()) : NULL;
    int index = error - ERROR_FIRST_OF_USER;

    if (local == NULL || error < ERROR_FIRST_OF_USER || index >= local->user_error_count)
        return NULL;
    return local->user_errors[index].is_used ? &local->user_errors[index] : NULL;
}

const char *error_name(int error)
{
    const struct error_entry *entry = find_entry(error);

    return entry != NULL ? entry->name : NULL;
}

const char *error_text(int error)
{
    const struct error_entry *entry = find_entry(error);
    const struct user_error *own;

    if (entry != NULL)
        return entry->text;
    own = error_find_user(error);
    if (own == NULL)
        return NULL;
    return own->text != NULL ? own->text : "";
}

int error_check(int error)
{
    if (find_entry(error) != NULL || error_find_user(error) != NULL)
        return MPI_SUCCESS;
    return note(MPI_ERR_ARG, "errorcode %d is no error code", error);
}

int error_class(int error)
{
    const struct user_error *own = error_find_user(error);

    return own != NULL ? own->error_class : error;
}
