/* SPDX-License-Identifier: MIT */
#include "check/circle.h"

#include <stdio.h>

#include "base/memory.h"
#include "base/place.h"
#include "rank/findings.h"
#include "rank/name.h"
#include "rank/world.h"

static void write_place(FILE *out, struct places *places, const char *before, const void *site)
{
    char text[PLACE_TEXT_BYTES];

    if (site != NULL)
        fprintf(out, "%s%s", before, place_describe(places, site, text));
}

/* The operation that the call waits for, if another call has begun it. */
static const char *begun_there(enum circle_step step)
{
    switch (step) {
    case CIRCLE_SEND:
        return "the send that began in ";
    case CIRCLE_RECEIVE:
        return "the receive that began in ";
    default: /* CIRCLE_MEETING */
        return "the operation that began in ";
    }
}

static void write_start(FILE *out, struct places *places, const struct circle_link *link)
{
    if (link->choices > 0)
        fprintf(out, ", for any of %d requests", link->choices);
    if (link->start == NULL || link->start == link->call.site)
        return;
    fputs(link->choices > 0 ? ", such as " : ", for ", out);
    write_place(out, places, begun_there(link->step), link->start);
}

static void write_link(FILE *out, struct places *places, const struct world *world,
                       const struct circle_link *link)
{
    const struct name next = rank_name(&world->ranks[link->next]);
    char name[CALL_NAME_BYTES];

    fprintf(out, "%s waits in %s", rank_name(&world->ranks[link->rank]).text,
            call_name(link->call.name, false, name));
    write_place(out, places, ", called in ", link->call.site);
    write_start(out, places, link);
    switch (link->step) {
    case CIRCLE_SEND:
        fprintf(out, ", until %s receives the message", next.text);
        write_place(out, places, " in ", place_complete(link->there));
        break;
    case CIRCLE_RECEIVE:
        fprintf(out, ", until %s sends the message", next.text);
        write_place(out, places, " in ", place_complete(link->there));
        break;
    default:
        fprintf(out, ", until %s takes part", next.text);
        break;
    }
}

static void write_circle(FILE *out, struct places *places, const struct world *world,
                         const struct circle *circle)
{
    bool is_from_any = false;

    for (int i = 0; i < circle->shown; i++) {
        fputs(i > 0 ? "; " : "", out);
        write_link(out, places, world, &circle->links[i]);
        is_from_any |= circle->links[i].is_from_any;
    }
    if (circle->shown < circle->length)
        fprintf(out, "; and so on, %d ranks in all", circle->length);
    if (is_from_any)
        fputs(", where receives from any source get the messages that they have got here", out);
}

void circle_tell(const struct world *world, const struct circle *circle)
{
    const struct circle_link *first = &circle->links[0];
    const struct rank *rank = &world->ranks[first->rank];
    const void *site = first->start != NULL ? first->start : first->call.site;
    const void *there = place_complete(first->there);
    struct places *places;
    char *text;
    size_t bytes;
    FILE *out;

    if (!finding_is_news(rank, FINDING_UNSAFE_SEND, site, there) ||
        (out = memory_open_stream(&text, &bytes)) == NULL)
        return;
    places = places_open();
    write_circle(out, places, world, circle);
    places_close(places);
    fclose(out);
    text = memory_take_over(text);
    finding_tell(rank, FINDING_UNSAFE_SEND, site, there,
                 "warning: the program goes on only because messages are buffered. Otherwise %s. "
                 "Post the receives before the sends, with MPI_Irecv, or call MPI_Sendrecv",
                 text != NULL ? text : "ranks wait for each other");
    memory_give(text);
}
