/* SPDX-License-Identifier: MIT */
/* Names, and the members of communicators, which the timeline keeps beside the tapes: they outlive
 * the objects of the job. */
#ifndef TIMELINE_KEPT_H
#define TIMELINE_KEPT_H

#include <stdbool.h>
#include <stdint.h>

#include "sync/lock.h"

struct tapes;

enum { KEPT_LISTS = 1024, KEPT_COMMON = -1 };

struct kept_text {
    struct kept_text *next; /* of its list */
    uint32_t number;        /* from 1 on; equal texts are one */
    char text[];
};

struct kept_member {
    int world, rank;
};

struct kept_comm {
    struct kept_comm *next; /* of its list */
    uint32_t id;
    int world; /* its number; KEPT_COMMON: its members are of several worlds */
    bool is_win;      /* it is that of a window, whose name this is */
    const char *name; /* NULL: none */
    int number;       /* in a model */
    int sizes[2]; /* of its groups */
    struct kept_member members[]; /* of the first group, then of the second */
};

struct timeline_kept {
    struct lock writing; /* held while a file is written */
    bool is_written;     /* under `writing`, as the next */
    bool is_summary_written;

    struct lock lock; /* of the lists; all else is constant while ranks run */
    uint64_t begin;     /* by tape_now */
    uint64_t begin_ns;  /* the same by clock_ns */
    struct tapes *tapes;
    struct kept_text *texts[KEPT_LISTS];
    uint32_t text_count;
    struct kept_comm *comms[KEPT_LISTS];
};

struct timeline_kept *timeline_kept(void);

/* Under the lock; `world` is the number of a member's. NULL: no call has used it. */
struct kept_comm *kept_find_comm(uint32_t id, int world);

#endif
