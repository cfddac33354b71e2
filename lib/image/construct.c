/* SPDX-License-Identifier: MIT */
#include "image/construct.h"

#include <pthread.h>

#include "base/atomic.h"

typedef void constructor(int argc, char **argv, char **envp);
typedef void destructor(void);

enum { NOBODY = -1 };

static struct {
    pthread_mutex_t lock;
    _Atomic(int) slot; /* the slot whose thread holds the lock */
} turn = {.lock = PTHREAD_MUTEX_INITIALIZER, .slot = NOBODY};

bool construct_begin_turn(int slot)
{
    if (load_relaxed(&turn.slot) == slot)
        return false;
    pthread_mutex_lock(&turn.lock);
    store_relaxed(&turn.slot, slot);
    return true;
}

void construct_end_turn(int slot)
{
    if (load_relaxed(&turn.slot) != slot)
        return;
    store_relaxed(&turn.slot, NOBODY);
    pthread_mutex_unlock(&turn.lock);
}

void construct_module(struct module *module, int slot, const struct construct_arguments *given)
{
    size_t i;

    if (module->is_constructed[slot])
        return;
    module->is_constructed[slot] = true;
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
    for (i = module->function_count; i-- > 0;)
        if (record_kind(module->functions[i]) == RECORD_DESTRUCTOR)
            ((destructor *)(void *)module->functions[i]->address)();
}
