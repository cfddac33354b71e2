/* SPDX-License-Identifier: MIT */
/* Each rank's own units. The runtime library has one table of units for the process, in which a
 * rank's unit 10 has a number of that rank's. Units that the library numbers itself (NEWUNIT) are
 * negative and differ in any case.
 *
 * The standard units 0, 5 and 6 are the process's, but what several ranks write there goes through
 * units of their own (standard.c). A rank that opens a file on one of them has its own unit from
 * then on. If a rank does not read the process's standard input, its unit 5 is connected to the
 * input that replaces it. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/atomic.h"
#include "runtime/fortran/runtime.h"
#include "job/start.h"

enum {
    UNITS = 1 << 19,          /* units of a rank; larger units are shared */
    NUMBERS = 1 << 12,        /* ranks with units of their own, so that the product fits a unit */
    STANDARD_ROOM = 8,        /* the last units of a rank replace the standard ones */
    FILE_NAME_BYTES = 32,
    CHUNK_BYTES = 4096,
};

#pragma weak heddle_read

extern _Thread_local ptrdiff_t heddle_displacement;
static __attribute__((heddle_shared)) _Atomic(int) ranks_counted;
static int number; /* 0 for the first rank, and for all ranks under another MPI library */

/* The units that the rank has connected, by the library's numbers. */
static struct {
    pthread_mutex_t lock;
    int *unit;
    int count;
    int room;
} connected = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int find_connected(int unit)
{
    int i;

    for (i = connected.count - 1; i >= 0; i--)
        if (connected.unit[i] == unit)
            break;
    return i;
}

static bool is_connected(int unit)
{
    bool found;

    pthread_mutex_lock(&connected.lock);
    found = find_connected(unit) >= 0;
    pthread_mutex_unlock(&connected.lock);
    return found;
}

static void note_connected(int unit)
{
    pthread_mutex_lock(&connected.lock);
    if (find_connected(unit) < 0) {
        if (connected.count == connected.room) {
            connected.room = 2 * connected.room + STANDARD_ROOM;
            connected.unit =
                realloc(connected.unit, (size_t)connected.room * sizeof *connected.unit);
            if (connected.unit == NULL)
                abort();
        }
        connected.unit[connected.count++] = unit;
    }
    pthread_mutex_unlock(&connected.lock);
}

static void note_closed(int unit)
{
    int i;

    pthread_mutex_lock(&connected.lock);
    i = find_connected(unit);
    if (i >= 0)
        connected.unit[i] = connected.unit[--connected.count];
    pthread_mutex_unlock(&connected.lock);
}

static bool is_standard(int unit)
{
    return unit == 0 || unit == 5 || unit == 6;
}

static bool is_mapped(int unit)
{
    return unit >= 0 && unit < UNITS - STANDARD_ROOM;
}

/* Returns the library's number of the rank's unit. */
static int map(int unit)
{
    if (!is_mapped(unit))
        return unit;
    return number * UNITS + unit + (is_standard(unit) ? UNITS - STANDARD_ROOM : 0);
}

int units_number(int unit)
{
    int own = unit - number * UNITS;

    if (own < 0 || own >= UNITS)
        return unit;
    return own >= UNITS - STANDARD_ROOM ? own - (UNITS - STANDARD_ROOM) : own;
}

/* Returns the process's number for a standard unit that the rank has not opened. */
static int unit_now(int unit)
{
    return is_standard(unit) && !is_connected(map(unit)) ? unit : map(unit);
}

void _gfortran_flush_i4(const int *unit);

/* Returns the unit that a statement writes to: of a rank that is not alone, its own. */
static int unit_to_write(int unit)
{
    int now = unit_now(unit);

    if (!is_standard(now) || now == 5 || heddle_read == NULL ||
        (number == 0 && load_relaxed(&ranks_counted) == 0))
        return now;
    if (number == 0 && !standard_is(map(unit)))
        BEHIND(_gfortran_flush_i4)(&unit); /* what it wrote while it was alone */
    return standard_find(unit, map(unit));
}

void _gfortran_st_open(struct open_statement *open);
void _gfortran_st_close(struct statement *close);
void _gfortran_st_inquire(struct inquire_statement *inquire);

static void open_file(struct open_statement *open)
{
    int status;

    statement_catch(&open->common, &status);
    files_set_apart(number);
    BEHIND(_gfortran_st_open)(open);
    files_join();
    if (statement_is_lost(&open->common, &status))
        statement_end_rank(&open->common);
    if (open->common.flags & OPEN_HAS_ASYNCHRONOUS)
        statement_expect_asynchronous();
    if ((open->common.flags & STATEMENT_RESULT) == 0)
        note_connected(open->common.unit);
}

