/* SPDX-License-Identifier: MIT */
#include "io/overlap.h"

#include <stdint.h>

#include "base/knob.h"
#include "base/note.h"
#include "comm/round.h"
#include "io/cover.h"
#include "rank/findings.h"
#include "rank/name.h"

/* The part of a member's access in [low, high), if it has one there that can be compared. */
static struct access_part part_of_access(const struct io_access *access, MPI_Offset low,
                                         MPI_Offset high)
{
    if (access->bytes == 0 || !access->view->is_ascending)
        return (struct access_part){0};
    return access_part_in(access, low, high);
}

/* The first byte that a member writes there or behind; INT64_MAX: there is none. */
static MPI_Offset first_place(struct io_access *const *accesses, int members, MPI_Offset from)
{
    MPI_Offset first = INT64_MAX;
    int i;

    for (i = 0; i < members; i++) {
        struct access_part part = part_of_access(accesses[i], from, INT64_MAX);
        MPI_Offset place =
            part.bytes > 0 ? view_place(accesses[i]->view, part.position) : INT64_MAX;

        first = place < first ? place : first;
    }
    return first;
}

static int note_overlap(const struct io_access *lower, const struct io_access *higher,
                        MPI_Offset place)
{
    struct rank *const *members = lower->description->group->members;
    char lowers[CALL_TEXT_BYTES], highers[CALL_TEXT_BYTES];
    struct places *places = places_open();

    round_describe_call(places, lower->call.name, lower->call.site, lowers);
    round_describe_call(places, higher->call.name, higher->call.site, highers);
    places_close(places);
    return note(MPI_ERR_OTHER,
                "byte %lld of \"%s\" is written by %s, with %s, and by %s, with %s",
                (long long)place, lower->description->path,
                rank_name(members[lower->member]).text, lowers,
                rank_name(members[higher->member]).text, highers);
}

static int report_overlap(const struct io_access *lower, const struct io_access *higher,
                          MPI_Offset place)
{
    struct rank *rank = lower->description->group->members[lower->member];
    int err = note_overlap(lower, higher, place);

    if (load_relaxed(&lower->description->group->members[0]->own.io) > 1)
        return err;
    if (finding_is_news(rank, FINDING_FILE_OVERLAP, lower->call.site, higher->call.site))
        finding_tell(rank, FINDING_FILE_OVERLAP, lower->call.site, higher->call.site,
                     "warning: %s", note_text());
    return MPI_SUCCESS;
}

/* The byte is written by this member, and by one before it. */
static int tell_of(struct io_access *const *accesses, int member, MPI_Offset place)
{
    int i = 0;

    while (part_of_access(accesses[i], place, place + 1).bytes == 0)
        i++;
    return report_overlap(accesses[i], accesses[member], place);
}

static int check_window(struct io_access *const *accesses, int members, struct cover *cover,
                        MPI_Offset low)
{
    int i, err = MPI_SUCCESS;

    cover_clear(cover, BUFFER_BYTES);
    for (i = 0; i < members && err == MPI_SUCCESS; i++) {
        struct access_part part = part_of_access(accesses[i], low, low + BUFFER_BYTES);
        MPI_Offset twice = -1;

        if (part.bytes > 0)
            twice = cover_add(cover, accesses[i]->view, low, part.position, part.bytes);
        if (twice >= 0)
            err = tell_of(accesses, i, twice);
    }
    return err;
}

int overlap_check(struct io_access *const *accesses, int members)
{
    MPI_Offset low = first_place(accesses, members, 0);
    struct cover cover;
    int err = MPI_SUCCESS;

    if (!cover_open(&cover, low < INT64_MAX))
        return MPI_ERR_NO_MEM;
    while (low < INT64_MAX && err == MPI_SUCCESS) {
        low -= low % BUFFER_BYTES;
        err = check_window(accesses, members, &cover, low);
        low = first_place(accesses, members, low + BUFFER_BYTES);
    }
    cover_close(&cover);
    return err;
}
