/* SPDX-License-Identifier: MIT */
/* Failures, counts and contracts of the calling rank. */
#include <stdlib.h>
#include <string.h>

#include "jobs.h"

char *jobs_string(char *string, size_t bytes, const char *text, size_t length)
{
    while (text != NULL && length > 0 && text[length - 1] == ' ')
        length--;
    if (text == NULL || length == 0)
        return NULL;
    if (length >= bytes)
        length = bytes - 1;
    memcpy(string, text, length);
    string[length] = '\0';
    return string;
}

/* heddle_place says "exchange (halo.f90:41)". */
void jobs_find_place(struct jobs_place *place, const void *address)
{
    char *open, *colon;

    heddle_place(address, place->text, sizeof place->text);
    open = strrchr(place->text, '(');
    colon = open != NULL ? strrchr(open, ':') : NULL;
    place->file = NULL;
    if (colon == NULL)
        return;
    *colon = '\0';
    place->file = open + 1;
    place->line = (int)strtol(colon + 1, NULL, 10);
}

void jobs_fail(const char *text, const char *file, const int *line, size_t length,
               size_t file_length) FORTRAN(heddle_fail);
void jobs_fail(const char *text, const char *file, const int *line, size_t length,
               size_t file_length)
{
    struct jobs_place place;
    char given[256];
    const char *named = jobs_string(given, sizeof given, file, file_length);

    if (named != NULL)
        heddle_fail(named, line != NULL ? *line : 0, "%.*s", (int)length, text);
    jobs_find_place(&place, __builtin_return_address(0));
    heddle_fail(place.file, place.line, "%.*s", (int)length, text);
}

int64_t jobs_count(const char *name, size_t length) FORTRAN(heddle_count);
int64_t jobs_count(const char *name, size_t length)
{
    char counter[64];
    const char *named = jobs_string(counter, sizeof counter, name, length);

    return named != NULL ? heddle_count(named) : -1;
}

/* The place, which takes some milliseconds, is looked for only if the contract fails. */
static void expect(const char *what, int64_t sent, int least, int most, const void *site)
{
    struct jobs_place place;

    if (sent >= least && sent <= most && (heddle_rank() < 0 || heddle_count("messages") >= 0))
        return;
    jobs_find_place(&place, site);
    heddle_expect_range_(place.file, place.line, what, (uint64_t)sent,
                         (uint64_t)(least > 0 ? least : 0), (uint64_t)(most > 0 ? most : 0));
}

#define EXPECT(counter, what)                                                                \
    void jobs_expect_##counter(const struct heddle_counters *before, const int *least,       \
                               const int *most) FORTRAN(heddle_expect_##counter);            \
    void jobs_expect_##counter(const struct heddle_counters *before, const int *least,       \
                               const int *most)                                              \
    {                                                                                        \
        expect(what, (int64_t)(heddle_sent().counter - before->counter), *least, *most,      \
               __builtin_return_address(0));                                                 \
    }
EXPECT(messages, "messages")
EXPECT(bytes, "bytes")
EXPECT(collectives, "collective operations")
