/* SPDX-License-Identifier: MIT */
#include "check/pending.h"

#include <stdio.h>

#include "base/finding.h"
#include "base/place.h"
#include "check/named.h"

enum { VARIABLE_BYTES = LOCAL_NAME_BYTES + 20 };

static struct named_buffer name_pending(const struct pending_buffer *pending,
                                        struct local_variable *local)
{
    const bool is_local = pending->count == 1 &&
                          local_variable_find(&pending->call, pending->name,
                                              pending->blocks[0].buf, local);

    return (struct named_buffer){pending->span.low, is_local ? local : NULL};
}

int pending_tell_change(const struct call *call, const struct pending_buffer *pending)
{
    struct local_variable local;
    const struct named_buffer named = name_pending(pending, &local);
    struct place_pair places;
    char sentence[BUFFER_SENTENCE_BYTES], found[CHANGE_TEXT_BYTES], name[NAMED_BYTES];
    const char *change = pending->change;

    if (change == NULL)
        change = snapshot_describe(&pending->snapshot, pending->blocks, pending->count, found);
    place_describe_pair(call->site, pending->call.site, &places);
    snprintf(sentence, sizeof sentence,
             "%s of %s in %s%s must not change before the operation is complete: %s, in %s",
             pending->name, pending->call.name, places.other, named_describe(&named, name),
             change[0] != '\0' ? change : "it has changed", places.one);
    return buffers_tell(call, FINDING_BUFFER_CHANGED, &pending->call, sentence);
}

int pending_tell_end(const struct call *call, const struct pending_buffer *pending)
{
    struct local_variable local;
    const struct named_buffer named = name_pending(pending, &local);
    struct place_pair places;
    char sentence[BUFFER_SENTENCE_BYTES], variable[VARIABLE_BYTES] = "a variable";

    if (named.local != NULL)
        snprintf(variable, sizeof variable, "the variable `%s`", named.local->name);
    place_describe_pair(call->site, pending->call.site, &places);
    snprintf(sentence, sizeof sentence,
             "%s of %s in %s was %s of a function that has returned since, and the "
             "operation is complete only here, in %s: what lies there now is not the buffer",
             pending->name, pending->call.name, places.other, variable, places.one);
    return buffers_tell(call, FINDING_BUFFER_SCOPE, &pending->call, sentence);
}
