/* SPDX-License-Identifier: MIT */
/* The tasks of a team that is explored. They wait here, not in OpenMP's library, until a member
 * takes one: where it waits for tasks, and where all members meet. That is an event, in which the
 * member and the task are chosen. To create a task is an event as well, because it adds to what can
 * be chosen. A task runs as one that OpenMP's library does not defer, so that functions that ask
 * OpenMP about the task have the right answer.
 *
 * A task stays in the list until it has ended. It is ready when no earlier one of the same parent
 * has to come before it.
 *
 * When the turns have ended, members take what is left here in no order that is chosen, and new
 * tasks are OpenMP's. */
#ifndef OPENMP_QUEUE_H
#define OPENMP_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/list.h"
#include "openmp/team.h"

typedef void openmp_copier(void *to, void *from);

void GOMP_task(openmp_body *run, void *data, openmp_copier *copy, long bytes, long align,
               bool is_deferred, unsigned flags, void **depend, int priority, void *event);

/* The end for which a member waits, and the tasks that it may run meanwhile. */
struct awaited {
    bool (*is_over)(const struct awaited *awaited);
    bool (*admits)(const struct awaited *awaited, const struct team_task *task); /* NULL: all */
    struct team *team;
    const struct team_task *task;
    const struct taskgroup *group;
    long meeting;
    uintptr_t site;
    const char *words;
};

/* Adds a task of the call's arguments to the team's, as a child of the calling thread's. NULL: no
 * memory. */
struct team_task *queue_add(struct team *team, const struct team_task *given, openmp_copier *copy,
                       void **depend);

/* The caller runs the task, which is ready. */
void queue_run(struct team_task *task);

/* Waits, and runs tasks. False: the turns have ended before. */
bool queue_work(const struct awaited *awaited);

/* Runs what is ready, without turns. True: what is awaited is over. */
bool queue_work_freely(const struct awaited *awaited);

/* Must an earlier task of the same parent come before it? */
bool queue_has_to_wait(const struct team *team, const struct team_task *task);

#endif
