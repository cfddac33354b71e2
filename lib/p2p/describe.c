/* SPDX-License-Identifier: MIT */
#include "p2p/describe.h"

#include "base/place.h"
#include "p2p/channel.h"
#include "p2p/held.h"
#include "p2p/inactive.h"
#include "p2p/requests.h"
#include "p2p/state.h"
#include "rank/abort.h"
#include "rank/name.h"
#include "rank/worlds/connected.h"
#include "type/wording.h"

/* Things that a report names one by one: near misses of a receive, unexpected messages of a rank,
 * messages in a buffer. */
enum { MISSES_MAX = 3, MESSAGES_DESCRIBED_MAX = 8, BUFFERED_DESCRIBED_MAX = 3 };

/* ---- words ---------------------------------------------------------------------------------- */

static void tell_rank(FILE *out, const struct comm *comm, int number)
{
    const struct rank *rank = comm_peers(comm)->members[number];

    fprintf(out, "rank %d", number);
    if (comm->context->is_common)
        fprintf(out, " (%s)", rank_name(rank).text);
    else if (rank->world_rank != number)
        fprintf(out, " (rank %d of the job)", rank->world_rank);
}

/* "rank 1", a number in the communicator's group of peers; with the number in the world if that is
 * another. Marks it as awaited. */
static void tell_peer(const struct comm *comm, int number, struct wait_report *wait_report)
{
    tell_rank(wait_report->words, comm, number);
    wait_report_await(wait_report, comm_peers(comm)->members[number]);
}

static void tell_tag(FILE *out, int tag)
{
    if (tag == MPI_ANY_TAG)
        fputs(" with any tag", out);
    else
        fprintf(out, " with tag %d", tag);
}

/* "4 MPI_INT" */
static void tell_data(FILE *out, const struct data *data)
{
    const char *name = data->type->own_name != NULL ? data->type->own_name : data->type->name;

    if (name != NULL)
        fprintf(out, "%lld %s", (long long)data->count, name);
    else
        fprintf(out, "%lld of a datatype of %lld bytes", (long long)data->count,
                (long long)data->type->size);
}

/* Where the operation was started, if not by the call that waits. */
static void tell_start(const struct request *request, struct wait_report *wait_report)
{
    if (request->site == NULL || request->site == wait_report->site)
        return;
    fputs(", started", wait_report->words);
    wait_report_tell_site(wait_report, wait_report->words, request->site);
}

/* ---- near misses ---------------------------------------------------------------------------- */

/* The property of a waiting message that is not as asked for. */
enum miss { MISS_TAG = 1, MISS_SOURCE = 2, MISS_CONTEXT = 4 };

static unsigned miss_of(const struct match_key *asked, const struct match_key *sent)
{
    unsigned miss = 0;

    if (asked->tag != MPI_ANY_TAG && asked->tag != sent->tag)
        miss |= MISS_TAG;
    if (asked->source != MPI_ANY_SOURCE && asked->source != sent->source)
        miss |= MISS_SOURCE;
    if (asked->context != sent->context)
        miss |= MISS_CONTEXT;
    return miss;
}

static const struct context *find_context(const struct world *world, uint32_t id)
{
    int number, numbers = store_numbers(world->store, OBJECT_CONTEXT);

    for (number = 0; number < numbers; number++) {
        const struct context *context = object_of_number(world->store, OBJECT_CONTEXT, number);

        if (context != NULL && context->id == id)
            return context;
    }
    return NULL;
}

/* The communicator of that message; NULL: it is not known any more. Any of the connected worlds may
 * keep one that has members of several. */
static const struct context *context_of(const struct world *world, uint32_t id)
{
    const struct context *found = find_context(world, id);
    const struct world *each;

    for (each = connected_first(); each != NULL && found == NULL; each = connected_next(each)) {
        found = find_context(each, id);
        if (found != NULL && !found->is_common)
            found = NULL;
    }
    return found;
}

/* The name of the rank that has that number in the communicator of a message to `to`. */
static struct name name_of_sender(const struct match_key *sent, const struct rank *to)
{
    const struct context *context = context_of(to->world, sent->context);
    int side;

    if (context == NULL) {
        struct name number;

        snprintf(number.text, sizeof number.text, "rank %d", sent->source);
        return number;
    }
    side = context->groups[1] != NULL && group_rank_of(context->groups[0], to) != MPI_UNDEFINED;
    return rank_name(context->groups[side]->members[sent->source]);
}

/* "rank 2 sent rank 1 a message with tag 7" */
static void tell_sent(const struct match_key *sent, const struct rank *to, FILE *out)
{
    fprintf(out, "%s sent %s a message with tag %d", name_of_sender(sent, to).text,
            rank_name(to).text, sent->tag);
}

