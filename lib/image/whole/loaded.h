/* SPDX-License-Identifier: MIT */
/* The objects that the loader has, and which of them are copied whole (image/whole/whole.h). For
 * lib/image only.
 *
 * An object that stays single stays it for good: another library that needs it later uses it as it
 * is. The functions are called by the thread that starts the process, or in the loader. */
#ifndef IMAGE_LOADED_H
#define IMAGE_LOADED_H

#include <link.h>
#include <stdbool.h>
#include <stddef.h>

#include "image/module/needed.h"

struct loaded {
    struct dl_phdr_info info;
    const struct link_map *map;
    struct needed needed; /* it, and what it needs */
    bool is_used;         /* by the program, and not only by what stays single */
    bool is_registered;   /* the wrapper has linked it, and it makes itself a module */
    bool is_settled;      /* it is a module now, or is not copied */
};

struct loaded_list {
    struct loaded *list;
    size_t count;
    size_t capacity;
};

/* Reads which objects the user wants to be single (knobs.single). Knobs are read later: when the
 * loader runs the first constructor, the C library has no environment yet. But the constructor gets
 * the environment's strings. */
void loaded_read_wishes(char *const *environment);

/* Finds all objects; or those that come with a herald (image/whole/herald.h). */
struct loaded_list loaded_find_all(void);
struct loaded_list loaded_find_with(const struct link_map *herald);
const struct link_map *loaded_herald(const char *name);
void loaded_drop(struct loaded_list *objects);

/* Settles the objects that stay single: the C library's parts, the unwinder, sanitizers, what
 * registers itself, what this library needs, and what the user wants to be single. In a program
 * that the wrapper has linked also compilers' libraries, and objects without variables that use no
 * copied object. */
void loaded_settle_single(struct loaded_list *objects);

/* Settles the objects that only those need which stay single. */
void loaded_settle_unused(struct loaded_list *objects);

/* Returns the object that is to be constructed next, or NULL when all are settled. An object that
 * another one needs comes before it, and otherwise the one that was loaded last. */
struct loaded *loaded_next(struct loaded_list *objects);

/* Notes the objects that have become no modules. */
void loaded_keep_single(const struct loaded_list *objects);

/* Returns the first module that is copied whole and needs this one, which the wrapper has linked,
 * or NULL. */
struct module *loaded_first_user(const struct module *library);

/* True if the object has variables, and is neither a module nor meant to be single. */
bool loaded_is_shared(const struct link_map *map);

/* True for the object whose allocator the C library uses, too. */
bool loaded_allocates(const struct loaded *object);

#endif
