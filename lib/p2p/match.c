/* SPDX-License-Identifier: MIT */
#include "p2p/match.h"

#include <string.h>

#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"

enum { CHAINS_AT_FIRST = 8, ELEMENTS_PER_CHAIN = 2 };

/* A view's number tells what it leaves open. */
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

int match_init(struct match *match, _Atomic(bool) *is_flooded)
{
    int i;

    match->next_order = 0;
    match->kept_bytes = 0;
    match->is_flooded = is_flooded;
    list_init(&match->row);
    match->posted_views = 0;
    for (i = 0; i < VIEWS; i++)
        match->posted[i] = match->waiting[i] = (struct view){0};
    for (i = 0; i < VIEWS; i++)
        if (!view_init(&match->posted[i]) || !view_init(&match->waiting[i]))
            return note(MPI_ERR_NO_MEM, "no memory for a rank's matching tables");
    return MPI_SUCCESS;
}

void match_abandon(struct match *match)
{
    struct waiting *waiting = match_keeps(match) ? match_next_waiting(match, NULL) : NULL, *next;

    for (; waiting != NULL; waiting = next) {
        next = match_next_waiting(match, waiting);
        match_remove(match, waiting);
        if (waiting->envelope.inline_bytes == IN_PARCEL)
            parcel_abandon(waiting->envelope.parcel);
        memory_give(waiting);
    }
}

void match_fini(struct match *match)
{
    int i;

    match_abandon(match);
    for (i = 0; i < VIEWS; i++) {
        memory_give(match->posted[i].chains);
        memory_give(match->waiting[i].chains);
    }
}

static const struct match_key *posted_key(const struct list *link, int view)
{
    (void)view;
    return &container_of(link, struct request, receiving.posted)->receiving.key;
}

/* links[view] sits at the start of a struct waiting's array, `view` elements in. */
static struct waiting *waiting_at(const struct list *link, int view)
{
    return container_of(link - view, struct waiting, links[0]);
}

