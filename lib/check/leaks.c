/* SPDX-License-Identifier: MIT */
#include "check/leaks.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/note.h"
#include "base/place.h"
#include "comm/port.h"
#include "object/info.h"
#include "object/object.h"
#include "object/window.h"
#include "p2p/describe.h"
#include "p2p/held.h"
#include "p2p/p2p.h"
#include "rank/findings.h"
#include "rank/name.h"
#include "rank/wait.h"
#include "request/request.h"
#include "sync/lock.h"
#include "type/rank_types.h"

struct leak_kind;

/* Things of one kind that were made at one place. */
struct leak {
    struct leak *next;
    const struct leak_kind *kind;
    uint32_t site;
    long count;
    int ranks, first_rank;          /* how many ranks have them, and the lowest of these */
    char name[MPI_MAX_OBJECT_NAME]; /* name of the first one, or "" */
    char *message; /* describes one of the messages, the first by the alphabet; NULL: no message */
    bool are_alike; /* the messages are */
};

/* The part of a world that belongs to this floor. */
struct leaks {
    struct lock lock;
    struct leak *first;
    bool are_owed[]; /* by rank, which alone touches its own: leaks_note has left the objects out */
};

/* Messages and ports are not objects: they have kinds of their own. */
enum { KIND_MESSAGE = OBJECT_KINDS, KIND_PORT, KINDS };

/* Messages of one place and rank that are described: reports name one of them. */
enum { DESCRIBED_MAX = 64 };

/* Kinds without a name are none of the user's. */
static const struct leak_kind {
    const char *name;
    const char *remedy; /* the calls that the program lacks */
} kinds[] = {
    [OBJECT_COMM] = {"communicator", "MPI_Comm_free"},
    [OBJECT_GROUP] = {"group", "MPI_Group_free"},
    [OBJECT_REQUEST] = {"request", "MPI_Wait or MPI_Request_free"},
    [OBJECT_TYPE] = {"datatype", "MPI_Type_free"},
    [OBJECT_OP] = {"operation", "MPI_Op_free"},
    [OBJECT_ERRHANDLER] = {"error handler", "MPI_Errhandler_free"},
    [OBJECT_INFO] = {"info object", "MPI_Info_free"},
    [OBJECT_MESSAGE] = {"matched message", "MPI_Mrecv"},
    [OBJECT_KEYVAL] = {"attribute key", "MPI_Comm_free_keyval or its like"},
    [OBJECT_SESSION] = {"session", "MPI_Session_finalize"},
    [OBJECT_WIN] = {"window", "MPI_Win_free"},
    [OBJECT_FILE] = {"file", "MPI_File_close"},
    [KIND_MESSAGE] = {"unreceived message", "MPI_Recv"},
    [KIND_PORT] = {"port", "MPI_Close_port"},
};

static struct leaks *leaks_of(const struct world *world)
{
    return load_relaxed(&world->local[FLOOR_CHECK]);
}

static bool create_leaks(struct world *world)
{
    struct leaks *leaks =
        memory_take_zeroed(sizeof *leaks + (size_t)world->size * sizeof leaks->are_owed[0]);

    store_relaxed(&world->local[FLOOR_CHECK], leaks);
    if (leaks == NULL)
        note(-1, "no memory for the objects of a job");
    return leaks != NULL;
}

/* ---- in MPI_Finalize ------------------------------------------------------------------------ */

/* Returns the link to the leak of that kind and place, or the NULL at the list's end. */
static struct leak **find_leak(struct leak **leaks, const struct leak_kind *kind, uint32_t site)
{
    while (*leaks != NULL && ((*leaks)->kind != kind || (*leaks)->site != site))
        leaks = &(*leaks)->next;
    return leaks;
}

static struct leak *make_leak(const struct rank *self, const struct leak_kind *kind, uint32_t site,
                              const char *name)
{
    struct leak *leak = memory_take_zeroed(sizeof *leak);

    if (leak == NULL)
        return NULL;
    leak->kind = kind;
    leak->site = site;
    leak->ranks = 1;
    leak->first_rank = self->world_rank;
    snprintf(leak->name, sizeof leak->name, "%s", name);
    return leak;
}

static void give_leak(struct leak *leak)
{
    memory_give(leak->message);
    memory_give(leak);
}

/* Takes over the description of a message; NULL is fine. */
static void add_message(struct leak *leak, char *message, bool are_alike)
{
    bool comes_first;

    if (leak->message == NULL) {
        leak->message = message;
        leak->are_alike = are_alike;
        return;
    }
    if (message == NULL)
        return;
    leak->are_alike &= are_alike && strcmp(message, leak->message) == 0;
    comes_first = strcmp(message, leak->message) < 0;
    memory_give(comes_first ? leak->message : message);
    if (comes_first)
        leak->message = message;
}

/* Returns the leak; NULL: no memory. */
static struct leak *add_leak(const struct rank *self, struct leak **own, int kind, uint32_t site,
                             const char *name)
{
    struct leak **place = find_leak(own, &kinds[kind], site);

    if (*place == NULL)
        *place = make_leak(self, &kinds[kind], site, name);
    if (*place != NULL)
        (*place)->count++;
    return *place;
}