static bool is_scratch(const struct open_statement *open)
{
    static const char word[] = "scratch";

    return (open->common.flags & OPEN_HAS_STATUS) && open->status_length >= strlen(word) &&
           strncasecmp(open->status, word, strlen(word)) == 0;
}

static void open_named(struct open_statement *open, const char *name)
{
    open->common.flags |= OPEN_HAS_FILE;
    open->file = name;
    open->file_length = strlen(name);
    open_file(open);
}

/* Opens a file without a name. Its default name contains the user's number of the unit. */
static void open_default(struct open_statement *open, int unit)
{
    char name[FILE_NAME_BYTES];

    snprintf(name, sizeof name, "fort.%d", unit);
    open_named(open, name);
}

static bool reads_for_itself(void)
{
    char nothing;
    ssize_t taken;

    return heddle_read != NULL && heddle_read(&nothing, 0, &taken);
}

/* Connects the unit to a temporary file with all of the rank's input. */
static void open_input(struct open_statement *open)
{
    int file = memfd_create("standard input", MFD_CLOEXEC);
    char name[FILE_NAME_BYTES], chunk[CHUNK_BYTES];
    ssize_t taken;

    while (heddle_read(chunk, sizeof chunk, &taken) && taken > 0)
        if (write(file, chunk, (size_t)taken) < taken)
            break;
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    open_named(open, file < 0 ? "/dev/null" : name);
    close(file);
}

void _gfortran_st_open(struct open_statement *open)
{
    int unit = open->common.unit;
    bool has_file = open->common.flags & OPEN_HAS_FILE;

    if (open->common.flags & OPEN_HAS_NEWUNIT || !is_mapped(unit)) {
        open_file(open);
        return;
    }
    if (is_standard(unit) && !has_file && unit_now(unit) == unit) {
        open->common.unit = unit_to_write(unit);
        open_file(open);
        return;
    }
    if (is_standard(unit) && unit != 5)
        standard_leave(unit);
    open->common.unit = map(unit);
    if (has_file || is_scratch(open) || is_connected(open->common.unit))
        open_file(open);
    else
        open_default(open, unit);
}

void _gfortran_st_close(struct statement *close)
{
    int unit = close->unit;

    close->unit = unit_now(unit);
    if (is_standard(close->unit)) {
        _gfortran_flush_i4(&unit); /* other ranks write there */
        return;
    }
    statement_run(close, BEHIND(_gfortran_st_close));
    if ((close->flags & STATEMENT_RESULT) == 0)
        note_closed(close->unit);
}

void _gfortran_st_inquire(struct inquire_statement *inquire)
{
    int status;

    if (!(inquire->common.flags & INQUIRE_HAS_FILE))
        inquire->common.unit = unit_now(inquire->common.unit);
    statement_catch(&inquire->common, &status);
    files_set_apart(number);
    BEHIND(_gfortran_st_inquire)(inquire);
    files_join();
    if (statement_is_lost(&inquire->common, &status))
        statement_end_rank(&inquire->common);
    if (inquire->common.flags & INQUIRE_HAS_NUMBER)
        *inquire->number = units_number(*inquire->number);
}

/* Connects a unit for a transfer, as the library does if the program has not. */
static void connect(struct statement *transfer, int unit)
{
    static const char form[] = "unformatted";
    const int is_formatted = TRANSFER_IS_LIST | TRANSFER_HAS_FORMAT | TRANSFER_HAS_NAMELIST;
    struct open_statement open = {.common = *transfer};

    open.common.flags &= STATEMENT_COMMON;
    if (!(transfer->flags & is_formatted)) {
        open.common.flags |= OPEN_HAS_FORM;
        open.form = form;
        open.form_length = strlen(form);
    }
    if (unit == 5)
        open_input(&open);
    else
        open_default(&open, unit);
    transfer->flags |= open.common.flags & STATEMENT_RESULT;
}

/* Maps unit 5 if the rank has a standard input of its own. */
static int unit_to_use(int unit)
{
    return unit == 5 && reads_for_itself() ? map(unit) : unit_to_write(unit);
}

static void prepare_transfer(struct statement *transfer)
{
    int unit = transfer->unit;

    if (transfer->flags & TRANSFER_IS_INTERNAL || !is_mapped(unit))
        return;
    transfer->unit = unit_to_use(unit);
    if (!is_standard(transfer->unit) && !standard_is(transfer->unit) &&
        !is_connected(transfer->unit))
        connect(transfer, unit);
}

int units_find(int unit)
{
    struct statement transfer = {.flags = TRANSFER_HAS_FORMAT, .unit = unit};

    if (unit == 5)
        prepare_transfer(&transfer);
    else
        transfer.unit = unit_now(unit);
    return transfer.unit;
}

