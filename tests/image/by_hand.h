/* SPDX-License-Identifier: MIT */
/* A module made by hand: this test program, with records as the compiler plugin writes them. */
#ifndef TESTS_IMAGE_BY_HAND_H
#define TESTS_IMAGE_BY_HAND_H

#include "image/image.h"
#include "image/start.h"

#define VARIABLE(variable, what)                                                     \
    {.address = (char *)&(variable), .size = sizeof(variable), .name = #variable,    \
     .file = "by_hand.c", .line = 7, .kind = (what)}
#define FUNCTION(function, priority, what) \
    {.address = (char *)(function), .size = (priority), .name = #function, .kind = (what)}

/* Where the slot has the variable. */
#define in_slot(variable, slot) \
    (*(__typeof__(variable) *)((char *)&(variable) + image_displacement(slot)))

static inline void register_by_hand(const struct heddle_record *records, size_t count)
{
    static struct heddle_module tables; /* its address says which module registers */

    tables.version = RECORD_VERSION;
    tables.records = records;
    tables.records_end = records + count;
    heddle_register(&tables);
}

#endif
