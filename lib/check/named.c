/* SPDX-License-Identifier: MIT */
#include "check/named.h"

#include <stdio.h>

#include "base/place.h"
#include "base/variable.h"
#include "image/image.h"
#include "rank/rank.h"

/* The symbols tell where the original of a private variable lies. */
uintptr_t named_original(uintptr_t address)
{
    const uintptr_t original = address - (uintptr_t)image_displacement(rank_self()->slot);

    return image_is_private((const void *)original) ? original : address;
}

const char *named_describe(uintptr_t address, char text[])
{
    struct places *places = places_open();
    struct variable_place variable;

    text[0] = '\0';
    if (variable_find(places, named_original(address), &variable)) {
        if (variable.offset == 0)
            snprintf(text, NAMED_BYTES, ", `%s`,", variable.name);
        else
            snprintf(text, NAMED_BYTES, ", `%s` from its byte %zu on,", variable.name,
                     variable.offset);
    }
    places_close(places);
    return text;
}
