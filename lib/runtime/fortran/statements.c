/* SPDX-License-Identifier: MIT */
/* Errors in statements, and statements under way.
 *
 * If a statement without IOSTAT fails, the runtime library ends the program in its middle. The
 * unit stays locked then, and the rank that closes its units would wait for it. Such a statement
 * gets an IOSTAT, so that it ends and releases the unit. Then the rank ends as in the library, with
 * the same message, which names the unit by the program's number.
 *
 * A function in the list of a statement may end the rank, too. Then the unit stays locked, and the
 * library closes it when the process ends. */
#include <stdio.h>
#include <string.h>

#include "runtime/fortran/runtime.h"

enum {
    UNITS_KNOWN = 8, /* of nested statements; small, because libraries take it of little room */
    MESSAGE_BYTES = 1024,
    NAME_BYTES = 4096,
};

static char message[MESSAGE_BYTES]; /* of the rank, whose first error is its last */

static bool has_asynchronous;

static _Thread_local int under_way;
static _Thread_local int units[UNITS_KNOWN];

void statement_enter(int unit)
{
    if (under_way < UNITS_KNOWN)
        units[under_way] = unit;
    under_way++;
}

void statement_leave(void)
{
    under_way--;
}

bool statement_holds(int unit)
{
    int i;

    for (i = 0; i < under_way; i++)
        if (i == UNITS_KNOWN || units[i] == unit)
            return true;
    return false;
}

void statement_catch(struct statement *statement, int *status)
{
    if (statement->flags & STATEMENT_HAS_STATUS)
        return;
    statement->flags |= STATEMENT_HAS_STATUS;
    statement->status = status;
    if (statement->flags & STATEMENT_HAS_MESSAGE)
        return;
    statement->flags |= STATEMENT_HAS_MESSAGE;
    statement->message = message;
    statement->message_length = sizeof message;
}

/* True unless the program has a label for what has happened: ERR, END or EOR. */
static bool has_failed(int flags)
{
    int result = flags & STATEMENT_RESULT;

    return result != 0 && (flags & STATEMENT_HAS_LABEL << (result - 1)) == 0;
}

bool statement_is_lost(const struct statement *statement, const int *status)
{
    return statement->flags & STATEMENT_HAS_STATUS && statement->status == status &&
           has_failed(statement->flags);
}

static int length_without_blanks(const char *text, size_t length)
{
    while (length > 0 && text[length - 1] == ' ')
        length--;
    return (int)length;
}

void _gfortran_st_inquire(struct inquire_statement *inquire);

/* Writes the name of the unit's file, or nothing. */
static void find_name(int unit, char name[NAME_BYTES])
{
    static const char *const standard[] = {[0] = "stderr", [5] = "stdin", [6] = "stdout"};
    int own = units_number(unit), status = 0;
    struct inquire_statement inquire = {
        .common = {
            .flags = INQUIRE_HAS_NAME | STATEMENT_HAS_STATUS, .unit = unit, .status = &status},
        .name = name,
        .name_length = NAME_BYTES - 1,
    };

    memset(name, ' ', NAME_BYTES);
    BEHIND(_gfortran_st_inquire)(&inquire);
    name[length_without_blanks(name, NAME_BYTES - 1)] = '\0';
    if (own <= 6 && standard[own] != NULL && strncmp(name, "/proc/self/fd/", 14) == 0)
        snprintf(name, NAME_BYTES, "%s", standard[own]);
}

/* Writes the source file, and the unit behind it as the library does. */
static void describe_statement(const struct statement *statement, char *text, size_t bytes)
{
    int own = units_number(statement->unit);
    char name[NAME_BYTES];

    if (own <= 0) {
        snprintf(text, bytes, "%s", statement->source);
        return;
    }
    find_name(statement->unit, name);
    if (name[0] == '\0')
        snprintf(text, bytes, "%s (unit = %d)", statement->source, own);
    else
        snprintf(text, bytes, "%s (unit = %d, file = '%s')", statement->source, own, name);
}

static const char *text_of(const struct statement *statement)
{
    int length = length_without_blanks(statement->message, statement->message_length - 1);

    statement->message[length] = '\0';
    return statement->message;
}

void _gfortran_generate_error(struct statement *statement, int family, const char *text);

void statement_end_rank(const struct statement *statement)
{
    const int family = 5000; /* of the operating system: any other ends the rank alike */
    struct statement failed = {.line = statement->line};
    char place[2 * NAME_BYTES];

    if (statement->source != NULL) {
        describe_statement(statement, place, sizeof place);
        failed.source = place;
    }
    BEHIND(_gfortran_generate_error)(&failed, family, text_of(statement));
}

void statement_wait(struct statement *statement, void (*behind)(struct statement *statement))
{
    char place[2 * NAME_BYTES];
    int status;

    statement_catch(statement, &status);
    behind(statement);
    if (!statement_is_lost(statement, &status))
        return;
    describe_statement(statement, place, sizeof place);
    fprintf(stderr, "At line %d of file %s\nFortran runtime error: %s\n", statement->line, place,
            text_of(statement));
}

void statement_expect_asynchronous(void)
{
    has_asynchronous = true;
}

void _gfortran_st_wait_async(struct statement *statement);

/* Waits for the asynchronous transfers of the unit, if there may be some. Returns false if there
 * was an error, which then is the statement's. */
static bool settle(struct statement *statement)
{
    struct statement wait = *statement;

    if (!has_asynchronous)
        return true;
    wait.flags &= STATEMENT_COMMON;
    statement_wait(&wait, BEHIND(_gfortran_st_wait_async));
    statement->flags |= wait.flags & STATEMENT_RESULT;
    return (wait.flags & STATEMENT_RESULT) == 0;
}

/* The library keeps the unit locked if it finds the error of an asynchronous transfer here. */
void statement_run(struct statement *statement, void (*behind)(struct statement *statement))
{
    int status;

    if (!settle(statement))
        return;
    statement_catch(statement, &status);
    behind(statement);
    if (statement_is_lost(statement, &status))
        statement_end_rank(statement);
}

/* The transfer of each item, after which an error ends its statement: what follows in the list may
 * depend on the item. An error in `_gfortran_transfer_derived`, which serves both directions, is
 * found at the next item or at the end of the statement. */
#define TRANSFER(name, done)                                                            \
    void name(struct transfer_statement *transfer, void *item, long a, long b);         \
    void name(struct transfer_statement *transfer, void *item, long a, long b)          \
    {                                                                                   \
        BEHIND(name)(transfer, item, a, b);                                             \
        if (statement_is_lost(&transfer->common, &transfer->own_status))                \
            done(transfer);                                                             \
    }
#define TRANSFER_BOTH_WAYS(name)              \
    TRANSFER(name, _gfortran_st_read_done)    \
    TRANSFER(name##_write, _gfortran_st_write_done)

TRANSFER_BOTH_WAYS(_gfortran_transfer_integer)
TRANSFER_BOTH_WAYS(_gfortran_transfer_logical)
TRANSFER_BOTH_WAYS(_gfortran_transfer_real)
TRANSFER_BOTH_WAYS(_gfortran_transfer_real128)
TRANSFER_BOTH_WAYS(_gfortran_transfer_complex)
TRANSFER_BOTH_WAYS(_gfortran_transfer_complex128)
TRANSFER_BOTH_WAYS(_gfortran_transfer_character)
TRANSFER_BOTH_WAYS(_gfortran_transfer_character_wide)
TRANSFER_BOTH_WAYS(_gfortran_transfer_array)
