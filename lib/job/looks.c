/* SPDX-License-Identifier: MIT */
#include "job/looks.h"

#include "base/memory.h"
#include "rank/turns.h"
#include "rank/wait.h"

enum { PLACES_AT_FIRST = 8 };

enum answer {
    ANSWER_END = -1,
    ANSWER_NO,
    ANSWER_YES,
    ANSWER_YES_OR_END, /* chosen: when it is there; it is in vain if that does not come */
    ANSWER_YES_OR_NO,
};

/* NULL: no memory. */
static struct look_place *find_place(struct looks *looks, const void *site, uint64_t about)
{
    int i = 0;

    while (i < looks->count && (looks->places[i].site != site || looks->places[i].about != about))
        i++;
    if (i < looks->count)
        return &looks->places[i];
    if (looks->count == looks->room) {
        int room = looks->room == 0 ? PLACES_AT_FIRST : 2 * looks->room;
        struct look_place *places = memory_grow(looks->places, (size_t)room * sizeof places[0]);

        if (places == NULL)
            return NULL;
        looks->places = places;
        looks->room = room;
    }
    looks->places[looks->count] = (struct look_place){.site = site, .about = about, .node = -1};
    return &looks->places[looks->count++];
}

static bool is_there(struct rank *self, const struct look *look)
{
    while (look->is_pending(look->subject))
        if (!rank_progress(self))
            return false;
    return true;
}

/* The latest look of this place said no by choice to what was there, and the rank has done nothing
 * since, so it says no again, unless it would do so for ever: its yes is tried elsewhere. */
static enum answer insist(struct schedule *schedule, const struct look_place *place)
{
    if (place->noes < LOOKS_IN_A_ROW)
        return ANSWER_NO;
    return schedule_gives_up(schedule) ? ANSWER_END : ANSWER_YES;
}

static enum answer ask(struct look_place *place, struct schedule *schedule,
                       const struct rank *self, bool is_there_now)
{
    const struct schedule_question question = {.choice = CHOICE_TEST,
                                               .rank = self->world_rank,
                                               .count = 2,
                                               .is_there = is_there_now,
                                               .name = choice_call(self).name,
                                               .site = choice_call(self).site};
    int chosen = schedule_pick(schedule, &question);

    if (chosen < 0)
        return ANSWER_END;
    place->was_there = is_there_now;
    if (!is_there_now && chosen == 0)
        place->node = schedule->depth - 1;
    if ((chosen == 0) != is_there_now)
        return ANSWER_NO;
    return is_there_now ? ANSWER_YES : ANSWER_YES_OR_END;
}

static enum answer choose(struct look_place *place, struct schedule *schedule,
                          const struct rank *self, bool is_repeated, bool is_there_now)
{
    if (is_repeated && place->was_there)
        return insist(schedule, place);
    if (is_repeated && place->node >= 0)
        schedule_spare(schedule, place->node);
    place->node = -1;
    place->was_there = false;
    if (!is_repeated) {
        place->noes = 0;
        place->rounds++;
    }
    if (place->noes < LOOKS_IN_A_ROW && place->rounds <= LOOKS_ROUNDS)
        return ask(place, schedule, self, is_there_now);
    return is_there_now ? ANSWER_YES : ANSWER_YES_OR_NO;
}

/* The place's answer, before other ranks go on. The look is a call itself, which counts as a change
 * until it says no. */
static enum answer answer_at_once(struct looks *looks, struct schedule *schedule,
                                  const struct rank *self, uint64_t about, bool is_there_now)
{
    struct look_place *place = find_place(looks, choice_call(self).site, about);
    bool is_repeated;

    if (place == NULL) {
        schedule->end.has_no_memory = true;
        return ANSWER_END;
    }
    is_repeated = place->rounds > 0 && place->changes == looks->changes - 1;
    return choose(place, schedule, self, is_repeated, is_there_now);
}

/* The answer of a look that lets others go on until it can say yes. */
static enum answer await_answer(struct schedule *schedule, struct rank *self,
                                const struct look *look, bool was_chosen)
{
    struct heap *before;
    bool ends;

    if (turns_look(self, look))
        return ANSWER_YES;
    if (!was_chosen || !turns_are_taken(self))
        return ANSWER_NO;
    before = memory_use(NULL);
    ends = schedule_gives_up(schedule);
    memory_use(before);
    return ends ? ANSWER_END : ANSWER_NO;
}

/* The place is there: answer_at_once has found it or added it. */
static void note_yes(struct looks *looks, const struct rank *self, uint64_t about)
{
    struct look_place *place = find_place(looks, choice_call(self).site, about);

    looks->count--;
    *place = looks->places[looks->count];
}

static void note_no(struct looks *looks, const struct rank *self, uint64_t about)
{
    struct look_place *place = find_place(looks, choice_call(self).site, about);

    looks->changes--;
    place->changes = looks->changes;
    place->noes++;
}

int looks_answer(struct looks *looks, struct schedule *schedule, struct rank *self,
                 const struct look *look)
{
    bool is_there_now = is_there(self, look);
    struct heap *before = memory_use(NULL);
    enum answer answer = answer_at_once(looks, schedule, self, look->about, is_there_now);

    memory_use(before);
    if (answer == ANSWER_YES_OR_END || answer == ANSWER_YES_OR_NO)
        answer = await_answer(schedule, self, look, answer == ANSWER_YES_OR_END);
    if (answer == ANSWER_YES)
        note_yes(looks, self, look->about);
    else if (answer == ANSWER_NO)
        note_no(looks, self, look->about);
    return (int)answer;
}

void looks_free(struct looks *looks)
{
    memory_give(looks->places);
    *looks = (struct looks){0};
}
