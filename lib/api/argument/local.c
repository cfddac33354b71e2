/* SPDX-License-Identifier: MIT */
#include "api/argument/local.h"

#include "api/argument/check.h"
#include "base/memory.h"
#include "base/note.h"
#include "object/errhandler.h"
#include "rank/world.h"

struct local *local_of(struct rank *rank)
{
    struct local *local = load_acquire(&rank->local[FLOOR_API]); /* edge local.made */
    struct local *ours;
    void *faster = NULL;

    if (likely(local != NULL))
        return local;
    ours = memory_take_zeroed(sizeof *ours);
    if (ours == NULL)
        return NULL;
    ours->file_errhandler = MPI_ERRORS_RETURN;
    if (compare_exchange_acq_rel(&rank->local[FLOOR_API], &faster, ours)) /* edge local.made */
        return ours;
    memory_give(ours); /* another thread was faster */
    return faster;
}

int local_find(struct local **local)
{
    int err = check_self();

    *local = err == MPI_SUCCESS ? local_of(rank_self()) : NULL;
    if (err != MPI_SUCCESS || *local != NULL)
        return err;
    return note(MPI_ERR_NO_MEM, "no memory for what MPI keeps for a rank");
}

static void give_allocations(struct local *local)
{
    int i;

    for (i = 0; i < ALLOCATION_LISTS; i++) {
        while (local->allocations[i] != NULL) {
            struct allocation *next = local->allocations[i];

            local->allocations[i] = next->next;
            memory_give_shown(next->block);
            memory_give(next);
        }
    }
}

void local_destroy(struct rank *rank)
{
    struct local *local = load_acquire(&rank->local[FLOOR_API]); /* edge local.made */
    struct store *store = rank->world->store;
    int i;

    if (local == NULL)
        return;
    for (i = 0; i < local->user_error_count; i++)
        memory_give(local->user_errors[i].text);
    memory_give(local->user_errors);
    info_free(store, local->info_env);
    info_free(store, local->fortran_info);
    errhandler_drop(store, local->file_errhandler);
    for (i = 0; local->type_attributes != NULL && i < PREDEFINED_TYPES_MAX; i++)
        attributes_give(store, local->type_attributes[i]);
    memory_give(local->type_attributes);
    give_allocations(local);
    memory_give(local->advice);
    memory_give(local);
    store_relaxed(&rank->local[FLOOR_API], NULL);
}