/* Merges the rank's own leaks into those of its world. */
static void merge(const struct world *world, struct leak *own)
{
    struct leaks *leaks = leaks_of(world);

    lock_take(&leaks->lock);
    while (own != NULL) {
        struct leak *leak = own, **place = find_leak(&leaks->first, leak->kind, leak->site);

        own = leak->next;
        leak->next = NULL;
        if (*place == NULL) {
            *place = leak;
            continue;
        }
        (*place)->count += leak->count;
        (*place)->ranks++;
        if (leak->first_rank < (*place)->first_rank)
            (*place)->first_rank = leak->first_rank;
        add_message(*place, leak->message, leak->are_alike);
        leak->message = NULL;
        give_leak(leak);
    }
    lock_release(&leaks->lock);
}

static bool is_predefined(const struct rank *self, enum object_kind kind, const void *object)
{
    switch (kind) {
    case OBJECT_COMM:
        return object == self->comm_world || object == self->comm_self ||
               object == self->comm_parent;
    case OBJECT_TYPE:
        return ((const struct type *)object)->is_predefined;
    case OBJECT_INFO:
        return ((const struct info *)object)->is_constant;
    case OBJECT_REQUEST:
        return ((const struct request *)object)->is_orphan;
    default:
        return false;
    }
}

static void note_object(struct rank *self, struct leak **own, enum object_kind kind,
                        struct object *object)
{
    uint32_t site = load_relaxed(&object->site);
    char name[MPI_MAX_OBJECT_NAME] = "";

    if (is_predefined(self, kind, object))
        return;
    if (kind == OBJECT_REQUEST && ((struct request *)object)->site != NULL)
        site = (uint32_t)(uintptr_t)((struct request *)object)->site;
    if (kind == OBJECT_COMM)
        comm_copy_name((struct comm *)object, name);
    if (kind == OBJECT_WIN && ((struct window_object *)object)->name != NULL)
        snprintf(name, sizeof name, "%s", ((struct window_object *)object)->name);
    if (kind == OBJECT_TYPE)
        snprintf(name, sizeof name, "%s", rank_types_type_name(self, (struct type *)object));
    add_leak(self, own, kind, site, name);
}

static void note_kind(struct rank *self, struct leak **own, enum object_kind kind)
{
    int number, numbers = store_numbers(self->world->store, kind);

    for (number = 0; number < numbers; number++) {
        void *object = object_of_number(self->world->store, kind, number);

        if (object != NULL)
            note_object(self, own, kind, object);
    }
}

/* Returns a description; NULL: no memory. */
static char *describe_message(const struct rank *self, const struct envelope *envelope)
{
    char *text = NULL;
    size_t bytes;
    FILE *out = memory_open_stream(&text, &bytes);

    if (out == NULL)
        return NULL;
    describe_unexpected(self, envelope, out);
    fclose(out);
    return memory_take_over(text);
}

/* A message that is to be described outside of the guard: the name of a communicator takes it. */
struct sample {
    struct sample *next;
    struct leak *leak;
    struct envelope envelope;
};

static struct sample *add_sample(struct sample *samples, struct leak *leak,
                                 const struct envelope *envelope)
{
    struct sample *sample = memory_take(sizeof *sample);

    if (sample == NULL)
        return samples;
    *sample = (struct sample){samples, leak, *envelope};
    return sample;
}

static void note_messages(struct rank *self, struct leak **own)
{
    const struct unexpected *unexpected = NULL;
    struct sample *samples = NULL, *next;

    guard_enter(&self->guard);
    while ((unexpected = held_next(self->p2p, unexpected)) != NULL) {
        struct leak *leak = add_leak(self, own, KIND_MESSAGE, unexpected->envelope.site, "");

        if (leak != NULL && leak->count <= DESCRIBED_MAX)
            samples = add_sample(samples, leak, &unexpected->envelope);
    }
    guard_leave(&self->guard);
    for (; samples != NULL; samples = next) {
        next = samples->next;
        add_message(samples->leak, describe_message(self, &samples->envelope), true);
        memory_give(samples);
    }
}

/* port_visit hands this to the function that it calls for each port. */
struct port_leaks {
    const struct rank *self;
    struct leak **own;
};

static void note_port(void *argument, uint32_t site)
{
    const struct port_leaks *port_leaks = argument;

    add_leak(port_leaks->self, port_leaks->own, KIND_PORT, site, "");
}

static void note_objects(struct rank *self, struct leak **own)
{
    int kind;

    for (kind = OBJECT_NONE + 1; kind < OBJECT_KINDS; kind++)
        if (kinds[kind].name != NULL)
            note_kind(self, own, (enum object_kind)kind);
}

void leaks_note(struct rank *self, bool has_sessions)
{
    struct leak *own = NULL;

    if (self->world->options.finds_leaks == 0)
        return;
    leaks_of(self->world)->are_owed[self->world_rank] = has_sessions;
    if (!has_sessions)
        note_objects(self, &own);
    while (rank_progress(self)) /* receive what others sent before they came here */
        continue;
    note_messages(self, &own);
    port_visit(self, note_port, &(struct port_leaks){self, &own});
    merge(self->world, own);
}

