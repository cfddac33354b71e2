/* SPDX-License-Identifier: MIT */
/* Checks of handles to what is neither data nor communication: groups, info objects, error
 * handlers, keys, sessions, windows, files. As those of check.h. */
#ifndef API_CHECK_OBJECT_H
#define API_CHECK_OBJECT_H

#include "comm/comm.h"
#include "object/attribute.h"
#include "object/errhandler.h"
#include "object/file.h"
#include "object/session.h"
#include "object/window.h"

/* A group as an argument; *session is what it is derived from, NULL: no session. Both are NULL when
 * the handle is none. */
struct group_argument {
    struct group *group;
    struct session *session;
};

/* Also checks check_active. */
int check_group(MPI_Group handle, const char *name, struct group_argument *argument);

/* MPI_INFO_ENV is one as good as others, but constant. */
int check_info(MPI_Info handle, const char *name, struct info **info);
int check_info_writable(MPI_Info handle, struct info **info);
/* MPI_INFO_NULL gives NULL. The argument is called info. */
int check_hints(MPI_Info handle, struct info **info);

/* A handler that objects of the kind can have. */
int check_errhandler(MPI_Errhandler handler, enum errhandler_kind kind);

/* A user's key of the calling rank; one that is predefined is an error. */
int check_keyval(int number, enum holder_kind kind, const char *name, struct keyval **keyval);
bool keyval_is_predefined(int number, enum holder_kind kind);

int check_session(MPI_Session handle, struct session **session);
int check_win(MPI_Win handle, struct window_object **win);

/* A function of the user's. */
int check_callback(bool is_there, const char *name);

#endif
