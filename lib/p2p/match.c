/* SPDX-License-Identifier: MIT */
#include "p2p/match.h"

#include <string.h>

#include "base/memory.h"
#include "base/note.h"
#include "rank/choice.h"

enum { CHAINS_AT_FIRST = 8, ELEMENTS_PER_CHAIN = 2 };

/* A view's number says what it leaves open. */
enum { ANY_SOURCE_BIT = 1, ANY_TAG_BIT = 2 };

static int view_of(const struct match_key *key)
{
    return (key->source == MPI_ANY_SOURCE ? ANY_SOURCE_BIT : 0) |
           (key->tag == MPI_ANY_TAG ? ANY_TAG_BIT : 0);
}

/* The key as that view sees it. */
static struct match_key seen_by(int view, const struct match_key *key)
{
    struct match_key seen = *key;

    if (view & ANY_SOURCE_BIT)
        seen.source = MPI_ANY_SOURCE;
    if (view & ANY_TAG_BIT)
        seen.tag = MPI_ANY_TAG;
    return seen;
}

static bool key_is(const struct match_key *one, const struct match_key *other)
{
    return one->context == other->context && one->source == other->source &&
           one->tag == other->tag;
}

/* Multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4). */
static struct list *chain_of(const struct view *view, const struct match_key *key)
{
    uint64_t mixed = ((uint64_t)key->context << 32 | (uint32_t)key->tag) *
                     UINT64_C(0x9e3779b97f4a7c15);

    mixed = (mixed ^ (uint32_t)key->source) * UINT64_C(0xd1342543de82ef95);
    return &view->chains[(mixed >> 32) & (view->chains_count - 1)];
}

static struct list *chains_create(uint32_t count)
{
    struct list *chains = memory_take(count * sizeof *chains);
    uint32_t i;

    for (i = 0; chains != NULL && i < count; i++)
        list_init(&chains[i]);
    return chains;
}

static bool view_init(struct view *view)
{
    view->chains_count = CHAINS_AT_FIRST;
    view->chains = chains_create(view->chains_count);
    return view->chains != NULL;
}

int match_init(struct match *match, const _Atomic(int) *unexpected_kb_max,
               _Atomic(bool) *is_flow_controlled)
{
    int i;

    *match = (struct match){.unexpected_kb_max = unexpected_kb_max,
                            .is_flow_controlled = is_flow_controlled};
    list_init(&match->row);
    for (i = 0; i < VIEWS; i++)
        if (!view_init(&match->posted[i]) || !view_init(&match->unexpected[i]))
            return note(MPI_ERR_NO_MEM, "no memory for a rank's matching tables");
    return MPI_SUCCESS;
}

void match_discard_unexpected(struct match *match)
{
    struct unexpected *unexpected, *next = NULL;

    if (match_has_unexpected(match))
        next = match_next_unexpected(match, NULL);
    while ((unexpected = next) != NULL) {
        next = match_next_unexpected(match, unexpected);
        match_remove_unexpected(match, unexpected);
        if (unexpected->envelope.eager_bytes == IS_RENDEZVOUS)
            rendezvous_abandon(unexpected->envelope.rendezvous);
        memory_give(unexpected);
    }
}

void match_fini(struct match *match)
{
    int i;

    match_discard_unexpected(match);
    for (i = 0; i < VIEWS; i++) {
        memory_give(match->posted[i].chains);
        memory_give(match->unexpected[i].chains);
    }
}

static const struct match_key *posted_key(const struct list *link, int view)
{
    (void)view;
    return &container_of(link, struct receive_request, posted)->key;
}

/* The message whose links[view] that is. */
static struct unexpected *unexpected_at(const struct list *link, int view)
{
    return container_of(link - view, struct unexpected, links[0]);
}

static const struct match_key *unexpected_key(const struct list *link, int view)
{
    return &unexpected_at(link, view)->envelope.key;
}

typedef const struct match_key *key_reader(const struct list *link, int view);

