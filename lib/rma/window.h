/* SPDX-License-Identifier: MIT */
/* Windows: memory of every member that all members may access (MPI 5.0, chapter 12).
 *
 * All ranks are threads of one process, so an operation is carried out at once by the rank that
 * calls it, the origin: a put is a copy from layout to layout. Nothing is queued, the target takes
 * no part, and a flush has nothing to complete. What a window needs beside the addresses is the
 * state of its epochs, locks, and the atomicity of accumulates (rma/accumulate.h).
 *
 * A window consists of `struct window_common`, which all members share, with one `struct
 * window_part` for each member, and of each member's own `struct window`, the object behind its
 * MPI_Win. Each member makes and frees its own; the last that frees the window frees the common
 * part. The memory of MPI_Win_allocate belongs to the window.
 *
 * Synchronization
 *   fence            a barrier of the window's own communicator, which is made at the first fence
 *   post, start ...  a post leaves a note at each origin; complete counts at the target (pscw.h)
 *   lock             fair locks that ranks hold across calls (rank/lock.h); lock_all and exclusive
 *                    locks also share one lock of the whole window, so that lock_all costs the same
 *                    for any number of members (passive.h)
 * Every wait is a rank_wait.
 *
 * What a member does in its epochs is known to it alone (epoch.h), under its rank's guard where
 * threads can share it.
 *
 * Laws, which window_check asserts with those of passive.h, pscw.h, pending.h, region.h and
 * rank/lock.h
 *   1. A member's view belongs to the rank that has its number in the window's group.
 *   2. While a member has a view, not all have left.
 *   3. There are locks in an epoch of locks and in no other, and targets in one of MPI_Win_start.
 *   4. A member is exposed from its MPI_Win_post until its MPI_Win_wait, and its part says so.
 *   5. The count of threads inside native accumulates is not negative.
 *   6. With HEDDLE_RMA: a part has pending operations if it says so, and they are of members.
 *
 * Edges
 *   window.left      a member that has freed the window has used the common part for the last time.
 *   window.sync      a store before a call of MPI_Win_sync comes before what follows it.
 *   window.regions   attaching memory publishes it to origins. */
#ifndef RMA_WINDOW_H
#define RMA_WINDOW_H

#include <stdalign.h>

#include "base/cpu.h"
#include "comm/comm.h"
#include "object/window.h"
#include "rank/journal_place.h"
#include "rank/lock.h"

struct comm;
struct info;
struct lock_epoch;
struct pending;
struct post_epoch;
struct races;
struct regions;
struct result;
struct start_epoch;
struct window_extras;

/* One member's part of a window. The first line is written when the window is made. */
struct window_part {
    alignas(CACHE_LINE) char *base; /* NULL in a dynamic window */
    MPI_Aint size;
    MPI_Aint disp_unit;
    void *owned; /* memory that the window frees with this member; NULL: none */
    _Atomic(struct regions *) regions; /* of a dynamic window; NULL: nothing was ever attached */
    _Atomic(bool) is_locking; /* accumulates into this part take accumulate_lock (accumulate.h) */
    _Atomic(bool) is_exposed; /* to the origins of MPI_Win_post; may be out of date */
    struct lock posts_lock;
    struct post *posts;       /* for this member as an origin (pscw.h) */
    _Atomic(int) posted;      /* rises with each of them */

    /* Others write these. */
    alignas(CACHE_LINE) struct rank_lock lock; /* that MPI_Win_lock takes */
    struct lock accumulate_lock;
    int accumulate_singles; /* of single elements in a row, under that lock */
    _Atomic(int) inside;    /* threads of the member that accumulate natively (accumulate.h) */
    _Atomic(int) completed; /* calls of MPI_Win_complete for the exposure that is open */
};

/* Whether the lock of a whole window is in use (passive.h). */
enum all_use { ALL_UNUSED, ALL_BEGUN, ALL_USED };

struct window_common {
    struct context *context; /* of the window's own communicator; one reference for each member */
    int flavor;              /* MPI_WIN_FLAVOR_CREATE ... */
    int size;                /* members */
    bool no_locks;           /* hint: MPI_Win_lock is not used */
    _Atomic(MPI_Count) accumulate_granularity; /* hint: bytes that change at once; 0: all */
    _Atomic(int) left;       /* members that have freed the window */
    void *block;             /* of MPI_Win_allocate_shared; NULL: none */
    struct races *races;     /* HEDDLE_RMA; NULL: races are not looked for */
    _Atomic(uint32_t) grants; /* of locks, for journals */
    struct rank_lock all_lock; /* taken shared by lock_all, as a group by exclusive locks */
    _Atomic(int) all_use; /* enum all_use */
    char number[24];         /* "window 3" */
    struct lock name_lock;
    char name[MPI_MAX_OBJECT_NAME]; /* for reports of locks: that, or as a member has named it */
    struct window_part *parts; /* [size] */
    struct journal_order *orders; /* [size], of atomic operations on each; NULL: not kept */
};

