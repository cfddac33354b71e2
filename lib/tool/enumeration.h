/* SPDX-License-Identifier: MIT */
/* Enumerations: names of a variable's values, and of an event's elements. They are constant. */
#ifndef TOOL_ENUMERATION_H
#define TOOL_ENUMERATION_H

#include <stdbool.h>

#include "mpi_types.h"

struct knob;

enum enumeration_number {
    ENUMERATION_NONE = -1,
    ENUMERATION_PHASE,
    ENUMERATION_MESSAGE, /* the elements of an event of that sort */
    ENUMERATION_ARRIVAL,
    ENUMERATION_COLLECTIVE,
    ENUMERATION_ACCESS,
    ENUMERATION_EPOCH,
    ENUMERATION_WINDOW,
    ENUMERATION_FILE,
    ENUMERATION_FILE_ACCESS,
    ENUMERATION_PAUSE,
    ENUMERATIONS, /* from here on: of the tunables, by their numbers */
};

enum { ENUMERATION_ITEM_BYTES = 64 };

struct enumeration {
    const char *name;
    const char *items; /* with | between them */
    int first;         /* the value of the first one; the others follow */
    char variable[64]; /* the name of a tunable's */
};

MPI_T_enum enumeration_handle(int number); /* MPI_T_ENUM_NULL of ENUMERATION_NONE */
int enumeration_of_knob(int knob);         /* ENUMERATION_NONE: it has none */
/* False: it is none. */
bool enumeration_look(MPI_T_enum handle, struct enumeration *enumeration);

int enumeration_count(const struct enumeration *enumeration);
/* Writes the name of an item that there is. */
void enumeration_item(const struct enumeration *enumeration, int index,
                      char name[ENUMERATION_ITEM_BYTES]);

#endif
