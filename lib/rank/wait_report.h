/* SPDX-License-Identifier: MIT */
/* What a waiting thread says of its wait, for reports: in words, and by whom it could be ended.
 *
 * Whoever calls rank_wait adds a `describe` to the wait's condition. It runs in another thread
 * while the one that waits stands still, and reads but changes nothing. */
#ifndef RANK_WAIT_REPORT_H
#define RANK_WAIT_REPORT_H

#include <stdbool.h>
#include <stdio.h>

struct places;
struct rank;
struct world;

struct wait_report {
    const struct rank *rank; /* who waits */
    const void *site;        /* where the call that waits returns to; NULL: not known */
    struct places *places;   /* to find sources in */
    FILE *words;             /* what it waits for, without a full stop */
    FILE *hints;             /* lines about what may have been meant */
    bool is_frozen;          /* nobody runs: what belongs to others can be read */
    bool *awaited;           /* by number among connected ranks: those who could end the wait */
    bool needs_all;          /* those who are awaited are needed all, one is not enough; */
    bool is_open;            /* but for a message from anybody */
};

/* A condition to wait for. */
struct wait {
    bool (*is_pending)(void *subject);
    /* Says what for: "a message from rank 1 ...". NULL: nobody will ask. */
    void (*describe)(void *subject, struct wait_report *wait_report);
};

/* "waits for ..." */
void wait_report_describe(const struct wait *wait, void *subject, struct wait_report *wait_report);

void wait_report_await(struct wait_report *wait_report, const struct rank *rank);

/* " in exchange (halo.c:41)" */
void wait_report_tell_site(const struct wait_report *wait_report, FILE *out, const void *site);

/* Lists the marked ranks, by number among connected ranks: "rank 1", "ranks 0, 3..7 and 9",
 * "no rank"; with several connected worlds "ranks 0..3 of job 0 and rank 1 of job 1". */
void wait_report_list(FILE *out, const struct world *world, const bool *marked);

/* A part of the situation that awaits nobody yet: false, there is no memory. At its end those whom
 * it awaits are listed in its words, and the whole awaits them, too; false: there are none, and
 * nothing is written. */
bool wait_report_begin_part(const struct wait_report *whole, struct wait_report *part);
bool wait_report_end_part(struct wait_report *whole, struct wait_report *part);

#endif
