/* SPDX-License-Identifier: MIT */
#include "check/call.h"

#include <stdbool.h>
#include <string.h>

#include "base/call.h"

static bool is_entry(struct places *places, uintptr_t frame)
{
    const char *name = places_find(places, frame).function;

    if (name == NULL)
        return false;
    if (*name == 'P' || *name == 'p')
        name++;
    return strncmp(name, "MPI_", 4) == 0 || strncmp(name, "mpi_", 4) == 0;
}

int call_find(struct places *places, const struct trace *trace)
{
    int i = 0;

    while (i < trace->count && !is_entry(places, trace->frames[i]))
        i++;
    if (i == trace->count)
        return -1;
    while (i + 1 < trace->count && is_entry(places, trace->frames[i + 1]))
        i++;
    return i;
}

const void *call_site(const struct trace *trace, int frame)
{
    if (frame < 0 || frame + 1 >= trace->count)
        return NULL;
    return (const void *)(trace->frames[frame + 1] + 1);
}

void call_describe(struct places *places, const struct trace *trace, int frame, FILE *out)
{
    const void *site = call_site(trace, frame);
    char text[PLACE_TEXT_BYTES], own[CALL_NAME_BYTES];
    const char *name;

    if (frame < 0) {
        fputs("in the library", out);
        return;
    }
    name = places_find(places, trace->frames[frame]).function;
    if (*name == 'P' || *name == 'p')
        name++;
    name = call_name(name, *name == 'm', own);
    fprintf(out, "%.*s", (int)strcspn(name, "."), name); /* "MPI_Recv.cold" is a part of it */
    if (site != NULL)
        fprintf(out, ", called in %s", place_describe(places, site, text));
}
