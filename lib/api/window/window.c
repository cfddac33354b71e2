/* SPDX-License-Identifier: MIT */
/* The life of windows: making, freeing, memory, hints. */
#include "api/window/window.h"

#include <string.h>

#include "api/argument/check.h"
#include "api/argument/check_object.h"
#include "api/argument/handle.h"
#include "api/communicator/group.h"
#include "api/error/raise.h"
#include "api/generated/one-sided.h"
#include "api/window/check_window.h"
#include "base/memory.h"
#include "base/note.h"
#include "coll/args.h"
#include "rank/findings.h"
#include "rank/observe/event.h"
#include "rma/epoch.h"
#include "rma/freed.h"
#include "rma/race.h"
#include "rma/region.h"
#include "rma/touch.h"

/* ---- making ---------------------------------------------------------------------------------- */

static int check_size(MPI_Aint size)
{
    return size >= 0 ? MPI_SUCCESS
                     : note(MPI_ERR_SIZE, "size %lld is negative", (long long)size);
}

static int check_unit(MPI_Aint unit)
{
    return unit > 0 ? MPI_SUCCESS
                    : note(MPI_ERR_DISP, "disp_unit %lld is not positive", (long long)unit);
}

/* Checks the arguments that all flavors have in common. The hints become part of the wish. */
static int begin_window(MPI_Comm handle, MPI_Info hints, MPI_Win *win, struct window_wish *wish,
                        struct comm **comm, struct info **info)
{
    int err = check_comm(handle, "comm", comm);

    if (err == MPI_SUCCESS)
        err = check_intra(*comm, "comm");
    if (err == MPI_SUCCESS)
        err = check_size(wish->size);
    if (err == MPI_SUCCESS)
        err = check_unit(wish->disp_unit);
    if (err == MPI_SUCCESS)
        err = check_hints(hints, info);
    if (err == MPI_SUCCESS)
        err = check_pointer(win, "win");
    if (err == MPI_SUCCESS)
        window_hints_read(*info, wish);
    return err;
}

/* Makes the window with the others. Its hints are this member's own. */
static int make_window(struct comm *comm, const struct window_wish *wish, struct info *info,
                       struct window **window)
{
    int err = window_create(comm, wish, window);

    if (err == MPI_SUCCESS)
        err = window_hints_set(*window, info);
    if (err == MPI_SUCCESS)
        observe(comm->self, .way = WAY_WINDOW_MADE, .context = window_number(*window),
                .number = wish->flavor, .bytes = wish->size);
    return err;
}

static MPI_Win handle_of(struct window *window)
{
    return (MPI_Win)(void *)window;
}

int api_win_create(const struct call *call, void *base, MPI_Aint size, MPI_Aint disp_unit,
                   MPI_Info hints, MPI_Comm handle, MPI_Win *win)
{
    struct window_wish wish = {.flavor = MPI_WIN_FLAVOR_CREATE, .base = base, .size = size,
                               .disp_unit = disp_unit, .name = call->name};
    struct window *window;
    struct comm *comm;
    struct info *info;
    int err = begin_window(handle, hints, win, &wish, &comm, &info);

    if (err == MPI_SUCCESS && base == NULL && size > 0)
        err = note(MPI_ERR_BASE, "base is NULL, and size is %lld", (long long)size);
    if (err == MPI_SUCCESS)
        err = make_window(comm, &wish, info, &window);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    if (window_is_watched(window))
        freed_watch(window, base, (size_t)size);
    *win = handle_of(window);
    return end_window_call(call, &window->object, MPI_SUCCESS);
}

static int allocate(const struct call *call, struct window_wish *wish, MPI_Info hints,
                    MPI_Comm handle, void *baseptr, MPI_Win *win)
{
    struct window *window;
    struct comm *comm;
    struct info *info;
    int err = begin_window(handle, hints, win, wish, &comm, &info);

    if (err == MPI_SUCCESS)
        err = check_pointer(baseptr, "baseptr");
    if (err == MPI_SUCCESS)
        err = make_window(comm, wish, info, &window);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    memcpy(baseptr, &window_own_part(window)->base, sizeof(char *));
    *win = handle_of(window);
    return end_window_call(call, &window->object, MPI_SUCCESS);
}

int api_win_allocate(const struct call *call, MPI_Aint size, MPI_Aint disp_unit, MPI_Info hints,
                     MPI_Comm handle, void *baseptr, MPI_Win *win)
{
    struct window_wish wish = {.flavor = MPI_WIN_FLAVOR_ALLOCATE, .size = size,
                               .disp_unit = disp_unit, .name = call->name};

    return allocate(call, &wish, hints, handle, baseptr, win);
}

