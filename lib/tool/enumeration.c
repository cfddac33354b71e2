/* SPDX-License-Identifier: MIT */
#include "tool/enumeration.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/knob.h"
#include "tool/handle.h"

static_assert(sizeof((struct enumeration *)0)->variable == KNOB_NAME_BYTES, "a variable's name");

static const struct enumeration enumerations[ENUMERATIONS] = {
    [ENUMERATION_PHASE] = {.name = "phase", .items = "before MPI_Init|active|finalized"},
    [ENUMERATION_MESSAGE] = {.name = "elements of a message",
                             .items = "protocol|dest|tag|communicator|bytes"},
    [ENUMERATION_ARRIVAL] = {.name = "elements of an arrival",
                             .items = "source|tag|communicator|bytes"},
    [ENUMERATION_COLLECTIVE] = {.name = "elements of a collective operation",
                                .items = "operation|algorithm|root|communicator|bytes"},
    [ENUMERATION_ACCESS] = {.name = "elements of an access", .items = "target|bytes|window"},
    [ENUMERATION_EPOCH] = {.name = "elements of an epoch", .items = "kind|target|window"},
    [ENUMERATION_WINDOW] = {.name = "elements of a window", .items = "flavor|window|bytes"},
    [ENUMERATION_FILE] = {.name = "elements of a file", .items = "amode|file"},
    [ENUMERATION_FILE_ACCESS] = {.name = "elements of an access to a file",
                                 .items = "kind|file|offset|bytes"},
    [ENUMERATION_PAUSE] = {.name = "elements of a pause", .items = "nanoseconds"},
};

MPI_T_enum enumeration_handle(int number)
{
    if (number == ENUMERATION_NONE)
        return MPI_T_ENUM_NULL;
    return (MPI_T_enum)((uintptr_t)(number + 1) << TOOL_KIND_BITS | TOOL_ENUMERATION);
}

int enumeration_of_knob(int knob)
{
    return knob_at(knob)->values != NULL ? ENUMERATIONS + knob : ENUMERATION_NONE;
}

static bool look_at_knob(int number, struct enumeration *enumeration)
{
    const struct knob *knob = knob_at(number);

    if (knob == NULL || knob->values == NULL)
        return false;
    enumeration->items = knob->values;
    enumeration->first = (int)knob->lowest;
    knob_name_variable(knob, enumeration->variable);
    enumeration->name = enumeration->variable;
    return true;
}

bool enumeration_look(MPI_T_enum handle, struct enumeration *enumeration)
{
    uintptr_t number = (uintptr_t)handle >> TOOL_KIND_BITS;

    if ((uintptr_t)handle % (1 << TOOL_KIND_BITS) != TOOL_ENUMERATION || number == 0 ||
        number > INT32_MAX)
        return false;
    if (number > ENUMERATIONS)
        return look_at_knob((int)number - 1 - ENUMERATIONS, enumeration);
    *enumeration = enumerations[number - 1];
    return true;
}

int enumeration_count(const struct enumeration *enumeration)
{
    int count = 1;

    for (const char *c = enumeration->items; *c != '\0'; c++)
        count += *c == '|';
    return count;
}

void enumeration_item(const struct enumeration *enumeration, int index,
                      char name[ENUMERATION_ITEM_BYTES])
{
    const char *item = enumeration->items;

    while (index-- > 0)
        item = strchr(item, '|') + 1;
    snprintf(name, ENUMERATION_ITEM_BYTES, "%.*s", (int)strcspn(item, "|"), item);
}
