/* SPDX-License-Identifier: MIT */
/* Objects: a handle refers to one.
 *
 * The ABI's predefined handles are small integers; all others are addresses of objects. An object
 * lives in a slot of its world's store, which has one slab for each kind. Any value that a user
 * passes can therefore be checked without dereferencing it: either it is a living object of this
 * kind, or it is not. A kind that needs more than its slot allocates it elsewhere.
 *
 * Each kind's structure begins with a struct object. Objects have reference counts: a handle is one
 * reference, a pending operation another. The last drop destroys the object, in whichever thread it
 * happens.
 *
 * Laws
 *   1. A slot of a kind's slab has that kind, or OBJECT_NONE when it has no owner.
 *   2. An object that has an owner has a reference; it is destroyed when it has none left.
 *   3. As many slots of a slab are handed out as there are objects of its kind.
 *
 * Edges
 *   object.references  a drop publishes its holder's last use to the thread that destroys. */
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
     * look it up, hold it and drop it. No handle refers to such an object. */
    OBJECT_SHARED_FIRST,
    OBJECT_CONTEXT = OBJECT_SHARED_FIRST, /* what communicators share */
    OBJECT_KINDS,
};

static inline bool object_kind_is_shared(enum object_kind kind)
{
    return kind >= OBJECT_SHARED_FIRST;
}

/* Bytes of a slot, by kind: powers of two. A communicator of 4096 ranks consists of 4096
 * objects. */
enum {
    OBJECT_COMM_BYTES = 64,
    OBJECT_CONTEXT_BYTES = 64,
    OBJECT_GROUP_BYTES = 64,
    OBJECT_REQUEST_BYTES = 256,
    OBJECT_TYPE_BYTES = 512,
    OBJECT_OTHER_BYTES = 128,
};

enum { OBJECT_KIND_BITS = 8, OBJECT_KIND_MASK = (1 << OBJECT_KIND_BITS) - 1 };

/* While a slot has no owner, its bytes 8 to 11 belong to the free list. */
struct object {
    _Atomic(uint32_t) kind; /* low bits; the owner's number is above. NONE: destroyed */
    _Atomic(uint32_t) site; /* lower half of the address of the call that made it (base/place.h) */
    _Atomic(int32_t) references;
    bool is_freed; /* the user has freed the handle, but others still use the object */
};

/* The lower half of the address of the thread's latest call that makes objects. */
extern __attribute__((visibility("hidden"), tls_model("initial-exec")))
_Thread_local uint32_t object_site;

/* The object that this thread is passing to a user's function. While that function runs, the handle
 * is valid in this thread even if the user has freed it. The operation that runs the function holds
 * the object. */
extern __attribute__((visibility("hidden"), tls_model("initial-exec")))
_Thread_local const struct object *object_lent;

/* The owner of shared objects; no rank has that number. */
enum { OBJECT_OWNER_SHARED = 0xffffff };

/* Returns the owner of an object of the kind that `rank` makes or looks up. */
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

/* Sets the function that returns the calling rank's number, so that a handle that one rank has
 * freed is not mistaken for an object that another rank has made in its place. By default all
 * objects belong to rank 0. */
void store_tell_owner(struct store *store, int (*calling_rank)(void));
void store_destroy(struct store *store);

/* Checks the laws, as far as possible while other threads make and destroy objects. */
void store_check(const struct store *store);

/* Returns a zeroed slot with one reference, or NULL if there is no memory. */
void *object_create(struct store *store, enum object_kind kind);

static inline void object_hold(struct object *object)
{
    law((load_relaxed(&object->kind) & OBJECT_KIND_MASK) != OBJECT_NONE);
    law(load_relaxed(&object->references) > 0);
    fetch_add_relaxed(&object->references, 1);
}

/* Returns true if that was the last reference: the caller must then dismantle the object and call
 * object_destroy. */
static inline bool object_drop(struct object *object)
{
    int32_t before = fetch_sub_acq_rel(&object->references, 1); /* edge object.references */

    law(before > 0);
    return before == 1;
}

void object_destroy(struct store *store, struct object *object);

/* True if this is the address of an object of the calling rank whose handle was freed, and nothing
 * else has been made there since. Then *site is that of the call that made it, or 0 if unknown. */
bool object_was(const struct store *store, const void *value, enum object_kind kind,
                uint32_t *site);

/* True if this is the address of a living object of the kind whose handle the user still holds, or
 * which is lent to the thread. The rank must have made it, unless the kind is shared. `value` may
 * be anything. */
static inline bool object_is_of(const struct store *store, const void *value,
                                enum object_kind kind, int rank)
{
    const struct object *object = value;

    return likely(slab_holds(&store->slabs[kind], value)) &&
           likely(load_relaxed(&object->kind) ==
                  object_kind_of_owner(kind, object_owner(kind, rank))) &&
           (likely(!object->is_freed) || object == object_lent);
}

/* An object's number is unique among living objects of its kind. object_of_number returns the
 * calling rank's object with a number, or NULL if object_is_of is false for it. */
int object_number(const struct store *store, const struct object *object);
const void *object_address(const struct store *store, enum object_kind kind, int number);
void *object_of_number(const struct store *store, enum object_kind kind, int number);
/* Returns the calling rank's object with a number, also one whose handle was freed while others
 * still use it. */
void *object_in_use(const struct store *store, enum object_kind kind, int number);
/* Returns another rank's object; for threads that belong to no rank. */
void *object_of_rank(const struct store *store, enum object_kind kind, int number, int rank);

/* Returns one more than the largest number that an object of the kind has had. */
int store_numbers(const struct store *store, enum object_kind kind);

/* Returns how many objects of the kind are alive, for tests; no thread may make or destroy any
 * meanwhile. */
long store_count(const struct store *store, enum object_kind kind);

#endif
