/* SPDX-License-Identifier: MIT */
#include "p2p/inactive.h"

#include "base/place.h"
#include "p2p/receive.h"
#include "p2p/requests.h"
#include "p2p/send.h"
#include "rank/name.h"
#include "rank/world.h"

/* How many hints a wait gets. */
enum { INACTIVE_DESCRIBED_MAX = 3 };

/* Is that an inactive request that would have met the key, of the rank that waits? */
typedef bool inactive_fits(const struct request *request, const struct match_key *key,
                           const struct rank *waiting);

static bool is_send_to(const struct request *request, const struct match_key *key,
                       const struct rank *waiting)
{
    const struct send *send = send_prepared(request);

    return send->dest != MPI_PROC_NULL && send->comm->context->id == key->context &&
           send_receiver(send) == waiting && (key->tag == MPI_ANY_TAG || key->tag == send->tag);
}

static bool is_receive_from(const struct request *request, const struct match_key *key,
                            const struct rank *waiting)
{
    const struct receive *receive = receive_prepared(request);

    return receive->source != MPI_PROC_NULL && receive->comm->context->id == key->context &&
           (receive->tag == MPI_ANY_TAG || receive->tag == key->tag) &&
           (receive->source == MPI_ANY_SOURCE ||
            comm_peers(receive->comm)->members[receive->source] == waiting);
}

/* The first of them that `owner` has; NULL: there is none. */
static const struct request *find_inactive(const struct rank *owner,
                                           const struct request_class *class, inactive_fits *fits,
                                           const struct match_key *key, const struct rank *waiting)
{
    const struct store *store = owner->world->store;
    int number, numbers = store_numbers(store, OBJECT_REQUEST);

    for (number = 0; number < numbers; number++) {
        const struct request *request =
            object_of_rank(store, OBJECT_REQUEST, number, owner->world_rank);

        if (request != NULL && request->class == class && request->is_inactive &&
            fits(request, key, waiting))
            return request;
    }
    return NULL;
}

static void report_inactive(const struct request *found, const char *what, int peer, int tag,
                            struct wait_report *wait_report)
{
    const void *site = place_complete(load_relaxed(&found->object.site));
    const struct name waiting = rank_name(wait_report->rank);
    FILE *out = wait_report->hints;

    fprintf(out, "%s has a persistent %s ", rank_name(found->owner).text, what);
    if (peer == MPI_ANY_SOURCE)
        fputs("any rank", out);
    else
        fputs(waiting.text, out);
    if (tag == MPI_ANY_TAG)
        fputs(" with any tag", out);
    else
        fprintf(out, " with tag %d", tag);
    if (site != NULL) {
        fputs(", made", out);
        wait_report_tell_site(wait_report, out, site);
    }
    fprintf(out, ", which is not started; %s waits for it\n", waiting.text);
}

void inactive_tell_sends(const struct comm *comm, const struct match_key *key,
                         struct wait_report *wait_report)
{
    const struct group *peers = comm_peers(comm);
    int i, count = 0;

    for (i = 0; i < peers->size && count < INACTIVE_DESCRIBED_MAX && wait_report->is_frozen; i++) {
        const struct request *found =
            key->source == MPI_ANY_SOURCE || key->source == i
                ? find_inactive(peers->members[i], &send_class, is_send_to, key, wait_report->rank)
                : NULL;

        if (found == NULL)
            continue;
        report_inactive(found, "send to", i, send_prepared(found)->tag, wait_report);
        count++;
    }
}

void inactive_tell_receives(const struct rank *receiver, const struct match_key *key,
                            struct wait_report *wait_report)
{
    const struct request *found =
        wait_report->is_frozen
            ? find_inactive(receiver, &receive_class, is_receive_from, key, wait_report->rank)
            : NULL;

    if (found != NULL)
        report_inactive(found, "receive from", receive_prepared(found)->source,
                        receive_prepared(found)->tag, wait_report);
}
