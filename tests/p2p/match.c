/* SPDX-License-Identifier: MIT */
/* The matcher against a naive model of it: two arrays that are searched from the front. */
#include "p2p/match.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "../base/broken_law.h"
#include "../type/random.h"
#include "base/memory.h"
#include "p2p/requests.h"

enum { ENTRIES_MAX = 10000, CONTEXTS = 3, SOURCES = 9, TAGS = 6 };

static struct match match;
static _Atomic(bool) is_flow_controlled;
static const _Atomic(int) unexpected_kb_max = 65536;

/* What is in the model: a posted receive, or the number of a message that waits. */
struct entry {
    struct match_key key;
    struct receive_request *request;
    int number;
};

struct model {
    struct entry entries[ENTRIES_MAX];
    int count;
};

static struct model posted, unexpected;

static void open_match(void)
{
    cr_assert_eq(match_init(&match, &unexpected_kb_max, &is_flow_controlled), MPI_SUCCESS);
    posted.count = unexpected.count = 0;
}

static void close_match(void)
{
    for (int i = 0; i < posted.count; i++)
        free(posted.entries[i].request);
    match_discard_unexpected(&match);
    match_fini(&match);
}

TestSuite(match, .init = open_match, .fini = close_match);

static void model_add(struct model *model, struct entry entry)
{
    cr_assert_lt(model->count, ENTRIES_MAX);
    model->entries[model->count++] = entry;
}

static void model_remove(struct model *model, int at)
{
    memmove(&model->entries[at], &model->entries[at + 1],
            (size_t)(--model->count - at) * sizeof model->entries[0]);
}

static bool asks_for(const struct match_key *asked, const struct match_key *message)
{
    return asked->context == message->context &&
           (asked->source == MPI_ANY_SOURCE || asked->source == message->source) &&
           (asked->tag == MPI_ANY_TAG || asked->tag == message->tag);
}

static int model_receive_for(const struct match_key *message)
{
    for (int i = 0; i < posted.count; i++)
        if (asks_for(&posted.entries[i].key, message))
            return i;
    return -1;
}

static int model_message_for(const struct match_key *asked)
{
    for (int i = 0; i < unexpected.count; i++)
        if (asks_for(asked, &unexpected.entries[i].key))
            return i;
    return -1;
}

/* ---- the same step, of the matcher and of the model ------------------------------------------ */

static struct match_key random_key(struct random *random, bool may_be_open)
{
    struct match_key key = {.context = (uint32_t)random_in(random, 0, CONTEXTS - 1),
                            .source = (int32_t)random_in(random, 0, SOURCES - 1),
                            .tag = (int32_t)random_in(random, 0, TAGS - 1)};

    if (may_be_open && random_in(random, 0, 3) == 0)
        key.source = MPI_ANY_SOURCE;
    if (may_be_open && random_in(random, 0, 3) == 0)
        key.tag = MPI_ANY_TAG;
    return key;
}

static int number_of(const struct unexpected *message)
{
    int number;

    memcpy(&number, message->envelope.payload, sizeof number);
    return number;
}

static void message_comes(struct match_key key, int number)
{
    struct arrival arrival = {.envelope = {.key = key, .eager_bytes = sizeof number}};
    struct receive_request *found = match_find_posted(&match, &key);
    int expected = model_receive_for(&key);

    cr_assert_eq(found, expected < 0 ? NULL : posted.entries[expected].request);
    if (found != NULL) {
        match_unpost(&match, found);
        free(found);
        model_remove(&posted, expected);
        return;
    }
    memcpy(arrival.envelope.payload, &number, sizeof number);
    cr_assert(match_add_unexpected(&match, &arrival));
    model_add(&unexpected, (struct entry){.key = key, .number = number});
}

static void receive_comes(struct match_key key)
{
    struct unexpected *found = match_take_unexpected(&match, &key);
    int expected = model_message_for(&key);
    struct receive_request *request;

    cr_assert_eq(found == NULL, expected < 0);
    if (found != NULL) {
        cr_assert_eq(number_of(found), unexpected.entries[expected].number);
        memory_give(found);
        model_remove(&unexpected, expected);
        return;
    }
    request = calloc(1, sizeof *request);
    request->key = key;
    match_post(&match, request);
    model_add(&posted, (struct entry){.key = key, .request = request});
}

static void probe(struct match_key key)
{
    struct unexpected *found = match_find_unexpected(&match, &key);
    int expected = model_message_for(&key);

    cr_assert_eq(found == NULL, expected < 0);
    if (found != NULL)
        cr_assert_eq(number_of(found), unexpected.entries[expected].number);
}

static int place_in_model(const struct unexpected *message)
{
    int at = 0;

    while (at < unexpected.count && unexpected.entries[at].number != number_of(message))
        at++;
    return at;
}

/* Each once, and those with one key in the order in which they came. */
static void list_what_waits(void)
{
    int latest[ENTRIES_MAX]; /* in the model, by the place of the first with that key */
    const struct unexpected *message = NULL;
    int count = 0;

    memset(latest, -1, sizeof latest);
    while ((message = match_next_unexpected(&match, message)) != NULL) {
        int at = place_in_model(message), first = model_message_for(&message->envelope.key);

        cr_assert_lt(at, unexpected.count);
        cr_assert_lt(latest[first], at);
        latest[first] = at;
        count++;
    }
    cr_assert_eq(count, unexpected.count);
}

static void a_receive_is_cancelled(struct random *random)
{
    int at;

    if (posted.count == 0)
        return;
    at = (int)random_in(random, 0, posted.count - 1);
    match_unpost(&match, posted.entries[at].request);
    free(posted.entries[at].request);
    model_remove(&posted, at);
}

