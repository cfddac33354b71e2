/* SPDX-License-Identifier: MIT */
/* Agreement of all that opened a file: each collective call of a member is its next accord. The
 * members show what they want, the last to come decides for all, and all see that. A vote of a
 * communicator (comm/vote.h) is alike, but it only goes on while its members make calls; a
 * nonblocking access to a file must not wait for that.
 *
 * Members that meet for different calls all get an error.
 *
 * Edges
 *   accord.over  the decision publishes what the members have shown, and what was decided. */
#ifndef IO_ACCORD_H
#define IO_ACCORD_H

#include <stdbool.h>

#include "base/call.h"
#include "board/agreement.h"
#include "io/description.h"
#include "rank/sleep/wait_report.h"

struct accord;
struct request;

/* Called at the last to come: it looks at what the members have shown, and returns 0 or the class
 * of an error of all, with a note. */
typedef int accord_decision(struct accord *accord);

/* A member shows this to the others. It stays where it is until the member leaves the accord. */
struct showing {
    struct call call;
    uint32_t word;           /* what kind of call it is: enum agreement, and more */
    int err;                 /* the member's arguments are wrong: all get the error */
    const char *sentence;    /* of that error */
    struct request *request; /* completed when there is an error; NULL: the member waits */
    const void *body;
    void *abandoned; /* not NULL: a block, with what is shown, that the accord gives at its end */
};

struct accord {
    struct list link; /* in the description, while members are to come */
    struct description *description;
    uint64_t number;
    int arrived;
    _Atomic(int) holders; /* members, and threads that work for them */
    int first;            /* the member that came first */
    _Atomic(bool) is_over;
    int err;
    char *sentence;
    void *abandoned;             /* blocks of members that have left, linked by their first word */
    void *outcome;               /* of the decision */
    void (*dispose)(void *outcome); /* when all have left; NULL: nothing to do */
    const struct showing *showings[]; /* by member; NULL: has not come */
};

/* Comes to the member's accord of that number. The last to come runs the decision; *decides: it
 * did, without an error. NULL: no memory, with a note; the file cannot be used any more then. */
struct accord *accord_enter(struct description *description, int member, uint64_t number,
                              const struct showing *showing, accord_decision *decide,
                              bool *decides);

bool accord_is_over(const struct accord *accord);
/* Its error, with its note. */
int accord_note(const struct accord *accord);
/* The last one to leave frees it. */
void accord_hold(struct accord *accord);
void accord_leave(struct accord *accord);

/* Wakes the members that wait. */
void accord_wake(const struct accord *accord);

/* For reports: "rank 1 to take part in MPI_File_iwrite_all, on "x""; `in`: the call, or NULL. */
void accord_describe(const struct accord *accord, const char *in,
                     struct wait_report *wait_report);

/* Enters, waits and leaves: what most calls do. */
int accord_hold_all(struct rank *self, struct description *description, int member,
                     uint64_t number, const struct showing *showing, accord_decision *decide);

#endif
