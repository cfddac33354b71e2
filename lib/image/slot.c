/* SPDX-License-Identifier: MIT */
#include "image/slot.h"

#include "base/must.h"
#include "base/sanitizer.h"
#include "image/start.h"

/* The program's code reads this variable. The executable's own definition wins, except in a program
 * linked without the start object. */
__attribute__((weak, visibility("default"))) _Thread_local ptrdiff_t heddle_displacement;

/* The library's own, also if the executable's stands in front of it: libraries of guests find this
 * one (image/guest/guest.h). */
extern _Thread_local ptrdiff_t displacement_of_library
    __attribute__((alias("heddle_displacement"), visibility("hidden")));

static _Thread_local int current_slot;

static struct {
    bool are_started;
    bool are_open;
    struct slot all[IMAGE_SLOTS_MAX];
} slots;

NOT_INSTRUMENTED struct slot *slot_at(int slot)
{
    must(slot >= 0);
    must(slot < IMAGE_SLOTS_MAX);
    return &slots.all[slot];
}

void slots_start(void)
{
    slots.are_started = true;
}

void slots_open(void)
{
    slots.are_open = true;
}

bool slots_are_open(void)
{
    return slots.are_open;
}

bool slots_are_started(void)
{
    return slots.are_started;
}

int slot_current(void)
{
    return current_slot;
}

NOT_INSTRUMENTED ptrdiff_t slot_displacement(void)
{
    return heddle_displacement;
}

NOT_INSTRUMENTED void slot_visit(int slot)
{
    heddle_displacement = displacement_of_library = slot_at(slot)->displacement;
    current_slot = slot;
}

void *heddle_own(void *original)
{
    ptrdiff_t displacement =
        modules_have_private(original) ? slot_at(current_slot)->displacement : 0;

    return (char *)original + displacement;
}