/* Four times the chains; the order within each key stays. Without memory the chains get longer. */
static void view_grow(struct view *view, int number, key_reader *key_of)
{
    struct list *old = view->chains;
    uint32_t i, old_count = view->chains_count;
    struct list *chains = chains_create(old_count * 4);

    if (chains == NULL)
        return;
    view->chains = chains;
    view->chains_count = old_count * 4;
    for (i = 0; i < old_count; i++) {
        while (!list_is_empty(&old[i])) {
            struct list *link = old[i].next;
            struct match_key key = seen_by(number, key_of(link, number));

            list_remove(link);
            list_append(chain_of(view, &key), link);
        }
    }
    memory_give(old);
}

static void view_add(struct view *view, int number, struct list *link, key_reader *key_of)
{
    struct match_key key = seen_by(number, key_of(link, number));

    if (view->count >= (long)view->chains_count * ELEMENTS_PER_CHAIN)
        view_grow(view, number, key_of);
    list_append(chain_of(view, &key), link);
    view->count++;
}

static void post_in_view(struct match *match, struct receive_request *request)
{
    int view = view_of(&request->key);

    view_add(&match->posted[view], view, &request->posted, posted_key);
    match->posted_views |= 1u << view;
}

void match_post(struct match *match, struct receive_request *request)
{
    if (match->posted_views == 0) {
        match_post_in_row(match, request);
        return;
    }
    request->order = match->next_order++;
    request->is_posted = true;
    post_in_view(match, request);
}

void match_leave_view(struct match *match, const struct receive_request *request)
{
    int view = view_of(&request->key);

    if (--match->posted[view].count == 0)
        match->posted_views &= ~(1u << view);
}

static void post_row_in_views(struct match *match)
{
    while (!list_is_empty(&match->row)) {
        struct list *first = match->row.next;

        list_remove(first);
        post_in_view(match, container_of(first, struct receive_request, posted));
    }
}

static struct receive_request *first_posted(const struct view *view, const struct match_key *key)
{
    struct list *chain = chain_of(view, key), *link;

    for (link = chain->next; link != chain; link = link->next) {
        struct receive_request *request = container_of(link, struct receive_request, posted);

        if (key_is(&request->key, key))
            return request;
    }
    return NULL;
}

static struct receive_request *find_in_views(const struct match *match,
                                             const struct match_key *message)
{
    struct receive_request *first = NULL;
    unsigned views = match->posted_views;

    for (; views != 0; views &= views - 1) {
        int i = __builtin_ctz(views);
        struct match_key key = seen_by(i, message);
        struct receive_request *found = first_posted(&match->posted[i], &key);

        if (found != NULL && (first == NULL || found->order < first->order))
            first = found;
    }
    return first;
}

struct receive_request *match_search_posted(struct match *match, const struct match_key *message)
{
    const struct list *row = &match->row;

    if (!list_is_empty(row)) {
        if (row->next == row->previous)
            return NULL; /* there is no other */
        post_row_in_views(match);
    }
    return find_in_views(match, message);
}

/* Senders hear of it late, and of its end later still: half of what was too much. */
static void count_unexpected(struct match *match, int64_t bytes)
{
    int64_t most = (int64_t)load_relaxed(match->unexpected_kb_max) * 1024;
    bool is_flow_controlled = load_relaxed(match->is_flow_controlled);

    match->unexpected_bytes += bytes;
    if (!is_flow_controlled && match->unexpected_bytes > most)
        store_relaxed(match->is_flow_controlled, true);
    else if (is_flow_controlled && match->unexpected_bytes < most / 2)
        store_relaxed(match->is_flow_controlled, false);
}

static size_t bytes_held_with(const struct envelope *envelope)
{
    return envelope->eager_bytes == IS_RENDEZVOUS && envelope->rendezvous->is_copy
               ? (size_t)envelope->rendezvous->bytes
               : envelope_rest_bytes(envelope);
}

