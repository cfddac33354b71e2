/* SPDX-License-Identifier: MIT */
/* The caller's integers, int in a function's plain form and 64 bits wide in its large form (`_c`),
 * behind one type, so that one function serves both forms. */
#ifndef BASE_WIDTH_H
#define BASE_WIDTH_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An array to read. One of the two pointers is set, or neither if the caller gave NULL. */
struct int_view {
    const int *narrow;
    const int64_t *wide;
};

/* A place to write. One of the two pointers is set, or neither if the caller gave NULL. */
struct int_slot {
    int *narrow;
    int64_t *wide;
};

static inline struct int_view view_narrow(const int *array)
{
    return (struct int_view){.narrow = array};
}

static inline struct int_view view_wide(const int64_t *array)
{
    return (struct int_view){.wide = array};
}

static inline bool view_is_null(struct int_view view)
{
    return view.narrow == NULL && view.wide == NULL;
}

static inline int64_t view_at(struct int_view view, size_t i)
{
    return view.narrow != NULL ? view.narrow[i] : view.wide[i];
}

/* Returns the bytes of the first `count` elements. */
static inline size_t view_bytes(struct int_view view, size_t count)
{
    if (view.narrow != NULL)
        return count * sizeof *view.narrow;
    return view.wide != NULL ? count * sizeof *view.wide : 0;
}

static inline const void *view_start(struct int_view view)
{
    return view.narrow != NULL ? (const void *)view.narrow : view.wide;
}

static inline struct int_slot slot_narrow(int *place)
{
    return (struct int_slot){.narrow = place};
}

static inline struct int_slot slot_wide(int64_t *place)
{
    return (struct int_slot){.wide = place};
}

static inline bool slot_is_null(struct int_slot slot)
{
    return slot.narrow == NULL && slot.wide == NULL;
}

static inline int64_t slot_read(struct int_slot slot)
{
    return slot.wide != NULL ? *slot.wide : *slot.narrow;
}

static inline bool slot_fits(struct int_slot slot, int64_t value)
{
    return slot.wide != NULL || (value >= INT_MIN && value <= INT_MAX);
}

/* The value must fit (slot_fits). */
static inline void slot_write(struct int_slot slot, int64_t value)
{
    if (slot.wide != NULL)
        *slot.wide = value;
    else
        *slot.narrow = (int)value;
}

#endif
