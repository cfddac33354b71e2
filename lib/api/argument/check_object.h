/* SPDX-License-Identifier: MIT */
/* Checks of handles to groups, info objects, error handlers, keys, sessions, windows and files.
 * They return as the checks of check.h do. */
#ifndef API_CHECK_OBJECT_H
#define API_CHECK_OBJECT_H

#include "comm/comm.h"
#include "object/attribute.h"
#include "object/errhandler.h"
#include "object/file.h"
#include "object/session.h"
#include "object/window.h"

/* A group argument. `session` is the session that the group is derived from, or NULL. Both members
 * are NULL if the handle is invalid. */
struct group_argument {
    struct group *group;
    struct session *session;
};

/* Calls check_active as well. */
int check_group(MPI_Group handle, const char *name, struct group_argument *argument);

/* check_info accepts MPI_INFO_ENV, which is constant and so not writable. */
int check_info(MPI_Info handle, const char *name, struct info **info);
int check_info_writable(MPI_Info handle, struct info **info);
/* Sets *info to NULL for MPI_INFO_NULL. The argument's name is info. */
int check_hints(MPI_Info handle, struct info **info);

/* Checks a handler that objects of the kind may have. */
int check_errhandler(MPI_Errhandler handler, enum errhandler_kind kind);
/* Returns whether check_errhandler accepts it, without a note; false also where no rank is. */
bool is_errhandler(MPI_Errhandler handler, enum errhandler_kind kind);

/* Check a key that the calling rank's user has made; a predefined key is an error. check_keyval
 * refuses a freed key, check_keyval_in_use only when no attribute has it any more. */
int check_keyval(int number, enum holder_kind kind, const char *name, struct keyval **keyval);
int check_keyval_in_use(int number, enum holder_kind kind, const char *name,
                        struct keyval **keyval);
bool keyval_is_predefined(int number, enum holder_kind kind);

int check_session(MPI_Session handle, struct session **session);
int check_win(MPI_Win handle, struct window_object **win);
int check_file(MPI_File handle, struct file_object **file);

/* Checks that the user gave a function. */
int check_callback(bool is_there, const char *name);

#endif