void unexpected_fill(struct unexpected *unexpected, const struct arrival *arrival)
{
    unexpected->envelope = arrival->envelope;
    memcpy(unexpected->rest, arrival->rest, envelope_rest_bytes(&arrival->envelope));
    unexpected->bytes = sizeof *unexpected + bytes_held_with(&arrival->envelope);
    unexpected->is_held = false;
}

void match_keep(struct match *match, struct unexpected *unexpected)
{
    int i;

    count_unexpected(match, (int64_t)unexpected->bytes);
    for (i = 0; i < VIEWS; i++)
        view_add(&match->unexpected[i], i, &unexpected->links[i], unexpected_key);
}

bool match_add_unexpected(struct match *match, const struct arrival *arrival)
{
    struct unexpected *unexpected =
        memory_take(sizeof *unexpected + envelope_rest_bytes(&arrival->envelope));

    if (unexpected == NULL)
        return false;
    unexpected_fill(unexpected, arrival);
    match_keep(match, unexpected);
    return true;
}

/* The first in its view from `link` on; NULL at the end of the chain. */
static struct unexpected *find_from(const struct list *chain, struct list *link, int number,
                                    const struct match_key *key)
{
    for (; link != chain; link = link->next) {
        struct unexpected *unexpected = unexpected_at(link, number);
        struct match_key seen = seen_by(number, &unexpected->envelope.key);

        if (key_is(&seen, key))
            return unexpected;
    }
    return NULL;
}

static struct unexpected *find_first(const struct match *match, const struct match_key *key)
{
    int number = view_of(key);
    const struct view *view = &match->unexpected[number];
    struct list *chain;

    if (view->count == 0)
        return NULL;
    chain = chain_of(view, key);
    return find_from(chain, chain->next, number, key);
}

static void forget(struct match *match, struct unexpected *unexpected)
{
    match_remove_unexpected(match, unexpected);
    rendezvous_free(unexpected->envelope.rendezvous);
    memory_give(unexpected);
}

struct unexpected *match_find_unexpected(struct match *match, const struct match_key *key)
{
    struct unexpected *unexpected = find_first(match, key);

    while (unexpected != NULL && envelope_is_cancelled(&unexpected->envelope)) {
        forget(match, unexpected);
        unexpected = find_first(match, key);
    }
    return unexpected;
}

struct unexpected *match_take_unexpected(struct match *match, const struct match_key *key)
{
    struct unexpected *unexpected = find_first(match, key);

    while (unexpected != NULL && !envelope_claim(&unexpected->envelope)) {
        forget(match, unexpected);
        unexpected = find_first(match, key);
    }
    if (unexpected != NULL)
        match_remove_unexpected(match, unexpected);
    return unexpected;
}

struct unexpected *match_find_sent(struct match *match, const struct match_key *key,
                                   uint32_t serial)
{
    const struct list *chain = chain_of(&match->unexpected[0], key);
    struct unexpected *unexpected = find_first(match, key);

    while (unexpected != NULL && unexpected->envelope.serial != serial)
        unexpected = find_from(chain, unexpected->links[0].next, 0, key);
    return unexpected;
}

void match_list_source(struct choice_list *sources, const struct envelope *envelope)
{
    choice_list_add(sources, envelope->key.source, envelope->key.tag,
                    envelope_nth(envelope));
}

struct unexpected *match_oldest(const struct match *match)
{
    const struct view *view = &match->unexpected[ANY_SOURCE_BIT | ANY_TAG_BIT];
    uint32_t i = 0;

    if (view->count == 0)
        return NULL;
    while (list_is_empty(&view->chains[i]))
        i++;
    return unexpected_at(view->chains[i].next, ANY_SOURCE_BIT | ANY_TAG_BIT);
}

struct unexpected *match_next_unexpected(const struct match *match, const struct unexpected *before)
{
    const struct view *view = &match->unexpected[0];
    const struct list *chain = view->chains, *link = chain;

