/* SPDX-License-Identifier: MIT */
/* Datatypes: what an element of a message consists of and where its bytes lie.
 *
 * A type is immutable after its construction, except for its reference count and what commit sets.
 * It is the node of a tree: it records the constructor and the arguments that made it (contents),
 * describes its data (shape), and holds references to the types it was made of. Its layout is made
 * with it, not at commit, because a constructor knows all it needs for that, and because types that
 * are only steps towards another type need their layout as well. The named types are constants
 * without reference counts. The predefined types without a name are ordinary objects that their
 * rank holds. */
#ifndef TYPE_TYPE_H
#define TYPE_TYPE_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/width.h"
#include "mpi_types.h"
#include "object/object.h"
#include "layout/layout.h"
#include "type/signature.h"

/* The class of a type in the standard's list of types that each operation allows. Only predefined
 * types have one. */
enum type_class {
    CLASS_NONE,
    CLASS_C_INTEGER,
    CLASS_FORTRAN_INTEGER,
    CLASS_FLOATING,
    CLASS_LOGICAL,
    CLASS_COMPLEX,
    CLASS_BYTE,
    CLASS_MULTI_LANGUAGE,
    CLASS_CHARACTER,
    CLASS_PAIR
};

/* How an element of a predefined type is stored. It selects the kernel that reduces it. */
enum element {
    ELEMENT_NONE, /* cannot be reduced */
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
    ELEMENT_HALF,
    ELEMENT_COMPLEX_HALF,
    ELEMENT_PAIR, /* a pair type without a name; see its parts */
    ELEMENT_COUNT
};

struct attribute;
struct nest;
struct type;

/* The arguments of the call that made a type, as MPI_Type_get_contents returns them. */
struct contents {
    int combiner;
    MPI_Count integer_count;
    MPI_Count address_count;
    MPI_Count large_count; /* arguments of a large form (`_c`); 0 in other types */
    MPI_Count type_count;
    int *integers;
    MPI_Aint *addresses;
    MPI_Count *larges;
    const struct type **types; /* references are held */
};

/* The data of a type, in order: `count` blocks of `blocklength` children, at a stride in bytes. If
 * there is no child, the contents list the blocks (type_block). */
struct shape {
    MPI_Count count;
    MPI_Count blocklength;
    MPI_Count stride;
    const struct type *child; /* a reference is held */
};

struct type {
    struct object object;
    struct store *store; /* the store of the object; NULL in a named type */

    /* Any thread that holds a reference reads these. */
    MPI_Count size; /* bytes that are sent */
    MPI_Count lb;
    MPI_Count extent;
    MPI_Count true_lb;
    MPI_Count true_extent;
    MPI_Count elements;     /* basic elements; each has at least one byte */
    MPI_Count external;     /* bytes in "external32", at most `size` */
    MPI_Count sig_hash_length; /* see signature.h */
    uint64_t sig_hash;
    struct piece layout; /* count 0 when the type is empty */
    bool is_dense;       /* n elements are n * size contiguous bytes from true_lb on */
    bool is_named;       /* a constant: neither counted nor freed */
    bool is_predefined;  /* named, or made by MPI_Type_create_f90_... or for a pair */
    bool has_markers;    /* bounds were set explicitly, and data outside do not move them */
    uint8_t alignment;
    uint8_t class;    /* enum type_class */
    uint8_t element;  /* enum element */
    uint16_t number;  /* the handle, of a named type */
    uint16_t depth;   /* nesting depth of types, and so the most nested loops */
    const char *name; /* of a named type, else NULL */
    const struct type *pair[2]; /* value and index, of a predefined pair */
    struct contents contents;
    struct shape shape;
    struct skips skips;
    union {
        struct piece block;         /* if there is a child: the layout's inner loop */
        struct piece_tables tables; /* if there is none */
    };

    _Atomic(MPI_Count) apart; /* this many elements are known to name no byte twice (overlap.h) */

    /* Written by the owning rank. */
    bool is_committed; /* set once, before any use in communication */
    struct nest *nest; /* made at commit for regular strides; NULL: none */
    char *own_name;    /* set by MPI_Type_set_name */
    struct attribute *attributes; /* those of named types are in api/argument/local.h */
    struct type *next_dropped;
};

static_assert(sizeof(struct type) <= OBJECT_TYPE_BYTES, "a type fits its slot");

/* The deepest nesting of types, which bounds recursion on the stack. */
enum { TYPE_DEPTH_MAX = 4096 };

/* Returns where the index of a predefined pair begins. */
static inline MPI_Count type_pair_index(const struct type *pair)
{
    return pair->true_extent - pair->pair[1]->size;
}

/* Returns the named pair of those types, or NULL if there is none. */
const struct type *type_named_pair(const struct type *value, const struct type *index);

