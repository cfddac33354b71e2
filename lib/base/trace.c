/* SPDX-License-Identifier: MIT */
#include "base/trace.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <unwind.h>

#include "base/container.h"
#include "base/place.h"
#include "base/sanitizer.h"
#include "base/symbol.h"

struct walk {
    struct trace *trace;
    uintptr_t from;
};

NOT_INSTRUMENTED static _Unwind_Reason_Code visit(struct _Unwind_Context *context,
                                                  void *argument)
{
    struct walk *walk = argument;
    int is_before_call = 0;
    uintptr_t frame = _Unwind_GetIPInfo(context, &is_before_call);

    if (frame == 0)
        return _URC_END_OF_STACK;
    if (frame == walk->from)
        walk->trace->count = 0; /* the frames before it are the signal handler's */
    if (walk->trace->count == TRACE_FRAMES_MAX)
        return _URC_END_OF_STACK;
    walk->trace->frames[walk->trace->count++] = is_before_call ? frame : frame - 1;
    return _URC_NO_REASON;
}

NOT_INSTRUMENTED void trace_take(struct trace *trace, uintptr_t from)
{
    struct walk walk = {trace, from};

    trace->count = 0;
    _Unwind_Backtrace(visit, &walk);
}

struct search {
    uintptr_t site;
    uintptr_t stack;
};

static _Unwind_Reason_Code look_at_frame(struct _Unwind_Context *context, void *argument)
{
    struct search *search = argument;

    if (_Unwind_GetIP(context) != search->site)
        return _URC_NO_REASON;
    search->stack = _Unwind_GetCFA(context); /* of the frame that was called from there */
    return _URC_END_OF_STACK;
}

uintptr_t trace_stack_of(const void *site)
{
    struct search search = {(uintptr_t)site, 0};

    _Unwind_Backtrace(look_at_frame, &search);
    return search.stack;
}

/* Beginnings of the functions that call a rank's main: the library's, and those of the headers for
 * C++ and for test frameworks. */
static const char *const callers_of_main[] = {"run_user_",   "_ZN6heddle",   "_ZZN6heddle",
                                              "_ZZZN6heddle", "heddle_criterion_"};

/* True for a frame that called the rank's main: it and all outer ones are not the user's. */
static bool is_below_main(const struct place *place)
{
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(callers_of_main) && place->function != NULL; i++)
        if (strncmp(place->function, callers_of_main[i], strlen(callers_of_main[i])) == 0)
            return true;
    return false;
}

static void write_place(const struct place *place, uintptr_t frame, FILE *out)
{
    char name[SYMBOL_NAME_BYTES] = "?";

    if (place->function != NULL)
        symbol_name(place->function, name);
    if (place->file != NULL && place->line > 0)
        fprintf(out, "    at %s (%s:%d)\n", name, place->file, place->line);
    else
        fprintf(out, "    at %s (%#lx%s%s)\n", name, (unsigned long)frame,
                place->file != NULL ? ", " : "", place->file != NULL ? place->file : "");
}

/* Counts the frames without the unnamed ones at the outer end, which are libc's and start a
 * thread. */
static int count_named(const struct trace *trace, struct places *places)
{
    int count = trace->count;

    while (count > 0 && places_find(places, trace->frames[count - 1]).function == NULL)
        count--;
    return count > 0 ? count : trace->count;
}

void trace_write(const struct trace *trace, int from, struct places *places, FILE *out)
{
    int i, count = count_named(trace, places);

    for (i = from; i < count; i++) {
        struct place place = places_find(places, trace->frames[i]);

        if (is_below_main(&place))
            break;
        write_place(&place, trace->frames[i], out);
    }
}

void trace_print(const struct trace *trace, int fd)
{
    struct places *places = places_open();
    FILE *out = fdopen(dup(fd), "w");

    if (out != NULL) {
        trace_write(trace, 0, places, out);
        fclose(out);
    }
    places_close(places);
}
