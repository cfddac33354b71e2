/* SPDX-License-Identifier: MIT */
/* Attributes and names of windows. */
#include <stdio.h>
#include <string.h>

#include "api/argument/check.h"
#include "api/argument/check_object.h"
#include "api/argument/handle.h"
#include "api/error/raise.h"
#include "api/generated/caching.h"
#include "api/generated/naming.h"
#include "api/window/window.h"
#include "base/memory.h"
#include "base/note.h"
#include "rank/observe/tape.h"
#include "rma/window.h"
#include "timeline/timeline.h"

struct holder window_holder(struct window_object *win)
{
    return (struct holder){
        .kind = HOLDER_WIN,
        .handle = win,
        .attributes = &win->attributes,
        .guard = &rank_self()->guard,
        .store = handle_store(),
    };
}

int api_win_set_attr(const struct call *call, MPI_Win handle, int number, void *value)
{
    struct window_object *win;
    struct keyval *keyval;
    struct holder holder;
    int err = check_win(handle, &win);

    if (err == MPI_SUCCESS)
        err = check_keyval(number, HOLDER_WIN, "win_keyval", &keyval);
    if (err == MPI_SUCCESS) {
        holder = window_holder(win);
        err = attribute_set(&holder, keyval, value);
    }
    return end_window_call(call, win, err);
}

int api_win_delete_attr(const struct call *call, MPI_Win handle, int number)
{
    struct window_object *win;
    struct keyval *keyval;
    struct holder holder;
    int err = check_win(handle, &win);

    if (err == MPI_SUCCESS)
        err = check_keyval_in_use(number, HOLDER_WIN, "win_keyval", &keyval);
    if (err == MPI_SUCCESS) {
        holder = window_holder(win);
        err = attribute_delete(&holder, keyval);
    }
    return end_window_call(call, win, err);
}

static int get(struct window_object *win, int number, void *attribute_val, int *flag)
{
    const struct holder holder = window_holder(win);
    struct keyval *keyval;
    void *value = NULL;
    int err = MPI_SUCCESS;

    if (keyval_is_predefined(number, HOLDER_WIN)) {
        *flag = win->predefined(win, number, &value);
    } else {
        err = check_keyval_in_use(number, HOLDER_WIN, "win_keyval", &keyval);
        if (err == MPI_SUCCESS)
            *flag = attribute_get(&holder, keyval, &value);
    }
    if (err == MPI_SUCCESS && *flag)
        memcpy(attribute_val, &value, sizeof value);
    return err;
}

int api_win_get_attr(const struct call *call, MPI_Win handle, int number, void *attribute_val,
                     int *flag)
{
    struct window_object *win;
    int err = check_win(handle, &win);

    if (err == MPI_SUCCESS)
        err = check_pointer(attribute_val, "attribute_val");
    if (err == MPI_SUCCESS)
        err = check_pointer(flag, "flag");
    if (err == MPI_SUCCESS)
        err = get(win, number, attribute_val, flag);
    return end_window_call(call, win, err);
}

int api_win_set_name(const struct call *call, MPI_Win handle, const char *name)
{
    char kept[MPI_MAX_OBJECT_NAME];
    struct window_object *win;
    char *copy = NULL;
    int err = check_win(handle, &win);

    if (err == MPI_SUCCESS)
        err = check_pointer(name, "win_name");
    if (err == MPI_SUCCESS) {
        snprintf(kept, sizeof kept, "%s", name);
        copy = memory_copy_text(kept);
        err = copy != NULL ? MPI_SUCCESS : note(MPI_ERR_NO_MEM, "no memory for a window's name");
    }
    if (err != MPI_SUCCESS)
        return end_window_call(call, win, err);
    memory_give(win->name);
    win->name = copy;
    err = window_tell_name(window_of(win), copy);
    if (rank_self()->tapes != NULL && rank_self()->tapes->records > 0)
        timeline_see_win(window_of(win)->common->context, copy);
    return end_window_call(call, win, err);
}

int api_win_get_name(const struct call *call, MPI_Win handle, char *name, int *resultlen)
{
    struct window_object *win = NULL;
    const char *text = "MPI_WIN_NULL"; /* MPI_WIN_NULL has a name although it is not a window */
    int err = handle == MPI_WIN_NULL ? check_active() : check_win(handle, &win);

    if (err == MPI_SUCCESS)
        err = check_pointer(name, "win_name");
    if (err == MPI_SUCCESS)
        err = check_pointer(resultlen, "resultlen");
    if (err != MPI_SUCCESS)
        return raise_win(call, win, err);
    if (win != NULL)
        text = win->name != NULL ? win->name : "";
    *resultlen = (int)strlen(text);
    memcpy(name, text, strlen(text) + 1);
    return end_window_call(call, win, MPI_SUCCESS);
}
