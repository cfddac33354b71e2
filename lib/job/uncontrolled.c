/* SPDX-License-Identifier: MIT */
#include "job/uncontrolled.h"

#include <string.h>

#include "base/container.h"
#include "base/traits.h"
#include "rank/choice.h"

static const char *const words[] = {
    "accesses to files",
    "connections with other jobs and by sockets",
    "what spawned worlds do",
    "what threads do by atomic variables, or without turns",
    "what threads of OpenMP do",
    [6] = "calls at ports",
    "puts and gets without an exclusive lock",
    "cancels of sends",
    "times",
    "random numbers",
};

unsigned uncontrolled_of_call(const char *name)
{
    const unsigned traits = call_traits(name);
    unsigned uncontrolled = traits & TRAIT_OF_FILE ? DISTURBED_BY_OTHER_RUNS : 0;

    /* An access at the shared pointer has bytes of its own, by the pointer's order. Where it has
     * not, it says so by itself (TURN_FILE). */
    if ((traits & TRAIT_FILES) && !(traits & TRAIT_SHARED_POINTER))
        uncontrolled |= UNCONTROLLED_FILES;
    if (traits & TRAIT_SOCKETS)
        uncontrolled |= UNCONTROLLED_PORTS;
    return traits & TRAIT_WORLDS ? uncontrolled | UNCONTROLLED_WORLDS : uncontrolled;
}

static unsigned unrecorded_of_call(const char *name)
{
    static const char *const at_ports[] = {"MPI_Comm_accept", "MPI_Comm_connect",
                                           "MPI_Lookup_name"};
    unsigned unrecorded = uncontrolled_of_call(name) & UNCONTROLLED_ALL;
    size_t i;

    for (i = 0; name != NULL && i < ARRAY_LENGTH(at_ports); i++)
        if (strcmp(name, at_ports[i]) == 0)
            unrecorded |= UNRECORDED_PORTS;
    return unrecorded;
}

static unsigned unrecorded_of_source(enum turn_source_kind kind)
{
    switch (kind) {
    case FROM_RANDOM:
        return UNRECORDED_RANDOM;
    case FROM_TIME:
        return UNRECORDED_TIMES;
    case FROM_FILE:
        return 0;
    }
    return 0;
}

unsigned unrecorded_of_turn(const struct turn *turn)
{
    switch (turn->kind) {
    case TURN_CALL:
        return unrecorded_of_call(turn->call->name);
    case TURN_ACCESS:
        return turn->access->kind == TURN_WINDOW && !turn->access->has_place ? UNRECORDED_PUTS : 0;
    case TURN_CANCEL:
        return UNRECORDED_CANCELS;
    case TURN_SOURCE:
        return unrecorded_of_source(turn->source->kind);
    default:
        return 0;
    }
}

void uncontrolled_describe(FILE *out, unsigned uncontrolled)
{
    const char *before = "";
    unsigned i, rest;

    for (i = 0; i < ARRAY_LENGTH(words); i++)
        if ((uncontrolled & 1u << i) != 0) {
            fprintf(out, "%s%s", before, words[i]);
            rest = uncontrolled >> (i + 1);
            before = (rest & (rest - 1)) != 0 ? ", " : " and "; /* two are left, or one */
        }
}