static void end_leaks(struct rank *self)
{
    struct leak *own = NULL;

    if (!leaks_of(self->world)->are_owed[self->world_rank])
        return;
    note_objects(self, &own);
    merge(self->world, own);
}

const struct floor leaks_floor = {.create = create_leaks, .end = end_leaks};

/* ---- after the ranks ------------------------------------------------------------------------ */

static enum finding finding_of(const struct leak *leak)
{
    return leak->kind == &kinds[KIND_MESSAGE] ? FINDING_UNRECEIVED : FINDING_LEAK;
}

/* The first one from there on whose kind is not turned off. */
static const struct leak *reported_from(const struct leak *leak)
{
    while (leak != NULL && finding_is_off(finding_of(leak)))
        leak = leak->next;
    return leak;
}

static void write_ranks(FILE *out, const struct leak *leak, const struct world *world)
{
    const struct name first = rank_name(&world->ranks[leak->first_rank]);

    if (leak->ranks == 1)
        fprintf(out, "by %s", first.text);
    else if (leak->ranks == world->size)
        fprintf(out, "by all %d ranks", world->size);
    else
        fprintf(out, "by %s and %d other%s", first.text, leak->ranks - 1,
                leak->ranks > 2 ? "s" : "");
}

static void write_leak(FILE *out, struct places *places, const struct leak *leak,
                       const struct world *world)
{
    char text[PLACE_TEXT_BYTES];
    const void *site = place_complete(leak->site);
    bool is_message = leak->kind == &kinds[KIND_MESSAGE];

    fprintf(out, "  %ld %s%s", leak->count, leak->kind->name, leak->count == 1 ? "" : "s");
    if (leak->name[0] != '\0')
        fprintf(out, " \"%s\"", leak->name);
    if (leak->message != NULL)
        fprintf(out, ", %s%s", leak->count == 1 ? "" : leak->are_alike ? "each " : "one of them ",
                leak->message);
    if (site != NULL)
        fprintf(out, ", %s in %s", is_message ? "sent" : "made",
                place_describe(places, site, text));
    fputs(is_message ? ", kept " : ", ", out);
    write_ranks(out, leak, world);
    fprintf(out, ": call %s [%s]\n", leak->kind->remedy, finding_kind(finding_of(leak))->name);
}

static void write_summary(FILE *out, const struct world *world)
{
    const char *before = "  ";
    int kind;

    for (kind = OBJECT_NONE + 1; kind < KINDS; kind++) {
        const struct leak *leak;
        long count = 0;

        for (leak = reported_from(leaks_of(world)->first); leak != NULL;
             leak = reported_from(leak->next))
            if (leak->kind == &kinds[kind])
                count += leak->count;
        if (count > 0) {
            fprintf(out, "%s%ld %s%s", before, count, kinds[kind].name,
                    count == 1 ? "" : "s");
            before = ", ";
        }
    }
    fputs(" (set HEDDLE_LEAKS=2 to see where they were made)\n", out);
}

char *leaks_describe(const struct world *world, bool is_full)
{
    char *text = NULL;
    size_t bytes;
    FILE *out;
    struct places *places;
    const struct leak *leak;

    if (reported_from(leaks_of(world)->first) == NULL)
        return NULL;
    out = memory_open_stream(&text, &bytes);
    if (out == NULL)
        return NULL;
    fprintf(out, "heddle: not freed before MPI_Finalize%s:\n", world_suffix(world).text);
    places = is_full ? places_open() : NULL;
    for (leak = reported_from(leaks_of(world)->first); is_full && leak != NULL;
         leak = reported_from(leak->next))
        write_leak(out, places, leak, world);
    if (!is_full)
        write_summary(out, world);
    places_close(places);
    fclose(out);
    return memory_take_over(text);
}

static void keep_leak(const struct world *world, struct places *places, const struct leak *leak)
{
    char *text = NULL;
    size_t bytes;
    FILE *out = memory_open_stream(&text, &bytes);

    if (out == NULL)
        return;
    write_leak(out, places, leak, world);
    fclose(out);
    text = memory_take_over(text);
    if (text != NULL)
        finding_keep(&world->ranks[leak->first_rank], finding_of(leak), place_complete(leak->site),
                     leak->count, text + strspn(text, " "));
    memory_give(text);
}

void leaks_keep(const struct world *world)
{
    struct places *places = finding_choice.is_on ? places_open() : NULL;
    const struct leak *leak;

    for (leak = reported_from(leaks_of(world)->first); finding_choice.is_on && leak != NULL;
         leak = reported_from(leak->next))
        keep_leak(world, places, leak);
    places_close(places);
}

void leaks_close(struct world *world)
{
    struct leaks *leaks = leaks_of(world);

    while (leaks != NULL && leaks->first != NULL) {
        struct leak *leak = leaks->first;

        leaks->first = leak->next;
        give_leak(leak);
    }
    memory_give(leaks);
    store_relaxed(&world->local[FLOOR_CHECK], NULL);
}
