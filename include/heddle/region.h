/* SPDX-License-Identifier: MIT */
/* Regions of a program in its timeline (mpiexec -trace):
 *
 *     heddle_region_begin("exchange");
 *     ...
 *     heddle_region_end();
 *
 * A region belongs to the thread that begins it, and ends there; regions nest. The functions may be
 * called at any time, and do nothing in a program that is not recorded, or runs under another
 * library of MPI. */
#ifndef HEDDLE_REGION_H
#define HEDDLE_REGION_H

#ifdef __cplusplus
extern "C" {
#endif

void heddle_region_begin_(const char *name) __attribute__((weak));
void heddle_region_end_(void) __attribute__((weak));

/* The name is copied. */
static inline __attribute__((always_inline, unused)) void heddle_region_begin(const char *name)
{
    if (heddle_region_begin_)
        heddle_region_begin_(name);
}

/* A macro, for a region whose place is the program's line, and not one of this file. */
#define heddle_region_begin(name)                                                                  \
    __extension__({                                                                                \
        const char *heddle_region_name_ = (name);                                                  \
        if (heddle_region_begin_)                                                                  \
            heddle_region_begin_(heddle_region_name_);                                             \
    })

static inline __attribute__((always_inline, unused)) void heddle_region_end(void)
{
    if (heddle_region_end_)
        heddle_region_end_();
}

#ifdef __cplusplus
}
#endif

#endif
