/* SPDX-License-Identifier: MIT */
/* Records by which the compiler plugin describes variables to the library: the format between
 * objects compiled at one time and a library installed at another. A change of meaning needs a new
 * RECORD_VERSION. The header is C and C++. */
#ifndef IMAGE_RECORD_H
#define IMAGE_RECORD_H

#include <stddef.h>

enum { RECORD_VERSION = 5 };

enum record_kind {
    RECORD_PRIVATE = 1,      /* defined here, one for each slot */
    RECORD_USED_PRIVATE = 2, /* defined elsewhere, reached through the displacement */
    RECORD_SHARED = 3,       /* defined here, one for all slots */
    RECORD_USED_SHARED = 4,  /* defined elsewhere, reached without the displacement */
    RECORD_CONSTRUCTOR = 5,
    RECORD_DESTRUCTOR = 6,
    RECORD_WRITTEN_SHARED = 7, /* defined elsewhere, shared by the rules, and written here */
    RECORD_USED_AS_DEFINED = 8, /* defined elsewhere; a run-time mask makes it private */
    RECORD_PRIVATE_UNLESS_USED = 9, /* as RECORD_PRIVATE, but shared if a library that was not
                                     * compiled with the plugin has it, too; units that use it have
                                     * RECORD_USED_AS_DEFINED */
    RECORD_TELLS_ACCESSES = 10, /* no variable: the module is compiled with -fheddle-races */
    RECORD_KIND_MASK = 0xff,

    RECORD_WEAK = 0x100, /* may be undefined */

    /* The reason why a variable is shared, for listings (tools/listing.c). */
    RECORD_BY_ATTRIBUTE = 0x200,
    RECORD_BY_NAME = 0x400,
    RECORD_BY_PATH = 0x600,
    RECORD_REASON_MASK = 0x600,

    RECORD_GLOBAL = 0x800, /* other objects can name it (tools/uninstrumented.c) */
};

struct heddle_record {
    char *address;
    size_t size; /* RECORD_CONSTRUCTOR, RECORD_DESTRUCTOR: the priority. RECORD_USED_AS_DEFINED: the
                  * address of the mask, a ptrdiff_t with all bits set where the variable is
                  * private, and 0 elsewhere */
    const char *name;
    const char *file;
    unsigned line;
    unsigned kind;
};

/* A section of each object that was compiled with the plugin; programs and libraries do not have
 * it. */
#define UNIT_SECTION ".heddle_unit"

/* One executable or shared library. */
struct heddle_module {
    unsigned version;
    const struct heddle_record *records;
    const struct heddle_record *records_end;
};

#endif
