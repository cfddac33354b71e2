/* SPDX-License-Identifier: MIT */
/* The functions behind heddle/region.h. */
#include "rank/observe/tape.h"
#include "timeline/timeline.h"

__attribute__((visibility("default"))) void heddle_region_begin_(const char *name);
__attribute__((visibility("default"))) void heddle_region_end_(void);

/* Without a name, or memory for it, a region begins as well: its end would end another one. */
void heddle_region_begin_(const char *name)
{
    struct rank *self = rank_self();

    if (self == NULL || self->tapes == NULL || self->tapes->records == 0)
        return;
    name = timeline_name(name);
    tape_begin_region(self, name != NULL ? name : "region", __builtin_return_address(0));
}

void heddle_region_end_(void)
{
    struct rank *self = rank_self();

    if (self != NULL && self->tapes != NULL && self->tapes->records > 0)
        tape_end_region(self);
}
