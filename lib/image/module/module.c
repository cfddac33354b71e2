/* SPDX-License-Identifier: MIT */
#include "image/module/module.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/lock_order.h"
#include "base/page.h"
#include "base/sanitizer.h"

/* The modules that registered. A module is added when it is loaded. */
static struct {
    pthread_rwlock_t lock;
    struct list list;
} modules = {
    .lock = PTHREAD_RWLOCK_INITIALIZER,
    .list = {&modules.list, &modules.list},
};

bool modules_are_none(void)
{
    return modules.list.next == &modules.list;
}

void modules_lock(void)
{
    lock_order_enter(LOCK_MODULES);
    pthread_rwlock_rdlock(&modules.lock);
}

void modules_lock_to_change(void)
{
    lock_order_enter(LOCK_MODULES);
    pthread_rwlock_wrlock(&modules.lock);
}

void modules_unlock(void)
{
    pthread_rwlock_unlock(&modules.lock);
    lock_order_leave(LOCK_MODULES);
}

NOT_INSTRUMENTED static struct module *module_at(struct list *element)
{
    return element == &modules.list ? NULL : container_of(element, struct module, entry);
}

NOT_INSTRUMENTED struct module *module_first(void)
{
    return module_at(modules.list.next);
}

NOT_INSTRUMENTED struct module *module_next(const struct module *module)
{
    return module_at(module->entry.next);
}

void module_append(struct module *module)
{
    list_append(&modules.list, &module->entry);
}

void module_insert(struct module *module, struct module *next)
{
    list_append(&next->entry, &module->entry);
}

struct module *module_of(const char *address)
{
    struct module *module;

    for (module = module_first(); module != NULL; module = module_next(module))
        if (address >= module->start && address < module->end)
            return module;
    return NULL;
}

struct module *module_of_map(const struct link_map *map)
{
    struct module *module = module_first();

    while (module != NULL && module->dynamic != map->l_ld)
        module = module_next(module);
    return module;
}

const ElfW(Dyn) *module_dynamic(const ElfW(Dyn) *section, ElfW(Sxword) tag)
{
    for (; section->d_tag != DT_NULL; section++)
        if (section->d_tag == tag)
            return section;
    return NULL;
}

/* Does nothing to bytes that the loader has not protected. */
static bool protect(const struct module *module, const void *start, size_t bytes, int protection)
{
    const char *first = start;
    char *page = page_start(first);

    if (first < module->protected_start || first >= module->protected_end)
        return true;
    return mprotect(page, (size_t)(first - page) + bytes, protection) == 0;
}

bool module_begin_write(const struct module *module, const void *start, size_t bytes)
{
    return protect(module, start, bytes, PROT_READ | PROT_WRITE);
}

void module_end_write(const struct module *module, const void *start, size_t bytes)
{
    protect(module, start, bytes, PROT_READ);
}

static int compare_with_range(const void *key, const void *element)
{
    const char *address = key;
    const struct range *range = element;

    if (address < range->start)
        return -1;
    return address >= range->end;
}

bool module_has_private(const struct module *module, const char *address)
{
    return bsearch(address, module->ranges, module->range_count, sizeof *module->ranges,
                   compare_with_range) != NULL;
}

static int compare_with_address(const void *key, const void *element)
{
    const char *address = key;
    const char *const *other = element;

    return (address > *other) - (address < *other);
}

bool module_has_shared(const struct module *module, const char *address)
{
    return bsearch(address, module->shared, module->shared_count, sizeof *module->shared,
                   compare_with_address) != NULL;
}

bool modules_have_private(const void *address)
{
    const struct module *module;
    bool is_private;

    modules_lock();
    module = module_of(address);
    is_private = module != NULL && module_has_private(module, address);
    modules_unlock();
    return is_private;
}
