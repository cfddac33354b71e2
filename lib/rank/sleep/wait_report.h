/* SPDX-License-Identifier: MIT */
/* The report of one waiting thread: its wait in words, and the ranks that could end it.
 *
 * A caller of rank_wait gives a `describe` together with the condition. It runs in another thread
 * while the waiting one stands still, and reads but changes nothing. */
#ifndef RANK_WAIT_REPORT_H
#define RANK_WAIT_REPORT_H

#include <stdbool.h>
#include <stdio.h>

struct places;
struct rank;
struct world;

struct wait_report {
    const struct rank *rank; /* the rank that waits */
    const void *site;        /* where the waiting call returns to; NULL: unknown */
    struct places *places;   /* for look-ups of sources */
    FILE *words;             /* what the rank waits for, without a full stop */
    FILE *hints;             /* lines about what may have been meant */
    bool is_frozen;          /* no rank runs: other ranks' state can be read */
    bool *awaited;           /* by number in the view: those that could end the wait */
    bool needs_all;          /* the wait needs all awaited ranks, not any one of them */
    bool is_open;            /* a message from any rank could end the wait */
};

/* A condition, and its description. */
struct wait {
    bool (*is_pending)(void *subject);
    /* Writes what the rank waits for: "a message from rank 1 ...". May be NULL. */
    void (*describe)(void *subject, struct wait_report *wait_report);
    /* Called when the wait would be part of a deadlock: ends the wait by an atomic store that is
     * seq_cst, so that the waiting call fails instead. Runs as `describe` does. Returns false if
     * this wait cannot be given up. NULL: it never can. */
    bool (*give_up)(void *subject);
};

/* "waits for ..." */
void wait_report_describe(const struct wait *wait, void *subject, struct wait_report *wait_report);

void wait_report_await(struct wait_report *wait_report, const struct rank *rank);

/* " in exchange (halo.c:41)" */
void wait_report_tell_site(const struct wait_report *wait_report, FILE *out, const void *site);

/* Lists the marked ranks, by number in the view (rank/worlds/connected.h): "rank 1", "ranks 0,
 * 3..7 and 9", "no rank"; with several worlds "ranks 0..3 of job 0 and rank 1 of job 1"
 * (rank/name.h). */
void wait_report_list(FILE *out, const bool *marked);

/* Begins a part of a report that awaits no rank yet; false: there is no memory. Its end lists the
 * ranks that the part awaits in the words, and adds them to those that the whole awaits; false:
 * there are none, and nothing is written. */
bool wait_report_begin_part(const struct wait_report *whole, struct wait_report *part);
bool wait_report_end_part(struct wait_report *whole, struct wait_report *part);

#endif
