/* SPDX-License-Identifier: MIT */
/* Groups as results. */
#ifndef API_GROUP_H
#define API_GROUP_H

#include "api/argument/check_object.h"

/* A handle to the group, which is taken over; MPI_GROUP_EMPTY when it has no member. It refers to
 * the session (NULL: none). 0, MPI_ERR_NO_MEM. */
int group_give(struct group *group, struct session *session, MPI_Group *handle);

#endif
