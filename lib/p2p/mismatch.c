/* SPDX-License-Identifier: MIT */
#include "p2p/mismatch.h"

#include <stdio.h>

#include "base/knob.h"
#include "base/note.h"
#include "base/place.h"
#include "p2p/state.h"
#include "rank/abort.h"
#include "rank/findings.h"
#include "type/wording.h"

enum { MISMATCH_BYTES = 400 + 2 * TYPE_TEXT_BYTES };

static bool matches_all(uint32_t folded)
{
    return folded == (uint32_t)SIG_HASH_ANY || folded == (uint32_t)SIG_HASH_EMPTY;
}

/* A message that is shorter than the buffer need only be of the first types of the receive. */
static bool agrees(const struct envelope *envelope, const struct data *to)
{
    uint32_t expected = sig_hash_fold(to->type->sig_hash);
    MPI_Count sent = envelope_bytes(envelope);
    uint64_t part;

    if (envelope->sig_hash == expected || sent == 0 || matches_all(expected) ||
        matches_all(envelope->sig_hash))
        return true;
    return sent < data_bytes(to) && signature_of_part(to->type, sent, &part) &&
           sig_hash_fold(part) == envelope->sig_hash;
}

static void remember(struct receive_request *request, const struct envelope *envelope, int error)
{
    request->request.error = error;
    request->sent_bytes = envelope_bytes(envelope);
    request->sent_sig_hash = envelope->sig_hash;
    request->sent_site = envelope->site;
}

static void find_places(const struct receive_request *request, struct place_pair *found)
{
    place_describe_pair(place_complete(request->sent_site), request->request.site, found);
}

static void describe_signatures(const struct receive_request *request, char sentence[])
{
    char sent[TYPE_TEXT_BYTES], received[TYPE_TEXT_BYTES];
    struct place_pair found;

    type_wording_of_signature(request->sent_sig_hash, sent);
    find_places(request, &found);
    snprintf(sentence, MISMATCH_BYTES,
             "the message from rank %d with tag %d was sent as %s in %s and is received as %s in "
             "%s",
             request->request.source, request->request.tag, sent, found.one,
             type_wording(request->data.type, received), found.other);
}

static void report_mismatch(const struct receive_request *request)
{
    struct rank *self = request->request.owner;
    const void *sent = place_complete(request->sent_site), *received = request->request.site;
    char sentence[MISMATCH_BYTES];

    if (!finding_is_news(self, FINDING_TYPE_MISMATCH, sent, received))
        return;
    describe_signatures(request, sentence);
    finding_tell(self, FINDING_TYPE_MISMATCH, sent, received, "warning: %s", sentence);
}

void mismatch_find(struct receive_request *request, const struct envelope *envelope)
{
    const struct data *to = &request->data;

    if (envelope_bytes(envelope) > data_bytes(to)) {
        remember(request, envelope, MPI_ERR_TRUNCATE);
    } else if (knobs.mismatch != MISMATCH_PASSES && !agrees(envelope, to)) {
        if (knobs.mismatch == MISMATCH_IS_AN_ERROR) {
            remember(request, envelope, MPI_ERR_TYPE);
        } else {
            remember(request, envelope, request->request.error);
            report_mismatch(request);
        }
    }
}

void mismatch_is_early(struct receive_request *request, const struct envelope *envelope)
{
    remember(request, envelope, MPI_ERR_OTHER);
}

void mismatch_explain(const struct receive_request *request)
{
    char sentence[MISMATCH_BYTES];
    struct place_pair found;

    switch (request->request.error) {
    case MPI_ERR_TRUNCATE:
        find_places(request, &found);
        note(MPI_ERR_TRUNCATE,
             "the message from rank %d with tag %d has %lld bytes, the buffer takes %lld; sent in "
             "%s, received in %s",
             request->request.source, request->request.tag, (long long)request->sent_bytes,
             (long long)request->request.bytes, found.one, found.other);
        break;
    case MPI_ERR_TYPE:
        describe_signatures(request, sentence);
        note(MPI_ERR_TYPE, "%s", sentence);
        break;
    case MPI_ERR_OTHER:
        find_places(request, &found);
        note(MPI_ERR_OTHER,
             "rank %d sent in ready mode, with tag %d, before a receive was posted; sent in %s, "
             "received in %s",
             request->request.source, request->request.tag, found.one, found.other);
        break;
    default:
        break;
    }
}
