/* SPDX-License-Identifier: MIT */
/* Collective access: the members' accesses are merged into one.
 *
 * The file is cut into windows of the length of a buffer, at multiples of that. A thread that takes
 * a window on gathers what all members write there, from where it lies in their memory, and writes
 * it at once; or reads the window and hands it out. Bytes that no member writes are not touched:
 * each window knows which of its bytes it has got. Where runs are long enough the system itself
 * moves them between the file and the members' memory (weave.h), without a buffer; but of several
 * threads that write, those that would have to wait for the system gather meanwhile.
 *
 * Windows, and accesses that are served for themselves, are shares: members that wait take them on,
 * and a helper thread does when no member waits. A member reads runs that are longer still by
 * itself when it comes, before it meets the others.
 *
 * Edges
 *   merge.done   the last share that is done publishes the outcome to the members. */
#ifndef IO_JOINT_H
#define IO_JOINT_H

#include "io/access.h"
#include "io/accord.h"
#include "rank/sleep/wait_report.h"

struct merge;

/* One member's collective access. It stays where it is until joint_end. */
struct joint {
    struct io_access access;
    struct showing showing;
    struct accord *accord;
    MPI_Count etypes; /* that the access is long */
    uint64_t awake_until_ns; /* while it waits */
};

/* Comes to the accord. Of a blocking access waits for the outcome; of one with a request the
 * request is completed, when all have come and have been served. The file's rank calls it. 0, or
 * MPI_ERR_NO_MEM: then there is no accord. */
int joint_begin(struct joint *joint, int member, uint64_t number);
void joint_finish(struct rank *self, struct joint *joint);

/* For a member whose arguments are wrong: the decision of such an accord. */
accord_decision joint_decide;

/* Works at it for a member that waits; true when all is done. */
bool joint_help(struct joint *joint);

/* Its error, with a note. */
int joint_note(const struct joint *joint);
void joint_end(struct joint *joint);

void joint_describe(const struct joint *joint, struct wait_report *wait_report);

#endif
