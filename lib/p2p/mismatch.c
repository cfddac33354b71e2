/* SPDX-License-Identifier: MIT */
#include "p2p/mismatch.h"

#include <stdio.h>

#include "base/knob.h"
#include "base/note.h"
#include "base/place.h"
#include "p2p/p2p.h"
#include "rank/abort.h"

enum { SENTENCE_BYTES = 400 };

/* The first and last handle that a predefined type may have. */
enum { FIRST_TYPE = 0x200, LAST_TYPE = 0x2ff };

static const char *type_of_sig_hash(uint32_t folded)
{
    uintptr_t handle;

    for (handle = FIRST_TYPE; handle <= LAST_TYPE; handle++) {
        const struct type *type = type_predefined((MPI_Datatype)handle);

        if (type != NULL && sig_hash_fold(type->sig_hash) == folded)
            return type->name;
    }
    return "a derived type";
}

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

static void remember(struct request *request, const struct envelope *envelope, int error)
{
    request->error = error;
    request->sent_bytes = envelope_bytes(envelope);
    request->sent_sig_hash = envelope->sig_hash;
    request->sent_site = envelope->site;
}

static void find_places(const struct request *request, struct told_places *found)
{
    told_find_places(place_complete(request->sent_site), request->site, found);
}

static void describe_signatures(const struct request *request, char sentence[])
{
    const struct type *type = request->receiving.data.type;
    struct told_places found;

    find_places(request, &found);
    snprintf(sentence, SENTENCE_BYTES,
             "the message from rank %d with tag %d was sent as %s in %s and is received as %s in "
             "%s",
             request->source, request->tag, type_of_sig_hash(request->sent_sig_hash), found.one,
             type_of_sig_hash(sig_hash_fold(type->sig_hash)), found.other);
}

static void tell(const struct request *request)
{
    const struct rank *self = request->owner;
    char sentence[SENTENCE_BYTES];

    if (!told_is_news(&self->p2p->told, request->sent_site, (uint32_t)(uintptr_t)request->site))
        return;
    describe_signatures(request, sentence);
    fprintf(stderr, "rank %d: warning: %s\n", self->world_rank, sentence);
}

void mismatch_find(struct request *request, const struct envelope *envelope)
{
    const struct data *to = &request->receiving.data;

    if (envelope_bytes(envelope) > data_bytes(to)) {
        remember(request, envelope, MPI_ERR_TRUNCATE);
    } else if (knobs.mismatch != MISMATCH_PASSES && !agrees(envelope, to)) {
        if (knobs.mismatch == MISMATCH_IS_AN_ERROR) {
            remember(request, envelope, MPI_ERR_TYPE);
        } else {
            remember(request, envelope, request->error);
            tell(request);
        }
    }
}

void mismatch_is_early(struct request *request, const struct envelope *envelope)
{
    remember(request, envelope, MPI_ERR_OTHER);
}

int mismatch_explain(const struct request *request)
{
    char sentence[SENTENCE_BYTES];
    struct told_places found;

    switch (request->error) {
    case MPI_ERR_TRUNCATE:
        find_places(request, &found);
        return note(MPI_ERR_TRUNCATE,
                    "the message from rank %d with tag %d has %lld bytes, the buffer takes %lld; "
                    "sent in %s, received in %s",
                    request->source, request->tag, (long long)request->sent_bytes,
                    (long long)request->bytes, found.one, found.other);
    case MPI_ERR_TYPE:
        describe_signatures(request, sentence);
        return note(MPI_ERR_TYPE, "%s", sentence);
    case MPI_ERR_OTHER:
        find_places(request, &found);
        return note(MPI_ERR_OTHER,
                    "rank %d sent in ready mode, with tag %d, before a receive was posted; sent in "
                    "%s, received in %s",
                    request->source, request->tag, found.one, found.other);
    default:
        return request->error;
    }
}

const char *mismatch_name(int error)
{
    switch (error) {
    case MPI_ERR_TRUNCATE:
        return "MPI_ERR_TRUNCATE";
    case MPI_ERR_TYPE:
        return "MPI_ERR_TYPE";
    case MPI_ERR_OTHER:
        return "MPI_ERR_OTHER";
    default:
        return "an error of another class";
    }
}
