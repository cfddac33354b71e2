/* SPDX-License-Identifier: MIT */
/* A module: an executable or shared library whose variables are private. For lib/image only.
 *
 * Modules register themselves from a constructor that runs before their other constructors, or are
 * copied whole and become modules before any constructor runs. In the list the libraries that a
 * module needs come before it, and constructors run in that order.
 *
 * Edges
 *   module.everywhere  the thread that opens a library publishes it and its copies to threads that
 *                      open it as well, or walk the modules without the lock. */
#ifndef IMAGE_MODULE_H
#define IMAGE_MODULE_H

#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/container.h"
#include "base/list.h"
#include "image/limit.h"
#include "image/record.h"

/* A part of the module that the loader mapped writable, or of a module that is copied whole any
 * part. Its addresses are page boundaries, except file_end. */
struct segment {
    char *start;
    int protection;       /* of its copies */
    char *file_end; /* the bytes behind it start as zeros */
    char *end;
    size_t file_offset;   /* of start */
    char *private_start;  /* the lowest private variable in it; end when there is none */
    char *pristine;       /* initial bytes of private_start .. file_end; NULL: read from the file */
};

enum { SEGMENTS_MAX = 16 };

/* Consecutive bytes of private variables. */
struct range {
    char *start;
    char *end;
};

/* A pointer in the initial data that the loader relocated. */
struct pointer {
    char **where;
    char *value;
    bool is_displaced; /* it points at a private variable */
    bool is_own; /* it leads to the slot's own of what libc has once (image/whole/own_libc.h) */
};

/* A list of functions that the loader runs. */
struct function_array {
    char **functions;
    size_t count;
};

/* Functions that the loader runs when a module begins and ends. */
struct lifetime {
    char *init, *fini; /* NULL: none */
    struct function_array before, constructors, destructors;
};

/* A module's variables and copies as AddressSanitizer knows them (image/module/watch.h). */
struct watched {
    pthread_mutex_t lock;
    struct list units;
    struct list copies;         /* lists that the sanitizer was given, which must stay */
    ptrdiff_t *displacements;   /* displacements of the copies */
    size_t count, capacity;
};

struct module {
    struct list entry;

    /* Constant after registration. */
    const struct heddle_record *records;
    size_t record_count;
    char path[512];
    ptrdiff_t base; /* what the loader added to the addresses in the file */
    char *start;    /* of everything that the loader mapped */
    char *end;
    char *protected_start; /* of what the loader wrote and then made read-only */
    char *protected_end;
    const ElfW(Dyn) *dynamic;
    bool is_executable; /* the process's first */
    bool is_guest;      /* another executable (image/guest/guest.h) */
    bool is_whole;      /* copied with its code (image/whole/whole.h) */
    bool tells_accesses; /* of its loads, stores and orders: it has RECORD_TELLS_ACCESSES */
    bool is_readable;    /* its records have the version that this library knows */
    bool is_relocatable; /* if not, no relocations say where pointers are */
    struct segment segments[SEGMENTS_MAX];
    int segment_count;
    struct range *ranges; /* ascending and disjoint */
    size_t range_count;
    const char **shared; /* addresses of variables known to be shared, ascending */
    size_t shared_count;
    const struct heddle_record **functions; /* constructors and destructors, in running order */
    size_t function_count;
    bool is_deferred; /* the loader does not run them */
    struct lifetime lifetime; /* of a module that is copied whole */
    struct pointer *pointers;
    size_t pointer_count;

    /* Initial data of thread-local variables. If the module was there when the process started, a
     * thread's block is at a fixed distance from its thread pointer. Otherwise the loader knows. */
    char *tls_start;
    char *tls_end;
    ptrdiff_t tls_offset;
    size_t tls_module;
    size_t tls_bytes; /* a guest's: of the block that ends at the thread pointer */
    struct pointer *tls_pointers;
    size_t tls_pointer_count;

    bool is_opened; /* opened by the program: its constructors run on each slot that opens it */
    _Atomic(bool) is_everywhere; /* of one that was opened: each filled slot has its copy */

    /* Set before the first copies are made. */
    bool is_prepared; /* pointers are classified and initial data read */
    int file;         /* -1: not open */

    struct watched watched;

    uint8_t is_constructed[IMAGE_SLOTS_MAX];
};

/* True if no module has registered yet. It is not instrumented, because a sanitizer calls it at its
 * start before it can track the program. */
__attribute__((no_sanitize("thread", "address"))) bool modules_are_none(void);

/* Hold the lock for reading to walk the modules, for writing to change them. A holder does not
 * enter the loader (base/lock_order.h), except that it may walk the loader's list in a function
 * that loader_hold calls. */
void modules_lock(void);
void modules_lock_to_change(void);
void modules_unlock(void);
struct module *module_first(void);
struct module *module_next(const struct module *module); /* NULL after the last */
void module_append(struct module *module);

/* Only before slots are started: afterwards threads walk the modules without the lock. */
void module_insert(struct module *module, struct module *next);

/* The lock need not be held, since modules are only ever appended. */
struct module *module_of(const char *address);
struct module *module_of_map(const struct link_map *map); /* of the loader's; NULL: it has none */

/* Returns the first entry of a dynamic section that has the tag, or NULL. */
const ElfW(Dyn) *module_dynamic(const ElfW(Dyn) *section, ElfW(Sxword) tag);

/* Let the library write bytes that the loader has made read-only when it had bound the module, and
 * end that. The bytes are all among those or all elsewhere. module_begin_write returns false, with
 * errno, if they cannot be written. */
bool module_begin_write(const struct module *module, const void *start, size_t bytes);
void module_end_write(const struct module *module, const void *start, size_t bytes);

bool module_has_private(const struct module *module, const char *address);
/* True if some module has a private variable at the address. It takes the lock. */
bool modules_have_private(const void *address);
bool module_has_shared(const struct module *module, const char *address);

static inline int record_kind(const struct heddle_record *record)
{
    return (int)(record->kind & RECORD_KIND_MASK);
}

#endif
