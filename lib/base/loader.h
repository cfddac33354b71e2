/* SPDX-License-Identifier: MIT */
/* The functions of the loader. Each takes a lock of the loader's, so a caller holds none of ours
 * that comes after it (base/lock_order.h).
 *
 * Not instrumented: a sanitizer calls some of them before it can track the program. */
#ifndef BASE_LOADER_H
#define BASE_LOADER_H

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/lock_order.h"
#include "base/sanitizer.h"

NOT_INSTRUMENTED static inline void *loader_open(const char *path, int mode)
{
    void *handle;

    lock_order_enter(LOCK_LOADER);
    handle = dlopen(path, mode);
    lock_order_leave(LOCK_LOADER);
    return handle;
}

NOT_INSTRUMENTED static inline void loader_close(void *handle)
{
    lock_order_enter(LOCK_LOADER);
    dlclose(handle);
    lock_order_leave(LOCK_LOADER);
}

NOT_INSTRUMENTED static inline void *loader_symbol(void *handle, const char *name)
{
    void *address;

    lock_order_enter(LOCK_LOADER);
    address = dlsym(handle, name);
    lock_order_leave(LOCK_LOADER);
    return address;
}

NOT_INSTRUMENTED static inline void *loader_versioned(void *handle, const char *name,
                                                              const char *version)
{
    void *address;

    lock_order_enter(LOCK_LOADER);
    address = dlvsym(handle, name, version);
    lock_order_leave(LOCK_LOADER);
    return address;
}

/* Returns false if no object has the address. */
NOT_INSTRUMENTED static inline bool loader_owner(const void *address, Dl_info *owner)
{
    bool is_found;

    lock_order_enter(LOCK_LOADER);
    is_found = dladdr(address, owner) != 0;
    lock_order_leave(LOCK_LOADER);
    return is_found;
}

/* Returns, too, the symbol or the object's map, as the flags of dladdr1 say. */
NOT_INSTRUMENTED static inline bool loader_owner_and_more(const void *address, Dl_info *owner,
                                                          void **more, int flags)
{
    bool is_found;

    lock_order_enter(LOCK_LOADER);
    is_found = dladdr1(address, owner, more, flags) != 0;
    lock_order_leave(LOCK_LOADER);
    return is_found;
}

/* Returns the symbol that the address belongs to, and describes it, or NULL. */
NOT_INSTRUMENTED static inline const ElfW(Sym) *loader_symbol_at(const void *address,
                                                                 Dl_info *owner)
{
    void *symbol = NULL;

    return loader_owner_and_more(address, owner, &symbol, RTLD_DL_SYMENT) ? symbol : NULL;
}

/* Returns the object that has the address, or NULL. */
NOT_INSTRUMENTED static inline const struct link_map *loader_map_at(const void *address)
{
    void *map = NULL;
    Dl_info owner;

    return loader_owner_and_more(address, &owner, &map, RTLD_DL_LINKMAP) ? map : NULL;
}

/* Returns NULL if the handle is none. */
NOT_INSTRUMENTED static inline struct link_map *loader_map(void *handle)
{
    struct link_map *map = NULL;

    lock_order_enter(LOCK_LOADER);
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0)
        map = NULL;
    lock_order_leave(LOCK_LOADER);
    return map;
}

/* Writes the directory of the object, which is not the program. */
NOT_INSTRUMENTED static inline void loader_origin(const struct link_map *object, char *directory)
{
    *directory = '\0';
    lock_order_enter(LOCK_LOADER);
    dlinfo((void *)(uintptr_t)object, RTLD_DI_ORIGIN, directory);
    lock_order_leave(LOCK_LOADER);
}

typedef int loader_visitor(struct dl_phdr_info *info, size_t bytes, void *argument);

/* Calls the visitor for each object, until it returns other than 0, and returns that. Meanwhile no
 * other thread adds an object or unmaps one. A visitor may walk again, but must not call the other
 * functions: they wait for a thread that opens a library, and that waits for this one. */
NOT_INSTRUMENTED static inline int loader_walk(loader_visitor *visitor, void *argument)
{
    int result;

    lock_order_enter(LOCK_LOADER_LIST);
    result = dl_iterate_phdr(visitor, argument);
    lock_order_leave(LOCK_LOADER_LIST);
    return result;
}

/* True if the address lies in what the loader has mapped of the object's file. */
static inline bool loader_has_mapped(const struct dl_phdr_info *object, const void *address)
{
    const uintptr_t offset = (uintptr_t)address - object->dlpi_addr;
    int i;

    for (i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &object->dlpi_phdr[i];

        if (header->p_type == PT_LOAD && offset >= header->p_vaddr &&
            offset - header->p_vaddr < header->p_memsz)
            return true;
    }
    return false;
}

/* Calls the function as loader_walk calls a visitor, but once, and returns what it returns. */
int loader_hold(int (*function)(void *argument), void *argument);

#endif
