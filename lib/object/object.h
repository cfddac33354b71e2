/* SPDX-License-Identifier: MIT */
/* Objects: a handle refers to one.
 *
 * The ABI's predefined handles are small integers; all others are addresses of objects. An object
 * lives in a slot of its world's store, one slab per kind, so that any value a user passes can be
 * checked without being followed: it is an object of this kind, and alive, or it is not. What a
 * kind needs beyond its slot it allocates elsewhere.
 *
 * Each kind's structure begins with a struct object. Objects are counted: a handle is one
 * reference, a pending operation another; the last drop destroys, in whichever thread.
 *
 * Laws
 *   1. A slot of a kind's slab has that kind, or OBJECT_NONE when it has no owner.
 *   2. An object that has an owner has a reference; it is destroyed when it has none left.
 *   3. As many slots of a slab are handed out as there are objects of its kind.
 *
 * Edges
 *   object.references  a drop publishes its holder's last use to whoever destroys. */
#ifndef OBJECT_OBJECT_H
#define OBJECT_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"
#include "base/must.h"
#include "sync/slab.h"

enum object_kind {
    OBJECT_NONE, /* a slot without an owner */
    OBJECT_COMM,
    OBJECT_GROUP,
    OBJECT_REQUEST,
    OBJECT_TYPE,
    OBJECT_OP,
    OBJECT_ERRHANDLER,
    OBJECT_INFO,
    OBJECT_MESSAGE,
    OBJECT_KEYVAL,
    OBJECT_SESSION,
    OBJECT_WIN,
    OBJECT_FILE,

    /* Kinds from here on are shared: an object belongs to no rank in particular, and any rank may
     * look it up, hold it and drop it. None of them is behind a handle of its own. */
    OBJECT_SHARED_FIRST,
    OBJECT_CONTEXT = OBJECT_SHARED_FIRST, /* what communicators share */
    OBJECT_KINDS,
};

static inline bool object_kind_is_shared(enum object_kind kind)
{
    return kind >= OBJECT_SHARED_FIRST;
}

/* Bytes of a slot, by kind: powers of two. A communicator of 4096 ranks has 4096 of its kind. */
enum {
    OBJECT_COMM_BYTES = 64,
    OBJECT_CONTEXT_BYTES = 64,
    OBJECT_GROUP_BYTES = 64,
    OBJECT_REQUEST_BYTES = 256,
    OBJECT_TYPE_BYTES = 512,
    OBJECT_OTHER_BYTES = 128,
};

enum { OBJECT_KIND_BITS = 8, OBJECT_KIND_MASK = (1 << OBJECT_KIND_BITS) - 1 };

/* Bytes 8 to 11 of a slot are the free list's while it has no owner. */
struct object {
    _Atomic(uint32_t) kind; /* below its owner's number, which stays; NONE at once when destroyed */
    _Atomic(uint32_t) site; /* lower half of the address of the call that made it (base/place.h) */
    _Atomic(int32_t) references;
    bool is_freed; /* the user has given up the handle; the object lives on for others */
};

/* The lower half of the address of the thread's latest call that makes objects. */
extern __attribute__((visibility("hidden"), tls_model("initial-exec")))
_Thread_local uint32_t object_site;

/* What the thread is telling a function of the user's: for that one, and as long as it runs, the
 * handle is good even if the user has freed it. The operation that runs it holds the object. */
extern __attribute__((visibility("hidden"), tls_model("initial-exec")))
_Thread_local const struct object *object_lent;

/* The owner of shared objects; no rank has that number. */
enum { OBJECT_OWNER_SHARED = 0xffffff };

/* Whose an object of the kind is that `rank` makes or looks up. */
static inline int object_owner(enum object_kind kind, int rank)
{
    return object_kind_is_shared(kind) ? OBJECT_OWNER_SHARED : rank;
}

static inline uint32_t object_kind_of_owner(enum object_kind kind, int owner)
{
    return (uint32_t)owner << OBJECT_KIND_BITS | kind;
}

struct store {
    int (*calling_rank)(void);
    struct slab slabs[OBJECT_KINDS];
};

struct store *store_create(void); /* NULL: no memory */

/* How to tell which rank calls, so that a handle that one rank has freed is not taken for what
 * another has made in its place. Without: all objects are rank 0's. */
void store_tell_owner(struct store *store, int (*calling_rank)(void));
void store_destroy(struct store *store);

/* The laws, as far as they can be seen while others make and destroy objects. */
void store_check(const struct store *store);

/* A zeroed slot with one reference, or NULL when there is no memory. */
void *object_create(struct store *store, enum object_kind kind);

static inline void object_hold(struct object *object)
{
    law((load_relaxed(&object->kind) & OBJECT_KIND_MASK) != OBJECT_NONE);
    law(load_relaxed(&object->references) > 0);
    fetch_add_relaxed(&object->references, 1);
}

/* True when that was the last reference: the caller now takes the object apart and calls
 * object_destroy. */
static inline bool object_drop(struct object *object)
{
    int32_t before = fetch_sub_acq_rel(&object->references, 1); /* edge object.references */

    law(before > 0);
    return before == 1;
}

void object_destroy(struct store *store, struct object *object);

/* Is this the address of what was an object of the calling rank's, with a handle that is freed, and
 * is nothing else since? Then *site is that of the call that made it; 0: not known. */
bool object_was(const struct store *store, const void *value, enum object_kind kind,
                uint32_t *site);

/* Is this the address of a living object of the kind whose handle the user still holds, or which is
 * lent to the thread? The rank must have made it, unless the kind is shared. For any value. */
static inline bool object_is_of(const struct store *store, const void *value,
                                enum object_kind kind, int rank)
{
    const struct object *object = value;

    return likely(slab_holds(&store->slabs[kind], value)) &&
           likely(load_relaxed(&object->kind) ==
                  object_kind_of_owner(kind, object_owner(kind, rank))) &&
           (likely(!object->is_freed) || object == object_lent);
}

/* An object's number, which is no other living one's of its kind, and the calling rank's object of
 * a number: NULL unless object_is_of it. */
int object_number(const struct store *store, const struct object *object);
const void *object_address(const struct store *store, enum object_kind kind, int number);
void *object_of_number(const struct store *store, enum object_kind kind, int number);
/* The same for an object of another rank's, by a thread that is none. */
void *object_of_rank(const struct store *store, enum object_kind kind, int number, int rank);

/* One more than the largest number that an object of the kind has had. */
int store_numbers(const struct store *store, enum object_kind kind);

/* How many objects of the kind are alive, while none is made or destroyed. For tests. */
long store_count(const struct store *store, enum object_kind kind);

#endif
