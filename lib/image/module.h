/* SPDX-License-Identifier: MIT */
/* module: an executable or shared library whose variables are private. image's own files only.
 *
 * Modules register themselves from a constructor, before their other constructors, the libraries
 * a module needs before itself; that order is kept.
 *
 * Edges
 *   module.everywhere  whoever opens a library publishes it and its copies to those who open it,
 *                      too, or go through all without the lock. */
#ifndef IMAGE_MODULE_H
#define IMAGE_MODULE_H

#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/container.h"
#include "base/list.h"
#include "image/image.h"
#include "image/record.h"
#include "image/watch.h"

/* A part of the module that the loader mapped writable. Whole pages, but for file_end. */
struct segment {
    char *start;
    char *file_end; /* what lies behind comes as zeros */
    char *end;
    size_t file_offset;   /* of start */
    char *private_start;  /* the lowest private variable in it; end when there is none */
    char *pristine;       /* private_start .. file_end as a slot starts with it; NULL when long */
};

enum { SEGMENTS_MAX = 8 };

/* Bytes of private variables, without gaps. */
struct range {
    char *start;
    char *end;
};

/* A pointer in the initial data that the loader relocated. */
struct pointer {
    char **where;
    char *value;
    bool is_displaced; /* it points at a private variable */
};

struct module {
    struct list entry;

    /* Fixed at registration. */
    const struct heddle_record *records;
    size_t record_count;
    char path[512];
    ptrdiff_t base; /* what the loader added to the addresses in the file */
    char *start;    /* of everything it mapped */
    char *end;
    const ElfW(Dyn) *dynamic;
    bool is_executable;
    bool is_readable;    /* its records are of the version that is known here */
    bool is_relocatable; /* else there are no relocations to learn pointers from */
    struct segment segments[SEGMENTS_MAX];
    int segment_count;
    struct range *ranges; /* ascending, apart */
    size_t range_count;
    const char **shared; /* addresses of variables known to be shared, ascending */
    size_t shared_count;
    const struct heddle_record **functions; /* constructors and destructors, in running order */
    size_t function_count;
    struct pointer *pointers;
    size_t pointer_count;

    /* Initial data of thread-local variables: a thread's block is at a fixed distance from its
     * thread pointer if the module was there when the process started, else the loader knows. */
    char *tls_start;
    char *tls_end;
    ptrdiff_t tls_offset;
    size_t tls_module;
    struct pointer *tls_pointers;
    size_t tls_pointer_count;

    bool is_late; /* opened by the program: its constructors run when a slot opens it */
    _Atomic(bool) is_everywhere; /* a late one: each filled slot has its copy */

    /* Set when the first copies are about to be made. */
    bool is_prepared; /* pointers are sorted out, the pristine data is there */
    int file;         /* -1: not open */

    struct watched watched;

    uint8_t is_constructed[IMAGE_SLOTS_MAX];
};

/* Whether none has registered yet. A sanitizer's start comes here before it can bear to be told of
 * what its program does. */
__attribute__((no_sanitize("thread", "address"))) bool modules_are_none(void);

/* Hold the lock for reading to walk the modules, for writing to change them. */
void modules_lock(void);
void modules_lock_to_change(void);
void modules_unlock(void);
struct module *module_first(void);
struct module *module_next(const struct module *module); /* NULL after the last */
void module_append(struct module *module);

struct module *module_of(const char *address);
bool module_has_private(const struct module *module, const char *address);
bool module_has_shared(const struct module *module, const char *address);

static inline int record_kind(const struct heddle_record *record)
{
    return (int)(record->kind & RECORD_KIND_MASK);
}

#endif