static void tell_miss(const struct unexpected *unexpected, const struct comm *comm,
                      const struct match_key *asked, unsigned miss, struct wait_report *wait_report)
{
    const void *site = place_complete(unexpected->envelope.site);
    FILE *out = wait_report->hints;

    tell_sent(&unexpected->envelope.key, wait_report->rank, out);
    if (miss == MISS_CONTEXT)
        fputs(" on another communicator", out);
    if (site != NULL)
        wait_report_tell_site(wait_report, out, site);
    fprintf(out, "; %s waits for ", rank_name(wait_report->rank).text);
    if (miss == MISS_TAG)
        fprintf(out, "tag %d\n", asked->tag);
    else if (miss == MISS_SOURCE)
        fprintf(out, "one from %s\n", rank_name(comm_peers(comm)->members[asked->source]).text);
    else if (miss == MISS_CONTEXT)
        fprintf(out, "one on %s\n", comm_describe(comm).text);
    else
        fputs("a partitioned one\n", out);
}

/* Describes messages that differ in one thing from what the receive takes, so that one of them may
 * have been meant. A message that is not partitioned differs in that, too, from a partitioned
 * receive. Returns false if there are none. */
static bool tell_misses(const struct comm *comm, const struct match_key *key, bool is_partitioned,
                        struct wait_report *wait_report)
{
    const struct p2p *p2p = wait_report->rank->p2p;
    const struct unexpected *unexpected = NULL;
    int count = 0;

    if (!wait_report->is_frozen)
        return false;
    while ((unexpected = held_next(p2p, unexpected)) != NULL) {
        unsigned miss = miss_of(key, &unexpected->envelope.key);

        if ((is_partitioned ? miss == 0 : (miss & (miss - 1)) == 0) && count++ < MISSES_MAX)
            tell_miss(unexpected, comm, key, miss, wait_report);
    }
    return count > 0;
}

/* A partitioned send to the rank that waits, which has no partitioned receive for it: that may
 * have been meant, too. */
static void tell_lone_partitions(const struct comm *comm, const struct match_key *key,
                                 bool is_partitioned, struct wait_report *wait_report)
{
    struct rank *self = comm->self;
    const struct rank *sender;
    const struct channel_end *found;

    if (key->source == MPI_ANY_SOURCE || !wait_report->is_frozen)
        return;
    sender = comm_peers(comm)->members[key->source];
    found = channel_find_lone(
        channel_registry_of(comm->context->world),
        &(struct channel_key){
            .context = key->context, .tag = key->tag, .sender = sender, .receiver = self},
        CHANNEL_SENDER);
    if (found == NULL)
        return;
    fprintf(wait_report->hints, "%s has a partitioned send to %s with tag %d, made",
            rank_name(sender).text, rank_name(self).text, found->request->tag);
    wait_report_tell_site(wait_report, wait_report->hints, found->request->site);
    fprintf(wait_report->hints, "; %s waits for ", rank_name(self).text);
    if (is_partitioned)
        fprintf(wait_report->hints, "tag %d\n", key->tag);
    else
        fputs("a message that is not partitioned\n", wait_report->hints);
}

/* One that is as asked for, and has come to another rank. */
static const struct unexpected *find_astray(const struct match_key *key, const struct rank *rank)
{
    const struct unexpected *unexpected = held_next(rank->p2p, NULL);

    while (unexpected != NULL && miss_of(key, &unexpected->envelope.key) != 0)
        unexpected = held_next(rank->p2p, unexpected);
    return unexpected;
}

static void tell_astray(const struct match_key *key, struct wait_report *wait_report)
{
    const struct world *world = wait_report->rank->world;
    const struct unexpected *found = NULL;
    const void *site;
    int i;

    if (key->source == MPI_ANY_SOURCE || !wait_report->is_frozen)
        return;
    for (i = 0; i < world->size && found == NULL; i++)
        if (&world->ranks[i] != wait_report->rank && world->ranks[i].p2p != NULL)
            found = find_astray(key, &world->ranks[i]);
    if (found == NULL)
        return;
    site = place_complete(found->envelope.site);
    tell_sent(&found->envelope.key, &world->ranks[i - 1], wait_report->hints);
    if (site != NULL)
        wait_report_tell_site(wait_report, wait_report->hints, site);
    fprintf(wait_report->hints, ", which no rank receives; %s waits for one\n",
            rank_name(wait_report->rank).text);
}

/* ---- what open receives have taken
 * ----------------------------------------------------------- */

