/* SPDX-License-Identifier: MIT */
/* MPI_Alloc_mem and MPI_Free_mem. Each rank keeps a list of its blocks, so that MPI_Free_mem
 * recognises other memory without accessing it. */
#include <string.h>

#include "api/argument/check.h"
#include "api/argument/check_object.h"
#include "api/argument/handle.h"
#include "api/argument/local.h"
#include "api/communicator/hints.h"
#include "api/error/raise.h"
#include "api/generated/error-handling.h"
#include "base/memory.h"
#include "base/note.h"
#include "rma/freed.h"

enum { ALIGNMENT_BITS = 6 };

static struct allocation **list_of(struct local *local, const void *block)
{
    return &local->allocations[((uintptr_t)block >> ALIGNMENT_BITS) % ALLOCATION_LISTS];
}

static int allocate(MPI_Aint size, size_t alignment, void **block)
{
    struct local *local = local_of(rank_self());
    struct allocation *made = memory_take(sizeof *made);

    *block = memory_take_shown(alignment, size > 0 ? (size_t)size : 1);
    if (local == NULL || made == NULL || *block == NULL) {
        memory_give(made);
        memory_give_shown(*block);
        return note(MPI_ERR_NO_MEM, "no memory for %lld bytes", (long long)size);
    }
    made->block = *block;
    lock_take(&local->lock);
    made->next = *list_of(local, *block);
    *list_of(local, *block) = made;
    lock_release(&local->lock);
    return MPI_SUCCESS;
}

int api_alloc_mem(const struct call *call, MPI_Aint size, MPI_Info handle, void *baseptr)
{
    struct info *info;
    void *block;
    int err = check_active();

    if (err == MPI_SUCCESS && size < 0)
        err = note(MPI_ERR_ARG, "size %lld is negative", (long long)size);
    if (err == MPI_SUCCESS)
        err = check_hints(handle, &info);
    if (err == MPI_SUCCESS)
        err = check_pointer(baseptr, "baseptr");
    if (err == MPI_SUCCESS)
        err = allocate(size, hints_alignment(info), &block);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    memcpy(baseptr, &block, sizeof block);
    return MPI_SUCCESS;
}

static struct allocation *unlink_allocation(struct local *local, const void *block)
{
    struct allocation **place, *found;

    lock_take(&local->lock);
    place = list_of(local, block);
    while (*place != NULL && (*place)->block != block)
        place = &(*place)->next;
    found = *place;
    if (found != NULL)
        *place = found->next;
    lock_release(&local->lock);
    return found;
}

int api_free_mem(const struct call *call, void *base)
{
    struct allocation *found = NULL;
    int err = check_active();

    if (err == MPI_SUCCESS && local_of(rank_self()) != NULL)
        found = unlink_allocation(local_of(rank_self()), base);
    if (err == MPI_SUCCESS && found == NULL)
        err = note(MPI_ERR_BASE, "base %p is not from MPI_Alloc_mem of this rank", base);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    freed_see((uintptr_t)base, 1, freed_now(), call->name, call->site);
    memory_give_shown(found->block);
    memory_give(found);
    return MPI_SUCCESS;
}
