/* SPDX-License-Identifier: MIT */
#include "job/explored_deadlock.h"

#include "base/memory.h"
#include "base/place.h"
#include "job/schedule.h"
#include "rank/abort.h"
#include "rank/name.h"
#include "rank/sleep/waiter.h"
#include "rank/turns.h"
#include "rank/world.h"

enum { LINES_MAX = 30 };

static void write_name(const struct taker *taker, FILE *out)
{
    if (taker->thread != 0)
        fprintf(out, "thread %d of ", taker->thread);
    fputs(rank_name(taker->rank).text, out);
}

static void write_block(const struct taker *taker, const struct turn_block *block,
                        struct places *places, FILE *out)
{
    const struct turn_access *access = turns_access(taker);
    const struct taker *holder = block->holder != NULL ? block->holder(block->subject) : NULL;
    char place[PLACE_TEXT_BYTES];

    if (block->words != NULL)
        fputs(block->words, out);
    else
        fputs(access != NULL ? schedule_words_of_wait(access) : "waits", out);
    if (block->words != NULL && holder != NULL) {
        fputs(" ", out);
        write_name(holder, out);
    }
    if (block->site != NULL)
        fprintf(out, " in %s", place_describe(places, block->site, place));
    if (block->words == NULL && holder != NULL) {
        fputs(", which is locked by ", out);
        write_name(holder, out);
    }
}

static void write_call(struct taker *taker, struct places *places, FILE *out)
{
    const struct call *call = turns_call(taker);
    char place[PLACE_TEXT_BYTES];

    if (call->name == NULL)
        fputs("waits for the others", out);
    else
        fprintf(out, "waits in %s, called in %s", call->name,
                place_describe(places, call->site, place));
}

void explored_describe_stuck(const struct turn_stuck *stuck, char text[], size_t bytes)
{
    struct places *places = places_open();
    FILE *out = fmemopen(text, bytes, "w");
    char place[PLACE_TEXT_BYTES];

    if (out != NULL) {
        write_name(stuck->taker, out);
        fprintf(out, " %s", stuck->words);
        if (stuck->site != NULL)
            fprintf(out, stuck->is_call ? " in %s" : ", behind its call in %s",
                    place_describe(places, stuck->site, place));
        if (stuck->advice != NULL)
            fprintf(out, " (%s)", stuck->advice);
        fclose(out);
    }
    text[bytes - 1] = '\0';
    places_close(places);
}

static bool is_any_blocked(const struct world *world)
{
    const struct taker *taker = turns_next(world, NULL);

    while (taker != NULL && turns_block(taker) == NULL)
        taker = turns_next(world, taker);
    return taker != NULL;
}

static void write_all(const struct world *world, FILE *out)
{
    struct taker *taker = turns_next(world, NULL);
    struct places *places = places_open();
    int lines = 0;

    for (; taker != NULL; taker = turns_next(world, taker)) {
        if (turns_have_left(taker) || turns_are_away(taker))
            continue;
        if (lines++ == LINES_MAX) {
            fputs("\n  ...", out);
            break;
        }
        fputs("\n  ", out);
        write_name(taker, out);
        fputs(" ", out);
        if (turns_block(taker) != NULL)
            write_block(taker, turns_block(taker), places, out);
        else
            write_call(taker, places, out);
    }
    places_close(places);
}

/* The text is on the stack, because nothing returns here from world_abort_hung. */
void explored_end_deadlock(struct world *world)
{
    char text[sizeof world->abort.text] = "";
    struct heap *before;
    FILE *out;

    if (!is_any_blocked(world))
        return;
    before = memory_use(NULL);
    out = fmemopen(text, sizeof text, "w");
    if (out != NULL) {
        write_all(world, out);
        fclose(out);
    }
    text[sizeof text - 1] = '\0';
    memory_use(before);
    world_abort_hung(world, STATUS_DEADLOCK, "deadlock: no thread can go on%s", text);
}
