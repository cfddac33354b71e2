/* SPDX-License-Identifier: MIT */
#include "check/pending.h"

#include <stdio.h>

#include "base/finding.h"
#include "base/place.h"
#include "check/named.h"

enum { SENTENCE_BYTES = 1000 };

int pending_tell_change(const struct call *call, const struct pending_buffer *pending)
{
    struct place_pair places;
    char sentence[SENTENCE_BYTES], found[CHANGE_TEXT_BYTES], name[NAMED_BYTES];
    const char *change = pending->change;

    if (change == NULL)
        change = snapshot_describe(&pending->snapshot, pending->blocks, pending->count, found);
    place_describe_pair(call->site, pending->call.site, &places);
    snprintf(sentence, sizeof sentence,
             "%s of %s in %s%s must not change before the operation is complete: %s, in %s",
             pending->name, pending->call.name, places.other,
             named_describe(pending->span.low, name),
             change[0] != '\0' ? change : "it has changed", places.one);
    return buffers_tell(call, FINDING_BUFFER_CHANGED, &pending->call, sentence);
}

int pending_tell_end(const struct call *call, const struct pending_buffer *pending)
{
    struct place_pair places;
    char sentence[SENTENCE_BYTES];

    place_describe_pair(call->site, pending->call.site, &places);
    snprintf(sentence, sizeof sentence,
             "%s of %s in %s was a variable of a function that has returned since, and the "
             "operation is complete only here, in %s: what lies there now is not the buffer",
             pending->name, pending->call.name, places.other, places.one);
    return buffers_tell(call, FINDING_BUFFER_SCOPE, &pending->call, sentence);
}
