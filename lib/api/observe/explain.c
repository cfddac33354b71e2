/* SPDX-License-Identifier: MIT */
#include "api/observe/explain.h"

#include <stdio.h>

#include "base/knob.h"
#include "base/memory.h"
#include "base/place.h"
#include "coll/policy.h"
#include "p2p/policy.h"
#include "rank/name.h"
#include "rank/observe/event.h"
#include "rank/observe/observer.h"
#include "rank/world.h"
#include "sync/lock.h"

/* Call sites are divided by their address into sets. What does not fit into its set is not said. */
enum { SETS = 64, SET_MAX = 64, EXPLANATION_BYTES = 300 };

/* Sentences, each as the lower half of the call's address, and its way and reason. */
struct said {
    struct lock lock; /* the ranks share it */
    int count;
    uint64_t each[SET_MAX];
};

struct explained {
    struct said sets[SETS];
};

/* Has no rank of the world said that of the call? From now on one has. */
static bool is_new(struct explained *explained, const void *site, enum way way, unsigned reason)
{
    const uint32_t address = (uint32_t)(uintptr_t)site;
    const uint64_t sentence = (uint64_t)address << 32 | (uint32_t)way << 8 | reason;
    struct said *said = &explained->sets[address / 4 % SETS];
    bool is_news;
    int i = 0;

    lock_take(&said->lock);
    while (i < said->count && said->each[i] != sentence)
        i++;
    is_news = i == said->count && i < SET_MAX;
    if (is_news)
        said->each[said->count++] = sentence;
    lock_release(&said->lock);
    return is_news;
}

static void print(const struct rank *self, const void *site, const char *sentence)
{
    struct places *places = places_open();
    char place[PLACE_TEXT_BYTES] = "an unknown place";

    if (site != NULL)
        place_describe(places, site, place);
    fprintf(stderr, "%s: explain: %s, called in %s\n", rank_name(self).text, sentence, place);
    places_close(places);
}

static const char *message_reason(const struct event *event, unsigned *number)
{
    /* The fast path sends none: it takes what the policy would call short. */
    const struct send_facts usual = {.bytes = event->bytes, .is_contiguous = true};
    const struct send_facts *facts = event->facts != NULL ? event->facts : &usual;

    *number = SEND_REASONS;
    if (event->way == WAY_IN_PLACE)
        return "the call receives it itself";
    if (event->way == WAY_PARTITIONED)
        return "its partitions go from buffer to buffer";
    if (policy_way(policy_protocol(facts)) != event->way)
        return "the choices of heddle/faults.h make it wait for its receive";
    *number = policy_send_reason(facts);
    return policy_send_words((enum send_reason)*number);
}

static void explain_message(struct rank *self, const struct event *event,
                            struct explained *explained)
{
    unsigned number;
    const char *reason = message_reason(event, &number);
    char sentence[EXPLANATION_BYTES];

    if (!is_new(explained, event->site, event->way, number))
        return;
    snprintf(sentence, sizeof sentence, "a message of %lld bytes to %s goes %s, because %s",
             (long long)event->bytes, rank_name(event->peer).text, way_text(event->way), reason);
    print(self, event->site, sentence);
}

static void explain_collective(struct rank *self, const struct event *event,
                               struct explained *explained)
{
    const struct coll_args *args = event->facts;
    const struct coll_facts facts = coll_facts(args);
    const bool is_alone = event->way == WAY_ALONE;
    const enum coll_reason number = policy_algorithm(&facts).reason;
    char sentence[EXPLANATION_BYTES];

    if (!is_new(explained, event->site, event->way, is_alone ? REASONS : number))
        return;
    snprintf(sentence, sizeof sentence, "%s of %d member%s runs %s, because %s", args->call->name,
             facts.members, facts.members == 1 ? "" : "s", way_text(event->way),
             is_alone ? "the member is the only one" : policy_reason(number));
    print(self, event->site, sentence);
}

static void explain_event(struct rank *self, const struct event *event, void *own)
{
    if (load_relaxed(&self->own.explain) == 0)
        return;
    if (event_of_way(event->way) == EVENT_MESSAGE)
        explain_message(self, event, own);
    else
        explain_collective(self, event, own);
}

static const struct subscriber explaining = {
    .events = 1u << EVENT_MESSAGE | 1u << EVENT_COLLECTIVE,
    .see = explain_event,
};

/* Makes what the world's ranks share, or finds it. NULL: no memory. */
static struct explained *find_explained(struct world *world)
{
    struct explained *made;
    void *there = load_acquire(&world->local[FLOOR_API]); /* edge explain.made */

    if (there != NULL)
        return there;
    made = memory_take_zeroed(sizeof *made);
    if (made == NULL)
        return NULL;
    /* edge explain.made */
    if (compare_exchange_acq_rel(&world->local[FLOOR_API], &there, made))
        return made;
    memory_give(made);
    return there;
}

bool explain_begin(struct rank *self)
{
    return observer_own(self, &explaining) != NULL ||
           observer_subscribe(self, &explaining, find_explained(self->world));
}

static bool create_explainer(struct world *world)
{
    struct explained *explained;

    if (knobs.explain == 0)
        return true;
    explained = find_explained(world);
    for (int i = 0; i < world->size; i++)
        if (!observer_subscribe(&world->ranks[i], &explaining, explained))
            return false;
    return true;
}

static void destroy_explainer(struct world *world)
{
    memory_give(load_relaxed(&world->local[FLOOR_API]));
}

const struct floor explain_floor = {.create = create_explainer, .destroy = destroy_explainer};
