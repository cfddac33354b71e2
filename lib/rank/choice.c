/* SPDX-License-Identifier: MIT */
#include "rank/choice.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/must.h"
#include "base/place.h"
#include "rank/name.h"
#include "rank/thread/code.h"
#include "rank/thread/taken.h"
#include "rank/turns.h"
#include "rank/world.h"

/* Where the calling thread's call is noted; NULL: nowhere. */
static struct call *note_of(struct rank *self)
{
    struct taker *taker = turns_taker(self);

    if (taker != NULL)
        return turns_call(taker);
    return rank_is_main_thread(self) ? &self->call : NULL;
}

struct call choice_call(const struct rank *self)
{
    const struct call *call = note_of((struct rank *)(uintptr_t)self);

    return call != NULL ? *call : (struct call){.name = NULL};
}

void choice_set(struct rank *self, struct chooser *chooser)
{
    if (chooser != NULL)
        store_relaxed(&calls_are_followed, true);
    self->chooser = chooser;
    store_relaxed(&self->fast_p2p, NULL);
    self->quick_p2p = chooser == NULL && self->tapes == NULL ? self->p2p : NULL;
}

/* ---- asking ---------------------------------------------------------------------------------- */

static bool precedes(const struct choice_candidate *one, const struct choice_candidate *other)
{
    if (one->number != other->number)
        return one->number < other->number;
    return one->tag != other->tag ? one->tag < other->tag : one->nth < other->nth;
}

/* Sorts by insertion, because the candidates are few. */
static void sort(struct choice_candidate candidates[], int count)
{
    int i, k;

    for (i = 1; i < count; i++) {
        struct choice_candidate candidate = candidates[i];

        for (k = i; k > 0 && precedes(&candidate, &candidates[k - 1]); k--)
            candidates[k] = candidates[k - 1];
        candidates[k] = candidate;
    }
}

/* The default stays the candidate that it was. */
static void sort_point(struct choice_point *point)
{
    int i = 0;

    sort(point->candidates, point->count);
    while (point->candidates[i].origin != point->preset)
        i++;
    point->preset = i;
}

int choice_ask(struct rank *self, struct choice_point *point)
{
    const struct call call = choice_call(self);
    struct chooser *chooser = self->chooser;
    int i, answer;

    must(point->preset >= 0 && point->preset < point->count);
    for (i = 0; point->candidates != NULL && i < point->count; i++)
        point->candidates[i].origin = i;
    if (chooser == NULL || point->count < 2)
        return point->preset;
    point->rank = self;
    point->name = call.name;
    if (point->site == NULL)
        point->site = call.site;
    else if (point->site != call.site)
        point->name = NULL;
    if (point->candidates != NULL && chooser->repeats)
        sort_point(point);
    answer = chooser->pick(chooser, point);
    must(answer >= 0 && answer < point->count);
    return answer;
}

void choice_list_open(struct choice_list *list, long most)
{
    list->count = 0;
    list->room = CHOICE_FEW;
    list->all = list->few;
    if (most <= CHOICE_FEW)
        return;
    list->all = memory_take((size_t)most * sizeof *list->all);
    if (list->all != NULL)
        list->room = (int)most;
    else
        list->all = list->few;
}

void choice_list_close(struct choice_list *list)
{
    if (list->all != list->few)
        memory_give(list->all);
}

void choice_list_add(struct choice_list *list, int number, int tag, int nth)
{
    if (list->count < list->room)
        list->all[list->count++] =
            (struct choice_candidate){.number = number, .tag = tag, .nth = nth};
}

struct choice_candidate choice_list_ask(struct rank *self, struct choice_list *list,
                                        enum choice kind, const void *site)
{
    struct choice_point point = {
        .kind = kind, .candidates = list->all, .count = list->count, .site = site};
    struct choice_candidate chosen = list->all[choice_ask(self, &point)];

    choice_list_close(list);
    return chosen;
}

/* ---- words ----------------------------------------------------------------------------------- */

/* How a choice is described: the chooser, if the call's name does not say that, what the answers 0
 * and 1 mean, and what candidate, or subject, they are about. */
static const struct {
    const char *chooser;
    bool is_named; /* the call's name takes its place */
    const char *took, *left, *about;
} words[CHOICES] = {
    [CHOICE_WILDCARD] = {"receive from any source", false, "took", "", "the message of rank"},
    [CHOICE_PROBE] = {"probe of any source", false, "found", "", "the message of rank"},
    [CHOICE_COMPLETION] = {"wait for any request", true, "reported", "", "request"},
    [CHOICE_SOME] = {"wait for some requests", true, "reported", "left out", "request"},
    [CHOICE_TEST] = {"test", true, "said yes", "said no once more", ""},
    [CHOICE_BUFFERING] = {"send", true, "buffered", "waited for the receive of",
                          "the message to rank"},
    [CHOICE_LOCK] = {"release of a lock", true, "gave the lock to", "", "rank"},
    [CHOICE_PORT] = {"call at a port", true, "met", "", "rank"},
    [CHOICE_TASK] = {"wait for tasks", false, "ran", "", "task"},
    [CHOICE_SIGNAL] = {"signal of a condition", false, "woke", "", "thread"},
    [CHOICE_CANCEL] = {"cancel", true, "succeeded", "came too late", "for the message to rank"},
};