    if (before != NULL) {
        chain = chain_of(view, &before->envelope.key);
        link = &before->links[0];
    }
    for (link = link->next; link == chain; link = chain->next)
        if (++chain == view->chains + view->chains_count)
            return NULL;
    return unexpected_at(link, 0);
}

void match_remove_unexpected(struct match *match, struct unexpected *unexpected)
{
    int i;

    count_unexpected(match, -(int64_t)unexpected->bytes);
    for (i = 0; i < VIEWS; i++) {
        list_remove(&unexpected->links[i]);
        match->unexpected[i].count--;
    }
}

/* ---- counts --------------------------------------------------------------------------------- */

long match_posted_count(const struct match *match, long most)
{
    const struct list *link;
    long count = 0;

    for (link = match->row.next; link != &match->row && count <= most; link = link->next)
        count++;
    for (int i = 0; i < VIEWS; i++)
        count += match->posted[i].count;
    return count;
}

static long longest_chain(const struct view *view)
{
    long longest = 0;

    for (uint32_t i = 0; view->count > 0 && i < view->chains_count; i++) {
        const struct list *chain = &view->chains[i], *link;
        long length = 0;

        for (link = chain->next; link != chain; link = link->next)
            length++;
        longest = length > longest ? length : longest;
    }
    return longest;
}

long match_depth(const struct match *match)
{
    long depth = list_is_empty(&match->row) ? 0 : 1;

    for (int i = 0; i < VIEWS; i++) {
        long posted = longest_chain(&match->posted[i]);
        long unexpected = longest_chain(&match->unexpected[i]);

        depth = posted > depth ? posted : depth;
        depth = unexpected > depth ? unexpected : depth;
    }
    return depth;
}

/* ---- laws ----------------------------------------------------------------------------------- */

static long count_chains(const struct view *view, int number, key_reader *key_of)
{
    const struct list *link;
    long count = 0;
    uint32_t i;

    for (i = 0; i < view->chains_count; i++) {
        for (link = view->chains[i].next; link != &view->chains[i]; link = link->next) {
            struct match_key key = seen_by(number, key_of(link, number));

            must(chain_of(view, &key) == &view->chains[i]);
            count++;
        }
    }
    return count;
}

/* Law 3: no posted receive asks for the message. */
static void check_unexpected(const struct match *match, const struct unexpected *unexpected)
{
    const struct list *link;

    for (link = match->row.next; link != &match->row; link = link->next)
        must(!match_key_accepts(&container_of(link, struct receive_request, posted)->key,
                                &unexpected->envelope.key) ||
             envelope_is_cancelled(&unexpected->envelope));
    must(find_in_views(match, &unexpected->envelope.key) == NULL ||
         envelope_is_cancelled(&unexpected->envelope));
}

void match_check(const struct match *match)
{
    const struct unexpected *unexpected = NULL;
    int i;

    must(list_is_empty(&match->row) || match->posted_views == 0);
    for (i = 0; i < VIEWS; i++) {
        must((match->posted[i].count != 0) == ((match->posted_views >> i & 1) != 0));
        must(match->unexpected[i].count == match->unexpected[0].count);
    }
    must(match_has_unexpected(match) || match->unexpected_bytes == 0);
    if (match->unexpected[0].count + match_posted_count(match, LAWS_STEPS_MAX) > LAWS_STEPS_MAX)
        return;
    for (i = 0; i < VIEWS; i++) {
        must(count_chains(&match->posted[i], i, posted_key) == match->posted[i].count);
        must(count_chains(&match->unexpected[i], i, unexpected_key) == match->unexpected[i].count);
    }
    while (match_has_unexpected(match) &&
           (unexpected = match_next_unexpected(match, unexpected)) != NULL) {
        check_unexpected(match, unexpected);
        if (unexpected->envelope.eager_bytes == IS_RENDEZVOUS)
            rendezvous_check(unexpected->envelope.rendezvous);
    }
}
