/* SPDX-License-Identifier: MIT */
#include "object/session.h"

#include "base/container.h"

#include "object/errhandler.h"

static_assert(sizeof(struct session) <= OBJECT_OTHER_BYTES, "a session fits its slot");

void session_drop(struct session *session)
{
    if (session == NULL || !object_drop(&session->object))
        return;
    errhandler_drop(session->store, session->errhandler);
    info_free(session->store, session->info);
    object_destroy(session->store, &session->object);
}