static const struct match_key *waiting_key(const struct list *link, int view)
{
    return &waiting_at(link, view)->envelope.key;
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

static void post_in_view(struct match *match, struct request *request)
{
    int view = view_of(&request->receiving.key);

    view_add(&match->posted[view], view, &request->receiving.posted, posted_key);
    match->posted_views |= 1u << view;
}

void match_post(struct match *match, struct request *request)
{
    if (match->posted_views == 0) {
        match_post_in_row(match, request);
        return;
    }
    request->receiving.order = match->next_order++;
    request->receiving.is_posted = true;
    post_in_view(match, request);
}

void match_unpost(struct match *match, struct request *request)
{
    int view;

    request->receiving.is_posted = false;
    list_remove(&request->receiving.posted);
    if (match->posted_views == 0) /* it stood in the row */
        return;
    view = view_of(&request->receiving.key);
    if (--match->posted[view].count == 0)
        match->posted_views &= ~(1u << view);
}

static void post_row_in_views(struct match *match)
{
    while (!list_is_empty(&match->row)) {
        struct list *first = match->row.next;

        list_remove(first);
        post_in_view(match, container_of(first, struct request, receiving.posted));
    }
}

static struct request *first_posted(const struct view *view, const struct match_key *key)
{
    struct list *chain = chain_of(view, key), *link;

    for (link = chain->next; link != chain; link = link->next) {
        struct request *request = container_of(link, struct request, receiving.posted);

        if (key_is(&request->receiving.key, key))
            return request;
    }
    return NULL;
}

static bool asks_for(const struct match_key *asked, const struct match_key *message)
{
    return asked->context == message->context &&
           (asked->source == message->source || asked->source == MPI_ANY_SOURCE) &&
           (asked->tag == message->tag || asked->tag == MPI_ANY_TAG);
}

static struct request *find_in_views(const struct match *match, const struct match_key *message)
{
    struct request *first = NULL;
    unsigned views = match->posted_views;

    for (; views != 0; views &= views - 1) {
        int i = __builtin_ctz(views);
        struct match_key key = seen_by(i, message);
        struct request *found = first_posted(&match->posted[i], &key);

        if (found != NULL && (first == NULL || found->receiving.order < first->receiving.order))
            first = found;
    }
    return first;
}

struct request *match_find_posted(struct match *match, const struct match_key *message)
{
    const struct list *row = &match->row;
    struct request *first = container_of(row->next, struct request, receiving.posted);

    if (!list_is_empty(row)) {
        if (likely(asks_for(&first->receiving.key, message)))
            return first;
        if (row->next == row->previous)
            return NULL; /* there is no other */
        post_row_in_views(match);
    }
    return find_in_views(match, message);
}

/* Senders hear of it late, and of its end later still: half of what was too much. */
static void count_kept(struct match *match, int64_t bytes)
{
    int64_t most = knobs.kept_kb_max * 1024;
    bool is_flooded = load_relaxed(match->is_flooded);

    match->kept_bytes += bytes;
    if (!is_flooded && match->kept_bytes > most)
        store_relaxed(match->is_flooded, true);
    else if (is_flooded && match->kept_bytes < most / 2)
        store_relaxed(match->is_flooded, false);
}

static size_t bytes_kept_with(const struct envelope *envelope)
{
    return envelope->inline_bytes == IN_PARCEL && envelope->parcel->is_copy
               ? (size_t)envelope->parcel->bytes
               : envelope_rest_bytes(envelope);
}

bool match_keep(struct match *match, const struct arrival *arrival)
{
    size_t rest_bytes = envelope_rest_bytes(&arrival->envelope);
    struct waiting *waiting = memory_take(sizeof *waiting + rest_bytes);
    int i;

    if (waiting == NULL)
        return false;
    waiting->envelope = arrival->envelope;
    memcpy(waiting->rest, arrival->rest, rest_bytes);
    waiting->bytes = sizeof *waiting + bytes_kept_with(&arrival->envelope);
    count_kept(match, (int64_t)waiting->bytes);
    for (i = 0; i < VIEWS; i++)
        view_add(&match->waiting[i], i, &waiting->links[i], waiting_key);
    return true;
}

/* The first in its view from `link` on; NULL at the end of the chain. */
static struct waiting *find_from(const struct list *chain, struct list *link, int number,
                                 const struct match_key *key)
{
    for (; link != chain; link = link->next) {
        struct waiting *waiting = waiting_at(link, number);
        struct match_key seen = seen_by(number, &waiting->envelope.key);

        if (key_is(&seen, key))
            return waiting;
    }
    return NULL;
}

static struct waiting *find_first(const struct match *match, const struct match_key *key)
{
    int number = view_of(key);
    const struct view *view = &match->waiting[number];
    struct list *chain;

    if (view->count == 0)
        return NULL;
    chain = chain_of(view, key);
    return find_from(chain, chain->next, number, key);
}

static void forget(struct match *match, struct waiting *waiting)
{
    match_remove(match, waiting);
    parcel_free(waiting->envelope.parcel);
    memory_give(waiting);
}

struct waiting *match_find(struct match *match, const struct match_key *key)
{
    struct waiting *waiting = find_first(match, key);

    while (waiting != NULL && envelope_is_called_off(&waiting->envelope)) {
        forget(match, waiting);
        waiting = find_first(match, key);
    }
    return waiting;
}

struct waiting *match_take(struct match *match, const struct match_key *key)
{
    struct waiting *waiting = find_first(match, key);

    while (waiting != NULL && !envelope_claim(&waiting->envelope)) {
        forget(match, waiting);
        waiting = find_first(match, key);
    }
    if (waiting != NULL)
        match_remove(match, waiting);
    return waiting;
}

struct waiting *match_find_sent(struct match *match, const struct match_key *key, uint32_t serial)
{
    const struct list *chain = chain_of(&match->waiting[0], key);
    struct waiting *waiting = find_first(match, key);

    while (waiting != NULL && waiting->envelope.serial != serial)
        waiting = find_from(chain, waiting->links[0].next, 0, key);
    return waiting;
}

struct waiting *match_next_waiting(const struct match *match, const struct waiting *before)
{
    const struct view *view = &match->waiting[0];
    const struct list *chain = view->chains, *link = chain;

    if (before != NULL) {
        chain = chain_of(view, &before->envelope.key);
        link = &before->links[0];
    }
    for (link = link->next; link == chain; link = chain->next)
        if (++chain == view->chains + view->chains_count)
            return NULL;
    return waiting_at(link, 0);
}

void match_remove(struct match *match, struct waiting *waiting)
{
    int i;

    count_kept(match, -(int64_t)waiting->bytes);
    for (i = 0; i < VIEWS; i++) {
        list_remove(&waiting->links[i]);
        match->waiting[i].count--;
    }
}
