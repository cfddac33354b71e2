/* SPDX-License-Identifier: MIT */
/* MPI_Error_class, MPI_Error_string, and the classes and codes that users add. */
#include <stdio.h>
#include <string.h>

#include "api/argument/check.h"
#include "api/argument/local.h"
#include "api/error/error_table.h"
#include "api/error/raise.h"
#include "api/generated/error-handling.h"
#include "base/memory.h"
#include "base/note.h"

enum { ROOM_AT_FIRST = 8 };

int api_error_class(const struct call *call, int errorcode, int *errorclass)
{
    int err = error_check(errorcode);

    if (err == MPI_SUCCESS)
        err = check_pointer(errorclass, "errorclass");
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *errorclass = error_class(errorcode);
    return MPI_SUCCESS;
}

int api_error_string(const struct call *call, int errorcode, char *string, int *resultlen)
{
    char sentence[MPI_MAX_ERROR_STRING];
    int err;

    /* Copy first: the checks may leave a sentence of their own. */
    snprintf(sentence, sizeof sentence, "%s",
             errorcode != MPI_SUCCESS && errorcode < ERROR_FIRST_OF_USER &&
                     note_class() == errorcode
                 ? note_text()
                 : "");
    err = error_check(errorcode);
    if (err == MPI_SUCCESS)
        err = check_pointer(string, "string");
    if (err == MPI_SUCCESS)
        err = check_pointer(resultlen, "resultlen");
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *resultlen = snprintf(string, MPI_MAX_ERROR_STRING, "%s%s%s", error_text(errorcode),
                          *sentence != '\0' ? ": " : "", sentence);
    if (*resultlen >= MPI_MAX_ERROR_STRING)
        *resultlen = MPI_MAX_ERROR_STRING - 1;
    return MPI_SUCCESS;
}

/* ---- classes and codes that users add ------------------------------------------------------ */

/* Updates the attribute MPI_LASTUSEDCODE: the largest class. */
static void tell_last(struct local *local)
{
    int i;

    local->values.last_used_code = MPI_ERR_LASTCODE;
    for (i = 0; i < local->user_error_count; i++)
        if (local->user_errors[i].is_used && local->user_errors[i].is_class)
            local->values.last_used_code = ERROR_FIRST_OF_USER + i;
}

/* Finds an unused place, under the lock. Returns -1 if there is no memory. */
static int find_place(struct local *local)
{
    int i, room;
    struct user_error *grown;

    for (i = 0; i < local->user_error_count; i++)
        if (!local->user_errors[i].is_used)
            return i;
    room = i == 0 ? ROOM_AT_FIRST : 2 * i;
    grown = memory_grow(local->user_errors, (size_t)room * sizeof *grown);
    if (grown == NULL)
        return -1;
    memset(grown + i, 0, (size_t)(room - i) * sizeof *grown);
    local->user_errors = grown;
    local->user_error_count = room;
    return i;
}

/* An error_class of 0 makes a new class. */
static int add_code(struct local *local, int error_class, int *number)
{
    int place;

    lock_take(&local->lock);
    place = find_place(local);
    if (place >= 0) {
        local->user_errors[place] = (struct user_error){
            .is_used = true,
            .is_class = error_class == 0,
            .error_class = error_class != 0 ? error_class : ERROR_FIRST_OF_USER + place,
        };
        tell_last(local);
    }
    lock_release(&local->lock);
    if (place < 0)
        return note(MPI_ERR_NO_MEM, "no memory for an error code");
    *number = ERROR_FIRST_OF_USER + place;
    return MPI_SUCCESS;
}

int api_add_error_class(const struct call *call, int *errorclass)
{
    struct local *local;
    int err = local_find(&local);

    if (err == MPI_SUCCESS)
        err = check_pointer(errorclass, "errorclass");
    if (err == MPI_SUCCESS)
        err = add_code(local, 0, errorclass);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}

static int check_class(int errorclass)
{
    const struct user_error *own = error_find_user(errorclass);

    if (own != NULL ? own->is_class : error_name(errorclass) != NULL && errorclass != MPI_SUCCESS)
        return MPI_SUCCESS;
    return note(MPI_ERR_ARG, "errorclass %d is no error class", errorclass);
}

int api_add_error_code(const struct call *call, int errorclass, int *errorcode)
{
    struct local *local;
    int err = local_find(&local);

    if (err == MPI_SUCCESS)
        err = check_class(errorclass);
    if (err == MPI_SUCCESS)
        err = check_pointer(errorcode, "errorcode");
    if (err == MPI_SUCCESS)
        err = add_code(local, errorclass, errorcode);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}

static int check_own(int error, const char *name, struct user_error **own)
{
    *own = error_find_user(error);
    if (*own != NULL)
        return MPI_SUCCESS;
    return note(MPI_ERR_ARG, "%s %d was not added by this program", name, error);
}

int api_add_error_string(const struct call *call, int errorcode, const char *string)
{
    struct user_error *own;
    struct local *local;
    char *copy = NULL;
    int err = local_find(&local);

    if (err == MPI_SUCCESS)
        err = check_own(errorcode, "errorcode", &own);
    if (err == MPI_SUCCESS)
        err = check_pointer(string, "string");
    if (err == MPI_SUCCESS && strlen(string) > MPI_MAX_ERROR_STRING)
        err = note(MPI_ERR_ARG, "string has more than %d characters", MPI_MAX_ERROR_STRING);
    if (err == MPI_SUCCESS && (copy = memory_copy_text(string)) == NULL)
        err = note(MPI_ERR_NO_MEM, "no memory for an error string");
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    lock_take(&local->lock);
    memory_give(own->text);
    own->text = copy;
    lock_release(&local->lock);
    return MPI_SUCCESS;
}

int api_remove_error_string(const struct call *call, int errorcode)
{
    struct user_error *own;
    struct local *local;
    int err = local_find(&local);

    if (err == MPI_SUCCESS)
        err = check_own(errorcode, "errorcode", &own);
    if (err == MPI_SUCCESS && own->text == NULL)
        err = note(MPI_ERR_ARG, "errorcode %d has no string", errorcode);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    lock_take(&local->lock);
    memory_give(own->text);
    own->text = NULL;
    lock_release(&local->lock);
    return MPI_SUCCESS;
}

static bool has_codes(const struct local *local, int errorclass)
{
    int i;

    for (i = 0; i < local->user_error_count; i++)
        if (local->user_errors[i].is_used && !local->user_errors[i].is_class &&
            local->user_errors[i].error_class == errorclass)
            return true;
    return false;
}

static int remove_error(const struct call *call, int error, bool is_class, const char *name)
{
    struct user_error *own;
    struct local *local;
    int err = local_find(&local);

    if (err == MPI_SUCCESS)
        err = check_own(error, name, &own);
    if (err == MPI_SUCCESS && own->is_class != is_class)
        err = note(MPI_ERR_ARG, "%s %d is a%s", name, error, is_class ? " code" : " class");
    if (err == MPI_SUCCESS && own->text != NULL)
        err = note(MPI_ERR_ARG, "%s %d still has a string", name, error);
    if (err == MPI_SUCCESS && is_class && has_codes(local, error))
        err = note(MPI_ERR_ARG, "%s %d still has codes", name, error);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    lock_take(&local->lock);
    own->is_used = false;
    tell_last(local);
    lock_release(&local->lock);
    return MPI_SUCCESS;
}

int api_remove_error_class(const struct call *call, int errorclass)
{
    return remove_error(call, errorclass, true, "errorclass");
}

int api_remove_error_code(const struct call *call, int errorcode)
{
    return remove_error(call, errorcode, false, "errorcode");
}
