/* SPDX-License-Identifier: MIT */
/* What a waiting thread says of its wait, for reports: in words, and by whom it could be ended.
 *
 * Whoever calls rank_wait adds a `describe` to the wait's condition. It runs in another thread
 * while the one that waits stands still, and reads but changes nothing. */
#ifndef RANK_SITUATION_H
#define RANK_SITUATION_H

#include <stdbool.h>
#include <stdio.h>

struct places;
struct rank;
struct world;

struct situation {
    const struct rank *rank; /* who waits */
    const void *site;        /* where the call that waits returns to; NULL: not known */
    struct places *places;   /* to find sources in */
    FILE *words;             /* what it waits for, without a full stop */
    FILE *hints;             /* lines about what may have been meant */
    bool is_frozen;          /* nobody runs: what belongs to others can be read */
    bool *awaited;           /* by number in the world: who could end the wait */
    bool needs_all;          /* those who are awaited are needed all, one is not enough; */
    bool is_open;            /* but for a message from anybody */
};

/* A condition to wait for. */
struct wait {
    bool (*is_pending)(void *subject);
    /* Says what for: "a message from rank 1 ...". NULL: nobody will ask. */
    void (*describe)(void *subject, struct situation *situation);
};

/* "waits for ..." */
void situation_describe(const struct wait *wait, void *subject, struct situation *situation);

void situation_await(struct situation *situation, const struct rank *rank);

/* " in exchange (halo.c:41)" */
void situation_tell_site(const struct situation *situation, FILE *out, const void *site);

/* Those of the world that are marked: "rank 1", "ranks 0, 3..7 and 9"; "no rank". */
void situation_list(FILE *out, const struct world *world, const bool *marked);

/* A part of the situation that awaits nobody yet: false, there is no memory. At its end those whom
 * it awaits are listed in its words, and the whole awaits them, too; false: there are none, and
 * nothing is written. */
bool situation_begin_part(const struct situation *whole, struct situation *part);
bool situation_end_part(struct situation *whole, struct situation *part);

#endif
