/* SPDX-License-Identifier: MIT */
#include "check/local_variable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/buffers.h"
#include "check/contents.h"
#include "check/descriptions.h"

/* Reads "80 8 8 halo", or "80 - 8 halo". */
static bool read_local(const char *text, struct local_variable *found)
{
    char *end;

    found->bytes = strtoull(text, &end, 10);
    if (end[0] != ' ')
        return false;
    found->is_start_known = end[1] != '-';
    found->offset = found->is_start_known ? strtoull(end + 1, &end, 10) : 0;
    end += found->is_start_known ? 0 : 2;
    if (end[0] != ' ')
        return false;
    found->element = strtoull(end + 1, &end, 10);
    if (end[0] != ' ')
        return false;
    snprintf(found->name, sizeof found->name, "%s", end + 1);
    return found->bytes > 0 && found->offset <= found->bytes;
}

bool local_variable_find(const struct call *call, const char *name, const void *argument,
                         struct local_variable *found)
{
    const char *described = name == buffers_unnamed ? NULL : name;
    const char *text = load_relaxed(&contents_are_known) && call->site != NULL
                           ? description_of_local(call->site, described)
                           : NULL;

    if (text == NULL || !read_local(text, found))
        return false;
    found->start = (uintptr_t)argument - found->offset;
    return true;
}

bool local_variable_of(const struct call *call, const struct buffer_used *used,
                       struct local_variable *found)
{
    const struct data *argument = used->argument != NULL ? used->argument : used->blocks;

    return used->count > 0 && local_variable_find(call, used->name, argument->buf, found);
}