int units_find_to_write(int unit)
{
    return unit_to_write(unit);
}

void _gfortran_st_read(struct transfer_statement *transfer);
void _gfortran_st_write(struct transfer_statement *transfer);

static void prepare_and_catch(struct transfer_statement *transfer)
{
    transfer->common.flags &= ~STATEMENT_RESULT;
    statement_catch(&transfer->common, &transfer->own_status);
    prepare_transfer(&transfer->common);
    if (statement_is_lost(&transfer->common, &transfer->own_status))
        statement_end_rank(&transfer->common); /* it could not be connected */
    statement_enter(transfer->common.unit);
}

/* Shows a question first, which may be a line that has no end yet. */
void _gfortran_st_read(struct transfer_statement *transfer)
{
    if (transfer->common.unit == 5 && !(transfer->common.flags & TRANSFER_IS_INTERNAL))
        fflush(stdout);
    prepare_and_catch(transfer);
    BEHIND(_gfortran_st_read)(transfer);
    if (statement_is_lost(&transfer->common, &transfer->own_status))
        _gfortran_st_read_done(transfer);
}

void _gfortran_st_write(struct transfer_statement *transfer)
{
    prepare_and_catch(transfer);
    BEHIND(_gfortran_st_write)(transfer);
    if (statement_is_lost(&transfer->common, &transfer->own_status))
        _gfortran_st_write_done(transfer);
}

/* Ends the statement. The library's thread may free that of an asynchronous transfer, whose errors
 * the statement that waits for it has. */
static void end_transfer(struct transfer_statement *transfer,
                         void (*behind)(struct transfer_statement *transfer))
{
    bool is_asynchronous = transfer->common.flags & TRANSFER_IS_ASYNCHRONOUS;
    bool is_lost = statement_is_lost(&transfer->common, &transfer->own_status);
    struct statement kept = transfer->common;

    behind(transfer);
    statement_leave();
    standard_show(kept.unit);
    if (!is_lost && !is_asynchronous)
        is_lost = statement_is_lost(&transfer->common, &transfer->own_status);
    if (is_lost)
        statement_end_rank(&kept);
}

void _gfortran_st_read_done(struct transfer_statement *transfer)
{
    end_transfer(transfer, BEHIND(_gfortran_st_read_done));
}

void _gfortran_st_write_done(struct transfer_statement *transfer)
{
    end_transfer(transfer, BEHIND(_gfortran_st_write_done));
}

#define STATEMENT(name, run)                         \
    void name(struct statement *statement);          \
    void name(struct statement *statement)           \
    {                                                \
        statement->unit = unit_now(statement->unit); \
        run(statement, BEHIND(name));                \
    }

STATEMENT(_gfortran_st_backspace, statement_run)
STATEMENT(_gfortran_st_endfile, statement_run)
STATEMENT(_gfortran_st_rewind, statement_run)

STATEMENT(_gfortran_st_wait, statement_wait)
STATEMENT(_gfortran_st_wait_async, statement_wait)

void _gfortran_st_flush(struct statement *statement);

/* FLUSH also writes out a line that has no end yet. */
void _gfortran_st_flush(struct statement *statement)
{
    int unit = statement->unit;

    statement->unit = unit_to_write(unit);
    statement_run(statement, BEHIND(_gfortran_st_flush));
    if (standard_is(statement->unit))
        fflush(unit == 6 ? stdout : stderr);
}

void _gfortran_flush_i4(const int *unit)
{
    int own = unit != NULL ? unit_to_write(*unit) : 0;

    BEHIND(_gfortran_flush_i4)(unit != NULL ? &own : NULL);
    if (unit == NULL || standard_is(own))
        fflush(unit == NULL || *unit == 6 ? stdout : stderr);
}

/* Closes all units but those that a statement keeps locked, as happens when a process ends. */
static void close_all(void)
{
    const int standard_output = 6;

    while (connected.count > 0) {
        int status, unit = connected.unit[--connected.count];
        struct statement close = {
            .flags = STATEMENT_HAS_STATUS, .unit = unit, .status = &status};

        if (!statement_holds(unit))
            BEHIND(_gfortran_st_close)(&close);
    }
    free(connected.unit);
    connected.unit = NULL;
    connected.room = 0;
    standard_close();
    if (!statement_holds(standard_output))
        BEHIND(_gfortran_flush_i4)(&standard_output);
}

static __attribute__((constructor)) void count_rank(void)
{
    if (heddle_displacement != 0)
        number = 1 + fetch_add_relaxed(&ranks_counted, 1) % (NUMBERS - 1);
    /* A program may be linked with libgfortran and need nothing of it: then it is not there. */
    if (BEHIND(_gfortran_st_close) != NULL)
        atexit(close_all);
}
