/* SPDX-License-Identifier: MIT */
#include "check/named.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/place.h"
#include "base/variable.h"
#include "check/buffers.h"
#include "check/contents.h"
#include "image/image.h"
#include "rank/rank.h"

enum { OFFSET_BYTES = 48 };

/* The symbols say where the original of a private variable lies. */
uintptr_t named_original(uintptr_t address)
{
    const uintptr_t original = address - (uintptr_t)image_displacement(rank_self()->slot);

    return image_is_private((const void *)original) ? original : address;
}

/* The bytes of an element of what is there; 0: not known. */
static size_t element_bytes(const struct content *content)
{
    return content->layout != NULL ? strtoull(content->layout, NULL, 10) : 0;
}

/* Writes " from its element [3] on", or what else says where in the object it is. */
static void describe_offset(size_t offset, size_t element, char text[])
{
    text[0] = '\0';
    if (offset > 0 && element > 0 && offset % element == 0)
        snprintf(text, OFFSET_BYTES, " from its element [%zu] on", offset / element);
    else if (offset > 0)
        snprintf(text, OFFSET_BYTES, " from its byte %zu on", offset);
}

static void describe_variable(uintptr_t address, size_t element, char text[])
{
    struct places *places = places_open();
    struct variable_place variable;
    char offset[OFFSET_BYTES];

    text[0] = '\0';
    if (variable_find(places, named_original(address), &variable)) {
        describe_offset(variable.offset, element, offset);
        snprintf(text, NAMED_BYTES, ", `%s`%s,", variable.name, offset);
    }
    places_close(places);
}

static void describe_block(uintptr_t address, const struct content *content, char text[])
{
    char allocated[ALLOCATED_BYTES], offset[OFFSET_BYTES];

    text[0] = '\0';
    allocated_describe(content->site, allocated);
    describe_offset(address - content->start, element_bytes(content), offset);
    if (allocated[0] != '\0')
        snprintf(text, NAMED_BYTES, ", in memory allocated%s%s,", allocated, offset);
}

static void describe_local(const struct named_buffer *named, char text[])
{
    const struct local_variable *local = named->local;
    char offset[OFFSET_BYTES] = "";

    if (local->is_start_known && named->address >= local->start)
        describe_offset(named->address - local->start, local->element, offset);
    snprintf(text, NAMED_BYTES, ",%s the local variable `%s`%s,",
             local->is_start_known ? "" : " in", local->name, offset);
}

struct named_buffer named_of(const struct call *call, const struct buffer_used *used,
                             struct local_variable *local)
{
    return (struct named_buffer){blocks_span(used->blocks, used->count).low,
                                 local_variable_of(call, used, local) ? local : NULL};
}

const char *named_describe(const struct named_buffer *named, char text[])
{
    const uintptr_t address = named->address;
    struct content content;
    const bool is_known = load_relaxed(&contents_are_known) && content_find(address, &content) &&
                          content_is_certain(&content);

    if (named->local != NULL)
        describe_local(named, text);
    else if (is_known && content.site != NULL)
        describe_block(address, &content, text);
    else
        describe_variable(address, is_known ? element_bytes(&content) : 0, text);
    return text;
}
