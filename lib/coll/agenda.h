/* SPDX-License-Identifier: MIT */
/* The collective operations of a rank that have been started and are under way, from the oldest to
 * the newest: tasks (task.h) and briefs (brief.h). Whatever the rank waits for or tests, its
 * progress moves all of them. One thread of a rank at a time goes through the agenda; another one
 * that wants to leaves word that it should go through it once more. */
#ifndef COLL_AGENDA_H
#define COLL_AGENDA_H

#include "rank/rank.h"
#include "rank/world.h"

struct item {
    struct list link;
    bool (*advance)(struct item *item); /* does what can be done now; true: its part is over */
    void (*finish)(struct item *item);  /* then, off the agenda: completes its request */
};

void agenda_add(struct rank *self, struct item *item);

/* Moves the rank's collectives along: for the world's table. */
progress_handler coll_progress;

#endif