/* Finds Fortran's type of a class (MPI_TYPECLASS_...) and a size in bytes. Fails with MPI_ERR_ARG
 * if there is none. */
int type_match_size(int class, int bytes, const struct type **type);

/* The lowest handle of a named type, and the number of handles reserved from there on. */
enum { TYPE_HANDLE_FIRST = 0x200, TYPE_HANDLES = 0x100 };

extern const struct type *const types_by_handle[TYPE_HANDLES];

/* Returns the named type of a handle, or NULL if the handle is something else (MPI_DATATYPE_NULL,
 * an address). */
static inline const struct type *type_predefined(MPI_Datatype handle)
{
    uintptr_t number = (uintptr_t)handle - TYPE_HANDLE_FIRST;

    return number < TYPE_HANDLES ? types_by_handle[number] : NULL;
}

static inline MPI_Datatype type_handle(const struct type *type)
{
    return type->is_named ? (MPI_Datatype)(uintptr_t)type->number
                          : (MPI_Datatype)(uintptr_t)(const void *)type;
}

/* The form in which a constructor was called, plain or large (`_c`). It decides how the contents
 * record the arguments. */
enum form { FORM_PLAIN, FORM_LARGE };

/* Each constructor makes an uncommitted type in a slot of the store; the caller gets its reference.
 * Counts and block lengths must not be negative. They fail with MPI_ERR_COUNT if the type exceeds
 * an MPI_Count. */
int type_contiguous(struct store *store, enum form form, MPI_Count count, const struct type *old,
                    struct type **created);
int type_vector(struct store *store, enum form form, MPI_Count count, MPI_Count blocklength,
                MPI_Count stride, const struct type *old, struct type **created);
int type_hvector(struct store *store, enum form form, MPI_Count count, MPI_Count blocklength,
                 MPI_Count stride_bytes, const struct type *old, struct type **created);
int type_resized(struct store *store, enum form form, MPI_Count lb, MPI_Count extent,
                 const struct type *old, struct type **created);
int type_dup(struct store *store, const struct type *old,
             struct type **created); /* committed if old is */

/* Types of listed blocks. Displacements are in extents of `old`, or in bytes for the h forms. The
 * _block forms have one block length. */
int type_indexed(struct store *store, enum form form, MPI_Count count,
                 struct int_view blocklengths, struct int_view displacements,
                 const struct type *old, struct type **created);
int type_hindexed(struct store *store, enum form form, MPI_Count count,
                  struct int_view blocklengths, struct int_view displacements,
                  const struct type *old, struct type **created);
int type_indexed_block(struct store *store, enum form form, MPI_Count count,
                       MPI_Count blocklength, struct int_view displacements,
                       const struct type *old, struct type **created);
int type_hindexed_block(struct store *store, enum form form, MPI_Count count,
                        MPI_Count blocklength, struct int_view displacements,
                        const struct type *old, struct type **created);
int type_struct(struct store *store, enum form form, MPI_Count count,
                struct int_view blocklengths, struct int_view displacements,
                const struct type *const olds[], struct type **created);

/* Makes another type with the same contents. */
int type_copy(struct store *store, const struct type *old, struct type **created);

/* Arrays of `dimensions` dimensions (array.c). The order is MPI_ORDER_C or MPI_ORDER_FORTRAN. The
 * caller has checked all arguments. */
struct subarray {
    int dimensions;
    struct int_view sizes;
    struct int_view subsizes;
    struct int_view starts;
    int order;
};

int type_subarray(struct store *store, enum form form, const struct subarray *subarray,
                  const struct type *old, struct type **created);

struct darray {
    int ranks;
    int rank;
    int dimensions;
    struct int_view sizes;
    const int *distributions; /* MPI_DISTRIBUTE_... */
    const int *arguments;
    const int *grid;
    int order;
};

int type_darray(struct store *store, enum form form, const struct darray *darray,
                const struct type *old, struct type **created);

/* One block of data: `length` children from `displacement` bytes on. */
struct block {
    MPI_Count displacement;
    MPI_Count length;
    const struct type *child;
};

struct block type_block(const struct type *type, MPI_Count i);

void type_commit(struct type *type);

/* Named types are not counted. */
void type_hold_derived(const struct type *type);
void type_drop_derived(const struct type *type);

static inline void type_hold(const struct type *type)
{
    if (unlikely(!type->is_named))
        type_hold_derived(type);
}

/* The last one frees; accepts NULL. */
static inline void type_drop(const struct type *type)
{
    if (type != NULL && unlikely(!type->is_named))
        type_drop_derived(type);
}

/* Returns how many basic elements the first `bytes` bytes of data of the type are, or MPI_UNDEFINED
 * if part of an element is left. */
MPI_Count type_elements(const struct type *type, MPI_Count bytes);

#endif
