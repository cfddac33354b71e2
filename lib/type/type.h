/* SPDX-License-Identifier: MIT */
/* Datatypes: what an element of a message consists of and where its bytes lie.
 *
 * A type is immutable from its construction on, but for its reference count and the mark that
 * commit leaves. It is the node of a tree: it remembers the constructor and the arguments that
 * made it and holds the types it was made of. Its layout is made with it, not at commit, because
 * a constructor knows all it needs for that and because types that are only steps towards another
 * type need their layout just as well. The predefined types are constants, and are not counted.
 */
#ifndef TYPE_TYPE_H
#define TYPE_TYPE_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "mpi.h"
#include "object/object.h"
#include "type/layout.h"

/* What the standard's list of allowed operations calls a type. Only predefined types have one. */
enum type_class {
    CLASS_NONE,
    CLASS_C_INTEGER,
    CLASS_FORTRAN_INTEGER,
    CLASS_FLOATING,
    CLASS_LOGICAL,
    CLASS_COMPLEX,
    CLASS_BYTE,
    CLASS_MULTI_LANGUAGE,
    CLASS_PAIR
};

/* How an element of a predefined type is stored, which is what selects the code that reduces it. */
enum element {
    ELEMENT_NONE, /* not reduced */
    ELEMENT_INT8,
    ELEMENT_INT16,
    ELEMENT_INT32,
    ELEMENT_INT64,
    ELEMENT_INT128,
    ELEMENT_UINT8,
    ELEMENT_UINT16,
    ELEMENT_UINT32,
    ELEMENT_UINT64,
    ELEMENT_FLOAT,
    ELEMENT_DOUBLE,
    ELEMENT_LONG_DOUBLE,
    ELEMENT_QUAD,
    ELEMENT_COMPLEX_FLOAT,
    ELEMENT_COMPLEX_DOUBLE,
    ELEMENT_COMPLEX_LONG_DOUBLE,
    ELEMENT_COMPLEX_QUAD,
    ELEMENT_FLOAT_INT,
    ELEMENT_DOUBLE_INT,
    ELEMENT_LONG_INT,
    ELEMENT_INT_INT,
    ELEMENT_SHORT_INT,
    ELEMENT_LONG_DOUBLE_INT,
    ELEMENT_FLOAT_FLOAT,
    ELEMENT_DOUBLE_DOUBLE,
    ELEMENT_COUNT
};

struct type;

/* The call that made a type, for MPI_Type_get_contents. */
struct recipe {
    int combiner;
    int number_count;
    MPI_Count numbers[3]; /* the constructor's integers and addresses, in their order */
    const struct type *child; /* held; NULL in a predefined type */
};

struct type {
    struct object object;
    struct store *store; /* where the slot is from; NULL in a predefined type */

    /* Anyone, while he holds a reference. */
    MPI_Count size; /* bytes that are sent */
    MPI_Count lb;
    MPI_Count extent;
    MPI_Count true_lb;
    MPI_Count true_extent;
    uint64_t motif; /* see type_motif */
    struct piece layout; /* count 0 when the type is empty */
    bool is_dense;       /* n elements are n * size contiguous bytes from true_lb on */
    bool is_predefined;
    uint8_t alignment;
    uint8_t class;   /* enum type_class */
    uint8_t element; /* enum element */
    const char *name; /* of a predefined type, else "" */
    struct recipe recipe;
    struct piece block; /* the layout's inner loop, if it needs one of its own */

    /* The owning rank writes it once, before any use in communication. */
    bool is_committed;
};

static_assert(sizeof(struct type) <= OBJECT_TYPE_BYTES, "a type fits its slot");

/* The predefined type of that handle; NULL when it is none (MPI_DATATYPE_NULL, an address). */
const struct type *type_predefined(MPI_Datatype handle);

/* Each makes an uncommitted type in a slot of the store, which its creator holds. Counts and block
 * lengths must not be negative. MPI_ERR_COUNT when the type covers more than an MPI_Count tells. */
int type_contiguous(struct store *store, MPI_Count count, const struct type *old,
                    struct type **created);
int type_vector(struct store *store, MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                const struct type *old, struct type **created);
int type_hvector(struct store *store, MPI_Count count, MPI_Count blocklength,
                 MPI_Count stride_bytes, const struct type *old, struct type **created);
int type_resized(struct store *store, MPI_Count lb, MPI_Count extent, const struct type *old,
                 struct type **created);
int type_dup(struct store *store, const struct type *old,
             struct type **created); /* committed if old is */

void type_commit(struct type *type);

void type_hold(const struct type *type);
void type_drop(const struct type *type); /* the last one frees; NULL is fine */

/* Two types whose signatures (sequences of basic types) are repetitions of one shortest sequence
 * have the same motif, however they were built and however often it repeats. Data of equal bytes
 * have therefore equal signatures exactly if their motifs match (but for a collision of the 64-bit
 * hash), and comparing costs the same for every count. */
#define MOTIF_EMPTY UINT64_C(0) /* no basic type at all */
#define MOTIF_ANY   UINT64_MAX  /* MPI_PACKED */

static inline bool motif_matches(uint64_t sent, uint64_t received)
{
    return sent == received || sent == MOTIF_ANY || received == MOTIF_ANY ||
           sent == MOTIF_EMPTY || received == MOTIF_EMPTY;
}

#endif
