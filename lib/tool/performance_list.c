/* SPDX-License-Identifier: MIT */
/* The performance variables, from rank/observe/event.def and tool/performance.def. */
#include <stdio.h>
#include <string.h>

#include "base/container.h"
#include "rank/observe/event.h"
#include "tool/enumeration.h"
#include "tool/performance.h"

static const struct own {
    enum performance_source source;
    enum event_kind kind; /* that changes it; EVENTS: none does */
    const char *name;
    int class;
    MPI_Datatype datatype;
    int bind;
    const char *category;
    int verbosity;
    const char *description;
    bool is_standing;
} owns[] = {
#define STANDING(source, name, class, type, bind, category, verbosity, description)               \
    {SOURCE_##source, EVENTS, #name, MPI_T_PVAR_CLASS_##class, MPI_##type, MPI_T_BIND_##bind,      \
     #category, MPI_T_VERBOSITY_##verbosity, description, true},
#define DRIVEN(source, event, name, class, bind, category, verbosity, description)                \
    {SOURCE_##source, EVENT_##event, #name, MPI_T_PVAR_CLASS_##class, MPI_UNSIGNED_LONG_LONG,      \
     MPI_T_BIND_##bind, #category, MPI_T_VERBOSITY_##verbosity, description, false},
#include "tool/performance.def"
};

/* The events that are counted. */
static const struct counting {
    enum event_kind kind;
    const char *category;
    const char *words;
    int class; /* of its bytes; 0: it has none */
} countings[] = {
#define COUNTING(event, category, words) {EVENT_##event, #category, words, 0},
#define WEIGHING(event, category, words, class) \
    {EVENT_##event, #category, words, MPI_T_PVAR_CLASS_##class},
#include "rank/observe/event.def"
};

static int ways_of(enum event_kind kind)
{
    int count = 0;

    for (int way = 0; way < WAYS; way++)
        count += event_of_way((enum way)way) == kind;
    return count;
}

static const char *measure_of(const struct performance *performance)
{
    switch (performance->class) {
    case MPI_T_PVAR_CLASS_AGGREGATE:
        return "bytes of ";
    case MPI_T_PVAR_CLASS_TIMER:
        return "nanoseconds of ";
    default:
        return "";
    }
}

static void describe_counter(const struct counting *counting, struct performance *performance)
{
    const char *event = event_text(performance->kind);
    const bool is_way = performance->way >= 0 && way_text((enum way)performance->way)[0] != '\0';

    snprintf(performance->name, sizeof performance->name, "%s%s%s", event, is_way ? "." : "",
             is_way ? way_text((enum way)performance->way) : "");
    performance->class =
        performance->source == SOURCE_COUNT ? MPI_T_PVAR_CLASS_COUNTER : counting->class;
    performance->datatype = MPI_UNSIGNED_LONG_LONG;
    performance->enumeration = ENUMERATION_NONE;
    performance->verbosity = is_way ? MPI_T_VERBOSITY_TUNER_BASIC : MPI_T_VERBOSITY_USER_BASIC;
    performance->bind = MPI_T_BIND_NO_OBJECT;
    performance->is_standing = false;
    performance->category = counting->category;
    snprintf(performance->description, sizeof performance->description, "%s%s%s%s%s",
             measure_of(performance), counting->words,
             is_way ? " (" : "", is_way ? way_text((enum way)performance->way) : "",
             is_way ? ")" : "");
}

/* A number of the event's variables: first those of all ways together, if there are several. */
static bool look_at_event(int *index, const struct counting *counting,
                          struct performance *performance)
{
    const int sources = counting->class != 0 ? 2 : 1;

    performance->kind = counting->kind;
    for (int way = ways_of(counting->kind) > 1 ? -1 : 0; way < WAYS; way++) {
        if (way >= 0 && event_of_way((enum way)way) != counting->kind)
            continue;
        if (*index < sources) {
            performance->way = way;
            performance->source = *index == 0 ? SOURCE_COUNT : SOURCE_BYTES;
            return true;
        }
        *index -= sources;
    }
    return false;
}

static void describe_own(const struct own *own, struct performance *performance)
{
    snprintf(performance->name, sizeof performance->name, "%s", own->name);
    performance->class = own->class;
    performance->datatype = own->datatype;
    performance->enumeration = own->source == SOURCE_PHASE ? ENUMERATION_PHASE : ENUMERATION_NONE;
    performance->verbosity = own->verbosity;
    performance->bind = own->bind;
    performance->is_standing = own->is_standing;
    performance->category = own->category;
    snprintf(performance->description, sizeof performance->description, "%s", own->description);
    performance->source = own->source;
    performance->kind = own->kind;
}

bool performance_look(int index, struct performance *performance)
{
    if (index < 0)
        return false;
    for (size_t i = 0; i < ARRAY_LENGTH(countings); i++) {
        if (look_at_event(&index, &countings[i], performance)) {
            describe_counter(&countings[i], performance);
            return true;
        }
    }
    if ((size_t)index >= ARRAY_LENGTH(owns))
        return false;
    describe_own(&owns[index], performance);
    return true;
}

int performance_count(void)
{
    struct performance performance;
    int count = 0;

    while (performance_look(count, &performance))
        count++;
    return count;
}

int performance_find(const char *name, int class)
{
    struct performance performance;

    for (int i = 0; performance_look(i, &performance); i++)
        if (performance.class == class && strcmp(performance.name, name) == 0)
            return i;
    return -1;
}
