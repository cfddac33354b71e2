/* SPDX-License-Identifier: MIT */
/* Accumulates: operations that combine data with the target's, atomically for each element.
 *
 * Accumulates of one basic type at one address are atomic against each other, whichever calls they
 * come from. Elements of 1, 2, 4 and 8 bytes at addresses that are multiples of their size are
 * native: the processor has atomic operations for them. All others are combined under the lock of
 * the target's part. Which of the two it is depends on the type and the address only, so that
 * accumulates which may meet choose the same.
 *
 * A native element alone is combined by one atomic instruction. An operation of several elements
 * happens as a whole, as with other libraries: no accumulate sees a part of it. So the first of
 * these into a part puts the part in locking mode: then every accumulate into it takes the lock and
 * combines plainly, which for many elements is also ten times as fast as an atomic instruction for
 * each. A run of SINGLES_BEFORE_NATIVE single elements ends the mode. A member that enters locking
 * mode has to know that no rank combines natively any more. For that each member says by a plain
 * store when it is inside, and the one that changes the mode runs a membarrier.
 *
 *   mode    | single native element      whole, or not native
 *   native  | atomic instruction         takes the lock; a whole one changes the mode
 *   locking | takes the lock             takes the lock
 *
 * The info key mpi_accumulate_granularity can ask for less: when it is not larger than an element,
 * operations of fewer than LARGE_COUNT elements are as many single ones.
 *
 * Operations of one origin on one location happen in program order, because each is complete when
 * its call returns: all four orders of the info key accumulate_ordering hold.
 *
 * Edges
 *   accumulate.inside  a member says that it is inside and then looks at the mode; the member that
 *                      changes the mode looks for members that are inside. At least one sees the
 *                      other.
 *   accumulate.mode    the end of locking mode publishes what was combined under the lock. */
#ifndef RMA_ACCUMULATE_H
#define RMA_ACCUMULATE_H

#include "op/op.h"
#include "rma/access.h"

/* An operation; of the access, `origin` is not read with MPI_NO_OP. */
struct accumulate {
    struct access access;
    struct data result; /* gets the target's elements as they were; type NULL: is not wanted */
    const struct op *op;
    const struct type *basic; /* of all data: the predefined type that they consist of */
};

/* The predefined type of which the type's data consist alone; NULL: there is none. */
const struct type *accumulate_basic(const struct type *type);

/* True if MPI_Accumulate and its like combine elements of that predefined type by the operation. */
bool accumulate_allows(const struct op *op, const struct type *basic);

void accumulate_run(const struct accumulate *accumulate);

/* Combines one element of a predefined type natively, if the operation takes the type and the
 * target's part is in native mode; else false, and nothing has been done. */
bool accumulate_one(struct window *window, int rank, const struct op *op,
                    const struct data *target, const void *origin, void *result);

/* Replaces the element at the target by the origin's if it equals `compare`; the old value goes to
 * `result`. The access says the same of it; NULL: the program is not for ThreadSanitizer. */
void accumulate_compare_and_swap(struct window *window, int rank, const struct data *target,
                                 const void *origin, const void *compare, void *result,
                                 const struct access *access);

/* True if MPI_Compare_and_swap takes that predefined type. Other libraries take MPI_CHAR, too,
 * which is no integer. */
static inline bool accumulate_swaps(const struct type *type)
{
    const unsigned classes = 1u << CLASS_C_INTEGER | 1u << CLASS_FORTRAN_INTEGER |
                             1u << CLASS_LOGICAL | 1u << CLASS_BYTE | 1u << CLASS_MULTI_LANGUAGE;

    return (classes >> type->class & 1) != 0 || type_handle(type) == MPI_CHAR;
}

#endif
