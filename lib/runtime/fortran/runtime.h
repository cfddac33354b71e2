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
    STATEMENT_RESULT = 3,         /* 0: none; 1: an error; 2: the file's end; 3: the record's end */
    STATEMENT_HAS_LABEL = 1 << 2, /* for an error; the next two bits are for the two ends */
    STATEMENT_HAS_STATUS = 1 << 5,
    STATEMENT_HAS_MESSAGE = 1 << 6,
    STATEMENT_COMMON = 0x7c, /* all but the result */
    OPEN_HAS_FILE = 1 << 8,
    OPEN_HAS_STATUS = 1 << 9,
    OPEN_HAS_FORM = 1 << 11,
    OPEN_HAS_ASYNCHRONOUS = 1 << 22,
    OPEN_HAS_NEWUNIT = 1 << 23,
    INQUIRE_HAS_NUMBER = 1 << 9,
    INQUIRE_HAS_FILE = 1 << 14,
    INQUIRE_HAS_NAME = 1 << 22,
    TRANSFER_IS_LIST = 1 << 7,
    TRANSFER_HAS_FORMAT = 1 << 12,
    TRANSFER_IS_INTERNAL = 1 << 14,
    TRANSFER_HAS_NAMELIST = 1 << 15,
    TRANSFER_IS_ASYNCHRONOUS = 1 << 18,
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
    int *named;
    char *between[19];
    char *name;
    size_t name_length;
    char rest[512]; /* more than gfortran's structure has */
};

/* READ and WRITE. */
struct transfer_statement {
    struct statement common;
    char *between[2];
    int own_status; /* place for the length that only INQUIRE(IOLENGTH=...) asks for */
};

static_assert(offsetof(struct statement, status) == 40, "gfortran's layout");
static_assert(offsetof(struct open_statement, form_length) == 112, "gfortran's layout");
static_assert(offsetof(struct inquire_statement, number) == 64, "gfortran's layout");
static_assert(offsetof(struct inquire_statement, name) == 232, "gfortran's layout");
static_assert(offsetof(struct transfer_statement, own_status) == 64, "gfortran's layout");

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
/* The program's number of a unit that the library knows under this one. */
int units_number(int unit);

/* statements.c: gives the statement an IOSTAT, `*status`, if the program has none. */
void statement_catch(struct statement *statement, int *status);
/* True if the statement has failed and the program has nothing for it but that status. */
bool statement_is_lost(const struct statement *statement, const int *status);
/* Ends the rank, as the library does, after such a statement; the unit must not be locked. */
void statement_end_rank(const struct statement *statement);
/* Runs a statement that is a single call. */
void statement_run(struct statement *statement, void (*behind)(struct statement *statement));
/* WAIT: without IOSTAT the library reports errors and goes on. */
void statement_wait(struct statement *statement, void (*behind)(struct statement *statement));
/* The rank has asynchronous units from now on. */
void statement_expect_asynchronous(void);
/* Around each statement that transfers something, by the library's number of its unit. */
void statement_enter(int unit);
void statement_leave(void);
/* True if the thread is, or was when it left it for the end of its rank, in such a statement. */
bool statement_holds(int unit);

/* units.c: the ends of such statements. */
void _gfortran_st_read_done(struct transfer_statement *transfer);
void _gfortran_st_write_done(struct transfer_statement *transfer);

/* standard.c: the rank's own unit in place of 6 or 0, which gets the number `mapped`. Returns the
 * process's if there is none to be had. */
int standard_find(int unit, int mapped);
/* True if that is the number of such a unit. */
bool standard_is(int unit);
/* The program opens a file on the unit 6 or 0. */
void standard_leave(int unit);
/* After each statement that transfers something, to or from any unit. */
void standard_show(int unit);
/* The rank ends. */
void standard_close(void);

/* files.c: between these two calls, which do not nest, a file that another rank has open looks like
 * another file to the library. */
void files_set_apart(int number);
void files_join(void);

#endif