int api_win_allocate_shared(const struct call *call, MPI_Aint size, MPI_Aint disp_unit,
                            MPI_Info hints, MPI_Comm handle, void *baseptr, MPI_Win *win)
{
    struct window_wish wish = {.flavor = MPI_WIN_FLAVOR_SHARED, .size = size,
                               .disp_unit = disp_unit, .name = call->name};

    return allocate(call, &wish, hints, handle, baseptr, win);
}

int api_win_create_dynamic(const struct call *call, MPI_Info hints, MPI_Comm handle, MPI_Win *win)
{
    struct window_wish wish = {
        .flavor = MPI_WIN_FLAVOR_DYNAMIC, .disp_unit = 1, .name = call->name};
    struct window *window;
    struct comm *comm;
    struct info *info;
    int err = begin_window(handle, hints, win, &wish, &comm, &info);

    if (err == MPI_SUCCESS)
        err = make_window(comm, &wish, info, &window);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    *win = handle_of(window);
    return end_window_call(call, &window->object, MPI_SUCCESS);
}

/* ---- freeing --------------------------------------------------------------------------------- */

static int delete_attributes(struct window *window)
{
    const struct holder holder = window_holder(&window->object);

    return attributes_delete(&holder);
}

int window_meet(const struct call *call, struct window *window, enum coll_kind kind)
{
    struct coll_args args = {.kind = kind, .call = call, .is_plain = kind == COLL_WIN_FENCE};
    int err = MPI_SUCCESS;

    if (window->common->size == 1)
        return err;
    err = window_comm(window, &args.comm);
    return err == MPI_SUCCESS ? coll_barrier(&args, NULL) : err;
}

static void show_freed(const struct window *window)
{
    const uint32_t number = window_number(window);

    if (window_access(window) == ACCESS_FENCE)
        observe(window->self, .way = WAY_OVER_FENCE, .context = number, .number = -1);
    observe(window->self, .way = WAY_WINDOW_FREED, .context = number,
            .number = window->common->flavor, .bytes = window_own_part(window)->size);
}

int api_win_free(const struct call *call, MPI_Win *win)
{
    struct window_object *object = NULL;
    int err = check_pointer(win, "win");

    if (err == MPI_SUCCESS)
        err = check_win(*win, &object);
    if (err == MPI_SUCCESS)
        err = epoch_check_over(window_of(object), "the window cannot be freed in an epoch");
    if (err == MPI_SUCCESS)
        err = delete_attributes(window_of(object));
    if (err == MPI_SUCCESS)
        err = window_meet(call, window_of(object), COLL_WIN_FREE);
    if (err != MPI_SUCCESS)
        return raise_win(call, object, err);
    show_freed(window_of(object));
    window_free(window_of(object));
    *win = MPI_WIN_NULL;
    return MPI_SUCCESS;
}

void window_tell_open_epochs(const struct rank *self)
{
    const struct store *store = self->world->store;
    int number, numbers = store_numbers(store, OBJECT_WIN);
    char text[EPOCH_TEXT_BYTES];

    for (number = 0; number < numbers && self->world->options.finds_leaks > 0; number++) {
        struct window_object *object = object_of_number(store, OBJECT_WIN, number);

        if (object != NULL && epoch_is_open(window_of(object)))
            finding_tell(self, FINDING_WINDOW_OPEN,
                         place_complete(load_relaxed(&object->object.site)), NULL,
                         "MPI_Finalize: %s has not been synchronized: %s",
                         window_name(window_of(object)), epoch_find(window_of(object), text));
    }
}

/* ---- memory ---------------------------------------------------------------------------------- */

static int check_dynamic(const struct window *window)
{
    if (window->common->flavor == MPI_WIN_FLAVOR_DYNAMIC)
        return MPI_SUCCESS;
    return note(MPI_ERR_RMA_FLAVOR, "win is not from MPI_Win_create_dynamic");
}

static void watch_attached(struct window *window, const void *base, size_t bytes)
{
    touch_change(window, base, (uintptr_t)base + bytes);
    freed_watch(window, base, bytes);
}

int api_win_attach(const struct call *call, MPI_Win win, void *base, MPI_Aint size)
{
    struct window_object *object;
    int err = check_win(win, &object);

    if (err == MPI_SUCCESS)
        err = check_dynamic(window_of(object));
    if (err == MPI_SUCCESS)
        err = check_size(size);
    if (err == MPI_SUCCESS && base == NULL && size > 0)
        err = note(MPI_ERR_BASE, "base is NULL, and size is %lld", (long long)size);
    if (err == MPI_SUCCESS) {
        guard_enter(&rank_self()->guard);
        err = region_attach(window_own_part(window_of(object)), base, size);
        guard_leave(&rank_self()->guard);
    }
    if (err == MPI_SUCCESS && window_is_watched(window_of(object)))
        watch_attached(window_of(object), base, (size_t)size);
    return end_window_call(call, object, err);
}