/* Is that what the key asks for, and did its receive leave open what the key names? */
static bool is_taken_from(const struct wildcard_match *taken, const struct match_key *key)
{
    return miss_of(key, &taken->sent) == 0 &&
           ((taken->asked.source == MPI_ANY_SOURCE && key->source != MPI_ANY_SOURCE) ||
            (taken->asked.tag == MPI_ANY_TAG && key->tag != MPI_ANY_TAG));
}

static void tell_taken(const struct wildcard_match *taken, struct wait_report *wait_report)
{
    FILE *out = wait_report->hints;

    tell_sent(&taken->sent, wait_report->rank, out);
    if (taken->sent_site != 0)
        wait_report_tell_site(wait_report, out, place_complete(taken->sent_site));
    fputs(", which a receive", out);
    if (taken->asked.source == MPI_ANY_SOURCE)
        fputs(" from any rank", out);
    if (taken->asked.tag == MPI_ANY_TAG)
        fputs(" with any tag", out);
    if (taken->asked_site != 0)
        wait_report_tell_site(wait_report, out, place_complete(taken->asked_site));
    fprintf(out, " took; %s waits for one\n", rank_name(wait_report->rank).text);
}

/* The latest; others from the same two places would say the same. */
static void tell_takers(const struct match_key *key, struct wait_report *wait_report)
{
    const struct wildcard_log *wildcard_log = &wait_report->rank->p2p->wildcard_log;
    const struct wildcard_match *described = NULL;
    uint32_t i;

    for (i = 1; i <= WILDCARD_LOG_MAX && i <= wildcard_log->count && wait_report->is_frozen; i++) {
        const struct wildcard_match *taken =
            &wildcard_log->latest[(wildcard_log->count - i) % WILDCARD_LOG_MAX];

        if (!is_taken_from(taken, key) ||
            (described != NULL && described->asked_site == taken->asked_site &&
             described->sent_site == taken->sent_site))
            continue;
        tell_taken(taken, wait_report);
        described = taken;
    }
}

/* ---- messages ------------------------------------------------------------------------------- */

static void await_all_others(const struct comm *comm, struct wait_report *wait_report)
{
    const struct group *peers = comm_peers(comm);
    int i;

    wait_report->is_open = true;
    for (i = 0; i < peers->size; i++)
        if (peers->members[i] != wait_report->rank || peers->size == 1)
            wait_report_await(wait_report, peers->members[i]);
}

void describe_arrival(const struct comm *comm, const struct match_key *key,
                      struct wait_report *wait_report)
{
    fputs("a message from ", wait_report->words);
    if (key->source == MPI_ANY_SOURCE) {
        fputs("any rank", wait_report->words);
        await_all_others(comm, wait_report);
    } else {
        tell_peer(comm, key->source, wait_report);
    }
    tell_tag(wait_report->words, key->tag);
    comm_tell(comm, wait_report);
    if (!tell_misses(comm, key, false, wait_report))
        tell_astray(key, wait_report);
    tell_takers(key, wait_report);
    inactive_tell_sends(comm, key, wait_report);
    tell_lone_partitions(comm, key, false, wait_report);
}

void describe_receive(const struct request *request, struct wait_report *wait_report)
{
    describe_arrival(request->comm, &as_receive(request)->key, wait_report);
    fputs(", up to ", wait_report->words);
    tell_data(wait_report->words, &as_receive(request)->data);
    tell_start(request, wait_report);
}

void describe_send(const struct request *request, struct wait_report *wait_report)
{
    const struct send_request *send = as_send(request);
    const struct group *peers = comm_peers(request->comm);
    int number = 0;

    if (send->rendezvous == NULL) {
        fputs("a request", wait_report->words);
        return;
    }
    while (number < peers->size - 1 && peers->members[number] != send->receiver)
        number++;
    tell_peer(request->comm, number, wait_report);
    fputs(" to receive ", wait_report->words);
    tell_data(wait_report->words, &send->rendezvous->data);
    tell_tag(wait_report->words, send->key.tag);
    comm_tell(request->comm, wait_report);
    tell_start(request, wait_report);
    inactive_tell_receives(send->receiver, &send->key, wait_report);
}

static void describe_partitioned(const struct request *request, const char *does,
                                 struct wait_report *wait_report)
{
    tell_peer(request->comm, request->source, wait_report);
    fprintf(wait_report->words, " to %s a partitioned message", does);
    tell_tag(wait_report->words, request->tag);
    comm_tell(request->comm, wait_report);
}

void describe_partitioned_send(const struct request *request, int unmarked,
                               struct wait_report *wait_report)
{
    describe_partitioned(request, "receive", wait_report);
    if (unmarked > 0)
        fprintf(wait_report->words,
                ", %d of whose partitions it has not marked as ready", unmarked);
}

