/* SPDX-License-Identifier: MIT */
/* The usual case of the calls that programs and libraries make everywhere, for entries that are
 * hardly longer than a call. True: the answer is written. False, without a word: something is
 * unusual, and the function itself finds out what. */
#ifndef API_QUICK_H
#define API_QUICK_H

#include <string.h>

#include "api/handle.h"
#include "api/keyval.h"

static inline bool quick_comm_rank(MPI_Comm handle, int *rank)
{
    const struct comm *comm = handle_comm(handle);

    if (unlikely(comm == NULL || rank == NULL))
        return false;
    *rank = comm->rank;
    return true;
}

static inline bool quick_comm_size(MPI_Comm handle, int *size)
{
    const struct comm *comm = handle_comm(handle);

    if (unlikely(comm == NULL || size == NULL))
        return false;
    *size = comm_size(comm);
    return true;
}

/* There is a value under a key of the user's, and one thread at a time. */
static inline bool quick_comm_get_attr(MPI_Comm handle, int number, void *attribute_val, int *flag)
{
    const struct comm *comm = handle_comm(handle);
    const struct comm_extras *extras = comm != NULL ? comm_extras(comm) : NULL;
    const struct attribute *next;

    if (unlikely(extras == NULL || attribute_val == NULL || flag == NULL ||
                 guard_is_shared(&rank_self()->guard)))
        return false;
    for (next = extras->attributes; next != NULL; next = next->older) {
        if (next->keyval->number == number && likely(!next->keyval->object.is_freed)) {
            memcpy(attribute_val, &next->value, sizeof next->value);
            *flag = true;
            return true;
        }
    }
    return false;
}

#endif