static const char *ordinal_ending(int number)
{
    static const char *const endings[] = {"th", "st", "nd", "rd"};
    int last = number % 10;

    return number / 10 % 10 == 1 || last > 3 ? endings[0] : endings[last];
}

static void describe_candidate(FILE *out, const char *about,
                               const struct choice_candidate *candidate)
{
    if (candidate->number == CHOICE_NO_NUMBER)
        return;
    fprintf(out, " %s %d", about, candidate->number);
    if (candidate->tag != CHOICE_NO_NUMBER)
        fprintf(out, ", tag %d", candidate->tag);
    if (candidate->nth > 0)
        fprintf(out, ", its %d%s", candidate->nth, ordinal_ending(candidate->nth));
}

static void describe_site(FILE *out, struct places *places, const void *site)
{
    struct place place;

    if (site == NULL)
        return;
    place = places_find(places, (uintptr_t)site - 1); /* the call itself, in front of the return */
    if (place.file != NULL && place.line > 0)
        fprintf(out, " at %s:%d", place.file, place.line);
    else
        fprintf(out, " at %p", site);
}

void choice_describe(FILE *out, struct places *places, const struct choice_point *point, int answer)
{
    bool is_named = words[point->kind].is_named && point->name != NULL;
    bool is_yes = point->candidates != NULL || answer == 0;

    fputs(is_named ? point->name : words[point->kind].chooser, out);
    describe_site(out, places, point->site);
    fprintf(out, " in %s ", rank_name(point->rank).text);
    fputs(is_yes ? words[point->kind].took : words[point->kind].left, out);
    describe_candidate(out, words[point->kind].about,
                       point->candidates != NULL ? &point->candidates[answer] : &point->subject);
}

/* ---- handing control on ---------------------------------------------------------------------- */

bool turn_pass_on(struct rank *self, enum turn_kind kind)
{
    const struct call call = choice_call(self);
    const struct turn turn = {.kind = kind, .rank = self, .call = &call};

    return self->chooser->pass(self->chooser, &turn);
}

bool turn_pass_access(struct rank *self, const struct turn_access *access)
{
    const struct call call = choice_call(self);
    const struct turn turn = {
        .kind = TURN_ACCESS, .rank = self, .access = access, .call = &call};

    return choice_is_open(self) && self->chooser->pass != NULL &&
           self->chooser->pass(self->chooser, &turn);
}

bool turn_await(struct rank *self, struct turn_access access)
{
    access.from = 0;
    access.end = 1;
    access.site = choice_call(self).site;
    return turn_pass_access(self, &access);
}

void turn_tell_stuck(struct rank *rank, const struct turn_stuck *stuck)
{
    const struct call call = {.name = NULL};
    const struct turn turn = {.kind = TURN_STUCK, .rank = rank, .stuck = stuck, .call = &call};

    (void)rank->chooser->pass(rank->chooser, &turn);
}

void turn_tell_source(const struct turn_source *source)
{
    struct rank *self = rank_self();
    const struct call call = {.name = NULL};
    const struct turn turn = {
        .kind = TURN_SOURCE, .rank = self, .source = source, .call = &call};

    if (self != NULL && choice_is_open(self) && self->chooser->pass != NULL &&
        rank_is_in_its_process(self) && !code_is_own((uintptr_t)source->site))
        (void)self->chooser->pass(self->chooser, &turn);
}

bool turn_stand(struct rank *self, const struct turn_access *access,
                const struct turn_block *block)
{
    const struct call call = {.name = NULL};
    const struct turn turn = {
        .kind = TURN_STAND, .rank = self, .access = access, .block = block, .call = &call};

    return self->chooser->pass(self->chooser, &turn);
}

bool turn_block(struct rank *self, const struct turn_block *block)
{
    const struct call call = {.name = NULL};
    const struct turn turn = {.kind = TURN_BLOCK, .rank = self, .block = block, .call = &call};

    return self->chooser->pass(self->chooser, &turn);
}

bool turn_accesses_meet(const struct turn_access *one, const struct turn_access *other)
{
    bool is_same = one->kind == other->kind && one->object == other->object &&
                   (one->target == other->target || one->target < 0 || other->target < 0);

    return is_same && one->from < other->end && other->from < one->end &&
           (one->writes || other->writes);
}

/* A call that another one makes, from a function of the program's, has no part in its words. */
bool turn_begin(const struct call *call)
{
    struct rank *self = rank_self();
    struct call *noted;

    if (self == NULL || !choice_is_open(self))
        return false;
    noted = note_of(self);
    if (noted != NULL)
        *noted = *call;
    (void)turn_pass(self, TURN_CALL);
    taken_call(self, call);
    return self->chooser->fails != NULL && self->chooser->fails(self->chooser, self, call);
}

void turn_end(void)
{
    struct rank *self = rank_self();
    struct call *noted;

    if (self == NULL || !choice_is_open(self))
        return;
    (void)turn_pass(self, TURN_RETURN);
    noted = note_of(self);
    if (noted != NULL)
        *noted = (struct call){.name = NULL};
}

uint64_t choice_clock(uint64_t slept_ns)
{
    const struct rank *self = load_relaxed(&calls_are_followed) ? rank_self() : NULL;

    return self != NULL && choice_is_open(self) && self->chooser->clock != NULL
               ? self->chooser->clock(self->chooser, self, slept_ns)
               : clock_ns();
}
