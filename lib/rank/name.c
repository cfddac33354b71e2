/* SPDX-License-Identifier: MIT */
#include "rank/name.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "image/guest/guest.h"
#include "image/image.h"
#include "rank/world.h"
#include "rank/worlds/connected.h"

/* ---- parts of names -------------------------------------------------------------------------- */

/* The file name of the rank's program; NULL: all ranks run the same one. */
static const char *program_of(const struct rank *rank)
{
    const struct guest *guest = image_guest(rank->slot);

    if (guest != NULL)
        return strrchr(guest->path, '/') + 1;
    return guest_first() != NULL && connected_is_tied(rank->world) ? program_invocation_short_name
                                                                   : NULL;
}

/* "", " of job 1", " (ocean)" or " of job 1 (ocean)" */
static struct name suffix_of(const struct rank *rank, bool has_job)
{
    const char *program = program_of(rank);
    struct name name = {""};
    int length = 0;

    if (has_job)
        length = snprintf(name.text, sizeof name.text, " of job %d", rank->world->number);
    if (program != NULL)
        snprintf(name.text + length, sizeof name.text - (size_t)length, " (%.30s)", program);
    return name;
}

/* The end of the ranks from `first` on that run one program. */
static int end_of_program(const struct world *world, int first)
{
    const char *program = program_of(&world->ranks[first]);
    int end = first;

    while (end < world->size && program_of(&world->ranks[end]) == program)
        end++;
    return end;
}

/* ---- names ----------------------------------------------------------------------------------- */

struct name rank_name(const struct rank *rank)
{
    struct name name;

    snprintf(name.text, sizeof name.text, "rank %d%.50s", rank->world_rank,
             suffix_of(rank, connected_is_tied(rank->world)).text);
    return name;
}

struct name world_suffix(const struct world *world)
{
    struct name name = {""};

    if (connected_is_tied(world) && end_of_program(world, 0) == world->size)
        name = suffix_of(&world->ranks[0], true);
    else if (connected_is_tied(world))
        snprintf(name.text, sizeof name.text, " of job %d", world->number);
    return name;
}

/* ---- lists ----------------------------------------------------------------------------------- */

/* Writes three or more marked ranks in a row by their ends, and two one by one. Returns the end
 * of what is written at once. */
static int end_of(const bool *marked, int count, int first)
{
    int end = first;

    while (end < count && marked[end])
        end++;
    return end - first == 2 ? end - 1 : end;
}

static int next_marked(const bool *marked, int count, int from)
{
    while (from < count && !marked[from])
        from++;
    return from;
}

/* Lists the marked ranks from `first` on, of which there is at least one. */
static void list_ranks(FILE *out, const bool *marked, int first, int count)
{
    int end, next;
    const char *before = "";

    first = next_marked(marked, count, first);
    fputs(next_marked(marked, count, first + 1) == count ? "rank " : "ranks ", out);
    for (; first < count; first = next) {
        end = end_of(marked, count, first);
        next = next_marked(marked, count, end);
        fprintf(out, end - first > 2 ? "%s%d..%d" : "%s%d", before, first, end - 1);
        before =
            next_marked(marked, count, end_of(marked, count, next)) == count ? " and " : ", ";
    }
}

void name_ranks(FILE *out, const struct world *world, const bool *marked, bool are_several)
{
    bool has_job = are_several || connected_is_tied(world);
    int first = next_marked(marked, world->size, 0), end;

    while (first < world->size) {
        end = end_of_program(world, first);
        list_ranks(out, marked, first, end);
        fputs(suffix_of(&world->ranks[first], has_job).text, out);
        first = next_marked(marked, world->size, end);
        if (first < world->size)
            fputs(" and ", out);
    }
}
