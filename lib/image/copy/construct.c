/* SPDX-License-Identifier: MIT */
#include "image/copy/construct.h"

#include <pthread.h>

#include "base/atomic.h"
#include "image/slot.h"
#include "image/whole/whole.h"

typedef void constructor(int argc, char **argv, char **envp);
typedef void destructor(void);

enum { NO_SLOT = -1 };

static struct {
    pthread_mutex_t lock;
    pthread_cond_t is_free;
    _Atomic(int) slot; /* the one that has the turn; changed under the lock */
} turn = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .is_free = PTHREAD_COND_INITIALIZER,
    .slot = NO_SLOT,
};

bool construct_begin_turn(int slot)
{
    if (load_relaxed(&turn.slot) == slot)
        return false;
    pthread_mutex_lock(&turn.lock);
    while (load_relaxed(&turn.slot) != NO_SLOT)
        pthread_cond_wait(&turn.is_free, &turn.lock);
    store_relaxed(&turn.slot, slot);
    pthread_mutex_unlock(&turn.lock);
    return true;
}

void construct_end_turn(int slot)
{
    if (load_relaxed(&turn.slot) != slot)
        return;
    pthread_mutex_lock(&turn.lock);
    if (load_relaxed(&turn.slot) == slot) {
        store_relaxed(&turn.slot, NO_SLOT);
        pthread_cond_signal(&turn.is_free);
    }
    pthread_mutex_unlock(&turn.lock);
}

void construct_module(struct module *module, int slot, const struct construct_arguments *given)
{
    size_t i;

    if (module->is_constructed[slot])
        return;
    module->is_constructed[slot] = true;
    if (module->is_whole && (slot != 0 || module->is_deferred))
        whole_construct(module, slot_at(slot)->displacement, given);
    for (i = 0; i < module->function_count; i++)
        if (record_kind(module->functions[i]) == RECORD_CONSTRUCTOR)
            ((constructor *)(void *)module->functions[i]->address)(given->argc, given->argv,
                                                                   given->envp);
}

void destruct_module(struct module *module, int slot)
{
    size_t i;

    if (!module->is_constructed[slot])
        return;
    module->is_constructed[slot] = false;
    if (slot == 0 && !module->is_deferred)
        return; /* the process runs them */
    if (module->is_whole)
        whole_destruct(module, slot_at(slot)->displacement);
    for (i = module->function_count; i-- > 0;)
        if (record_kind(module->functions[i]) == RECORD_DESTRUCTOR) {
            construct_begin_turn(slot);
            ((destructor *)(void *)module->functions[i]->address)();
        }
}
