/* SPDX-License-Identifier: MIT */
#include "job/uncontrolled.h"

#include <string.h>

#include "base/container.h"

/* A part of the names of functions; the first line that fits counts. */
static const struct {
    const char *part;
    unsigned uncontrolled;
} calls[] = {
    {"MPI_File_read_shared", 0}, /* each has bytes of its own, by the pointer's order */
    {"MPI_File_write_shared", 0},
    {"MPI_File_read", UNCONTROLLED_FILES},
    {"MPI_File_write", UNCONTROLLED_FILES},
    {"MPI_File_iread", UNCONTROLLED_FILES},
    {"MPI_File_iwrite", UNCONTROLLED_FILES},
    {"MPI_Comm_join", UNCONTROLLED_PORTS},
    {"MPI_Comm_spawn", UNCONTROLLED_WORLDS},
};

static const char *const words[] = {
    "accesses to files",
    "connections with other jobs and by sockets",
    "what spawned worlds do",
    "what threads do that ranks create",
};

unsigned uncontrolled_of_call(const char *name)
{
    size_t i = 0;

    if (name == NULL || (strncmp(name, "MPI_F", 5) != 0 && strncmp(name, "MPI_Comm_", 9) != 0))
        return 0;
    while (i < ARRAY_LENGTH(calls) && strncmp(name, calls[i].part, strlen(calls[i].part)) != 0)
        i++;
    return i < ARRAY_LENGTH(calls) ? calls[i].uncontrolled : 0;
}

void uncontrolled_describe(FILE *out, unsigned uncontrolled)
{
    const char *before = "";
    unsigned i, rest;

    for (i = 0; i < ARRAY_LENGTH(words); i++)
        if ((uncontrolled & 1u << i) != 0) {
            fprintf(out, "%s%s", before, words[i]);
            rest = uncontrolled >> (i + 1);
            before = (rest & (rest - 1)) != 0 ? ", " : " and "; /* two are left, or one */
        }
}
