/* SPDX-License-Identifier: MIT */
/* The writable variables of an executable or shared library, read from its file: those in the
 * compiler plugin's records, and further ones in the symbol table. */
#ifndef DRIVER_LISTING_H
#define DRIVER_LISTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tools/names.h"

struct variable {
    char *name;
    char *file;      /* NULL: unknown */
    unsigned line;
    char *unit;      /* the source file, if the symbol table names it */
    uint64_t address;
    bool is_private;
    bool is_ours; /* one of Heddle's own */
    const char *why; /* why it is shared; NULL for a private one */
};

struct listing {
    struct variable *variables;
    size_t count, capacity;
    bool has_records; /* the plugin compiled at least a part of it */
    bool runs_main_once; /* it includes heddle.h, as far as its symbols show */
    const char *error;
};

/* Returns 0, or -1 with listing->error. */
int listing_read(const char *path, struct listing *listing);
void listing_drop(struct listing *listing);

/* Reads the names of private variables that other objects can name, whether defined or used here.
 * Returns 0 or -1. */
int listing_read_global_names(const char *path, struct names *names);

/* True for a program, false for a library. */
bool listing_has_interpreter(const char *path);

#endif
