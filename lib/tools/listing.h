/* SPDX-License-Identifier: MIT */
/* The writable variables of an executable or shared library, read from its file: those in the
 * records that the compiler plugin left, and those that the symbol table has besides. */
#ifndef DRIVER_LISTING_H
#define DRIVER_LISTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tools/names.h"

struct variable {
    char *name;
    char *file;      /* NULL: not known */
    unsigned line;
    char *unit;      /* the source file, when the symbol table says it */
    uint64_t address;
    bool is_private;
    bool is_ours; /* Heddle's */
    const char *why; /* a private one needs no reason */
};

struct listing {
    struct variable *variables;
    size_t count, capacity;
    bool has_records; /* the plugin saw at least a part of it */
    const char *error;
};

/* 0, or -1 with listing->error. */
int listing_read(const char *path, struct listing *listing);
void listing_drop(struct listing *listing);

/* The private variables that other objects can name: defined here, or used. 0, or -1. */
int listing_read_global_names(const char *path, struct names *names);

/* Is it a program, and not a library? */
bool listing_has_interpreter(const char *path);

#endif
