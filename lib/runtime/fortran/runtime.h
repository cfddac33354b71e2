/* SPDX-License-Identifier: MIT */
/* The arguments that gfortran's code passes to its runtime library, libgfortran.so.5, as far as
 * Heddle uses it. In programs and libraries that mpifort links, our functions interpose the
 * library's functions of the same names. They are compiled with the plugin, so that each rank has
 * its own variables. */
#ifndef DRIVER_FORTRAN_RUNTIME_H
#define DRIVER_FORTRAN_RUNTIME_H

#include <assert.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

/* The common beginning of all input and output statements. */
struct statement {
    int flags;
    int unit;
    const char *source;
    int line;
    size_t message_length;
    char *message;
    int *status;
};

enum {
    STATEMENT_RESULT = 3, /* 0: no error */
    STATEMENT_HAS_STATUS = 1 << 5,
    STATEMENT_COMMON = 0x7f,
    OPEN_HAS_FILE = 1 << 8,
    OPEN_HAS_STATUS = 1 << 9,
    OPEN_HAS_FORM = 1 << 11,
    OPEN_HAS_NEWUNIT = 1 << 23,
    INQUIRE_HAS_NUMBER = 1 << 9,
    INQUIRE_HAS_FILE = 1 << 14,
    TRANSFER_IS_LIST = 1 << 7,
    TRANSFER_HAS_FORMAT = 1 << 12,
    TRANSFER_IS_INTERNAL = 1 << 14,
    TRANSFER_HAS_NAMELIST = 1 << 15,
};

struct open_statement {
    struct statement common;
    int record_length;
    size_t file_length;
    const char *file;
    const char *status;
    size_t status_length;
    size_t access_length;
    const char *access;
    const char *form;
    size_t form_length;
    char rest[512]; /* more than gfortran's structure has */
};

struct inquire_statement {
    struct statement common;
    int *exist;
    int *opened;
    int *number;
};

static_assert(offsetof(struct statement, status) == 40, "gfortran's layout");
static_assert(offsetof(struct open_statement, form_length) == 112, "gfortran's layout");
static_assert(offsetof(struct inquire_statement, number) == 64, "gfortran's layout");

/* Finds the library's function that ours interposes. RTLD_NEXT would find the one of this file in
 * another module. */
static inline void *runtime_function(void **found, const char *name)
{
    void *library = *found == NULL ? dlmopen(LM_ID_BASE, "libgfortran.so.5",
                                             RTLD_LAZY | RTLD_NOLOAD)
                                   : NULL;

    if (*found == NULL)
        *found = dlsym(library != NULL ? library : RTLD_NEXT, name);
    return *found;
}

#define BEHIND(name) \
    ({ static void *found; (__typeof__(&(name)))runtime_function(&found, #name); })

/* units.c: returns the number under which the library knows a unit of the rank. */
int units_find(int unit);
/* The one that statements write to. */
int units_find_to_write(int unit);

/* standard.c: the rank's own unit in place of 6 or 0, which gets the number `mapped`. Returns the
 * process's if there is none to be had. */
int standard_find(int unit, int mapped);
/* True if that is the number of such a unit. */
bool standard_is(int unit);
/* The program opens a file on the unit 6 or 0. */
void standard_leave(int unit);
/* Around each statement that writes, to any unit. */
void standard_begin(int unit);
void standard_end(int unit);
/* The rank ends. */
void standard_close(void);

/* files.c: between these two calls, which do not nest, a file that another rank has open looks like
 * another file to the library. */
void files_set_apart(int number);
void files_join(void);

#endif