enum access_epoch {
    ACCESS_NONE,
    ACCESS_FENCE,    /* after a fence: an epoch once there is an operation */
    ACCESS_START,    /* to the group of MPI_Win_start */
    ACCESS_LOCK,     /* to those that are locked one by one; passive from here on */
    ACCESS_LOCK_ALL,
};

/* One member's view. */
struct window {
    struct window_object object;
    struct window_common *common;
    struct rank *self;
    int rank; /* in the window's group */
    /* Threads of the rank look at these three while others change them under the guard. */
    _Atomic(uint8_t) access;  /* enum access_epoch */
    _Atomic(bool) is_used;    /* there has been an operation since the fence */
    _Atomic(int) latest_lock; /* the member that was locked last and still is, or -1 */
    bool is_general;          /* operations are not for the quick way: they are watched */
    bool is_exposed;          /* between MPI_Win_post and MPI_Win_wait */
    int disp_unit;        /* MPI_WIN_DISP_UNIT, whose address users get */
    const void *site;     /* of the call that opened the latest access epoch; NULL: unknown */
    struct lock_epoch *locks; /* held, latest first; or that of lock_all */
    struct lock_epoch *spare; /* one to use again */
    int lock_count;
    _Atomic(unsigned) polls;  /* calls that only looked, in a row (rma/poll.h) */
    struct window_extras *extras; /* NULL: none yet */
};

/* The state that many windows do without. */
struct window_extras {
    struct comm *comm; /* for barriers; NULL: not made yet */
    struct info *info; /* hints that were given; NULL: none */
    struct lock_epoch **locks_by_rank; /* [size], when they are many; NULL: they never were */
    struct start_epoch *start;
    struct post_epoch *post;
    struct pending *pending; /* in programs for ThreadSanitizer (rma/pending.h) */
    struct result *results; /* of operations that are not complete (results.h) */
    int results_count;
};

static inline struct window_part *window_own_part(const struct window *window)
{
    return &window->common->parts[window->rank];
}

/* The window's extras, made if need be. NULL, with a note: no memory. */
struct window_extras *window_make_extras(struct window *window);

static inline struct window *window_of(struct window_object *object)
{
    return (struct window *)(void *)object;
}

static inline enum access_epoch window_access(const struct window *window)
{
    return (enum access_epoch)load_relaxed(&window->access);
}

/* The window that one member asks for. */
struct window_wish {
    int flavor;
    char *base;          /* MPI_Win_create */
    MPI_Aint size;
    MPI_Aint disp_unit;
    size_t alignment;    /* of memory that the window allocates */
    bool is_noncontiguous; /* MPI_Win_allocate_shared: each part is allocated for itself */
    bool no_locks;       /* hints */
    bool same_size;
    bool same_disp_unit;
    const char *name;    /* of the MPI function */
};

/* Makes a window with the other members of the communicator: 0, MPI_ERR_NO_MEM, or the class of a
 * disagreement, with a note. The object has no error handler of the user's yet. */
int window_create(struct comm *comm, const struct window_wish *wish, struct window **created);

/* Frees this member's view, when all members have called MPI_Win_free (a barrier). Attributes are
 * gone before. */
void window_free(struct window *window);

/* The communicator for the window's collective calls; made when it is first needed. */
int window_comm(struct window *window, struct comm **comm);

/* The name that this member has set, or "window 3". */
static inline const char *window_name(const struct window *window)
{
    return window->object.name != NULL ? window->object.name : window->common->number;
}

/* As reports call it: its name, or "window 3, made in main (halo.c:12)". It takes milliseconds. */
enum { WINDOW_WORDS_BYTES = 240 };
struct window_words {
    char text[WINDOW_WORDS_BYTES];
};
struct window_words window_describe(const struct window *window);
/* Writes " on " and these words to a report. */
void window_tell(const struct window *window, const struct wait_report *wait_report);

/* Called after the user has named the window: all reports use the name from now on. */
int window_tell_name(struct window *window, const char *name);

/* Copies the name that a member has given the window last, or "window 3". By any thread. */
void window_copy_name(const struct window *window, char name[MPI_MAX_OBJECT_NAME]);

/* Asserts the laws as far as they concern the member's view and its part. The member is outside of
 * its rank's guard. */
void window_check(struct window *window);

/* The member that is number `rank` in the window's group. */
static inline struct rank *window_member(const struct window *window, int rank)
{
    return window->common->context->groups[0]->members[rank];
}

/* The number by which observers and tools know the window. */
static inline uint32_t window_number(const struct window *window)
{
    return window->common->context->id;
}

/* Orders what the member has loaded and stored before against what it will. */
static inline void window_sync(struct window *window)
{
    fetch_add_seq_cst(&window->polls, 1); /* edge window.sync */
}

#endif
