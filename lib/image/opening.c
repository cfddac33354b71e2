/* SPDX-License-Identifier: MIT */
#include "image/opening.h"

#include <assert.h>
#include <dlfcn.h>

#include "image/copy/reservation.h"
#include "image/module/defer.h"
#include "image/module/dynamic.h"
#include "image/module/misplaced.h"
#include "image/slot.h"

enum { TRIES_MAX = 30 };

/* The libraries that the thread is opening: a constructor may open one. The lowest bits are of the
 * latest, and the others of those around it, as far as there are bits. */
static _Thread_local struct {
    unsigned count : 10;
    unsigned tries : 6; /* how often what it opens has been misplaced */
    unsigned may_try_again : 8;
    unsigned is_misplaced : 8; /* a library that comes with it */
} openings;

static_assert(sizeof openings == sizeof(int), "thread-local memory is scarce");

bool opening_is_under_way(void)
{
    return openings.count > 0;
}

void opening_begin(void)
{
    openings.count++;
    openings.may_try_again <<= 1;
    openings.is_misplaced <<= 1;
    modules_lock();
    reservation_open();
    modules_unlock();
}

void opening_begin_again(int mode)
{
    opening_begin();
    openings.may_try_again |= openings.tries < TRIES_MAX && (mode & RTLD_NODELETE) == 0;
}

void opening_end(void)
{
    openings.count--;
    openings.may_try_again >>= 1;
    openings.is_misplaced >>= 1;
    reservation_close();
}

int opening_count_try(void)
{
    if (openings.tries < TRIES_MAX)
        openings.tries++;
    return (int)openings.tries;
}

void opening_has_succeeded(void)
{
    openings.tries = 0;
}

static bool is_beside_reservation(const struct module *module)
{
    return reservation_segment() != NULL &&
           !reservation_has(module->start, (size_t)(module->end - module->start));
}

/* Has the loader taken a unique symbol of C++ from the module? Then it keeps the module. */
static bool has_unique(const struct module *module)
{
    const struct dynamic_tables tables = module_tables(module);
    bool is_found = false;
    size_t i;

    for (i = 0; i < tables.rela.count && !is_found; i++) {
        const ElfW(Rela) *rela = &tables.rela.entries[i];
        const ElfW(Sym) *symbol = &tables.symbols[ELF64_R_SYM(rela->r_info)];
        const uintptr_t *where = (const void *)((const char *)module->base + rela->r_offset);

        is_found = ELF64_ST_BIND(symbol->st_info) == STB_GNU_UNIQUE &&
                   symbol->st_shndx != SHN_UNDEF && ELF64_ST_TYPE(symbol->st_info) != STT_TLS &&
                   *where == (uintptr_t)module->base + symbol->st_value + (size_t)rela->r_addend;
    }
    return is_found;
}

/* The loader never unmaps the library, so it cannot be opened again. */
static bool is_for_ever(const struct module *module)
{
    const ElfW(Dyn) *flags = module_dynamic(module->dynamic, DT_FLAGS_1);

    return (flags != NULL && (flags->d_un.d_val & DF_1_NODELETE) != 0) || has_unique(module);
}

/* Libraries that come with a misplaced one, and may need it, are opened again with it. */
bool opening_puts_off(const struct module *module)
{
    bool is_misplaced;

    if ((openings.may_try_again & 1) == 0 || module->is_whole || is_for_ever(module))
        return false;
    modules_lock();
    is_misplaced = slots_are_open() &&
                   ((openings.is_misplaced & 1) != 0 || is_beside_reservation(module));
    modules_unlock();
    if (!is_misplaced || !misplaced_add(module->dynamic) || !defer_functions(module))
        return false;
    reservation_close();
    openings.is_misplaced |= 1;
    return true;
}
