/* SPDX-License-Identifier: MIT */
#include "image/copy/kept.h"

#include "image/copy/copy.h"
#include "image/copy/stride.h"
#include "image/whole/whole.h"

void kept_unmake(const struct module *end, ptrdiff_t displacement)
{
    const struct module *module;

    for (module = module_first(); module != end; module = module_next(module))
        copy_unmake(module, displacement);
    stride_let_go(displacement);
}

static int module_count(void)
{
    const struct module *module;
    int count = 0;

    for (module = module_first(); module != NULL; module = module_next(module))
        count++;
    return count;
}

/* Renews the copies and makes those of modules that came later. False: one has no place, or
 * cannot be renewed. */
static bool renew_all(const struct slot *slot, int kept)
{
    struct module *module;

    for (module = module_first(); module != NULL; module = module_next(module))
        if (kept-- > 0 ? !copy_renew(module, slot->displacement)
                       : copy_make(module, slot->displacement) != COPY_MADE)
            return false;
    return true;
}

bool kept_renew(struct slot *slot)
{
    struct module *module;
    int kept = slot->kept;

    slot->kept = 0;
    if (whole_is_there()) {
        slot->has_displacement = renew_all(slot, kept);
        return slot->has_displacement;
    }
    if (kept == module_count())
        return renew_all(slot, kept);
    for (module = module_first(); kept-- > 0; module = module_next(module))
        continue;
    kept_unmake(module, slot->displacement);
    return false;
}

static bool all_are_renewable(void)
{
    const struct module *module;

    for (module = module_first(); module != NULL; module = module_next(module))
        if (!copy_is_renewable(module))
            return false;
    return true;
}

void kept_leave(struct slot *slot)
{
    if (all_are_renewable() || whole_is_there())
        slot->kept = module_count();
    else
        kept_unmake(NULL, slot->displacement);
}