int api_win_detach(const struct call *call, MPI_Win win, const void *base)
{
    struct window_object *object;
    uintptr_t end;
    int err = check_win(win, &object);

    if (err == MPI_SUCCESS)
        err = check_dynamic(window_of(object));
    if (err == MPI_SUCCESS) {
        guard_enter(&rank_self()->guard);
        end = region_end(window_own_part(window_of(object)), base);
        err = region_detach(window_own_part(window_of(object)), base);
        guard_leave(&rank_self()->guard);
    }
    if (err == MPI_SUCCESS && window_is_watched(window_of(object))) {
        touch_change(window_of(object), base, end);
        freed_forget(window_of(object), base);
    }
    return end_window_call(call, object, err);
}

/* The first member that has memory; NULL: none has. */
static const struct window_part *first_part(const struct window *window)
{
    int i;

    for (i = 0; i < window->common->size; i++)
        if (window->common->parts[i].size > 0)
            return &window->common->parts[i];
    return NULL;
}

static int query(const struct window *window, int rank, MPI_Aint *size, struct int_slot disp_unit,
                 void *baseptr)
{
    static const struct window_part nothing = {.disp_unit = 1};
    const char *base;
    const struct window_part *part = rank == MPI_PROC_NULL ? first_part(window)
                                                           : &window->common->parts[rank];

    if (window->common->flavor == MPI_WIN_FLAVOR_DYNAMIC)
        return note(MPI_ERR_RMA_FLAVOR, "win is from MPI_Win_create_dynamic and has no memory");
    if (part == NULL)
        part = &nothing;
    if (!slot_fits(disp_unit, part->disp_unit))
        return note(MPI_ERR_ARG, "the disp_unit of rank %d, %lld, does not fit an int", rank,
                    (long long)part->disp_unit);
    *size = part->size;
    slot_write(disp_unit, part->disp_unit);
    base = part->size > 0 ? part->base : NULL; /* no memory has no address, as elsewhere */
    memcpy(baseptr, &base, sizeof base);
    return MPI_SUCCESS;
}

int api_win_shared_query(const struct call *call, MPI_Win win, int rank, MPI_Aint *size,
                         struct int_slot disp_unit, void *baseptr)
{
    struct window_object *object;
    int err = check_win(win, &object);

    if (err == MPI_SUCCESS)
        err = check_window_rank(false, window_of(object), rank, "rank");
    if (err == MPI_SUCCESS)
        err = check_pointer(size, "size");
    if (err == MPI_SUCCESS)
        err = check_slot(disp_unit, "disp_unit");
    if (err == MPI_SUCCESS)
        err = check_pointer(baseptr, "baseptr");
    if (err == MPI_SUCCESS)
        err = query(window_of(object), rank, size, disp_unit, baseptr);
    return end_window_call(call, object, err);
}

/* ---- group and hints ------------------------------------------------------------------------- */

int api_win_get_group(const struct call *call, MPI_Win win, MPI_Group *group)
{
    struct window_object *object;
    int err = check_win(win, &object);

    if (err == MPI_SUCCESS)
        err = check_pointer(group, "group");
    if (err == MPI_SUCCESS)
        err = group_give(group_hold(window_of(object)->common->context->groups[0]), NULL, group);
    return end_window_call(call, object, err);
}

int api_win_set_info(const struct call *call, MPI_Win win, MPI_Info hints)
{
    struct window_object *object;
    struct info *info;
    int err = check_win(win, &object);

    if (err == MPI_SUCCESS)
        err = check_hints(hints, &info);
    if (err == MPI_SUCCESS)
        err = window_hints_set(window_of(object), info);
    return end_window_call(call, object, err);
}

int api_win_get_info(const struct call *call, MPI_Win win, MPI_Info *info_used)
{
    struct window_object *object;
    struct info *info = NULL;
    int err = check_win(win, &object);

    if (err == MPI_SUCCESS)
        err = check_pointer(info_used, "info_used");
    if (err == MPI_SUCCESS && (info = window_hints_get(window_of(object))) == NULL)
        err = note(MPI_ERR_NO_MEM, "no memory for the hints of a window");
    if (err != MPI_SUCCESS)
        return raise_win(call, object, err);
    *info_used = handle_of_info(info);
    return end_window_call(call, object, MPI_SUCCESS);
}