void describe_partitioned_receive(const struct request *request, struct wait_report *wait_report)
{
    const struct match_key key = {request->comm->context->id, request->source, request->tag};

    describe_partitioned(request, "send", wait_report);
    tell_misses(request->comm, &key, true, wait_report);
    tell_lone_partitions(request->comm, &key, true, wait_report);
}

/* Messages of the rank that waits which lie in an attached buffer and have come to that
 * receiver. */
static void tell_buffered_at(const struct rank *receiver, int *described,
                             struct wait_report *wait_report)
{
    const struct unexpected *unexpected = NULL;
    FILE *out = wait_report->words;

    while ((unexpected = held_next(receiver->p2p, unexpected)) != NULL) {
        const struct envelope *sent = &unexpected->envelope;

        if (sent->eager_bytes != IS_RENDEZVOUS || sent->rendezvous->segment == NULL ||
            sent->rendezvous->sender != wait_report->rank)
            continue;
        wait_report_await(wait_report, receiver);
        if (++*described > BUFFERED_DESCRIBED_MAX)
            continue;
        fprintf(out, "%s %s with tag %d", *described > 1 ? ";" : ": by",
                rank_name(receiver).text, sent->key.tag);
        if (sent->site == 0)
            continue;
        fputs(", sent", out);
        wait_report_tell_site(wait_report, out, place_complete(sent->site));
    }
}

void describe_buffered(struct wait_report *wait_report)
{
    const struct world *world = wait_report->rank->world;
    int i, described = 0;

    fputs("its buffered messages to be received", wait_report->words);
    for (i = 0; wait_report->is_frozen && i < world->size; i++)
        if (world->ranks[i].p2p != NULL)
            tell_buffered_at(&world->ranks[i], &described, wait_report);
    if (described > BUFFERED_DESCRIBED_MAX)
        fprintf(wait_report->words, "; and %d more", described - BUFFERED_DESCRIBED_MAX);
}

/* ---- queues --------------------------------------------------------------------------------- */

static void tell_unexpected(const struct p2p *p2p, FILE *out)
{
    const struct unexpected *unexpected;
    long count = 0;
    int described;

    for (unexpected = held_next(p2p, NULL); unexpected != NULL;
         unexpected = held_next(p2p, unexpected))
        count++;
    if (count == 0)
        return;
    fprintf(out, "    %ld message%s without a receive", count, count == 1 ? "" : "s");
    unexpected = held_next(p2p, NULL);
    for (described = 0; unexpected != NULL && described < MESSAGES_DESCRIBED_MAX; described++) {
        fprintf(out, "%s from rank %d with tag %d", described > 0 ? "," : ":",
                unexpected->envelope.key.source, unexpected->envelope.key.tag);
        unexpected = held_next(p2p, unexpected);
    }
    fputs(unexpected != NULL ? ", ...\n" : "\n", out);
}

void describe_unexpected(const struct rank *self, const struct envelope *envelope, FILE *out)
{
    const struct comm *comm = comm_find(self->world, envelope->key.context);
    char type[TYPE_TEXT_BYTES];
    MPI_Count bytes = envelope_bytes(envelope);

    fprintf(out, "%lld byte%s", (long long)bytes, bytes == 1 ? "" : "s");
    if (bytes > 0)
        fprintf(out, " of %s", type_wording_of_signature(envelope->sig_hash, type));
    fputs(" from ", out);
    if (comm != NULL)
        tell_rank(out, comm, envelope->key.source);
    else
        fprintf(out, "rank %d", envelope->key.source);
    tell_tag(out, envelope->key.tag);
    fprintf(out, " on %s",
            comm != NULL ? comm_describe(comm).text : "a communicator that has been freed");
}

int describe_sender(const struct rank *rank, const struct match_key *key)
{
    const struct comm *comm = comm_find(rank->world, key->context);
    const struct rank *sender;

    if (comm == NULL || comm_is_inter(comm))
        return -1;
    sender = comm_peers(comm)->members[key->source];
    return sender->world == rank->world ? sender->world_rank : -1;
}

void describe_queues(struct rank *rank, FILE *out)
{
    const struct match *match;
    const struct list *link;
    long posted = 0;
    int i;

    guard_enter_remote(&rank->guard);
    if (rank->p2p != NULL && !world_is_aborted(rank->world)) {
        match = &rank->p2p->match;
        for (i = 0; i < VIEWS; i++)
            posted += match->posted[i].count;
        for (link = match->row.next; link != &match->row; link = link->next)
            posted++;
        if (posted > 0)
            fprintf(out, "    %ld receive%s without a message\n", posted, posted == 1 ? "" : "s");
        tell_unexpected(rank->p2p, out);
    }
    guard_leave_remote(&rank->guard);
}
