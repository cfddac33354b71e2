/* SPDX-License-Identifier: MIT */
/* Records of operations, for the files that compare with them (rma/race.h). */
#ifndef RMA_RACE_RECORD_H
#define RMA_RACE_RECORD_H

#include "base/finding.h"
#include "rank/observe/causal.h"
#include "rma/race.h"
#include "rma/shadow.h"
#include "sync/lock.h"

struct buffers_follower;
struct node;
struct op;

/* Values of the knob. */
enum { RACES_PASS, RACES_ARE_REPORTED, RACES_ARE_ERRORS };

/* Records of small operations are found by their address: those of one granule in one list. */
enum { GRANULE_BITS = 9, LISTS = 256, GRANULES_MAX = 4, LIST_OF_WIDE = LISTS };

/* The older half of more complete operations than that is forgotten. */
enum { COMPLETE_MAX = 512 };

/* The hint accumulate_ops, as the user has set it. */
enum race_promise { PROMISE_NONE, PROMISE_SAME_OP, PROMISE_SAME_OP_OR_NO_OP };

/* One side of an operation, or the buffer of a message. */
struct race_record {
    struct race_record *next;
    struct causal_epoch called; /* when it was */
    struct causal_epoch end;    /* when it was complete; clock 0: it is under way */
    const struct race_part *home; /* of its origin in its window; NULL: it is a message */
    bool is_buffer;    /* of its origin */
    bool is_in_memory; /* a buffer that lies in the window of its set */
    bool is_dropped;  /* it is about to be freed */
    struct data data; /* holds the type */
    const struct type *basic;
    const struct op *op; /* of an accumulate that has one */
    const char *name; /* of the call */
    const void *site;
    enum race_kind kind;
    enum race_promise promise; /* of its window, about concurrent accumulates */
    int origin;
    int target;
    uint8_t access; /* the origin's epoch */
    uint64_t era;   /* which fence, in an epoch of fences */
    uint64_t ticket; /* of an operation that has a request; 0: it has none */
};

struct race_list {
    struct race_record **entries;
    int count, room;
};

/* Records by their address. */
struct race_set {
    struct race_record *pending, *complete; /* latest first */
    int complete_count;
    _Atomic(bool) has_records, has_pending; /* for a look without the lock */
    struct race_list lists[LISTS + 1];
};

enum { WHERE_BYTES = 60 }; /* "the memory of rank 2" */

/* The operations in one part, and those of its member as an origin, and messages. */
struct race_part {
    struct lock lock;
    struct race_set memory;
    struct race_set buffers; /* of this member as an origin */
    struct shadow shadow;
    _Atomic(uint64_t) era; /* the fences that this member has called */
    struct race_fence {
        int assert;
        const void *site;
    } fences[2]; /* the latest two: a member is at most one ahead of another */
    _Atomic(bool) may_nest; /* its latest fence may have begun an epoch; no `nested` since */
    struct race_nested {    /* its first operation since in an epoch that no fence has begun */
        const char *name;   /* NULL: there was none */
        const void *site;
        uint8_t access;
    } nested;
};

struct races {
    int size;
    _Atomic(uint64_t) tickets; /* the latest */
    _Atomic(bool) has_records; /* some part has had some */
    struct race_part parts[];
};

static inline struct race_part *race_part_of(const struct window *window, int rank)
{
    return &window->common->races->parts[rank];
}

/* ---- sets of records (race_record.c), under the part's lock --------------------------------- */

/* True for a record that is looked for. */
typedef bool race_test(const struct race_record *record, const void *argument);

/* The first of the records that passes, among those that may share bytes with the data; NULL: there
 * is none. */
const struct race_record *race_find(const struct race_set *set, const struct data *data,
                                    race_test *test, const void *argument);

/* Takes over a record. One of many that a loop calls stands for all, so that they do not become too
 * many to compare; the record may be gone then. Returns the one that is kept. */
const struct race_record *race_keep(struct race_set *set, struct race_record *record);

/* The pending operations that pass are complete. They are kept, because what is not ordered behind
 * their end races with them later, too. */
void race_finish(struct race_set *set, race_test *over, const void *argument,
                 struct causal_epoch end);

/* Give up the records that pass; those that are complete; and the set's memory. */
void race_clear(struct race_set *set, race_test *over, const void *argument);
void race_clear_complete(struct race_set *set);
void race_set_give(struct race_set *set);

/* True if the operation is by MPI_NO_OP; if it leaves what it touches as it is, as a get does. */
bool race_is_no_op(const struct race_record *record);
bool race_only_reads(const struct race_record *record);

/* The bytes from the first to the last that the data have. */
void race_hull(const struct data *data, uintptr_t *low, uintptr_t *high);

/* Sees messages for the rank's windows (race_end.c). */
extern const struct buffers_follower race_follower;

/* The rank's buffers of operations on the window are its own again. */
void race_complete_buffers(struct window *window);

/* ---- comparing (race.c) ---------------------------------------------------------------------- */

/* The calling thread accesses the data: true if the record does not come before that. Both are of
 * one thread of the job, whose clock that is. */
bool race_is_open(const struct race_record *record, const struct causal_thread *thread);

/* ---- warnings (race_tell.c) ------------------------------------------------------------------ */

/* Should a warning about those two calls be written? False: it has been. Errors always are news. */
bool race_is_news(const struct window *window, enum finding kind, const void *site,
                  const void *other);

/* Which two race: operations of two ranks, or of one; or an operation of another rank and a load or
 * store of the memory's owner; or a load or store of the origin in what its operation uses. */
enum race_pair { RACE_OF_TWO_RANKS, RACE_OF_ONE_RANK, RACE_WITH_OWNER, RACE_IN_BUFFERS };

/* The call that orders the second behind the first, which is in such an epoch: advice for the
 * user. */
const char *race_advice(enum access_epoch first, enum race_pair pair);

/* Reports two operations. An error class with a note if that is what HEDDLE_RMA says. */
int race_tell(const struct call *call, const struct window *window,
              const struct race_record *record, const struct race_record *other,
              const char *where, bool breaks_hint);

/* A load or store of a rank, and where. */
struct race_touch {
    const struct rank *rank;
    const void *site;
    bool is_store;
    const char *where;
    bool may_poll;
    bool is_behind_call; /* of the operation, by what the program has ordered */
};

/* Reports a load or store beside an operation, unless one of them may be polling. */
void race_tell_touch(const struct window *window, const struct race_touch *touch,
                     const struct race_record *record, enum race_pair pair);
/* Reports two loads or stores. */
void race_tell_touches(const struct window *window, const struct race_touch *touch,
                       const struct race_touch *other);

/* "the memory of rank 2" */
void race_name_memory(int rank, char where[WHERE_BYTES]);

#endif
