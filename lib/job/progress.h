/* SPDX-License-Identifier: MIT */
/* How far a job is, in one line: what its ranks do, how much they send, and which of them is latest
 * in collective operations. With HEDDLE_PROGRESS the thread that joins the job writes it again and
 * again: on a terminal in place of the line before, elsewhere less often, as a line of its own.
 * SIGQUIT asks for it once, also without HEDDLE_PROGRESS, but then nothing is known of messages.
 *
 * The ranks do nothing for it but count what they send (rank/observe/counters.h). */
#ifndef JOB_PROGRESS_H
#define JOB_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "comm/comm.h"
#include "rank/name.h"
#include "sync/lock.h"

struct world;

enum { PROGRESS_BYTES = 512 };

/* The member that has begun the fewest of a communicator's collective operations. */
struct progress_late {
    struct name rank;
    int others;      /* members that have begun as few */
    uint64_t behind; /* this many fewer than the first; 0: none is late */
    uint64_t seconds; /* for so long no other has been latest, nor has this one begun more */
    struct comm_words comm;
};

struct progress_facts {
    int ranks, running, waiting; /* the rest have ended */
    bool has_rates;
    double messages, bytes; /* in a second */
    struct progress_late late;
};

/* The line, without an end. */
void progress_describe(const struct progress_facts *facts, char line[PROGRESS_BYTES]);

/* Kept from look to look. */
struct progress {
    uint64_t due_ns; /* the next line */
    uint64_t seen_ns, messages, bytes;
    uint32_t looks;
    const void *late_context; /* only compared */
    const void *late_rank;
    uint64_t late_begun, late_since_ns;
    struct lock lock; /* of what is written */
    bool is_over;
};

/* Has the ranks, which have not started, count: 0, or -1 with a note. */
int progress_begin(struct progress *progress, struct world *world);

/* Writes the line if it is due, and returns how long it is to the next one. */
uint64_t progress_tick(struct progress *progress, struct world *world);

/* Writes the line once, on a line of its own. */
void progress_tell(struct progress *progress, struct world *world);

/* No more lines are written, and the live one is gone. By any thread. */
void progress_end(struct progress *progress);

/* True if lines replace each other, on a terminal. */
bool progress_is_live(void);

#endif
