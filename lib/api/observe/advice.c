/* SPDX-License-Identifier: MIT */
#include "api/observe/advice.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "api/argument/local.h"
#include "base/memory.h"
#include "base/note.h"
#include "coll/driver.h"
#include "p2p/requests.h"
#include "rank/findings.h"
#include "rank/name.h"
#include "rank/thread/thread.h"

enum { ADVICE_BYTES = 400, STEM_BYTES = 40 };

static struct advice *advice_of(void)
{
    struct local *local = local_of(rank_self());
    struct advice *advice;

    if (local == NULL)
        return NULL;
    lock_take(&local->lock);
    if (local->advice == NULL)
        local->advice = memory_take_zeroed(sizeof *local->advice);
    advice = local->advice;
    lock_release(&local->lock);
    return advice;
}

static void print(const struct call *call, enum finding kind, const char *sentence)
{
    struct places *places = places_open();
    char place[PLACE_TEXT_BYTES];

    finding_tell(rank_self(), kind, call->site, NULL, "advice: %s: %s, called in %s", call->name,
                 sentence, place_describe(places, call->site, place));
    places_close(places);
}

static __attribute__((format(printf, 3, 4))) int
give_advice(const struct call *call, enum finding kind, const char *format, ...)
{
    char sentence[ADVICE_BYTES];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    if (knobs.advice == ADVICE_IS_AN_ERROR)
        return note(MPI_ERR_OTHER, "%s", sentence);
    if (finding_is_news(rank_self(), kind, call->site, NULL))
        print(call, kind, sentence);
    return MPI_SUCCESS;
}

static int advise_on_two_threads(const struct call *call)
{
    return give_advice(call, FINDING_THREAD_LEVEL,
                       "another thread of the rank waits in MPI, and the thread level is "
                       "MPI_THREAD_SERIALIZED");
}

void advice_uncount_waiting(void)
{
    struct advice *advice = advice_of();

    if (advice != NULL)
        fetch_add_relaxed(&advice->waiting, -1);
}

/* If two calls begin at once, at least one of them sees the other. */
int advice_count_waiting(const struct call *call)
{
    struct advice *advice = advice_of();
    int err = MPI_SUCCESS;

    if (advice != NULL && fetch_add_relaxed(&advice->waiting, 1) > 0 &&
        rank_self()->thread_level == MPI_THREAD_SERIALIZED)
        err = advise_on_two_threads(call);
    if (err != MPI_SUCCESS)
        advice_uncount_waiting();
    return err;
}

int advice_on_thread(const struct call *call)
{
    const struct rank *self = rank_self();

    if (self->thread_level == MPI_THREAD_SERIALIZED && advice_of() != NULL &&
        load_relaxed(&advice_of()->waiting) > 0)
        return advise_on_two_threads(call);
    if (self->thread_level >= MPI_THREAD_SERIALIZED || rank_is_main_thread(self))
        return MPI_SUCCESS;
    return give_advice(call, FINDING_THREAD_LEVEL,
                       "the thread is not the one that started MPI, and the thread level is %s",
                       self->thread_level == MPI_THREAD_SINGLE ? "MPI_THREAD_SINGLE"
                                                               : "MPI_THREAD_FUNNELED");
}

int advice_on_finalize(const struct call *call)
{
    if (pthread_equal(local_of(rank_self())->starter, pthread_self()))
        return MPI_SUCCESS;
    return give_advice(call, FINDING_THREAD_LEVEL,
                       "the thread is not the one that started MPI, which has to end it");
}

int advice_on_freed(const struct call *call, const struct request *request)
{
    /* A sender may know from an answer that its message has come (MPI 5.0, 3.7.3). */
    if (request->class != &receive_class || request->is_inactive || request_is_done(request))
        return MPI_SUCCESS;
    return give_advice(call, FINDING_REQUEST_FREED,
                       "the receive is active, so nothing shows when its message has come");
}

/* ---- collective operations ------------------------------------------------------------------- */

int advice_enter(const struct coll_args *args)
{
    struct advice *advice = advice_of();
    bool is_busy = false;
    int i, free = -1;

    if (advice == NULL)
        return MPI_SUCCESS;
    lock_take(&advice->lock);
    for (i = 0; i < ADVICE_COMMS_MAX; i++) {
        is_busy |= advice->busy[i] == args->comm;
        if (advice->busy[i] == NULL)
            free = i;
    }
    if (free >= 0 && !(is_busy && knobs.advice == ADVICE_IS_AN_ERROR))
        advice->busy[free] = args->comm;
    lock_release(&advice->lock);
    if (!is_busy)
        return MPI_SUCCESS;
    return give_advice(args->call, FINDING_COLLECTIVE_THREADS,
                       "another thread is in a collective operation on that communicator");
}

void advice_leave(const struct coll_args *args)
{
    struct advice *advice = advice_of();
    int i = 0;

    if (advice == NULL)
        return;
    lock_take(&advice->lock);
    while (i < ADVICE_COMMS_MAX && advice->busy[i] != args->comm)
        i++;
    if (i < ADVICE_COMMS_MAX)
        advice->busy[i] = NULL;
    lock_release(&advice->lock);
}

/* The name of the function without what its forms differ in: "MPI_Gather" of MPI_Gatherv_c. */
static const char *stem_of(const char *name, char stem[])
{
    static const char *const ends[] = {"_c", "v", "w", "_block"};
    size_t i;

    snprintf(stem, STEM_BYTES, "%s", name);
    for (i = 0; i < ARRAY_LENGTH(ends); i++) {
        size_t length = strlen(stem), end = strlen(ends[i]);

        if (length > end && strcmp(stem + length - end, ends[i]) == 0)
            stem[length - end] = '\0';
    }
    return stem;
}

static bool is_large(const char *name)
{
    size_t length = strlen(name);

    return length > 2 && strcmp(name + length - 2, "_c") == 0;
}

static bool are_forms(const char *one, const char *other)
{
    char first[STEM_BYTES], second[STEM_BYTES];
    size_t length = strlen(one) - (is_large(one) ? 2 : 0);

    if (length == strlen(other) - (is_large(other) ? 2 : 0) && strncmp(one, other, length) == 0)
        return false;
    return strcmp(stem_of(one, first), stem_of(other, second)) == 0;
}

int advice_on_form(const struct coll_args *args)
{
    const struct board *board = coll_board(args);
    int seat = round_seat_of(args->comm), next = board != NULL ? (seat + 1) % board->seats : seat;
    char place[PLACE_TEXT_BYTES];
    struct board_call theirs;
    struct places *places;

    if (next == seat || !board_recall(board, next, load_relaxed(&board->members[seat].begun),
                                      &theirs))
        return MPI_SUCCESS;
    if (theirs.name == NULL || !are_forms(args->call->name, theirs.name))
        return MPI_SUCCESS;
    places = places_open();
    place_describe(places, theirs.site, place);
    places_close(places);
    return give_advice(args->call, FINDING_COLLECTIVE_FORM, "%s calls %s in %s",
                       rank_name(context_member(args->comm->context, next)).text, theirs.name,
                       place);
}
