/* SPDX-License-Identifier: MIT */
/* Hints of files. What a program sets is kept and returned, unless the library does otherwise.
 * These change what is done:
 *
 *   file_perm                       the permissions of a new file
 *   romio_ds_read, romio_ds_write   gaps of a view are transferred with its data: "enable" always,
 *                                   "disable" never, "automatic" where that is faster; "enable"
 *                                   begins for writes with the file's next view, when no member
 *                                   writes; never for those to a file that ranks have opened
 *                                   twice (description.h)
 *   romio_cb_read, romio_cb_write   collective accesses are merged: as above
 *   collective_buffering            "false" disables both, where they are "automatic"
 *   cb_nodes                        that many members do what is merged, in blocking calls; others
 *                                   do it where a member must not wait for them */
#ifndef IO_HINTS_H
#define IO_HINTS_H

#include <stdint.h>

#include "object/info.h"

enum use { USE_AUTOMATIC, USE_ENABLED, USE_DISABLED };

/* How a member's accesses are carried out, as its hints say; [1] is for writes. */
struct tactics {
    uint8_t sieve[2]; /* enum use */
    uint8_t merge[2];
    int32_t nodes; /* at least 1 */
};

/* Makes the hints of a file that this many members open: what is in use, and what the program has
 * set. NULL, with a note: no memory. */
struct info *hints_of_file(struct store *store, const char *path, int members,
                           struct info *wanted);
/* Takes over what the program sets: 0, MPI_ERR_NO_MEM. */
int hints_change(struct info *hints, int members, struct info *wanted);

/* Returns the tactics after such a change; `wanted` may be NULL. */
struct tactics hints_tactics(struct info *hints, int members, struct info *wanted);

/* The permissions of a new file. */
int hints_permissions(struct info *wanted);

/* Keys that all must give the same value (14.2.8), and the first member that has given one. */
enum { HINTS_SAME = 13 };

struct hint_givers {
    struct info *infos[HINTS_SAME]; /* NULL: none has */
    int members[HINTS_SAME];
};

/* Adds what a member gives, NULL if nothing: 0, or MPI_ERR_NOT_SAME with a note that names the
 * members by the given numbers. */
int hints_compare(struct hint_givers *givers, struct info *given, int member, const char *path);

#endif