/* `bias` of 0..10: how often a message comes rather than a receive. */
static void do_random_steps(struct random *random, int steps, int bias)
{
    static int number;

    while (steps-- > 0) {
        if (random_in(random, 0, 9) < bias)
            message_comes(random_key(random, false), number++);
        else
            receive_comes(random_key(random, true));
        match_check(&match);
        if (random_in(random, 0, 7) == 0)
            probe(random_key(random, true));
        if (random_in(random, 0, 15) == 0)
            a_receive_is_cancelled(random);
    }
}

Test(match, agrees_with_the_model_in_random_steps)
{
    struct random random = random_start();

    for (int round = 0; round < 60; round++) {
        do_random_steps(&random, 500, (int)random_in(&random, 1, 9));
        list_what_waits();
    }
}

Test(match, agrees_with_the_model_when_thousands_wait)
{
    struct random random = random_start();

    for (int i = 0; i < ENTRIES_MAX; i++)
        message_comes(random_key(&random, false), i);
    for (int i = 0; i < ENTRIES_MAX; i++)
        receive_comes(random_key(&random, true));
    for (int i = 0; i < ENTRIES_MAX / 2; i++)
        probe(random_key(&random, true));
}

Test(match, agrees_with_the_model_when_thousands_are_posted)
{
    struct random random = random_start();

    for (int i = 0; i < ENTRIES_MAX; i++)
        receive_comes(random_key(&random, true));
    for (int i = 0; i < ENTRIES_MAX; i++)
        message_comes(random_key(&random, false), i);
}

/* ---- the laws by themselves ------------------------------------------------------------------ */

Test(match, a_message_goes_to_the_receive_that_was_posted_first_however_open_it_is)
{
    static const struct match_key asked[] = {
        {.source = MPI_ANY_SOURCE, .tag = MPI_ANY_TAG}, {.source = 1, .tag = 2},
        {.source = 1, .tag = MPI_ANY_TAG}, {.source = MPI_ANY_SOURCE, .tag = 2}};
    const struct match_key message = {.source = 1, .tag = 2};

    for (int first = 0; first < 4; first++) {
        struct receive_request requests[4];

        for (int i = 0; i < 4; i++) {
            requests[i].key = asked[(first + i) % 4];
            match_post(&match, &requests[i]);
        }
        for (int i = 0; i < 4; i++) {
            cr_assert_eq(match_find_posted(&match, &message), &requests[i]);
            match_unpost(&match, &requests[i]);
        }
        cr_assert_null(match_find_posted(&match, &message));
    }
}

Test(match, other_contexts_sources_and_tags_do_not_match)
{
    struct receive_request request = {.key = {.context = 5, .source = 1, .tag = 2}};
    struct match_key key = request.key;

    match_post(&match, &request);
    key.context = 6;
    cr_assert_null(match_find_posted(&match, &key));
    key = (struct match_key){.context = 5, .source = 2, .tag = 2};
    cr_assert_null(match_find_posted(&match, &key));
    key = (struct match_key){.context = 5, .source = 1, .tag = 1};
    cr_assert_null(match_find_posted(&match, &key));
    match_unpost(&match, &request);
}

Test(match, finds_a_message_by_its_senders_number_and_no_other)
{
    const struct match_key key = {.context = 1, .source = 2, .tag = 3};
    struct unexpected *found;

    for (uint32_t serial = 1; serial <= 5; serial++) {
        struct arrival arrival = {.envelope = {.key = key, .serial = serial}};

        cr_assert(match_add_unexpected(&match, &arrival));
    }
    found = match_find_sent(&match, &key, 4);
    cr_assert_eq(found->envelope.serial, 4);
    cr_assert_null(match_find_sent(&match, &key, 6));
    match_remove_unexpected(&match, found);
    memory_give(found);
    cr_assert_null(match_find_sent(&match, &key, 4));
}

/* ---- the check of the laws ------------------------------------------------------------------- */

static void keep_beside_a_receive(void)
{
    struct arrival arrival = {.envelope = {.key = {.source = 1, .tag = 2}}};
    struct receive_request request = {.key = {.source = MPI_ANY_SOURCE, .tag = 2}};

    match_post(&match, &request);
    match_check(&match);
    match_add_unexpected(&match, &arrival);
    match_check(&match);
}

static void count_one_too_many(void)
{
    match.unexpected[2].count++;
    match_check(&match);
}

Test(match, its_check_finds_what_is_wrong)
{
    match_check(&match);
    cr_assert(is_caught(keep_beside_a_receive,
                        "!match_key_accepts(&container_of(link, struct receive_request, posted)"
                        "->key, &unexpected->envelope.key) || "
                        "envelope_is_cancelled(&unexpected->envelope)"));
    cr_assert(is_caught(count_one_too_many,
                        "match->unexpected[i].count == match->unexpected[0].count"));
}

Test(match, knows_the_oldest_message)
{
    static const int32_t order[] = {4, 2, 4, 7, 2};

    cr_assert_null(match_oldest(&match));
    for (int i = 0; i < 5; i++) {
        struct arrival arrival = {.envelope = {.key = {.source = order[i], .tag = i == 3 ? 5 : 3}}};

        cr_assert(match_add_unexpected(&match, &arrival));
    }
    for (int i = 0; i < 5; i++) {
        struct unexpected *oldest = match_oldest(&match);

        cr_assert_eq(oldest->envelope.key.source, order[i]);
        match_remove_unexpected(&match, oldest);
        memory_give(oldest);
    }
    cr_assert_null(match_oldest(&match));
}
