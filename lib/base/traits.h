/* SPDX-License-Identifier: MIT */
/* Traits of MPI's functions: what parts of the library that see only the name of a call have to
 * know of it. The tables in lib/api/table say which function has which; lib/api/generate.py writes
 * them into traits.def. */
#ifndef BASE_TRAITS_H
#define BASE_TRAITS_H

enum call_trait {
    /* If it waits, it waits for that, and not only for what others do with it. */
    TRAIT_WAITS_FOR_RECEIVER = 1 << 0,
    TRAIT_WAITS_FOR_EPOCH = 1 << 1,    /* of a window, at another member */
    TRAIT_WAITS_FOR_ARRIVAL = 1 << 2,  /* of a message */
    TRAIT_WAITS_FOR_REQUESTS = 1 << 3,

    /* The call ends something, or asks about it: if it failed, a program could not do what it has
     * to. */
    TRAIT_CANNOT_FAIL = 1 << 4,
    TRAIT_OF_FILE = 1 << 5, /* raises errors on a file, or as if there were none */

    /* Calls of these act on something beside messages, in the order in which they come. */
    TRAIT_FILES = 1 << 6,          /* reads or writes one */
    TRAIT_SHARED_POINTER = 1 << 7, /* moves or reads that of a file */
    TRAIT_ORDERED = 1 << 8,        /* moves it together with all members, so their order counts */
    TRAIT_SOCKETS = 1 << 9,
    TRAIT_WORLDS = 1 << 10, /* spawns one */
};

/* The traits of the function of that name; 0: it has none, or is none of MPI's, or NULL. */
unsigned call_traits(const char *name);

#endif
