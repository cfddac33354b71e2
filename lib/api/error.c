/* SPDX-License-Identifier: MIT */
#include "api/error.h"

#include <stdio.h>

#include "api/check.h"
#include "api/generated/api.h"
#include "api/raise.h"
#include "base/container.h"
#include "base/note.h"

static const struct error_entry {
    int error;
    const char *name;
    const char *text;
} entries[] = {
#define ERROR_TEXT(error, text) {error, #error, text},
#include "api/error_text.def"
#undef ERROR_TEXT
};

static const struct error_entry *find(int error)
{
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(entries); i++)
        if (entries[i].error == error)
            return &entries[i];
    return NULL;
}

const char *error_name(int error)
{
    const struct error_entry *entry = find(error);

    return entry != NULL ? entry->name : NULL;
}

const char *error_text(int error)
{
    const struct error_entry *entry = find(error);

    return entry != NULL ? entry->text : NULL;
}

static int check_code(int error)
{
    if (find(error) != NULL)
        return MPI_SUCCESS;
    return note(MPI_ERR_ARG, "errorcode %d is no error code", error);
}

int api_error_class(const struct call *call, int errorcode, int *errorclass)
{
    int err = check_code(errorcode);

    if (err == MPI_SUCCESS)
        err = check_output(errorclass, "errorclass");
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *errorclass = errorcode;
    return MPI_SUCCESS;
}

int api_error_string(const struct call *call, int errorcode, char *string, int *resultlen)
{
    const char *sentence = note_class() == errorcode ? note_text() : "";
    int err = check_code(errorcode);

    if (err == MPI_SUCCESS)
        err = check_output(string, "string");
    if (err == MPI_SUCCESS)
        err = check_output(resultlen, "resultlen");
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    /* The sentence is shorter than the string may be, so that none is cut. */
    *resultlen = snprintf(string, MPI_MAX_ERROR_STRING, "%s%s%s", error_text(errorcode),
                          errorcode != MPI_SUCCESS && *sentence != '\0' ? ": " : "",
                          errorcode != MPI_SUCCESS ? sentence : "");
    if (*resultlen >= MPI_MAX_ERROR_STRING)
        *resultlen = MPI_MAX_ERROR_STRING - 1;
    return MPI_SUCCESS;
}
