/* SPDX-License-Identifier: MIT */
#include "rma/access.h"

#include "base/call.h"
#include "base/knob.h"
#include "base/note.h"
#include "base/place.h"
#include "rank/findings.h"
#include "rma/pending.h"
#include "type/signature.h"
#include "type/wording.h"

static bool types_match(const struct data *from, const struct data *to)
{
    MPI_Count bytes = data_bytes(from);
    uint64_t part;

    if (sig_hash_matches(from->type->sig_hash, to->type->sig_hash))
        return true;
    return bytes < data_bytes(to) && signature_of_part(to->type, bytes, &part) &&
           sig_hash_matches(from->type->sig_hash, part);
}

static int tell_types(const struct call *call, const struct window *window, const struct data *from,
                      const struct data *to)
{
    char sent[TYPE_TEXT_BYTES], received[TYPE_TEXT_BYTES], place[PLACE_TEXT_BYTES];
    struct rank *self = window->self;
    struct places *places;

    type_wording(from->type, sent);
    type_wording(to->type, received);
    if (knobs.mismatch == MISMATCH_IS_AN_ERROR)
        return note(MPI_ERR_TYPE, "data of %s go to data of %s", sent, received);
    if (!finding_is_news(self, FINDING_TYPE_MISMATCH, call->site, NULL))
        return MPI_SUCCESS;
    places = places_open();
    finding_tell(self, FINDING_TYPE_MISMATCH, call->site, NULL,
                 "warning: %s: data of %s go to data of %s on %s, called in %s", call->name, sent,
                 received, window_describe(window).text,
                 place_describe(places, call->site, place));
    places_close(places);
    return MPI_SUCCESS;
}

int access_check_fit(const struct call *call, const struct window *window, const struct data *from,
                     const struct data *to)
{
    if (unlikely(data_bytes(from) > data_bytes(to)))
        return note(MPI_ERR_TRUNCATE, "%lld bytes of data go to data of %lld bytes",
                    (long long)data_bytes(from), (long long)data_bytes(to));
    if (likely(from->type == to->type || data_bytes(from) == 0 ||
               knobs.mismatch == MISMATCH_PASSES || types_match(from, to)))
        return MPI_SUCCESS;
    return tell_types(call, window, from, to);
}

/* Reports to ThreadSanitizer the accesses of a copy, which it does not see. */
static void show_copy_to_tsan(const struct access *access, MPI_Count bytes, bool is_put)
{
    const enum access_kind kind = is_put ? ACCESS_WRITES : ACCESS_READS;

    tsan_enter(access->call->site);
    pending_tell_access(access, &access->origin, bytes, is_put ? ACCESS_READS : ACCESS_WRITES);
    pending_tell_access(access, &access->target, bytes, kind);
    tsan_leave();
    pending_keep(access, bytes, kind);
}

void access_put(const struct access *access)
{
    MPI_Count bytes = data_copy(&access->origin, &access->target);

    if (tsan_is_there())
        show_copy_to_tsan(access, bytes, true);
}

void access_get(const struct access *access)
{
    MPI_Count bytes = data_copy(&access->target, &access->origin);

    if (tsan_is_there())
        show_copy_to_tsan(access, bytes, false);
}
